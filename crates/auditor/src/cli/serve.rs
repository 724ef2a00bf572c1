//! `auditor serve`: the court behind a page and an API.

use super::runtime;
use crate::error::CommandError;
use crate::input::file::InputFile;
use crate::output::terminal::notify;
use crate::store;
use crate::worker::rehearse_list;
use clap::Args;
use courthouse::serve::{self, Limits, Settings};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// A token in a file.
const TOKEN: InputFile = InputFile {
    what: "token",
    bytes_max: 4 << 10,
    hint: "give a file with one long random word",
};

/// Serve the page and the API.
#[derive(Args)]
pub(super) struct Serve {
    /// Where to listen; beyond this machine only with --token-file or --user-header
    #[arg(
        long,
        value_name = "ADDRESS",
        env = "AUDITOR_LISTEN",
        default_value = "127.0.0.1:7654"
    )]
    listen: SocketAddr,
    /// How many audits at the same time
    #[arg(long, value_name = "N", env = "AUDITOR_SERVE_JOBS", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    jobs: u16,
    /// A directory of this machine in which repositories may be audited; may be given more than once [default: none]
    #[arg(long, value_name = "DIR", env = "AUDITOR_SERVE_ROOT", value_delimiter = ',')]
    root: Vec<PathBuf>,
    /// A name by which the server may be called, besides those of this machine; may be given more than once
    #[arg(long, value_name = "NAME", env = "AUDITOR_SERVE_HOST", value_delimiter = ',')]
    host: Vec<String>,
    /// A panel that may be asked for; may be given more than once [default: only statutes]
    #[arg(
        long,
        value_name = "PANEL",
        env = "AUDITOR_SERVE_PANEL",
        value_delimiter = ','
    )]
    allow_panel: Vec<String>,
    /// How many dollars panels of models may cost for each client
    #[arg(long, value_name = "USD", env = "AUDITOR_SERVE_MAX_COST_EACH")]
    max_cost_each: Option<f64>,
    /// How many dollars they may cost for all clients together
    #[arg(long, value_name = "USD", env = "AUDITOR_SERVE_MAX_COST_ALL")]
    max_cost_all: Option<f64>,
    /// The file with the token that every request has to send
    #[arg(long, value_name = "FILE", env = "AUDITOR_TOKEN_FILE")]
    token_file: Option<PathBuf>,
    /// The header in which a reverse proxy names the user; only where nobody reaches the server but through the proxy
    #[arg(long, value_name = "NAME", env = "AUDITOR_USER_HEADER")]
    user_header: Option<String>,
}

impl Serve {
    pub(super) fn run(&self, data: Option<&Path>) -> Result<ExitCode, CommandError> {
        let token = self
            .token_file
            .as_deref()
            .map(|file| TOKEN.text(file))
            .transpose()?;
        let token = token
            .map(|token| token.trim().to_owned())
            .filter(|token| !token.is_empty());
        if !self.listen.ip().is_loopback() && token.is_none() && self.user_header.is_none() {
            let what = format!("{} can be reached from other machines", self.listen);
            return Err(
                CommandError::usage(what).hint("give --token-file or --user-header, and TLS by a proxy")
            );
        }
        let limits = Limits::dollars(self.max_cost_each, self.max_cost_all).map_err(CommandError::usage)?;
        let directory = store::directory(data)?;
        let settings = Settings {
            listen: self.listen,
            journal: store::open_in(&directory)?,
            data: directory,
            hosts: self.host.clone(),
            token,
            user_header: self.user_header.clone(),
            roots: self.root.clone(),
            panels: self.allow_panel.clone(),
            jobs: usize::from(self.jobs),
            limits,
            read_list: |list| ::cohort::list::read(list, None, rehearse_list),
        };
        let runtime = runtime(None)?;
        let served = runtime.block_on(serve::serve(settings, |address| {
            notify(&format!(
                "serving http://{address}/ (Ctrl-C ends it; cases go on at the next start)"
            ));
        }));
        runtime.shutdown_background();
        served.map_err(CommandError::auditor)?;
        Ok(ExitCode::SUCCESS)
    }
}
