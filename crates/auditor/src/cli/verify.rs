//! `auditor verify`: whether a report is true.

use super::case_run::{Hosts, Pictures, Target};
use super::experiment;
use super::experiment_args::ExperimentArgs;
use super::{Talk, wait_for};
use crate::error::CommandError;
use crate::input::file::InputFile;
use crate::input::rubrics;
use crate::input::rule_sets;
use crate::output::terminal::print;
use crate::store;
use ::experiment::run::Trace;
use cases::decided;
use clap::Args;
use court::rubric::Rubric;
use court::rules::{self, RuleSet};
use court::visible::visible;
use journal::Digest;
use serde_json::Value;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use verify::{Difference, Findings, REPORT_BYTES_MAX};

/// The report is not true.
pub(super) const NOT_TRUE: u8 = 13;

/// A report of this program.
pub(super) const REPORT: InputFile = InputFile {
    what: "report",
    bytes_max: REPORT_BYTES_MAX,
    hint: "give the report.json of an audit",
};

/// What neither the rest of the report nor the subject can show.
const AS_TOLD: &str = "taken as told, as only its seal shows it: the address, the id of the case, what was uncommitted, \
                       what held the readers in, and what models said";

/// Check a report against itself, its rules, and its subject.
#[derive(Args)]
pub(super) struct Verify {
    /// The `report.json`
    file: PathBuf,
    /// The subject, to look again at the commit of the report: a path, an https URL, owner/name
    subject: Option<String>,
    /// A report that came with the subject; may be given more than once
    #[arg(long, value_name = "FILE")]
    report: Vec<PathBuf>,
    /// Take the report that lies in the repository, as the audit did
    #[arg(long)]
    find_report: bool,
    /// The rubric, where it is not built in: a file
    #[arg(long, value_name = "NAME|FILE")]
    rubric: Option<String>,
    /// The protocol that was given with the rubric
    #[arg(long, value_name = "FILE")]
    protocol: Option<PathBuf>,
    /// The rules, where they are not built in: a file
    #[arg(long, value_name = "NAME|FILE")]
    rules: Option<String>,
    /// What was seen when the subject's program ran, where the journal has it not: a file of `auditor experiment --trace`
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    #[command(flatten)]
    pictures: Pictures,
    #[command(flatten)]
    hosts: Hosts,
}

impl Verify {
    pub(super) fn run(&self, data: Option<&Path>, talk: Talk) -> Result<ExitCode, CommandError> {
        let told = read(&self.file)?;
        let (rubric, rules) = (self.rubric(&told, data)?, self.rules(&told, data)?);
        let unreadable = |error| {
            CommandError::usage(format!(
                "the report {} cannot be checked: {error}",
                self.file.display()
            ))
            .hint(REPORT.hint)
        };
        let mut findings = verify::check(&told, &rubric, &rules).map_err(unreadable)?;
        match &self.subject {
            Some(subject) => self.look_again(subject, &told, data, talk, &mut findings)?,
            None => findings.checked.push(
                "not checked without the subject: that the evidence, claims, graphs and the coverage are what is there"
                    .to_owned(),
            ),
        }
        findings.checked.push(AS_TOLD.to_owned());
        print(&visible(&text(&findings)))?;
        Ok(if findings.faults.is_empty() {
            ExitCode::SUCCESS
        } else {
            ExitCode::from(NOT_TRUE)
        })
    }

    fn rubric(&self, told: &Value, data: Option<&Path>) -> Result<Rubric, CommandError> {
        if let Some(name) = &self.rubric {
            return rubrics::load_with(name, self.protocol.as_deref());
        }
        let wanted = told["rubric"]["sha256"].as_str().unwrap_or_default();
        for name in court::rubric::BUILT_IN {
            let rubric = rubrics::load(name)?;
            if rubric.sha256.as_str() == wanted {
                return Ok(rubric);
            }
        }
        match stored(told, data)? {
            Some(record) if record.rubric.sha256.as_str() == wanted => Ok(record.rubric),
            _ => Err(
                CommandError::usage("the rubric of the report is not built in and not in the journal")
                    .hint("name its file with --rubric"),
            ),
        }
    }

    fn rules(&self, told: &Value, data: Option<&Path>) -> Result<Arc<RuleSet>, CommandError> {
        if let Some(name) = &self.rules {
            return rule_sets::load(name);
        }
        let wanted = told["rules"]["sha256"].as_str().unwrap_or_default();
        for (name, _) in rules::PRESETS {
            let rules = rule_sets::load(name)?;
            if rules.sha256.as_str() == wanted {
                return Ok(rules);
            }
        }
        let record = stored(told, data)?;
        let rules = record.map(|record| record.rules()).transpose()?;
        rules
            .filter(|rules| rules.sha256.as_str() == wanted)
            .ok_or_else(|| {
                CommandError::usage("the rules of the report are not built in and not in the journal")
                    .hint("name their file with --rules")
            })
    }

    /// What was seen when the subject's program ran, where the report tells of it.
    fn seen(&self, told: &Value, data: Option<&Path>) -> Result<Option<Trace>, CommandError> {
        let Some(wanted) = told["experiment"]["events"].as_str() else {
            return Ok(None);
        };
        let trace = match &self.trace {
            Some(file) => Some(experiment::saved(file)?),
            None => kept(wanted, data)?,
        };
        let trace = trace.filter(|trace| trace.digest() == wanted && trace.commit == told["commit"]);
        trace.map(Some).ok_or_else(|| {
            CommandError::usage("the report tells of an experiment whose events are not at hand")
                .hint("verify it with the data directory of the audit (--data), or give the saved events with --trace")
        })
    }

    /// The documents that the audit had and that nobody named now.
    fn not_given(&self, told: &Value) -> Option<String> {
        let reports = told["coverage"]["reports"].as_array()?.iter();
        let names: Vec<&str> = reports.filter_map(|report| report["name"].as_str()).collect();
        let is_given = names.is_empty() || !self.report.is_empty() || self.find_report;
        (!is_given).then(|| names.join(", "))
    }

    /// Audits the subject at the commit of the report, with no memory, and compares.
    fn look_again(
        &self,
        subject: &str,
        told: &Value,
        data: Option<&Path>,
        talk: Talk,
        findings: &mut Findings,
    ) -> Result<(), CommandError> {
        let seen = self.seen(told, data)?.map(Arc::new);
        if seen.is_some() {
            let words = "the experiment: derived again from its events; nothing was run";
            findings.checked.push(words.to_owned());
        }
        let expected = again(subject, told, self, seen, talk)?;
        if let Some(missing) = self.not_given(told) {
            let (expected, observed) = (verify::of_the_repository(&expected), verify::observed(told));
            let differing = verify::between(&expected, &verify::of_the_repository(&observed), |_| false);
            findings.faults.extend(differing);
            findings.checked.push(format!(
                "the repository alone: looked at again at {}; what was seen in {missing} was not checked: name it with --report, \
                 or use --find-report where it lies in the repository",
                told["commit"].as_str().unwrap_or_default()
            ));
            return Ok(());
        }
        let is_by_statute = told["panel"]["name"].as_str() == Some(court::statutes::NAME);
        let skips: fn(&str) -> bool = if is_by_statute {
            |at| {
                matches!(
                    at,
                    "repo_url"
                        | "origin"
                        | "journal"
                        | "executive_summary"
                        | "coverage.uncommitted"
                        | "coverage.containment"
                )
            }
        } else {
            |at| {
                let observed = ["evidences", "claims", "topology", "coverage", "history", "commit"];
                !at.is_empty() && !observed.iter().any(|key| at.starts_with(key))
                    || matches!(at, "coverage.uncommitted" | "coverage.containment")
            }
        };
        let known: Vec<String> = findings.faults.iter().map(|fault| fault.at.clone()).collect();
        let differing = verify::between(&expected, &verify::observed(told), skips);
        findings
            .faults
            .extend(differing.into_iter().filter(|fault| !known.contains(&fault.at)));
        findings.checked.push(format!(
            "the subject: looked at again at {}, without any memory",
            told["commit"].as_str().unwrap_or_default()
        ));
        Ok(())
    }
}

/// The record of the case in the journal, where it is there.
fn stored(told: &Value, data: Option<&Path>) -> Result<Option<decided::DecidedCase>, CommandError> {
    let Some(case) = told["journal"]["case"].as_str() else {
        return Ok(None);
    };
    let journal = store::open(data)?;
    Ok(wait_for(decided::find(&journal, case)).ok())
}

/// The events that the journal keeps under this digest.
fn kept(digest: &str, data: Option<&Path>) -> Result<Option<Trace>, CommandError> {
    let Ok(digest) = Digest::try_from(digest.to_owned()) else {
        return Ok(None);
    };
    let journal = store::open(data)?;
    let bytes = wait_for(async { journal.blob(&digest).await.map_err(CommandError::auditor) })?;
    Ok(bytes.and_then(|bytes| Trace::from_bytes(&bytes).ok()))
}

fn again(
    subject: &str,
    told: &Value,
    options: &Verify,
    seen: Option<Arc<Trace>>,
    talk: Talk,
) -> Result<Value, CommandError> {
    let named = |key: &str| told[key]["name"].as_str().unwrap_or_default().to_owned();
    let target = Target {
        report: options.report.clone(),
        find_report: options.find_report,
        protocol: options.protocol.clone(),
        rules: options.rules.clone().unwrap_or_else(|| named("rules")),
        pictures: options.pictures,
        hosts: options.hosts.clone(),
        experiment: ExperimentArgs::of_seen(seen),
        ..Target::at_commit(
            subject.to_owned(),
            told["commit"].as_str().unwrap_or_default(),
            options.rubric.clone().unwrap_or_else(|| built_in_rubric(told)),
        )
    };
    let dossier = target.audit_without_memory("verify", talk)?;
    let dossier = dossier
        .overruled(&verify::overrulings(told))
        .accepting(&verify::accepted(told));
    serde_json::from_str(&report::json(&dossier)).map_err(CommandError::auditor)
}

/// The built-in rubric with the digest that the report names.
fn built_in_rubric(told: &Value) -> String {
    let wanted = told["rubric"]["sha256"].as_str().unwrap_or_default();
    let found = court::rubric::BUILT_IN
        .iter()
        .find(|name| rubrics::load(name).is_ok_and(|rubric| rubric.sha256.as_str() == wanted));
    found.map_or_else(|| told["rubric"]["name"].to_string(), |name| (*name).to_owned())
}

/// A report as a JSON value.
pub(super) fn read(file: &Path) -> Result<Value, CommandError> {
    REPORT.json(file, &REPORT.bytes(file)?)
}

fn text(findings: &Findings) -> String {
    let mut text = String::new();
    for checked in &findings.checked {
        let _ = writeln!(text, "{checked}");
    }
    for Difference { at, told, found } in &findings.faults {
        let _ = writeln!(
            text,
            "NOT TRUE {at}: the report says {told}; it should be {found}"
        );
    }
    text.push_str(&match findings.faults.len() {
        0 => "the report holds\n".to_owned(),
        1 => "1 field does not hold\n".to_owned(),
        many => format!("{many} fields do not hold\n"),
    });
    text
}
