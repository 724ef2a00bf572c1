//! Which files a probe looks at.

use court::protocol::own::Part;

use subject::glob::{self, GlobSet};
use subject::part::is_test_path;

/// Paths that are in and paths that are out.
#[derive(Debug)]
pub(super) struct Paths {
    included: Option<GlobSet>,
    excluded: GlobSet,
}

impl Paths {
    /// From globs; those with `!` before them take paths out. A glob without a slash is of file names anywhere, as
    /// in ignore files.
    ///
    /// # Errors
    /// Tells what is wrong with a glob.
    pub(super) fn of(globs: &[String]) -> Result<Self, String> {
        let (excluded, included): (Vec<&str>, Vec<&str>) = globs
            .iter()
            .map(String::as_str)
            .partition(|glob| glob.starts_with('!'));
        let excluded: Vec<&str> = excluded.iter().map(|glob| &glob[1..]).collect();
        Ok(Self {
            included: (!included.is_empty()).then(|| set(&included)).transpose()?,
            excluded: set(&excluded)?,
        })
    }

    /// Whether a path is in.
    pub(super) fn has(&self, path: &str) -> bool {
        self.included.as_ref().is_none_or(|set| set.is_match(path)) && !self.excluded.is_match(path)
    }
}

fn set(globs: &[&str]) -> Result<GlobSet, String> {
    let wholes: Vec<String> = globs.iter().map(|glob| whole(glob)).collect();
    glob::set(wholes.iter().map(String::as_str))
}

/// A folder with all in it, a name anywhere, else as it stands.
fn whole(glob: &str) -> String {
    let glob = glob.strip_prefix("./").unwrap_or(glob);
    let glob = match glob.strip_suffix('/') {
        Some(folder) => format!("{folder}/**"),
        None => glob.to_owned(),
    };
    match glob.strip_prefix('/') {
        Some(rooted) => rooted.to_owned(),
        None if glob.contains('/') => glob,
        None => format!("**/{glob}"),
    }
}

/// Whether a path lies in the part.
pub(super) fn is_in(part: Part, path: &str) -> bool {
    match part {
        Part::All => true,
        Part::Product => !is_test_path(path),
        Part::Tests => is_test_path(path),
    }
}

#[cfg(test)]
mod tests;
