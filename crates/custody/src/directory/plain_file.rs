//! Files of a foreign directory: only plain ones are opened, without following a link and without ever waiting.

use rustix::fs::OFlags;
use std::fs::{self, File, FileType};
use std::io::{self, Read as _};
use std::os::unix::fs::{FileTypeExt as _, OpenOptionsExt as _};
use std::path::Path;

/// What is found in a place, without following links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Directory,
    File,
    Link,
    Pipe,
    Other,
}

impl Kind {
    /// In words that follow "is".
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Directory => "a directory",
            Self::File => "a plain file",
            Self::Link => "a link",
            Self::Pipe => "a pipe",
            Self::Other => "a device or a socket",
        }
    }
}

impl From<FileType> for Kind {
    fn from(found: FileType) -> Self {
        if found.is_dir() {
            Self::Directory
        } else if found.is_file() {
            Self::File
        } else if found.is_symlink() {
            Self::Link
        } else if found.is_fifo() {
            Self::Pipe
        } else {
            Self::Other
        }
    }
}

/// What is there; `None` where nothing is.
pub(crate) fn kind(path: &Path) -> Option<Kind> {
    Some(fs::symlink_metadata(path).ok()?.file_type().into())
}

/// Opens a plain file of at most so many bytes. What was put into its place meanwhile is refused too.
pub(crate) fn open(path: &Path, most: u64) -> io::Result<File> {
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
    // The flags of open(2) fit into its own type.
    let flags = i32::try_from(flags.bits()).unwrap_or_default();
    let file = File::options().read(true).custom_flags(flags).open(path)?;
    let about = file.metadata()?;
    if !about.is_file() {
        return Err(io::Error::other("it is no plain file"));
    }
    if about.len() > most {
        return Err(io::Error::other("it is too long"));
    }
    Ok(file)
}

/// The bytes of a plain file that has at most so many.
pub(crate) fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path, most)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The same as text.
pub(crate) fn text(path: &Path, most: u64) -> Option<String> {
    String::from_utf8(read(path, most).ok()?).ok()
}
