//! Rule sets by name or file: finding them, and telling their authors what was understood.

use crate::complaint::Complaint;
use crate::handed;
use court::rules::{self, RuleSet, RulesError};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

/// The rules when none are named.
pub(crate) const DEFAULT: &str = "default";

/// The built-in rule sets, one a line, with what they are.
pub(crate) fn list() -> Result<String, Complaint> {
    let mut text = String::new();
    for (name, _) in rules::PRESETS {
        let _ = writeln!(text, "{name:<22} {}", load(name)?.description);
    }
    Ok(text)
}

/// The text of a built-in rule set or of a file, to start one's own from.
pub(crate) fn source(name: &str) -> Result<String, Complaint> {
    match rules::built_in(name) {
        Some(text) => Ok(text.to_owned()),
        None => read(name),
    }
}

/// The rule set of this name, else the one in this file.
pub(crate) fn load(name: &str) -> Result<Arc<RuleSet>, Complaint> {
    let text = source(name)?;
    let file = if rules::built_in(name).is_some() {
        format!("{name}.toml")
    } else {
        Path::new(name)
            .file_name()
            .map_or_else(|| name.to_owned(), |file| file.to_string_lossy().into_owned())
    };
    rules::parse(&text, &file)
        .map(Arc::new)
        .map_err(|error| refused(name, &error))
}

fn refused(name: &str, error: &RulesError) -> Complaint {
    let is_line = error.at.starts_with(|c: char| c.is_ascii_digit());
    let separator = if is_line { ":" } else { ": " };
    let complaint = Complaint::usage(format!("{name}{separator}{}: {}", error.at, error.problem));
    match &error.fix {
        Some(fix) => complaint.hint(fix),
        None => complaint,
    }
}

fn read(name: &str) -> Result<String, Complaint> {
    let path = Path::new(name);
    handed::text(path, rules::TEXT_LIMIT as u64).map_err(|unread| {
        let known = || "`auditor rules list` names those that are built in".to_owned();
        let near = rules::nearest_built_in(name);
        unread.complain(
            "rules",
            path,
            near.map_or_else(known, |name| format!("did you mean {name}?")),
        )
    })
}
