//! A class whose audits are done by workers behind a real engine: a server of Restate on loopback.
//!
//! Needs the server's program, named by `AUDITOR_TEST_RESTATE`. Without it the test says that it is skipped; a program that
//! is named has to work.

use crate::fake::{Call, Deed, Fake, opinion};
use crate::judged::panel;
use crate::world::{Run, World, files, lines, started};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

/// Names the program of the server.
const VARIABLE: &str = "AUDITOR_TEST_RESTATE";
/// Ports are those that the system gives; the server tells them in its log.
const CONFIGURATION: &str = "bind-ip = \"127.0.0.1\"\nadvertised-host = \"127.0.0.1\"\nlisten-mode = \"tcp\"\n\
    node-name = \"test\"\ncluster-name = \"test\"\ndisable-telemetry = true\nuse-random-ports = true\nlog-format = \"json\"\n\
    default-num-partitions = 2\nrocksdb-total-memory-size = \"128 MiB\"\n[admin]\ndisable-web-ui = true\n";
/// Longest that anything is waited for; on a busy machine all of it takes some seconds.
const PATIENCE: Duration = Duration::from_secs(240);
/// Calls that are answered before the first worker is killed.
const BEFORE: usize = 12;

/// A process that ends with the test.
struct Ending(Child);

impl Drop for Ending {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server with its addresses.
struct Server {
    _process: Ending,
    ingress: String,
    admin: String,
}

impl Server {
    /// Starts the server; nothing where there is none.
    fn start(world: &World) -> Option<Self> {
        let Some(program) = std::env::var_os(VARIABLE) else {
            skip(&format!("no server of Restate; name its program in {VARIABLE}"));
            return None;
        };
        let base = world.path("engine");
        let configuration = format!("base-dir = \"{}\"\n{CONFIGURATION}", base.display());
        world.write("engine.toml", configuration);
        #[expect(clippy::disallowed_methods, reason = "the engine is a child of the test")]
        let mut command = Command::new(program);
        command
            .arg("--no-logo")
            .arg("--config-file")
            .arg(world.path("engine.toml"));
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut process = Ending(command.spawn().expect("the engine starts"));
        let out = process.0.stdout.take().expect("it is piped");
        let mut log = BufReader::new(out);
        let mut ports: BTreeMap<String, u64> = BTreeMap::new();
        while !(ports.contains_key("http-ingress-server") && ports.contains_key("admin-api-server")) {
            let mut line = String::new();
            let count = log.read_line(&mut line).expect("a pipe can be read");
            assert!(count > 0, "the engine ended: {ports:?}");
            let told: Value = serde_json::from_str(&line).unwrap_or_default();
            let server = &told["span"];
            if let (Some(name), Some(port)) = (server["server_name"].as_str(), server["server.port"].as_u64())
            {
                ports.insert(name.to_owned(), port);
            }
        }
        // What the server says from now on must not fill the pipe.
        std::thread::spawn(move || log.read_to_end(&mut Vec::new()));
        let address = |name: &str| format!("http://127.0.0.1:{}", ports[name]);
        Some(Self {
            _process: process,
            ingress: address("http-ingress-server"),
            admin: address("admin-api-server"),
        })
    }
}

#[expect(clippy::print_stdout, reason = "a test that is skipped says so")]
fn skip(why: &str) {
    println!("skipped: {why}");
}

/// Holds calls back until somebody lets them go.
#[derive(Default)]
struct Gate {
    is_open: Mutex<bool>,
    changed: Condvar,
}

impl Gate {
    fn pass(&self) {
        let is_open = self.is_open.lock().expect("nobody fails with it");
        let waited = self
            .changed
            .wait_timeout_while(is_open, PATIENCE, |is_open| !*is_open);
        assert!(
            waited.is_ok_and(|(is_open, _)| *is_open),
            "nobody opened the gate"
        );
    }

    fn open(&self) {
        *self.is_open.lock().expect("nobody fails with it") = true;
        self.changed.notify_all();
    }
}

/// A world with a class of three, whose judges are models that answer one call of an audit at a time.
fn class(fake: &Fake) -> World {
    let world = World::new();
    let one = panel(fake, "").replace("key_env", "concurrency = 1\nkey_env");
    world.write("work/panel.toml", one);
    world.write("work/rubric.json", RUBRIC);
    let mut table = "id,repository,report\n".to_owned();
    for id in ["a", "b", "c"] {
        world.git("work", &["clone", "--quiet", "swarm", id]);
        world.write(&format!("work/{id}/NOTES.md"), format!("# Notes of {id}\n"));
        world.commit(&format!("work/{id}"), "Add notes");
        table += &format!("{id},{id},report.md\n");
    }
    world.write("work/class.csv", table);
    world
}

const RUBRIC: &str = r#"{"dimensions":[
{"id":"state","name":"State","target_artifact":"github_repo","success_pattern":"Reducers merge what parallel nodes write."},
{"id":"tools","name":"Tools","target_artifact":"github_repo","success_pattern":"Git is called with a list and a time limit."},
{"id":"graph","name":"Graph","target_artifact":"github_repo","success_pattern":"The graph fans out and joins again."}]}"#;

/// The command of the class, with its results in `out` and its journal in `data`.
fn cohort(world: &World, out: &str, data: &str, more: &[&str]) -> Command {
    let head = ["cohort", "class.csv", "--out", out, "--jobs", "2"];
    let tail = ["--", "--panel", "panel.toml", "--rubric", "rubric.json"];
    let mut command = world.command(head.iter().chain(more).chain(&tail));
    command
        .env("AUDITOR_DATA", world.path(data))
        .env("FAKE_KEY", "sk-very-secret-key");
    command
}

/// A worker that listens, with where.
fn worker(world: &World, server: &Server, listen: &str) -> (Ending, String) {
    let words = ["fleet", "worker", "--listen", listen, "--register", &server.admin];
    let mut command = world.command(words);
    command
        .env("AUDITOR_DATA", world.path("shared"))
        .env("FAKE_KEY", "sk-very-secret-key");
    let (child, mut stderr) = started(&mut command);
    let told = lines(&mut stderr, 1);
    let address = told.split(' ').nth(2).unwrap_or_default().to_owned();
    assert!(address.starts_with("127.0.0.1:"), "{told}");
    std::thread::spawn(move || stderr.read_to_end(&mut Vec::new()));
    (Ending(child), address)
}

/// How often each request came.
fn counts(calls: &[Call]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for call in calls {
        *counts.entry(call.body.to_string()).or_default() += 1;
    }
    counts
}

#[test]
fn a_worker_dies_and_the_class_is_the_same_to_the_byte_with_nothing_paid_twice() {
    let (gate, is_fleet, seen) = (
        Arc::new(Gate::default()),
        Arc::new(AtomicBool::new(false)),
        AtomicUsize::new(0),
    );
    let (closed, turn) = (Arc::clone(&gate), Arc::clone(&is_fleet));
    let fake = Fake::new(move |call| {
        if turn.load(Ordering::SeqCst) && seen.fetch_add(1, Ordering::SeqCst) >= BEFORE {
            closed.pass();
        }
        Deed::Say(opinion(call, 3))
    });
    let world = class(&fake);
    let Some(server) = Server::start(&world) else {
        return;
    };
    let here = Run::of(&mut cohort(&world, "here", "data", &[]));
    assert_eq!(here.code, Some(0), "{here:?}");
    let alone = fake.calls().len();
    assert!(alone > BEFORE + 2, "{alone} calls");

    is_fleet.store(true, Ordering::SeqCst);
    let (first, address) = worker(&world, &server, "127.0.0.1:0");
    let engine = format!("restate={}", server.ingress);
    let mut command = cohort(&world, "there", "none", &["--engine", &engine]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let class = command.spawn().expect("the program starts");
    // One worker with one place, whose judges ask one after the other: all calls before this one are in the ledger.
    fake.wait_long(alone + BEFORE + 1, PATIENCE);
    let (_second, shared) = worker(&world, &server, &address);
    assert_eq!(shared, address);
    drop(first);
    gate.open();
    let there = Run::from(class.wait_with_output().expect("it ends"));
    assert_eq!(there.code, Some(0), "{there:?}");

    let told = |out: &str| {
        let root = world.path("work").join(out);
        let all = files(&root).into_iter();
        all.map(|(path, bytes)| (path.strip_prefix(&root).expect("it lies in it").to_owned(), bytes))
            .collect::<BTreeMap<_, _>>()
    };
    let (here, there) = (told("here"), told("there"));
    assert_eq!(here.keys().collect::<Vec<_>>(), there.keys().collect::<Vec<_>>());
    for (path, bytes) in &here {
        assert!(there[path] == *bytes, "{} is other", path.display());
    }
    let calls = fake.calls();
    let again = counts(&calls[alone..]);
    assert_eq!(
        again.keys().collect::<Vec<_>>(),
        counts(&calls[..alone]).keys().collect::<Vec<_>>()
    );
    for call in &calls[alone..alone + BEFORE] {
        assert_eq!(
            again[&call.body.to_string()],
            1,
            "what was answered is never asked again"
        );
    }
    let twice = again.values().sum::<usize>() - again.len();
    assert!(twice <= 1, "only the call that the worker died in: {twice}");
}
