use super::*;

#[test]
fn what_stands_before_a_turn_is_said_all_the_same() {
    for (sentence, main) in [
        (
            "errors take the edge of failure without blocking the judges.",
            "errors take the edge of failure",
        ),
        ("the url is checked before it is cloned.", "the url is checked"),
        (
            "clones use tempfile not         a fixed folder.",
            "clones use tempfile",
        ),
        (
            "judges run in parallel (see figure 2, as proposed by our peers).",
            "judges run in parallel",
        ),
    ] {
        let whole = mood(sentence, "");
        let found =
            main_part(sentence, "", whole).map(|(part, _)| part.trim_end_matches(['.', ' ']).to_owned());
        assert_eq!(found.as_deref(), Some(main), "{sentence}");
    }
}

#[test]
fn a_plan_a_denial_and_a_whole_statement_have_no_main_part() {
    for sentence in [
        "we plan to run the judges in parallel without a lock.",
        "judges never run in parallel.",
        "without a lock, judges run in parallel.",
        "judges run in parallel.",
    ] {
        assert_eq!(main_part(sentence, "", mood(sentence, "")), None, "{sentence}");
    }
}
