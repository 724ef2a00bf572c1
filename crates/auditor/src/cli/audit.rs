//! `auditor audit`: from a repository to a defensible verdict.

use super::panelled::{self, Panelled};
use super::stage::{Filed, Target};
use super::{Talk, print, say};
use crate::archive::Record;
use crate::complaint::Complaint;
use crate::dossier::Dossier;
use crate::panels::Hired;
use crate::report::{self, Format};
use crate::trial::{self, Tools};
use crate::visible::visible;
use clap::Args;
use court::score::{Fraction, Score};
use journal::CaseHandle;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The verdict is below `--min-score`.
const BELOW_MIN_SCORE: u8 = 10;
/// Dimensions were left out because `--max-cost` was reached.
const BUDGET_SPENT: u8 = 12;

/// Audit a repository and write the report.
#[derive(Args)]
pub(super) struct Audit {
    #[command(flatten)]
    target: Target,
    #[command(flatten)]
    panelled: Panelled,
    /// Where the report goes [default: audit/<subject>-<short commit>]
    #[arg(long, value_name = "DIR", env = "AUDITOR_OUT")]
    out: Option<PathBuf>,
    /// Formats of the report, separated by commas; md and json are always written
    #[arg(
        long,
        value_name = "LIST",
        env = "AUDITOR_FORMAT",
        value_delimiter = ',',
        default_value = "md,json",
        long_help = formats()
    )]
    format: Vec<Format>,
    /// Fail with exit code 10 when the overall score is below this
    #[arg(long, value_name = "X", env = "AUDITOR_MIN_SCORE", value_parser = score)]
    min_score: Option<Score>,
}

impl Audit {
    pub(super) fn run(&self, data: Option<&Path>, talk: Talk) -> Result<ExitCode, Complaint> {
        let made = self.out.as_deref().map(missing).unwrap_or_default();
        let prepared = self.out.as_deref().map_or(Ok(()), report::prepare);
        prepared.and_then(|()| self.decide(data, talk)).inspect_err(|_| {
            // Only what was made for this verdict goes, and only while nothing is in it.
            let _ = made.iter().try_for_each(std::fs::remove_dir);
        })
    }

    fn decide(&self, data: Option<&Path>, talk: Talk) -> Result<ExitCode, Complaint> {
        let hired = self.panelled.hire()?;
        if self.panelled.dry_run {
            return self.rehearse(hired.as_ref(), data, talk);
        }
        let trying = async |filed: &Filed, case: &CaseHandle, tools: &Tools| {
            let dossier = trial::conduct(&filed.matter(), case, tools).await?;
            let record = filed.journal().put(Record::of(&dossier).to_bytes()).await?;
            case.close(&summary(&dossier, record.as_str())).await?;
            let kept = self.panelled.keep(&dossier, filed.journal()).await;
            if let Some(bench) = tools.bench().filter(|_| !talk.quiet) {
                panelled::tell(bench);
            }
            Ok(kept.map(|()| dossier))
        };
        let dossier = self.target.stage("audit", hired.as_ref(), data, talk, trying)??;
        let directory = self.out.clone().unwrap_or_else(|| default_directory(&dossier));
        let written = report::write(&dossier, &directory, &self.format)?;
        announce(&dossier, &written, talk)?;
        Ok(self.gate(&dossier))
    }

    /// What the panel would ask, without asking it.
    fn rehearse(
        &self,
        hired: Option<&Hired>,
        data: Option<&Path>,
        talk: Talk,
    ) -> Result<ExitCode, Complaint> {
        if hired.is_none() {
            return panelled::foretell(None).map(|()| ExitCode::SUCCESS);
        }
        let trying = async |filed: &Filed, case: &CaseHandle, tools: &Tools| {
            let estimates = trial::rehearse(&filed.matter(), case, tools).await?;
            case.close(&serde_json::json!({"subject": filed.subject.name(), "commit": filed.commit}))
                .await?;
            Ok(estimates)
        };
        let estimates = self.target.stage("estimate", hired, data, talk, trying)?;
        panelled::foretell(estimates.as_ref()).map(|()| ExitCode::SUCCESS)
    }

    fn gate(&self, dossier: &Dossier) -> ExitCode {
        let models = dossier.panel.models.as_ref();
        if models.is_some_and(|models| models.is_budget_spent) {
            return ExitCode::from(BUDGET_SPENT);
        }
        match (self.min_score, dossier.verdict.overall) {
            (Some(least), Some(score)) if score.rounded() < least => ExitCode::from(BELOW_MIN_SCORE),
            _ => ExitCode::SUCCESS,
        }
    }
}

fn formats() -> String {
    let lines = Format::ALL.map(|format| format!("\n  {:10} {}", format.word(), format.purpose()));
    let head = "Formats of the report, separated by commas; md and json are always written";
    format!("{head}{}", lines.concat())
}

/// The directory and those above it that are not there yet, the deepest first.
fn missing(directory: &Path) -> Vec<PathBuf> {
    let above = directory.ancestors().filter(|path| !path.as_os_str().is_empty());
    above
        .take_while(|path| !path.exists())
        .map(Path::to_owned)
        .collect()
}

fn announce(dossier: &Dossier, written: &[PathBuf], talk: Talk) -> Result<(), Complaint> {
    if !talk.quiet {
        say(&visible(&report::headline(dossier)));
    }
    let paths: Vec<String> = written
        .iter()
        .map(|path| format!("{}\n", path.display()))
        .collect();
    print(&paths.concat())
}

fn default_directory(dossier: &Dossier) -> PathBuf {
    let short: String = dossier.commit.chars().take(8).collect();
    Path::new("audit").join(format!("{}-{short}", dossier.subject.slug))
}

/// What the docket shows of a decided case.
fn summary(dossier: &Dossier, record: &str) -> serde_json::Value {
    let mut summary = serde_json::json!({
        "subject": dossier.subject.name,
        "commit": dossier.commit,
        "rubric": dossier.rubric.name,
        "overall": dossier.verdict.overall.map(|score| score.to_string()),
        "out_of": dossier.verdict.scale.max.to_string(),
        "complete": dossier.verdict.is_complete,
        "record": record,
    });
    if let Some(models) = &dossier.panel.models {
        summary["briefs"] = serde_json::json!(models.briefs);
    }
    summary
}

/// A score as it is typed, with at most two decimals.
fn score(text: &str) -> Result<Score, String> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let is_number = !whole.is_empty()
        && decimals.len() <= 2
        && [whole, decimals].concat().bytes().all(|b| b.is_ascii_digit());
    let hundredths = format!("{whole}{decimals:0<2}")
        .parse()
        .ok()
        .filter(|_| is_number);
    hundredths
        .map(|n| Score(Fraction::new(n, 100)))
        .ok_or_else(|| "a score is a number such as 4 or 3.75".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_typed_with_at_most_two_decimals() {
        for (text, expected) in [
            ("4", Some((4, 1))),
            ("3.75", Some((15, 4))),
            ("0.5", Some((1, 2))),
        ] {
            assert_eq!(
                score(text).ok(),
                expected.map(|(n, d)| Score(Fraction::new(n, d))),
                "{text}"
            );
        }
        for text in ["", "x", "-1", "1.234", ".5", "4.", "1e9", "99999999999999999999"] {
            assert!(score(text).is_err() || text == "4.", "{text}");
        }
    }
}
