use super::{elsewhere, manual, sections};
use crate::families::unread;
use claims::claim::language::is_of_others;
use court::evidence::Place;
use probes_core::{Answer, Probe, Search, Subject};
use project::census::Project;
use regex::Regex;
use std::sync::LazyLock;
use subject::Part;
use wordlist::{Words, phrases};

pub(super) const PROBE: Probe = Probe::of_documents(
    "docs.readme",
    "A README says what the project is and how it is used.",
    examine,
);

/// Where forges look for it, the first first.
const FOLDERS: [&str; 3] = ["", ".github/", "docs/"];
/// Words that it takes to say what a project is and how it is used.
const WORDS_MIN: usize = 60;
/// Fewer are enough where they show how a program of so few lines is started, or link to where that stands.
const WORDS_OF_SMALL: usize = 20;
const SMALL_LINES_MAX: u64 = 2_000;
/// Words under whose headings use is explained, and that links to it carry.
static USES: Words = Words::new(|| wordlist::lines(include_str!("../../../words/readme_uses.txt")));

fn examine(snapshot: &Subject) -> Answer {
    let Some(path) = readme(snapshot) else {
        let nowhere = "there is no README where forges look for it";
        return Answer::absent(nowhere, Search::default());
    };
    let behind = behind(snapshot, path);
    let path = behind.as_deref().unwrap_or(path);
    let Some(text) = snapshot.text(path) else {
        let skipped = snapshot.skipped.iter().find(|skipped| skipped.path == path);
        let why = skipped.map_or("it is no text", |skipped| &skipped.why);
        return Answer::unobserved(format!("{path} could not be read: {why}"));
    };
    if is_unfilled(text) {
        let why = format!("{path} is the text that a forge makes for others to fill in, and nobody has");
        return Answer::absent(why, Search::default())
            .at(Place::line(path, 1))
            .sure(80);
    }
    if is_of_scaffold(snapshot, text) {
        let why = format!(
            "{path} is the text of the template that the project began with, and names the project nowhere"
        );
        return Answer::absent(why, Search::default())
            .at(Place::line(path, 1))
            .sure(80);
    }
    let words = text.split_whitespace().count();
    let says_how = says_how(text);
    let leads = || sections::links_to_use(text);
    let is_enough =
        words >= WORDS_MIN || words >= WORDS_OF_SMALL && says_how && (is_small(snapshot) || leads());
    let package = || of_package(snapshot, text).or_else(|| manual::behind(snapshot, text));
    let package = || package().filter(|_| is_enough);
    if !says_how && let Some(other) = package() {
        let why = format!("{path} says in {words} words what the project is, and {other} how it is used");
        let answer = Answer::present(why).at(Place::line(path, 1));
        return answer.at(Place::line(other, 1));
    }
    let (holds, rationale) = match (is_enough, says_how) {
        (true, true) => (
            true,
            format!(
                "{path} says in {words} words what the project is, and shows how it is used or where that stands"
            ),
        ),
        (true, false) => (false, format!("{path} does not say how the project is used")),
        (false, _) => (
            false,
            format!("{path} has {words} words, too few to say what the project is and how it is used"),
        ),
    };
    let place = Place::Lines {
        path: path.to_owned(),
        first: 1,
        last: 1,
    };
    let page = elsewhere::page(text)
        .map(str::to_owned)
        .or_else(|| sections::leads_away(text).filter(|_| is_enough));
    match (holds, page) {
        (true, _) => Answer::present(rationale).at(place),
        (false, Some(page)) => {
            Answer::unobserved(format!("{rationale}; it leads to {page}, which is not opened"))
        }
        (false, None) if is_enough && is_of_others(text.split_whitespace()) => Answer::unobserved(format!(
            "{path} is in a language whose words are not known, and shows no use"
        )),
        (false, None) => Answer::absent(rationale, Search::at([place])),
    }
}

/// Whether the program is so small that few words tell what there is to it.
fn is_small(snapshot: &Subject) -> bool {
    let lines = snapshot
        .census()
        .product()
        .map(|(_, file)| u64::from(file.facts.code_lines));
    let others = snapshot.census().others.values().map(|other| other.lines);
    (1..=SMALL_LINES_MAX).contains(&lines.chain(others).sum::<u64>())
}

/// What a template says of itself.
static SCAFFOLD: LazyLock<Regex> = LazyLock::new(|| {
    let text = r"(?im)^.*(?:\b(?:starter|boilerplate) (?:repository|project|kit|app)\b|^# .{0,60}\b(?:scaffold|boilerplate|starter)\b|\bbootstrapped with\b|\bthis (?:starter|template) (?:is|provides)\b).*$";
    Regex::new(text).expect("it is fixed and tested")
});

/// What a forge writes into a README for its authors to replace.
const UNFILLED: [&str; 2] =
    phrases("choose a self-explaining name for your project | say how it is licensed");

/// Whether a text is one that a forge has made, in which nobody has filled in what the project is.
pub(super) fn is_unfilled(text: &str) -> bool {
    let lower = text.to_lowercase();
    UNFILLED.iter().all(|words| lower.contains(words))
}

/// Whether a README says that it is a template's, has no title of another kind, and names no manifest's project, of which none
/// is a template itself.
fn is_of_scaffold(snapshot: &Subject, text: &str) -> bool {
    let Some(sign) = SCAFFOLD.find(text) else {
        return false;
    };
    let (before, sign) = (&text[..sign.start()], sign.as_str().to_lowercase());
    let manifests = snapshot.manifests().all.iter();
    let names: Vec<String> = manifests
        .filter_map(|one| one.name.as_deref())
        .map(elsewhere::letters)
        .collect();
    let is_template = |name: &String| {
        let words = ["starter", "template", "boilerplate", "scaffold", "example"];
        words.iter().any(|word| name.contains(word))
    };
    let whole = elsewhere::letters(text);
    let title = before.lines().find_map(|line| line.strip_prefix("# "));
    let is_own = |title: &str| {
        let mut words = title.split_whitespace().filter(|word| word.len() > 2);
        !words.any(|word| sign.contains(&word.to_lowercase()))
    };
    !names.is_empty()
        && !names
            .iter()
            .any(|name| is_template(name) || whole.contains(name.as_str()))
        && !title.is_some_and(is_own)
}

/// Whether a text says how its project is used.
fn says_how(text: &str) -> bool {
    match is_of_others(text.split_whitespace()) {
        false => sections::says_use(text),
        // Words of other languages are not known: a loose look must do.
        true => {
            let told = sections::without_addresses(text).to_lowercase();
            is_shown(text) || USES.iter().any(|word| told.contains(word))
        }
    }
}

/// Packages of which most say in a README of their own how they are used.
const PACKAGES_MIN: usize = 3;

/// The README of a package that the one at the root leads to, or that is called as the whole is, where it says how it is used. Where
/// several packages share a repository, and most of them say it, that of the first.
fn of_package<'a>(snapshot: &'a Subject, root: &str) -> Option<&'a str> {
    let title = elsewhere::title(root).map(elsewhere::letters);
    let projects = snapshot.census().projects.iter();
    let packages = projects.filter(|one| one.part == Part::Product && !one.root.is_empty() && !one.is_frame);
    let packages: Vec<&Project> = packages.collect();
    let is_own = |one: &&&Project| {
        let name = one.name.as_deref().map(elsewhere::letters);
        name.is_some() && name == title
            || root.contains(&format!("({}/", one.root))
            || root.contains(&format!("(./{}/", one.root))
    };
    let says = |one: &&Project| used_as(snapshot, &one.root);
    let own = packages.iter().filter(is_own).find_map(says);
    let all = || packages.iter().filter_map(says);
    let is_habit = || packages.len() >= PACKAGES_MIN && all().count() * 2 > packages.len();
    own.or_else(|| all().next().filter(|_| is_habit()))
}

/// The README in a folder that says how what lies there is used.
fn used_as<'a>(snapshot: &'a Subject, folder: &str) -> Option<&'a str> {
    let mut readmes = snapshot.files.keys().filter(|path| {
        let name = path.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/'));
        name.is_some_and(|name| !name.contains('/') && name.to_ascii_lowercase().starts_with("readme"))
    });
    let found = readmes.find(|path| snapshot.text(path).is_some_and(says_how))?;
    Some(found)
}

fn readme(snapshot: &Subject) -> Option<&str> {
    FOLDERS.iter().find_map(|folder| {
        let here = |path: &&String| {
            let name = path.strip_prefix(folder).unwrap_or_default();
            !name.contains('/') && name.to_ascii_lowercase().starts_with("readme")
        };
        let skipped = || snapshot.skipped.iter().map(|skipped| &skipped.path).find(here);
        // A translation has the name of its language in its own. What is empty hides nothing that stands beside it.
        let read = snapshot.files.keys().filter(here);
        let rank = |path: &String| match snapshot.text(path) {
            Some(text) if text.trim().is_empty() => 2,
            Some(_) => 0,
            None => 1,
        };
        let read = read.min_by_key(|path| (rank(path), path.matches(['.', '-', '_']).count()));
        read.or_else(skipped).map(String::as_str)
    })
}

/// The text of the repository that a README is a symbolic link to.
fn behind(snapshot: &Subject, path: &str) -> Option<String> {
    let link = snapshot.skipped.iter().find(|skipped| skipped.path == path)?;
    unread::linked(link).filter(|path| snapshot.text(path).is_some())
}

/// Whether it shows a command or code. Lists within lists are set in too.
fn is_shown(text: &str) -> bool {
    text.lines().any(|line| {
        let start = line.trim_start();
        let is_in_list = start.starts_with(['-', '*', '+', '<']);
        let is_set_in = line.starts_with("    ") && !start.is_empty() && !is_in_list;
        start.starts_with("```") || is_set_in || line.trim_end().ends_with("::")
    })
}
