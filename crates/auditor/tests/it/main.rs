//! The program from outside: what is typed, what comes back, and what is left behind.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod accepted;
mod agents;
mod cassette;
mod certificates;
mod cohort;
mod containment;
mod copies;
mod described;
mod fake;
mod faults;
mod fleet;
mod forge;
mod gates;
mod hostile;
mod injection;
mod judged;
mod large;
mod law;
mod ledger;
mod llama;
mod mcp;
mod memory;
mod models;
mod protocols;
mod refusals;
mod reports;
mod requests;
mod resuming;
mod seats;
mod serve;
mod settings;
mod setup;
mod terminal;
mod topology;
mod trust;
mod verdict;
mod vision;
mod world;
