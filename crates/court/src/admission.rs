//! The conditional edge between looking and judging: judges are never asked about nothing.

use crate::justice::Status;
use crate::protocol::Standing;
use crate::rubric::{Artifact, Dimension};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What becomes of a dimension once the evidence is in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Admission {
    /// The judges hear it.
    Heard,
    /// It is not heard, for a reason that says nothing about the subject.
    Dismissed(Status),
}

/// Admits a dimension or says why not.
///
/// `standings` is `None` where the panel sees nothing that the dimension asks for; `has_report` says whether
/// a report was given. A dimension of which less than half of the weight could be observed is incomplete, unless a flaw was seen.
pub fn admit(dimension: &Dimension, standings: Option<&[Standing]>, has_report: bool) -> Admission {
    dismissal(dimension, standings, has_report).map_or(Admission::Heard, Admission::Dismissed)
}

fn dismissal(dimension: &Dimension, standings: Option<&[Standing]>, has_report: bool) -> Option<Status> {
    if let Artifact::External(word) = &dimension.artifact {
        let why = format!("it looks at `{word}`, which no detective can read");
        return Some(Status::NotAssessable(why));
    }
    if !has_report && dimension.artifact != Artifact::Repository {
        return Some(Status::NotAssessable("no report was given".to_owned()));
    }
    let Some(standings) = standings else {
        let why = "its text asks for nothing that the probes can see; a panel with a model could judge it";
        return Some(Status::NotAssessable(why.to_owned()));
    };
    unseen(standings)
}

fn unseen(standings: &[Standing]) -> Option<Status> {
    let weight = |keep| Standing::weigh(standings, keep);
    let (observed, missed) = (weight(|s| s.share.is_some()), weight(|s| s.is_unobserved));
    if observed == 0 && missed == 0 {
        let why = format!("the question does not arise: {}", causes(standings));
        return Some(Status::NotAssessable(why));
    }
    // What was seen at its place stands, however much else was not looked at.
    let is_flawed = standings.iter().any(Standing::is_confirmed_flaw);
    ((observed < missed || observed == 0) && !is_flawed)
        .then(|| Status::Incomplete(format!("too little could be observed: {}", causes(standings))))
}

fn causes(standings: &[Standing]) -> String {
    let causes = standings.iter().filter_map(|standing| standing.cause.as_deref());
    let causes: BTreeSet<&str> = causes.collect();
    causes.into_iter().collect::<Vec<_>>().join("; ")
}
