//! Ids of dimensions: which letters they have, and which of them are one.

use super::error::{RubricError, clipped};
use std::collections::BTreeMap;
use unicode_normalization::UnicodeNormalization as _;

/// Longest id in characters: ids become names of jobs and columns of tables.
pub(super) const ID_LIMIT: usize = 120;
/// What an id may hold between letters and digits.
const SIGNS: [char; 3] = ['_', '-', '.'];
/// The dot that stays over some small letters when the capital one had it.
const DOT_ABOVE: char = '\u{307}';

/// Refuses an id that is too long or could be taken for something else: a path, markup, a command, a formula.
pub(super) fn check(at: &str, id: &str) -> Result<(), RubricError> {
    if id.chars().count() > ID_LIMIT {
        let problem = format!("an id is one line of at most {ID_LIMIT} characters");
        return Err(RubricError::new(at, problem).with_fix("give a shorter one"));
    }
    let strange = id
        .chars()
        .find(|letter| !letter.is_alphanumeric() && !SIGNS.contains(letter));
    let ends = [id.chars().next(), id.chars().next_back()];
    let loose = ends
        .into_iter()
        .flatten()
        .find(|letter| *letter != '_' && !letter.is_alphanumeric());
    let problem = match (strange, loose) {
        (Some(letter), _) => format!(
            "an id has letters, digits, `_`, `-` and `.`, and not {}",
            shown(letter)
        ),
        (None, Some(letter)) => format!(
            "an id starts and ends with a letter, a digit or `_`, and not with {}",
            shown(letter)
        ),
        (None, None) => return Ok(()),
    };
    Err(RubricError::new(at, problem).with_fix(proposed(id)))
}

fn shown(letter: char) -> String {
    if letter.is_ascii_graphic() || letter == ' ' {
        format!("`{letter}`")
    } else {
        format!("U+{:04X}", u32::from(letter))
    }
}

fn proposed(id: &str) -> String {
    let words = id.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    match words.is_empty() {
        true => "give it an `id` such as `tests`".to_owned(),
        false => format!("write `{}`", clipped(&words.join("_"))),
    }
}

/// Refuses ids that people, file systems or other programs would take for one; each comes with its place.
pub(super) fn refuse_doubles<'a>(
    ids: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<(), RubricError> {
    let mut seen = BTreeMap::new();
    for (id, path) in ids {
        if let Some(first) = seen.insert(folded(id), path) {
            let problem = format!("the id `{}` is taken by {first}.id", clipped(id));
            let error = RubricError::new(format!("{path}.id"), problem);
            return Err(error.with_fix("give each dimension an id of its own"));
        }
    }
    Ok(())
}

/// One spelling for all that look alike: without case, compatibility forms, ligatures and two kinds of dashes.
fn folded(id: &str) -> String {
    let plain: String = id.nfkc().collect();
    // By way of the capitals, so that a sharp s is two.
    let small = plain.to_uppercase().to_lowercase();
    let folded = small.nfkc().filter(|letter| *letter != DOT_ABOVE);
    folded
        .map(|letter| if letter == '-' { '_' } else { letter })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_that_look_like_anything_else_are_refused_with_the_letter() {
        for id in ["a", "git_history", "v1.2", "a-b", "é", "__proto__", "012", "数据"] {
            assert_eq!(check("$", id), Ok(()), "{id}");
        }
        for (id, what) in [
            ("../evil", "`/`; write `evil`"),
            ("a/b", "`/`; write `a_b`"),
            ("a\\b", "`\\`; write `a_b`"),
            ("<b>", "`<`; write `b`"),
            ("$(id)", "`$`; write `id`"),
            ("%2e%2e", "`%`; write `2e_2e`"),
            ("a\u{202e}", "U+202E; write `a`"),
            ("=1+1", "`=`; write `1_1`"),
            ("a b", "` `; write `a_b`"),
            ("..", "`.`; give it an `id` such as `tests`"),
            ("-x", "`-`; write `x`"),
            ("~", "`~`; give it an `id` such as `tests`"),
        ] {
            let told = check("$", id).unwrap_err().to_string();
            assert!(
                told.ends_with(&format!("not {what}")) || told.ends_with(&format!("not with {what}")),
                "{told}"
            );
        }
    }

    #[test]
    fn ids_that_are_one_after_folding_are_doubles() {
        for (one, other) in [
            ("ab", "ＡＢ"),
            ("é", "É"),
            ("strasse", "straße"),
            ("fi", "ﬁ"),
            ("i", "İ"),
            ("a1", "a①"),
            ("a-b", "a_b"),
        ] {
            let told = refuse_doubles([(one, "$[0]"), (other, "$[1]")]);
            assert!(told.is_err(), "{one} {other}");
        }
        for (one, other) in [("1.1", "11"), ("a_b", "ab"), ("é", "e")] {
            assert_eq!(
                refuse_doubles([(one, "$[0]"), (other, "$[1]")]),
                Ok(()),
                "{one} {other}"
            );
        }
    }
}
