//! Proposes a protocol from the prose of a rubric.

use crate::error::CommandError;
use crate::input::rubrics;
use court::protocol::own::Own;
use court::rubric;
use court::visible::visible;
use probes::own;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;

/// The proposal, or what was written of it.
pub(super) fn propose(file: &str, out: Option<&Path>) -> Result<String, CommandError> {
    let rubric = rubrics::load(file)?;
    let is_usable = |own: &Own| own::check(std::slice::from_ref(own)).is_ok();
    let proposal = visible(&rubric::propose(&rubric, &is_usable));
    let Some(out) = out else {
        return Ok(proposal);
    };
    // Whoever looked through an earlier proposal must not lose it.
    let written = File::create_new(out).and_then(|mut file| file.write_all(proposal.as_bytes()));
    written.map_err(|error| CommandError::usage(format!("{} cannot be written: {error}", out.display())))?;
    Ok(format!(
        "{} is written; look through it, then: auditor rubric check {} --protocol {0}\n",
        visible(&out.display().to_string()),
        visible(file)
    ))
}
