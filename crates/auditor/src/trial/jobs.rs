//! The jobs of a trial: each a value whose input decides its output.

use super::tools::{Seized, Tools};
use crate::worker::Assignment;
use claims::claim::Claim;
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
use journal::{Failure, Job, Scope};
use probes::families::fields::Field;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;

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
    type Output = Field;
    type Tools = Tools;

    async fn run(&self, tools: &Tools) -> Result<Field, Failure> {
        tools.field().await.map_err(|error| failed(&error))
    }
}

/// What a detective found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Findings {
    pub(crate) exhibits: Vec<Exhibit>,
    /// The graphs that the code builds; only the RepoInvestigator fills it.
    pub(crate) topology: Vec<Value>,
    /// What a large repository is made of, a line each; only the RepoInvestigator fills it.
    #[serde(default)]
    pub(crate) map: Vec<String>,
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
    /// Among how many pixels words of pictures are looked for.
    pub(crate) looked_at: Option<u64>,
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
    const VERSION: u32 = 4;
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
            map: examined.map,
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
