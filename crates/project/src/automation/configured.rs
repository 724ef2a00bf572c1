//! Tools that have a configuration in the repository, whether or not anything runs them.

use super::Purpose::{self, Format, Lint, Types};
use subject::data::{Node, Value, ini, json, toml};
use subject::{Part, Snapshot};
use wordlist::array;

/// A tool with its configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configured {
    pub tool: &'static str,
    pub purpose: Purpose,
    /// Languages that it looks at.
    pub languages: &'static [&'static str],
    /// File of the configuration.
    pub path: String,
    pub line: u32,
}

const PY: &[&str] = &["Python"];
const JS: &[&str] = &["JavaScript", "TypeScript"];
const TS: &[&str] = &["TypeScript"];
const RS: &[&str] = &["Rust"];
const GO: &[&str] = &["Go"];
const CC: &[&str] = &["C", "C++"];
const RB: &[&str] = &["Ruby"];
const JV: &[&str] = &["Java"];

/// A row of a table: beginning of a file's name or a key, tool, purpose, languages.
type Row = (&'static str, &'static str, Purpose, &'static [&'static str]);

/// Files, by the beginning of their names.
static FILES: &[Row] = &[
    ("ruff.toml", "ruff", Lint, PY),
    (".ruff.toml", "ruff", Lint, PY),
    (".flake8", "flake8", Lint, PY),
    (".pylintrc", "pylint", Lint, PY),
    ("pylintrc", "pylint", Lint, PY),
    ("mypy.ini", "mypy", Types, PY),
    (".mypy.ini", "mypy", Types, PY),
    ("pyrightconfig.json", "pyright", Types, PY),
    (".isort.cfg", "isort", Format, PY),
    (".style.yapf", "yapf", Format, PY),
    (".eslintrc", "eslint", Lint, JS),
    ("eslint.config.", "eslint", Lint, JS),
    ("biome.json", "biome", Lint, JS),
    (".oxlintrc", "oxlint", Lint, JS),
    (".jshintrc", "jshint", Lint, JS),
    (".prettierrc", "prettier", Format, JS),
    ("prettier.config.", "prettier", Format, JS),
    ("dprint.json", "dprint", Format, JS),
    (".oxfmtrc", "oxfmt", Format, JS),
    ("tsconfig.json", "tsc", Types, TS),
    ("clippy.toml", "clippy", Lint, RS),
    (".clippy.toml", "clippy", Lint, RS),
    ("rustfmt.toml", "rustfmt", Format, RS),
    (".rustfmt.toml", "rustfmt", Format, RS),
    (".golangci.", "golangci-lint", Lint, GO),
    ("staticcheck.conf", "staticcheck", Lint, GO),
    (".clang-tidy", "clang-tidy", Lint, CC),
    (".clang-format", "clang-format", Format, CC),
    (".cppcheck", "cppcheck", Lint, CC),
    ("CPPLINT.cfg", "cpplint", Lint, CC),
    (".rubocop.yml", "rubocop", Lint, RB),
    (".rubocop.yml", "rubocop", Format, RB),
    (".standard.yml", "standardrb", Lint, RB),
    (".standard.yml", "standardrb", Format, RB),
    ("checkstyle.xml", "checkstyle", Lint, JV),
    ("Steepfile", "steep", Types, RB),
];

/// Tables of `pyproject.toml` under `tool`.
static PYPROJECT: &[Row] = &[
    ("ruff", "ruff", Lint, PY),
    ("pylint", "pylint", Lint, PY),
    ("flake8", "flake8", Lint, PY),
    ("black", "black", Format, PY),
    ("isort", "isort", Format, PY),
    ("yapf", "yapf", Format, PY),
    ("mypy", "mypy", Types, PY),
    ("pyright", "pyright", Types, PY),
    ("basedpyright", "basedpyright", Types, PY),
    ("ty", "ty", Types, PY),
];
/// Keys of `package.json`.
static PACKAGE: &[Row] = &[
    ("eslintConfig", "eslint", Lint, JS),
    ("prettier", "prettier", Format, JS),
    ("xo", "xo", Lint, JS),
    ("standard", "standard", Lint, JS),
];
/// Sections of `setup.cfg` and `tox.ini`.
static SECTIONS: &[Row] = &[
    ("flake8", "flake8", Lint, PY),
    ("pylint", "pylint", Lint, PY),
    ("isort", "isort", Format, PY),
    ("yapf", "yapf", Format, PY),
    ("mypy", "mypy", Types, PY),
];
/// Plugins of Maven and Gradle, by words of their names.
static PLUGINS: &[Row] = &[
    ("maven-checkstyle-plugin", "checkstyle", Lint, JV),
    ("maven-pmd-plugin", "pmd", Lint, JV),
    ("spotbugs", "spotbugs", Lint, JV),
    ("error_prone_core", "Error Prone", Lint, JV),
    ("net.ltgt.errorprone", "Error Prone", Lint, JV),
    ("id 'checkstyle'", "checkstyle", Lint, JV),
    ("id(\"checkstyle\")", "checkstyle", Lint, JV),
    ("spotless", "spotless", Format, JV),
    ("formatter-maven-plugin", "formatter", Format, JV),
    ("googleformatter", "google-java-format", Format, JV),
];

/// Files that say with other things how a tool is to work.
const SHARED: [&str; 8] =
    array("pyproject.toml package.json Cargo.toml setup.cfg tox.ini pom.xml build.gradle build.gradle.kts");

/// The tools that are configured, and the files that may say so and could not be read, with the reason.
pub(super) fn all(snapshot: &Snapshot) -> (Vec<Configured>, Vec<(String, String)>) {
    let (mut found, mut unread) = (Vec::new(), Vec::new());
    let skipped = snapshot
        .skipped
        .iter()
        .map(|one| (&one.path, Err(one.why.as_str())));
    let files = snapshot
        .files
        .iter()
        .map(|(path, file)| (path, file.text().ok_or("it is not UTF-8")));
    for (path, text) in files.chain(skipped) {
        let name = path.rsplit('/').next().unwrap_or(path);
        if subject::part::by_path(path) == Part::Vendored {
            continue;
        }
        // A file that is there configures its tool by its name alone.
        for row in FILES.iter().filter(|row| name.starts_with(row.0)) {
            found.push(configured(row, path, 1));
        }
        let text = match text {
            Ok(text) => text,
            Err(why) => {
                if SHARED.contains(&name) {
                    unread.push((path.clone(), why.to_owned()));
                }
                continue;
            }
        };
        match name {
            "pyproject.toml" => keys(
                &mut found,
                path,
                toml::read(text).ok().as_ref().and_then(|root| root.get("tool")),
                PYPROJECT,
            ),
            "package.json" => keys(&mut found, path, json::read(text).ok().as_ref(), PACKAGE),
            "Cargo.toml" => lints(&mut found, path, text),
            "setup.cfg" | "tox.ini" => sections(&mut found, path, text),
            "pom.xml" | "build.gradle" | "build.gradle.kts" => plugins(&mut found, path, text),
            ".pre-commit-config.yaml" => hooks(&mut found, path, text),
            _ if name.starts_with(".golangci.") => formatters(&mut found, path, text),
            _ => {}
        }
    }
    (found, unread)
}

fn configured(row: &Row, path: &str, line: u32) -> Configured {
    Configured {
        tool: row.1,
        purpose: row.2,
        languages: row.3,
        path: path.to_owned(),
        line,
    }
}

fn keys(found: &mut Vec<Configured>, path: &str, node: Option<&Node>, rows: &'static [Row]) {
    for entry in node.map_or(&[][..], Node::entries) {
        let known = rows.iter().filter(|row| row.0 == entry.key);
        found.extend(known.map(|row| configured(row, path, entry.line)));
    }
}

/// Lints that Cargo gives to Clippy.
fn lints(found: &mut Vec<Configured>, path: &str, text: &str) {
    let Ok(root) = toml::read(text) else { return };
    for keys in [&["lints", "clippy"][..], &["workspace", "lints", "clippy"]] {
        if let Some(node) = root.at(keys)
            && matches!(node.value, Value::Map(_))
        {
            found.push(configured(&("", "clippy", Lint, RS), path, node.line));
        }
    }
}

fn sections(found: &mut Vec<Configured>, path: &str, text: &str) {
    for section in ini::read(text) {
        let name = section.name.trim_start_matches("tool:");
        let known = SECTIONS.iter().filter(|row| row.0 == name);
        found.extend(known.map(|row| configured(row, path, section.line)));
    }
}

fn plugins(found: &mut Vec<Configured>, path: &str, text: &str) {
    for (line, code) in (1..).zip(text.lines()) {
        let known = PLUGINS.iter().filter(|row| code.contains(row.0));
        found.extend(known.map(|row| configured(row, path, line)));
    }
}

/// Formatters that the linter of Go runs with its own.
fn formatters(found: &mut Vec<Configured>, path: &str, text: &str) {
    let names = ["gofmt", "gofumpt", "goimports", "gci", "golines"];
    for (line, code) in (1..).zip(text.lines()) {
        let name = code
            .trim()
            .strip_prefix("- ")
            .unwrap_or_default()
            .trim_matches(['"', '\'']);
        if names.contains(&name) {
            found.push(configured(&("", "golangci-lint", Format, GO), path, line));
        }
    }
}

fn hooks(found: &mut Vec<Configured>, path: &str, text: &str) {
    for (line, command) in super::hooks::commands(text).unwrap_or_default() {
        let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        for tool in super::tools::of(&words) {
            found.push(configured(
                &("", tool.program, tool.purpose, &tool.languages),
                path,
                line,
            ));
        }
    }
}
