//! How much memory a process and all that descend from it hold, as the kernel lists it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// Bytes of a page; larger pages only make the count smaller than it is on machines that have more memory.
const PAGE_BYTES: u64 = 4096;
/// What has to stay free on the machine, in bytes; below this the cell ends whatever it holds itself.
const FREE_MIN: u64 = 192 << 20;

/// Bytes that the descendants of `process` share with nobody's files, all together. All of the memory where the machine
/// has no more.
pub(super) fn held_below(process: u32) -> u64 {
    if free().is_some_and(|free| free < FREE_MIN) {
        return u64::MAX;
    }
    let parents = parents();
    let mut known = BTreeSet::from([process]);
    loop {
        let more: Vec<u32> = parents
            .iter()
            .filter(|(child, parent)| known.contains(parent) && !known.contains(child))
            .map(|(child, _)| *child)
            .collect();
        if more.is_empty() {
            break;
        }
        known.extend(more);
    }
    known.iter().filter_map(|process| own(*process)).sum()
}

/// Each process with its parent.
fn parents() -> BTreeMap<u32, u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers
        .filter_map(|number: u32| {
            Some((
                number,
                parent(&fs::read_to_string(format!("/proc/{number}/stat")).ok()?)?,
            ))
        })
        .collect()
}

/// The name of a program may have blanks and brackets in it; the last bracket ends it.
fn parent(stat: &str) -> Option<u32> {
    let (_, rest) = stat.rsplit_once(')')?;
    rest.split_whitespace().nth(1)?.parse().ok()
}

fn own(process: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let mut pages = text
        .split_whitespace()
        .skip(1)
        .map(|field| field.parse::<u64>().unwrap_or(0));
    let (resident, shared) = (pages.next()?, pages.next()?);
    Some(resident.saturating_sub(shared).saturating_mul(PAGE_BYTES))
}

fn free() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("MemAvailable:"))?;
    line.split_whitespace()
        .nth(1)?
        .parse::<u64>()
        .ok()?
        .checked_mul(1024)
}
