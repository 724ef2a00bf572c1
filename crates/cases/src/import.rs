//! Reports of others, Markdown or JSON in the spellings of the field, as the criteria and scores of our own form.
//!
//! A foreign report is a claim: what it says is taken down, nothing of it is believed or checked here.

mod json;
mod markdown;
mod number;

use court::rubric::Rubric;
use number::Written;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;

/// Name and version of the form.
const FORM: &str = "auditor.imported/1";
/// Most criteria of one report.
const CRITERIA_MAX: usize = 500;
/// Most paths that are taken down of one criterion.
const PATHS_MAX: usize = 200;
/// Most characters of an argument.
const ARGUMENT_MAX: usize = 4_000;

/// What a foreign report says.
#[derive(Debug, Default, Serialize)]
pub struct Imported {
    schema: &'static str,
    /// The repository that it says it is about.
    pub repo_url: Option<String>,
    /// The commit that it says it is about, as far as it names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The score of the whole.
    pub overall_score: Option<f64>,
    /// The scale of that score.
    pub scale: Option<Bounds>,
    /// Each line of the yardstick.
    pub criteria: Vec<Criterion>,
}

/// The lowest and the highest score, as far as the report tells; a report that says `3/5` tells only the highest.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bounds {
    pub min: Option<f64>,
    pub max: f64,
}

/// One line of the yardstick.
#[derive(Debug, Default, PartialEq, Serialize)]
pub struct Criterion {
    pub dimension_id: String,
    pub dimension_name: String,
    pub final_score: Option<f64>,
    pub scale: Option<Bounds>,
    pub judge_opinions: Vec<Opinion>,
    /// What in it looks like a path of a file.
    #[serde(skip)]
    pub paths: BTreeSet<String>,
}

impl Criterion {
    fn new(id: String, name: String, score: Option<Written>) -> Self {
        Self {
            dimension_id: id,
            dimension_name: name,
            final_score: score.map(|written| written.score),
            scale: score.and_then(|written| written.scale),
            judge_opinions: Vec::new(),
            paths: BTreeSet::new(),
        }
    }

    /// Takes down what in a text looks like a path of a file.
    fn mention(&mut self, text: &str) {
        let is_of_path = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
        for word in text.split(|c: char| !is_of_path(c)) {
            let word = word.trim_matches(['.', '-', '/']);
            let ending = word.rsplit_once('.').map_or("", |(_, ending)| ending);
            let is_path = (1..=5).contains(&ending.len()) && ending.chars().any(|c| c.is_ascii_alphabetic());
            if is_path && self.paths.len() < PATHS_MAX {
                self.paths.insert(word.to_owned());
            }
        }
    }
}

/// The commit that a line names: what is hexadecimal behind the word.
fn commit(line: &str) -> Option<String> {
    let at = line.to_lowercase().find("commit")?;
    let mut words = line.get(at..)?.split(|c: char| !c.is_ascii_alphanumeric());
    let is_id = |word: &&str| (7..=40).contains(&word.len()) && word.chars().all(|c| c.is_ascii_hexdigit());
    words.find(is_id).map(str::to_owned)
}

/// What one judge is said to have said.
#[derive(Debug, PartialEq, Serialize)]
pub struct Opinion {
    pub judge: &'static str,
    pub score: Option<f64>,
    pub argument: String,
}

/// Reads a report: JSON where it is an object, else Markdown. `None` where no criterion is found in it.
pub fn read(text: &str) -> Option<Imported> {
    let object = serde_json::from_str::<Value>(text).ok().filter(Value::is_object);
    let mut imported = match object {
        Some(object) => json::read(&object),
        None => markdown::read(text),
    };
    imported.schema = FORM;
    imported.criteria.truncate(CRITERIA_MAX);
    (!imported.criteria.is_empty()).then_some(imported)
}

impl Imported {
    /// Criteria that the rubric has under the same id or name get its id.
    pub fn rename(&mut self, rubric: &Rubric) {
        let letters = |text: &str| {
            text.chars()
                .filter(|c| c.is_alphanumeric())
                .collect::<String>()
                .to_lowercase()
        };
        for criterion in &mut self.criteria {
            let wanted = [
                letters(&criterion.dimension_id),
                letters(&criterion.dimension_name),
            ];
            let known = rubric.dimensions.iter().find(|dimension| {
                let names = [letters(&dimension.id.0), letters(&dimension.name)];
                wanted.iter().any(|name| names.contains(name))
            });
            if let Some(dimension) = known {
                criterion.dimension_id.clone_from(&dimension.id.0);
                criterion.dimension_name.clone_from(&dimension.name);
            }
        }
    }
}

/// The id of a criterion that is known by its name only.
fn id_of(name: &str) -> String {
    let words = name
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("_")
}

/// The persona that a name means.
fn judge(name: &str) -> Option<&'static str> {
    let letters: String = name
        .chars()
        .filter(|c| c.is_alphabetic())
        .collect::<String>()
        .to_lowercase();
    let personas = [
        ("prosecut", "Prosecutor"),
        ("defen", "Defense"),
        ("techlead", "TechLead"),
    ];
    personas
        .into_iter()
        .find(|(start, _)| letters.starts_with(start))
        .map(|(_, judge)| judge)
}

fn shortened(argument: &str) -> String {
    argument.trim().chars().take(ARGUMENT_MAX).collect()
}

#[cfg(test)]
mod tests;
