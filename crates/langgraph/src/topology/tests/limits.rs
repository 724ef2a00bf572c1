//! What costs too much is cut, and that is said; what people write is not.

use super::super::sites;
use super::{all, built, notes, only};
use std::fmt::Write as _;

const CUT: &str = "evaluation came to its limits, so something may be missing";

#[test]
fn lists_that_double_are_cut_in_every_way_that_a_list_grows() {
    let doublings = [
        "names = names + names",
        "names += names",
        "names.extend(names)",
        "names = [*names, *names]",
        "names = [n for m in (names, names) for n in m]",
        "names = names[:] + names[:]",
    ];
    for doubling in doublings {
        let doubling = format!("{doubling}\n").repeat(64);
        let graph = only(&built(&format!(
            "g = StateGraph(dict)\ndef f(s): return {{}}\ng.add_node('first', f)\nnames = ['a']\n{doubling}for name in names:\n    g.add_node(name, f)"
        )));
        assert!(notes(&graph).contains(&CUT), "{doubling}: {:?}", graph.notes);
        assert!(graph.nodes.contains_key("first"), "{doubling}");
    }
}

#[test]
fn a_graph_of_a_hundred_nodes_made_from_lists_of_names_loses_nothing() {
    let graph = only(&built(
        "def f(s): return {}\nnames = [f'n{i}' for i in range(100)]\nnames = names[:50] + names[50:]\ng = StateGraph(dict)\nfor name in names:\n    g.add_node(name, f)\nfor one, other in zip(names, names[1:]):\n    g.add_edge(one, other)\ng.add_edge(START, names[0])",
    ));
    assert_eq!((graph.nodes.len(), graph.edges.len()), (100, 100));
    assert_eq!(notes(&graph), [""; 0]);
}

#[test]
fn nodes_and_edges_beyond_the_limits_are_left_out_and_that_is_said_once() {
    let lines = (0..1_500).fold(String::new(), |mut text, number| {
        let to = number * 3 % 1_500;
        let _ = writeln!(
            text,
            "g.add_node('n{number}', f)\ng.add_edge('n{number}', 'n{to}')"
        );
        text
    });
    let graph = only(&built(&format!(
        "def f(s): return {{}}\ng = StateGraph(dict)\n{lines}"
    )));
    assert_eq!(graph.nodes.len(), 500);
    let left_out = notes(&graph);
    let said = left_out.iter().filter(|note| note.contains("are left out"));
    assert_eq!((said.count(), left_out.len() <= 3), (1, true), "{left_out:?}");
}

#[test]
fn builders_of_one_module_are_found_by_one_evaluation() {
    let lines = (0..50).fold(String::new(), |mut text, number| {
        let _ = writeln!(text, "g{number} = StateGraph(dict)\ng{number}.add_node('a', f)");
        text
    });
    let source =
        format!("//- main.py\nfrom langgraph.graph import StateGraph\ndef f(s): return {{}}\n{lines}");
    assert_eq!(sites::evaluations(&super::program(&source)), 1);
    let graphs = all(&source);
    assert_eq!(graphs.len(), 50);
    assert!(graphs.iter().all(|graph| graph.nodes.contains_key("a")));
}

#[test]
fn callers_beyond_those_that_are_evaluated_are_told_where_they_may_matter() {
    let callers = |count: usize, middle: &str| {
        let calls: String = (0..count)
            .map(|number| format!("def use{number}():\n    return build()\n"))
            .collect();
        only(&format!(
            "//- main.py\nfrom langgraph.graph import StateGraph\ndef f(s): return {{}}\n\
             def build():\n    g = StateGraph(dict)\n    g.add_node('a', f)\n    {middle}\n    return g\n{calls}"
        ))
    };
    let is_told = |count, middle| {
        let graph = callers(count, middle);
        notes(&graph)
            .iter()
            .any(|note| note.contains("more than 12 places"))
    };
    assert!(!is_told(11, "pass"));
    assert!(is_told(12, "pass"));
    assert!(!is_told(12, "g.compile().invoke({})"));
}

#[test]
fn things_that_are_not_known_beyond_the_limit_are_told_once() {
    let lines: String = (0..1_200)
        .map(|_| "g.add_node(input(), f)\n".to_owned())
        .collect();
    let graph = only(&built(&format!(
        "def f(s): return {{}}\ng = StateGraph(dict)\n{lines}"
    )));
    let notes = notes(&graph);
    assert_eq!(notes.len(), 1_001, "{:?}", notes.last());
    assert!(
        notes[1_000].contains("more than 1000 things"),
        "{:?}",
        notes.last()
    );
}
