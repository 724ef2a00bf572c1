//! Reports in Markdown with drawings, web pages, office documents and plain text, and every probe that reads them.
#![no_main]

use auditor_fuzz::question;
use documents::document;
use probes::{Subject, families::fields::Field};
use libfuzzer_sys::fuzz_target;
use subject::{File, Snapshot};

const NAMES: [&str; 5] = [
    "report.md",
    "report.html",
    "report.docx",
    "report.txt",
    "REPORT.MD",
];

const CODE: &str = "from langgraph.graph import END, START, StateGraph\n\n\ndef look(state):\n    return {}\n\n\n\
graph = StateGraph(dict)\ngraph.add_node(\"look\", look)\ngraph.add_edge(START, \"look\")\n\
graph.add_edge(\"look\", END)\napp = graph.compile()\n";

fuzz_target!(|bytes: &[u8]| {
    let Some((first, text)) = bytes.split_first() else {
        return;
    };
    let name = NAMES[usize::from(*first) % NAMES.len()];
    let bytes = CODE.as_bytes().to_owned();
    let snapshot = Snapshot {
        files: [("src/graph.py".to_owned(), File { bytes })].into(),
        ..Snapshot::default()
    };
    let terms = vec!["Fan-In".to_owned(), "State Synchronization".to_owned()];
    let subject = Subject::from(snapshot).with_reports(vec![document::read(name, text)], terms);
    question(&subject, &Field::ALL);
});
