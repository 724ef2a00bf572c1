//! Actions of others that are known to run a tool.

use super::Purpose::{self, Build, Format, Lint, Release, Scan, Test, Types};

const PY: &[&str] = &["Python"];
const RS: &[&str] = &["Rust"];
const JS: &[&str] = &["JavaScript", "TypeScript"];
const GO: &[&str] = &["Go"];
const CC: &[&str] = &["C", "C++"];
const JV: &[&str] = &["Java"];
const RB: &[&str] = &["Ruby"];
const ALL: &[&str] = &[];

/// Beginnings of names of actions, what they are for, the languages they look at.
static KNOWN: &[(&str, Purpose, &[&str])] = &[
    ("golangci/golangci-lint-action", Lint, GO),
    ("dominikh/staticcheck-action", Lint, GO),
    ("golang/govulncheck-action", Scan, GO),
    ("securego/gosec", Scan, GO),
    ("goreleaser/goreleaser-action", Release, GO),
    ("astral-sh/ruff-action", Lint, PY),
    ("chartboost/ruff-action", Lint, PY),
    ("psf/black", Format, PY),
    ("isort/isort-action", Format, PY),
    ("jakebailey/pyright-action", Types, PY),
    ("tsuyoshicho/action-mypy", Types, PY),
    ("pypa/gh-action-pypi-publish", Release, PY),
    ("pypa/cibuildwheel", Build, PY),
    ("hynek/build-and-inspect-python-package", Build, PY),
    ("pypa/gh-action-pip-audit", Scan, PY),
    ("actions-rs/clippy-check", Lint, RS),
    ("giraffate/clippy-action", Lint, RS),
    ("clechasseur/rs-clippy-check", Lint, RS),
    ("actions-rust-lang/rustfmt", Format, RS),
    ("rustsec/audit-check", Scan, RS),
    ("actions-rs/audit-check", Scan, RS),
    ("EmbarkStudios/cargo-deny-action", Scan, RS),
    ("rust-build/rust-build.action", Build, RS),
    ("biomejs/setup-biome", Lint, JS),
    ("cypress-io/github-action", Test, JS),
    ("reviewdog/action-eslint", Lint, JS),
    ("creyD/prettier_action", Format, JS),
    ("chromaui/action", Test, JS),
    ("jidicula/clang-format-action", Format, CC),
    ("DoozyX/clang-format-lint-action", Format, CC),
    ("cpp-linter/cpp-linter-action", Lint, CC),
    ("ZedThree/clang-tidy-review", Lint, CC),
    ("google/oss-fuzz/infra/cifuzz/actions/run_fuzzers", Scan, CC),
    ("google/oss-fuzz/infra/cifuzz/actions/build_fuzzers", Build, CC),
    ("vapier/coverity-scan-action", Scan, CC),
    ("axel-op/googlejavaformat-action", Format, JV),
    ("standardrb/standard-ruby-action", Lint, RB),
    ("reviewdog/action-rubocop", Lint, RB),
    ("rubygems/release-gem", Release, RB),
    ("github/codeql-action/analyze", Scan, ALL),
    ("actions/dependency-review-action", Scan, ALL),
    ("aquasecurity/trivy-action", Scan, ALL),
    ("ossf/scorecard-action", Scan, ALL),
    ("returntocorp/semgrep-action", Scan, ALL),
    ("semgrep/semgrep-action", Scan, ALL),
    ("snyk/actions", Scan, ALL),
    ("gitleaks/gitleaks-action", Scan, ALL),
    ("google/osv-scanner-action", Scan, ALL),
    ("SonarSource/", Lint, ALL),
    ("sonarsource/", Lint, ALL),
    ("super-linter/super-linter", Lint, ALL),
    ("github/super-linter", Lint, ALL),
    ("oxsecurity/megalinter", Lint, ALL),
    ("trunk-io/trunk-action", Lint, ALL),
    ("docker/build-push-action", Build, ALL),
    ("softprops/action-gh-release", Release, ALL),
    ("ncipollo/release-action", Release, ALL),
    ("googleapis/release-please-action", Release, ALL),
];

/// What an action is known for.
pub(super) fn of(name: &str) -> impl Iterator<Item = (&'static str, Purpose, &'static [&'static str])> {
    let known = KNOWN.iter().filter(move |(start, ..)| name.starts_with(start));
    known.map(|(start, purpose, languages)| (*start, *purpose, *languages))
}

/// Inputs of actions that are commands.
const COMMANDS: [&str; 7] = [
    "run",
    "command",
    "script",
    "cmd",
    "test-command",
    "run-command",
    "commands",
];
/// Actions that put their inputs together into one command: their beginning, and the program.
const PROGRAMS: [(&str, &str); 9] = [
    ("actions-rs/cargo", "cargo"),
    ("houseabsolute/actions-rust-cross", "cross"),
    ("pre-commit/action", "pre-commit run"),
    ("gradle/gradle-build-action", "gradle"),
    ("eskatos/gradle-command-action", "gradle"),
    ("wntrblm/nox", ""),
    ("j178/prek-action", "pre-commit run"),
    ("tox-dev/action-pre-commit-uv", "pre-commit run"),
    ("borales/actions-yarn", "yarn"),
];

/// The commands that an action is told to run by its inputs.
pub(super) fn commands(name: &str, inputs: &[(String, String)]) -> Vec<String> {
    let value = |key: &str| {
        inputs
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value.as_str())
    };
    let mut found = Vec::new();
    if let Some((_, program)) = PROGRAMS.iter().find(|(start, _)| name.starts_with(start)) {
        let parts = ["command", "arguments", "args", "extra_args", "cmd"]
            .iter()
            .filter_map(|key| value(key));
        let command: Vec<&str> = std::iter::once(*program).chain(parts).collect();
        found.push(command.join(" "));
    } else if !name.starts_with("actions/github-script") {
        found.extend(COMMANDS.iter().filter_map(|key| value(key)).map(str::to_owned));
    }
    if let Some(arguments) = value("arguments").filter(|_| name.starts_with("gradle/")) {
        found.push(format!("gradle {arguments}"));
    }
    found
}
