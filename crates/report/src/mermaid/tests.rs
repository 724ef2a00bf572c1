use super::*;
use serde_json::json;

#[test]
fn a_node_name_cannot_end_its_label_or_begin_a_directive() {
    let graph = json!({"nodes": ["alone"], "edges": [["START", "a\"] --> x[\"%%{init: 1}%%\n<b>`", true]]});
    let drawn = draw(&Graph::of(&graph)).expect("it has an edge");
    assert_eq!(
        drawn,
        "flowchart TD\n  n0[\"START\"]\n  n1[\"a#34;#93; --#62; x#91;#34;#37;#37;#123;init: 1#125;#37;#37;#10;#60;b#62;#96;\"]\
             \n  n2[\"alone\"]\n  n0 -.-> n1"
    );
}

#[test]
fn a_node_that_is_called_start_leads_not_back_into_the_start() {
    let graph = json!({"nodes": ["START", "a"], "edges": [["START", "START", false], ["START", "a", false]]});
    let drawn = draw(&Graph::of(&graph)).expect("it has edges");
    assert_eq!(drawn, "flowchart TD\n  n0[\"START\"]\n  n1[\"a\"]\n  n0 --> n1");
}

#[test]
fn what_runs_together_stands_in_a_box_and_what_may_be_missing_is_marked() {
    let graph = json!({
        "nodes": ["a", "b", "end"], "optional": ["b"],
        "edges": [["START", "a", false], ["START", "b", true], ["a", "end", false], ["b", "end", false]],
        "supersteps": [["a", "b"], ["end"], ["end", "a"]]
    });
    let drawn = draw_steps(&graph).expect("it has edges");
    assert_eq!(
        drawn,
        "flowchart TD\n  subgraph s0[\"superstep 1\"]\n    n1[\"a\"]\n    n2[\"b (optional)\"]\n  end\
             \n  n0[\"START\"]\n  n3[\"end\"]\n  n0 --> n1\n  n0 -.-> n2\n  n1 --> n3\n  n2 --> n3"
    );
}
