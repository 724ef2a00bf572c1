//! Access to private repositories: a token from the environment, or a credential helper that the user names.
//!
//! A token belongs to one host and is shown to no other, and only after that host has refused a stranger. It
//! goes to git in a variable of the one call that fetches: never in an address, an argument, a file, or a
//! message, and to no child that does not fetch.

use super::Call;
use crate::error::{Cause, CustodyError};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::ffi::OsString;
use std::fmt;

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
                let own = [
                    "HOME",
                    "PATH",
                    "XDG_RUNTIME_DIR",
                    "XDG_CONFIG_HOME",
                    "DBUS_SESSION_BUS_ADDRESS",
                ];
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
mod tests {
    use super::*;

    fn among(host: &str, variables: &[(&str, &str)]) -> Result<Option<Credentials>, CustodyError> {
        Credentials::among(host, |wanted| {
            let found = variables.iter().find(|(name, _)| *name == wanted);
            found.map(|(_, value)| value.into())
        })
    }

    /// The host and the decoded user and token.
    fn shown(host: &str, variables: &[(&str, &str)]) -> Option<String> {
        match among(host, variables).unwrap()? {
            Credentials::Header { host, value } => {
                let code = value.strip_prefix("Authorization: Basic ").unwrap();
                Some(format!(
                    "{host} {}",
                    String::from_utf8(STANDARD.decode(code).unwrap()).unwrap()
                ))
            }
            Credentials::Helper(helper) => Some(helper.into_string().unwrap()),
        }
    }

    #[test]
    fn a_token_is_shown_to_its_own_host_alone() {
        let all = [
            ("GITHUB_TOKEN", "gh"),
            ("GITLAB_TOKEN", "gl"),
            ("AUDITOR_TOKEN", "own"),
        ];
        let elsewhere = [
            ("AUDITOR_TOKEN", "own"),
            ("AUDITOR_TOKEN_HOST", "git.example.org"),
        ];
        let helped = [("AUDITOR_CREDENTIAL_HELPER", "store")];
        for (host, variables, expected) in [
            ("github.com", &all[..2], Some("github.com x-access-token:gh")),
            ("github.com", &all[..], Some("github.com x-access-token:own")),
            ("gitlab.com", &all[..], Some("gitlab.com oauth2:gl")),
            ("git.example.org", &all[..], None),
            (
                "git.example.org",
                &elsewhere[..],
                Some("git.example.org x-access-token:own"),
            ),
            ("github.com", &elsewhere[..], None),
            ("evil-github.com", &all[..], None),
            ("github.com.evil.example", &all[..], None),
            ("git.example.org", &helped[..], Some("store")),
        ] {
            assert_eq!(
                shown(host, variables).as_deref(),
                expected,
                "{host} {variables:?}"
            );
        }
    }

    #[test]
    fn what_cannot_be_a_token_is_refused_without_being_shown() {
        for token in [
            "a b",
            "a\nHost: evil.example",
            "\u{e9}t\u{e9}",
            " ",
            &"a".repeat(9_000),
        ] {
            let error = among("github.com", &[("GITHUB_TOKEN", token)]).unwrap_err();
            let told = format!("{error} {error:?}");
            assert!(
                told.contains("GITHUB_TOKEN") && (token == " " || !told.contains(token)),
                "{told}"
            );
        }
    }

    #[test]
    fn a_secret_is_in_no_argument_and_is_not_printed() {
        let secret = among("github.com", &[("GITHUB_TOKEN", "s3cr3t")])
            .unwrap()
            .unwrap();
        let mut call = Call::reading(["clone"], std::time::Duration::from_secs(1), 1);
        secret.add_to(&mut call);
        let code = STANDARD.encode("x-access-token:s3cr3t");
        assert!(!format!("{:?} {:?} {secret:?}", call.arguments, call.settings).contains(&code));
        let told = call
            .environment
            .iter()
            .filter(|(_, value)| value.to_string_lossy().contains(&code));
        assert_eq!(told.count(), 1);
    }
}
