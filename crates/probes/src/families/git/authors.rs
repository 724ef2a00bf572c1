use super::{counted, described, of_history, place};
use court::evidence::Finding;
use probes_core::{Answer, Probe, Subject};
use serde_json::json;
use std::collections::BTreeMap;
use subject::history::Commit;
use unicode_normalization::UnicodeNormalization as _;
use wordlist::array;

/// Most people whose first commit is shown, those with most commits first.
const SHOWN_MAX: usize = 5;
/// Names of programs that commit; forges call theirs `[bot]`.
const PROGRAMS: [&str; 14] = array(
    "githubactions githubaction dependabot renovate greenkeeper webflow copilot bors borsservo scalasteward filesync precommitci \
         weblate pyupio",
);
/// One person may use several names and addresses, and who reads a change need not write one.
const SURE: u8 = 75;

pub(super) const PROBE: Probe = of_history(
    "git.authors",
    "how many people wrote the commits, programs aside: what several have worked on, several have read and tried",
    examine,
);

/// Somebody who wrote commits, under whatever names and addresses.
struct Person<'a> {
    first: &'a Commit,
    commits: usize,
}

fn examine(snapshot: &Subject) -> Answer {
    let (bots, commits): (Vec<&Commit>, Vec<&Commit>) = snapshot
        .history
        .commits
        .iter()
        .partition(|commit| is_program(&commit.author));
    if commits.is_empty() {
        return Answer::unobserved("programs wrote all commits");
    }
    let mut people = people(&commits);
    people.sort_by_key(|person| std::cmp::Reverse(person.commits));
    let most = people.first().map_or(0, |person| person.commits);
    let mut told = match people.len() {
        1 => format!("one person wrote {}", counted(commits.len(), "commit")),
        many => format!(
            "{many} people wrote {}, the busiest {most} of them",
            counted(commits.len(), "commit")
        ),
    };
    if !bots.is_empty() {
        told += &format!("; {} by bots aside", counted(bots.len(), "commit"));
    }
    let answer = Answer::value(Finding::Present, json!(people.len()), told).sure(SURE);
    people.iter().take(SHOWN_MAX).fold(answer, |answer, person| {
        let note = format!(
            "the first of {} by the same person: {}",
            counted(person.commits, "commit"),
            described(person.first)
        );
        answer.at_noting(place(person.first), note)
    })
}

/// `helper[bot]`, `coverage-badge-bot`, `GitHub-Actions`.
fn is_program(name: &str) -> bool {
    let name = name.trim().to_ascii_lowercase();
    let mut words = name
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let joined: String = words.clone().collect();
    words.next_back() == Some("bot") || PROGRAMS.contains(&joined.as_str())
}

/// Commits with the same letters in the name, or with the same address or name in it, are of the same person.
fn people<'a>(commits: &[&'a Commit]) -> Vec<Person<'a>> {
    let mut groups = Groups::default();
    let keys: Vec<usize> = commits
        .iter()
        .map(|commit| {
            let mut keys = keys(commit)
                .into_iter()
                .map(|key| groups.id(key))
                .collect::<Vec<_>>();
            let first = keys.pop().unwrap_or_default();
            keys.into_iter().for_each(|key| groups.join(first, key));
            first
        })
        .collect();
    let mut people: BTreeMap<usize, Person<'a>> = BTreeMap::new();
    for (commit, key) in commits.iter().zip(keys) {
        let person = people.entry(groups.root(key)).or_insert(Person {
            first: commit,
            commits: 0,
        });
        person.commits += 1;
    }
    people.into_values().collect()
}

/// Fewer letters are a name that many have.
const LETTERS_MIN: usize = 6;

/// By what a person is known: the address, the name, its words in any order, and the name in the address where it is long enough.
/// `Ann Lee`, `Lee, Ann`, `annlee@home.example` and `123+ann-lee@users.noreply.example` are one.
fn keys(commit: &Commit) -> Vec<String> {
    let email = commit.email.trim().to_lowercase();
    let name = commit.author.trim().to_lowercase();
    let mut words: Vec<&str> = name.split(|c: char| !c.is_alphanumeric()).collect();
    words.sort_unstable();
    let local = email.split('@').next().unwrap_or_default();
    let user = local
        .split_once('+')
        .filter(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit()));
    let local = user.map_or_else(|| local.split('+').next().unwrap_or_default(), |(_, user)| user);
    // Whoever writes `Şengül` signs as `sengul` where a keyboard or a form has no such letters.
    let plain = |text: &str| text.nfkd().filter(|c| c.is_alphanumeric()).collect::<String>();
    let letters = |text: &str| plain(text).chars().filter(|c| c.is_alphabetic()).collect();
    let known: [String; 5] = [
        letters(local),
        letters(&name),
        letters(&words.concat()),
        // Accounts have numbers in their names.
        plain(local),
        plain(&name),
    ];
    let known = known
        .into_iter()
        .filter(|known| known.chars().count() >= LETTERS_MIN);
    let known = known.map(|known| format!("called {known}"));
    known
        .chain([format!("name {name}"), format!("mail {email}")])
        .collect()
}

/// Sets that are joined.
#[derive(Default)]
struct Groups {
    ids: BTreeMap<String, usize>,
    above: Vec<usize>,
}

impl Groups {
    fn id(&mut self, key: String) -> usize {
        let next = self.above.len();
        let id = *self.ids.entry(key).or_insert(next);
        if id == next {
            self.above.push(next);
        }
        id
    }

    fn root(&mut self, mut at: usize) -> usize {
        while let Some(above) = self.above.get(at).copied().filter(|above| *above != at) {
            // Halving the path keeps the walks short.
            let further = self.above.get(above).copied().unwrap_or(above);
            if let Some(slot) = self.above.get_mut(at) {
                *slot = further;
            }
            at = further;
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        if let Some(slot) = self.above.get_mut(a.max(b)) {
            *slot = a.min(b);
        }
    }
}
