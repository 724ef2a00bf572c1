//! Whether a judge says something. Words are weak evidence, so no default rule reads them. The rules of the
//! field do, and are reproduced with the one care that most lacked: what is denied is not said.

/// Words that deny what follows them within the same sentence part.
const DENIALS: [&str; 14] =
    array("no not never without none neither nor avoids avoid avoided lacks free isn't doesn't");
/// How many words before the phrase a denial may stand.
const DENIAL_REACH: usize = 5;
/// Longest argument that is searched, in bytes.
const SAID_MAX: usize = 20_000;

/// Whether one of the phrases stands in the text and is not denied there; letters of both cases are alike.
pub(crate) fn is_said(phrases: &[String], said: &str) -> bool {
    let end = said.floor_char_boundary(SAID_MAX.min(said.len()));
    let said = said[..end].to_lowercase();
    phrases.iter().any(|phrase| stands(&phrase.to_lowercase(), &said))
}

fn stands(phrase: &str, said: &str) -> bool {
    if phrase.is_empty() {
        return false;
    }
    said.match_indices(phrase)
        .any(|(at, _)| !is_inside_word(said, at) && !is_denied(&said[..at]))
}

/// A phrase may begin in the middle of a name such as `subprocess.shell`, not of a word.
fn is_inside_word(said: &str, at: usize) -> bool {
    said[..at].chars().next_back().is_some_and(char::is_alphanumeric)
        && said[at..].chars().next().is_some_and(char::is_alphanumeric)
}

fn is_denied(before: &str) -> bool {
    let ends_sentence = |word: &&str| word.ends_with(['.', ';', ':', '!', '?']);
    before
        .split_whitespace()
        .rev()
        .take_while(|word| !ends_sentence(word))
        .take(DENIAL_REACH)
        .any(|word| DENIALS.contains(&word.trim_matches(|c: char| !c.is_alphanumeric() && c != '\'')))
}

#[cfg(test)]
mod tests;

use wordlist::array;
