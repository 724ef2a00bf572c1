use super::{PARTS_MAX, of};
use subject::{File, Snapshot};

fn snapshot(paths: impl Iterator<Item = String>) -> Snapshot {
    let mut snapshot = Snapshot::default();
    for path in paths {
        snapshot.files.insert(path, File { bytes: Vec::new() });
    }
    snapshot
}

#[test]
fn every_part_of_a_thousand_files_is_named_with_a_place_and_none_of_a_few() {
    let many = snapshot((0..1_000).map(|at| format!("services/s{:02}/src/f{at}.py", at % 25)));
    let parts = of(&many);
    assert_eq!(parts.len(), 25);
    assert!((0..25).all(|at| parts[at].starts_with(&format!(
        "services/s{at:02}/src (40 files, such as services/s{at:02}/"
    ))));
    assert!(of(&snapshot((0..20).map(|at| format!("src/f{at}.py")))).is_empty());
}

#[test]
fn folders_are_taken_together_until_they_can_be_named() {
    let many = snapshot((0..1_000).map(|at| format!("a{}/b{}/c{at}/f.py", at % 3, at % 30)));
    let parts = of(&many);
    assert!(parts.len() <= PARTS_MAX && parts.len() == 30, "{parts:?}");
}

#[test]
fn a_part_is_shown_by_its_names_and_by_how_files_begin_that_say_most_of_it() {
    let mut many = snapshot((0..300).map(|at| format!("s{}/f{at}.py", at % 3)));
    let file = |text: &str| File {
        bytes: text.as_bytes().to_vec(),
    };
    many.files
        .insert("s1/README.md".to_owned(), file("# Mail\n\nSends mail.\n"));
    many.files.insert(
        "s1/blob.bin".to_owned(),
        File {
            bytes: vec![0xff, 0xfe, 0x00],
        },
    );
    let parts = super::shown(&many);
    let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
    assert_eq!(names, ["s0", "s1", "s2"]);
    let mail = &parts[1];
    assert!(
        mail.text.starts_with("102 files: ")
            && mail
                .text
                .contains("How s1/README.md begins:\n1: # Mail\n2: \n3: Sends mail.")
    );
    assert_eq!((mail.files["s1/README.md"], mail.files["s1/blob.bin"]), (3, 0));
    assert!(parts.iter().all(|part| part.tokens() < 3_000));
}
