//! What is known of how a panel agrees with people: a licence, measured once and shown in every report of that panel.

use super::measure::Agreement;
use crate::error::CommandError;
use crate::input::file::InputFile;
use court::rubric::Rubric;
use court::rules::RuleSet;
use court::statutes;
use journal::Digest;
use panel::spec::Spec;
use panel::{brief, judge};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// Name and version of the form.
pub(crate) const FORM: &str = "auditor.licence/1";
/// The licence of the panel that is built in, measured on labelled subjects under the built-in rubric and rules.
const STATUTES: &str = include_str!("../../licences/statutes.json");

const LICENCE: InputFile = InputFile {
    what: "licence",
    bytes_max: 1 << 20,
    hint: "give a file that `auditor calibrate --licence-out FILE` wrote",
};

/// The licence of a panel.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Licence {
    pub(crate) schema: String,
    pub(crate) panel: String,
    /// Who it is: models, settings, prompts.
    pub(crate) identity: String,
    pub(crate) models: Vec<String>,
    /// Digest of all that its judges are told beside the case.
    pub(crate) prompts: String,
    pub(crate) rubric: String,
    pub(crate) rubric_sha256: String,
    pub(crate) rules: String,
    pub(crate) rules_sha256: String,
    /// Digest of the labels.
    pub(crate) labels_sha256: String,
    pub(crate) subjects: usize,
    /// What readers should know of the labels.
    pub(crate) remark: Option<String>,
    /// All rulings together.
    pub(crate) overall: Agreement,
    /// By dimension and who is measured: a judge, or the ruling.
    pub(crate) dimensions: BTreeMap<String, BTreeMap<String, Agreement>>,
    /// How two people agree on the same.
    pub(crate) people: Option<Agreement>,
    /// Of so many votes, how many were others when something changed that should not matter.
    pub(crate) flips: BTreeMap<String, [usize; 2]>,
    /// How far apart the votes of repeated calls lay, in the mean.
    pub(crate) spread: Option<f64>,
    pub(crate) cost_usd: Option<f64>,
}

impl Licence {
    /// The licence in a file.
    pub(crate) fn load(path: &Path) -> Result<Self, CommandError> {
        let value = LICENCE.json(path, &LICENCE.bytes(path)?)?;
        let read: Option<Self> = serde_json::from_value(value).ok();
        let licence = read.filter(|licence| licence.schema == FORM);
        licence.ok_or_else(|| {
            CommandError::usage(format!("the licence {}: it has another form", path.display()))
                .hint(LICENCE.hint)
        })
    }

    /// The one that is built in.
    pub(crate) fn built_in() -> Self {
        serde_json::from_str(STATUTES).expect("a test reads it")
    }

    /// Whether it is about this panel, rubric and rule set; else what it is not about.
    pub(crate) fn covers(
        &self,
        identity: &str,
        rubric: &Rubric,
        rules: &RuleSet,
    ) -> Result<(), &'static str> {
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
            .map_or(String::new(), |remark| format!("; {remark}"));
        format!(
            "calibrated on {scores} scores of {} subjects: kappa {kappa}{interval}, {:.0} % exact, {:.0} % within one{remark}",
            self.subjects,
            exact * 100.0,
            within_one * 100.0
        )
    }
}

/// Who a panel is: what its answers follow from, beside the case.
pub(crate) fn identity(spec: Option<&Spec>) -> String {
    match spec {
        None => format!("{} {}", statutes::NAME, statutes::VERSION),
        Some(spec) => {
            // A panel is texts and finite numbers.
            let seats = serde_json::to_string(&spec.seats).unwrap_or_default();
            let text = format!("{seats} {} {}", spec.brief_tokens, prompts(Some(spec)));
            format!("models {}", Digest::of(text.as_bytes()))
        }
    }
}

/// Digest of all that judges are told beside the case.
pub(crate) fn prompts(spec: Option<&Spec>) -> String {
    let own: Vec<&str> = spec
        .iter()
        .flat_map(|spec| spec.seats.values())
        .filter_map(|seat| seat.prompt.as_deref())
        .collect();
    let text = format!("{} {} {}", brief::VERSION, judge::VERSION, own.join("\n"));
    Digest::of(text.as_bytes()).to_string()
}

/// The licence that is known of a panel: the one that was named, else the built-in one where it covers it.
pub(crate) fn known<'a>(named: Option<&'a Licence>, built_in: &'a Licence) -> &'a Licence {
    named.unwrap_or(built_in)
}

/// What a report says of how its panel was calibrated.
pub(crate) fn calibration(
    named: Option<&Licence>,
    identity: &str,
    rubric: &Rubric,
    rules: &RuleSet,
) -> String {
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
