//! `judges.distinct_prompts`

use super::bench::{Judge, Speaker, bench, search_of_bench};
use super::seats::{of_judges, unless_asked};
use langgraph::audited::{Court, Sitting};
use probes_core::{Answer, Probe, Subject};
use std::collections::{BTreeMap, BTreeSet};

/// Words in a row that are compared.
const SHINGLE_WORDS: usize = 3;
/// Fewest words of its own that give a judge a character.
const OWN_WORDS_MIN: usize = 8;
/// From this share on, in percent, two prompts are the same prompt.
const SHARED_MAX: usize = 50;

pub(super) const PROBE: Probe = Probe::of_code(
    "judges.distinct_prompts",
    "The judges' own instructions share less than half of their wording",
    |snapshot| of_judges(snapshot, |court| answer(snapshot, court)),
);

fn answer(snapshot: &Subject, court: &Court) -> Answer {
    let bench = bench(snapshot, court);
    let places: Vec<_> = bench
        .values()
        .filter_map(|judge| judge.places.first().cloned())
        .collect();
    let search = || search_of_bench(snapshot, court, &bench);
    let asks = |judge: &Sitting| court.model_calls(judge).next().is_some();
    if !court.judges.iter().any(asks) {
        let rationale = "the judges ask no model: there are no instructions to tell apart";
        return Answer::absent(rationale, unless_asked(snapshot, search()));
    }
    if bench.len() < 2 {
        return Answer::absent("only one judge is heard", search());
    }
    let own = own_words(&bench);
    let unknown = bench.values().find_map(|judge| judge.open.clone());
    let search = || match &unknown {
        Some(place) => search().open(
            place.clone(),
            "what words the judge is given is only known when it runs",
        ),
        None => search(),
    };
    // Few words are a character all the same where hardly anything is said to every judge.
    let is_alike = |speaker: &Speaker, own: &[String]| {
        let all: usize = bench[speaker].texts.iter().map(|text| words(text).count()).sum();
        own.is_empty() || own.len() < OWN_WORDS_MIN && all > own.len() * 2
    };
    if let Some((speaker, words)) = own.iter().find(|(speaker, words)| is_alike(speaker, words)) {
        let count = words.len();
        let rationale = format!(
            "{} is given {count} words that are not given to every judge",
            speaker.name()
        );
        return Answer::absent(rationale, search());
    }
    let (first, second, share) = closest(&own);
    let rationale = format!(
        "the instructions nearest to each other, of {first} and {second}, share {share} % of their three-word sequences, sentences given to every judge left out"
    );
    match share < SHARED_MAX {
        true => Answer::present(rationale).at_all(places),
        false => Answer::absent(rationale, search()),
    }
}

/// The words of each judge's sentences that not every judge is given.
pub(super) fn own_words(bench: &BTreeMap<Speaker, Judge>) -> BTreeMap<&Speaker, Vec<String>> {
    let sentences = |judge: &Judge| -> Vec<Vec<String>> {
        let lines = judge.texts.iter().flat_map(|text| text.lines());
        let sentences = lines.flat_map(|line| line.split_inclusive(['.', '!', '?', ';']));
        let worded = sentences.map(|sentence| words(sentence).collect::<Vec<_>>());
        worded.filter(|sentence| !sentence.is_empty()).collect()
    };
    let all: BTreeMap<&Speaker, Vec<Vec<String>>> = bench
        .iter()
        .map(|(speaker, judge)| (speaker, sentences(judge)))
        .collect();
    // Who is heard beside the three is asked something else: that it lacks a sentence gives nobody a character.
    let is_persona = |speaker: &Speaker| matches!(speaker, Speaker::Persona(_));
    let personas = all.keys().filter(|speaker| is_persona(speaker)).count();
    let compared = all
        .iter()
        .filter(|(speaker, _)| personas < 2 || is_persona(speaker));
    let sets: Vec<BTreeSet<&Vec<String>>> = compared
        .map(|(_, sentences)| sentences.iter().collect())
        .collect();
    let is_shared = |sentence: &Vec<String>| sets.iter().all(|set| set.contains(sentence));
    let own = |sentences: &Vec<Vec<String>>| {
        let own = sentences.iter().filter(|sentence| !is_shared(sentence));
        own.flatten().cloned().collect()
    };
    all.iter()
        .map(|(speaker, sentences)| (*speaker, own(sentences)))
        .collect()
}

fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
}

/// The two judges whose words are nearest to each other, and the share of the shorter one's in percent.
fn closest<'a>(own: &BTreeMap<&'a Speaker, Vec<String>>) -> (&'a str, &'a str, usize) {
    let shingles: Vec<(&Speaker, BTreeSet<&[String]>)> = own
        .iter()
        .map(|(speaker, words)| (*speaker, words.windows(SHINGLE_WORDS).collect()))
        .collect();
    let mut worst = ("", "", 0);
    for (index, (first, left)) in shingles.iter().enumerate() {
        for (second, right) in &shingles[index + 1..] {
            let share = left.intersection(right).count() * 100 / left.len().min(right.len()).max(1);
            if share > worst.2 || worst.0.is_empty() {
                worst = (first.name(), second.name(), share);
            }
        }
    }
    worst
}
