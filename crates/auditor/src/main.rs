//! `auditor`: audits a git repository, and its report, against a rubric, as a courtroom.
//!
//! Arrows between the folders go one way. `cli` uses all others; `trial` uses `worker` and `input`; `store` uses
//! `output`; `output` and `error` use none at all.

mod cli;
mod error;
mod input;
mod output;
mod store;
mod trial;
mod worker;

use std::process::ExitCode;

fn main() -> ExitCode {
    worker::run_as_child().unwrap_or_else(cli::main)
}
