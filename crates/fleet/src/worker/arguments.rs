//! How a worker is called on the command line.

use super::Settings;
use clap::Args;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Most audits at once.
const JOBS_MAX: i64 = 64;

/// A worker.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Where to listen; several workers of one machine may share an address
    #[arg(
        long,
        value_name = "ADDRESS",
        env = "AUDITOR_FLEET_LISTEN",
        default_value = "127.0.0.1:9080"
    )]
    listen: SocketAddr,
    /// Tell the engine of this worker: the address of Restate's administration, http://127.0.0.1:9070
    #[arg(long, value_name = "URL", env = "AUDITOR_FLEET_REGISTER")]
    register: Option<String>,
    /// How the engine reaches this worker and all that share its address [default: where it listens]
    #[arg(
        long,
        value_name = "URL",
        env = "AUDITOR_FLEET_ADDRESS",
        requires = "register"
    )]
    address: Option<String>,
    /// How many audits at the same time
    #[arg(long, value_name = "N", env = "AUDITOR_FLEET_JOBS", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=JOBS_MAX))]
    jobs: u16,
}

impl Arguments {
    /// The same as settings, with the directory of the journal.
    #[must_use]
    pub fn settings(&self, data: PathBuf) -> Settings {
        Settings {
            listen: self.listen,
            register: self.register.clone(),
            address: self.address.clone(),
            data,
            jobs: usize::from(self.jobs),
        }
    }
}
