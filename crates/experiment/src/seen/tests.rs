use super::*;
use crate::surprise;

/// A trace of one scenario from the lines of a harness.
pub(crate) fn trace(lines: &[&str]) -> Trace {
    let plain: Vec<(&str, &str)> = lines.iter().map(|line| ("plain", *line)).collect();
    trace_of(&plain)
}

/// A trace from lines with their scenarios, in the order in which these first speak.
pub(crate) fn trace_of(lines: &[(&str, &str)]) -> Trace {
    let all = crate::scenario::all();
    let mut names: Vec<&str> = vec!["plain"];
    for (name, _) in lines {
        if !names.contains(name) {
            names.push(name);
        }
    }
    let told: Vec<String> = lines
        .iter()
        .map(|(name, line)| format!(r#"{{"v":1,"scenario":"{name}","at":1,{line}}}"#))
        .collect();
    Trace {
        schema: crate::run::FORMAT.to_owned(),
        commit: "0123".to_owned(),
        python: "3.12.1".to_owned(),
        walls: vec!["landlock".to_owned()],
        end: End::Code(0),
        milliseconds: 1500,
        scenarios: all
            .into_iter()
            .filter(|one| names.contains(&one.name.as_str()))
            .collect(),
        told: crate::events::parse(told.join("\n").as_bytes(), &names),
        complaint: String::new(),
    }
}

fn words(seen: &Seen<'_>) -> String {
    let texts: Vec<String> = surprise::of(seen).into_iter().map(|one| one.text).collect();
    texts.join("\n")
}

const GRAPH: &str = r#""kind":"graph","id":1,"line":"src/graph.py:9","channels":{"url":null,"opinions":"_operator.add"},"nodes":["a","b","join"],"edges":[["__start__","a"],["__start__","b"],["a","join"],["b","join"]],"branches":[],"state":"typeddict","state_name":"State","checkpointer":null"#;
const RUN: &str = r#""kind":"run_start","run":1,"graph":1"#;

fn node(name: &str, step: u64, key: &str) -> [String; 2] {
    [
        format!(r#""kind":"node_start","node":"{name}","step":{step}"#),
        format!(
            r#""kind":"node_end","node":"{name}","step":{step},"ms":5,"keys":{{"{key}":{{"type":"list","len":2,"of":["str"]}}}}"#
        ),
    ]
}

fn run_of(nodes: &[[String; 2]], end: &str) -> Trace {
    let mut lines = vec![GRAPH, RUN];
    lines.extend(nodes.iter().flatten().map(String::as_str));
    lines.push(end);
    trace(&lines)
}

#[test]
fn a_key_that_the_state_lacks_is_lost() {
    let trace = run_of(
        &[node("a", 1, "evidence"), node("b", 1, "opinions")],
        r#""kind":"run_end","run":1,"graph":1"#,
    );
    let seen = Seen::of(&trace, "plain");
    assert_eq!(seen.runs[0].steps[&1][0].lost, ["evidence"]);
    assert!(seen.runs[0].steps[&1][1].lost.is_empty());
    assert!(seen.has_finished());
    let text = words(&seen);
    assert!(
        text.contains("`evidence`, which a returns, is no key of the state"),
        "{text}"
    );
}

#[test]
fn a_node_that_runs_twice_without_a_loop_is_a_surprise() {
    let trace = run_of(
        &[node("join", 2, "opinions"), node("join", 3, "opinions")],
        r#""kind":"run_end","run":1,"graph":1"#,
    );
    let seen = Seen::of(&trace, "plain");
    let text = words(&seen);
    assert!(text.contains("join runs in steps 2 and 3"), "{text}");
}

#[test]
fn a_node_in_a_loop_may_run_twice() {
    let looped = GRAPH.replace(r#"["b","join"]"#, r#"["b","join"],["join","a"]"#);
    let mut lines = vec![looped.as_str(), RUN];
    let nodes = [node("join", 2, "opinions"), node("join", 4, "opinions")];
    lines.extend(nodes.iter().flatten().map(String::as_str));
    let trace = trace(&lines);
    assert!(surprise::of(&Seen::of(&trace, "plain")).is_empty());
}

#[test]
fn a_run_that_never_ended_is_not_finished() {
    let trace = run_of(&[node("a", 1, "url")], r#""kind":"end""#);
    assert!(!Seen::of(&trace, "plain").has_finished());
}

#[test]
fn a_run_within_one_that_breaks_is_not_the_program_s() {
    let inner = r#""kind":"graph","id":2,"line":"src/agent.py:9","channels":{},"nodes":["agent"],"edges":[],"branches":[],"state":"typeddict","state_name":"State","checkpointer":null"#;
    let start = r#""kind":"run_start","run":2,"graph":2"#;
    let end = r#""kind":"run_end","run":2,"graph":2,"error":null"#;
    let broken = r#""kind":"run_end","run":1,"graph":1,"error":{"type":"KeyError","message":"","trail":[]}"#;
    let whole = r#""kind":"run_end","run":1,"graph":1,"error":null"#;
    for (last, is_whole) in [(broken, false), (whole, true), (r#""kind":"end""#, false)] {
        let trace = trace(&[GRAPH, RUN, inner, start, end, last]);
        let seen = Seen::of(&trace, "plain");
        assert_eq!(seen.has_finished(), is_whole, "{last}");
        assert_eq!(seen.runs[1].is_lost(), !is_whole, "{last}");
    }
}

#[test]
fn an_exception_is_told_with_its_line_in_the_subject() {
    let start = r#""kind":"node_start","node":"a","step":1"#;
    let error = r#""kind":"node_error","node":"a","step":1,"error":{"type":"KeyError","message":"'x'","trail":["src/graph.py:20","src/nodes.py:7"]}"#;
    let trace = trace(&[GRAPH, RUN, start, error]);
    let text = words(&Seen::of(&trace, "plain"));
    assert!(text.contains("a raises KeyError at src/nodes.py:7"), "{text}");
}

#[test]
fn events_without_a_graph_or_a_run_change_nothing() {
    let nodes = node("a", 1, "x");
    let mut lines: Vec<&str> = nodes.iter().map(String::as_str).collect();
    lines.push(r#""kind":"run_end","run":99"#);
    lines.push(r#""kind":"route","source":"a","router":"r","to":["b"]"#);
    let trace = trace(&lines);
    let seen = Seen::of(&trace, "plain");
    assert!(seen.runs.is_empty() && !seen.has_finished());
}

#[test]
fn what_was_put_right_to_be_run_is_told_among_the_surprises() {
    let text =
        r#""kind":"repaired","text":"nodes has no look: a function that gives nothing was put in its place""#;
    let trace = trace(&[text]);
    let seen = Seen::of(&trace, "plain");
    assert!(words(&seen).starts_with("the program does not run as it is: nodes has no look"));
    assert!(crate::story::tell(&trace, &|_, _, _| None).contains("put right to be run: nodes has no look"));
}

#[test]
fn one_cause_is_one_surprise_with_all_whom_it_meets() {
    let error = |node: &str| {
        [
            format!(r#""kind":"node_start","node":"{node}","step":1"#),
            format!(
                r#""kind":"node_error","node":"{node}","step":1,"error":{{"type":"KeyError","message":"{node}","trail":["src/nodes.py:7"]}}"#
            ),
        ]
    };
    let trace = run_of(&[error("a"), error("b")], r#""kind":"end""#);
    let told = surprise::of(&Seen::of(&trace, "plain"));
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].text.starts_with("a, b raise KeyError at src/nodes.py:7"),
        "{told:?}"
    );
    assert_eq!(told[0].place.as_deref(), Some("src/nodes.py:7"));
}

fn all(trace: &Trace) -> Vec<(String, Option<String>)> {
    let seen: Vec<(&str, Seen<'_>)> = trace
        .scenarios
        .iter()
        .map(|one| (one.name.as_str(), Seen::of(trace, &one.name)))
        .collect();
    let seen: Vec<(&str, &Seen<'_>)> = seen.iter().map(|(name, seen)| (*name, seen)).collect();
    let told = surprise::all(trace, &seen).into_iter();
    told.map(|one| (one.text, one.place)).collect()
}

#[test]
fn a_program_that_never_comes_to_a_graph_is_a_surprise() {
    let entry = r#""kind":"entry","path":"main.py","how":"script""#;
    let raised = r#""kind":"attempt","path":"main.py","outcome":"exception","code":1,"error":{"type":"KeyError","message":"x","trail":["main.py:3","b.py:9"]}"#;
    let told = all(&trace(&[entry, raised]));
    assert!(
        told[0]
            .0
            .starts_with("the program breaks before a graph runs: KeyError"),
        "{told:?}"
    );
    assert_eq!(told[0].1.as_deref(), Some("b.py:9"));
    let ended = r#""kind":"attempt","path":"main.py","outcome":"end","code":0,"error":null"#;
    assert_eq!(all(&trace(&[entry, ended]))[0].0, "no graph of the library ran");
    let mut killed = trace(&[]);
    killed.end = End::Code(137);
    assert!(all(&killed)[0].0.starts_with("not all of it could be seen"));
    // A lab that lacks something says nothing of the subject.
    let lacks = r#""kind":"lacks","module":"langgraph","error":"x""#;
    assert!(all(&trace(&[lacks])).is_empty());
}

#[test]
fn a_run_that_the_library_ends_is_told_and_one_that_our_fakes_end_is_not() {
    let told = |message: &str| {
        let end = format!(
            r#""kind":"run_end","run":1,"graph":1,"error":{{"type":"InvalidUpdateError","message":"{message}"}}"#
        );
        words(&Seen::of(&run_of(&[node("a", 1, "url")], &end), "plain"))
    };
    assert!(told("one value per step").starts_with("the run breaks: InvalidUpdateError"));
    assert_eq!(told("no type: experiment_harness.stubs.Thing"), "");
}

#[test]
fn what_was_put_right_has_the_place_where_the_program_broke() {
    let entry = r#""kind":"entry","path":"main.py","how":"script""#;
    let raised = r#""kind":"attempt","path":"main.py","outcome":"exception","code":1,"error":{"type":"ImportError","message":"x","trail":["main.py:3","b.py:4"]}"#;
    let mended = r#""kind":"repaired","text":"nodes has no look""#;
    let told = all(&trace_of(&[
        ("plain", entry),
        ("plain", raised),
        ("plain_again", mended),
        ("plain_again", RUN),
    ]));
    let mended = told
        .iter()
        .find(|(text, _)| text.contains("nodes has no look"))
        .unwrap();
    assert_eq!(mended.1.as_deref(), Some("b.py:4"));
    assert!(
        !told.iter().any(|(text, _)| text.contains("before a graph")),
        "{told:?}"
    );
}

#[test]
fn a_write_to_what_is_not_its_own_is_a_danger() {
    let write = |path: &str| format!(r#""kind":"write","path":"{path}","line":"a.py:3""#);
    let (own, temporary, other) = (write("out/r.md"), write("/tmp/x"), write("/etc/cron.d/x"));
    let trace = trace(&[&own, &temporary, &other]);
    let told = surprise::of(&Seen::of(&trace, "plain"));
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0].rank, surprise::Rank::Danger);
    assert_eq!(
        told[0].text,
        "it tried to write what is not its own: /etc/cron.d/x"
    );
    assert_eq!(told[0].place.as_deref(), Some("a.py:3"));
}

#[test]
fn a_list_that_nodes_give_back_whole_doubles() {
    let ran = |node: &str, step: u64, saw: u64, gave: u64| {
        [
            format!(
                r#""kind":"node_start","node":"{node}","step":{step},"sees":{{"opinions":{{"type":"list","len":{saw}}}}}"#
            ),
            format!(
                r#""kind":"node_end","node":"{node}","step":{step},"keys":{{"opinions":{{"type":"list","len":{gave}}}}}"#
            ),
        ]
    };
    let end = r#""kind":"run_end","run":1,"graph":1"#;
    let last = |saw: u64| ran("join", 4, saw, 0);
    let whole = run_of(
        &[ran("a", 1, 0, 3), ran("a", 2, 3, 3), ran("b", 3, 6, 6), last(12)],
        end,
    );
    let text = words(&Seen::of(&whole, "plain"));
    assert!(
        text.contains("given back and added again by a, b") && text.contains("`opinions` came to 12 pieces"),
        "{text}"
    );
    // As many as there were before, once, may be others.
    let other = run_of(
        &[ran("a", 1, 0, 3), ran("a", 2, 3, 3), ran("b", 3, 6, 1), last(7)],
        end,
    );
    assert!(!words(&Seen::of(&other, "plain")).contains("pieces"));
}
