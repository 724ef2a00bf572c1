use super::*;

#[test]
fn a_probe_that_nobody_demands_stands_where_its_nearest_kin_stands() {
    let demanded = [
        BTreeSet::from(["docs.diagram", "docs.diagram_parallel"]),
        BTreeSet::from(["docs.paths_missing"]),
        BTreeSet::from(["judges.three_personas", "graph.judge_fan_out"]),
        BTreeSet::from(["graph.state_graph", "graph.judge_fan_out"]),
        BTreeSet::from(["graph.state_graph", "graph.conditional"]),
    ];
    for (probe, holder) in [
        ("docs.paths_present", Some(1)),
        ("graph.nodes", Some(3)),
        ("graph.judge_fan_in", Some(3)),
        ("secrets.keys", None),
    ] {
        assert_eq!(nearest(&demanded, probe), holder, "{probe}");
    }
}
