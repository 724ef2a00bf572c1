//! Whether what pipelines take from others is pinned.

use crate::families::unread;
use court::evidence::Place;
use probes_core::{Answer, Probe, Search, Subject};
use project::automation::{Automation, Pipeline, Work};
use serde_json::json;
use std::collections::BTreeMap;

pub(super) const PROBE: Probe = Probe::of_code(
    "automation.pinned_actions",
    "Actions and images of others are pinned to a digest; a tag, which can be moved, counts for half",
    examine,
);

/// How something of others is pinned.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Hold {
    Open,
    Tag,
    Digest,
}

fn examine(snapshot: &Subject) -> Answer {
    let automation = snapshot.automation();
    let used: BTreeMap<String, (Hold, Place)> = automation.pipelines.iter().flat_map(used).collect();
    if used.is_empty() {
        return match read(automation).end() {
            Some((place, why)) => {
                Answer::unobserved(format!("no action of others is seen; but at {place}: {why}"))
            }
            None => Answer::not_applicable("no pipeline uses actions or images of others"),
        };
    }
    let count = |hold: Hold| used.values().filter(|(one, _)| *one == hold).count();
    let (open, tags, digests) = (count(Hold::Open), count(Hold::Tag), count(Hold::Digest));
    let all = used.len();
    let why = format!(
        "of {all} actions and images of others {digests} are pinned by digest, {tags} by a tag, {open} not at all"
    );
    let value = json!({"good": 2 * digests + tags, "all": 2 * all});
    let mut shown: Vec<(&String, &(Hold, Place))> = used.iter().collect();
    shown.sort_by_key(|(name, (hold, _))| (*hold, name.as_str()));
    let answer = unread::share(open < all, value, why, read(automation));
    shown.into_iter().fold(answer, |answer, (name, (_, place))| {
        answer.at_noting(place.clone(), format!("`{name}`"))
    })
}

/// The pipelines, of which some may not have been read.
fn read(automation: &Automation) -> Search {
    let search = Search::default();
    automation.unread.iter().fold(search, |search, (path, why)| {
        search.open(Place::File(path.clone()), format!("it could not be read: {why}"))
    })
}

/// What a pipeline takes from others, each once.
fn used(pipeline: &Pipeline) -> Vec<(String, (Hold, Place))> {
    let place = |line: u32| Place::line(pipeline.path.as_str(), line);
    let mut found = Vec::new();
    for step in &pipeline.steps {
        if let Work::Action { name, .. } = &step.what
            && let Some(hold) = action(name)
        {
            found.push((name.clone(), (hold, place(step.line))));
        }
    }
    for one in &pipeline.images {
        found.extend(image(&one.name).map(|hold| (one.name.clone(), (hold, place(one.line)))));
    }
    found
}

/// `owner/name@reference`, `docker://image`; none for what lies in the repository.
fn action(name: &str) -> Option<Hold> {
    if name.starts_with("./") || name.starts_with("../") || name.contains("${{") {
        return None;
    }
    if let Some(name) = name.strip_prefix("docker://") {
        return image(name);
    }
    let (_, reference) = name.rsplit_once('@')?;
    Some(if is_digest(reference) {
        Hold::Digest
    } else if reference
        .trim_start_matches('v')
        .starts_with(|c: char| c.is_ascii_digit())
        || has_version(reference)
    {
        Hold::Tag
    } else {
        Hold::Open
    })
}

/// `release/v1`, `codeql-bundle-v2`: a word with a version at its end.
fn has_version(reference: &str) -> bool {
    let last = reference.rsplit(['/', '-', '_']).next().unwrap_or_default();
    let digits = last.trim_start_matches('v');
    !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit() || c == '.')
}

fn is_digest(reference: &str) -> bool {
    reference.len() >= 40 && reference.chars().all(|c| c.is_ascii_hexdigit())
}

/// None for what the pipeline works out or for a stage of the file itself.
fn image(name: &str) -> Option<Hold> {
    if name.is_empty() || name.contains('$') {
        return None;
    }
    if name.contains("@sha256:") {
        return Some(Hold::Digest);
    }
    let last = name.rsplit('/').next().unwrap_or(name);
    let tag = last.split_once(':').map(|(_, tag)| tag);
    Some(match tag {
        None | Some("latest" | "edge" | "nightly" | "main" | "master") => Hold::Open,
        Some(_) => Hold::Tag,
    })
}
