use crate::world::{Run, World};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;

fn uncommitted(world: &World, out: &str) -> Value {
    world.json(&format!("work/{out}/report.json"))["coverage"]["uncommitted"].clone()
}

#[test]
fn the_commit_is_audited_and_what_is_uncommitted_is_told_also_when_it_comes_later() {
    let world = World::new();
    world.audit("clean", &[]);
    assert_eq!(uncommitted(&world, "clean"), Value::Null);
    world.write("work/swarm/src/graph.py", "raise SystemExit\n");
    world.audit("one", &[]);
    assert_eq!(
        uncommitted(&world, "one"),
        "1 file is changed or untracked, and not audited"
    );
    assert!(
        world
            .read("work/one/report.md")
            .contains("1 file is changed or untracked")
    );
    world.write("work/swarm/src/new.py", "");
    world.audit("two", &[]);
    assert_eq!(
        uncommitted(&world, "two"),
        "2 files are changed or untracked, and not audited"
    );
    world.git("work/swarm", &["checkout", "--quiet", "src/graph.py"]);
    world.git("work/swarm", &["clean", "--quiet", "--force"]);
    world.audit("restored", &[]);
    assert_eq!(world.reports("restored"), world.reports("clean"));
    let scores = |out| world.json(&format!("work/{out}/report.json"))["criteria"].clone();
    assert_eq!(scores("two"), scores("clean"), "the commit is what is judged");
}

#[test]
fn a_change_of_mode_or_of_the_index_alone_is_a_change_too() {
    let world = World::new();
    world.audit("clean", &[]);
    let main = world.path("work/swarm/main.py");
    fs::set_permissions(&main, fs::Permissions::from_mode(0o755)).unwrap();
    world.audit("mode", &[]);
    assert!(uncommitted(&world, "mode").is_string());
    fs::set_permissions(&main, fs::Permissions::from_mode(0o644)).unwrap();
    world.git("work/swarm", &["rm", "--quiet", "--cached", "README.md"]);
    world.audit("index", &[]);
    assert!(uncommitted(&world, "index").is_string());
}

#[test]
fn a_new_commit_is_a_new_case_and_a_revision_is_audited_as_it_was() {
    let world = World::new();
    world.audit("old", &[]);
    let old = world.json("work/old/report.json")["commit"]
        .as_str()
        .unwrap()
        .to_owned();
    world.write("work/swarm/src/graph.py", "pass\n");
    let new = world.commit("work/swarm", "Take the graph out");
    world.audit("new", &[]);
    assert_eq!(world.json("work/new/report.json")["commit"], new);
    assert_eq!(world.cases().len(), 2);
    world.audit("rev", &["--rev", &old]);
    assert_eq!(world.reports("rev"), world.reports("old"));
    world.audit("head", &["--rev", "HEAD"]);
    assert_eq!(world.reports("head"), world.reports("new"));
}

#[test]
fn a_bare_copy_and_a_linked_working_tree_are_audited_like_the_repository() {
    let world = World::new();
    fs::create_dir(world.path("bare")).unwrap();
    world.git("bare", &["clone", "--quiet", "--bare", "../work/swarm", "swarm"]);
    fs::create_dir(world.path("linked")).unwrap();
    world.git(
        "work/swarm",
        &["worktree", "add", "--quiet", "../../linked/swarm"],
    );
    world.audit("out", &[]);
    for place in ["../bare/swarm", "../linked/swarm"] {
        let run = world.auditor([
            "audit",
            place,
            "--report",
            "report.md",
            "--out",
            "copy",
            "--fresh",
        ]);
        assert_eq!(run.code, Some(0), "{place}: {run:?}");
        assert_eq!(world.reports("copy"), world.reports("out"), "{place}");
    }
}

#[test]
fn a_shallow_copy_is_called_incomplete_also_after_the_whole_one_was_audited() {
    let world = World::new();
    world.audit("whole", &[]);
    fs::create_dir(world.path("copy")).unwrap();
    let source = format!("file://{}", world.path("work/swarm").display());
    world.git("copy", &["clone", "--quiet", "--depth=1", &source, "swarm"]);
    let run = world.auditor(["audit", "../copy/swarm", "--out", "shallow"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let report = world.json("work/shallow/report.json");
    assert_eq!(report["history"]["complete"], false);
    assert_eq!(world.json("work/whole/report.json")["history"]["complete"], true);
}

#[test]
fn an_audit_from_within_the_subject_is_the_same_audit() {
    let world = World::new();
    world.audit("out", &[]);
    let mut command = world.command(["audit", ".", "--report", "../report.md", "--out", "../inside"]);
    let run = Run::of(command.current_dir(world.path("work/swarm")));
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(world.reports("inside"), world.reports("out"));
}

#[test]
fn links_go_by_the_origin_of_a_clone_and_nothing_else_does() {
    let world = World::new();
    world.audit("without", &[]);
    let address = "https://ada:secret@github.com/someone/other.git";
    world.git("work/swarm", &["remote", "add", "origin", address]);
    world.audit("with", &[]);
    let report = world.json("work/with/report.json");
    assert_eq!(report["origin"], "https://github.com/someone/other");
    assert_eq!(report["repo_url"], Value::Null, "nothing was fetched from there");
    let text = world.read("work/with/report.md");
    assert!(text.starts_with("# Audit of swarm\n"), "{text}");
    assert!(
        text.contains("](https://github.com/someone/other/blob/"),
        "{text}"
    );
    assert!(text.contains("which the clone names as its origin"), "{text}");
    assert!(!text.contains("secret") && !report.to_string().contains("secret"));
    let of = |out: &str, key: &str| world.json(&format!("work/{out}/report.json"))[key].clone();
    assert_eq!(of("with", "criteria"), of("without", "criteria"));
    for (index, address) in [
        "https://127.0.0.1/o/n",
        "https://git.example.org/o/n",
        "ext::sh -c true",
        "/srv/other.git",
    ]
    .into_iter()
    .enumerate()
    {
        world.git("work/swarm", &["remote", "set-url", "origin", address]);
        let out = format!("hostile{index}");
        world.audit(&out, &[]);
        assert_eq!(of(&out, "origin"), Value::Null, "{address}");
        assert_eq!(world.reports(&out), world.reports("without"), "{address}");
    }
    let verified = world.auditor(["verify", "with/report.json", "swarm", "--report", "report.md"]);
    assert_eq!(verified.code, Some(0), "{verified:?}");
}
