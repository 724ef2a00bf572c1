//! A PDF: whatever it holds, something is said of it.
//!
//! The parser of pages is another project's, and its panics are caught by the reader around it. They are let pass
//! here as well: what is sought are panics of our own, pages that never end, and memory without end.
#![no_main]

use auditor_fuzz::question;
use documents::document::{self, PAGES_MAX};
use probes::{Subject, families::fields::Field};
use libfuzzer_sys::fuzz_target;
use std::panic::{PanicHookInfo, set_hook, take_hook};

fn let_pass_what_is_caught() {
    let report = take_hook();
    set_hook(Box::new(move |panic: &PanicHookInfo<'_>| {
        let is_theirs = panic
            .location()
            .is_some_and(|at| at.file().contains("/registry/src/"));
        if !is_theirs {
            report(panic);
        }
    }));
}

fuzz_target!(init: let_pass_what_is_caught(), |bytes: &[u8]| {
    let document = document::read("report.pdf", bytes);
    assert!(document.pages().len() <= PAGES_MAX);
    let is_numbered = (1..).zip(document.pages()).all(|(number, page)| page.number == number);
    assert!(is_numbered, "pages are counted from 1");
    assert!(document.reading.is_ok() || document.gap().is_some(), "a refusal has its reason");
    let subject = Subject::default().with_reports(vec![document], Vec::new());
    question(&subject, &[Field::General, Field::LangGraph]);
});
