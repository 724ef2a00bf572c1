//! What was heard of each text, and of all of them together.

use super::{Heard, Sighting};
use crate::conduct::{Attempt, Found, apart};
use court::evidence::Place;

/// One text.
#[derive(Default)]
pub(super) struct Listened {
    name: String,
    /// Most attempts told of it.
    max: usize,
    told: Vec<Sighting>,
    /// What is told of it besides, heard in another way.
    besides: Vec<Sighting>,
    /// Whether it has more passages that may be attempts than were looked at.
    pub(super) has_more: bool,
}

impl Listened {
    /// The first `max` attempts of what was found in a text, seen at their places.
    pub(super) fn of(name: &str, max: usize, found: Found, sighting: impl Fn(Attempt) -> Sighting) -> Self {
        Self {
            name: name.to_owned(),
            max,
            told: found.told.into_iter().map(sighting).collect(),
            besides: Vec::new(),
            has_more: found.has_more,
        }
    }

    /// A text of which not everything was listened to.
    pub(super) fn cut(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            has_more: true,
            ..Self::default()
        }
    }

    /// With what was heard in another way of the same text.
    pub(super) fn add(&mut self, other: Self) {
        self.besides.extend(other.told);
        self.has_more |= other.has_more;
    }

    fn settled(mut self) -> Heard {
        apart(&mut self.told, |sighting| &sighting.attempt);
        for one in self.besides {
            if !self.told.iter().any(|told| overlap(&told.place, &one.place)) {
                self.told.push(one);
            }
        }
        self.told.truncate(self.max);
        Heard {
            sightings: self.told,
            unheard: self.has_more.then_some(self.name).into_iter().collect(),
            ..Heard::default()
        }
    }
}

/// Whether two places of one text share a line.
fn overlap(one: &Place, other: &Place) -> bool {
    match (one, other) {
        (
            Place::Lines { first, last, .. },
            Place::Lines {
                first: other_first,
                last: other_last,
                ..
            },
        ) => first <= other_last && other_first <= last,
        _ => one == other,
    }
}

/// What was heard of some texts, in their order.
pub(super) fn settled(texts: impl IntoIterator<Item = Listened>) -> Heard {
    Heard::of(texts.into_iter().map(Listened::settled))
}
