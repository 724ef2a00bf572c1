use super::{Roots, directory};
use std::path::{Path, PathBuf};

#[test]
fn a_path_counts_by_where_it_really_is() {
    let place = tempfile::tempdir().unwrap();
    let (inside, outside) = (place.path().join("in"), place.path().join("out"));
    std::fs::create_dir_all(inside.join("deep")).unwrap();
    std::fs::create_dir(&outside).unwrap();
    std::os::unix::fs::symlink(&outside, inside.join("way")).unwrap();
    let roots = Roots::of([inside.clone()]);
    assert!(roots.path(&inside.join("deep")).is_ok());
    assert!(roots.path(&inside).is_ok());
    for path in ["way", "../out", "deep/../../out", "missing"] {
        assert!(roots.path(&inside.join(path)).is_err(), "{path}");
    }
    // A name that only begins alike is another directory.
    std::fs::create_dir(place.path().join("inner")).unwrap();
    assert!(roots.path(&place.path().join("inner")).is_err());
}

#[test]
fn a_subject_elsewhere_is_not_of_this_machine_and_one_here_has_to_lie_in_a_root() {
    let place = tempfile::tempdir().unwrap();
    let roots = Roots::of([place.path().to_owned()]);
    assert_eq!(roots.subject("owner/name").unwrap(), "owner/name");
    assert!(roots.subject("/").is_err());
    assert!(roots.subject("file:///etc").is_err());
    assert!(roots.subject("folder:/etc").is_err());
    assert!(roots.subject("http://localhost/x").is_err());
}

#[test]
fn a_built_in_name_is_no_path() {
    let roots = Roots::of([]);
    assert_eq!(roots.name_or_path("engineering").unwrap(), "engineering");
    assert!(roots.name_or_path("/etc/passwd").is_err());
    assert!(roots.name_or_path("../rubric.json").is_err());
}

#[test]
fn two_lists_of_roots_leave_what_lies_in_both() {
    let place = tempfile::tempdir().unwrap();
    let deep = place.path().join("deep");
    std::fs::create_dir(&deep).unwrap();
    let (wide, narrow) = (Roots::of([place.path().to_owned()]), Roots::of([deep.clone()]));
    for both in [wide.within(&narrow), narrow.within(&wide)] {
        assert!(both.path(&deep).is_ok());
        assert!(both.path(place.path()).is_err());
    }
}

#[test]
fn a_uri_of_a_file_is_a_path() {
    assert_eq!(directory("file:///a%20b/c").as_deref(), Some(Path::new("/a b/c")));
    assert_eq!(directory("file://host/a"), Some(PathBuf::from("/a")));
    assert_eq!(directory("https://host/a"), None);
    assert_eq!(directory("file:///a%2"), None);
}
