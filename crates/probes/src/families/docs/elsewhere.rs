//! Whether a project's documents lie where nobody looked: on a page of its own that a document leads to.

use super::manual;
use regex::Regex;
use std::sync::LazyLock;
use wordlist::array;

/// Addresses in a text; what stands in a picture's brackets is a badge.
static LINKS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(!\[[^\]\n]{0,200}\]\()?(https?://[^\s)>\]\x22'`]{4,300})").expect("it is fixed and tested")
});
/// Hosts of code, packages and badges: a page there is the project itself and no document of its own.
const NO_DOCUMENTS: [&str; 24] = array(
    "github.com gitlab.com bitbucket.org codeberg.org sourceforge.net shields.io badge.fury.io travis-ci \
     appveyor.com codecov.io coveralls.io codeclimate.com circleci.com npmjs.com npmjs.org crates.io pypi.org \
     rubygems.org packagist.org hackage.haskell.org maven.org nuget.org opencollective.com snyk.io",
);
/// Hosts of documents, where a project's are below its name. Those that show what the code says of itself are none: that is here.
const HOSTS: [&str; 6] = array("github.io gitlab.io javadoc.io hexdocs.pm rubydoc.info rubydoc.org");
/// Shortest name of a project that an address is held against, in letters.
const NAME_CHARS_MIN: usize = 3;
/// Most bytes of a document that are looked at.
const BYTES_MAX: usize = 200_000;

/// The first address of a text that leads to the project's own pages: of a host, or below a host of documents, that is named as the
/// text is.
pub(super) fn page(text: &str) -> Option<&str> {
    let text = &text[..text.floor_char_boundary(BYTES_MAX)];
    let name = letters(title(text)?);
    let mut links = LINKS.captures_iter(text).filter(|found| found.get(1).is_none());
    let is_named = |part: &str| letters(part) == name;
    let is_page = |address: &&str| {
        let mut parts = address.split(['/', '?', '#']).skip(2);
        let host = parts.next().unwrap_or_default();
        let mut labels = host.rsplit('.').skip(1);
        !NO_DOCUMENTS.iter().any(|known| host.contains(known))
            && !manual::SHOWN.is_match(address)
            && (labels.any(is_named)
                || HOSTS.iter().any(|known| host.ends_with(known)) && parts.any(is_named))
    };
    let named = name.len() >= NAME_CHARS_MIN;
    links
        .by_ref()
        .filter_map(|found| Some(found.get(2)?.as_str()))
        .find(|address| named && is_page(address))
}

/// What a document calls itself: its first line of words.
pub(in crate::families) fn title(text: &str) -> Option<&str> {
    let lines = text
        .lines()
        .map(str::trim)
        .map(|line| match line.strip_prefix(['#', '=']) {
            // Before a title may stand a picture of one letter.
            Some(heading) => heading.trim_start_matches(|sign: char| !sign.is_alphanumeric()),
            None => line,
        });
    let mut titles = lines.filter(|line| line.starts_with(|first: char| first.is_alphanumeric()));
    titles.next()
}

pub(super) fn letters(text: &str) -> String {
    let kept = text.chars().filter(|letter| letter.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}
