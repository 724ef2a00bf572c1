//! A PDF: whatever it holds, something is said of it.
#![no_main]

use detective::document;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = document::read("report.pdf", bytes);
});
