//! Hosts that an address from outside must not reach: this machine and private networks.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use url::Host;
use wordlist::array;

/// Names that resolve inside a machine or a network; as a whole name or as its ending.
const INTERNAL_NAMES: [&str; 6] = array("localhost local localdomain internal intranet home.arpa");

/// Longest host name, and longest part of one, in bytes (RFC 1035, section 2.3.4).
const NAME_BYTES_MAX: usize = 253;
const LABEL_BYTES_MAX: usize = 63;

/// Why this host is refused, or `None` where it may be contacted.
pub(super) fn host_refusal(host: &Host<&str>) -> Option<&'static str> {
    match host {
        Host::Domain(name) => name_refusal(name),
        Host::Ipv4(address) => address_refusal(IpAddr::V4(*address)),
        Host::Ipv6(address) => address_refusal(IpAddr::V6(*address)),
    }
}

/// Why this address is refused, or `None` where it is public.
pub(super) fn address_refusal(address: IpAddr) -> Option<&'static str> {
    let public = match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    };
    (!public).then_some("is an address of this machine or of a private or reserved network")
}

fn name_refusal(name: &str) -> Option<&'static str> {
    let name = name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
    let internal = INTERNAL_NAMES
        .iter()
        .any(|ending| name == *ending || name.strip_suffix(ending).is_some_and(|rest| rest.ends_with('.')));
    if internal {
        return Some("is a name of this machine or of a private network");
    }
    if !name.contains('.') || name.len() > NAME_BYTES_MAX || !name.split('.').all(is_label) {
        return Some("is not a full host name");
    }
    let is_disguised = name.split('.').any(|label| label.starts_with("xn--"));
    is_disguised.then_some("stands for a name in letters that can be mistaken for others")
}

/// Whether it is one part of a host name (RFC 1123, section 2.1); an underscore is no letter of it, but is in use.
fn is_label(label: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    (1..=LABEL_BYTES_MAX).contains(&label.len())
        && label.bytes().all(plain)
        && !label.starts_with('-')
        && !label.ends_with('-')
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_documentation()
        || address.is_multicast()
        || a == 0
        || a >= 240
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 198 && (18..20).contains(&b));
    !special
}

/// Only global unicast (2000::/3) is public; forms that carry an IPv4 address are as public as that one.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    if let Some(inner) = carried_v4(address) {
        return is_public_v4(inner);
    }
    let documentation = segments[0] == 0x2001 && segments[1] == 0x0db8;
    let teredo_and_protocols = segments[0] == 0x2001 && segments[1] < 0x0200;
    segments[0] & 0xe000 == 0x2000 && !documentation && !teredo_and_protocols
}

/// The IPv4 address inside a mapped, compatible, NAT64 or 6to4 address.
fn carried_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let segments = address.segments();
    let join = |high: u16, low: u16| Ipv4Addr::from((u32::from(high) << 16) | u32::from(low));
    match segments {
        [0, 0, 0, 0, 0, 0 | 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            Some(join(high, low))
        }
        [0x2002, high, low, ..] => Some(join(high, low)),
        _ => None,
    }
}
