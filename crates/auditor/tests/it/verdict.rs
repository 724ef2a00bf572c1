use crate::world::{Run, World, files};
use serde_json::Value;
use std::fs;
use std::process::Stdio;

#[test]
fn an_audit_ends_in_two_reports_and_says_only_where_they_are() {
    let world = World::new();
    let run = world.audit("out", &[]);
    assert_eq!(run.out, "out/report.md\nout/report.json\n");
    assert_eq!(world.names("work/out"), ["report.json", "report.md"]);
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    assert!(run.err.starts_with("swarm scores "), "{}", run.err);
    assert_eq!(world.audit("out", &["--quiet"]).err, "");
    assert_eq!(world.custody(), Vec::<String>::new());
}

#[test]
fn without_a_name_for_it_the_report_goes_below_audit() {
    let world = World::new();
    let run = Run::of(world.command(["audit", "swarm"]).env_remove("AUDITOR_RUBRIC"));
    let commit = &world.git("work/swarm", &["rev-parse", "HEAD"])[..8];
    let directory = format!("audit/swarm-{commit}");
    assert_eq!(
        run.out,
        format!("{directory}/report.md\n{directory}/report.json\n"),
        "{run:?}"
    );
    assert_eq!(world.names("work"), ["audit", "report.md", "swarm"]);
}

#[test]
fn reports_of_one_commit_under_two_rubrics_lie_side_by_side() {
    let world = World::new();
    let commit = &world.git("work/swarm", &["rev-parse", "HEAD"])[..8];
    world.write(
        "work/mine.yaml",
        "dimensions: [{id: a, forensic_protocol: git_history}]\n",
    );
    for rubric in ["peer-review", "mine.yaml"] {
        assert_eq!(
            world.auditor(["audit", "swarm", "--rubric", rubric]).code,
            Some(0)
        );
    }
    assert_eq!(
        world.names("work/audit"),
        [
            format!("swarm-{commit}-mine"),
            format!("swarm-{commit}-peer-review")
        ]
    );
}

#[test]
fn the_report_keeps_its_schema_and_has_every_dimension_of_the_rubric() {
    let world = World::new();
    let schema: Value = serde_json::from_str(&world.auditor(["schema", "report"]).out).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for rubric in ["automaton-auditor", "peer-review"] {
        world.audit(rubric, &["--rubric", rubric]);
        let report = world.json(&format!("work/{rubric}/report.json"));
        let faults: Vec<String> = validator
            .iter_errors(&report)
            .map(|fault| format!("{}: {fault}", fault.instance_path()))
            .collect();
        assert_eq!(faults, Vec::<String>::new());
        let source = world.auditor(["rubric", "show", rubric]).out;
        assert_eq!(
            ids(&report["criteria"], "dimension_id"),
            dimensions(&source),
            "{rubric}"
        );
    }
}

fn ids(list: &Value, key: &str) -> Vec<String> {
    let entries = list.as_array().into_iter().flatten();
    entries
        .map(|entry| entry[key].as_str().unwrap().to_owned())
        .collect()
}

/// The ids of the dimensions in the text of a built-in rubric.
fn dimensions(source: &str) -> Vec<String> {
    let (_, list) = source.split_once("\ndimensions:\n").unwrap();
    let ids = list.lines().filter_map(|line| line.strip_prefix("  - id: "));
    ids.map(str::to_owned).collect()
}

#[test]
fn no_output_tells_of_this_machine_or_carries_control_characters() {
    let world = World::new();
    world.audit("out", &[]);
    let room = world.path("").display().to_string();
    for (path, bytes) in files(&world.path("work/out")) {
        let text = String::from_utf8(bytes).unwrap();
        assert!(!text.contains(room.trim_end_matches('/')), "{path:?}");
        assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{path:?}");
        assert!(text.ends_with('\n'), "{path:?}");
    }
}

#[test]
fn the_same_subject_gives_the_same_bytes_however_it_is_audited() {
    let world = World::new();
    world.audit("first", &[]);
    let first = world.reports("first");
    world.audit("again", &[]);
    world.audit("alone", &["--fresh", "--jobs", "1"]);
    world.audit("crowd", &["--fresh", "--jobs", "7"]);
    let elsewhere = world.path("elsewhere").display().to_string();
    world.audit("elsewhere", &["--data", &elsewhere]);
    let absolute = world.path("work/absolute").display().to_string();
    world.audit(&absolute, &["-v", "--format", "json"]);
    for out in ["again", "alone", "crowd", "elsewhere", "absolute"] {
        assert_eq!(world.reports(out), first, "{out}");
    }
}

#[test]
fn a_clone_elsewhere_with_another_locale_and_time_zone_gives_the_same_bytes() {
    let world = World::new();
    world.audit("first", &[]);
    fs::create_dir(world.path("deep")).unwrap();
    world.git("deep", &["clone", "--quiet", "../work/swarm", "swarm"]);
    for (out, data) in [("same", "data"), ("other", "data2")] {
        let subject = world.path("deep/swarm");
        let mut command = world.command(["audit", subject.to_str().unwrap(), "--report", "report.md"]);
        command
            .args(["--out", out])
            .env("AUDITOR_DATA", world.path(data))
            .envs([
                ("TZ", "Asia/Kathmandu"),
                ("LC_ALL", "tr_TR.UTF-8"),
                ("CI", "true"),
            ]);
        let run = Run::of(&mut command);
        assert_eq!(run.code, Some(0), "{run:?}");
        assert_eq!(world.reports(out), world.reports("first"), "{out}");
    }
}

#[test]
fn a_standard_output_that_is_full_fails_the_run_and_leaves_whole_reports() {
    let world = World::new();
    world.audit("first", &[]);
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let mut command = world.command([
        "audit",
        "swarm",
        "--report",
        "report.md",
        "--out",
        "out",
        "--quiet",
    ]);
    let output = command.stdout(Stdio::from(full)).stderr(Stdio::piped()).spawn();
    let run: Run = output.unwrap().wait_with_output().unwrap().into();
    assert_eq!(
        (run.code, run.err.as_str()),
        (
            Some(1),
            "auditor: standard output: No space left on device (os error 28)\n"
        )
    );
    assert_eq!(world.reports("out"), world.reports("first"));
}
