//! How a statement is said: whether it speaks of the subject as it is, or of plans, the past, others, examples.

use super::words::{begins, has_word, words};

/// How a statement is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mood {
    /// It says what is.
    Plain,
    /// It says what is under a condition.
    Conditional,
    /// It says what is not.
    Denied,
    /// It says what was, is wished for, is elsewhere, or what somebody else said.
    Other,
}

/// Words that make a statement a plan or a wish.
const WISHES: [&str; 33] = [
    "will",
    "would",
    "should",
    "could",
    "might",
    "may",
    "plan",
    "planned",
    "planning",
    "plans",
    "future",
    "todo",
    "tbd",
    "propos",
    "roadmap",
    "upcoming",
    "eventually",
    "intend",
    "recommend",
    "suggest",
    "consider",
    "later",
    "ideally",
    "aims",
    "hope",
    "want",
    "requir",
    "expect",
    "needs",
    "mitigat",
    "timeline",
    "deadline",
    "eod",
];
/// Words of what was.
const PAST: [&str; 17] = [
    "initially",
    "originally",
    "previously",
    "formerly",
    "earlier",
    "legacy",
    "naive",
    "before",
    "early",
    "prior",
    "older",
    "past",
    "deprecat",
    "obsolete",
    "superseded",
    "evolved",
    "once",
];
/// Words of other repositories, of examples, of what others say, of what was not chosen.
const ELSEWHERE: [&str; 43] = [
    "peer",
    "peers",
    "target",
    "targets",
    "audited",
    "their",
    "candidate",
    "student",
    "submission",
    "example",
    "examples",
    "instance",
    "hypothetic",
    "alternativ",
    "instead",
    "rather",
    "unlike",
    "versus",
    "compared",
    "rejected",
    "your",
    "others",
    "another",
    "noted",
    "flagged",
    "praised",
    "charged",
    "argued",
    "claimed",
    "claims",
    "caught",
    "complain",
    "accus",
    "tutorial",
    "e.g",
    "someone",
    "naively",
    "trade",
    "tradeoff",
    "suppose",
    "imagine",
    "external",
    "upstream",
];
/// Beginnings of sentences that tell somebody to do something.
const ORDERS: [&str; 30] = [
    "implement",
    "add",
    "move",
    "create",
    "extract",
    "refactor",
    "replace",
    "introduce",
    "make",
    "update",
    "extend",
    "consider",
    "ensure",
    "strengthen",
    "improve",
    "migrate",
    "switch",
    "convert",
    "remove",
    "rename",
    "adopt",
    "try",
    "check",
    "verify",
    "avoid",
    "store",
    "use",
    "provide",
    "follow",
    "write",
];
/// Those who judge, and what they do when they are quoted.
const JUDGES: [&str; 10] = [
    "prosecutor",
    "defense",
    "defence",
    "techlead",
    "lead",
    "judge",
    "judges",
    "audit",
    "auditor",
    "reviewer",
];
const JUDGED: [&str; 18] = [
    "found",
    "cited",
    "confirmed",
    "reported",
    "concluded",
    "observed",
    "wanted",
    "saw",
    "scored",
    "gave",
    "praises",
    "argues",
    "notes",
    "claims",
    "highlights",
    "commends",
    "acknowledges",
    "credits",
];
/// Headings under which nothing is said of the subject as it is.
const HEADINGS: [&str; 51] = [
    "planned",
    "plan",
    "proposed",
    "future",
    "roadmap",
    "example",
    "examples",
    "target",
    "peer",
    "peers",
    "todo",
    "template",
    "alternative",
    "limitation",
    "remediation",
    "recommendation",
    "next",
    "failure",
    "anticipated",
    "changelog",
    "changes",
    "history",
    "lesson",
    "reflection",
    "evolution",
    "evolv",
    "migrat",
    "comparison",
    "compar",
    "faq",
    "troubleshoot",
    "contribut",
    "troubles",
    "milestone",
    "upcoming",
    "challenge",
    "background",
    "problem",
    "progress",
    "wip",
    "ongoing",
    "deferred",
    "feedback",
    "minmax",
    "release",
    "v1",
    "before",
    "ideas",
    "improvement",
    "extensib",
    "priority",
];
/// Words that deny.
const DENIALS: [&str; 18] = [
    "not", "no", "never", "without", "none", "nor", "neither", "cannot", "lack", "lacks", "lacking",
    "missing", "absent", "fails", "zero", "nothing", "avoids", "avoiding",
];

/// Signs of what is not done, not so or not yet so.
const OPEN: [&str; 8] = ["[ ]", "❌", "⏳", "🚧", "🔜", "⬜", "☐", "✗"];

/// How a sentence under a heading is said, both in lower case.
pub(super) fn mood(lower: &str, heading: &str) -> Mood {
    let sentence = lower.trim_start_matches(|c: char| !c.is_alphabetic());
    let first = words(sentence).next().unwrap_or_default();
    let is_order = ORDERS.contains(&first);
    let is_said = has_word(heading, &HEADINGS) && !is_solution(lower);
    let is_question = lower.trim_end().ends_with('?');
    let is_open = OPEN.iter().any(|sign| lower.contains(sign));
    if is_order
        || is_open
        || is_torn(lower)
        || is_data(lower)
        || is_said
        || is_question
        || has_word(lower, &WISHES)
        || has_word(lower, &PAST)
        || is_elsewhere(lower)
        || is_judged(lower)
    {
        Mood::Other
    } else if words(lower)
        .any(|word| DENIALS.contains(&word) || word.ends_with("n't") || word.ends_with("n’t"))
    {
        Mood::Denied
    } else if words(lower).any(|word| matches!(word, "if" | "unless" | "whether" | "optional" | "optionally"))
    {
        Mood::Conditional
    } else {
        Mood::Plain
    }
}

fn is_elsewhere(lower: &str) -> bool {
    has_word(lower, &ELSEWHERE)
        || [
            "e.g.",
            "for instance",
            "such as",
            " vs. ",
            "no longer",
            "used to ",
            // Any one, and not this.
            "a repo with",
            "a repo that",
            "a repository with",
            "a repository that",
            "any repo",
        ]
        .iter()
        .any(|part| lower.contains(part))
}

/// A form to be filled in, or cells of a table of which the first is lost.
fn is_torn(lower: &str) -> bool {
    let is_cell = lower.contains(" | ") && !lower.starts_with('|') && !lower.contains('[');
    lower.contains("{{") || is_cell
}

/// A key with its value, as data has them: what stands there is an example or a form.
fn is_data(lower: &str) -> bool {
    let quotes = ['"', '“', '”'];
    let key = lower
        .trim_start()
        .strip_prefix(quotes)
        .and_then(|rest| rest.split_once(quotes));
    key.is_some_and(|(key, rest)| !key.contains(' ') && rest.trim_start().starts_with(':'))
}

/// What a judge is told to have found: the words of another audit, about what it saw then.
fn is_judged(lower: &str) -> bool {
    let words: Vec<&str> = words(lower).collect();
    words
        .windows(2)
        .any(|pair| JUDGES.contains(&pair[0]) && JUDGED.contains(&pair[1]))
}

/// Under a heading of challenges, what is said to solve them is there.
fn is_solution(lower: &str) -> bool {
    words(lower).take(3).any(|word| begins(word, "solution"))
}
