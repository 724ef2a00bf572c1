use super::super::roles::Bench;
use super::*;

fn edges(drawing: &str) -> Vec<String> {
    let lines: Vec<&str> = drawing.lines().collect();
    let graph = trace(&lines);
    graph
        .edges
        .iter()
        .map(|edge| format!("{} > {}", graph.nodes[&edge.from], graph.nodes[&edge.to]))
        .collect()
}

#[test]
fn lines_between_boxes_are_followed_through_their_branches() {
    let drawing = "
            ┌─────────┐
            │  Entry  │
            └────┬────┘
         ┌───────┼────────┐
         ▼       ▼        ▼
    ┌────────┐ ┌─────┐ ┌────────┐
    │Prosec. │ │ Def │ │TechLead│
    └────────┘ └─────┘ └────────┘";
    assert_eq!(
        edges(drawing),
        ["Entry > Prosec.", "Entry > Def", "Entry > TechLead"]
    );
}

#[test]
fn plain_characters_and_bare_words_draw_too() {
    let drawing = "
  +-------+      +------+
  | Entry |----->| Hub  |
  +-------+      +------+
                    |
                    v
               Chief Justice";
    assert_eq!(edges(drawing), ["Entry > Hub", "Hub > Chief Justice"]);
}

#[test]
fn a_frame_around_boxes_is_a_group_not_a_line() {
    let drawing = "
  ┌──────────────────────────┐
  │ ┌──────────┐ ┌─────────┐ │
  │ │Prosecutor│ │ Defense │ │
  │ └─────┬────┘ └────┬────┘ │
  └───────┼───────────┼──────┘
          └─────┬─────┘
                ▼
          ┌───────────┐
          │   Chief   │
          └───────────┘";
    assert_eq!(edges(drawing), ["Prosecutor > Chief", "Defense > Chief"]);
}

#[test]
fn branches_of_roles_are_seen() {
    let drawing = "      START\n        │\n   ┌────┴────────────┐\n   ▼                 ▼\nRepoInvestigator   DocAnalyst\n";
    let lines: Vec<&str> = drawing.lines().collect();
    assert!(trace(&lines).branches(Bench::Detectives));
}
