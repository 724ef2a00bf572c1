//! Places as links to the forge that the subject came from, at the audited commit; elsewhere as plain code.

use super::{escape, words};
use crate::dossier::SubjectNote;
use court::evidence::Place;
use court::visible::visible;
use maud::{Markup, html};
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

/// How a forge spells the address of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Forge {
    GitHub,
    GitLab,
    Bitbucket,
}

/// Makes links, where there is a forge to link to.
pub(crate) struct Links {
    /// The forge and the address of the repository there, without a slash at its end.
    home: Option<(Forge, String)>,
    commit: String,
}

impl Links {
    pub(crate) fn new(subject: &SubjectNote, commit: &str) -> Self {
        let is_commit = matches!(commit.len(), 40 | 64) && commit.bytes().all(|b| b.is_ascii_hexdigit());
        Self {
            home: subject.url.as_deref().filter(|_| is_commit).and_then(home),
            commit: commit.to_owned(),
        }
    }

    /// A place in running text.
    pub(crate) fn place(&self, place: &Place) -> String {
        let label = escape::code(&shown(place));
        self.linked(label, place)
    }

    /// A place in a cell of a table.
    pub(crate) fn place_in_cell(&self, place: &Place) -> String {
        let label = escape::cell_code(&shown(place));
        self.linked(label, place)
    }

    /// A place on a page.
    pub(crate) fn place_in_html(&self, place: &Place) -> Markup {
        let label = html! { code .place { (visible(&shown(place))) } };
        let address = self.address(place).filter(|address| address.len() <= ADDRESS_MAX);
        html! {
            @match address {
                Some(address) => a href=(address) rel="noopener noreferrer" { (label) },
                None => (label),
            }
        }
    }

    /// A place on a page that is written `path:line` or `path:line-line`; other text as it is.
    pub(crate) fn written_in_html(&self, text: &str) -> Markup {
        parse_lines(text).map_or_else(
            || html! { code .place { (visible(text)) } },
            |place| self.place_in_html(&place),
        )
    }

    /// The audited commit.
    pub(crate) fn audited_commit(&self) -> String {
        self.place(&Place::Commit(self.commit.clone()))
    }

    /// A place that is written `path:line` or `path:line-line`; other text as it is.
    pub(crate) fn written(&self, text: &str) -> String {
        parse_lines(text).map_or_else(|| escape::code(text), |place| self.place(&place))
    }

    fn linked(&self, label: String, place: &Place) -> String {
        match self.address(place).filter(|address| address.len() <= ADDRESS_MAX) {
            Some(address) => format!("[{label}]({address})"),
            None => label,
        }
    }

    fn address(&self, place: &Place) -> Option<String> {
        let (forge, home) = self.home.as_ref()?;
        match place {
            Place::Lines { path, first, last } => {
                let path = encoded(path)?;
                let commit = &self.commit;
                Some(match forge {
                    Forge::GitHub => format!(
                        "{home}/blob/{commit}/{path}#{}",
                        hash_lines("L", "-L", *first, *last)
                    ),
                    Forge::GitLab => {
                        format!(
                            "{home}/-/blob/{commit}/{path}#{}",
                            hash_lines("L", "-", *first, *last)
                        )
                    }
                    Forge::Bitbucket => {
                        format!(
                            "{home}/src/{commit}/{path}#{}",
                            hash_lines("lines-", ":", *first, *last)
                        )
                    }
                })
            }
            Place::File(path) => {
                let (path, commit) = (encoded(path)?, &self.commit);
                Some(match forge {
                    Forge::GitHub => format!("{home}/blob/{commit}/{path}"),
                    Forge::GitLab => format!("{home}/-/blob/{commit}/{path}"),
                    Forge::Bitbucket => format!("{home}/src/{commit}/{path}"),
                })
            }
            Place::Commit(id) if id.bytes().all(|byte| byte.is_ascii_hexdigit()) => Some(match forge {
                Forge::GitHub => format!("{home}/commit/{id}"),
                Forge::GitLab => format!("{home}/-/commit/{id}"),
                Forge::Bitbucket => format!("{home}/commits/{id}"),
            }),
            Place::Commit(_) | Place::Ref(_) | Place::Page { .. } | Place::Passage { .. } => None,
        }
    }
}

fn hash_lines(before: &str, between: &str, first: u32, last: u32) -> String {
    if last > first {
        format!("{before}{first}{between}{last}")
    } else {
        format!("{before}{first}")
    }
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

fn home(address: &str) -> Option<(Forge, String)> {
    let url = Url::parse(&as_https(address)).ok()?;
    let forge = match url.host_str()? {
        "github.com" => Forge::GitHub,
        "gitlab.com" => Forge::GitLab,
        "bitbucket.org" => Forge::Bitbucket,
        _ => return None,
    };
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
    let is_repository = path.split('/').all(is_name) && (parts == 2 || (forge == Forge::GitLab && parts > 2));
    (is_bare && url.password().is_none() && is_repository).then(|| {
        (
            forge,
            format!("https://{}/{path}", url.host_str().unwrap_or_default()),
        )
    })
}

/// `git@host:owner/name` names the same repository as its web address.
fn as_https(address: &str) -> String {
    match address.strip_prefix("git@").and_then(|rest| rest.split_once(':')) {
        Some((host, path)) => format!("https://{host}/{path}"),
        None => address.to_owned(),
    }
}

pub(super) fn shown(place: &Place) -> String {
    match place {
        Place::Commit(id) => id.chars().take(COMMIT_SHOWN).collect(),
        _ => words::shorten_middle(&place.to_string(), PATH_SHOWN_MAX),
    }
}

fn parse_lines(text: &str) -> Option<Place> {
    let (path, lines) = text.rsplit_once(':')?;
    let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
    Some(Place::lines(path, first.parse().ok()?, last.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

    fn links(url: &str) -> Links {
        let subject = SubjectNote {
            slug: "subject".to_owned(),
            name: "x".into(),
            url: Some(url.into()),
        };
        Links::new(&subject, COMMIT)
    }

    #[test]
    fn each_forge_gets_its_own_form_of_address() {
        let place = Place::lines("src/a b.py", 3, 5);
        for (url, address) in [
            (
                "https://github.com/o/n.git",
                format!("https://github.com/o/n/blob/{COMMIT}/src/a%20b.py#L3-L5"),
            ),
            (
                "git@github.com:o/n",
                format!("https://github.com/o/n/blob/{COMMIT}/src/a%20b.py#L3-L5"),
            ),
            (
                "https://gitlab.com/g/s/n",
                format!("https://gitlab.com/g/s/n/-/blob/{COMMIT}/src/a%20b.py#L3-5"),
            ),
            (
                "https://bitbucket.org/o/n/",
                format!("https://bitbucket.org/o/n/src/{COMMIT}/src/a%20b.py#lines-3:5"),
            ),
        ] {
            assert_eq!(links(url).place(&place), format!("[`src/a b.py:3-5`]({address})"));
        }
    }

    #[test]
    fn nothing_links_to_an_address_that_is_not_a_repository_of_a_known_forge() {
        for url in [
            "https://github.com.evil.example/o/n",
            "https://token@github.com/o/n",
            "https://github.com/o",
            "https://github.com/o/n/tree/main",
            "http://github.com/o/n",
            "https://github.com:8443/o/n",
            "https://github.com/o/n)(x",
            "javascript:alert(1)",
            "/home/someone/n",
        ] {
            assert_eq!(links(url).place(&Place::line("a.py", 1)), "`a.py:1`", "{url}");
        }
    }

    #[test]
    fn a_path_that_a_browser_would_rewrite_is_not_linked() {
        for path in ["../../settings", "a//b", "./a", "lossy\u{FFFD}.py"] {
            let shown = links("https://github.com/o/n").place(&Place::line(path, 1));
            assert!(!shown.contains("]("), "{shown}");
        }
    }

    #[test]
    fn brackets_and_bars_in_a_path_end_neither_the_link_nor_the_cell() {
        let shown = links("https://github.com/o/n").place_in_cell(&Place::line("a|b)](x).py", 1));
        assert_eq!(
            shown,
            format!("[`a`\\|`b)](x).py:1`](https://github.com/o/n/blob/{COMMIT}/a%7Cb%29%5D%28x%29.py#L1)")
        );
    }
}
