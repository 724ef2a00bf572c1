use crate::world::{Run, World};
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;

/// Wrong usage, a bad rubric or a bad setting.
const USAGE: i32 = 2;
/// There is nothing to audit.
const NOTHING: i32 = 3;
/// The auditor, or its surroundings, failed.
const FAILED: i32 = 1;

/// Runs each line of arguments, expects the code and nothing left behind, and gives what was said.
fn told(world: &World, cases: &[(i32, &[&str])]) -> String {
    let mut told = String::new();
    for (code, arguments) in cases {
        let before = listing(world);
        let run = world.auditor(*arguments);
        let shown = arguments.join(" ");
        check(&run, *code, &shown);
        assert_eq!(listing(world), before, "{shown}: something is left behind");
        let err = world.placeless(&run.err);
        let _ = write!(told, "$ auditor {}\n{err}\n", shown.escape_debug());
    }
    told
}

fn check(run: &Run, code: i32, shown: &str) {
    assert_eq!(run.code, Some(code), "{shown}: {run:?}");
    assert_eq!(run.out, "", "{shown}");
    assert_eq!(run.complaints(), 1, "{shown}: {}", run.err);
    assert!(run.err.starts_with("auditor: "), "{shown}: {}", run.err);
    assert!(!run.err.contains("panicked"), "{shown}: {}", run.err);
    assert!(
        !run.err.chars().any(|c| c.is_control() && c != '\n'),
        "{shown}: {:?}",
        run.err
    );
}

fn listing(world: &World) -> [Vec<String>; 4] {
    ["work", "work/kept", "home", "data/custody"].map(|directory| world.names(directory))
}

#[test]
fn subjects_that_cannot_be_audited_are_refused_with_the_reason() {
    let world = World::new();
    fs::create_dir(world.path("work/plain")).unwrap();
    world.init("work/fresh");
    world.write("work/file", "text");
    world.write("work/kept/mine", "stays");
    let told = told(
        &world,
        &[
            (NOTHING, &["audit", "garbage"]),
            (NOTHING, &["audit", ""]),
            (NOTHING, &["audit", "./nowhere", "--out", "kept"]),
            (NOTHING, &["audit", "a/b/c"]),
            (NOTHING, &["audit", "file"]),
            (NOTHING, &["audit", "plain", "--out", "made/for/it"]),
            (NOTHING, &["audit", "swarm/src"]),
            (NOTHING, &["audit", "fresh", "--out", "kept/for/it"]),
            (NOTHING, &["inspect", "fresh"]),
            (NOTHING, &["audit", "ftp://example.org/a/b"]),
            (NOTHING, &["audit", "ext::sh -c id"]),
            (NOTHING, &["audit", "http://example.org/a/b"]),
            (NOTHING, &["audit", "https://user:secret@example.org/a/b"]),
            (NOTHING, &["audit", "https://127.0.0.1/a/b"]),
            (NOTHING, &["audit", "https://0x7f.1/a/b"]),
            (NOTHING, &["audit", "https://[::1]/a/b"]),
            (NOTHING, &["audit", "git@localhost:a/b"]),
            (NOTHING, &["audit", "https://example.org/a/\u{1b}[31m"]),
            (NOTHING, &["audit", "--", "-x"]),
            (NOTHING, &["audit", "swarm", "--rev", "nowhere"]),
            (NOTHING, &["audit", "swarm", "--rev", "00000000"]),
            (NOTHING, &["audit", "swarm", "--rev=--upload-pack=id"]),
            (NOTHING, &["audit", "swarm", "--rev", "HEAD~1"]),
        ],
    );
    insta::assert_snapshot!(told);
}

#[test]
fn reports_that_cannot_be_read_are_refused_with_the_reason() {
    let world = World::new();
    fs::create_dir(world.path("work/folder.pdf")).unwrap();
    let huge = fs::File::create(world.path("work/huge.pdf")).unwrap();
    huge.set_len((50 << 20) + 1).unwrap();
    let report = |path| ["audit", "swarm", "--out", "out", "--report", path];
    let told = told(
        &world,
        &[
            (USAGE, &report("nowhere.pdf")),
            (USAGE, &report("folder.pdf")),
            (USAGE, &report("/dev/null")),
            (USAGE, &report("huge.pdf")),
            (USAGE, &report("")),
        ],
    );
    insta::assert_snapshot!(told);
}

#[test]
fn rubrics_that_cannot_be_used_are_refused_with_place_and_fix() {
    let world = World::new();
    for (name, text) in [
        ("empty.yaml", ""),
        ("broken.yaml", "dimensions:\n  - id: a\n name: b\n"),
        ("broken.json", "{\"dimensions\": [{\"id\": }]}"),
        ("scalar.yaml", "just text\n"),
        ("twice.yaml", "dimensions: [{id: a, name: A}, {id: b}, {id: a}]\n"),
        ("none.yaml", "dimensions: []\n"),
        ("without.yaml", "title: Marks\n"),
        ("infinite.yaml", "dimensions: [{id: a, max_score: .inf}]\n"),
    ] {
        world.write(&format!("work/{name}"), text);
    }
    world.write("work/latin.yaml", b"dimensions: [{id: a, name: \xe9}]");
    let rubric = |name| ["audit", "swarm", "--out", "out", "--rubric", name];
    let told = told(
        &world,
        &[
            (USAGE, &rubric("nowhere.yaml")),
            (USAGE, &rubric("peer-reveiw")),
            (USAGE, &rubric("swarm")),
            (USAGE, &rubric("empty.yaml")),
            (USAGE, &rubric("broken.yaml")),
            (USAGE, &rubric("broken.json")),
            (USAGE, &rubric("scalar.yaml")),
            (USAGE, &rubric("twice.yaml")),
            (USAGE, &rubric("none.yaml")),
            (USAGE, &rubric("without.yaml")),
            (USAGE, &rubric("infinite.yaml")),
            (USAGE, &rubric("latin.yaml")),
            (USAGE, &["rubric", "check", "twice.yaml"]),
            (USAGE, &["rubric", "show", "nowhere"]),
        ],
    );
    insta::assert_snapshot!(told);
}

#[test]
fn wrong_usage_is_told_in_one_message() {
    let world = World::new();
    let told = told(
        &world,
        &[
            (USAGE, &[]),
            (USAGE, &["adit", "swarm"]),
            (USAGE, &["rubric"]),
            (USAGE, &["schema", "verdict"]),
            (USAGE, &["audit"]),
            (USAGE, &["audit", "-x"]),
            (USAGE, &["audit", "swarm", "--mark"]),
            (USAGE, &["audit", "swarm", "\u{1b}[31mred\u{202e}"]),
            (USAGE, &["audit", "swarm", "--quiet", "--verbose"]),
            (USAGE, &["audit", "swarm", "--min-score", "good"]),
            (USAGE, &["audit", "swarm", "--min-score=-1"]),
            (USAGE, &["audit", "swarm", "--format", "md,docx"]),
            (USAGE, &["audit", "swarm", "--jobs", "0"]),
            (USAGE, &["audit", "swarm", "--jobs", "many"]),
            (USAGE, &["audit", "swarm", "--out"]),
            (USAGE, &["audit", "swarm", "other"]),
            (USAGE, &["graph", "--of-audit", "nothing"]),
        ],
    );
    insta::assert_snapshot!(told);
    assert!(!told.contains("__"), "hidden commands stay hidden");
}

#[test]
fn places_that_cannot_be_written_are_told_before_any_work() {
    let world = World::new();
    world.write("work/file", "text");
    world.write("work/text/journal.sqlite", "no database");
    let told = told(
        &world,
        &[
            (FAILED, &["audit", "swarm", "--out", "file"]),
            (FAILED, &["audit", "swarm", "--out", "file/below"]),
            (FAILED, &["audit", "swarm", "--out", "/proc/auditor"]),
            (USAGE, &["audit", "swarm", "--out", ""]),
            (FAILED, &["audit", "swarm", "--out", "new/out", "--data", "file"]),
            (
                FAILED,
                &["audit", "swarm", "--out", "new/out", "--data", "/dev/null/x"],
            ),
            (FAILED, &["audit", "swarm", "--out", "new/out", "--data", "text"]),
            (FAILED, &["cases", "--data", "text"]),
            (FAILED, &["graph", "--of-audit", "a", "--data", "file"]),
        ],
    );
    insta::assert_snapshot!(told);
    assert_eq!(world.read("work/text/journal.sqlite"), "no database");
    assert_eq!(world.read("work/file"), "text");
}

#[test]
fn reports_that_are_broken_leave_their_dimensions_incomplete_and_cost_nothing() {
    let world = World::new();
    world.write("work/broken.pdf", "%PDF-1.7\nnothing that follows is right");
    world.write("work/empty.pdf", "");
    world.write("work/renamed.pdf", [0x7f, b'E', b'L', b'F', 2, 1, 1, 0]);
    assert_eq!(world.auditor(["audit", "swarm", "--out", "plain"]).code, Some(0));
    let plain = world.json("work/plain/report.json");
    for name in ["broken.pdf", "empty.pdf", "renamed.pdf"] {
        let out = format!("{name}.out");
        let run = world.auditor(["audit", "swarm", "--out", &out, "--report", name]);
        assert_eq!(run.code, Some(0), "{run:?}");
        let report = world.json(&format!("work/{out}/report.json"));
        assert_eq!(report["overall_score"], plain["overall_score"], "{name}");
        assert_eq!(report["complete"], false, "{name}");
        assert!(report["coverage"]["reports"][0]["cause"].is_string(), "{name}");
        assert_eq!(
            incomplete(&report),
            ["theoretical_depth", "report_accuracy", "swarm_visual"],
            "{name}"
        );
    }
}

/// The dimensions that are incomplete, each with a reason that names the report and without a score.
fn incomplete(report: &Value) -> Vec<&str> {
    let criteria = report["criteria"].as_array().unwrap();
    let incomplete = criteria.iter().filter(|one| one["status"] == "incomplete");
    incomplete
        .inspect(|one| {
            assert!(one["final_score"].is_null() && one["status_reason"].as_str().unwrap().contains(".pdf"))
        })
        .map(|one| one["dimension_id"].as_str().unwrap())
        .collect()
}
