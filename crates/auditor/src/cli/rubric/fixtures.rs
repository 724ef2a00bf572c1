//! The small trees of a rubric: those that stand in it, and those in a folder beside it.

use crate::error::CommandError;
use crate::input::file;
use crate::input::rubrics;
use court::rubric::{self, Fixture};
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// Most files of all fixtures in a folder.
const FILES_MAX: usize = 100_000;
/// Most bytes of them.
const BYTES_MAX: u64 = 1 << 30;
/// Longest file that is read, in bytes, as in custody.
const FILE_BYTES_MAX: u64 = 2 << 20;
/// Deepest folder that is read.
const DEPTH_MAX: usize = 64;
/// The file of a fixture that says what probes must find in it.
const EXPECT: &str = "expect.yaml";
/// The file of a fixture that has its commits.
const HISTORY: &str = "history.txt";
/// The folder of a fixture that has its reports.
const REPORTS: &str = "reports/";

/// Every fixture of the rubric in this file.
pub(super) fn of(file: &str) -> Result<Vec<Fixture>, CommandError> {
    let text = rubrics::source(file)?;
    let (mut fixtures, folder) = rubric::fixtures(&text).map_err(|error| rubrics::refused(file, &error))?;
    if let Some(folder) = folder {
        let is_below = Path::new(&folder).components().all(|part| {
            matches!(
                part,
                std::path::Component::Normal(_) | std::path::Component::CurDir
            )
        });
        if !is_below {
            return Err(CommandError::usage(format!(
                "{file}: $.fixtures: `{folder}` is no folder below the rubric's own"
            )));
        }
        fixtures.extend(in_folder(&Path::new(file).with_file_name(&folder))?);
    }
    Ok(fixtures)
}

/// What was read so far, of all that may be.
#[derive(Default)]
struct Budget {
    files: usize,
    bytes: u64,
}

fn in_folder(folder: &Path) -> Result<Vec<Fixture>, CommandError> {
    let mut budget = Budget::default();
    let folders = entries(folder)?.into_iter().filter(|path| is_folder(path));
    folders.map(|path| one(&path, &mut budget)).collect()
}

fn one(folder: &Path, budget: &mut Budget) -> Result<Fixture, CommandError> {
    let name = folder
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let mut fixture = Fixture {
        name,
        ..Fixture::default()
    };
    let mut left = vec![(folder.to_owned(), 0)];
    while let Some((at, depth)) = left.pop() {
        for path in entries(&at)? {
            if is_folder(&path) {
                let is_git = path.file_name().is_some_and(|name| name == ".git");
                if depth < DEPTH_MAX && !is_git {
                    left.push((path, depth + 1));
                }
            } else if path.symlink_metadata().is_ok_and(|about| about.is_file()) {
                take(&mut fixture, folder, &path, budget)?;
            }
        }
    }
    Ok(fixture)
}

/// Binary files and overlong ones say nothing to probes of text, and are left out.
fn take(fixture: &mut Fixture, folder: &Path, path: &Path, budget: &mut Budget) -> Result<(), CommandError> {
    let relative = path
        .strip_prefix(folder)
        .unwrap_or(path)
        .to_string_lossy()
        .replace('\\', "/");
    let Some(text) = read(path)? else {
        return Ok(());
    };
    budget.files += 1;
    budget.bytes += text.len() as u64;
    if budget.files > FILES_MAX || budget.bytes > BYTES_MAX {
        return Err(CommandError::usage(format!(
            "{}: more than {FILES_MAX} files or {BYTES_MAX} bytes of fixtures",
            folder.display()
        )));
    }
    match relative.as_str() {
        EXPECT => {
            let expected = rubric::expectations_of(&text);
            let shown = path.display().to_string();
            fixture.expect = expected.map_err(|error| rubrics::refused(&shown, &error))?;
        }
        HISTORY => fixture.history = Some(text),
        other => match other.strip_prefix(REPORTS) {
            Some(name) => {
                fixture.reports.insert(name.to_owned(), text);
            }
            None => {
                fixture.files.insert(relative, text);
            }
        },
    }
    Ok(())
}

fn read(path: &Path) -> Result<Option<String>, CommandError> {
    let mut bytes = Vec::new();
    let read = file::open(path).and_then(|file| file.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes));
    read.map_err(|error| unreadable(path, &error))?;
    Ok(String::from_utf8(bytes)
        .ok()
        .filter(|text| text.len() as u64 <= FILE_BYTES_MAX))
}

fn is_folder(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|about| about.is_dir())
}

/// In the order of their names, so that every machine tells the same.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, CommandError> {
    let listed = fs::read_dir(folder).map_err(|error| unreadable(folder, &error))?;
    let mut paths: Vec<PathBuf> = listed.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    Ok(paths)
}

fn unreadable(path: &Path, error: &std::io::Error) -> CommandError {
    CommandError::usage(format!(
        "{} cannot be read: {}",
        path.display(),
        file::describe_error(error)
    ))
}
