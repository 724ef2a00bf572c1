use super::*;

const FILE: InputFile = InputFile {
    what: "thing",
    bytes_max: 8,
    hint: "give a thing",
};

fn error(path: &Path) -> String {
    let error = FILE.text(path).unwrap_err().to_string();
    error.replace(&path.display().to_string(), "FILE")
}

#[test]
fn what_is_no_regular_file_is_refused_at_once_to_read_and_to_write() {
    let room = tempfile::tempdir().unwrap();
    let pipe = room.path().join("pipe");
    let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, mode, 0).unwrap();
    let link = room.path().join("link");
    std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
    let no_file = "auditor: the thing FILE cannot be read: it is no regular file\n  hint: give a thing";
    for path in [&pipe, &link, Path::new("/dev/tty")] {
        // Without a terminal there is none to be opened.
        assert!(error(path) == no_file || path.starts_with("/dev"), "{path:?}");
        assert!(create(path).is_err(), "{path:?}");
    }
    assert!(error(room.path()).contains("it is a directory"));
    assert!(error(&room.path().join("none")).contains("there is no such file"));
}

#[test]
fn a_file_is_read_to_its_limit_and_told_by_its_place_alone() {
    let room = tempfile::tempdir().unwrap();
    let path = room.path().join("file");
    let put = |bytes: &[u8]| std::fs::write(&path, bytes).unwrap();
    put(b"12345678");
    assert_eq!(FILE.text(&path).unwrap(), "12345678");
    put(b"123456789");
    assert!(error(&path).contains("it is longer than the 8 bytes that are read"));
    put(b"ab\nc\xff");
    assert_eq!(
        error(&path),
        "auditor: the thing FILE:2: not UTF-8 text\n  hint: save it as UTF-8"
    );
    // No name of a temporary folder has such a letter.
    put("[1,\n{é}".as_bytes());
    let refused = FILE
        .json(&path, &FILE.bytes(&path).unwrap())
        .unwrap_err()
        .to_string();
    assert!(
        refused.contains(":2:2: it is no JSON") && !refused.contains('é'),
        "{refused}"
    );
    create(&path).unwrap();
    assert_eq!(FILE.text(&path).unwrap(), "");
}
