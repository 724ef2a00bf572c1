//! Checks that helpers of the same file make for tests.

use crate::facts::{Function, Role};
use std::collections::BTreeSet;

/// Most helpers between a test and the check that it makes through them.
const STEPS_MAX: usize = 6;

/// Counts a check to every test that makes none itself and calls a function of the file that does.
pub(super) fn lend(functions: &mut [Function]) {
    let checking = checking(functions);
    let is_bare = |function: &&mut Function| function.role == Role::Test && function.assertions == 0;
    for test in functions.iter_mut().filter(is_bare) {
        test.assertions = u16::from(test.calls.iter().any(|call| checking.contains(call)));
    }
}

/// The names of functions that check, themselves or through others.
fn checking(functions: &[Function]) -> BTreeSet<String> {
    let helpers = || functions.iter().filter(|function| function.role != Role::Test);
    let checks = |function: &&Function| function.assertions > 0;
    let mut names: BTreeSet<String> = helpers()
        .filter(checks)
        .map(|function| function.name.clone())
        .collect();
    for _ in 0..STEPS_MAX {
        let through = |function: &&Function| function.calls.iter().any(|call| names.contains(call));
        let more: BTreeSet<String> = helpers()
            .filter(through)
            .map(|function| function.name.clone())
            .collect();
        let before = names.len();
        names.extend(more);
        if names.len() == before {
            break;
        }
    }
    names
}
