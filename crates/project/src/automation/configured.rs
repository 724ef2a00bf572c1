//! Tools that have a configuration in the repository, whether or not anything runs them: the names stand in `configured.txt`.

use super::Purpose::{self, Format, Lint};
use super::tools;
use std::sync::LazyLock;
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
    /// The tool that runs it, where it is a part of another.
    pub within: Option<&'static str>,
}

/// A row of the table, which says itself what its words are.
struct Row {
    place: &'static str,
    name: &'static str,
    tool: &'static str,
    purpose: Purpose,
    languages: Vec<&'static str>,
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let lines = wordlist::rows(include_str!("configured.txt"));
    lines.into_iter().flat_map(of_line).collect()
});

/// A row for each name of a line.
fn of_line([place, purpose, languages, tool, names]: [&'static str; 5]) -> impl Iterator<Item = Row> {
    names.split(", ").map(move |name| Row {
        place,
        name,
        tool,
        purpose: tools::purpose(purpose),
        languages: languages.split(", ").collect(),
    })
}

/// The rows of a place whose name is one of those that were asked for.
fn known(place: &str, is_one: impl Fn(&str) -> bool) -> impl Iterator<Item = &'static Row> {
    let rows = ROWS.iter();
    rows.filter(move |row| row.place == place && is_one(row.name))
}

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
        found.extend(known("file", |start| name.starts_with(start)).map(|row| row.at(path, 1)));
        let text = match text {
            Ok(text) => text,
            Err(why) => {
                if SHARED.contains(&name) {
                    unread.push((path.clone(), why.to_owned()));
                }
                continue;
            }
        };
        found.extend(strict(path, text));
        match name {
            "pyproject.toml" => keys(
                &mut found,
                path,
                toml::read(text).ok().as_ref().and_then(|root| root.get("tool")),
                "pyproject",
            ),
            "package.json" => {
                let root = json::read(text).ok();
                keys(&mut found, path, root.as_ref(), "package");
                let line = prettier_line(text)
                    .filter(|_| root.is_some_and(|root| root.get("eslintConfig").is_some()));
                found.extend(line.map(|line| within_eslint(path, line)));
            }
            "Cargo.toml" => lints(&mut found, path, text),
            "setup.cfg" | "tox.ini" => sections(&mut found, path, text),
            "pom.xml" | "build.gradle" | "build.gradle.kts" => plugins(&mut found, path, text),
            _ if is_of_eslint(name) => {
                found.extend(prettier_line(text).map(|line| within_eslint(path, line)));
                found.extend(stylistic(path, text));
            }
            _ if name.starts_with(".golangci.") => formatters(&mut found, path, text),
            _ if text.contains("<module name=\"Checker\"") => {
                found.extend(within_build(snapshot, path, text))
            }
            _ => {}
        }
    }
    (found, unread)
}

/// Prettier as a rule of ESLint: whatever runs the linter holds the code against the layout.
fn within_eslint(path: &str, line: u32) -> Configured {
    Configured {
        within: Some("eslint"),
        ..configured(("prettier", Format, &["JavaScript", "TypeScript"]), path, line)
    }
}

/// Rules of ESLint for the layout, where there are several.
fn stylistic(path: &str, text: &str) -> Option<Configured> {
    let is_rule = |line: &str| {
        let line = line.trim_start();
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        let is_told = value.trim_start().starts_with(['[', '"', '\'', '1', '2']) && !value.contains("off");
        is_told && name.trim_start_matches(['"', '\'']).starts_with("@stylistic/")
    };
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| is_rule(line));
    let (first, _) = lines.next()?;
    (lines.count() + 1 >= LAYOUT_MIN).then(|| Configured {
        within: Some("eslint"),
        ..configured(("@stylistic", Format, &["JavaScript", "TypeScript"]), path, first)
    })
}

/// Whether a file says by its name how ESLint is to work.
fn is_of_eslint(name: &str) -> bool {
    name.starts_with(".eslintrc") || name.starts_with("eslint.config.")
}

/// The line of a configuration of ESLint that makes a mistake of what Prettier would lay out otherwise. Another package of that
/// name only takes rules away.
fn prettier_line(text: &str) -> Option<u32> {
    let is_off = |line: &str| {
        let after = line.split("prettier/prettier").nth(1).unwrap_or_default();
        let value = after.trim_start_matches(['"', '\'', ' ', ':', '[']);
        value.starts_with("off") || value.starts_with('0')
    };
    let asks = |line: &str| {
        let names = [
            "plugin:prettier/recommended",
            "eslint-plugin-prettier/recommended",
        ];
        let is_rule = [
            "\"prettier/prettier\"",
            "'prettier/prettier'",
            "prettier/prettier:",
        ]
        .iter()
        .any(|rule| line.contains(rule));
        names.iter().any(|name| line.contains(name)) || is_rule && !is_off(line)
    };
    let lines = (1..).zip(text.lines());
    let mut code = lines.filter(|(_, line)| !line.trim_start().starts_with(['/', '#', '*']));
    code.find(|(_, line)| asks(line)).map(|(line, _)| line)
}

impl Row {
    fn at(&'static self, path: &str, line: u32) -> Configured {
        configured((self.tool, self.purpose, &self.languages), path, line)
    }
}

fn configured(
    (tool, purpose, languages): (&'static str, Purpose, &'static [&'static str]),
    path: &str,
    line: u32,
) -> Configured {
    Configured {
        tool,
        purpose,
        languages,
        path: path.to_owned(),
        line,
        within: None,
    }
}

fn keys(found: &mut Vec<Configured>, path: &str, node: Option<&Node>, place: &str) {
    for entry in node.map_or(&[][..], Node::entries) {
        let rows = known(place, |name| name == entry.key);
        found.extend(rows.map(|row| row.at(path, entry.line)));
        for inner in entry.node.entries() {
            let is_inner = |name: &str| name.split_once('.') == Some((&entry.key, &inner.key));
            found.extend(known(place, is_inner).map(|row| row.at(path, inner.line)));
        }
    }
}

/// Lints that Cargo gives to Clippy.
fn lints(found: &mut Vec<Configured>, path: &str, text: &str) {
    let Ok(root) = toml::read(text) else { return };
    for keys in [&["lints", "clippy"][..], &["workspace", "lints", "clippy"]] {
        if let Some(node) = root.at(keys)
            && matches!(node.value, Value::Map(_))
        {
            found.push(configured(("clippy", Lint, &["Rust"]), path, node.line));
        }
    }
}

/// Files of builds, or ends of their paths, with who builds by them and the languages that they are of.
const BUILDS: [(&str, &str, &[&str]); 5] = [
    ("CMakeLists.txt", "cmake", &["C", "C++"]),
    ("Makefile", "make", &["C", "C++"]),
    ("meson.build", "meson", &["C", "C++"]),
    ("src/lib.rs", "cargo", &["Rust"]),
    ("src/main.rs", "cargo", &["Rust"]),
];
/// What makes mistakes of the compiler's warnings there.
const STRICT: [&str; 5] = [
    "-Werror",
    "/WX",
    "werror=true",
    "COMPILE_WARNING_AS_ERROR",
    "#![deny(warnings",
];

/// The compiler as a linter, within the build that stops on its warnings.
fn strict(path: &str, text: &str) -> Option<Configured> {
    let (_, build, languages) = BUILDS.iter().find(|(end, ..)| path.ends_with(end))?;
    let is_strict = |line: &str| {
        let line = line.trim_start();
        let is_remark = line.starts_with('#') && !line.starts_with("#![") || line.starts_with("//");
        // `check_cxx_compiler_flag("-Werror" …)` asks whether the compiler knows it.
        let is_asked = line.to_ascii_lowercase().contains("compiler_flag(");
        !is_remark && !is_asked && STRICT.iter().any(|mark| line.contains(mark))
    };
    let (line, _) = (1..).zip(text.lines()).find(|(_, line)| is_strict(line))?;
    Some(Configured {
        within: Some(build),
        ..configured(("the compiler", Lint, languages), path, line)
    })
}

fn sections(found: &mut Vec<Configured>, path: &str, text: &str) {
    for section in ini::read(text) {
        let name = section.name.trim_start_matches("tool:");
        let rows = known("section", |known| known == name);
        found.extend(rows.map(|row| row.at(path, section.line)));
    }
}

fn plugins(found: &mut Vec<Configured>, path: &str, text: &str) {
    for (line, code) in (1..).zip(text.lines()) {
        let rows = known("plugin", |word| code.contains(word));
        found.extend(rows.map(|row| row.at(path, line)));
    }
}

/// Parts of the names of Checkstyle's modules that look at the layout, and how many of them keep it.
const LAYOUT: [&str; 7] = array("Whitespace Indentation ParenPad Curly OperatorWrap LineLength TabCharacter");
const LAYOUT_MIN: usize = 3;

/// Checkstyle as what keeps the layout, within the build that has its plugin.
fn within_build(snapshot: &Snapshot, path: &str, text: &str) -> Option<Configured> {
    let is_of_layout = |line: &str| {
        let name = line.split("<module name=\"").nth(1).unwrap_or_default();
        !line.contains("<!--") && LAYOUT.iter().any(|part| name.contains(part))
    };
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| is_of_layout(line));
    let (first, _) = lines.next()?;
    let has = |file: &str| {
        snapshot
            .text(file)
            .is_some_and(|text| text.contains("checkstyle"))
    };
    let builds = [
        ("pom.xml", "mvn"),
        ("build.gradle", "gradle"),
        ("build.gradle.kts", "gradle"),
    ];
    let build = builds.into_iter().find(|(file, _)| has(file));
    (lines.count() + 1 >= LAYOUT_MIN).then(|| Configured {
        within: build.map(|(_, tool)| tool),
        ..configured(("checkstyle", Format, &["Java"]), path, first)
    })
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
            found.push(configured(("golangci-lint", Format, &["Go"]), path, line));
        }
    }
}
