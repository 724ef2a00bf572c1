//! The program text of a snapshot: what somebody wrote, without what was copied, generated or locked.

use crate::snapshot::Snapshot;
use std::collections::BTreeMap;

/// Endings of program text besides Python.
const CODE: [&str; 34] = [
    "c", "cc", "clj", "cpp", "cs", "dart", "erl", "ex", "exs", "go", "h", "hpp", "hs", "java", "jl", "js",
    "jsx", "kt", "lua", "m", "mjs", "ml", "php", "pl", "r", "rb", "rs", "scala", "sh", "swift", "ts", "tsx",
    "vue", "zig",
];

/// Folders of copied or built files, whatever the language.
const FOREIGN_FOLDERS: [&str; 13] = [
    "node_modules",
    "vendor",
    "third_party",
    "third-party",
    "site-packages",
    "dist",
    "build",
    "target",
    "venv",
    ".venv",
    "env",
    "__pycache__",
    ".eggs",
];

/// Endings that tools give to what they write.
const GENERATED_ENDINGS: [&str; 7] = [
    "_pb2.py",
    "_pb2_grpc.py",
    ".min.js",
    ".bundle.js",
    ".generated.ts",
    ".g.dart",
    ".pb.go",
];

/// How many lines at the start of a file may say that it is generated.
const MARK_LINES: usize = 5;

/// Lines that are not blank, of each file of program text.
#[derive(Debug, Default)]
pub struct Source<'a> {
    /// By path.
    pub lines: BTreeMap<&'a str, u64>,
    /// Their sum.
    pub total: u64,
}

impl<'a> Source<'a> {
    /// The Python of the snapshot; where it has none, the program text in any language.
    #[must_use]
    pub fn of(snapshot: &'a Snapshot) -> Self {
        let python = Self::of_kind(snapshot, |ending| ending == "py");
        if python.total > 0 {
            return python;
        }
        Self::of_kind(snapshot, |ending| CODE.contains(&ending))
    }

    fn of_kind(snapshot: &'a Snapshot, wanted: impl Fn(&str) -> bool) -> Self {
        let files = snapshot
            .files
            .keys()
            .filter(|path| wanted(ending(path)) && is_own(path));
        let lines: BTreeMap<&str, u64> = files
            .filter_map(|path| Some((path.as_str(), written(snapshot.text(path)?)?)))
            .collect();
        let total = lines.values().sum();
        Self { lines, total }
    }
}

/// How many lines are not blank; none where the file says that a tool wrote it.
fn written(text: &str) -> Option<u64> {
    let mut head = text.lines().take(MARK_LINES).map(str::to_lowercase);
    let generated = |line: String| {
        line.contains("@generated") || (line.contains("generated") && line.contains("do not edit"))
    };
    if head.any(generated) {
        return None;
    }
    Some(text.lines().filter(|line| !line.trim().is_empty()).count() as u64)
}

fn is_own(path: &str) -> bool {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let foreign = folders
        .split('/')
        .any(|folder| FOREIGN_FOLDERS.contains(&folder) || folder.ends_with(".egg-info"));
    !foreign && !GENERATED_ENDINGS.iter().any(|ending| name.ends_with(ending))
}

fn ending(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or("", |(_, ending)| ending)
}
