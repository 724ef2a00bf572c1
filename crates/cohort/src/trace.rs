//! What a submission leaves behind to be compared by: fingerprints of its code and of its reports, marks of its history.
//!
//! Winnowing (Schleimer, Wilkerson and Aiken, "Winnowing: Local Algorithms for Document Fingerprinting", SIGMOD 2003): of
//! the hashes of all runs of `k` tokens, the least of each window is kept. Every passage of `k + window - 1` tokens that two
//! texts share is found; nothing shorter than `k` is.

use serde::{Deserialize, Serialize};
use sha256::Digest;
use std::collections::{BTreeSet, VecDeque};
use subject::Snapshot;
use subject::history::Commit;
use subject::secrets::mask;
use syntax::Language;
use wordlist::array;

/// The file that the fingerprints of a work are written to.
pub const FILE: &str = "fingerprints.json";
/// Tokens of code in a run, and runs in a window: passages of 45 tokens, some six lines, are found.
const CODE: Measure = Measure { run: 30, window: 16 };
/// Words of prose in a run, and runs in a window: a sentence of fifteen words is found.
const PROSE: Measure = Measure { run: 8, window: 8 };
/// Most marks of one submission.
const MARKS_MAX: usize = 60_000;
/// Most bytes of text of one submission that are kept to be shown.
const TEXT_BYTES_MAX: usize = 2 << 20;
/// Most commits and authors that are compared.
const COMMITS_MAX: usize = 20_000;
/// Folders with code of others.
const FOREIGN: [&str; 7] = array("node_modules vendor third_party site-packages .venv venv dist");
/// Addresses that belong to nobody.
const NOBODY: [&str; 3] = ["noreply", "no-reply", "[bot]"];

#[derive(Clone, Copy)]
struct Measure {
    run: usize,
    window: usize,
}

/// What one submission leaves behind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    /// Its source files.
    pub code: Vec<Traced>,
    /// Its reports.
    pub prose: Vec<Traced>,
    /// The ids of its commits.
    pub commits: BTreeSet<String>,
    /// Digests of the addresses of its authors.
    pub authors: BTreeSet<String>,
}

/// One text with its marks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Traced {
    /// Where it lies.
    pub path: String,
    /// The marks, in their order.
    pub marks: Vec<Mark>,
    /// The text, with secrets masked, to show passages from; empty where there was too much.
    pub text: String,
}

/// A kept hash, and the lines of its run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark(pub u64, pub u32, pub u32);

impl Trace {
    /// The same without the texts, which take most of the room.
    #[must_use]
    pub fn without_texts(mut self) -> Self {
        self.code
            .iter_mut()
            .chain(&mut self.prose)
            .for_each(|text| text.text = String::new());
        self
    }

    /// What a snapshot leaves behind, and the reports that were handed in with it, each with its lines.
    #[must_use]
    pub fn of(snapshot: &Snapshot, reports: &[(String, Vec<String>)]) -> Self {
        let mut room = Room {
            marks: MARKS_MAX,
            bytes: TEXT_BYTES_MAX,
        };
        let code = snapshot.files.iter().filter_map(|(path, file)| {
            let text = file.text().filter(|_| !is_foreign(path))?;
            let language = Language::of(path, text)?;
            let salt = language_salt(language);
            let mut hashes = Vec::new();
            syntax::tokens(language, text, &mut |word, line| {
                hashes.push((hash(salt, word), line))
            });
            room.take(path, winnowed(&hashes, CODE), text)
        });
        let code: Vec<Traced> = code.collect();
        let prose = reports.iter().filter_map(|(name, lines)| {
            let words = lines
                .iter()
                .zip(1..)
                .flat_map(|(line, number)| words(line).map(move |word| (hash(0, &word), number)));
            let words: Vec<(u64, u32)> = words.collect();
            room.take(name, winnowed(&words, PROSE), &lines.join("\n"))
        });
        let prose = prose.collect();
        let commits = || snapshot.history.commits.iter().take(COMMITS_MAX);
        Self {
            code,
            prose,
            commits: commits().map(|commit| commit.id.clone()).collect(),
            authors: commits().filter_map(author).collect(),
        }
    }
}

/// How much may still be kept.
struct Room {
    marks: usize,
    bytes: usize,
}

impl Room {
    fn take(&mut self, path: &str, mut marks: Vec<Mark>, text: &str) -> Option<Traced> {
        marks.truncate(self.marks);
        self.marks -= marks.len();
        let fits = text.len() <= self.bytes;
        self.bytes -= if fits { text.len() } else { 0 };
        (!marks.is_empty()).then(|| Traced {
            path: mask(path).into_owned(),
            text: if fits {
                mask(text).into_owned()
            } else {
                String::new()
            },
            marks,
        })
    }
}

fn is_foreign(path: &str) -> bool {
    path.split('/').any(|part| FOREIGN.contains(&part))
}

/// Languages of one family share their words.
fn language_salt(language: Language) -> u64 {
    match language {
        Language::C | Language::Cpp => 1,
        Language::JavaScript | Language::TypeScript | Language::Tsx => 2,
        Language::Go => 3,
        Language::Java => 4,
        Language::Python => 5,
        Language::Ruby => 6,
        Language::Rust => 7,
    }
}

fn words(line: &str) -> impl Iterator<Item = String> + '_ {
    let words = line.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// The digest of an author's address, which itself is never kept.
fn author(commit: &Commit) -> Option<String> {
    let address = commit.email.trim().to_lowercase();
    let is_somebody = address.contains('@') && !NOBODY.iter().any(|word| address.contains(word));
    is_somebody.then(|| Digest::of(address.as_bytes()).as_str()[..16].to_owned())
}

/// FNV-1a, and a last mixing so that least hashes are spread: no secret is kept by it, only equal texts are to be equal.
fn hash(salt: u64, word: &str) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325_u64 ^ salt.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let folded = word.bytes().fold(start, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    mixed(folded)
}

fn mixed(hash: u64) -> u64 {
    let hash = (hash ^ (hash >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let hash = (hash ^ (hash >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ (hash >> 32)
}

/// The least hash of every window, each once, with the lines of its run.
fn winnowed(tokens: &[(u64, u32)], measure: Measure) -> Vec<Mark> {
    let runs: Vec<Mark> = tokens
        .windows(measure.run)
        .map(|run| {
            let folded = run.iter().fold(0_u64, |hash, (token, _)| {
                hash.wrapping_mul(0x0100_0000_01b3).wrapping_add(*token)
            });
            Mark(mixed(folded), run[0].1, run[measure.run - 1].1)
        })
        .collect();
    let mut kept: Vec<Mark> = Vec::new();
    let mut last = None;
    // The numbers of runs whose hashes rise, so that the first is the least of the window.
    let mut rising: VecDeque<usize> = VecDeque::new();
    for (at, run) in runs.iter().enumerate() {
        // Of equal ones the last stays, as the paper has it.
        while rising.back().is_some_and(|back| runs[*back].0 >= run.0) {
            rising.pop_back();
        }
        rising.push_back(at);
        if rising.front().is_some_and(|front| front + measure.window <= at) {
            rising.pop_front();
        }
        let is_window = at + 1 >= measure.window.min(runs.len());
        if let Some(least) = rising.front().filter(|least| is_window && last != Some(**least)) {
            last = Some(*least);
            kept.push(runs[*least]);
        }
    }
    kept
}

#[cfg(test)]
mod tests;
