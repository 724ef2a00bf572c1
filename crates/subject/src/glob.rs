//! Patterns of paths, as `.gitattributes` and workspaces write them: `*`, `?`, `[…]`, `{…}` and `**`.

pub use globset::GlobSet;
use globset::{GlobBuilder, GlobSetBuilder};

/// Patterns that match a path as a whole, both with `/`. `*` and `?` stay within one name, `**` crosses.
///
/// # Errors
/// Tells what is wrong with a pattern.
pub fn set<'a>(patterns: impl IntoIterator<Item = &'a str>) -> Result<GlobSet, String> {
    let mut builder = GlobSetBuilder::new();
    for pattern in patterns {
        let pattern = GlobBuilder::new(pattern).literal_separator(true).build();
        builder.add(pattern.map_err(|error| error.to_string())?);
    }
    builder.build().map_err(|error| error.to_string())
}

/// The same where nobody can be told: patterns that cannot be used match nothing.
pub fn lenient<'a>(patterns: impl IntoIterator<Item = &'a str>) -> GlobSet {
    let usable = patterns.into_iter().filter(|pattern| set([*pattern]).is_ok());
    set(usable).unwrap_or_default()
}

#[cfg(test)]
mod tests;
