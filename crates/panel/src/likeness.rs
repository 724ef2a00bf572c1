//! How much of one text stands in another, and how near two texts are: by phrases of a few words, so that
//! common words alone make nothing alike.

use std::collections::BTreeSet;

/// Words of a phrase that tells a copy from a common turn.
const COPY_PHRASE: usize = 6;
/// Words of a phrase that tells two near-identical arguments from two on the same matter.
const LIKE_PHRASE: usize = 3;

/// How many of the phrases of `text` stand in `other`, in percent; 0 where `text` has no phrase.
pub fn contained_percent(text: &str, other: &str) -> u64 {
    let (all, known) = (phrases(text, COPY_PHRASE), phrases(other, COPY_PHRASE));
    share(all.intersection(&known).count(), all.len())
}

/// How much two texts have in common, in percent of what both say.
pub fn alike_percent(left: &str, right: &str) -> u64 {
    let (left, right) = (phrases(left, LIKE_PHRASE), phrases(right, LIKE_PHRASE));
    share(left.intersection(&right).count(), left.union(&right).count())
}

fn share(part: usize, whole: usize) -> u64 {
    (part * 100).checked_div(whole).unwrap_or_default() as u64
}

fn phrases(text: &str, words: usize) -> BTreeSet<String> {
    let folded: Vec<String> = text
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    folded.windows(words).map(|phrase| phrase.join(" ")).collect()
}

#[cfg(test)]
mod tests;
