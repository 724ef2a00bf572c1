//! What a dimension demands of the facts: which probes, with which answer, and how much each weighs.

use crate::evidence::{Evidence, Exhibit, ExhibitId, Finding, Place};
use crate::rubric::{Artifact, Dimension};
use crate::score::Fraction;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::LazyLock;

pub mod own;
pub mod sight;

/// Terms that are only mentioned count this much of a term that is explained.
const MENTIONED: Fraction = Fraction::new_raw(1, 3);
/// A report with any path that does not exist gets at most this much of the demand that all exist.
const NOT_ALL_PATHS: Fraction = Fraction::new_raw(3, 4);

/// What each contradicted statement leaves of the trust in the others: a reader who finds one false has to check
/// the rest himself.
const CONTRADICTED: Fraction = Fraction::new_raw(2, 3);
/// Beyond so many contradicted statements nothing is left of it.
const CONTRADICTED_MAX: i32 = 8;

/// A text that uses fewer of the known phrases names them in passing.
const PHRASES_MIN: usize = 2;

/// The built-in protocols, a file each. What a dimension means is looked for in the first before the next: words
/// such as "tests" are common, and a rubric for LangGraph auditors uses them too.
static BUILT_IN: LazyLock<[File; 2]> = LazyLock::new(|| {
    let texts = [
        include_str!("../protocols/langgraph-auditor.yaml"),
        include_str!("../protocols/engineering.yaml"),
    ];
    texts.map(|text| serde_saphyr::from_str(text).expect("the built-in protocols are parsed by a test"))
});

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    protocols: Vec<Protocol>,
}

/// The demands that belong together.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Protocol {
    /// Its name, as rubrics spell it in `forensic_protocol`.
    pub name: String,
    /// Ids of dimensions that mean it.
    dimensions: Vec<String>,
    /// What kind of dimension it makes.
    #[serde(default)]
    pub kind: Kind,
    /// What it demands.
    pub demands: Vec<Demand>,
}

/// What kind of dimension this is, for the rules that treat kinds differently.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// No rule singles it out.
    #[default]
    Plain,
    /// The Tech Lead's vote weighs most.
    Architecture,
    /// Confirmed flaws cap it.
    Security,
}

/// One demand on the facts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Demand {
    /// The probe that answers it.
    pub probe: String,
    /// Which answer meets it.
    pub want: Want,
    /// Its weight relative to the protocol's other demands.
    pub weight: i64,
    /// Whether the dimension can be good without it.
    #[serde(default, rename = "essential")]
    pub is_essential: bool,
    /// Whether the contrary, observed at a place, is a confirmed security flaw.
    #[serde(default, rename = "violation")]
    pub is_violation: bool,
    /// What a judge says when it is met.
    pub met: String,
    /// What a judge says when it is not.
    pub unmet: String,
    /// What to do about it.
    pub remedy: String,
    /// Phrases by which a dimension asks for it.
    #[serde(default)]
    pub(crate) asks: Vec<String>,
}

/// Which answer meets a demand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Want {
    /// The fact is this; of a number: that there is at least one.
    Holds(bool),
    /// The number is at least this.
    AtLeast(i64),
    /// Of so many, enough are good.
    Share(Span),
    /// Looking came to this, whatever the fact.
    Finding(Outcome),
    /// The number is at most this.
    AtMost(i64),
    /// The part of a whole is at least this, 0 to 1.
    ShareAtLeast(Fraction),
    /// The part of a whole is at most this, 0 to 1.
    ShareAtMost(Fraction),
    /// The answer meets it in part.
    Graded(Grading),
}

/// What looking can come to, where it came to something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It is there.
    Present,
    /// It is not there.
    Absent,
    /// It is otherwise than somebody says.
    Contradicted,
}

impl Outcome {
    fn is(self, finding: &Finding) -> bool {
        match self {
            Self::Present => *finding == Finding::Present,
            Self::Absent => *finding == Finding::Absent,
            Self::Contradicted => *finding == Finding::Contradicted,
        }
    }
}

/// Which part of the whole counts as nothing and which as everything, in percent; between them it counts in part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Span {
    /// At or below this part nothing of the demand is met.
    pub none: u8,
    /// From this part on it is wholly met.
    pub full: u8,
}

/// How an answer that is more than yes or no is graded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grading {
    /// A map of terms to absent, mentioned or substantive: the mean over the terms.
    Terms,
    /// A list of claimed paths that do not exist: all or, with any missing, the share that exists.
    Paths,
    /// Counts of supported and contradicted statements: whole without a contradicted one, and each takes a third
    /// of what the others left, nothing is left where none is supported.
    Claims,
    /// A number: nothing at the one end, whole at the other, in proportion between them.
    Between {
        /// Meets nothing.
        none: i64,
        /// Meets it wholly.
        full: i64,
    },
}

/// How a dimension was understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// What it demands.
    pub demands: Vec<Demand>,
    /// What kind of dimension it is.
    pub kind: Kind,
    /// How that was found out, in one sentence for the rubric's author.
    pub because: String,
}

/// A demand held against the evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// The demand.
    pub demand: Demand,
    /// How far it is met, 0 to 1; `None` where nobody could look or the question does not arise.
    pub share: Option<Fraction>,
    /// The exhibit with the finding.
    pub exhibit: Option<ExhibitId>,
    /// Where that exhibit can be checked.
    pub place: Option<Place>,
    /// Why there is no share.
    pub cause: Option<String>,
    /// Whether somebody tried to look and could not, as against: the question does not arise.
    pub is_unobserved: bool,
}

impl Standing {
    /// Whether it is wholly met.
    #[must_use]
    pub fn is_met(&self) -> bool {
        self.share == Some(Fraction::from_integer(1))
    }

    /// Whether a scanner saw, at a place, that a demand of security is violated.
    #[must_use]
    pub fn is_confirmed_flaw(&self) -> bool {
        self.demand.is_violation && self.is_unmet() && self.place.is_some()
    }

    /// Whether it was observed and is not wholly met.
    #[must_use]
    pub fn is_unmet(&self) -> bool {
        self.share.is_some() && !self.is_met()
    }
}

/// What the dimension demands, or `None` where its text asks for nothing the probes can see.
///
/// What the rubric itself demands decides, then a protocol that it names, then the dimension's id, then the
/// phrases of its text.
#[must_use]
pub fn read(dimension: &Dimension) -> Option<Reading> {
    let demanded = dimension.demanded.clone();
    demanded
        .or_else(|| named(dimension))
        .or_else(|| BUILT_IN.iter().find_map(|file| by_text(dimension, file)))
}

/// The phrases of a dimension's text that some built-in protocol knows.
#[must_use]
pub fn phrases(dimension: &Dimension) -> BTreeSet<&'static str> {
    let text = format!(" {} ", fold(&asking_text(dimension)));
    let known = protocols().flat_map(|protocol| &protocol.demands);
    let phrases = known.flat_map(|demand| &demand.asks).map(String::as_str);
    phrases
        .filter(|phrase| text.contains(&format!(" {} ", fold(phrase))))
        .collect()
}

/// The built-in demand on a probe with this answer, else with any.
pub(crate) fn built_in_demand(probe: &str, want: &Want) -> Option<&'static Demand> {
    let known = || {
        let demands = protocols().flat_map(|protocol| &protocol.demands);
        demands.filter(|demand| demand.probe == probe)
    };
    known()
        .find(|demand| demand.want == *want)
        .or_else(|| known().next())
}

/// The built-in protocol of this name.
pub(crate) fn built_in(name: &str) -> Option<&'static Protocol> {
    protocols().find(|protocol| protocol.name == name)
}

fn protocols() -> impl Iterator<Item = &'static Protocol> {
    BUILT_IN.iter().flat_map(|file| &file.protocols)
}

fn named(dimension: &Dimension) -> Option<Reading> {
    let protocols = || BUILT_IN.iter().flat_map(|file| &file.protocols);
    let by_id = protocols().find(|p| p.dimensions.iter().any(|id| fold(id) == fold(&dimension.id.0)));
    let by_name = dimension
        .protocol
        .as_ref()
        .and_then(|name| protocols().find(|p| p.name == *name));
    let (protocol, because) = match (by_name, by_id) {
        (Some(protocol), _) => (
            protocol,
            format!("the rubric names the protocol `{}`", protocol.name),
        ),
        (None, Some(protocol)) => (protocol, format!("its id means the protocol `{}`", protocol.name)),
        (None, None) => return None,
    };
    Some(Reading {
        demands: protocol.demands.clone(),
        kind: protocol.kind,
        because,
    })
}

fn by_text(dimension: &Dimension, file: &File) -> Option<Reading> {
    let text = format!(" {} ", fold(&asking_text(dimension)));
    let is_asked = |phrase: &&String| text.contains(&format!(" {} ", fold(phrase)));
    let visible = file
        .protocols
        .iter()
        .filter(|protocol| can_see(protocol, &dimension.artifact));
    let asked: Vec<(&Protocol, &Demand, BTreeSet<&String>)> = visible
        .flat_map(|protocol| protocol.demands.iter().map(move |demand| (protocol, demand)))
        .map(|(protocol, demand)| (protocol, demand, demand.asks.iter().filter(is_asked).collect()))
        .filter(|(_, _, phrases): &(_, _, BTreeSet<&String>)| !phrases.is_empty())
        .collect();
    let phrases: BTreeSet<&String> = asked
        .iter()
        .flat_map(|(_, _, phrases)| phrases)
        .copied()
        .collect();
    if phrases.len() < PHRASES_MIN {
        return None;
    }
    let count = |protocol: &Protocol| {
        asked
            .iter()
            .filter(|(other, ..)| other.name == protocol.name)
            .count()
    };
    let main = asked
        .iter()
        .map(|(protocol, ..)| protocol)
        .max_by_key(|protocol| count(protocol))?;
    let names: BTreeSet<String> = asked
        .iter()
        .map(|(protocol, ..)| format!("`{}`", protocol.name))
        .collect();
    let names = names.into_iter().collect::<Vec<_>>().join(", ");
    let demands = asked
        .iter()
        .fold(Vec::new(), |mut demands: Vec<Demand>, (_, demand, _)| {
            if demands.iter().all(|known| known.probe != demand.probe) {
                demands.push((*demand).clone());
            }
            demands
        });
    Some(Reading {
        demands,
        kind: main.kind,
        because: format!("its text asks for parts of {names}"),
    })
}

/// A dimension about the report is not answered by probes of the code, and the other way round.
fn can_see(protocol: &Protocol, artifact: &Artifact) -> bool {
    let namespace = |prefix: &str| {
        protocol
            .demands
            .iter()
            .any(|demand| demand.probe.starts_with(prefix))
    };
    match artifact {
        Artifact::Repository => !namespace("docs."),
        Artifact::Report => namespace("docs.") && !namespace("docs.diagram"),
        Artifact::Diagrams => namespace("docs.diagram"),
        Artifact::External(_) => false,
    }
}

/// What the dimension asks for. Failure patterns and lower levels name things only to say how they go wrong.
fn asking_text(dimension: &Dimension) -> String {
    let texts = [
        Some(&dimension.name),
        dimension.instruction.as_ref(),
        dimension.description.as_ref(),
        dimension.success.as_ref(),
        dimension.shared_logic.as_ref(),
    ];
    let best = dimension.levels.first().map(|level| &level.description);
    let best = best.filter(|_| dimension.success.is_none());
    let all: Vec<&str> = texts
        .into_iter()
        .flatten()
        .chain(dimension.logic.values())
        .chain(best)
        .map(String::as_str)
        .collect();
    all.join(" . ")
}

/// Letters and digits in lower case, everything else one space.
pub(crate) fn fold(text: &str) -> String {
    let spaced: String = text
        .chars()
        .map(|c| {
            if c.is_alphanumeric() {
                c.to_ascii_lowercase()
            } else {
                ' '
            }
        })
        .collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Holds each demand against the evidence.
#[must_use]
pub fn weigh(demands: &[Demand], evidence: &Evidence) -> Vec<Standing> {
    demands.iter().map(|demand| standing(demand, evidence)).collect()
}

fn standing(demand: &Demand, evidence: &Evidence) -> Standing {
    let found = evidence.observed_of(&demand.probe).next();
    let blank = |cause: String, is_unobserved| Standing {
        demand: demand.clone(),
        share: None,
        exhibit: found.map(|(id, _)| id),
        place: found.and_then(|(_, exhibit)| exhibit.place.clone()),
        cause: Some(cause),
        is_unobserved,
    };
    let Some((id, exhibit)) = found else {
        return blank(format!("no detective answers `{}`", demand.probe), true);
    };
    match &exhibit.finding {
        Finding::Unobserved { cause } => blank(cause.clone(), true),
        Finding::NotApplicable => blank(exhibit.rationale.clone(), false),
        _ => match share(&demand.want, exhibit, evidence) {
            Some(share) => Standing {
                demand: demand.clone(),
                share: Some(share),
                exhibit: Some(id),
                place: exhibit.place.clone(),
                cause: None,
                is_unobserved: false,
            },
            None => blank(
                format!(
                    "the answer of `{}` has another form than the demand",
                    demand.probe
                ),
                true,
            ),
        },
    }
}

fn share(want: &Want, exhibit: &Exhibit, evidence: &Evidence) -> Option<Fraction> {
    let value = exhibit.value.as_ref()?;
    match want {
        Want::Holds(wanted) => truth(value).map(|holds| whole(holds == *wanted)),
        Want::AtLeast(least) => value.as_i64().map(|number| whole(number >= *least)),
        Want::Share(span) => span.share(value),
        Want::Finding(outcome) => Some(whole(outcome.is(&exhibit.finding))),
        Want::AtMost(most) => value.as_i64().map(|number| whole(number <= *most)),
        Want::ShareAtLeast(least) => part(value).map(|part| whole(part >= *least)),
        Want::ShareAtMost(most) => part(value).map(|part| whole(part <= *most)),
        Want::Graded(Grading::Between { none, full }) => {
            value.as_i64().and_then(|number| between(number, *none, *full))
        }
        Want::Graded(Grading::Terms) => terms_share(value),
        Want::Graded(Grading::Paths) => paths_share(value, evidence),
        Want::Graded(Grading::Claims) => claims_share(value),
    }
}

impl Span {
    /// How far `{"good": n, "all": m}` meets it.
    fn share(self, value: &Value) -> Option<Fraction> {
        let (none, full) = (percent(self.none), percent(self.full.max(self.none)));
        let part = part(value)?;
        Some(if part >= full {
            whole(true)
        } else if part <= none {
            whole(false)
        } else {
            (part - none) / (full - none)
        })
    }
}

fn percent(part: u8) -> Fraction {
    Fraction::new(i64::from(part), 100)
}

fn whole(is_met: bool) -> Fraction {
    Fraction::from_integer(i64::from(is_met))
}

fn truth(value: &Value) -> Option<bool> {
    value
        .as_bool()
        .or_else(|| value.as_i64().map(|number| number > 0))
}

/// `{"good": 3, "all": 4}` as a fraction.
fn part(value: &Value) -> Option<Fraction> {
    let count = |key: &str| value.get(key).and_then(Value::as_i64);
    let (good, all) = (count("good")?, count("all").filter(|all| *all > 0)?);
    Some(Fraction::new(good.clamp(0, all), all))
}

fn between(number: i64, none: i64, full: i64) -> Option<Fraction> {
    let way = full.checked_sub(none).filter(|way| *way != 0)?;
    let done = Fraction::new(number.checked_sub(none)?, way);
    Some(done.clamp(Fraction::from_integer(0), Fraction::from_integer(1)))
}

fn terms_share(value: &Value) -> Option<Fraction> {
    let terms = value.as_object().filter(|terms| !terms.is_empty())?;
    let of_term = |state: &Value| match state.as_str() {
        Some("substantive") => Fraction::from_integer(1),
        Some("mentioned") => MENTIONED,
        _ => Fraction::from_integer(0),
    };
    let total: Fraction = terms.values().map(of_term).sum();
    Some(total / i64::try_from(terms.len()).ok()?)
}

fn paths_share(value: &Value, evidence: &Evidence) -> Option<Fraction> {
    let missing = i64::try_from(value.as_array()?.len()).ok()?;
    if missing == 0 {
        return Some(Fraction::from_integer(1));
    }
    let present = evidence
        .observed_of("docs.paths_present")
        .find_map(|(_, exhibit)| exhibit.value.as_ref()?.as_i64());
    Some(Fraction::new(present.unwrap_or(0), present.unwrap_or(0) + missing).min(NOT_ALL_PATHS))
}

fn claims_share(value: &Value) -> Option<Fraction> {
    let count = |state: &str| value.get(state).and_then(Value::as_u64);
    let (supported, contradicted) = (count("supported")?, count("contradicted")?);
    match i32::try_from(contradicted).unwrap_or(i32::MAX) {
        0 => Some(Fraction::from_integer(1)),
        many if supported == 0 || many > CONTRADICTED_MAX => Some(Fraction::from_integer(0)),
        many => Some(CONTRADICTED.pow(many)),
    }
}

#[cfg(test)]
mod tests;
