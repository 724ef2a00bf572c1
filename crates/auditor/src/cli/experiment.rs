//! `auditor experiment`: the subject's own program, run against fakes within walls.

use super::case_run::{Hosts, custody_failed};
use super::lab::{opened, refused};
use super::runtime;
use crate::error::{CommandError, ErrorKind};
use crate::input::file::InputFile;
use crate::output::terminal::{notify, print};
use crate::output::write;
use crate::store;
use crate::trial::experiment::priced;
use clap::Args;
use custody::Subject as Address;
use experiment::chamber::LIMITS;
use experiment::run::Trace;
use experiment::{run, scenario, story};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// A saved trace; those of real subjects have a few hundred KB.
const TRACE: InputFile = InputFile {
    what: "trace",
    bytes_max: 64 << 20,
    hint: "give a file that `auditor experiment --trace FILE` wrote",
};

/// Run the subject's own program against fakes, within walls, and show what happened.
#[derive(Args)]
pub(super) struct Experiment {
    /// The repository: a path, an https URL, owner/name[@ref] (GitHub) or git@host:owner/name
    #[arg(required_unless_present = "show")]
    subject: Option<String>,
    /// Branch, tag or commit to run [default: the subject's HEAD]
    #[arg(long, value_name = "REF", env = "AUDITOR_REV")]
    rev: Option<String>,
    /// A Python of one's own, with the packages that subjects need, in place of the lab
    #[arg(long, value_name = "PATH", env = "AUDITOR_EXPERIMENT_PYTHON")]
    experiment_python: Option<PathBuf>,
    /// Save all that was seen to this file
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Show what a saved trace says; nothing is run
    #[arg(long, value_name = "FILE", conflicts_with_all = ["subject", "trace", "rev"])]
    show: Option<PathBuf>,
    #[command(flatten)]
    hosts: Hosts,
}

impl Experiment {
    pub(super) fn run(&self, data: Option<&Path>) -> Result<ExitCode, CommandError> {
        let trace = match (&self.show, &self.subject) {
            (Some(file), _) => saved(file)?,
            (None, Some(subject)) => self.make(subject, &store::directory(data)?)?,
            (None, None) => return Err(CommandError::usage("no subject is named")),
        };
        print(&story::tell(&trace, &priced))?;
        Ok(ExitCode::SUCCESS)
    }

    fn make(&self, subject: &str, data: &Path) -> Result<Trace, CommandError> {
        // First: without a lab nothing has to be fetched.
        let lab = opened(data, self.experiment_python.as_deref())?;
        let address =
            Address::parse(subject).map_err(|error| CommandError::new(ErrorKind::NothingToAudit, error))?;
        self.hosts.admit(&address)?;
        let room = data.join("custody");
        let looked = Box::pin(custody::snapshot(&address, self.rev.as_deref(), &room));
        let snapshot = runtime(None)?
            .block_on(looked)
            .map_err(|error| custody_failed(&error))?;
        notify(&format!(
            "experiment: the program of {} at {} runs now, against fakes and within walls, for at most {} seconds",
            address.name(),
            snapshot.commit,
            LIMITS.wall.as_secs()
        ));
        let trace = run::run(&lab, &snapshot, &scenario::all()).map_err(refused)?;
        if let Some(file) = &self.trace {
            save(file, &trace)?;
        }
        Ok(trace)
    }
}

fn save(file: &Path, trace: &Trace) -> Result<(), CommandError> {
    let text = serde_json::to_string_pretty(trace).map_err(CommandError::auditor)?;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let name = file.file_name().and_then(|name| name.to_str());
    let name = name.ok_or_else(|| CommandError::usage("--trace names no file"))?;
    write(folder.unwrap_or(Path::new(".")), &[(name, text)]).map(drop)
}

pub(super) fn saved(file: &Path) -> Result<Trace, CommandError> {
    let no_trace = |why: &dyn std::fmt::Display| {
        CommandError::usage(format!("{} is no trace: {why}", file.display())).hint(TRACE.hint)
    };
    Trace::from_bytes(&TRACE.bytes(file)?).map_err(|why| no_trace(&why))
}
