use super::*;

const TREE: &str = "//- src/state.py\n//- src/nodes/judges.py\n//- README.md\n";

#[test]
fn the_file_that_was_meant_has_the_same_name_or_nearly_the_same_path() {
    let tree = Tree::of(&Snapshot::from_fixture(TREE));
    assert_eq!(
        tree.nearest("src/judges.py").as_deref(),
        Some("src/nodes/judges.py")
    );
    assert_eq!(tree.nearest("src/stat.py").as_deref(), Some("src/state.py"));
    assert_eq!(tree.nearest("docs/handbook/chapter.rst"), None);
}

#[test]
fn what_ignore_files_modules_and_tools_put_beside_the_files_is_left_out() {
    let tree = Tree::of(&Snapshot::from_fixture(&format!(
        "{TREE}//- .gitignore\n*.log\ndata/raw/*.pdf\n!kept.log\n//- web/.gitignore\n/out\n*.map\n//- .gitmodules\n[submodule \"p\"]\n\tpath = vendor/parser\n"
    )));
    for path in [
        "a.log",
        "data/raw/a.pdf",
        "data/",
        "data/raw/",
        "web/out/a.js",
        "web/src/a.map",
        "vendor/parser/package.json",
        "web/node_modules/x/index.js",
    ] {
        assert!(tree.is_left_out(path), "{path}");
    }
    for path in [
        "data/list.csv",
        "out/a.js",
        "a.map",
        "vendor/other.c",
        "dat/",
        "src/none.py",
    ] {
        assert!(!tree.is_left_out(path), "{path}");
    }
}

#[test]
fn a_file_in_other_letters_or_before_its_build_is_no_missing_one() {
    let tree = Tree::of(&Snapshot::from_fixture(
        "//- Docs/Guide.md\n//- src/a.ts\n//- src/b.py\n",
    ));
    for path in ["docs/guide.md", "docs/guide.html", "src/a.js", "web/src/a.js"] {
        assert!(tree.has_source_of(path), "{path}");
    }
    for path in ["docs/guide.pdf", "src/a.py", "src/b.js"] {
        assert!(!tree.has_source_of(path), "{path}");
    }
}
