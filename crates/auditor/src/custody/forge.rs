//! Links to commits and lines on the hosts whose pages are known.

use std::fmt::Write as _;

/// A repository on a host whose pages are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Forge {
    kind: Kind,
    /// Address of the repository's page, without a slash at its end.
    page: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    GitHub,
    GitLab,
    Bitbucket,
}

impl Forge {
    /// The forge that serves `path` (`owner/name`, without `.git`) on `host`, where it is a known one.
    pub(crate) fn of(host: &str, path: &str) -> Option<Self> {
        let kind = match host {
            "github.com" => Kind::GitHub,
            "gitlab.com" => Kind::GitLab,
            "bitbucket.org" => Kind::Bitbucket,
            _ => return None,
        };
        let page = format!("https://{host}/{path}");
        Some(Self { kind, page })
    }

    /// The page of a commit.
    pub(crate) fn commit(&self, id: &str) -> String {
        let (page, id) = (&self.page, escaped(id));
        match self.kind {
            Kind::GitHub => format!("{page}/commit/{id}"),
            Kind::GitLab => format!("{page}/-/commit/{id}"),
            Kind::Bitbucket => format!("{page}/commits/{id}"),
        }
    }

    /// The page of lines `first` to `last` (1-based, inclusive) of a file at a commit.
    pub(crate) fn lines(&self, commit: &str, path: &str, first: u32, last: u32) -> String {
        let (page, commit, path) = (&self.page, escaped(commit), escaped(path));
        let one = last <= first;
        match self.kind {
            Kind::GitHub if one => format!("{page}/blob/{commit}/{path}#L{first}"),
            Kind::GitHub => format!("{page}/blob/{commit}/{path}#L{first}-L{last}"),
            Kind::GitLab if one => format!("{page}/-/blob/{commit}/{path}#L{first}"),
            Kind::GitLab => format!("{page}/-/blob/{commit}/{path}#L{first}-{last}"),
            Kind::Bitbucket if one => format!("{page}/src/{commit}/{path}#lines-{first}"),
            Kind::Bitbucket => format!("{page}/src/{commit}/{path}#lines-{first}:{last}"),
        }
    }
}

/// Percent-encodes everything that is not plain in a path, so that no name can end the path or the attribute
/// it is written into.
fn escaped(path: &str) -> String {
    path.bytes()
        .fold(String::with_capacity(path.len()), |mut out, byte| {
            if byte.is_ascii_alphanumeric() || b"/._-~".contains(&byte) {
                out.push(char::from(byte));
            } else {
                // Writing to a string cannot fail.
                let _ = write!(out, "%{byte:02X}");
            }
            out
        })
}
