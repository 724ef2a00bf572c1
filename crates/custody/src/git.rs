//! The one place that starts `git`.
//!
//! A call has a list of arguments and a fixed environment. No shell, no configuration of the user, of the
//! system or of the subject, no hook, filter, helper, pager or prompt takes part. The child leads a group of
//! its own that is killed as a whole when it takes too long, writes too much, or is no longer waited for.

mod batch;
mod call;
mod child;
pub(crate) mod credentials;
mod environment;
pub(crate) mod messages;
mod objects;
mod supervisor;

pub(crate) use batch::{ObjectBatch, asking};
pub(crate) use call::{Call, Failure, Output};
pub(crate) use objects::{Object, ObjectReader};
pub use supervisor::{ARGUMENT as SUPERVISOR, supervise};

use crate::error::{Cause, CustodyError};
use crate::sandbox::SandboxStatus;
use child::{ProcessGroup, communicate, overfilled, within_disk};
use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;
use tokio::process::Command;
use tokio::sync::OnceCell;

/// Oldest git that knows everything the calls use.
const OLDEST: (u32, u32) = (2, 30);
/// First git that lets a host name be pinned to an address that was checked.
const PINS_ADDRESSES: (u32, u32) = (2, 37);
/// First git that takes settings from variables, where they are not seen by other users.
const TAKES_SECRETS: (u32, u32) = (2, 31);
/// Most bytes that `git version` may print.
const VERSION_BYTES_MAX: u64 = 1 << 10;
/// Longest time that `git version` may take.
const VERSION_WALL: Duration = Duration::from_secs(20);

/// A git that was found and is new enough.
#[derive(Debug)]
pub(crate) struct Git {
    program: PathBuf,
    version: (u32, u32),
    sandbox: SandboxStatus,
    /// Whether it lies where nobody expects programs, so that it may read everything.
    is_elsewhere: bool,
}

static GIT: OnceCell<Git> = OnceCell::const_new();

/// The git on PATH; looked for once.
pub(crate) async fn git() -> Result<&'static Git, CustodyError> {
    GIT.get_or_try_init(find).await
}

/// Looks for git already, while other things are done; whoever needs it first gets what comes of it.
pub fn prepare_git() {
    tokio::spawn(async { git().await.map(drop) });
}

async fn find() -> Result<Git, CustodyError> {
    let what = "looking for git";
    let missing = |detail: String| CustodyError::new(Cause::GitMissing, what, detail);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let program = on_path(&path).ok_or_else(|| missing("there is none on PATH".to_owned()))?;
    let mut found = Git {
        program,
        version: OLDEST,
        sandbox: SandboxStatus::default(),
        is_elsewhere: false,
    };
    let mut call = Call::reading(["version"], VERSION_WALL, VERSION_BYTES_MAX);
    call.reports_sandbox = true;
    let mut answer = found.run(&call).await;
    if answer.is_err() {
        found.is_elsewhere = true;
        answer = found.run(&call).await;
    }
    let output = answer.map_err(|failure| failure.error(what))?;
    let (status, text) = supervisor::split_report(&output.stdout);
    found.sandbox = serde_json::from_slice(status).unwrap_or_default();
    if found.is_elsewhere {
        let open = "landlock for reading: git or its libraries lie where no programs are expected";
        found.sandbox.missing.push(open.to_owned());
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

    /// The sandbox of every call.
    pub(crate) fn sandbox(&self) -> &SandboxStatus {
        &self.sandbox
    }

    /// Runs a call to its end or to its limits.
    pub(crate) async fn run(&self, call: &Call) -> Result<Output, Failure> {
        let mut child = self.command(call).spawn().map_err(Failure::Start)?;
        let mut group = ProcessGroup::of(&child);
        let done = tokio::select! {
            done = tokio::time::timeout(call.wall, communicate(&mut child, call, &group)) => {
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
        let mut command = supervisor::command(&self.program, self.is_elsewhere, call);
        command
            .env_clear()
            .envs(environment::variables(&self.program, call));
        for setting in environment::settings(call.transport).chain(call.settings.iter().cloned()) {
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
