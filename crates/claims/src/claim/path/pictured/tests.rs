use super::*;
use documents::document::{Area, read};
use documents::picture::Wanted;
use subject::Snapshot;

const TREE: &str = "//- src/state.py\n//- src/config.py\n//- src/nodes/judges.py\n//- src/nodes/__init__.py\n//- README.md\n//- Report/final.pdf\n//- pyproject.toml\n";

/// Lines with a step of 28 pixels for each space they begin with, which are read a little beside where they stand.
fn lines(rows: &[&str], confidence: u8) -> Vec<Lettered> {
    let line = |(at, row): (i32, &&str)| {
        let text = row.trim_start();
        let level = i32::try_from(row.len() - text.len()).unwrap();
        let (left, top) = (11 + level * 28 + at % 3, 10 + at * 19);
        Lettered {
            text: text.to_owned(),
            area: Area {
                left,
                top,
                right: left + 8 * i32::try_from(text.len()).unwrap(),
                bottom: top + 16,
            },
            confidence,
        }
    };
    (0..).zip(rows).map(line).collect()
}

/// What a picture with these lines shows: here, and missing.
fn of(lines: Vec<Lettered>) -> (Vec<String>, Vec<String>) {
    let lettering = Lettering {
        wanted: Wanted {
            page: 8,
            area: Area::default(),
            is_drawn: false,
        },
        lines: Ok(lines),
        is_cut: false,
    };
    let tree = Tree::of(&Snapshot::from_fixture(TREE));
    let (here, missing): (Vec<Shown>, Vec<Shown>) = shown(&read("r.pdf", b""), &lettering, &tree)
        .into_iter()
        .partition(|shown| shown.is_here);
    let paths = |shown: Vec<Shown>| shown.into_iter().map(|one| one.path).collect();
    (paths(here), paths(missing))
}

fn with(rows: &[&str]) -> (Vec<String>, Vec<String>) {
    of(lines(rows, 99))
}

const DRAWN: [&str; 8] = [
    "my-project/",
    " src/",
    "  state.py",
    "  nodes/",
    "   judges.py",
    " README.md",
    " pyproject.toml",
    " reports/",
];

#[test]
fn levels_are_told_by_left_edges_and_what_is_not_here_is_missing() {
    let (here, missing) = with(&DRAWN);
    assert_eq!(
        here,
        [
            "src/state.py",
            "src/nodes/judges.py",
            "README.md",
            "pyproject.toml"
        ]
    );
    assert_eq!(missing, ["reports/"]);
    let without_root = with(&["src/", " state.py", " config.py", " gone.py", "README.md"]);
    assert_eq!(without_root.1, ["src/gone.py"]);
}

#[test]
fn branches_and_remarks_that_were_read_are_no_part_of_names() {
    let read = [
        "src/",
        " |- state.py",
        " |- config.py  # settings",
        " |- gone.py",
        "README.md",
    ];
    let mut rows = lines(&read, 99);
    let remark = Lettered {
        text: "what the judges share".to_owned(),
        area: Area {
            left: 300,
            right: 500,
            ..rows[1].area
        },
        confidence: 99,
    };
    // A branch that was read begins left of the name, by three letters of eight pixels.
    for row in &mut rows[1..4] {
        row.area.left -= 24;
        row.area.right -= 24;
    }
    rows.insert(2, remark);
    let (here, missing) = of(rows);
    assert_eq!(here, ["src/state.py", "src/config.py", "README.md"]);
    assert_eq!(missing, ["src/gone.py"]);
}

#[test]
fn what_may_be_misread_is_here_and_never_missing() {
    let misread = [
        "src/",
        " config·Py",
        " state-py",
        " nodes/",
        "  init_.py",
        "  Judges..py",
        "READMEmd",
        "pyproject,toml",
    ];
    let (here, missing) = with(&misread);
    assert_eq!(missing, Vec::<String>::new());
    assert_eq!(here.len(), 6, "{here:?}");
}

#[test]
fn what_is_unsure_planned_of_another_level_or_in_a_folder_that_is_not_here_is_not_missing() {
    assert_eq!(of(lines(&DRAWN, 90)).1, Vec::<String>::new());
    for rows in [
        // A plan, a result, and a name that stands in another folder.
        ["src/", " state.py", " gone.py # planned", "README.md"],
        ["src/", " state.py", " config.py", "logs/ # created at run time"],
        ["src/", " state.py", " judges.py", "README.md"],
        ["src/", " state.py", "gone/", " also_gone.py"],
    ] {
        let missing = with(&rows).1;
        assert!(missing.iter().all(|path| path == "gone/"), "{rows:?} {missing:?}");
    }
}

#[test]
fn a_tree_of_another_repository_accuses_nobody_and_other_pictures_are_no_trees() {
    let foreign = [
        "app/",
        " models.py",
        " views.py",
        " urls.py",
        "manage.py",
        "README.md",
    ];
    assert_eq!(with(&foreign), (vec!["README.md".to_owned()], vec![]));
    for rows in [
        &["start", " Prosecutor", " Defense", "end"][..],
        &["README.md", "gone.py", "other.py", "third.py"],
        &["src/", " gone.py"],
        &[],
    ] {
        assert_eq!(with(rows), (vec![], vec![]), "{rows:?}");
    }
}

#[test]
fn uneven_edges_are_no_levels() {
    let mut rows = lines(&DRAWN, 99);
    for (row, left) in rows.iter_mut().zip([11, 30, 95, 160, 180, 44, 21, 130]) {
        row.area.left = left;
    }
    assert_eq!(of(rows), (vec![], vec![]));
}

#[test]
fn a_letter_that_was_taken_for_another_or_lost_accuses_nobody_and_one_too_many_does() {
    let beside = |name: &str| {
        with(&[
            "src/",
            " state.py",
            " config.py",
            &format!(" {name}"),
            "README.md",
        ])
        .1
    };
    for name in ["stote.py", "stte.py", "cunfig.py", "tate.py"] {
        assert_eq!(beside(name), Vec::<String>::new(), "{name}");
    }
    for name in ["states.py", "statistics.py"] {
        assert_eq!(beside(name), [format!("src/{name}")]);
    }
}

#[test]
fn what_stands_below_a_row_that_was_not_read_may_lie_in_another_folder() {
    let mut rows = lines(
        &[
            "src/",
            " state.py",
            " config.py",
            "notes/",
            " gone.py",
            "README.md",
        ],
        99,
    );
    rows.remove(3);
    assert_eq!(
        of(rows),
        (
            ["src/state.py", "src/config.py", "README.md"]
                .map(str::to_owned)
                .to_vec(),
            vec![]
        )
    );
}

#[test]
fn a_remark_behind_one_space_is_no_part_of_a_name_and_a_file_is_no_folder() {
    let rows = [
        "src/",
        " state.py what all share",
        " gone.py The second step",
        "README.md",
        " logs/ Traces",
        "Report/final.pdf This",
    ];
    let (here, missing) = with(&rows);
    assert_eq!(here, ["src/state.py", "README.md", "Report/final.pdf"]);
    assert_eq!(missing, ["src/gone.py"]);
}
