//! Rule sets by name or file: finding them, and telling their authors what was understood.

use crate::error::CommandError;
use crate::input::file;
use crate::worker::{Kind, rehearse};
use court::rules::{self, RuleSet};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

/// The rules when none are named.
pub(crate) const DEFAULT: &str = "default";

/// The built-in rule sets, one a line, with what they are.
pub(crate) fn list() -> Result<String, CommandError> {
    let mut text = String::new();
    for (name, _) in rules::PRESETS {
        let _ = writeln!(text, "{name:<22} {}", load(name)?.description);
    }
    Ok(text)
}

/// The text of a built-in rule set or of a file, to start one's own from.
pub(crate) fn source(name: &str) -> Result<String, CommandError> {
    match rules::built_in(name) {
        Some(text) => Ok(text.to_owned()),
        None => read(name),
    }
}

/// The rule set of this name, else the one in this file.
pub(crate) fn load(name: &str) -> Result<Arc<RuleSet>, CommandError> {
    let text = source(name)?;
    let file = if rules::built_in(name).is_some() {
        format!("{name}.toml")
    } else {
        rehearse(Kind::Rules, name, &text)?;
        Path::new(name)
            .file_name()
            .map_or_else(|| name.to_owned(), |file| file.to_string_lossy().into_owned())
    };
    rules::parse(&text, &file)
        .map(Arc::new)
        .map_err(|error| CommandError::in_file(name, &error.at, &error.problem, error.fix.as_deref()))
}

fn read(name: &str) -> Result<String, CommandError> {
    let known = "`auditor rules list` names those that are built in";
    let bytes_max = rules::TEXT_LIMIT as u64;
    file::read_or_suggest("rules", name, bytes_max, rules::nearest_built_in(name), known)
}
