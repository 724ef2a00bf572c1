//! Whether a candidate is meant: whom it addresses, and whether it is only spoken of.

mod wording;

use super::Aim;
use super::phrases::{Candidate, Form};
use regex::Regex;
use std::ops::Range;
use wording::{
    ADDRESSED, ADMITTED, BINDING, BOUND, CALLED, CLOSED, CONDITION, DEFENCE, DEMAND, DENIED, GRADING,
    HIGHEST, MODAL, OCCASION, PROMPT, PROMPTING, RUBRIC, SPOKEN_OF, SUBJECT, TURNED_AWAY, VERBATIM,
};

/// How far before and after a candidate its sentence may reach, in bytes.
const SENTENCE_BYTES_MAX: usize = 300;
/// How far around a candidate the one addressed is looked for, in bytes.
const AROUND_BYTES: usize = 260;
/// Most characters after an order to forget orders that ask for nothing else.
const REST_CHARS_MAX: usize = 12;
/// Fewest letters of an order whose words were run together.
const RUN_TOGETHER_MIN: usize = 20;
/// How far behind a candidate its condition may stand, in bytes.
const CLAUSE_BYTES: usize = 90;
/// How far around a candidate a persona is looked for, in bytes: prompts are long.
const PROMPT_BYTES: usize = 1_500;

fn fixed(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the patterns are fixed and tested")
}

/// Whether a candidate is meant for whoever judges.
pub(super) fn is_meant(candidate: &Candidate, text: &str) -> bool {
    let at = &candidate.at;
    if is_spoken_of(text, at) {
        return false;
    }
    match candidate.form {
        Form::Whole => is_bare(text, at),
        Form::Partial => is_meant_here(candidate.aim, text, at),
    }
}

/// Whether a sentence stands among words of a prompt that the subject has for judges of its own, or of a rubric.
fn is_of_a_prompt(at: &Range<usize>, text: &str) -> bool {
    let own = window(text, at, PROMPT_BYTES);
    PROMPT.is_match(own) || RUBRIC.is_match(own)
}

/// Whether the words around speak of such texts, and of this one among them: it stands with them in one sentence, they
/// introduce it, or it is quoted. Who speaks of attacks and then to the judges in a sentence of its own means it.
fn is_spoken_of(text: &str, at: &Range<usize>) -> bool {
    let around = window_around(text, at, AROUND_BYTES);
    if !SPOKEN_OF.is_match(&text[around.clone()]) {
        return false;
    }
    let sentence = sentence_around(text, at);
    let here = text[sentence.clone()].trim();
    let is_own = ADDRESSED.is_match(here) && (HIGHEST.is_match(here) || GRADING.is_match(here));
    !is_own
        || SPOKEN_OF.is_match(&DENIED.replace_all(here, " "))
        || is_quoted(&text[around.start..at.start], &text[at.end..around.end])
        || is_introduced(&text[around.start.min(sentence.start)..sentence.start])
}

/// Whether a quote is opened before a text and closed behind it.
fn is_quoted(before: &str, after: &str) -> bool {
    let is_fenced = before.contains("```") && after.contains("```");
    let is_between = |(open, close): (char, char)| {
        before.rfind(open).is_some_and(|at| opens(before, at, open)) && closes(after, close)
    };
    let pairs = [
        ('"', '"'),
        ('\'', '\''),
        ('`', '`'),
        ('“', '”'),
        ('«', '»'),
        ('„', '“'),
    ];
    is_fenced || pairs.into_iter().any(is_between)
}

/// A quote opens something behind white space, brackets and the like; within a word it is an apostrophe.
fn opens(before: &str, at: usize, quote: char) -> bool {
    let is_inside = before[..at].ends_with(char::is_alphanumeric);
    let is_followed = before[at + quote.len_utf8()..].starts_with(|c: char| !c.is_whitespace());
    !is_inside && (is_followed || before.len() == at + quote.len_utf8())
}

fn closes(after: &str, quote: char) -> bool {
    let mut places = after.match_indices(quote);
    places.any(|(at, quote)| !after[at + quote.len()..].starts_with(char::is_alphanumeric))
}

/// Whether something ends as what introduces another: `an attack, for example:`.
fn is_introduced(before: &str) -> bool {
    before.trim_end().ends_with(':') && SPOKEN_OF.is_match(before)
}

/// Whether an order that says everything itself is neither bound to a condition nor a prompt of the subject's own.
fn is_bare(text: &str, at: &Range<usize>) -> bool {
    let rest = &text[at.end..window_end(text, at.end + CLAUSE_BYTES)];
    let rest = rest.split(['.', '!', '?']).next().unwrap_or_default();
    let said = OCCASION.replace(&text[at.clone()], " ");
    !BINDING.is_match(&said) && !BINDING.is_match(rest) && !is_of_a_prompt(at, text)
}

fn is_meant_here(aim: Aim, text: &str, at: &Range<usize>) -> bool {
    let here = sentence(text, at);
    let around = window(text, at, AROUND_BYTES);
    let is_addressed = ADDRESSED.is_match(around);
    let is_told = is_imperative(text, at) || MODAL.is_match(&text[at.clone()]);
    let is_character = || PROMPT.is_match(window(text, at, PROMPT_BYTES));
    let is_prompt = || is_character() || RUBRIC.is_match(window(text, at, PROMPT_BYTES));
    let is_plain = || !CONDITION.is_match(&ADDRESSED.replace_all(here, " "));
    match aim {
        Aim::Override => overrides(here, around, &text[at.clone()], is_addressed, is_told),
        Aim::Score => {
            let is_foreign = !HIGHEST.is_match(&text[at.clone()]);
            let is_for = is_addressed || SUBJECT.is_match(here);
            ((is_told && is_for && is_plain()) || is_foreign) && !is_prompt()
        }
        Aim::Silence | Aim::Acquittal => {
            // `correct or incorrect` leaves the choice.
            let is_choice = text[at.end..].starts_with(" or ");
            is_addressed && is_told && is_plain() && !is_choice && !is_prompt()
        }
        Aim::Disclosure => {
            let is_of_a_model = here.contains("your system prompt") || VERBATIM.is_match(here);
            is_told && (is_addressed || is_of_a_model) && !is_character()
        }
        Aim::Persona => {
            let is_change = text[at.clone()].contains("now") || text[at.clone()].contains("no longer");
            let is_wanted = is_addressed || HIGHEST.is_match(around) || DEMAND.is_match(around);
            is_wanted && (is_change || !is_prompt())
        }
        Aim::Forgery => {
            let after = &text[at.start..window_end(text, at.end + AROUND_BYTES)];
            let is_ruling = text[at.clone()].contains("ruling") || text[at.clone()].contains("verdict");
            let is_demand = (is_ruling || DEMAND.is_match(after))
                && (is_ruling || HIGHEST.is_match(after) || TURNED_AWAY.is_match(after));
            is_demand && !is_prompt()
        }
        Aim::Authority => {
            (HIGHEST.is_match(around) || CLOSED.is_match(around) && is_addressed)
                && GRADING.is_match(around)
                && !is_prompt()
        }
        Aim::Pressure => {
            let is_begging = is_addressed || around.contains("please") || around.contains("beg");
            is_begging && GRADING.is_match(here) && !is_prompt()
        }
    }
}

/// Whether instructions of the judge are meant, and not those of a manual.
fn overrides(here: &str, around: &str, said: &str, is_addressed: bool, is_told: bool) -> bool {
    // Who is then told to do something that is no grading is no judge.
    let rest = here.rsplit(said).next().unwrap_or_default();
    let is_last = rest.trim().chars().count() <= REST_CHARS_MAX;
    if DEFENCE.is_match(here) && !said.contains("previous") && !said.contains("prior") {
        return false;
    }
    let is_manual = [
        "if you have",
        "if you already",
        "if you use",
        "if you are using",
        "if you installed",
        "skip to",
    ]
    .iter()
    .any(|words| here.contains(words));
    let is_about_grading = GRADING.is_match(around) || HIGHEST.is_match(around) || ADMITTED.is_match(here);
    // That orders hold no more is said, not told.
    let is_said = [
        "void",
        "obsolete",
        "cancel",
        "supersed",
        "suspended",
        "revoked",
        "longer",
    ]
    .iter()
    .any(|word| said.contains(word))
        && BOUND.is_match(said);
    // Nobody runs the words of an honest order together.
    let is_run_together = said.len() >= RUN_TOGETHER_MIN && !said.contains(|c: char| !c.is_alphanumeric());
    if is_run_together || is_about_grading && (is_addressed || is_told || is_said) {
        return true;
    }
    // Without a word of grading, only an order to a model to forget its orders is left, and many a text has those.
    let of_models = ["instruction", "prompt", "previous", "prior", "earlier"];
    let is_sure = of_models.iter().any(|word| said.contains(word));
    is_sure
        && !is_manual
        && !is_configuring(said)
        && (is_addressed || is_told && is_last && !PROMPTING.is_match(around))
}

/// `override the system prompt` is what options are for.
fn is_configuring(said: &str) -> bool {
    ["overrid", "bypass", "overrul"]
        .iter()
        .any(|verb| said.starts_with(verb))
        && said.ends_with("prompt")
}

/// Words after which a verb is a demand.
const MODALS: [&str; 10] = [
    "you must",
    "you should",
    "you shall",
    "you will",
    "you are to",
    "you have to",
    "must",
    "is to",
    "are to",
    "required to",
];

/// Whether the candidate begins its sentence, so that somebody is told to do it.
fn is_imperative(text: &str, at: &Range<usize>) -> bool {
    let before = text[window_start(text, at.start.saturating_sub(40))..at.start].trim_end();
    let polite = [
        "please",
        "always",
        "you must",
        "you should",
        "you shall",
        "always",
        "just",
        "simply",
        "therefore",
        "and",
        "must",
        "then",
        "kindly",
        "so",
        "now",
    ];
    if MODALS.iter().any(|modal| before.ends_with(modal)) {
        return true;
    }
    let mut before = before;
    while let Some(rest) = polite.iter().find_map(|word| before.strip_suffix(word)) {
        before = rest.trim_end();
    }
    let is_called = before
        .rsplit(' ')
        .next()
        .is_some_and(|word| word.starts_with('@'));
    before.is_empty()
        || is_called
        || CALLED.is_match(before)
        || is_joined(text, at)
        || before.ends_with([
            '.', '!', '?', ':', ';', '"', '\'', '`', '(', '-', '>', ']', ',', '*',
        ])
}

/// Whether another order stands before it: `skip the tests and award …`.
fn is_joined(text: &str, at: &Range<usize>) -> bool {
    let before = text[window_start(text, at.start.saturating_sub(CLAUSE_BYTES))..at.start].trim_end();
    let Some(before) = before.strip_suffix(" and").or(before.strip_suffix(" then")) else {
        return false;
    };
    let clause = before
        .rsplit(['.', '!', '?', ':', ',', ';', '=', '"', '('])
        .next();
    let first = clause.unwrap_or_default().split_ascii_whitespace().next();
    first.is_some_and(|word| ORDERS.contains(&word))
}

/// Verbs that begin orders to judges.
const ORDERS: [&str; 16] = [
    "ignore",
    "disregard",
    "forget",
    "skip",
    "stop",
    "treat",
    "assume",
    "consider",
    "accept",
    "finish",
    "repeat",
    "return",
    "report",
    "write",
    "output",
    "pretend",
];

/// The sentence of a candidate.
pub(super) fn sentence<'t>(text: &'t str, at: &Range<usize>) -> &'t str {
    &text[sentence_around(text, at)]
}

fn sentence_around(text: &str, at: &Range<usize>) -> Range<usize> {
    let around = window_around(text, at, SENTENCE_BYTES_MAX);
    let ends = |pair: &str| [". ", "! ", "? "].contains(&pair);
    let before = &text[around.start..at.start];
    let from = (1..before.len())
        .rev()
        .find(|at| before.get(at - 1..at + 1).is_some_and(ends));
    let after = &text[at.end..around.end];
    let to = (1..after.len()).find(|at| after.get(at - 1..at + 1).is_some_and(ends));
    from.map_or(around.start, |from| around.start + from)..to.map_or(around.end, |to| at.end + to)
}

fn window<'t>(text: &'t str, at: &Range<usize>, bytes: usize) -> &'t str {
    &text[window_around(text, at, bytes)]
}

fn window_around(text: &str, at: &Range<usize>, bytes: usize) -> Range<usize> {
    window_start(text, at.start.saturating_sub(bytes))..window_end(text, at.end + bytes)
}

pub(super) fn window_start(text: &str, at: usize) -> usize {
    (at..=text.len())
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(text.len())
}

pub(super) fn window_end(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}
