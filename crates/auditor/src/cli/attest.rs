//! `auditor attest`: sign a statement about a report, check one, make a key.

use super::verify::{NOT_TRUE, REPORT};
use crate::error::CommandError;
use crate::input::file::{self, InputFile};
use crate::output::terminal::{notify, print};
use clap::{Args, Subcommand};
use court::visible::visible;
use serde_json::json;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use verify::attestation;

/// A private or a public key.
const KEY: InputFile = InputFile {
    what: "key",
    bytes_max: 64 << 10,
    hint: "give a key in PEM, such as `auditor attest keygen` makes",
};
/// A signed statement.
const ENVELOPE: InputFile = InputFile {
    what: "envelope",
    bytes_max: 16 << 20,
    hint: "give the attestation.json of `auditor attest`",
};

/// Sign a statement about a report: in-toto Statement v1 as DSSE, ed25519.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct Attest {
    #[command(subcommand)]
    command: Option<Command>,
    /// The `report.json`
    #[arg(required = true)]
    report: Option<PathBuf>,
    /// The private key, in PEM
    #[arg(long, value_name = "FILE", env = "AUDITOR_KEY", required = true)]
    key: Option<PathBuf>,
    /// Where the envelope goes [default: beside the report, as attestation.json]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Make a key: a private one that only you can read, and FILE.pub
    Keygen {
        /// Where the private key goes; nothing there is overwritten
        #[arg(default_value = "auditor.key")]
        file: PathBuf,
    },
    /// Check an envelope against a public key, and against a report where one is given
    Check {
        /// The envelope
        envelope: PathBuf,
        /// The public key, in PEM
        #[arg(long, value_name = "FILE")]
        key: PathBuf,
        /// The report that it should be about
        report: Option<PathBuf>,
    },
}

impl Attest {
    pub(super) fn run(&self) -> Result<ExitCode, CommandError> {
        match (&self.command, &self.report, &self.key) {
            (Some(Command::Keygen { file }), ..) => keygen(file),
            (
                Some(Command::Check {
                    envelope,
                    key,
                    report,
                }),
                ..,
            ) => check(envelope, key, report.as_deref()),
            (None, Some(report), Some(key)) => self.sign(report, key),
            (None, ..) => {
                Err(CommandError::usage("a report and a key are needed").hint("see `auditor attest --help`"))
            }
        }
    }

    fn sign(&self, report: &Path, key: &Path) -> Result<ExitCode, CommandError> {
        let bytes = REPORT.bytes(report)?;
        let told = REPORT.json(report, &bytes)?;
        let private = KEY.text(key)?;
        let maker = json!({
            "version": env!("CARGO_PKG_VERSION"), "sources": env!("SOURCES"), "court": court::SOURCES,
            "detective": probes::SOURCES,
        });
        let statement = attestation::statement(&maker, &told, &bytes);
        let envelope = attestation::envelope(&statement, &private)
            .map_err(|error| CommandError::usage(format!("{}: {error}", key.display())))?;
        let out = self
            .out
            .clone()
            .unwrap_or_else(|| report.with_file_name("attestation.json"));
        file::create(&out)
            .and_then(|mut file| writeln!(file, "{envelope}"))
            .map_err(|error| {
                let why = file::describe_error(&error);
                CommandError::auditor(format!("{} cannot be written: {why}", out.display()))
                    .hint("name another file with --out")
            })?;
        print(&format!("{}\n", out.display()))?;
        Ok(ExitCode::SUCCESS)
    }
}

fn keygen(file: &Path) -> Result<ExitCode, CommandError> {
    let (private, public) = attestation::new_key().map_err(CommandError::auditor)?;
    let mut name = file.as_os_str().to_owned();
    name.push(".pub");
    let beside = PathBuf::from(name);
    create(file, &private, 0o600)?;
    create(&beside, &public, 0o644).inspect_err(|_| {
        // A private key without its public one is of no use.
        let _ = fs::remove_file(file);
    })?;
    notify(&visible(&format!(
        "keep {} to yourself; give {} to those who check",
        file.display(),
        beside.display()
    )));
    print(&format!("{}\n{}\n", file.display(), beside.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// A new file that nobody else can read before it has its permissions.
fn create(file: &Path, text: &str, mode: u32) -> Result<(), CommandError> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
    #[cfg(not(unix))]
    let _ = mode;
    options
        .open(file)
        .and_then(|mut opened| opened.write_all(text.as_bytes()).and_then(|()| opened.sync_all()))
        .map_err(|error| {
            CommandError::usage(format!("{}: {error}", file.display())).hint("name another file")
        })
}

fn check(envelope: &Path, key: &Path, report: Option<&Path>) -> Result<ExitCode, CommandError> {
    let public = KEY.text(key)?;
    let signed = ENVELOPE.json(envelope, &ENVELOPE.bytes(envelope)?)?;
    let statement = match attestation::opened(&signed, &public) {
        Ok(statement) => statement,
        Err(error) => {
            print(&visible(&format!("NOT TRUE {error}\n")))?;
            return Ok(ExitCode::from(NOT_TRUE));
        }
    };
    let mut said = "the signature is that of the key\n".to_owned();
    let mut faults = Vec::new();
    if let Some(report) = report {
        let bytes = REPORT.bytes(report)?;
        faults = attestation::differences(&statement, &REPORT.json(report, &bytes)?, &bytes);
        for fault in &faults {
            said.push_str(&format!(
                "NOT TRUE {}: the statement says {}; the report {}\n",
                fault.at, fault.told, fault.found
            ));
        }
        if faults.is_empty() {
            said.push_str("the statement is about this report\n");
        }
    } else {
        said.push_str(&format!("{statement:#}\n"));
    }
    print(&visible(&said))?;
    Ok(if faults.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(NOT_TRUE)
    })
}
