//! Journals of several machines with one ledger of paid calls: a real server of Postgres on loopback.
//!
//! Needs the folder of the server's programs, named by `AUDITOR_TEST_POSTGRES`. Without it the test says that it is skipped; a folder
//! that is named has to work.

use crate::fake::{Deed, Fake, opinion};
use crate::judged::{audit, world};
use crate::world::{Run, World};
use std::io::{BufRead as _, BufReader};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Names the folder of the programs.
const VARIABLE: &str = "AUDITOR_TEST_POSTGRES";
/// Who a server runs as where the test is root: it refuses to be that.
const NOBODY: u32 = 65_534;

/// A server that ends with the test.
struct Server {
    process: Child,
    /// What the ledger is named by.
    address: String,
    _room: tempfile::TempDir,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn program(programs: &Path, name: &str, arguments: &[&str]) -> Command {
    #[expect(clippy::disallowed_methods, reason = "the server is a child of the test")]
    let mut command = Command::new(programs.join(name));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null());
    if rustix::process::geteuid().is_root() {
        command.uid(NOBODY).gid(NOBODY);
    }
    command
}

impl Server {
    /// Starts the server; nothing where there is none.
    fn start() -> Option<Self> {
        let Some(programs) = std::env::var_os(VARIABLE).map(PathBuf::from) else {
            skip(&format!(
                "no server of Postgres; name the folder of its programs in {VARIABLE}"
            ));
            return None;
        };
        let room = tempfile::tempdir().expect("there is room for a temporary directory");
        let data = room.path().join("data");
        std::fs::create_dir(&data).expect("a fresh directory");
        if rustix::process::geteuid().is_root() {
            for folder in [room.path(), &data] {
                std::os::unix::fs::chown(folder, Some(NOBODY), Some(NOBODY)).expect("root may");
            }
        }
        let place = data.display().to_string();
        let make = [
            "--pgdata",
            &place,
            "--username",
            "auditor",
            "--auth",
            "trust",
            "--no-sync",
            "--encoding",
            "UTF8",
        ];
        let made = program(&programs, "initdb", &make).output().expect("it starts");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let port = free_port().to_string();
        let run = [
            "-D",
            &place,
            "-h",
            "127.0.0.1",
            "-p",
            &port,
            "-k",
            "",
            "-c",
            "fsync=off",
        ];
        let mut command = program(&programs, "postgres", &run);
        let mut process = command.stderr(Stdio::piped()).spawn().expect("the server starts");
        let mut log = BufReader::new(process.stderr.take().expect("it is piped")).lines();
        let is_ready = log.any(|line| line.expect("text").contains("ready to accept connections"));
        assert!(is_ready, "the server ended");
        std::thread::spawn(move || log.for_each(drop));
        Some(Self {
            process,
            address: format!("postgres://auditor:geheim@127.0.0.1:{port}/postgres"),
            _room: room,
        })
    }
}

fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}

#[expect(clippy::print_stdout, reason = "a test that is skipped says so")]
fn skip(why: &str) {
    println!("skipped: {why}");
}

/// An audit by a machine with a journal of its own.
fn command(world: &World, ledger: &str, data: &str, out: &str, more: &[&str]) -> Command {
    let mut command = world.command(audit(out).iter().chain(more));
    command
        .env("AUDITOR_DATA", world.path(data))
        .env("AUDITOR_LEDGER", ledger)
        .env("FAKE_KEY", "sk-very-secret-key");
    command
}

#[test]
fn what_one_machine_paid_no_other_pays_again() {
    let fake = Fake::new(|call| Deed::Say(opinion(call, 3)));
    let world = world(&fake);
    let Some(server) = Server::start() else {
        return;
    };
    let asked = |data: &str, out: &str, more: &[&str]| {
        let run = Run::of(&mut command(&world, &server.address, data, out, more));
        assert_eq!(run.code, Some(0), "{run:?}");
    };
    asked("first", "one", &[]);
    let paid = fake.calls().len();
    assert!(paid > 0, "the judges are models");
    asked("second", "two", &[]);
    assert_eq!(fake.calls().len(), paid, "all answers are in the ledger");
    assert_eq!(world.reports("one"), world.reports("two"));
}

#[test]
fn machines_that_ask_the_same_at_the_same_time_ask_once() {
    let fake = Fake::new(|call| Deed::Say(opinion(call, 3)));
    let world = world(&fake);
    let Some(server) = Server::start() else {
        return;
    };
    let start = |turn: usize| {
        let (data, out) = (format!("data-{turn}"), format!("out-{turn}"));
        let mut command = command(&world, &server.address, &data, &out, &[]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("the program starts")
    };
    let running: Vec<Child> = (0..3).map(start).collect();
    for child in running {
        let run = Run::from(child.wait_with_output().expect("it ends"));
        assert_eq!(run.code, Some(0), "{run:?}");
    }
    let calls = fake.calls();
    assert!(
        calls.iter().all(|call| call.before == 0),
        "each request came once"
    );
    assert_eq!(world.reports("out-0"), world.reports("out-1"));
    assert_eq!(world.reports("out-0"), world.reports("out-2"));
}

#[test]
fn without_its_ledger_nobody_is_asked_and_the_same_command_asks_later() {
    let fake = Fake::new(|call| Deed::Say(opinion(call, 3)));
    let world = world(&fake);
    for wrong in ["mysql://geheim@a/b", "postgres://a:geheim@b/c?sslmode=require"] {
        let run = Run::of(&mut command(&world, wrong, "data", "out", &[]));
        assert!(
            run.code == Some(2) && run.err.contains("AUDITOR_LEDGER"),
            "{run:?}"
        );
        assert!(!run.err.contains("geheim"), "{run:?}");
    }
    let Some(server) = Server::start() else {
        return;
    };
    let nowhere = server.address.replace("/postgres", "/nowhere");
    let run = Run::of(&mut command(&world, &nowhere, "data", "out", &[]));
    assert!(
        run.err.contains("the shared ledger: ") && run.err.contains("nowhere"),
        "{run:?}"
    );
    assert!(!run.err.contains("geheim"), "{run:?}");
    assert!(fake.calls().is_empty(), "nobody was asked");
    let run = Run::of(&mut command(&world, &server.address, "data", "out", &[]));
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(
        !fake.calls().is_empty() && run.err.contains("0 taken"),
        "the same command asks: {run:?}"
    );
}
