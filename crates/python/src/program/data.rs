//! Files of the repository that hold data its code reads.

use super::Program;
use std::collections::BTreeMap;
use subject::Snapshot;

/// Largest file that is kept, in bytes: settings and rubrics are far smaller, data sets larger.
const FILE_MAX: usize = 128 << 10;
/// Most bytes of all of them together.
const FILES_MAX: usize = 4 << 20;

/// Data files, by path.
pub(super) type Data = BTreeMap<String, String>;

/// The JSON files of a snapshot, in order of path.
pub(super) fn of(snapshot: &Snapshot) -> Data {
    let mut bytes = 0;
    let named = snapshot.files.iter().filter(|(path, _)| path.ends_with(".json"));
    let small = named.filter(|(_, file)| file.bytes.len() <= FILE_MAX);
    let kept = small.take_while(|(_, file)| {
        bytes += file.bytes.len();
        bytes <= FILES_MAX
    });
    kept.filter_map(|(path, file)| Some((path.clone(), file.text()?.to_owned())))
        .collect()
}

impl Program {
    /// The text of the data file that a path means, as seen from the root of the repository. Below a folder of
    /// it, where only one file there is named so.
    pub fn data_file(&self, path: &str) -> Option<&str> {
        let path = path.trim_start_matches("./");
        if let Some(text) = self.data.get(path) {
            return Some(text);
        }
        let tail = format!("/{path}");
        let mut below = self.data.iter().filter(|(known, _)| known.ends_with(&tail));
        let (_, text) = below.next()?;
        below.next().is_none().then_some(text)
    }
}
