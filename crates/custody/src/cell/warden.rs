//! The warden: the first process of a cell. It builds it, locks itself in, starts the program and waits for it.

use super::gate::say;
use super::{CellFile, INMATE, Order, ROOM, Refusal, Word, root};
use crate::process;
use crate::sandbox::{Profile, Sandbox, die_with_parent};
use rustix::thread::{
    CapabilitiesSecureBits, CapabilitySet, CapabilitySets, clear_ambient_capability_set,
    remove_capability_from_bounding_set, set_capabilities, set_capabilities_secure_bits,
};
use serde::{Deserialize, Serialize};
use std::io::{self, Read as _};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{ExitCode, Stdio};

/// Longest description of an order, in bytes: its list of files has a line for each file of a repository.
const ORDER_BYTES_MAX: u64 = 64 << 20;
/// Most bytes of files that are made in a cell.
pub(super) const FILES_BYTES_MAX: u64 = 512 << 20;
/// What there is to do where the kernel is too old or built without it.
const OLD_KERNEL: &str =
    "it takes Linux 5.13 or newer with Landlock (`lsm=…,landlock`) and seccomp switched on";

/// What the guard sends: the order and the list of its files on one line; their bytes follow.
#[derive(Serialize, Deserialize)]
pub(super) struct Sent {
    pub(super) order: Order,
    /// Path, length, and whether it may be started.
    pub(super) files: Vec<(String, u64, bool)>,
    /// Whether the program is to be another user than the warden.
    pub(super) is_inmate_apart: bool,
}

pub(super) fn run() -> ExitCode {
    die_with_parent(None);
    match prepare() {
        Ok((sent, walls)) => {
            say(&Word::Walls(walls));
            start(&sent)
        }
        Err(refusal) => {
            say(&Word::Refused(refusal));
            ExitCode::FAILURE
        }
    }
}

fn prepare() -> Result<(Sent, Vec<String>), Refusal> {
    let mut sent = receive().map_err(|error| Refusal::new("the order of the cell", error, ""))?;
    root::build(&sent.order)?;
    give_up_privileges(sent.is_inmate_apart)
        .map_err(|error| Refusal::new("privileges", error, OLD_KERNEL))?;
    let sandbox = sandbox(&sent.order);
    sent.order.files = Vec::new();
    let status = sandbox.enter();
    if !status.missing.is_empty() {
        return Err(Refusal::new("walls", status.missing.join("; "), OLD_KERNEL));
    }
    let mut walls = vec![
        "namespaces of users, files, processes, messages, network and name".to_owned(),
        "a root of its own".to_owned(),
        "no privileges".to_owned(),
    ];
    walls.extend(status.in_force);
    Ok((sent, walls))
}

fn receive() -> io::Result<Sent> {
    let mut input = io::stdin().lock();
    let mut length = [0; 8];
    input.read_exact(&mut length)?;
    let length = u64::from_le_bytes(length);
    if length > ORDER_BYTES_MAX {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    let mut text = Vec::new();
    input.by_ref().take(length).read_to_end(&mut text)?;
    let mut sent: Sent = serde_json::from_slice(&text)?;
    let mut left = FILES_BYTES_MAX;
    for (path, length, is_program) in std::mem::take(&mut sent.files) {
        left = left
            .checked_sub(length)
            .ok_or(io::Error::from(io::ErrorKind::FileTooLarge))?;
        let mut bytes = Vec::new();
        input.by_ref().take(length).read_to_end(&mut bytes)?;
        sent.order.files.push(CellFile {
            path,
            bytes,
            is_program,
        });
    }
    Ok(sent)
}

/// No program that is started from here on gets a privilege, whoever owns its file. The warden keeps its own where it still
/// has to make another user of the program.
fn give_up_privileges(is_inmate_apart: bool) -> io::Result<()> {
    set_capabilities_secure_bits(CapabilitiesSecureBits::NO_ROOT | CapabilitiesSecureBits::NO_ROOT_LOCKED)?;
    for capability in CapabilitySet::all().iter() {
        match remove_capability_from_bounding_set(capability) {
            // This kernel does not know it.
            Ok(()) | Err(rustix::io::Errno::INVAL) => {}
            Err(error) => return Err(error.into()),
        }
    }
    clear_ambient_capability_set()?;
    if !is_inmate_apart {
        let none = CapabilitySet::empty();
        set_capabilities(
            None,
            CapabilitySets {
                effective: none,
                permitted: none,
                inheritable: none,
            },
        )?;
    }
    Ok(())
}

fn sandbox(order: &Order) -> Sandbox {
    let mut read: Vec<PathBuf> = order.shown.iter().map(|shown| shown.there.clone()).collect();
    read.extend(root::READ.map(PathBuf::from));
    read.extend(order.files.iter().filter_map(|file| top(&file.path)));
    Sandbox {
        limits: order.limits.each,
        profile: Profile::Cell,
        read,
        write: vec![ROOM.into(), "/dev/null".into()],
    }
}

/// The folder of the root that a path leads into.
fn top(path: &str) -> Option<PathBuf> {
    let name = path
        .strip_prefix('/')?
        .split('/')
        .next()
        .filter(|name| !name.is_empty())?;
    Some(Path::new("/").join(name))
}

fn start(sent: &Sent) -> ExitCode {
    let order = &sent.order;
    let mut command = process::command(Path::new(&order.program));
    command
        .args(&order.arguments)
        .env_clear()
        .envs(order.environment.iter().map(|(name, value)| (name, value)))
        .current_dir(ROOM)
        .stdin(Stdio::null());
    if sent.is_inmate_apart {
        command.uid(INMATE).gid(INMATE);
    }
    match command.status() {
        Ok(status) => {
            let code = status.code().or_else(|| Some(128 + status.signal()?));
            ExitCode::from(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(128))
        }
        Err(error) => {
            use std::io::Write as _;
            let _ = writeln!(io::stderr(), "{}: {error}", order.program.display());
            ExitCode::from(127)
        }
    }
}
