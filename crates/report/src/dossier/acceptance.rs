//! What whoever audits has decided to live with. It moves no score: it takes a finding off the list of what is to be done,
//! and every report tells so.

use crate::text::english::ended;
use court::date;
use court::evidence::Place;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// How it is typed.
const FORM: &str = "give CHECK until YYYY-MM-DD: REASON, or CHECK at PATH until YYYY-MM-DD: REASON";

/// A finding that is accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Acceptance {
    /// The check, by the name of its probe.
    pub check: String,
    /// The file or the folder where it is accepted; everywhere where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The last day: a subject with a later commit has to mend it. The day of the commit is held against it and not that of
    /// the audit, so that the same commit always gets the same report.
    pub until: String,
    /// Why.
    pub reason: String,
    /// Whether the subject has a commit of a later day.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ended: bool,
}

impl FromStr for Acceptance {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (what, rest) = text.split_once(" until ").ok_or(FORM)?;
        let (until, reason) = rest.split_once(':').ok_or(FORM)?;
        let (check, path) = match what.split_once(" at ") {
            Some((check, path)) => (check, Some(path.trim().trim_end_matches('/').to_owned())),
            None => (what, None),
        };
        let one = Self {
            check: check.trim().to_owned(),
            path,
            until: until.trim().to_owned(),
            reason: reason.trim().to_owned(),
            ended: false,
        };
        let is_day = one.until.len() == "YYYY-MM-DD".len()
            && date::seconds(&format!("{}T00:00:00Z", one.until)).is_some();
        let is_whole = !one.check.is_empty() && !one.reason.is_empty() && one.path.as_deref() != Some("");
        (is_day && is_whole).then_some(one).ok_or(FORM)
    }
}

impl Acceptance {
    /// Whether it is about this finding.
    pub(crate) fn covers(&self, probe: &str, place: Option<&Place>) -> bool {
        let path = place.and_then(|place| match place {
            Place::Lines { path, .. } | Place::File(path) => Some(path.as_str()),
            _ => None,
        });
        let is_there = |wanted: &String| {
            let rest = path.and_then(|path| path.strip_prefix(wanted.as_str()));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        self.check == probe && self.path.as_ref().is_none_or(is_there)
    }

    /// The same, held against the newest commit, in seconds since 1970.
    pub(super) fn on(mut self, newest: Option<i64>) -> Self {
        self.ended |= newest.is_some_and(|newest| *date::shown(newest) > *format!("{} 24:00", self.until));
        self
    }

    /// `accepted until 2027-01-01: nobody else reaches it.`
    pub(crate) fn said(&self) -> String {
        format!("accepted until {}: {}", self.until, ended(&self.reason))
    }
}

#[cfg(test)]
mod tests;
