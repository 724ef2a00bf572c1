//! Another field is another file: with a pack of its own the same code finds other people and other parts.
//!
//! A process asks with one pack, so these tests have one to themselves.

use court::evidence::Finding;
use court::pack::{Pack, install, pack};
use langgraph::topology::meaning::Meaning;
use langgraph::topology::roles::Role;
use probes::Subject;
use probes::families::fields::Field;
use std::sync::Once;

const KITCHEN: &str = include_str!("second_pack/kitchen.yaml");

static INSTALLED: Once = Once::new();

fn in_the_kitchen(fixture: &str) -> Subject {
    INSTALLED.call_once(|| install(Pack::read(KITCHEN).expect("a pack")).expect("the first pack"));
    Subject::from_fixture(fixture)
}

const BUILT: &str = "
from langgraph.graph import StateGraph, START, END

def bake(state): return {'dishes': {'bread': state['flour']}}
def taste(state): return {'notes': state['dishes']}
def prosecutor(state): return {'salt': state['flour']}

builder = StateGraph(dict)
builder.add_node('pastry_cook', bake)
builder.add_node('taster', taste)
builder.add_node('prosecutor', prosecutor)
builder.add_edge(START, 'pastry_cook')
builder.add_edge('pastry_cook', 'taster')
builder.add_edge('taster', 'prosecutor')
builder.add_edge('prosecutor', END)
graph = builder.compile()
print(graph.invoke({}))
";

#[test]
fn who_is_who_in_a_graph_goes_by_the_pack() {
    let subject = in_the_kitchen(&format!("//- main.py\n{BUILT}"));
    assert_eq!(pack().name, "kitchen");
    let graph = subject.live_graph().unwrap();
    let roles = Meaning::of(subject.program(), graph).roles;
    let of = |name: &str| roles.of[name];
    assert_eq!(of("pastry_cook"), Role::Detective);
    assert_eq!(of("taster"), Role::Judge);
    assert_eq!(of("prosecutor"), Role::Other);
}

#[test]
fn what_a_subject_is_about_goes_by_the_pack() {
    let kitchen = in_the_kitchen("//- main.py\nimport oven\n# a menu of one dish\n");
    assert_eq!(Field::of_subject(&kitchen), Field::LangGraph);
    let court = in_the_kitchen("//- main.py\nimport langgraph\n# judge, detective, rubric, verdict\n");
    assert_eq!(Field::of_subject(&court), Field::Engineering);
}

#[test]
fn the_parts_of_a_history_and_what_explains_a_term_go_by_the_pack() {
    let finding = |fixture: &str, probe: &str| {
        let subject = in_the_kitchen(fixture);
        let family = Field::ALL.into_iter().flat_map(Field::probes);
        let probe = family.into_iter().find(|one| one.id == probe).unwrap();
        probe.answer(&subject).finding
    };
    let history = "//- src/knives.py
a = 1
b = 2
//- src/tasting.py
c = 3
d = 4
//- history
2024-01-01T10:00:00Z Ann | One | A src/knives.py
2024-01-05T10:00:00Z Ann | Two | A src/tasting.py
";
    assert_eq!(finding(history, "git.progression"), Finding::Present);
    let court = history
        .replace("knives", "detectives")
        .replace("tasting", "judges");
    assert_eq!(finding(&court, "git.progression"), Finding::NotApplicable);
    let report = |text: &str| format!("//- terms:Proofing\n//- report:r.md\n{text}\n");
    let explained = report("Proofing: the cook lets the dough rise, folds it, rests it in the oven.");
    assert_eq!(finding(&explained, "docs.terms"), Finding::Present);
}
