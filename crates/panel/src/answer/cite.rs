//! Citations as models write them.

use super::keys::first;
use super::{Answer, CITATIONS_MAX, Citation, Malformed, clipped, wrong};
use court::evidence::ExhibitId;
use serde_json::Value;
use std::collections::BTreeSet;
use wordlist::array;

/// Keys of the exhibit, and of words that are meant as a quote.
const EXHIBIT: &[&str] =
    &array::<10>("exhibit exhibitid exhibitnumber id evidence evidenceid ref reference number source");
const QUOTE: &[&str] = &["quote", "quoted", "quotation", "excerpt", "snippet"];
/// Words that may stand before or between the numbers of exhibits.
const AROUND: &[&str] = &["exhibit", "exhibits", "ex", "no", "number", "and"];

/// The citations of an answer; none where there is no list of them.
pub(super) fn evidence(value: Option<Value>, repairs: &mut Vec<String>) -> Result<Vec<Citation>, Malformed> {
    let items = match value.unwrap_or_default() {
        Value::Null => Vec::new(),
        Value::Array(items) => items,
        Value::String(text) => {
            repairs.push("evidence: a text taken as a list of exhibits".to_owned());
            let parts = text
                .split([',', ';'])
                .map(str::trim)
                .filter(|part| !part.is_empty());
            parts.map(Value::from).collect()
        }
        Value::Object(map) if first(&map, EXHIBIT).is_some() => {
            repairs.push("evidence: one object taken as a list of one".to_owned());
            vec![Value::Object(map)]
        }
        Value::Object(map) => {
            repairs.push("evidence: keys taken as a list of exhibits".to_owned());
            map.into_iter().map(|(key, _)| Value::from(key)).collect()
        }
        other => {
            return Err(wrong(
                "evidence",
                &other,
                "a list of objects with \"exhibit\" and \"quote\"",
            ));
        }
    };
    let mut cited = Vec::new();
    for item in items.iter().take(CITATIONS_MAX) {
        cited.extend(citations(item, repairs)?);
    }
    Ok(cited)
}

fn citations(item: &Value, repairs: &mut Vec<String>) -> Result<Vec<Citation>, Malformed> {
    let wanted = "an object with \"exhibit\" and \"quote\"";
    let (exhibit, quote) = match item {
        Value::Object(map) => (first(map, EXHIBIT), first(map, QUOTE)),
        Value::Array(pair) => (pair.first(), pair.get(1)),
        Value::String(_) | Value::Number(_) => {
            repairs.push("evidence: an exhibit without its quote".to_owned());
            (Some(item), None)
        }
        _ => (None, None),
    };
    let exhibit = exhibit.filter(|exhibit| exhibit.is_string() || exhibit.is_number());
    let exhibit = exhibit.ok_or_else(|| wrong("evidence", item, wanted))?;
    let quote = quote.and_then(Value::as_str).unwrap_or_default();
    let citation = |exhibit: String| Citation {
        exhibit,
        quote: quote.to_owned(),
    };
    Ok(named(exhibit, repairs).into_iter().map(citation).collect())
}

/// `E12`, however it was written: `12`, `[E12]`, `Exhibit 12`, `E12 (a.py:3)`; as it stands where it names none.
fn named(value: &Value, repairs: &mut Vec<String>) -> Vec<String> {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut names = Vec::new();
    for word in text.split(|letter: char| !letter.is_ascii_alphanumeric()) {
        let word = word.to_ascii_lowercase();
        let bare = word
            .strip_prefix("exhibit")
            .filter(|rest| !rest.is_empty())
            .unwrap_or(&word);
        // Behind the first one a number alone may count anything.
        let digits = bare.strip_prefix('e').or(names.is_empty().then_some(bare));
        let digits =
            digits.filter(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()));
        match digits {
            Some(digits) => names.push(format!("E{}", digits.trim_start_matches('0'))),
            None if word.is_empty() || word == "e" || AROUND.contains(&word.as_str()) => {}
            None => break,
        }
    }
    if names.is_empty() {
        return vec![text];
    }
    if names != [text.as_str()] {
        repairs.push(format!(
            "evidence: \"{}\" taken as {}",
            clipped(&text),
            names.join(", ")
        ));
    }
    names
}

/// The exhibits that an answer names in its sentences.
pub(super) fn named_in(answer: &Answer) -> Vec<Citation> {
    let texts = [&answer.argument]
        .into_iter()
        .chain(&answer.charges)
        .chain(&answer.mitigations);
    let names: BTreeSet<ExhibitId> = texts.flat_map(|text| names(text)).collect();
    let citation = |id: ExhibitId| Citation {
        exhibit: id.to_string(),
        quote: String::new(),
    };
    names.into_iter().map(citation).collect()
}

/// `E` and digits, standing alone.
pub(super) fn names(text: &str) -> BTreeSet<ExhibitId> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
        .filter(|word| word.len() <= 6)
        .filter_map(|word| word.parse().ok())
        .collect()
}

/// A text in which these exhibits are not named any more.
pub(super) fn struck(text: &str, unseen: &BTreeSet<ExhibitId>) -> String {
    let mut out = String::with_capacity(text.len());
    let pieces = text.split_inclusive(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    for piece in pieces {
        let word = piece.trim_end_matches(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        match word.parse::<ExhibitId>().is_ok_and(|id| unseen.contains(&id)) {
            true => out.extend(["[an exhibit that was not shown]", &piece[word.len()..]]),
            false => out.push_str(piece),
        }
    }
    out
}

/// These words as they stand in an exhibit. Letter for letter, but for line ends, blanks, the marks around them, the
/// shape of quotation marks and an ellipsis at the end.
pub(super) fn standing(quote: &str, shown: &str) -> Option<String> {
    let quote = plain(quote);
    let within = quote.trim_matches(['"', '\'', '`']);
    let ways = [quote.as_str(), within, within.trim_end_matches("...").trim_end()];
    let shown = plain(shown);
    let stands = |way: &&str| shown.contains(way) && (!way.is_empty() || quote.is_empty());
    ways.into_iter().find(stands).map(str::to_owned)
}

fn plain(text: &str) -> String {
    let text = text
        .replace(['“', '”'], "\"")
        .replace(['‘', '’'], "'")
        .replace('…', "...");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
