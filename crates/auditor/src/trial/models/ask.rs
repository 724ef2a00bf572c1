//! The job of one judge that is a model.

use super::Chair;
use crate::trial::jobs::failed;
use crate::trial::tools::Tools;
use court::opinion::Round;
use court::rubric::Dimension;
use journal::{Failure, Job};
use panel::brief::Brief;
use panel::judge::{self, Outcome, Question, Testimony};
use panel::spec::{Model, Settings};
use serde::Serialize;

/// Asks one model for its opinion. Its brief, the model and the settings decide the answer, so they are its input,
/// and the answer is remembered across cases; a recusal is a failure and is not.
#[derive(Serialize)]
pub(crate) struct AskJudge<'a> {
    /// Digest of the brief.
    pub(crate) brief: String,
    pub(crate) model: &'a Model,
    pub(crate) settings: &'a Settings,
    pub(crate) version: [u32; 2],
    pub(crate) edition: &'a str,
    #[serde(skip)]
    pub(crate) chair: Chair,
    #[serde(skip)]
    pub(crate) text: &'a Brief,
    #[serde(skip)]
    pub(crate) dimension: &'a Dimension,
}

impl Job for AskJudge<'_> {
    const NAME: &'static str = "depose";
    type Output = Testimony;
    type Tools = Tools;

    fn label(&self) -> String {
        let (dimension, round, persona) = &self.chair;
        let stage = match round {
            Round::First => "opine",
            Round::Rehearing => "rehear",
        };
        format!("{stage}/{dimension}/{}", persona.name())
    }

    async fn run(&self, tools: &Tools) -> Result<Testimony, Failure> {
        let models = tools
            .models()
            .ok_or_else(|| Failure::Final("this trial has no model panel".to_owned()))?;
        let question = Question {
            brief: self.text,
            dimension: self.dimension,
            model: self.model,
            settings: self.settings,
        };
        let outcome = judge::opine(question, &models.access.client).await;
        match outcome.map_err(|error| failed(&error))? {
            Outcome::Opined(testimony) => Ok(*testimony),
            Outcome::Recused { cause, record } => {
                models.recused(&self.chair, *record);
                Err(Failure::Final(cause))
            }
        }
    }
}
