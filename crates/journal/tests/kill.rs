//! A real process, really killed: after each of its jobs in turn. The program is its own child.

#[path = "it/trial.rs"]
mod trial;

use journal::Journal;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use trial::{JOBS, Ran, Trial, conduct, input};

/// Tells the child which journal to work on.
const CHILD: &str = "JOURNAL_KILL_TEST";

fn main() {
    match std::env::var_os(CHILD) {
        Some(path) => child(Path::new(&path)),
        None => (1..=JOBS).for_each(killed_after),
    }
}

fn run<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build();
    runtime.expect("a runtime can be had").block_on(future)
}

/// Says each job that it was given an output for, and then waits to be killed.
fn child(path: &Path) {
    let journal = Journal::open(path).expect("the journal opens");
    let told = |label: &str| {
        let mut out = std::io::stdout().lock();
        writeln!(out, "{label}")
            .and_then(|()| out.flush())
            .expect("the parent listens");
    };
    let trial = async {
        let case = journal.case(&input(), "a trial").await?;
        Trial {
            case,
            ran: &Ran::default(),
            told: &told,
        }
        .conduct()
        .await
    };
    run(trial).expect("the trial ends");
    loop {
        std::thread::park();
    }
}

/// Kills the child when it has told of `jobs` outputs, and checks that it told the truth.
fn killed_after(jobs: usize) {
    let directory = tempfile::tempdir().expect("there is room for a temporary directory");
    let path = directory.path().join("journal.sqlite");
    let told = tell_and_die(&path, jobs);
    let ran = Ran::default();
    let journal = Journal::open(&path).expect("the journal survives");
    let verdict = run(conduct(&journal, &ran)).expect("the case is free and goes on");
    let again = ran.times();
    assert!(
        told.iter().all(|label| !again.contains_key(label)),
        "{told:?} was told, {again:?} ran again"
    );
    assert!(again.len() <= JOBS - jobs);
    let whole = Journal::memory().expect("memory can be had");
    assert_eq!(
        run(conduct(&whole, &Ran::default())).expect("the trial ends"),
        verdict
    );
}

#[expect(
    clippy::disallowed_methods,
    reason = "only a process of its own can be killed"
)]
fn tell_and_die(path: &Path, jobs: usize) -> Vec<String> {
    let program = std::env::current_exe().expect("a program knows where it is");
    let mut child = Command::new(program)
        .env(CHILD, path)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program can be started again");
    let lines = BufReader::new(child.stdout.take().expect("the output is piped")).lines();
    let told: Vec<_> = lines.take(jobs).map_while(Result::ok).collect();
    child.kill().expect("the child is ours");
    child.wait().expect("the child ends");
    assert_eq!(told.len(), jobs);
    told
}
