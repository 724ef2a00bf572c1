//! What `.gitattributes` says of files: `linguist-vendored`, `linguist-generated`.
//!
//! It is the word of the subject, so it is a hint. It may set files aside, never bring them in, and one that would
//! set most of the program aside is not heeded.

use subject::glob::{self, GlobSet};
use subject::{Part, Snapshot};

/// Most rules that are read; each is tried on each file.
const RULES_MAX: usize = 400;

/// One line that says something of files.
struct Rule {
    /// The folder that it stands in, with `/` at its end, or nothing.
    folder: String,
    /// Of a whole path where it has a slash, else of a name anywhere.
    is_of_path: bool,
    glob: GlobSet,
    part: Part,
    /// Whether it says yes.
    holds: bool,
}

/// All that the attributes of a tree say.
#[derive(Default)]
pub(super) struct Attributes {
    rules: Vec<Rule>,
    /// What was not read of them, in words.
    pub(super) unheeded: Option<String>,
}

impl Attributes {
    /// Reads them, those of outer folders first: inner ones have the last word.
    pub(super) fn of(snapshot: &Snapshot) -> Self {
        let mut found: Vec<(&str, &str)> = snapshot
            .files
            .iter()
            .filter_map(|(path, file)| Some((path.strip_suffix(".gitattributes")?, file.text()?)))
            .filter(|(folder, _)| folder.is_empty() || folder.ends_with('/'))
            .collect();
        found.sort_by_key(|(folder, _)| folder.len());
        let rules = found
            .into_iter()
            .flat_map(|(folder, text)| text.lines().flat_map(move |line| rules(folder, line)));
        let mut rules: Vec<Rule> = rules.collect();
        let unheeded = (rules.len() > RULES_MAX).then(|| {
            let all = rules.len();
            format!(
                "of {all} rules of `.gitattributes` that set files aside the first {RULES_MAX} are heeded"
            )
        });
        rules.truncate(RULES_MAX);
        Self { rules, unheeded }
    }

    /// What they set a file aside as.
    pub(super) fn part(&self, path: &str) -> Option<Part> {
        [Part::Vendored, Part::Generated]
            .into_iter()
            .find(|part| self.says(path, *part))
    }

    fn says(&self, path: &str, part: Part) -> bool {
        let mut rules = self.rules.iter().rev();
        rules
            .find(|rule| rule.part == part && rule.covers(path))
            .is_some_and(|rule| rule.holds)
    }
}

impl Rule {
    fn covers(&self, path: &str) -> bool {
        let Some(inside) = path.strip_prefix(&self.folder) else {
            return false;
        };
        if self.is_of_path {
            self.glob.is_match(inside)
        } else {
            self.glob.is_match(inside.rsplit('/').next().unwrap_or(inside))
        }
    }
}

fn rules(folder: &str, line: &str) -> Vec<Rule> {
    let mut words = line.split_whitespace();
    let Some(pattern) = words.next().filter(|word| !word.starts_with('#')) else {
        return Vec::new();
    };
    let rule = |word: &str| {
        let (part, holds) = attribute(word)?;
        Some(Rule {
            folder: folder.to_owned(),
            is_of_path: pattern.contains('/'),
            glob: glob::lenient([pattern.trim_start_matches('/')]),
            part,
            holds,
        })
    };
    words.filter_map(rule).collect()
}

fn attribute(word: &str) -> Option<(Part, bool)> {
    let (name, value) = word.split_once('=').unwrap_or((word, "true"));
    let (name, is_off) = match name.strip_prefix(['-', '!']) {
        Some(name) => (name, true),
        None => (name, false),
    };
    let part = match name {
        "linguist-vendored" => Part::Vendored,
        "linguist-generated" => Part::Generated,
        _ => return None,
    };
    Some((part, !is_off && value != "false"))
}
