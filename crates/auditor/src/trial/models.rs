//! The model panel in a trial: briefs in, seats out, and an account of what was asked and paid.

mod account;
mod again;
mod ask;

pub(crate) use account::{Estimate, Estimates, Experience, note};

use super::Docketed;
use super::budget::Budget;
use super::survey;
use super::tools::Tools;
use super::vision::VisionModel;
use crate::input::panels::{ConnectedPanel, Variation};
use again::echo;
use ask::AskJudge;
use court::admission::Admission;
use court::evidence::Evidence;
use court::justice::Status;
use court::opinion::{Hearing, Opinion, Persona, Recusal, Round, Seat};
use court::rubric::{Artifact, Rubric};
use futures_util::future::try_join_all;
use journal::{CaseId, Journal, JournalError};
use panel::attempts::Record;
use panel::brief::{Brief, Citations, Material, Matter, Occasion, Summary};
use panel::client::ModelClient;
use panel::judge::Testimony;
use panel::price::Money;
use panel::retrieval::Shelf;
use panel::spec::{Model, Spec};
use panel::telemetry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tracing::Instrument as _;

/// Who sat where: dimension, round, persona.
type Chair = (String, Round, Persona);

/// What every call to a model goes through.
#[derive(Clone)]
pub(crate) struct Access {
    pub(crate) client: Arc<ModelClient>,
    pub(crate) budget: Arc<Budget>,
    pub(crate) journal: Journal,
    /// Tells recorded answers from live ones in what is remembered.
    pub(crate) edition: String,
    pub(crate) variation: Variation,
}

/// The judges of a trial, where models are asked.
pub(crate) struct ModelPanel {
    pub(crate) spec: Spec,
    pub(crate) access: Access,
    heard: Mutex<BTreeMap<Chair, Heard>>,
    /// Whether all voted alike and were reminded of who they are.
    reminded: AtomicBool,
    hearings: Arc<Hearings>,
    surveyed: Mutex<survey::State>,
}

/// How many dimensions are to be heard, and how many are.
#[derive(Debug, Default)]
pub(crate) struct Hearings {
    pub(crate) admitted: AtomicUsize,
    pub(crate) heard: AtomicUsize,
}

/// What can be seen of a panel at work.
#[derive(Clone)]
pub(crate) struct Window {
    pub(crate) client: Arc<ModelClient>,
    pub(crate) budget: Arc<Budget>,
    pub(crate) hearings: Arc<Hearings>,
}

/// The judges of one trial and the model that describes pictures, as far as there are any. With `anew` answers from
/// before are bought again.
pub(crate) fn seat(
    panel: &ConnectedPanel,
    journal: &Journal,
    anew: bool,
) -> (Option<ModelPanel>, Option<VisionModel>) {
    let spec = &panel.spec;
    let ledger = (!panel.is_replayed()).then(|| journal.clone());
    // A question that is repeated is asked again, however often it was answered.
    let anew = anew || panel.variation.repeat > 0;
    let client = ModelClient::new(spec, panel.chats(), ledger, anew);
    let client = client.retrying(panel.retries).free(panel.is_replayed());
    let access = Access {
        client: Arc::new(client),
        budget: Arc::new(Budget::new(panel.most)),
        journal: journal.clone(),
        edition: panel.edition(),
        variation: panel.variation.clone(),
    };
    let judges = spec
        .has_judges()
        .then(|| ModelPanel::new(spec.clone(), access.clone()));
    let vision_model = spec.vision.clone().map(|seat| VisionModel::new(seat, access));
    (judges, vision_model)
}

/// What came of one chair.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heard {
    /// Every model that was asked, the one whose opinion counts last.
    pub(crate) records: Vec<Record>,
    pub(crate) opinion: Option<Opinion>,
    /// Why the seat stayed empty.
    pub(crate) recused: Option<String>,
    /// Whether the judge was asked for a reading of its own.
    pub(crate) is_reread: bool,
}

/// The case that is heard.
#[derive(Clone, Copy)]
pub(crate) struct Courtroom<'a> {
    /// What the subject is called.
    pub(crate) name: &'a str,
    pub(crate) rubric: &'a Rubric,
    pub(crate) evidence: &'a Evidence,
    /// What was handed in, in passages.
    pub(crate) report: &'a Shelf,
    /// The nodes of the graphs that the program runs.
    pub(crate) nodes: &'a [String],
    /// The parts of a large repository.
    pub(crate) parts: &'a [String],
    /// What a model said of them.
    pub(crate) told: &'a [Summary],
    pub(crate) tools: &'a Tools,
}

impl ModelPanel {
    fn new(spec: Spec, access: Access) -> Self {
        Self {
            spec,
            access,
            heard: Mutex::default(),
            reminded: AtomicBool::default(),
            hearings: Arc::default(),
            surveyed: Mutex::default(),
        }
    }

    /// A look at its work from outside.
    pub(crate) fn window(&self) -> Window {
        Window {
            client: Arc::clone(&self.access.client),
            budget: Arc::clone(&self.access.budget),
            hearings: Arc::clone(&self.hearings),
        }
    }

    /// The exhibits of a dimension as its judges will see them.
    pub(super) fn material(&self, entry: &Docketed<'_>, room: Courtroom<'_>) -> Material {
        let variation = &self.access.variation;
        let material = Material::of(&Matter {
            rubric: room.rubric,
            dimension: entry.dimension,
            standings: &entry.standings,
            evidence: room.evidence,
            budget: self.spec.brief_tokens,
            report: Some(room.report),
            nodes: room.nodes,
            parts: room.parts,
            told: room.told,
            is_reversed: variation.exhibits,
        });
        match variation.names {
            true => material.renamed(room.name),
            false => material,
        }
    }

    /// Hears a dimension as far as there is anything to hear and money to hear it.
    pub(super) async fn try_dimension(
        &self,
        turn: usize,
        entry: &Docketed<'_>,
        admission: Admission,
        has_report: bool,
        room: Courtroom<'_>,
    ) -> Result<(Admission, Vec<Hearing>), JournalError> {
        let admission = self.reconsidered(entry, admission, has_report, room);
        if admission != Admission::Heard {
            self.access.budget.pass(turn).await;
            return Ok((admission, Vec::new()));
        }
        self.hearings.admitted.fetch_add(1, Ordering::Relaxed);
        let worst = if self.access.budget.is_limited() {
            self.worst(&self.estimate(entry, room, &Occasion::First).await?)
        } else {
            Money(0)
        };
        let Some(_place) = self
            .access
            .budget
            .enter(turn, worst, || self.access.client.tally().spent)
            .await
        else {
            let why = "the money that may be spent does not reach for its hearing".to_owned();
            return Ok((Admission::Dismissed(Status::Incomplete(why)), Vec::new()));
        };
        let heard = super::hearings(entry, Some(self), room).await?;
        self.hearings.heard.fetch_add(1, Ordering::Relaxed);
        Ok((Admission::Heard, heard))
    }

    /// A dimension whose text means no protocol can be judged by models, if there is anything to show them.
    pub(super) fn reconsidered(
        &self,
        entry: &Docketed<'_>,
        admission: Admission,
        has_report: bool,
        room: Courtroom<'_>,
    ) -> Admission {
        let is_readable = match entry.dimension.artifact {
            Artifact::Repository => true,
            Artifact::Report | Artifact::Diagrams => has_report,
            Artifact::External(_) => false,
        };
        if entry.reading.is_some() || !is_readable {
            return admission;
        }
        if self.material(entry, room).shown.is_empty() {
            let why = "no evidence has to do with its text";
            return Admission::Dismissed(Status::NotAssessable(why.to_owned()));
        }
        Admission::Heard
    }

    /// Three judges on one dimension; two that echo each other are heard apart once more.
    pub(super) async fn hear(
        &self,
        entry: &Docketed<'_>,
        first: Option<&Hearing>,
        room: Courtroom<'_>,
    ) -> Result<Hearing, JournalError> {
        let material = self.material(entry, room);
        let seats = try_join_all(Persona::ALL.map(|persona| {
            let citations = first.map(|_| self.citations(entry, persona));
            self.sit(entry, persona, &material, citations, room)
        }))
        .await?;
        let round = if first.is_some() {
            Round::Rehearing
        } else {
            Round::First
        };
        let mut hearing = hearing(round, seats);
        if first.is_none()
            && let Some(persona) = echo(&hearing, self.access.variation.judges)
        {
            self.reread(entry, persona, &Occasion::Echo, &material, &mut hearing, room)
                .await?;
        }
        Ok(hearing)
    }

    async fn sit(
        &self,
        entry: &Docketed<'_>,
        persona: Persona,
        material: &Material,
        citations: Option<Citations>,
        room: Courtroom<'_>,
    ) -> Result<Seat, JournalError> {
        let occasion = citations.as_ref().map_or(Occasion::First, Occasion::Rehearing);
        let brief = self.brief(material, persona, &occasion);
        self.ask(entry, persona, &occasion, &brief, room).await
    }

    pub(super) fn brief(&self, material: &Material, persona: Persona, occasion: &Occasion<'_>) -> Brief {
        Brief::new(
            material,
            persona,
            self.spec.seat(persona).prompt.as_deref(),
            occasion,
        )
    }

    /// Asks the models of a seat in turn until one gives an opinion.
    async fn ask(
        &self,
        entry: &Docketed<'_>,
        persona: Persona,
        occasion: &Occasion<'_>,
        brief: &Brief,
        room: Courtroom<'_>,
    ) -> Result<Seat, JournalError> {
        let chair = (entry.dimension.id.0.clone(), occasion.round(), persona);
        self.access.journal.put(brief.text().into_bytes()).await?;
        if matches!(occasion, Occasion::Echo) {
            self.heard().entry(chair.clone()).or_default().is_reread = true;
        }
        let mut causes = Vec::new();
        for model in &self.spec.seat(persona).models {
            let deposition = self.deposition(entry, &chair, model, brief);
            let span = telemetry::judge(persona, &chair.0, chair.1, model);
            let deposed = async {
                let deposed = room.tools.perform(&deposition).await;
                let told = deposed.as_ref().ok();
                let answers = told.map_or(0, |told| told.record.calls.len());
                telemetry::opined(&chair.0, persona, told.map(|told| &told.opinion), answers);
                deposed
            };
            match deposed.instrument(span).await {
                Ok(testimony) => return Ok(self.opined(chair, testimony)),
                Err(JournalError::Job { failure, .. }) => causes.push(failure.message().to_owned()),
                Err(error) => return Err(error),
            }
        }
        // One who cannot read otherwise keeps the first reading, and its seat.
        let mut heard = self.heard();
        let seat = heard.entry(chair).or_default();
        seat.recused = seat.opinion.is_none().then(|| causes.join("; "));
        drop(heard);
        Ok(Seat::Recused(Recusal {
            cause: causes.join("; "),
        }))
    }

    pub(super) fn deposition<'a>(
        &'a self,
        entry: &'a Docketed<'_>,
        chair: &Chair,
        model: &'a Model,
        brief: &'a Brief,
    ) -> AskJudge<'a> {
        AskJudge {
            brief: brief.digest().to_string(),
            model,
            settings: &self.spec.seat(chair.2).settings,
            version: [panel::brief::VERSION, panel::judge::VERSION],
            edition: &self.access.edition,
            chair: chair.clone(),
            text: brief,
            dimension: entry.dimension,
        }
    }

    fn opined(&self, chair: Chair, testimony: Testimony) -> Seat {
        let mut heard = self.heard();
        let heard = heard.entry(chair).or_default();
        heard.records.push(testimony.record);
        heard.opinion = Some(testimony.opinion.clone());
        Seat::Opined(testimony.opinion)
    }

    /// Why seats stayed empty, each cause once, with those who would have sat there.
    pub(crate) fn recusals(&self) -> BTreeMap<String, BTreeSet<&'static str>> {
        let mut causes: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        for ((.., persona), heard) in self.heard().iter() {
            if let Some(cause) = &heard.recused {
                causes.entry(cause.clone()).or_default().insert(persona.title());
            }
        }
        causes
    }

    /// Keeps what a judge that recused itself tried and paid.
    fn recused(&self, chair: &Chair, record: Record) {
        let mut heard = self.heard();
        let heard = heard.entry(chair.clone()).or_default();
        // The record of the opinion that counts stays the last one.
        let end = heard.records.len();
        let at = end.saturating_sub(usize::from(heard.opinion.is_some()));
        heard.records.insert(at, record);
    }

    /// What the others relied on in the first hearing.
    fn citations(&self, entry: &Docketed<'_>, persona: Persona) -> Citations {
        let heard = self.heard();
        let others = Persona::ALL.into_iter().filter(|other| *other != persona);
        let cited = others.flat_map(|other| {
            let chair = (entry.dimension.id.0.clone(), Round::First, other);
            let record = heard
                .get(&chair)
                .filter(|heard| heard.opinion.is_some())
                .and_then(|heard| heard.records.last());
            let quotes = record.map(|record| record.quotes.clone()).unwrap_or_default();
            quotes
                .into_iter()
                .map(move |(exhibit, quote)| (other, exhibit, quote))
        });
        let mut cited: Vec<_> = cited.collect();
        if self.access.variation.judges {
            cited.reverse();
        }
        Citations(cited)
    }

    /// Whether nothing would have to be asked for this brief.
    pub(super) async fn is_remembered(
        &self,
        case: &CaseId,
        deposition: &AskJudge<'_>,
    ) -> Result<bool, JournalError> {
        Ok(self.access.journal.remembered(case, deposition).await?.is_some())
    }

    /// What came of the summaries of parts.
    pub(super) fn surveyed(&self) -> MutexGuard<'_, survey::State> {
        self.surveyed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn heard(&self) -> MutexGuard<'_, BTreeMap<Chair, Heard>> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn hearing(round: Round, seats: Vec<Seat>) -> Hearing {
    let missing = || {
        Seat::Recused(Recusal {
            cause: "the seat is empty".to_owned(),
        })
    };
    let mut seats = seats.into_iter();
    Hearing {
        round,
        prosecutor: seats.next().unwrap_or_else(missing),
        defense: seats.next().unwrap_or_else(missing),
        tech_lead: seats.next().unwrap_or_else(missing),
    }
}
