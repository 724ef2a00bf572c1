//! The classes that were asked for here: a folder each, as the docket keeps cases, and one after the other.

use super::FREE;
use super::docket::{Stand, read, write};
use super::problem::{Answered, Problem};
use axum::http::StatusCode;
use fleet::program::Program;
use journal::CaseId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// Classes that wait or run, all together.
const OPEN_MAX: usize = 20;
/// After how many seconds to ask again when too many do.
const RETRY_SECONDS: u32 = 60;
const ASKED: &str = "asked.json";
const ENDED: &str = "ended.json";
/// What `auditor cohort` writes to.
const OUT: &str = "out";
/// How many words against the court there were when that was written.
const WORDS: &str = "words.json";
/// Its exit code where some submissions could not be audited; the class is decided all the same.
const NOT_ALL: u8 = 15;

/// A class as it was asked for.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Class {
    pub(super) name: String,
    /// The name of the list in the folder of the class.
    pub(super) list: String,
    pub(super) rubric: Option<String>,
    pub(super) rules: Option<String>,
    pub(super) submissions: usize,
    /// In which order it came.
    pub(super) number: u64,
}

/// A class and how far it has come.
#[derive(Clone, Debug)]
pub(super) struct Standing {
    pub(super) class: Class,
    pub(super) stand: Stand,
    pub(super) done: usize,
    stop: Arc<Notify>,
}

/// All classes. Their ids are made as those of cases are.
#[derive(Debug)]
pub(super) struct Classes {
    folder: PathBuf,
    program: Program,
    /// Submissions at once.
    jobs: usize,
    inner: Mutex<BTreeMap<CaseId, Standing>>,
    come: Notify,
}

impl Classes {
    /// The classes in a folder; what was not over waits again.
    pub(super) fn open(folder: PathBuf, program: Program, jobs: usize) -> std::io::Result<Self> {
        fs::create_dir_all(&folder)?;
        let mut known = BTreeMap::new();
        for place in fs::read_dir(&folder)?.flatten() {
            let id = place.file_name().to_str().and_then(|name| name.parse().ok());
            let class = read::<Class>(&place.path().join(ASKED));
            if let (Some(id), Some(class)) = (id, class) {
                let stand: Stand = read(&place.path().join(ENDED)).unwrap_or(Stand::Waiting);
                let done = if stand == Stand::Decided {
                    class.submissions
                } else {
                    0
                };
                let stop = Arc::default();
                known.insert(
                    id,
                    Standing {
                        class,
                        stand,
                        done,
                        stop,
                    },
                );
            }
        }
        Ok(Self {
            folder,
            program,
            jobs,
            inner: Mutex::new(known),
            come: Notify::new(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<CaseId, Standing>> {
        // All is whole between two statements.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A folder for a list, before it is known which class it is.
    pub(super) fn draft(&self) -> std::io::Result<tempfile::TempDir> {
        tempfile::Builder::new().prefix("draft-").tempdir_in(&self.folder)
    }

    /// A file of a decided class, written anew where people have said something in so many words since.
    pub(super) async fn file(&self, id: &CaseId, name: &str, words: usize) -> Answered<String> {
        let one = self.one(id)?;
        let folder = self.folder.join(id.as_str());
        let known = read(&folder.join(WORDS)).unwrap_or(0);
        if one.stand == Stand::Decided && words != known {
            let mut arguments = self.arguments(id, &one.class);
            arguments.insert(1, "--rewrite".to_owned());
            let ended = self.program.run(&arguments, |_| {}).await?;
            if !matches!(ended.code, Some(0 | NOT_ALL)) {
                return Err(ended.refusal().into());
            }
            write(&folder.join(WORDS), &words)?;
        }
        fs::read_to_string(folder.join(OUT).join(name))
            .map_err(|_| Problem::missing("the class is not decided"))
    }

    pub(super) fn one(&self, id: &CaseId) -> Answered<Standing> {
        let one = self.lock().get(id).cloned();
        one.ok_or_else(|| Problem::missing("there is no such class"))
    }

    /// All, the newest first.
    pub(super) fn all(&self) -> Vec<(CaseId, Standing)> {
        let known = self.lock();
        let mut all: Vec<_> = known.iter().map(|(id, one)| (id.clone(), one.clone())).collect();
        all.sort_by_key(|(_, one)| std::cmp::Reverse(one.class.number));
        all
    }

    /// Takes a class in; one that is over is audited again, from what is remembered.
    pub(super) fn take(&self, id: &CaseId, mut class: Class, draft: tempfile::TempDir) -> Answered<bool> {
        let mut known = self.lock();
        if known.get(id).is_some_and(|one| !one.stand.is_over()) {
            return Ok(false);
        }
        let open = known.values().filter(|one| !one.stand.is_over()).count();
        if open >= OPEN_MAX {
            let told = format!("{open} classes wait already");
            return Err(Problem::later(
                StatusCode::SERVICE_UNAVAILABLE,
                told,
                RETRY_SECONDS,
            ));
        }
        class.number = known.values().map(|one| one.class.number + 1).max().unwrap_or(0);
        write(&draft.path().join(ASKED), &class)?;
        let place = self.folder.join(id.as_str());
        if place.exists() {
            fs::remove_dir_all(&place).map_err(Problem::ours)?;
        }
        fs::rename(draft.keep(), &place).map_err(Problem::ours)?;
        let standing = Standing {
            class,
            stand: Stand::Waiting,
            done: 0,
            stop: Arc::default(),
        };
        known.insert(id.clone(), standing);
        drop(known);
        self.come.notify_one();
        Ok(true)
    }

    /// Calls a class off; what was audited of it is remembered.
    pub(super) fn cancel(&self, id: &CaseId) -> Answered<()> {
        let mut known = self.lock();
        let one = known
            .get_mut(id)
            .ok_or_else(|| Problem::missing("there is no such class"))?;
        if one.stand.is_over() {
            let told = format!("the class is {}", one.stand.word());
            return Err(Problem::new(StatusCode::CONFLICT, told));
        }
        one.stand = Stand::Cancelled;
        one.stop.notify_one();
        write(&self.folder.join(id.as_str()).join(ENDED), &Stand::Cancelled)
    }

    /// Audits one class after the other, for ever.
    pub(super) async fn work(&self) {
        loop {
            match self.next() {
                Some((id, one)) => self.audit(&id, &one).await,
                None => self.come.notified().await,
            }
        }
    }

    fn next(&self) -> Option<(CaseId, Standing)> {
        let mut known = self.lock();
        let waiting = known.iter_mut().filter(|(_, one)| one.stand == Stand::Waiting);
        let (id, one) = waiting.min_by_key(|(_, one)| one.class.number)?;
        one.stand = Stand::Running;
        Some((id.clone(), one.clone()))
    }

    async fn audit(&self, id: &CaseId, one: &Standing) {
        let heard = |line: &str| {
            if let (Some(done), Some(one)) = (done(line), self.lock().get_mut(id)) {
                one.done = done;
            }
        };
        let arguments = self.arguments(id, &one.class);
        let ended = tokio::select! {
            ended = self.program.run(&arguments, heard) => ended,
            () = one.stop.notified() => return,
        };
        let stand = match ended {
            Ok(ended) if matches!(ended.code, Some(0 | NOT_ALL)) => Stand::Decided,
            Ok(ended) => Stand::Failed {
                said: ended.refusal().to_string(),
            },
            Err(refusal) => Stand::Failed {
                said: refusal.to_string(),
            },
        };
        let mut known = self.lock();
        if let Some(one) = known.get_mut(id).filter(|one| !one.stand.is_over()) {
            // What cannot be written is done again at the next start, from what is remembered.
            let _ = write(&self.folder.join(id.as_str()).join(ENDED), &stand);
            one.stand = stand;
        }
    }

    fn arguments(&self, id: &CaseId, class: &Class) -> Vec<String> {
        let folder = self.folder.join(id.as_str());
        let mut arguments = vec![
            "cohort".to_owned(),
            format!("--out={}", folder.join(OUT).display()),
            format!("--name={}", class.name),
            format!("--jobs={}", self.jobs),
            folder.join(&class.list).display().to_string(),
            "--".to_owned(),
        ];
        arguments.extend(FREE.iter().map(|word| (*word).to_owned()));
        arguments.extend(class.rubric.iter().map(|rubric| format!("--rubric={rubric}")));
        arguments.extend(class.rules.iter().map(|rules| format!("--rules={rules}")));
        arguments
    }
}

/// How many submissions are done, where a line tells that: `auditor: [3/40] …`.
fn done(line: &str) -> Option<usize> {
    let (_, rest) = line.split_once('[')?;
    let (count, rest) = rest.split_once('/')?;
    rest.split_once(']')?;
    count.parse().ok()
}

#[cfg(test)]
mod tests;
