use super::*;
use crate::fetch::SeizeOptions;
use crate::limits::Limits;
use std::io::Write as _;
use std::path::PathBuf;
use zip::write::{SimpleFileOptions, ZipWriter};

fn packed(at: &Path, files: &[(&str, &[u8])]) -> PathBuf {
    let path = at.join("ada.zip");
    let mut writer = ZipWriter::new(fs::File::create(&path).unwrap());
    for (name, bytes) in files {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap();
    path
}

fn files(path: &Path) -> Result<Files, String> {
    let mut files = Files::default();
    let read = if path.is_dir() {
        folder::read(path, &mut files)
    } else {
        archive::read(path, &mut files)
    };
    files.drop_common_folder();
    read.map(|()| files).map_err(|fault| fault.why)
}

fn names(files: &Files) -> Vec<&str> {
    files.taken.keys().map(String::as_str).collect()
}

#[test]
fn the_folder_that_a_packer_adds_is_no_part_of_a_path() {
    let room = tempfile::tempdir().unwrap();
    let zip = packed(
        room.path(),
        &[("work-main/a.py", b"1"), ("work-main/src/b.py", b"2")],
    );
    assert_eq!(names(&files(&zip).unwrap()), ["a.py", "src/b.py"]);
}

#[test]
fn paths_that_lead_out_are_left_out_and_told() {
    // The folder around it is ours too: whatever others leave in theirs proves nothing.
    let around = tempfile::tempdir().unwrap();
    let room = tempfile::tempdir_in(around.path()).unwrap();
    let evil = [
        "../out.py",
        "/abs.py",
        "a/../../b.py",
        "c:\\d.py",
        ".git/config",
        "x/node_modules/y.js",
    ];
    let mut all: Vec<(&str, &[u8])> = evil.iter().map(|name| (*name, b"1".as_slice())).collect();
    all.push(("good.py", b"1"));
    let files = files(&packed(room.path(), &all)).unwrap();
    assert_eq!(names(&files), ["good.py"]);
    assert_eq!(files.left_out.len(), evil.len());
    assert!(!around.path().join("out.py").exists());
}

#[test]
fn a_bomb_is_left_out_and_text_that_packs_well_is_not() {
    let room = tempfile::tempdir().unwrap();
    let bomb = vec![0; 8 << 20];
    let text = "x = 1\n".repeat(100);
    let zip = packed(room.path(), &[("bomb.py", &bomb), ("text.py", text.as_bytes())]);
    let files = files(&zip).unwrap();
    assert_eq!(names(&files), ["text.py"]);
    assert!(files.left_out[0].1.contains("unpacks to far more"));
}

#[test]
fn more_bytes_than_the_limit_are_refused_as_a_whole() {
    let mut files = Files::default();
    let piece = || vec![0; 16 << 20];
    for at in 0..16 {
        files.take(&at.to_string(), piece(), false).ok().unwrap();
    }
    assert_eq!(
        files.take("last", vec![0], false).err().unwrap().cause,
        Cause::TooLarge
    );
}

#[test]
fn links_are_never_followed() {
    let room = tempfile::tempdir().unwrap();
    let work = room.path().join("work");
    fs::create_dir(&work).unwrap();
    fs::write(work.join("a.py"), "1").unwrap();
    std::os::unix::fs::symlink("/etc/passwd", work.join("b.py")).unwrap();
    std::os::unix::fs::symlink("/etc", work.join("etc")).unwrap();
    let mut found = Files::default();
    folder::read(&work, &mut found).ok().unwrap();
    assert_eq!(names(&found), ["a.py"]);
    assert_eq!(found.left_out.len(), 2);

    let zip = room.path().join("link.zip");
    let mut writer = ZipWriter::new(fs::File::create(&zip).unwrap());
    writer
        .add_symlink("c.py", "/etc/passwd", SimpleFileOptions::default())
        .unwrap();
    writer.finish().unwrap();
    assert!(names(&files(&zip).unwrap()).is_empty());
}

#[test]
fn what_is_no_zip_is_damaged() {
    let room = tempfile::tempdir().unwrap();
    let path = room.path().join("no.zip");
    fs::write(&path, "not a zip").unwrap();
    assert_eq!(files(&path).err().unwrap(), "it is no zip");
}

#[tokio::test]
async fn handed_in_files_are_read_like_a_repository_and_have_no_history() {
    let room = tempfile::tempdir().unwrap();
    let all: [(&str, &[u8]); 4] = [
        ("a.py", b"print(1)\n"),
        ("src/b.py", b"2"),
        ("src/deep/c.py", b"3"),
        ("a", b"4"),
    ];
    let zip = packed(room.path(), &all);
    let folder = room.path().join("folder");
    fs::create_dir_all(folder.join("src/deep")).unwrap();
    all.iter()
        .for_each(|(name, bytes)| fs::write(folder.join(name), bytes).unwrap());
    let mut commits = Vec::new();
    for (turn, text) in [zip.display().to_string(), format!("folder:{}", folder.display())]
        .iter()
        .enumerate()
    {
        let subject = Subject::parse(text).unwrap();
        let directory = room.path().join(format!("clone{turn}"));
        let options = SeizeOptions {
            rev: None,
            directory: &directory,
            limits: Limits::default(),
        };
        let custody = crate::seize(&subject, &options).await.unwrap();
        let snapshot = custody.snapshot().await.unwrap();
        assert_eq!(
            snapshot.files.keys().collect::<Vec<_>>(),
            ["a", "a.py", "src/b.py", "src/deep/c.py"]
        );
        assert!(snapshot.history.commits.is_empty());
        assert_eq!(
            snapshot.history.incomplete.as_deref(),
            Some(subject::history::WITHOUT_HISTORY)
        );
        assert_eq!(
            crate::tip(&subject, &options).await.unwrap().unwrap(),
            custody.commit()
        );
        commits.push(custody.commit().to_owned());
    }
    assert_eq!(commits[0], commits[1], "the same files are the same commit");
}
