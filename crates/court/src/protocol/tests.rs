use super::builtin::protocols;
use super::*;
use crate::evidence::{Confidence, Detective, Evidence, Exhibit, Finding, Source};
use crate::text::fold;
use serde_json::{Value, json};

fn exhibit(probe: &str, value: Value) -> Exhibit {
    Exhibit {
        probe: probe.to_owned(),
        rank: 0,
        detective: Detective::DocAnalyst,
        goal: String::new(),
        finding: Finding::Present,
        value: Some(value),
        place: None,
        excerpt: None,
        rationale: String::new(),
        confidence: Confidence::CERTAIN,
        source: Source::Observed,
    }
}

fn demand(probe: &str) -> Demand {
    let mut demands = protocols().flat_map(|protocol| &protocol.demands);
    demands
        .find(|demand| demand.probe == probe)
        .expect("the demand exists")
        .clone()
}

#[test]
fn the_built_in_protocols_are_well_formed() {
    for protocol in protocols() {
        assert!(!protocol.demands.is_empty(), "{} demands nothing", protocol.name);
        for demand in &protocol.demands {
            assert_eq!(
                demand.weight == 0,
                demand.is_limit,
                "{}: a limit alone has no weight",
                demand.probe
            );
            assert!(
                demand.asks.iter().all(|phrase| fold(phrase) == *phrase),
                "{:?} is not folded",
                demand.asks
            );
        }
    }
}

fn span(none: u8, full: u8) -> Span {
    Span { none, full, few: 0 }
}

#[test]
fn one_bad_of_one_weighs_less_than_ten_of_ten() {
    let span = Span {
        few: 10,
        ..span(50, 90)
    };
    for (good, all, share) in [
        (0, 1, (1, 1)),
        (0, 3, (1, 2)),
        (0, 10, (0, 1)),
        (7, 10, (1, 2)),
        (10, 20, (0, 1)),
    ] {
        let value = json!({"good": good, "all": all});
        assert_eq!(
            span.share(&value),
            Some(Fraction::new(share.0, share.1)),
            "{good} of {all}"
        );
    }
    assert_eq!(span.share(&json!({"good": 0, "all": 0})), None);
}

#[test]
fn a_share_counts_from_its_lower_to_its_upper_bound() {
    let middle = span(50, 90);
    for (good, all, share) in [
        (1, 2, (0, 1)),
        (3, 10, (0, 1)),
        (7, 10, (1, 2)),
        (9, 10, (1, 1)),
        (12, 10, (1, 1)),
    ] {
        let value = json!({"good": good, "all": all});
        assert_eq!(
            middle.share(&value),
            Some(Fraction::new(share.0, share.1)),
            "{good} of {all}"
        );
    }
    assert_eq!(middle.share(&json!({"good": 0, "all": 0})), None);
    assert_eq!(middle.share(&json!(true)), None);
    assert_eq!(
        span(90, 90).share(&json!({"good": 89, "all": 100})),
        Some(Fraction::from_integer(0))
    );
}

#[test]
fn a_rubric_of_another_kind_is_not_read_by_the_words_of_the_engineering_protocols_first() {
    let text = r#"{"dimensions":[{"id":"x","name":"X","forensic_instruction":"Look for error handling and swallowed exceptions."}]}"#;
    let rubric = crate::rubric::parse(text, "x").unwrap();
    let reading = rubric.dimensions[0]
        .reading()
        .expect("two phrases of one protocol");
    assert!(
        reading.because.contains("engineering_errors"),
        "{}",
        reading.because
    );
}

#[test]
fn a_term_that_is_only_mentioned_counts_a_third() {
    let evidence: Evidence = [exhibit(
        "docs.terms",
        json!({"a": "substantive", "b": "mentioned", "c": "absent"}),
    )]
    .into_iter()
    .collect();
    let standing = &weigh(&[demand("docs.terms")], &evidence)[0];
    assert_eq!(standing.share, Some(Fraction::new(4, 9)));
}

#[test]
fn one_missing_path_among_many_costs_a_quarter_and_many_cost_their_share() {
    for (present, missing, share) in [
        (18, 0, (1, 1)),
        (18, 1, (3, 4)),
        (1, 3, (1, 4)),
        (0, 2, (1, 4)),
        (9, 4, (5, 13)),
        (5, 11, (0, 1)),
    ] {
        let gone: Vec<String> = (0..missing).map(|n| format!("src/{n}.py")).collect();
        let evidence: Evidence = [
            exhibit("docs.paths_missing", json!(gone)),
            exhibit("docs.paths_present", json!(present)),
        ]
        .into_iter()
        .collect();
        let standing = &weigh(&[demand("docs.paths_missing")], &evidence)[0];
        assert_eq!(
            standing.share,
            Some(Fraction::new(share.0, share.1)),
            "{present} present, {missing} missing"
        );
    }
}

#[test]
fn a_report_is_trusted_by_how_much_of_it_was_checked_and_how_much_of_that_is_false() {
    for (spoken, checked, contradicted, share) in [
        (10, 8, 0, (1, 1)),
        (80, 8, 0, (1, 2)),
        (7, 7, 0, (1, 3)),
        (0, 0, 0, (1, 3)),
        (10, 10, 1, (4, 5)),
        (100, 20, 1, (9, 20)),
        (40, 40, 20, (0, 1)),
        (0, 0, 1, (1, 4)),
        (4, 4, 4, (0, 1)),
    ] {
        let counts = json!({"supported": checked - contradicted, "contradicted": contradicted, "unsupported": 5,
            "uncheckable": 5, "spoken": spoken, "checked": checked});
        let evidence: Evidence = [exhibit("docs.claims", counts)].into_iter().collect();
        let standing = &weigh(&[demand("docs.claims")], &evidence)[0];
        let share = Fraction::new(share.0, share.1);
        assert_eq!(
            standing.share,
            Some(share),
            "{contradicted} false of {checked} of {spoken}"
        );
    }
}

#[test]
fn what_could_not_be_observed_has_no_share_and_keeps_its_cause() {
    let cause = "the clone is shallow".to_owned();
    let unobserved = Exhibit {
        finding: Finding::Unobserved { cause: cause.clone() },
        value: None,
        ..exhibit("git.commits", Value::Null)
    };
    let evidence: Evidence = [unobserved].into_iter().collect();
    let standing = &weigh(&[demand("git.commits")], &evidence)[0];
    assert_eq!((standing.share, standing.cause.as_ref()), (None, Some(&cause)));
    assert!(standing.is_unobserved);
}

fn read_as(dimension: &str) -> Option<Reading> {
    let text = format!("dimensions: [{{{dimension}}}]");
    let rubric = crate::rubric::parse(&text, "test").expect("it parses");
    rubric.dimensions[0].reading()
}

fn probes(dimension: &str) -> Vec<String> {
    let demands = read_as(dimension)
        .map(|reading| reading.demands)
        .unwrap_or_default();
    demands.into_iter().map(|demand| demand.probe).collect()
}

#[test]
fn a_dimension_is_read_by_its_protocol_then_its_id_then_its_text() {
    let by_name = "id: graph_orchestration, forensic_protocol: pdf_keywords, target_artifact: pdf_report";
    assert_eq!(probes(by_name), ["docs.terms"]);
    assert_eq!(
        probes("id: Tool-Safety").first().map(String::as_str),
        Some("safety.tempdir_clone")
    );
    let by_text = "id: x, forensic_instruction: 'Are clones in a temporary directory? Any os.system()?'";
    assert_eq!(
        probes(by_text),
        ["safety.tempdir_clone", "safety.os_system", "safety.shell_true"]
    );
}

#[test]
fn what_is_named_in_passing_or_as_a_fault_asks_for_nothing() {
    for dimension in [
        "id: x, description: 'How the team works together, besides its commit history.'",
        "id: x, failure_pattern: 'A bulk upload without commit history, clones outside a temporary directory.'",
        "id: x, description: Taste",
    ] {
        assert!(read_as(dimension).is_none(), "{dimension}");
    }
}

#[test]
fn a_dimension_about_the_report_is_not_answered_by_the_code() {
    let text = "id: x, target_artifact: pdf_report, forensic_instruction: 'Theoretical depth: are StateGraph, fan-out and fan-in explained?'";
    let reading = read_as(text);
    assert!(reading.is_none_or(|reading| {
        reading
            .demands
            .iter()
            .all(|demand| demand.probe.starts_with("docs."))
    }));
}

#[test]
fn a_dimension_is_of_the_kind_that_most_of_what_its_text_asks_for_is_of() {
    for (text, kind) in [
        ("A git log, timestamps and a temporary directory?", Kind::Plain),
        (
            "A git log, a temporary directory and url validation?",
            Kind::Security,
        ),
    ] {
        let reading = read_as(&format!("id: x, forensic_instruction: '{text}'"));
        assert_eq!(reading.expect("it asks").kind, kind, "{text}");
    }
}

#[test]
fn a_text_asks_only_probes_that_can_see_what_its_dimension_is_about() {
    let asked = |artifact: &str| {
        probes(&format!(
            "id: x, target_artifact: {artifact}, forensic_instruction: 'Specific terms, hallucinated paths, architectural diagrams, a visual flow, a git log, timestamps?'"
        ))
    };
    assert_eq!(asked("repository"), ["git.commits", "git.clustered"]);
    assert_eq!(asked("pdf_report"), ["docs.terms", "docs.paths_missing"]);
    assert_eq!(asked("pdf_images"), ["docs.diagram", "docs.diagram_parallel"]);
    assert_eq!(asked("video"), Vec::<String>::new());
}

#[test]
fn what_is_described_by_a_model_changes_no_standing_and_is_observed_by_no_rule() {
    let values = |wanted: &Want| match wanted {
        Want::Holds(wanted) => (json!(wanted), json!(!wanted)),
        Want::AtLeast(least) => (json!(least), json!(least - 1)),
        Want::AtMost(most) => (json!(most), json!(most + 1)),
        Want::Share(_) | Want::ShareAtLeast(_) => {
            (json!({"good": 9, "all": 9}), json!({"good": 0, "all": 9}))
        }
        Want::ShareAtMost(_) => (json!({"good": 0, "all": 9}), json!({"good": 9, "all": 9})),
        Want::Finding(_) => (json!(true), json!(false)),
        Want::Graded(Grading::Between { none, full }) => (json!(full), json!(none)),
        Want::Graded(Grading::Terms) => (json!({"a": "substantive"}), json!({"a": "absent"})),
        Want::Graded(Grading::Paths) => (json!([]), json!(["a.py", "b.py"])),
        Want::Graded(Grading::Claims) => (
            json!({"supported": 3, "contradicted": 0}),
            json!({"supported": 0, "contradicted": 9}),
        ),
    };
    let mut demands: Vec<Demand> = protocols().flat_map(|one| one.demands.clone()).collect();
    demands.sort_by(|one, other| one.probe.cmp(&other.probe));
    demands.dedup_by(|one, other| one.probe == other.probe);
    let shares = |evidence: &Evidence| -> Vec<Option<Fraction>> {
        weigh(&demands, evidence)
            .into_iter()
            .map(|standing| standing.share)
            .collect()
    };
    // Good, bad, and not there at all: with and without a model that says the opposite of each.
    for turn in 0..3 {
        let observed: Vec<Exhibit> = demands
            .iter()
            .filter(|_| turn < 2)
            .map(|demand| {
                let (good, bad) = values(&demand.want);
                exhibit(&demand.probe, if turn == 0 { good } else { bad })
            })
            .collect();
        let told = demands.iter().flat_map(|demand| {
            let (good, bad) = values(&demand.want);
            [good, bad].map(|value| Exhibit {
                source: Source::Described {
                    model: "m".to_owned(),
                },
                // In front of whatever was observed.
                detective: Detective::RepoInvestigator,
                ..exhibit(&demand.probe, value)
            })
        });
        let without: Evidence = observed.iter().cloned().collect();
        let with: Evidence = observed.iter().cloned().chain(told).collect();
        assert_eq!(with.count(), without.count() + 2 * demands.len());
        assert_eq!(shares(&without), shares(&with), "{turn}");
        let facts = crate::rules::CaseFacts::of(&with, []);
        let told = with.iter().filter(|(_, exhibit)| !exhibit.is_observed());
        for (id, _) in told {
            assert_eq!(facts.seen[&id.to_string()].0, crate::rules::State::Unobserved);
        }
    }
}

/// The share of `want` that an answer meets, as numerator and denominator.
fn met(want: &Want, value: Value) -> Option<(i64, i64)> {
    let share = grading::share(want, &exhibit("own.a", value), &Evidence::default());
    share.map(|share| (*share.numer(), *share.denom()))
}

/// An answer in parts.
fn part(good: i64, all: i64) -> Value {
    json!({"good": good, "all": all})
}

const YES: Option<(i64, i64)> = Some((1, 1));
const NO: Option<(i64, i64)> = Some((0, 1));

#[test]
fn an_answer_meets_what_is_wanted_up_to_its_bound_and_another_form_of_answer_nothing() {
    let half = Fraction::new(1, 2);
    for (want, value, share) in [
        (Want::Holds(true), json!(true), YES),
        (Want::Holds(false), json!(true), NO),
        (Want::Holds(true), json!(1), YES),
        (Want::Holds(true), json!(0), NO),
        (Want::Holds(false), json!(-1), YES),
        (Want::Holds(true), json!("yes"), None),
        (Want::AtLeast(3), json!(2), NO),
        (Want::AtLeast(3), json!(3), YES),
        (Want::AtLeast(3), json!("3"), None),
        (Want::AtMost(3), json!(3), YES),
        (Want::AtMost(3), json!(4), NO),
        (Want::ShareAtLeast(half), part(1, 2), YES),
        (Want::ShareAtLeast(half), part(49, 100), NO),
        (Want::ShareAtMost(half), part(1, 2), YES),
        (Want::ShareAtMost(half), part(51, 100), NO),
        (Want::ShareAtMost(half), part(-1, 2), YES),
        (Want::ShareAtLeast(Fraction::from_integer(1)), part(3, 2), YES),
        (Want::ShareAtMost(Fraction::from_integer(1)), part(3, 2), YES),
        (Want::ShareAtLeast(half), part(1, 0), None),
        (Want::ShareAtLeast(half), json!(1), None),
    ] {
        assert_eq!(met(&want, value.clone()), share, "{want} of {value}");
    }
}

#[test]
fn an_answer_is_graded_between_its_ends_and_never_beyond_them() {
    let graded = |none, full| Want::Graded(Grading::Between { none, full });
    for (want, value, share) in [
        (Want::Share(span(50, 50)), part(1, 2), YES),
        (Want::Share(span(50, 40)), part(1, 2), YES),
        (Want::Share(span(20, 60)), part(1, 5), NO),
        (Want::Share(span(20, 60)), part(3, 10), Some((1, 4))),
        (graded(0, 5), json!(0), NO),
        (graded(0, 5), json!(2), Some((2, 5))),
        (graded(0, 5), json!(9), YES),
        (graded(0, 5), json!(-9), NO),
        (graded(5, 0), json!(2), Some((3, 5))),
        (graded(2, 4), json!(3), Some((1, 2))),
        (graded(3, 3), json!(3), None),
        (graded(1, 5), json!(i64::MIN), None),
        (Want::Graded(Grading::Terms), json!({}), None),
        (
            Want::Graded(Grading::Terms),
            json!({"a": "mentioned"}),
            Some((1, 3)),
        ),
        (Want::Graded(Grading::Paths), json!([]), YES),
        (Want::Graded(Grading::Paths), json!(["a"]), Some((1, 4))),
        (Want::Graded(Grading::Paths), json!(["a", "b", "c", "d"]), NO),
        (Want::Graded(Grading::Paths), json!(3), None),
        (Want::Finding(Outcome::Present), json!(0), YES),
        (Want::Finding(Outcome::Absent), json!(0), NO),
        (Want::Finding(Outcome::Contradicted), json!(0), NO),
    ] {
        assert_eq!(met(&want, value.clone()), share, "{want} of {value}");
    }
    for (outcome, finding) in [
        (Outcome::Absent, Finding::Absent),
        (Outcome::Contradicted, Finding::Contradicted),
    ] {
        let found = Exhibit {
            finding,
            ..exhibit("own.a", json!(0))
        };
        let share = grading::share(&Want::Finding(outcome), &found, &Evidence::default());
        assert_eq!(share, Some(Fraction::from_integer(1)));
    }
}

#[test]
fn of_what_is_met_in_part_only_what_holds_of_a_part_is_said() {
    let wanted = demand("git.steps");
    let said = |good: u32| {
        let evidence: Evidence = [exhibit("git.steps", json!({"good": good, "all": 100}))]
            .into_iter()
            .collect();
        weigh(std::slice::from_ref(&wanted), &evidence)[0]
            .said()
            .into_owned()
    };
    assert_eq!(said(0), wanted.unmet);
    assert_eq!(Some(said(30)), wanted.partly);
    assert_eq!(said(100), wanted.met);
    let without = Demand {
        partly: None,
        within: None,
        ..wanted.clone()
    };
    let evidence: Evidence = [exhibit("git.steps", json!({"good": 30, "all": 100}))]
        .into_iter()
        .collect();
    let said = weigh(std::slice::from_ref(&without), &evidence)[0]
        .said()
        .into_owned();
    assert_eq!(said, format!("{}, but only in part", wanted.met));
}

#[test]
fn statements_count_by_how_many_are_false_and_how_many_could_be_checked() {
    for (value, share) in [
        (json!({"supported": 1, "contradicted": 8}), NO),
        (json!({"supported": 1, "contradicted": 9}), NO),
        (json!({"supported": 0, "contradicted": 0}), Some((1, 3))),
        (
            json!({"supported": 9, "contradicted": 0, "spoken": 12, "checked": 8}),
            Some((1, 2)),
        ),
        (
            json!({"supported": 9, "contradicted": 0, "spoken": 12, "checked": 9}),
            YES,
        ),
        (
            json!({"supported": 0, "contradicted": 0, "spoken": 0, "checked": 0}),
            Some((1, 3)),
        ),
        (
            json!({"supported": 10, "contradicted": 1, "spoken": 12, "checked": 11}),
            Some((9, 11)),
        ),
        (json!({"supported": 0}), None),
    ] {
        let want = Want::Graded(Grading::Claims);
        assert_eq!(met(&want, value.clone()), share, "{value}");
    }
}

#[test]
fn a_sentence_is_looked_at_where_two_telling_words_or_a_whole_phrase_agree() {
    let demand = |met: &str, asks: &[&str]| Demand {
        met: met.to_owned(),
        unmet: String::new(),
        remedy: String::new(),
        probe: "p".to_owned(),
        asks: asks.iter().map(|ask| (*ask).to_owned()).collect(),
        ..demand("git.commits")
    };
    let is_seen = |demand: Demand, text: &str| {
        let rubric = format!("dimensions: [{{id: a, description: '{text}'}}]");
        let rubric = crate::rubric::parse(&rubric, "t").expect("it parses");
        let reading = Reading {
            demands: vec![demand],
            kind: Kind::Plain,
            because: String::new(),
        };
        crate::rubric::not_covered(&rubric.dimensions[0], Some(&reading), &[]).is_empty()
    };
    for (met, text, seen) in [
        ("harbour anchors", "The anchor holds the harbour.", true),
        ("harbour anchors", "The anchor is heavy.", false),
        ("ship dock", "A ship in some docks.", true),
        ("cat dog", "A cat and a dog.", false),
        ("cat dog", "Two cats and dogs.", false),
        ("files code", "Look at the files of the code.", false),
        ("sailing boats", "They sailed in a boat.", true),
    ] {
        assert_eq!(is_seen(demand(met, &[]), text), seen, "{met}: {text}");
    }
    for (phrase, text, seen) in [
        ("full moon", "Under a full moon at sea.", true),
        ("full moon", "A moonless night, full of stars.", false),
        ("moon", "A moonless night.", false),
    ] {
        assert_eq!(is_seen(demand("", &[phrase]), text), seen, "{phrase}: {text}");
    }
}
