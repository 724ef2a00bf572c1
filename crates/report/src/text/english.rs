//! Numbers, lists, sentences and lengths as English has them.

use court::protocol::Standing;
use court::rubric::Dimension;
use court::score::{Fraction, Scale, Score};
pub(crate) use court::text::listed as list;

/// `1 exhibit`, `2 exhibits`.
#[must_use]
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// The first `max` of the items as a list, and how many more there are.
pub(crate) fn list_some(items: &[String], max: usize) -> String {
    // To name the last one takes no more room than to count it.
    if items.len() <= max.saturating_add(1) {
        return list(items);
    }
    format!("{} and {} more", items[..max].join(", "), items.len() - max)
}

/// `3 of 5`.
pub(crate) fn out_of(score: Score, scale: &Scale) -> String {
    format!("{score} of {}", scale.max)
}

/// `95 % of full marks` where a demand is met neither wholly nor not at all.
pub(crate) fn degree(standing: &Standing) -> Option<String> {
    let share = standing.share?;
    let percent = i128::from(*share.numer()) * 100 / i128::from(*share.denom()).max(1);
    // What is not whole is never shown as whole, and what is something never as nothing.
    (!standing.is_met() && share > Fraction::from_integer(0))
        .then(|| format!("{} % of full marks", percent.clamp(1, 99)))
}

/// The score of a dimension on its own scale.
pub(crate) fn on_scale(score: Score, dimension: &Dimension) -> String {
    out_of(score, &dimension.scale)
}

/// At most `max` characters, cut between words where that loses little, with an ellipsis.
pub(crate) fn shorten(text: &str, max: usize) -> String {
    let text = text.trim();
    let Some((end, _)) = text.char_indices().nth(max) else {
        return text.to_owned();
    };
    let cut = &text[..end];
    let at_word = cut
        .rfind(' ')
        .filter(|at| *at > cut.len() / 2)
        .unwrap_or(cut.len());
    format!("{}…", cut[..at_word].trim_end_matches([' ', ',', ';', ':', '.']))
}

/// At most about `max` characters with both ends kept, for paths.
pub(crate) fn shorten_middle(text: &str, max: usize) -> String {
    let total = text.chars().count();
    if total <= max {
        return text.to_owned();
    }
    let half = max / 2;
    let head: String = text.chars().take(half).collect();
    let tail: String = text.chars().skip(total - half).collect();
    format!("{head}…{tail}")
}

/// The text of an item of a list without the mark that makes it one.
pub(crate) fn unlisted(text: &str) -> &str {
    let text = text.trim_start();
    let bare = ["- ", "* ", "+ "].iter().find_map(|mark| text.strip_prefix(mark));
    bare.unwrap_or(text)
}

/// The first sentence: up to a full stop, question or exclamation mark that a new sentence follows.
pub(crate) fn first_sentence(text: &str) -> &str {
    let text = text.trim();
    let ends = text.match_indices(". ").map(|(at, _)| at + 1);
    let starts_anew = |end: &usize| {
        text[*end..]
            .trim_start()
            .chars()
            .next()
            .is_some_and(|next| next.is_uppercase() || next.is_ascii_digit())
    };
    ends.into_iter()
        .find(starts_anew)
        .map_or(text, |end| &text[..end])
}

/// The text with a full stop at its end.
pub(crate) fn ended(text: &str) -> String {
    let text = text.trim();
    let is_ended = text.is_empty() || text.ends_with(['.', '!', '?', '…']);
    format!("{text}{}", if is_ended { "" } else { "." })
}

/// The text with a capital at its start, where that is a word, and a full stop at its end.
pub(crate) fn sentence(text: &str) -> String {
    let text = ended(text);
    let word = text.split([' ', ',', ':']).next().unwrap_or_default();
    let mut characters = text.chars();
    match characters.next() {
        // A name in code keeps its first letter.
        Some(first) if word.trim_end_matches('.').chars().all(char::is_alphabetic) => {
            format!("{}{}", first.to_uppercase(), characters.as_str())
        }
        _ => text,
    }
}
