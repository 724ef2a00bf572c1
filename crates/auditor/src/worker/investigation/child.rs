//! The side of the child: the walls first, then the snapshot, then whatever is asked about it.

use super::task::{self, Outcome, Step, Task};
use super::{Assignment, Message, wire};
use court::evidence::Detective;
use custody::sandbox::{ResourceLimits, Sandbox, die_with_parent};
use probes::Subject;
use probes::families::fields::Field;
use serde::{Deserialize, Serialize};
use std::io::{self, BufReader, Read, Write};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use subject::{memory, parallel};

/// What the child may use. Large subjects come to a third of a GiB of memory and some seconds.
const LIMITS: ResourceLimits = ResourceLimits {
    // The map of memory is larger than what is in it: every thread has an arena that mostly stays empty.
    memory: Some(16 << 30),
    data: Some(768 << 20),
    cpu_seconds: Some(120),
    file_bytes: Some(0),
    // The three streams and some air.
    files: Some(16),
    // Threads count as processes of the user, of whom nobody knows how many there are.
    processes: None,
};
/// How often at once work is spread over all processors: three detectives, and what each may be the one to
/// derive.
const SPREADS: u64 = 6;
/// Bytes taken at once.
const CHUNK_BYTES: usize = 64 << 10;

/// What is asked.
#[derive(Serialize, Deserialize)]
pub(super) struct Request {
    pub(super) assignment: Assignment,
    /// Names of tasks.
    pub(super) tasks: Vec<String>,
    /// Whether one is to be done after the other.
    pub(super) alone: bool,
}

/// What the program does when it is started with [`SUBCOMMAND`](super::SUBCOMMAND): call it before anything
/// else, and before any other thread is started.
pub(in crate::worker) fn child_main(parent: Option<i32>) -> ExitCode {
    die_with_parent(parent);
    let status = Sandbox::computing(bounds()).enter();
    let out = Mutex::new(io::stdout());
    send(&out, &Message::Contained(status));
    match attend(
        &mut BufReader::with_capacity(CHUNK_BYTES, io::stdin().lock()),
        &out,
    ) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// The stacks of threads count as memory, although little of them is ever touched.
fn bounds() -> ResourceLimits {
    let stacks = SPREADS * (parallel::most_workers() as u64 + 1) * parallel::STACK_BYTES as u64;
    ResourceLimits {
        data: LIMITS.data.map(|most| most + stacks),
        ..LIMITS
    }
}

/// Takes the snapshot and does what is asked until nothing more is, several orders at a time.
fn attend(input: &mut impl Read, out: &Mutex<impl Write + Send>) -> io::Result<()> {
    let snapshot = wire::take(input)?;
    std::thread::scope(|scope| {
        while let Some(request) = wire::take_value::<Request>(input)? {
            if let Some(found) = &request.assignment.found {
                snapshot.take_found(found);
            }
            if request.assignment.fields.contains(&Field::Engineering) {
                snapshot.expect_census();
            }
            let snapshot = &snapshot;
            std::thread::Builder::new()
                .stack_size(parallel::STACK_BYTES)
                .spawn_scoped(scope, move || obey(&request, snapshot, out))?;
        }
        Ok(())
    })
}

fn obey(request: &Request, snapshot: &Subject, out: &Mutex<impl Write + Send>) {
    let detective = request.assignment.detective;
    let known = task::tasks(&request.assignment);
    let known = |name: &String| known.iter().find(|task| task.name() == name).cloned();
    let tasks: Vec<Task> = request.tasks.iter().filter_map(known).collect();
    task::inquire(detective, &tasks, request.alone, snapshot, &|step| match step {
        Step::Begun(task) => send(out, &Message::Begun(detective, task.to_owned())),
        Step::Done(task, outcome) => done(out, detective, task, outcome),
    });
    tell_learnt(out, snapshot);
    send(out, &Message::Finished(detective));
}

/// Tells what was derived of files and is not remembered yet: a line with its length, then it.
fn tell_learnt(out: &Mutex<impl Write>, snapshot: &Subject) {
    let learnt = snapshot.memory.take_fresh();
    if !learnt.is_empty() {
        let learnt = memory::encode(&learnt.iter().collect::<Vec<_>>());
        write(out, &Message::Learnt(learnt.len()), &learnt);
    }
}

fn done(out: &Mutex<impl Write>, detective: Detective, task: &str, outcome: Outcome) {
    send(out, &Message::Done(detective, task.to_owned(), outcome));
}

/// Writes a line that is there as a whole once this returns. If nobody listens, nobody has to know.
fn send(out: &Mutex<impl Write>, heard: &Message) {
    write(out, heard, &[]);
}

fn write(out: &Mutex<impl Write>, heard: &Message, further: &[u8]) {
    let Ok(mut line) = serde_json::to_vec(heard) else {
        return;
    };
    line.push(b'\n');
    let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
    let written = out.write_all(&line).and_then(|()| out.write_all(further));
    let _ = written.and_then(|()| out.flush());
}
