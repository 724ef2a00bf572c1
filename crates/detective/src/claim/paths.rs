//! Claims of paths.

use super::sides::Sides;
use super::{Claim, Kind, State, short};
use crate::document::Document;
use crate::document::passages::Passages;
use crate::document::paths::{self, Standing};

/// Every path that a document claims.
pub(super) fn claims(document: &Document, sides: &Sides<'_>) -> Vec<Claim> {
    let found = paths::claims(document, &Passages::of(document), &sides.tree);
    found.into_iter().map(claim).collect()
}

fn claim(found: paths::Claim) -> Claim {
    let (state, because, near) = match found.standing {
        Standing::Present => (
            State::Supported,
            format!("{} is in the repository", found.path),
            None,
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
        text: short(&found.quote),
        place: found.place,
        about: found.path,
        because,
        shown_at: None,
        probe: Some(probe.to_owned()),
        near,
    }
}
