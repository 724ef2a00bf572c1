//! Where names of packages stand: in code, configuration and scripts, anywhere but where they are declared.

use aho_corasick::{AhoCorasick, MatchKind};
use probes_core::Subject;
use project::manifest::{Format, lock};
use std::collections::{BTreeMap, BTreeSet};
use subject::data::line_of;

/// Most names that are looked for; each file is passed over once for all of them.
const NEEDLES_MAX: usize = 20_000;
/// Endings of documents: what they say of a package is no use of it.
const DOCUMENTS: [&str; 6] = [".md", ".rst", ".adoc", ".html", ".svg", ".csv"];

/// Which of the names stand somewhere; `needles` are names in any case.
pub(super) fn found(snapshot: &Subject, needles: &BTreeSet<String>) -> BTreeSet<String> {
    let list: Vec<&String> = needles
        .iter()
        .filter(|one| !one.is_empty())
        .take(NEEDLES_MAX)
        .collect();
    let mut builder = AhoCorasick::builder();
    let Ok(words) = builder
        .ascii_case_insensitive(true)
        .match_kind(MatchKind::Standard)
        .build(&list)
    else {
        return needles.clone();
    };
    let declarations = declarations(snapshot);
    let mut found = BTreeSet::new();
    for (path, file) in &snapshot.files {
        let Some(text) = file.text().filter(|_| is_telling(path)) else {
            continue;
        };
        let lines = declarations.get(path.as_str());
        for hit in words.find_overlapping_iter(text) {
            let needle = list[hit.pattern().as_usize()];
            if found.contains(needle) || !is_whole(text, hit.start(), hit.end()) {
                continue;
            }
            let is_declaration = lines.is_some_and(|lines| lines.contains(&line_of(text, hit.start())));
            if !is_declaration {
                found.insert(needle.clone());
            }
        }
    }
    found
}

fn is_telling(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let is_document = DOCUMENTS.iter().any(|end| name.ends_with(end));
    let is_list = Format::of(path) == Some(Format::Requirements);
    !is_document && !is_list && lock::ecosystem(path).is_none() && !path.contains("node_modules/")
}

/// The lines of manifests that declare something.
fn declarations(snapshot: &Subject) -> BTreeMap<&str, BTreeSet<u32>> {
    let manifests = &snapshot.manifests().all;
    let lines = manifests.iter().map(|one| {
        let all = one.dependencies.iter().chain(&one.offered);
        (one.path.as_str(), all.map(|dependency| dependency.line).collect())
    });
    lines.collect()
}

/// Whether some words stand in a text as they are, not as a part of others.
pub(super) fn is_word_in(text: &str, words: &str) -> bool {
    let mut hits = text.match_indices(words);
    hits.any(|(at, _)| is_whole(text, at, at + words.len()))
}

fn is_whole(text: &str, start: usize, end: usize) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '-');
    !is_part(text[..start].chars().next_back()) && !is_part(text[end..].chars().next())
}
