use super::*;
use std::os::unix::fs::symlink;

#[test]
fn a_report_that_a_link_of_the_subject_leads_to_is_refused_and_not_opened() {
    let room = tempfile::tempdir().unwrap();
    let place = |name: &str| room.path().join(name);
    for name in ["subject/.git", "private"] {
        std::fs::create_dir_all(place(name)).unwrap();
    }
    for name in ["subject/plain.md", "private/diary.md"] {
        std::fs::write(place(name), name).unwrap();
    }
    symlink("../private/diary.md", place("subject/report.md")).unwrap();
    symlink("../private", place("subject/reports")).unwrap();
    symlink("subject/plain.md", place("own.md")).unwrap();
    let subject_directory = SubjectDirectory::of(&place("subject").display().to_string());
    let read_one = |name: &str| read(&[place(name)], subject_directory.as_ref());
    for name in ["subject/report.md", "subject/reports/diary.md"] {
        let refused = read_one(name).err().unwrap();
        assert_eq!(refused.kind, crate::error::ErrorKind::Usage);
        assert!(
            refused
                .what
                .contains("is a symbolic link that lies in the subject"),
            "{refused}"
        );
    }
    for name in ["subject/plain.md", "private/diary.md", "own.md"] {
        assert_eq!(read_one(name).unwrap().len(), 1, "{name}");
    }
}
