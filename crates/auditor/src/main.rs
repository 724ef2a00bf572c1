//! `auditor`: audits a git repository, and its report, against a rubric, as a courtroom.
//!
//! Arrows between the folders go one way. `cli` uses all others; `trial` uses `worker` and `input`; `cases` and `verify` use
//! neither of them; `output` and `error` use none.

mod cases;
mod cli;
mod error;
mod input;
mod output;
mod trial;
mod verify;
mod worker;

use std::process::ExitCode;

fn main() -> ExitCode {
    worker::run_as_child().unwrap_or_else(cli::main)
}
