//! A damaged journal makes room for a new one and is kept: others may still get something out of it.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Damaged journals that are kept beside each other; whoever has more has another problem.
const KEPT_MAX: u32 = 1_000;
/// What SQLite keeps beside a database; without it the last writes could not be recovered.
const COMPANIONS: [&str; 2] = ["-wal", "-shm"];

/// Moves the journal at `path` to the first free name `<path>.damaged-<n>`, with all that belongs to it; gives that
/// name. Nobody of this process may have it open.
///
/// # Errors
/// When the directory cannot be written to, or there are too many of them.
pub fn set_aside(path: &Path) -> io::Result<PathBuf> {
    let names = (1..=KEPT_MAX).map(|number| with(path, &format!(".damaged-{number}")));
    for name in names {
        match claim(path, &name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            claimed => return claimed.map(|()| name),
        }
    }
    Err(io::Error::other("too many damaged journals are kept there"))
}

/// A link cannot replace a file that another process has set aside at the same time, a renamed file could.
fn claim(path: &Path, name: &Path) -> io::Result<()> {
    match fs::hard_link(path, name) {
        Ok(()) => fs::remove_file(path)?,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
        // Not every file system knows links.
        Err(_) if !name.exists() => fs::rename(path, name)?,
        Err(error) => return Err(error),
    }
    for companion in COMPANIONS {
        match fs::rename(with(path, companion), with(name, companion)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

fn with(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}

#[cfg(test)]
mod tests;
