//! What models may cost: the operator's limits, and what was spent of them.

use super::docket::{read, write};
use super::problem::Answered;
use fleet::Refusal;
use journal::CaseId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Amounts are millionths of a dollar.
const MICROS: f64 = 1e6;

/// The operator's limits, in millionths of a dollar; without one nothing is held back.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// For each client.
    pub each: Option<u64>,
    /// For all together.
    pub all: Option<u64>,
}

impl Limits {
    /// Limits in dollars.
    ///
    /// # Errors
    /// When one is negative or no number.
    pub fn dollars(each: Option<f64>, all: Option<f64>) -> Result<Self, Refusal> {
        let amount = |dollars: Option<f64>| {
            let wrong = || Refusal("a limit is an amount of dollars, such as 2.50".to_owned());
            dollars
                .map(|dollars| micros(dollars).ok_or_else(wrong))
                .transpose()
        };
        Ok(Self {
            each: amount(each)?,
            all: amount(all)?,
        })
    }

    fn are_set(self) -> bool {
        self.each.is_some() || self.all.is_some()
    }
}

/// Rounded up; nothing for what is no amount.
fn micros(dollars: f64) -> Option<u64> {
    let micros = (dollars * MICROS).ceil();
    // Beyond a billion dollars nobody means it.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is within bounds"
    )]
    (0.0..1e15).contains(&micros).then_some(micros as u64)
}

/// What a case cost, or may cost while it runs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Paid {
    client: String,
    micros: u64,
}

/// What was spent, case by case; kept in a file, so that a killed server knows.
#[derive(Debug)]
pub(super) struct Purse {
    path: PathBuf,
    limits: Limits,
    /// Audits at once; each may have its part of what is left.
    jobs: u64,
    paid: Mutex<BTreeMap<CaseId, Paid>>,
}

impl Purse {
    pub(super) fn open(path: PathBuf, limits: Limits, jobs: usize) -> Self {
        let paid = Mutex::new(read(&path).unwrap_or_default());
        let jobs = u64::try_from(jobs).unwrap_or(1).max(1);
        Self {
            path,
            limits,
            jobs,
            paid,
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<CaseId, Paid>> {
        // All is whole between two statements.
        self.paid.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a client may still spend on a case beside all others; nothing where there is no limit.
    pub(super) fn left(&self, id: &CaseId, client: &str) -> Option<u64> {
        let paid = self.lock();
        let others = || paid.iter().filter(|(case, _)| *case != id).map(|(_, paid)| paid);
        let own = others().filter(|paid| paid.client == client);
        let spent: u64 = own.map(|paid| paid.micros).sum();
        let each = self.limits.each.map(|limit| limit.saturating_sub(spent));
        let spent: u64 = others().map(|paid| paid.micros).sum();
        let all = self.limits.all.map(|limit| limit.saturating_sub(spent));
        each.into_iter().chain(all).min()
    }

    /// Sets aside what a case may cost, before it is begun: as long as nobody knows better, that is what it cost. Gives the
    /// amount in dollars as the command line takes it; nothing where there is no limit.
    pub(super) fn set_aside(&self, id: &CaseId, client: &str) -> Answered<Option<String>> {
        let Some(left) = self.left(id, client) else {
            return Ok(None);
        };
        let allowed = left.div_ceil(self.jobs);
        self.note(id, client, allowed)?;
        Ok(Some(format!(
            "{}.{:06}",
            allowed / 1_000_000,
            allowed % 1_000_000
        )))
    }

    /// What a case came to, as its report says.
    pub(super) fn settle(&self, id: &CaseId, client: &str, dollars: f64) -> Answered<()> {
        match self.limits.are_set() {
            true => self.note(id, client, micros(dollars).unwrap_or(0)),
            false => Ok(()),
        }
    }

    fn note(&self, id: &CaseId, client: &str, micros: u64) -> Answered<()> {
        let mut paid = self.lock();
        let client = client.to_owned();
        paid.insert(id.clone(), Paid { client, micros });
        write(&self.path, &*paid)
    }
}

#[cfg(test)]
mod tests;
