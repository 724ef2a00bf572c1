//! What is written down once: settings in a file, what `init` makes, completions and manual pages.

use crate::world::{Run, World};

#[test]
fn what_is_typed_goes_before_the_environment_which_goes_before_the_file() {
    let world = World::new();
    world.write(
        "work/auditor.toml",
        "min_score = 5\nformat = [\"csv\"]\nquiet = true\n",
    );
    let audit = |arguments: &[&str], variables: &[(&str, &str)]| {
        let arguments = [["audit", "swarm"].as_slice(), arguments].concat();
        Run::of(world.command(&arguments).envs(variables.iter().copied()))
    };
    let by_file = audit(&[], &[]);
    assert_eq!(by_file.code, Some(10), "{by_file:?}");
    assert!(
        by_file.out.contains("report.csv")
            && by_file.err.lines().count() == 1
            && by_file
                .err
                .starts_with("gate: the overall score is 1.86, below 5. "),
        "{by_file:?}"
    );
    assert_eq!(audit(&[], &[("AUDITOR_MIN_SCORE", "1")]).code, Some(0));
    assert_eq!(
        audit(&["--min-score", "5"], &[("AUDITOR_MIN_SCORE", "1")]).code,
        Some(10)
    );
    assert_eq!(audit(&["--no-config"], &[]).code, Some(0));
    assert!(
        !audit(&["--verbose"], &[]).err.is_empty(),
        "who asks for talk gets it"
    );
}

#[test]
fn a_setting_that_does_not_exist_is_told_with_its_line_and_nothing_is_audited() {
    let world = World::new();
    world.write("work/other.toml", "\nmin_scor = 5\n");
    let run = world.auditor(["audit", "swarm", "--config", "other.toml"]);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(
        run.err.contains("other.toml:2: there is no setting `min_scor`"),
        "{}",
        run.err
    );
    assert!(run.err.contains("there is `min_score`"), "{}", run.err);
    let missing = world.auditor(["audit", "swarm", "--config", "nowhere.toml"]);
    assert_eq!(missing.code, Some(2), "{missing:?}");
}

#[test]
fn the_file_of_the_subject_itself_is_not_read_unless_it_is_named() {
    let world = World::new();
    world.write("work/swarm/auditor.toml", "min_score = 5\n");
    let address = format!("file://{}", world.path("work/swarm").display());
    for subject in [".", "../swarm", &address] {
        let run = Run::of(
            world
                .command(["audit", subject])
                .current_dir(world.path("work/swarm")),
        );
        assert_eq!(run.code, Some(0), "{run:?}");
        assert!(
            run.err
                .contains("auditor.toml is part of the subject and is not read"),
            "{}",
            run.err
        );
    }
    std::os::unix::fs::symlink("swarm/auditor.toml", world.path("work/auditor.toml")).unwrap();
    let linked = world.auditor(["audit", "swarm"]);
    assert_eq!(linked.code, Some(0), "{linked:?}");
    let named = ["audit", ".", "--config", "auditor.toml"];
    let run = Run::of(world.command(named).current_dir(world.path("work/swarm")));
    assert_eq!(run.code, Some(10), "{run:?}");
}

#[test]
fn only_a_file_of_the_users_own_switches_an_experiment_on() {
    let world = World::new();
    let on = "experiment = true\n";
    world.write("own/auditor.toml", on);
    world.write("work/swarm/auditor.toml", on);
    // The working directory may be a copy of whatever is audited.
    world.write("copy/auditor.toml", on);
    world.init("copy");
    let audit = |folder: &str, more: &[&str]| {
        let subject = world.path("work/swarm").display().to_string();
        let arguments = [&["audit", &subject, "--out", "out"], more].concat();
        Run::of(world.command(&arguments).current_dir(world.path(folder)))
    };
    let (not_heeded, wanted) = ("`experiment` of", "experiment: not made: there is no lab");
    for (folder, more, is_heeded) in [
        ("own", [].as_slice(), true),
        ("copy", &[], false),
        ("copy", &["--config", "auditor.toml"], true),
        ("copy", &["--config", "../work/swarm/auditor.toml"], false),
        ("copy", &["--experiment"], true),
    ] {
        let run = audit(folder, more);
        assert_eq!(run.code, Some(0), "{run:?}");
        assert_eq!(
            run.err.contains(wanted),
            is_heeded,
            "{folder} {more:?}: {}",
            run.err
        );
        let is_refused = run.err.contains(not_heeded);
        assert_eq!(is_refused, !is_heeded, "{folder} {more:?}: {}", run.err);
    }
}

#[test]
fn init_writes_what_works_as_it_is_and_overwrites_nothing() {
    let world = World::new();
    let first = world.auditor(["init", "fresh"]);
    assert_eq!(first.code, Some(0), "{first:?}");
    assert_eq!(
        first
            .out
            .lines()
            .filter(|line| line.starts_with("wrote "))
            .count(),
        5,
        "{}",
        first.out
    );
    let rubric = "fresh/auditor-rubric.yaml";
    let audit = [
        "audit",
        "swarm",
        "--config",
        "fresh/auditor.toml",
        "--rubric",
        rubric,
    ];
    assert_eq!(world.auditor(audit).code, Some(0));
    world.write(&format!("work/{rubric}"), "mine");
    let second = world.auditor(["init", "fresh"]);
    assert_eq!(
        second
            .out
            .lines()
            .filter(|line| line.starts_with("kept "))
            .count(),
        5,
        "{}",
        second.out
    );
    assert_eq!(world.read(&format!("work/{rubric}")), "mine");
    let workflow = ".github/workflows/audit.yml";
    assert!(
        first.err.contains("OWNER/auditor@COMMIT") && first.err.contains(workflow),
        "{}",
        first.err
    );
    assert!(
        !second.err.contains("OWNER"),
        "what was there is not ours to complain of: {}",
        second.err
    );
    let kept_at = format!("someone/auditor@{}", "0a".repeat(20));
    let known = world.auditor(["init", "known", "--from", &kept_at]);
    assert!(known.err.is_empty(), "{}", known.err);
    let text = world.read(&format!("work/known/{workflow}"));
    assert!(
        text.contains(&format!("- uses: {kept_at}\n")) && !text.contains("OWNER"),
        "{text}"
    );
    let other = world.auditor(["init", "other", "--ci", "gitlab"]);
    assert!(
        other.out.contains(".gitlab-ci-audit.yml") && !other.out.contains(".github"),
        "{}",
        other.out
    );
}

#[test]
fn init_writes_the_address_that_is_typed_into_its_own_workflow_and_into_no_other() {
    let world = World::new();
    let workflow = "fresh/.github/workflows/audit.yml";
    let init = |from: &str| world.auditor(["init", "fresh", "--from", from]);
    assert_eq!(world.auditor(["init", "fresh"]).code, Some(0));
    let begun = world.read(&format!("work/{workflow}"));
    world.write(&format!("work/{workflow}"), begun.clone() + "# mine\n");
    assert!(
        init("me/auditor@v1")
            .out
            .contains("me/auditor@v1 instead of OWNER")
    );
    assert!(world.read(&format!("work/{workflow}")).ends_with("# mine\n"));
    world.write(&format!("work/{workflow}"), begun);
    let refused = init("me/auditor");
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(refused.err.contains("write owner/name@commit"), "{}", refused.err);
    let moving = init("me/auditor@main");
    assert!(
        moving.out.contains(
            "changed fresh/.github/workflows/audit.yml: me/auditor@main instead of OWNER/auditor@COMMIT"
        ),
        "{}",
        moving.out
    );
    assert!(
        moving.err.contains("what main names may change"),
        "{}",
        moving.err
    );
    let kept_at = format!("me/auditor@{}", "0a".repeat(20));
    let pinned = init(&kept_at);
    assert!(
        pinned.out.contains("instead of me/auditor@main") && pinned.err.is_empty(),
        "{pinned:?}"
    );
    assert!(
        world
            .read(&format!("work/{workflow}"))
            .contains(&format!("uses: {kept_at}\n"))
    );
    let text = world.read(&format!("work/{workflow}")) + "# mine\n";
    world.write(&format!("work/{workflow}"), &text);
    let other = init("you/auditor@main");
    assert!(
        other.err.contains("write you/auditor@main there by hand"),
        "{}",
        other.err
    );
    assert_eq!(world.read(&format!("work/{workflow}")), text);
}

#[test]
fn shells_and_manuals_learn_every_command() {
    let world = World::empty();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = world.auditor(["completions", shell]);
        assert_eq!(run.code, Some(0), "{shell}");
        assert!(
            run.out.contains("rubric") && run.out.contains("min-score"),
            "{shell}"
        );
    }
    let page = world.auditor(["man"]);
    assert!(page.out.contains(".TH auditor 1"), "{}", page.out);
    assert_eq!(world.auditor(["man", "--out", "pages"]).code, Some(0));
    let pages = world.names("work/pages");
    assert!(
        pages.contains(&"auditor.1".to_owned()) && pages.contains(&"auditor-audit.1".to_owned()),
        "{pages:?}"
    );
    for schema in ["rubric", "report", "config"] {
        let run = world.auditor(["schema", schema]);
        assert!(run.out.contains("\"$schema\""), "{schema}");
    }
}

#[test]
fn reports_go_to_the_folders_of_the_field_and_those_of_others_are_read_back() {
    let world = World::new();
    for (kind, folder) in [
        ("onself", "report_onself_generated"),
        ("onpeer", "report_onpeer_generated"),
    ] {
        assert_eq!(world.auditor(["audit", "swarm", "--layout", kind]).code, Some(0));
        assert_eq!(
            world.names(&format!("work/audit/{folder}")),
            ["report.json", "report.md"]
        );
    }
    let ours = world.json("work/audit/report_onself_generated/report.json");
    for name in ["report.md", "report.json"] {
        let file = format!("audit/report_onself_generated/{name}");
        let run = world.auditor(["import", &file, "--rubric", "automaton-auditor"]);
        assert_eq!(run.code, Some(0), "{run:?}");
        let read: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        let scores = |report: &serde_json::Value| -> Vec<(String, f64)> {
            let criteria = report["criteria"].as_array().unwrap().iter();
            criteria
                .filter_map(|c| Some((c["dimension_id"].as_str()?.to_owned(), c["final_score"].as_f64()?)))
                .collect()
        };
        assert_eq!(scores(&read), scores(&ours), "{name}");
    }
    world.write("work/words.md", "nothing of a report");
    assert_eq!(world.auditor(["import", "words.md"]).code, Some(2));
}
