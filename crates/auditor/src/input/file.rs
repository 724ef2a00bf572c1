//! Files that the user names, whatever they turn out to be. A pipe or a terminal would be waited for, for ever, and a
//! device never ends. Only regular files are read and written, without waiting, and no further than a limit. What
//! could not be read is told by its place; none of its content is, for it may be anybody's.

use crate::error::CommandError;
use rustix::io::Errno;
use serde_json::Value;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read as _};
use std::path::Path;

/// What a file is to be.
#[derive(Clone, Copy)]
pub(crate) struct InputFile {
    /// What messages call it.
    pub(crate) what: &'static str,
    /// Most bytes that are read.
    pub(crate) bytes_max: u64,
    /// What to do when it is something else.
    pub(crate) hint: &'static str,
}

/// Why a file could not be read.
#[derive(Debug)]
pub(crate) struct ReadError {
    /// The line and perhaps the column, where it is a place in the file.
    at: Option<String>,
    why: String,
    /// What mends it, where that does not depend on what the file is to be.
    fix: Option<&'static str>,
}

impl InputFile {
    /// The bytes of the file.
    pub(crate) fn bytes(&self, path: &Path) -> Result<Vec<u8>, CommandError> {
        read_bytes(path, self.bytes_max).map_err(|unread| self.error(path, unread))
    }

    /// The text of the file.
    pub(crate) fn text(&self, path: &Path) -> Result<String, CommandError> {
        read_text(path, self.bytes_max).map_err(|unread| self.error(path, unread))
    }

    /// The JSON value in these bytes of the file.
    pub(crate) fn json(&self, path: &Path, bytes: &[u8]) -> Result<Value, CommandError> {
        serde_json::from_slice(bytes).map_err(|error| {
            let why = error.to_string();
            // The place stands before the path already.
            let why = why.split(" at line ").next().unwrap_or_default();
            let unread = ReadError {
                at: Some(format!("{}:{}", error.line(), error.column())),
                why: format!("it is no JSON: {why}"),
                fix: None,
            };
            self.error(path, unread)
        })
    }

    fn error(&self, path: &Path, unread: ReadError) -> CommandError {
        unread.into_error(self.what, path, self.hint)
    }
}

impl ReadError {
    /// The error about the file, with what to do where nothing better is known.
    pub(crate) fn into_error(self, what: &str, path: &Path, fix: impl std::fmt::Display) -> CommandError {
        let (path, why) = (path.display(), self.why);
        let error = CommandError::usage(match self.at {
            Some(at) => format!("the {what} {path}:{at}: {why}"),
            None => format!("the {what} {path} cannot be read: {why}"),
        });
        match self.fix {
            Some(better) => error.hint(better),
            None => error.hint(fix),
        }
    }

    /// The reason alone.
    pub(crate) fn why(&self) -> &str {
        &self.why
    }
}

/// The bytes of the file, no more than these.
pub(crate) fn read_bytes(path: &Path, most: u64) -> Result<Vec<u8>, ReadError> {
    let unread = |why: String| ReadError {
        at: None,
        why,
        fix: None,
    };
    let mut bytes = Vec::new();
    let read = open(path).and_then(|file| file.take(most.saturating_add(1)).read_to_end(&mut bytes));
    read.map_err(|error| unread(describe_error(&error)))?;
    if bytes.len() as u64 > most {
        return Err(unread(format!(
            "it is longer than the {most} bytes that are read"
        )));
    }
    Ok(bytes)
}

/// The text of the file, no longer than these bytes.
pub(crate) fn read_text(path: &Path, most: u64) -> Result<String, ReadError> {
    String::from_utf8(read_bytes(path, most)?).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        ReadError {
            at: Some(before.split(|byte| *byte == b'\n').count().to_string()),
            why: "not UTF-8 text".to_owned(),
            fix: Some("save it as UTF-8"),
        }
    })
}

/// The text of the file that stands in place of something built in, with the nearest name of such a thing as a hint.
pub(crate) fn read_or_suggest(
    what: &str,
    name: &str,
    most: u64,
    near: Option<&str>,
    otherwise: &str,
) -> Result<String, CommandError> {
    let path = Path::new(name);
    let hint = near.map_or_else(|| otherwise.to_owned(), |near| format!("did you mean {near}?"));
    read_text(path, most).map_err(|unread| unread.into_error(what, path, hint))
}

/// Opens a regular file to read it, without waiting for anybody.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    regular(waitless(File::options().read(true)).open(path)?)
}

/// Opens a regular file to write it anew, making it where it is missing.
pub(crate) fn create(path: &Path) -> io::Result<File> {
    // What it is must be known before anything of it is cut off.
    let mut options = File::options();
    let file = regular(waitless(options.write(true).create(true).truncate(false)).open(path)?)?;
    file.set_len(0)?;
    Ok(file)
}

fn regular(file: File) -> io::Result<File> {
    let about = file.metadata()?;
    let not = |why: &str| Err(io::Error::other(why));
    match (about.is_file(), about.is_dir()) {
        (true, _) => Ok(file),
        (_, true) => not("it is a directory"),
        _ => not("it is no regular file"),
    }
}

#[cfg(unix)]
fn waitless(options: &mut OpenOptions) -> &mut OpenOptions {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt as _;
    let flags = (OFlags::NONBLOCK | OFlags::NOCTTY).bits();
    options.custom_flags(flags.cast_signed())
}

#[cfg(not(unix))]
fn waitless(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// What the system says, in the words of this program.
pub(crate) fn describe_error(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file".to_owned(),
        ErrorKind::PermissionDenied => "you are not allowed to".to_owned(),
        ErrorKind::IsADirectory => "it is a directory".to_owned(),
        ErrorKind::NotADirectory => "a part of its path is no directory".to_owned(),
        // Some files of the system are called regular and wait for something to happen.
        ErrorKind::WouldBlock => "it is no regular file".to_owned(),
        // That is a pipe that nobody reads from.
        _ if error.raw_os_error() == Some(Errno::NXIO.raw_os_error()) => "it is no regular file".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests;
