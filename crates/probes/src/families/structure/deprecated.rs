//! Code that is marked as to be deleted: nobody puts it in order.

use project::census::SourceFile;
use std::collections::BTreeSet;

/// Most lines of remarks and attributes above something that are looked at.
const HEAD_MAX: usize = 60;
/// The marks of languages and of what they write in remarks.
const MARKS: [&str; 4] = ["@Deprecated", "@deprecated", "#[deprecated", "[[deprecated"];

/// The first and last lines of functions that are marked, or whose type is.
pub(super) fn spans(text: &str, file: &SourceFile) -> Vec<(u32, u32)> {
    if !MARKS.iter().any(|mark| text.contains(mark)) {
        return Vec::new();
    }
    let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
    let types = file.facts.types.iter().filter(|one| is_marked(&lines, one.line));
    let types: BTreeSet<&str> = types.map(|one| one.name.as_str()).collect();
    let functions = file.facts.functions.iter().filter(|one| {
        let is_of_marked = one.owner.as_deref().is_some_and(|owner| types.contains(owner));
        is_of_marked || is_marked(&lines, one.first)
    });
    functions.map(|one| (one.first, one.last)).collect()
}

/// Whether a mark stands on a line, or in the remarks and attributes directly above it.
fn is_marked(lines: &[&str], line: u32) -> bool {
    let at = usize::try_from(line).unwrap_or(usize::MAX).min(lines.len());
    let (above, own) = lines.split_at(at.saturating_sub(1));
    let is_head = |line: &&&str| line.starts_with(['@', '*', '/', '#', '[']);
    let head = above.iter().rev().take(HEAD_MAX).take_while(is_head);
    let mut head = own.iter().take(1).chain(head);
    head.any(|line| MARKS.iter().any(|mark| line.contains(mark)))
}
