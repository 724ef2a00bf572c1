//! Digests what the findings depend on, so that a changed probe is never answered from an old journal.

use sha2::{Digest as _, Sha256};
use std::path::{Path, PathBuf};

fn main() -> std::io::Result<()> {
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut files = Vec::new();
    collect(&root.join("src"), &mut files)?;
    collect(&root.join("../survey/src"), &mut files)?;
    collect(&root.join("../sight/src"), &mut files)?;
    collect(&root.join("../sight/models"), &mut files)?;
    // The grammars and readers are in the lock file.
    files.push(root.join("../../Cargo.lock"));
    files.sort();
    let mut hasher = Sha256::new();
    for file in files.iter().filter(|file| file.is_file()) {
        println!("cargo::rerun-if-changed={}", file.display());
        hasher.update(std::fs::read(file)?);
    }
    println!("cargo::rerun-if-changed={}", root.join("src").display());
    for other in ["../survey/src", "../sight/src", "../sight/models"] {
        println!("cargo::rerun-if-changed={}", root.join(other).display());
    }
    let digits: String = hasher
        .finalize()
        .iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    println!("cargo::rustc-env=DETECTIVE_SOURCES={digits}");
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
