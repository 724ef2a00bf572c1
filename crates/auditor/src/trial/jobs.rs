//! The jobs of a trial: each a value whose input decides its output.

use super::tools::{Seized, Tools};
use crate::worker::{self, Assignment, ReadDocument};
use claims::claim::Claim;
use claims::claim::discovery;
use court::admission::{self, Admission};
use court::digest::Digest;
use court::evidence::{Detective, Exhibit};
use court::justice::{self, Matter, Ruling};
use court::law::Law;
use court::opinion::{Hearing, Persona, Round, Seat};
use court::protocol::Standing;
use court::protocol::own::Own;
use court::rubric::{Dimension, Rubric};
use court::rules::{CaseFacts, RuleSet};
use court::statutes;
use court::verdict::{self, Verdict};
use custody::sandbox::SandboxStatus;
use documents::document::Document;
use documents::document::extent::Allowance;
use documents::document::figures;
use documents::picture::PICTURES_MAX;
use documents::picture::lettering::LOOKED_AT_PIXELS_MAX;
use journal::{Failure, Job, Scope};
use probes::families::fields::Field;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;
use tokio::sync::Semaphore;

/// Most processes at once that read documents: each may take half a GiB before it is stopped.
pub(super) const READERS_MAX: usize = 2;

/// What no further attempt can mend.
pub(super) fn failed(error: &impl ToString) -> Failure {
    Failure::Final(error.to_string())
}

/// Takes the subject into custody at one commit.
#[derive(Serialize)]
pub(crate) struct Seize {
    /// The subject as it was addressed.
    pub(crate) address: String,
    /// What it looks like, where it is a directory of this machine: a working copy moves on without a commit.
    pub(crate) state: Option<Digest>,
    pub(crate) commit: String,
}

impl Job for Seize {
    const NAME: &'static str = "seize";
    const VERSION: u32 = 1;
    // How much of the history can be had depends on who has it.
    const SCOPE: Scope = Scope::Case;
    type Output = Seized;
    type Tools = Tools;

    async fn run(&self, tools: &Tools) -> Result<Seized, Failure> {
        // Custody has tried again by itself where that could help.
        tools.seize().await.map_err(|error| failed(&error))
    }
}

/// Tells what the subject is about, where nobody named a rubric.
#[derive(Serialize)]
pub(crate) struct Recognise<'a> {
    pub(crate) seized: &'a Seized,
    pub(crate) sources: &'static str,
}

impl Job for Recognise<'_> {
    const NAME: &'static str = "recognise";
    const VERSION: u32 = 1;
    const SCOPE: Scope = Scope::World;
    type Output = Field;
    type Tools = Tools;

    async fn run(&self, tools: &Tools) -> Result<Field, Failure> {
        tools.field().await.map_err(|error| failed(&error))
    }
}

/// Reads a report, in a child process.
#[derive(Serialize)]
pub(crate) struct Read {
    pub(crate) name: String,
    pub(crate) sha256: Digest,
    pub(crate) sources: &'static str,
}

impl Job for Read {
    const NAME: &'static str = "read";
    const VERSION: u32 = 4;
    const SCOPE: Scope = Scope::World;
    type Output = ReadDocument;
    type Tools = Tools;

    fn label(&self) -> String {
        format!("read/{}", self.name)
    }

    async fn run(&self, tools: &Tools) -> Result<ReadDocument, Failure> {
        let report = tools
            .report(&self.sha256)
            .ok_or_else(|| Failure::Final("the report is gone".to_owned()))?;
        let mut deposited = worker::read_document(&report.name, &report.bytes).await;
        let most = worker::Most {
            pictures: PICTURES_MAX,
            looked_at: u64::MAX,
        };
        worker::read_pictures(&mut deposited, &report.bytes, most).await;
        Ok(deposited)
    }
}

/// Reads the documents that lie in the subject itself.
#[derive(Serialize)]
pub(crate) struct Discover<'a> {
    /// What custody holds decides what lies there.
    pub(crate) seized: &'a Seized,
    /// The reports that were handed in are not read twice.
    pub(crate) given: Vec<&'a Digest>,
    pub(crate) sources: &'static str,
    #[serde(skip)]
    pub(crate) read: &'a [Document],
}

impl Job for Discover<'_> {
    const NAME: &'static str = "discover";
    const VERSION: u32 = 4;
    const SCOPE: Scope = Scope::World;
    type Output = Vec<ReadDocument>;
    type Tools = Tools;

    async fn run(&self, tools: &Tools) -> Result<Vec<ReadDocument>, Failure> {
        let snapshot = tools.snapshot(self.read).await.map_err(|error| failed(&error))?;
        let paths = discovery::candidates(&snapshot);
        let files = paths
            .into_iter()
            .filter_map(|path| Some((path, snapshot.files.get(path)?)));
        let others = files.filter(|(_, file)| !self.given.contains(&&Digest::of(&file.bytes)));
        let turns = Semaphore::new(READERS_MAX);
        let others: Vec<_> = others.collect();
        let reads = others.iter().map(|(path, file)| lying(path, &file.bytes, &turns));
        let mut deposited = futures_util::future::join_all(reads).await;
        let mut allowance = Allowance::default();
        let spent: u64 = self.read.iter().map(figures::looked_at).sum();
        let mut left = worker::Most {
            pictures: PICTURES_MAX,
            looked_at: LOOKED_AT_PIXELS_MAX.saturating_sub(spent),
        };
        for (deposited, (_, file)) in deposited.iter_mut().zip(&others) {
            allowance.admit(&mut deposited.document);
            left.pictures -= worker::read_pictures(deposited, &file.bytes, left).await;
            let spent = figures::looked_at(&deposited.document);
            left.looked_at = left.looked_at.saturating_sub(spent);
        }
        Ok(deposited)
    }
}

/// A document of the subject, read in a process that can die alone.
async fn lying(path: &str, bytes: &[u8], turns: &Semaphore) -> ReadDocument {
    let _turn = turns.acquire().await;
    let reading = worker::read_document(path, bytes).await;
    ReadDocument {
        document: reading.document.found_at(path),
        ..reading
    }
}

/// What a detective found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Findings {
    pub(crate) exhibits: Vec<Exhibit>,
    /// The graphs that the code builds; only the RepoInvestigator fills it.
    pub(crate) topology: Vec<Value>,
    /// What the reports claim; only the DocAnalyst fills it.
    #[serde(default)]
    pub(crate) claims: Vec<Claim>,
    /// What held the process in that looked.
    pub(crate) containment: SandboxStatus,
}

/// Sends one detective through the snapshot.
#[derive(Serialize)]
pub(crate) struct Investigate<'a> {
    pub(crate) detective: Detective,
    /// What custody holds: commit, history and files decide what can be found.
    pub(crate) seized: &'a Seized,
    pub(crate) documents: Vec<(&'a str, &'a Digest)>,
    pub(crate) terms: &'a [String],
    /// What the rubric is about.
    pub(crate) fields: &'a BTreeSet<Field>,
    /// The probes that the rubric defines for this detective: a changed definition is another question.
    pub(crate) own: Vec<&'a Own>,
    pub(crate) sources: &'static str,
    #[serde(skip)]
    pub(crate) read: &'a [Document],
    /// The documents that lie in the subject.
    #[serde(skip)]
    pub(crate) found: &'a [Document],
}

impl Job for Investigate<'_> {
    const NAME: &'static str = "investigate";
    const VERSION: u32 = 2;
    const SCOPE: Scope = Scope::World;
    type Output = Findings;
    type Tools = Tools;

    fn label(&self) -> String {
        format!("investigate/{}", self.detective.name())
    }

    async fn run(&self, tools: &Tools) -> Result<Findings, Failure> {
        let investigator = tools
            .investigator(self.read)
            .await
            .map_err(|error| failed(&error))?;
        let assignment = Assignment {
            detective: self.detective,
            fields: self.fields.clone(),
            own: self.own.iter().map(|own| (*own).clone()).collect(),
            found: (self.detective != Detective::RepoInvestigator).then(|| self.found.to_vec()),
            look: None,
        };
        let examined = investigator.investigate(assignment).await;
        Ok(Findings {
            exhibits: examined.exhibits,
            topology: examined.topology,
            claims: examined.claims,
            containment: examined.containment,
        })
    }
}

/// Decides whether a dimension is heard.
#[derive(Serialize)]
pub(crate) struct Admit<'a> {
    pub(crate) dimension: &'a Dimension,
    pub(crate) standings: Option<&'a [Standing]>,
    pub(crate) has_report: bool,
    pub(crate) sources: &'static str,
}

impl Job for Admit<'_> {
    const NAME: &'static str = "admit";
    const VERSION: u32 = 1;
    const SCOPE: Scope = Scope::World;
    type Output = Admission;
    type Tools = Tools;

    fn label(&self) -> String {
        format!("admit/{}", self.dimension.id)
    }

    async fn run(&self, _: &Tools) -> Result<Admission, Failure> {
        Ok(admission::admit(self.dimension, self.standings, self.has_report))
    }
}

/// Asks one judge of the statutes panel.
#[derive(Serialize)]
pub(crate) struct Opine<'a> {
    pub(crate) persona: Persona,
    pub(crate) round: Round,
    pub(crate) dimension: &'a Dimension,
    pub(crate) standings: &'a [Standing],
    pub(crate) sources: &'static str,
}

impl Job for Opine<'_> {
    const NAME: &'static str = "opine";
    const VERSION: u32 = statutes::VERSION;
    const SCOPE: Scope = Scope::World;
    type Output = Seat;
    type Tools = Tools;

    fn label(&self) -> String {
        let stage = match self.round {
            Round::First => "opine",
            Round::Rehearing => "rehear",
        };
        format!("{stage}/{}/{}", self.dimension.id, self.persona.name())
    }

    async fn run(&self, _: &Tools) -> Result<Seat, Failure> {
        Ok(statutes::opine(
            self.persona,
            self.standings,
            &self.dimension.scale,
            self.round,
        ))
    }
}

/// Settles one dimension.
#[derive(Serialize)]
pub(crate) struct Rule<'a> {
    pub(crate) dimension: &'a Dimension,
    pub(crate) law: &'a Law,
    pub(crate) standings: &'a [Standing],
    pub(crate) admission: &'a Admission,
    pub(crate) hearings: &'a [Hearing],
    pub(crate) sources: &'static str,
}

impl Job for Rule<'_> {
    const NAME: &'static str = "rule";
    const VERSION: u32 = justice::VERSION;
    const SCOPE: Scope = Scope::World;
    type Output = Ruling;
    type Tools = Tools;

    fn label(&self) -> String {
        format!("rule/{}", self.dimension.id)
    }

    async fn run(&self, _: &Tools) -> Result<Ruling, Failure> {
        if let Admission::Dismissed(status) = self.admission {
            return Ok(justice::unheard(self.dimension, status.clone()));
        }
        let matter = Matter {
            dimension: self.dimension,
            law: self.law,
            standings: self.standings,
        };
        Ok(justice::rule(&matter, self.hearings.to_vec()))
    }
}

/// Makes the verdict of the rulings.
#[derive(Serialize)]
pub(crate) struct Pronounce<'a> {
    pub(crate) rubric: &'a Rubric,
    #[serde(skip)]
    pub(crate) rules: &'a RuleSet,
    /// Stands for the rules.
    pub(crate) digest: &'a Digest,
    pub(crate) facts: &'a CaseFacts,
    pub(crate) rulings: &'a [Ruling],
    pub(crate) sources: &'static str,
}

impl Job for Pronounce<'_> {
    const NAME: &'static str = "pronounce";
    const VERSION: u32 = justice::VERSION;
    const SCOPE: Scope = Scope::World;
    type Output = Verdict;
    type Tools = Tools;

    async fn run(&self, _: &Tools) -> Result<Verdict, Failure> {
        let rulings = self.rulings.to_vec();
        Ok(verdict::pronounce_under(
            self.rules,
            self.facts,
            self.rubric,
            rulings,
        ))
    }
}
