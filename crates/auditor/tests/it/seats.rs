//! Seats that stay empty and judges that are one: no score gets better by it, and no gate is passed.

use crate::fake::{Call, Deed, Fake, agreeing, opinion, told};
use crate::judged::{judged, world};
use serde_json::Value;

fn is_prosecutor(call: &Call) -> bool {
    told(call).contains("You are the Prosecutor")
}

#[test]
fn a_lost_prosecutor_leaves_no_score_unless_the_rules_say_how_it_is_settled_without() {
    let fake = Fake::new(|call| match is_prosecutor(call) {
        true => Deed::Say("I would rather not.".to_owned()),
        false => Deed::Say(opinion(call, 4)),
    });
    let world = world(&fake);
    assert_eq!(judged(&world, "out", &["--require-complete"]).code, Some(11));
    let report = world.json("work/out/report.json");
    assert_eq!(
        (&report["complete"], &report["overall_score"]),
        (&false.into(), &Value::Null)
    );
    let text = world.read("work/out/report.md");
    assert!(
        text.contains("a judge gave no valid answer (Prosecutor: house:m gave no usable answer"),
        "{text}"
    );
    let run = judged(&world, "out", &["--min-score", "1"]);
    assert_eq!(run.code, Some(11));
    assert!(
        run.err.contains("no score to hold against the minimum"),
        "{}",
        run.err
    );
    world.write(
        "work/two.toml",
        "[missing]\none = \"drop\"\n[[base]]\nid = \"mean\"\ndo = \"mean()\"\nreason = \"the mean\"\n",
    );
    let run = judged(
        &world,
        "two",
        &["--rules", "two.toml", "--require-complete", "--min-score", "4"],
    );
    assert_eq!(run.code, Some(0), "{run:?}");
    let text = world.read("work/two/report.md");
    assert!(text.contains("(without the Prosecutor)"), "{text}");
    // What could not be used was paid once for both.
    assert_eq!(fake.calls().iter().filter(|call| call.before > 0).count(), 0);
}

#[test]
fn no_trouble_with_a_provider_passes_a_minimum() {
    let deeds: [fn() -> Deed; 5] = [
        || Deed::Refuse(500, "", "{}"),
        || Deed::Refuse(401, "", "{\"error\":{\"message\":\"no such key\"}}"),
        || Deed::Drop,
        || Deed::Raw("{\"choices\":".to_owned()),
        || Deed::Say("5/5".to_owned()),
    ];
    for deed in deeds {
        let fake = Fake::new(move |_| deed());
        let run = judged(&world(&fake), "out", &["--min-score", "1"]);
        assert_eq!(run.code, Some(11), "{run:?}");
    }
}

#[test]
fn a_refused_key_is_told_before_anything_is_fetched_or_asked() {
    let fake = Fake::new(|call| Deed::Say(opinion(call, 4))).refusing_keys();
    let world = world(&fake);
    let run = judged(&world, "out", &[]);
    assert_eq!((run.code, fake.calls().len()), (Some(2), 0), "{run:?}");
    assert!(
        run.err.contains("the key of the provider `house` is refused"),
        "{}",
        run.err
    );
    assert!(!run.err.contains("sk-very-secret-key") && !world.path("work/out").exists());
}

#[test]
fn judges_that_agree_everywhere_are_reminded_once_of_who_they_are() {
    let fake = Fake::new(|call| {
        let is_reminded = told(call).contains("no other: read the exhibits again");
        Deed::Say(agreeing(
            call,
            if is_reminded && is_prosecutor(call) { 2 } else { 3 },
        ))
    });
    let first = world(&fake);
    assert_eq!(judged(&first, "out", &[]).code, Some(0));
    let report = first.json("work/out/report.json");
    let collapse = &report["panel"]["quality"]["collapse"];
    assert_eq!(
        (&collapse["reminded"], &collapse["no_spread_anywhere"]),
        (&true.into(), &false.into())
    );
    assert!(
        first
            .read("work/out/report.md")
            .contains("were reminded of who they are")
    );
    let calls = fake.calls().len();
    assert_eq!(calls % 5, 0, "three judges, and two of them again");
    // All of it is remembered.
    judged(&first, "again", &[]);
    assert_eq!(
        (fake.calls().len(), first.reports("out")),
        (calls, first.reports("again"))
    );

    let stubborn = Fake::new(|call| Deed::Say(agreeing(call, 3)));
    let second = world(&stubborn);
    judged(&second, "out", &[]);
    let report = second.json("work/out/report.json");
    let collapse = &report["panel"]["quality"]["collapse"];
    assert_eq!(
        (&collapse["reminded"], &collapse["no_spread_anywhere"]),
        (&true.into(), &true.into())
    );
    assert_eq!(stubborn.calls().len(), calls);
}

#[test]
fn a_default_opinion_in_the_place_of_a_lost_judge_is_no_complete_verdict() {
    // The founding documents: "return a default low-confidence opinion" (3, 2.2), "log for manual review" (0, 3.3).
    let fake = Fake::new(|call| match is_prosecutor(call) {
        true => Deed::Say("I would rather not.".to_owned()),
        false => Deed::Say(opinion(call, 4)),
    });
    let world = world(&fake);
    let run = judged(&world, "out", &["--rules", "seed-skip", "--require-complete"]);
    assert_eq!(run.code, Some(11), "{run:?}");
    let report = world.json("work/out/report.json");
    assert_eq!(report["complete"], false);
    let text = world.read("work/out/report.md");
    assert!(
        text.contains("the Prosecutor is missing and counts as 3, with no confidence"),
        "{text}"
    );
    assert!(text.contains("(without the Prosecutor)") && text.contains("manual review"));
    let run = judged(&world, "zero", &["--rules", "seed-interim", "--fail-on-review"]);
    assert_eq!(run.code, Some(15), "{run:?}");
}

#[test]
fn where_the_rules_say_so_judges_that_agree_everywhere_are_told_to_differ_by_a_point() {
    let fake = Fake::new(|call| {
        let must_differ = told(call).contains("must differ from the Tech Lead's, which is 3, by at least 1");
        Deed::Say(agreeing(call, if must_differ { 2 } else { 3 }))
    });
    let world = world(&fake);
    assert_eq!(judged(&world, "out", &["--rules", "seed-interim"]).code, Some(0));
    let report = world.json("work/out/report.json");
    assert_eq!(
        report["panel"]["quality"]["collapse"]["no_spread_anywhere"],
        false
    );
    for criterion in report["criteria"].as_array().unwrap() {
        for opinion in criterion["judge_opinions"].as_array().unwrap() {
            let expected = if opinion["judge"] == "TechLead" { 3 } else { 2 };
            assert_eq!(opinion["score"], expected, "{opinion}");
        }
    }
}

#[test]
fn a_charge_of_the_founding_rules_orders_what_is_to_be_done_first() {
    let fake = Fake::new(|call| {
        let mut answer: Value = serde_json::from_str(&opinion(call, 4)).unwrap();
        if is_prosecutor(call) {
            answer["charges"] = serde_json::json!(["Security Negligence"]);
        }
        Deed::Say(answer.to_string())
    });
    let world = world(&fake);
    let run = judged(
        &world,
        "out",
        &["--rules", "seed-points-35", "--format", "md,json,html"],
    );
    assert_eq!(run.code, Some(0), "{run:?}");
    let report = world.json("work/out/report.json");
    let order = "CRITICAL SECURITY OVERRIDE TRIGGERED";
    for criterion in report["criteria"].as_array().unwrap() {
        let first = criterion["remediation"][0]["action"].as_str().unwrap();
        assert!(first.starts_with(order), "{criterion}");
    }
    for file in ["work/out/report.md", "work/out/report.html"] {
        assert!(world.read(file).contains(order), "{file}");
    }
    let plan = report["remediation_plan"][0]["action"].as_str().unwrap();
    assert!(plan.starts_with(order), "{plan}");
}

/// Document 4 has each criterion followed from detective to judge to verdict.
#[test]
fn a_criterion_is_followed_from_the_detective_to_the_judge_to_the_rule_in_every_form() {
    let fake = Fake::new(|call| Deed::Say(opinion(call, 4)));
    let world = world(&fake);
    let run = judged(&world, "out", &["--format", "md,json,html"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let report = world.json("work/out/report.json");
    let criterion = &report["criteria"][3];
    // From the judge's citation to the exhibit with its detective and its place or cause ...
    let opinion = &criterion["judge_opinions"][0];
    let cited = opinion["cited_evidence"][0].as_str().unwrap();
    assert!(opinion["argument"].as_str().unwrap().contains(cited), "{opinion}");
    let exhibits = report["evidences"].as_object().unwrap().values();
    let exhibit = exhibits
        .flat_map(|list| list.as_array().unwrap())
        .find(|exhibit| exhibit["id"] == cited)
        .expect("the exhibit that is cited");
    let probe = exhibit["probe"].as_str().unwrap();
    assert_eq!(exhibit["detective"], "RepoInvestigator", "{exhibit}");
    // ... and from the votes to the rule that settled them, whose last step is the score.
    let trace = criterion["rule_trace"].as_array().unwrap();
    let rule = trace[0]["rule"].as_str().unwrap();
    assert_eq!(trace.last().unwrap()["after"], criterion["final_score"]);

    let text = world.read("work/out/report.md");
    let name = criterion["dimension_name"].as_str().unwrap();
    let mut sections = text.split("\n### ").skip(1);
    let section = sections.find(|part| part.contains(name)).expect("its section");
    for part in [
        format!("**Prosecutor, {}**", opinion["score"]),
        format!(" It cites {cited}."),
        format!("- **Rules**: `{rule}`"),
    ] {
        assert!(section.contains(&part), "{part}: {section}");
    }
    let row = text
        .lines()
        .find(|line| line.starts_with(&format!("| {cited} |")))
        .unwrap();
    assert!(row.contains(probe), "{row}");
    assert!(text.contains(" by the RepoInvestigator"), "who found it");

    let page = world.read("work/out/report.html");
    assert!(page.contains(&format!("href=\"#{cited}\"")) && page.contains(&format!("id=\"{cited}\"")));
    assert!(
        page.contains(" by the RepoInvestigator") && page.contains(&format!("<code>{rule}</code>")),
        "{rule}"
    );
}
