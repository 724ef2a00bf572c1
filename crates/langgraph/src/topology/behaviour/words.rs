//! How findings speak of nodes, routers and ways.

use super::super::{End, Router};
use court::text::listed;

/// Longest name that is written out, in characters.
const NAME_CHARS_MAX: usize = 60;
/// Most names of a list that are written out.
const NAMES_MAX: usize = 6;

/// A name between backticks.
pub(super) fn tick(name: &impl ToString) -> String {
    let name: String = name.to_string().replace('`', "'");
    if name.chars().count() <= NAME_CHARS_MAX {
        return format!("`{name}`");
    }
    let short: String = name.chars().take(NAME_CHARS_MAX - 1).collect();
    format!("`{short}…`")
}

/// `a`, `b` and `c`.
pub(super) fn list<T: ToString>(names: impl IntoIterator<Item = T>) -> String {
    let mut names: Vec<String> = names.into_iter().map(|name| tick(&name)).collect();
    if names.len() > NAMES_MAX {
        let more = names.len() - (NAMES_MAX - 1);
        names.truncate(NAMES_MAX - 1);
        names.push(format!("{more} more"));
    }
    listed(&names)
}

/// A way through the graph.
pub(super) fn way<T: ToString>(names: impl IntoIterator<Item = T>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| tick(&name)).collect();
    names.join(" → ")
}

/// The router by its function, or by where it stands.
pub(super) fn router(router: &Router) -> String {
    match &router.function {
        Some(function) if function.name != "<lambda>" => {
            tick(&function.name.rsplit('.').next().unwrap_or(&function.name))
        }
        _ => format!("the router after {}", tick(&router.from)),
    }
}

/// What an answer leads to.
pub(super) fn answer<'e>(targets: impl IntoIterator<Item = &'e End>) -> String {
    list(targets)
}

/// `once`, `twice`, `3 times`.
pub(super) fn times(count: usize) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        count => format!("{count} times"),
    }
}
