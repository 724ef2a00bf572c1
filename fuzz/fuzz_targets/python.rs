//! One file of Python, and every probe put to it: the evaluator of graphs among them.
#![no_main]

use auditor_fuzz::question;
use probes::{Subject, families::fields::Field};
use libfuzzer_sys::fuzz_target;
use subject::{File, Snapshot};

fuzz_target!(|bytes: &[u8]| {
    let mut snapshot = Snapshot::default();
    let bytes = bytes.to_owned();
    snapshot.files.insert("src/graph.py".to_owned(), File { bytes });
    question(&Subject::from(snapshot), &Field::ALL);
});
