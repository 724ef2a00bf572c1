use super::{described, of_history, place};
use crate::families::docs::elsewhere::title;
use court::evidence::Finding;
use probes_core::{Answer, Probe, Subject};
use regex::Regex;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use subject::history::Commit;
use wordlist::{Words, array};

/// Words that say that something was done, but not what or why.
static EMPTY_WORDS: Words =
    Words::new(|| wordlist::words(include_str!("../../../words/messages_empty_words.txt")));
/// Endings of files; what stands after another dot is a part of the program (`click.pause`).
static ENDINGS: Words =
    Words::new(|| wordlist::words(include_str!("../../../words/messages_file_endings.txt")));
/// Where fewer say something, most say nothing.
const MOST_PERCENT: usize = 50;
/// A single message is no share.
const COUNTED_MIN: usize = 2;
/// A list of words cannot know what a team means by them.
const SURE: u8 = 75;

pub(super) const PROBE: Probe = of_history(
    "git.messages",
    "fewer than half of the commits' first lines say nothing but one word, `update` or names of files, count another on, or repeat one that many have: present is good",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    let names = names(snapshot);
    let counted = |commit: &&Commit| commit.parents.len() == 1 && !is_release(&commit.subject, &names);
    let commits: Vec<&Commit> = snapshot.history.commits.iter().filter(counted).collect();
    if commits.is_empty() {
        return Answer::not_applicable(
            "no commit but the first and merges, whose messages git and forges give",
        );
    }
    if commits.len() < COUNTED_MIN {
        return Answer::not_applicable(format!(
            "{} beside the first, merges and releases: too few to tell",
            super::counted(commits.len(), "commit")
        ));
    }
    let (numbered, repeated) = again(&commits);
    let count = |kind: &dyn Fn(&Commit) -> bool| commits.iter().filter(|commit| kind(commit)).count();
    let is_empty = |commit: &Commit| !tells(&commit.subject);
    let is_numbered = |commit: &Commit| !is_empty(commit) && numbered.contains(commit.id.as_str());
    let is_again =
        |commit: &Commit| !is_empty(commit) && !is_numbered(commit) && repeated.contains(commit.id.as_str());
    let counts = [count(&is_empty), count(&is_numbered), count(&is_again)];
    let is_idle = |commit: &&&Commit| is_empty(commit) || is_numbered(commit) || is_again(commit);
    let empty: Vec<&&Commit> = commits.iter().filter(is_idle).collect();
    let telling = commits.len() - empty.len();
    let percent = telling * 100 / commits.len();
    let holds = percent >= MOST_PERCENT;
    let mut rationale = format!(
        "{} of {} first lines say hardly anything of the change{}; the first commit, merges and releases aside",
        empty.len(),
        commits.len(),
        kinds(counts, word_for_word(&commits))
    );
    if !holds {
        rationale += "; innocent where it is told elsewhere, as in a pull request";
    }
    let value = json!({"good": telling, "all": commits.len(), "percent": percent});
    let answer = Answer::value(Finding::of(holds), value, rationale).sure(SURE);
    empty.into_iter().fold(answer, |answer, commit| {
        answer.at_noting(place(commit), format!("one of them: {}", described(commit)))
    })
}

/// How many first lines an older commit has word for word.
fn word_for_word(commits: &[&Commit]) -> usize {
    let lines = commits.iter().map(|commit| commit.subject.trim().to_lowercase());
    commits.len() - lines.collect::<BTreeSet<_>>().len()
}

/// What is held against how many first lines, as it is counted, and how many of all repeat another.
fn kinds([empty, numbered, repeated]: [usize; 3], all_repeats: usize) -> String {
    let kinds = [
        (
            empty,
            "with a single word, or none but such as `update`, `step 3` and names of files",
        ),
        (numbered, "with another line and a number behind it"),
        (repeated, "in words that too many others have"),
    ];
    let told = kinds.into_iter().filter(|(count, _)| *count > 0);
    let told: Vec<String> = told.map(|(count, what)| format!("{count} {what}")).collect();
    let kinds = match told.is_empty() {
        true => String::new(),
        false => format!(": {}", told.join("; ")),
    };
    match all_repeats {
        0 => kinds,
        count => format!(
            "{kinds}; {count} of all repeat an older line word for word; that counts where {SAME_PERCENT} % of the commits have one line, \
             or {SAME_SHORT_PERCENT} % one of {SAME_WORDS_MAX} words at most"
        ),
    }
}

/// A first line that is another one with a number behind it: `mend the form - 8`.
static COUNTED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(.*\S)\s+(?:[-–]\s*\d{1,3}|\(\d{1,3}\))$").expect("it is fixed and tested")
});

/// So many commits with one and the same first line, of so few words, and in percent of all: it cannot say what each of them changes.
/// What comes back more rarely in a long history is a routine (`run fmt`).
const SAME_MIN: usize = 3;
const SAME_SHORT_PERCENT: usize = 2;
const SAME_WORDS_MAX: usize = 2;
/// A longer one repeats itself from so large a part of all commits on, in percent.
const SAME_PERCENT: usize = 20;
/// Words of what is done again and again, where the same words are all there is to say.
const ROUTINE: [&str; 12] = array(
    "release version versions changelog changeset changesets dependencies deps lockfile bump merge autoupdate",
);

/// The commits whose first lines only count another one on, and those that say once more what many others say word for word.
fn again<'c>(commits: &[&'c Commit]) -> (BTreeSet<&'c str>, BTreeSet<&'c str>) {
    let plain = |commit: &Commit| commit.subject.trim().to_lowercase();
    let stem = |commit: &Commit| {
        let found = COUNTED.captures(commit.subject.trim());
        found.and_then(|found| Some(found.get(1)?.as_str().to_lowercase()))
    };
    let mut times: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for commit in commits {
        let key = stem(commit).unwrap_or_else(|| plain(commit));
        times.entry(key).or_default().push(&commit.id);
    }
    let repeats = |stem: String| times.get(&stem).is_some_and(|all| all.len() > 1);
    let counted = commits.iter().filter(|commit| stem(commit).is_some_and(repeats));
    let same = times.iter().filter(|(line, all)| {
        all.len() >= SAME_MIN && !is_routine(line) && {
            let is_short = line.split_whitespace().count() <= SAME_WORDS_MAX;
            let percent = if is_short {
                SAME_SHORT_PERCENT
            } else {
                SAME_PERCENT
            };
            all.len() * 100 >= commits.len() * percent
        }
    });
    // The oldest stands first, and may say it.
    let same = same.flat_map(|(_, all)| all.iter().skip(1).copied());
    (counted.map(|commit| commit.id.as_str()).collect(), same.collect())
}

fn is_routine(line: &str) -> bool {
    let mut words = line.split(|c: char| !c.is_alphanumeric());
    words.any(|word| ROUTINE.contains(&word))
}

/// The first line of a release or of a new version of a tool, which tools write: `1.2.3`, `v2.0.0-rc.1`, `Version 3.1`, `chore(release): 4.0.0`.
static RELEASE: LazyLock<Regex> = LazyLock::new(|| {
    let form = r"(?i)^(?:\w+(?:\([\w-]*\))?: )?(?:(?:bump|update|version|releas(?:e|ing)|prepare|publish|tag(?:ged|ging)?|cut(?:ting)?|for|to|[\w-]+\.(?:json|toml)) )*(?:[\w@./-]+@)?v?\d+(?:\.\d+)+[\w.+-]*(?: release)?\.?(?: \(#\d+\))?$|^chore\(release\)!?:|^\[maven-release-plugin\]";
    Regex::new(form).expect("it is fixed and tested")
});
/// A first line that is a name and a version: `pan 1.0.1`.
static NAMED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^([\w.-]+) v?\d+(?:\.\d+)+[\w.+-]*$").expect("it is fixed and tested"));

/// Whether a first line is that of a release. A name beside a version has to be the project's own: of a package of others it is taken up.
fn is_release(subject: &str, names: &BTreeSet<String>) -> bool {
    let is_own = |name: &str| names.contains(&name.to_lowercase());
    RELEASE.is_match(subject) || NAMED.captures(subject).is_some_and(|found| is_own(&found[1]))
}

/// What the project calls itself, in small letters: in its manifests, and as the first word of a README at the root.
fn names(snapshot: &Subject) -> BTreeSet<String> {
    let manifests = snapshot
        .manifests()
        .all
        .iter()
        .filter_map(|one| one.name.as_deref());
    let at_root = |path: &&String| !path.contains('/') && path.to_lowercase().starts_with("readme");
    let readmes = snapshot.files.keys().filter(at_root);
    let titles = readmes.filter_map(|path| title(snapshot.text(path)?)?.split_whitespace().next());
    manifests.chain(titles).map(str::to_lowercase).collect()
}

/// Words before a colon that say what kind of change it is, and not where (those of Conventional Commits and what tools add).
const KINDS: [&str; 14] =
    array("feat fix chore docs style refactor perf test tests build ci revert wip misc");
/// What is done to a file as a whole, which is all there is to say.
const WHOLE: [&str; 14] = [
    "add", "added", "adds", "create", "created", "delete", "deleted", "drop", "move", "moved", "remove",
    "removed", "rename", "renamed",
];

/// `src/pan.c: make it flat`, `Add CHANGES`, `Change boil.c to fry.c`: what was done, whatever the words are. Where it stands, a name is
/// written as names are: in capitals, or of parts.
static DONE: LazyLock<Regex> = LazyLock::new(|| {
    let form = r"^(?:[\w.-]*[/.][\w./-]*\w: *\S+ +\S|[Aa]dd(?:s|ed)? +(?:[A-Z]{2}|\w+[._]\w)[\w.-]*$|(?:.*, )?[Cc]hanged? +\S+ +to +\S+$|.*\S +-> +\S)";
    Regex::new(form).expect("it is fixed and tested")
});

/// Whether a first line has a word that is neither empty nor the name of a file, after a prefix like `fix(ui):`. One word alone
/// names a matter at most, unless the prefix says where; some languages write no spaces.
fn tells(subject: &str) -> bool {
    if DONE.is_match(subject) {
        return true;
    }
    let after_type = subject
        .split_once(':')
        .filter(|(kind, _)| is_type(kind.trim_end()));
    let text = after_type.map_or(subject, |(_, text)| text);
    // `fix(ui): overflow`, `example: sapper`: what stands before the colon says where.
    let is_part = |kind: &str| is_telling(kind) && !KINDS.contains(&kind.trim_end_matches('!'));
    let is_scoped = after_type.is_some_and(|(kind, _)| kind.contains('(') || is_part(kind.trim_end()));
    let said = text
        .split_whitespace()
        .filter(|word| word.contains(char::is_alphabetic));
    let names_code = text.contains("::") || text.contains("()");
    if said.count() < 2 && !is_scoped && !names_code && text.is_ascii() {
        return false;
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let does = words.first().map(|word| word.to_lowercase());
    let is_whole = does.is_some_and(|does| WHOLE.contains(&does.as_str()));
    let mut telling = (0..words.len()).filter(|at| !counts_on(&words, *at));
    telling.any(|at| is_path(words[at]) && is_whole || !is_path(words[at]) && is_telling(words[at]))
}

/// Words that count work on where a number follows: `Iter 13` says which part of it, not what was done.
const COUNTING: [&str; 18] = array(
    "iter iteration step part day week lab task sprint stage phase lesson chapter exercise homework assignment milestone attempt",
);

/// Whether a word only counts on with the next.
fn counts_on(words: &[&str], at: usize) -> bool {
    let is_number = |word: &&str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
    };
    COUNTING.contains(&words[at].to_lowercase().as_str()) && words.get(at + 1).is_some_and(is_number)
}

/// `feat`, `fix(ui)`, `refactor!`: one word, maybe with a scope.
fn is_type(kind: &str) -> bool {
    let word = kind.split('(').next().unwrap_or_default().trim_end_matches('!');
    let closed = kind.contains('(') == kind.trim_end_matches('!').ends_with(')');
    closed && !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase())
}

fn is_path(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    let ending = word.rsplit_once('.').map(|(_, ending)| ending.to_lowercase());
    // Where no spaces are written, a whole sentence is one word.
    word.is_ascii() && word.contains('/') || ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str()))
}

fn is_telling(word: &str) -> bool {
    word.split(|c: char| !c.is_alphanumeric()).any(|part| {
        let part = part.to_lowercase();
        part.chars().any(char::is_alphabetic) && EMPTY_WORDS.binary_search(&part.as_str()).is_err()
    })
}

#[cfg(test)]
mod tests;
