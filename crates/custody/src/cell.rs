//! A cell: where a program of a stranger runs, with walls on all sides or not at all.
//!
//! This program starts itself twice. The *gate* leaves the namespaces of this machine (users, files, processes, messages,
//! network, name). The *warden* is the first process of the new ones. It builds a root of its own in memory, shows in it
//! what was asked for, read only, and forgets the rest of the machine. It gives up every privilege, enters the sandbox
//! (Landlock, seccomp, limits), starts the program and waits for it. When it ends, the kernel ends all that is in the cell.
//! The *guard* stays outside: it feeds the order in, counts time, bytes and memory, and kills.
//!
//! `bwrap` does the first half of this. It is not taken: it is often not there, it has neither Landlock nor limits, and it keeps root
//! what root has started. A second program would have to agree with this one on what is shown. All calls of the kernel are made through
//! a library without unsafe code of ours.

#[cfg(target_os = "linux")]
mod gate;
mod guard;
#[cfg(target_os = "linux")]
mod memory;
#[cfg(target_os = "linux")]
mod root;
#[cfg(target_os = "linux")]
mod warden;

pub use guard::run;

use crate::sandbox::ResourceLimits;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// The hidden argument that makes this program the gate of a cell; the number of the parent's process follows.
pub const GATE: &str = "__cell";
/// The hidden argument that makes this program the warden of a cell.
pub const WARDEN: &str = "__cell-warden";

/// The one directory of a cell that can be written to. It holds `home` and `tmp`, and ends with the cell.
pub const ROOM: &str = "/room";
/// The user that a program in a cell is, where the auditor is started by the administrator.
const INMATE: u32 = 1000;

/// What is to run in a cell, and all that it sees of this machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Order {
    /// Files and directories of this machine that are shown, read only.
    pub shown: Vec<Shown>,
    /// Files that are made in the cell, read only.
    #[serde(skip)]
    pub files: Vec<CellFile>,
    /// The program, by its path in the cell.
    pub program: PathBuf,
    pub arguments: Vec<String>,
    /// All its variables.
    pub environment: Vec<(String, String)>,
    pub limits: CellLimits,
}

/// Something of this machine, and where it is in the cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    pub here: PathBuf,
    pub there: PathBuf,
}

/// A file that is made in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellFile {
    /// Its absolute path in the cell. One that leads upwards is left out.
    pub path: String,
    pub bytes: Vec<u8>,
    /// Whether it may be started.
    pub is_program: bool,
}

/// What a cell may use, all its processes together where nothing else is said.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct CellLimits {
    /// Time until everything in it is killed.
    pub wall: Duration,
    /// What it may print, in bytes.
    pub output: u64,
    /// What it may keep in files, in bytes.
    pub disk: u64,
    /// Memory that its processes hold together, in bytes; looked at ten times a second.
    pub memory: u64,
    /// What the kernel holds each of its processes to; `processes` counts those of the cell.
    pub each: ResourceLimits,
}

/// How what ran in a cell ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// By itself, with this exit code.
    Code(u8),
    /// Killed: its time was over.
    TimeOver,
    /// Killed: it held more memory than it may.
    Memory,
    /// Killed: it printed more than it may.
    Output,
}

/// What came out of a cell. Every byte of it may be written by a stranger.
#[derive(Clone, Debug)]
pub struct Ended {
    pub end: End,
    /// The walls that stood, in a few words each.
    pub walls: Vec<String>,
    pub output: Vec<u8>,
    /// What went to the standard error, its beginning.
    pub complaint: Vec<u8>,
    pub took: Duration,
}

/// A wall that cannot be had: nothing was run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// Which, and what the system said.
    pub why: String,
    /// What an administrator can do.
    pub hint: String,
}

/// What a gate and a warden say on the standard output before anything of a stranger is started.
#[derive(Debug, Serialize, Deserialize)]
enum Word {
    /// The gate has left the namespaces and waits for its users.
    Apart,
    /// The walls stand.
    Walls(Vec<String>),
    Refused(Refusal),
}

impl Refusal {
    fn new(wall: &str, error: impl std::fmt::Display, hint: &str) -> Self {
        Self {
            why: format!("{wall}: {error}"),
            hint: hint.to_owned(),
        }
    }
}

/// What the program does when it is started with [`GATE`] or [`WARDEN`]: call it before any other thread is started.
#[cfg(target_os = "linux")]
pub fn inside(kind: &str, arguments: impl Iterator<Item = OsString>) -> ExitCode {
    match kind {
        GATE => gate::run(arguments),
        _ => warden::run(),
    }
}

/// Nothing: only Linux has the walls.
#[cfg(not(target_os = "linux"))]
pub fn inside(_kind: &str, _arguments: impl Iterator<Item = OsString>) -> ExitCode {
    ExitCode::FAILURE
}
