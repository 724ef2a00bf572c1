//! Prints what is told of the files of some folders: `scan FOLDER...`, a line a passage, and what was read at the end.
#![expect(clippy::print_stdout, reason = "it is what the program is for")]

use std::path::{Path, PathBuf};

fn main() -> std::io::Result<()> {
    let (mut files, mut bytes, mut told, mut disguised) = (0, 0, 0, 0);
    for folder in std::env::args().skip(1) {
        let mut all = Vec::new();
        collect(Path::new(&folder), &mut all)?;
        all.sort();
        for path in all {
            let Ok(text) = std::fs::read_to_string(&path) else {
                continue;
            };
            files += 1;
            bytes += text.len();
            for (number, line) in text.split('\n').enumerate() {
                if let Some(codes) = injection::disguised(line) {
                    disguised += 1;
                    println!(
                        "{}:{} is not what it looks like: {codes}",
                        path.display(),
                        number + 1
                    );
                }
            }
            for passage in injection::passages(&text) {
                told += 1;
                println!(
                    "{}:{} {:?}: {}",
                    path.display(),
                    passage.first,
                    passage.wants,
                    passage.quote
                );
            }
        }
    }
    println!(
        "{told} passages and {disguised} lines that are not what they look like in {files} texts of {bytes} bytes"
    );
    Ok(())
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if path.is_symlink() {
        return Ok(());
    }
    if path.is_dir() {
        for entry in std::fs::read_dir(path)? {
            collect(&entry?.path(), files)?;
        }
    } else {
        files.push(path.to_owned());
    }
    Ok(())
}
