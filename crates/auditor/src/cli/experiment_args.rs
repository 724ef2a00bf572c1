//! `--experiment`: whether the subject's own program is run in an audit, and with what.

use super::experiment::saved;
use super::lab::refused;
use crate::error::CommandError;
use crate::output::terminal::notify;
use clap::Args;
use clap::builder::FalseyValueParser;
use court::visible::visible;
use experiment::chamber::LIMITS;
use experiment::check;
use experiment::lab::Lab;
use experiment::run::Trace;
use experiment::witness::Witness;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Whether there is an experiment.
#[derive(Args, Clone, Default)]
pub(super) struct ExperimentArgs {
    /// Also run the subject's own program against fakes, within walls (`auditor lab install` first; not on a machine with
    /// secrets), and hold what happens against what reading says
    #[arg(long, env = "AUDITOR_EXPERIMENT", value_parser = FalseyValueParser::new())]
    experiment: bool,
    /// A Python of one's own for it, with the packages that subjects need, in place of the lab
    #[arg(long, value_name = "PATH", env = "AUDITOR_EXPERIMENT_PYTHON")]
    experiment_python: Option<PathBuf>,
    /// Let a trace that `auditor experiment --trace` saved testify in place of a run; nothing is started
    #[arg(long, value_name = "FILE", env = "AUDITOR_EXPERIMENT_TRACE")]
    experiment_trace: Option<PathBuf>,
    /// What was seen in the audit that is looked at again; nothing that is typed names any.
    #[arg(skip)]
    seen: Option<Arc<Trace>>,
}

impl ExperimentArgs {
    /// What was seen in another audit.
    pub(super) fn of_seen(seen: Option<Arc<Trace>>) -> Self {
        Self {
            seen,
            ..Self::default()
        }
    }

    /// What the experiment is made with, where one is wanted and can be had. Says what will run before it does. Without a lab
    /// one line says so, and the audit goes on as always; without walls there is no audit.
    pub(super) fn prepared(&self, subject: &str, data: &Path) -> Result<Option<Witness>, CommandError> {
        if let Some(seen) = &self.seen {
            return Ok(Some(Witness::Seen(Arc::clone(seen))));
        }
        if let Some(file) = &self.experiment_trace {
            return saved(file).map(|trace| Some(Witness::Seen(Arc::new(trace))));
        }
        if !self.experiment {
            return Ok(None);
        }
        let own = self.experiment_python.as_deref();
        let lab = match own.map_or_else(|| Lab::open(data), Lab::furnished) {
            Ok(lab) => lab,
            Err(problem) => {
                let line = format!("experiment: not made: {problem}; the audit goes on without it");
                notify(&visible(&line));
                return Ok(None);
            }
        };
        check::walls(&lab).map_err(refused)?;
        notify(&visible(&format!(
            "experiment: the program of {subject} runs in this audit, against fakes and within walls, for at most {} seconds",
            LIMITS.wall.as_secs()
        )));
        Ok(Some(Witness::Run(Box::new(lab))))
    }
}
