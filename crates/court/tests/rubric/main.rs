//! Rubrics of every shape, and what the court makes of them.

mod built_in;
mod demands;
mod errors;
mod limits;
mod properties;
mod prose;
mod shapes;

use court::rubric::{self, Rubric};
use serde_json::{Value, json};

/// One fixture for each shape in use.
const SHAPES: &[(&str, &str)] = &[
    ("anchors.yaml", include_str!("../rubrics/anchors.yaml")),
    ("by-id.yaml", include_str!("../rubrics/by-id.yaml")),
    ("damaged.json", include_str!("../rubrics/damaged.json")),
    ("flat-weights.yaml", include_str!("../rubrics/flat-weights.yaml")),
    ("legacy.json", include_str!("../rubrics/legacy.json")),
    ("levels-list.yaml", include_str!("../rubrics/levels-list.yaml")),
    (
        "levels-object.json",
        include_str!("../rubrics/levels-object.json"),
    ),
    ("own-probes.yaml", include_str!("../rubrics/own-probes.yaml")),
    ("patterns.json", include_str!("../rubrics/patterns.json")),
    ("personas.yaml", include_str!("../rubrics/personas.yaml")),
    ("prose-levels.json", include_str!("../rubrics/prose-levels.json")),
    (
        "scoring-guide.json",
        include_str!("../rubrics/scoring-guide.json"),
    ),
    ("settings.json", include_str!("../rubrics/settings.json")),
    ("totals.json", include_str!("../rubrics/totals.json")),
];

fn fixture(name: &str) -> Rubric {
    let (_, text) = SHAPES
        .iter()
        .find(|(known, _)| *known == name)
        .expect("the fixture is listed");
    rubric::parse(text, name).expect("the fixture is sound")
}

fn one(dimension: &Value) -> Rubric {
    rubric::parse(&json!({"dimensions": [dimension]}).to_string(), "one").expect("the dimension is sound")
}
