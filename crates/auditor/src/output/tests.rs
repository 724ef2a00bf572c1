use super::*;
use crate::error::ErrorKind;

fn files() -> [(&'static str, String); 2] {
    [
        ("report.md", "the text\n".to_owned()),
        ("report.json", "{}\n".to_owned()),
    ]
}

#[test]
fn written_reports_are_whole_and_nothing_else_is_left() {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().join("audit").join("subject");
    fs::create_dir_all(&out).unwrap();
    fs::write(out.join("report.md"), "an older one").unwrap();
    prepare(&out).unwrap();
    let written = write(&out, &files()).unwrap();
    assert_eq!(written, [out.join("report.md"), out.join("report.json")]);
    assert_eq!(fs::read_to_string(&written[0]).unwrap(), "the text\n");
    assert_eq!(fs::read_dir(&out).unwrap().count(), 2);
}

#[test]
fn a_directory_that_cannot_be_written_is_named_and_stays_as_it_was() {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().join("taken");
    fs::write(&out, "a file").unwrap();
    let error = prepare(&out).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Auditor);
    assert!(
        error.to_string().contains(&format!("`{}`", out.display())),
        "{error}"
    );
    assert!(write(&out, &files()).is_err());
    assert_eq!(fs::read_to_string(&out).unwrap(), "a file");
}

#[test]
fn where_one_report_cannot_get_its_name_none_is_written() {
    let directory = tempfile::tempdir().unwrap();
    fs::create_dir(directory.path().join("report.json")).unwrap();
    let error = write(directory.path(), &files()).unwrap_err();
    assert!(error.what.ends_with("`report.json` is a directory"), "{error}");
    let left: Vec<_> = fs::read_dir(directory.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(left, ["report.json"]);
}
