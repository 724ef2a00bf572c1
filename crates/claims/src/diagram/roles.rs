//! Who a box of a diagram stands for: by the words that courts and investigations have for their people.

use court::pack::{Words, pack};
use subject::names::words;
use wordlist::head_of;

/// The two groups whose members work side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bench {
    /// Those who gather evidence.
    Detectives,
    /// Those who argue from it.
    Judges,
}

/// A member of a bench.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Role {
    /// Where it sits.
    pub bench: Bench,
    /// Which of them it is.
    pub who: String,
}

/// Fewest letters of a word that is cut short with a full stop, such as `insp.`.
const ABBREVIATION_MIN: usize = 3;
/// What is looked at, with the words for it.
const SUBJECTS: [(&str, &str); 3] = [
    ("repository", "repo repository code git"),
    ("documents", "doc docs document pdf"),
    ("pictures", "vision visual diagram image"),
];
/// Words that stand beside a subject without changing who is meant.
const FILLERS: [&str; 3] = ["node", "agent", "worker"];

/// The member that a label names, by its first part; remarks in brackets or after a colon do not count.
#[must_use]
pub fn role(label: &str) -> Option<Role> {
    let words = spelled_out(main_part(label));
    if words.is_empty() || words.len() > 5 || words.iter().any(|word| names_no_member(word)) {
        return None;
    }
    judge(&words)
        .map(|who| Role {
            bench: Bench::Judges,
            who,
        })
        .or_else(|| {
            let who = detective(&words)?;
            Some(Role {
                bench: Bench::Detectives,
                who,
            })
        })
}

/// Whether a word of a label names a place on the way, a group or a rule.
fn names_no_member(word: &str) -> bool {
    let (roles, groups) = (&pack().roles, &pack().groups);
    [&roles.helper.words, &roles.chief_justice.words, groups]
        .iter()
        .any(|list| list.is(word))
}

fn judge(words: &[String]) -> Option<String> {
    let roles = &pack().roles;
    let pairs: Vec<String> = words.windows(2).map(|pair| pair.concat()).collect();
    let has = |list: &Words| words.iter().chain(&pairs).any(|word| list.is(word));
    let names = ["prosecutor", "defense", "tech lead"];
    let mut personas = roles.personas().into_iter().zip(names);
    match personas.find(|(role, _)| has(&role.words)) {
        Some((_, name)) => Some(name.to_owned()),
        None => (has(&roles.judge.words) && words.len() > 1).then(|| words.join(" ")),
    }
}

fn detective(words: &[String]) -> Option<String> {
    let subject = words.iter().find_map(|word| head_of(&SUBJECTS, word));
    let looks = words.iter().any(|word| looks(word));
    let alone = words.len() == 1 || words.len() == 2 && FILLERS.contains(&words[1].as_str());
    match subject {
        Some(who) if looks || alone && who != "repository" || alone && words[0].starts_with("repo") => {
            Some(who.to_owned())
        }
        None if looks && words.len() > 1 => Some(words.join(" ")),
        _ => None,
    }
}

/// Whether a word in lower case is one for those who look.
pub(super) fn looks(word: &str) -> bool {
    pack().roles.detective.words.is(word)
}

/// The words of a label; where a narrow box made the last one short, the word that it is short for.
fn spelled_out(label: &str) -> Vec<String> {
    let mut words = words(label);
    let is_cut = label.trim_end().ends_with('.');
    let last = words
        .last_mut()
        .filter(|word| is_cut && word.len() >= ABBREVIATION_MIN);
    if let Some(last) = last
        && let Some(whole) = pack()
            .roles
            .detective
            .words
            .bare()
            .find(|looker| looker.starts_with(last.as_str()))
    {
        *last = whole.to_owned();
    }
    words
}

fn main_part(label: &str) -> &str {
    let label = label.trim_start_matches(|c: char| !c.is_alphanumeric());
    let end = label
        .find(['\n', '(', ':', '—', '–', '─', '<', ';'])
        .unwrap_or(label.len());
    &label[..end]
}

#[cfg(test)]
mod tests;
