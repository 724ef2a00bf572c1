//! Why a score is what it is. The rules that did not speak and how near they were, and the smallest changes that
//! would move it, found by trying them on the engine itself.

mod change;

pub use change::{Alteration, Change, apply, changes};

use crate::justice::{Matter, setting};
use crate::opinion::Hearing;
use crate::rules::{NearMiss, Settled, near_misses, settle};

/// The rules of the dimension that did not speak, in their order, with what was missing.
pub fn silent(matter: &Matter<'_>, hearings: &[Hearing]) -> Vec<NearMiss> {
    let setting = setting(matter, hearings);
    let settled: Settled = settle(&matter.law.rules, &setting);
    near_misses(&matter.law.rules, &setting, &settled)
}

#[cfg(test)]
mod tests;
