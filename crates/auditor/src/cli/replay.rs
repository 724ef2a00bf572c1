//! `auditor replay`: rule again from stored evidence and opinions; no model, no clone, no network.

use super::r#override::CLASS;
use super::wait_for;
use crate::error::CommandError;
use crate::input::rubrics;
use crate::input::rule_sets;
use crate::output;
use crate::output::terminal::print;
use crate::store;
use cases::decided::{self, DecidedCase};
use cases::overrides;
use cases::rule_again::{score_changes, score_difference, score_text};
use clap::Args;
use court::rubric::Rubric;
use court::rules::RuleSet;
use court::verdict::{Overruling, Verdict};
use court::visible::visible;
use journal::{CaseRecord, CaseState, Journal};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Rule again from stored evidence and opinions.
#[derive(Args)]
pub(super) struct Replay {
    /// Id of a case, or its beginning
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    case: Option<String>,
    /// Rule on every decided case of the journal and show whose scores move
    #[arg(long)]
    all: bool,
    /// With --all: only the cases of this cohort.json
    #[arg(long, value_name = "FILE", requires = "all")]
    class: Option<PathBuf>,
    /// Rules: the name of a built-in set, or a file [default: those of the case]
    #[arg(long, value_name = "NAME|FILE")]
    rules: Option<String>,
    /// Rubric: the name of a built-in one, or a file [default: that of the case]
    #[arg(long, value_name = "NAME|FILE")]
    rubric: Option<String>,
    /// Write the reports of the replayed case here
    #[arg(long, value_name = "DIR", conflicts_with = "all")]
    out: Option<PathBuf>,
    /// Formats of these reports, separated by commas; md and json are always written
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = "out")]
    format: Vec<report::Format>,
}

/// What a case is ruled on with, where it is not its own.
struct Otherwise {
    rules: Option<Arc<RuleSet>>,
    rubric: Option<Rubric>,
}

impl Replay {
    pub(super) fn run(&self, data: Option<&Path>) -> Result<ExitCode, CommandError> {
        let otherwise = Otherwise {
            rules: self.rules.as_deref().map(rule_sets::load).transpose()?,
            rubric: self.rubric.as_deref().map(rubrics::load).transpose()?,
        };
        let journal = store::open(data)?;
        let text = wait_for(async {
            match &self.case {
                Some(case) => {
                    let record = decided::find(&journal, case).await?;
                    let words = overrides::standing(&journal, &record.case).await?;
                    self.one(&record, &words, &otherwise)
                }
                None => all(&journal, &otherwise, self.members()?.as_ref()).await,
            }
        })?;
        print(&visible(&text))?;
        Ok(ExitCode::SUCCESS)
    }

    /// The cases of the class that was named.
    fn members(&self) -> Result<Option<BTreeSet<String>>, CommandError> {
        let Some(path) = &self.class else {
            return Ok(None);
        };
        let class = CLASS.json(path, &CLASS.bytes(path)?)?;
        let submissions = class["submissions"].as_array().into_iter().flatten();
        let cases = submissions.filter_map(|one| one["audit"]["case"].as_str().map(str::to_owned));
        Ok(Some(cases.collect()))
    }

    fn one(
        &self,
        record: &DecidedCase,
        words: &[Overruling],
        otherwise: &Otherwise,
    ) -> Result<String, CommandError> {
        let (record_after, rules, verdict) = replayed(record, otherwise)?;
        let mut text = table(record, &rules, &verdict);
        if let Some(out) = &self.out {
            let dossier = record_after.dossier(&rules, verdict).overruled(words);
            for path in output::write(out, &report::files(&dossier, &self.format, report::Headings::Own))? {
                let _ = writeln!(text, "{}", path.display());
            }
        }
        Ok(text)
    }
}

fn replayed<'a>(
    record: &'a DecidedCase,
    otherwise: &Otherwise,
) -> Result<(Cow<'a, DecidedCase>, Arc<RuleSet>, Verdict), CommandError> {
    let rules = match &otherwise.rules {
        Some(rules) => Arc::clone(rules),
        None => record.rules()?,
    };
    let record = match &otherwise.rubric {
        Some(rubric) => Cow::Owned(record.under_rubric(rubric)),
        None => Cow::Borrowed(record),
    };
    let verdict = record.retry(&rules);
    Ok((record, rules, verdict))
}

/// Every dimension before and after, and which rules came and went.
fn table(record: &DecidedCase, rules: &RuleSet, after: &Verdict) -> String {
    let before = &record.verdict;
    let mut text = format!(
        "case {} of {} under the rules `{}`\n",
        record.case, record.subject.name, rules.name
    );
    for entry in score_changes(before, after) {
        let rules = [("without", &entry.gone), ("with", &entry.come)]
            .iter()
            .filter(|(_, rules)| !rules.is_empty())
            .map(|(word, rules)| format!("{word} {}", rules.join(", ")))
            .collect::<Vec<_>>()
            .join("; ");
        let line = format!(
            "  {:<34} {:>6} → {:<6} {:<6} {rules}",
            entry.dimension.to_string(),
            score_text(entry.before),
            score_text(entry.after),
            score_difference(entry.before, entry.after)
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let line = format!(
        "  {:<34} {:>6} → {:<6} {}",
        "overall",
        score_text(before.overall),
        score_text(after.overall),
        score_difference(before.overall, after.overall)
    );
    let _ = writeln!(text, "{}", line.trim_end());
    if before == after {
        text.push_str("the same verdict, to the byte\n");
    }
    text
}

/// One line for each case: overall before and after, and the dimensions that move.
async fn all(
    journal: &Journal,
    otherwise: &Otherwise,
    members: Option<&BTreeSet<String>>,
) -> Result<String, CommandError> {
    let cases = journal.cases().await.map_err(CommandError::auditor)?;
    let mut text = String::new();
    let (mut ruled, mut moved, mut without) = (0_usize, 0_usize, 0_usize);
    let decided = cases.iter().filter(|case| case.state == CaseState::Decided);
    let is_member = |case: &CaseRecord| members.is_none_or(|members| members.contains(&case.id.to_string()));
    for case in decided.filter(|case| !overrides::is_word(case) && is_member(case)) {
        let Some(record) = decided::stored(journal, case).await? else {
            without += 1;
            continue;
        };
        let (_, _, after) = replayed(&record, otherwise)?;
        let before = &record.verdict;
        ruled += 1;
        let moving: Vec<String> = score_changes(before, &after)
            .iter()
            .filter(|entry| entry.is_other())
            .map(|entry| {
                format!(
                    "{} {} → {}",
                    entry.dimension,
                    score_text(entry.before),
                    score_text(entry.after)
                )
            })
            .collect();
        moved += usize::from(!moving.is_empty() || before.overall != after.overall);
        let columns = [
            case.id.to_string(),
            record.subject.name.clone(),
            score_text(before.overall),
            score_text(after.overall),
            score_difference(before.overall, after.overall),
            moving.join(", "),
        ];
        let _ = writeln!(text, "{}", columns.join("\t").trim_end());
    }
    let _ = writeln!(text, "{ruled} cases ruled on, {moved} move");
    if without > 0 {
        let _ = writeln!(
            text,
            "{without} without a record were left out; audit them again to replay them"
        );
    }
    Ok(text)
}
