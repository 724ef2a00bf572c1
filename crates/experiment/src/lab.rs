//! The lab: pinned packages for the subjects' programs, in the user's data directory.
//!
//! They are installed by hash and as wheels only, so that nothing is built and nobody's code runs while they are. Providers
//! of models are not among them: the experiment replaces them.

mod install;

pub use install::{Installer, install};

use crate::interpreter::Interpreter;
use crate::problem::Problem;
use custody::cell::Shown;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The packages with the hashes of their wheels, as pip and uv read them.
const LOCK: &str = include_str!("../data/lab.txt");
/// What they take on the disk when they are installed, with their byte code, in MB.
pub const SIZE_MB: u32 = 105;
/// The folder in the data directory.
const FOLDER: &str = "lab";
/// What is remembered beside the packages.
const RECORD: &str = "lab.json";
const RECORD_FORMAT: u32 = 1;
/// The folder of the packages in it.
const PACKAGES: &str = "packages";
/// Packages without which nothing runs, by the names of their folders.
const NEEDED: [&str; 3] = ["langgraph", "langchain_core", "pydantic"];
/// Where the packages are shown in a cell.
const SHOWN_AT: &str = "/packages";

/// A Python with the packages that subjects need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lab {
    pub interpreter: Interpreter,
    packages: Vec<PathBuf>,
}

#[derive(Serialize, Deserialize)]
struct Record {
    format: u32,
    /// Digest of the lock that was installed.
    lock: String,
    python: PathBuf,
    interpreter: Interpreter,
}

/// How many packages there are at most; some are for other systems.
#[must_use]
pub fn count() -> usize {
    LOCK.lines().filter(|line| line.contains("==")).count()
}

/// The first package that no program of the graph library runs without and that lies in none of these folders.
fn lacking(folders: &[&PathBuf]) -> Option<&'static str> {
    let is_there = |name: &str| folders.iter().any(|folder| folder.join(name).is_dir());
    NEEDED.into_iter().find(|name| !is_there(name))
}

fn digest() -> String {
    sha256::Digest::of(LOCK.as_bytes()).to_string()
}

/// Where the lab is, whether there is one or not.
#[must_use]
pub fn folder(data: &Path) -> PathBuf {
    data.join(FOLDER)
}

impl Lab {
    /// The one that was installed into the data directory.
    ///
    /// # Errors
    /// Where there is none, or not the one that this version pins, or its Python is gone or another by now.
    pub fn open(data: &Path) -> Result<Self, Problem> {
        const HINT: &str =
            "`auditor lab install` makes one; `--experiment-python PATH` takes a Python of one's own";
        let folder = folder(data);
        let text = fs::read_to_string(folder.join(RECORD))
            .map_err(|_| Problem::new(format!("there is no lab in {}", folder.display()), HINT))?;
        let record: Record = serde_json::from_str(&text)
            .ok()
            .filter(|record: &Record| record.format == RECORD_FORMAT)
            .ok_or_else(|| Problem::new("the lab is that of another version of this program", HINT))?;
        if record.lock != digest() {
            return Err(Problem::new(
                "the lab has other packages than this version pins",
                HINT,
            ));
        }
        let interpreter = Interpreter::ask(&record.python)?;
        if interpreter.minor() != record.interpreter.minor() {
            let what = format!(
                "`{}` is another Python than the lab was made for",
                record.python.display()
            );
            return Err(Problem::new(what, HINT));
        }
        let packages = folder.join(PACKAGES).canonicalize();
        let packages = packages.map_err(|_| Problem::new("the packages of the lab are gone", HINT))?;
        if let Some(name) = lacking(&[&packages]) {
            return Err(Problem::new(format!("the lab lacks the package {name}"), HINT));
        }
        Ok(Self {
            interpreter,
            packages: vec![packages],
        })
    }

    /// The Python at `python` with what is installed for it.
    ///
    /// # Errors
    /// Where it is none.
    pub fn own(python: &Path) -> Result<Self, Problem> {
        let interpreter = Interpreter::ask(python)?;
        let packages = interpreter.packages();
        Ok(Self {
            interpreter,
            packages,
        })
    }

    /// The same, where what every subject needs is installed for it.
    ///
    /// # Errors
    /// Where it is none, or a package is missing.
    pub fn furnished(python: &Path) -> Result<Self, Problem> {
        const HINT: &str = "name another Python with --experiment-python, or use `auditor lab install`";
        let lab = Self::own(python).map_err(|problem| Problem::new(problem.what, HINT))?;
        let folders: Vec<&PathBuf> = lab.interpreter.path.iter().collect();
        match lacking(&folders) {
            Some(name) => {
                let what = format!("`{}` has no package {name}", python.display());
                Err(Problem::new(what, format!("install it there, {HINT}")))
            }
            None => Ok(lab),
        }
    }

    /// What has to be shown of it in a cell.
    #[must_use]
    pub fn shown(&self) -> Vec<Shown> {
        let mut shown = self.interpreter.shown();
        for (here, there) in self.packages.iter().zip(self.folders()) {
            shown.push(Shown {
                here: here.clone(),
                there: there.into(),
            });
        }
        shown
    }

    /// Where its packages are in a cell.
    #[must_use]
    pub fn folders(&self) -> Vec<String> {
        (0..self.packages.len())
            .map(|at| format!("{SHOWN_AT}/{at}"))
            .collect()
    }
}

/// Takes the lab away; whether there was one.
///
/// # Errors
/// Where the disk refuses.
pub fn remove(data: &Path) -> Result<bool, Problem> {
    match fs::remove_dir_all(folder(data)) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => {
            let what = format!("{} cannot be removed: {error}", folder(data).display());
            Err(Problem::new(what, "remove it by hand"))
        }
    }
}

#[cfg(test)]
mod tests;
