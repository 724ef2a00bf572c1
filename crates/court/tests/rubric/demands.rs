//! What a rubric demands of probes itself, and the probes that it defines.

use super::fixture;
use court::protocol::Kind;
use court::protocol::own::{Count, Look, Part};
use court::rubric::{self, Includes, not_covered};
use serde_json::json;

#[test]
fn what_a_rubric_demands_itself_decides_and_stands_beside_the_protocol_that_it_names() {
    let rubric = fixture("own-probes.yaml");
    let read = |at: usize| rubric.dimensions[at].reading().unwrap();
    let wants = |at: usize| -> Vec<String> {
        let demands = read(at).demands;
        demands
            .iter()
            .map(|demand| format!("{} {}", demand.probe, demand.want))
            .collect()
    };
    assert_eq!(
        wants(0),
        [
            "own.shell absent",
            "own.unwraps a share of at most 10 %",
            "git.commits at least 4"
        ]
    );
    assert_eq!(read(0).kind, Kind::Security);
    assert_eq!(read(0).demands[2].met, "the history has more than three commits");
    assert_eq!(
        read(0).demands[0].unmet,
        "present, though the rubric wants it absent: commands that run through a shell"
    );
    assert_eq!(
        wants(1),
        [
            "own.words graded by its terms",
            "own.untrue at most 0",
            "own.conventional a share from 20 % (nothing) to 80 % (whole)"
        ]
    );
    assert_eq!(wants(2)[..2], ["own.readme present", "own.client present"]);
    assert!(
        wants(2).iter().any(|want| want.starts_with("git.commits")),
        "{:?}",
        wants(2)
    );
    assert!(rubric.ignored.is_empty(), "{:?}", rubric.ignored);
}

#[test]
fn definitions_are_read_as_they_stand() {
    let rubric = fixture("own-probes.yaml");
    let [shell, readme, _, unwraps, ..] = &rubric.probes[..] else {
        panic!("the fixture has probes");
    };
    assert_eq!((shell.part, shell.count), (Part::Product, Count::Matches));
    assert!(matches!(&shell.look, Look::Pattern { patterns, .. } if patterns.len() == 2));
    assert_eq!(readme.goal, "files of the paths `README.md`, `!vendor/**`");
    assert_eq!(
        (unwraps.count, unwraps.paths.as_slice()),
        (Count::Share, &["src/**".to_owned()][..])
    );
}

#[test]
fn sentences_that_nothing_looks_at_are_named() {
    let rubric = fixture("own-probes.yaml");
    let dimension = &rubric.dimensions[0];
    let unseen = not_covered(dimension, dimension.reading().as_ref(), &rubric.probes);
    assert_eq!(unseen, ["The moon is full."]);
}

#[test]
fn a_sentence_is_looked_at_by_what_the_demanded_probe_looks_for_and_not_by_another() {
    let rubric = rubric::parse(
        "probes:
- {id: own.x, goal: harbour anchors, files: x}
- {id: own.y, goal: silver lanterns, files: y}
dimensions:
- id: a
  description: The anchor holds the harbour. Lanterns of silver shine.
  demands: [{probe: own.x, want: present, weight: 1, met: m, unmet: u, remedy: r}]",
        "x",
    )
    .unwrap();
    let dimension = &rubric.dimensions[0];
    let unseen = not_covered(dimension, dimension.reading().as_ref(), &rubric.probes);
    assert_eq!(unseen, ["Lanterns of silver shine."]);
}

#[test]
fn a_dimension_is_of_the_kind_that_it_names_whatever_its_protocol_and_its_demands_say() {
    let kind = |named: &str| {
        let demand = "{probe: git.commits, want: present, weight: 1, violation: true}";
        let text = format!("dimensions: [{{id: a, demands: [{demand}]{named}}}]");
        let rubric = rubric::parse(&text, "x").unwrap();
        rubric.dimensions[0].reading().unwrap().kind
    };
    for (named, expected) in [
        ("", Kind::Security),
        (", kind: plain", Kind::Plain),
        (", protocol: ast_graph", Kind::Architecture),
        (", protocol: ast_graph, kind: security", Kind::Security),
    ] {
        assert_eq!(kind(named), expected, "{named}");
    }
}

/// A rubric with one probe and one demand, each replaced by what is broken.
fn with(probe: &serde_json::Value, demand: &serde_json::Value) -> String {
    json!({"probes": [probe], "dimensions": [{"id": "a", "demands": [demand]}]}).to_string()
}

/// What is said of a rubric with this probe and this demand.
fn told(probe: &serde_json::Value, demand: &serde_json::Value) -> String {
    rubric::parse(&with(probe, demand), "x")
        .expect_err("the demand is broken")
        .to_string()
}

#[test]
fn a_broken_definition_is_told_with_its_place_and_the_fix() {
    let asked = json!({"probe": "own.x", "want": "present", "weight": 1});
    let cases = [
        (json!({"files": "a"}), "$.probes[0]: the probe has no id"),
        (json!({"id": "git.x", "files": "a"}), "write `own.git.x`"),
        (json!({"id": "own.x"}), "exactly one of"),
        (
            json!({"id": "own.x", "files": "a", "terms": "b"}),
            "looks for several things: `files`, `terms`",
        ),
        (json!({"id": "own.x", "pattern": "f()"}), "give a `language`"),
        (json!({"id": "own.x", "file": "a"}), "exactly one of"),
        (
            json!({"id": "own.x", "files": "a", "pahts": "b"}),
            "did you mean `paths`?",
        ),
        (
            json!({"id": "own.x", "files": "a", "count": "share"}),
            "leave `count` out",
        ),
        (json!({"id": "own.x", "git": "comits"}), "did you mean `commits`?"),
        (
            json!({"id": "own.x", "rule": "../a.yml"}),
            "no path below the rubric's folder",
        ),
        (
            json!({"id": "own.x", "rule": "a.yml"}),
            "nothing lies beside this rubric",
        ),
    ];
    for (probe, expected) in cases {
        let error = told(&probe, &asked);
        assert!(error.contains(expected), "{expected}: {error}");
    }
    let good = json!({"id": "own.x", "files": "README.md"});
    rubric::parse(&with(&good, &asked), "x").unwrap();
    let doubled = json!({"probes": [good, good], "dimensions": [{"id": "a"}]}).to_string();
    let error = rubric::parse(&doubled, "x").unwrap_err().to_string();
    assert!(error.contains("defined at $.probes[0] already"), "{error}");
}

#[test]
fn a_broken_demand_is_told_with_its_place_and_the_fix() {
    let good = json!({"id": "own.x", "files": "README.md"});
    let cases = [
        (
            json!({"probe": "own.y", "want": "present", "weight": 1}),
            "did you mean `own.x`?",
        ),
        (
            json!({"probe": "own.x", "want": "present"}),
            "$.dimensions[0].demands[0]: the demand has no weight",
        ),
        (
            json!({"probe": "own.x", "want": "present", "weight": 0}),
            "from 1 to 1000",
        ),
        (
            json!({"probe": "own.x", "weight": 1}),
            "does not say which answer is wanted",
        ),
        (
            json!({"probe": "own.x", "want": "yes", "weight": 1}),
            "is no answer to want",
        ),
        (
            json!({"probe": "own.x", "want": {"share_at_least": 2}, "weight": 1}),
            "0 to 1",
        ),
        (
            json!({"probe": "own.x", "want": "absent", "wight": 1}),
            "no weight",
        ),
    ];
    for (demand, expected) in cases {
        let error = told(&good, &demand);
        assert!(error.contains(expected), "{expected}: {error}");
    }
}

#[test]
fn a_name_with_one_slip_in_four_letters_is_taken_for_the_one_that_is_meant() {
    for (known, asked, is_meant) in [
        ("own.abc", "own.abx", true),
        ("own.abc", "own.axy", false),
        ("own.abcd", "own.abxy", true),
        ("own.abcd", "own.axyz", false),
    ] {
        let error = told(
            &json!({"id": known, "files": "a"}),
            &json!({"probe": asked, "want": "present", "weight": 1}),
        );
        let fix = format!("did you mean `{known}`?");
        assert_eq!(error.contains(&fix), is_meant, "{error}");
        assert_eq!(error.contains("define it in `probes`"), !is_meant, "{error}");
    }
}

#[test]
fn a_protocol_beside_the_rubric_means_dimensions_by_name_and_by_id_and_counts_in_the_digest() {
    let file = "probes: [{id: own.x, files: a}]\nprotocols:\n  - name: ours\n    dimensions: [tidy]\n    demands: [{probe: own.x, want: present, weight: 1}]\n";
    let read = |name: &str| match name {
        "ours.yaml" => Ok(file.to_owned()),
        _ => Err("it is not there".to_owned()),
    };
    let text = "protocol: ours.yaml\ndimensions: [{id: tidy}, {id: other, protocol: ours}, {id: third}]";
    let rubric = rubric::parse_with(text, "x", &Includes::new(&read)).unwrap();
    let asked: Vec<bool> = rubric
        .dimensions
        .iter()
        .map(|one| one.demanded.is_some())
        .collect();
    assert_eq!(asked, [true, true, false]);
    let without = text.replace("protocol: ours.yaml\n", "");
    let given =
        rubric::parse_with(&without, "x", &Includes::new(&read).with_protocol("p.yaml", file)).unwrap();
    assert_eq!(
        given.dimensions[0].demanded.as_ref().unwrap().because,
        "`ours` in p.yaml means it"
    );
    assert_ne!(given.sha256, rubric::parse(&without, "x").unwrap().sha256);
    let broken = |_: &str| Ok("probes: [{id: own.x}]".to_owned());
    let error = rubric::parse_with(text, "x", &Includes::new(&broken)).unwrap_err();
    assert!(
        error.to_string().starts_with("ours.yaml: $.probes[0]: "),
        "{error}"
    );
    let other = text.replace("ours.yaml", "gone.yaml");
    assert!(
        rubric::parse_with(&other, "x", &Includes::new(&read))
            .unwrap_err()
            .to_string()
            .contains("it is not there")
    );
}

#[test]
fn keys_of_other_kinds_stay_the_rubrics_own() {
    let rubric = rubric::parse(
        "probes: many\nfixtures: 3\nprotocol: strict\ndimensions: [{id: a, demands: much, kind: blue}]",
        "x",
    )
    .unwrap();
    assert!(rubric.probes.is_empty() && rubric.dimensions[0].demanded.is_none());
    assert_eq!(rubric.dimensions[0].extra["kind"], "blue");
    assert_eq!(rubric.extra["protocol"], "strict");
}
