//! The flow of a case on one page: seize, investigate, admit, hear, rehear, rule, pronounce.

mod budget;
mod dossier;
mod dry_run;
pub(crate) mod experiment;
mod fault;
mod found_report;
mod handed_in;
mod jobs;
mod memory;
pub(crate) mod models;
mod parts;
mod reading;
mod settings_in_subject;
mod survey;
mod timeline;
mod tools;
mod traces;
pub(crate) mod vision;

use crate::input::reports::ReportFile;
use crate::worker::ReadDocument;
use calibration::licence::Licence;
use claims::claim::Claim;
use court::admission::Admission;
use court::digest::Digest;
use court::evidence::{Detective, Evidence};
use court::justice::{self, Ruling, needs_rehearing};
use court::law::Law;
use court::opinion::{Hearing, Persona, Round, Seat};
use court::protocol::own::Own;
use court::protocol::{self, Reading, Standing};
use court::rubric::{Dimension, Rubric};
use court::rules::{CaseFacts, RuleSet};
use documents::document::Document;
pub(crate) use dry_run::dry_run;
pub(crate) use found_report::found_report;
use futures_util::future::{try_join_all, try_join3};
use handed_in::HandedIn;
use jobs::{Admit, Findings, Investigate, Opine, Pronounce, Recognise, Rule, Seize};
use journal::JournalError;
use models::{Courtroom, ModelPanel};
use panel::telemetry;
use probes::families::fields::Field;
use reading::{Discover, Paper};
use report::dossier::{Dossier, ExperimentNote, WallsNote};
use std::collections::BTreeSet;
use std::sync::Arc;
use tools::walls_note;
pub(crate) use tools::{Seized, Tools};
pub(crate) use traces::traces;

/// What is tried.
pub(crate) struct Filing<'a> {
    /// What the subject is called in reports.
    pub(crate) name: &'a str,
    /// The name as a file name.
    pub(crate) slug: String,
    /// Its address on a forge, where it came from one.
    pub(crate) url: Option<&'a str>,
    /// Where a local clone says that it came from.
    pub(crate) claimed_origin: Option<&'a str>,
    /// The subject as it was addressed.
    pub(crate) address: &'a str,
    /// What it looks like, where it is a directory of this machine.
    pub(crate) state: Option<&'a Digest>,
    /// Full id of the commit.
    pub(crate) commit: &'a str,
    pub(crate) rubric: &'a Rubric,
    /// Why the rubric could not be read, where a report says so.
    pub(crate) fault: Option<&'a str>,
    pub(crate) rules: &'a Arc<RuleSet>,
    /// What is known of how the panel agrees with people, where a file says so.
    pub(crate) licence: Option<&'a Licence>,
    pub(crate) reports: &'a [ReportFile],
    /// Among how many pixels words of pictures are looked for.
    pub(crate) looked_at: u64,
    pub(crate) terms: &'a [String],
    /// Whether the work is to be compared with others.
    pub(crate) is_traced: bool,
}

impl<'a> Filing<'a> {
    /// The probes that the rubric defines for a detective.
    fn own(&self, detective: Detective) -> Vec<&'a Own> {
        let defined = self.rubric.probes.iter();
        defined
            .filter(|own| probes::own::detective(own) == detective)
            .collect()
    }
}

/// What the detectives bring.
pub(crate) struct Investigation {
    pub(crate) seized: Seized,
    pub(crate) documents: Vec<Document>,
    /// The documents that lie in the subject.
    pub(crate) found: Vec<Document>,
    pub(crate) evidence: Evidence,
    pub(crate) topology: Vec<serde_json::Value>,
    /// What a large repository is made of, a line each.
    pub(crate) map: Vec<String>,
    pub(crate) claims: Vec<Claim>,
    /// What the processes were held in by that read the subject.
    pub(crate) walls: BTreeSet<WallsNote>,
    /// What happened when its program ran, where the user asked for that.
    pub(crate) experiment: Option<ExperimentNote>,
}

/// A dimension on its way through the court.
struct Docketed<'a> {
    dimension: &'a Dimension,
    reading: Option<Reading>,
    law: Law,
    standings: Vec<Standing>,
}

impl Docketed<'_> {
    fn matter(&self) -> justice::Matter<'_> {
        justice::Matter {
            dimension: self.dimension,
            law: &self.law,
            standings: &self.standings,
        }
    }

    fn standings(&self) -> (&Dimension, &[Standing]) {
        (self.dimension, &self.standings)
    }
}

/// Tries a case, from the empty clone to the verdict.
pub(crate) async fn conduct(filing: &Filing<'_>, tools: &Tools) -> Result<Dossier, JournalError> {
    let mut found = investigate(filing, tools).await?;
    let told = vision::describe(filing, &found, tools).await?;
    let fault = filing.fault.map(fault::exhibit);
    let further = told.exhibits.into_iter().chain(fault);
    found.evidence = found.evidence.merge(further.collect());
    found.walls.extend(told.walls);
    let docket = docket(filing, &found.evidence);
    let handed_in = tools.models().map(|_| HandedIn::of(&found)).unwrap_or_default();
    let told = survey::summaries(&found.seized, &found.documents, tools).await?;
    let room = Courtroom {
        name: filing.name,
        rubric: filing.rubric,
        evidence: &found.evidence,
        report: &handed_in.shelf,
        nodes: &handed_in.nodes,
        parts: &handed_in.map,
        told: &told,
        tools,
    };
    let has_report = !filing.reports.is_empty();
    let turns = docket.iter().enumerate();
    let heard = turns.map(async |(turn, entry)| match filing.fault {
        Some(fault) => Ok(fault::unheard(fault)),
        None => try_dimension(turn, entry, has_report, room).await,
    });
    let mut heard = try_join_all(heard).await?;
    if let Some(models) = tools.models() {
        models.remind(&docket, &mut heard, room).await?;
    }
    let ruled = docket
        .iter()
        .zip(&heard)
        .map(|(entry, heard)| settle(entry, heard, room));
    let rulings = try_join_all(ruled).await?;
    let pronounce = Pronounce {
        rubric: filing.rubric,
        rules: filing.rules,
        digest: &filing.rules.sha256,
        facts: &CaseFacts::of(&found.evidence, docket.iter().map(Docketed::standings)),
        rulings: &rulings,
        sources: court::SOURCES,
    };
    let verdict = tools.perform(&pronounce).await?;
    for ruling in &verdict.rulings {
        telemetry::settled(&ruling.dimension.0, ruling.final_score);
    }
    telemetry::settled("overall", verdict.overall);
    Ok(dossier::of(filing, found, &docket, tools, verdict))
}

/// What the subject is about, where nobody named a rubric.
pub(crate) async fn field(filing: &Filing<'_>, tools: &Tools) -> Result<Field, JournalError> {
    let seized = &tools.perform(&seizure(filing)).await?;
    let sources = probes::SOURCES;
    tools.perform(&Recognise { seized, sources }).await
}

fn seizure(filing: &Filing<'_>) -> Seize {
    Seize {
        address: filing.address.to_owned(),
        state: filing.state.cloned(),
        commit: filing.commit.to_owned(),
    }
}

/// The fan-out of the detectives and its fan-in: exhibits merge in any order.
pub(crate) async fn investigate(filing: &Filing<'_>, tools: &Tools) -> Result<Investigation, JournalError> {
    let seize = seizure(filing);
    let papers = filing.reports.iter().map(|report| Paper {
        name: &report.name,
        sha256: &report.sha256,
        lies_beside: None,
    });
    let papers: Vec<Paper<'_>> = papers.collect();
    let mut looked_at = filing.looked_at;
    let reading = Box::pin(reading::read(&papers, &mut looked_at, tools));
    let (seized, readings) = futures_util::future::try_join(tools.perform(&seize), reading).await?;
    let (documents, mut walls) = unpacked(readings, "reports");
    let repo = send(
        Detective::RepoInvestigator,
        filing,
        &seized,
        &documents,
        &[],
        tools,
    );
    let others = read_along(filing, &seized, &documents, looked_at, tools);
    let (repo, (doc, vision, (lying, readers))) = futures_util::future::try_join(repo, others).await?;
    if filing.is_traced {
        traces(filing, tools, &documents).await?;
    }
    tools.keep_memory().await;
    // Whoever sees asks it once more.
    if tools.vision_model().is_none() {
        tools.end_investigator().await;
    }
    walls.extend(seized.walls.clone().map(|walls| walls_note(walls, "git objects")));
    walls.extend(readers);
    walls.extend([&repo, &doc, &vision].map(|one| walls_note(one.containment.clone(), "files and history")));
    let (topology, map) = (repo.topology.clone(), repo.map.clone());
    let claims = doc.claims.clone();
    let evidence = [repo, doc, vision]
        .into_iter()
        .flat_map(|found| found.exhibits)
        .collect();
    let (evidence, experiment) = experiment::witness(evidence, &seized, &documents, tools).await?;
    Ok(Investigation {
        seized,
        documents,
        found: lying,
        evidence,
        topology,
        map,
        claims,
        walls,
        experiment,
    })
}

/// Documents, and what held those in that read them.
type Lying = (Vec<Document>, BTreeSet<WallsNote>);

/// The documents, and what held those in that read them.
fn unpacked(readings: Vec<ReadDocument>, what: &str) -> (Vec<Document>, BTreeSet<WallsNote>) {
    let pairs = readings
        .into_iter()
        .map(|reading| (reading.document, walls_note(reading.containment, what)));
    pairs.unzip()
}

/// The two detectives who read documents also read those that lie in the subject; the code is looked at meanwhile.
async fn read_along(
    filing: &Filing<'_>,
    seized: &Seized,
    documents: &[Document],
    mut looked_at: u64,
    tools: &Tools,
) -> Result<(Findings, Findings, Lying), JournalError> {
    let discover = Discover {
        seized,
        given: filing.reports.iter().map(|report| &report.sha256).collect(),
        sources: probes::SOURCES,
        reports: documents,
    };
    let lying = Box::pin(tools.perform(&discover)).await?;
    let papers = lying.iter().map(|(path, sha256)| Paper {
        name: path,
        sha256,
        lies_beside: Some(documents),
    });
    let papers: Vec<Paper<'_>> = papers.collect();
    let readings = Box::pin(reading::read(&papers, &mut looked_at, tools)).await?;
    let (found, walls) = unpacked(readings, "documents in the subject");
    let investigated = |detective| send(detective, filing, seized, documents, &found, tools);
    let (doc, vision) = futures_util::future::try_join(
        investigated(Detective::DocAnalyst),
        investigated(Detective::VisionInspector),
    )
    .await?;
    Ok((doc, vision, (found, walls)))
}

async fn send(
    detective: Detective,
    filing: &Filing<'_>,
    seized: &Seized,
    documents: &[Document],
    found: &[Document],
    tools: &Tools,
) -> Result<Findings, JournalError> {
    // The code does not change with the report, so neither does what is found in it.
    let sees_reports = detective != Detective::RepoInvestigator;
    let reports = filing.reports.iter().filter(|_| sees_reports);
    let job = Investigate {
        detective,
        seized,
        documents: reports
            .map(|report| (report.name.as_str(), &report.sha256))
            .collect(),
        looked_at: sees_reports.then_some(filing.looked_at),
        terms: if sees_reports { filing.terms } else { &[] },
        fields: &fields(filing.rubric),
        own: filing.own(detective),
        sources: probes::SOURCES,
        read: documents,
        found,
    };
    // Boxed: three of them are awaited together, each large enough to hold a snapshot's making.
    Box::pin(tools.perform(&job)).await
}

/// What the rubric is about. A dimension that only a model can judge may be about anything.
fn fields(rubric: &Rubric) -> BTreeSet<Field> {
    let readings: Option<Vec<Reading>> = rubric.dimensions.iter().map(Dimension::reading).collect();
    let Some(readings) = readings else {
        return Field::ALL.into();
    };
    let demands = readings.iter().flat_map(|reading| &reading.demands);
    Field::wanted(demands.map(|demand| demand.probe.as_str()))
}

/// The dimensions of the rubric, with what the whole case comes to before them.
fn docket<'a>(filing: &Filing<'a>, evidence: &Evidence) -> Vec<Docketed<'a>> {
    let dimensions = filing.rubric.dimensions.iter();
    let mut docket: Vec<Docketed<'a>> = dimensions
        .map(|dimension| docketed(filing.rubric, dimension, evidence))
        .collect();
    let facts = Arc::new(CaseFacts::of(evidence, docket.iter().map(Docketed::standings)));
    for entry in &mut docket {
        entry.law = entry.law.clone().under(filing.rules, &facts);
    }
    docket
}

fn docketed<'a>(rubric: &Rubric, dimension: &'a Dimension, evidence: &Evidence) -> Docketed<'a> {
    let reading = dimension.reading();
    let kind = reading.as_ref().map(|reading| reading.kind).unwrap_or_default();
    let standings = reading
        .as_ref()
        .map(|reading| protocol::weigh(&reading.demands, evidence));
    let law = Law::of(rubric, dimension, kind);
    Docketed {
        dimension,
        reading,
        law,
        standings: standings.unwrap_or_default(),
    }
}

/// Whether a dimension is heard, and what its judges said.
async fn try_dimension(
    turn: usize,
    entry: &Docketed<'_>,
    has_report: bool,
    room: Courtroom<'_>,
) -> Result<(Admission, Vec<Hearing>), JournalError> {
    let admission = admit(entry, has_report, room).await?;
    Ok(match room.tools.models() {
        Some(models) => {
            models
                .try_dimension(turn, entry, admission, has_report, room)
                .await?
        }
        None if admission == Admission::Heard => (admission, hearings(entry, None, room).await?),
        None => (admission, Vec::new()),
    })
}

async fn settle(
    entry: &Docketed<'_>,
    (admission, hearings): &(Admission, Vec<Hearing>),
    room: Courtroom<'_>,
) -> Result<Ruling, JournalError> {
    let rule = Rule {
        dimension: entry.dimension,
        law: &entry.law,
        standings: &entry.standings,
        admission,
        hearings,
        sources: court::SOURCES,
    };
    room.tools.perform(&rule).await
}

async fn admit(
    entry: &Docketed<'_>,
    has_report: bool,
    room: Courtroom<'_>,
) -> Result<Admission, JournalError> {
    let standings = entry.reading.is_some().then_some(entry.standings.as_slice());
    let admit = Admit {
        dimension: entry.dimension,
        standings,
        has_report,
        sources: court::SOURCES,
    };
    room.tools.perform(&admit).await
}

/// The first hearing, and on wide disagreement the rehearing.
async fn hearings(
    entry: &Docketed<'_>,
    models: Option<&ModelPanel>,
    room: Courtroom<'_>,
) -> Result<Vec<Hearing>, JournalError> {
    let first = hear(entry, None, models, room).await?;
    reheard(entry, first, models, room).await
}

/// The first hearing, with the rehearing where its votes lie far apart.
async fn reheard(
    entry: &Docketed<'_>,
    first: Hearing,
    models: Option<&ModelPanel>,
    room: Courtroom<'_>,
) -> Result<Vec<Hearing>, JournalError> {
    if !needs_rehearing(&entry.matter(), &first) {
        return Ok(vec![first]);
    }
    let second = hear(entry, Some(&first), models, room).await?;
    Ok(vec![first, second])
}

/// The fan-out of the judges and its fan-in; after a `first` hearing, the rehearing.
async fn hear(
    entry: &Docketed<'_>,
    first: Option<&Hearing>,
    models: Option<&ModelPanel>,
    room: Courtroom<'_>,
) -> Result<Hearing, JournalError> {
    if let Some(models) = models {
        return Box::pin(models.hear(entry, first, room)).await;
    }
    let round = first.map_or(Round::First, |_| Round::Rehearing);
    let ask = |persona| opine(persona, entry, round, room.tools);
    let [prosecutor, defense, tech_lead] = Persona::ALL.map(ask);
    let (prosecutor, defense, tech_lead) = try_join3(prosecutor, defense, tech_lead).await?;
    Ok(Hearing {
        round,
        prosecutor,
        defense,
        tech_lead,
    })
}

async fn opine(
    persona: Persona,
    entry: &Docketed<'_>,
    round: Round,
    tools: &Tools,
) -> Result<Seat, JournalError> {
    let (dimension, standings) = (entry.dimension, entry.standings.as_slice());
    tools
        .perform(&Opine {
            persona,
            round,
            dimension,
            standings,
            sources: court::SOURCES,
        })
        .await
}
