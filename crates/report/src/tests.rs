mod case;
mod claims;
mod first_screen;
mod formats;
mod hostile;
mod injection;
mod page;
mod projects;
mod rich;
mod standards;

use crate::format::Format;
use crate::sections::entry::entries;
use case::{at, decided, exhibit, fact, mixed, ten_dimensions, text};
use court::evidence::Finding;
use court::justice::Step;
use court::score::{Fraction, Score};
use serde_json::{Value, json};

#[test]
fn a_case_of_every_outcome_reads_well() {
    insta::assert_snapshot!(text(Format::Md, &mixed()));
}

#[test]
fn a_case_of_every_outcome_keeps_the_contract() {
    insta::assert_snapshot!(text(Format::Json, &mixed()));
}

#[test]
fn ten_dimensions_fit_what_a_reader_reads() {
    let lines = text(Format::Md, &ten_dimensions()).lines().count();
    assert!((100..=320).contains(&lines), "{lines} lines");
}

/// Five minutes, at three hundred words a minute.
const WORDS_MAX: usize = 1_500;

#[test]
fn what_stands_before_the_evidence_is_read_in_five_minutes() {
    let report = text(Format::Md, &ten_dimensions());
    let (before, _) = report.split_once("\n## Evidence\n").unwrap();
    let is_word = |word: &&str| word.contains(char::is_alphabetic);
    let words = before.split_whitespace().filter(is_word).count();
    assert!((300..=WORDS_MAX).contains(&words), "{words} words");
}

#[test]
fn a_check_is_put_into_words_once_in_its_dimension() {
    let report = text(Format::Md, &mixed());
    let (_, after) = report.split_once("\n### 1. ").unwrap();
    let (section, _) = after.split_once("\n### 2. ").unwrap();
    for words in [
        "a subprocess gets shell=True",
        "clones do not go to a fresh temporary directory",
        "os.system is never called",
    ] {
        assert_eq!(section.matches(words).count(), 1, "{words} in {section}");
    }
}

#[test]
fn what_is_nearly_met_is_nobodys_to_fix_first() {
    let demands = json!([
        {"probe": "automation.pinned_actions", "want": {"share": {"none": 0, "full": 100}}, "weight": 30, "met": "actions are pinned"},
        {"probe": "git.bulk_upload", "want": "absent", "weight": 1, "unmet": "all came at once"},
    ]);
    let rubric = json!({"dimensions": [{"id": "care", "demands": demands}]}).to_string();
    let rubric = court::rubric::parse(&rubric, "rubric").unwrap();
    let share = Some(json!({"good": 95, "all": 100}));
    let evidence = [
        at(
            exhibit("automation.pinned_actions", Finding::Present, share, "95 of 100"),
            "ci.yml",
            7,
            "uses: a@v1",
        ),
        fact("git.bulk_upload", true, "one commit"),
    ];
    let report = text(
        Format::Md,
        &decided(rubric, evidence.into_iter().collect(), false),
    );
    let vote = report
        .lines()
        .find(|line| line.starts_with("- **Tech Lead, "))
        .unwrap();
    assert!(vote.ends_with("To be fixed first: E2."), "{vote}");
}

#[test]
fn the_plan_has_every_open_demand_and_begins_with_what_is_dangerous() {
    let report: Value = serde_json::from_str(&text(Format::Json, &ten_dimensions())).unwrap();
    let plan = report["remediation_plan"].as_array().unwrap();
    let first = plan[0]["action"].as_str().unwrap();
    assert!(first.contains("os.system"), "{plan:?}");
    assert!(plan.iter().any(|task| task["expected_gain"].as_i64() > Some(0)));
    let criteria = report["criteria"].as_array().unwrap();
    let remedies: usize = criteria
        .iter()
        .map(|c| c["remediation"].as_array().unwrap().len())
        .sum();
    assert_eq!(plan.len(), remedies);
}

/// The schema with every object closed, so that a key without a description is found.
fn closed(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if object.contains_key("required") {
                object.insert("additionalProperties".into(), Value::Bool(false));
            }
            object.values_mut().for_each(closed);
        }
        Value::Array(items) => items.iter_mut().for_each(closed),
        _ => {}
    }
}

#[test]
fn every_key_of_a_report_is_in_the_schema() {
    let mut schema: Value = serde_json::from_str(crate::SCHEMA).unwrap();
    closed(&mut schema);
    let validator = jsonschema::validator_for(&schema).unwrap();
    for dossier in [mixed(), ten_dimensions()] {
        let report: Value = serde_json::from_str(&text(Format::Json, &dossier)).unwrap();
        let faults: Vec<String> = validator
            .iter_errors(&report)
            .map(|fault| format!("{}: {fault}", fault.instance_path()))
            .collect();
        assert_eq!(faults, Vec::<String>::new());
    }
}

#[test]
fn the_schema_refuses_a_dimension_that_has_no_score_and_no_reason() {
    let validator = jsonschema::validator_for(&serde_json::from_str(crate::SCHEMA).unwrap()).unwrap();
    let mut report: Value = serde_json::from_str(&text(Format::Json, &mixed())).unwrap();
    assert!(validator.is_valid(&report));
    report["criteria"][0]["final_score"] = Value::Null;
    assert!(!validator.is_valid(&report));
}

#[test]
fn every_exhibit_stands_under_some_dimension_or_under_other() {
    let dossier = mixed();
    let report: Value = serde_json::from_str(&text(Format::Json, &dossier)).unwrap();
    let shelves = report["evidences"].as_object().unwrap();
    let shelved: std::collections::BTreeSet<&str> = shelves
        .values()
        .flat_map(|shelf| shelf.as_array().unwrap())
        .map(|exhibit| exhibit["id"].as_str().unwrap())
        .collect();
    assert_eq!(shelved.len(), dossier.evidence.count());
    assert_eq!(shelves["other"][0]["probe"], "secrets.keys");
}

#[test]
fn a_dimension_that_lost_its_ruling_is_incomplete_and_not_gone() {
    let mut dossier = mixed();
    dossier.verdict.rulings.clear();
    dossier.pleas.clear();
    let report: Value = serde_json::from_str(&text(Format::Json, &dossier)).unwrap();
    let states: Vec<&str> = report["criteria"]
        .as_array()
        .unwrap()
        .iter()
        .map(|criterion| criterion["status"].as_str().unwrap())
        .collect();
    assert_eq!(states, ["incomplete"; 4]);
}

#[test]
fn rules_that_change_the_whole_are_told_in_a_sentence_each() {
    let mut dossier = mixed();
    let score = |number: i64| Some(Score(Fraction::from(number)));
    let step = |before: i64, after: i64, why: &str| Step {
        rule: "r".to_owned(),
        before: score(before),
        after: score(after),
        why: why.to_owned(),
    };
    dossier.verdict.trace = vec![
        step(4, 3, "hardly anything is tested: at most 3"),
        step(3, 2, "nothing runs by itself: one less"),
    ];
    let told = "come to 4 of 5. Hardly anything is tested: at most 3, which leaves 3. Nothing runs by itself: one less, which leaves 2.";
    assert!(text(Format::Md, &dossier).contains(told));
}

#[test]
fn every_rule_that_spoke_is_named_and_the_mean_only_where_none_moved_the_score() {
    let score = |number: i64| Some(Score(Fraction::from(number)));
    let step = |rule: &str, before: Option<i64>, after: i64| Step {
        rule: rule.to_owned(),
        before: before.and_then(score),
        after: score(after),
        why: String::new(),
    };
    let mean = || step("mean", None, 2);
    let facts = || step("fact_supremacy", Some(5), 1);
    let cap = || step("security_override", Some(2), 1);
    for (trace, named) in [
        (vec![mean(), step("rounding", Some(2), 3)], vec!["mean"]),
        (vec![facts(), facts(), mean()], vec!["fact_supremacy"]),
        // "Safe Tool Engineering: 1, 5, 1 -> 1, Fact Supremacy + Security" (the second founding document, table of section 3).
        (
            vec![facts(), mean(), cap()],
            vec!["fact_supremacy", "security_override"],
        ),
        // The cap of section 3.4 there, min(3, 1), applied to what facts had made 1 already.
        (
            vec![
                mean(),
                step("fact_supremacy", Some(2), 1),
                step("rule_of_security", Some(1), 1),
            ],
            vec!["fact_supremacy", "rule_of_security"],
        ),
        (
            vec![mean(), step("security_override", Some(2), 2)],
            vec!["mean", "security_override"],
        ),
    ] {
        let mut dossier = ten_dimensions();
        dossier.verdict.rulings[0].trace = trace;
        assert_eq!(entries(&dossier)[0].deciding_rules(), named);
    }
}

#[test]
fn an_unknown_format_is_answered_with_the_known_ones() {
    let refusal = "xml".parse::<Format>().unwrap_err();
    assert_eq!(
        refusal,
        "there is no format `xml`; there are: md, json, html, sarif, sarif-all, junit, csv, gradescope, badge, github"
    );
}

#[test]
fn what_is_said_to_the_judges_has_a_section_only_where_something_is() {
    let telling = |said: bool| {
        let said = fact("conduct.addressed_in_repository", said, "it was read as data");
        let rubric = case::rubric(&[("git", "Git", "github_repo")]);
        let dossier = decided(rubric, [said].into_iter().collect(), false);
        let has = |(_, file): &(&str, String)| file.contains("Attempts to influence the judges");
        let formats = Format::ALL.into_iter();
        formats
            .filter(|format| format.render(&dossier).iter().any(has))
            .count()
    };
    assert_eq!((telling(false), telling(true)), (0, 2));
}

#[test]
fn the_names_that_parsers_of_the_field_look_for_stand_in_their_order_when_asked_for() {
    let mut dossier = mixed();
    dossier.verdict.rulings[0].trace.push(Step {
        rule: "security_override".to_owned(),
        before: Some(Score::whole(4)),
        after: Some(Score::whole(3)),
        why: "a shell".to_owned(),
    });
    let files = crate::files(&dossier, &[], crate::Headings::Seeds);
    let report = &files.iter().find(|(name, _)| *name == "report.md").unwrap().1;
    let names = [
        "\n## Executive Summary\n\n",
        "\n## Scores\n\n",
        "\n## Criterion Breakdown\n\n### 1. ",
        "\n## Dissent Summary\n\n",
        "\n## Remediation Plan\n\n**CRITICAL SECURITY OVERRIDE TRIGGERED**: ",
    ];
    let places: Vec<usize> = names
        .iter()
        .map(|name| report.find(name).unwrap_or_else(|| panic!("{name}\n{report}")))
        .collect();
    assert!(places.is_sorted(), "{places:?}");
    assert!(!report.contains("## Dimensions") && !report.contains("## Remediation plan"));
    let summary = report
        .split(names[0])
        .nth(1)
        .unwrap()
        .split("\n\n## ")
        .next()
        .unwrap();
    assert!((2..=3).contains(&summary.split("\n\n").count()), "{summary}");
    // Own names are what they were.
    assert!(text(Format::Md, &mixed()).contains("\n## Dimensions\n"));
}

#[test]
fn what_happened_when_it_ran_is_told_where_it_ran_and_nowhere_else() {
    let shown = |dossier: &crate::dossier::Dossier, format| text(format, dossier);
    let heading = "What happened when it ran";
    for format in [Format::Md, Format::Html] {
        assert!(!shown(&mixed(), format).contains(heading), "{format:?}");
        let ran = shown(&rich::rich(), format);
        for words in [
            heading,
            "findings",
            "Reading and running say the same of 1 fact",
            "running goes before reading",
        ] {
            assert!(ran.contains(words), "{format:?}: {words}");
        }
    }
    assert!(!shown(&mixed(), Format::Json).contains("\"experiment\""));
}

#[test]
fn a_praise_of_a_share_is_shown_at_a_place_only_where_all_of_it_is_good() {
    let praise = |good: u32| {
        let text = court::rubric::built_in("engineering").unwrap();
        let rubric = court::rubric::parse(text, "engineering").unwrap();
        let seen = ["code.typed", "code.type_escapes", "code.documented", "code.stubs"].map(|probe| {
            let share = json!({"good": good, "all": 20});
            let seen = exhibit(probe, Finding::Present, Some(share), "it was counted");
            at(seen, "src/till.py", 17, "class Till:")
        });
        let dossier = decided(rubric, seen.into_iter().collect(), false);
        let report = self::text(Format::Md, &dossier);
        let line = report.lines().find(|line| line.contains("To be credited"));
        line.unwrap().contains("src/till.py")
    };
    assert_eq!((praise(20), praise(19)), (true, false));
}
