//! One file of Python, and every probe put to it: the evaluator of graphs among them.
#![no_main]

use court::evidence::Detective;
use detective::{
    investigate,
    probes::fields::Field,
    snapshot::{File, Snapshot},
};
use libfuzzer_sys::fuzz_target;

const FIELDS: [Field; 3] = [Field::General, Field::LangGraph, Field::Engineering];

fuzz_target!(|bytes: &[u8]| {
    let mut snapshot = Snapshot::default();
    let bytes = bytes.to_owned();
    snapshot.files.insert("src/graph.py".to_owned(), File { bytes });
    for detective in Detective::ALL {
        let _ = investigate(detective, &snapshot, &FIELDS.into());
    }
});
