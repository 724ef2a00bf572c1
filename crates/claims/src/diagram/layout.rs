//! What the layout of words alone suggests: the members of a bench side by side, without one arrow followed.

use super::roles::{Bench, Role, role};
use std::collections::{BTreeMap, BTreeSet};

/// Rows within which the branches of a drawn tree belong together.
const TREE_ROWS_MAX: usize = 8;
/// Signs between words that stand side by side.
const BESIDE: [char; 11] = ['|', '│', '┃', '║', '&', '∥', '[', ']', '{', '}', '+'];
/// Signs between words of a list: side by side in a row of its own, what one box says inside of a box.
const LISTED: [char; 3] = [',', '(', ')'];
/// The sides of a box.
const SIDES: [char; 4] = ['|', '│', '┃', '║'];
/// Arrows in running text.
pub(super) const ARROWS: [&str; 7] = ["→", "⟶", "➔", "=>", "-->", "->", "►"];

/// Whether two members of a bench stand side by side: in one row, as branches of a tree, or after one arrow each
/// from the same place.
pub(super) fn side_by_side(lines: &[&str], bench: Bench) -> bool {
    lines.iter().any(|line| in_row(line, bench)) || as_branches(lines, bench) || by_arrows(lines, bench)
}

/// The members named between two arrows of one row.
fn in_row(line: &str, bench: Bench) -> bool {
    let is_boxed = line.trim().starts_with(SIDES) || line.trim().ends_with(SIDES);
    steps(line)
        .iter()
        .any(|step| members(&cells(step, is_boxed), bench).len() >= 2)
}

fn members(cells: &[&str], bench: Bench) -> BTreeSet<String> {
    let roles = cells.iter().flat_map(|cell| match named_in_a_row(cell) {
        named if named.len() >= 2 => named,
        _ => role(cell).into_iter().collect(),
    });
    roles
        .filter(|role| role.bench == bench)
        .map(|role| role.who)
        .collect()
}

/// Who is named in a cell that holds nothing but names: print may leave one space of several.
fn named_in_a_row(cell: &str) -> Vec<Role> {
    if cell.contains(LISTED) {
        return Vec::new();
    }
    let words: Vec<&str> = cell.split_whitespace().collect();
    let mut named = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let pair = words.get(at..at + 2).and_then(|pair| role(&pair.join(" ")));
        match (role(words[at]), pair) {
            (Some(role), _) => named.push(role),
            (None, Some(role)) => {
                named.push(role);
                at += 1;
            }
            (None, None) => return Vec::new(),
        }
        at += 1;
    }
    named
}

fn steps(line: &str) -> Vec<String> {
    let mut line = line.to_owned();
    for arrow in ARROWS {
        line = line.replace(arrow, "\u{1}");
    }
    line.split('\u{1}').map(str::to_owned).collect()
}

/// Words that stand apart in a row: two spaces, or a sign between them.
fn cells(text: &str, is_boxed: bool) -> Vec<&str> {
    text.split(|c| BESIDE.contains(&c) || !is_boxed && LISTED.contains(&c))
        .flat_map(|part| part.split("  "))
        .map(str::trim)
        .filter(|cell| !cell.is_empty())
        .collect()
}

fn as_branches(lines: &[&str], bench: Bench) -> bool {
    let mut branches: Vec<(usize, usize, String)> = Vec::new();
    for (row, line) in lines.iter().enumerate() {
        let Some(at) = line.find(['├', '└']) else {
            continue;
        };
        let name = line[at..].trim_start_matches(|c: char| !c.is_alphanumeric());
        if let Some(role) = role(name.split("  ").next().unwrap_or(name)).filter(|role| role.bench == bench) {
            branches.push((row, line[..at].chars().count(), role.who));
        }
    }
    branches.iter().any(|(row, column, who)| {
        let belongs = |other: &&(usize, usize, String)| {
            other.1 == *column && other.0 > *row && other.0 - row <= TREE_ROWS_MAX
        };
        branches.iter().filter(belongs).any(|other| other.2 != *who)
    })
}

fn by_arrows(lines: &[&str], bench: Bench) -> bool {
    let mut targets: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in lines {
        let steps = steps(line);
        for pair in steps.windows(2) {
            let from = pair[0].trim().to_lowercase();
            if let Some(role) = role(pair[1].trim()).filter(|role| role.bench == bench && !from.is_empty()) {
                targets.entry(from).or_default().insert(role.who);
            }
        }
    }
    targets.values().any(|members| members.len() >= 2)
}

#[cfg(test)]
mod tests;
