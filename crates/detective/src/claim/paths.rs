//! Claims of paths.

use super::sides::Sides;
use super::{Claim, Kind, State, short};
use crate::document::Document;
use crate::document::paths::{self, Standing};

/// Every path that a document claims.
pub(super) fn claims(document: &Document, sides: &Sides<'_>) -> Vec<Claim> {
    let found = sides.snapshot.claimed_paths(document, &sides.tree);
    found.into_owned().into_iter().map(claim).collect()
}

fn claim(found: paths::Claim) -> Claim {
    let reading = found.reading();
    let (state, because, near) = match found.standing {
        Standing::Present => (
            State::Supported,
            format!("{} is in the repository", found.path),
            None,
        ),
        Standing::Missing { nearest } if is_open(&found.path, &found.quote) => (
            State::Uncheckable,
            format!("{} need not be in the repository", found.path),
            nearest,
        ),
        Standing::Missing { nearest } => (
            State::Contradicted,
            format!("{} is not in the repository", found.path),
            nearest,
        ),
    };
    let probe = match state {
        State::Supported => "docs.paths_present",
        _ => "docs.paths_missing",
    };
    Claim {
        kind: Kind::Path,
        state,
        text: format!("{}{reading}", short(&found.quote)),
        place: found.place,
        origin: Default::default(),
        about: found.path,
        because,
        shown_at: None,
        probe: Some(probe.to_owned()),
        near,
    }
}

/// A path with a part to be filled in, a file that git leaves out, or one that the words put elsewhere.
fn is_open(path: &str, quote: &str) -> bool {
    let quote = quote.to_lowercase();
    let is_left_out = path == ".env" || path.ends_with("/.env") || quote.contains("gitignore");
    let is_elsewhere = ["renamed", "referenced ", "peer", "clone/", "found "]
        .iter()
        .any(|word| quote.contains(word));
    path.contains(['{', '<', '*']) || is_left_out || is_elsewhere
}
