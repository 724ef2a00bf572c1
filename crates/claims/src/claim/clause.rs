//! The main part of a sentence: what is said before it turns to what is not, to examples, to other times and reasons.

use super::mood::{Mood, mood};
use std::ops::Range;
use wordlist::between;

/// Where a sentence turns away from what it says. What stands before is said all the same.
const TURNS: [&str; 23] = between(
    ";| — | – | not  | as opposed to | without | unlike | compared to | compared with | such as | for \
     example| for instance| e.g.| before | prior to |, not | to avoid | to prevent | so that |, avoiding \
     |, preventing |, ensuring |, eliminating ",
);
/// Fewest words of a main part.
const WORDS_MIN: usize = 3;

/// The main part of a sentence in lower case, where it is said in another way than the whole, and how it is
/// said. It is as long as the part, with remarks in brackets blanked.
pub(super) fn main_part(lower: &str, heading: &str, whole: Mood) -> Option<(String, Mood)> {
    if !matches!(whole, Mood::Other | Mood::Denied) {
        return None;
    }
    let bare = without_remarks(lower);
    let turn = TURNS.iter().filter_map(|turn| bare.find(turn)).min();
    let part = &bare[..turn.unwrap_or(bare.len())];
    let said = mood(part, heading);
    let is_new = said != whole && matches!(said, Mood::Plain | Mood::Denied);
    (is_new && part.split_whitespace().count() >= WORDS_MIN).then(|| (part.to_owned(), said))
}

/// The sentence with what stands in brackets blanked; brackets that hold one word belong to a name.
fn without_remarks(text: &str) -> String {
    let mut bare = text.to_owned();
    for remark in remarks(text) {
        bare.replace_range(remark.clone(), &" ".repeat(remark.len()));
    }
    bare
}

fn remarks(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open: Option<usize> = None;
    for (at, c) in text.char_indices() {
        match (c, open) {
            ('(', None) => open = Some(at),
            (')', Some(from)) => {
                let inner = &text[from + 1..at];
                if text[..from].ends_with(' ') && inner.trim().contains(' ') {
                    found.push(from..at + 1);
                }
                open = None;
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests;
