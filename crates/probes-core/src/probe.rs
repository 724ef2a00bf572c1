//! Probes: the questions put to a snapshot, one a file, all in one table.

use crate::derived::Subject;
use crate::reach;
use crate::search::Search;
use court::evidence::{Confidence, Detective, Excerpt, Exhibit, Finding, LOOKED_AT, Place, Source};
use serde_json::Value;
use std::collections::BTreeSet;
use subject::part::{self, Part};
use subject::secrets::{mask, mask_place, mask_value};

/// Most places an exhibit is proved at; a finding is not made truer by the ninth.
pub const PROOFS_MAX: usize = 8;
/// Most lines quoted at one place.
pub const EXCERPT_LINES_MAX: u32 = 12;
/// Most characters quoted at one place.
pub const EXCERPT_CHARS_MAX: usize = 1_200;

/// One question put to the snapshot.
pub struct Probe {
    /// Its stable id, for example `safety.shell_true`.
    pub id: &'static str,
    /// Who asks.
    pub detective: Detective,
    /// What is looked for, in words that say which answer is good.
    pub goal: &'static str,
    /// The answer where the question cannot be put or does not arise.
    pub unless: fn(&Subject) -> Option<Answer>,
    /// Looks.
    pub examine: fn(&Subject) -> Answer,
}

/// What a probe found.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// What looking came to.
    pub finding: Finding,
    /// The fact; `None` only when unobserved or not applicable.
    pub value: Option<Value>,
    /// Where it can be checked, the best place first.
    pub proofs: Vec<Proof>,
    /// Why the finding follows.
    pub rationale: String,
    /// How sure the probe is.
    pub confidence: Confidence,
}

/// A place that proves an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    pub place: Place,
    /// What this place shows, where it differs from the rationale.
    pub note: Option<String>,
    /// What stands there; for lines of the repository it is quoted from the snapshot.
    pub quote: Option<String>,
}

impl Answer {
    /// A yes or no.
    pub fn fact(holds: bool, rationale: impl Into<String>) -> Self {
        Self::value(Finding::of(holds), holds, rationale)
    }

    /// It is there.
    pub fn present(rationale: impl Into<String>) -> Self {
        Self::value(Finding::Present, true, rationale)
    }

    /// It was looked for in every place where it could be, and is not there. Where the search has an open end, it is
    /// unobserved: the end is named, and nothing of the denial is said.
    pub fn absent(rationale: impl Into<String>, search: Search) -> Self {
        Self::denied(Finding::Absent, rationale.into(), search)
    }

    /// It is claimed, and what was looked at says otherwise; unobserved where the search has an open end.
    pub fn contradicted(rationale: impl Into<String>, search: Search) -> Self {
        Self::denied(Finding::Contradicted, rationale.into(), search)
    }

    fn denied(finding: Finding, rationale: String, search: Search) -> Self {
        if let Some((place, why)) = search.end() {
            let place = place.clone();
            return Self::unobserved(format!("could not be decided; at {place}: {why}")).at(place);
        }
        let answer = Self::value(finding, false, rationale);
        let looked = search.places().into_iter();
        looked.fold(answer, |answer, place| answer.at_noting(place, LOOKED_AT))
    }

    /// The same with another value than yes or no; the unobserved have none.
    #[must_use]
    pub fn valued(mut self, value: impl Into<Value>) -> Self {
        self.value = self.value.map(|_| value.into());
        self
    }

    /// A fact of any form.
    pub fn value(finding: Finding, value: impl Into<Value>, rationale: impl Into<String>) -> Self {
        Self {
            finding,
            value: Some(value.into()),
            proofs: Vec::new(),
            rationale: rationale.into(),
            confidence: Confidence::CERTAIN,
        }
    }

    /// It could not be looked at.
    pub fn unobserved(cause: impl Into<String>) -> Self {
        let cause = cause.into();
        Self {
            finding: Finding::Unobserved { cause: cause.clone() },
            value: None,
            proofs: Vec::new(),
            rationale: cause,
            confidence: Confidence::percent(0),
        }
    }

    /// The question does not arise.
    pub fn not_applicable(rationale: impl Into<String>) -> Self {
        Self {
            finding: Finding::NotApplicable,
            ..Self::unobserved(rationale)
        }
    }

    /// Adds a place.
    #[must_use]
    pub fn at(self, place: Place) -> Self {
        self.proved(place, None, None)
    }

    /// Adds a place with what it shows.
    #[must_use]
    pub fn at_noting(self, place: Place, note: impl Into<String>) -> Self {
        self.proved(place, Some(note.into()), None)
    }

    /// Adds a place in a document with what stands there.
    #[must_use]
    pub fn at_quoting(self, place: Place, quote: impl Into<String>) -> Self {
        self.proved(place, None, Some(quote.into()))
    }

    /// Adds a place in a document with what it shows and what stands there.
    #[must_use]
    pub fn at_noting_quoting(self, place: Place, note: impl Into<String>, quote: impl Into<String>) -> Self {
        self.proved(place, Some(note.into()), Some(quote.into()))
    }

    fn proved(mut self, place: Place, note: Option<String>, quote: Option<String>) -> Self {
        self.proofs.push(Proof { place, note, quote });
        self
    }

    /// Adds places.
    #[must_use]
    pub fn at_all(self, places: impl IntoIterator<Item = Place>) -> Self {
        places.into_iter().fold(self, Self::at)
    }

    /// Says how sure the probe is, in percent.
    #[must_use]
    pub fn sure(mut self, percent: u8) -> Self {
        if !matches!(self.finding, Finding::Unobserved { .. }) {
            self.confidence = Confidence::percent(percent);
        }
        self
    }
}

impl Probe {
    /// A question about the code: its id, its goal, and how it is looked at.
    pub const fn of_code(id: &'static str, goal: &'static str, examine: fn(&Subject) -> Answer) -> Self {
        Self::of(Detective::RepoInvestigator, id, goal, examine)
    }

    /// A question about the documents.
    pub const fn of_documents(id: &'static str, goal: &'static str, examine: fn(&Subject) -> Answer) -> Self {
        Self::of(Detective::DocAnalyst, id, goal, examine)
    }

    /// A question about pictures and diagrams.
    pub const fn of_pictures(id: &'static str, goal: &'static str, examine: fn(&Subject) -> Answer) -> Self {
        Self::of(Detective::VisionInspector, id, goal, examine)
    }

    const fn of(
        detective: Detective,
        id: &'static str,
        goal: &'static str,
        examine: fn(&Subject) -> Answer,
    ) -> Self {
        Self {
            id,
            detective,
            goal,
            unless: |_| None,
            examine,
        }
    }

    /// The same question, answered so where that has an answer.
    #[must_use]
    pub const fn unless(self, unless: fn(&Subject) -> Option<Answer>) -> Self {
        Self { unless, ..self }
    }

    /// Asks.
    pub fn answer(&self, snapshot: &Subject) -> Answer {
        (self.unless)(snapshot).unwrap_or_else(|| (self.examine)(snapshot))
    }

    /// Asks, and turns the answer into exhibits: the finding first, then further places.
    pub fn exhibits(&self, snapshot: &Subject) -> Vec<Exhibit> {
        self.asked().exhibits(snapshot, self.answer(snapshot))
    }

    /// The exhibits where nothing could be asked.
    pub fn unanswered(&self, cause: &str) -> Vec<Exhibit> {
        self.asked()
            .exhibits(&Subject::default(), Answer::unobserved(cause))
    }

    fn asked(&self) -> Asked<'_> {
        let Self {
            id, detective, goal, ..
        } = *self;
        Asked {
            id,
            detective,
            goal,
            tells_way: true,
        }
    }
}

/// A question that was put, whoever defined it.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    pub id: &'a str,
    pub detective: Detective,
    pub goal: &'a str,
    /// Whether the rationale says how running the program comes to what was found, which takes a reading of it all.
    pub tells_way: bool,
}

impl Asked<'_> {
    /// Turns the answer into exhibits: the finding first, then further places.
    pub fn exhibits(self, snapshot: &Subject, answer: Answer) -> Vec<Exhibit> {
        let mut answer = discreet(self.hedged(snapshot, answer));
        let mut seen = BTreeSet::new();
        answer
            .proofs
            .retain(|proof| seen.insert((proof.place.clone(), proof.note.clone(), proof.quote.clone())));
        let finding = self.exhibit(snapshot, &answer, 0, answer.proofs.first(), answer.value.clone());
        let further = (1..).zip(answer.proofs.iter().take(PROOFS_MAX).skip(1));
        let further = further.map(|(rank, proof)| self.exhibit(snapshot, &answer, rank, Some(proof), None));
        std::iter::once(finding).chain(further).collect()
    }

    /// What is not in the files that were read may be in a directory that was not entered. Histories are another matter.
    fn hedged(&self, snapshot: &Subject, answer: Answer) -> Answer {
        // Reports that were handed in are read whole; of them only these ask what lies in the tree.
        let is_of_report = self.id.starts_with("docs.")
            && !snapshot.documents.is_empty()
            && !matches!(self.id, "docs.readme" | "docs.paths_present");
        let is_of_files = !self.id.starts_with("git.") && !is_of_report;
        // Code of others is none of the program.
        let mut doubts = snapshot
            .unentered()
            .filter(|one| part::by_path(&one.path) != Part::Vendored);
        match doubts
            .next()
            .filter(|_| is_of_files && answer.finding == Finding::Absent)
        {
            Some(place) => Answer::unobserved(format!(
                "{}; but `{}` was {}",
                answer.rationale, place.path, place.why
            )),
            None => answer,
        }
    }

    fn exhibit(
        &self,
        snapshot: &Subject,
        answer: &Answer,
        rank: u16,
        proof: Option<&Proof>,
        value: Option<Value>,
    ) -> Exhibit {
        let note = proof.and_then(|proof| proof.note.clone());
        Exhibit {
            probe: self.id.to_owned(),
            rank,
            detective: self.detective,
            goal: self.goal.to_owned(),
            finding: answer.finding.clone(),
            value,
            place: proof.map(|proof| mask_place(proof.place.clone())),
            excerpt: proof.and_then(|proof| quote(snapshot, proof)),
            rationale: match note.filter(|_| rank > 0) {
                Some(note) => note,
                None if rank == 0 => self.reasoned(snapshot, answer, proof),
                None => answer.rationale.clone(),
            },
            confidence: answer.confidence,
            source: Source::Observed,
        }
    }

    /// The rationale, with how running the program comes to what was found.
    fn reasoned(&self, snapshot: &Subject, answer: &Answer, proof: Option<&Proof>) -> String {
        // What is told of a whole program says nothing of the one place that it is shown at.
        let is_of_all = ["code.", "structure.", "tests."]
            .iter()
            .any(|family| self.id.starts_with(family));
        let is_code = self.tells_way
            && !is_of_all
            && self.detective == Detective::RepoInvestigator
            && answer.finding == Finding::Present;
        let clause = proof
            .filter(|_| is_code)
            .and_then(|proof| reach::clause(snapshot, &proof.place));
        clause.map_or_else(
            || answer.rationale.clone(),
            |clause| format!("{}; {clause}", answer.rationale),
        )
    }
}

/// The answer without secrets of the subject.
fn discreet(answer: Answer) -> Answer {
    let proofs = answer.proofs.into_iter().map(|proof| Proof {
        note: proof.note.map(|note| on_one_line(&note)),
        ..proof
    });
    Answer {
        value: answer.value.map(mask_value),
        proofs: proofs.collect(),
        rationale: on_one_line(&answer.rationale),
        finding: match answer.finding {
            Finding::Unobserved { cause } => Finding::Unobserved {
                cause: on_one_line(&cause),
            },
            other => other,
        },
        ..answer
    }
}

/// What we say ourselves and may name the subject's paths in: no secrets, and no line ends either, behind which
/// something of the subject would begin a line.
fn on_one_line(text: &str) -> String {
    mask(text).replace(['\n', '\r'], " ")
}

fn quote(snapshot: &Subject, proof: &Proof) -> Option<Excerpt> {
    if let Some(quote) = &proof.quote {
        return Some(Excerpt::new(mask(quote)));
    }
    let Place::Lines { path, first, last } = &proof.place else {
        return None;
    };
    let last = (*last).min(first + EXCERPT_LINES_MAX - 1);
    // Masked before it is cut: half a secret looks like none.
    let text = snapshot.lines(path, *first, last)?;
    let text = mask(&text);
    let end = text
        .char_indices()
        .nth(EXCERPT_CHARS_MAX)
        .map_or(text.len(), |(at, _)| at);
    Some(Excerpt::new(&text[..end]))
}
