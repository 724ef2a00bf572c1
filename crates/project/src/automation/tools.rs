//! Which command does what, language by language: data.

use super::Purpose::{self, Build, Format, Lint, Release, Scan, Test, Types};

/// A command that is known: its program, words of which one must stand among its arguments (any where there is
/// none), what it is for, and the languages it looks at.
pub struct Tool {
    pub program: &'static str,
    pub words: &'static [&'static str],
    pub purpose: Purpose,
    pub languages: &'static [&'static str],
}

const PY: &[&str] = &["Python"];
const RS: &[&str] = &["Rust"];
const JS: &[&str] = &["JavaScript", "TypeScript"];
const TS: &[&str] = &["TypeScript", "JavaScript"];
const GO: &[&str] = &["Go"];
const JV: &[&str] = &["Java"];
const CC: &[&str] = &["C", "C++"];
const RB: &[&str] = &["Ruby"];
/// For any language.
const ALL: &[&str] = &[];
/// For what is none of the languages that are read: shell, Markdown, YAML, spelling.
const NONE: &[&str] = &["other"];

const fn tool(
    program: &'static str,
    words: &'static [&'static str],
    purpose: Purpose,
    languages: &'static [&'static str],
) -> Tool {
    Tool {
        program,
        words,
        purpose,
        languages,
    }
}

/// The table. A program may stand in several rows.
pub static TOOLS: &[Tool] = &[
    // Rust
    tool(
        "cargo",
        &["test", "nextest", "t", "tarpaulin", "llvm-cov", "careful", "miri"],
        Test,
        RS,
    ),
    tool("cross", &["test"], Test, RS),
    tool("cargo-nextest", &[], Test, RS),
    tool("cargo-tarpaulin", &[], Test, RS),
    tool("cargo", &["clippy"], Lint, RS),
    tool("cargo-clippy", &[], Lint, RS),
    tool("cargo", &["fmt"], Format, RS),
    tool("rustfmt", &[], Format, RS),
    tool(
        "cargo",
        &["build", "check", "b", "c", "rustc", "hack", "install", "package"],
        Build,
        RS,
    ),
    tool("cross", &["build", "check"], Build, RS),
    tool("cargo", &["audit", "deny", "vet"], Scan, RS),
    tool("cargo", &["publish", "release"], Release, RS),
    // Python
    tool("pytest", &[], Test, PY),
    tool("py.test", &[], Test, PY),
    tool("unittest", &[], Test, PY),
    tool("nosetests", &[], Test, PY),
    tool("nose2", &[], Test, PY),
    tool("stestr", &["run"], Test, PY),
    tool("trial", &[], Test, PY),
    tool("behave", &[], Test, PY),
    tool("doctest", &[], Test, PY),
    tool("setup.py", &["test", "pytest"], Test, PY),
    tool("manage.py", &["test"], Test, PY),
    tool("hatch", &["test"], Test, PY),
    tool("ruff", &["check", "lint"], Lint, PY),
    tool("ruff-check", &[], Lint, PY),
    tool("flake8", &[], Lint, PY),
    tool("pylint", &[], Lint, PY),
    tool("pyflakes", &[], Lint, PY),
    tool("pycodestyle", &[], Lint, PY),
    tool("prospector", &[], Lint, PY),
    tool("pylama", &[], Lint, PY),
    tool("pyupgrade", &[], Lint, PY),
    tool("vulture", &[], Lint, PY),
    tool("ruff", &["format"], Format, PY),
    tool("ruff-format", &[], Format, PY),
    tool("black", &[], Format, PY),
    tool("black-jupyter", &[], Format, PY),
    tool("yapf", &[], Format, PY),
    tool("isort", &[], Format, PY),
    tool("autopep8", &[], Format, PY),
    tool("hatch", &["fmt"], Format, PY),
    tool("hatch", &["fmt"], Lint, PY),
    tool("mypy", &[], Types, PY),
    tool("dmypy", &[], Types, PY),
    tool("pyright", &[], Types, PY),
    tool("basedpyright", &[], Types, PY),
    tool("pyrefly", &[], Types, PY),
    tool("ty", &["check"], Types, PY),
    tool("pyre", &[], Types, PY),
    tool("pytype", &[], Types, PY),
    tool("bandit", &[], Scan, PY),
    tool("pip-audit", &[], Scan, PY),
    tool("safety", &["check", "scan"], Scan, PY),
    tool("build", &[], Build, PY),
    tool("uv", &["build", "sync"], Build, PY),
    tool("poetry", &["build", "install"], Build, PY),
    tool("hatch", &["build"], Build, PY),
    tool("flit", &["build", "install"], Build, PY),
    tool("pdm", &["build", "install"], Build, PY),
    tool("pip", &["install"], Build, PY),
    tool("pip3", &["install"], Build, PY),
    tool("pipenv", &["install", "sync"], Build, PY),
    tool("cibuildwheel", &[], Build, PY),
    tool(
        "setup.py",
        &["build", "install", "bdist_wheel", "sdist", "develop"],
        Build,
        PY,
    ),
    tool("maturin", &["build", "develop"], Build, PY),
    tool("twine", &["upload"], Release, PY),
    tool("uv", &["publish"], Release, PY),
    tool("poetry", &["publish"], Release, PY),
    tool("hatch", &["publish"], Release, PY),
    tool("flit", &["publish"], Release, PY),
    // JavaScript and TypeScript
    tool("jest", &[], Test, JS),
    tool("vitest", &[], Test, JS),
    tool("mocha", &[], Test, JS),
    tool("ava", &[], Test, JS),
    tool("tap", &[], Test, JS),
    tool("tape", &[], Test, JS),
    tool("jasmine", &[], Test, JS),
    tool("karma", &["start"], Test, JS),
    tool("playwright", &["test"], Test, JS),
    tool("cypress", &["run"], Test, JS),
    tool("uvu", &[], Test, JS),
    tool("qunit", &[], Test, JS),
    tool("wdio", &[], Test, JS),
    tool("react-scripts", &["test"], Test, JS),
    tool("ng", &["test"], Test, JS),
    tool("bun", &["test"], Test, JS),
    tool("deno", &["test"], Test, JS),
    tool("node", &["--test"], Test, JS),
    tool("eslint", &[], Lint, JS),
    tool("oxlint", &[], Lint, JS),
    tool("tslint", &[], Lint, JS),
    tool("jshint", &[], Lint, JS),
    tool("standard", &[], Lint, JS),
    tool("xo", &[], Lint, JS),
    tool("biome", &["check", "ci", "lint"], Lint, JS),
    tool("next", &["lint"], Lint, JS),
    tool("ng", &["lint"], Lint, JS),
    tool("deno", &["lint"], Lint, JS),
    tool("knip", &[], Lint, JS),
    tool("prettier", &[], Format, JS),
    tool("dprint", &["check", "fmt"], Format, JS),
    tool("oxfmt", &[], Format, JS),
    tool("biome", &["check", "ci", "format"], Format, JS),
    tool("deno", &["fmt"], Format, JS),
    tool("standard", &[], Format, JS),
    tool("tsc", &[], Types, TS),
    tool("vue-tsc", &[], Types, TS),
    tool("tsgo", &[], Types, TS),
    tool("svelte-check", &[], Types, TS),
    tool("astro", &["check"], Types, TS),
    tool("attw", &[], Types, TS),
    tool("tsd", &[], Types, TS),
    tool("flow", &["check"], Types, JS),
    tool("deno", &["check"], Types, TS),
    tool("next", &["build"], Types, TS),
    tool("ng", &["build"], Types, TS),
    tool("npm", &["ci", "install", "i"], Build, JS),
    tool("yarn", &["install"], Build, JS),
    tool("pnpm", &["install", "i"], Build, JS),
    tool("bun", &["install", "build"], Build, JS),
    tool("tsc", &[], Build, TS),
    tool("webpack", &[], Build, JS),
    tool("vite", &["build"], Build, JS),
    tool("rollup", &[], Build, JS),
    tool("rolldown", &[], Build, JS),
    tool("tsdown", &[], Build, JS),
    tool("tsup", &[], Build, JS),
    tool("esbuild", &[], Build, JS),
    tool("next", &["build"], Build, JS),
    tool("npm", &["audit"], Scan, JS),
    tool("pnpm", &["audit"], Scan, JS),
    tool("yarn", &["audit"], Scan, JS),
    tool("npm", &["publish"], Release, JS),
    tool("pnpm", &["publish"], Release, JS),
    tool("semantic-release", &[], Release, JS),
    // Go
    tool("go", &["test"], Test, GO),
    tool("gotestsum", &[], Test, GO),
    tool("ginkgo", &[], Test, GO),
    tool("richgo", &["test"], Test, GO),
    tool("go", &["vet"], Lint, GO),
    tool("golangci-lint", &[], Lint, GO),
    tool("staticcheck", &[], Lint, GO),
    tool("golint", &[], Lint, GO),
    tool("revive", &[], Lint, GO),
    tool("gofmt", &[], Format, GO),
    tool("gofumpt", &[], Format, GO),
    tool("goimports", &[], Format, GO),
    tool("go", &["fmt"], Format, GO),
    tool("go", &["build", "install"], Build, GO),
    tool("govulncheck", &[], Scan, GO),
    tool("gosec", &[], Scan, GO),
    tool("goreleaser", &[], Release, GO),
    // Java
    tool(
        "mvn",
        &[
            "test",
            "verify",
            "install",
            "package",
            "deploy",
            "integration-test",
            "surefire:test",
        ],
        Test,
        JV,
    ),
    tool("gradle", &["test", "check", "build"], Test, JV),
    tool("ant", &["test"], Test, JV),
    tool("sbt", &["test"], Test, JV),
    tool(
        "mvn",
        &["checkstyle:check", "pmd:check", "spotbugs:check"],
        Lint,
        JV,
    ),
    tool(
        "gradle",
        &["lint", "checkstyleMain", "pmdMain", "spotbugsMain", "detekt"],
        Lint,
        JV,
    ),
    tool("checkstyle", &[], Lint, JV),
    tool("pmd", &[], Lint, JV),
    tool(
        "mvn",
        &[
            "spotless:check",
            "fmt:check",
            "formatter:validate",
            "spotless:apply",
        ],
        Format,
        JV,
    ),
    tool(
        "gradle",
        &["spotlessCheck", "spotlessApply", "verifyGoogleJavaFormat"],
        Format,
        JV,
    ),
    tool("google-java-format", &[], Format, JV),
    tool(
        "mvn",
        &["compile", "package", "install", "verify", "deploy", "test"],
        Build,
        JV,
    ),
    tool("gradle", &["assemble", "build", "jar"], Build, JV),
    tool("mvn", &["deploy"], Release, JV),
    tool("gradle", &["publish"], Release, JV),
    // C and C++
    tool("ctest", &[], Test, CC),
    tool("meson", &["test"], Test, CC),
    tool("ninja", &["test", "check"], Test, CC),
    tool("bazel", &["test"], Test, ALL),
    tool("bazelisk", &["test"], Test, ALL),
    tool("clang-tidy", &[], Lint, CC),
    tool("run-clang-tidy", &[], Lint, CC),
    tool("cppcheck", &[], Lint, CC),
    tool("cpplint", &[], Lint, CC),
    tool("scan-build", &[], Lint, CC),
    tool("infer", &[], Lint, CC),
    tool("oclint", &[], Lint, CC),
    tool("clang-format", &[], Format, CC),
    tool("git-clang-format", &[], Format, CC),
    tool("astyle", &[], Format, CC),
    tool("uncrustify", &[], Format, CC),
    tool("cmake", &[], Build, CC),
    tool("meson", &[], Build, CC),
    tool("ninja", &[], Build, CC),
    tool("make", &[], Build, CC),
    tool("gcc", &[], Build, CC),
    tool("g++", &[], Build, CC),
    tool("clang", &[], Build, CC),
    tool("clang++", &[], Build, CC),
    tool("msbuild", &[], Build, CC),
    tool("bazel", &["build"], Build, ALL),
    tool("cov-build", &[], Scan, CC),
    // Ruby
    tool("rspec", &[], Test, RB),
    tool("minitest", &[], Test, RB),
    tool("cucumber", &[], Test, RB),
    tool("rails", &["test", "test:all"], Test, RB),
    tool("rubocop", &[], Lint, RB),
    tool("standardrb", &[], Lint, RB),
    tool("reek", &[], Lint, RB),
    tool("rubocop", &[], Format, RB),
    tool("standardrb", &[], Format, RB),
    tool("rufo", &[], Format, RB),
    tool("srb", &["tc"], Types, RB),
    tool("steep", &["check"], Types, RB),
    tool("typeprof", &[], Types, RB),
    tool("bundle", &["install"], Build, RB),
    tool("gem", &["build"], Build, RB),
    tool("brakeman", &[], Scan, RB),
    tool("bundle-audit", &[], Scan, RB),
    tool("gem", &["push"], Release, RB),
    // Any
    tool("docker", &["build", "buildx"], Build, ALL),
    tool("trunk", &["check"], Lint, ALL),
    tool("mega-linter-runner", &[], Lint, ALL),
    tool("treefmt", &[], Format, ALL),
    tool("semgrep", &[], Scan, ALL),
    tool("trivy", &[], Scan, ALL),
    tool("snyk", &["test"], Scan, ALL),
    tool("codeql", &[], Scan, ALL),
    tool("zizmor", &[], Scan, NONE),
    tool("gitleaks", &[], Scan, ALL),
    tool("osv-scanner", &[], Scan, ALL),
    tool("sonar-scanner", &[], Lint, ALL),
    tool("shellcheck", &[], Lint, NONE),
    tool("actionlint", &[], Lint, NONE),
    tool("codespell", &[], Lint, NONE),
    tool("typos", &[], Lint, NONE),
    tool("yamllint", &[], Lint, NONE),
    tool("markdownlint", &[], Lint, NONE),
    tool("hadolint", &[], Lint, NONE),
    tool("taplo", &[], Format, NONE),
    tool("shfmt", &[], Format, NONE),
];

/// Programs that stand for others of the table.
const SAME: [(&str, &str); 12] = [
    ("mvnw", "mvn"),
    ("gradlew", "gradle"),
    ("gmake", "make"),
    ("pytest-3", "pytest"),
    ("cargo-fmt", "rustfmt"),
    ("eslint_d", "eslint"),
    ("markdownlint-cli2", "markdownlint"),
    ("@biomejs/biome", "biome"),
    ("typescript", "tsc"),
    ("pre_commit", "pre-commit"),
    ("clang-format-diff", "clang-format"),
    ("go-test", "gotestsum"),
];

/// The name of a program without its folder, ending and version.
pub fn program(word: &str) -> &str {
    let name = word.rsplit('/').next().unwrap_or(word);
    // `${PREFIX}tool`
    let name = match name.rsplit_once('}') {
        Some((start, rest)) if start.starts_with("${") && !rest.is_empty() => rest,
        _ => name,
    };
    // `@scope/name` is one name.
    let name = if word.starts_with('@') && word.matches('/').count() == 1 {
        word
    } else {
        name
    };
    let name = [".exe", ".cmd", ".bat"]
        .iter()
        .find_map(|end| name.strip_suffix(end))
        .unwrap_or(name);
    let name = match name.get(1..).and_then(|rest| rest.find('@')) {
        Some(at) => &name[..=at],
        None => name,
    };
    // `clang-format-17`
    let name = match name.rsplit_once('-') {
        Some((stem, version))
            if !version.is_empty() && version.chars().all(|c| c.is_ascii_digit() || c == '.') =>
        {
            stem
        }
        _ => name,
    };
    SAME.iter()
        .find(|(other, _)| *other == name)
        .map_or(name, |(_, own)| own)
}

/// The rows that a command fits: `words[0]` is the program.
pub fn of(words: &[String]) -> Vec<&'static Tool> {
    let Some(first) = words.first() else {
        return Vec::new();
    };
    let name = program(first);
    let arguments = arguments(name, &words[1..]);
    let fits = |tool: &&Tool| {
        tool.program == name
            && (tool.words.is_empty() && !is_question(&words[1..])
                || tool.words.iter().any(|word| arguments.contains(word)))
    };
    let mut found: Vec<&Tool> = TOOLS.iter().filter(fits).collect();
    if name == "ruff" && arguments.iter().all(|word| word.starts_with(['-', '.', '/'])) {
        found.extend(
            TOOLS
                .iter()
                .filter(|tool| tool.program == "ruff" && tool.purpose == Lint),
        );
    }
    found
}

/// `--version` and `--help` do nothing.
fn is_question(arguments: &[String]) -> bool {
    matches!(arguments, [one] if ["--version", "--help", "-V", "-v", "version"].contains(&one.as_str()))
}

/// The words that may name what a program is to do. Goals and tasks may stand anywhere and carry a path; of the
/// others the first that is no option does.
fn arguments<'a>(program: &str, words: &'a [String]) -> Vec<&'a str> {
    let plain = |word: &&'a str| !word.starts_with('+');
    let words: Vec<&str> = words.iter().map(String::as_str).filter(plain).collect();
    match program {
        "gradle" => words
            .iter()
            .map(|word| word.rsplit(':').next().unwrap_or(word))
            .collect(),
        "mvn" | "ant" | "sbt" | "ninja" | "node" | "setup.py" | "manage.py" | "make" => words,
        _ => {
            // An option may take a value: `--manifest-path x test`.
            let first = words.iter().position(|word| !word.starts_with('-'));
            first.map_or_else(Vec::new, |at| {
                words[at..]
                    .iter()
                    .take(2)
                    .copied()
                    .take_while(|word| *word != "--")
                    .collect()
            })
        }
    }
}

/// Whether a program is in the table, or starts what a project gives names to.
pub fn is_program(name: &str) -> bool {
    let starts = [
        "npm",
        "yarn",
        "pnpm",
        "tox",
        "nox",
        "rake",
        "just",
        "pre-commit",
        "bundle",
    ];
    starts.contains(&name) || TOOLS.iter().any(|tool| tool.program == name)
}
