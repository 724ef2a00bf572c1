//! Installing the lab.

use super::{LOCK, PACKAGES, RECORD, RECORD_FORMAT, Record, digest, folder};
use crate::interpreter::Interpreter;
use crate::problem::Problem;
use custody::process;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Wheels alone, each with one of its hashes, and nothing that the lock does not name.
const STRICT: [&str; 4] = ["--require-hashes", "--only-binary", ":all:", "--no-deps"];
/// Most characters of a failed program's last words.
const WORDS_MAX: usize = 600;

/// What installs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Installer {
    Uv,
    Pip,
}

impl Installer {
    /// `uv` where it can be started, else pip in a virtual environment that is thrown away.
    #[must_use]
    pub fn found() -> Self {
        let uv = process::of_the_user(Path::new("uv")).arg("--version").output();
        if uv.is_ok_and(|output| output.status.success()) {
            Self::Uv
        } else {
            Self::Pip
        }
    }

    /// About how long it takes without anything kept from before, in seconds.
    #[must_use]
    pub fn seconds(self) -> u32 {
        match self {
            Self::Uv => 5,
            Self::Pip => 40,
        }
    }
}

/// Makes the lab in the data directory, in place of the one that is there.
///
/// # Errors
/// Where Python, the network or the disk refuses; what was there before stays.
pub fn install(data: &Path, python: &Path, installer: Installer) -> Result<PathBuf, Problem> {
    let interpreter = Interpreter::ask(python)?;
    let target = folder(data);
    let partial = Partial(data.join(format!("lab.partial-{}", std::process::id())));
    let disk = |error: std::io::Error| {
        let what = format!("the lab cannot be written to {}: {error}", data.display());
        Problem::new(what, "make room there, or name another directory in AUDITOR_DATA")
    };
    let packages = partial.0.join(PACKAGES);
    fs::create_dir_all(&packages).map_err(disk)?;
    let lock = partial.0.join("lab.txt");
    fs::write(&lock, LOCK).map_err(disk)?;
    match installer {
        Installer::Uv => with_uv(python, &packages, &lock)?,
        Installer::Pip => with_pip(python, &packages, &lock, &partial.0.join("tools"))?,
    }
    let _ = fs::remove_dir_all(partial.0.join("tools"));
    let record = Record {
        format: RECORD_FORMAT,
        lock: digest(),
        python: absolute(python, &interpreter),
        interpreter,
    };
    let text = serde_json::to_vec_pretty(&record).map_err(|error| disk(error.into()))?;
    fs::write(partial.0.join(RECORD), text).map_err(disk)?;
    super::remove(data)?;
    fs::rename(&partial.0, &target).map_err(disk)?;
    Ok(target)
}

/// A name that `PATH` gave may mean another program tomorrow.
fn absolute(python: &Path, interpreter: &Interpreter) -> PathBuf {
    if python.components().count() > 1 {
        std::path::absolute(python).unwrap_or_else(|_| interpreter.executable.clone())
    } else {
        interpreter.executable.clone()
    }
}

/// What is in the making, which goes where it is not finished.
struct Partial(PathBuf);

impl Drop for Partial {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn with_uv(python: &Path, packages: &Path, lock: &Path) -> Result<(), Problem> {
    let mut uv = process::of_the_user(Path::new("uv"));
    // As pip does by itself: what is read only cannot be compiled when it is used.
    uv.args(["pip", "install", "--quiet", "--compile-bytecode", "--python"])
        .arg(python);
    finish(
        uv.args(STRICT).arg("--target").arg(packages).arg("-r").arg(lock),
        "uv",
    )
}

fn with_pip(python: &Path, packages: &Path, lock: &Path, tools: &Path) -> Result<(), Problem> {
    let mut venv = process::of_the_user(python);
    finish(venv.args(["-m", "venv"]).arg(tools), "python -m venv").map_err(|mut problem| {
        "install `uv`, or the part of Python that makes virtual environments (`python3-venv` on Debian)"
            .clone_into(&mut problem.hint);
        problem
    })?;
    let mut pip = process::of_the_user(&tools.join("bin/python"));
    pip.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-input",
        "--disable-pip-version-check",
    ]);
    finish(
        pip.args(STRICT).arg("--target").arg(packages).arg("-r").arg(lock),
        "pip",
    )
}

fn finish(command: &mut Command, name: &str) -> Result<(), Problem> {
    let output = command
        .output()
        .map_err(|error| Problem::new(format!("{name} cannot be started: {error}"), "install `uv`"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stderr, output.stdout].concat();
    let said = String::from_utf8_lossy(&said);
    let last: Vec<char> = said.trim().chars().rev().take(WORDS_MAX).collect();
    let last: String = last.into_iter().rev().collect();
    Err(Problem::new(
        format!("{name} could not install the lab: {last}"),
        "the packages come from PyPI, or from the index that uv or pip is set to; is it reached from here?",
    ))
}
