use super::*;

#[test]
fn prompts_that_differ_in_the_name_alone_have_no_words_of_their_own() {
    let of = |name: &str| {
        sentences(&format!(
            "You are the {name}. Weigh all of the evidence with care."
        ))
    };
    assert_eq!(of("Prosecutor"), of("Defense"));
    assert_ne!(of("Prosecutor"), sentences("You are a cat."));
}

#[test]
fn few_words_are_lost_within_a_text_that_is_long_enough() {
    let lines = |shared: usize, name: &str| -> BTreeSet<String> {
        let mut lines: BTreeSet<String> = (0..shared).map(|at| format!("line {at} of all")).collect();
        lines.insert(format!("ten words of one judge alone {name} and no other"));
        lines
    };
    let of = |shared: usize| ["a", "b", "c"].map(|name| lines(shared, name));
    assert!(is_hidden(&of(30), LOST_WITHIN));
    assert!(!is_hidden(&of(15), LOST_WITHIN));
    assert!(is_hidden(&of(15), 4));
    assert!(!is_hidden(&of(5), 4));
}

#[test]
fn a_share_is_that_of_the_shorter() {
    let threes = |text: &str| threes(text).into_iter().collect::<BTreeSet<_>>();
    let (long, short) = (threes("a b c d e f"), threes("a b c x"));
    assert_eq!(share(&long, &short), Some(50));
    assert_eq!(share(&long, &BTreeSet::new()), None);
}

/// Whether each judge hears all: what they judged, and what the subject's own rubric has.
fn hears_all(judged: &str, asked: &str) -> Option<(bool, bool)> {
    let run = [
        r#""kind":"entry","path":"a.py","how":"script""#,
        r#""kind":"graph","id":1,"channels":{"x":null},"nodes":["a"],"edges":[["__start__","a"]],"state":"typeddict""#,
        r#""kind":"run_start","run":1,"graph":1"#,
        r#""kind":"node_start","node":"a","step":1"#,
        r#""kind":"node_end","node":"a","step":1"#,
        r#""kind":"run_end","run":1,"graph":1"#,
    ];
    let bench = format!(
        r#""kind":"bench","judged":{{"prosecutor":{judged},"defense":{judged},"tech lead":{judged}}},"asked":{asked}"#
    );
    let mut told: Vec<(&str, &str)> = Vec::new();
    for name in ["plain", "plain_again", REPLAY] {
        told.extend(run.iter().map(|line| (name, *line)));
    }
    told.push((REPLAY, &bench));
    let facts = crate::facts::derive(&crate::seen::tests::trace_of(&told));
    let fact = facts.into_iter().find(|fact| fact.id == "judges.per_dimension")?;
    Some((fact.value.as_bool()?, fact.is_proof))
}

#[test]
fn judges_hear_all_or_leave_out_some_of_the_rubric_or_have_another_one() {
    let all = r#"["a","b","c","d"]"#;
    assert_eq!(hears_all(all, all), Some((true, true)));
    assert_eq!(hears_all(r#"["a","b","c"]"#, all), Some((false, true)));
    // Another list of criteria, or hardly any: nobody knows why.
    assert_eq!(hears_all(r#"["a","b","c","x"]"#, all), None);
    assert_eq!(hears_all(r#"["a"]"#, all), None);
    assert_eq!(hears_all(all, "[]"), Some((true, false)));
}
