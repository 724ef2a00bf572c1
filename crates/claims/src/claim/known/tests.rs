//! What is known of a subject that a test writes down.

use super::{Known, Told};
use court::evidence::Confidence;
use documents::document::passages::Passages;
use documents::document::{self, Document};
use documents::picture::lettering::Lettering;
use langgraph::audited::Court;
use langgraph::topology::{self, Graph};
use project::manifest::Manifests;
use python::program::{Program, Reading};
use std::borrow::Cow;
use subject::{Snapshot, fixture};

/// A subject of which nobody asks more than its files show.
#[derive(Default)]
pub struct Fixture {
    pub snapshot: Snapshot,
    pub reports: Vec<Document>,
    pub found: Vec<Document>,
    program: Program,
    manifests: Manifests,
    graphs: Vec<Graph>,
    court: Court,
}

impl Fixture {
    /// From a text as [`Snapshot::from_fixture`] reads it, in which `//- report:NAME` starts a report besides.
    pub fn of(text: &str) -> Self {
        let (mut snapshot, mut reports) = (Snapshot::fixture(), Vec::new());
        for (head, body) in fixture::sections(text) {
            match head.strip_prefix("report:") {
                Some(name) => reports.push(document::read(name, body.as_bytes())),
                None => snapshot.add_fixture(&head, body),
            }
        }
        let program = Program::of(&snapshot, &Reading::of(&snapshot, false));
        Self {
            manifests: Manifests::of(&snapshot),
            graphs: topology::graphs(&program),
            found: Vec::new(),
            court: Court::default(),
            snapshot,
            reports,
            program,
        }
    }

    /// No files, and these reports.
    pub fn with_reports(reports: Vec<Document>) -> Self {
        Self {
            reports,
            ..Self::default()
        }
    }
}

impl Known for Fixture {
    fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    fn reports(&self) -> &[Document] {
        &self.reports
    }

    fn found(&self) -> &[Document] {
        &self.found
    }

    fn passages(&self, document: &Document) -> Cow<'_, Passages> {
        Cow::Owned(Passages::of(document))
    }

    fn lettering_of(&self, _path: &str) -> Option<&Lettering> {
        None
    }

    fn program(&self) -> &Program {
        &self.program
    }

    fn manifests(&self) -> &Manifests {
        &self.manifests
    }

    fn graphs(&self) -> &[Graph] {
        &self.graphs
    }

    fn live_graph(&self) -> Option<&Graph> {
        topology::live(&self.graphs)
    }

    fn court(&self) -> &Court {
        &self.court
    }

    fn answer(&self, _question: &str) -> Told {
        Told {
            holds: None,
            confidence: Confidence::percent(0),
            because: "nobody asks this".to_owned(),
            shown_at: None,
        }
    }
}
