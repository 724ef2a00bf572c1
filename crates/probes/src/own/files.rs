//! Files by their paths.

use super::counted;
use super::scope::{Paths, is_in};
use court::evidence::{Finding, Place};
use court::protocol::own::Own;
use probes_core::Subject;
use probes_core::probe::{Answer, PROOFS_MAX};

/// Most paths that are named.
const NAMED_MAX: usize = 5;

/// How many files have a path that the globs match.
pub(super) fn examine(own: &Own, globs: &[String], snapshot: &Subject) -> Answer {
    let sets = Paths::of(globs).and_then(|globs| Ok((globs, Paths::of(&own.paths)?)));
    let (globs, paths) = match sets {
        Ok(sets) => sets,
        Err(problem) => return Answer::unobserved(problem),
    };
    // What was too large to be read is there all the same.
    let skipped = snapshot.skipped.iter().map(|skipped| &skipped.path);
    let all = snapshot.files.keys().chain(skipped);
    let mut found: Vec<&String> = all
        .filter(|path| globs.has(path) && paths.has(path) && is_in(own.part, path))
        .collect();
    found.sort_unstable();
    found.dedup();
    let rationale = match found.len() {
        0 => "no file has such a path".to_owned(),
        many => {
            let named: Vec<&str> = found.iter().take(NAMED_MAX).map(|path| path.as_str()).collect();
            let more = if many > NAMED_MAX { ", …" } else { "" };
            format!("{}: {}{more}", counted(many, "file"), named.join(", "))
        }
    };
    let answer = Answer::value(Finding::of(!found.is_empty()), found.len(), rationale);
    let shown = found
        .iter()
        .filter(|path| snapshot.files.contains_key(path.as_str()));
    answer.at_all(shown.take(PROOFS_MAX).map(|path| Place::line(path.as_str(), 1)))
}
