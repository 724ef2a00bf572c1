//! What is known of a panel before it is trusted, what its judges did before, and audits of others beside one's own.

use crate::fake::{Call, Deed, Fake, counted, opinion, told};
use crate::judged::{asked, judged, panel, world};
use crate::world::World;
use serde_json::Value;

#[test]
fn a_rubric_that_cannot_be_read_ends_in_a_report_of_its_own_only_where_that_is_asked_for() {
    // "Invalid rubric -> Synthetic rubric_load_failed" (the third founding document, error handling).
    let world = World::new();
    world.write("work/bad.json", "{\"dimensions\": [");
    let audit = ["audit", "swarm", "--rubric", "bad.json", "--out", "out"];
    assert_eq!(world.auditor(audit).code, Some(2));
    assert!(!world.path("work/out").exists());
    let run = world.auditor([audit.as_slice(), &["--on-bad-rubric", "report"]].concat());
    assert_eq!((run.code, run.complaints()), (Some(2), 1), "{run:?}");
    let report = world.json("work/out/report.json");
    let exhibits = report["evidences"].as_object().unwrap().values();
    let failed = exhibits
        .flat_map(|list| list.as_array().unwrap())
        .find(|exhibit| exhibit["probe"] == "rubric_load_failed")
        .expect("the evidence");
    assert!(
        failed["rationale"].as_str().unwrap().contains("bad.json"),
        "{failed}"
    );
    assert_eq!(
        (&report["overall_score"], &report["complete"]),
        (&Value::Null, &false.into())
    );
    assert!(
        world
            .read("work/out/report.md")
            .contains("the rubric cannot be read")
    );
}

#[test]
fn dishonest_answers_are_played_to_any_panel_file_without_a_call() {
    let world = World::empty();
    let fake = Fake::new(|_| Deed::Drop);
    world.write("work/panel.toml", panel(&fake, ""));
    let run = world.auditor(["panel", "test", "panel.toml"]);
    assert_eq!((run.code, fake.calls().len()), (Some(0), 0), "{run:?}");
    for kind in [
        "invented exhibits",
        "a score outside of the scale",
        "prose",
        "another language",
        "a refusal",
        "obedience to a planted order",
        "endless text",
    ] {
        assert!(run.out.contains(kind), "{kind}: {}", run.out);
    }
    let obeying = "[judges.tech_lead]\nprompt = \"award the maximum where the subject asks for it\"\n";
    world.write("work/panel.toml", format!("{}{obeying}", panel(&fake, "")));
    let run = world.auditor(["panel", "test", "panel.toml"]);
    assert!(
        run.code == Some(1) && run.out.contains("LET THROUGH Tech Lead"),
        "{run:?}"
    );
}

/// An opinion as long as models write them, which disagrees widely where the brief says so.
fn long(call: &Call) -> String {
    let is_wide =
        told(call).contains("# Dimension `safe_tool") && !told(call).contains("This is a rehearing");
    let is_defense = told(call).contains("You are the Defense");
    let score = if is_wide && is_defense { 5 } else { 2 };
    let more =
        " It holds in every case that was shown, and nothing that was shown says otherwise.".repeat(12);
    opinion(call, score).replace("decides.", &format!("decides.{more}"))
}

#[test]
fn what_would_be_spent_is_said_within_a_fifth_once_the_judges_were_asked_before() {
    let fake = Fake::new(|call| counted(call, &long(call)));
    let world = world(&fake);
    let guess = judged(&world, "out", &["--dry-run"]);
    assert!(guess.out.contains("Tokens are guesses"), "{guess:?}");
    assert_eq!(judged(&world, "first", &[]).code, Some(0));
    world.write("work/swarm/src/further.py", "def further():\n    return 3\n");
    world.commit("work/swarm", "Add what is further");
    let estimate = judged(&world, "out", &["--dry-run"]);
    assert!(estimate.out.contains("1 earlier case"), "{estimate:?}");
    let line = estimate
        .out
        .lines()
        .find(|line| line.starts_with("house:m"))
        .unwrap();
    let expected: f64 = line.split_whitespace().last().unwrap().parse().unwrap();
    let run = judged(&world, "second", &[]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let spent = run
        .err
        .split(" spent now")
        .next()
        .unwrap()
        .rsplit('$')
        .next()
        .unwrap();
    let spent: f64 = spent.parse().unwrap();
    assert!(
        spent > 0.0 && (expected - spent).abs() <= spent / 5.0,
        "{expected} and {spent}"
    );
}

#[test]
fn what_is_played_from_recordings_costs_nothing() {
    let fake = Fake::new(|call| Deed::Say(opinion(call, 3)));
    let world = world(&fake);
    judged(&world, "out", &["--record", "tape"]);
    let run = judged(&world, "again", &["--replay", "tape"]);
    assert!(run.err.contains("; $0.0000 spent now"), "{run:?}");
    assert_eq!(run.code, Some(0));
}

#[test]
fn what_became_of_the_judges_of_all_cases_is_counted() {
    // "Log fallback frequency. Track divergence metrics. Track structured output violations." (third document, phase 3)
    let fake = Fake::new(|call| match call.body["model"].as_str() {
        Some("m") if told(call).contains("You are the Defense") => Deed::Say("No.".to_owned()),
        _ => Deed::Say(opinion(call, 3)),
    });
    let world = World::new();
    world.write("work/panel.toml", panel(&fake, "fallbacks = [\"house:spare\"]"));
    assert_eq!(judged(&world, "out", &[]).code, Some(0));
    let run = world.auditor(["panel", "history"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let line = |judge: &str| {
        run.out
            .lines()
            .find(|line| line.contains(judge))
            .unwrap_or_default()
    };
    assert!(line("Defense").contains("10 (100 %)"), "{}", run.out);
    assert!(!line("Prosecutor").contains("10 (100 %)"), "{}", run.out);
    assert!(
        run.out
            .contains("1 cases; first votes lie 25 % of the scale apart"),
        "{}",
        run.out
    );
    let report = world.json("work/out/report.json");
    assert_eq!(report["panel"]["quality"]["judges"]["Defense"]["fallbacks"], 10);
}

#[test]
fn audits_of_others_stand_beside_ones_own_and_what_was_done_about_them_is_followed() {
    let world = World::new();
    world.audit("out", &[]);
    let own = world.json("work/out/report.json");
    let commit = own["commit"].as_str().unwrap();
    world.write(
        "work/peer.md",
        format!(
            "# Peer audit\n\nCommit: {commit}\n\n## Git Forensic Analysis\n\nScore: 2/5\n\n- Prosecutor: score 1. See src/graph.py.\n\n\
             ## Safe Tool Engineering\n\nScore: 3/5\n\n- Defense: score 4. Nothing in src/nowhere.py.\n"
        ),
    );
    world.write("work/swarm/src/graph.py", "GRAPH = None\n");
    world.commit("work/swarm", "Answer the peer about the graph");
    let run = world.auditor([
        "compare",
        "out/report.json",
        "peer.md",
        "--rubric",
        "automaton-auditor",
        "--subject",
        "swarm",
    ]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let row = run
        .out
        .lines()
        .find(|line| line.starts_with("| Git Forensic Analysis"))
        .unwrap();
    assert!(row.contains("2 of 5") && row.contains(" %"), "{row}");
    let followed = run.out.split("## peer.md").nth(1).unwrap();
    assert!(
        followed.contains("Git Forensic Analysis: src/graph.py (")
            && followed.contains("Answer the peer about the graph"),
        "{followed}"
    );
    assert!(
        followed.contains("Safe Tool Engineering: names no file of this history"),
        "{followed}"
    );
}

/// Labels of the subject: by the first reader now the score of the report, now another, by the second one less.
fn labels(report: &Value) -> String {
    let mut text = "subject,dimension,score,reader,report\n".to_owned();
    let criteria = report["criteria"].as_array().unwrap().iter();
    for (number, criterion) in criteria
        .filter(|criterion| criterion["final_score"].is_number())
        .enumerate()
    {
        let (id, score) = (
            criterion["dimension_id"].as_str().unwrap(),
            criterion["final_score"].as_i64().unwrap(),
        );
        let first = if number == 0 { score + 1 } else { score };
        text.push_str(&format!(
            "swarm,{id},{first},ann,report.md\nswarm,{id},{},bob,report.md\n",
            first - 1
        ));
    }
    text
}

#[test]
fn a_panel_is_measured_against_people_and_its_licence_is_told_and_a_gate() {
    let world = World::new();
    world.audit("reports/swarm", &["--rubric", "automaton-auditor"]);
    let report = world.json("work/reports/swarm/report.json");
    world.write("work/labels.csv", labels(&report));
    let run = world.auditor([
        "calibrate",
        "labels.csv",
        "--read",
        "reports",
        "--licence-out",
        "licence.json",
        "--html",
        "page.html",
    ]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let all = run
        .out
        .lines()
        .filter(|line| line.starts_with("all "))
        .collect::<Vec<_>>();
    assert!(
        all[0].contains("ruling") && all[1].contains("people"),
        "{}",
        run.out
    );
    let page = world.read("work/page.html");
    assert_eq!(page.matches("<svg").count(), 3);
    assert!(!page.contains("http"), "a page that needs no network");
    let licence = world.json("work/licence.json");
    assert_eq!(licence["people"]["within_one"], 1.0);
    // Read or run, it is the same.
    let run = world.auditor(["calibrate", "labels.csv", "--licence-out", "again.json"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(world.json("work/again.json"), licence);

    let audit = |more: &[&str]| {
        let head = [
            "audit",
            "swarm",
            "--rubric",
            "automaton-auditor",
            "--out",
            "out",
            "--licence",
            "licence.json",
        ];
        world.auditor([head.as_slice(), more].concat())
    };
    assert_eq!(audit(&["--require-licence", "kappa=0.1"]).code, Some(0));
    let said = |name: &str| world.json(&format!("work/{name}/report.json"))["panel"]["calibration"].clone();
    assert!(
        said("out").as_str().unwrap().starts_with("calibrated on "),
        "{}",
        said("out")
    );
    let run = audit(&["--require-licence", "kappa=1"]);
    assert!(
        run.code == Some(10) && run.err.contains("the licence of the panel has a kappa"),
        "{run:?}"
    );
    let run = audit(&["--require-licence", "kappa=0.1", "--rules", "seed-weighted"]);
    assert!(
        run.code == Some(11) && run.err.contains("no licence covers"),
        "{run:?}"
    );
    assert_eq!(said("out"), "not calibrated: the licence is of other rules");
    assert!(world.read("work/out/report.md").contains("not calibrated"));
    assert_eq!(audit(&["--require-licence", "much"]).code, Some(2));
}

#[test]
fn what_should_not_matter_to_a_panel_of_models_is_tried_and_counted() {
    let fake = Fake::new(|call| {
        let told = told(call);
        let first: Vec<&str> = told.split("<<<exhibit E").skip(1).take(2).collect();
        let number = |at: usize| -> u32 {
            first
                .get(at)
                .and_then(|text| text.split(' ').next()?.parse().ok())
                .unwrap_or(0)
        };
        let is_reversed = first.len() > 1 && number(0) > number(1);
        let score = if is_reversed || call.before > 0 { 4 } else { 3 };
        Deed::Say(opinion(call, score))
    });
    let world = world(&fake);
    world.audit("reports/swarm", &["--rubric", "automaton-auditor"]);
    world.write(
        "work/labels.csv",
        labels(&world.json("work/reports/swarm/report.json")),
    );
    let calibrate = [
        "calibrate",
        "labels.csv",
        "--panel",
        "panel.toml",
        "--flips",
        "--repeat",
        "2",
        "--licence-out",
        "l.json",
    ];
    let run = asked(&world, &calibrate);
    assert_eq!(run.code, Some(0), "{run:?}");
    let licence = world.json("work/l.json");
    let flips = |what: &str| licence["flips"][what][0].as_u64().unwrap();
    assert!(flips("the exhibits in another order") > 10, "{licence}");
    assert_eq!(
        (flips("the judges in another order"), flips("another name")),
        (0, 0),
        "{licence}"
    );
    assert!(
        licence["spread"].as_f64().unwrap() > 0.5 && licence["cost_usd"].as_f64().unwrap() > 0.0,
        "{licence}"
    );
    assert_eq!(licence["models"][0], "house:m");
    // All of it is remembered: the second time nothing is asked.
    let before = fake.calls().len();
    assert_eq!(asked(&world, &calibrate).out, run.out);
    assert_eq!(fake.calls().len(), before);
    // A panel without a licence says so.
    judged(&world, "out", &[]);
    let report = world.json("work/out/report.json");
    assert!(
        report["panel"]["calibration"]
            .as_str()
            .unwrap()
            .starts_with("not calibrated")
    );
}
