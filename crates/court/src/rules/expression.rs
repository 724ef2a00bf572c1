//! What a rule can say: exact numbers and truths over the votes, the facts and the scale.

use crate::opinion::Persona;
use crate::protocol::Kind;
use crate::score::{Fraction, Score};
use crate::text::word;
use std::fmt;

/// One node of a condition or a formula. Its type is settled when it is parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expr {
    Literal(Fraction),
    Quantity(Quantity),
    /// Over the votes where nothing is listed.
    Fold(Fold, Vec<Self>),
    /// Of Prosecutor, Defense, Tech Lead; over those that are there.
    Weighted(Vec<Self>),
    Map(Mapping, Box<Self>),
    Clamp(Box<Self>, Box<Self>, Box<Self>),
    Arithmetic(Operator, Box<Self>, Box<Self>),
    If(Box<Self>, Box<Self>, Box<Self>),
    /// The first that is known.
    First(Vec<Self>),
    Compare(Relation, Box<Self>, Box<Self>),
    And(Vec<Self>),
    Or(Vec<Self>),
    Not(Box<Self>),
    Truth(Predicate),
    Yes(bool),
}

/// A number that the case gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Quantity {
    Vote(Persona),
    /// The vote that an edit works on.
    TheVote,
    Score,
    Confidence(Persona),
    Spread,
    /// Of the first hearing, where there was another.
    FirstSpread,
    SampleVariance,
    PopulationVariance,
    Gap,
    Votes,
    Hearings,
    Met,
    Width,
    ScaleMin,
    ScaleMax,
    RubricCap,
    CriticalObserved,
    /// Demands in one of these states, of which somebody is surer than the percentage.
    Count(States, u8),
    Citations(Persona, States),
    /// Of another dimension; only for the overall score.
    Final(String),
    VoteIn(Persona, String),
    Overall,
    /// Dimensions in which a flaw is confirmed; only for the overall score.
    Flaws,
}

/// What several numbers come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fold {
    Mean,
    Median,
    MedianLow,
    MedianHigh,
    Min,
    Max,
}

impl Fold {
    /// Every fold with its word.
    pub(crate) const WORDS: [(&'static str, Self); 6] = [
        ("mean", Self::Mean),
        ("median", Self::Median),
        ("median_low", Self::MedianLow),
        ("median_high", Self::MedianHigh),
        ("min", Self::Min),
        ("max", Self::Max),
    ];
}

/// What one number becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mapping {
    Negative,
    Abs,
    Floor,
    Ceil,
    Trunc,
    HalfUp,
    HalfEven,
    /// The point so far up the scale, 0 to 1.
    At,
    /// A score on 1 to 5, carried over to this scale.
    OnFive,
    /// The highest score allowed that is not above.
    Down,
    /// The lowest score allowed that is not below.
    Up,
}

impl Mapping {
    /// Every mapping that can be called, with its word.
    pub(crate) const WORDS: [(&'static str, Self); 10] = [
        ("abs", Self::Abs),
        ("floor", Self::Floor),
        ("ceil", Self::Ceil),
        ("trunc", Self::Trunc),
        ("half_up", Self::HalfUp),
        ("half_even", Self::HalfEven),
        ("at", Self::At),
        ("on_five", Self::OnFive),
        ("down", Self::Down),
        ("up", Self::Up),
    ];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
}

impl Operator {
    pub(crate) const SIGNS: [(&'static str, Self); 4] = [
        ("+", Self::Add),
        ("-", Self::Subtract),
        ("*", Self::Multiply),
        ("/", Self::Divide),
    ];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    Less,
    AtMost,
    More,
    AtLeast,
    Equal,
    Unequal,
}

impl Relation {
    pub(crate) const SIGNS: [(&'static str, Self); 6] = [
        ("<=", Self::AtMost),
        (">=", Self::AtLeast),
        ("==", Self::Equal),
        ("!=", Self::Unequal),
        ("<", Self::Less),
        (">", Self::More),
    ];
}

/// A truth that the case gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Predicate {
    /// The id of the dimension matches one of these, `*` standing for anything.
    Dimension(Vec<String>),
    Kind(Kind),
    Target(&'static str),
    Critical,
    Present(Persona),
    /// A scanner fact with a place, in this dimension.
    Flaw,
    /// The same, in any dimension of the case.
    CaseFlaw,
    Any(States, u8),
    /// Something was observed, and all that was is so.
    All(States, u8),
    Cites(Persona, States),
    CitesNothing(Persona),
    /// The demand on this probe came to one of these states.
    Probe(String, States),
    /// All judges cite one exhibit that was observed.
    SharedCitation,
    /// One of the phrases stands in the judge's argument and is not denied there; `None` is any judge.
    Says(Option<Persona>, String, Vec<String>),
    RubricTechLeadFirst,
    RubricRehears,
    RubricDissents,
}

/// A set of states of the evidence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct States(pub(crate) u8);

/// What the evidence came to on one demand, or of one cited exhibit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Looked at, and wholly as demanded.
    Supported,
    /// Looked at, and met in part.
    Partial,
    /// Looked at, and not as demanded.
    Refuted,
    /// Could not be looked at; says nothing about the subject.
    Unobserved,
    /// The question does not arise.
    NotApplicable,
    /// There is no such exhibit.
    Unknown,
}

impl State {
    /// Every state.
    pub const ALL: [Self; 6] = [
        Self::Supported,
        Self::Partial,
        Self::Refuted,
        Self::Unobserved,
        Self::NotApplicable,
        Self::Unknown,
    ];

    /// The word for it in rule files.
    pub fn word(self) -> &'static str {
        word(&STATE_WORDS, &States::of(&[self]))
    }
}

impl States {
    pub(crate) const OBSERVED: Self = Self::of(&[State::Supported, State::Partial, State::Refuted]);
    const UNSUPPORTED: Self = Self::of(&[
        State::Refuted,
        State::Unobserved,
        State::NotApplicable,
        State::Unknown,
    ]);

    pub(crate) const fn of(states: &[State]) -> Self {
        let mut bits = 0;
        let mut index = 0;
        while index < states.len() {
            bits |= 1 << states[index] as u8;
            index += 1;
        }
        Self(bits)
    }

    pub(crate) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) fn has(self, state: State) -> bool {
        self.0 & (1 << state as u8) != 0
    }
}

/// The words for sets of states, in rule files.
pub(crate) const STATE_WORDS: [(&str, States); 9] = [
    ("supported", States::of(&[State::Supported])),
    ("partial", States::of(&[State::Partial])),
    ("refuted", States::of(&[State::Refuted])),
    ("unobserved", States::of(&[State::Unobserved])),
    ("not_applicable", States::of(&[State::NotApplicable])),
    ("unknown", States::of(&[State::Unknown])),
    ("unmet", States::of(&[State::Partial, State::Refuted])),
    ("observed", States::OBSERVED),
    ("unsupported", States::UNSUPPORTED),
];

impl fmt::Display for States {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let own = word(&STATE_WORDS, self);
        if !own.is_empty() {
            return out.write_str(own);
        }
        let states = State::ALL.into_iter().filter(|state| self.has(*state));
        out.write_str(&states.map(State::word).collect::<Vec<_>>().join(", "))
    }
}

impl Expr {
    /// The parts of this node, in order.
    pub(crate) fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Literal(_) | Self::Quantity(_) | Self::Truth(_) | Self::Yes(_) => Vec::new(),
            Self::Fold(_, parts)
            | Self::Weighted(parts)
            | Self::First(parts)
            | Self::And(parts)
            | Self::Or(parts) => parts.iter().collect(),
            Self::Map(_, part) | Self::Not(part) => vec![part],
            Self::Arithmetic(_, left, right) | Self::Compare(_, left, right) => vec![left, right],
            Self::Clamp(a, b, c) | Self::If(a, b, c) => vec![a, b, c],
        }
    }

    /// Every node, this one first. No expression is deeper than the parser allows.
    pub(crate) fn walk(&self) -> Vec<&Self> {
        let mut found = vec![self];
        let mut index = 0;
        while index < found.len() {
            found.extend(found[index].parts());
            index += 1;
        }
        found
    }
}

/// A fraction as rule files write it: decimals where they are exact, else `a/b`.
pub(crate) fn written(number: Fraction) -> String {
    match Score(number).rounded().0 == number {
        true => Score(number).to_string(),
        false => number.to_string(),
    }
}
