use super::*;

fn parcel() -> Parcel {
    Parcel {
        code: Some(0),
        said: "two\nlines".to_owned(),
        files: vec![
            ("report.json".to_owned(), b"{}\n".to_vec()),
            ("report.md".to_owned(), vec![0, 255, 10]),
        ],
    }
}

#[test]
fn what_is_packed_is_unpacked_and_the_same_gives_the_same_bytes() {
    let packed = parcel().pack().unwrap();
    assert_eq!(packed, parcel().pack().unwrap());
    assert_eq!(Parcel::unpack(&packed), Ok(parcel()));
    let refusal = Parcel::refusal("it died".to_owned());
    assert_eq!(Parcel::unpack(&refusal.pack().unwrap()), Ok(refusal));
}

#[test]
fn a_folder_is_taken_by_its_files_in_the_order_of_their_names() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("inner")).unwrap();
    for name in ["b.json", "a.md"] {
        fs::write(folder.path().join(name), name).unwrap();
    }
    let found = Parcel::of(Some(10), String::new(), folder.path()).unwrap();
    let names: Vec<&str> = found.files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!((found.code, names), (Some(10), vec!["a.md", "b.json"]));
}

#[test]
fn no_name_leads_out_of_the_folder() {
    for name in ["../report.md", "/etc/report.md", "a/b", "..", ""] {
        let mut hostile = parcel();
        hostile.files[0].0 = name.to_owned();
        let packed = hostile.packed().unwrap();
        assert!(Parcel::unpack(&packed).is_err(), "{name}");
    }
    assert!(Parcel::unpack(b"no archive").is_err());
}
