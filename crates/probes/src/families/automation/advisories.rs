//! Whether something looks for known flaws of the packages, or tells of new versions of them.

use crate::families::deps;
use crate::families::git::{described, place};
use crate::families::unread;
use court::evidence::{Finding, Place};
use probes_core::{Answer, Probe, Search, Subject};
use project::automation::Act;
use subject::Part;
use subject::history::Commit;
use subject::part::by_path;
use wordlist::{Words, array, between};

pub(super) const PROBE: Probe = Probe::of_code(
    "automation.advisories",
    "Something looks for known flaws of packages: 2; it is only set up, or something proposes new versions of packages: 1",
    examine,
);

/// Settings of programs that bring new versions of packages, by their names.
static UPDATERS: Words =
    Words::new(|| wordlist::words(include_str!("../../../words/advisories_updaters.txt")));
/// Programs that look for known flaws of packages, as commands and actions name them.
static SCANNERS: Words =
    Words::new(|| wordlist::lines(include_str!("../../../words/advisories_scanners.txt")));
/// Programs that look through the own code alone.
static OF_OWN_CODE: Words =
    Words::new(|| wordlist::lines(include_str!("../../../words/advisories_own_code.txt")));
/// Commands that tell of newer versions.
const TELLERS: [&str; 5] =
    between("cargo outdated|npm outdated|pnpm outdated|yarn outdated|pip list --outdated");
/// Names and endings of files beside pipelines in which such programs are started, in small letters.
const STARTERS: [&str; 14] = array(
    ".golangci.yml .golangci.yaml .pre-commit-config.yaml tox.ini noxfile.py makefile .mk justfile taskfile.yml rakefile package.json composer.json .sh .ps1",
);
/// What is set on a forge's own pages is not in the repository.
const SURE: u8 = 70;
/// What the answer is worth: new versions are proposed, flaws are looked for.
const PROPOSED: i64 = 1;
/// A program is set up that looks for flaws, and somebody has to start it.
const PREPARED: i64 = 1;
const LOOKED_FOR: i64 = 2;

fn examine(snapshot: &Subject) -> Answer {
    let needed = deps::none_needed(snapshot);
    // Who takes nothing of others has nothing to look after, whatever looks at the own code.
    if let Some(answer) = needed
        .as_ref()
        .filter(|answer| answer.finding == Finding::NotApplicable)
    {
        return answer.clone();
    }
    if let Some((path, line, scanner)) = started(snapshot, &SCANNERS) {
        let (value, why) = match is_run(snapshot, path, line) {
            true => (LOOKED_FOR, format!("{path} starts `{scanner}`")),
            false => (
                PREPARED,
                format!("{path} can start `{scanner}`, and no pipeline was seen to do so"),
            ),
        };
        return Answer::present(why).valued(value).at(Place::line(path, line));
    }
    let proposing = proposing(snapshot);
    // A robot that proposes says more than manifests that cannot be read.
    if let Some((value, why, place)) = proposing {
        return Answer::present(why).valued(value).at(place).sure(SURE);
    }
    if let Some(answer) = needed {
        return answer;
    }
    let why = format!(
        "no file starts a program that looks for known flaws of packages or proposes new versions of them{}; what is set \
         on the pages of a forge is not seen",
        aside(snapshot)
    );
    Answer::absent(why, search(snapshot)).valued(0).sure(SURE)
}

/// What looks after something else than the packages.
fn aside(snapshot: &Subject) -> String {
    let actions = updaters(snapshot).next();
    let actions = actions.map(|path| format!("; {path} looks after the actions of pipelines alone"));
    let code = started(snapshot, &OF_OWN_CODE);
    let code = code.map(|(path, line, scanner)| {
        format!("; `{scanner}` ({path}:{line}) looks through the own code alone")
    });
    actions.into_iter().chain(code).collect()
}

/// Whether a pipeline, or a hook, comes to a line that starts a program.
fn is_run(snapshot: &Subject, path: &str, line: u32) -> bool {
    let automation = snapshot.automation();
    let is_read = automation.pipelines.iter().any(|one| one.path == path);
    let passes = |act: &Act| {
        act.chain
            .iter()
            .any(|link| link.path == path && link.line == line)
    };
    // A linter that holds others starts what its settings name.
    let is_within = |act: &Act| path.contains(".golangci.") && act.tool.starts_with("golangci");
    is_read
        || path.ends_with(".pre-commit-config.yaml")
        || automation.acts.iter().any(|act| passes(act) || is_within(act))
}

/// The settings of robots that propose new versions of something.
fn updaters(snapshot: &Subject) -> impl Iterator<Item = &str> {
    let is_updater = |path: &&str| UPDATERS.contains(&path.rsplit('/').next().unwrap_or(path));
    let paths = snapshot.files.keys().map(String::as_str);
    paths
        .filter(is_updater)
        .filter(|path| by_path(path) != Part::Vendored)
}

/// What has new versions of packages proposed, what it is worth, and its place.
fn proposing(snapshot: &Subject) -> Option<(i64, String, Place)> {
    // A robot marks so what it proposes because of a known flaw.
    if let Some(commit) = proposed(snapshot, "[security]") {
        let why = format!(
            "a robot looks for known flaws of packages, as {} shows",
            described(commit)
        );
        return Some((LOOKED_FOR, why, place(commit)));
    }
    if let Some(path) = updaters(snapshot).find(|path| tells_of_packages(snapshot, path)) {
        let why = format!("{path} has new versions of packages proposed");
        return Some((PROPOSED, why, Place::line(path, 1)));
    }
    if let Some((path, line, teller)) = started(snapshot, &TELLERS) {
        return Some((
            PROPOSED,
            format!("{path} starts `{teller}`"),
            Place::line(path, line),
        ));
    }
    let commit = proposed(snapshot, "")?;
    let why = format!(
        "a robot proposes new versions of packages, as {} did",
        described(commit)
    );
    Some((PROPOSED, why, place(commit)))
}

/// Whether a robot is told to look after more than the pipelines' own actions, where it is told what.
fn tells_of_packages(snapshot: &Subject, path: &str) -> bool {
    let text = snapshot.text(path).unwrap_or_default();
    let mut told = text
        .lines()
        .filter_map(|line| line.split_once("package-ecosystem:"))
        .peekable();
    let is_aside = |named: &str| {
        ["github-actions", "gitsubmodule", "docker"]
            .iter()
            .any(|aside| named.contains(aside))
    };
    told.peek().is_none() || told.any(|(_, named)| !is_aside(named))
}

/// The first line of a pipeline or a script that starts one of these.
fn started<'a>(snapshot: &'a Subject, programs: &[&'static str]) -> Option<(&'a str, u32, &'static str)> {
    let pipelines = snapshot.automation().pipelines.iter();
    let pipelines = pipelines.map(|one| one.path.as_str());
    let is_starter = |path: &&str| {
        let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
        STARTERS.iter().any(|known| name.ends_with(known)) && by_path(path) != Part::Vendored
    };
    let starters = snapshot.files.keys().map(String::as_str).filter(is_starter);
    pipelines.chain(starters).find_map(|path| {
        let mut lines = (1_u32..).zip(snapshot.text(path)?.lines());
        // Lists of what a linter leaves out.
        let mut is_off = false;
        lines.find_map(|(at, line)| {
            let line = line.trim_start().to_ascii_lowercase();
            // What is only said is not started.
            let said = [
                "echo",
                "printf",
                "write-host",
                "command -v",
                "which ",
                "contains(",
            ];
            // So is what names a step, a job or a group of settings.
            let is_key = line.strip_suffix(':').is_some_and(|key| !key.contains(' '));
            let is_name = is_key || line.trim_start_matches("- ").starts_with("name:");
            let is_said = is_name || line.starts_with('#') || said.iter().any(|word| line.contains(word));
            // A name that ends with it is another's: `team-trivy`.
            let is_whole = |word: &str| {
                line.split_once(word).is_some_and(|(before, rest)| {
                    !rest.starts_with(char::is_alphanumeric)
                        && !before.ends_with(|c: char| c.is_alphanumeric() || "-_".contains(c))
                })
            };
            is_off = match line.strip_suffix(':') {
                Some(key) => key.contains("disable") || key.contains("exclu"),
                None => is_off,
            };
            let found = programs
                .iter()
                .find(|word| !is_said && !is_off && is_whole(word))?;
            Some((path, at, *found))
        })
    })
}

/// Robots that propose new versions, by what their authors' names have in them.
const ROBOTS: [&str; 5] = ["dependabot", "renovate", "pyup", "greenkeeper", "scala-steward"];
/// How old the last proposal may be, in seconds before the newest commit: a year.
const FRESH_SECONDS: i64 = 365 * 24 * 60 * 60;

/// The newest commit of such a robot whose subject has a mark, where it is not long ago.
fn proposed<'a>(snapshot: &'a Subject, mark: &str) -> Option<&'a Commit> {
    let commits = &snapshot.history.commits;
    let newest = commits.iter().map(|commit| commit.authored).max()?;
    let is_robot = |commit: &&Commit| {
        let author = commit.author.to_lowercase();
        // Actions of pipelines are no packages of the program, whoever made them.
        let mut changes = commit.changes.iter().peekable();
        let is_aside = ["actions/", "github-actions"]
            .iter()
            .any(|aside| commit.subject.contains(aside))
            || changes.peek().is_some() && changes.all(|change| change.path.starts_with(".github/"));
        !is_aside && commit.subject.contains(mark) && ROBOTS.iter().any(|robot| author.contains(robot))
    };
    let found = commits
        .iter()
        .filter(is_robot)
        .max_by_key(|commit| commit.authored)?;
    (newest - found.authored <= FRESH_SECONDS).then_some(found)
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
