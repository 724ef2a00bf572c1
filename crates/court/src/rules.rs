//! The rules of the Chief Justice as data: what settles a dimension is a file that anybody can read, change,
//! check and replay.
//!
//! A rule set is applied in fixed phases, each of which leaves a trace:
//!
//! 1. `missing`: what becomes of a judge that could not opine;
//! 2. `edits`: single votes are changed or dropped;
//! 3. `base`: the first formula whose condition holds makes a score of the votes;
//! 4. `rules`: in their order, each whose condition holds changes the score; a terminal one ends the phase;
//! 5. `rounding`: to a score that the scale allows;
//! 6. `caps`: binding, last; nothing undoes them, and they never raise a score.
//!
//! `rehear` says when a dimension is heard once more, `dissent` when a ruling must say what was disagreed on,
//! `overall` and `grades` make the verdict. Conditions and formulas are expressions over exact fractions; see
//! [`words`] for all of them. What is unknown (a missing vote, facts that nobody observed) makes a condition
//! unknown, and a rule whose condition is unknown does not apply.

mod builtin;
mod check;
mod display;
mod engine;
mod evaluate;
mod expression;
mod file;
mod lattice;
mod near_miss;
mod parser;
mod phrases;
mod rounding;
mod setting;
#[cfg(test)]
pub(crate) mod tests;
mod token;
mod vocabulary;

pub use builtin::{DEFAULT, PRESETS, SCHEMA, built_in, load, nearest_built_in};
pub use check::{Checked, check};
pub use expression::{State, States};
pub use file::{TEXT_LIMIT, parse};
pub use near_miss::NearMiss;
pub use rounding::{Mode, Rounding};
pub use setting::{CaseFacts, RubricNumbers};

pub use engine::Step;
pub(crate) use engine::{Outcome, Settled, settle};
pub(crate) use evaluate::{Scene, Whole};
pub(crate) use near_miss::near_misses;
pub(crate) use setting::{Facts, Setting, Votes, seat};

use crate::opinion::Persona;
use crate::protocol::Kind;
use crate::score::{Fraction, Scale, Score};
use crate::text::words_of;
use expression::Expr;
use sha256::Digest;
use std::fmt::Write as _;

/// A set of rules, parsed once and valid ever after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// Its name, or that of its file.
    pub name: String,
    /// As written.
    pub version: Option<String>,
    /// What it is.
    pub description: String,
    /// Where its rules come from, for those that reproduce others.
    pub origin: Option<String>,
    /// Whether it is kept as it was, holes included.
    pub is_historic: bool,
    /// Digest of the text it was parsed from.
    pub sha256: Digest,
    /// The scale its numbers are meant on; that of each dimension where there is none.
    pub scale: Option<Scale>,
    /// How a result becomes a score that the scale allows.
    pub rounding: Rounding,
    pub(crate) missing: Missing,
    pub(crate) rehear: Option<Rule>,
    pub(crate) dissent: Option<Expr>,
    /// When somebody should look at a ruling; where nothing is said, when its votes would be heard once more.
    pub(crate) review: Option<Expr>,
    /// How far apart judges that all agree have to be when they are reminded of who they are; nothing leaves it to them.
    pub apart: Option<Fraction>,
    pub(crate) edits: Vec<Rule>,
    pub(crate) base: Vec<Rule>,
    pub(crate) rules: Vec<Rule>,
    pub(crate) caps: Vec<Rule>,
    pub(crate) overall: Overall,
    pub(crate) text: String,
    pub(crate) is_toml: bool,
}

/// One rule: when, what, where, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    pub(crate) id: String,
    /// Ids of dimensions, kinds or targets; everywhere where there are none.
    pub(crate) scope: Vec<Scope>,
    /// Whose votes; for edits.
    pub(crate) judges: Vec<Persona>,
    pub(crate) when: Option<Expr>,
    pub(crate) action: Action,
    /// What would have been without it, for the trace.
    pub(crate) instead_of: Option<Expr>,
    pub(crate) is_terminal: bool,
    pub(crate) reason: String,
    /// What is to be done where it speaks; for rules and caps.
    pub(crate) remedy: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Becomes(Expr),
    /// The vote is left out.
    Drop,
    /// It only decides whether.
    Nothing,
}

/// Where a rule holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    Id(String),
    Kind(Kind),
    Target(&'static str),
}

/// What becomes of judges that could not opine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Missing {
    pub(crate) one: Absent,
    /// Where nobody opined.
    pub(crate) all: Absent,
    /// Whether the rules say themselves what becomes of one; else a case waits for the lost vote.
    pub(crate) is_said: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Absent {
    /// The others decide.
    Drop,
    /// The dimension leaves the total.
    Skip,
    /// The dimension is incomplete.
    Incomplete,
    /// The vote counts as this, for each judge.
    Counts([Option<Fraction>; 3]),
}

impl Absent {
    /// Those that have a word alone.
    const WORDS: [(&'static str, Self); 3] = [
        ("drop", Self::Drop),
        ("skip", Self::Skip),
        ("incomplete", Self::Incomplete),
    ];
}

/// From the rulings to the score of the case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Overall {
    pub(crate) formula: Formula,
    /// The mean is multiplied by it at the end.
    pub(crate) times: Fraction,
    /// Decimals that are kept; all where there is none.
    pub(crate) rounding: Option<Rounding>,
    pub(crate) caps: Vec<Rule>,
    /// Names of scores, best first.
    pub(crate) grades: Vec<(Fraction, String)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Formula {
    /// By the rubric's weights, each dimension as its share of its own scale.
    Weighted,
    /// Every dimension counts alike.
    Mean,
    /// The scores added up, of the sum of the highest scores.
    Sum,
    /// Each score is a pass (1), a partial (1/2) or a fail (0); the mean of these, on the scale.
    Verdicts { pass: Fraction, partial: Fraction },
}

impl RuleSet {
    /// The text it was parsed from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A file name under which [`parse`] understands the text in the same way.
    pub fn file_name(&self) -> String {
        format!("{}.{}", self.name, if self.is_toml { "toml" } else { "yaml" })
    }

    /// The ids of all rules in the order in which they are applied.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        let phases = self.phases().into_iter().flat_map(|(_, rules)| rules);
        phases.chain(&self.overall.caps).map(|rule| rule.id.as_str())
    }

    /// The phases that settle a dimension, each with its key in rule files.
    pub(crate) fn phases(&self) -> [(&'static str, &[Rule]); 4] {
        [
            ("edits", self.edits.as_slice()),
            ("base", &self.base),
            ("rules", &self.rules),
            ("caps", &self.caps),
        ]
    }

    /// A distance on the scale of the rules on this one.
    pub fn carried(&self, distance: Fraction, own: &Scale) -> Score {
        let scale = self.scale.as_ref().filter(|scale| !own.spans_like(scale));
        Score(scale.map_or(distance, |scale| distance * own.width() / scale.width()))
    }

    /// Whether a dimension with so many votes comes to nothing, for want of the others.
    pub(crate) fn is_lost_with(&self, votes: usize) -> bool {
        match votes {
            0 => matches!(self.missing.all, Absent::Incomplete | Absent::Drop),
            1 | 2 => self.missing.one == Absent::Incomplete || !self.missing.is_said,
            _ => false,
        }
    }

    /// Whether votes this far apart make the dimension be heard once more.
    pub(crate) fn wants_rehearing(&self, setting: &Setting) -> bool {
        let scene = Scene::of_votes(setting, &setting.votes);
        self.rehear.as_ref().is_some_and(|rule| rule.holds(&scene))
    }
}

impl Action {
    /// Whether it comes to a number whichever judges voted.
    fn is_always_known(&self) -> bool {
        match self {
            Self::Becomes(Expr::Literal(_)) => true,
            Self::Becomes(Expr::Fold(_, parts)) => parts.is_empty(),
            _ => false,
        }
    }
}

impl Rule {
    /// Whether it applies in this scene; what is unknown does not.
    pub(crate) fn holds(&self, scene: &Scene<'_>) -> bool {
        let is_so = |when: &Expr| scene.truth(when) == Some(true);
        self.is_in_scope(scene.setting) && self.when.as_ref().is_none_or(is_so)
    }

    /// What its formula comes to where it applies and that is known.
    pub(crate) fn value(&self, scene: &Scene<'_>) -> Option<Fraction> {
        match &self.action {
            Action::Becomes(formula) if self.holds(scene) => scene.number(formula),
            _ => None,
        }
    }

    pub(crate) fn is_in_scope(&self, setting: &Setting) -> bool {
        self.scope.is_empty()
            || self.scope.iter().any(|scope| match scope {
                Scope::Id(pattern) => evaluate::matches_glob(pattern, &setting.dimension),
                Scope::Kind(kind) => setting.kind == *kind,
                Scope::Target(target) => setting.target == *target,
            })
    }
}

/// Every name and function that rule files know, with its meaning, one a line.
pub fn words() -> String {
    let mut text =
        String::from("Judges\n  P, D, TL (or prosecutor, defense, tech_lead): their votes\n\nNames\n");
    for (name, _, meaning) in &vocabulary::NAMES {
        let _ = writeln!(text, "  {name:<34}{meaning}");
    }
    text.push_str("\nFunctions; of the votes where no numbers are given\n");
    for (name, arguments, meaning) in &*vocabulary::FUNCTIONS {
        let _ = writeln!(text, "  {:<34}{meaning}", format!("{name}({arguments})"));
    }
    let states = words_of(&expression::STATE_WORDS).join(", ");
    let _ = writeln!(text, "\nStates of the evidence\n  {states}");
    text.push_str("\nSigns\n  + - * / < <= > >= == != and or not ( )\n");
    text
}

/// `score` on the scale `from`, in proportion on the scale `to`.
pub(crate) fn carried(score: Fraction, from: &Scale, to: &Scale) -> Fraction {
    to.min.0 + to.width() * from.share(Score(score))
}
