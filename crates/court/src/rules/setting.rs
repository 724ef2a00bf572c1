//! Everything that rules can see of one dimension, as plain values.

use super::expression::{State, States};
use crate::opinion::Persona;
use crate::protocol::Kind;
use crate::rubric::Spread;
use crate::score::{Fraction, Scale};
use std::collections::BTreeMap;

/// The votes of Prosecutor, Defense and Tech Lead.
pub(crate) type Votes = [Option<Fraction>; 3];

/// What rules are applied to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Setting {
    pub(crate) dimension: String,
    pub(crate) kind: Kind,
    /// `repository`, `report` or `diagrams`.
    pub(crate) target: &'static str,
    pub(crate) is_critical: bool,
    /// The scale that the rules work on.
    pub(crate) scale: Scale,
    pub(crate) votes: Votes,
    /// The votes of the first hearing.
    pub(crate) first: Votes,
    /// How often it was heard.
    pub(crate) hearings: i64,
    pub(crate) facts: Facts,
    pub(crate) rubric: RubricNumbers,
    pub(crate) case: CaseFacts,
}

/// What is known of the dimension, besides opinions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Facts {
    /// Weighted share of the observed demands that are met.
    pub(crate) met: Option<Fraction>,
    /// One for each demand: what it came to, and how sure the detective is, in percent.
    pub(crate) demands: Vec<(State, u8)>,
    /// The same by probe; a dimension demands each once.
    pub(crate) asked: BTreeMap<String, State>,
    /// The exhibit that confirms a flaw.
    pub(crate) flaw: Option<String>,
    /// One for each citation of each judge.
    pub(crate) cited: [Vec<State>; 3],
    pub(crate) shared_citation: bool,
    /// What each judge argues.
    pub(crate) said: [String; 3],
    /// How sure each judge is, 0 to 1.
    pub(crate) sure: [Option<Fraction>; 3],
}

/// The rubric's own numbers, where it names them without doubt.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct RubricNumbers {
    /// The cap on a confirmed flaw, on the scale of the dimension.
    pub cap: Option<Fraction>,
    /// Votes this far apart are heard again.
    pub rehear: Option<Spread>,
    /// On votes this far apart the dissent is stated.
    pub dissent: Option<Spread>,
    /// Whether a rule puts the Tech Lead first in this dimension.
    pub tech_lead_first: bool,
}

/// What rules can see of the whole case.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct CaseFacts {
    /// Dimensions in which a scanner fact with a place confirms a flaw.
    pub flaws: i64,
    /// Critical dimensions of which something was observed.
    pub critical_observed: i64,
    /// What each exhibit came to, by its number: observed or not.
    pub seen: BTreeMap<String, (State, u8)>,
}

/// The place of a judge in [`Votes`].
pub(crate) fn seat(persona: Persona) -> usize {
    match persona {
        Persona::Prosecutor => 0,
        Persona::Defense => 1,
        Persona::TechLead => 2,
    }
}

impl Facts {
    pub(crate) fn count(&self, states: States, gate: u8) -> usize {
        let counts = |(state, sure): &&(State, u8)| states.has(*state) && (gate == 0 || *sure > gate);
        self.demands.iter().filter(counts).count()
    }

    /// Something was observed, and everything that was is in these states.
    pub(crate) fn all(&self, states: States, gate: u8) -> bool {
        let observed = States(states.0 & States::OBSERVED.0);
        let (all, inside) = match observed == States::default() {
            true => (self.demands.len(), self.count(states, gate)),
            false => (self.count(States::OBSERVED, 0), self.count(observed, gate)),
        };
        all > 0 && inside == all
    }

    pub(crate) fn citations(&self, persona: Persona, states: States) -> usize {
        let cited = self.cited[seat(persona)].iter();
        cited.filter(|state| states.has(**state)).count()
    }
}
