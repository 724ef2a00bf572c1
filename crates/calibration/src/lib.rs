//! How far a panel agrees with people: their labels, the measures, and the licence that comes of them.

pub mod labels;
pub mod licence;
pub mod measure;
pub mod page;
#[cfg(test)]
mod tests;

use labels::Labels;
use measure::{Agreement, Pair};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Who is measured beside the judges.
pub const RULING: &str = "ruling";

/// Votes and rulings, by subject, dimension and who.
pub type Votes = BTreeMap<(String, String, String), f64>;

/// The votes that count and the ruling of each dimension of a report.
pub fn votes(subject: &str, report: &Value) -> Votes {
    let mut votes = Votes::new();
    for criterion in report["criteria"].as_array().into_iter().flatten() {
        let Some(id) = criterion["dimension_id"].as_str() else {
            continue;
        };
        let key = |who: &str| (subject.to_owned(), id.to_owned(), who.to_owned());
        let opinions = criterion["judge_opinions"].as_array().into_iter().flatten();
        // Of two hearings the last one counts.
        for opinion in opinions {
            let (Some(judge), Some(score)) = (opinion["judge"].as_str(), opinion["score"].as_f64()) else {
                continue;
            };
            votes.insert(key(judge), score);
        }
        if let Some(score) = criterion["final_score"].as_f64() {
            votes.insert(key(RULING), score);
        }
    }
    votes
}

/// The pairs of people's and given scores, by dimension and who.
pub fn pairs(labels: &Labels, votes: &Votes) -> BTreeMap<(String, String), Vec<Pair>> {
    let mut pairs: BTreeMap<(String, String), Vec<Pair>> = BTreeMap::new();
    for ((subject, dimension, who), given) in votes {
        let label = labels.scores.get(&(subject.clone(), dimension.clone()));
        if let Some(label) = label.and_then(|scores| scores.first()) {
            let key = (dimension.clone(), who.clone());
            pairs.entry(key).or_default().push((*label, *given));
        }
    }
    pairs
}

/// How the first two people agree, where two labelled the same.
pub fn people(labels: &Labels, dimension: Option<&str>) -> Option<Agreement> {
    let of = labels
        .scores
        .iter()
        .filter(|((_, known), _)| dimension.is_none_or(|wanted| wanted == known));
    let twice = of.filter_map(|(_, scores)| Some((*scores.first()?, *scores.get(1)?)));
    Agreement::of(&twice.collect::<Vec<_>>())
}

/// Of all votes that are there twice, how many are others.
pub fn flips(base: &Votes, other: &Votes) -> [usize; 2] {
    let both = base
        .iter()
        .filter_map(|(key, vote)| Some((vote, other.get(key)?)));
    let both: Vec<(&f64, &f64)> = both.collect();
    let flipped = both.iter().filter(|(left, right)| left != right).count();
    [flipped, both.len()]
}

/// How far apart the votes of several runs lie, in the mean.
pub fn spread(runs: &[Votes]) -> Option<f64> {
    let first = runs.first().filter(|_| runs.len() > 1)?;
    let of = |key: &(String, String, String)| -> Option<f64> {
        let votes: Vec<f64> = runs.iter().filter_map(|run| run.get(key).copied()).collect();
        let most = votes.iter().copied().max_by(f64::total_cmp)?;
        Some(most - votes.iter().copied().min_by(f64::total_cmp)?)
    };
    let all: Vec<f64> = first.keys().filter_map(of).collect();
    (!all.is_empty()).then(|| measure::rounded(all.iter().sum::<f64>() / all.len() as f64))
}

/// The figures of each dimension, by who.
pub fn figures(
    pairs: &BTreeMap<(String, String), Vec<Pair>>,
) -> BTreeMap<String, BTreeMap<String, Agreement>> {
    let mut figures: BTreeMap<String, BTreeMap<String, Agreement>> = BTreeMap::new();
    for ((dimension, who), pairs) in pairs {
        if let Some(found) = Agreement::of(pairs) {
            figures
                .entry(dimension.clone())
                .or_default()
                .insert(who.clone(), found);
        }
    }
    figures
}

/// All pairs of one voice, over all dimensions.
pub fn of_all(pairs: &BTreeMap<(String, String), Vec<Pair>>, who: &str) -> Vec<Pair> {
    let of = pairs.iter().filter(|((_, known), _)| known == who);
    of.flat_map(|(_, pairs)| pairs.iter().copied()).collect()
}

/// How many subjects have a vote.
pub fn subjects(votes: &Votes) -> usize {
    votes
        .keys()
        .map(|(subject, ..)| subject)
        .collect::<BTreeSet<_>>()
        .len()
}
