//! Between the auditor and git stands this program once more, as a supervisor. It enters the sandbox, starts git in it,
//! and sees to it that git and all that git starts die with the auditor, also where that is killed.

use super::Call;
use crate::address::Transport;
use crate::process;
use crate::sandbox::{Profile, ResourceLimits, Sandbox};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{Signal, kill_current_process_group};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::io::Write as _;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus};
use wordlist::array;

/// The hidden argument that makes this program a supervisor of git.
pub const ARGUMENT: &str = "__supervise-git";
/// Ends the list of places; the program and its arguments follow.
const END: &str = "--";
/// Most memory that git may map, in bytes: packs are mapped whole, and every thread has an arena.
const MEMORY_MAX: u64 = 16 << 30;
/// Most memory that git may write to, in bytes: about the commits and trees of a pack as large as is taken.
const DATA_MAX: u64 = 2 << 30;
/// Seconds of processor time for each second on the wall: as many threads as git is allowed.
const PROCESSORS: u64 = super::environment::THREADS;
/// Longest file of a call that may write and has no limit of its own, in bytes: references and settings.
const SMALL_FILE_BYTES: u64 = 64 << 20;

/// Where programs and what they are made of lie, and what the loader of libraries reads.
const SYSTEM: [&str; 12] = array(
    "/usr /bin /sbin /lib /lib32 /lib64 /nix/store /gnu/store /etc/ld.so.cache /etc/ld.so.preload \
     /dev/urandom /dev/zero",
);
/// What names of hosts and certificates are looked up in.
const NETWORK: [&str; 16] = array(
    "/etc/resolv.conf /etc/hosts /etc/host.conf /etc/nsswitch.conf /etc/gai.conf /etc/services /etc/ssl \
     /etc/pki /etc/ca-certificates /etc/crypto-policies /etc/gnutls /etc/static /etc/localtime \
     /var/lib/ca-certificates /run/systemd/resolve /proc/sys/crypto",
);
/// Variables that name further certificates.
const CERTIFICATES: [&str; 3] = ["SSL_CERT_FILE", "SSL_CERT_DIR", "GIT_SSL_CAINFO"];
/// What is written to go nowhere.
const NOWHERE: &str = "/dev/null";

/// The command that supervises git while it does this; git itself where this program cannot be found again.
pub(super) fn command(git: &Path, is_elsewhere: bool, call: &Call) -> Command {
    let Some(supervisor) = supervisor() else {
        return process::command(git);
    };
    let mut sandbox = sandbox(git, call);
    if is_elsewhere {
        sandbox.read.push("/".into());
    }
    let settings = Settings {
        reports_sandbox: call.reports_sandbox,
        limits: sandbox.limits,
        profile: sandbox.profile,
    };
    // Three plain values become JSON.
    let settings = serde_json::to_string(&settings).unwrap_or_default();
    let mut command = process::command(&supervisor);
    command.arg(ARGUMENT).arg(settings);
    for (kind, places) in [("r", &sandbox.read), ("w", &sandbox.write)] {
        for place in places {
            command.arg(kind).arg(place);
        }
    }
    command.arg(END).arg(git);
    command
}

/// This program. The program of the tests is none that could supervise git.
fn supervisor() -> Option<PathBuf> {
    std::env::current_exe().ok().filter(|_| !cfg!(test))
}

fn sandbox(git: &Path, call: &Call) -> Sandbox {
    let may_write = !call.writes.is_empty();
    let disk = call.disk.as_ref().map(|(_, most)| *most);
    let limits = ResourceLimits {
        memory: Some(MEMORY_MAX),
        data: Some(call.data.map_or(DATA_MAX, |most| most.min(DATA_MAX))),
        cpu_seconds: Some(call.wall.as_secs().max(1).saturating_mul(PROCESSORS)),
        // One byte more than the limit, so that a file that fills it is seen to.
        file_bytes: Some(if may_write {
            disk.map_or(SMALL_FILE_BYTES, |most| most.saturating_add(1))
        } else {
            0
        }),
        files: None,
        processes: None,
    };
    let profile = match call.transport {
        None | Some(Transport::File) => Profile::Run,
        Some(Transport::Https | Transport::Ssh) => Profile::Fetch,
    };
    let mut read: Vec<PathBuf> = SYSTEM.iter().map(PathBuf::from).collect();
    read.extend(prefix(git));
    read.extend(call.reads.iter().cloned());
    match call.transport {
        Some(Transport::Https) => {
            read.extend(NETWORK.iter().map(PathBuf::from));
            read.extend(
                CERTIFICATES
                    .iter()
                    .filter_map(std::env::var_os)
                    .map(PathBuf::from),
            );
        }
        // Keys, known hosts and agents are where the user has put them.
        Some(Transport::Ssh) => read.push("/".into()),
        None | Some(Transport::File) => {}
    }
    let mut write = call.writes.clone();
    write.push(NOWHERE.into());
    Sandbox {
        limits,
        profile,
        read,
        write,
    }
}

/// What git is installed under: its own programs lie beside its directory.
fn prefix(git: &Path) -> Option<PathBuf> {
    let real = git.canonicalize().ok()?;
    let prefix = real.parent()?.parent()?;
    prefix.parent().is_some().then(|| prefix.to_owned())
}

/// What a supervisor is told besides places and the command of git.
#[derive(Serialize, Deserialize)]
struct Settings {
    /// Whether its output begins with a line on the sandbox.
    reports_sandbox: bool,
    limits: ResourceLimits,
    profile: Profile,
}

/// All that a supervisor is told.
struct Order {
    reports_sandbox: bool,
    sandbox: Sandbox,
    program: OsString,
    arguments: Vec<OsString>,
}

impl Order {
    fn read(mut from: impl Iterator<Item = OsString>) -> Option<Self> {
        let settings: Settings = serde_json::from_str(from.next()?.to_str()?).ok()?;
        let (mut read, mut write) = (Vec::new(), Vec::new());
        loop {
            match from.next()?.to_str()? {
                END => break,
                "r" => read.push(PathBuf::from(from.next()?)),
                "w" => write.push(PathBuf::from(from.next()?)),
                _ => return None,
            }
        }
        Some(Self {
            reports_sandbox: settings.reports_sandbox,
            sandbox: Sandbox {
                limits: settings.limits,
                profile: settings.profile,
                read,
                write,
            },
            program: from.next()?,
            arguments: from.collect(),
        })
    }
}

/// What the program does when it is started with [`ARGUMENT`]: call it before anything else.
pub fn supervise(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let Some(order) = Order::read(arguments) else {
        return ExitCode::from(2);
    };
    let status = order.sandbox.enter();
    if order.reports_sandbox
        && let Ok(line) = serde_json::to_string(&status)
    {
        let _ = writeln!(std::io::stdout(), "{line}");
    }
    let _watching = std::thread::Builder::new().spawn(die_with_reader);
    let mut git = process::command(Path::new(&order.program));
    match git.args(&order.arguments).status() {
        Ok(status) => exit_code(status),
        Err(error) => {
            print_fatal(&format!("git could not be started: {error}"));
            ExitCode::from(127)
        }
    }
}

/// Ends git, all that it started, and this process once nobody reads their messages any more.
fn die_with_reader() {
    let messages = std::io::stderr();
    loop {
        let mut watched = [PollFd::new(&messages, PollFlags::empty())];
        match poll(&mut watched, None) {
            Err(rustix::io::Errno::INTR) => {}
            Err(_) => return,
            Ok(_) if watched[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) => {
                let _ = kill_current_process_group(Signal::KILL);
            }
            Ok(_) => return,
        }
    }
}

/// The exit code of git; what ended it by a signal is said in words that [`messages`](super::messages) knows.
fn exit_code(status: ExitStatus) -> ExitCode {
    let signal = status.signal().and_then(Signal::from_named_raw);
    match signal {
        None => {}
        Some(Signal::XCPU) => print_fatal("git took more processor time than allowed"),
        Some(Signal::XFSZ) => print_fatal("git wrote more than allowed"),
        Some(signal) => print_fatal(&format!("git was ended by signal {}", signal.as_raw())),
    }
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    ExitCode::from(code.unwrap_or(128))
}

fn print_fatal(text: &str) {
    let _ = writeln!(std::io::stderr(), "fatal: {text}");
}

/// The line on the sandbox, where it was asked for, and the output behind it.
pub(super) fn split_report(output: &[u8]) -> (&[u8], &[u8]) {
    match output.iter().position(|byte| *byte == b'\n') {
        Some(end) if output.starts_with(b"{") => (&output[..end], &output[end + 1..]),
        _ => (&[], output),
    }
}
