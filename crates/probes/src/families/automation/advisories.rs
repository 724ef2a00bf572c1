//! Whether something looks for known flaws, of the packages or of the code.

use crate::families::git::{described, place};
use crate::families::unread;
use court::evidence::Place;
use probes_core::{Answer, Probe, Search, Subject};
use project::manifest::{Dependency, Manifest};
use subject::history::Commit;
use wordlist::{Words, array};

pub(super) const PROBE: Probe = Probe::of_code(
    "automation.advisories",
    "Something looks for known flaws, of the packages or of the code",
    examine,
);

/// Settings of programs that bring new versions of packages, by their names.
static UPDATERS: Words =
    Words::new(|| wordlist::words(include_str!("../../../words/advisories_updaters.txt")));
/// Programs that look for flaws, as commands and actions name them.
static SCANNERS: Words =
    Words::new(|| wordlist::lines(include_str!("../../../words/advisories_scanners.txt")));
/// Files beside pipelines in which such programs are started.
const STARTERS: [&str; 7] =
    array(".pre-commit-config.yaml tox.ini noxfile.py Makefile justfile Rakefile package.json");
/// What is set on a forge's own pages is not in the repository.
const SURE: u8 = 70;

fn examine(snapshot: &Subject) -> Answer {
    let automation = snapshot.automation();
    let name = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
    let updater = snapshot
        .files
        .keys()
        .find(|path| UPDATERS.contains(&name(path).as_str()));
    if let Some(path) = updater {
        let why = format!("{path} has new versions of packages proposed");
        return Answer::present(why).at(Place::line(path.as_str(), 1));
    }
    if let Some(commit) = proposed(snapshot) {
        let why = format!(
            "a robot proposes new versions of packages, as {} did",
            described(commit)
        );
        return Answer::present(why).at(place(commit)).sure(SURE);
    }
    let pipelines = automation.pipelines.iter().map(|one| one.path.as_str());
    let starters = snapshot
        .files
        .keys()
        .map(String::as_str)
        .filter(|path| STARTERS.contains(path));
    let mut texts = pipelines
        .chain(starters)
        .filter_map(|path| Some((path, snapshot.text(path)?)));
    let found = texts.find_map(|(path, text)| {
        let mut lines = (1_u32..).zip(text.lines());
        lines.find_map(|(at, line)| {
            let line = line.trim_start().to_ascii_lowercase();
            let scanner = SCANNERS
                .iter()
                .find(|word| !line.starts_with('#') && line.contains(*word))?;
            Some((path, at, *scanner))
        })
    });
    match found {
        Some((path, at, scanner)) => {
            Answer::present(format!("{path} starts `{scanner}`")).at(Place::line(path, at))
        }
        None if !has_packages(snapshot) => Answer::not_applicable(
            "no package of others is declared or imported, so none of them can have known flaws",
        ),
        None => {
            let why = "no file starts a program that looks for flaws or proposes new versions of packages; what is set on \
                       the pages of a forge is not seen";
            Answer::absent(why, search(snapshot)).sure(SURE)
        }
    }
}

/// Robots that propose new versions, by what their authors' names have in them.
const ROBOTS: [&str; 5] = ["dependabot", "renovate", "pyup", "greenkeeper", "scala-steward"];
/// How old the last proposal may be, in seconds before the newest commit: half a year.
const FRESH_SECONDS: i64 = 183 * 24 * 60 * 60;

/// The newest commit of such a robot, where it is not long ago.
fn proposed(snapshot: &Subject) -> Option<&Commit> {
    let commits = &snapshot.history.commits;
    let newest = commits.iter().map(|commit| commit.authored).max()?;
    let is_robot = |commit: &&Commit| {
        let author = commit.author.to_lowercase();
        ROBOTS.iter().any(|robot| author.contains(robot))
    };
    let found = commits
        .iter()
        .filter(is_robot)
        .max_by_key(|commit| commit.authored)?;
    (newest - found.authored <= FRESH_SECONDS).then_some(found)
}

/// Whether a package of others is declared or imported, or may be in what is not read.
fn has_packages(snapshot: &Subject) -> bool {
    let is_unread = !snapshot.census().others.is_empty();
    let imports = || snapshot.modules().externals().next().is_some();
    let manifests = &snapshot.manifests().all;
    let declares = |manifest: &Manifest| {
        manifest.dependencies.iter().any(Dependency::is_external) || !manifest.gaps.is_empty()
    };
    is_unread || manifests.iter().any(declares) || imports()
}

/// Where one may be started all the same.
fn search(snapshot: &Subject) -> Search {
    let automation = snapshot.automation();
    automation
        .unread
        .iter()
        .fold(unread::paths(snapshot), |search, (path, why)| {
            search.open(Place::File(path.clone()), format!("it could not be read: {why}"))
        })
}
