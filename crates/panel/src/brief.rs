//! What a judge reads: the dimension's full text, numbered exhibits within a budget, and the persona's charge.
//!
//! The parts stand in the order in which they stay the same. The rules of the court (for all calls), the matter
//! (for the three judges of a dimension), the charge (for one judge). Providers that remember prefixes so
//! charge less for the later calls.
//!
//! Nothing of the subject stands outside a fence. A fence is a digest of what it fences, so nobody can write
//! text that contains its own fence. Characters that would be obeyed or overlooked are written out; grades that
//! the subject gives itself are withheld.

mod cut;
mod exhibit;
mod handed_in;
mod matter;
mod parts;
mod persona;
mod relevance;
mod withhold;

pub(crate) use exhibit::safe;
pub use matter::{Material, Matter};
pub use parts::Summary;

use court::evidence::ExhibitId;
use court::opinion::{Persona, Round};
use court::score::Score;
use court::visible::is_unseen;
use serde::{Deserialize, Serialize};
use sha256::Digest;
use std::collections::BTreeMap;

/// Raised whenever the same matter may give another brief.
pub const VERSION: u32 = 4;
/// Tokens of exhibits in one brief where the panel does not say: far below every current model's window, and
/// enough for the exhibits of any dimension met so far.
pub const EXHIBIT_TOKENS: u64 = 12_000;

/// What one judge is asked about one dimension. It decides the answer, together with the model and its settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Brief {
    /// The rules of the court: the same for everybody.
    pub rules: String,
    /// The dimension and its exhibits: the same for the three judges.
    pub matter: String,
    /// Who the judge is and what is asked of it.
    pub charge: String,
    /// The exhibits as they are shown, without their fences: what a quote is held against.
    pub exhibits: BTreeMap<ExhibitId, String>,
}

/// Citations of the other judges, for a rehearing: an exhibit, and the words quoted from it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Citations(pub Vec<(Persona, ExhibitId, String)>);

/// How far from another judge's score the rules of a case want one that is reminded of who it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Apart {
    /// The score of the Tech Lead, who is not reminded.
    pub from: Score,
    /// At least so far from it.
    pub least: Score,
}

/// Why a judge is asked.
#[derive(Clone, Debug)]
pub enum Occasion<'a> {
    /// The first hearing; nobody has seen anybody's opinion.
    First,
    /// The votes lay far apart; these are the others' citations, without their scores and arguments.
    Rehearing(&'a Citations),
    /// The judge wrote nearly what another one wrote.
    Echo,
    /// All judges gave nearly the same score in every dimension; where the rules of the case say so, with how far to differ.
    Uniform(Option<Apart>),
}

impl Occasion<'_> {
    /// The round it belongs to.
    pub fn round(&self) -> Round {
        match self {
            Self::First | Self::Echo | Self::Uniform(_) => Round::First,
            Self::Rehearing(_) => Round::Rehearing,
        }
    }
}

impl Brief {
    /// The brief of one judge.
    pub fn new(
        material: &Material,
        persona: Persona,
        philosophy: Option<&str>,
        occasion: &Occasion<'_>,
    ) -> Self {
        Self {
            rules: persona::RULES.to_owned(),
            matter: material.text.clone(),
            charge: persona::charge(material, persona, philosophy, occasion),
            exhibits: material.shown.clone(),
        }
    }

    /// What it is remembered by: the digest of its text.
    pub fn digest(&self) -> Digest {
        Digest::of(self.text().as_bytes())
    }

    /// The part that is sent as the user's.
    pub fn question(&self) -> String {
        format!("{}\n\n{}", self.matter, self.charge)
    }

    /// About how many tokens it has.
    pub fn tokens(&self) -> u64 {
        tokens(&self.rules) + tokens(&self.matter) + tokens(&self.charge)
    }

    /// The brief as people read it.
    pub fn text(&self) -> String {
        format!(
            "=== rules of the court ===\n{}\n\n=== question ===\n{}\n",
            self.rules,
            self.question()
        )
    }
}

/// Hexadecimal digits of a fence: nobody finds a text that contains its own digest at 96 bits.
const FENCE_DIGITS: usize = 24;

/// A digest of what is fenced, in a form in which it stands nowhere in it.
pub(crate) fn fence(name: &str, content: &str) -> String {
    let of = |turn: u32| {
        let seed = format!("{turn}\n{name}\n{content}");
        let digest = Digest::of(seed.as_bytes());
        digest.as_str().chars().take(FENCE_DIGITS).collect::<String>()
    };
    let mut fence = of(0);
    let mut turn = 0;
    while content.contains(&fence) {
        turn += 1;
        fence = of(turn);
    }
    fence
}

/// About how many tokens a text has. Code and English have some three and a half bytes to a token in the
/// vocabularies of today, and a guess that is too high is the safe one.
pub fn tokens(text: &str) -> u64 {
    (text.len() as u64 * 2).div_ceil(7)
}

/// Text with everything that would be obeyed or overlooked written out; tabs and line ends stay.
pub fn canonical(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\n' | '\t' => out.push(letter),
            '\r' if letters.peek() == Some(&'\n') => {}
            _ if is_unseen(letter) => out.push_str(&format!("<U+{:04X}>", u32::from(letter))),
            _ => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests;
