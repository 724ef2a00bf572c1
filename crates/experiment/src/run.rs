//! One experiment: the files of a subject and our harness go into a cell, events come out.

use crate::chamber::{HARNESS, SUBJECT, order, ours};
use crate::events::{self, Events, What};
use crate::lab::Lab;
use crate::problem::Problem;
use crate::scenario::Scenario;
use custody::cell::{self, CellFile, End};
use serde::{Deserialize, Serialize};
use serde_json::json;
use subject::Snapshot;
use wordlist::{array, phrases};

/// Version of a saved trace.
pub const FORMAT: &str = "auditor.experiment/1";
/// Variables in which programs look for what they are to audit; each is set to what its name asks for.
const VARIABLES: [&str; 10] = array(
    "REPO_URL GITHUB_REPO_URL GIT_REPO_URL TARGET_REPO TARGET_REPO_URL TARGET_URL PDF_PATH REPORT_PATH \
     PDF_REPORT_PATH PEER_REPO_URL",
);
/// Words of the repository that fakes of git serve: a prompt with one of them shows something of what is audited.
const MARKS: [&str; 5] =
    phrases("chief_justice | JudicialOpinion | Wire the graph | Define the typed state | repo_investigator");

/// No scenario is begun after this many seconds, so that the last one ends within the time of the cell.
const BEGIN_WITHIN: u32 = 42;
const PACKAGE: &str = "experiment_harness";
const MAIN: &str = "main.py";

macro_rules! harness {
    ($($name:literal)*) => {
        [$(($name, include_str!(concat!("../harness/", $name)))),*]
    };
}

/// Our own Python, file by file.
const FILES: [(&str, &str); 28] = harness! {
    "__init__.py" "main.py" "events.py" "hosts.py" "questions.py" "repairs.py" "returns.py" "routers.py"
    "heard.py" "asked_tools.py" "reading.py" "scope.py" "tries.py" "undefined.py" "answers.py" "models.py" "stubs.py" "documents.py" "changes.py" "replay.py" "watch.py" "entry.py"
    "git_stand_in.py" "fixture/README.md" "fixture/src/state.py" "fixture/src/graph.py"
    "fixture/src/nodes.py" "flaw/src/tools.py"
};

/// All that is known of an experiment: facts follow from it without running anything again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    pub schema: String,
    /// The commit that was run.
    pub commit: String,
    pub python: String,
    /// The walls it ran within.
    pub walls: Vec<String>,
    /// How the cell ended.
    pub end: End,
    pub milliseconds: u64,
    pub scenarios: Vec<Scenario>,
    #[serde(flatten)]
    pub told: Events,
    /// Last words of the harness, where it failed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub complaint: String,
}

impl Trace {
    /// As it is kept.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        // Structs with text keys are JSON.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// The package that the Python lacked, where nothing ran for it.
    #[must_use]
    pub fn lacks(&self) -> Option<&str> {
        let mut all = self.told.events.iter().map(|event| &event.what);
        if all.clone().any(|what| matches!(what, What::RunStart { .. })) {
            return None;
        }
        all.find_map(|what| match what {
            What::Lacks { module, .. } => Some(module.as_str()),
            _ => None,
        })
    }

    /// Why it was ended, where it did not end by itself.
    #[must_use]
    pub fn ended_by(&self) -> Option<String> {
        match self.end {
            End::Code(0) => None,
            End::Code(code) => Some(format!("the harness ended with code {code}: {}", self.complaint)),
            End::TimeOver => Some("its time was over".to_owned()),
            End::Memory => Some("it held more memory than it may".to_owned()),
            End::Output => Some("it printed more than it may".to_owned()),
        }
    }

    /// Whether every event is there that was told: only then what is not among them says something.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let is_lost = |what: &What| match what {
            What::Cut {} => true,
            What::Over { why, .. } => why.as_deref() == Some("events"),
            _ => false,
        };
        let told = &self.told;
        !told.is_cut && told.unread == 0 && !told.events.iter().any(|event| is_lost(&event.what))
    }

    /// What it is kept under.
    #[must_use]
    pub fn digest(&self) -> String {
        sha256::Digest::of(&self.to_bytes()).to_string()
    }

    /// Reads one that was kept.
    ///
    /// # Errors
    /// Where it is none, or one of another version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let mut trace: Self = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        if trace.schema != FORMAT {
            return Err(format!("its schema is `{}`, not {FORMAT}", trace.schema));
        }
        let names: Vec<&str> = trace.scenarios.iter().map(|one| one.name.as_str()).collect();
        trace.told = trace.told.bounded(&names);
        Ok(trace)
    }
}

/// Runs the subject through the scenarios.
///
/// # Errors
/// Where a wall cannot be had, or the Python cannot be shown: nothing was run then.
pub fn run(lab: &Lab, snapshot: &Snapshot, scenarios: &[Scenario]) -> Result<Trace, Problem> {
    let mut files = ours_all(lab, scenarios)?;
    files.extend(
        snapshot
            .files
            .iter()
            .chain(&snapshot.aside)
            .map(|(path, file)| CellFile {
                path: format!("{SUBJECT}/{path}"),
                bytes: file.bytes.clone(),
                is_program: false,
            }),
    );
    let order = order(lab, &format!("{HARNESS}/{MAIN}"), &[], files)?;
    let ended = cell::run(&order)?;
    let names: Vec<&str> = scenarios.iter().map(|one| one.name.as_str()).collect();
    let version: Vec<String> = lab.interpreter.version.iter().map(u32::to_string).collect();
    Ok(Trace {
        schema: FORMAT.to_owned(),
        commit: snapshot.commit.clone(),
        python: version.join("."),
        walls: ended.walls,
        end: ended.end,
        milliseconds: u64::try_from(ended.took.as_millis()).unwrap_or(u64::MAX),
        scenarios: scenarios.to_vec(),
        told: events::parse(&ended.output, &names),
        complaint: events::shown(&String::from_utf8_lossy(&ended.complaint)),
    })
}

/// Our modules are one package, so that none of them stands for a module of the subject; what is read or served is beside it.
fn placed(name: &str) -> String {
    if name == MAIN || name.contains('/') {
        name.to_owned()
    } else {
        format!("{PACKAGE}/{name}")
    }
}

fn ours_all(lab: &Lab, scenarios: &[Scenario]) -> Result<Vec<CellFile>, Problem> {
    let plan = json!({
        "packages": lab.folders(),
        "seconds": BEGIN_WITHIN,
        "scenarios": scenarios,
        "variables": VARIABLES,
        "marks": MARKS,
    });
    let mut files: Vec<CellFile> = FILES
        .iter()
        .map(|(name, text)| ours(&placed(name), text))
        .collect();
    files.push(ours("plan.json", &plan.to_string()));
    let program = lab.interpreter.program()?;
    // Found first on the path, before the real one.
    let git = format!(
        "#!{} -IS\nimport runpy\nrunpy.run_path(\"{HARNESS}/{PACKAGE}/git_stand_in.py\", run_name=\"__main__\")\n",
        program.display()
    );
    files.push(CellFile {
        is_program: true,
        ..ours("bin/git", &git)
    });
    let python = format!("#!/bin/sh\nexec {} \"$@\"\n", program.display());
    for name in ["python", "python3"] {
        files.push(CellFile {
            is_program: true,
            ..ours(&format!("bin/{name}"), &python)
        });
    }
    Ok(files)
}
