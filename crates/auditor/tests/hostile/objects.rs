//! Objects that are damaged, missing, false or far larger than they look.

use crate::case::Case;
use crate::repository::{Repository, plain_commit};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::fs;
use std::io::Write as _;

/// Bytes of the file that is nothing but zeros.
const ZEROS: usize = 120 << 20;
const FILE: &str = "100644";

/// A file, a tree and a commit as loose objects; the ids.
fn loose(repository: &Repository<'_>) -> (String, String, String) {
    let file = repository.object("blob", b"import os\nprint(os.name)\n");
    let readme = repository.object("blob", b"# Subject\n");
    let tree = repository.tree(&[(FILE, b"README.md", &readme), (FILE, b"a.py", &file)]);
    let commit = repository.point(&tree);
    (file, tree, commit)
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// The file of the only pack, after everything was packed.
fn pack(repository: &Repository<'_>, ending: &str) -> std::path::PathBuf {
    loose(repository);
    repository.git(&["repack", "-adq"]);
    let found = fs::read_dir(repository.path(".git/objects/pack"))
        .unwrap()
        .flatten();
    let mut paths = found.map(|entry| entry.path());
    let path = paths
        .find(|path| path.extension().is_some_and(|one| one == ending))
        .unwrap();
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o644);
    fs::set_permissions(&path, permissions).unwrap();
    path
}

/// A file whose loose object has other bytes.
fn damaged(what: &str, bytes: fn() -> Vec<u8>) -> Case {
    Case::of(format!("a file whose object {what}"), move |repository| {
        let (file, _, _) = loose(repository);
        repository.replace_loose(&file, &bytes());
    })
    .tells("missing or damaged")
}

/// The head of an object in a pack.
fn head(kind: u8, size: usize) -> Vec<u8> {
    let (mut rest, mut bytes) = (size >> 4, vec![kind << 4 | (size & 15) as u8]);
    while rest > 0 {
        *bytes.last_mut().unwrap() |= 0x80;
        bytes.push((rest & 0x7f) as u8);
        rest >>= 7;
    }
    bytes
}

fn length(size: u64) -> Vec<u8> {
    let (mut rest, mut bytes) = (size >> 7, vec![(size & 0x7f) as u8]);
    while rest > 0 {
        *bytes.last_mut().unwrap() |= 0x80;
        bytes.push((rest & 0x7f) as u8);
        rest >>= 7;
    }
    bytes
}

/// Puts a pack into the repository in which every object is twice the one before; the id of the last, which is of two
/// hundred megabytes.
fn doubling(repository: &Repository<'_>) -> String {
    const START: u64 = 64 << 10;
    const TIMES: u32 = 12;
    let mut content = vec![b'x'; 64 << 10];
    let mut pack = [b"PACK\0\0\0\x02".as_slice(), &(TIMES + 1).to_be_bytes()].concat();
    pack.extend(head(3, content.len()));
    pack.extend(packed(&content));
    let mut base = repository.fed(&["hash-object", "--stdin"], &content);
    for level in 0..TIMES {
        let size = START << level;
        let mut delta = [length(size), length(size * 2)].concat();
        for _ in 0..2 {
            let mut at = 0;
            while at < size {
                let some = (size - at).min(0x00ff_ffff);
                delta.push(0xff);
                delta.extend(&u32::try_from(at).unwrap().to_le_bytes());
                delta.extend(&u32::try_from(some).unwrap().to_le_bytes()[..3]);
                at += some;
            }
        }
        pack.extend(head(7, delta.len()));
        pack.extend(crate::repository::binary(&base));
        pack.extend(packed(&delta));
        content.extend_from_within(..);
        base = repository.fed(&["hash-object", "--stdin"], &content);
    }
    pack.extend(sha1(&pack));
    let path = ".git/objects/pack/pack-1.pack";
    repository.write(path, &pack);
    repository.git(&["index-pack", path]);
    base
}

fn sha1(bytes: &[u8]) -> Vec<u8> {
    let digest = ring::digest::digest(&ring::digest::SHA1_FOR_LEGACY_USE_ONLY, bytes);
    digest.as_ref().to_vec()
}

pub(crate) fn cases() -> Vec<Case> {
    vec![
        damaged("is garbage", || b"no zlib at all".to_vec()),
        damaged("is empty", Vec::new),
        damaged("ends early", || {
            packed(b"blob 25\0import os\nprint(os.name)\n")[..12].to_vec()
        }),
        damaged("has the bytes of another", || packed(b"blob 2\0x\n")),
        damaged("says that it is longer", || {
            packed(b"blob 99999999999999\0import os\n")
        }),
        damaged("has a negative length", || packed(b"blob -1\0import os\n")),
        damaged("is of no kind", || packed(b"evil 10\0import os\n")),
        damaged("is a bomb", || {
            packed(&[b"blob 25\0".as_slice(), &vec![b'0'; 32 << 20]].concat())
        }),
        Case::of("a file whose object is missing", |repository| {
            let (file, _, _) = loose(repository);
            fs::remove_file(repository.path(&repository.loose(&file))).unwrap();
        })
        .tells("missing or damaged"),
        Case::of("a directory whose tree is missing", |repository| {
            let (file, _, _) = loose(repository);
            let below = repository.tree(&[(FILE, b"b.py", &file)]);
            repository.point(&repository.tree(&[(FILE, b"a.py", &file), ("40000", b"below", &below)]));
            fs::remove_file(repository.path(&repository.loose(&below))).unwrap();
        })
        .tells("but `below/` was not entered: the tree")
        .tells("1 file was read"),
        Case::of("a directory whose tree is garbage", |repository| {
            let (file, _, _) = loose(repository);
            let below = repository.object("tree", b"100644 a.py\0short");
            repository.point(&repository.tree(&[(FILE, b"a.py", &file), ("40000", b"below", &below)]));
        })
        .tells("is malformed")
        .tells("1 file was read"),
        Case::of("a file without a name", |repository| {
            let (file, _, _) = loose(repository);
            repository.point(&repository.tree(&[(FILE, b"", &file), (FILE, b"a.py", &file)]));
        })
        .tells("1 file was read"),
        Case::of("a file in three thousand directories", |repository| {
            let (file, _, _) = loose(repository);
            let deepest = repository.tree(&[(FILE, b"b.py", &file)]);
            let mut id = deepest;
            for _ in 0..3_000 {
                id = repository.tree(&[("40000", b"d", &id)]);
            }
            repository.point(&repository.tree(&[(FILE, b"a.py", &file), ("40000", b"d", &id)]));
        })
        .tells("directories deep")
        .tells("1 file was read"),
        Case::of("a commit whose parent is missing", |repository| {
            let (_, tree, first) = loose(repository);
            let second = format!(
                "tree {tree}\nparent {first}\nauthor A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n\nx\n"
            );
            let second = repository.object("commit", second.as_bytes());
            repository.set("refs/heads/main", &second);
            fs::remove_file(repository.path(&repository.loose(&first))).unwrap();
        })
        .tells("what came before 1 commit is missing"),
        Case::of("an old commit whose tree is missing", |repository| {
            let (file, tree, _) = loose(repository);
            let old = repository.tree(&[(FILE, b"old.py", &file)]);
            let first = repository.object("commit", &plain_commit(&old, "First"));
            let second = format!(
                "tree {tree}\nparent {first}\nauthor A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n\nx\n"
            );
            let second = repository.object("commit", second.as_bytes());
            repository.set("refs/heads/main", &second);
            fs::remove_file(repository.path(&repository.loose(&old))).unwrap();
        })
        .tells("trees of theirs are missing or damaged")
        .tells("2 files were read"),
        Case::of(
            "a damaged file beside one with the bytes of another",
            |repository| {
                let (file, tree, _) = loose(repository);
                let other = repository.object("blob", b"honest = 1\n");
                let below = repository.tree(&[(FILE, b"b.py", &other)]);
                repository.point(&repository.tree(&[
                    (FILE, b"a.py", &file),
                    ("40000", b"below", &below),
                    ("40000", b"gone", &tree),
                ]));
                repository.replace_loose(&other, &packed(b"blob 11\0forged = 1\n"));
                fs::remove_file(repository.path(&repository.loose(&tree))).unwrap();
            },
        )
        .tells("missing or damaged")
        .never("forged"),
        Case::of("a file whose object grows without end by deltas", |repository| {
            let (file, _, _) = loose(repository);
            let chain = doubling(repository);
            repository.point(&repository.tree(&[(FILE, b"a.py", &file), (FILE, b"chain.py", &chain)]));
        })
        .tells("chain.py")
        .tells("1 file was read"),
        Case::of("a tree whose object is missing", |repository| {
            let (_, tree, _) = loose(repository);
            fs::remove_file(repository.path(&repository.loose(&tree))).unwrap();
        })
        .code(3),
        Case::of("a branch at a commit that is missing", |repository| {
            loose(repository);
            repository.set("refs/heads/main", &"1".repeat(40));
        })
        .code(3),
        Case::of("a branch at a file", |repository| {
            let (file, _, _) = loose(repository);
            repository.set("refs/heads/main", &file);
        })
        .code(3),
        Case::of("a commit that is garbage", |repository| {
            loose(repository);
            let commit = repository.object("commit", b"\0\xff\x1b[31m not a commit\n");
            repository.set("refs/heads/main", &commit);
        })
        .code(3),
        Case::of("a pack that ends early", |repository| {
            let path = pack(repository, "pack");
            let bytes = fs::read(&path).unwrap();
            fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
        })
        .code(3)
        .says("git fsck"),
        Case::of("an index of a pack that is garbage", |repository| {
            fs::write(pack(repository, "idx"), [0xff; 2_000]).unwrap();
        })
        .code(3),
        Case::of("a pack that says it has four billion objects", |repository| {
            let path = pack(repository, "pack");
            let mut bytes = fs::read(&path).unwrap();
            bytes[8..12].fill(0xff);
            fs::write(&path, bytes).unwrap();
        })
        .code(3),
        Case::of("a file of zeros that packs to nothing", |repository| {
            let zeros = packed(&[format!("blob {ZEROS}\0").as_bytes(), &vec![0; ZEROS]].concat());
            let file = repository.object("blob", b"x = 1\n");
            // Nobody looks whether the name is that of the content before it is read.
            repository.replace_loose(&file, &zeros);
            repository.point(&repository.tree(&[(FILE, b"a.py", &file)]));
        })
        .tells("a.py"),
        Case::of("a file that is larger than anything read", |repository| {
            let text = "value = 1234567890\n".repeat(1 << 20);
            repository.commit(&[("data.py", text.as_bytes()), ("a.py", b"x = 1\n")]);
        })
        .tells("larger than"),
        Case::of("a commit whose tree is itself", |repository| {
            loose(repository);
            let commit = repository.object("commit", &plain_commit(&"0".repeat(40), "Nothing"));
            repository.set("refs/heads/main", &commit);
        })
        .code(3),
        Case::of(
            "thousands of files that are each a bomb of a megabyte",
            |repository| {
                let content = packed(&[b"blob 1000000\0".as_slice(), &vec![b' '; 1_000_000]].concat());
                let names: Vec<String> = (0..300).map(|number| format!("f{number:04}.py")).collect();
                let entries: Vec<(String, &String)> = names
                    .iter()
                    .map(|name| {
                        let id = repository.object("blob", name.as_bytes());
                        repository.replace_loose(&id, &content);
                        (id, name)
                    })
                    .collect();
                let entries: Vec<_> = entries
                    .iter()
                    .map(|(id, name)| (FILE, name.as_bytes(), id.as_str()))
                    .collect();
                repository.point(&repository.tree(&entries));
            },
        )
        .tells("missing or damaged"),
    ]
}
