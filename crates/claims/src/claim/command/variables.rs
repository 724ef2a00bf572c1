//! Variables that a document has its readers set: whether the program asks for them, or for one that is called nearly so.

use super::super::sides::{Check, Sides};
use super::super::statement::Statement;
use super::super::{Claim, Kind, State};
use court::evidence::Place;
use subject::{Part, Snapshot};
use wordlist::array;

/// How programs ask for variables, in the languages that are read.
const ASKED: [&str; 7] = array("process.env environ ENV[ ENV.fetch getenv LookupEnv env::var");
/// Most places at which variables are asked for that are compared.
const ASKED_MAX: usize = 2_000;
/// Fewest letters of a name of which another may be a slip.
const NAME_CHARS_MIN: usize = 6;

/// The claim of a line that sets a variable. That no program asks for it is only said where one asks for a name that differs by a letter.
pub(super) fn claim(line: &str, statement: &Statement, sides: &Sides<'_>) -> Option<Claim> {
    let (name, _) = line.trim().trim_start_matches("export ").split_once('=')?;
    if !is_name(name) {
        return None;
    }
    let asked = sides.variables.get_or_init(|| asked(sides.snapshot));
    let (other, place) = asked
        .iter()
        .find(|(other, _)| strsim::damerau_levenshtein(name, other) == 1)?;
    let mut texts = sides
        .snapshot
        .files
        .iter()
        .filter(|(path, _)| !path.ends_with(".md"));
    let is_said = texts.any(|(_, file)| {
        file.text()
            .is_some_and(|text| text.to_ascii_uppercase().contains(name))
    });
    if is_said || sides.snapshot.unentered().next().is_some() {
        return None;
    }
    let because = format!("no file speaks of `{name}`; the program asks for `{other}`");
    let check = Check::new(State::Contradicted, because).at(Some(place.clone()));
    Some(check.of(Kind::Command, format!("set {name}"), statement))
}

/// The variables that the program asks for.
fn asked(snapshot: &Snapshot) -> Vec<(&str, Place)> {
    let product = snapshot
        .files
        .iter()
        .filter(|(path, _)| subject::part::by_path(path) == Part::Product);
    let lines = product.flat_map(|(path, file)| {
        let lines = (1_u32..).zip(file.text().unwrap_or_default().lines());
        lines.map(move |(at, line)| (path.as_str(), at, line))
    });
    let of_line = |(path, at, line)| {
        names(line)
            .into_iter()
            .map(move |name| (name, Place::line(path, at)))
    };
    lines.flat_map(of_line).take(ASKED_MAX).collect()
}

/// The variables that a line asks for.
fn names(line: &str) -> Vec<&str> {
    let asks = ASKED.iter().any(|word| line.contains(word));
    let words = line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| asks && is_name(word)).collect()
}

/// Words in capitals, at least two.
fn is_name(word: &str) -> bool {
    let is_of_name = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    word.len() >= NAME_CHARS_MIN
        && word.starts_with(|c: char| c.is_ascii_uppercase())
        && word.contains('_')
        && word.chars().all(is_of_name)
}
