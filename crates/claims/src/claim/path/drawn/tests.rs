use super::*;
use documents::document::read;
use subject::Snapshot;

fn entries(report: &str) -> Vec<(String, bool)> {
    let passages = Passages::of(&read("r.md", report.as_bytes()));
    let tree = Tree::of(&Snapshot::from_fixture("//- src/a.py\n"));
    let drawings = trees(&passages);
    let entries = drawings.iter().flat_map(|drawing| drawing.entries(&tree));
    entries.map(|entry| (entry.path, entry.certain)).collect()
}

#[test]
fn entries_have_the_path_of_the_branches_above_them() {
    let drawn = "my-repo/\n├── src/\n│   ├── a.py      # first,\nof two\n│   └── nodes/\n│       └── b.py\n└── README.md\n";
    let paths = ["src/", "src/a.py", "src/nodes/", "src/nodes/b.py", "README.md"];
    assert_eq!(entries(drawn), paths.map(|path| (path.to_owned(), true)));
    let several =
        "src/ # code\n├── a.py\n├── b.py\n└── c.py\nmain.py\ndocs/    # words\n├── d.md\n├── e/\n└── f.md\n";
    assert_eq!(entries(several)[3].0, "d.md");
    assert_eq!(entries(&several.replace("docs/", "src/"))[3].0, "src/d.md");
    let straight = "│── src/\n│   ├── a.php\n│── b.py\n│── c/\n";
    assert_eq!(entries(straight)[1].0, "src/a.php");
    assert_eq!(entries("src/\n|-- a.py\n|-- b.py\n`-- c/\n")[1].0, "src/b.py");
}

#[test]
fn plans_remarks_and_lost_columns_make_nothing_certain() {
    let certain = |report: &str| entries(report).iter().filter(|(_, certain)| *certain).count();
    assert_eq!(certain("# Proposed layout\n├── a.py\n├── b.py\n└── c.py\n"), 0);
    for root in ["~/.config/it/", "/opt/it/", "$HOME/it/"] {
        assert_eq!(certain(&format!("{root}\n├── a.py\n├── b.py\n└── c.py\n")), 0);
    }
    assert_eq!(certain("├── a.py\n├── b.py  # planned\n└── <name>.py\n"), 1);
    assert_eq!(
        certain("├── audit/  # generated\n│   ├── a.md\n│   └── b.md\n└── c.py\n"),
        1
    );
    assert_eq!(
        certain(
            "├── .runs/  # Pipeline artifacts\n│   ├── trees/\n│   └── a.json\n├── log/  # Logs\n└── c.py # Cached outputs\n"
        ),
        1
    );
    assert_eq!(certain("├── src/\n│   ├── a.py\n│ └── b.py\n└── c.py\n"), 0);
    // Nothing follows the last of a folder on its own level.
    assert_eq!(certain("├── src/\n│ └── core/\n│ └── util/\n└── c.py\n"), 0);
    assert_eq!(
        certain("├── src/\n│   └── [module]/\n│       ├── a.py\n│       └── b.py\n└── c.py\n"),
        2
    );
    let above = "## Parts\n\nA cache (optional)\n\n## Layout\n\n";
    assert_eq!(certain(&format!("{above}├── a.py\n├── b.py\n└── c.py\n")), 3);
    assert_eq!(
        certain("When a new version is needed:\n\n├── a.py\n├── b.py\n└── c.py\n"),
        0
    );
}

#[test]
fn branches_of_other_things_are_no_folders() {
    assert_eq!(entries("├── Prosecutor\n├── Defense\n└── Tech Lead\n"), []);
    let few = "├── apps\n│   └── one\n│       └── a.json\n├── packages\n│   └── two\n│       └── a.json\n";
    assert_eq!(entries(few), []);
}
