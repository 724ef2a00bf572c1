//! What the auditor needs of the system before it begins: without it threads cannot start or calls run out of stack, and
//! neither can be caught.

use crate::error::CommandError;
use rustix::process::{Resource, getrlimit};

/// Least memory, in bytes of addresses: an audit of a small subject takes twice as much, its threads alone half.
const ADDRESSES_MIN: u64 = 128 << 20;
/// Least stack of the first thread, in bytes; systems give eight times as much.
const STACK_MIN: u64 = 1 << 20;

/// Refuses to begin where a limit of the system leaves no room to.
///
/// # Errors
/// The limit, and what is needed.
pub(crate) fn check() -> Result<(), CommandError> {
    let limits = [
        (Resource::As, ADDRESSES_MIN, "memory", "v"),
        (Resource::Stack, STACK_MIN, "stack", "s"),
    ];
    for (resource, least, what, option) in limits {
        if let Some(given) = getrlimit(resource).current.filter(|given| *given < least) {
            let text = format!(
                "the limit of {} KiB of {what} leaves no room to work: at least {} KiB are needed",
                given >> 10,
                least >> 10
            );
            return Err(CommandError::auditor(text).hint(format!("raise it with `ulimit -{option}`")));
        }
    }
    Ok(())
}
