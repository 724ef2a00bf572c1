//! Imports of JavaScript of which only the types are declared: whether the package itself is loaded while the program runs.

use probes_core::Subject;
use project::modules::Link;

/// Whether an import is surely loaded: in JavaScript each is, and in TypeScript one whose names are called or made.
pub(super) fn is_loaded(snapshot: &Subject, path: &str, link: &Link) -> bool {
    let line = snapshot.lines(path, link.line, link.line).unwrap_or_default();
    let is_script = [".js", ".mjs", ".cjs", ".jsx"]
        .iter()
        .any(|ending| path.ends_with(ending));
    let start = line.trim_start();
    let is_bare = ["import '", "import \""]
        .iter()
        .any(|bare| start.starts_with(bare));
    let is_required = line.contains("require(") && !start.starts_with("import");
    if is_script || is_bare || is_required {
        return true;
    }
    let text = snapshot.text(path).unwrap_or_default();
    names(start).iter().any(|name| is_called(text, name))
}

/// The names that a line of an import gives to what it brings in.
fn names(line: &str) -> Vec<&str> {
    let Some((what, _)) = line
        .strip_prefix("import ")
        .and_then(|rest| rest.split_once(" from "))
    else {
        return Vec::new();
    };
    let parts = what.split([',', '{', '}']).map(str::trim);
    let values = parts.filter(|part| !part.is_empty() && !part.starts_with("type "));
    values
        .filter_map(|part| part.split_whitespace().next_back())
        .collect()
}

/// Whether a name, or something below it, is called or made in a text.
fn is_called(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let lines = text.lines().map(str::trim_start);
    let mut code = lines.filter(|line| !line.starts_with(['*', '/']) && !line.starts_with("import "));
    code.any(|line| {
        line.match_indices(name).any(|(at, _)| {
            let (before, behind) = (&line[..at], &line[at + name.len()..]);
            let behind = behind.trim_start_matches(|c| is_part(c) || c == '.');
            let is_whole = !before.ends_with(|c| is_part(c) || c == '.')
                && !line[at + name.len()..].starts_with(is_part);
            is_whole && (behind.starts_with('(') || before.ends_with("new "))
        })
    })
}
