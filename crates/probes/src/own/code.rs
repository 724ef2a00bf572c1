//! All patterns and rules of a rubric in one round over the files. Each file is parsed once at most, and only if it
//! holds a word that some rule needs.

use super::compile::{self, Compiled, Flaw};
use super::page::{Page, Steps};
use super::scope::{Paths, is_in};
use super::tongue::Tongue;
use aho_corasick::AhoCorasick;
use ast_grep_core::AstGrep;
use court::protocol::own::{Own, Part};
use probes_core::Subject;
use std::collections::{BTreeMap, BTreeSet};
use subject::parallel;
use syntax::Language;

/// Most places that are kept of one probe in one file; all are counted.
const PLACES_MAX: usize = 200;

/// First and last line, 1-based.
pub type Lines = (u32, u32);

/// What a probe found in the whole tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// How many files of its languages and paths there are, those in `missed` included.
    pub files: usize,
    /// Files with matches: path, number of matches, first and last lines of the first ones.
    pub hits: Vec<(String, usize, Vec<Lines>)>,
    /// Files in which a rule was stopped or that could not be read, with the reason.
    pub missed: Vec<(String, &'static str)>,
}

/// One rule, and whose it is.
struct Rule<'a> {
    /// Index of its probe among those that are looked for together.
    probe: usize,
    compiled: &'a Compiled,
    /// Which of the words it needs; empty where it needs none.
    words: Vec<usize>,
}

/// The rules of one language.
struct Group<'a> {
    rules: Vec<Rule<'a>>,
    /// Indices of rules by kind of node.
    by_kind: Vec<Vec<usize>>,
    /// Finds the words that rules need; `None` where some rule needs none, or there are none.
    words: Option<AhoCorasick>,
    /// Whether every rule needs some word.
    is_worded: bool,
    count: usize,
}

/// Where a probe looks.
struct Scope {
    paths: Paths,
    part: Part,
}

/// What came of one file.
struct Seen {
    /// Probes that concern it.
    concerned: Vec<usize>,
    hits: BTreeMap<usize, (usize, Vec<Lines>)>,
    /// Probes that were stopped, and why.
    stopped: Vec<(usize, &'static str)>,
}

/// What each probe of code finds, in their order.
///
/// # Errors
/// When a definition cannot be used.
pub(super) fn search(owns: &[&Own], snapshot: &Subject) -> Result<Vec<Found>, Flaw> {
    let compiled: Vec<Vec<Compiled>> = owns
        .iter()
        .map(|own| compile::code(own))
        .collect::<Result<_, _>>()?;
    let scopes: Vec<Scope> = owns.iter().map(|own| scope(own)).collect::<Result<_, _>>()?;
    let groups = groups(&compiled);
    let files: Vec<(&String, &str)> = snapshot
        .files
        .iter()
        .filter(|(path, _)| may_concern(path, &groups))
        .filter_map(|(path, file)| Some((path, file.text()?)))
        .collect();
    let seen = parallel::map(&files, |(path, text)| see(path, text, &groups, &scopes));
    let mut found = vec![Found::default(); owns.len()];
    for ((path, _), seen) in files.iter().zip(seen) {
        record(&mut found, path, seen);
    }
    unread(&mut found, snapshot, &groups, &scopes);
    Ok(found)
}

/// Whether what a probe looks for in code can be looked for.
pub(super) fn check(own: &Own) -> Result<(), Flaw> {
    compile::code(own).map(|_| ())
}

fn scope(own: &Own) -> Result<Scope, Flaw> {
    let paths = Paths::of(&own.paths).map_err(|problem| Flaw {
        at: format!("{}.paths", own.at),
        problem,
        fix: None,
    })?;
    Ok(Scope {
        paths,
        part: own.part,
    })
}

/// A header may be in either of two languages, which its text decides.
fn may_concern(path: &str, groups: &BTreeMap<Language, Group<'_>>) -> bool {
    match Language::of(path, "") {
        Some(Language::C) => groups.contains_key(&Language::C) || groups.contains_key(&Language::Cpp),
        Some(language) => groups.contains_key(&language),
        None => false,
    }
}

fn groups(compiled: &[Vec<Compiled>]) -> BTreeMap<Language, Group<'_>> {
    let mut by_language: BTreeMap<Language, Vec<(usize, &Compiled)>> = BTreeMap::new();
    for (probe, rules) in compiled.iter().enumerate() {
        for rule in rules {
            by_language.entry(rule.tongue.0).or_default().push((probe, rule));
        }
    }
    let group = |(language, rules)| (language, Group::of(rules));
    by_language.into_iter().map(group).collect()
}

impl<'a> Group<'a> {
    fn of(rules: Vec<(usize, &'a Compiled)>) -> Self {
        let needed = rules.iter().flat_map(|(_, rule)| rule.needs.iter().flatten());
        let words: Vec<&str> = needed
            .map(String::as_str)
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect();
        let index = |word: &String| words.binary_search(&word.as_str()).ok();
        let with_words = |(probe, compiled): (usize, &'a Compiled)| Rule {
            probe,
            compiled,
            words: compiled.needs.iter().flatten().filter_map(index).collect(),
        };
        let is_worded = rules.iter().all(|(_, rule)| rule.needs.is_some());
        let rules: Vec<Rule<'a>> = rules.into_iter().map(with_words).collect();
        let mut by_kind: Vec<Vec<usize>> = Vec::new();
        for (at, rule) in rules.iter().enumerate() {
            for kind in &rule.compiled.kinds {
                if by_kind.len() <= kind {
                    by_kind.resize(kind + 1, Vec::new());
                }
                if let Some(slot) = by_kind.get_mut(kind) {
                    slot.push(at);
                }
            }
        }
        Self {
            rules,
            by_kind,
            count: words.len(),
            // Without it, rules are tried on every text: slower, never wrong.
            words: AhoCorasick::new(&words).ok().filter(|_| !words.is_empty()),
            is_worded,
        }
    }

    /// Which of the words a text holds; `None` where it need not be parsed.
    fn held(&self, text: &str) -> Option<Vec<bool>> {
        let Some(words) = &self.words else {
            return Some(vec![true; self.count]);
        };
        let mut held = vec![false; self.count];
        if self.is_worded && !words.is_match(text) {
            return None;
        }
        let mut missing = self.count;
        for found in words.find_overlapping_iter(text) {
            if let Some(slot) = held.get_mut(found.pattern().as_usize())
                && !std::mem::replace(slot, true)
            {
                missing -= 1;
                if missing == 0 {
                    break;
                }
            }
        }
        Some(held)
    }
}

fn see(path: &str, text: &str, groups: &BTreeMap<Language, Group<'_>>, scopes: &[Scope]) -> Seen {
    let mut seen = Seen {
        concerned: Vec::new(),
        hits: BTreeMap::new(),
        stopped: Vec::new(),
    };
    let language = Language::of(path, text);
    let Some((language, group)) = language.and_then(|language| Some((language, groups.get(&language)?)))
    else {
        return seen;
    };
    let mut live: Vec<bool> = group
        .rules
        .iter()
        .map(|rule| concerns(rule, path, scopes))
        .collect();
    let probes = group.rules.iter().zip(&live).filter(|(_, live)| **live);
    seen.concerned = probes.map(|(rule, _)| rule.probe).collect();
    seen.concerned.dedup();
    if seen.concerned.is_empty() {
        return seen;
    }
    if text.len() > syntax::TEXT_BYTES_MAX {
        seen.stop(group, &live, "too large to be parsed");
        return seen;
    }
    let Some(held) = group.held(text) else {
        return seen;
    };
    for (rule, live) in group.rules.iter().zip(&mut live) {
        let has_word = rule.words.iter().any(|word| held.get(*word) == Some(&true));
        *live &= rule.compiled.needs.is_none() || has_word;
    }
    if live.contains(&true) {
        match_all(text, Tongue(language), group, &live, &mut seen);
    }
    seen
}

fn concerns(rule: &Rule<'_>, path: &str, scopes: &[Scope]) -> bool {
    let in_scope = scopes
        .get(rule.probe)
        .is_some_and(|scope| is_in(scope.part, path) && scope.paths.has(path));
    in_scope && rule.compiled.paths.as_ref().is_none_or(|paths| paths.has(path))
}

impl Seen {
    /// Notes that the rules which live could not look.
    fn stop(&mut self, group: &Group<'_>, live: &[bool], why: &'static str) {
        let stopped = group.rules.iter().zip(live).filter(|(_, live)| **live);
        self.stopped.extend(stopped.map(|(rule, _)| (rule.probe, why)));
        self.stopped.dedup();
    }
}

/// Tries each rule at each node of the kinds that it may match.
fn match_all(text: &str, tongue: Tongue, group: &Group<'_>, live: &[bool], seen: &mut Seen) {
    let Some(page) = Page::parse(text, tongue) else {
        seen.stop(group, live, "the parser gave up");
        return;
    };
    page.refuel();
    let mut fuel = vec![page.fuel(); group.rules.len()];
    let root = AstGrep::doc(page);
    let whole = root.root();
    let page = whole.get_doc();
    let Some(candidates) = candidates(page, group, live) else {
        seen.stop(group, live, "nested too deeply");
        return;
    };
    let mut places: BTreeMap<usize, BTreeSet<(usize, usize)>> = BTreeMap::new();
    for (node, rules) in candidates {
        for at in rules.iter().filter(|at| live.get(**at) == Some(&true)) {
            let (Some(rule), Some(left)) = (group.rules.get(*at), fuel.get_mut(*at)) else {
                continue;
            };
            if *left == 0 {
                continue;
            }
            page.set_fuel(u64::MAX);
            let candidate = root.adopt(page.leaf(node));
            page.set_fuel(*left);
            let is_match = rule.compiled.finder.is_at(candidate);
            *left = page.fuel();
            // What was found on the last drop may be an artefact of having seen no more.
            if *left == 0 {
                seen.stopped.push((rule.probe, "the rule takes too many steps"));
            } else if is_match
                && places
                    .entry(rule.probe)
                    .or_default()
                    .insert((node.start_byte(), node.end_byte()))
            {
                let (count, lines) = seen.hits.entry(rule.probe).or_default();
                *count += 1;
                if lines.len() < PLACES_MAX {
                    lines.push(lines_of(node));
                }
            }
        }
    }
    seen.stopped.sort_unstable();
    seen.stopped.dedup();
}

/// The nodes that some rule may match, in the order of the text, with the rules of their kinds. `None` where the tree is
/// so deep that following it by recursion is not safe.
fn candidates<'t, 'g>(
    page: &'t Page,
    group: &'g Group<'_>,
    live: &[bool],
) -> Option<Vec<(tree_sitter::Node<'t>, &'g [usize])>> {
    let wanted: Vec<bool> = group
        .by_kind
        .iter()
        .map(|rules| rules.iter().any(|at| live.get(*at) == Some(&true)))
        .collect();
    let mut found = Vec::new();
    let mut width = 0;
    let mut steps = Steps::from(page.tree().walk());
    loop {
        if steps.depth() > syntax::DEPTH_MAX {
            return None;
        }
        let node = steps.node();
        width = node.child_count().max(width);
        let kind = usize::from(node.kind_id());
        if wanted.get(kind) == Some(&true)
            && let Some(rules) = group.by_kind.get(kind)
        {
            found.push((node, rules.as_slice()));
        }
        if !steps.advance() {
            page.set_width(width);
            return Some(found);
        }
    }
}

fn lines_of(node: tree_sitter::Node<'_>) -> Lines {
    let span = python::parse::span(node);
    (span.first, span.last)
}

fn record(found: &mut [Found], path: &str, seen: Seen) {
    for probe in seen.concerned {
        if let Some(found) = found.get_mut(probe) {
            found.files += 1;
        }
    }
    for (probe, (count, lines)) in seen.hits {
        if let Some(found) = found.get_mut(probe) {
            found.hits.push((path.to_owned(), count, lines));
        }
    }
    for (probe, why) in seen.stopped {
        if let Some(found) = found.get_mut(probe) {
            found.missed.push((path.to_owned(), why));
        }
    }
}

/// Files of the languages that are no text, or were left out of the snapshot.
fn unread(found: &mut [Found], snapshot: &Subject, groups: &BTreeMap<Language, Group<'_>>, scopes: &[Scope]) {
    let left_out = snapshot.skipped.iter().map(|skipped| (&skipped.path, "not read"));
    let binary = snapshot.files.iter().filter(|(_, file)| file.text().is_none());
    let binary = binary.map(|(path, _)| (path, "no UTF-8 text"));
    for (path, why) in left_out.chain(binary) {
        let Some(group) = Language::of(path, "").and_then(|language| groups.get(&language)) else {
            continue;
        };
        let concerned: BTreeSet<usize> = group
            .rules
            .iter()
            .filter(|rule| concerns(rule, path, scopes))
            .map(|rule| rule.probe)
            .collect();
        for probe in concerned {
            if let Some(found) = found.get_mut(probe) {
                found.files += 1;
                found.missed.push((path.clone(), why));
            }
        }
    }
}
