use super::{counted, described, of_history, place};
use court::evidence::Finding;
use probes_core::{Answer, Probe, Subject};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use subject::history::Commit;

/// Most authors that are listed, those with most commits first.
const AUTHORS_MAX: usize = 20;
/// How forges name programs that commit.
const BOT: &str = "[bot]";
/// One person may use several names and addresses.
const SURE: u8 = 75;

pub(super) const PROBE: Probe = of_history(
    "git.authors",
    "how many authors wrote the commits and which share each has, without names; one is as good as many",
    examine,
);

/// One author, under whatever names and addresses.
struct Author<'a> {
    /// By the order of first commits, from 1.
    number: usize,
    first: &'a Commit,
    commits: usize,
}

fn examine(snapshot: &Subject) -> Answer {
    let commits = &snapshot.history.commits;
    let bots = commits
        .iter()
        .filter(|commit| commit.author.ends_with(BOT))
        .count();
    let mut authors = authors(commits);
    authors.sort_by_key(|author| (std::cmp::Reverse(author.commits), author.number));
    let shares: Vec<Value> = authors
        .iter()
        .take(AUTHORS_MAX)
        .map(|author| {
            let percent = author.commits * 100 / commits.len().max(1);
            json!({"author": label(author), "commits": author.commits, "percent": percent})
        })
        .collect();
    let value = json!({"authors": authors.len(), "shares": shares, "by_bots": bots});
    let answer = Answer::value(Finding::Present, value, told(&authors, commits.len(), bots)).sure(SURE);
    authors.into_iter().fold(answer, |answer, author| {
        let note = format!("the first of {}: {}", label(&author), described(author.first));
        answer.at_noting(place(author.first), note)
    })
}

fn label(author: &Author<'_>) -> String {
    format!("author {}", author.number)
}

fn told(authors: &[Author<'_>], commits: usize, bots: usize) -> String {
    let commits = counted(commits, "commit");
    let most = authors.first().map_or(0, |author| author.commits);
    let mut told = match authors.len() {
        1 => format!("one author wrote {commits}"),
        many => format!("{many} authors wrote {commits}, the busiest {most} of them"),
    };
    told += "; neither good nor bad: people pair, and one person with two names and addresses counts as two";
    if bots > 0 {
        told += &format!("; {} by bots", counted(bots, "commit"));
    }
    told
}

/// Commits with the same name or the same address have the same author.
fn authors(commits: &[Commit]) -> Vec<Author<'_>> {
    let mut groups = Groups::default();
    let keys: Vec<[usize; 2]> = commits
        .iter()
        .map(|commit| {
            let name = commit.author.trim().to_lowercase();
            let email = commit.email.trim().to_lowercase();
            [
                groups.id(format!("name {name}")),
                groups.id(format!("mail {email}")),
            ]
        })
        .collect();
    for [name, email] in &keys {
        groups.join(*name, *email);
    }
    let mut authors: BTreeMap<usize, Author<'_>> = BTreeMap::new();
    for (commit, [name, _]) in commits.iter().zip(keys) {
        let number = authors.len() + 1;
        let author = authors.entry(groups.root(name)).or_insert(Author {
            number,
            first: commit,
            commits: 0,
        });
        author.commits += 1;
    }
    authors.into_values().collect()
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
