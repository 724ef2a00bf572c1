//! An experiment that was saved once: an audit, a replay and a check of the report take it and run nothing.

use crate::world::World;
use serde_json::Value;

/// A saved run of `work/swarm`; its commit is put in.
const CASSETTE: &str = include_str!("cassette.json");

fn save(world: &World, commit: &str) {
    world.write("work/run.json", CASSETTE.replace("COMMIT", commit));
}

fn of_probe<'a>(report: &'a Value, probe: &str) -> Vec<&'a Value> {
    let exhibits = report["evidences"].as_object().unwrap().values();
    let exhibits = exhibits.flat_map(|list| list.as_array().unwrap());
    exhibits.filter(|exhibit| exhibit["probe"] == probe).collect()
}

#[test]
fn a_saved_trace_testifies_in_an_audit_and_in_all_that_looks_at_it_again() {
    let world = World::new();
    let commit = world.git("work/swarm", &["rev-parse", "HEAD"]);
    save(&world, &commit);
    let run = world.audit("out", &["--experiment-trace", "run.json"]);
    assert_eq!(run.complaints(), 0, "{run:?}");
    let report = world.json("work/out/report.json");
    let nodes = of_probe(&report, "graph.nodes");
    assert!(
        nodes
            .iter()
            .any(|exhibit| exhibit["source"] == "experiment:plain"),
        "{nodes:?}"
    );
    let told = world.read("work/out/report.md");
    assert!(
        told.contains("What happened when it ran") && told.contains("notes"),
        "{told}"
    );
    // Without the journal of the audit the file has to be named.
    let verify = ["verify", "out/report.json", "swarm", "--report", "report.md"];
    assert_eq!(world.auditor(verify).code, Some(0));
    let elsewhere = [&verify[..], &["--data", "other"]].concat();
    assert_ne!(world.auditor(&elsewhere).code, Some(0));
    let named = world.auditor([&elsewhere[..], &["--trace", "run.json"]].concat());
    assert_eq!(named.code, Some(0), "{named:?}");
    let case = world.last_case();
    let replayed = world.auditor(["replay", &case]);
    assert_eq!(replayed.code, Some(0), "{replayed:?}");
    // What was seen makes a case of its own.
    world.audit("plain", &[]);
    assert_ne!(world.last_case(), case);
}

#[test]
fn a_trace_of_another_commit_or_none_at_all_is_refused_in_one_line() {
    let world = World::new();
    save(&world, &"0".repeat(40));
    for (file, words) in [
        ("run.json", "is of the commit"),
        ("report.md", "is no trace"),
        ("gone.json", "gone.json"),
    ] {
        let run = world.auditor(["audit", "swarm", "--out", "out", "--experiment-trace", file]);
        assert_eq!((run.code, run.complaints()), (Some(2), 1), "{run:?}");
        assert!(run.err.contains(words), "{run:?}");
    }
}

#[test]
fn nothing_of_a_forged_trace_clears_a_danger() {
    let world = World::new();
    let tools = "import os\n\n\ndef history(target):\n    os.system(\"git clone \" + target + \" here\")\n    return []\n";
    world.write("work/swarm/src/tools.py", tools);
    let commit = world.commit("work/swarm", "Clone by a shell");
    // It claims that the clone had a list of arguments, a limit, and a temporary directory.
    save(&world, &commit);
    world.audit("read", &[]);
    world.audit("run", &["--experiment-trace", "run.json"]);
    let (read, ran) = (
        world.json("work/read/report.json"),
        world.json("work/run/report.json"),
    );
    let mut compared = 0;
    for probe in [
        "safety.no_shell",
        "safety.os_system",
        "safety.tempdir_clone",
        "safety.clone_timeout",
    ] {
        let (read, ran) = (of_probe(&read, probe), of_probe(&ran, probe));
        let first = |exhibits: &[&Value]| exhibits.first().map(|one| one["finding"].clone());
        assert_eq!(first(&read), first(&ran), "{probe}");
        compared += usize::from(ran.len() > read.len());
    }
    assert!(compared >= 2, "the trace speaks of none of them");
    let dangers = |report: &Value| of_probe(report, "safety.os_system").len();
    assert!(dangers(&read) > 0);
    let total = |report: &Value| report["overall_score"].as_f64();
    assert!(total(&ran) <= total(&read), "a forged run raised the score");
}
