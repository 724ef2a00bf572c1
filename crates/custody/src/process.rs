//! Starting processes. The lints forbid it everywhere else.

use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;

/// This program once more, as the child that the hidden argument makes of it; the number of this process follows. It
/// inherits no variable, works in the root, and leads a process group of its own: a signal from the keyboard is for the
/// parent.
///
/// # Errors
/// Where the system does not say which file this program is.
pub fn this_program(argument: &str) -> io::Result<Command> {
    let mut command = command(&std::env::current_exe()?);
    command
        .arg(argument)
        .arg(std::process::id().to_string())
        .env_clear()
        .current_dir("/")
        .process_group(0);
    Ok(command)
}

/// A program of the user's own, with the user's variables and without any wall: one that installs a lab, or the Python that
/// was named for it. Never one that a subject names, and never with a subject's file.
pub fn of_the_user(program: &Path) -> Command {
    let mut command = command(program);
    command.stdin(std::process::Stdio::null());
    command
}

/// Names the process that started this program for its own ends, by number: this one is to end with it.
pub const PARENT: &str = "AUDITOR_PARENT";

/// This program once more, as a person would call it: in the same place, with the same variables but those named. What it
/// starts itself puts up its walls as ever.
///
/// # Errors
/// Where the system does not say which file this program is.
pub fn this_program_again(without: &[&str]) -> io::Result<Command> {
    let mut command = command(&std::env::current_exe()?);
    command.env(PARENT, std::process::id().to_string());
    for name in without {
        command.env_remove(name);
    }
    Ok(command)
}

/// Ends with the process that started this one for its own ends, if one did; call it before anything else.
pub fn obey_parent() {
    if let Some(parent) = std::env::var(PARENT).ok().and_then(|parent| parent.parse().ok()) {
        crate::sandbox::die_with_parent(Some(parent));
    }
}

/// A command that is not started yet.
pub(crate) fn command(program: &Path) -> Command {
    #[expect(clippy::disallowed_methods, reason = "the one place that starts processes")]
    Command::new(program)
}
