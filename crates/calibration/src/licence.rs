//! What is known of how a panel agrees with people: a licence, measured once and shown in every report of that panel.

use super::measure::Agreement;
use court::digest::Digest;
use court::rubric::Rubric;
use court::rules::RuleSet;
use court::statutes;
use panel::spec::Spec;
use panel::{brief, judge};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Name and version of the form.
pub const FORM: &str = "auditor.licence/1";
/// The licence of the panel that is built in, measured on labelled subjects under the built-in rubric and rules.
const STATUTES: &str = include_str!("../licences/statutes.json");

/// The licence of a panel.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Licence {
    pub schema: String,
    pub panel: String,
    /// Who it is: models, settings, prompts.
    pub identity: String,
    pub models: Vec<String>,
    /// Digest of all that its judges are told beside the case.
    pub prompts: String,
    pub rubric: String,
    pub rubric_sha256: String,
    pub rules: String,
    pub rules_sha256: String,
    /// Digest of the labels.
    pub labels_sha256: String,
    pub subjects: usize,
    /// What readers should know of the labels.
    pub remark: Option<String>,
    /// All rulings together.
    pub overall: Agreement,
    /// By dimension and who is measured: a judge, or the ruling.
    pub dimensions: BTreeMap<String, BTreeMap<String, Agreement>>,
    /// How two people agree on the same.
    pub people: Option<Agreement>,
    /// Of so many votes, how many were others when something changed that should not matter.
    pub flips: BTreeMap<String, [usize; 2]>,
    /// How far apart the votes of repeated calls lay, in the mean.
    pub spread: Option<f64>,
    pub cost_usd: Option<f64>,
}

impl Licence {
    /// The licence that this value is; nothing where it has another form.
    pub fn parse(value: Value) -> Option<Self> {
        let read: Option<Self> = serde_json::from_value(value).ok();
        read.filter(|licence| licence.schema == FORM)
    }

    /// The one that is built in.
    pub fn built_in() -> Self {
        serde_json::from_str(STATUTES).expect("a test reads it")
    }

    /// Whether it is about this panel, rubric and rule set; else what it is not about.
    pub fn covers(&self, identity: &str, rubric: &Rubric, rules: &RuleSet) -> Result<(), &'static str> {
        let is_same = |known: &str, other: &str| known == other;
        match (
            is_same(&self.identity, identity),
            is_same(&self.rubric_sha256, rubric.sha256.as_str()),
            is_same(&self.rules_sha256, rules.sha256.as_str()),
        ) {
            (true, true, true) => Ok(()),
            (false, ..) => Err("another panel"),
            (_, false, _) => Err("another rubric"),
            (.., false) => Err("other rules"),
        }
    }

    /// What reports say of it.
    fn sentence(&self) -> String {
        let Agreement {
            scores,
            exact,
            within_one,
            kappa,
            interval,
            ..
        } = &self.overall;
        let kappa = kappa.map_or("–".to_owned(), |kappa| format!("{kappa:.2}"));
        let interval = interval.map_or(String::new(), |[low, high]| format!(" ({low:.2} to {high:.2})"));
        let remark = self
            .remark
            .as_ref()
            .map_or(String::new(), |remark| format!(". {}", capital(remark)));
        format!(
            "calibrated on {scores} scores of {} subjects: {:.0} % are those of people, {:.0} % within one point. The quadratic kappa is {kappa}{interval}{remark}",
            self.subjects,
            exact * 100.0,
            within_one * 100.0
        )
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// Who a panel is: what its answers follow from, beside the case.
pub fn identity(spec: Option<&Spec>) -> String {
    match spec {
        None => {
            let weights = Digest::of(court::protocol::weights().as_bytes());
            format!("{} {} {weights}", statutes::NAME, statutes::VERSION)
        }
        Some(spec) => {
            // A panel is texts and finite numbers.
            let seats = serde_json::to_string(&spec.seats).unwrap_or_default();
            let text = format!("{seats} {} {}", spec.brief_tokens, prompts(Some(spec)));
            format!("models {}", Digest::of(text.as_bytes()))
        }
    }
}

/// Digest of all that judges are told beside the case.
pub fn prompts(spec: Option<&Spec>) -> String {
    let own: Vec<&str> = spec
        .iter()
        .flat_map(|spec| spec.seats.values())
        .filter_map(|seat| seat.prompt.as_deref())
        .collect();
    let text = format!("{} {} {}", brief::VERSION, judge::VERSION, own.join("\n"));
    Digest::of(text.as_bytes()).to_string()
}

/// The licence that is known of a panel: the one that was named, else the built-in one where it covers it.
pub fn known<'a>(named: Option<&'a Licence>, built_in: &'a Licence) -> &'a Licence {
    named.unwrap_or(built_in)
}

/// What a report says of how its panel was calibrated.
pub fn calibration(named: Option<&Licence>, identity: &str, rubric: &Rubric, rules: &RuleSet) -> String {
    let built_in = Licence::built_in();
    let licence = known(named, &built_in);
    match (licence.covers(identity, rubric, rules), named) {
        (Ok(()), _) => licence.sentence(),
        (Err(what), Some(_)) => format!("not calibrated: the licence is of {what}"),
        (Err(_), None) => {
            "not calibrated: how it agrees with people under this rubric and these rules is not known"
                .to_owned()
        }
    }
}
