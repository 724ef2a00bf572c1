//! The user's Python, and how it is shown in a cell.

use crate::problem::Problem;
use custody::cell::Shown;
use custody::process;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The oldest Python that the pinned packages are for.
pub const OLDEST: (u32, u32) = (3, 11);
/// Where a Python that is no part of the system is shown.
const SHOWN_AT: &str = "/python";
/// What a cell has of the system anyway.
const SYSTEM: &str = "/usr";
/// Asks it for what has to be shown: it is the user's own, and starts nothing but itself.
const ASK: &str = "import json, os, sys
print(json.dumps({
    'version': list(sys.version_info[:3]),
    'prefix': os.path.realpath(sys.base_prefix),
    'executable': os.path.realpath(sys.executable),
    'path': [os.path.realpath(p) for p in sys.path if p and os.path.isdir(p)],
}))";

/// A Python of this machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interpreter {
    /// Major, minor and patch.
    pub version: Vec<u32>,
    /// What it is installed under, without links.
    pub prefix: PathBuf,
    /// The program itself, without links.
    pub executable: PathBuf,
    /// Where it looks for modules.
    pub path: Vec<PathBuf>,
}

impl Interpreter {
    /// Asks the Python at `python` about itself.
    ///
    /// # Errors
    /// Where it cannot be started, does not answer, or is too old.
    pub fn ask(python: &Path) -> Result<Self, Problem> {
        let hint = "name another one with --python PATH";
        let name = python.display();
        let answer = process::of_the_user(python)
            .args(["-I", "-c", ASK])
            .output()
            .map_err(|error| Problem::new(format!("`{name}` cannot be started: {error}"), hint))?;
        let found: Self = serde_json::from_slice(&answer.stdout)
            .map_err(|_| Problem::new(format!("`{name}` does not answer like a Python 3"), hint))?;
        let (major, minor) = found.minor();
        if (major, minor) < OLDEST {
            let what = format!(
                "`{name}` is Python {major}.{minor}; the packages of the lab are for {}.{} and newer",
                OLDEST.0, OLDEST.1
            );
            return Err(Problem::new(what, hint));
        }
        Ok(found)
    }

    /// Major and minor version.
    #[must_use]
    pub fn minor(&self) -> (u32, u32) {
        let part = |at: usize| self.version.get(at).copied().unwrap_or_default();
        (part(0), part(1))
    }

    /// What has to be shown of it.
    #[must_use]
    pub fn shown(&self) -> Vec<Shown> {
        if self.prefix.starts_with(SYSTEM) {
            return Vec::new();
        }
        vec![Shown {
            here: self.prefix.clone(),
            there: SHOWN_AT.into(),
        }]
    }

    /// Its program in a cell.
    ///
    /// # Errors
    /// Where it lies beside what it is installed under.
    pub fn program(&self) -> Result<PathBuf, Problem> {
        if self.executable.starts_with(SYSTEM) {
            return Ok(self.executable.clone());
        }
        let inner = self.executable.strip_prefix(&self.prefix).map_err(|_| {
            let what = format!(
                "{} lies outside of {}",
                self.executable.display(),
                self.prefix.display()
            );
            Problem::new(what, "name another Python with --python PATH")
        })?;
        Ok(Path::new(SHOWN_AT).join(inner))
    }

    /// The folders of packages that were added to it, as a virtual environment has them.
    #[must_use]
    pub fn packages(&self) -> Vec<PathBuf> {
        let added = self.path.iter().filter(|path| !path.starts_with(&self.prefix));
        added.cloned().collect()
    }
}
