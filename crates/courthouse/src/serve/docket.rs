//! The cases that were asked for here: a folder each, so that a killed server finds them again; fair turns; the audits themselves.

use super::problem::{Answered, Problem};
use super::purse::Purse;
use crate::case::report_in;
use axum::http::StatusCode;
use fleet::program::{Ended, Program};
use journal::CaseId;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::Instant;

/// Cases that one client may have waiting, and all together: a day's work of two processors.
const WAITING_EACH_MAX: usize = 20;
const WAITING_MAX: usize = 1_000;
/// After how many seconds to ask again when too much waits.
const RETRY_SECONDS: u32 = 60;
/// How long another process may work on the same case.
const HELD_MAX: Duration = Duration::from_secs(1_800);
/// What is said where nothing is left of what models may cost.
pub(super) const SPENT: &str = "what models may cost here is spent; the built-in scoring costs nothing";
/// What a case was asked with, and how it ended.
const ASKED: &str = "asked.json";
const ENDED: &str = "ended.json";

/// What is asked for, as it is kept.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Filed {
    pub(super) subject: String,
    pub(super) commit: String,
    pub(super) rubric: Option<String>,
    pub(super) rules: Option<String>,
    pub(super) panel: Option<String>,
    pub(super) find_report: bool,
    /// Names of uploaded files in the folder of the case.
    pub(super) report: Option<String>,
    pub(super) rubric_file: Option<String>,
    /// In which order it came.
    pub(super) number: u64,
    pub(super) client: String,
}

/// Where a case stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub(super) enum Stand {
    Waiting,
    Running,
    Decided,
    Failed { said: String },
    Cancelled,
}

impl Stand {
    pub(super) fn word(&self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Decided => "decided",
            Self::Failed { .. } => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    pub(super) fn is_over(&self) -> bool {
        !matches!(self, Self::Waiting | Self::Running)
    }
}

/// One case of the docket.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) filed: Filed,
    pub(super) stand: Stand,
    stop: Arc<Notify>,
}

#[derive(Debug, Default)]
struct Inner {
    entries: BTreeMap<CaseId, Entry>,
    waiting: BTreeMap<String, VecDeque<CaseId>>,
    /// Whose turn was last.
    last: String,
    number: u64,
}

/// All cases that were asked for here.
#[derive(Debug)]
pub(super) struct Docket {
    folder: PathBuf,
    program: Program,
    pub(super) purse: Purse,
    inner: Mutex<Inner>,
    come: Notify,
}

impl Docket {
    /// The docket in a folder; what was not over waits again, in the old order.
    pub(super) fn open(folder: PathBuf, program: Program, purse: Purse) -> std::io::Result<Self> {
        fs::create_dir_all(&folder)?;
        let mut known: Vec<(CaseId, Entry)> = Vec::new();
        for place in fs::read_dir(&folder)?.flatten() {
            let id = place.file_name().to_str().and_then(|name| name.parse().ok());
            let filed = read::<Filed>(&place.path().join(ASKED));
            if let (Some(id), Some(filed)) = (id, filed) {
                let stand = read(&place.path().join(ENDED)).unwrap_or(Stand::Waiting);
                known.push((
                    id,
                    Entry {
                        filed,
                        stand,
                        stop: Arc::default(),
                    },
                ));
            }
        }
        known.sort_by_key(|(_, entry)| entry.filed.number);
        let mut inner = Inner::default();
        for (id, entry) in known {
            inner.number = inner.number.max(entry.filed.number + 1);
            if entry.stand == Stand::Waiting {
                inner
                    .waiting
                    .entry(entry.filed.client.clone())
                    .or_default()
                    .push_back(id.clone());
            }
            inner.entries.insert(id, entry);
        }
        let (inner, come) = (Mutex::new(inner), Notify::new());
        Ok(Self {
            folder,
            program,
            purse,
            inner,
            come,
        })
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // All is whole between two statements.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The folder of a case.
    pub(super) fn folder(&self, id: &CaseId) -> PathBuf {
        self.folder.join(id.as_str())
    }

    /// A folder for what is uploaded, before it is known which case it is.
    pub(super) fn draft(&self) -> std::io::Result<tempfile::TempDir> {
        tempfile::Builder::new().prefix("draft-").tempdir_in(&self.folder)
    }

    pub(super) fn entry(&self, id: &CaseId) -> Option<Entry> {
        self.lock().entries.get(id).cloned()
    }

    pub(super) fn entries(&self) -> Vec<(CaseId, Entry)> {
        self.lock()
            .entries
            .iter()
            .map(|(id, entry)| (id.clone(), entry.clone()))
            .collect()
    }

    /// How many wait, and how many before this one at most.
    pub(super) fn position(&self, id: &CaseId) -> Option<usize> {
        let inner = self.lock();
        let queues = inner.waiting.values();
        let own = queues
            .filter_map(|queue| queue.iter().position(|waiting| waiting == id))
            .next()?;
        // Whoever has turns takes one before each of one's own.
        Some(inner.waiting.values().map(|queue| queue.len().min(own + 1)).sum())
    }

    /// Takes a case in, or tells that it is there; one that failed or was called off is tried again.
    pub(super) fn file(&self, id: &CaseId, mut filed: Filed, draft: tempfile::TempDir) -> Answered<bool> {
        let mut inner = self.lock();
        if inner
            .entries
            .get(id)
            .is_some_and(|entry| !matches!(entry.stand, Stand::Failed { .. } | Stand::Cancelled))
        {
            return Ok(false);
        }
        let all: usize = inner.waiting.values().map(VecDeque::len).sum();
        let own = inner.waiting.get(&filed.client).map_or(0, VecDeque::len);
        if own >= WAITING_EACH_MAX {
            let told = format!("{own} of your cases wait already");
            return Err(Problem::later(StatusCode::TOO_MANY_REQUESTS, told, RETRY_SECONDS));
        }
        if all >= WAITING_MAX {
            return Err(Problem::later(
                StatusCode::SERVICE_UNAVAILABLE,
                "too many cases wait",
                RETRY_SECONDS,
            ));
        }
        filed.number = inner.number;
        write(&draft.path().join(ASKED), &filed)?;
        let place = self.folder(id);
        if place.exists() {
            fs::remove_dir_all(&place).map_err(Problem::ours)?;
        }
        fs::rename(draft.keep(), &place).map_err(Problem::ours)?;
        inner.number += 1;
        inner
            .waiting
            .entry(filed.client.clone())
            .or_default()
            .push_back(id.clone());
        let (stand, stop) = (Stand::Waiting, Arc::default());
        inner.entries.insert(id.clone(), Entry { filed, stand, stop });
        drop(inner);
        self.come.notify_one();
        Ok(true)
    }

    /// Calls a case off.
    pub(super) fn cancel(&self, id: &CaseId) -> Answered<()> {
        let mut inner = self.lock();
        let entry = inner
            .entries
            .get_mut(id)
            .ok_or_else(|| Problem::missing("no such case was asked for here"))?;
        if entry.stand.is_over() {
            return Err(Problem::new(
                StatusCode::CONFLICT,
                format!("the case is {}", entry.stand.word()),
            ));
        }
        entry.stand = Stand::Cancelled;
        entry.stop.notify_one();
        inner
            .waiting
            .values_mut()
            .for_each(|queue| queue.retain(|waiting| waiting != id));
        write(&self.folder(id).join(ENDED), &Stand::Cancelled)
    }

    /// Audits one case after the other, for ever.
    pub(super) async fn work(&self) {
        loop {
            match self.next() {
                Some((id, entry)) => self.audit(&id, &entry).await,
                None => self.come.notified().await,
            }
        }
    }

    /// The next case: the oldest of the client whose turn it is.
    fn next(&self) -> Option<(CaseId, Entry)> {
        let mut inner = self.lock();
        inner.waiting.retain(|_, queue| !queue.is_empty());
        let after = inner.waiting.keys().find(|client| **client > inner.last);
        let client = after.or_else(|| inner.waiting.keys().next())?.clone();
        let id = inner.waiting.get_mut(&client)?.pop_front()?;
        inner.last = client;
        if inner.waiting.values().any(|queue| !queue.is_empty()) {
            self.come.notify_one();
        }
        let entry = inner.entries.get_mut(&id)?;
        entry.stand = Stand::Running;
        Some((id, entry.clone()))
    }

    async fn audit(&self, id: &CaseId, entry: &Entry) {
        let ended = tokio::select! {
            ended = self.run(id, &entry.filed) => ended,
            () = entry.stop.notified() => return,
        };
        let stand = match ended {
            Ok(ended) if self.folder(id).join("out/report.json").exists() => {
                drop(ended);
                Stand::Decided
            }
            Ok(ended) => Stand::Failed {
                said: ended.refusal().to_string(),
            },
            Err(said) => Stand::Failed { said },
        };
        let mut inner = self.lock();
        if let Some(entry) = inner.entries.get_mut(id).filter(|entry| !entry.stand.is_over()) {
            // What cannot be written is done again at the next start, from what is remembered.
            let _ = write(&self.folder(id).join(ENDED), &stand);
            entry.stand = stand;
        }
    }

    async fn run(&self, id: &CaseId, filed: &Filed) -> Result<Ended, String> {
        let folder = self.folder(id);
        let mut arguments = arguments(filed, &folder);
        arguments.insert(1, format!("--out={}", folder.join("out").display()));
        let is_paid = filed.panel.is_some();
        if is_paid && self.purse.left(id, &filed.client) == Some(0) {
            return Err(SPENT.to_owned());
        }
        if is_paid {
            let aside = self.purse.set_aside(id, &filed.client);
            let aside = aside.map_err(|problem| problem.detail)?;
            arguments.splice(1..1, aside.map(|dollars| format!("--max-cost={dollars}")));
        }
        let end = Instant::now() + HELD_MAX;
        let ended = self.program.run_when_free(&arguments, end).await;
        let ended = ended.map_err(|refusal| refusal.to_string())?;
        if is_paid {
            self.settle(id, filed);
        }
        Ok(ended)
    }

    /// Notes what a case cost; without a report that says so, what was set aside stays so.
    fn settle(&self, id: &CaseId, filed: &Filed) {
        let report = report_in(&self.folder(id).join("out"));
        if let Some(dollars) = report
            .ok()
            .and_then(|report| report["panel"]["cost_usd"].as_f64())
        {
            // What cannot be written stays set aside.
            let _ = self.purse.settle(id, &filed.client, dollars);
        }
    }
}

/// The command that audits what was filed.
pub(super) fn arguments(filed: &Filed, folder: &Path) -> Vec<String> {
    let option = |name: &str, value: &dyn std::fmt::Display| format!("--{name}={value}");
    let mut arguments = vec!["audit".to_owned(), "--quiet".to_owned()];
    arguments.extend((!filed.commit.is_empty()).then(|| option("rev", &filed.commit)));
    let rubric = filed
        .rubric_file
        .as_ref()
        .map(|name| folder.join(name).display().to_string());
    arguments.extend(
        rubric
            .as_ref()
            .or(filed.rubric.as_ref())
            .map(|rubric| option("rubric", rubric)),
    );
    arguments.extend(filed.rules.iter().map(|rules| option("rules", rules)));
    // Whatever the settings of the server name: without a panel nobody pays.
    let panel = filed.panel.as_deref().unwrap_or(court::statutes::NAME);
    arguments.push(option("panel", &panel));
    arguments.extend(
        filed
            .report
            .iter()
            .map(|name| option("report", &folder.join(name).display())),
    );
    arguments.extend(filed.find_report.then(|| "--find-report".to_owned()));
    arguments.extend(["--".to_owned(), filed.subject.clone()]);
    arguments
}

pub(super) fn read<T: serde::de::DeserializeOwned>(path: &Path) -> Option<T> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}

/// Written whole or not at all.
pub(super) fn write(path: &Path, value: &impl Serialize) -> Answered<()> {
    let text = serde_json::to_vec(value).map_err(Problem::ours)?;
    let draft = path.with_extension("draft");
    fs::write(&draft, text)
        .and_then(|()| fs::rename(&draft, path))
        .map_err(Problem::ours)
}

#[cfg(test)]
mod tests;
