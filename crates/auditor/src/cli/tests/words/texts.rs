//! What people read, found in this repository and parted into blocks of running text.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::path::{Path, PathBuf};

/// Folders whose texts are data of tests, or what comes of a build.
const NOT_FOR_PEOPLE: [&str; 7] = [
    "examples",
    "fixture",
    "fixtures",
    "seeds",
    "snapshots",
    "target",
    "tests",
];
/// Folders of this repository that are looked at with all that is below them.
const FOLDERS: [&str; 4] = ["action", "benches", "crates", "docs"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub(super) fn read(page: &str) -> String {
    std::fs::read_to_string(root().join(page)).unwrap_or_else(|error| panic!("{page}: {error}"))
}

/// The files of this repository whose names end so, those in its root among them.
pub(super) fn files(ending: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open: Vec<String> = FOLDERS.iter().map(|&folder| folder.to_owned()).collect();
    found.extend(entries("").into_iter().filter(|name| name.ends_with(ending)));
    while let Some(folder) = open.pop() {
        for name in entries(&folder) {
            let path = format!("{folder}/{name}");
            if root().join(&path).is_dir() {
                open.extend((!NOT_FOR_PEOPLE.contains(&name.as_str())).then_some(path));
            } else if name.ends_with(ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn entries(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(root().join(folder)).unwrap();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

/// The blocks of running text of a page, and what its code is read as. A heading and a cell of a table are blocks too.
pub(super) fn blocks(markdown: &str, spoken: fn(&str) -> String) -> Vec<String> {
    let mut blocks = vec![String::new()];
    let mut is_code = false;
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => is_code = true,
            Event::End(TagEnd::CodeBlock) => is_code = false,
            Event::Start(Tag::Paragraph | Tag::Item | Tag::Heading { .. } | Tag::TableCell) => {
                blocks.push(String::new());
            }
            Event::Text(text) if !is_code => blocks.last_mut().unwrap().push_str(&text),
            Event::Code(text) => blocks.last_mut().unwrap().push_str(&spoken(&text)),
            Event::SoftBreak | Event::HardBreak => blocks.last_mut().unwrap().push(' '),
            _ => {}
        }
    }
    blocks
}

/// The running text of a file that is data: remarks and values, each of as many lines as it has, without lists of words.
pub(super) fn of_data(text: &str) -> Vec<String> {
    let mut blocks = vec![String::new()];
    let (mut was_remark, mut in_list) = (false, false);
    for line in text.lines().map(str::trim) {
        let is_remark = line.starts_with('#');
        let value = value(line).filter(|_| !is_remark);
        if line.is_empty() || is_remark != was_remark || value.is_some() || line.contains('|') {
            blocks.push(String::new());
        }
        let text = value.unwrap_or(line).trim_start_matches(['#', ' ', '>', '-']);
        in_list |= !is_remark && text.starts_with(['[', '{']);
        if !in_list {
            let block = blocks.last_mut().unwrap();
            block.push_str(text);
            block.push(' ');
        }
        in_list &= !line.ends_with([']', '}']);
        was_remark = is_remark;
    }
    blocks
}

/// What stands behind a key.
fn value(line: &str) -> Option<&str> {
    let (key, value) = line.split_once([':', '='])?;
    let key = key.trim_start_matches("- ").trim_end();
    (!key.is_empty() && !key.contains([' ', '('])).then_some(value)
}

/// The texts that stand in the code of a file, each as the program would say it.
pub(super) fn of_source(source: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut rest = source;
    while let Some(at) = rest.find(['"', '\'', '/']) {
        let (before, here) = (&rest[..at], &rest[at..]);
        rest = match here.as_bytes() {
            [b'/', b'/', ..] => here.split_once('\n').map_or("", |(_, rest)| rest),
            [b'\'', b'\\', _, ..] => here[3..].split_once('\'').map_or("", |(_, rest)| rest),
            [b'\'', b'"', b'\'', ..] => &here[3..],
            [b'"', ..] => {
                let (text, rest) = literal(before, &here[1..]);
                texts.push(text);
                rest
            }
            _ => &here[1..],
        };
    }
    texts
}

/// The remarks of a file of code, those that follow each other as one.
pub(super) fn remarks(source: &str) -> Vec<String> {
    let mut blocks = vec![String::new()];
    for line in source.lines().map(str::trim) {
        let remark = line
            .strip_prefix("//")
            .map(|line| line.trim_start_matches(['/', '!', ' ']));
        match remark.filter(|line| !line.is_empty()) {
            Some(remark) => {
                let starts = remark.starts_with(['*', '|', '#', '-']);
                blocks.extend(starts.then(String::new));
                let block = blocks.last_mut().unwrap();
                block.push_str(remark);
                block.push(' ');
            }
            None => blocks.push(String::new()),
        }
    }
    blocks
}

/// A text from behind its first quotation mark, and what follows it.
fn literal<'a>(before: &str, here: &'a str) -> (String, &'a str) {
    let hashes = before.len() - before.trim_end_matches('#').len();
    if before.trim_end_matches('#').ends_with('r') {
        let end = format!("\"{}", "#".repeat(hashes));
        let (text, rest) = here.split_once(&end).unwrap_or((here, ""));
        return (text.to_owned(), rest);
    }
    let mut text = String::new();
    let mut chars = here.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return (text, &here[at + 1..]),
            '\\' => match chars.next() {
                Some((_, '\n')) => text.push(' '),
                Some((_, 'n')) => text.push('\n'),
                Some((_, escaped)) => text.push(escaped),
                None => {}
            },
            c => text.push(c),
        }
    }
    (text, "")
}

/// What a schema says of its fields.
pub(super) fn descriptions(schema: &serde_json::Value) -> Vec<String> {
    match schema {
        serde_json::Value::Object(fields) => {
            let own = fields.get("description").and_then(|text| text.as_str());
            let below = fields.values().flat_map(descriptions);
            own.map(str::to_owned).into_iter().chain(below).collect()
        }
        serde_json::Value::Array(values) => values.iter().flat_map(descriptions).collect(),
        _ => Vec::new(),
    }
}
