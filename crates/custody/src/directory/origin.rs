//! Where a local repository says that it came from: one key of its configuration, read as text and never obeyed.
//!
//! Whoever names a directory of their own owns that configuration; a stranger's may say anything. So what comes out is an
//! address that leads readers somewhere: nothing is fetched from it, and no rule and no name follows from it.

use super::{locate, plain_file};
use crate::address::Subject;

/// Longest configuration that is looked into; those that git writes have some hundred bytes.
const CONFIG_BYTES_MAX: u64 = 64 << 10;
/// The section and the key, as git writes them; only the quoted part is told apart by its case.
const SECTION: (&str, &str) = ("remote", "origin");
const KEY: &str = "url";

/// The web address behind `remote.origin.url`, without a user or a password; nothing where it is no public address of a
/// repository. Included files, rewritten addresses and further keys are not looked at.
#[must_use]
pub fn origin(subject: &Subject) -> Option<String> {
    let local = locate(subject.directory()?).ok()?;
    let configuration = plain_file::text(&local.common.join("config"), CONFIG_BYTES_MAX)?;
    web_address(url(&configuration)?)
}

/// The first value of the key. Escapes and quotes are for addresses that no forge has.
fn url(configuration: &str) -> Option<&str> {
    let mut is_ours = false;
    for line in configuration.lines().map(str::trim) {
        if let Some(header) = line.strip_prefix('[') {
            is_ours = is_origin(header.strip_suffix(']')?);
            continue;
        }
        let (key, value) = line.split_once('=').unwrap_or((line, ""));
        if is_ours && key.trim().eq_ignore_ascii_case(KEY) {
            let value = value.trim();
            return (!value.contains(['"', '\\', '#', ';'])).then_some(value);
        }
    }
    None
}

fn is_origin(header: &str) -> bool {
    let Some((section, name)) = header.split_once(char::is_whitespace) else {
        return false;
    };
    let name = name
        .trim()
        .strip_prefix('"')
        .and_then(|name| name.strip_suffix('"'));
    section.eq_ignore_ascii_case(SECTION.0) && name == Some(SECTION.1)
}

/// `https://host/path` of an address by https or ssh, as an address that is typed is read.
fn web_address(url: &str) -> Option<String> {
    let (host, path) = match url.split_once("://") {
        Some((scheme, rest)) => {
            let (authority, path) = rest.split_once('/')?;
            let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
            let is_known = ["https", "ssh"]
                .iter()
                .any(|known| scheme.eq_ignore_ascii_case(known));
            is_known.then_some((host, path))?
        }
        None => url.strip_prefix("git@")?.split_once(':')?,
    };
    let subject = Subject::parse(&format!("https://{host}/{path}")).ok()?;
    let address = subject.address();
    Some(address.strip_suffix(".git").unwrap_or(&address).to_owned())
}

#[cfg(test)]
mod tests;
