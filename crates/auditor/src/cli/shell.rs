//! What shells and manuals want to know of the command line.

use super::Cli;
use crate::error::CommandError;
use crate::output::terminal::print;
use clap::{Args, CommandFactory as _};
use clap_complete::Shell;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Print the completions of a shell.
#[derive(Args)]
pub(super) struct Completions {
    /// Which shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub(super) fn run(&self) -> Result<ExitCode, CommandError> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "auditor", &mut text);
        print(&String::from_utf8_lossy(&text)).map(|()| ExitCode::SUCCESS)
    }
}

/// Print the manual page, or write those of all commands.
#[derive(Args)]
pub(super) struct Man {
    /// Write a page for each command to this directory
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Man {
    pub(super) fn run(&self) -> Result<ExitCode, CommandError> {
        match &self.out {
            None => page().and_then(|text| print(&text)),
            Some(directory) => write_all(directory),
        }
        .map(|()| ExitCode::SUCCESS)
    }
}

fn page() -> Result<String, CommandError> {
    let mut text = Vec::new();
    let rendered = clap_mangen::Man::new(Cli::command()).render(&mut text);
    rendered.map_err(|error| CommandError::auditor(format!("the manual page: {error}")))?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

fn write_all(directory: &Path) -> Result<(), CommandError> {
    let write = || -> io::Result<()> {
        std::fs::create_dir_all(directory)?;
        clap_mangen::generate_to(Cli::command(), directory)
    };
    write().map_err(|error| {
        CommandError::auditor(format!(
            "cannot write manual pages to `{}`: {error}",
            directory.display()
        ))
    })
}
