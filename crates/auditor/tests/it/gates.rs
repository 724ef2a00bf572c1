//! Gates: minima for the whole and for dimensions, completeness, and what got worse.

use crate::world::{Run, World};
use serde_json::{Value, json};

/// The scores of a report by dimension.
fn scores(report: &Value) -> Vec<(String, Option<f64>)> {
    let criteria = report["criteria"].as_array().unwrap();
    let named = criteria.iter().map(|c| {
        (
            c["dimension_id"].as_str().unwrap().to_owned(),
            c["final_score"].as_f64(),
        )
    });
    named.collect()
}

#[test]
fn a_dimension_may_have_a_minimum_of_its_own_and_one_without_a_score_does_not_reach_it() {
    let world = World::new();
    world.audit("out", &[]);
    let scores = scores(&world.json("work/out/report.json"));
    let (judged, score) = scores
        .iter()
        .find_map(|(id, score)| Some((id, (*score)?)))
        .unwrap();
    let unjudged = scores.iter().find(|(_, score)| score.is_none()).map(|(id, _)| id);
    let (at, above) = (format!("{judged}={score}"), format!("{judged}={}", score + 0.5));
    let mut cases = vec![(at, 0), (above, 10)];
    cases.extend(unjudged.map(|id| (format!("{id}=1"), 11)));
    for (minimum, code) in cases {
        let run = world.auditor(["audit", "swarm", "--report", "report.md", "--min-score", &minimum]);
        assert_eq!(run.code, Some(code), "{minimum}: {}", run.err);
        assert_eq!(
            run.err.contains(&format!("gate: {judged} is ")),
            code == 10,
            "{}",
            run.err
        );
    }
}

#[test]
fn a_minimum_for_a_dimension_that_the_rubric_does_not_have_is_refused_before_any_work() {
    let world = World::new();
    let run = world.auditor(["audit", "swarm", "--min-score", "saftey=3"]);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(
        run.err.contains("no dimension `saftey`") && run.err.contains("safe_tool_engineering"),
        "{}",
        run.err
    );
    assert!(world.names("work/audit").is_empty());
}

#[test]
fn where_the_rubric_goes_by_the_subject_the_dimensions_of_each_are_offered() {
    let world = World::new();
    let mut command = world.command(["audit", "swarm", "--min-score", "saftey=3"]);
    let run = Run::of(command.env_remove("AUDITOR_RUBRIC"));
    assert_eq!(run.code, Some(2), "{run:?}");
    for offered in [
        "Automaton Auditor has git_forensic_analysis, ",
        "Engineering has engineering_history, ",
    ] {
        assert!(run.err.contains(offered), "{}", run.err);
    }
    let mut command = world.command(["audit", "swarm", "--min-score", "7"]);
    let run = Run::of(command.env_remove("AUDITOR_RUBRIC"));
    assert_eq!(run.err.matches("hint: ").count(), 1, "{}", run.err);
}

#[test]
fn an_incomplete_verdict_fails_only_where_completeness_is_asked_for() {
    let world = World::new();
    world.write("work/broken.pdf", "%PDF-1.7\nnothing of a document");
    let audit = ["audit", "swarm", "--report", "broken.pdf"];
    assert_eq!(world.auditor(audit).code, Some(0));
    let run = world.auditor([audit.as_slice(), &["--require-complete"]].concat());
    assert_eq!(run.code, Some(11), "{run:?}");
    let run = world.auditor([audit.as_slice(), &["--require-complete", "--min-score", "5"]].concat());
    assert_eq!(run.code, Some(10), "a score below the minimum weighs more");
}

#[test]
fn what_people_should_look_at_is_told_everywhere_and_fails_only_where_that_is_asked_for() {
    let world = World::new();
    world.write("work/broken.pdf", "%PDF-1.7\nnothing of a document");
    let audit = [
        "audit",
        "swarm",
        "--report",
        "broken.pdf",
        "--format",
        "md,json,html,csv",
        "--out",
        "out",
    ];
    assert_eq!(world.auditor(audit).code, Some(0));
    let report = world.json("work/out/report.json");
    let flagged = report["manual_review"].as_array().unwrap();
    assert!(!flagged.is_empty());
    for criterion in report["criteria"].as_array().unwrap() {
        let is_flagged = flagged.contains(&criterion["dimension_id"]);
        assert_eq!(criterion["manual_review"].is_string(), is_flagged, "{criterion}");
        assert!(criterion["status"] != "incomplete" || is_flagged);
    }
    let read = |name: &str| std::fs::read_to_string(world.path("work/out").join(name)).unwrap();
    assert!(
        read("report.md").contains("**manual review: ")
            && read("report.md").contains("- **Manual review**: ")
    );
    assert!(
        read("report.html").contains("manual review: ") && read("report.html").contains("Manual review. ")
    );
    assert!(
        read("report.csv")
            .lines()
            .next()
            .unwrap()
            .contains(",manual_review")
    );
    let run = world.auditor([audit.as_slice(), &["--fail-on-review"]].concat());
    assert_eq!(run.code, Some(15), "{run:?}");
    assert!(run.err.contains("is for manual review"), "{}", run.err);
}

#[test]
fn only_what_got_worse_fails_a_baseline() {
    let world = World::new();
    world.audit("out", &[]);
    let report = world.json("work/out/report.json");
    let against = |name: &str, change: &dyn Fn(&mut Value)| {
        let mut baseline = report.clone();
        change(&mut baseline);
        world.write(&format!("work/{name}.json"), baseline.to_string());
        world.auditor([
            "audit",
            "swarm",
            "--report",
            "report.md",
            "--baseline",
            &format!("{name}.json"),
        ])
    };
    assert_eq!(against("same", &|_| {}).code, Some(0));
    let judged = scores(&report)
        .iter()
        .position(|(_, score)| score.is_some_and(|score| score < 5.0))
        .unwrap();
    let higher = against("higher", &|baseline| {
        baseline["criteria"][judged]["final_score"] = json!(5)
    });
    assert_eq!(higher.code, Some(10), "{higher:?}");
    assert!(higher.err.contains("fell from 5 to"), "{}", higher.err);
    let lower = against("lower", &|baseline| {
        baseline["criteria"][judged]["final_score"] = json!(0)
    });
    assert_eq!(lower.code, Some(0), "{lower:?}");
    let other = against("other", &|baseline| {
        baseline["rubric"]["sha256"] = json!("0".repeat(64))
    });
    assert_eq!(other.code, Some(2), "{other:?}");
    assert!(other.err.contains("another rubric"), "{}", other.err);
}

#[test]
fn why_a_gate_failed_is_heard_by_those_who_want_to_hear_nothing_else() {
    let world = World::new();
    let audit = |more: &[&str]| {
        world.auditor(
            [
                ["audit", "swarm", "--quiet", "--rubric", "automaton-auditor"].as_slice(),
                more,
            ]
            .concat(),
        )
    };
    let run = audit(&["--min-score", "5", "--min-score", "git_forensic_analysis=5"]);
    assert_eq!((run.code, run.err.lines().count()), (Some(10), 1), "{run:?}");
    assert!(run.err.starts_with("gate: "), "{run:?}");
    assert!(
        run.err
            .contains("What most stands in the way of a higher score: "),
        "{run:?}"
    );
    assert_eq!(audit(&[]).err, "");
}

#[test]
fn a_report_is_read_in_five_minutes_before_its_evidence() {
    let world = World::new();
    let run = world.auditor([
        "audit",
        "swarm",
        "--rubric",
        "automaton-auditor",
        "--out",
        "short",
    ]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let report = world.read("work/short/report.md");
    let (read, _) = report.split_once("\n## Evidence\n").unwrap();
    let words = read.split_whitespace();
    let words = words.filter(|word| word.contains(char::is_alphanumeric)).count();
    assert!((500..=1500).contains(&words), "{words} words");
}

#[test]
fn a_minimum_that_no_score_can_reach_is_refused_before_any_work() {
    let world = World::new();
    for minimum in ["7", "git_forensic_analysis=6"] {
        let run = world.auditor([
            "audit",
            "swarm",
            "--rubric",
            "automaton-auditor",
            "--min-score",
            minimum,
        ]);
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(run.err.contains("no score can reach"), "{run:?}");
        assert_eq!(world.auditor(["cases"]).out, "", "{run:?}");
    }
}
