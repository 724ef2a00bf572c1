//! For build scripts: the digest of the sources that a crate is made of.
//!
//! What is remembered of a finding or a ruling is remembered under the digest of the code that came to it. So changed code never
//! answers from an old journal. Each crate digests its own folder and, under `links`, what Cargo hands it of the digests of the crates
//! that it depends on. So the digest of a crate covers all that its answers follow from, and no list of crates can be out of date.
#![expect(clippy::print_stdout, reason = "a build script speaks to Cargo by printing")]

use sha2::{Digest as _, Sha256};
use std::io;
use std::path::{Path, PathBuf};

/// Folders of a crate that are no part of what it does.
const ASIDE: [&str; 4] = ["benches", "examples", "target", "tests"];
/// What Cargo calls a digest that a dependency with `links` left for its dependents.
const HANDED: (&str, &str) = ("DEP_", "_SOURCES");

/// Digests the crate that is being built, for `env!("SOURCES")` in it and for the build scripts of its dependents.
///
/// # Errors
/// Where a file of the crate, or the lock file, cannot be read.
pub fn export() -> io::Result<()> {
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let lock = root.join("../../Cargo.lock");
    let mut parts: Vec<(String, String)> = std::env::vars()
        .filter(|(name, _)| name.starts_with(HANDED.0) && name.ends_with(HANDED.1))
        .collect();
    parts.sort();
    // The parsers that are not ours stand in the lock file.
    parts.push(("lock".to_owned(), hex(&std::fs::read(&lock)?)));
    parts.push(("own".to_owned(), of_folder(&root)?));
    let digest = hex(format!("{parts:?}").as_bytes());
    println!("cargo::rerun-if-changed={}", lock.display());
    for entry in entries(&root, &root)? {
        println!("cargo::rerun-if-changed={}", entry.display());
    }
    println!("cargo::rustc-env=SOURCES={digest}");
    println!("cargo::metadata=SOURCES={digest}");
    Ok(())
}

/// The digest of all files of a crate that lies at `root`, but for its tests, benches and examples.
///
/// # Errors
/// Where one of them cannot be read.
pub fn of_folder(root: &Path) -> io::Result<String> {
    let mut files = Vec::new();
    for entry in entries(root, root)? {
        collect(root, &entry, &mut files)?;
    }
    files.sort();
    let mut all = String::new();
    for file in files {
        let name = file.strip_prefix(root).unwrap_or(&file);
        all.push_str(&format!("{} {:?}\n", hex(&std::fs::read(&file)?), name));
    }
    Ok(hex(all.as_bytes()))
}

fn entries(root: &Path, folder: &Path) -> io::Result<Vec<PathBuf>> {
    let all = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let is_part =
        |path: &PathBuf| path.parent() != Some(root) || !ASIDE.iter().any(|aside| path.ends_with(aside));
    Ok(all
        .collect::<io::Result<Vec<_>>>()?
        .into_iter()
        .filter(is_part)
        .collect())
}

fn collect(root: &Path, path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    entries(root, path)?
        .iter()
        .try_for_each(|entry| collect(root, entry, files))
}

fn hex(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests;
