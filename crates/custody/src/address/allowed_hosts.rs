//! Which hosts may be cloned from, where somebody says which.

use super::{Subject, Transport};
use std::fmt;
use std::str::FromStr;

/// Longest name of a host, by the rules of names.
const NAME_BYTES_MAX: usize = 253;

/// A host that may be cloned from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedHost {
    /// Over this alone, where it says so.
    transport: Option<Transport>,
    name: String,
}

impl FromStr for AllowedHost {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (transport, name) = match text.split_once("://") {
            Some(("https", name)) => (Some(Transport::Https), name),
            Some(("ssh", name)) => (Some(Transport::Ssh), name),
            Some(_) => return Err("only https and ssh are cloned over".to_owned()),
            None => (None, text),
        };
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
        let name = name.trim_end_matches('/');
        if name.is_empty() || name.len() > NAME_BYTES_MAX || !name.bytes().all(is_plain) {
            return Err("write HOST, https://HOST or ssh://HOST".to_owned());
        }
        let name = name.to_ascii_lowercase();
        Ok(Self { transport, name })
    }
}

impl fmt::Display for AllowedHost {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self.transport {
            Some(Transport::Https) => "https://",
            Some(Transport::Ssh) => "ssh://",
            Some(Transport::File) | None => "",
        })?;
        out.write_str(&self.name)
    }
}

/// Why a subject may not be cloned, where it lies on none of the hosts that are named. A directory lies on none, and
/// where none are named, all are meant.
pub fn refusal(subject: &Subject, allowed: &[AllowedHost]) -> Option<String> {
    let host = subject.host()?;
    let fits = |one: &AllowedHost| {
        one.name.eq_ignore_ascii_case(host) && one.transport.is_none_or(|only| only == subject.transport())
    };
    if allowed.is_empty() || allowed.iter().any(fits) {
        return None;
    }
    let named: Vec<String> = allowed.iter().map(ToString::to_string).collect();
    Some(format!(
        "{} is not to be cloned: only {} may be cloned from",
        subject.address(),
        named.join(", ")
    ))
}

#[cfg(test)]
mod tests;
