//! Where the repository itself says how its project is used, beside its README. The remarks at the root of its code, which hosts of
//! documents show; its folder of documents.

use super::{elsewhere, sections};
use probes_core::Subject;
use project::census::Kind;
use regex::Regex;
use std::sync::LazyLock;
use subject::Part;
use subject::part::by_path;

/// Endings of files that people read as documents.
const TEXTS: [&str; 5] = [".md", ".rst", ".txt", ".adoc", ".mdx"];
/// Hosts that show the remarks of the code and nothing else.
pub(super) static SHOWN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\bhttps?://(?:docs\.rs|pkg\.go\.dev|(?:www\.)?godoc\.org)/").expect("it is fixed and tested")
});
/// A word that leads to a manual, with an address or a path of the folder of documents in the same line.
static LEADS: LazyLock<Regex> = LazyLock::new(|| {
    let text = r"(?im)^(?:.*\b(?:documentation|docs|manual|guide)\b.*https?://|.*https?://.*\b(?:documentation|docs|manual|guide)\b|.*\]\((?:\./)?docs?/)";
    Regex::new(text).expect("it is fixed and tested")
});

/// The place that tells how the project is used and that its README leads to.
pub(super) fn behind<'a>(snapshot: &'a Subject, readme: &str) -> Option<&'a str> {
    let shown = of_code(snapshot, readme).filter(|_| SHOWN.is_match(readme));
    shown.or_else(|| of_folder(snapshot).filter(|_| LEADS.is_match(readme)))
}

/// The file of code whose first remarks say how the project is used. Of several packages that is first the one that the title of
/// the README names.
fn of_code<'a>(snapshot: &'a Subject, readme: &str) -> Option<&'a str> {
    let title = elsewhere::title(readme).unwrap_or_default();
    let is_named = |name: &str| {
        let mut words = title.split(|c: char| !c.is_alphanumeric() && c != '_');
        elsewhere::letters(name) == elsewhere::letters(title)
            || words.any(|word| word.eq_ignore_ascii_case(name))
    };
    let projects = snapshot.census().projects.iter();
    let mut own: Vec<_> = projects.filter(|one| one.part == Part::Product).collect();
    own.sort_by_key(|one| !one.name.as_deref().is_some_and(is_named));
    own.into_iter().find_map(|one| {
        let folder = match one.root.as_str() {
            "" => String::new(),
            root => format!("{root}/"),
        };
        let is_root = |path: &str| {
            let inner = path.strip_prefix(folder.as_str()).unwrap_or("/");
            match one.kind {
                Kind::Cargo => inner == "src/lib.rs",
                Kind::Go => inner.ends_with(".go") && !inner.contains('/'),
                _ => false,
            }
        };
        let mut files = snapshot.files.iter().filter(|(path, _)| is_root(path));
        let found =
            files.find(|(path, file)| sections::says_use(&remarks(path, file.text().unwrap_or_default())));
        found.map(|(path, _)| path.as_str())
    })
}

/// What a file of code says of its package: `//!` of Rust, the remark above `package` of Go. An example of Go is code that shows it.
fn remarks(path: &str, text: &str) -> String {
    if path.ends_with("_test.go") {
        let is_example = text.contains("\nfunc Example");
        return if is_example {
            "## Example\n\nshown".to_owned()
        } else {
            String::new()
        };
    }
    let mark = if path.ends_with(".rs") { "//!" } else { "//" };
    let head = text.lines().take_while(|line| !line.starts_with("package "));
    let lines = head.filter_map(|line| line.strip_prefix(mark));
    let lines = lines.map(|line| line.strip_prefix(' ').unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n")
}

/// Whether a path lies in the folder of documents.
fn is_in_folder(path: &str) -> bool {
    ["docs/", "doc/"].iter().any(|folder| path.starts_with(folder))
}

/// A document of the folder of documents that says how the project is used.
fn of_folder(snapshot: &Subject) -> Option<&str> {
    // How to work on it and what changed is no use of it.
    let others = [
        "contribut",
        "develop",
        "change",
        "licen",
        "conduct",
        "security",
        "release",
    ];
    let is_document = |path: &str| {
        let lower = path.to_ascii_lowercase();
        is_in_folder(path)
            && TEXTS.iter().any(|ending| path.ends_with(ending))
            && by_path(path) != Part::Vendored
            && !others.iter().any(|part| lower.contains(part))
    };
    let documents = snapshot.files.iter().filter(|(path, _)| is_document(path));
    // What is to be read first lies at the top.
    let mut documents: Vec<_> = documents.collect();
    documents.sort_by_key(|(path, _)| path.matches('/').count());
    let mut documents = documents.into_iter();
    let found = documents.find(|(_, file)| file.text().is_some_and(sections::says_use))?;
    Some(found.0)
}
