//! What a passage names: mechanisms, which tell how a thing is done, and actors, which only tell who.

use super::letters;
use court::pack::pack;
use std::collections::BTreeSet;
use wordlist::Words;

/// Names with a capital inside that name products, not parts of a program.
static PRODUCTS: Words =
    Words::new(|| wordlist::words(include_str!("../../../words/mechanisms_products.txt")));

/// The distinct things that a passage names.
#[derive(Debug, Default)]
pub(super) struct Named {
    pub(super) mechanisms: BTreeSet<String>,
    pub(super) actors: BTreeSet<String>,
}

impl Named {
    pub(super) fn in_text(text: &str) -> Self {
        let mut named = Self::default();
        let lists = (pack().mechanisms.bare().collect::<Vec<_>>(), actors());
        for word in
            text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '"' | '→' | '|' | '[' | ']'))
        {
            let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '(' && c != ')');
            if is_code(word) {
                named
                    .mechanisms
                    .insert(word.trim_end_matches(['(', ')']).to_lowercase());
                continue;
            }
            let plain = letters(&word.to_lowercase());
            for (list, set) in [(&lists.0, &mut named.mechanisms), (&lists.1, &mut named.actors)] {
                let begun = list.iter().filter(|start| begins(&plain, start));
                set.extend(begun.map(|start| (*start).to_owned()));
            }
        }
        named
    }
}

/// Words, by their beginning, for who acts and on what.
fn actors() -> Vec<&'static str> {
    let roles = &pack().roles;
    let seats = [&roles.detective, &roles.judge, &roles.chief_justice];
    let all = seats.into_iter().chain(roles.personas());
    all.flat_map(|role| role.words.bare())
        .chain(pack().things.bare())
        .collect()
}

/// Short beginnings must be the whole word: `cap` is not `capable`, `tie` not `tied to`.
fn begins(word: &str, start: &str) -> bool {
    if start.len() > 4 {
        return word.starts_with(start);
    }
    word.strip_prefix(start).is_some_and(|rest| {
        matches!(
            rest,
            "" | "s" | "e" | "es" | "ed" | "er" | "ing" | "y" | "ies" | "ped" | "ries"
        )
    }) || start == "merg" && word.starts_with(start)
}

/// A name as programs have it: `evidence_aggregator`, `StateGraph`, `operator.add`, `Send()`, `src/graph.py`.
fn is_code(word: &str) -> bool {
    let inner = word.trim_end_matches("()");
    let letters = inner.chars().filter(|c| c.is_alphabetic()).count();
    let camel = inner
        .chars()
        .zip(inner.chars().skip(1))
        .any(|(a, b)| a.is_lowercase() && b.is_uppercase());
    let dotted = inner.split('.').count() == 2
        && inner
            .split('.')
            .all(|side| side.len() > 2 && side.chars().all(|c| c.is_alphanumeric() || c == '_'));
    letters >= 3
        && (word.ends_with("()")
            || inner.contains('_')
            || dotted
            || camel && !PRODUCTS.contains(&inner.to_lowercase().as_str()))
}
