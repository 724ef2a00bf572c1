//! The mirror: between git and a foreign directory stands a repository of ours, which borrows its objects (as alternates)
//! and nothing else.
//!
//! Git reads the settings, attributes, grafts and lists of whatever repository it serves, and waits for pipes in
//! their places. So it serves this one: its settings are ours, its names were read from plain files, and what the
//! foreign one has besides objects is not seen.

use super::LocalRepository;
use super::plain_file::{self, Kind, kind};
use super::refs::Target;
use crate::error::{Cause, CustodyError};
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Most files of objects that are looked at. Git itself is slow by then, and packs them long before.
const OBJECT_FILES_MAX: usize = 2_000_000;
/// Most bytes of the tables of a repository that keeps its names in tables.
const TABLES_BYTES_MAX: u64 = 64 << 20;
/// Most tables; git merges them long before.
const TABLES_MAX: usize = 1_000;
/// Where git keeps the names of objects that stand in for others.
const REPLACEMENTS: &str = "refs/replace";
/// Where in the head of a table the kind of ids stands, where its version has one.
const TABLE_HASH_AT: std::ops::Range<usize> = 24..28;

/// What serves well and takes little memory: nothing that the foreign directory worked out beforehand is believed.
const SERVING: &str = "\tbare = true
\tcommitGraph = false
\tmultiPackIndex = false
\tbigFileThreshold = 16m
\tpackedGitWindowSize = 32m
\tpackedGitLimit = 128m
\tdeltaBaseCacheLimit = 32m
[pack]
\tthreads = 2
\twindowMemory = 32m
\tdeltaCacheSize = 16m
\tcompression = 1
\tuseBitmaps = false
\treadReverseIndex = false
[gc]
\tauto = 0
[uploadpack]
\tallowFilter = true
\tallowAnySHA1InWant = true
";

/// The repository that is served in place of a foreign directory.
#[derive(Debug)]
pub(crate) struct Mirror {
    pub(crate) directory: PathBuf,
    /// The id that HEAD stands for, where plain files say so.
    pub(crate) head: Option<String>,
    /// The id that the branch or tag stands for, where plain files say so.
    pub(crate) named: Option<String>,
    /// What of the foreign directory is left out of account, by name, with the reason.
    pub(crate) notes: Vec<(String, String)>,
}

enum Unmade {
    Damaged(String),
    Failed(io::Error),
}

impl From<io::Error> for Unmade {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

impl Mirror {
    /// Makes it at `directory`, with HEAD and, where one was asked for, the branch or tag `rev`.
    pub(crate) fn make(
        local: &LocalRepository,
        rev: Option<&str>,
        directory: &Path,
    ) -> Result<Self, CustodyError> {
        let what = format!("opening {}", local.shown().display());
        check_objects(&local.objects()).map_err(|why| CustodyError::new(Cause::BadAddress, &what, why))?;
        let mut mirror = Self {
            directory: directory.to_owned(),
            head: None,
            named: None,
            notes: notes(local),
        };
        let made = mirror.fill(local, rev);
        made.map_err(|error| match error {
            Unmade::Damaged(why) => CustodyError::new(Cause::Damaged, &what, why),
            Unmade::Failed(error) => CustodyError::new(Cause::Other, &what, error.to_string()),
        })?;
        Ok(mirror)
    }

    fn fill(&mut self, local: &LocalRepository, rev: Option<&str>) -> Result<(), Unmade> {
        let directory = self.directory.clone();
        fs::create_dir_all(directory.join("refs"))?;
        fs::create_dir_all(directory.join("objects/info"))?;
        let objects = format!("{}\n", local.objects().display());
        fs::write(directory.join("objects/info/alternates"), objects)?;
        let is_long = match kind(&local.common.join("reftable")) {
            Some(Kind::Directory) => self.copy_tables(local)?,
            _ => self.write_names(local, rev)?,
        };
        self.write_shallow(local)?;
        Ok(fs::write(
            self.directory.join("config"),
            settings(is_long, self.has_tables()),
        )?)
    }

    fn has_tables(&self) -> bool {
        self.directory.join("reftable").exists()
    }

    /// Writes HEAD and the branch or tag; returns whether ids are long.
    fn write_names(&mut self, local: &LocalRepository, rev: Option<&str>) -> Result<bool, Unmade> {
        let mut names = String::new();
        for name in rev.into_iter().flat_map(full_names) {
            match local.target(&name) {
                Target::Id(id) => {
                    let _ = writeln!(names, "{id} {name}");
                    self.named.get_or_insert(id);
                }
                Target::Nothing => {}
                Target::Broken(why) => return Err(Unmade::Damaged(why)),
            }
        }
        let head = match local.head_target() {
            Target::Id(id) => {
                self.head = Some(id.clone());
                id
            }
            Target::Broken(why) if names.is_empty() => return Err(Unmade::Damaged(why)),
            Target::Nothing | Target::Broken(_) => "ref: refs/heads/unborn".to_owned(),
        };
        let is_long = [&head, &names].iter().any(|text| {
            text.split_ascii_whitespace()
                .next()
                .is_some_and(|id| id.len() == 64)
        });
        fs::write(self.directory.join("packed-refs"), names)?;
        fs::write(self.directory.join("HEAD"), format!("{head}\n"))?;
        Ok(is_long)
    }

    /// Copies the tables of names, which only git reads; returns whether ids are long.
    fn copy_tables(&self, local: &LocalRepository) -> Result<bool, Unmade> {
        if local.git != local.common {
            let why =
                "it is a linked working tree of a repository with tables of names (reftable): name that one";
            return Err(Unmade::Damaged(why.to_owned()));
        }
        let (from, to) = (local.common.join("reftable"), self.directory.join("reftable"));
        fs::create_dir_all(&to)?;
        let (mut left, mut is_long) = (TABLES_BYTES_MAX, false);
        for entry in fs::read_dir(&from)?.flatten().take(TABLES_MAX) {
            let bytes = plain_file::read(&entry.path(), left)
                .map_err(|error| Unmade::Damaged(format!("its tables of names cannot be read: {error}")))?;
            left = left.saturating_sub(bytes.len() as u64);
            is_long |= bytes.get(TABLE_HASH_AT) == Some(b"s256") && bytes.starts_with(b"REFT\x02");
            fs::write(to.join(entry.file_name()), bytes)?;
        }
        fs::write(self.directory.join("HEAD"), "ref: refs/heads/.invalid\n")?;
        Ok(is_long)
    }

    fn write_shallow(&mut self, local: &LocalRepository) -> io::Result<()> {
        let shallow = local.shallow();
        if let Some(why) = shallow.ignored {
            self.notes
                .push(("(shallow, in the git directory)".to_owned(), why));
        }
        if shallow.ids.is_empty() {
            return Ok(());
        }
        fs::write(
            self.directory.join("shallow"),
            format!("{}\n", shallow.ids.join("\n")),
        )
    }
}

/// The names that a branch or tag may have in full.
fn full_names(rev: &str) -> Vec<String> {
    let short = rev
        .strip_prefix("refs/heads/")
        .or(rev.strip_prefix("refs/tags/"))
        .unwrap_or(rev);
    vec![format!("refs/heads/{short}"), format!("refs/tags/{short}")]
}

fn settings(is_long: bool, has_tables: bool) -> String {
    let mut text = format!("[core]\n\trepositoryformatversion = 1\n{SERVING}[extensions]\n");
    if is_long {
        text.push_str("\tobjectFormat = sha256\n");
    }
    if has_tables {
        text.push_str("\trefStorage = reftable\n");
    }
    text
}

/// What would show another history, and is not heeded.
fn notes(local: &LocalRepository) -> Vec<(String, String)> {
    let mut notes = Vec::new();
    let mut note = |name: &str, why: &str| {
        notes.push((format!("({name}, in the git directory)"), why.to_owned()));
    };
    if kind(&local.common.join("info/grafts")).is_some() {
        note(
            "info/grafts",
            "grafts would show other parents of commits than the commits name; they are ignored",
        );
    }
    let replaced = fs::read_dir(local.common.join(REPLACEMENTS));
    if replaced.is_ok_and(|mut entries| entries.next().is_some()) || has_packed(local, REPLACEMENTS) {
        note(
            REPLACEMENTS,
            "replacements would show other objects than the commits name; they are ignored",
        );
    }
    notes
}

/// Whether the list of packed names has any below this folder.
fn has_packed(local: &LocalRepository, folder: &str) -> bool {
    let is_below = |name: &str| {
        name.strip_prefix(folder)
            .is_some_and(|rest| rest.starts_with('/'))
    };
    local
        .packed_refs()
        .is_ok_and(|packed| packed.iter().any(|(_, name)| is_below(name)))
}

/// Git opens whatever lies among the objects: all of it must be plain files.
fn check_objects(objects: &Path) -> Result<(), String> {
    let mut left = OBJECT_FILES_MAX;
    check_directory(objects, objects, &mut left, |name, kind| match kind {
        Kind::Directory | Kind::File => name != "info" || kind == Kind::Directory,
        _ => false,
    })?;
    for entry in fs::read_dir(objects).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_read = name == "pack" || name == "info" || name.len() == 2;
        if is_read && entry.file_type().is_ok_and(|found| found.is_dir()) {
            check_directory(&entry.path(), objects, &mut left, |_, kind| {
                matches!(kind, Kind::File | Kind::Directory)
            })?;
        }
    }
    Ok(())
}

fn check_directory(
    directory: &Path,
    objects: &Path,
    left: &mut usize,
    is_fine: impl Fn(&str, Kind) -> bool,
) -> Result<(), String> {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        *left = left
            .checked_sub(1)
            .ok_or_else(|| format!("it has more than {OBJECT_FILES_MAX} files of objects"))?;
        let Ok(found) = entry.file_type().map(Kind::from) else {
            continue;
        };
        let name = entry.file_name();
        if !is_fine(&name.to_string_lossy(), found) {
            let path = entry.path();
            let place = path.strip_prefix(objects).unwrap_or(&path);
            return Err(format!(
                "its objects are not plain files: objects/{} is {}",
                place.display(),
                found.words()
            ));
        }
    }
    Ok(())
}
