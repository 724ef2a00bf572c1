//! A model that sees, in a trial: pictures in, described exhibits out, and an account of what was asked and paid.
//!
//! What it says is told and not observed: no demand is weighed by it and no rule reads it as a finding.

mod jobs;

use super::models::{Access, Estimate};
use super::tools::{Tools, walls_note};
use super::{Filing, Investigation};
use crate::worker::Looked;
use court::evidence::Exhibit;
use futures_util::future::try_join_all;
use jobs::{Describe, Pictures, Show, Shown, Testify};
use journal::{Digest, JournalError};
use panel::attempts::Record;
use panel::price::Money;
use panel::spec::{Model, Seat};
use panel::vision;
use report::dossier::{VisionNote, WallsNote};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The one who sees, where there is one.
pub(crate) struct VisionModel {
    seat: Seat,
    pub(crate) access: Access,
    state: Mutex<State>,
}

/// What the process reads that finds pictures and holds descriptions against the code: what the detectives read.
const WHERE: &str = "files and history";

/// What was asked so far.
#[derive(Default)]
struct State {
    pictures: usize,
    beyond: usize,
    described: usize,
    is_budget_spent: bool,
    records: Vec<Record>,
    causes: BTreeSet<String>,
}

impl VisionModel {
    pub(super) fn new(seat: Seat, access: Access) -> Self {
        Self {
            seat,
            access,
            state: Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps how many pictures there are, and why there may be more.
    fn found(&self, pictures: &Pictures) {
        let mut state = self.state();
        (state.pictures, state.beyond) = (pictures.shown.len(), pictures.beyond);
        state.causes.extend(pictures.containment.lost.iter().cloned());
    }

    fn name(&self) -> String {
        let models: Vec<String> = self.seat.models.iter().map(ToString::to_string).collect();
        models.join(", else ")
    }

    fn describe<'a>(&'a self, shown: &'a Shown, picture: &'a Digest, model: &'a Model) -> Describe<'a> {
        Describe {
            picture,
            media_type: &shown.media_type,
            model,
            settings: &self.seat.settings,
            prompt: vision::prompt(),
            version: vision::VERSION,
            edition: &self.access.edition,
            place: shown.candidate.place.to_string(),
        }
    }

    /// Whether the first model has described this picture before.
    async fn is_known(&self, shown: &Shown, tools: &Tools) -> Result<bool, JournalError> {
        let (Ok(picture), Some(model)) = (&shown.picture, self.seat.models.first()) else {
            return Ok(true);
        };
        let describe = self.describe(shown, picture, model);
        Ok(self
            .access
            .journal
            .remembered(tools.case.id(), &describe)
            .await?
            .is_some())
    }

    /// The worst that one picture costs without repeats.
    fn worst(&self) -> Money {
        self.access
            .worst(&self.seat, vision::tokens(), self.seat.settings.max_tokens)
    }

    /// Asks the models of the seat in turn until one describes the picture.
    async fn look_at(&self, shown: &Shown, is_paid_for: bool, tools: &Tools) -> Result<Looked, JournalError> {
        let candidate = shown.candidate.clone();
        let lost = |cause: String| {
            self.state().causes.insert(cause.clone());
            Looked {
                candidate: candidate.clone(),
                told: Err(cause),
            }
        };
        let picture = match &shown.picture {
            Ok(picture) => picture,
            Err(cause) => return Ok(lost(cause.clone())),
        };
        if !is_paid_for {
            self.state().is_budget_spent = true;
            return Ok(lost(
                "the money that may be spent does not reach for it".to_owned(),
            ));
        }
        let mut causes = Vec::new();
        for model in &self.seat.models {
            let describe = self.describe(shown, picture, model);
            match tools.perform(&describe).await {
                Ok(told) => {
                    let mut state = self.state();
                    state.described += 1;
                    state.records.push(told.record);
                    return Ok(Looked {
                        candidate: candidate.clone(),
                        told: Ok((told.described, model.to_string())),
                    });
                }
                Err(JournalError::Job { failure, .. }) => causes.push(failure.message().to_owned()),
                Err(error) => return Err(error),
            }
        }
        Ok(lost(causes.join("; ")))
    }

    /// Why pictures were not described.
    pub(crate) fn causes(&self) -> Vec<String> {
        self.state().causes.iter().cloned().collect()
    }

    /// What is told of it. It follows from the descriptions, not from what this run had to ask.
    pub(crate) fn note(&self) -> VisionNote {
        let state = self.state();
        let mut paid = self.access.paid(state.records.iter());
        // Pictures are looked at together; which answer came first is nobody's concern.
        paid.recordings.sort();
        VisionNote {
            model: self.name(),
            pictures: state.pictures,
            beyond: state.beyond,
            described: state.described,
            calls: paid.recordings.len() as u64,
            answers_refused: state.records.iter().map(|record| record.refused.len()).sum(),
            usage: paid.usage,
            cost: paid.cost,
            is_budget_spent: state.is_budget_spent,
            causes: state.causes.iter().cloned().collect(),
            recordings: paid.recordings,
        }
    }
}

/// What was told of the pictures of a case, and what held the processes in that read them.
#[derive(Default)]
pub(super) struct Descriptions {
    pub(super) exhibits: Vec<Exhibit>,
    pub(super) walls: BTreeSet<WallsNote>,
}

/// Has the pictures of a case described; nothing where nobody sees.
pub(super) async fn describe(
    filing: &Filing<'_>,
    found: &Investigation,
    tools: &Tools,
) -> Result<Descriptions, JournalError> {
    let Some(vision_model) = tools.vision_model() else {
        return Ok(Descriptions::default());
    };
    let pictures = pictures(filing, found, tools).await?;
    vision_model.found(&pictures);
    let mut told = Descriptions {
        exhibits: Vec::new(),
        walls: walls(&pictures),
    };
    if pictures.shown.is_empty() {
        return Ok(told);
    }
    let outcomes = look_at_all(&pictures.shown, vision_model, tools).await?;
    let testify = Testify {
        seized: &found.seized,
        outcomes: &outcomes,
        model: vision_model.name(),
        sources: probes::SOURCES,
        read: &found.documents,
    };
    let testimony = tools.perform(&testify).await?;
    tools.end_investigator().await;
    told.exhibits = testimony.exhibits;
    told.walls.insert(walls_note(testimony.containment, WHERE));
    Ok(told)
}

/// Has every picture looked at that the money reaches for.
async fn look_at_all(
    pictures: &[Shown],
    vision_model: &VisionModel,
    tools: &Tools,
) -> Result<Vec<Looked>, JournalError> {
    let known = try_join_all(pictures.iter().map(|shown| vision_model.is_known(shown, tools))).await?;
    let worst = vision_model.worst();
    let costs: Vec<Money> = known
        .iter()
        .map(|is_known| if *is_known { Money(0) } else { worst })
        .collect();
    let reached = vision_model
        .access
        .budget
        .reach(&costs, vision_model.access.client.tally().spent);
    let looks = pictures
        .iter()
        .enumerate()
        .map(|(at, shown)| vision_model.look_at(shown, at < reached, tools));
    try_join_all(looks).await
}

fn walls(pictures: &Pictures) -> BTreeSet<WallsNote> {
    let unpacked = pictures.unpacked.iter();
    let mut walls: BTreeSet<WallsNote> = unpacked
        .map(|one| walls_note(one.clone(), "pictures of documents"))
        .collect();
    walls.insert(walls_note(pictures.containment.clone(), WHERE));
    walls
}

/// What describing the pictures would ask, by model, and how many there are.
pub(super) async fn estimate_pictures(
    filing: &Filing<'_>,
    found: &Investigation,
    tools: &Tools,
) -> Result<(BTreeMap<Model, Estimate>, usize), JournalError> {
    let mut all: BTreeMap<Model, Estimate> = BTreeMap::new();
    let Some(vision_model) = tools.vision_model() else {
        return Ok((all, 0));
    };
    let pictures = pictures(filing, found, tools).await?.shown;
    let (Some(model), settings) = (vision_model.seat.models.first(), &vision_model.seat.settings) else {
        return Ok((all, 0));
    };
    for shown in pictures.iter().filter(|shown| shown.picture.is_ok()) {
        let one = if vision_model.is_known(shown, tools).await? {
            Estimate::known()
        } else {
            Estimate::call(vision::tokens(), settings.max_tokens)
        };
        all.entry(model.clone()).or_default().add(one);
    }
    Ok((all, pictures.len()))
}

async fn pictures(
    filing: &Filing<'_>,
    found: &Investigation,
    tools: &Tools,
) -> Result<Pictures, JournalError> {
    let reports = filing.reports.iter();
    let show = Show {
        seized: &found.seized,
        documents: reports
            .map(|report| (report.name.as_str(), &report.sha256))
            .collect(),
        sources: probes::SOURCES,
        read: &found.documents,
        found: &found.found,
    };
    let pictures = tools.perform(&show).await?;
    // Models take their time, and the child has only so much of it.
    tools.end_investigator().await;
    Ok(pictures)
}

/// What the jobs need of the one who sees.
impl VisionModel {
    async fn store(&self, bytes: Vec<u8>) -> Result<Digest, JournalError> {
        self.access.journal.put(bytes).await
    }

    async fn bytes_of(&self, picture: &Digest) -> Result<Option<Vec<u8>>, JournalError> {
        self.access.journal.blob(picture).await
    }

    /// Keeps what a look that came to nothing tried and paid.
    fn record_attempt(&self, record: Record) {
        self.state().records.push(record);
    }
}
