//! One child, from its start to its death, and what is heard from it.

use super::child::Request;
use super::task::Outcome;
use super::{Message, wire};
use crate::worker::end;
use court::evidence::Detective;
use custody::sandbox::SandboxStatus;
use probes::Subject;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::process::Stdio;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use subject::memory::{self, Entry};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader, BufWriter};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout_at};

/// Longest line that is heard: the claims of all documents fit in many times.
const LINE_BYTES_MAX: u64 = 64 << 20;
/// Most that is heard from one child.
const OUTPUT_BYTES_MAX: u64 = 256 << 20;
/// Bytes given and taken at once.
const CHUNK_BYTES: usize = 64 << 10;

/// A child that has the snapshot. It ends when this is dropped.
pub(super) struct Session {
    stdin: tokio::sync::Mutex<Option<BufWriter<ChildStdin>>>,
    heard: Arc<Shared>,
    listening: Option<JoinHandle<()>>,
}

/// What one request came to.
#[derive(Clone, Debug, Default)]
pub(super) struct Round {
    pub(super) containment: SandboxStatus,
    /// The tasks that were begun.
    pub(super) begun: BTreeSet<String>,
    /// Those that were done.
    pub(super) done: BTreeMap<String, Outcome>,
    finished: bool,
    /// What became of the child, where it ended first.
    pub(super) death: Option<String>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Default)]
struct State {
    containment: SandboxStatus,
    rounds: BTreeMap<Detective, Round>,
    learnt: Vec<Entry>,
    death: Option<String>,
}

impl Round {
    /// The task that was begun and not done, where there is just one.
    pub(super) fn unfinished(&self) -> Option<String> {
        let mut open = self.begun.iter().filter(|task| !self.done.contains_key(*task));
        open.next().filter(|_| open.next().is_none()).cloned()
    }
}

impl Session {
    /// Starts a child and gives it the snapshot. What fails is told by every round.
    pub(super) async fn open(
        start: &(dyn Fn() -> io::Result<Command> + Send + Sync),
        snapshot: &Subject,
        with_memory: bool,
        wall: Duration,
    ) -> Self {
        let heard = Arc::new(Shared::default());
        let started = start().and_then(|mut command| begin(&mut command));
        let (child, stdin, stdout) = match started {
            Ok(started) => started,
            Err(cause) => {
                heard.end(format!("could not be started: {cause}"));
                return Self {
                    stdin: tokio::sync::Mutex::new(None),
                    heard,
                    listening: None,
                };
            }
        };
        let listening = tokio::spawn(listen(child, stdout, Arc::clone(&heard), Instant::now() + wall));
        let mut stdin = BufWriter::with_capacity(CHUNK_BYTES, stdin);
        // A child that dies early leaves its input unread; its end tells what happened.
        let _unread = wire::send(snapshot, with_memory, &mut stdin).await;
        Self {
            stdin: tokio::sync::Mutex::new(Some(stdin)),
            heard,
            listening: Some(listening),
        }
    }

    /// What was derived of files since this was last asked.
    pub(super) fn learnt(&self) -> Vec<Entry> {
        std::mem::take(&mut self.heard.state().learnt)
    }

    /// Sends a request and waits for what it comes to.
    pub(super) async fn ask(&self, request: &Request) -> Round {
        if let Some(stdin) = self.stdin.lock().await.as_mut()
            && wire::send_value(request, stdin).await.is_ok()
        {
            let _unread = stdin.flush().await;
        }
        loop {
            let changed = self.heard.changed.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            if let Some(round) = self.heard.round(request.assignment.detective) {
                return round;
            }
            changed.await;
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if let Some(listening) = &self.listening {
            // The child goes with whoever listens to it.
            listening.abort();
        }
    }
}

fn begin(command: &mut Command) -> io::Result<(Child, ChildStdin, ChildStdout)> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()?;
    let stdin = child.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
    let stdout = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
    Ok((child, stdin, stdout))
}

async fn listen(mut child: Child, stdout: ChildStdout, heard: Arc<Shared>, deadline: Instant) {
    let mut stdout = BufReader::with_capacity(CHUNK_BYTES, stdout);
    let (mut line, mut total) = (Vec::new(), 0);
    let fault = loop {
        line.clear();
        let mut bounded = (&mut stdout).take(LINE_BYTES_MAX);
        match timeout_at(deadline, bounded.read_until(b'\n', &mut line)).await {
            Err(_) => break Some("took too long"),
            Ok(Ok(0) | Err(_)) => break None,
            Ok(Ok(count)) => total += count as u64,
        }
        if total > OUTPUT_BYTES_MAX || line.len() as u64 >= LINE_BYTES_MAX {
            break Some("said more than any answer takes");
        }
        if let Some(length) = heard.hear(&line) {
            line.clear();
            total += length as u64;
            let mut bounded = (&mut stdout).take(length as u64);
            match timeout_at(deadline, bounded.read_to_end(&mut line)).await {
                Err(_) => break Some("took too long"),
                Ok(Ok(count)) if count == length => heard.learn(&line),
                Ok(_) => break None,
            }
        }
    };
    heard.end(end(&mut child, fault, deadline).await.to_owned());
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a line, and gives how many bytes follow that are no lines. Lines that are none of ours are passed over: a
    /// stranger's code may print.
    fn hear(&self, line: &[u8]) -> Option<usize> {
        let heard = serde_json::from_slice(line).ok()?;
        let mut state = self.state();
        match heard {
            Message::Contained(containment) => state.containment = containment,
            Message::Begun(detective, task) => {
                state.round(detective).begun.insert(task);
            }
            Message::Done(detective, task, outcome) => {
                state.round(detective).done.insert(task, outcome);
            }
            Message::Finished(detective) => {
                state.round(detective).finished = true;
                self.changed.notify_waiters();
            }
            Message::Learnt(length) => return Some(length.min(memory::BYTES_MAX * 2)),
        }
        None
    }

    fn learn(&self, bytes: &[u8]) {
        let learnt = memory::decode(bytes).unwrap_or_default();
        self.state().learnt.extend(learnt);
    }

    fn end(&self, cause: String) {
        self.state().death = Some(cause);
        self.changed.notify_waiters();
    }

    /// What the request to `detective` came to, once it is known.
    fn round(&self, detective: Detective) -> Option<Round> {
        let mut state = self.state();
        let is_over = state.death.is_some() || state.round(detective).finished;
        if !is_over {
            return None;
        }
        let mut round = state.rounds.remove(&detective).unwrap_or_default();
        round.containment = state.containment.clone();
        if !round.finished {
            round.death.clone_from(&state.death);
        }
        Some(round)
    }
}

impl State {
    fn round(&mut self, detective: Detective) -> &mut Round {
        self.rounds.entry(detective).or_default()
    }
}
