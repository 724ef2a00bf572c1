//! What is to be done about what stands open.

use crate::evidence::{ExhibitId, Place};
use crate::score::Score;
use serde::{Deserialize, Serialize};

/// One thing to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remedy {
    /// What to do, as an instruction.
    pub action: String,
    /// The exhibit that calls for it.
    pub exhibit: Option<ExhibitId>,
    /// Where to do it, where the exhibit has a place.
    pub place: Option<Place>,
    /// By how much the dimension's score would rise by statute if this alone were done; may be 0 where the
    /// dimension needs more than one thing.
    pub gain: Score,
    /// The weight of the demand, to order equal gains.
    pub weight: i64,
}

impl Remedy {
    /// What a rule says is to be done.
    pub(crate) fn ordered(action: String) -> Self {
        Self {
            action,
            exhibit: None,
            place: None,
            gain: Score::whole(0),
            weight: 0,
        }
    }
}
