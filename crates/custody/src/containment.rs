//! Walls around a process that reads bytes of strangers: once they stand, nothing takes them down again.
//!
//! Limits of resources hold everywhere. On Linux the kernel also cuts the process off from files and networks
//! (Landlock), from calls that no parser makes (seccomp), and from privileges that a program file would give
//! it. What a system does not have is missing from the list of what is in force, and everything works without.

#[cfg(target_os = "linux")]
mod calls;
#[cfg(target_os = "linux")]
mod view;

use rustix::process::{Resource, Rlimit, setrlimit};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What held a process in.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Containment {
    /// The walls that stood, in a few words each.
    pub in_force: Vec<String>,
    /// The walls that this system would not put up, with its reasons.
    pub missing: Vec<String>,
    /// What was lost because a process died of it, with what it died of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<String>,
}

/// How much a process may use. A limit that is `None` is that of its parent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds {
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

/// Which calls of the system a process needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// To compute, on one thread or on several, from what it has read to what it writes: nothing else is let
    /// through.
    Computing,
    /// To run programs on files: what programs of a user never ask for is refused, and the network too.
    Running,
    /// The same, with the network.
    Fetching,
}

/// All walls.
#[derive(Clone, Debug)]
pub struct Walls {
    pub bounds: Bounds,
    pub needs: Needs,
    /// Files and directories that may be read, and programs in them started.
    pub read: Vec<PathBuf>,
    /// Files and directories that may be read and changed.
    pub write: Vec<PathBuf>,
}

/// Puts up the walls around this process. Call it before any other thread is started.
pub fn confine(walls: &Walls) -> Containment {
    let mut containment = Containment::default();
    containment.note(limit(&walls.bounds).map(|()| "resource limits".to_owned()));
    kernel_walls(walls, &mut containment);
    containment
}

#[cfg(target_os = "linux")]
fn kernel_walls(walls: &Walls, containment: &mut Containment) {
    let privileges = rustix::thread::set_no_new_privs(true)
        .map(|()| "no new privileges".to_owned())
        .map_err(|error| format!("no new privileges: {error}"));
    containment.note(privileges);
    containment.note(view::narrow(walls));
    containment.note(calls::filter(walls.needs));
}

#[cfg(not(target_os = "linux"))]
fn kernel_walls(_: &Walls, containment: &mut Containment) {
    containment.note(Err("landlock and seccomp: only Linux has them".to_owned()));
}

impl Containment {
    fn note(&mut self, wall: Result<String, String>) {
        match wall {
            Ok(standing) => self.in_force.push(standing),
            Err(why) => self.missing.push(why),
        }
    }
}

/// A limit that this system does not know leaves the others in force.
fn limit(bounds: &Bounds) -> Result<(), String> {
    let limits = [
        ("memory", Resource::As, bounds.memory),
        ("data", Resource::Data, bounds.data),
        ("processor time", Resource::Cpu, bounds.cpu_seconds),
        ("file size", Resource::Fsize, bounds.file_bytes),
        ("core files", Resource::Core, Some(0)),
        ("open files", Resource::Nofile, bounds.files),
        ("processes", Resource::Nproc, bounds.processes),
    ];
    let mut refused = Vec::new();
    for (name, resource, most) in limits {
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

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests;

/// Sees to it that this process dies with its parent, where the system can; ends it where that is gone already.
pub fn die_with(parent: Option<i32>) {
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
