//! Settings whose names stand above one another: `jwt:` and, set in below it, `secret: …`.

use super::fixed::{is_bare, is_filled_in, stands_in};
use super::opening::is_kept;
use super::{is_secret, numbered};
use std::collections::{BTreeMap, BTreeSet};
use std::net::Ipv4Addr;

/// One setting of a group; those of one group stand below the same name.
struct Setting<'t> {
    parent: &'t str,
    name: &'t str,
    value: &'t str,
    at: usize,
}

/// Lines, 1-based, of secrets among nested settings, and of those of which it cannot be told.
#[derive(Default)]
pub struct Nested {
    /// A key that signs, or a password with its user and a machine elsewhere.
    pub sure: Vec<u32>,
    /// Words that sign, and passwords for machines nearby.
    pub doubtful: Vec<u32>,
}

/// Secrets among the settings of a file in YAML, JSON or lines of `name=value`.
pub fn nested(text: &str) -> Nested {
    let lower = text.to_ascii_lowercase();
    if !["passw", "secret", "key"].iter().any(|word| lower.contains(word)) {
        return Nested::default();
    }
    let (mut sure, mut doubtful) = (BTreeSet::new(), BTreeSet::new());
    for group in groups(text).values() {
        for (setting, is_sure) in group
            .iter()
            .filter_map(|setting| Some((setting, judged(setting, group)?)))
        {
            let found = if is_sure { &mut sure } else { &mut doubtful };
            found.insert(setting.at);
        }
    }
    Nested {
        sure: numbered(text, sure),
        doubtful: numbered(text, doubtful),
    }
}

/// Whether a setting is surely a secret; none where it is none, as far as is seen.
fn judged(setting: &Setting, group: &[Setting]) -> Option<bool> {
    let Setting {
        parent, name, value, ..
    } = setting;
    if value.len() < SHORTEST || is_filled_in(value) || value.starts_with(['!', '&', '*', '|', '>', '[']) {
        return None;
    }
    let (parent, name) = (plain(parent), plain(name));
    if TRIED_OUT.contains(&parent.as_str()) {
        return None;
    }
    let (signed, signs) = (SIGNED, SIGNS);
    if signed.iter().any(|word| parent.ends_with(word)) && signs.contains(&name.as_str()) {
        return (!stands_in(value)).then(|| value.len() >= LONG && is_bare(value));
    }
    let of = |ends: &[&str]| {
        let is_one = |one: &&Setting| ends.iter().any(|end| plain(one.name).ends_with(end));
        group.iter().find(is_one).map(|one| one.value)
    };
    let is_password = ["password", "passwd"].contains(&name.as_str());
    let (user, machine) = (
        of(&["user", "username"]),
        of(&["host", "hostname", "url", "uri", "server"]),
    );
    let (user, machine) = is_password.then_some(user.zip(machine))??;
    (!user.is_empty() && !machine.starts_with("http"))
        .then(|| is_elsewhere(machine) && is_kept(value, user) && is_secret(value))
}

/// Shortest value that is more than a sign that there is none.
const SHORTEST: usize = 4;
/// From this length on chance shows in a text.
const LONG: usize = 20;
/// Groups with what a program is tried out with.
const TRIED_OUT: [&str; 5] = ["dev", "development", "local", "test", "testing"];
/// What is signed, by the name above.
const SIGNED: [&str; 3] = ["jwt", "session", "cookie"];
/// What signs it.
const SIGNS: [&str; 5] = ["secret", "key", "secretkey", "signingkey", "signingsecret"];

/// A name without signs between its words: `secret-key`, `secretKey`.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(|c| c.is_ascii_alphanumeric());
    letters.map(|c| c.to_ascii_lowercase()).collect()
}

/// Whether a machine is none of those on which programs are tried out: its own, or one of the same set of containers.
pub(super) fn is_elsewhere(machine: &str) -> bool {
    let rest = machine.rsplit("://").next().unwrap_or(machine);
    let host = rest.split(['/', ':', '?']).next().unwrap_or(rest);
    if let Ok(number) = host.parse::<Ipv4Addr>() {
        return !(number.is_private()
            || number.is_loopback()
            || number.is_unspecified()
            || number.is_documentation());
    }
    let last = host.rsplit('.').next().unwrap_or(host);
    let is_named = last.chars().all(|c| c.is_ascii_alphabetic()) && !["local", "internal"].contains(&last);
    host.contains('.') && is_named && !stands_in(host)
}

/// The settings of a text by the group that they stand in.
fn groups(text: &str) -> BTreeMap<(usize, &str), Vec<Setting<'_>>> {
    let mut groups: BTreeMap<(usize, &str), Vec<Setting>> = BTreeMap::new();
    // What is set in further belongs to the last name that is set in less: how far, the name, and where it stands.
    let mut above: Vec<(usize, &str, usize)> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let mut rest = line.trim();
        let mut depth = line.len() - line.trim_start().len();
        if rest.is_empty() || rest.starts_with(['#', ';', '/']) {
            continue;
        }
        above.retain(|(outer, ..)| *outer < depth);
        // An element of a list, an object in one, or a section begins a group of its own.
        while let Some(element) = rest.strip_prefix("- ") {
            above.push((depth, "", start + depth));
            depth += 2;
            rest = element;
        }
        if rest.starts_with(['{', '[']) {
            above.push((depth, "", start + 1));
            continue;
        }
        let Some((name, value)) = setting(rest) else {
            continue;
        };
        let (.., parent, group) = above.last().copied().unwrap_or_default();
        let (prefix, last) = name.rsplit_once('.').unwrap_or(("", name));
        let parent = if prefix.is_empty() { parent } else { prefix };
        if value.is_empty() || value == "{" || value == "[" {
            above.push((depth, name, start + 1));
            continue;
        }
        let at = start + line.find(value).unwrap_or_default();
        groups.entry((group, prefix)).or_default().push(Setting {
            parent,
            name: last,
            value,
            at,
        });
    }
    groups
}

/// The name and the value of a line, without quotes and what stands behind them.
fn setting(line: &str) -> Option<(&str, &str)> {
    let (name, value) = match line.split_once(": ") {
        Some(pair) => pair,
        None => line
            .strip_suffix(':')
            .map(|name| (name, ""))
            .or_else(|| line.split_once('='))?,
    };
    let name = name.trim().trim_matches(['"', '\'']);
    let value = value.trim();
    let quoted = ['"', '\'']
        .into_iter()
        .find_map(|quote| value.strip_prefix(quote)?.split(quote).next());
    let value = quoted.unwrap_or_else(|| {
        value
            .split(" #")
            .next()
            .unwrap_or(value)
            .trim_end()
            .trim_end_matches(',')
    });
    (!name.is_empty() && !name.contains(' ')).then_some((name, value))
}

#[cfg(test)]
mod tests;
