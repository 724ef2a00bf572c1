//! `go.mod`.

use super::{Dependency, Kind, Manifest, Pin, Source};
use std::collections::BTreeSet;

pub(super) fn read(manifest: &mut Manifest, text: &str) {
    let mut block: Option<String> = None;
    // What is replaced may be asked for before and behind.
    let mut replaced: BTreeSet<&str> = BTreeSet::new();
    for (number, line) in (1..).zip(text.lines()) {
        let (code, comment) = line.split_once("//").unwrap_or((line, ""));
        let words: Vec<&str> = code.split_whitespace().collect();
        match (&block, words.as_slice()) {
            (_, []) => {}
            (Some(_), [")"]) => block = None,
            (None, [verb, "("]) => block = Some((*verb).to_owned()),
            (Some(verb), rest) => take(manifest, verb, rest, comment, number),
            (None, [verb, rest @ ..]) => take(manifest, verb, rest, comment, number),
        }
        replaced.extend(replaced_here(block.as_deref(), &words));
    }
    let here = manifest
        .dependencies
        .iter_mut()
        .filter(|one| replaced.contains(one.name.as_str()));
    here.for_each(|one| one.source = Source::Path);
}

/// The module that a line replaces by a folder.
fn replaced_here<'t>(block: Option<&str>, words: &[&'t str]) -> Option<&'t str> {
    let words = match (block, words) {
        (Some("replace"), words) => words,
        (None, ["replace", words @ ..]) => words,
        _ => return None,
    };
    match words {
        [from, .., to] if to.starts_with(['.', '/']) => Some(from),
        _ => None,
    }
}

fn take(manifest: &mut Manifest, verb: &str, words: &[&str], comment: &str, line: u32) {
    match (verb, words) {
        ("module", [name, ..]) => manifest.name = Some(name.trim_matches('"').to_owned()),
        ("go", [version, ..]) if manifest.toolchain.is_none() => {
            manifest.toolchain = Some(((*version).to_owned(), line));
        }
        ("toolchain", [version, ..]) => manifest.toolchain = Some(((*version).to_owned(), line)),
        // What others need is written down too; it is not direct.
        ("require", [name, version, ..]) if !comment.trim().starts_with("indirect") => {
            let dependency = Dependency::new(name.trim_matches('"'), *version, line);
            manifest.needs(dependency.pinned(Pin::Exact));
        }
        ("tool", [path, ..]) => {
            let dependency = Dependency::new(*path, "", line).of_kind(Kind::Dev);
            manifest.needs(dependency.pinned(Pin::Exact));
        }
        _ => {}
    }
}
