//! `auditor audit`: from a repository to a defensible verdict.

use super::Talk;
use super::case_run::{AUDIT, FiledCase, Target};
use super::experience;
use super::gates::{Fitted, Gates, Outcome};
use super::panel_args::{self, PanelArgs};
use crate::error::CommandError;
use crate::input::panels::ConnectedPanel;
use crate::input::rubrics;
use crate::input::rule_sets;
use crate::output;
use crate::output::terminal::{notify, print};
use crate::trial::{self, Tools};
use cases::decided::DecidedCase;
use cases::overrides;
use clap::{Args, ValueEnum};
use court::visible::visible;
use panel::telemetry;
use report::dossier::{Acceptance, Dossier};
use report::{Format, Headings};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tracing::Instrument as _;

/// Most characters of a rubric's name in that of a folder.
const RUBRIC_CHARS_MAX: usize = 60;

/// Audit a repository and write the report.
#[derive(Args)]
pub(super) struct Audit {
    #[command(flatten)]
    target: Target,
    #[command(flatten)]
    panel_args: PanelArgs,
    /// Where the report goes [default: audit/<subject>-<short commit>, and -<rubric> where one is named]
    #[arg(long, value_name = "DIR", env = "AUDITOR_OUT")]
    out: Option<PathBuf>,
    /// Write into the folder that courses use for such a report, below --out [default: audit]
    #[arg(long, value_name = "KIND", env = "AUDITOR_LAYOUT", value_enum)]
    layout: Option<Layout>,
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
    /// What the sections of report.md are called
    #[arg(long, value_name = "NAMES", env = "AUDITOR_HEADINGS", value_enum, default_value_t = Names::Own)]
    headings: Names,
    /// Print the id of the case and the commit, and end: what it would be found by
    #[arg(long)]
    identify: bool,
    /// Live with a finding: CHECK [at PATH] until YYYY-MM-DD: REASON. It moves no score, and every report tells it; in
    /// auditor.toml it is `[[accept]]` with check, path, until and reason
    #[arg(long, value_name = "FINDING", env = "AUDITOR_ACCEPT")]
    accept: Vec<Acceptance>,
    #[command(flatten)]
    gates: Gates,
}

/// Names of sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Names {
    /// this program's own
    Own,
    /// those that parsers of the field look for: Executive Summary, Criterion Breakdown, Dissent Summary, Remediation Plan
    Seeds,
}

impl From<Names> for Headings {
    fn from(names: Names) -> Self {
        match names {
            Names::Own => Self::Own,
            Names::Seeds => Self::Seeds,
        }
    }
}

/// Folders of the field, by who audits whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Layout {
    /// report_onself_generated: of one's own repository
    Onself,
    /// report_onpeer_generated: of a peer's repository
    Onpeer,
    /// report_bypeer_received: by a peer, of one's own repository
    Bypeer,
}

impl Layout {
    fn folder(self) -> &'static str {
        match self {
            Self::Onself => "report_onself_generated",
            Self::Onpeer => "report_onpeer_generated",
            Self::Bypeer => "report_bypeer_received",
        }
    }
}

impl Audit {
    /// Where the report goes, as far as the arguments say.
    fn directory(&self) -> Option<PathBuf> {
        match (&self.out, self.layout) {
            (out, Some(layout)) => {
                let base = out.as_deref().unwrap_or_else(|| Path::new("audit"));
                Some(base.join(layout.folder()))
            }
            (out, None) => out.clone(),
        }
    }

    /// Where it goes otherwise: a folder for each commit, and for each rubric that somebody names, so that one report does not
    /// take the place of another.
    fn default_directory(&self, dossier: &Dossier) -> PathBuf {
        let short: String = dossier.commit.chars().take(8).collect();
        let rubric = self.target.named_rubric().map(rubric_word);
        let rubric = rubric.map_or_else(String::new, |word| format!("-{word}"));
        Path::new("audit").join(format!("{}-{short}{rubric}", dossier.subject.slug))
    }

    pub(super) fn run(&self, data: Option<&Path>, talk: Talk) -> Result<ExitCode, CommandError> {
        if self.identify {
            let panel = self.panel_args.connect()?;
            let (case, commit) = self.target.identify(panel.as_ref(), data)?;
            return print(&format!("{case}\t{commit}\n")).map(|()| ExitCode::SUCCESS);
        }
        let gates = self.fitted()?;
        let out = self.directory();
        let made = out.as_deref().map(missing).unwrap_or_default();
        let prepared = out.as_deref().map_or(Ok(()), output::prepare);
        prepared
            .and_then(|()| self.decide(gates, data, talk))
            .inspect_err(|_| {
                // Only what was made for this verdict goes, and only while nothing is in it.
                let _ = made.iter().try_for_each(std::fs::remove_dir);
            })
    }

    /// The gates, where the rubric is known; where it goes by the subject they have to fit one that it may be.
    fn fitted(&self) -> Result<Option<Fitted<'_>>, CommandError> {
        let rules = rule_sets::load(&self.target.rules)?;
        let fit = |name: &str| {
            let rubric = rubrics::load_with(name, self.target.protocol.as_deref())?;
            self.gates.fit(&rubric, &rules)
        };
        if let Some(name) = self.target.named_rubric() {
            if self.target.rubric_fault().is_some() {
                return Ok(None);
            }
            return fit(name).map(Some);
        }
        let [first, second] = rubrics::BY_SUBJECT_RUBRICS;
        // Where neither fits, the message tells what either has.
        fit(first)
            .or_else(|error| fit(second).map_err(|other| with_hints_of(error, other)))
            .map(|_| None)
    }

    fn decide(
        &self,
        gates: Option<Fitted<'_>>,
        data: Option<&Path>,
        talk: Talk,
    ) -> Result<ExitCode, CommandError> {
        let panel = self.panel_args.connect()?;
        let _telemetry = self.panel_args.trace()?;
        if self.panel_args.dry_run {
            return self.dry_run(panel.as_ref(), data, talk);
        }
        let trying = async |filed: &FiledCase, tools: &Tools| {
            let span = telemetry::audit(filed.subject.name(), &filed.commit, tools.case.id().as_str());
            let filing = filed.filing();
            let dossier = trial::conduct(&filing, tools).instrument(span).await?;
            let traces = match self.target.fingerprints {
                true => Some(trial::traces(&filing, tools, &[]).await?),
                false => None,
            };
            if let Some(trace) = tools.trace() {
                filed.journal().put(trace.to_bytes()).await?;
            }
            let record = DecidedCase::of(&dossier, filed.origin());
            let kept = filed.journal().put(record.to_bytes()).await?;
            tools
                .case
                .close(&summary(&dossier, &record, kept.as_str()))
                .await?;
            let kept = self.panel_args.keep(&dossier, filed.journal()).await;
            let words = overrides::standing(filed.journal(), &record).await;
            let words = words.map_err(CommandError::from);
            let kept = kept.and(words).map(|words| dossier.overruled(&words));
            Ok((kept, traces, panel_args::spending(tools)))
        };
        let run = self.target.run_case(AUDIT, panel.as_ref(), data, talk, &trying);
        let (dossier, traces, spent) = run?;
        spent.iter().filter(|_| !talk.quiet).for_each(|line| notify(line));
        let dossier = dossier?.accepting(&self.accept);
        let directory = self
            .directory()
            .unwrap_or_else(|| self.default_directory(&dossier));
        let mut files = report::files(&dossier, &self.format, self.headings.into());
        if let Some(traces) = traces {
            let traces = serde_json::to_string(&traces).map_err(CommandError::auditor)?;
            files.push((cohort::trace::FILE, traces));
        }
        let written = output::write(&directory, &files)?;
        announce(&dossier, &written, talk)?;
        if let Some(fault) = self.target.rubric_fault() {
            return Err(CommandError::usage(fault).hint("the report says so, and has no score"));
        }
        // A rubric that goes by the subject is known only now.
        let gates = gates.map_or_else(|| self.gates.fit(&dossier.rubric, &dossier.rules), Ok)?;
        let spec = panel
            .as_ref()
            .map(|panel| &panel.spec)
            .filter(|spec| spec.has_judges());
        let outcome = gates.judge(&dossier, self.target.licensed(&dossier, spec));
        for told in told(&outcome, &dossier, talk) {
            notify(&format!("gate: {}", visible(&told)));
        }
        Ok(ExitCode::from(outcome.code))
    }

    /// What the panel would ask, without asking it.
    fn dry_run(
        &self,
        panel: Option<&ConnectedPanel>,
        data: Option<&Path>,
        talk: Talk,
    ) -> Result<ExitCode, CommandError> {
        if panel.is_none() {
            return panel_args::print_estimates(None).map(|()| ExitCode::SUCCESS);
        }
        let trying = async |filed: &FiledCase, tools: &Tools| {
            let judges = panel.iter().flat_map(|panel| panel.judges()).collect::<Vec<_>>();
            let before = experience::of(filed.journal(), &judges).await?;
            let estimates = trial::dry_run(&filed.filing(), tools, &before).await?;
            tools
                .case
                .close(&serde_json::json!({"subject": filed.subject.name(), "commit": filed.commit}))
                .await?;
            Ok(estimates)
        };
        let estimates = self.target.run_case("estimate", panel, data, talk, &trying)?;
        panel_args::print_estimates(estimates.as_ref()).map(|()| ExitCode::SUCCESS)
    }
}

/// What the first rubric has, and the other.
fn with_hints_of(error: CommandError, other: CommandError) -> CommandError {
    let new: Vec<String> = other
        .hints
        .into_iter()
        .filter(|hint| !error.hints.contains(hint))
        .collect();
    error.hints(new)
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

/// What is said of the gates. Who wants to hear nothing else still hears in one line why one failed, and what is worst.
fn told(outcome: &Outcome, dossier: &Dossier, talk: Talk) -> Vec<String> {
    match (talk.quiet, outcome.code) {
        (false, _) => outcome.told.clone(),
        (true, 0) => Vec::new(),
        (true, _) => {
            let worst = report::obstacle(dossier);
            let said: Vec<String> = outcome.told.first().cloned().into_iter().chain(worst).collect();
            vec![said.join(". ")]
        }
    }
}

fn announce(dossier: &Dossier, written: &[PathBuf], talk: Talk) -> Result<(), CommandError> {
    if !talk.quiet {
        notify(&visible(&report::headline(dossier)));
    }
    let paths: Vec<String> = written
        .iter()
        .map(|path| format!("{}\n", path.display()))
        .collect();
    print(&paths.concat())
}

/// The name of a built-in rubric, or of the file of another one, as a part of a file name.
fn rubric_word(named: &str) -> String {
    let stem = Path::new(named).file_stem().unwrap_or_default().to_string_lossy();
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    let letters = stem.chars().take(RUBRIC_CHARS_MAX);
    letters.map(|c| if plain(c) { c } else { '-' }).collect()
}

/// What the docket shows of a decided case.
pub(super) fn summary(dossier: &Dossier, record: &DecidedCase, kept: &str) -> serde_json::Value {
    let mut summary = serde_json::json!({
        "subject": dossier.subject.name,
        "commit": dossier.commit,
        "rubric": dossier.rubric.name,
        "overall": dossier.verdict.overall.map(|score| score.to_string()),
        "out_of": dossier.verdict.scale.max.to_string(),
        "complete": dossier.verdict.is_complete,
        "panel": dossier.panel.name,
        "committed": dossier.newest(),
        "record": kept,
        overrides::MATTER: record.matter(),
    });
    if let Some(models) = &dossier.panel.models {
        summary["briefs"] = serde_json::json!(models.briefs);
    }
    summary
}
