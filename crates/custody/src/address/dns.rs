//! The address that a host is contacted at is the one that was checked.

use super::Subject;
use super::private_network::address_refusal;
use crate::error::{Cause, CustodyError};
use std::net::{IpAddr, ToSocketAddrs as _};

/// Looks the host up and refuses names that lead into private networks; the address that was checked is the
/// one that is used, as a setting of git. Where a proxy or the network answers for names, nothing is pinned.
pub(crate) async fn pinned(subject: &Subject) -> Result<Option<String>, CustodyError> {
    let Some(host) = subject.host().filter(|_| !is_proxied()) else {
        return Ok(None);
    };
    let name = host.to_owned();
    let looked_up = tokio::task::spawn_blocking(move || {
        (name.as_str(), 443)
            .to_socket_addrs()
            .map(|found| found.map(|address| address.ip()).collect::<Vec<IpAddr>>())
    });
    let Ok(Ok(addresses)) = looked_up.await else {
        return Ok(None);
    };
    pin(host, &addresses).map_err(|why| {
        let what = format!("cloning {}", subject.address());
        CustodyError::new(Cause::BadAddress, what, why)
    })
}

/// The setting that has git use these addresses of a host; one that leads inside makes all of them suspect.
fn pin(host: &str, addresses: &[IpAddr]) -> Result<Option<String>, String> {
    if let Some(why) = addresses.iter().find_map(|address| address_refusal(*address)) {
        return Err(format!("{host} leads to an address that {why}"));
    }
    let list: Vec<String> = addresses.iter().map(|address| bracketed(*address)).collect();
    let pin = format!("http.curloptResolve={host}:443:{}", list.join(","));
    Ok((!list.is_empty()).then_some(pin))
}

fn bracketed(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }
}

fn is_proxied() -> bool {
    let proxies = ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];
    proxies
        .into_iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

#[cfg(test)]
mod tests;
