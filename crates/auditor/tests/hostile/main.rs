//! Hostile repositories, documents, rubrics, rules, addresses and settings, made by code and put to the real program.
//!
//! Every case runs in a room of its own under limits, and says what is to come of it. Whatever it says, [`trial`]
//! holds of each that nothing panics, nothing of the subject runs, nothing is written elsewhere and nothing leaks.
//! The heaviest cases are left out of ordinary runs: `cargo test -p auditor --test hostile -- --ignored`.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![expect(clippy::too_many_lines, reason = "the cases of a family stand in one table")]
#![expect(
    clippy::print_stdout,
    reason = "cases that are slow or fail are named while the others run"
)]

mod addresses;
mod case;
mod configurations;
mod documents;
mod heavy;
mod histories;
mod objects;
mod packages;
mod pdf;
mod repository;
mod room;
mod rubrics;
mod rules;
mod sources;
mod steering;
mod trees;
mod trial;

use case::Case;

/// Fewest cases that the families have together.
const CASES_MIN: usize = 400;

/// All families, by what is hostile in them.
const FAMILIES: [fn() -> Vec<Case>; 11] = [
    addresses::cases,
    configurations::cases,
    documents::cases,
    histories::cases,
    objects::cases,
    packages::cases,
    pdf::cases,
    rubrics::cases,
    rules::cases,
    sources::cases,
    trees::cases,
];

#[test]
fn hostile_addresses_are_refused_before_anything_is_contacted() {
    trial::hold(addresses::cases());
}

#[test]
fn hostile_configurations_of_a_repository_are_not_obeyed() {
    trial::hold(configurations::cases());
}

#[test]
fn hostile_reports_in_text_cost_little_and_change_nothing() {
    trial::hold(documents::cases());
}

#[test]
fn hostile_histories_are_told_in_plain_words() {
    trial::hold(histories::cases());
}

#[test]
fn damaged_and_lying_objects_are_named_or_refused() {
    trial::hold(objects::cases());
}

#[test]
fn hostile_office_documents_are_read_within_limits() {
    trial::hold(packages::cases());
}

#[test]
fn hostile_pdfs_are_read_within_limits() {
    trial::hold(pdf::cases());
}

#[test]
fn hostile_rubrics_are_refused_or_harmless() {
    trial::hold(rubrics::cases());
}

#[test]
fn hostile_rules_are_refused_or_harmless() {
    trial::hold(rules::cases());
}

#[test]
fn hostile_sources_are_read_within_limits() {
    trial::hold(sources::cases());
}

#[test]
fn what_a_subject_brings_along_steers_nothing() {
    trial::hold(steering::cases());
}

#[test]
fn hostile_trees_are_listed_and_never_checked_out() {
    trial::hold(trees::cases());
}

#[test]
#[ignore = "minutes: `cargo test -p auditor --test hostile -- --ignored`"]
fn the_heaviest_subjects_stay_within_the_same_limits() {
    trial::hold(heavy::cases());
}

#[test]
fn there_are_many_cases_and_each_has_a_name_of_its_own() {
    let names: Vec<String> = FAMILIES
        .iter()
        .flat_map(|family| family())
        .chain(steering::cases())
        .map(|case| case.name)
        .collect();
    let distinct: std::collections::BTreeSet<&String> = names.iter().collect();
    assert_eq!(distinct.len(), names.len());
    assert!(names.len() >= CASES_MIN, "{}", names.len());
}
