//! The parts of a large repository, each summed up by a model before its judges are asked: paid for once, told and never
//! observed.

use super::jobs::failed;
use super::models::{Estimate, ModelPanel};
use super::parts;
use super::tools::{Seized, Tools};
use court::opinion::Persona;
use documents::document::Document;
use futures_util::future::try_join_all;
use journal::{Failure, Job, JournalError};
use panel::attempts::Record;
use panel::brief::Summary;
use panel::price::Money;
use panel::spec::{Model, Settings};
use panel::survey::{self, Part, Survey};
use report::dossier::{PartNote, PartsNote};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Of the money that may be spent, summaries take at most this share: judges come first.
const SHARE: u64 = 4;
/// Tokens that an answer may have where the seat allows more: two sentences, with thoughts before them.
const MAX_TOKENS: u32 = 1_500;
/// Who sums up: the judge whose philosophy is what the parts are and whether they work.
const WHO: Persona = Persona::TechLead;

/// Chooses what is shown of each part.
#[derive(Serialize)]
struct Sketch<'a> {
    seized: &'a Seized,
    #[serde(skip)]
    documents: &'a [Document],
}

impl Job for Sketch<'_> {
    const NAME: &'static str = "sketch";
    type Output = Vec<Part>;
    type Tools = Tools;

    async fn run(&self, tools: &Tools) -> Result<Vec<Part>, Failure> {
        let snapshot = tools.snapshot(self.documents).await;
        Ok(parts::shown(&*snapshot.map_err(|error| failed(&error))?))
    }
}

/// Asks one model what a part is for. What it is shown, the model and its settings decide the answer, so they are its input; the
/// answer is remembered across cases, and a failure is not.
#[derive(Serialize)]
struct SumUp<'a> {
    shown: String,
    model: &'a Model,
    settings: Settings,
    version: u32,
    edition: &'a str,
    #[serde(skip)]
    part: &'a Part,
}

/// A summary and how it came about.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct SummedUp {
    summary: Summary,
    record: Record,
}

impl Job for SumUp<'_> {
    const NAME: &'static str = "sum_up";
    type Output = SummedUp;
    type Tools = Tools;

    fn label(&self) -> String {
        format!("sum_up/{}", self.part.name)
    }

    async fn run(&self, tools: &Tools) -> Result<SummedUp, Failure> {
        let nobody = || Failure::Final("this trial has no model panel".to_owned());
        let models = tools.models().ok_or_else(nobody)?;
        let survey = Survey {
            part: self.part,
            model: self.model,
            settings: &self.settings,
        };
        let surveyed = survey::summarise(survey, &models.access.client).await;
        match surveyed.map_err(|error| failed(&error))? {
            (Ok(summary), record) => Ok(SummedUp { summary, record }),
            (Err(cause), record) => {
                models.surveyed().records.push(record);
                Err(Failure::Final(cause))
            }
        }
    }
}

/// What came of the summaries so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    parts: usize,
    told: Vec<Summary>,
    records: Vec<Record>,
    causes: BTreeSet<String>,
}

/// What is shown of each part of a large repository; nothing of a small one.
async fn sketched(seized: &Seized, documents: &[Document], tools: &Tools) -> Result<Vec<Part>, JournalError> {
    if seized.parts.is_empty() {
        return Ok(Vec::new());
    }
    tools.perform(&Sketch { seized, documents }).await
}

/// Has the parts summed up; nothing where no model judges.
pub(super) async fn summaries(
    seized: &Seized,
    documents: &[Document],
    tools: &Tools,
) -> Result<Vec<Summary>, JournalError> {
    let Some(models) = tools.models() else {
        return Ok(Vec::new());
    };
    let parts = sketched(seized, documents, tools).await?;
    let mut costs = Vec::new();
    for part in &parts {
        costs.push(match models.knows(part, tools).await? {
            true => Money(0),
            false => models.worst_of(part),
        });
    }
    let reached = models.reach(&costs);
    let asked = parts.iter().take(reached).map(|part| models.sum_up(part, tools));
    let told: Vec<Summary> = try_join_all(asked).await?.into_iter().flatten().collect();
    let mut state = models.surveyed();
    state.parts = parts.len();
    if reached < parts.len() {
        state
            .causes
            .insert("the money that may be spent does not reach for more".to_owned());
    }
    state.told.clone_from(&told);
    Ok(told)
}

/// What summing up would ask, by model, and what would come of it: what is known, and for the rest something of its length.
pub(super) async fn expected(
    seized: &Seized,
    documents: &[Document],
    models: &ModelPanel,
    tools: &Tools,
) -> Result<(BTreeMap<Model, Estimate>, Vec<Summary>), JournalError> {
    let mut all: BTreeMap<Model, Estimate> = BTreeMap::new();
    let mut told = Vec::new();
    for part in &sketched(seized, documents, tools).await? {
        let Some(job) = models.job(part).next() else {
            continue;
        };
        let known = models.access.journal.remembered(tools.case.id(), &job).await?;
        let one = match &known {
            Some(_) => Estimate::known(),
            None => Estimate {
                output: survey::ANSWER_TOKENS,
                ..Estimate::call(part.tokens(), MAX_TOKENS)
            },
        };
        all.entry(job.model.clone()).or_default().add(one);
        told.push(known.map_or_else(|| part.expected(), |told| told.summary));
    }
    Ok((all, told))
}

impl ModelPanel {
    /// The question about a part to each model that may answer it.
    fn job<'a>(&'a self, part: &'a Part) -> impl Iterator<Item = SumUp<'a>> {
        let seat = self.spec.seat(WHO);
        seat.models.iter().map(move |model| SumUp {
            shown: part.digest().to_string(),
            model,
            settings: Settings {
                max_tokens: seat.settings.max_tokens.min(MAX_TOKENS),
                ..seat.settings
            },
            version: survey::VERSION,
            edition: &self.access.edition,
            part,
        })
    }

    /// Whether the first model has summed this part up before.
    async fn knows(&self, part: &Part, tools: &Tools) -> Result<bool, JournalError> {
        let Some(job) = self.job(part).next() else {
            return Ok(true);
        };
        Ok(self
            .access
            .journal
            .remembered(tools.case.id(), &job)
            .await?
            .is_some())
    }

    /// The worst that one part costs without repeats.
    fn worst_of(&self, part: &Part) -> Money {
        self.access.worst(self.spec.seat(WHO), part.tokens(), MAX_TOKENS)
    }

    /// For how many of these, from the first, the share of the money reaches.
    fn reach(&self, costs: &[Money]) -> usize {
        let spent = self.access.client.tally().spent;
        let sums = costs.iter().scan(Money(0), |sum, cost| {
            *sum = sum.plus(*cost);
            Some(*sum)
        });
        let fits = |sum: &Money| {
            self.access
                .budget
                .has_room(Money(sum.0.saturating_mul(SHARE)), spent)
        };
        sums.take_while(fits).count()
    }

    /// Asks the models of the seat in turn until one sums the part up.
    async fn sum_up(&self, part: &Part, tools: &Tools) -> Result<Option<Summary>, JournalError> {
        let mut causes = Vec::new();
        for job in self.job(part) {
            match tools.perform(&job).await {
                Ok(told) => {
                    self.surveyed().records.push(told.record);
                    return Ok(Some(told.summary));
                }
                Err(JournalError::Job { failure, .. }) => causes.push(failure.message().to_owned()),
                Err(error) => return Err(error),
            }
        }
        self.surveyed().causes.extend(causes);
        Ok(None)
    }

    /// What is told of the summaries; nothing of a small repository. It follows from the summaries, not from what this run asked.
    pub(super) fn parts_note(&self) -> Option<PartsNote> {
        let state = self.surveyed().clone();
        let mut paid = self.access.paid(state.records.iter());
        // They are summed up together; which answer came first is nobody's concern.
        paid.recordings.sort();
        let note = |one: Summary| PartNote {
            part: one.part,
            summary: one.text,
            places: one.places,
            model: one.model,
        };
        (state.parts > 0).then(|| PartsNote {
            parts: state.parts,
            told: state.told.into_iter().map(note).collect(),
            causes: state.causes.into_iter().collect(),
            calls: paid.recordings.len() as u64,
            usage: paid.usage,
            cost: paid.cost,
            recordings: paid.recordings,
        })
    }
}
