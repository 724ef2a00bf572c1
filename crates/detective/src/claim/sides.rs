//! Both sides of a claim: what the subject can be asked.

use super::manifest::Manifests;
use super::statement::Statement;
use super::vocabulary::Vocabulary;
use super::{Claim, Kind, State, short};
use crate::derived::Subject;
use crate::document::listing::Tree;
use crate::probe::Answer;
use crate::probes;
use court::evidence::Place;
use langgraph::topology::meaning::Meaning;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The subject, ready to be asked.
pub(super) struct Sides<'a> {
    pub(super) snapshot: &'a Subject,
    pub(super) tree: Tree,
    pub(super) vocabulary: Vocabulary<'a>,
    pub(super) manifests: Manifests,
    /// The graph that the program runs, with its roles.
    pub(super) meaning: Option<Meaning<'a>>,
    answers: RefCell<BTreeMap<&'static str, Answer>>,
}

impl<'a> Sides<'a> {
    pub(super) fn of(snapshot: &'a Subject) -> Self {
        // First what needs no graph: others evaluate the graphs meanwhile.
        let (tree, vocabulary) = (Tree::of(snapshot), Vocabulary::of(snapshot));
        let manifests = Manifests::of(snapshot);
        let live = snapshot.live_graph();
        Self {
            snapshot,
            tree,
            vocabulary,
            manifests,
            meaning: live.map(|graph| Meaning::of(snapshot.program(), graph)),
            answers: RefCell::default(),
        }
    }

    /// What a probe answers, asked once. A probe that panics observed nothing.
    pub(super) fn answer(&self, id: &'static str) -> Answer {
        if let Some(answer) = self.answers.borrow().get(id) {
            return answer.clone();
        }
        let answer = probes::all().find(|probe| probe.id == id).map_or_else(
            || Answer::unobserved("no probe asks this"),
            |probe| {
                // The snapshot is only read, so nothing half-changed can be seen afterwards.
                catch_unwind(AssertUnwindSafe(|| (probe.examine)(self.snapshot)))
                    .unwrap_or_else(|_| Answer::unobserved("the probe failed: a bug in the auditor"))
            },
        );
        self.answers.borrow_mut().insert(id, answer.clone());
        answer
    }
}

/// What checking came to.
#[derive(Clone, Debug)]
pub(super) struct Check {
    pub(super) state: State,
    pub(super) because: String,
    pub(super) shown_at: Option<Place>,
    pub(super) probe: Option<&'static str>,
    pub(super) near: Option<String>,
}

impl Check {
    pub(super) fn new(state: State, because: impl Into<String>) -> Self {
        Self {
            state,
            because: because.into(),
            shown_at: None,
            probe: None,
            near: None,
        }
    }

    pub(super) fn at(mut self, place: Option<Place>) -> Self {
        self.shown_at = place;
        self
    }

    pub(super) fn near(mut self, near: Option<String>) -> Self {
        self.near = near;
        self
    }

    /// The claim of a statement that came to this.
    pub(super) fn of(self, kind: Kind, about: impl Into<String>, statement: &Statement) -> Claim {
        Claim {
            kind,
            state: self.state,
            text: short(&statement.written),
            place: statement.place.clone(),
            origin: Default::default(),
            about: about.into(),
            because: self.because,
            shown_at: self.shown_at,
            probe: self.probe.map(str::to_owned),
            near: self.near,
        }
    }
}
