//! Makefiles and justfiles: targets with their commands and what they depend on.

use std::collections::BTreeMap;

/// Longest chain of variables that name variables.
const EXPANSIONS_MAX: usize = 8;
/// Longest line after expansion, in bytes.
const LINE_BYTES_MAX: usize = 8 << 10;

/// The targets of a file.
#[derive(Debug, Default)]
pub(super) struct Targets {
    /// By name.
    pub(super) all: BTreeMap<String, Target>,
    /// The one that is made where none is named.
    pub(super) first: Option<String>,
    /// Files that are read in.
    pub(super) includes: Vec<String>,
}

#[derive(Debug, Default)]
pub(super) struct Target {
    pub(super) line: u32,
    /// What is made before.
    pub(super) needs: Vec<String>,
    /// Its commands with their lines.
    pub(super) commands: Vec<(u32, String)>,
}

/// Reads a Makefile.
pub(super) fn make(text: &str) -> Targets {
    let mut targets = Targets::default();
    let mut variables: BTreeMap<String, String> = BTreeMap::new();
    let mut open: Vec<String> = Vec::new();
    for (line, text) in joined(text) {
        if let Some(command) = text.strip_prefix('\t') {
            let command = expand(command.trim_start_matches(['@', '-', '+', ' ']), &variables);
            for name in &open {
                if let Some(target) = targets.all.get_mut(name) {
                    target.commands.push((line, command.clone()));
                }
            }
        } else if let Some((name, value)) = assignment(&text) {
            variables.entry(name).or_insert(value);
        } else if let Some(file) = text.strip_prefix("include ") {
            targets.includes.push(expand(file.trim(), &variables));
        } else if let Some((names, rest)) = rule(&text, &variables) {
            open = rule_of(&mut targets, names, &rest, line);
        }
    }
    targets
}

fn rule_of(targets: &mut Targets, names: Vec<String>, rest: &str, line: u32) -> Vec<String> {
    let (needs, command) = rest.split_once(';').unwrap_or((rest, ""));
    for name in &names {
        if targets.first.is_none() && !name.starts_with('.') && !name.contains('%') {
            targets.first = Some(name.clone());
        }
        let target = targets.all.entry(name.clone()).or_default();
        if target.line == 0 || !command.is_empty() {
            target.line = line;
        }
        target.needs.extend(
            needs
                .split_whitespace()
                .filter(|need| *need != "|")
                .map(str::to_owned),
        );
        if !command.trim().is_empty() {
            target.commands.push((line, command.trim().to_owned()));
        }
    }
    names
}

/// Lines, joined where one ends in a backslash, without comments.
fn joined(text: &str) -> Vec<(u32, String)> {
    let mut rows: Vec<(u32, String)> = Vec::new();
    let mut goes_on = false;
    for (number, line) in (1..).zip(text.lines()) {
        let (line, next) = line.strip_suffix('\\').map_or((line, false), |line| (line, true));
        match rows.last_mut().filter(|_| goes_on) {
            Some((_, row)) => *row = format!("{row} {}", line.trim()),
            None if line.trim().is_empty() || line.starts_with('#') => {}
            None => rows.push((number, line.to_owned())),
        }
        goes_on = next;
    }
    rows
}

fn assignment(text: &str) -> Option<(String, String)> {
    let at = text.find('=')?;
    let name = text[..at].trim_end_matches([':', '?', '+', '!']).trim();
    let name = name
        .trim_start_matches("export ")
        .trim_start_matches("override ")
        .trim();
    let is_name = !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
    is_name.then(|| (name.to_owned(), text[at + 1..].trim().to_owned()))
}

fn rule(text: &str, variables: &BTreeMap<String, String>) -> Option<(Vec<String>, String)> {
    let text = expand(text, variables);
    let (names, rest) = text.split_once(':')?;
    let words = ["if", "else", "endif", "define", "endef", "$("];
    if words.iter().any(|word| names.starts_with(word)) {
        return None;
    }
    let names = names.split_whitespace().map(str::to_owned).collect();
    Some((
        names,
        rest.trim_start_matches(':')
            .split(" #")
            .next()
            .unwrap_or_default()
            .to_owned(),
    ))
}

/// Puts in the variables that the file gives a value.
fn expand(text: &str, variables: &BTreeMap<String, String>) -> String {
    let mut text = text.replace("$(MAKE)", "make").replace("${MAKE}", "make");
    for _ in 0..EXPANSIONS_MAX {
        let before = text.clone();
        for (name, value) in variables {
            if text.len() > LINE_BYTES_MAX {
                return text;
            }
            if text.contains(name.as_str()) {
                text = text
                    .replace(&format!("$({name})"), value)
                    .replace(&format!("${{{name}}}"), value);
            }
        }
        if text == before {
            break;
        }
    }
    // What is left of other variables is no program.
    text
}

/// Reads a justfile.
pub(super) fn just(text: &str) -> Targets {
    let mut targets = Targets::default();
    let mut open: Option<String> = None;
    for (number, line) in (1..).zip(text.lines()) {
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        if line.starts_with([' ', '\t']) {
            let command = trimmed.trim_start_matches(['@', '-']);
            if let Some(target) = open.as_ref().and_then(|name| targets.all.get_mut(name)) {
                target.commands.push((number, command.to_owned()));
            }
            continue;
        }
        open = recipe(&mut targets, trimmed, number);
    }
    targets
}

fn recipe(targets: &mut Targets, line: &str, number: u32) -> Option<String> {
    let (head, needs) = line.split_once(':')?;
    if needs.starts_with('=') || line.starts_with('[') || line.starts_with("set ") {
        return None;
    }
    let name = head.split_whitespace().next()?.trim_start_matches('@').to_owned();
    let words = needs.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')'));
    let needs = words
        .filter(|word| !word.is_empty() && *word != "&&")
        .map(str::to_owned)
        .collect();
    targets.first.get_or_insert_with(|| name.clone());
    let target = Target {
        line: number,
        needs,
        commands: Vec::new(),
    };
    targets.all.insert(name.clone(), target);
    Some(name)
}
