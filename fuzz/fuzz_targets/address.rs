//! An address: what is accepted is written anew, is accepted again, never looks like an option, and never leads to
//! this machine or a private network.
#![no_main]

use custody::{Subject, Transport, check_rev};
use libfuzzer_sys::fuzz_target;
use std::net::IpAddr;

/// Told by the standard library, not by the code that is tried.
fn is_inside(host: &str) -> bool {
    let host = host.trim_matches(['[', ']']).trim_end_matches('.');
    match host.parse::<IpAddr>().map(|address| address.to_canonical()) {
        Ok(IpAddr::V4(v4)) => {
            v4.is_loopback()
                || v4.is_private()
                || v4.is_link_local()
                || v4.is_unspecified()
                || v4.is_broadcast()
        }
        Ok(IpAddr::V6(v6)) => {
            v6.is_loopback() || v6.is_unspecified() || v6.is_unique_local() || v6.is_unicast_link_local()
        }
        Err(_) => {
            !host.contains('.') || host.eq_ignore_ascii_case("localhost") || host.ends_with(".localhost")
        }
    }
}

fuzz_target!(|text: &str| {
    let Ok(subject) = Subject::parse(text) else {
        return;
    };
    let address = subject.address();
    assert!(!subject.slug().contains(['/', ' ']) && !subject.slug().starts_with('-'));
    if let Some(rev) = subject.rev() {
        assert!(check_rev(rev).is_ok() && !rev.starts_with('-'), "{rev:?}");
    }
    if subject.transport() == Transport::File {
        return;
    }
    assert!(!address.starts_with('-') && address.is_ascii(), "{address:?}");
    assert!(!address.contains(char::is_whitespace) && !address.contains(char::is_control));
    let host = subject.host().expect("what is not a directory has a host");
    assert!(!is_inside(host) && !host.starts_with('-'), "{host:?}");
    let again = Subject::parse(&address).expect("what is written anew is an address");
    assert_eq!(again.address(), address);
});
