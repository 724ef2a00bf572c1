//! What the texts of a dimension name, and from where.

use super::mention::{self, Piece};
use crate::protocol::own::Look;
use crate::rubric::coverage::sentences;
use crate::rubric::{Artifact, Dimension, terms};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Most languages for which one name is looked for.
const LANGUAGES_MAX: usize = 4;

/// In which text of a dimension something is named; says what it weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    Success,
    Telling,
    Failure,
}

/// Something to look for.
pub(super) struct Found {
    pub(super) look: Look,
    pub(super) is_wanted: bool,
    pub(super) weight: i64,
    /// The words of the rubric that name it.
    pub(super) from: String,
}

/// The texts of a dimension, best first.
pub(super) fn texts(dimension: &Dimension) -> impl Iterator<Item = (Origin, &str)> {
    let best = dimension.levels.first().map(|level| &level.description);
    let worst = dimension.levels.last().filter(|_| dimension.levels.len() > 1);
    let worst = worst.map(|level| &level.description);
    let texts = [
        (Origin::Success, dimension.success.as_ref().or(best)),
        (Origin::Telling, dimension.instruction.as_ref()),
        (Origin::Telling, dimension.description.as_ref()),
        (Origin::Failure, dimension.failure.as_ref().or(worst)),
    ];
    texts
        .into_iter()
        .filter_map(|(origin, text)| Some((origin, text?.as_str())))
}

/// Everything to look for, or why something named is not.
pub(super) fn named_in(dimension: &Dimension, whole: &BTreeSet<&'static str>) -> Vec<Result<Found, String>> {
    let all: Vec<(Origin, &str)> = texts(dimension).collect();
    let joined: Vec<&str> = all.iter().map(|(_, text)| *text).collect();
    let near = mention::languages(&joined.join("\n"));
    let mut reader = Reader {
        is_report: dimension.artifact != Artifact::Repository,
        languages: if near.is_empty() { whole.clone() } else { near },
        found: Vec::new(),
        seen: BTreeMap::new(),
        terms: Vec::new(),
    };
    for (origin, text) in all {
        sentences(text)
            .iter()
            .for_each(|sentence| reader.sentence(origin, sentence));
    }
    reader.end();
    reader.found
}

struct Reader {
    is_report: bool,
    languages: BTreeSet<&'static str>,
    found: Vec<Result<Found, String>>,
    /// What was named already, and whether it was wanted.
    seen: BTreeMap<Piece, bool>,
    terms: Vec<String>,
}

impl Reader {
    fn sentence(&mut self, origin: Origin, sentence: &str) {
        let quoted = terms::in_quotes(sentence);
        for (start, text) in &quoted {
            let before = sentence.get(..*start).unwrap_or_default();
            self.piece(origin, before, text, &mention::quoted(text));
        }
        let mut from = 0;
        for word in sentence.split_whitespace() {
            let at = sentence.get(from..).and_then(|rest| rest.find(word));
            let at = from + at.unwrap_or_default();
            from = at + word.len();
            let is_inside = |(start, text): &(usize, &str)| *start < from && at < start + text.len();
            if let Some(path) = mention::bare_path(word).filter(|_| !quoted.iter().any(is_inside)) {
                let before = sentence.get(..at).unwrap_or_default();
                self.piece(origin, before, &path.clone(), &Piece::Path(path));
            }
        }
    }

    fn piece(&mut self, origin: Origin, before: &str, text: &str, piece: &Piece) {
        let negated = mention::is_negated(before);
        let is_wanted = negated == (origin == Origin::Failure);
        if *piece == Piece::Words || self.is_report {
            // What a report must say is looked for in it; the names and paths that it must say are terms too.
            let before = before.trim_end_matches(|letter: char| !letter.is_alphanumeric());
            if self.is_report && is_wanted && terms::is_named_term(before, text) {
                self.term(text);
            } else if *piece == Piece::Words && !self.is_report && text.split_whitespace().count() <= 6 {
                self.leave(text, "is no code, path or language that could be looked for");
            }
            return;
        }
        if let Some(known) = self.seen.get(piece) {
            if *known != is_wanted {
                self.leave(
                    text,
                    "is wanted in one place and not in another; the first counts",
                );
            }
            return;
        }
        self.seen.insert(piece.clone(), is_wanted);
        let weight = match origin {
            Origin::Success => 3,
            Origin::Failure => 2,
            Origin::Telling => 1,
        };
        let Some(look) = self.look(piece) else {
            return self.leave(
                text,
                "is code, but the rubric names no language whose syntax is read",
            );
        };
        let from = text.to_owned();
        self.found.push(Ok(Found {
            look,
            is_wanted,
            weight,
            from,
        }));
    }

    fn term(&mut self, text: &str) {
        if self.terms.iter().all(|known| !known.eq_ignore_ascii_case(text)) {
            self.terms.push(text.to_owned());
        }
    }

    fn leave(&mut self, text: &str, why: &str) {
        let left = format!("`{text}` {why}");
        if !self.found.iter().any(|found| found.as_ref().err() == Some(&left)) {
            self.found.push(Err(left));
        }
    }

    /// What looks for a piece in every language that the rubric names.
    fn look(&self, piece: &Piece) -> Option<Look> {
        let languages: Vec<&str> = self.languages.iter().copied().take(LANGUAGES_MAX).collect();
        match piece {
            Piece::Path(glob) => Some(Look::Files(vec![glob.clone()])),
            Piece::Call(name) => in_all(&languages, &format!("{name}($$$)")),
            Piece::Dotted(name) => in_all(&languages, name),
            Piece::Name(_) if languages.is_empty() => None,
            Piece::Name(name) => {
                let rules = languages.iter().map(|language| named(language, name));
                Some(Look::Rules(rules.collect()))
            }
            Piece::Words => None,
        }
    }

    fn end(&mut self) {
        if !self.terms.is_empty() {
            let terms = std::mem::take(&mut self.terms);
            self.found.push(Ok(Found {
                from: "terms".to_owned(),
                look: Look::Terms(terms),
                is_wanted: true,
                weight: 3,
            }));
        }
    }
}

fn in_all(languages: &[&str], pattern: &str) -> Option<Look> {
    match languages {
        [] => None,
        [language] => Some(Look::Pattern {
            language: (*language).to_owned(),
            patterns: vec![pattern.to_owned()],
        }),
        several => {
            let rule = |language: &&str| json!({"language": language, "rule": {"pattern": pattern}});
            Some(Look::Rules(several.iter().map(rule).collect()))
        }
    }
}

/// A rule for a plain name, whatever it names.
fn named(language: &str, name: &str) -> Value {
    let kinds: &[&str] = match language {
        "python" => &["identifier"],
        "java" => &["identifier", "type_identifier"],
        "ruby" => &["identifier", "constant"],
        "javascript" => &["identifier", "property_identifier"],
        "typescript" | "tsx" => &["identifier", "property_identifier", "type_identifier"],
        _ => &["identifier", "type_identifier", "field_identifier"],
    };
    let regex = format!("^{name}$");
    let any: Vec<Value> = kinds
        .iter()
        .map(|kind| json!({"kind": kind, "regex": regex}))
        .collect();
    json!({"language": language, "rule": {"any": any}})
}
