//! A repository written down without git: loose objects, one commit, one branch.

use super::Taken;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use sha1::{Digest as _, Sha1};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

/// Who made the commit, and when: nobody, at no time.
const NOBODY: &str = "handed in <handed-in@invalid> 0 +0000";
const MESSAGE: &str = "Files as they were handed in, without a history";
const CONFIG: &str = "[core]\n\trepositoryformatversion = 0\n\tbare = true\n";
const BRANCH: &str = "refs/heads/main";

/// What git calls an object: the digest of its kind, its length and its bytes.
struct ObjectId(Vec<u8>);

impl ObjectId {
    fn hex(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// Writes the files as the one commit of a new bare repository, and returns its id.
pub(super) fn write(directory: &Path, files: &BTreeMap<String, Taken>) -> io::Result<String> {
    fs::create_dir_all(directory.join("refs/heads"))?;
    fs::create_dir_all(directory.join("objects"))?;
    let tree = tree(directory, files)?.hex();
    let commit = format!("tree {tree}\nauthor {NOBODY}\ncommitter {NOBODY}\n\n{MESSAGE}\n");
    let commit = object(directory, "commit", commit.as_bytes())?.hex();
    fs::write(directory.join(BRANCH), format!("{commit}\n"))?;
    fs::write(directory.join("HEAD"), format!("ref: {BRANCH}\n"))?;
    fs::write(directory.join("config"), CONFIG)?;
    Ok(commit)
}

/// The entries of one folder, by what git sorts them by.
type Folder = BTreeMap<String, Vec<u8>>;

/// Folders are written from the deepest up, as each names those in it.
fn tree(directory: &Path, files: &BTreeMap<String, Taken>) -> io::Result<ObjectId> {
    let mut folders: BTreeMap<(usize, &str), Folder> = BTreeMap::new();
    folders.insert((0, ""), Folder::new());
    for (path, file) in files {
        let (above, name) = path.rsplit_once('/').unwrap_or(("", path));
        // A file that is also a folder cannot be both.
        let as_folder = format!("{path}/");
        let further = files.range(as_folder.clone()..).next();
        if further.is_some_and(|(next, _)| next.starts_with(&as_folder)) {
            continue;
        }
        let mut folder = above;
        while !folder.is_empty() {
            folders.entry((depth(folder), folder)).or_default();
            folder = folder.rsplit_once('/').map_or("", |(above, _)| above);
        }
        let id = object(directory, "blob", &file.bytes)?;
        let mode = if file.is_program { "100755" } else { "100644" };
        let entries = folders.entry((depth(above), above)).or_default();
        entries.insert(name.to_owned(), entry(mode, name, &id));
    }
    loop {
        let Some(((_, path), entries)) = folders.pop_last() else {
            return Err(io::ErrorKind::InvalidData.into());
        };
        let bytes: Vec<u8> = entries.into_values().flatten().collect();
        let id = object(directory, "tree", &bytes)?;
        if path.is_empty() {
            return Ok(id);
        }
        let (above, name) = path.rsplit_once('/').unwrap_or(("", path));
        let entries = folders.entry((depth(above), above)).or_default();
        entries.insert(format!("{name}/"), entry("40000", name, &id));
    }
}

/// How many folders one lies in, itself counted; the root lies in none.
fn depth(folder: &str) -> usize {
    if folder.is_empty() {
        0
    } else {
        folder.split('/').count()
    }
}

fn entry(mode: &str, name: &str, id: &ObjectId) -> Vec<u8> {
    [format!("{mode} {name}\0").as_bytes(), &id.0].concat()
}

fn object(directory: &Path, kind: &str, bytes: &[u8]) -> io::Result<ObjectId> {
    let whole = [format!("{kind} {}\0", bytes.len()).as_bytes(), bytes].concat();
    let id = ObjectId(Sha1::digest(&whole).to_vec());
    let hex = id.hex();
    let folder = directory.join("objects").join(&hex[..2]);
    let path = folder.join(&hex[2..]);
    if !path.exists() {
        fs::create_dir_all(&folder)?;
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(&whole)?;
        fs::write(path, packed.finish()?)?;
    }
    Ok(id)
}
