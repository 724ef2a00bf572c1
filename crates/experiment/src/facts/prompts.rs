//! Facts about what judges were asked: whether their own words differ, and whether each was asked about everything.

use super::{Case, Fact, said_of};
use crate::scenario::REPLAY;
use crate::seen::Prompt;
use std::collections::BTreeSet;
use wordlist::array;

/// Words in which judges are named; prompts that differ in them alone do not differ.
const NAMES: [&str; 7] = array("prosecutor defense defence tech lead techlead judge");
/// A judge with fewer words of its own has no character.
const WORDS_MIN: usize = 8;
/// So many words or fewer within a shared text four times as long make no prompt that all readers would call one. Within a
/// text so many times as long they make none.
const FEW_WORDS: usize = 40;
const LOST_WITHIN: usize = 8;
/// In so many words at least a text is shared.
const SHARED_MIN: usize = 100;
/// Forms of calls, the one in which opinions are given first: a judge may also ask in preparation.
const FORMS: [&str; 5] = array("structured json tools client text");
/// Fewest criteria that show that judges go through a rubric.
const CRITERIA_MIN: usize = 3;

pub(super) fn facts(case: &Case<'_>) -> Vec<Fact> {
    [distinct(case), per_dimension(case)]
        .into_iter()
        .flatten()
        .collect()
}

fn distinct(case: &Case<'_>) -> Option<Fact> {
    const ID: &str = "judges.distinct_prompts";
    let prompts = &case.other(REPLAY)?.replayed.prompts;
    if prompts.len() < 3 {
        return None;
    }
    let judges = case.judges();
    let of_form = |form: &str| -> Vec<BTreeSet<String>> {
        let is_said =
            |one: &&Prompt<'_>| judges.contains(one.node) && (one.form == form || one.form.is_empty());
        let said = prompts.values().map(|said| said.iter().filter(is_said));
        said.filter_map(|said| common(said.map(|one| sentences(&one.text))))
            .collect()
    };
    let lines = FORMS
        .iter()
        .map(|form| of_form(form))
        .find(|lines| lines.len() >= 3)?;
    let own: Vec<BTreeSet<String>> = lines
        .iter()
        .map(|mine| {
            let is_shared = |line: &String| lines.iter().all(|other| other.contains(line));
            let own = mine.iter().filter(|line| !is_shared(line));
            own.flat_map(|line| threes(line)).collect()
        })
        .collect();
    let all: Vec<BTreeSet<String>> = lines
        .iter()
        .map(|mine| mine.iter().flat_map(|line| threes(line)).collect())
        .collect();
    let whole = most_common(&all)?;
    if is_hidden(&lines, LOST_WITHIN) {
        let why = format!(
            "the words of a judge are few, and lost in what all judges are told: {whole} % of whole prompts are common to two"
        );
        return Some(said_of(REPLAY, ID, false, why));
    }
    if is_hidden(&lines, 4) || own.iter().any(|own| own.len() < WORDS_MIN) {
        return Some(said_of(REPLAY, ID, false, "a judge has hardly a word of its own").unproved());
    }
    let most = most_common(&own)?;
    let why = format!(
        "at most {most} % of what is not common to all prompts is common to two, and {whole} % of whole prompts"
    );
    let fact = said_of(REPLAY, ID, most < 50, why);
    Some(if most < 50 { fact } else { fact.unproved() })
}

/// What all prompts of a judge say: the rest is about one criterion.
fn common(prompts: impl Iterator<Item = BTreeSet<String>>) -> Option<BTreeSet<String>> {
    prompts.reduce(|left, right| &left & &right)
}

/// Whether a judge's own words are few and lost in what all are told.
fn is_hidden(lines: &[BTreeSet<String>], times: usize) -> bool {
    let is_shared = |line: &String| lines.iter().all(|other| other.contains(line));
    lines.iter().any(|mine| {
        let (shared, own): (Vec<&String>, Vec<&String>) = mine.iter().partition(|line| is_shared(line));
        let count = |some: Vec<&String>| some.iter().map(|line| line.split(' ').count()).sum::<usize>();
        let (own, shared) = (count(own), count(shared));
        own <= FEW_WORDS
            && shared >= own * times
            && (times < LOST_WITHIN || own >= WORDS_MIN && shared >= SHARED_MIN)
    })
}

/// How much two of them have in common at most, in percent.
fn most_common(texts: &[BTreeSet<String>]) -> Option<usize> {
    let pairs = (0..texts.len()).flat_map(|left| (0..left).map(move |right| (left, right)));
    pairs
        .filter_map(|(left, right)| share(texts.get(left)?, texts.get(right)?))
        .max()
}

/// In percent of the shorter.
fn share(left: &BTreeSet<String>, right: &BTreeSet<String>) -> Option<usize> {
    let common = left.intersection(right).count();
    (common * 100).checked_div(left.len().min(right.len()))
}

fn sentences(prompt: &str) -> BTreeSet<String> {
    let parts = prompt.split(['\n', '.', '!', '?', ';']);
    parts.map(words).filter(|line| !line.is_empty()).collect()
}

fn words(text: &str) -> String {
    let text = text.to_lowercase();
    let words = text
        .split(|sign: char| !sign.is_alphanumeric())
        .filter(|word| !word.is_empty());
    words
        .map(|word| if NAMES.contains(&word) { "x" } else { word })
        .collect::<Vec<_>>()
        .join(" ")
}

fn threes(line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split(' ').collect();
    words.windows(3).map(|three| three.join(" ")).collect()
}

fn per_dimension(case: &Case<'_>) -> Option<Fact> {
    let (judged, asked) = case.other(REPLAY)?.replayed.bench?;
    let mut sets = judged.values().map(|ids| ids.iter().collect::<BTreeSet<_>>());
    let first = sets.next()?;
    let is_same = judged.len() >= 3 && sets.all(|other| other == first);
    let covers = first.len() >= CRITERIA_MIN && asked.iter().all(|id| first.contains(id));
    // Some of the subject's own criteria, whoever judges, and no other ones: the rest is never asked about.
    let lacking: Vec<&str> = asked
        .iter()
        .filter(|id| !first.contains(id))
        .map(String::as_str)
        .collect();
    let is_part = first.len() >= CRITERIA_MIN && first.iter().all(|id| asked.contains(id));
    if is_same && is_part && !lacking.is_empty() {
        let why = format!("no judge opined on {}", lacking.join(", "));
        return Some(said_of(REPLAY, "judges.per_dimension", false, why));
    }
    let why = format!(
        "each of {} judges opined on the same {} criteria",
        judged.len(),
        first.len()
    );
    let fact = (is_same && covers).then(|| said_of(REPLAY, "judges.per_dimension", true, why))?;
    // Without a rubric of the subject's own nobody knows whether there are more.
    Some(if asked.is_empty() { fact.unproved() } else { fact })
}

#[cfg(test)]
mod tests;
