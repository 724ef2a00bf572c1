//! `structure.artifacts`: what tools make or fetch again is not kept in git.

use crate::families::unread;
use court::evidence::Place;
use probes_core::{Answer, Probe, Subject};
use std::collections::{BTreeMap, BTreeSet};
use subject::Part;
use wordlist::Words;

/// Folders and endings that the ignore lists published for each language and tool name.
static FOLDERS: Words = Words::new(|| wordlist::words(include_str!("../../../words/artifact_folders.txt")));
static FILES: Words = Words::new(|| wordlist::words(include_str!("../../../words/artifact_files.txt")));
/// Most places shown.
const SHOWN_MAX: usize = 20;

pub(super) const PROBE: Probe = Probe::of_code(
    "structure.artifacts",
    "What tools make or fetch again is not kept in git",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    let read = snapshot.files.keys().map(String::as_str);
    let left_out = snapshot.skipped.iter().map(|one| one.path.as_str());
    let mut found: BTreeMap<String, Made<'_>> = BTreeMap::new();
    let ignored = Ignored::of(snapshot);
    for path in read.chain(left_out) {
        let what = artifact(path.trim_end_matches('/')).or_else(|| ignored.built(path));
        if let Some(what) = what {
            let made = found.entry(what).or_insert(Made {
                first: path,
                files: 0,
            });
            made.first = made.first.min(path);
            made.files += 1;
        }
    }
    if found.is_empty()
        && let Some(place) = maybe_built(snapshot)
    {
        let why = format!(
            "`{place}` is made by a build; whether it is kept on purpose, as some publish it, is not told"
        );
        return Answer::unobserved(why);
    }
    if found.is_empty() {
        let why = "nothing in git has the name or the place of build output or of a cache";
        return Answer::absent(why, unread::paths(snapshot));
    }
    let files: u64 = found.values().map(|made| made.files).sum();
    let (noun, verb) = if files == 1 {
        ("file", "is")
    } else {
        ("files", "are")
    };
    let answer = Answer::present(format!(
        "{files} {noun} in git {verb} made or fetched again by tools"
    ));
    let shown = found.into_iter().take(SHOWN_MAX);
    shown.fold(answer.valued(files), |answer, (what, made)| {
        let place = Place::File(made.first.to_owned());
        match what.ends_with('/') && made.files > 1 {
            true => answer.at_noting(place, format!("and {} more below `{what}`", made.files - 1)),
            false => answer.at(place),
        }
    })
}

/// Folders that builds and measurements fill. Where the project itself tells git to ignore one, what lies in it was not kept on purpose.
const BUILT: [&str; 7] = ["dist", "target", "_build", "build", "out", "obj", "coverage"];

/// The plain names and paths in files of names that git ignores, each with the folder of its file. Patterns are not read.
struct Ignored<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Ignored<'a> {
    fn of(snapshot: &'a Subject) -> Self {
        let mut all = Vec::new();
        for path in snapshot.files.keys() {
            let (home, name) = path.rsplit_once('/').unwrap_or(("", path));
            let text = snapshot.text(path).filter(|_| name == ".gitignore");
            let lines = || text.into_iter().flat_map(str::lines).map(str::trim);
            // What is taken out again may be all that is there.
            let is_kept = |name: &str| lines().any(|line| line.starts_with('!') && line.contains(name));
            let names = lines().map(|line| {
                let line = line.trim_start_matches("**/");
                line.trim_end_matches('*').trim_end_matches('/')
            });
            let names = names.filter(|name| !name.is_empty() && !name.contains(['*', '!', '#', '?', '[']));
            all.extend(names.filter(|name| !is_kept(name)).map(|name| (home, name)));
        }
        Self(all)
    }

    fn has(&self, folder: &str) -> bool {
        self.0.iter().any(|(home, name)| {
            let Some(rest) = folder.strip_prefix(home) else {
                return false;
            };
            let below = rest.trim_start_matches('/');
            let is_own = home.is_empty() || rest.starts_with('/');
            let last = below.rsplit('/').next().unwrap_or(below);
            is_own && (below == name.trim_start_matches('/') || last == *name)
        })
    }

    /// The folder of build output that a path lies in although git is told to ignore it, with a slash.
    fn built(&self, path: &str) -> Option<String> {
        let is_test = |part: &str| subject::part::by_path(&format!("{part}/x")) == Part::Test;
        let ends = path.match_indices('/').map(|(at, _)| &path[..at]);
        let mut folders = ends.filter(|folder| {
            let last = folder.rsplit('/').next().unwrap_or(folder);
            BUILT.contains(&last) && self.has(folder)
        });
        let folder = folders.next().filter(|_| !path.split('/').any(is_test))?;
        Some(format!("{folder}/"))
    }
}

/// Folders that builds fill and that some keep in git on purpose: a bundle that is handed out, pages.
const MAYBE_BUILT: [&str; 3] = ["dist", "target", "_build"];

fn maybe_built(snapshot: &Subject) -> Option<&str> {
    let manifests = snapshot.manifests().all.iter();
    let roots: BTreeSet<String> = manifests.map(|one| one.folder().to_owned()).collect();
    let read = snapshot.files.keys().map(String::as_str);
    let left_out = snapshot.skipped.iter().map(|one| one.path.as_str());
    let mut all = read.chain(left_out);
    all.find(|path| {
        let is_below = path.split('/').any(|folder| MAYBE_BUILT.contains(&folder));
        is_below && subject::part::sort(path, &roots).0 == Part::Generated
    })
}

/// Files of one origin: the first of them, and how many.
struct Made<'a> {
    first: &'a str,
    files: u64,
}

/// The folder, with a slash, or the file that a tool made; nothing for data of tests.
fn artifact(path: &str) -> Option<String> {
    let parts: Vec<&str> = path.split('/').collect();
    let folders = parts.split_last().map_or(&[][..], |(_, folders)| folders);
    if folders
        .iter()
        .any(|part| subject::part::by_path(&format!("{part}/x")) == Part::Test)
    {
        return None;
    }
    let at = parts.iter().position(|part| FOLDERS.contains(part));
    let whole = |at: usize| parts[..=at].join("/");
    match at {
        Some(at) if at + 1 < parts.len() => Some(format!("{}/", whole(at))),
        Some(_) => Some(format!("{path}/")),
        None => {
            let name = parts.last().copied().unwrap_or_default();
            let is_made = |known: &&str| match known.strip_prefix('*') {
                Some(ending) => name.len() > ending.len() && name.ends_with(ending),
                None => name == *known,
            };
            FILES.iter().any(is_made).then(|| path.to_owned())
        }
    }
}
