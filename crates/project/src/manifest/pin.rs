//! How far a requirement lets a version drift, by the rules of each ecosystem.

use super::Pin;

/// `1.2`, `^1.2`, `~1.2`, `=1.2.3`, `>=1, <2`, `*`, `1.*` of Cargo.
pub(super) fn cargo(requirement: &str) -> Pin {
    let pins = requirement.split(',').map(|part| cargo_part(part.trim()));
    tightest(pins)
}

fn cargo_part(part: &str) -> Pin {
    if part.is_empty() || part == "*" || part.starts_with(">=") || part.starts_with('>') {
        floor_or_any(part)
    } else if let Some(version) = part.strip_prefix('=') {
        exact_if(is_whole(version))
    } else {
        // A bare version means "compatible with", and `<2` and `1.*` bind as well.
        Pin::Range
    }
}

/// The ranges of npm: `1.2.3`, `^1`, `~1`, `1.x`, `>=1 <2`, `1 - 2`, `*`, `latest`, `a || b`.
pub(super) fn npm(requirement: &str) -> Pin {
    let alternatives = requirement.split("||").map(|part| npm_range(part.trim()));
    // The loosest of what is allowed is allowed.
    alternatives.max().unwrap_or(Pin::Any)
}

fn npm_range(range: &str) -> Pin {
    if range.contains(" - ") {
        return Pin::Range;
    }
    tightest(range.split_whitespace().map(npm_part))
}

fn npm_part(part: &str) -> Pin {
    let version = part.trim_start_matches(['=', 'v']);
    if part.is_empty() || matches!(part, "*" | "x" | "X" | "latest" | "next") || part.starts_with('>') {
        floor_or_any(part)
    } else if part.starts_with(['^', '~', '<']) {
        Pin::Range
    } else if version.starts_with(|c: char| c.is_ascii_digit()) {
        exact_if(is_whole(version))
    } else {
        // A tag of the registry moves.
        Pin::Any
    }
}

/// `==1.2`, `~=1.2`, `>=1,<2`, `===x` of Python packages.
pub(super) fn python(requirement: &str) -> Pin {
    let requirement = requirement.trim().trim_start_matches('(').trim_end_matches(')');
    tightest(requirement.split(',').map(|part| python_part(part.trim())))
}

fn python_part(part: &str) -> Pin {
    if let Some(version) = part.strip_prefix("==") {
        exact_if(!version.contains('*'))
    } else if part.starts_with("~=") || part.starts_with('<') {
        Pin::Range
    } else {
        floor_or_any(part)
    }
}

/// `^1.2`, `~1.2`, `1.2.*`, `1.2.3`, `>=1,<2`, `*` of Poetry, which adds its own to those of Python.
pub(super) fn poetry(requirement: &str) -> Pin {
    tightest(requirement.split([',', ' ']).map(|part| {
        let part = part.trim();
        if part.starts_with(['^', '~']) {
            Pin::Range
        } else if part.starts_with(|c: char| c.is_ascii_digit()) {
            exact_if(!part.contains('*'))
        } else {
            python_part(part)
        }
    }))
}

/// `1.2.3` is exact, `~> 1.2` and `< 2` are bounds in gems.
pub(super) fn gem(requirements: &[String]) -> Pin {
    tightest(requirements.iter().flat_map(|text| text.split(',')).map(|part| {
        let part = part.trim();
        let version = part.trim_start_matches('=').trim();
        if part.starts_with("~>") || part.starts_with('<') {
            Pin::Range
        } else if version.starts_with(|c: char| c.is_ascii_digit()) {
            Pin::Exact
        } else {
            floor_or_any(part)
        }
    }))
}

/// `1.2`, `[1.0,2.0)`, `1.+`, `latest.release`, `${…}` of Maven and Gradle.
pub(super) fn maven(version: &str) -> Pin {
    let version = version.trim();
    if version.is_empty() || version.starts_with("latest") || version == "+" || version == "LATEST" {
        return Pin::Any;
    }
    if version == "RELEASE" || version.ends_with("-SNAPSHOT") {
        return Pin::Any;
    }
    if version.starts_with(['[', '(']) {
        return match version.trim_end_matches([']', ')']) {
            open if open.ends_with(',') => Pin::Floor,
            one if !one.contains(',') => Pin::Exact,
            _ => Pin::Range,
        };
    }
    if version.ends_with('+') {
        Pin::Range
    } else {
        Pin::Exact
    }
}

/// `=1.2`, `==1.2`, `1.2.*`, `>=1,<2` of conda.
pub(super) fn conda(requirement: &str) -> Pin {
    let requirement = requirement.trim();
    if requirement.starts_with('=') && !requirement.starts_with("==") {
        return exact_if(requirement.matches('.').count() > 1);
    }
    python(requirement)
}

fn tightest(pins: impl Iterator<Item = Pin>) -> Pin {
    pins.min().unwrap_or(Pin::Any)
}

fn floor_or_any(part: &str) -> Pin {
    if part.starts_with('>') {
        Pin::Floor
    } else {
        Pin::Any
    }
}

fn exact_if(is_exact: bool) -> Pin {
    if is_exact { Pin::Exact } else { Pin::Range }
}

/// Whether a version has three parts and no placeholder: a shorter one stands for many.
fn is_whole(version: &str) -> bool {
    let core = version.split(['-', '+']).next().unwrap_or(version).trim();
    core.split('.').count() >= 3 && core.split('.').all(|part| part.parse::<u64>().is_ok())
}
