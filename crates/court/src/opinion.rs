//! Judges and what they say.

use crate::evidence::{Confidence, ExhibitId};
use crate::score::Score;
use serde::{Deserialize, Serialize};

/// In which character a judge opines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Persona {
    /// Holds every unmet or contradicted demand against the subject.
    Prosecutor,
    /// Credits partial and equivalent work.
    Defense,
    /// Weighs what makes the program work and last.
    TechLead,
}

impl Persona {
    /// All three, in the order of the seats.
    pub const ALL: [Self; 3] = [Self::Prosecutor, Self::Defense, Self::TechLead];

    /// The name in running text.
    pub fn title(self) -> &'static str {
        match self {
            Self::Prosecutor => "Prosecutor",
            Self::Defense => "Defense",
            Self::TechLead => "Tech Lead",
        }
    }

    /// The name in `report.json`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Prosecutor => "Prosecutor",
            Self::Defense => "Defense",
            Self::TechLead => "TechLead",
        }
    }
}

/// First hearing or rehearing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Round {
    /// Every dimension is heard once.
    First,
    /// Once more, on wide disagreement, with each other's citations before them.
    Rehearing,
}

/// What one judge says of one dimension.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opinion {
    /// On the scale of the dimension.
    pub score: Score,
    /// Why, in sentences that name the cited exhibits.
    pub argument: String,
    /// The exhibits it rests on, ascending, without doubles.
    pub cited: Vec<ExhibitId>,
    /// How sure the judge is.
    pub confidence: Confidence,
}

/// A judge that could not opine. Never counted as a score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recusal {
    /// Why not, in one sentence.
    pub cause: String,
}

/// One judge's place in a hearing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Seat {
    /// The judge gave an opinion.
    Opined(Opinion),
    /// The judge could not.
    Recused(Recusal),
}

impl Seat {
    /// The score, where there is an opinion.
    pub fn score(&self) -> Option<Score> {
        match self {
            Self::Opined(opinion) => Some(opinion.score),
            Self::Recused(_) => None,
        }
    }
}

/// The three seats on one dimension, always three.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hearing {
    /// Which hearing this is.
    pub round: Round,
    /// The Prosecutor's seat.
    pub prosecutor: Seat,
    /// The Defense's seat.
    pub defense: Seat,
    /// The Tech Lead's seat.
    pub tech_lead: Seat,
}

impl Hearing {
    /// The seat of one persona.
    pub fn seat(&self, persona: Persona) -> &Seat {
        match persona {
            Persona::Prosecutor => &self.prosecutor,
            Persona::Defense => &self.defense,
            Persona::TechLead => &self.tech_lead,
        }
    }

    /// The same, to put somebody else there.
    pub fn seat_mut(&mut self, persona: Persona) -> &mut Seat {
        match persona {
            Persona::Prosecutor => &mut self.prosecutor,
            Persona::Defense => &mut self.defense,
            Persona::TechLead => &mut self.tech_lead,
        }
    }

    /// The seats with their personas, in order.
    pub fn seats(&self) -> impl Iterator<Item = (Persona, &Seat)> {
        Persona::ALL
            .into_iter()
            .map(|persona| (persona, self.seat(persona)))
    }

    /// The scores given, in the order of the seats.
    pub fn scores(&self) -> Vec<Score> {
        self.seats().filter_map(|(_, seat)| seat.score()).collect()
    }
}
