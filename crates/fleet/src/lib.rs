//! Where the audits of a class are done: in a process of this machine, or by workers behind an engine that loses nothing.
//!
//! The engine is Restate. It keeps each order until a worker has answered it, and gives it to another one when a worker dies.
//! What is paid for is not its business: that stands in the ledger of the journal that the workers share. The crate knows
//! orders and parcels, and no audit.
//!
//! Arrows between the modules go one way: `worker` and `client` use `order`, `parcel` and `http`; `worker` uses `here` and
//! `wire` too; `here` uses `program`; the others use none.
#![warn(missing_docs)]

mod client;
pub mod here;
mod http;
mod order;
mod parcel;
pub mod program;
mod wire;
pub mod worker;

pub use client::Engine;
pub use order::Order;
pub use parcel::Parcel;

/// The name of the service, and of the one thing that it does.
const SERVICE: &str = "AuditorFleet";
const HANDLER: &str = "audit";

/// Why there is no answer, in words for people.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub String);

impl Refusal {
    fn of(what: &str, error: impl std::fmt::Display) -> Self {
        Self(format!("{what}: {error}"))
    }
}

impl From<std::io::Error> for Refusal {
    fn from(error: std::io::Error) -> Self {
        Self::of("the auditor cannot be started again", error)
    }
}
