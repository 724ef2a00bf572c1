//! `auditor`: audits a git repository against a rubric, as a courtroom.

mod complaint;
#[expect(dead_code, reason = "the commands come to use all of it one by one")]
mod custody;
mod dossier;
#[cfg_attr(
    not(test),
    expect(dead_code, reason = "the commands come to use all of it one by one")
)]
mod report;
#[cfg_attr(
    not(test),
    expect(dead_code, reason = "the commands come to use all of it one by one")
)]
mod rubrics;
mod visible;
mod worker;

fn main() {}
