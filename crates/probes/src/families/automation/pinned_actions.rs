//! Whether what pipelines take from others is pinned.

use crate::families::{home, unread};
use court::evidence::Place;
use probes_core::{Answer, Probe, Search, Subject};
use project::automation::{Automation, Pipeline, Work};
use regex::Regex;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

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
    let owners = home::owners(snapshot);
    let all = automation
        .pipelines
        .iter()
        .flat_map(|pipeline| used(pipeline, &owners));
    let all = all.filter(|(_, (hold, place))| *hold == Hold::Digest || !is_explained(snapshot, place));
    let (aside, used): (BTreeMap<String, (Hold, Place)>, BTreeMap<_, _>) =
        all.partition(|(name, (hold, _))| *hold != Hold::Open && is_of_forge(name));
    let by_tag = aside.values().filter(|(hold, _)| *hold == Hold::Tag).count();
    let aside = match aside.len() {
        0 => String::new(),
        count => format!(
            "; {count} more of the forge itself (`actions/`, `github/`), {by_tag} by a tag and {} by digest, are not counted",
            count - by_tag
        ),
    };
    if used.is_empty() {
        return match read(automation).end() {
            Some((place, why)) => {
                Answer::unobserved(format!("no action of others is seen; but at {place}: {why}"))
            }
            None => Answer::not_applicable(format!(
                "no pipeline uses actions or images of others that are counted here{aside}"
            )),
        };
    }
    let count = |hold: Hold| used.values().filter(|(one, _)| *one == hold).count();
    let (open, tags, digests) = (count(Hold::Open), count(Hold::Tag), count(Hold::Digest));
    let all = used.len();
    let why = format!(
        "of {all} actions and images of others {digests} are pinned by digest, {tags} by a tag, {open} not at all{aside}"
    );
    let value = json!({"good": 2 * digests + tags, "all": 2 * all});
    let mut shown: Vec<(&String, &(Hold, Place))> = used.iter().collect();
    shown.sort_by_key(|(name, (hold, _))| (*hold, name.as_str()));
    let answer = unread::share(open < all, value, why, read(automation));
    shown.into_iter().fold(answer, |answer, (name, (_, place))| {
        answer.at_noting(place.clone(), format!("`{name}`"))
    })
}

/// A remark that says why something is not pinned, or pinned as it is.
static REASON: LazyLock<Regex> = LazyLock::new(|| {
    let text = r"(?i)#.*\b(?:pin(?:ned|ning)?|sha|hash|digest|commit|tags?|releases?|branch|latest)\b";
    Regex::new(text).expect("it is fixed and tested")
});
/// Words of a remark that says more than a version.
const REASON_WORDS_MIN: usize = 5;

/// Whether such a remark stands beside a line, or alone above it.
fn is_explained(snapshot: &Subject, place: &Place) -> bool {
    let Place::Lines { path, first, .. } = place else {
        return false;
    };
    let line = |at: u32| snapshot.lines(path, at, at).unwrap_or_default();
    let says = |text: &str| {
        let remark = text.split_once('#').map_or("", |(_, remark)| remark);
        REASON.is_match(text) && remark.split_whitespace().count() >= REASON_WORDS_MIN
    };
    let above = line(first.saturating_sub(1));
    says(&line(*first)) || above.trim_start().starts_with('#') && says(&above)
}

/// The pipelines, of which some may not have been read.
fn read(automation: &Automation) -> Search {
    let search = Search::default();
    automation.unread.iter().fold(search, |search, (path, why)| {
        search.open(Place::File(path.clone()), format!("it could not be read: {why}"))
    })
}

/// Who runs the pipeline anyway: a tag of theirs is no further hand that could be moved, and a digest is no further care.
const FORGE: [&str; 2] = ["actions", "github"];

/// What a pipeline takes from others, each once; what the owners of the project keep elsewhere is theirs.
fn used(pipeline: &Pipeline, owners: &BTreeSet<String>) -> Vec<(String, (Hold, Place))> {
    let place = |line: u32| Place::line(pipeline.path.as_str(), line);
    let mut found = Vec::new();
    for step in &pipeline.steps {
        if let Work::Action { name, .. } = &step.what
            && !owners.contains(&name.split('/').next().unwrap_or_default().to_lowercase())
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

fn is_of_forge(name: &str) -> bool {
    FORGE.iter().any(|owner| name.split('/').next() == Some(owner))
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
