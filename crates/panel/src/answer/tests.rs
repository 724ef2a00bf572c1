use super::*;
use crate::brief::Brief;
use court::evidence::ExhibitId;
use court::rubric;
use proptest::prelude::*;
use std::collections::BTreeMap;

const PLAIN: &str = r#"{"evidence":[{"exhibit":"E1","quote":"with tempfile","shows":"a sandbox"}],
"argument":"E1 shows that every clone is made in a sandbox.","charges":[],"mitigations":["E1"],"confidence":80,"score":4}"#;

fn dimension() -> Dimension {
    let text = r#"{"dimensions":[{"id":"d","name":"D","target_artifact":"github_repo",
        "levels":[{"id":"good","name":"Proficient","score":4,"description":"x"},
                  {"id":"bad","name":"Poor","score":1,"description":"y"}]}]}"#;
    rubric::parse(text, "r.json").unwrap().dimensions.remove(0)
}

fn brief() -> Brief {
    Brief {
        rules: String::new(),
        matter: "The exhibits are below.".to_owned(),
        charge: String::new(),
        exhibits: BTreeMap::from([(
            ExhibitId::new(1),
            "place: a.py:1\nwith tempfile.TemporaryDirectory() as room:\n\trun()".to_owned(),
        )]),
    }
}

fn read(text: &str) -> (Answer, Vec<String>) {
    parse(text, &dimension()).unwrap()
}

#[test]
fn a_plain_answer_needs_no_repair() {
    let (answer, repairs) = read(PLAIN);
    assert_eq!((answer.score, answer.confidence), (Score::whole(4), 80));
    assert!(repairs.is_empty(), "{repairs:?}");
}

#[test]
fn what_models_wrap_around_an_answer_is_taken_off_and_told() {
    let bare = read(PLAIN).0;
    for (text, repair) in [
        (
            format!("<think>I think {{so}}</think>\n{PLAIN}"),
            "thoughts removed",
        ),
        (format!("lost beginning</think>{PLAIN}"), "thoughts removed"),
        (format!("```json\n{PLAIN}\n```"), "taken out of a code fence"),
        (
            format!("Here it is: {PLAIN} I hope it helps {{smile}}."),
            "taken out of the text around it",
        ),
        (
            format!("An open {{ brace, then {PLAIN}"),
            "taken out of the text around it",
        ),
        (
            format!("{{\"opinion\": {PLAIN}}}"),
            "taken out of an object around it",
        ),
        (format!("[{PLAIN}]"), "taken out of an object around it"),
        (
            PLAIN.replace("\"E1\"]", "\"E1\",]"),
            "not quite JSON, and read as what it means",
        ),
    ] {
        let (answer, repairs) = read(&text);
        assert_eq!(answer, bare, "{text}");
        assert!(repairs.iter().any(|told| told == repair), "{text}: {repairs:?}");
    }
}

#[test]
fn scores_written_as_words_fractions_and_levels_are_understood_and_others_are_not() {
    for (written, score) in [
        ("\"4\"", Some(4)),
        ("\"4/4\"", Some(4)),
        ("\"1 out of 4\"", Some(1)),
        ("\"four\"", Some(4)),
        ("4.0", Some(4)),
        ("\"proficient\"", Some(4)),
        ("\"8/10\"", None),
        ("\"rather good\"", None),
        ("null", None),
        ("[4]", None),
        ("true", None),
    ] {
        let text = PLAIN.replace("\"score\":4", &format!("\"score\":{written}"));
        let read = parse(&text, &dimension()).ok().map(|(answer, _)| answer.score);
        assert_eq!(read, score.map(Score::whole), "{written}");
    }
}

#[test]
fn misspelt_keys_and_loose_citations_are_understood_and_told() {
    let text = r#"{"Cited_Evidence":["[E1]", 2, {"id":"Exhibit 3","text":"x"}],"reasoning":"Five words are enough here.",
        "confidance":"0.8","Final-Score":"4"}"#;
    let (answer, repairs) = read(text);
    let cited: Vec<&str> = answer.evidence.iter().map(|one| one.exhibit.as_str()).collect();
    assert_eq!(cited, ["E1", "E2", "E3"]);
    assert_eq!((answer.score, answer.confidence), (Score::whole(4), 80));
    assert!(repairs.len() >= 8, "{repairs:?}");
}

#[test]
fn what_is_no_answer_says_why() {
    for (text, cause) in [
        ("", "empty"),
        ("<think>only thoughts</think>", "empty"),
        ("I cannot judge this.", "no `{`"),
        (&PLAIN[..PLAIN.len() - 20], "cut off"),
        ("{\"a\": 1}", "keys"),
        (&PLAIN.replace("\"score\":4", "\"score\":null"), "score"),
    ] {
        let error = parse(text, &dimension()).unwrap_err().to_string();
        assert!(error.contains(cause), "{text}: {error}");
    }
}

#[test]
fn an_answer_is_held_against_its_brief_and_its_scale() {
    let judged = |change: &dyn Fn(&mut Answer)| {
        let mut answer = read(PLAIN).0;
        change(&mut answer);
        let faults = held(answer, &brief(), &dimension().scale)
            .err()
            .unwrap_or_default();
        faults.iter().map(Fault::to_string).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(judged(&|_| {}), "");
    assert_eq!(
        judged(&|answer| answer.evidence[0].quote = "as room:\n\trun()".into()),
        ""
    );
    assert!(
        judged(&|answer| answer.evidence[0].quote = "With tempfile".into()).contains("letter for letter")
    );
    assert!(judged(&|answer| answer.evidence[0].exhibit = "E9".into()).contains("not an exhibit"));
    assert!(
        judged(&|answer| answer.argument = "As E7 and E8 show, all of it is bad.".into()).contains("\"E7\"")
    );
    assert!(judged(&|answer| answer.argument = "Good.".into()).contains("next to nothing"));
    assert!(judged(&|answer| answer.evidence.clear()).contains("no exhibit is cited"));
    assert!(judged(&|answer| answer.score = Score::whole(9)).contains("not on the scale"));
    assert!(judged(&|answer| answer.score = Score::whole(3)).contains("not on the scale"));
}

#[test]
fn evidence_that_was_made_up_is_left_out_beside_evidence_that_stands_and_told() {
    let mut answer = read(PLAIN).0;
    answer.argument.push_str(" E9, too.");
    answer.charges = vec!["E9 has no lock".to_owned(), "no timeout".to_owned()];
    let held = held(answer, &brief(), &dimension().scale).unwrap();
    assert_eq!(held.answer.charges, ["no timeout"]);
    assert!(
        held.answer
            .argument
            .ends_with("[an exhibit that was not shown], too.")
    );
    assert_eq!(held.left_out, [Fault::Invented("E9".to_owned())]);
}

#[test]
fn an_argument_that_repeats_the_brief_is_refused() {
    let words: Vec<String> = (0..60).map(|at| format!("word{at}")).collect();
    let brief = Brief {
        matter: words.join(" "),
        ..brief()
    };
    let answer = Answer {
        argument: words.join(" "),
        ..read(PLAIN).0
    };
    let faults = held(answer, &brief, &dimension().scale).unwrap_err();
    assert!(faults.contains(&Fault::Copied));
}

#[test]
fn the_schema_asks_for_the_score_last_and_allows_only_what_can_be_cited_and_given() {
    let schema = schema(&brief(), &dimension());
    assert_eq!(
        schema["properties"]["dimension"]["enum"],
        serde_json::json!(["d"])
    );
    let keys: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        [
            "dimension",
            "evidence",
            "argument",
            "charges",
            "mitigations",
            "confidence",
            "score"
        ]
    );
    assert_eq!(schema["properties"]["score"]["enum"], serde_json::json!([1, 4]));
    let exhibit = &schema["properties"]["evidence"]["items"]["properties"]["exhibit"];
    assert_eq!(exhibit["enum"], serde_json::json!(["E1"]));
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_fail_otherwise_than_with_a_cause(text in "(?s)[{}\\[\\]\",:a-e0-9<>/ \\\\]{0,120}") {
        let _ = parse(&text, &dimension());
    }

    #[test]
    fn an_answer_cut_anywhere_is_never_taken_for_an_answer(at in 1..PLAIN.len() - 1) {
        prop_assume!(PLAIN.is_char_boundary(at));
        prop_assert!(parse(&PLAIN[..at], &dimension()).is_err());
    }
}
