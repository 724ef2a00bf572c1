//! An address: what is accepted is written anew, is accepted again, and never looks like an option.
#![no_main]
#![expect(dead_code, reason = "the target needs less of an address than the program")]

#[path = "../../crates/auditor/src/custody"]
mod custody {
    pub(crate) mod address;
    pub(crate) mod host;
}

use custody::address::{Subject, Transport};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(subject) = Subject::parse(text) else {
        return;
    };
    let address = subject.address();
    assert!(!subject.slug().contains(['/', ' ']) && !subject.slug().starts_with('-'));
    if subject.transport() == Transport::File {
        return;
    }
    assert!(!address.starts_with('-') && address.is_ascii(), "{address:?}");
    assert!(!address.contains(char::is_whitespace) && !address.contains(char::is_control));
    let again = Subject::parse(&address).expect("what is written anew is an address");
    assert_eq!(again.address(), address);
});
