use crate::world::{Run, World};

/// Runs the program with variables of its own.
fn with(world: &World, arguments: &[&str], variables: &[(&str, &str)]) -> Run {
    Run::of(world.command(arguments).envs(variables.iter().copied()))
}

#[test]
fn a_verdict_below_the_gate_ends_in_ten_and_is_written_all_the_same() {
    let world = World::new();
    for (least, code) in [("5", 10), ("4.99", 10), ("1", 0), ("0", 0), ("1.5", 0)] {
        let run = world.auditor(["audit", "swarm", "--out", least, "--min-score", least]);
        assert_eq!(run.code, Some(code), "{least}: {run:?}");
        assert_eq!(run.complaints(), 0, "{least}: {}", run.err);
        assert_eq!(
            world.names(&format!("work/{least}")),
            ["report.json", "report.md"]
        );
        assert_eq!(
            world.reports(least),
            world.reports("5"),
            "the gate is no part of the verdict"
        );
    }
}

#[test]
fn the_gate_is_open_at_exactly_the_score() {
    let world = World::new();
    world.audit("out", &[]);
    let score = world.json("work/out/report.json")["overall_score"]
        .as_f64()
        .unwrap();
    let (at, above) = (format!("{score:.2}"), format!("{:.2}", score + 0.01));
    for (least, code) in [(at, 0), (above, 10)] {
        let run = world.auditor(["audit", "swarm", "--report", "report.md", "--min-score", &least]);
        assert_eq!(run.code, Some(code), "{score} against {least}");
    }
}

#[test]
fn every_flag_of_an_audit_has_a_twin_in_the_environment() {
    let world = World::new();
    let first = world.git("work/swarm", &["rev-parse", "HEAD~1"]);
    let twins: [(&str, &str, &str); 9] = [
        ("--rubric", "AUDITOR_RUBRIC", "peer-review"),
        ("--rev", "AUDITOR_REV", &first),
        ("--report", "AUDITOR_REPORT", "report.md"),
        ("--format", "AUDITOR_FORMAT", "json"),
        ("--jobs", "AUDITOR_JOBS", "2"),
        ("--min-score", "AUDITOR_MIN_SCORE", "5"),
        // Values that are refused show that the twin is looked at.
        ("--format", "AUDITOR_FORMAT", "docx"),
        ("--jobs", "AUDITOR_JOBS", "0"),
        ("--rubric", "AUDITOR_RUBRIC", "nowhere.yaml"),
    ];
    for (flag, variable, value) in twins {
        let by_flag = world.auditor(["audit", "swarm", "--out", "flag", flag, value]);
        let by_twin = with(
            &world,
            &["audit", "swarm"],
            &[(variable, value), ("AUDITOR_OUT", "twin")],
        );
        assert_eq!(by_twin.code, by_flag.code, "{variable}");
        assert_eq!(by_twin.err, by_flag.err, "{variable}");
        assert_eq!(by_twin.out, by_flag.out.replace("flag/", "twin/"), "{variable}");
        if by_flag.code == Some(0) {
            assert_eq!(world.reports("twin"), world.reports("flag"), "{variable}");
        }
    }
}

#[test]
fn a_flag_goes_before_its_twin() {
    let world = World::new();
    let variables = [
        ("AUDITOR_OUT", "twin"),
        ("AUDITOR_MIN_SCORE", "5"),
        ("AUDITOR_QUIET", "true"),
    ];
    let run = with(
        &world,
        &["audit", "swarm", "--out", "flag", "--min-score", "1"],
        &variables,
    );
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{run:?}");
    assert_eq!(world.names("work"), ["flag", "report.md", "swarm"]);
}

#[test]
fn a_variable_that_is_set_to_nothing_is_not_set() {
    let world = World::new();
    let mut unset = world.command(["audit", "swarm"]);
    let plain = Run::of(unset.env_remove("AUDITOR_RUBRIC"));
    let names = [
        "OUT",
        "RUBRIC",
        "MIN_SCORE",
        "REV",
        "REPORT",
        "FORMAT",
        "JOBS",
        "FRESH",
        "QUIET",
        "VERBOSE",
        "DATA",
    ];
    let names = names.map(|name| format!("AUDITOR_{name}"));
    let variables: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "")).collect();
    assert_eq!(with(&world, &["audit", "swarm"], &variables), plain);
    assert_eq!(plain.code, Some(0), "{plain:?}");
}

#[test]
fn switches_have_twins_too() {
    let world = World::new();
    let talk = |variables: &[(&str, &str)]| with(&world, &["audit", "swarm"], variables).err;
    assert!(talk(&[("AUDITOR_VERBOSE", "true")]).contains("done         seize"));
    assert!(talk(&[("AUDITOR_VERBOSE", "1")]).contains("remembered   seize"));
    assert!(talk(&[("AUDITOR_VERBOSE", "1"), ("AUDITOR_FRESH", "1")]).contains("done         seize"));
    assert_eq!(talk(&[("AUDITOR_QUIET", "1")]), "");
    assert_eq!(talk(&[("AUDITOR_QUIET", "0")]).lines().count(), 1);
}

#[test]
fn a_report_may_have_a_comma_in_its_name() {
    let world = World::new();
    world.write("work/Ann, Bob.md", world.read("work/report.md"));
    world.audit("out", &["--report", "Ann, Bob.md"]);
    let twin = with(
        &world,
        &["audit", "swarm", "--out", "twin"],
        &[("AUDITOR_REPORT", "Ann, Bob.md")],
    );
    assert_eq!(twin.code, Some(0), "{twin:?}");
    let report = world.json("work/twin/report.json");
    assert_eq!(report["coverage"]["reports"][0]["name"], "Ann, Bob.md");
}

#[test]
fn a_fresh_machine_with_an_empty_home_keeps_its_journal_there() {
    let world = World::new();
    let run = Run::of(world.command(["audit", "swarm"]).env_remove("AUDITOR_DATA"));
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(
        world
            .path("home/.local/share/automaton-auditor/journal.sqlite")
            .is_file()
    );
    assert_eq!(world.names(""), ["home", "work"]);
}

#[test]
fn a_home_that_cannot_be_used_is_told_with_the_way_out() {
    let world = World::new();
    for (home, code, problem) in [
        (
            "relative",
            2,
            "no place to keep the journal: HOME is not an absolute path",
        ),
        (
            "/dev/null",
            1,
            "the journal in /dev/null/.local/share/automaton-auditor: Not a directory (os error 20)",
        ),
    ] {
        let run = Run::of(
            world
                .command(["audit", "swarm"])
                .env_remove("AUDITOR_DATA")
                .env("HOME", home),
        );
        assert_eq!(run.code, Some(code), "{run:?}");
        let message = run.err.strip_prefix("auditor: ").unwrap();
        assert!(message.starts_with(problem), "{}", run.err);
        assert!(message.contains("in AUDITOR_DATA\n"), "{}", run.err);
        assert_eq!(world.names("work"), ["report.md", "swarm"]);
    }
}

#[test]
fn without_git_the_auditor_says_what_to_install() {
    let world = World::new();
    let run = Run::of(world.command(["audit", "swarm"]).env("PATH", world.path("home")));
    assert_eq!(run.code, Some(1), "{run:?}");
    assert_eq!(
        run.err,
        "auditor: looking for git: there is none on PATH\n  hint: install git 2.30 or newer and see that it is on PATH\n"
    );
}

#[test]
fn where_hosts_are_named_no_other_is_contacted() {
    let world = World::new();
    world.write(
        "work/auditor.toml",
        "hosts = [\"github.com\", \"https://git.example.org\"]\n",
    );
    for (subject, flags) in [
        ("https://gitlab.com/owner/name", &[] as &[&str]),
        ("git@git.example.org:owner/name", &[]),
        ("owner/name", &["--hosts", "gitlab.com"]),
    ] {
        let run = world.auditor(["audit", subject].iter().chain(flags));
        assert_eq!(run.code, Some(3), "{subject}: {run:?}");
        assert!(
            run.err.contains("is not to be cloned: only "),
            "{subject}: {}",
            run.err
        );
        assert_eq!(run.complaints(), 1, "{}", run.err);
        assert_eq!(world.names("data"), Vec::<String>::new());
    }
    let run = world.auditor(["audit", "swarm", "--hosts", "no host"]);
    assert_eq!(run.code, Some(2), "{run:?}");
    // A directory lies on no host.
    world.audit("out", &[]);
}
