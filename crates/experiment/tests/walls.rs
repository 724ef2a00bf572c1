//! Hostile programs in a cell: each is refused or ended, told, and leaves nothing behind. Plain Python is enough for them.
//!
//! The frame is our own, because a cell starts this very program again as its gate and its warden.
#![cfg(target_os = "linux")]
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a frame of tests speaks by printing"
)]

#[path = "walls/subjects.rs"]
mod subjects;

use custody::cell::{self, End, Ended, Order};
use experiment::chamber;
use experiment::lab::Lab;
use std::collections::BTreeSet;
use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// A program, and what has to come of it.
struct Case {
    name: &'static str,
    script: &'static str,
    expect: Expect,
}

enum Expect {
    /// It ends by itself, says that all was refused, and nothing else.
    Held,
    /// It is ended for this.
    Ended(End),
    /// It dies of the limit of one process.
    Dies,
}

macro_rules! case {
    ($name:literal, $expect:expr) => {
        Case {
            name: $name,
            script: include_str!(concat!("hostile/", $name, ".py")),
            expect: $expect,
        }
    };
}

const CASES: &[Case] = &[
    case!("read_files", Expect::Held),
    case!("network", Expect::Held),
    case!("processes", Expect::Held),
    case!("write_outside", Expect::Held),
    case!("fork_bomb", Expect::Ended(End::TimeOver)),
    case!("daemon", Expect::Held),
    case!("fill_disk", Expect::Held),
    case!("large_file", Expect::Held),
    case!("names", Expect::Held),
    case!("fill_memory", Expect::Held),
    case!("memory_of_many", Expect::Ended(End::Memory)),
    case!("flood", Expect::Ended(End::Output)),
    case!("hang_at_exit", Expect::Ended(End::TimeOver)),
    case!("burn", Expect::Dies),
    case!("descriptors", Expect::Held),
    case!("own_sites", Expect::Held),
];

/// What hostile programs are pointed at.
struct Machine {
    folder: tempfile::TempDir,
    secret: PathBuf,
    tcp: TcpListener,
    abstract_name: String,
    _abstract: UnixListener,
    _socket: UnixListener,
}

const SECRET: &str = "the secret of this machine";

impl Machine {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary directory");
        let secret = folder.path().join("secret");
        std::fs::write(&secret, SECRET).expect("a file");
        let abstract_name = format!("auditor-walls-{}", std::process::id());
        let address = SocketAddr::from_abstract_name(&abstract_name).expect("a name");
        Self {
            secret,
            tcp: TcpListener::bind("127.0.0.1:0").expect("a port"),
            _abstract: UnixListener::bind_addr(&address).expect("a socket"),
            _socket: UnixListener::bind(folder.path().join("socket")).expect("a socket"),
            abstract_name,
            folder,
        }
    }

    fn arguments(&self) -> Vec<String> {
        let port = self.tcp.local_addr().expect("an address").port();
        vec![
            self.secret.display().to_string(),
            port.to_string(),
            self.abstract_name.clone(),
            self.folder.path().join("socket").display().to_string(),
            std::process::id().to_string(),
        ]
    }

    fn is_untouched(&self) -> bool {
        let names = std::fs::read_dir(self.folder.path())
            .expect("the directory")
            .count();
        let text = std::fs::read_to_string(&self.secret).expect("the secret");
        names == 2 && text == SECRET
    }
}

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    if let Some(kind) = arguments.first().and_then(|kind| kind.to_str())
        && [cell::GATE, cell::WARDEN].contains(&kind)
    {
        return cell::inside(kind, arguments.iter().skip(1).cloned());
    }
    let only = arguments
        .iter()
        .filter_map(|one| one.to_str())
        .find(|one| !one.starts_with('-'));
    let python = std::env::var_os("AUDITOR_LAB_PYTHON").unwrap_or_else(|| "python3".into());
    let lab = match Lab::own(Path::new(&python)) {
        Ok(lab) => lab,
        Err(problem) => {
            println!("SKIPPED: no hostile program was run: {problem}");
            return ExitCode::SUCCESS;
        }
    };
    let machine = Machine::new();
    let mut failed = 0;
    for case in CASES
        .iter()
        .filter(|case| only.is_none_or(|only| case.name.contains(only)))
    {
        match case.run(&lab, &machine) {
            Ok(seconds) => println!("test {} ... ok ({seconds:.1} s)", case.name),
            Err(Failure::NoWalls(why)) => {
                println!("SKIPPED: this machine has not all walls, so nothing is run: {why}");
                return ExitCode::SUCCESS;
            }
            Err(Failure::Broken(why)) => {
                eprintln!("test {} ... FAILED\n{why}", case.name);
                failed += 1;
            }
        }
    }
    failed += through_the_harness(&lab, only);
    println!("{failed} failed");
    ExitCode::from(u8::from(failed > 0))
}

/// How many of our small subjects failed. Those that need packages take the lab that `AUDITOR_TEST_LAB` names.
fn through_the_harness(plain: &Lab, only: Option<&str>) -> usize {
    let data = std::env::var_os("AUDITOR_TEST_LAB").map(PathBuf::from);
    let lab = data.map(|data| Lab::open(&data));
    let mut failed = 0;
    for subject in subjects::ALL
        .iter()
        .filter(|one| only.is_none_or(|only| one.name.contains(only)))
    {
        let lab = match (&lab, subject.needs_lab) {
            (Some(Ok(lab)), _) => lab,
            (_, false) => plain,
            (_, true) => {
                println!("SKIPPED: {}: AUDITOR_TEST_LAB names no lab", subject.name);
                continue;
            }
        };
        match subject.run(lab) {
            Ok(()) if left_over().is_empty() => println!("test subject {} ... ok", subject.name),
            Ok(()) => {
                eprintln!("test subject {} ... FAILED: processes are left", subject.name);
                failed += 1;
            }
            Err(why) => {
                eprintln!("test subject {} ... FAILED\n{why}", subject.name);
                failed += 1;
            }
        }
    }
    failed
}

enum Failure {
    NoWalls(String),
    Broken(String),
}

impl Case {
    fn run(&self, lab: &Lab, machine: &Machine) -> Result<f32, Failure> {
        let order = self.order(lab, machine);
        let ended = cell::run(&order).map_err(|refusal| Failure::NoWalls(format!("{refusal:?}")))?;
        self.check(&ended).map_err(Failure::Broken)?;
        if !machine.is_untouched() {
            return Err(Failure::Broken("the machine was written to".to_owned()));
        }
        let left = left_over();
        if !left.is_empty() {
            return Err(Failure::Broken(format!("processes are left: {left:?}")));
        }
        Ok(ended.took.as_secs_f32())
    }

    fn order(&self, lab: &Lab, machine: &Machine) -> Order {
        let file = chamber::ours("case.py", self.script);
        let mut order =
            chamber::order(lab, "/harness/case.py", &machine.arguments(), vec![file]).expect("an order");
        let is_long = matches!(self.expect, Expect::Ended(End::TimeOver));
        order.limits.wall = Duration::from_secs(if is_long { 3 } else { 30 });
        order.limits.each.cpu_seconds = Some(if matches!(self.expect, Expect::Dies) {
            2
        } else {
            30
        });
        order
    }

    fn check(&self, ended: &Ended) -> Result<(), String> {
        let output = String::from_utf8_lossy(&ended.output[..ended.output.len().min(10_000)]);
        let complaint = String::from_utf8_lossy(&ended.complaint);
        let told = || Err(format!("{:?}\n{output}\n{complaint}", ended.end));
        if output.contains("LEAK") || output.contains(SECRET) {
            return told();
        }
        let is_right = match &self.expect {
            Expect::Held => ended.end == End::Code(0) && output.trim() == "held",
            Expect::Ended(end) => ended.end == *end,
            Expect::Dies => matches!(ended.end, End::Code(code) if code > 128),
        };
        if is_right && ended.walls.len() >= 7 {
            Ok(())
        } else {
            told()
        }
    }
}

/// Cells of this very process that are still there, and processes of any cell that has lost its warden. Others may run cells
/// at the same time.
fn left_over() -> BTreeSet<u32> {
    let entries = std::fs::read_dir("/proc").expect("processes").flatten();
    let numbers: Vec<u32> = entries
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .collect();
    let myself = format!("{}\0{}\0", cell::GATE, std::process::id());
    let is_left = |number: &u32| {
        let line = command_line(*number);
        line.contains(&myself) || line.contains("/harness/") && !has_warden(*number)
    };
    numbers.into_iter().filter(is_left).collect()
}

fn command_line(process: u32) -> String {
    let line = std::fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&line).into_owned()
}

fn has_warden(process: u32) -> bool {
    let mut at = process;
    while at > 1 {
        if command_line(at).contains(cell::WARDEN) {
            return true;
        }
        let stat = std::fs::read_to_string(format!("/proc/{at}/stat")).unwrap_or_default();
        let parent = stat
            .rsplit_once(')')
            .and_then(|(_, rest)| rest.split_whitespace().nth(1)?.parse().ok());
        at = parent.unwrap_or_default();
    }
    // It went away while it was looked at.
    command_line(process).is_empty()
}
