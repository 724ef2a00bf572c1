//! The subject as what is known to those who hold statements and drawings against it.

use claims::claim::known::{Known, Told};
use claims::claim::{self, Claim, Ledger};
use claims::diagram::{self, Diagram, candidate};
use court::evidence::Finding;
use documents::document::Document;
use documents::document::passages::Passages;
use documents::picture::lettering::Lettering;
use langgraph::audited::Court;
use langgraph::topology::Graph;
use probes_core::{Answer, Subject};
use project::manifest::Manifests;
use python::program::Program;
use serde_json::Value;
use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use subject::Snapshot;

/// What the papers of a subject say: only who knows all probes can hold it against the answers of them.
pub trait Papers {
    /// What the documents state, held against all else; worked out at the first call.
    fn claims(&self) -> &[Claim];
    /// The same, with how much of what the reports say could be checked.
    fn ledger(&self) -> &Ledger;
    /// The diagrams of the reports that were handed in, looked for at the first call.
    fn diagrams(&self) -> &[Diagram];
    /// What is written in a picture file that a document shows; all of them are read at the first call.
    fn lettering_of(&self, path: &str) -> Option<&Lettering>;
}

impl Papers for Subject {
    fn claims(&self) -> &[Claim] {
        &self.ledger().claims
    }

    fn ledger(&self) -> &Ledger {
        self.ledger_or(|| claim::ledger(&Witness(self)))
    }

    fn diagrams(&self) -> &[Diagram] {
        self.diagrams_or(|| diagram::given(&Witness(self)))
    }

    fn lettering_of(&self, path: &str) -> Option<&Lettering> {
        self.letterings_or(|| candidate::letterings(&Witness(self), self.looked_at))
            .get(path)
    }
}

/// A subject that answers what statements about code ask: the questions of programs built with LangGraph.
pub struct Witness<'a>(pub &'a Subject);

impl Known for Witness<'_> {
    fn snapshot(&self) -> &Snapshot {
        self.0
    }

    fn reports(&self) -> &[Document] {
        &self.0.documents
    }

    fn found(&self) -> &[Document] {
        self.0.found()
    }

    fn passages(&self, document: &Document) -> Cow<'_, Passages> {
        self.0.passages(document)
    }

    fn lettering_of(&self, path: &str) -> Option<&Lettering> {
        Papers::lettering_of(self.0, path)
    }

    fn program(&self) -> &Program {
        self.0.program()
    }

    fn manifests(&self) -> &Manifests {
        self.0.manifests()
    }

    fn graphs(&self) -> &[Graph] {
        self.0.graphs()
    }

    fn live_graph(&self) -> Option<&Graph> {
        self.0.live_graph()
    }

    fn court(&self) -> &Court {
        self.0.court()
    }

    fn answer(&self, question: &str) -> Told {
        let probe = probes_langgraph::FAMILIES
            .iter()
            .copied()
            .flatten()
            .find(|probe| probe.id == question);
        let answer = probe.map_or_else(
            || Answer::unobserved("no probe asks this"),
            |probe| {
                // The subject is only read, so nothing half-changed can be seen afterwards.
                catch_unwind(AssertUnwindSafe(|| probe.answer(self.0)))
                    .unwrap_or_else(|_| Answer::unobserved("the probe failed: a bug in the auditor"))
            },
        );
        let is_seen = matches!(answer.finding, Finding::Present | Finding::Absent);
        Told {
            holds: answer.value.as_ref().and_then(Value::as_bool).filter(|_| is_seen),
            confidence: answer.confidence,
            because: answer.rationale,
            shown_at: answer.proofs.into_iter().next().map(|proof| proof.place),
        }
    }
}

#[cfg(test)]
mod tests;
