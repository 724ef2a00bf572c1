//! What git prints of a history, whole or cut off anywhere, and what the detectives make of it.
#![no_main]

use court::evidence::Detective;
use detective::{history, investigate, probes::fields::Field, snapshot::Snapshot};
use libfuzzer_sys::fuzz_target;

const FIELDS: [Field; 3] = [Field::General, Field::LangGraph, Field::Engineering];

fuzz_target!(|bytes: &[u8]| {
    let cut = bytes.len() % 2 == 1;
    let snapshot = Snapshot {
        history: history::parse(bytes, cut),
        ..Snapshot::default()
    };
    if !snapshot.history.commits.is_empty() {
        let _ = investigate(Detective::RepoInvestigator, &snapshot, &FIELDS.into());
    }
});
