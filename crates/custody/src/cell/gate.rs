//! The gate: out of the namespaces of this machine.

use super::{Refusal, WARDEN, Word};
use crate::process;
use crate::sandbox::die_with_parent;
use rustix::thread::UnshareFlags;
use std::ffi::OsString;
use std::io::Write as _;
use std::os::fd::AsFd as _;
use std::os::unix::process::ExitStatusExt as _;
use std::process::ExitCode;

/// What an administrator can do where there are no namespaces for users.
pub(super) const NO_NAMESPACES: &str = "an administrator can allow them: `sysctl user.max_user_namespaces=10000`, on Debian also \
    `sysctl kernel.unprivileged_userns_clone=1`. A container needs a runtime that lets it make them, such as \
    rootless Podman with `--security-opt seccomp=unconfined`. Else run the experiment on a machine of its own";

/// Leaves the namespaces, waits until the guard has said who is who in them, and starts the warden.
pub(super) fn run(mut arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let guard = arguments.next().and_then(|number| number.to_str()?.parse().ok());
    die_with_parent(guard);
    match leave().and_then(|()| admitted()) {
        Ok(()) => warden(),
        Err(refusal) => {
            say(&Word::Refused(refusal));
            ExitCode::FAILURE
        }
    }
}

fn leave() -> Result<(), Refusal> {
    let all = UnshareFlags::NEWUSER
        | UnshareFlags::NEWNS
        | UnshareFlags::NEWPID
        | UnshareFlags::NEWIPC
        | UnshareFlags::NEWNET
        | UnshareFlags::NEWUTS
        | UnshareFlags::NEWCGROUP;
    #[expect(
        deprecated,
        reason = "unsafe only for file descriptors that threads share; there is one thread, and they stay shared"
    )]
    let left = rustix::thread::unshare(all);
    left.map_err(|error| Refusal::new("namespaces", error, NO_NAMESPACES))?;
    say(&Word::Apart);
    Ok(())
}

/// The guard writes the users of the namespace, and then one byte. Unbuffered: what follows is for the warden.
fn admitted() -> Result<(), Refusal> {
    let mut byte = [0];
    match rustix::io::read(std::io::stdin().as_fd(), &mut byte) {
        Ok(1) => Ok(()),
        _ => Err(Refusal::new("namespaces", "the guard went away", NO_NAMESPACES)),
    }
}

fn warden() -> ExitCode {
    let started = std::env::current_exe().and_then(|program| {
        process::command(&program)
            .arg(WARDEN)
            .env_clear()
            .current_dir("/")
            .status()
    });
    match started {
        Ok(status) => {
            let code = status.code().or_else(|| Some(128 + status.signal()?));
            ExitCode::from(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(128))
        }
        Err(error) => {
            say(&Word::Refused(Refusal::new("processes", error, NO_NAMESPACES)));
            ExitCode::FAILURE
        }
    }
}

/// A line for the guard.
pub(super) fn say(word: &Word) {
    if let Ok(mut line) = serde_json::to_vec(word) {
        line.push(b'\n');
        let mut out = std::io::stdout().lock();
        // Who does not read it is gone, and ends this process with it.
        let _ = out.write_all(&line).and_then(|()| out.flush());
    }
}
