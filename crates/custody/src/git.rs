//! The one place that starts `git`.
//!
//! A call has a list of arguments and a fixed environment; no shell, no configuration of the user, of the
//! system or of the subject, no hook, filter, helper, pager or prompt takes part. The child leads a group of
//! its own that is killed as a whole when it takes too long, writes too much, or is no longer waited for.

mod environment;
mod keeper;
mod objects;

pub use keeper::{SUBCOMMAND as KEEPER, keep};
pub(crate) use objects::{Object, Objects};

use crate::address::Transport;
use crate::containment::Containment;
use crate::failure::{Cause, CustodyError, classify, printable};
use rustix::process::{Pid, Signal, kill_process_group};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{Child, ChildStdin, Command};
use tokio::sync::OnceCell;

/// Oldest git that knows everything the calls use.
const OLDEST: (u32, u32) = (2, 30);
/// First git that lets a host name be pinned to an address that was checked.
const PINS_ADDRESSES: (u32, u32) = (2, 37);
/// First git that takes settings from variables, where they are not seen by other users.
const TAKES_SECRETS: (u32, u32) = (2, 31);
/// Most bytes of messages that are kept: the last ones say what went wrong.
const MESSAGES_BYTES_MAX: usize = 8 << 10;
/// How often the size on disk is looked at while a fetch runs.
const DISK_WATCH_PERIOD: Duration = Duration::from_millis(200);
/// Most bytes that `git version` may print.
const VERSION_BYTES_MAX: u64 = 1 << 10;
/// Longest time that `git version` may take.
const VERSION_WALL: Duration = Duration::from_secs(20);

/// A git that was found and is new enough.
#[derive(Debug)]
pub(crate) struct Git {
    program: PathBuf,
    version: (u32, u32),
    walls: Containment,
    /// Whether it lies where nobody expects programs, so that it may read everything.
    is_elsewhere: bool,
}

/// One call.
pub(crate) struct Call {
    /// What may be contacted; nothing where `None`.
    pub(crate) transport: Option<Transport>,
    /// A directory with a `.gitconfig` of ours, where the other side of a local fetch needs settings.
    pub(crate) home: Option<PathBuf>,
    /// Further variables.
    pub(crate) environment: Vec<(&'static str, OsString)>,
    /// Further settings, as `key=value`.
    pub(crate) settings: Vec<String>,
    /// The arguments.
    pub(crate) arguments: Vec<OsString>,
    /// What it reads from its standard input.
    pub(crate) input: Vec<u8>,
    /// Longest time it may take.
    pub(crate) wall: Duration,
    /// Most bytes it may write; it is stopped there.
    pub(crate) output_max: u64,
    /// Most memory that it may write to, in bytes, where that is less than what any call may.
    pub(crate) data: Option<u64>,
    /// A directory of packs, and the most bytes it may hold.
    pub(crate) disk: Option<(PathBuf, u64)>,
    /// What it may read besides the programs of the system.
    pub(crate) reads: Vec<PathBuf>,
    /// What it may read and change.
    pub(crate) writes: Vec<PathBuf>,
    /// Whether its output begins with a line on what holds it in.
    tells: bool,
}

/// What a call wrote.
#[derive(Debug, Default)]
pub(crate) struct Output {
    /// Its standard output.
    pub(crate) stdout: Vec<u8>,
    /// Whether it was stopped at its output limit; then `stdout` ends anywhere.
    pub(crate) truncated: bool,
}

/// Why a call came to nothing.
#[derive(Debug)]
pub(crate) enum Failure {
    /// It could not be started.
    Start(std::io::Error),
    /// It took longer than allowed.
    TimedOut(Duration),
    /// It filled the disk beyond this many bytes.
    TooLarge(u64),
    /// It ended badly, with these messages.
    Refused(String),
}

impl Call {
    /// A call that contacts nothing.
    pub(crate) fn reading<S: AsRef<OsStr>>(
        arguments: impl IntoIterator<Item = S>,
        wall: Duration,
        output_max: u64,
    ) -> Self {
        Self {
            transport: None,
            home: None,
            environment: Vec::new(),
            settings: Vec::new(),
            arguments: arguments.into_iter().map(|a| a.as_ref().to_owned()).collect(),
            input: Vec::new(),
            wall,
            output_max,
            data: None,
            disk: None,
            reads: Vec::new(),
            writes: Vec::new(),
            tells: false,
        }
    }

    /// The same call on this repository, which must be one of ours.
    pub(crate) fn on(mut self, repository: &Path) -> Self {
        self.environment
            .push(("GIT_DIR", repository.as_os_str().to_owned()));
        self.reads.push(repository.to_owned());
        // Ours borrows only while a damaged subject is copied.
        let borrowed = std::fs::read_to_string(repository.join("objects/info/alternates"));
        let borrowed = borrowed.unwrap_or_default();
        self.reads.extend(borrowed.lines().map(PathBuf::from));
        self
    }

    /// The same call with this standard input.
    pub(crate) fn fed(mut self, input: Vec<u8>) -> Self {
        self.input = input;
        self
    }
}

impl Failure {
    /// As an error about `what`.
    pub(crate) fn about(&self, what: &str) -> CustodyError {
        match self {
            Self::Start(error) => CustodyError::new(
                Cause::GitMissing,
                what,
                format!("git could not be started: {error}"),
            ),
            Self::TimedOut(wall) => CustodyError::new(
                Cause::TimedOut,
                what,
                format!("it took longer than {} seconds", wall.as_secs()),
            ),
            Self::TooLarge(bytes) => CustodyError::new(
                Cause::TooLarge,
                what,
                format!("it is larger than {} MiB", bytes >> 20),
            ),
            Self::Refused(stderr) => CustodyError::new(classify(stderr), what, said(stderr)),
        }
    }
}

impl Failure {
    /// Whether it needed more memory than it was allowed.
    pub(crate) fn is_out_of_memory(&self) -> bool {
        matches!(self, Self::Refused(said) if said.to_lowercase().contains("out of memory"))
    }
}

/// What git says whatever went wrong.
const SAYS_NOTHING: [&str; 9] = [
    "aborting due to possible repository corruption",
    "invalid index-pack output",
    "index-pack failed",
    "early eof",
    "remote end hung up",
    "could not read from remote repository",
    "unexpected disconnect",
    "did not send all necessary objects",
    "git upload-pack: git-pack-objects died",
];

/// Whether these words of git come whatever went wrong.
pub(super) fn says_nothing(line: &str) -> bool {
    let line = line.to_lowercase();
    SAYS_NOTHING.iter().any(|words| line.contains(words))
}

/// The line of git's messages that says most: one on an object, the last fatal line that says something, or the last.
fn said(stderr: &str) -> String {
    let lines = || stderr.lines().map(str::trim).filter(|line| !line.is_empty());
    let decisive = || lines().filter(|line| line.starts_with("fatal:") || line.starts_with("error:"));
    let telling = || decisive().filter(|line| !says_nothing(line));
    let line = decisive()
        .find(|line| line.starts_with("error: object "))
        .or_else(|| telling().find(|line| names_an_object(line)))
        .or_else(|| telling().next_back())
        .or_else(|| decisive().next_back())
        .or_else(|| lines().next_back());
    line.map_or_else(
        || "git ended without a message".to_owned(),
        |line| format!("git says `{line}`"),
    )
}

/// Whether a full id stands in it.
fn names_an_object(line: &str) -> bool {
    line.split(|c: char| !c.is_ascii_hexdigit())
        .any(|word| matches!(word.len(), 40 | 64))
}

static GIT: OnceCell<Git> = OnceCell::const_new();

/// The git on PATH; looked for once.
pub(crate) async fn git() -> Result<&'static Git, CustodyError> {
    GIT.get_or_try_init(find).await
}

async fn find() -> Result<Git, CustodyError> {
    let what = "looking for git";
    let missing = |detail: String| CustodyError::new(Cause::GitMissing, what, detail);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let program = on_path(&path).ok_or_else(|| missing("there is none on PATH".to_owned()))?;
    let mut found = Git {
        program,
        version: OLDEST,
        walls: Containment::default(),
        is_elsewhere: false,
    };
    let mut call = Call::reading(["version"], VERSION_WALL, VERSION_BYTES_MAX);
    call.tells = true;
    let mut answer = found.run(&call).await;
    if answer.is_err() {
        found.is_elsewhere = true;
        answer = found.run(&call).await;
    }
    let output = answer.map_err(|failure| failure.about(what))?;
    let (walls, text) = keeper::split(&output.stdout);
    found.walls = serde_json::from_slice(walls).unwrap_or_default();
    if found.is_elsewhere {
        let open = "landlock for reading: git or its libraries lie where no programs are expected";
        found.walls.missing.push(open.to_owned());
    }
    let text = String::from_utf8_lossy(text);
    found.version = version(&text).ok_or_else(|| missing(format!("its version is unclear: {text}")))?;
    if found.version < OLDEST {
        let (major, minor) = found.version;
        return Err(missing(format!("git {major}.{minor} is too old")));
    }
    Ok(found)
}

/// The first `git` in an absolute directory of `path`: a relative one could lie in the subject.
fn on_path(path: &OsStr) -> Option<PathBuf> {
    std::env::split_paths(path)
        .filter(|directory| directory.is_absolute())
        .map(|directory| directory.join("git"))
        .find(|program| program.is_file())
}

fn version(text: &str) -> Option<(u32, u32)> {
    let numbers = text.trim().strip_prefix("git version ")?;
    let mut parts = numbers.split(['.', ' ', '-']);
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

impl Git {
    /// Whether a host name can be pinned to an address.
    pub(crate) fn pins_addresses(&self) -> bool {
        self.version >= PINS_ADDRESSES
    }

    /// Whether it can be given a secret.
    pub(crate) fn takes_secrets(&self) -> bool {
        self.version >= TAKES_SECRETS
    }

    /// What holds every call in.
    pub(crate) fn walls(&self) -> &Containment {
        &self.walls
    }

    /// Runs a call to its end or to its limits.
    pub(crate) async fn run(&self, call: &Call) -> Result<Output, Failure> {
        let mut child = self.command(call).spawn().map_err(Failure::Start)?;
        let mut group = Group::of(&child);
        let done = tokio::select! {
            done = tokio::time::timeout(call.wall, attend(&mut child, call, &group)) => {
                done.unwrap_or(Err(Failure::TimedOut(call.wall)))
            }
            bytes = overfilled(call.disk.as_ref()) => Err(Failure::TooLarge(bytes)),
        };
        if done.is_err() {
            group.kill();
            // The group is dead; this only collects its leader.
            let _ = child.wait().await;
        }
        group.release();
        match done {
            Ok(output) => within_disk(call.disk.as_ref(), output),
            // The system may have stopped it at its limit before it was looked at.
            Err(failure) => Err(within_disk(call.disk.as_ref(), Output::default())
                .err()
                .unwrap_or(failure)),
        }
    }

    fn command(&self, call: &Call) -> Command {
        let mut command = keeper::command(&self.program, self.is_elsewhere, call);
        command
            .env_clear()
            .envs(environment::variables(&self.program, call));
        for setting in environment::settings(call.transport) {
            command.arg("-c").arg(setting);
        }
        for setting in &call.settings {
            command.arg("-c").arg(setting);
        }
        command.args(&call.arguments);
        let mut command = Command::from(command);
        command
            .stdin(if call.input.is_empty() {
                Stdio::null()
            } else {
                Stdio::piped()
            })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // Not where the user stands: that may be a repository whose configuration is hostile.
            .current_dir("/")
            .process_group(0)
            .kill_on_drop(true);
        command
    }
}

/// A child and everything it starts; killed when dropped, unless it has ended.
struct Group(Option<Pid>);

impl Group {
    fn of(child: &Child) -> Self {
        let id = child.id().and_then(|id| i32::try_from(id).ok());
        Self(id.and_then(Pid::from_raw))
    }

    fn kill(&self) {
        if let Some(group) = self.0 {
            // It may have ended by itself meanwhile.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }

    fn release(&mut self) {
        self.0 = None;
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}

async fn attend(child: &mut Child, call: &Call, group: &Group) -> Result<Output, Failure> {
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let read = async {
        let (bytes, truncated) = read_bounded(stdout, call.output_max).await;
        if truncated {
            group.kill();
        }
        (bytes, truncated)
    };
    let ((), (stdout, truncated), stderr) = tokio::join!(feed(stdin, &call.input), read, read_end(stderr));
    let status = child.wait().await.map_err(Failure::Start)?;
    if status.success() || truncated {
        return Ok(Output { stdout, truncated });
    }
    Err(Failure::Refused(stderr))
}

async fn feed(stdin: Option<ChildStdin>, input: &[u8]) {
    if let Some(mut stdin) = stdin {
        // A child that stops reading early ends with a status that says why.
        let _ = stdin.write_all(input).await;
    }
}

async fn read_bounded(stdout: Option<impl AsyncRead + Unpin>, max: u64) -> (Vec<u8>, bool) {
    let mut bytes = Vec::new();
    if let Some(stdout) = stdout {
        // An error ends the output like its end does; the status tells.
        let _ = stdout.take(max.saturating_add(1)).read_to_end(&mut bytes).await;
    }
    let truncated = bytes.len() as u64 > max;
    (bytes, truncated)
}

/// Reads everything and keeps the end.
async fn read_end(stderr: Option<impl AsyncRead + Unpin>) -> String {
    let Some(mut stderr) = stderr else {
        return String::new();
    };
    let (mut end, mut buffer) = (Vec::new(), [0; 4096]);
    while let Ok(count @ 1..) = stderr.read(&mut buffer).await {
        end.extend_from_slice(&buffer[..count]);
        let excess = end.len().saturating_sub(MESSAGES_BYTES_MAX);
        end.drain(..excess);
    }
    let text = String::from_utf8_lossy(&end);
    text.split(['\n', '\r'])
        .map(printable)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Ends when the packs are larger than they may be; never, where there is no limit.
async fn overfilled(disk: Option<&(PathBuf, u64)>) -> u64 {
    let Some((directory, max)) = disk else {
        return std::future::pending().await;
    };
    loop {
        tokio::time::sleep(DISK_WATCH_PERIOD).await;
        if size_of(directory) > *max {
            return *max;
        }
    }
}

/// The output, unless the packs came to be too large between two looks.
fn within_disk(disk: Option<&(PathBuf, u64)>, output: Output) -> Result<Output, Failure> {
    match disk {
        Some((directory, max)) if size_of(directory) > *max => Err(Failure::TooLarge(*max)),
        _ => Ok(output),
    }
}

/// Bytes of the files right in a directory; packs have no directories below.
fn size_of(directory: &Path) -> u64 {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    entries
        .filter_map(|entry| entry.metadata().ok())
        .map(|metadata| metadata.len())
        .sum()
}
