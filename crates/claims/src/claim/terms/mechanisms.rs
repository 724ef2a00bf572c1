//! What a passage names: mechanisms, which tell how a thing is done, and actors, which only tell who.

use super::letters;
use std::collections::BTreeSet;

/// Words, by their beginning, for how something is built and in what order it runs.
const MECHANISMS: [&str; 48] = [
    "node",
    "edge",
    "reducer",
    "merg",
    "aggregat",
    "parallel",
    "concurren",
    "conditional",
    "rout",
    "branch",
    "barrier",
    "overrid",
    "overrul",
    "overwrit",
    "cap",
    "rule",
    "varian",
    "threshold",
    "reevaluat",
    "retr",
    "prompt",
    "persona",
    "schema",
    "validat",
    "determinis",
    "weight",
    "function",
    "module",
    "class",
    "method",
    "superstep",
    "dispatch",
    "converg",
    "append",
    "concatenat",
    "dict",
    "runtime",
    "trigger",
    "averag",
    "tie",
    "lock",
    "race",
    "queue",
    "snapshot",
    "checkpoint",
    "loop",
    "dissent",
    "typeddict",
];
/// Words, by their beginning, for who acts and on what.
const ACTORS: [&str; 17] = [
    "judge",
    "prosecutor",
    "defense",
    "defence",
    "detective",
    "investigator",
    "analyst",
    "inspector",
    "justice",
    "evidence",
    "opinion",
    "state",
    "graph",
    "agent",
    "score",
    "rubric",
    "output",
];
/// Names with a capital inside that name products, not parts of a program.
const PRODUCTS: [&str; 14] = [
    "github",
    "gitlab",
    "langgraph",
    "langchain",
    "langsmith",
    "openai",
    "chatgpt",
    "javascript",
    "typescript",
    "deepseek",
    "linkedin",
    "youtube",
    "mongodb",
    "postgresql",
];

/// The distinct things that a passage names.
#[derive(Debug, Default)]
pub(super) struct Named {
    pub(super) mechanisms: BTreeSet<String>,
    pub(super) actors: BTreeSet<String>,
}

impl Named {
    pub(super) fn in_text(text: &str) -> Self {
        let mut named = Self::default();
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
            for (list, set) in [
                (&MECHANISMS[..], &mut named.mechanisms),
                (&ACTORS[..], &mut named.actors),
            ] {
                set.extend(
                    list.iter()
                        .filter(|start| begins(&plain, start))
                        .map(|start| (*start).to_owned()),
                );
            }
        }
        named
    }
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
