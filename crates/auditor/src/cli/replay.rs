//! `auditor replay`: rule again from stored evidence and opinions; no model, no clone, no network.

mod class;

use super::gates;
use super::r#override::CLASS;
use super::wait_for;
use crate::error::CommandError;
use crate::input::rubrics;
use crate::input::rule_sets;
use crate::output;
use crate::output::terminal::print;
use crate::store;
use cases::decided::{self, DecidedCase};
use cases::rule_again::table;
use cases::{overrides, votes};
use clap::Args;
use court::rubric::Rubric;
use court::rules::RuleSet;
use court::verdict::{Overruling, Verdict};
use court::visible::visible;
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
    #[arg(required_unless_present_any = ["all", "class"], conflicts_with_all = ["all", "class"])]
    case: Option<String>,
    /// Rule on every decided case of the journal and show whose scores move
    #[arg(long)]
    all: bool,
    /// Rule on every case of this cohort.json: whose scores move, which checks tell the class apart, and which never vary
    #[arg(long, value_name = "FILE")]
    class: Option<PathBuf>,
    /// Rules: the name of a built-in set, or a file [default: those of the case]
    #[arg(long, value_name = "NAME|FILE")]
    rules: Option<String>,
    /// Rubric: the name of a built-in one, or a file [default: that of the case]
    #[arg(long, value_name = "NAME|FILE")]
    rubric: Option<String>,
    /// Rule as if a judge had voted otherwise; may be given more than once
    #[arg(long, value_name = "DIMENSION/JUDGE=SCORE", conflicts_with_all = ["all", "class"])]
    vote: Vec<String>,
    /// Write the reports of the replayed case here; of a class, study.csv
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
    votes: Vec<String>,
}

impl Replay {
    pub(super) fn run(&self, data: Option<&Path>) -> Result<ExitCode, CommandError> {
        let otherwise = Otherwise {
            rules: self.rules.as_deref().map(rule_sets::load).transpose()?,
            rubric: self.rubric.as_deref().map(rubrics::load).transpose()?,
            votes: self.vote.clone(),
        };
        let journal = store::open(data)?;
        let text = wait_for(async {
            match &self.case {
                Some(case) => {
                    let record = decided::find(&journal, case).await?;
                    let words = overrides::standing(&journal, &record).await?;
                    self.one(&record, &words, &otherwise)
                }
                None => {
                    class::replay(
                        &journal,
                        &otherwise,
                        self.members()?.as_ref(),
                        self.out.as_deref(),
                    )
                    .await
                }
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
        let mut text = table(record, &rules.name, &verdict);
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
    let record = votes::changed(record, &otherwise.votes, gates::score)?;
    let verdict = record.retry(&rules);
    Ok((record, rules, verdict))
}
