//! Which command does what, language by language: the words stand in `tools.txt`.

use super::Purpose::{self, Build, Format, Lint, Release, Scan, Test, Types};
use std::borrow::Cow;
use std::sync::LazyLock;
use wordlist::array;

/// A command that is known. Its program, words of which one must stand among its arguments (any where there is
/// none), what it is for, and the languages it looks at.
pub struct Tool {
    pub program: &'static str,
    pub words: Vec<&'static str>,
    pub purpose: Purpose,
    /// None where it is for any; `other` is what is no language of a program: Markdown, YAML, spelling.
    pub languages: Vec<&'static str>,
}

/// The table. A program may stand in several rows.
pub fn table() -> &'static [Tool] {
    static TABLE: LazyLock<Vec<Tool>> = LazyLock::new(|| read(include_str!("tools.txt")));
    &TABLE
}

/// The rows of a table: the head of a line names languages and a purpose, and a line without one goes on.
pub(super) fn read(text: &'static str) -> Vec<Tool> {
    let mut rows = Vec::new();
    let mut kind = (Test, Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (head, programs) = line.split_once(": ").unwrap_or(("", line));
        if let Some((languages, purpose)) = head.rsplit_once(' ') {
            let languages = languages.split(',').filter(|one| *one != "any");
            kind = (self::purpose(purpose), languages.collect());
        }
        rows.extend(programs.split_whitespace().map(|word| tool(word, &kind)));
    }
    rows
}

fn tool(word: &'static str, (purpose, languages): &(Purpose, Vec<&'static str>)) -> Tool {
    let (program, words) = word.split_once('=').unwrap_or((word, ""));
    let words = words.split(',').filter(|word| !word.is_empty()).collect();
    Tool {
        program,
        words,
        purpose: *purpose,
        languages: languages.clone(),
    }
}

pub(super) fn purpose(word: &str) -> Purpose {
    let all = [Test, Lint, Format, Types, Build, Scan, Release];
    let found = all.into_iter().find(|one| format!("{one:?}") == word);
    found.unwrap_or(Build)
}

/// Programs that stand for others of the table.
const SAME: [(&str, &str); 14] = [
    ("qt-cmake", "cmake"),
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
    ("clang-tidy-diff", "clang-tidy"),
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
    // `clang-format-17`, and its scripts
    let name = name
        .strip_suffix(".py")
        .filter(|name| name.starts_with("clang-"))
        .unwrap_or(name);
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
    let only_builds = words.iter().any(|word| {
        let option = word.split('=').next().unwrap_or(word);
        UNTESTED.contains(&option) && !word.ends_with("=false")
    });
    let fits = |tool: &&Tool| {
        tool.program == name
            && !(only_builds && tool.purpose == Test)
            && !(tool.purpose == Types && words.iter().any(|word| PREPARES.contains(&word.as_str())))
            && !(tool.purpose == Build && fetches(name, words))
            && (tool.words.is_empty() && !is_question(name, &words[1..])
                || tool
                    .words
                    .iter()
                    .any(|word| arguments.iter().any(|one| one.as_ref() == *word)))
    };
    let mut found: Vec<&Tool> = table().iter().filter(fits).collect();
    if name == "ruff" && arguments.iter().all(|word| word.starts_with(['-', '.', '/'])) {
        found.extend(
            table()
                .iter()
                .filter(|tool| tool.program == "ruff" && tool.purpose == Lint),
        );
    }
    found
}

/// Options with which no test is run, or tests are only built or listed.
const UNTESTED: [&str; 5] = array("--no-run -DskipTests -Dmaven.test.skip --collect-only --listTests");

/// Options with which a checker of types writes what it needs later, and checks nothing.
const PREPARES: [&str; 6] = array("--plt --build_plt --init --showConfig --createstub --help");

/// Whether a command installs a program of somebody else: `go install example.org/lint@latest`, `cargo install lint`. That builds nothing
/// of the project's own.
fn fetches(program: &str, words: &[String]) -> bool {
    let has = |sign: &str| words.iter().any(|word| word.contains(sign));
    let is_own = match program {
        "go" => !has("@"),
        "cargo" => has("--path"),
        _ => true,
    };
    !is_own && words.iter().any(|word| word == "install")
}

/// Programs that take `-v` as a wish for more words: `pytest -v` runs tests.
const TALKING: [&str; 11] =
    array("pytest py.test unittest nosetests nose2 trial behave ctest phpunit prove tox");

/// `--version` and `--help` do nothing.
fn is_question(program: &str, arguments: &[String]) -> bool {
    let asks = |one: &str| match one {
        "-v" | "-V" => !TALKING.contains(&program),
        one => ["--version", "--help", "version"].contains(&one),
    };
    matches!(arguments, [one] if asks(one))
}

/// The words that may name what a program is to do. Goals and tasks may stand anywhere and carry a path; of the
/// others the first that is no option does.
fn arguments<'a>(program: &str, words: &'a [String]) -> Vec<Cow<'a, str>> {
    // `cargo +nightly` names a compiler, `sbt +test` does it for several.
    let plain = |word: &&'a str| program == "sbt" || !word.starts_with('+');
    let words: Vec<&str> = words.iter().map(String::as_str).filter(plain).collect();
    match program {
        "gradle" => words
            .iter()
            .map(|word| word.rsplit(':').next().unwrap_or(word).into())
            .collect(),
        "mvn" => words.into_iter().map(goal).collect(),
        "sbt" => words.iter().map(|word| task(word).into()).collect(),
        "ant" | "ninja" | "dune" | "node" | "setup.py" | "manage.py" | "make" => {
            words.into_iter().map(Cow::Borrowed).collect()
        }
        _ => {
            // An option may take a value: `--manifest-path x test`.
            let first = words.iter().position(|word| !word.starts_with('-'));
            first.map_or_else(Vec::new, |at| {
                words[at..]
                    .iter()
                    .take(2)
                    .copied()
                    .take_while(|word| *word != "--")
                    .map(Cow::Borrowed)
                    .collect()
            })
        }
    }
}

/// A task of sbt without what it is done for and with: `+test`, `core/test`, `;test`, `testOnly a.B`.
fn task(word: &str) -> &str {
    let word = word.trim_matches(['+', ';', '"', '\'', ' ']);
    let task = word.split_whitespace().next().unwrap_or(word);
    task.rsplit('/').next().unwrap_or(task)
}

/// A goal of Maven by the short name of its plugin: `org.example:lid-maven-plugin:1.2:check` is `lid:check`.
fn goal(word: &str) -> Cow<'_, str> {
    let parts: Vec<&str> = word.split(':').collect();
    let [_, plugin, .., goal] = parts.as_slice() else {
        return word.into();
    };
    let short = plugin
        .strip_suffix("-maven-plugin")
        .or_else(|| plugin.strip_prefix("maven-")?.strip_suffix("-plugin"));
    short.map_or(word.into(), |short| format!("{short}:{goal}").into())
}

/// Whether a program is in the table.
pub fn is_known(name: &str) -> bool {
    table().iter().any(|tool| tool.program == name)
}

/// Whether a program is in the table, or starts what a project gives names to.
pub fn is_program(name: &str) -> bool {
    let starts = const { array::<9>("npm yarn pnpm tox nox rake just pre-commit bundle") };
    starts.contains(&name) || is_known(name)
}
