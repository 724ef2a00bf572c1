//! Where what is seen comes from: the program runs within walls, or a saved trace speaks.

use crate::lab::Lab;
use crate::problem::Problem;
use crate::run::Trace;
use std::sync::Arc;

/// Who tells what happened.
#[derive(Clone, Debug)]
pub enum Witness {
    /// The program is run.
    Run(Box<Lab>),
    /// What was seen once is taken again; nothing is run.
    Seen(Arc<Trace>),
}

impl Witness {
    /// What of it makes a case another case.
    #[must_use]
    pub fn identity(&self) -> String {
        match self {
            Self::Run(_) => "with an experiment".to_owned(),
            Self::Seen(trace) => format!("with the experiment {}", trace.digest()),
        }
    }

    /// Whether it can speak of this commit.
    ///
    /// # Errors
    /// Where a saved trace is of another one.
    pub fn speaks_of(&self, commit: &str) -> Result<(), Problem> {
        match self {
            Self::Seen(trace) if trace.commit != commit => {
                let told = court::visible::on_one_line(&trace.commit);
                let what = format!("the trace is of the commit {told}, not of {commit}");
                Err(Problem::new(
                    what,
                    "name the commit with --rev, or save a trace of this one",
                ))
            }
            _ => Ok(()),
        }
    }
}
