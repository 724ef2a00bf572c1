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
#[must_use]
pub fn of_the_user(program: &Path) -> Command {
    let mut command = command(program);
    command.stdin(std::process::Stdio::null());
    command
}

/// A command that is not started yet.
pub(crate) fn command(program: &Path) -> Command {
    #[expect(clippy::disallowed_methods, reason = "the one place that starts processes")]
    Command::new(program)
}
