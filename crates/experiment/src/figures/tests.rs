use super::*;
use crate::seen::tests::trace;

fn texts(figures: &[Figure]) -> String {
    let texts: Vec<&str> = figures.iter().map(|one| one.text.as_str()).collect();
    texts.join("\n")
}

fn lines(told: &[&str], price: PriceOf<'_>) -> String {
    let mut all = vec![
        r#""kind":"graph","id":1,"line":"a.py:1","channels":{"x":null},"nodes":["a"],"edges":[["__start__","a"]]"#,
        r#""kind":"run_start","run":1,"graph":1"#,
        r#""kind":"node_start","node":"a","step":1"#,
        r#""kind":"node_end","node":"a","step":1,"ms":5"#,
    ];
    all.extend(told);
    all.push(r#""kind":"run_end","run":1,"graph":1"#);
    texts(&of(&trace(&all), &[], price))
}

#[test]
fn calls_are_priced_by_their_models_as_far_as_these_are_known() {
    let call = r#""kind":"llm","form":"text","chars":4000,"model":"ChatOpenAI:gpt-4o","persona":"defense""#;
    let other = r#""kind":"llm","form":"text","chars":400,"model":"ChatOpenAI:owner/free""#;
    let price = |model: &str, read: u64, written: u64| {
        (model == "openai:gpt-4o").then(|| (read * 2 + written * 10) as f64 / 1e6)
    };
    let told = lines(&[call, call], &price);
    assert!(
        told.contains("2 times (2 of openai:gpt-4o): some 2000 tokens read and 600 written, about $0.0100"),
        "{told}"
    );
    let told = lines(&[call, other], &price);
    assert!(told.contains("1 of owner:free"), "{told}");
    assert!(told.contains("list price is not known"), "{told}");
}

#[test]
fn what_reached_the_judges_is_a_share_of_what_was_found() {
    let told = lines(
        &[r#""kind":"reached","found":8,"shown":6,"without":["doc"]"#],
        &|_, _, _| None,
    );
    assert!(
        told.contains("Of 8 pieces of evidence that its detectives gave, 6 stand in prompts of judges (75 %); nothing of doc does"),
        "{told}"
    );
}

#[test]
fn what_it_wrote_started_and_tried_to_reach_is_told_with_its_place() {
    let told = lines(
        &[
            r#""kind":"write","path":"/room/runs/plain/out/report.md","line":"a.py:7""#,
            r#""kind":"write","path":"/etc/cron.d/x","line":"a.py:6""#,
            r#""kind":"read","path":"/etc/passwd","line":"a.py:5""#,
            r#""kind":"remove","path":"/room/runs/plain/work/a.txt","line":"a.py:4""#,
            r#""kind":"program","program":"git","argv":["git","log"],"line":"a.py:8""#,
            r#""kind":"connect","address":"example.org:443","line":"a.py:9""#,
            r#""kind":"over","why":"time""#,
        ],
        &|_, _, _| None,
    );
    for line in [
        "It wrote: out/report.md (a.py:7)",
        "It tried to write what is not its own: /etc/cron.d/x (a.py:6)",
        "It looked into files of the machine or the user: /etc/passwd (a.py:5)",
        "It removed or tried to remove: work/a.txt (a.py:4)",
        "It started: git log (a.py:8)",
        "It tried to reach: example.org:443 (a.py:9)",
        "Limits that it met: time (plain)",
        "What ran how often: 1 node once",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
}

#[test]
fn what_a_flaw_in_what_is_cloned_does_to_scores_is_counted() {
    let run = [
        r#""kind":"entry","path":"a.py","how":"script""#,
        r#""kind":"run_start","run":1,"graph":null"#,
        r#""kind":"run_end","run":1,"graph":null"#,
    ];
    let mut told: Vec<(&str, &str)> = run.iter().map(|line| ("plain", *line)).collect();
    told.push(("plain", r#""kind":"scores","values":{"a":4.0,"b":3.0,"c":2.0}"#));
    told.push((FLAWED, r#""kind":"scores","values":{"a":3.0,"b":3.5,"c":2.0}"#));
    let told = texts(&of(&crate::seen::tests::trace_of(&told), &[], &|_, _, _| None));
    assert!(told.contains("1 of 3 scores are lower and 1 higher"), "{told}");
}

#[test]
fn what_a_model_is_made_with_caps_its_answers_and_is_told() {
    let told = lines(
        &[
            r#""kind":"model","name":"ChatOpenAI","model":"gpt-4o","line":"a.py:2","max_tokens":50,"temperature":0.2"#,
            r#""kind":"llm","form":"text","chars":400,"model":"ChatOpenAI:gpt-4o","persona":"defense""#,
        ],
        &|_, read, written| Some((read + written) as f64),
    );
    let said = "1 of openai:gpt-4o at temperature 0.2 with answers of at most 50 tokens): some 100 tokens read and 50 written";
    assert!(told.contains(said), "{told}");
    // What a program hands to a model may be of any kind.
    let odd = r#""kind":"model","name":"X","model":"x","line":null,"temperature":"<Thing>""#;
    assert_eq!(trace(&[odd]).told.unread, 0);
}

#[test]
fn figures_are_values_for_programs_and_calls_take_as_long_as_they_wait_for_each_other() {
    let call = |node: &str, step: u64| {
        format!(r#""kind":"llm","form":"text","chars":40,"model":"m","node":"{node}","step":{step}"#)
    };
    let calls = [call("a", 1), call("b", 1), call("b", 1), call("c", 2)];
    let run = r#""kind":"run_start","run":1,"graph":null"#;
    let mut told = vec![run];
    told.extend(calls.iter().map(String::as_str));
    told.push(r#""kind":"run_end","run":1,"graph":null"#);
    let figures = of(&trace(&told), &[], &|_, _, _| None);
    let calls = figures.iter().find(|one| one.id == "calls").unwrap();
    assert_eq!(calls.source, "experiment:plain");
    assert_eq!(
        calls.value,
        json!({"calls": 4, "tokens_read": 40, "tokens_written": 1200, "dollars": null, "seconds": 12})
    );
}

#[test]
fn a_node_that_runs_several_times_at_once_is_counted_each_time() {
    let start = r#""kind":"node_start","node":"judge","step":2"#;
    let end = r#""kind":"node_end","node":"judge","step":2"#;
    let told = lines(&[start, start, start, end, end, end], &|_, _, _| None);
    assert!(told.contains("1 node once, judge 3 times"), "{told}");
}
