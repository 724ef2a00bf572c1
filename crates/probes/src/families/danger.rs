//! Calls that are dangerous with the wrong data, and secrets that lie about, in any language.

mod dynamic;
mod secrets;
mod tainted;
mod weak;

use crate::probe::{Answer, Probe};
use project::census::Census;

/// The probes of this family.
pub const DANGER: &[Probe] = &[tainted::PROBE, dynamic::PROBE, weak::PROBE, secrets::PROBE];

/// The answer where nothing was found and not all of the program was read: what was not looked at is not clean.
fn unread(census: &Census) -> Option<Answer> {
    let count = census.unread().count();
    let (path, why) = census.unread().next()?;
    let more = match count {
        1 => String::new(),
        _ => format!(", and {} more", count - 1),
    };
    Some(Answer::unobserved(format!(
        "nothing is seen, but {path} was not read wholly: {why}{more}"
    )))
}
