use super::*;

#[test]
fn globs_mean_names_anywhere_folders_whole_and_paths_from_the_root() {
    let cases = [
        ("README.md", "docs/README.md", true),
        ("/README.md", "docs/README.md", false),
        ("src/*.py", "src/a/b.py", false),
        ("src/**/*.py", "src/a/b.py", true),
        ("src/", "src/a/b.py", true),
        ("*.{yml,yaml}", ".github/workflows/a.yml", true),
    ];
    for (glob, path, expected) in cases {
        let paths = Paths::of(&[glob.to_owned()]).unwrap();
        assert_eq!(paths.has(path), expected, "{glob} {path}");
    }
    let paths = Paths::of(&["*.py".to_owned(), "!tests/**".to_owned()]).unwrap();
    assert!(paths.has("a.py") && !paths.has("tests/a.py") && !paths.has("a.rs"));
}

#[test]
fn tests_are_told_by_folder_and_name_in_every_language() {
    for path in [
        "tests/a.py",
        "a/__tests__/b.ts",
        "pkg/a_test.go",
        "x.spec.ts",
        "src/FooTest.java",
        "fuzz/seeds/graph.py",
        "benches/speed.rs",
        "test_a.py",
    ] {
        assert!(is_test_path(path), "{path}");
    }
    for path in ["src/latest.py", "contest/a.go", "attestation.rs"] {
        assert!(!is_test_path(path), "{path}");
    }
}
