//! `auditor calibrate`: how far a panel agrees with people on labelled subjects, and the licence that says so.

use super::Talk;
use super::case_run::Target;
use crate::error::CommandError;
use crate::input::file::{self, InputFile};
use crate::input::panels::{self, ConnectedPanel, Variation};
use crate::input::{rubrics, rule_sets};
use crate::output::terminal::{notify, print};
use crate::trial::{self, Tools};
use calibration::labels::{self, Labels};
use calibration::licence::{self, FORM, Licence};
use calibration::measure::Agreement;
use calibration::{RULING, Votes, page};
use cases::decided::DecidedCase;
use clap::Args;
use court::statutes;
use court::visible::visible;
use panel::price::Money;
use report::{Format, json_text};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Most repeated runs.
const REPEATS_MAX: u32 = 20;
/// What people say.
const LABELS: InputFile = InputFile {
    what: "labels",
    bytes_max: 4 << 20,
    hint: "give a CSV file with the columns subject, dimension and score, and where wanted reader and report",
};
/// A report of an earlier audit.
const REPORT: InputFile = InputFile {
    what: "report",
    bytes_max: 64 << 20,
    hint: "give a folder that holds a folder with `report.json` for each subject",
};

/// Measure how a panel agrees with people, and write its licence.
#[derive(Args)]
pub(super) struct Calibrate {
    /// A CSV file: subject, dimension, score, and where wanted reader and report
    labels: PathBuf,
    /// Who judges: `statutes`, provider:model or a panel file
    #[arg(long, value_name = "NAME|FILE", default_value = statutes::NAME)]
    panel: String,
    /// Rubric: the name of a built-in one, or a file
    #[arg(long, value_name = "NAME|FILE", default_value = "automaton-auditor")]
    rubric: String,
    /// Rules of the Chief Justice: the name of a built-in set, or a file
    #[arg(long, value_name = "NAME|FILE", default_value = rule_sets::DEFAULT)]
    rules: String,
    /// Read the reports of earlier audits below this folder instead of auditing
    #[arg(long, value_name = "DIR")]
    read: Option<PathBuf>,
    /// Ask models so often, and tell how far apart their votes lie
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=i64::from(REPEATS_MAX)))]
    repeat: u32,
    /// Ask models again with the evidence, the judges and the names in another order or guise, and count the votes that flip
    #[arg(long)]
    flips: bool,
    /// Spend at most so many dollars on models, over all subjects
    #[arg(long, value_name = "USD", value_parser = super::panel_args::dollars)]
    max_cost: Option<Money>,
    /// What readers should know of these labels, for the licence
    #[arg(long, value_name = "TEXT")]
    remark: Option<String>,
    /// Write the licence into this file
    #[arg(long, value_name = "FILE")]
    licence_out: Option<PathBuf>,
    /// Write the figures as a page into this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// What all subjects came to in one run.
#[derive(Default)]
struct Run {
    votes: Votes,
    /// Dollars, as far as prices are known.
    cost: Option<f64>,
}

impl Calibrate {
    pub(super) fn run(&self, data: Option<&Path>, talk: Talk) -> Result<ExitCode, CommandError> {
        let labels = read(&self.labels)?;
        let base = match &self.read {
            Some(folder) => self.read_all(&labels, folder)?,
            None => self.audit_all(&labels, &Variation::default(), 0.0, data, talk)?,
        };
        if base.votes.is_empty() {
            return Err(CommandError::usage("no labelled subject has a score").hint(REPORT.hint));
        }
        let mut cost = base.cost.unwrap_or_default();
        let mut again = |variation: Variation| -> Result<Votes, CommandError> {
            let run = self.audit_all(&labels, &variation, cost, data, talk)?;
            cost += run.cost.unwrap_or_default();
            Ok(run.votes)
        };
        let is_asked = self.panel != statutes::NAME && self.read.is_none();
        let mut runs = vec![base.votes];
        let mut flips = BTreeMap::new();
        for variation in Variation::GUISES.iter().filter(|_| is_asked && self.flips) {
            let votes = again(variation.clone())?;
            flips.insert(variation.name(), calibration::flips(&runs[0], &votes));
        }
        // After these: what is bought again stands in the ledger in the place of what was answered first.
        for number in (2..=self.repeat).filter(|_| is_asked) {
            runs.push(again(Variation::repeated(number))?);
        }
        let licence = self.licence(&labels, &runs, flips, base.cost.map(|_| cost))?;
        let pairs = calibration::pairs(&labels, &runs[0]);
        if let Some(path) = &self.licence_out {
            let value = serde_json::to_value(&licence).map_err(CommandError::auditor)?;
            write(path, &json_text(&value))?;
        }
        if let Some(path) = &self.html {
            write(path, &page::page(&licence, &pairs))?;
        }
        print(&visible(&figures(&licence, &labels))).map(|()| ExitCode::SUCCESS)
    }

    fn licence(
        &self,
        labels: &Labels,
        runs: &[Votes],
        flips: BTreeMap<String, [usize; 2]>,
        cost_usd: Option<f64>,
    ) -> Result<Licence, CommandError> {
        let spec = panels::load(&self.panel)?;
        let (rubric, rules) = (rubrics::load(&self.rubric)?, rule_sets::load(&self.rules)?);
        let pairs = calibration::pairs(labels, &runs[0]);
        let models = spec
            .iter()
            .flat_map(|spec| spec.models())
            .map(|model| model.to_string());
        Ok(Licence {
            schema: FORM.to_owned(),
            panel: spec.as_ref().map_or(statutes::NAME, |spec| &spec.name).to_owned(),
            identity: licence::identity(spec.as_ref()),
            models: models.collect(),
            prompts: licence::prompts(spec.as_ref()),
            rubric: rubric.name,
            rubric_sha256: rubric.sha256.to_string(),
            rules: rules.name.clone(),
            rules_sha256: rules.sha256.to_string(),
            labels_sha256: labels.sha256.clone(),
            subjects: calibration::subjects(&runs[0]),
            remark: self.remark.clone(),
            overall: Agreement::of(&calibration::of_all(&pairs, RULING)).unwrap_or_default(),
            dimensions: calibration::figures(&pairs),
            people: calibration::people(labels, None),
            flips,
            spread: calibration::spread(runs),
            cost_usd: cost_usd.map(calibration::measure::rounded),
        })
    }

    fn read_all(&self, labels: &Labels, folder: &Path) -> Result<Run, CommandError> {
        let mut run = Run::default();
        for (subject, _) in &labels.subjects {
            let bare = subject.split('@').next().unwrap_or(subject);
            let names = [bare.to_owned(), bare.replace('/', "+")];
            let paths = names.iter().map(|name| folder.join(name).join("report.json"));
            let Some(path) = paths.into_iter().find(|path| path.is_file()) else {
                notify(&visible(&format!("calibrate: there is no report of {subject}")));
                continue;
            };
            let report: Value = REPORT.json(&path, &REPORT.bytes(&path)?)?;
            run.add(subject, &report);
        }
        Ok(run)
    }

    fn audit_all(
        &self,
        labels: &Labels,
        variation: &Variation,
        spent: f64,
        data: Option<&Path>,
        talk: Talk,
    ) -> Result<Run, CommandError> {
        let mut run = Run::default();
        for (subject, report) in &labels.subjects {
            let spent = spent + run.cost.unwrap_or_default();
            let left = self.max_cost.map(|most| most.as_dollars() - spent);
            let left = left.map(|left| Money::dollars(left.max(0.0)).unwrap_or_default());
            let panel = panels::connect(&self.panel, None, left, None)?;
            let panel = panel.map(|panel| panel.varied(variation.clone()));
            match self.audit(subject, report.as_deref(), panel.as_ref(), data, talk) {
                Ok(report) => run.add(subject, &report),
                Err(error) if error.is_stopped() => return Err(error),
                // One that cannot be had says nothing of the others.
                Err(error) => notify(&visible(&format!("calibrate: {subject}: {error}"))),
            }
        }
        Ok(run)
    }

    fn audit(
        &self,
        subject: &str,
        report: Option<&str>,
        panel: Option<&ConnectedPanel>,
        data: Option<&Path>,
        talk: Talk,
    ) -> Result<Value, CommandError> {
        let beside = |name: &str| self.labels.with_file_name(name);
        let here = beside(subject);
        let subject = match here.is_dir() {
            true => here.to_string_lossy().into_owned(),
            false => subject.to_owned(),
        };
        let reports = report.map(beside).into_iter().collect();
        let target = Target::labelled(subject, reports, self.rubric.clone(), self.rules.clone());
        let trying = async |filed: &super::case_run::FiledCase, tools: &Tools| {
            let dossier = trial::conduct(&filed.filing(), tools).await?;
            let record = DecidedCase::of(&dossier, filed.origin());
            let kept = filed.journal().put(record.to_bytes()).await?;
            tools
                .case
                .close(&super::audit::summary(&dossier, &record, kept.as_str()))
                .await?;
            Ok(dossier)
        };
        let dossier = target.run_case("audit", panel, data, talk, &trying)?;
        let (_, text) = Format::Json.render(&dossier).remove(0);
        serde_json::from_str(&text).map_err(CommandError::auditor)
    }
}

impl Run {
    fn add(&mut self, subject: &str, report: &Value) {
        self.votes.extend(calibration::votes(subject, report));
        let panel = &report["panel"];
        let costs = [&panel["cost_usd"], &panel["parts"]["cost_usd"]];
        for cost in costs.iter().filter_map(|cost| cost.as_f64()) {
            self.cost = Some(self.cost.unwrap_or_default() + cost);
        }
    }
}

fn read(path: &Path) -> Result<Labels, CommandError> {
    let text = LABELS.text(path)?;
    labels::parse(&text).map_err(|(line, why)| {
        let at = format!("{line}:1");
        CommandError::in_file(&path.to_string_lossy(), &at, &why, Some(LABELS.hint))
    })
}

fn write(path: &Path, text: &str) -> Result<(), CommandError> {
    let written = file::create(path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| {
        let why = file::describe_error(&error);
        CommandError::auditor(format!("{} cannot be written: {why}", path.display()))
    })
}

/// The figures as a table, with what people came to beside them.
fn figures(licence: &Licence, labels: &Labels) -> String {
    let heads = ["scores", "exact", "within", "apart", "bias", "kappa", "95 of 100"];
    let mut text = format!("{:<30} {:<11}", "dimension", "who");
    text.extend(heads.iter().map(|head| format!("{head:>14}")));
    text.push('\n');
    let mut line = |dimension: &str, who: &str, found: &Agreement| {
        let _ = write!(text, "{dimension:<30} {who:<11}");
        text.extend(page::row(found).iter().map(|cell| format!("{cell:>14}")));
        text.push('\n');
    };
    for (dimension, all) in &licence.dimensions {
        all.iter().for_each(|(who, found)| line(dimension, who, found));
        if let Some(people) = calibration::people(labels, Some(dimension)) {
            line(dimension, "people", &people);
        }
    }
    line("all", RULING, &licence.overall);
    licence
        .people
        .iter()
        .for_each(|people| line("all", "people", people));
    for (what, [flipped, all]) in &licence.flips {
        let _ = writeln!(text, "{flipped} of {all} votes flip with {what}");
    }
    if let Some(spread) = licence.spread {
        let _ = writeln!(text, "repeated calls lie {spread:.2} apart in the mean");
    }
    if let Some(cost) = licence.cost_usd {
        let _ = writeln!(text, "cost: ${cost:.4}");
    }
    text
}
