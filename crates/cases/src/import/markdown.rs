//! Reports in Markdown, line by line: headings that begin criteria, lines that score them, lines of judges, and
//! where there is nothing else, tables of scores.

use super::number::{Written, after, at_start};
use super::{CRITERIA_MAX, Criterion, Imported, Opinion, commit, id_of, judge, shortened};
use std::collections::BTreeSet;
use wordlist::phrases;

/// Most lines that are read.
const LINES_MAX: usize = 100_000;
/// Longest line that can be a heading or a score, in bytes; longer ones are prose.
const LINE_MAX: usize = 2_000;
/// Words before the score of the whole.
const OVERALL: [&str; 5] =
    phrases("overall score | overall rating | aggregate score | overall_score | overall final score");
/// Words before the score of a criterion.
const SCORE: [&str; 4] = ["final score", "score", "verdict", "rating"];

#[derive(Default)]
struct Reader {
    repo_url: Option<String>,
    commit: Option<String>,
    overall: Option<Written>,
    criteria: Vec<Draft>,
    /// Rows of tables whose first cell names something and whose second scores it.
    rows: Vec<(String, Written)>,
}

/// A heading and what stands below it, which may come out to be no criterion.
struct Draft {
    level: usize,
    criterion: Criterion,
    /// The judge under whose own heading the lines stand.
    judge: Option<&'static str>,
}

pub(super) fn read(text: &str) -> Imported {
    let mut reader = Reader::default();
    for line in text.lines().take(LINES_MAX).filter(|line| line.len() <= LINE_MAX) {
        reader.take(line.trim());
    }
    let scored = |draft: &Draft| draft.criterion.final_score.is_some();
    let drafts: Vec<Criterion> = reader
        .criteria
        .into_iter()
        .filter(scored)
        .map(|draft| draft.criterion)
        .collect();
    let rows = reader
        .rows
        .into_iter()
        .map(|(name, written)| {
            let (name, id) = named(&name);
            Criterion::new(id, name, Some(written))
        })
        .collect();
    let criteria = fuller(distinct(drafts), distinct(rows));
    Imported {
        repo_url: reader.repo_url,
        commit: reader.commit,
        overall_score: reader.overall.map(|written| written.score),
        scale: reader.overall.and_then(|written| written.scale),
        criteria,
        ..Imported::default()
    }
}

/// The first of each id and name: a summary may tell again what a section told.
fn distinct(mut criteria: Vec<Criterion>) -> Vec<Criterion> {
    let mut seen = BTreeSet::new();
    criteria.retain(|criterion| {
        let names = [criterion.dimension_id.clone(), id_of(&criterion.dimension_name)];
        let is_new = names.iter().all(|name| !seen.contains(name));
        seen.extend(names);
        is_new
    });
    criteria
}

/// The sections, or the table where it knows more criteria, with the votes of the sections.
fn fuller(sections: Vec<Criterion>, mut rows: Vec<Criterion>) -> Vec<Criterion> {
    if rows.len() <= sections.len() {
        return sections;
    }
    for section in sections {
        if let Some(row) = rows
            .iter_mut()
            .find(|row| row.dimension_id == section.dimension_id)
        {
            row.judge_opinions = section.judge_opinions;
            row.paths = section.paths;
        }
    }
    rows
}

impl Reader {
    fn take(&mut self, line: &str) {
        if self.repo_url.is_none() {
            self.repo_url = address(line);
        }
        if self.commit.is_none() {
            self.commit = commit(line);
        }
        if let Some(draft) = self.criteria.last_mut() {
            draft.criterion.mention(line);
        }
        if self.overall.is_none() {
            self.overall = after(line, &OVERALL);
            if self.overall.is_some() {
                return;
            }
        }
        let level = line.bytes().take_while(|byte| *byte == b'#').count();
        if level > 0 {
            self.heading(level, line[level..].trim());
        } else if line.starts_with('|') {
            self.row(line);
        } else if let Some(draft) = self.criteria.last_mut() {
            draft.take(line);
        }
    }

    fn heading(&mut self, level: usize, text: &str) {
        let text = plain(text);
        if let Some(judge) = judge(&text) {
            if let Some(draft) = self.criteria.last_mut().filter(|draft| draft.level < level) {
                draft.judge = Some(judge);
                draft.opine(judge, after(&text, &SCORE), "");
            }
            return;
        }
        // A heading below a criterion is a part of it, unless it has a score of its own.
        let (name, score) = titled(&text);
        let is_part = self
            .criteria
            .last()
            .is_some_and(|draft| draft.level < level && draft.criterion.final_score.is_some());
        if is_part && score.is_none() {
            if let Some(draft) = self.criteria.last_mut() {
                draft.judge = None;
            }
            return;
        }
        if self.criteria.len() < CRITERIA_MAX {
            self.criteria.push(Draft::new(level, &name, score));
        }
    }

    fn row(&mut self, line: &str) {
        let cells: Vec<String> = line.trim_matches('|').split('|').map(plain).collect();
        let [first, second, rest @ ..] = cells.as_slice() else {
            return;
        };
        let Some(written) = at_start(second) else {
            return;
        };
        match (judge(first), self.criteria.last_mut()) {
            (Some(judge), Some(draft)) => draft.opine(judge, Some(written), &rest.join(" ")),
            (None, _) if self.rows.len() < CRITERIA_MAX && !first.is_empty() => {
                self.rows.push((first.clone(), written))
            }
            _ => {}
        }
    }
}

impl Draft {
    fn new(level: usize, name: &str, score: Option<Written>) -> Self {
        let (name, id) = named(name);
        Self {
            level,
            criterion: Criterion::new(id, name, score),
            judge: None,
        }
    }

    fn take(&mut self, line: &str) {
        let text = plain(line);
        if let Some(judge) = judge(&text) {
            let name_end = text.find([':', '(', ',']).unwrap_or(text.len());
            let rest = text.get(name_end..).unwrap_or_default();
            let written =
                after(rest, &["score", "verdict"]).or_else(|| at_start(rest.trim_start_matches([',', ' '])));
            let argument = rest.split_once("): ").map_or(rest, |(_, argument)| argument);
            self.opine(judge, written, argument);
        } else if self.criterion.final_score.is_none() && self.judge.is_none() && is_label(&text) {
            let written = after(&text, &SCORE);
            self.criterion.final_score = written.map(|written| written.score);
            self.criterion.scale = written.and_then(|written| written.scale);
        } else if let Some(opinion) = self.criterion.judge_opinions.last_mut() {
            if opinion.score.is_none() && is_label(&text) {
                opinion.score = after(&text, &SCORE).map(|written| written.score);
                return;
            }
            let argument = text.strip_prefix("Argument:").unwrap_or(&text).trim();
            if opinion.argument.is_empty() && !argument.is_empty() {
                opinion.argument = shortened(argument);
            }
        }
    }

    /// The first time that a judge speaks on a criterion counts.
    fn opine(&mut self, judge: &'static str, written: Option<Written>, argument: &str) {
        let opinions = &mut self.criterion.judge_opinions;
        if let Some(known) = opinions.iter_mut().find(|opinion| opinion.judge == judge) {
            known.score = known.score.or(written.map(|written| written.score));
        } else {
            opinions.push(Opinion {
                judge,
                score: written.map(|written| written.score),
                argument: shortened(argument.trim_start_matches([':', ' '])),
            });
        }
    }
}

/// Whether the line begins by saying that it is a score.
fn is_label(text: &str) -> bool {
    let lower = text.to_lowercase();
    SCORE.iter().any(|word| lower.starts_with(word))
}

/// The text without marks of emphasis, lists and pictures at its start.
fn plain(text: &str) -> String {
    let text: String = text.chars().filter(|c| !matches!(c, '*' | '`')).collect();
    text.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '(')
        .trim()
        .to_owned()
}

/// A heading without its number and its score, and the score.
fn titled(text: &str) -> (String, Option<Written>) {
    let text = text
        .trim_start_matches(|c: char| c.is_ascii_digit())
        .trim_start_matches(['.', ')', ' ']);
    let lower = text.to_lowercase();
    let marked = [" (score", " — score", " - score", " – score", ": score"]
        .iter()
        .filter_map(|mark| lower.find(mark))
        .min();
    // Our own reports write `Name: 3 of 5`.
    let ours = text.rfind(": ").filter(|at| text[*at..].contains(" of "));
    let Some(at) = marked.filter(|at| text.is_char_boundary(*at)).or(ours) else {
        return (text.to_owned(), None);
    };
    let (name, rest) = text.split_at(at);
    let written = after(rest, &["score"]).or_else(|| at_start(rest));
    (name.to_owned(), written)
}

/// The name, and the id that stands behind it in parentheses, else one made of the name.
fn named(name: &str) -> (String, String) {
    let inside = name.strip_suffix(')').and_then(|text| text.rsplit_once('('));
    let is_id = |id: &str| id.contains('_') || id.chars().all(|c| c.is_ascii_lowercase());
    match inside.filter(|(_, id)| !id.is_empty() && is_id(id) && !id.contains(' ')) {
        Some((name, id)) => (name.trim().to_owned(), id.to_owned()),
        None => (name.trim().to_owned(), id_of(name)),
    }
}

fn address(line: &str) -> Option<String> {
    let at = line.find("https://")?;
    let end = line[at..]
        .find(|c: char| c.is_whitespace() || "`)>*|\"".contains(c))
        .unwrap_or(line.len() - at);
    Some(line[at..at + end].trim_end_matches(['.', ',']).to_owned())
}
