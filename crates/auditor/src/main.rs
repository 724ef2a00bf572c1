//! `auditor`: audits a git repository, and its report, against a rubric, as a courtroom.

mod appeals;
mod archive;
mod attest;
mod cli;
mod comparison;
mod complaint;
mod data;
mod filing;
mod footing;
mod handed;
mod import;
mod keyring;
mod output;
mod panels;
mod progress;
mod proof;
mod reach;
mod retrials;
mod rubrics;
mod rulebooks;
mod telemetry;
mod trial;
mod verify;
mod visible;
mod worker;

use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(code) = worker::child() {
        return code;
    }
    let ran = footing::check().and_then(|()| cli::parse()).and_then(cli::run);
    ran.unwrap_or_else(|complaint| {
        cli::say(&complaint.to_string());
        complaint.exit_code()
    })
}
