//! What is asked about pictures: which there are, and what was told of them held against the code. Both read what
//! the subject wrote.

use claims::diagram::candidate::{self, Candidate};
use claims::diagram::described;
use cohort::trace::Trace;
use court::evidence::{Detective, Exhibit, Source};
use documents::picture::PICTURES_MAX;
use documents::picture::described::Described;
use probes::Subject;
use serde::{Deserialize, Serialize};

/// What is asked about pictures.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Look {
    /// Which may be diagrams.
    For,
    /// Nothing of pictures, but what the whole work is compared by.
    Traces,
    /// What those who looked at them told.
    Back {
        told: Vec<Looked>,
        /// The one who sees, for pictures that nobody described.
        model: String,
    },
}

/// One picture with what came of looking at it: a description and its model, or why there is none.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Looked {
    pub(crate) candidate: Candidate,
    pub(crate) told: Result<(Described, String), String>,
}

/// The pictures that may be diagrams.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Sighted {
    pub(crate) candidates: Vec<Candidate>,
    /// How many more there are than anybody is asked about.
    pub(crate) beyond: usize,
}

impl Sighted {
    pub(super) fn among(snapshot: &Subject) -> Self {
        let (candidates, beyond) = candidate::candidates(&probes::Witness(snapshot));
        Self { candidates, beyond }
    }

    /// Who answers may have been taken over: every picture that is asked about costs money.
    pub(super) fn is_sound(&self) -> bool {
        self.candidates.len() <= PICTURES_MAX
    }
}

/// What a work is compared by: its code, the reports that were handed in with it, its history.
pub(super) fn trace(snapshot: &Subject) -> Trace {
    let reports = snapshot.documents.iter().map(|report| {
        let pages = report.reading.iter().flatten();
        let lines = pages.flat_map(|page| &page.lines).map(|line| line.text.clone());
        (report.name.clone(), lines.collect())
    });
    Trace::of(snapshot, &reports.collect::<Vec<_>>())
}

/// What was told, as exhibits.
pub(super) fn exhibits(told: &[Looked], model: &str, snapshot: &Subject) -> Vec<Exhibit> {
    let exhibits = (0..).zip(told).map(|(number, one)| match &one.told {
        Ok((described, model)) => {
            described::exhibit(number, &one.candidate, described, model, snapshot.live_graph())
        }
        Err(cause) => described::unseen(number, &one.candidate, cause, model),
    });
    exhibits.collect()
}

/// Whether these can be the exhibits of what was told: nothing in them passes for observed.
pub(super) fn describe_only(exhibits: &[Exhibit], told: &[Looked]) -> bool {
    let fits = |(exhibit, one): (&Exhibit, &Looked)| {
        exhibit.probe == described::PROBE
            && exhibit.detective == Detective::VisionInspector
            && exhibit.place.as_ref() == Some(&one.candidate.place)
            && matches!(exhibit.source, Source::Described { .. })
    };
    exhibits.len() == told.len() && exhibits.iter().zip(told).all(fits)
}
