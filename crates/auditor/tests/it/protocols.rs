//! Rubrics that say themselves what is looked at: checked, tried on their fixtures, and audited with.

use crate::world::World;
use std::fmt::Write as _;

/// The page of recipes.
const PAGE: &str = include_str!("../../../../docs/rubrics.md");

/// A rubric with one pattern that is not wanted.
fn rubric(pattern: &str) -> String {
    format!(
        "probes:\n  - {{id: own.calls, goal: calls of a name, language: python, pattern: {pattern:?}}}\n\
         dimensions:\n  - id: calls\n    description: Nothing is printed.\n    demands:\n      - {{probe: own.calls, want: absent, weight: 1}}\n"
    )
}

/// The files of the page by name, the rubrics last.
fn recipes() -> Vec<(&'static str, &'static str)> {
    let blocks = PAGE
        .split("```yaml\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next());
    let named = blocks.filter_map(|block| {
        let name = block.strip_prefix("# file: ")?.split_whitespace().next()?;
        Some((name, block))
    });
    named.collect()
}

#[test]
fn every_recipe_of_the_page_is_sound_and_finds_what_it_says() {
    let world = World::new();
    let recipes = recipes();
    assert!(recipes.len() >= 6, "the page has lost its recipes");
    for (name, text) in &recipes {
        world.write(&format!("work/{name}"), text);
    }
    for (name, _) in recipes.iter().filter(|(_, text)| text.contains("\ndimensions:")) {
        let check = world.auditor(["rubric", "check", name]);
        assert_eq!(check.code, Some(0), "{name}: {check:?}");
        assert!(check.out.contains("(own: "), "{name}: {}", check.out);
        let test = world.auditor(["rubric", "test", name]);
        assert_eq!(test.code, Some(0), "{name}: {test:?}");
    }
}

#[test]
fn own_probes_are_cited_in_the_report_and_a_changed_definition_is_asked_anew() {
    let world = World::new();
    world.init("work/tool");
    world.write(
        "work/tool/app.py",
        "import sys\n\n\ndef main():\n    print(sys.argv)\n\n\nmain()\n",
    );
    world.commit("work/tool", "Add the tool");
    let audit = |rubric_text: &str| {
        world.write("work/mine.yaml", rubric_text);
        let run = world.auditor([
            "audit",
            "tool",
            "--rubric",
            "mine.yaml",
            "--out",
            "out",
            "--format",
            "md,json",
        ]);
        assert_eq!(run.code, Some(0), "{run:?}");
        world.json("work/out/report.json")
    };
    let found = |report: &serde_json::Value| -> Option<(String, String)> {
        let mut exhibits = report["evidences"]
            .as_object()?
            .values()
            .filter_map(|one| one.as_array())
            .flatten();
        let own = exhibits.find(|exhibit| exhibit["probe"] == "own.calls")?;
        Some((
            own["finding"].as_str()?.to_owned(),
            own["location"].as_str().unwrap_or_default().to_owned(),
        ))
    };
    let first = audit(&rubric("print($$$)"));
    assert_eq!(
        found(&first),
        Some(("present".to_owned(), "app.py:5".to_owned())),
        "{:#}",
        first["evidences"]
    );
    assert_eq!(first["criteria"][0]["final_score"], 1, "{:#}", first["criteria"]);
    assert!(world.read("work/out/report.md").contains("app.py:5"));
    let second = audit(&rubric("exec($$$)"));
    assert_eq!(
        found(&second).map(|(finding, _)| finding),
        Some("absent".to_owned())
    );
    assert_eq!(
        second["criteria"][0]["final_score"], 5,
        "{:#}",
        second["criteria"]
    );
}

/// Document 4, section 2.1: "Rewards the use of tempfile and Path objects for sanitized I/O."
#[test]
fn path_objects_are_credited_where_the_clone_is_held_by_no_temporary_directory() {
    let world = World::new();
    let recipe = recipes().into_iter().find(|(name, _)| *name == "sandbox.yaml");
    world.write("work/sandbox.yaml", recipe.expect("the recipe").1);
    let score = |path: &str| {
        world.init("work/tool");
        let clone = "import subprocess\n\n\ndef main(url):\n    subprocess.run(['git', 'clone', url, str(TARGET)])\n\n\nmain('https://x')\n";
        world.write(
            "work/tool/app.py",
            format!("from pathlib import Path\n\nTARGET = {path}\n{clone}"),
        );
        world.commit("work/tool", "Add the tool");
        let run = world.auditor([
            "audit",
            "tool",
            "--rubric",
            "sandbox.yaml",
            "--rules",
            "seed-points-35",
            "--out",
            "out",
        ]);
        assert_eq!(run.code, Some(0), "{run:?}");
        world.json("work/out/report.json")["criteria"][0].clone()
    };
    let named = |criterion: &serde_json::Value| criterion["rule_trace"].to_string().contains("path_credit");
    let (with, without) = (score("Path('work')"), score("'work'"));
    assert!(named(&with) && !named(&without), "{with:#}\n{without:#}");
}

#[test]
fn a_definition_that_cannot_be_used_is_refused_with_place_and_fix_before_any_work() {
    let world = World::new();
    let good = rubric("f()");
    let cases = [
        (
            good.replace("python", "pyton"),
            "$.probes[0].language",
            "did you mean `python`?",
        ),
        (rubric("def ("), "$.probes[0].pattern", "python"),
        (rubric("$X"), "$.probes[0].pattern", "matches everything"),
        (
            good.replace("probe: own.calls", "probe: own.cals"),
            "$.dimensions[0].demands[0].probe",
            "did you mean `own.calls`?",
        ),
        (
            good.replace("probe: own.calls", "probe: git.comits"),
            "demands `git.comits`",
            "did you mean `git.commits`?",
        ),
        (
            good.replace(", weight: 1", ""),
            "$.dimensions[0].demands[0]",
            "no weight",
        ),
        (
            format!("protocol: gone.yaml\n{good}"),
            "$.protocol",
            "cannot be read",
        ),
        (
            format!("protocol: ../gone.yaml\n{good}"),
            "$.protocol",
            "no path below",
        ),
    ];
    for (text, place, told) in cases {
        world.write("work/bad.yaml", &text);
        for command in [
            ["rubric", "check", "bad.yaml"].as_slice(),
            &["audit", "swarm", "--rubric", "bad.yaml"],
        ] {
            let run = world.auditor(command);
            assert_eq!((run.code, run.complaints()), (Some(2), 1), "{told}: {run:?}");
            assert!(
                run.err.contains(place) && run.err.to_lowercase().contains(told),
                "{told}: {}",
                run.err
            );
        }
    }
}

#[test]
fn fixtures_tell_what_is_otherwise_and_fail() {
    let world = World::new();
    let mut text = rubric("print($$$)");
    text += "fixtures:\n  - {name: said, files: {a.py: \"print(1)\\n\"}, expect: {own.calls: {finding: absent, value: 2, at: \"a.py:9\"}}}\n";
    let marked = "# ruleid: own.calls\\nlog(1)\\n# ok: own.calls\\nprint(1)\\n";
    let _ = writeln!(text, "  - {{name: marked, files: {{a.py: \"{marked}\"}}}}");
    world.write("work/mine.yaml", &text);
    let run = world.auditor(["rubric", "test", "mine.yaml"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    for told in [
        "FAIL said",
        "own.calls: expected absent, found present: 1 place in 1 of 1 file",
        "own.calls: expected the value 2, found 1",
        "own.calls: expected at a.py:9, shown at a.py:1",
        "own.calls: expected at a.py:2, not found",
        "own.calls: found at a.py:4, not expected",
        "2 fixtures, 2 failed",
    ] {
        assert!(run.out.contains(told), "{told}: {}", run.out);
    }
    world.write("work/none.yaml", rubric("print($$$)"));
    let none = world.auditor(["rubric", "test", "none.yaml"]);
    assert_eq!(none.code, Some(2), "{none:?}");
    world.write(
        "work/folder.yaml",
        format!("{}fixtures: cases\n", rubric("print($$$)")),
    );
    world.write("work/cases/quiet/a.py", "x = 1\n");
    world.write("work/cases/quiet/expect.yaml", "own.calls: absent\n");
    let folder = world.auditor(["rubric", "test", "folder.yaml"]);
    assert_eq!(
        (folder.code, folder.out.starts_with("ok   quiet")),
        (Some(0), true),
        "{folder:?}"
    );
}

#[test]
fn a_proposal_is_written_once_passes_the_check_and_counts_only_when_it_is_given() {
    let world = World::new();
    world.write(
        "work/prose.yaml",
        "dimensions:\n  - id: calls\n    description: \"Python code. There must be no `eval()` and no 'os.system'; `README.md` says why. The moon is full.\"\n    failure_pattern: \"Uses `pickle.loads()`.\"\n",
    );
    let run = world.auditor(["rubric", "compile", "prose.yaml", "--out", "proposal.yaml"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let text = world.read("work/proposal.yaml");
    for told in [
        "pattern: [\"eval($$$)\"]",
        "{probe: \"own.calls.eval\", want: absent, weight: 1}",
        "{probe: \"own.calls.pickle_loads\", want: absent, weight: 2}",
        "{probe: \"own.calls.readme_md\", want: present, weight: 1}",
        "#   - The moon is full.",
    ] {
        assert!(text.contains(told), "{told}: {text}");
    }
    let check = world.auditor(["rubric", "check", "prose.yaml", "--protocol", "proposal.yaml"]);
    assert!(
        check.code == Some(0) && check.out.contains("own.calls.eval absent"),
        "{check:?}"
    );
    assert!(
        !world
            .auditor(["rubric", "check", "prose.yaml"])
            .out
            .contains("own.calls.eval")
    );
    let again = world.auditor(["rubric", "compile", "prose.yaml", "--out", "proposal.yaml"]);
    assert_eq!(again.code, Some(2), "{again:?}");
    for name in ["automaton-auditor", "peer-review", "engineering"] {
        let out = format!("{name}.proposed.yaml");
        assert_eq!(
            world.auditor(["rubric", "compile", name, "--out", &out]).code,
            Some(0),
            "{name}"
        );
        let check = world.auditor(["rubric", "check", name, "--protocol", &out]);
        assert_eq!(check.code, Some(0), "{name}: {check:?}");
    }
}

#[test]
fn a_check_of_a_rubric_with_problems_ends_like_a_mistake() {
    let world = World::new();
    world.write("work/mute.yaml", "dimensions:\n  - id: silence\n");
    let run = world.auditor(["rubric", "check", "mute.yaml"]);
    assert_eq!((run.code, run.complaints()), (Some(2), 1), "{run:?}");
    assert!(
        run.out.contains("`silence` says nothing of what to look for"),
        "{run:?}"
    );
}

#[test]
fn hostile_rubrics_are_told_and_never_hang_or_crash() {
    let world = World::new();
    let deep_yaml = format!(
        "probes: {}{}\ndimensions: [{{id: a}}]",
        "[".repeat(5_000),
        "]".repeat(5_000)
    );
    let deep_pattern = rubric(&format!("{}1{}", "(".repeat(1_500), ")".repeat(1_500)));
    let deep_rule = (0..20).fold("{pattern: f()}".to_owned(), |rule, _| format!("{{has: {rule}}}"));
    let of_rule = |rule: &str| {
        format!("probes: [{{id: own.x, rule: {{language: py, rule: {rule}}}}}]\ndimensions: [{{id: a}}]")
    };
    let many: Vec<String> = (0..300).map(|n| format!("{{id: own.x{n}, files: a}}")).collect();
    let cases = [
        (deep_yaml, 2),
        (deep_pattern, 2),
        (rubric(&"f(".repeat(3_000)), 2),
        (of_rule(&deep_rule), 2),
        (of_rule("{kind: call, regex: \"(a{1000}){1000}\"}"), 2),
        (of_rule("{kind: call, regex: \"((((((((((x{90}){90}){90}){90}){90}){90}){90}){90}){90}){90})\"}"), 2),
        (format!("probes: [{}]\ndimensions: [{{id: a}}]", many.join(",")), 2),
        (format!("probes: [{{id: own.x, files: \"{}\"}}]\ndimensions: [{{id: a}}]", "{a,b}".repeat(900)), 2),
        ("probes: [{id: \"own.\\e[31m\", files: a}]\ndimensions: [{id: a}]".to_owned(), 2),
        ("probes: [{id: own.x, goal: \"\\e]0;x\\a\", files: a}]\ndimensions: [{id: a, demands: [{probe: own.x, want: present, weight: 1}]}]".to_owned(), 0),
    ];
    for (at, (text, code)) in cases.iter().enumerate() {
        world.write("work/hostile.yaml", text);
        for command in ["check", "compile"] {
            let run = world.auditor(["rubric", command, "hostile.yaml"]);
            assert_eq!(run.code, Some(*code), "{at} {command}: {run:?}");
            let said = format!("{}{}", run.out, run.err);
            let is_shown = |letter: char| !letter.is_control() || letter == '\n';
            assert!(
                said.chars().all(is_shown) && !said.contains("panicked"),
                "{at}: {said}"
            );
        }
    }
}

#[test]
fn a_protocol_that_nobody_knows_is_told_where_nothing_else_says_what_a_dimension_asks_for() {
    let world = World::empty();
    world.write(
        "work/typo.yaml",
        "dimensions: [{id: a, name: A, forensic_protocol: git_histroy}]\n",
    );
    let run = world.auditor(["rubric", "check", "typo.yaml"]);
    assert!(run.out.contains("no protocol is called `git_histroy`"), "{run:?}");
}
