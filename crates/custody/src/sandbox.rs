//! The sandbox of a process that reads bytes of strangers: once it is entered, nothing leads out of it.
//!
//! Limits of resources hold everywhere. On Linux the kernel also cuts the process off from files and networks (Landlock), and from
//! calls that no parser makes (seccomp). A program file gives it no privileges. What a system does not have is missing from the list of
//! what is in force, and everything works without.

#[cfg(target_os = "linux")]
mod landlock;
#[cfg(target_os = "linux")]
mod syscalls;

use rustix::process::{Resource, Rlimit, setrlimit};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The sandbox that a process was in.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SandboxStatus {
    /// The parts of it that the system put in force, in a few words each.
    pub in_force: Vec<String>,
    /// The parts that this system would not put in force, with its reasons.
    pub missing: Vec<String>,
    /// What was lost because a process died of it, with what it died of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<String>,
}

/// How much a process may use. A limit that is `None` is that of its parent.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct ResourceLimits {
    /// Memory that it may map, in bytes.
    pub memory: Option<u64>,
    /// Memory that it may really write to, in bytes, the stacks of its threads included.
    pub data: Option<u64>,
    /// Time on the processor, in seconds, over all its threads.
    pub cpu_seconds: Option<u64>,
    /// Longest file that it may write, in bytes.
    pub file_bytes: Option<u64>,
    /// Files open at once.
    pub files: Option<u64>,
    /// Processes and threads of the user, not of this process alone: only nothing at all is worth asking for.
    pub processes: Option<u64>,
}

/// Which calls of the system a process may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Profile {
    /// To compute, on one thread or on several, from what it has read to what it writes: nothing else is let
    /// through.
    Compute,
    /// To run programs on files: what programs of a user never ask for is refused, and the network too.
    Run,
    /// The same, with the network.
    Fetch,
    /// To run the program of a stranger in a [`cell`](crate::cell). What such a program has no use for is refused too,
    /// with all ways to hold memory that belongs to no process.
    Cell,
}

/// What a process may use and do.
#[derive(Clone, Debug)]
pub struct Sandbox {
    pub limits: ResourceLimits,
    pub profile: Profile,
    /// Files and directories that may be read, and programs in them started.
    pub read: Vec<PathBuf>,
    /// Files and directories that may be read and changed.
    pub write: Vec<PathBuf>,
}

impl Sandbox {
    /// One in which a process computes from its streams and opens no file.
    pub fn computing(limits: ResourceLimits) -> Self {
        Self {
            limits,
            profile: Profile::Compute,
            read: Vec::new(),
            write: Vec::new(),
        }
    }

    /// Puts this process into it. Call it before any other thread is started.
    pub fn enter(&self) -> SandboxStatus {
        let mut status = SandboxStatus::default();
        status.note(limit(&self.limits).map(|()| "resource limits".to_owned()));
        self.enter_kernel(&mut status);
        status
    }

    #[cfg(target_os = "linux")]
    fn enter_kernel(&self, status: &mut SandboxStatus) {
        let privileges = rustix::thread::set_no_new_privs(true)
            .map(|()| "no new privileges".to_owned())
            .map_err(|error| format!("no new privileges: {error}"));
        status.note(privileges);
        status.note(landlock::restrict(self));
        status.note(syscalls::filter(self.profile));
    }

    #[cfg(not(target_os = "linux"))]
    fn enter_kernel(&self, status: &mut SandboxStatus) {
        status.note(Err("landlock and seccomp: only Linux has them".to_owned()));
    }
}

impl SandboxStatus {
    fn note(&mut self, part: Result<String, String>) {
        match part {
            Ok(part) => self.in_force.push(part),
            Err(why) => self.missing.push(why),
        }
    }
}

/// A limit that this system does not know leaves the others in force.
fn limit(limits: &ResourceLimits) -> Result<(), String> {
    let wanted = [
        ("memory", Resource::As, limits.memory),
        ("data", Resource::Data, limits.data),
        ("processor time", Resource::Cpu, limits.cpu_seconds),
        ("file size", Resource::Fsize, limits.file_bytes),
        ("core files", Resource::Core, Some(0)),
        ("open files", Resource::Nofile, limits.files),
        ("processes", Resource::Nproc, limits.processes),
    ];
    let mut refused = Vec::new();
    for (name, resource, most) in wanted {
        let Some(most) = most else { continue };
        let both = Rlimit {
            current: Some(most),
            maximum: Some(most),
        };
        if setrlimit(resource, both).is_err() {
            refused.push(name);
        }
    }
    if refused.is_empty() {
        return Ok(());
    }
    Err(format!("resource limits: not on {}", refused.join(", ")))
}

/// Sees to it that this process dies with its parent, where the system can; ends it where that is gone already.
pub fn die_with_parent(parent: Option<i32>) {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Signal, getpid, getppid, kill_process, set_parent_process_death_signal};
        // Where it cannot be asked for, the end of the pipes is what tells.
        let _ = set_parent_process_death_signal(Some(Signal::KILL));
        let now = getppid().map(rustix::process::Pid::as_raw_nonzero);
        if parent.is_some_and(|parent| now.is_some_and(|now| now.get() != parent)) {
            let _ = kill_process(getpid(), Signal::KILL);
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = parent;
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests;
