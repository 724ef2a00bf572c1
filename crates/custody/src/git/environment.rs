//! What git is told besides its arguments: variables and settings that leave nothing to any file.

use super::Call;
use crate::address::Transport;
use std::ffi::OsString;
use std::path::Path;
use wordlist::{Words, array};

/// Variables of the user that a fetch needs: proxies, certificates, the ssh agent.
const PASSED_ON: [&str; 10] = array(
    "HTTPS_PROXY https_proxy ALL_PROXY all_proxy NO_PROXY no_proxy SSL_CERT_FILE SSL_CERT_DIR \
     GIT_SSL_CAINFO SSH_AUTH_SOCK",
);

/// Settings that hold for every call, whatever any file says.
static SETTINGS: Words = Words::new(|| wordlist::words(include_str!("../../words/git_settings.txt")));

/// Threads of one git: more take more memory than they save time on the packs that are taken.
pub(super) const THREADS: u64 = 4;

/// The settings of every call, and that only this transport is allowed.
pub(super) fn settings(transport: Option<Transport>) -> impl Iterator<Item = String> {
    let allowed = protocol(transport).map(|protocol| format!("protocol.{protocol}.allow=always"));
    SETTINGS.iter().map(|one| (*one).to_owned()).chain(allowed)
}

/// All variables of a call; no other reaches git.
pub(super) fn variables(program: &Path, call: &Call) -> Vec<(&'static str, OsString)> {
    let home = call.home.as_deref().unwrap_or(Path::new("/nonexistent"));
    let config = call.home.as_ref().map_or_else(
        || "/dev/null".into(),
        |home| home.join(".gitconfig").into_os_string(),
    );
    let mut path = program
        .parent()
        .unwrap_or(Path::new("/usr/bin"))
        .as_os_str()
        .to_owned();
    path.push(":/usr/local/bin:/usr/bin:/bin");
    let mut variables: Vec<(&'static str, OsString)> = vec![
        ("PATH", path),
        ("HOME", home.as_os_str().to_owned()),
        ("GIT_CONFIG_GLOBAL", config),
        (
            "GIT_ALLOW_PROTOCOL",
            protocol(call.transport).unwrap_or("none").into(),
        ),
        ("GIT_SSH_COMMAND", ssh_command(call.transport).into()),
    ];
    variables.extend(FIXED.map(|(name, value)| (name, value.into())));
    if call.transport.is_some() {
        let passed = PASSED_ON
            .iter()
            .filter_map(|name| Some((*name, std::env::var_os(name)?)));
        variables.extend(passed);
    }
    variables.extend(call.environment.iter().cloned());
    variables
}

/// Variables that hold for every call.
const FIXED: [(&str, &str); 11] = [
    ("LC_ALL", "C"),
    ("GIT_CONFIG_NOSYSTEM", "1"),
    ("GIT_ATTR_NOSYSTEM", "1"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_ASKPASS", "false"),
    ("SSH_ASKPASS", "false"),
    ("GIT_SSH_VARIANT", "ssh"),
    ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_NO_REPLACE_OBJECTS", "1"),
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_LFS_SKIP_SMUDGE", "1"),
];

fn protocol(transport: Option<Transport>) -> Option<&'static str> {
    Some(match transport? {
        Transport::File => "file",
        Transport::Https => "https",
        Transport::Ssh => "ssh",
    })
}

/// No prompt, no forwarding, no unknown host; the user's own keys and known hosts.
fn ssh_command(transport: Option<Transport>) -> &'static str {
    if transport == Some(Transport::Ssh) {
        "ssh -oBatchMode=yes -oStrictHostKeyChecking=yes -oConnectTimeout=20 -oClearAllForwardings=yes -oForwardAgent=no -oPermitLocalCommand=no"
    } else {
        "false"
    }
}
