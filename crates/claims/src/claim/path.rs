//! The files that a report says this repository has, held against its tree.

pub mod drawn;
mod link;
mod mention;
mod pictured;
pub mod tree;
mod written;

use super::language::is_english;
use super::{Claim, Kind, State, discovery, short};
use court::evidence::Place;
use documents::document::passages::Passages;
use documents::document::{Document, Format, Origin};
use mention::Mention;
use std::collections::{BTreeMap, BTreeSet};
use tree::{Tree, name_of};
use wordlist::Words;
use written::{has_ending, is_remark, mentions};

/// Most missing paths for which the file that was meant is looked for.
const HINTS_MAX: usize = 20;
/// Where so many times more paths are missing than are here, and this many at least, another repository is meant.
const STRANGE_SHARE: usize = 4;
const STRANGE_MIN: usize = 4;

/// From so many on, paths below folders that are not here make a document one that tells of another repository too.
const FOREIGN_MIN: usize = 3;
/// Folders that most repositories have: one that is not here is sooner made up than another's.
static USUAL: Words = Words::new(|| wordlist::words(include_str!("../../words/path_usual.txt")));

/// A path that a document claims.
#[derive(Debug)]
struct Held {
    /// Where the document says so first.
    place: Place,
    /// The words in which it says so; what was read, where that was a picture.
    quote: String,
    /// Whether it is in the repository.
    is_here: bool,
    /// Whether it is this repository beyond doubt that should have it.
    is_sure: bool,
    /// The path of the repository that may be meant.
    near: Option<String>,
    /// How surely it was read, in percent, where it stands in a picture and not in the text.
    read: Option<u8>,
}

/// Every path that the document claims, each once, in order of the paths.
#[must_use]
pub fn claims(document: &Document, passages: &Passages, tree: &Tree) -> Vec<Claim> {
    let drawn = drawn::trees(passages);
    let mut found = Found {
        of: Of::document(document),
        ..Found::default()
    };
    let of_this = |drawing: &&drawn::Drawing| found.of.is_report || drawing.is_of(tree);
    let entries: Vec<drawn::Entry> = drawn
        .iter()
        .filter(of_this)
        .flat_map(|drawing| drawing.entries(tree))
        .collect();
    for entry in entries {
        let row = &passages.rows[entry.row];
        let place = document.place(row.page, row.line, row.line);
        found.add_drawn(&entry, place, row.text.trim(), tree);
    }
    if document.format == Format::Markdown && document.origin == Origin::Found {
        for (row, name) in link::targets(passages) {
            let row = &passages.rows[row];
            let place = document.place(row.page, row.line, row.line);
            found.add_linked(name, place, row.text.trim(), tree);
        }
    }
    let quoted = (0..passages.rows.len()).filter(|row| passages.rows[*row].quoted);
    let covered: BTreeSet<usize> = drawn
        .iter()
        .flat_map(|drawing| drawing.rows.clone())
        .chain(quoted)
        .collect();
    for mention in mentions(passages, tree, &covered) {
        let row = &passages.rows[mention.row];
        let place = document.place(row.page, row.line, row.line);
        // Where a sign of number begins no heading, it begins a remark.
        let is_remark = document.format != Format::Markdown && is_remark(&row.text);
        found.add_written(&mention, place, tree, row.literal || is_remark);
    }
    found.add_pictured(document, tree);
    let claims = found.finish();
    let accuses = is_english(passages) && !is_of_another(&claims, document);
    // What is said to be here and accuses nobody is told as what could not be decided.
    let is_kept = |held: &Held| accuses && held.is_sure || held.is_here || document.origin == Origin::Found;
    let kept = claims.into_iter().filter(|(_, held)| is_kept(held));
    kept.map(|(path, held)| held.claim(path, accuses)).collect()
}

/// Whether a document that lies in the repository tells of another one: hardly anything that it names is here.
fn is_of_another(claims: &[(String, Held)], document: &Document) -> bool {
    let sure = || claims.iter().filter(|(_, held)| held.is_sure);
    let here = sure().filter(|(_, held)| held.is_here).count();
    let missing = sure().count() - here;
    document.origin == Origin::Found && missing >= STRANGE_MIN && here * STRANGE_SHARE < missing
}

/// What a document may speak of.
#[derive(Default)]
struct Of {
    /// Whether it speaks of this repository alone.
    is_report: bool,
    /// Whether it is kept as what was once so.
    is_past: bool,
    /// The folder it lies in, with a slash; links start there.
    folder: String,
    /// Whether forges show it as it is: what lies at the root, and every README.
    is_shown: bool,
}

impl Of {
    fn document(document: &Document) -> Self {
        let is_given = document.origin == Origin::Given;
        let folder = document.name.rsplit_once('/').filter(|_| !is_given);
        Self {
            is_report: is_given || discovery::is_report(&document.name),
            is_past: !is_given && discovery::is_past(&document.name),
            folder: folder.map_or_else(String::new, |(folder, _)| format!("{folder}/")),
            is_shown: folder.is_none_or(|(_, name)| name.to_lowercase().starts_with("readme")),
        }
    }

    /// Whether a path that is not here is said to be here.
    fn accuses(&self, path: &str, tree: &Tree) -> bool {
        let from_here = format!("{}{path}", self.folder);
        !self.is_past
            && is_missing(path, tree)
            && is_missing(&from_here, tree)
            && (self.is_report || tree.is_anchored(path))
    }
}

/// Whether a path that was not found should be here: git does not leave it out, and nothing stands for it.
fn is_missing(path: &str, tree: &Tree) -> bool {
    !tree.is_left_out(path) && !tree.has_source_of(path)
}

/// Claims by path; bare file names wait until all full paths are known.
#[derive(Default)]
struct Found {
    claims: BTreeMap<String, Held>,
    bare: BTreeMap<String, (Place, String)>,
    hints: usize,
    of: Of,
    /// What is missing below folders that are not here either.
    foreign: BTreeSet<String>,
    /// What is missing and was only named in passing.
    named: BTreeSet<String>,
}

impl Held {
    fn claim(self, path: String, accuses: bool) -> Claim {
        let is_open = !accuses || !self.is_sure || is_open(&path, &self.quote);
        let (state, because) = match (self.is_here, is_open) {
            (true, _) => (State::Supported, "is in the repository"),
            (false, true) => (State::Uncheckable, "need not be in the repository"),
            (false, false) => (State::Contradicted, "is not in the repository"),
        };
        let probe = match state {
            State::Supported => "docs.paths_present",
            _ => "docs.paths_missing",
        };
        let claim = Claim {
            kind: Kind::Path,
            state,
            text: short(&self.quote),
            place: self.place,
            origin: Origin::default(),
            because: format!("{path} {because}"),
            about: path,
            shown_at: None,
            probe: Some(probe.to_owned()),
            near: self.near,
            read: self.read,
        };
        Claim {
            text: format!("{}{}", claim.text, claim.reading()),
            ..claim
        }
    }
}

/// A path with a part to be filled in, a file that git leaves out, or one that the words put elsewhere.
fn is_open(path: &str, quote: &str) -> bool {
    let quote = quote.to_lowercase();
    let is_left_out = path == ".env" || path.ends_with("/.env") || quote.contains("gitignore");
    let is_elsewhere = ["renamed", "referenced ", "peer", "clone/", "found "]
        .iter()
        .any(|word| quote.contains(word));
    path.contains(['{', '<', '*']) || is_left_out || is_elsewhere
}

impl Found {
    fn add_here(&mut self, path: String, place: Place, quote: &str) {
        self.claims.entry(path).or_insert(Held {
            place,
            quote: quote.to_owned(),
            is_here: true,
            is_sure: true,
            near: None,
            read: None,
        });
    }

    fn add_missing(&mut self, path: &str, place: Place, quote: &str, tree: &Tree) {
        let near = self.nearest(path, tree);
        self.claims.entry(path.to_owned()).or_insert(Held {
            place,
            quote: quote.to_owned(),
            is_here: false,
            is_sure: true,
            near,
            read: None,
        });
    }

    fn add_drawn(&mut self, entry: &drawn::Entry, place: Place, quote: &str, tree: &Tree) {
        match tree.resolve(&entry.path) {
            Some(path) if !path.ends_with('/') || entry.leaf => {
                self.add_here(path, place, quote);
            }
            None if entry.certain && !self.of.is_past && is_missing(&entry.path, tree) => {
                self.add_missing(&entry.path, place, quote, tree);
            }
            _ => {}
        }
    }

    fn add_written(&mut self, mention: &Mention, place: Place, tree: &Tree, literal: bool) {
        let path = mention.path.as_str();
        if !path.trim_end_matches('/').contains('/') {
            // A name alone may be anybody's: `your Cargo.toml`. A report speaks of its own.
            if self.of.is_report && !path.ends_with('/') && !mention::is_output(mention) {
                let said = (place, mention.sentence().to_owned());
                self.bare.entry(path.to_owned()).or_insert(said);
            }
        } else if let Some(found) = tree.resolve(path) {
            self.add_here(found, place, mention.sentence());
        } else if !literal && has_ending(path) && mention::is_claim(mention) && self.of.accuses(path, tree) {
            self.heed(mention, tree);
            self.add_missing(path, place, mention.sentence(), tree);
        }
    }

    /// A link to a file beside the document. Folders of documents may be put together elsewhere.
    fn add_linked(&mut self, name: &str, place: Place, quote: &str, tree: &Tree) {
        let path = format!("{}{name}", self.of.folder);
        if let Some(found) = tree.exact(&path).filter(|found| !found.ends_with('/')) {
            self.add_here(found, place, quote);
        } else if self.of.is_shown
            && has_ending(name)
            && !name.ends_with(".html")
            && tree.named(name).is_empty()
            && !self.of.is_past
            && is_missing(&path, tree)
        {
            self.add_missing(&path, place, quote, tree);
        }
    }

    /// What pictures draw comes last: what the text says of the same path stands.
    fn add_pictured(&mut self, document: &Document, tree: &Tree) {
        for lettering in &document.letterings {
            let place = document.place(lettering.wanted.page, 0, 0);
            for shown in pictured::shown(document, lettering, tree) {
                let accuses = self.of.is_report && !self.of.is_past && is_missing(&shown.path, tree);
                let near = match shown.is_here {
                    true => None,
                    false if accuses => self.nearest(&shown.path, tree),
                    false => continue,
                };
                self.claims.entry(shown.path.clone()).or_insert(Held {
                    place: place.clone(),
                    quote: shown.path,
                    is_here: shown.is_here,
                    is_sure: true,
                    near,
                    read: Some(shown.confidence),
                });
            }
        }
    }

    /// Keeps of a missing path how it was named: a link leads nowhere but into this repository.
    fn heed(&mut self, mention: &Mention, tree: &Tree) {
        if mention::is_link(mention) || self.claims.contains_key(&mention.path) {
            return;
        }
        let root = mention.path.split('/').next().unwrap_or_default();
        if !tree.is_anchored(&mention.path) && !USUAL.contains(&root) {
            self.foreign.insert(mention.path.clone());
        }
        self.named.insert(mention.path.clone());
    }

    /// Looking for the nearest is dear; whoever claims so much that is missing needs no hints.
    fn nearest(&mut self, path: &str, tree: &Tree) -> Option<String> {
        self.hints += 1;
        (self.hints <= HINTS_MAX).then(|| tree.nearest(path)).flatten()
    }

    /// A bare name is a file of that name, if there is one that has not been counted; it never accuses.
    fn finish(mut self) -> Vec<(String, Held)> {
        for (path, (place, quote)) in std::mem::take(&mut self.bare) {
            let counted = self.claims.keys().any(|known| name_of(known) == name_of(&path));
            if !counted {
                self.add_here(path, place, &quote);
            }
        }
        let is_mixed = self.foreign.len() >= FOREIGN_MIN;
        for (_, held) in self
            .claims
            .iter_mut()
            .filter(|(path, _)| self.named.contains(*path))
        {
            held.is_sure = !is_mixed;
        }
        self.claims.into_iter().collect()
    }
}

#[cfg(test)]
mod tests;
