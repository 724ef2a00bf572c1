//! Exhibits and the body of evidence they merge into.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha256::Digest;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// Who looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Detective {
    /// Reads the history and the syntax trees.
    RepoInvestigator,
    /// Reads the reports.
    DocAnalyst,
    /// Reads the diagrams.
    VisionInspector,
}

impl Detective {
    /// All three, in the order in which exhibits are numbered.
    pub const ALL: [Self; 3] = [Self::RepoInvestigator, Self::DocAnalyst, Self::VisionInspector];

    /// The name used in reports and job names.
    pub fn name(self) -> &'static str {
        match self {
            Self::RepoInvestigator => "RepoInvestigator",
            Self::DocAnalyst => "DocAnalyst",
            Self::VisionInspector => "VisionInspector",
        }
    }
}

/// The note on a place that a denial was looked for at, and that is no fault of its own.
pub const LOOKED_AT: &str = "looked at";

/// What looking came to. "Could not look" is never "is not there".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Finding {
    /// What the probe asks about is there.
    Present,
    /// It was looked for everywhere it could be, and is not there.
    Absent,
    /// It is claimed, and the facts say otherwise.
    Contradicted,
    /// The question does not arise for this subject.
    NotApplicable,
    /// It could not be looked at; says nothing about the subject.
    Unobserved {
        /// Why, in one sentence.
        cause: String,
    },
}

impl Finding {
    /// Present or absent, from a fact that was observed.
    pub fn of(holds: bool) -> Self {
        if holds { Self::Present } else { Self::Absent }
    }

    /// The word in `report.json`.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Present => "present",
            Self::Absent => "absent",
            Self::Contradicted => "contradicted",
            Self::NotApplicable => "not_applicable",
            Self::Unobserved { .. } => "unobserved",
        }
    }

    /// Whether somebody looked and saw.
    pub fn is_observed(&self) -> bool {
        matches!(self, Self::Present | Self::Absent | Self::Contradicted)
    }
}

/// Where an exhibit can be checked.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Place {
    /// Lines of a file of the subject at the audited commit; 1-based, inclusive.
    Lines {
        /// Path from the root of the repository.
        path: String,
        /// First line.
        first: u32,
        /// Last line.
        last: u32,
    },
    /// A commit, by its full id.
    Commit(String),
    /// A branch or a tag, by its full name, as it was when the subject was taken: `refs/tags/v1`.
    Ref(String),
    /// A whole file of the subject at the audited commit, such as a picture.
    File(String),
    /// A page of a paged document; 1-based.
    Page {
        /// File name of the document.
        document: String,
        /// Page number.
        page: u32,
    },
    /// Lines of a document without pages; 1-based, inclusive.
    Passage {
        /// File name of the document.
        document: String,
        /// First line.
        first: u32,
        /// Last line.
        last: u32,
    },
}

impl Place {
    /// One line of a file of the subject.
    pub fn line(path: impl Into<String>, line: u32) -> Self {
        Self::lines(path, line, line)
    }

    /// Lines of a file of the subject.
    pub fn lines(path: impl Into<String>, first: u32, last: u32) -> Self {
        Self::Lines {
            path: path.into(),
            first,
            last: last.max(first),
        }
    }
}

/// `path:line[-line]`, `commit:<sha>`, `ref:<name>`, `path`, `report.pdf#page=3` or `report.md:12[-15]`.
impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lines { path, first, last }
            | Self::Passage {
                document: path,
                first,
                last,
            } => {
                write!(out, "{path}:{first}")?;
                if last > first {
                    write!(out, "-{last}")
                } else {
                    Ok(())
                }
            }
            Self::Commit(id) => write!(out, "commit:{id}"),
            Self::Ref(name) => write!(out, "ref:{name}"),
            Self::File(path) => write!(out, "{path}"),
            Self::Page { document, page } => write!(out, "{document}#page={page}"),
        }
    }
}

/// Bytes of the subject, quoted word for word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Excerpt {
    /// The quoted text. Untrusted: every output must escape it for its own format.
    pub text: String,
    /// Digest of the quoted bytes, so that a quote can be checked against its place.
    pub sha256: Digest,
}

impl Excerpt {
    /// Quotes `text`.
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        let sha256 = Digest::of(text.as_bytes());
        Self { text, sha256 }
    }
}

/// How sure the detective is, in percent, 0 to 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "u8", into = "u8")]
pub struct Confidence(u8);

impl Confidence {
    /// Read directly from the object store or the syntax tree.
    pub const CERTAIN: Self = Self(100);

    /// `percent` of 100; more is taken as 100.
    pub const fn percent(percent: u8) -> Self {
        Self(if percent > 100 { 100 } else { percent })
    }
}

impl From<u8> for Confidence {
    fn from(percent: u8) -> Self {
        Self::percent(percent)
    }
}

impl From<Confidence> for u8 {
    fn from(confidence: Confidence) -> Self {
        confidence.0
    }
}

/// Whether a fact was read, watched or told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Source {
    /// Read by a program from the bytes of the subject.
    Observed,
    /// Seen when the subject's own program ran against fakes.
    Ran {
        /// What it was put through then.
        scenario: String,
    },
    /// Described by a model; never overrules an opinion.
    Described {
        /// The model.
        model: String,
    },
}

/// One piece of evidence. Its number is given when the evidence of the case is complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exhibit {
    /// The probe that asked, for example `safety.shell_true`.
    pub probe: String,
    /// 0 for the finding itself, 1 and up for further places that prove it, in reading order.
    pub rank: u16,
    /// Who looked.
    pub detective: Detective,
    /// What was looked for, in words that say which answer is good.
    pub goal: String,
    /// What looking came to.
    pub finding: Finding,
    /// The fact, in the form that the probe documents; only on rank 0 or where it was told, and never when
    /// unobserved.
    pub value: Option<Value>,
    /// Where it can be checked.
    pub place: Option<Place>,
    /// What stands there.
    pub excerpt: Option<Excerpt>,
    /// Why the finding follows.
    pub rationale: String,
    /// How sure the detective is.
    pub confidence: Confidence,
    /// Read, watched or told.
    pub source: Source,
}

impl Exhibit {
    /// Whether a program read it from the bytes of the subject, or watched these run.
    pub fn is_observed(&self) -> bool {
        !matches!(self.source, Source::Described { .. })
    }
}

/// The number of an exhibit within a case, written `E12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ExhibitId(u32);

impl ExhibitId {
    /// The `number`th exhibit, from 1.
    pub const fn new(number: u32) -> Self {
        Self(number)
    }
}

impl fmt::Display for ExhibitId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "E{}", self.0)
    }
}

impl FromStr for ExhibitId {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = text.strip_prefix('E').and_then(|digits| digits.parse().ok());
        number
            .map(Self)
            .ok_or("a piece of evidence is named E and its number")
    }
}

impl TryFrom<String> for ExhibitId {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<ExhibitId> for String {
    fn from(id: ExhibitId) -> Self {
        id.to_string()
    }
}

/// The order of exhibits: detective, probe, rank, then content, so that merging never depends on timing.
type Key = (Detective, String, u16, Digest);

/// All exhibits of a case. Merging is commutative, associative and idempotent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    exhibits: BTreeMap<Key, Exhibit>,
}

impl Evidence {
    /// Both bodies of evidence as one.
    #[must_use]
    pub fn merge(mut self, other: Self) -> Self {
        self.exhibits.extend(other.exhibits);
        self
    }

    /// Every exhibit with its number, in order.
    pub fn iter(&self) -> impl Iterator<Item = (ExhibitId, &Exhibit)> {
        (1..).map(ExhibitId).zip(self.exhibits.values())
    }

    /// The exhibits of one probe, the finding itself first.
    pub fn of_probe<'a>(&'a self, probe: &'a str) -> impl Iterator<Item = (ExhibitId, &'a Exhibit)> {
        self.iter().filter(move |(_, exhibit)| exhibit.probe == probe)
    }

    /// The exhibits of one probe that were read or watched and not told; nothing else decides anything.
    pub fn observed_of<'a>(&'a self, probe: &'a str) -> impl Iterator<Item = (ExhibitId, &'a Exhibit)> {
        self.of_probe(probe).filter(|(_, exhibit)| exhibit.is_observed())
    }

    /// The exhibit with this number.
    pub fn get(&self, id: ExhibitId) -> Option<&Exhibit> {
        let found = self.iter().find(|(number, _)| *number == id);
        found.map(|(_, exhibit)| exhibit)
    }

    /// How many exhibits there are.
    pub fn count(&self) -> usize {
        self.exhibits.len()
    }
}

impl FromIterator<Exhibit> for Evidence {
    fn from_iter<T: IntoIterator<Item = Exhibit>>(exhibits: T) -> Self {
        let exhibits = exhibits.into_iter().map(|exhibit| (key(&exhibit), exhibit));
        Self {
            exhibits: exhibits.collect(),
        }
    }
}

fn key(exhibit: &Exhibit) -> Key {
    // Serializing a struct of strings and numbers cannot fail; an empty digest would still be an order.
    let bytes = serde_json::to_vec(exhibit).unwrap_or_default();
    (
        exhibit.detective,
        exhibit.probe.clone(),
        exhibit.rank,
        Digest::of(&bytes),
    )
}
