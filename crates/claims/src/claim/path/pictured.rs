//! Folders drawn in pictures, rebuilt from where the words that were read of them stand. The branches themselves are
//! hardly ever read, so that the left edge of a name tells its level.

use super::drawn::{Branch, Drawing, is_file_or_folder, is_no_promise, split_remark};
use super::tree::{Tree, name_of};
use documents::document::{Document, Page};
use documents::picture::lettering::{Lettered, Lettering};
use documents::picture::misread::folded;
use std::collections::{BTreeMap, BTreeSet};

/// Rows from which on a picture may draw folders.
const ROWS_MIN: usize = 4;
/// Left edges this close are one level, as a share of the height of a row: edges are read to a few pixels.
const LEVEL_SHARE: f64 = 0.45;
/// How far the steps between levels differ at most, as a share of the smallest.
const STEP_SHARE: f64 = 0.34;
/// From this confidence on a name that is not here is said to be missing, in percent: names that are here are read at
/// this in nine of ten cases.
const SURE: u8 = 95;
/// Rows further apart than this, as a share of what is usual, have another between them that was not read.
const GAP_SHARE: f64 = 1.6;
/// How far above a picture words speak of it, in points.
const ABOVE_POINTS: i32 = 90;

/// What a picture says of one file or folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shown {
    /// As the repository has it, or as it was read; folders end in `/`.
    pub(super) path: String,
    /// Whether it is here. One that is not is surely read and surely meant.
    pub(super) is_here: bool,
    /// How surely it was read, in percent.
    pub(super) confidence: u8,
}

/// The files and folders that the picture draws, held against the repository; nothing where it draws none.
pub(super) fn shown(document: &Document, lettering: &Lettering, tree: &Tree) -> Vec<Shown> {
    let lines = lettering.read();
    let Some(drawing) = drawing(lines, &introduction(document, lettering)) else {
        return Vec::new();
    };
    let here = tree.confusable();
    let names: BTreeSet<&str> = here.keys().map(|path| name_of(path)).collect();
    let entries = drawing.entries(tree);
    let held: Vec<Held> = entries
        .iter()
        .map(|entry| {
            let bare = folded(entry.path.trim_end_matches('/'));
            Held {
                found: found(&here, &bare, tree).cloned(),
                is_elsewhere: names.contains(name_of(&bare)) || is_nearly(&bare, &here),
            }
        })
        .collect();
    let leaves = || entries.iter().zip(&held).filter(|(entry, _)| entry.leaf);
    let known = leaves().filter(|(_, held)| held.found.is_some()).count();
    // A tree of something else accuses nobody.
    let resembles = known * 2 >= leaves().count() && known > 0 && !lettering.is_cut;
    let orphans = orphans(&drawing, lines);
    let shown = entries.iter().zip(&held).filter_map(|(entry, held)| {
        let confidence = lines.get(entry.row)?.confidence;
        let path = match &held.found {
            Some(path) if !tree.has_folder(path) => path.clone(),
            Some(path) if entry.leaf => format!("{path}/"),
            Some(_) => return None,
            None => {
                let is_sure = resembles && entry.certain && confidence >= SURE && !held.is_elsewhere;
                let is_placed = !orphans.contains(&entry.row) && is_anchored(&entry.path, &here, tree);
                return (is_sure && is_placed).then(|| Shown {
                    path: entry.path.clone(),
                    is_here: false,
                    confidence,
                });
            }
        };
        Some(Shown {
            path,
            is_here: true,
            confidence,
        })
    });
    shown.collect()
}

/// What the repository has for an entry.
struct Held {
    found: Option<String>,
    /// Whether it has something of that name anywhere, as the level of a row may have been taken for another, or of nearly
    /// that name in the same folder.
    is_elsewhere: bool,
}

/// The path of the repository that a path may be, with or without the repository's own name in front.
fn found<'h>(here: &'h BTreeMap<String, Vec<String>>, bare: &str, tree: &Tree) -> Option<&'h String> {
    let inner = bare.split_once('/').map(|(_, rest)| rest);
    let paths = [Some(bare), inner].into_iter().flatten();
    let mut paths = paths.filter_map(|path| here.get(path));
    // Of several that look alike a file is meant sooner than a folder.
    let alike = paths.next()?;
    alike.iter().find(|path| !tree.has_folder(path)).or(alike.first())
}

/// Whether something in the same folder is called so but for a letter that was taken for another or lost; letters are
/// hardly ever made up.
fn is_nearly(bare: &str, here: &BTreeMap<String, Vec<String>>) -> bool {
    let folder = &bare[..bare.len() - name_of(bare).len()];
    let beside = here.range(folder.to_owned()..).map(|(path, _)| path);
    let beside = beside.take_while(|path| path.starts_with(folder));
    let read: Vec<char> = name_of(bare).chars().collect();
    let mut names = beside
        .map(|path| &path[folder.len()..])
        .filter(|name| !name.contains('/'));
    names.any(|name| {
        let name: Vec<char> = name.chars().collect();
        let same = name
            .iter()
            .zip(&read)
            .take_while(|(one, other)| one == other)
            .count();
        let (rest, left) = (&name[same..], &read[same..]);
        let tail = rest.get(1..).unwrap_or_default();
        tail == left && rest.len() > left.len()
            || rest.len() == left.len() && tail == left.get(1..).unwrap_or_default()
    })
}

/// The rows below whose folder another row was not read: that one may be their folder.
fn orphans(drawing: &Drawing, lines: &[Lettered]) -> BTreeSet<usize> {
    let top = |branch: &Branch| lines.get(branch.row).map_or(0, |line| line.area.top);
    let branches = &drawing.branches;
    let steps: Vec<i32> = branches
        .windows(2)
        .map(|pair| top(&pair[1]) - top(&pair[0]))
        .collect();
    let mut sorted = steps.clone();
    sorted.sort_unstable();
    let usual = f64::from(sorted.get(sorted.len() / 2).copied().unwrap_or_default());
    let is_gap = |step: &i32| f64::from(*step) > usual * GAP_SHARE;
    let is_orphan = |at: &usize| {
        let folder = branches[..*at]
            .iter()
            .rposition(|above| above.column < branches[*at].column);
        folder.is_some_and(|folder| steps[folder..*at].iter().any(is_gap))
    };
    let orphans = (0..branches.len()).filter(is_orphan);
    orphans.map(|at| branches[at].row).collect()
}

/// Whether the folder it is said to lie in is here: a folder that was misread takes all that is in it along.
fn is_anchored(path: &str, here: &BTreeMap<String, Vec<String>>, tree: &Tree) -> bool {
    let folder = path
        .trim_end_matches('/')
        .rsplit_once('/')
        .map(|(folder, _)| folder);
    let is_folder = |folder: &str| {
        let alike = here.get(&folded(folder));
        alike.is_some_and(|paths| paths.iter().any(|path| tree.has_folder(path)))
    };
    folder.is_none_or(is_folder)
}

/// The words of the page shortly above the picture, in lower case.
fn introduction(document: &Document, lettering: &Lettering) -> String {
    let top = lettering.wanted.area.top;
    let page = |page: &&Page| page.number == lettering.wanted.page;
    let lines = document
        .pages()
        .iter()
        .find(page)
        .into_iter()
        .flat_map(|page| &page.lines);
    let above = lines.filter(|line| (top - ABOVE_POINTS..=top).contains(&line.top));
    let above: Vec<&str> = above.map(|line| line.text.as_str()).collect();
    above.join(" ").to_lowercase()
}

/// The drawing that the lines of a picture make, if they are folders and files.
fn drawing(lines: &[Lettered], introduction: &str) -> Option<Drawing> {
    let rows = rows(lines);
    let levels = levels(&rows)?;
    let mut branches: Vec<Branch> = rows
        .iter()
        .zip(levels)
        .map(|(row, level)| Branch {
            is_last: false,
            row: row.line,
            column: level,
            names: vec![row.name.clone()],
            remark: row.remark.clone(),
        })
        .collect();
    let files = rows.iter().filter(|row| is_file_or_folder(&row.name)).count();
    if branches.len() < ROWS_MIN || files * 2 < branches.len() {
        return None;
    }
    let is_root =
        |branches: &[Branch]| branches[0].column == 0 && branches[1..].iter().all(|one| one.column > 0);
    let root = is_root(&branches).then(|| branches.remove(0).names.remove(0));
    Some(Drawing {
        rows: 0..0,
        root,
        branches,
        real: !is_no_promise(introduction),
    })
}

/// The first words of a row of the picture, without branches and remarks.
#[derive(Debug)]
struct Row {
    line: usize,
    left: f64,
    height: f64,
    name: String,
    remark: String,
}

fn rows(lines: &[Lettered]) -> Vec<Row> {
    let beside = |line: &Lettered| {
        let level = |other: &&Lettered| (other.area.top..other.area.bottom).contains(&line.area.centre().1);
        let others = lines.iter().filter(level).filter(|other| *other != line);
        others.min_by_key(|other| other.area.left)
    };
    // What stands to the right of another is a remark on it.
    let first =
        |line: &&(usize, &Lettered)| beside(line.1).is_none_or(|other| other.area.left > line.1.area.left);
    let numbered: Vec<(usize, &Lettered)> = lines.iter().enumerate().collect();
    let firsts = numbered.iter().filter(first);
    let rows = firsts.filter_map(|(at, line)| row(*at, line, beside(line)));
    rows.collect()
}

fn row(at: usize, line: &Lettered, beside: Option<&Lettered>) -> Option<Row> {
    let text = line.text.trim_start_matches([
        '├', '└', '│', '┌', '─', '|', '+', '`', '-', '>', '▶', '▼', '▲', ' ', '·', '•',
    ]);
    let (name, remark) = split_remark(text);
    // Where the space before a remark is narrow, the first word is the name if it is spelt as one.
    let first = name.split(' ').next().unwrap_or(name);
    let (name, remark) = match is_file_or_folder(first) {
        true => (first, format!("{} {remark}", &name[first.len()..])),
        false => (name, remark.to_owned()),
    };
    let name = name.trim().replace('·', ".");
    let count = |text: &str| f64::from(u32::try_from(text.chars().count()).unwrap_or(u32::MAX));
    let passed = count(&line.text) - count(text);
    let indent = f64::from(line.area.width()) * passed / count(&line.text).max(1.0);
    let aside = beside.map_or("", |other| other.text.as_str());
    (!name.is_empty()).then(|| Row {
        line: at,
        left: f64::from(line.area.left) + indent,
        height: f64::from(line.area.height()),
        name,
        remark: format!("{remark} {aside}").trim().to_lowercase(),
    })
}

/// The level of each row, where their left edges stand in even steps.
fn levels(rows: &[Row]) -> Option<Vec<usize>> {
    let mut heights: Vec<f64> = rows.iter().map(|row| row.height).collect();
    heights.sort_by(f64::total_cmp);
    let near = heights.get(heights.len() / 2)? * LEVEL_SHARE;
    let mut edges: Vec<f64> = rows.iter().map(|row| row.left).collect();
    edges.sort_by(f64::total_cmp);
    let mut groups: Vec<Vec<f64>> = Vec::new();
    for edge in edges {
        match groups.last_mut() {
            Some(group) if edge - group[0] <= near * 2.0 && edge - group[group.len() - 1] <= near => {
                group.push(edge)
            }
            _ => groups.push(vec![edge]),
        }
    }
    let middles: Vec<f64> = groups.iter().map(|group| group[group.len() / 2]).collect();
    let steps: Vec<f64> = middles.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let step = steps.iter().copied().min_by(f64::total_cmp)?;
    let is_even = steps.iter().all(|other| other - step <= step * STEP_SHARE);
    let level = |row: &Row| {
        let distance = |middle: &f64| (middle - row.left).abs();
        let nearest = middles.iter().enumerate();
        nearest
            .min_by(|one, other| distance(one.1).total_cmp(&distance(other.1)))
            .map_or(0, |(level, _)| level)
    };
    is_even.then(|| rows.iter().map(level).collect())
}

#[cfg(test)]
mod tests;
