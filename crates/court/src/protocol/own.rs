//! Probes that a rubric defines itself, as data: what is looked for, and where. Detectives run them.

use super::{Grading, Outcome, Span, Want};
use crate::score::percent;
use crate::text::word;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;

/// Most probes that one rubric defines; each looks at every file that it may concern.
pub const PROBES_MAX: usize = 200;
/// Longest pattern, glob, term or message pattern, in bytes.
pub const PATTERN_BYTES_MAX: usize = 4_096;
/// Most patterns, rules, globs or terms of one probe.
pub const ALTERNATIVES_MAX: usize = 100;
/// How ids of such probes begin, so that none is taken for a built-in one.
pub const PREFIX: &str = "own.";

/// One question that a rubric puts itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Own {
    /// Unique in the rubric; begins with [`PREFIX`].
    pub id: String,
    /// Where it is defined, for errors: a JSON path, behind the name of a file beside the rubric where it is in one.
    pub at: String,
    /// What is looked for, in a few words.
    pub goal: String,
    /// Globs of the paths that are looked at, those with `!` before them left out; all where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<String>,
    /// Which part of the repository is looked at.
    #[serde(default)]
    pub part: Part,
    /// What is counted.
    #[serde(default)]
    pub count: Count,
    /// What is looked for.
    pub look: Look,
}

/// A part of a repository.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// All of it.
    #[default]
    All,
    /// What is not for tests.
    Product,
    /// The tests.
    Tests,
}

impl Part {
    /// Every part with its word.
    pub(crate) const WORDS: [(&'static str, Self); 3] = [
        ("all", Self::All),
        ("product", Self::Product),
        ("tests", Self::Tests),
    ];
}

/// What a probe of code counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Count {
    /// Each match.
    #[default]
    Matches,
    /// The files with a match.
    Files,
    /// The part of the files that has a match.
    Share,
}

impl Count {
    /// Everything that is counted with its word.
    pub(crate) const WORDS: [(&'static str, Self); 3] = [
        ("matches", Self::Matches),
        ("files", Self::Files),
        ("share", Self::Share),
    ];
}

/// What is looked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Look {
    /// Code of one of these forms, as ast-grep writes patterns.
    Pattern {
        /// The language of the patterns, as the rubric names it.
        language: String,
        /// Any of these.
        patterns: Vec<String>,
    },
    /// Code that one of these rules finds, each an ast-grep rule as its YAML has it.
    Rules(Vec<Value>),
    /// Files whose paths these globs match; those with `!` before them are left out.
    Files(Vec<String>),
    /// A number of the history.
    Git(Metric),
    /// What a manifest declares.
    Manifest(Manifest),
    /// Terms that the reports explain.
    Terms(Vec<String>),
    /// Claims of the reports.
    Claims {
        /// Only those of this kind, as reports spell it.
        kind: Option<String>,
        /// Only those of which this came.
        state: Option<String>,
    },
    /// What a built-in probe answers, under an id of the rubric's own.
    Probe(String),
}

/// A number of the history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Metric {
    /// How many commits there are.
    Commits,
    /// How many authors wrote them.
    Authors,
    /// On how many days, in UTC, some commit was written.
    Days,
    /// Which part of the source lines that stand one commit brought.
    LargestShare,
    /// Which part of the commits are merges.
    MergeShare,
    /// Which part of the commits has a first line that this regular expression matches.
    Messages(String),
}

/// What a manifest declares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Manifest {
    /// A package of this name, in whatever manifest.
    Dependency(String),
    /// Something under this key.
    Field {
        /// Glob of the manifests: JSON, TOML or YAML.
        file: String,
        /// Keys from the root, joined by dots.
        field: String,
    },
}

impl Look {
    /// The key under which a rubric writes it.
    pub fn key(&self) -> &'static str {
        match self {
            Self::Pattern { .. } => "pattern",
            Self::Rules(_) => "rule",
            Self::Files(_) => "files",
            Self::Git(_) => "git",
            Self::Manifest(_) => "manifest",
            Self::Terms(_) => "terms",
            Self::Claims { .. } => "claims",
            Self::Probe(_) => "probe",
        }
    }
}

/// In words, for people: `the pattern eval($X) in python`.
impl fmt::Display for Look {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pattern { language, patterns } => {
                write!(out, "the {} in {language}", counted("pattern", patterns))
            }
            Self::Rules(rules) => {
                let ids: Vec<String> = rules.iter().map(rule_name).collect();
                write!(out, "the {}", counted("rule", &ids))
            }
            Self::Files(globs) => write!(out, "files of the paths {}", ticked(globs)),
            Self::Git(metric) => write!(out, "{metric}"),
            Self::Manifest(Manifest::Dependency(name)) => write!(out, "the dependency `{name}`"),
            Self::Manifest(Manifest::Field { file, field }) => write!(out, "`{field}` in `{file}`"),
            Self::Terms(terms) => write!(out, "the terms {} in the reports", ticked(terms)),
            Self::Claims { kind, state } => {
                let words: Vec<&str> = [state, kind].into_iter().flatten().map(String::as_str).collect();
                write!(out, "{} claims of the reports", words.join(" "))
            }
            Self::Probe(id) => write!(out, "what `{id}` answers"),
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Commits => out.write_str("the number of commits"),
            Self::Authors => out.write_str("the number of authors"),
            Self::Days => out.write_str("the number of days with commits"),
            Self::LargestShare => out.write_str("the part of the source lines that one commit brought"),
            Self::MergeShare => out.write_str("the part of the commits that are merges"),
            Self::Messages(pattern) => write!(out, "the part of the commits with a message like `{pattern}`"),
        }
    }
}

/// As a rubric writes it: `present`, `at least 4`.
impl fmt::Display for Want {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Holds(true) => out.write_str("present"),
            Self::Holds(false) => out.write_str("absent"),
            Self::AtLeast(least) => write!(out, "at least {least}"),
            Self::AtMost(most) => write!(out, "at most {most}"),
            Self::Share(Span { none, full, few }) => {
                write!(out, "a share from {none} % (nothing) to {full} % (whole)")?;
                match few {
                    0 => Ok(()),
                    few => write!(out, ", fewer than {few} taken as {few}"),
                }
            }
            Self::Finding(outcome) => write!(out, "found {}", word(&Outcome::WORDS, outcome)),
            Self::ShareAtLeast(share) => write!(out, "a share of at least {}", percent(*share)),
            Self::ShareAtMost(share) => write!(out, "a share of at most {}", percent(*share)),
            Self::Graded(Grading::Between { none, full }) => {
                write!(out, "graded from {none} (nothing) to {full} (whole)")
            }
            Self::Graded(grading) => write!(out, "graded by its {}", word(&Grading::WORDS, grading)),
        }
    }
}

/// What a rule calls itself.
pub fn rule_name(rule: &Value) -> String {
    let id = rule.get("id").and_then(Value::as_str).filter(|id| !id.is_empty());
    id.unwrap_or("without an id").to_owned()
}

/// `pattern `a``, `patterns `a`, `b``.
fn counted(noun: &str, texts: &[String]) -> String {
    let plural = if texts.len() == 1 { "" } else { "s" };
    format!("{noun}{plural} {}", ticked(texts))
}

fn ticked(texts: &[String]) -> String {
    let ticked: Vec<String> = texts.iter().map(|text| format!("`{text}`")).collect();
    ticked.join(", ")
}
