//! Each shape means what its author meant.

use super::{SHAPES, fixture, one};
use court::opinion::Persona;
use court::rubric::{self, Artifact};
use serde_json::{Value, json};

#[test]
fn every_shape_is_understood() {
    for (name, text) in SHAPES {
        let rubric = rubric::parse(text, name).unwrap();
        insta::assert_snapshot!(*name, rubric::describe(&rubric));
    }
}

#[test]
fn texts_stay_as_they_were_written() {
    let personas = fixture("personas.yaml");
    let hull = &personas.dimensions[0];
    assert_eq!(hull.logic[&Persona::Prosecutor], "One leak is enough.");
    assert_eq!(hull.logic[&Persona::Defense], "Small leaks dry.");
    assert_eq!(hull.logic[&Persona::TechLead], "Weigh the pumps.");
    assert_eq!(hull.extra[r#"judicial_logic["harbour master"]"#], "Stays ashore.");

    let orchard = fixture("flat-weights.yaml");
    assert_eq!(
        orchard.dimensions[0].shared_logic.as_deref(),
        Some("All judges walk the rows.")
    );
    assert_eq!(
        orchard.dimensions[0].synthesis[0].text,
        "Weigh the old trees twice."
    );
    assert_eq!(
        orchard.dimensions[0].extra["thresholds"],
        json!({"pass": 0.8, "review": 0.5})
    );

    let circus = fixture("by-id.yaml");
    assert_eq!(
        circus.dimensions[0].instruction.as_deref(),
        Some("Look up.\nLook down.")
    );
    assert_eq!(
        circus.dimensions[0].extra["nets"],
        json!([{"size": 4}, {"size": 6}])
    );
    assert_eq!(circus.extra["rubric_metadata.colour"], "red");

    let stables = fixture("legacy.json");
    assert_eq!(
        stables.dimensions[0].instruction.as_deref(),
        Some("Look into every box.")
    );
    assert_eq!(stables.dimensions[0].logic[&Persona::Prosecutor], "Mud is mud.");
    assert_eq!(
        stables.dimensions[1].instruction.as_deref(),
        Some("Look into the trough.")
    );

    let damaged = one(&json!({"id": "d", "forensic_instruction": " a\r\n\u{2013}b\t'c\u{201d} "}));
    assert_eq!(
        damaged.dimensions[0].instruction.as_deref(),
        Some(" a\r\n\u{2013}b\t'c\u{201d} ")
    );
}

#[test]
fn the_same_rubric_means_the_same_as_json_and_as_yaml_with_a_mark_and_other_line_ends() {
    let meaning = |text: &str| {
        let rubric = rubric::parse(text, "same").unwrap();
        let mut value = serde_json::to_value(rubric).unwrap();
        value["sha256"] = Value::Null;
        value
    };
    for (name, text) in SHAPES.iter().filter(|(name, _)| name.ends_with(".json")) {
        let plain = meaning(text);
        assert_eq!(meaning(&format!("---\n{text}")), plain, "{name} as YAML");
        assert_eq!(
            meaning(&format!("\u{feff}{}", text.replace('\n', "\r\n"))),
            plain,
            "{name} with marks"
        );
    }
}

#[test]
fn artifacts_have_many_names() {
    let cases = [
        (
            Artifact::Repository,
            ["github_repo", "repository", "code", "GitHub Repo", "repo"],
        ),
        (
            Artifact::Report,
            ["pdf_report", "document", "PDF-Report", "pdf", "report"],
        ),
        (
            Artifact::Diagrams,
            [
                "pdf_images",
                "extracted_images",
                "architecture_diagrams",
                "diagram",
                "Images",
            ],
        ),
    ];
    for (artifact, words) in cases {
        for word in words {
            assert_eq!(Artifact::named(word), artifact, "for {word}");
        }
    }
    for word in ["manual", "communication_logs", "audit_report", "unknown"] {
        assert_eq!(Artifact::named(word), Artifact::External(word.to_owned()));
    }
}

#[test]
fn an_instruction_or_a_logic_of_the_root_is_told_to_hold_for_every_dimension() {
    let is_told = |root: &str| {
        let text = format!("dimensions: [{{id: a}}]\n{root}");
        let rubric = rubric::parse(&text, "root").expect("it parses");
        let told = "instruction or logic at the root holds for every dimension without its own";
        rubric.understood.iter().any(|said| said == told)
    };
    for (root, told) in [
        ("", false),
        ("forensic_instruction: Look up.", true),
        ("judicial_logic: {prosecutor: One leak is enough.}", true),
        (
            "forensic_instruction: Look up.\njudicial_logic: {prosecutor: One leak is enough.}",
            true,
        ),
    ] {
        assert_eq!(is_told(root), told, "{root}");
    }
}
