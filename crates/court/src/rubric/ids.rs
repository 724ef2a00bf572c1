//! Ids of dimensions: which letters they have, and which of them are one.

use crate::input::InputError;
use crate::text::clipped;
use std::collections::BTreeMap;
use unicode_normalization::UnicodeNormalization as _;

/// Longest id in characters: ids become names of jobs and columns of tables.
pub(super) const ID_LIMIT: usize = 120;
/// What an id may hold between letters and digits.
const SIGNS: [char; 3] = ['_', '-', '.'];
/// The dot that stays over some small letters when the capital one had it.
const DOT_ABOVE: char = '\u{307}';

/// Refuses an id that is too long or could be taken for something else: a path, markup, a command, a formula.
pub(super) fn check(at: &str, id: &str) -> Result<(), InputError> {
    if id.chars().count() > ID_LIMIT {
        let problem = format!("an id is one line of at most {ID_LIMIT} characters");
        return Err(InputError::new(at, problem).with_fix("give a shorter one"));
    }
    let is_strange = |letter: &char| !letter.is_alphanumeric() && !SIGNS.contains(letter);
    let mut ends = [id.chars().next(), id.chars().next_back()].into_iter().flatten();
    let loose = ends.find(|letter| *letter != '_' && !letter.is_alphanumeric());
    let (rule, letter) = match (id.chars().find(is_strange), loose) {
        (Some(letter), _) => ("an id has letters, digits, `_`, `-` and `.`, and not", letter),
        (None, Some(letter)) => (
            "an id starts and ends with a letter, a digit or `_`, and not with",
            letter,
        ),
        (None, None) => return Ok(()),
    };
    let problem = format!("{rule} {}", shown(letter));
    Err(InputError::new(at, problem).with_fix(proposed(id)))
}

fn shown(letter: char) -> String {
    match letter.is_ascii_graphic() || letter == ' ' {
        true => format!("`{letter}`"),
        false => format!("U+{:04X}", u32::from(letter)),
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
) -> Result<(), InputError> {
    let mut seen = BTreeMap::new();
    for (id, path) in ids {
        if let Some(first) = seen.insert(folded(id), path) {
            let problem = format!("the id `{}` is taken by {first}.id", clipped(id));
            let error = InputError::new(format!("{path}.id"), problem);
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
