//! Both sides of a claim: what the subject can be asked.

use super::known::{Known, Told};
use super::manifest::Manifests;
use super::path::tree::Tree;
use super::statement::Statement;
use super::vocabulary::Vocabulary;
use super::{Claim, Kind, State, short};
use court::evidence::Place;
use langgraph::topology::meaning::Meaning;
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use subject::Snapshot;

/// The subject, ready to be asked.
pub(super) struct Sides<'a> {
    pub(super) known: &'a dyn Known,
    pub(super) snapshot: &'a Snapshot,
    pub(super) tree: Tree,
    pub(super) vocabulary: Vocabulary<'a>,
    pub(super) manifests: Manifests,
    /// The graph that the program runs, with its roles.
    pub(super) meaning: Option<Meaning<'a>>,
    /// The variables that the program asks for, with their places; looked for once.
    pub(super) variables: OnceCell<Vec<(&'a str, Place)>>,
    answers: RefCell<BTreeMap<&'static str, Told>>,
}

impl<'a> Sides<'a> {
    pub(super) fn of(known: &'a dyn Known) -> Self {
        let snapshot = known.snapshot();
        // First what needs no graph: others evaluate the graphs meanwhile.
        let (tree, vocabulary) = (Tree::of(snapshot), Vocabulary::of(snapshot, known.program()));
        let manifests = Manifests::of(known);
        let live = known.live_graph();
        Self {
            known,
            snapshot,
            tree,
            vocabulary,
            manifests,
            meaning: live.map(|graph| Meaning::of(known.program(), graph)),
            variables: OnceCell::new(),
            answers: RefCell::default(),
        }
    }

    /// What a question came to, asked once.
    pub(super) fn answer(&self, question: &'static str) -> Told {
        if let Some(told) = self.answers.borrow().get(question) {
            return told.clone();
        }
        let told = self.known.answer(question);
        self.answers.borrow_mut().insert(question, told.clone());
        told
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
            read: None,
        }
    }
}
