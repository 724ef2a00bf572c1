//! What `audit` and `inspect` have in common: the subject, its commit, its case in the journal.

mod filed;

pub(super) use filed::FiledCase;

use super::experiment_args::ExperimentArgs;
use super::lab::refused;
use super::signals::Signals;
use super::{Talk, runtime};
use crate::cli;
use crate::cli::progress::Progress;
use crate::error::{CommandError, ErrorKind};
use crate::input::licences;
use crate::input::panels::ConnectedPanel;
use crate::input::reports;
use crate::input::rubrics;
use crate::input::rule_sets;
use crate::input::symlinks::SubjectDirectory;
use crate::store;
use crate::trial::models::{self, ModelPanel};
use crate::trial::{self, Tools};
use calibration::licence::{self, Licence};
use clap::builder::{FalseyValueParser, NonEmptyStringValueParser};
use clap::{Args, ValueEnum};
use court::protocol::own::Own;
use court::rubric::{self, Rubric};
use custody::{AllowedHost, CustodyError, Subject, host_refusal, temporary};
use documents::picture::lettering::LOOKED_AT_PIXELS_MAX;
use futures_util::future::try_join;
use journal::{CaseId, Digest, Journal, JournalError};
use panel::spec::Spec;
use report::dossier::Dossier;
use rustix::process::Signal;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::signal::unix::SignalKind;

/// What a case is opened for that is to come to a verdict.
pub(super) const AUDIT: &str = "audit";
/// Longest that is waited for threads of a case that was stopped.
const WIND_DOWN: Duration = Duration::from_millis(500);

/// Who is to be looked at.
#[derive(Args, Default)]
pub(super) struct Target {
    /// The repository: a path, an https URL, owner/name[@ref] (GitHub) or git@host:owner/name
    pub(super) subject: String,
    /// A report that came with it (PDF, Markdown or plain text); may be given more than once
    #[arg(long, value_name = "FILE", env = "AUDITOR_REPORT")]
    pub(super) report: Vec<PathBuf>,
    /// Where none is named, take the report that lies in the repository: final_report.pdf, else the newest document in
    /// reports/, else the newest that is called a report
    #[arg(long, env = "AUDITOR_FIND_REPORT", value_parser = FalseyValueParser::new())]
    pub(super) find_report: bool,
    /// Also write fingerprints.json, by which a class is compared
    #[arg(long, env = "AUDITOR_FINGERPRINTS", value_parser = FalseyValueParser::new())]
    pub(super) fingerprints: bool,
    /// Rubric: the name of a built-in one, or a JSON or YAML file [default: automaton-auditor for a LangGraph
    /// auditor, else engineering]
    #[arg(long, value_name = "NAME|FILE", env = "AUDITOR_RUBRIC", value_parser = NonEmptyStringValueParser::new())]
    pub(super) rubric: Option<String>,
    /// A protocol in a file of its own: checks and probes that count before what the rubric names
    #[arg(long, value_name = "FILE", env = "AUDITOR_PROTOCOL")]
    pub(super) protocol: Option<PathBuf>,
    /// What to do where the rubric cannot be read
    #[arg(long, value_name = "WHAT", env = "AUDITOR_ON_BAD_RUBRIC", value_enum, default_value_t = OnBadRubric::Refuse)]
    pub(super) on_bad_rubric: OnBadRubric,
    /// Rules of the Chief Justice: the name of a built-in set, or a TOML or YAML file
    #[arg(long, value_name = "NAME|FILE", env = "AUDITOR_RULES", default_value = rule_sets::DEFAULT)]
    pub(super) rules: String,
    /// What is known of how the panel agrees with people, as `auditor calibrate` writes it [default: the built-in one of the
    /// statutes]
    #[arg(long, value_name = "FILE", env = "AUDITOR_LICENCE")]
    pub(super) licence: Option<PathBuf>,
    /// Branch, tag or commit to audit [default: the subject's HEAD]
    #[arg(long, value_name = "REF", env = "AUDITOR_REV")]
    pub(super) rev: Option<String>,
    #[command(flatten)]
    pub(super) pictures: Pictures,
    /// Forget what is remembered of this case and do everything again
    #[arg(long, env = "AUDITOR_FRESH", value_parser = FalseyValueParser::new())]
    pub(super) fresh: bool,
    /// How many jobs work at the same time [default: the number of processors]
    #[arg(long, value_name = "N", env = "AUDITOR_JOBS", value_parser = jobs)]
    pub(super) jobs: Option<usize>,
    #[command(flatten)]
    pub(super) hosts: Hosts,
    #[command(flatten)]
    pub(super) experiment: ExperimentArgs,
    /// Probes of another rubric that are asked too; nothing that is typed names any.
    #[arg(skip)]
    pub(super) own: Vec<Own>,
}

/// What to do where the rubric cannot be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum OnBadRubric {
    /// end before anything is fetched (exit code 2)
    #[default]
    Refuse,
    /// write a report that has `rubric_load_failed` as evidence and no score (exit code 2 all the same)
    Report,
}

/// Where subjects may come from.
#[derive(Args, Clone, Default)]
pub(super) struct Hosts {
    /// Clone from these hosts alone, separated by commas: HOST, https://HOST or ssh://HOST [default: every public one]
    #[arg(long, value_name = "LIST", env = "AUDITOR_HOSTS", value_delimiter = ',')]
    hosts: Vec<AllowedHost>,
}

impl Hosts {
    /// Refuses a subject of another host.
    pub(super) fn admit(&self, subject: &Subject) -> Result<(), CommandError> {
        host_refusal(subject, &self.hosts).map_or(Ok(()), |why| {
            let hint = "`hosts` in auditor.toml, AUDITOR_HOSTS or --hosts says which";
            Err(CommandError::new(ErrorKind::NothingToAudit, why).hint(hint))
        })
    }
}

/// How much is spent on pictures.
#[derive(Args, Clone, Copy)]
pub(super) struct Pictures {
    /// How many megapixels words are looked for in, in pictures of documents: all, none or a number
    #[arg(long, value_name = "all|none|N", env = "AUDITOR_PICTURES", value_parser = looked_at, default_value = "8")]
    pictures: u64,
}

impl Pictures {
    pub(super) fn of(pictures: u64) -> Self {
        Self { pictures }
    }
}

impl Default for Pictures {
    fn default() -> Self {
        Self::of(LOOKED_AT_PIXELS_MAX)
    }
}

impl Target {
    /// Files the case and tries it: `trying` gets the matter, the case and the tools.
    ///
    /// Where the journal turns out to be damaged, all is done once more in a new one. Not where models are asked:
    /// what they were paid for would be bought twice without a word.
    pub(super) fn run_case<T, F>(
        &self,
        purpose: &str,
        panel: Option<&ConnectedPanel>,
        data: Option<&Path>,
        talk: Talk,
        trying: &F,
    ) -> Result<T, CommandError>
    where
        F: AsyncFn(&FiledCase, &Tools) -> Result<T, JournalError>,
    {
        let directory = store::directory(data)?;
        let once = || self.run_once(purpose, panel, &directory, talk, trying);
        let done = match once() {
            Err(error)
                if error.kind == ErrorKind::DamagedJournal
                    && panel.is_none()
                    && store::renew(&directory, &error).is_ok() =>
            {
                once()
            }
            done => done,
        };
        done.map_err(|error| store::set_aside_after(&directory, error))
    }

    fn run_once<T, F>(
        &self,
        purpose: &str,
        panel: Option<&ConnectedPanel>,
        directory: &Path,
        talk: Talk,
        trying: &F,
    ) -> Result<T, CommandError>
    where
        F: AsyncFn(&FiledCase, &Tools) -> Result<T, JournalError>,
    {
        self.with_filed(directory, async |filed, signals| {
            self.attempt(purpose, panel, talk, filed, signals, trying).await
        })
    }

    /// The id that an audit would have, and the commit that it would look at; nothing is opened.
    pub(super) fn identify(
        &self,
        panel: Option<&ConnectedPanel>,
        data: Option<&Path>,
    ) -> Result<(CaseId, String), CommandError> {
        self.with_filed(&store::directory(data)?, async |filed, _| {
            Ok((CaseId::of(&filed.digest(AUDIT, panel)), filed.commit))
        })
    }

    fn with_filed<T>(
        &self,
        directory: &Path,
        work: impl AsyncFnOnce(FiledCase, &mut Signals) -> Result<T, CommandError>,
    ) -> Result<T, CommandError> {
        let named = self.named_rubric().unwrap_or(rubrics::ANY_RUBRIC);
        let (mut rubric, fault) = self.rubric_or_fault(named)?;
        rubric.probes.extend(self.own.iter().cloned());
        let rules = rule_sets::load(&self.rules)?;
        let licence = self.licence.as_deref().map(licences::load).transpose()?;
        let reports = reports::read(&self.report, SubjectDirectory::of(&self.subject).as_ref())?;
        let subject = Subject::parse(&self.subject)
            .map_err(|error| CommandError::new(ErrorKind::NothingToAudit, error))?;
        self.hosts.admit(&subject)?;
        let experiment = self.experiment.prepared(subject.name(), directory)?;
        let runtime = runtime(self.jobs)?;
        let done = runtime.block_on(async {
            endure_full_disks();
            let mut signals = Signals::listen();
            custody::prepare_git();
            temporary::sweep_directories(&std::env::temp_dir());
            // Boxed: it holds a seizure. A new journal waits for the disk as long as the subject takes to tell.
            let room = directory.join("custody");
            let resolving = custody::commit(&subject, self.rev.as_deref(), &room);
            let resolving = async { Box::pin(resolving).await.map_err(|error| custody_failed(&error)) };
            let opening = try_join(opened(directory.to_owned()), resolving);
            let (journal, commit) = signals.interrupting(opening).await?;
            experiment
                .as_ref()
                .map_or(Ok(()), |one| one.speaks_of(&commit))
                .map_err(refused)?;
            let terms = rubric::terms(&rubric);
            let address = subject.address();
            let url = subject
                .host()
                .map(|host| format!("https://{host}/{}", subject.name()));
            let claimed_origin = custody::origin(&subject);
            let claimed_origin = claimed_origin.filter(|address| report::leads_to_a_forge(address));
            let state = custody::fingerprint(&subject).map(|text| Digest::of(text.as_bytes()));
            let filed = FiledCase {
                subject,
                state,
                address,
                url,
                claimed_origin,
                rev: self.rev.clone(),
                commit,
                rubric,
                fault,
                is_named: self.named_rubric().is_some(),
                protocol: self.protocol.clone(),
                rules,
                licence,
                wants_found: self.find_report && reports.is_empty(),
                reports,
                looked_at: self.pictures.pictures,
                experiment,
                is_traced: self.fingerprints,
                terms,
                journal,
                directory: directory.to_owned(),
            };
            Box::pin(work(filed, &mut signals)).await
        });
        if done.as_ref().is_err_and(CommandError::is_stopped) {
            // A name that is looked up, say, cannot be called back; nothing of it is needed any more.
            runtime.shutdown_timeout(WIND_DOWN);
        }
        done
    }

    async fn attempt<T, F>(
        &self,
        purpose: &str,
        panel: Option<&ConnectedPanel>,
        talk: Talk,
        mut filed: FiledCase,
        signals: &mut Signals,
        trying: &F,
    ) -> Result<T, CommandError>
    where
        F: AsyncFn(&FiledCase, &Tools) -> Result<T, JournalError>,
    {
        let case = filed
            .journal
            .case(&filed.digest(purpose, panel), filed.subject.name())
            .await
            .map_err(journal_failed)?;
        if self.fresh {
            case.forget().await.map_err(journal_failed)?;
        }
        let seated = panel.map(|panel| models::seat(panel, &filed.journal, self.fresh));
        let (judges, vision_model) = seated.unwrap_or_default();
        let tools = filed.tools(&case).with_models(judges, vision_model);
        let mut tools = tools.with_experiment(filed.experiment.take());
        let progress = {
            let window = tools.models().map(ModelPanel::window);
            Progress::watch(&case, talk.wants_progress(), talk.verbose, window)
        };
        // Boxed: it holds a seizure.
        let ready = match Box::pin(filed.find_report(&mut tools, signals, talk)).await {
            Ok(()) => Box::pin(filed.find_rubric(&mut tools, signals)).await,
            Err(error) => Err(error),
        };
        let outcome = match ready {
            Ok(()) => {
                let work = async { trying(&filed, &tools).await.map_err(journal_failed) };
                signals.interrupting(work).await
            }
            Err(error) => Err(error),
        };
        progress.finish().await;
        tools.release();
        // What a killed process was fetching may have come to its end meanwhile.
        temporary::sweep(&filed.directory.join("custody"));
        // What a job says of a subject that cannot be had is the subject's fault, not the auditor's.
        outcome.map_err(|error| match tools.refusal() {
            Some(refusal) if !error.is_stopped() => custody_failed(refusal),
            _ => error,
        })
    }
}

impl Target {
    /// Another look at one commit.
    pub(super) fn at_commit(subject: String, commit: &str, rubric: String) -> Self {
        Self {
            subject,
            rubric: Some(rubric),
            rules: rule_sets::DEFAULT.to_owned(),
            rev: Some(commit.to_owned()),
            fresh: true,
            ..Self::default()
        }
    }

    /// A subject that is looked at and not judged.
    pub(super) fn unjudged(subject: String, rev: Option<String>) -> Self {
        Self {
            rubric: None,
            rev,
            fresh: false,
            ..Self::at_commit(subject, "", String::new())
        }
    }

    /// A labelled subject with its reports, under this rubric and these rules.
    pub(super) fn labelled(subject: String, report: Vec<PathBuf>, rubric: String, rules: String) -> Self {
        Self {
            report,
            rules,
            rev: None,
            fresh: false,
            ..Self::at_commit(subject, "", rubric)
        }
    }

    /// The kappa that the licence of this panel has under the rubric and the rules of a case; nothing without one.
    pub(super) fn licensed(&self, dossier: &Dossier, spec: Option<&Spec>) -> Option<f64> {
        let named = self.licence.as_deref().map(licences::load).transpose().ok()?;
        let built_in = Licence::built_in();
        let licence = licence::known(named.as_ref(), &built_in);
        let covered = licence.covers(&licence::identity(spec), &dossier.rubric, &dossier.rules);
        covered.ok().and(licence.overall.kappa)
    }

    /// Audits by the statutes, with a journal that is thrown away.
    pub(super) fn audit_without_memory(&self, purpose: &str, talk: Talk) -> Result<Dossier, CommandError> {
        let data = temporary::directory().map_err(CommandError::auditor)?;
        let conduct = async |filed: &FiledCase, tools: &Tools| trial::conduct(&filed.filing(), tools).await;
        self.run_case(purpose, None, Some(data.path()), talk, &conduct)
    }

    /// The rubric of this name; where it cannot be read and a report is wanted all the same, one that says so.
    fn rubric_or_fault(&self, name: &str) -> Result<(Rubric, Option<String>), CommandError> {
        match rubrics::load_with(name, self.protocol.as_deref()) {
            Ok(rubric) => Ok((rubric, None)),
            Err(error) if self.on_bad_rubric == OnBadRubric::Report => {
                let fault = format!("the rubric cannot be read: {}", error.what);
                Ok((rubrics::unread(&fault), Some(fault)))
            }
            Err(error) => Err(error),
        }
    }

    /// Why the rubric that was named cannot be read, where a report is to say so.
    pub(super) fn rubric_fault(&self) -> Option<String> {
        self.rubric_or_fault(self.named_rubric()?).ok()?.1
    }

    /// The rubric that was named.
    pub(super) fn named_rubric(&self) -> Option<&str> {
        self.rubric.as_deref()
    }
}

impl Talk {
    fn wants_progress(self) -> bool {
        !self.quiet && !self.no_progress && std::env::var_os("CI").is_none()
    }
}

/// A number of jobs as it is typed.
fn jobs(text: &str) -> Result<usize, String> {
    let jobs = text
        .parse()
        .ok()
        .filter(|jobs| (1..=cli::JOBS_MAX).contains(jobs));
    jobs.ok_or_else(|| format!("give a number from 1 to {}", cli::JOBS_MAX))
}

/// How many pixels of pictures are looked at, as it is typed: in megapixels.
fn looked_at(text: &str) -> Result<u64, String> {
    match text {
        "all" => Ok(u64::MAX),
        "none" => Ok(0),
        text => {
            let pixels = text
                .parse::<u64>()
                .ok()
                .and_then(|number| number.checked_mul(1_000_000));
            pixels.ok_or_else(|| "give all, none or a number of megapixels".to_owned())
        }
    }
}

/// The journal in `directory`.
async fn opened(directory: PathBuf) -> Result<Journal, CommandError> {
    let opening = tokio::task::spawn_blocking(move || store::open_in(&directory));
    opening.await.map_err(CommandError::auditor)?
}

pub(super) fn custody_failed(error: &CustodyError) -> CommandError {
    let kind = if error.exit_code() == 3 {
        ErrorKind::NothingToAudit
    } else {
        ErrorKind::Auditor
    };
    CommandError::new(kind, format!("{}: {}", error.what, error.detail)).hint(&error.fix)
}

#[expect(clippy::needless_pass_by_value, reason = "it is handed to `map_err`")]
fn journal_failed(error: JournalError) -> CommandError {
    store::error(&error)
}

/// A file that grows beyond what the system allows is an error like a full disk, not a death by a signal. Listening
/// takes the signal's force; nobody needs to hear it.
fn endure_full_disks() {
    let kind = SignalKind::from_raw(Signal::XFSZ.as_raw());
    let _listening = tokio::signal::unix::signal(kind);
}
