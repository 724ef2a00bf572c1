//! The claim ledger: every checkable statement of the reports, held against code, topology, history and files.
//!
//! A statement is a claim only if it speaks of this repository as it is now: plans, wishes, examples, problems of
//! the past, words of others and alternatives are none. A false accusation is the worst error: in doubt a claim
//! cannot be checked.

mod binding;
mod capability;
mod clause;
mod command;
mod dependency;
pub mod discovery;
mod flow;
pub mod known;
pub mod language;
mod list;
mod manifest;
mod mood;
mod number;
pub mod path;
mod quotation;
mod schema;
mod sides;
mod stale;
mod statement;
mod symbol;
pub mod terms;
mod vocabulary;
mod words;

use court::evidence::Place;
use documents::document::passages::Passages;
use documents::document::{Document, Origin};
use known::Known;
use language::is_english;
use serde::{Deserialize, Serialize};
use sides::Sides;
use statement::Statement;
use std::collections::BTreeSet;
use subject::secrets::{mask, mask_place};

/// Most claims of the reports that were handed in; whoever writes more has written no report.
pub const CLAIMS_MAX: usize = 2_000;
/// Most claims taken from the documents that lie in the subject, which nobody handed in.
pub const FOUND_CLAIMS_MAX: usize = 600;
/// Longest quote of a statement, in characters.
const TEXT_CHARS_MAX: usize = 400;

/// A checkable statement of a report, and what the subject says to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// What kind of thing is claimed.
    pub kind: Kind,
    /// What came of checking it.
    pub state: State,
    /// The words of the report.
    pub text: String,
    /// Where they stand.
    pub place: Place,
    /// Whether the report was handed in or lies in the subject.
    #[serde(default)]
    pub origin: Origin,
    /// What is claimed, in a few words of ours.
    pub about: String,
    /// Why the state follows, in one sentence; for a contradiction what the subject has instead.
    pub because: String,
    /// Where in the subject that can be seen.
    pub shown_at: Option<Place>,
    /// The probe whose answer decided, where one did.
    pub probe: Option<String>,
    /// What comes nearest in the subject, where the claim may be a slip.
    pub near: Option<String>,
    /// How surely it was read, in percent, where it stands in a picture and not in the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read: Option<u8>,
}

impl Claim {
    /// How it came to be known, as a remark, where that was not by the text.
    #[must_use]
    pub fn reading(&self) -> String {
        let read = |percent| format!(" (read from a picture, {percent} %)");
        self.read.map_or_else(String::new, read)
    }
}

/// What kind of thing is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A file or folder is here.
    Path,
    /// Something of this name is here.
    Symbol,
    /// The graph runs so.
    Topology,
    /// The program does this.
    Capability,
    /// There are so many.
    Number,
    /// This can be typed in.
    Command,
}

/// What came of checking a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// The subject says otherwise.
    Contradicted,
    /// Nothing in the subject bears it out, and nothing refutes it.
    Unsupported,
    /// It could not be checked.
    Uncheckable,
    /// The subject bears it out.
    Supported,
}

impl Kind {
    /// The word in `report.json`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Symbol => "symbol",
            Self::Topology => "topology",
            Self::Capability => "capability",
            Self::Number => "number",
            Self::Command => "command",
        }
    }
}

impl State {
    /// The word in `report.json`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Contradicted => "contradicted",
            Self::Unsupported => "unsupported",
            Self::Uncheckable => "uncheckable",
            Self::Supported => "supported",
        }
    }
}

/// The claims of the reports, and how much of what they say they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// The contradicted first, then as the reports have them.
    pub claims: Vec<Claim>,
    /// Of the reports that were handed in.
    pub reach: Reach,
}

/// How much of what reports say could be checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// Statements that speak of the program: they name a part of it, or say what could be checked.
    pub spoken: usize,
    /// Those of them that were borne out or contradicted. That what they name is there bears out none.
    pub checked: usize,
}

impl Reach {
    fn count(&mut self, statement: &Statement, claims: &[Claim]) {
        let is_checked = claims.iter().any(|claim| match claim.state {
            State::Contradicted => true,
            State::Supported => claim.kind != Kind::Symbol,
            State::Unsupported | State::Uncheckable => false,
        });
        let is_spoken = !claims.is_empty() || symbol::names_code(statement);
        self.checked += usize::from(is_checked);
        self.spoken += usize::from(is_spoken);
    }
}

/// Every claim of the reports.
#[must_use]
pub fn ledger(known: &dyn Known) -> Ledger {
    let is_read = |document: &&Document| document.reading.is_ok();
    let given: Vec<&Document> = known.reports().iter().filter(is_read).collect();
    let found: Vec<&Document> = known.found().iter().filter(is_read).collect();
    if given.is_empty() && found.is_empty() {
        return Ledger::default();
    }
    let sides = Sides::of(known);
    let mut reach = Reach::default();
    let all = |documents: Vec<&Document>, reach: &mut Reach| -> Vec<Claim> {
        let each = documents
            .into_iter()
            .flat_map(|document| of(document, &sides, reach));
        each.collect()
    };
    // What was handed in speaks first; what only lies there is bounded.
    let given = all(given, &mut reach);
    let found = all(found, &mut Reach::default());
    Ledger {
        claims: in_order(given, found),
        reach,
    }
}

fn of(document: &Document, sides: &Sides<'_>, reach: &mut Reach) -> Vec<Claim> {
    if discovery::is_drawing(&document.name) {
        return Vec::new();
    }
    let passages = sides.known.passages(document);
    let mut claims = path::claims(document, &passages, &sides.tree);
    claims.extend(schema::quoted(document, &passages, sides));
    statement::each_statement(document, &passages, &sides.tree, |statement| {
        let before = claims.len();
        claims.extend(number::claims(statement, sides));
        claims.extend(flow::claims(statement, sides));
        claims.extend(stale::claims(statement, sides));
        claims.extend(schema::reducers(statement, sides));
        claims.extend(command::claims(statement, sides));
        claims.extend(capability::claims(statement, sides));
        claims.extend(dependency::claims(statement, sides));
        claims.extend(binding::claims(statement, sides));
        claims.extend(symbol::claims(statement, sides));
        reach.count(statement, &claims[before..]);
    });
    let excuse = excuse(document, &passages);
    for claim in &mut claims {
        claim.origin = document.origin;
        // What a picture draws is held against the files with its own care.
        let scanned = scanned(document, &claim.place).filter(|_| claim.read.is_none());
        if scanned.is_some() {
            claim.read = scanned;
            claim.text = format!("{}{}", claim.text, claim.reading());
        }
        let excuse = excuse.or(scanned.map(|_| "a scan, whose letters may be misread"));
        if let (Some(excuse), State::Contradicted) = (excuse, claim.state) {
            claim.state = State::Uncheckable;
            claim.because = format!("{}, but the document is {excuse}", claim.because);
        }
    }
    claims
}

/// How surely the page of a claim was read, where it is the picture of a page.
fn scanned(document: &Document, place: &Place) -> Option<u8> {
    let Place::Page { page, .. } = place else {
        return None;
    };
    let found = document.pages().iter().find(|one| one.number == *page);
    found.and_then(|page| page.read)
}

/// Why nothing that a document says can be held against it.
fn excuse(document: &Document, passages: &Passages) -> Option<&'static str> {
    if !is_english(passages) {
        Some("not in English")
    } else if document.origin == Origin::Found && discovery::is_past(&document.name) {
        Some("kept as what was once so")
    } else if document.origin == Origin::Found && discovery::is_verdict(passages) {
        Some("the outcome of an assessment, which may be that of another program")
    } else {
        None
    }
}

/// Each thing is claimed once, however often it is said.
fn in_order(given: Vec<Claim>, found: Vec<Claim>) -> Vec<Claim> {
    let mut seen = BTreeSet::new();
    let mut once = |claims: Vec<Claim>, max: usize| -> Vec<Claim> {
        let new = claims
            .into_iter()
            .filter(|claim| seen.insert((claim.kind, claim.about.clone())));
        // That several of its names are there is said of a sentence once.
        let mut told = BTreeSet::new();
        let is_named = |claim: &Claim| claim.kind == Kind::Symbol && claim.state == State::Supported;
        let new = new
            .filter(|claim| !is_named(claim) || told.insert((claim.place.to_string(), claim.text.clone())));
        new.take(max).collect()
    };
    let mut kept = once(given, CLAIMS_MAX);
    kept.extend(once(found, FOUND_CLAIMS_MAX));
    kept.sort_by_key(|claim| claim.state != State::Contradicted);
    kept.into_iter().map(discreet).collect()
}

/// The claim without secrets: paths may hold some.
fn discreet(claim: Claim) -> Claim {
    let masked = |text: String| mask(&text).into_owned();
    Claim {
        place: mask_place(claim.place),
        about: masked(claim.about),
        because: masked(claim.because),
        shown_at: claim.shown_at.map(mask_place),
        near: claim.near.map(masked),
        ..claim
    }
}

fn short(text: &str) -> String {
    let text = mask(text);
    let end = text
        .char_indices()
        .nth(TEXT_CHARS_MAX)
        .map_or(text.len(), |(at, _)| at);
    text[..end].to_owned()
}
