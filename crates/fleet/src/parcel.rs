//! What came of an order, packed.

use std::fs;
use std::io::{self, Cursor, Read as _, Write as _};
use std::path::Path;
use zip::result::ZipResult;
use zip::write::{SimpleFileOptions, ZipWriter};
use zip::{CompressionMethod, ZipArchive};

/// The part that says how the audit ended; no report is called so.
const ENDED: &str = ".ended";
/// Most bytes of a packed answer: engines carry 32 MiB, and other things beside it.
const PACKED_BYTES_MAX: usize = 30 << 20;
/// Most files, and most bytes of all of them unpacked.
const FILES_MAX: usize = 64;
const BYTES_MAX: u64 = 256 << 20;

/// What came of an order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parcel {
    /// The exit code; nothing where the audit did not end by itself.
    pub code: Option<u8>,
    /// The error that it ended with, or why it did not end.
    pub said: String,
    /// The files that it wrote, by name.
    pub files: Vec<(String, Vec<u8>)>,
}

impl Parcel {
    /// That an order came to nothing, for this reason.
    pub(crate) fn refusal(said: String) -> Self {
        Self {
            said,
            ..Self::default()
        }
    }

    /// The files of a folder.
    pub(crate) fn of(code: Option<u8>, said: String, folder: &Path) -> io::Result<Self> {
        let mut parcel = Self {
            code,
            said,
            files: Vec::new(),
        };
        let (mut room, mut names) = (BYTES_MAX, Vec::new());
        for entry in fs::read_dir(folder)?.take(FILES_MAX) {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                names.push((entry.file_name().to_string_lossy().into_owned(), entry.path()));
            }
        }
        names.sort();
        for (name, path) in names {
            let mut bytes = Vec::new();
            fs::File::open(path)?.take(room + 1).read_to_end(&mut bytes)?;
            room = room
                .checked_sub(bytes.len() as u64)
                .ok_or_else(|| io::Error::other("the reports are larger than what is sent"))?;
            parcel.files.push((name, bytes));
        }
        Ok(parcel)
    }

    /// The packed bytes; the same parcel gives the same ones. What is too large to be sent becomes a refusal.
    pub(crate) fn pack(&self) -> ZipResult<Vec<u8>> {
        let packed = self.packed()?;
        if packed.len() <= PACKED_BYTES_MAX {
            return Ok(packed);
        }
        let megabytes = packed.len() >> 20;
        Self::refusal(format!(
            "its reports have {megabytes} MiB packed, more than the engine carries"
        ))
        .packed()
    }

    fn packed(&self) -> ZipResult<Vec<u8>> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        let code = self.code.map(|code| code.to_string()).unwrap_or_default();
        let ended = format!("{code}\n{}", self.said).into_bytes();
        let ended = (ENDED.to_owned(), ended);
        for (name, bytes) in std::iter::once(&ended).chain(&self.files) {
            writer.start_file(name.as_str(), options)?;
            writer.write_all(bytes)?;
        }
        Ok(writer.finish()?.into_inner())
    }

    /// What was packed.
    ///
    /// # Errors
    /// Where it is none of these parcels, or larger than any of them.
    pub(crate) fn unpack(bytes: &[u8]) -> Result<Self, String> {
        let broken =
            |error: &dyn std::fmt::Display| format!("the answer of the worker cannot be read: {error}");
        let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| broken(&error))?;
        if archive.len() > FILES_MAX + 1 {
            return Err(broken(&"it has too many files"));
        }
        let (mut parcel, mut room) = (Self::default(), BYTES_MAX);
        for number in 0..archive.len() {
            let file = archive.by_index(number).map_err(|error| broken(&error))?;
            let name = file.name().map_err(|error| broken(&error))?.into_owned();
            let mut bytes = Vec::new();
            file.take(room + 1)
                .read_to_end(&mut bytes)
                .map_err(|error| broken(&error))?;
            room = room
                .checked_sub(bytes.len() as u64)
                .ok_or_else(|| broken(&"it is too large"))?;
            if number == 0 && name == ENDED {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                let (code, said) = text.split_once('\n').unwrap_or_default();
                (parcel.code, parcel.said) = (code.parse().ok(), said.to_owned());
            } else if Path::new(&name).file_name() == Some(name.as_ref()) {
                parcel.files.push((name, bytes));
            } else {
                return Err(broken(&format!("`{name}` is no name of a report")));
            }
        }
        Ok(parcel)
    }
}

#[cfg(test)]
mod tests;
