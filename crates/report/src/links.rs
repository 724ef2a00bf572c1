//! The addresses of places at the forge that the subject came from, at the audited commit.

use crate::dossier::SubjectNote;
use crate::text::english::shorten_middle;
use court::evidence::Place;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use url::Url;

/// Everything else is encoded: brackets and bars would end a Markdown link or a cell.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');
/// Longer paths are shown with their middle left out.
const PATH_SHOWN_MAX: usize = 120;
/// Longer addresses are refused by forges and browsers.
const ADDRESS_MAX: usize = 2_000;
/// Digits of a commit that people read.
const COMMIT_SHOWN: usize = 12;

/// How a forge spells the addresses below that of a repository.
struct Forge {
    host: &'static str,
    /// Before a commit with a path in it.
    blob: &'static str,
    /// Before a commit.
    commit: &'static str,
    /// Before the first line, and between it and the last.
    lines: (&'static str, &'static str),
}

const FORGES: [Forge; 3] = [
    Forge {
        host: "github.com",
        blob: "blob",
        commit: "commit",
        lines: ("L", "-L"),
    },
    Forge {
        host: GITLAB,
        blob: "-/blob",
        commit: "-/commit",
        lines: ("L", "-"),
    },
    Forge {
        host: "bitbucket.org",
        blob: "src",
        commit: "commits",
        lines: ("lines-", ":"),
    },
];
/// Its repositories may lie in groups of groups.
const GITLAB: &str = "gitlab.com";

/// Whether links can lead to the repository with this address.
#[must_use]
pub fn leads_to_a_forge(address: &str) -> bool {
    home(address).is_some()
}

/// Makes addresses, where there is a forge to link to.
pub(crate) struct Links {
    /// The forge and the address of the repository there, without a slash at its end.
    home: Option<(&'static Forge, String)>,
    commit: String,
}

impl Links {
    pub(crate) fn new(subject: &SubjectNote, commit: &str) -> Self {
        let is_commit = matches!(commit.len(), 40 | 64) && is_hex(commit);
        Self {
            home: subject
                .url
                .as_deref()
                .or(subject.origin.as_deref())
                .filter(|_| is_commit)
                .and_then(home),
            commit: commit.to_owned(),
        }
    }

    /// Where a place can be looked up; `None` where the forge has no page of it.
    pub(crate) fn address(&self, place: &Place) -> Option<String> {
        let (forge, home) = self.home.as_ref()?;
        let file = |path: &str| {
            Some(format!(
                "{home}/{}/{}/{}",
                forge.blob,
                self.commit,
                encoded(path)?
            ))
        };
        let address = match place {
            Place::Lines { path, first, last } => {
                let (before, between) = forge.lines;
                let to = Some(format!("{between}{last}")).filter(|_| last > first);
                format!("{}#{before}{first}{}", file(path)?, to.unwrap_or_default())
            }
            Place::File(path) => file(path)?,
            Place::Commit(id) if is_hex(id) => format!("{home}/{}/{id}", forge.commit),
            Place::Commit(_) | Place::Ref(_) | Place::Page { .. } | Place::Passage { .. } => return None,
        };
        (address.len() <= ADDRESS_MAX).then_some(address)
    }
}

fn is_hex(id: &str) -> bool {
    id.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The path with each part encoded; `None` where a browser would read another path than the tree has.
pub(crate) fn encoded(path: &str) -> Option<String> {
    let is_plain = |part: &str| !matches!(part, "" | "." | "..") && !part.contains('\u{FFFD}');
    let parts: Vec<String> = path
        .split('/')
        .map(|part| is_plain(part).then(|| utf8_percent_encode(part, SEGMENT).to_string()))
        .collect::<Option<_>>()?;
    Some(parts.join("/"))
}

fn home(address: &str) -> Option<(&'static Forge, String)> {
    let url = Url::parse(&as_https(address)).ok()?;
    let forge = FORGES.iter().find(|forge| url.host_str() == Some(forge.host))?;
    let is_bare = url.scheme() == "https" && url.port().is_none() && url.username().is_empty();
    let path = url.path().trim_matches('/');
    let path = path.strip_suffix(".git").unwrap_or(path);
    let is_name = |part: &str| {
        !matches!(part, "" | "." | "..")
            && part
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
    };
    let parts = path.split('/').count();
    let is_repository = path.split('/').all(is_name) && (parts == 2 || (forge.host == GITLAB && parts > 2));
    (is_bare && url.password().is_none() && is_repository)
        .then(|| (forge, format!("https://{}/{path}", forge.host)))
}

/// `git@host:owner/name` names the same repository as its web address.
fn as_https(address: &str) -> String {
    match address.strip_prefix("git@").and_then(|rest| rest.split_once(':')) {
        Some((host, path)) => format!("https://{host}/{path}"),
        None => address.to_owned(),
    }
}

/// What people read of a place.
pub(crate) fn shown(place: &Place) -> String {
    match place {
        Place::Commit(id) => id.chars().take(COMMIT_SHOWN).collect(),
        _ => shorten_middle(&place.to_string(), PATH_SHOWN_MAX),
    }
}

/// The place that is written `path:line` or `path:line-line`; `None` for other text.
pub(crate) fn written(text: &str) -> Option<Place> {
    let (path, lines) = text.rsplit_once(':')?;
    let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
    Some(Place::lines(path, first.parse().ok()?, last.parse().ok()?))
}

#[cfg(test)]
mod tests;
