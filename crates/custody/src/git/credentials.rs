//! Access to private repositories: a token from the environment, or a credential helper that the user names.
//!
//! A token belongs to one host and is shown to no other, and only after that host has refused a stranger. It
//! goes to git in a variable of the one call that fetches. Never in an address, an argument, a file, or a
//! message, and to no child that does not fetch.

use super::Call;
use crate::error::{Cause, CustodyError};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::ffi::OsString;
use std::fmt;
use wordlist::array;

/// The variables that hold tokens, with the hosts they are for; the last one's host is in [`HOST`].
const TOKENS: [(&str, Option<&str>); 3] = [
    ("AUDITOR_TOKEN", None),
    ("GITHUB_TOKEN", Some("github.com")),
    ("GITLAB_TOKEN", Some("gitlab.com")),
];
/// The variable that names the host that `AUDITOR_TOKEN` is for.
const HOST: &str = "AUDITOR_TOKEN_HOST";
/// The host where it names none.
const DEFAULT_HOST: &str = "github.com";
/// The variable that names a credential helper, as git's own setting does.
const HELPER: &str = "AUDITOR_CREDENTIAL_HELPER";
/// Longest token; those of all hosts are far shorter, but for signed ones.
const TOKEN_BYTES_MAX: usize = 8_192;

/// What a host wants to see. They are not shown where they are printed.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Credentials {
    /// A header of requests to this host.
    Header { host: String, value: String },
    /// A helper that git asks.
    Helper(OsString),
}

impl fmt::Debug for Credentials {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("credentials")
    }
}

impl Credentials {
    /// What the environment has for this host.
    ///
    /// # Errors
    /// Where a token cannot be one; the message does not have it.
    pub(crate) fn of(host: &str) -> Result<Option<Self>, CustodyError> {
        Self::among(host, |name| {
            std::env::var_os(name).filter(|value| !value.is_empty())
        })
    }

    fn among(host: &str, variable: impl Fn(&str) -> Option<OsString>) -> Result<Option<Self>, CustodyError> {
        let own = variable(HOST);
        let own = own
            .as_deref()
            .and_then(|host| host.to_str())
            .unwrap_or(DEFAULT_HOST);
        let is_for = |bound: Option<&str>| bound.unwrap_or(own).eq_ignore_ascii_case(host);
        let named = TOKENS.into_iter().filter(|(_, bound)| is_for(*bound));
        for (name, _) in named {
            if let Some(token) = variable(name) {
                return header(host, name, &token).map(Some);
            }
        }
        Ok(variable(HELPER).map(Self::Helper))
    }

    /// Gives them to a call, and to nobody that a host may lead it to.
    pub(crate) fn add_to(&self, call: &mut Call) {
        match self {
            Self::Header { host, value } => {
                let variables = [
                    ("GIT_CONFIG_COUNT", "1".to_owned()),
                    ("GIT_CONFIG_KEY_0", format!("http.https://{host}/.extraHeader")),
                    ("GIT_CONFIG_VALUE_0", value.clone()),
                ];
                call.environment
                    .extend(variables.map(|(name, value)| (name, value.into())));
            }
            Self::Helper(helper) => {
                call.settings
                    .push(format!("credential.helper={}", helper.to_string_lossy()));
                // A helper is a program of the user, and works in the user's surroundings.
                let own = const {
                    array::<5>("HOME PATH XDG_RUNTIME_DIR XDG_CONFIG_HOME DBUS_SESSION_BUS_ADDRESS")
                };
                let own = own
                    .into_iter()
                    .filter_map(|name| Some((name, std::env::var_os(name)?)));
                call.environment.extend(own);
                call.reads.push("/".into());
            }
        }
    }
}

fn header(host: &str, name: &str, token: &OsString) -> Result<Credentials, CustodyError> {
    let token = token.to_str().map(str::trim).unwrap_or_default();
    if token.is_empty() || token.len() > TOKEN_BYTES_MAX || !token.bytes().all(|byte| byte.is_ascii_graphic())
    {
        let what = format!("reading {name}");
        return Err(CustodyError::new(
            Cause::NeedsAuthentication,
            what,
            "it has characters that no token has, or too many",
        ));
    }
    let user = match host {
        "gitlab.com" => "oauth2",
        "bitbucket.org" => "x-token-auth",
        _ => "x-access-token",
    };
    let value = format!(
        "Authorization: Basic {}",
        STANDARD.encode(format!("{user}:{token}"))
    );
    Ok(Credentials::Header {
        host: host.to_owned(),
        value,
    })
}

#[cfg(test)]
mod tests;
