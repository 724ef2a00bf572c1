//! `auditor lab`: the Python environment that experiments run in.

use crate::error::CommandError;
use crate::output::terminal::{notify, print};
use crate::store;
use clap::Subcommand;
use court::visible::visible;
use experiment::lab::{self, Installer};
use experiment::{Problem, check};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What is done with the lab.
#[derive(Subcommand)]
pub(super) enum Lab {
    /// Install the pinned packages from PyPI, as wheels with known hashes, into the data directory
    Install {
        /// The Python that experiments run with, 3.11 or newer
        #[arg(
            long,
            value_name = "PATH",
            env = "AUDITOR_LAB_PYTHON",
            default_value = "python3"
        )]
        python: PathBuf,
    },
    /// Say whether the lab is there, and whether this machine can put up every wall of an experiment
    Check {
        /// A Python of one's own in place of the lab
        #[arg(long, value_name = "PATH", env = "AUDITOR_EXPERIMENT_PYTHON")]
        experiment_python: Option<PathBuf>,
    },
    /// Remove the lab from the data directory
    Remove,
}

impl Lab {
    pub(super) fn run(&self, data: Option<&Path>) -> Result<ExitCode, CommandError> {
        let data = store::directory(data)?;
        match self {
            Self::Install { python } => install(&data, python)?,
            Self::Check { experiment_python } => {
                let lab = opened(&data, experiment_python.as_deref())?;
                let checked = check::check(&lab).map_err(refused)?;
                print(&visible(&checked.to_string()))?;
            }
            Self::Remove => {
                let text = match lab::remove(&data).map_err(failed)? {
                    true => "the lab is removed\n",
                    false => "there was no lab\n",
                };
                print(text)?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The lab of the data directory, or the Python that was named in its place.
pub(super) fn opened(data: &Path, own: Option<&Path>) -> Result<lab::Lab, CommandError> {
    let lab = own.map_or_else(|| lab::Lab::open(data), lab::Lab::furnished);
    lab.map_err(refused)
}

fn install(data: &Path, python: &Path) -> Result<(), CommandError> {
    let installer = Installer::found();
    let name = match installer {
        Installer::Uv => "uv",
        Installer::Pip => "pip",
    };
    notify(&format!(
        "lab: up to {} packages, about {} MB in {}; {name} takes them from PyPI in about {} seconds",
        lab::count(),
        lab::SIZE_MB,
        lab::folder(data).display(),
        installer.seconds(),
    ));
    let folder = lab::install(data, python, installer).map_err(failed)?;
    print(&visible(&format!(
        "the lab is installed in {}\n",
        folder.display()
    )))
}

fn failed(problem: Problem) -> CommandError {
    CommandError::auditor(problem.what).hint(problem.hint)
}

/// What the user or an administrator has to set right.
pub(super) fn refused(problem: Problem) -> CommandError {
    CommandError::usage(problem.what).hint(problem.hint)
}
