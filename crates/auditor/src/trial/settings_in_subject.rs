//! Files of a subject that look as if they were to steer who audits it. Nothing in a subject is obeyed: settings come
//! from the command line, the environment and the auditor's own places. That they are there is told, and no more.

use court::rubric::BUILT_IN;

/// Most of them that are named.
const NAMED_MAX: usize = 100;
/// Names that are meant for an auditor, or that programs read settings and exceptions from without being told to.
const NAMES: [&str; 5] = ["auditor.toml", ".env", ".envrc", ".ignore", ".rgignore"];
/// How the names of files and folders of the auditor's own would begin.
const OWN: &str = ".auditor";
/// The endings of a rubric.
const ENDINGS: [&str; 3] = [".json", ".yaml", ".yml"];

/// Those of the paths that look so, in their order; what is beyond the limit is counted.
pub(crate) fn not_obeyed<'a>(paths: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut found: Vec<&str> = paths.into_iter().filter(|path| is_steering(path)).collect();
    found.sort_unstable();
    found.dedup();
    let more = found.len().saturating_sub(NAMED_MAX);
    let mut named: Vec<String> = found.into_iter().take(NAMED_MAX).map(str::to_owned).collect();
    if more > 0 {
        named.push(format!("({more} further files)"));
    }
    named
}

fn is_steering(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = ENDINGS.iter().find_map(|ending| name.strip_suffix(ending));
    let is_rubric = BUILT_IN.contains(&stem.unwrap_or(name)) || (stem == Some("rubric") && name == path);
    NAMES.contains(&name) || is_rubric || path.split('/').any(|part| part.starts_with(OWN))
}

#[cfg(test)]
mod tests;
