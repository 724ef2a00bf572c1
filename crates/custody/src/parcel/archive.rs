//! A zip, unpacked in memory.

use super::{FILE_BYTES_MAX, FILES_MAX, Fault, Files, refusal};
use crate::directory::plain_file;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;
use zip::ZipArchive;

/// Longest archive.
const BYTES_MAX: u64 = 256 << 20;
/// Most entries, folders among them.
const ENTRIES_MAX: usize = 2 * FILES_MAX;
/// Most times that a file may be longer than it is packed, once it is longer than a source file ever is. Text packs to a
/// tenth, a bomb to a thousandth.
const RATIO_MAX: u64 = 200;
/// Up to this length nothing is a bomb.
const RATIO_FREE_BYTES: u64 = 1 << 20;
/// How much of the end of an archive may be a remark behind its table.
const REMARK_BYTES_MAX: u64 = 66 << 10;
/// What the end of the table begins with, where the number of entries stands in it, and how long it is.
const END: &[u8] = b"PK\x05\x06";
const COUNT_AT: usize = 10;
const END_BYTES: usize = 22;
/// The bits of a mode that tell the kind of a file, and that of a link.
const KIND: u32 = 0o170_000;
const LINK: u32 = 0o120_000;
/// The bits that make a file a program.
const PROGRAM: u32 = 0o111;

pub(super) fn read(path: &Path, files: &mut Files) -> Result<(), Fault> {
    let mut file = plain_file::open(path, BYTES_MAX).map_err(Fault::damaged)?;
    check_count(&mut file)?;
    let mut archive = ZipArchive::new(file).map_err(Fault::damaged)?;
    for index in 0..archive.len() {
        let mut entry = match archive.by_index(index) {
            Ok(entry) => entry,
            Err(error) => {
                files.leave(
                    &format!("(entry {})", index + 1),
                    &format!("it cannot be read: {error}"),
                );
                continue;
            }
        };
        let Ok(name) = entry.name().map(|name| name.into_owned()) else {
            files.leave(&format!("(entry {})", index + 1), "its name is no text");
            continue;
        };
        if name.ends_with('/') {
            continue;
        }
        let mode = entry.unix_mode().unwrap_or_default();
        let (packed, size) = (entry.compressed_size(), entry.size());
        if let Some(why) = left_out(&name, mode, packed, size) {
            files.leave(&name, why);
            continue;
        }
        let mut bytes = Vec::new();
        // What the table says of the length is not believed.
        let is_read = entry
            .by_ref()
            .take(FILE_BYTES_MAX + 1)
            .read_to_end(&mut bytes)
            .is_ok();
        match (is_read, left_out(&name, mode, packed, bytes.len() as u64)) {
            (false, _) => files.leave(&name, "it is damaged"),
            (true, Some(why)) => files.leave(&name, why),
            (true, None) => files.take(&name, bytes, mode & PROGRAM != 0)?,
        }
    }
    Ok(())
}

fn left_out(name: &str, mode: u32, packed: u64, size: u64) -> Option<&'static str> {
    if mode & KIND == LINK {
        return Some("it is a link");
    }
    if size > FILE_BYTES_MAX {
        return Some("it is longer than what is read of a file");
    }
    if size > RATIO_FREE_BYTES && size / packed.max(1) > RATIO_MAX {
        return Some("it unpacks to far more than it is");
    }
    refusal(name)
}

/// Asks the end of the table how many entries there are, before a list of millions is made of them.
fn check_count(file: &mut File) -> Result<(), Fault> {
    let length = file.seek(SeekFrom::End(0)).map_err(Fault::damaged)?;
    let start = length.saturating_sub(REMARK_BYTES_MAX);
    let mut tail = Vec::new();
    let read = file
        .seek(SeekFrom::Start(start))
        .and_then(|_| file.by_ref().take(REMARK_BYTES_MAX).read_to_end(&mut tail))
        .and_then(|_| file.rewind());
    read.map_err(Fault::damaged)?;
    let ends = tail.windows(END_BYTES).filter(|end| end.starts_with(END));
    let counts = ends.map(|end| usize::from(u16::from_le_bytes([end[COUNT_AT], end[COUNT_AT + 1]])));
    match counts.max() {
        None => Err(Fault::damaged("it is no zip")),
        // An archive of more than 65,535 entries says so in another table, and 65,535 here.
        Some(count) if count > ENTRIES_MAX => Err(Fault::too_large(format!(
            "it has more than {ENTRIES_MAX} entries"
        ))),
        Some(_) => Ok(()),
    }
}
