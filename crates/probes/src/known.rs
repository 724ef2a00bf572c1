//! The subject as what is known to those who hold statements and drawings against it.

use crate::derived::Subject;
use crate::families;
use crate::probe::Answer;
use claims::claim::known::{Known, Told};
use court::evidence::Finding;
use documents::document::Document;
use documents::document::passages::Passages;
use documents::picture::lettering::Lettering;
use langgraph::audited::Court;
use langgraph::topology::Graph;
use project::manifest::Manifests;
use python::program::Program;
use serde_json::Value;
use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use subject::Snapshot;

impl Known for Subject {
    fn snapshot(&self) -> &Snapshot {
        self
    }

    fn reports(&self) -> &[Document] {
        &self.documents
    }

    fn found(&self) -> &[Document] {
        self.found()
    }

    fn passages(&self, document: &Document) -> Cow<'_, Passages> {
        self.passages(document)
    }

    fn lettering_of(&self, path: &str) -> Option<&Lettering> {
        self.lettering_of(path)
    }

    fn program(&self) -> &Program {
        self.program()
    }

    fn manifests(&self) -> &Manifests {
        self.manifests()
    }

    fn graphs(&self) -> &[Graph] {
        self.graphs()
    }

    fn live_graph(&self) -> Option<&Graph> {
        self.live_graph()
    }

    fn court(&self) -> &Court {
        self.court()
    }

    fn answer(&self, question: &str) -> Told {
        let probe = families::all().find(|probe| probe.id == question);
        let answer = probe.map_or_else(
            || Answer::unobserved("no probe asks this"),
            |probe| {
                // The subject is only read, so nothing half-changed can be seen afterwards.
                catch_unwind(AssertUnwindSafe(|| (probe.examine)(self)))
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
