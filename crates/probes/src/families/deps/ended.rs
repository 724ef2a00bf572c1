//! Whether what the program runs with is still looked after by who makes it.

use super::scope::{Scope, runs_with};
use crate::families::unread;
use court::evidence::Place;
use probes_core::{Answer, Probe, Search, Subject};
use project::manifest::{Ecosystem, Manifest};
use regex::Regex;
use serde_json::json;
use std::collections::BTreeSet;
use std::sync::LazyLock;
use subject::Part;
use subject::part::by_path;
use wordlist::Words;

pub(super) const PROBE: Probe = Probe::of_code(
    "deps.ended",
    "Frameworks, libraries and images that the program runs with are still supported by who makes them, as far as that is known here",
    examine,
);

static ENDED: Words = Words::new(|| wordlist::lines(include_str!("../../../words/ended_series.txt")));
/// What images are called in the table.
const IMAGE: &str = "image";

/// A version: its first two numbers. A range that ends with its first number has the largest second one.
type Version = (u32, u32);

/// Something that the program runs with.
struct Used {
    name: String,
    /// What is asked of its version, as written.
    asked: String,
    place: Place,
    /// When its support ended; none where it did not, as far as is known.
    ended: Option<&'static str>,
}

fn examine(snapshot: &Subject) -> Answer {
    let scope = Scope::of(snapshot);
    let mut used = packages(&scope);
    used.extend(
        scope
            .manifests
            .iter()
            .filter_map(|manifest| parent(snapshot, manifest)),
    );
    used.extend(images(snapshot));
    if used.is_empty()
        && let Some(answer) = scope.unread()
    {
        return answer;
    }
    if used.is_empty() {
        let why = "of nothing that the program runs with it is known here for how long it is supported";
        return Answer::not_applicable(why);
    }
    let (all, ended): (usize, Vec<&Used>) = (
        used.len(),
        used.iter().filter(|one| one.ended.is_some()).collect(),
    );
    let good = all - ended.len();
    let why = format!(
        "of {all} frameworks, libraries and images of which it is known here for how long they are supported {good} are"
    );
    let value = json!({"good": good, "all": all});
    let answer = unread::share(good > 0, value, why, Search::default());
    ended.into_iter().fold(answer, |answer, one| {
        let day = one.ended.unwrap_or_default();
        let note = format!(
            "support for `{}` {} ended on {day} or before",
            one.name, one.asked
        );
        answer.at_noting(one.place.clone(), note)
    })
}

/// The packages of the table that the program is declared to run with.
fn packages(scope: &Scope<'_>) -> Vec<Used> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for manifest in &scope.manifests {
        let dependencies = manifest
            .dependencies
            .iter()
            .filter(|one| runs_with(manifest, one));
        for one in dependencies.filter(|one| one.is_external()) {
            let place = Place::line(manifest.path.as_str(), one.line);
            let used = used(word(manifest.ecosystem()), &one.name, &one.requirement, place);
            found.extend(used.filter(|_| seen.insert(one.name.to_lowercase())));
        }
    }
    found
}

const fn word(ecosystem: Ecosystem) -> &'static str {
    match ecosystem {
        Ecosystem::Rust => "rust",
        Ecosystem::Node => "node",
        Ecosystem::Python => "python",
        Ecosystem::Go => "go",
        Ecosystem::Jvm => "jvm",
        Ecosystem::Ruby => "ruby",
        Ecosystem::Native => "native",
    }
}

/// What a manifest of Maven inherits its versions from.
static PARENT: LazyLock<Regex> = LazyLock::new(|| {
    let text = r"(?s)<parent>\s*<groupId>([\w.-]+)</groupId>\s*<artifactId>([\w.-]+)</artifactId>\s*<version>([\w.-]+)</version>";
    Regex::new(text).expect("it is fixed and tested")
});

fn parent(snapshot: &Subject, manifest: &Manifest) -> Option<Used> {
    let text = snapshot
        .text(&manifest.path)
        .filter(|_| manifest.path.ends_with("pom.xml"))?;
    let found = PARENT.captures(text)?;
    let place = line_of(&manifest.path, text, found.get(0)?.start());
    used("jvm", &format!("{}:{}", &found[1], &found[2]), &found[3], place)
}

/// An image that a container is built upon. One that only builds counts too: what it made is what runs.
static FROM: LazyLock<Regex> = LazyLock::new(|| {
    let text = r"(?im)^[ \t]*FROM[ \t]+(?:--platform=\S+[ \t]+)?(?:docker\.io/)?(?:library/)?([a-z]+):v?(\d+(?:\.\d+)?)";
    Regex::new(text).expect("it is fixed and tested")
});

fn images(snapshot: &Subject) -> Vec<Used> {
    let is_container = |path: &&String| {
        let name = path.rsplit('/').next().unwrap_or(path);
        let is_named = name.starts_with("Dockerfile") || name.ends_with(".Dockerfile");
        is_named && by_path(path) == Part::Product
    };
    let files = snapshot.files.keys().filter(is_container);
    let texts = files.filter_map(|path| Some((path, snapshot.text(path)?)));
    let found = texts.flat_map(|(path, text)| {
        FROM.captures_iter(text).filter_map(move |found| {
            let place = line_of(path, text, found.get(1)?.start());
            used(IMAGE, &found[1], &found[2], place)
        })
    });
    found.collect()
}

fn line_of(path: &str, text: &str, at: usize) -> Place {
    let before = text.get(..at).unwrap_or_default().matches('\n').count();
    Place::line(path, u32::try_from(before + 1).unwrap_or(u32::MAX))
}

/// Something of the table with what became of its series; none for what is not in it, or is of any version.
fn used(whose: &str, name: &str, asked: &str, place: Place) -> Option<Used> {
    let lower = name.to_lowercase();
    let rows = ENDED.iter().filter_map(|row| {
        let mut cells = row.split(' ');
        let is_it = cells.next() == Some(whose) && cells.next() == Some(lower.as_str());
        is_it.then(|| Some((cells.next()?, cells.next()?)))?
    });
    let rows: Vec<(&str, &'static str)> = rows.collect();
    let version = version(asked);
    if rows.is_empty() || version.is_none() && rows.iter().all(|(series, _)| *series != "any") {
        return None;
    }
    let is_within =
        |series: &str| series == "any" || version.is_some_and(|version| version <= last_of(series));
    Some(Used {
        name: name.to_owned(),
        asked: asked.to_owned(),
        place,
        ended: rows
            .into_iter()
            .find(|(series, _)| is_within(series))
            .map(|(_, day)| day),
    })
}

/// The last version of a series: `6.1` itself, of `16` the largest.
fn last_of(series: &str) -> Version {
    version(series).unwrap_or_default()
}

/// The newest version that a requirement lets in, where its first number is bounded.
fn version(asked: &str) -> Option<Version> {
    let asked = asked.trim();
    // Neither what has no upper end nor what comes from elsewhere, `file:../pan2`.
    let is_open =
        asked.starts_with(['>', '<', '*', '!']) || asked.contains([':', '/', '|']) || asked.contains(" - ");
    let number = asked.trim_start_matches(|c: char| !c.is_ascii_digit());
    let is_wide = asked.starts_with(['^', '~']) && number.split('.').count() < 3 || asked.starts_with('^');
    let mut parts = number.split(|c: char| !c.is_ascii_digit());
    let major = parts.next()?.parse().ok().filter(|_| !is_open)?;
    let minor = parts.next().and_then(|minor| minor.parse().ok());
    Some((major, minor.filter(|_| !is_wide).unwrap_or(u32::MAX)))
}

#[cfg(test)]
mod tests {
    use super::version;

    #[test]
    fn the_newest_version_that_is_let_in_counts() {
        for (asked, newest) in [
            ("==3.2.5", Some((3, 2))),
            ("~> 6.1.4", Some((6, 1))),
            ("~> 7.0", Some((7, u32::MAX))),
            ("^2.6.1", Some((2, u32::MAX))),
            ("v3.2.0+incompatible", Some((3, 2))),
            ("16", Some((16, u32::MAX))),
            (">=2.0", None),
            ("file:../pan2", None),
            ("^2.0.0 || ^3.0.0", None),
            ("", None),
            ("*", None),
        ] {
            assert_eq!(version(asked), newest, "{asked}");
        }
    }
}
