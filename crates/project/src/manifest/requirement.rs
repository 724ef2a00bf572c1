//! One requirement of a Python package: `name[extra]>=1,<2; marker`, `name @ address`, `git+https://…#egg=name`.

use super::{Dependency, Pin, Source, pin};

/// Longest requirement that is read, in bytes.
const BYTES_MAX: usize = 2_000;

/// Reads one; `None` where no package is named.
pub(super) fn read(text: &str, line: u32) -> Option<Dependency> {
    let text = text.trim();
    if text.is_empty() || text.len() > BYTES_MAX {
        return None;
    }
    if let Some(dependency) = address(text, line) {
        return Some(dependency);
    }
    let end = text
        .find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.')))
        .unwrap_or(text.len());
    let name = &text[..end];
    if !name.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return None;
    }
    let rest = past_extras(text[end..].trim_start());
    let rest = rest.split(';').next().unwrap_or_default().trim();
    if let Some(address) = rest.strip_prefix('@') {
        return Some(
            Dependency::new(name, address.trim(), line)
                .pinned(Pin::Exact)
                .sourced(source(address)),
        );
    }
    // Hashes and options of pip stand behind the version.
    let requirement = rest.split(" --").next().unwrap_or_default().trim();
    if !(requirement.is_empty() || requirement.starts_with(['=', '<', '>', '~', '!', '('])) {
        return None;
    }
    let pin = if text.contains("--hash=") {
        Pin::Exact
    } else {
        pin::python(requirement)
    };
    Some(Dependency::new(name, requirement, line).pinned(pin))
}

fn past_extras(text: &str) -> &str {
    let inner = text.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    inner.map_or(text, |(_, rest)| rest.trim_start())
}

/// A requirement that is an address: named by its `egg`, else by the last part of its path.
fn address(text: &str, line: u32) -> Option<Dependency> {
    if !text.contains("://") || text.split("://").next()?.contains([' ', '@', '[']) {
        return None;
    }
    let address = text.split_whitespace().next()?;
    let egg = address
        .split_once("egg=")
        .map(|(_, rest)| rest.split(['&', '[']).next().unwrap_or(rest));
    let path = address.split(['#', '?']).next()?;
    let last = path.rsplit('/').next()?.split('@').next()?;
    let stem = last.trim_end_matches(".git").split("-0").next()?;
    let name = egg.unwrap_or(stem);
    Some(
        Dependency::new(name, address, line)
            .pinned(Pin::Exact)
            .sourced(source(address)),
    )
}

/// Where an address leads to.
pub(super) fn source(address: &str) -> Source {
    let address = address.trim();
    if address.starts_with("file:") || address.starts_with('.') || address.starts_with('/') {
        return Source::Path;
    }
    if !(address.starts_with("git") || address.contains(".git")) {
        return Source::Registry;
    }
    let path = address.split(['#', '?', ' ']).next().unwrap_or(address);
    let after = path.split_once("://").map_or(path, |(_, rest)| rest);
    let reference = after.rsplit_once('/').and_then(|(_, last)| last.split_once('@'));
    let is_fixed = reference.is_some_and(|(_, reference)| is_fixed(reference));
    Source::Git { is_fixed }
}

/// Whether a reference is a commit or looks like the tag of a version.
pub(super) fn is_fixed(reference: &str) -> bool {
    let is_commit = reference.len() >= 7 && reference.chars().all(|c| c.is_ascii_hexdigit());
    is_commit
        || reference
            .trim_start_matches('v')
            .starts_with(|c: char| c.is_ascii_digit())
}

/// A name as registries compare it: lower case, one dash for each run of `-`, `_` and `.`.
pub(super) fn fold(name: &str) -> String {
    let mut folded = String::new();
    for c in name.trim().chars() {
        if matches!(c, '-' | '_' | '.') {
            if !folded.ends_with('-') {
                folded.push('-');
            }
        } else {
            folded.extend(c.to_lowercase());
        }
    }
    folded
}
