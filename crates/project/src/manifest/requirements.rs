//! `requirements*.txt`: a requirement a line, with options of pip between them.

use super::requirement;
use super::{Kind, Manifest, Source};
use wordlist::array;

/// Words of a file's name that say that its packages are for those who work on the program.
const DEV: [&str; 19] = array(
    "dev test tests testing doc docs lint ci typing build develop tools mypy types ruff flake8 tox coverage \
     benchmarks",
);

/// Whether a file is a list of requirements, by its name: `requirements.txt`, `requirements-dev.txt`,
/// `dev-requirements.in`, `requirements/base.txt`.
pub(super) fn is_one(path: &str) -> bool {
    let mut parts = path.rsplit('/');
    let name = parts.next().unwrap_or(path);
    let Some(stem) = name.strip_suffix(".txt").or_else(|| name.strip_suffix(".in")) else {
        return false;
    };
    let is_word = |word: &str| word == "requirements" || word == "requirement";
    stem.split(['-', '_', '.']).any(is_word) || parts.next() == Some("requirements")
}

fn is_dev(path: &str) -> bool {
    let parts = path
        .rsplit('/')
        .take(2)
        .flat_map(|part| part.split(['-', '_', '.']));
    let mut words = parts.map(str::to_lowercase);
    words.any(|word| DEV.contains(&word.as_str()))
}

pub(super) fn read(manifest: &mut Manifest, text: &str) {
    let kind = if is_dev(&manifest.path) {
        Kind::Dev
    } else {
        Kind::Runtime
    };
    for (line, text) in logical(text) {
        take(manifest, line, &text, kind);
    }
}

/// Lines without comments, joined where one ends in a backslash.
fn logical(text: &str) -> Vec<(u32, String)> {
    let mut rows: Vec<(u32, String)> = Vec::new();
    let mut goes_on = false;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split(" #").next().unwrap_or(line).trim();
        if line.starts_with('#') {
            continue;
        }
        let (line, next) = line
            .strip_suffix('\\')
            .map_or((line, false), |line| (line.trim(), true));
        match rows.last_mut().filter(|_| goes_on) {
            Some((_, row)) => *row = format!("{row} {line}"),
            None if !line.is_empty() => rows.push((number, line.to_owned())),
            None => {}
        }
        goes_on = next;
    }
    rows
}

fn take(manifest: &mut Manifest, line: u32, text: &str, kind: Kind) {
    if let Some(path) = option(text, &["-r", "--requirement", "-c", "--constraint"]) {
        let is_constraint = text.starts_with("-c") || text.starts_with("--c");
        if !is_constraint {
            manifest.includes.push((path.to_owned(), line));
        }
        return;
    }
    let editable = option(text, &["-e", "--editable"]);
    let text = editable.unwrap_or(text);
    if text.starts_with('-') {
        return;
    }
    if text.starts_with(['.', '/']) {
        // The project itself, or a folder beside it.
        manifest
            .includes
            .push((format!("{}/", text.split('[').next().unwrap_or(text)), line));
        return;
    }
    match requirement::read(text, line) {
        Some(dependency) if dependency.source != Source::Path => {
            manifest.needs(dependency.of_kind(kind));
        }
        Some(_) => {}
        None => manifest.gap(
            line,
            format!("the requirement `{}`", text.chars().take(60).collect::<String>()),
        ),
    }
}

fn option<'a>(text: &'a str, names: &[&str]) -> Option<&'a str> {
    let rest = names.iter().find_map(|name| {
        let rest = text.strip_prefix(name)?;
        rest.starts_with([' ', '=']).then_some(rest)
    })?;
    Some(rest.trim_start_matches(['=', ' ']).trim())
}
