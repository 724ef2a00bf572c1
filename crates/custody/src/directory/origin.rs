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
mod tests {
    use super::*;

    fn of(value: &str) -> Option<String> {
        let configuration =
            format!("[core]\n\tbare = false\n[remote \"origin\"]\n\turl = {value}\n\tfetch = +refs/*\n");
        web_address(url(&configuration)?)
    }

    #[test]
    fn addresses_of_either_transport_lead_to_the_same_page() {
        for value in [
            "https://github.com/owner/name",
            "https://github.com/owner/name.git",
            "HTTPS://GitHub.com/owner/name/",
            "https://ada:secret@github.com/owner/name.git",
            "https://ghp_token@github.com/owner/name",
            "git@github.com:owner/name.git",
            "ssh://git@github.com/owner/name.git",
        ] {
            assert_eq!(
                of(value).as_deref(),
                Some("https://github.com/owner/name"),
                "{value}"
            );
        }
    }

    #[test]
    fn what_is_no_public_address_of_a_repository_leads_nowhere() {
        for value in [
            "",
            "/srv/git/name.git",
            "../name",
            "file:///etc/passwd",
            "http://github.com/owner/name",
            "ext::sh -c touch% /tmp/x",
            "https://127.0.0.1/owner/name",
            "https://localhost/owner/name",
            "https://169.254.169.254/latest/meta-data",
            "git@10.0.0.1:owner/name",
            "https://github.com/owner/name?x=1",
            "https://github.com/owner/name#L1",
            "https://github.com/owner/../name",
            "https://github.com/owner/na\"me",
            "https://github.com/owner/na me",
            "https://github.com/owner/<script>",
            "https://github.com:8443/owner/name",
            "javascript:alert(1)",
            "-u@github.com:owner/name",
            "\u{202e}https://github.com/owner/name",
        ] {
            assert_eq!(of(value), None, "{value}");
        }
    }

    #[test]
    fn only_the_key_of_the_first_remote_is_read() {
        for configuration in [
            "[remote \"upstream\"]\nurl = https://github.com/o/n\n",
            "[remote \"Origin\"]\nurl = https://github.com/o/n\n",
            "[remote]\nurl = https://github.com/o/n\n",
            "[url \"https://github.com/o/n\"]\ninsteadOf = x\n",
            "[include]\npath = /etc/passwd\n",
            "url = https://github.com/o/n\n",
            "[remote \"origin\"\nurl = https://github.com/o/n\n",
            "[remote \"origin\"]\n# url = https://github.com/o/n\n",
            "[remote \"origin\"]\npushurl = https://github.com/o/n\n",
        ] {
            assert_eq!(url(configuration).and_then(web_address), None, "{configuration}");
        }
    }
}
