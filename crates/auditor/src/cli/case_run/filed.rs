//! A case that is ready to be tried: what it is made of, what it is called, what its trial works with.

use super::journal_failed;
use crate::cli::Talk;
use crate::cli::signals::Signals;
use crate::error::CommandError;
use crate::input::panels::ConnectedPanel;
use crate::input::reports::ReportFile;
use crate::input::rubrics;
use crate::output::terminal::notify;
use crate::trial::{self, Filing, Tools};
use calibration::licence::Licence;
use cases::decided::{Given, Origin};
use court::rubric::{self, Rubric};
use court::rules::RuleSet;
use court::visible::visible;
use custody::Subject;
use experiment::witness::Witness;
use journal::{CaseHandle, Digest, Journal};
use std::path::PathBuf;
use std::sync::Arc;

/// A case that is ready to be tried.
pub(in crate::cli) struct FiledCase {
    pub(in crate::cli) subject: Subject,
    /// What it looks like, where it is a directory of this machine.
    pub(super) state: Option<Digest>,
    pub(super) address: String,
    pub(super) url: Option<String>,
    pub(super) claimed_origin: Option<String>,
    pub(super) rev: Option<String>,
    pub(in crate::cli) commit: String,
    pub(in crate::cli) rubric: Rubric,
    /// Why the rubric could not be read, where a report says so.
    pub(super) fault: Option<String>,
    /// Whether somebody named the rubric; else it goes by the subject.
    pub(super) is_named: bool,
    pub(super) protocol: Option<PathBuf>,
    pub(super) rules: Arc<RuleSet>,
    pub(super) licence: Option<Licence>,
    pub(in crate::cli) reports: Vec<ReportFile>,
    /// Whether the report that lies in the subject is wanted.
    pub(super) wants_found: bool,
    pub(super) looked_at: u64,
    /// What the subject's own program is run with.
    pub(super) experiment: Option<Witness>,
    /// Whether the work is to be compared with others.
    pub(super) is_traced: bool,
    pub(super) terms: Vec<String>,
    pub(super) journal: Journal,
    pub(super) directory: PathBuf,
}

impl FiledCase {
    /// Goes by the subject where nobody named a rubric.
    pub(super) async fn find_rubric(
        &mut self,
        tools: &mut Tools,
        signals: &mut Signals,
    ) -> Result<(), CommandError> {
        if self.is_named {
            return Ok(());
        }
        let work = async {
            let field = Box::pin(trial::field(&self.filing(), tools)).await;
            field.map_err(journal_failed)
        };
        let field = signals.interrupting(work).await?;
        self.rubric = rubrics::load_with(rubrics::rubric_of(field), self.protocol.as_deref())?;
        self.terms = rubric::terms(&self.rubric);
        tools.set_terms(&self.terms);
        Ok(())
    }

    /// Takes the report that lies in the subject, where that is wanted, and tells which.
    pub(super) async fn find_report(
        &mut self,
        tools: &mut Tools,
        signals: &mut Signals,
        talk: Talk,
    ) -> Result<(), CommandError> {
        if !self.wants_found {
            return Ok(());
        }
        let work = async {
            let found = Box::pin(trial::found_report(&self.filing(), tools, &self.journal)).await;
            found.map_err(journal_failed)
        };
        let found = signals.interrupting(work).await?;
        let told = match &found {
            Some((_, chosen)) => format!("report: {}: {}", chosen.path, chosen.why),
            None => "report: none lies in the repository".to_owned(),
        };
        if !talk.quiet {
            notify(&visible(&told));
        }
        if let Some((report, _)) = found {
            tools.add_report(report.clone());
            self.reports.push(report);
        }
        Ok(())
    }

    /// What the case is made from, for looking again.
    pub(in crate::cli) fn origin(&self) -> Origin {
        let given = self.reports.iter().map(|report| Given {
            name: report.name.clone(),
            path: report
                .path
                .as_ref()
                .map(|path| path.to_string_lossy().into_owned()),
            sha256: report.sha256.clone(),
        });
        Origin {
            address: Some(self.address.clone()),
            given: given.collect(),
            looked_at: Some(self.looked_at),
        }
    }

    pub(in crate::cli) fn filing(&self) -> Filing<'_> {
        Filing {
            name: self.subject.name(),
            slug: self.subject.slug(),
            url: self.url.as_deref(),
            claimed_origin: self.claimed_origin.as_deref(),
            address: &self.address,
            state: self.state.as_ref(),
            commit: &self.commit,
            rubric: &self.rubric,
            fault: self.fault.as_deref(),
            rules: &self.rules,
            licence: self.licence.as_ref(),
            reports: &self.reports,
            looked_at: self.looked_at,
            terms: &self.terms,
            is_traced: self.is_traced,
        }
    }

    pub(super) fn tools(&self, case: &CaseHandle) -> Tools {
        let directory = self.directory.join("custody").join(case.id().to_string());
        let (subject, commit) = (self.subject.clone(), self.commit.clone());
        let mut tools = Tools::new(
            case.clone(),
            subject,
            self.rev.clone(),
            commit,
            directory,
            self.reports.clone(),
            self.looked_at,
        );
        tools.set_terms(&self.terms);
        tools
    }

    /// The journal that the case stands in.
    pub(in crate::cli) fn journal(&self) -> &Journal {
        &self.journal
    }

    /// What makes this case this case.
    pub(super) fn digest(&self, purpose: &str, panel: Option<&ConnectedPanel>) -> Digest {
        let mut reports: Vec<&str> = self.reports.iter().map(|report| report.sha256.as_str()).collect();
        // Which one it is follows from the commit.
        reports.extend(self.wants_found.then_some("the report in the subject"));
        let identity = self.subject.identity();
        // An unnamed rubric stands for whichever the subject is given, with what a protocol adds to it.
        let rubric = match self.is_named {
            true => self.rubric.sha256.to_string(),
            false => format!("{} {}", rubrics::BY_SUBJECT, self.rubric.sha256),
        };
        let parts = [purpose, identity.as_str(), &self.commit, &rubric];
        // The default rules are not named, so that a case is found again whichever version of them holds.
        let is_default = self.rules.sha256 == court::rules::DEFAULT.sha256;
        let rules = (!is_default).then_some(self.rules.sha256.as_str());
        let experiment = self.experiment.as_ref().map(Witness::identity);
        let rules: Vec<&str> = rules.into_iter().chain(experiment.as_deref()).collect();
        let panel = panel.map(ConnectedPanel::identity);
        let panel: Vec<&str> = panel.iter().map(String::as_str).collect();
        Digest::of(
            [parts.as_slice(), &reports, &rules, &panel]
                .concat()
                .join("\n")
                .as_bytes(),
        )
    }
}
