//! Prints what is read from every file of a folder, each line behind its path: to look at real code with.
//!
//! `cargo run -p syntax --example outline -- <folder> [word …]` prints only lines that hold one of the words.

#[path = "../tests/outline/mod.rs"]
mod outline;

use outline::outline;
use std::path::{Path, PathBuf};
use syntax::{Language, read_at};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| ".".to_owned());
    let words: Vec<String> = arguments.collect();
    let mut files = Vec::new();
    collect(Path::new(&folder), &mut files);
    files.sort();
    for file in files {
        let Ok(bytes) = std::fs::read(&file) else { continue };
        let text = String::from_utf8_lossy(&bytes);
        let path = file.strip_prefix(&folder).unwrap_or(&file).display().to_string();
        if let Some(language) = Language::of(&path, &text) {
            print(&path, &outline(&read_at(language, &path, &text)), &words);
        }
    }
}

#[expect(clippy::print_stdout, reason = "this is what the example is for")]
fn print(path: &str, outline: &str, words: &[String]) {
    for line in outline.lines() {
        if words.is_empty() || words.iter().any(|word| line.contains(word.as_str())) {
            println!("{path}:{line}");
        }
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_symlink() {
            continue;
        } else if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
