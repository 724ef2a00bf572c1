use super::*;

#[test]
fn rows_trees_and_arrows_from_one_place_show_branches() {
    for drawing in [
        "start → [RepoInvestigator | DocAnalyst | VisionInspector] (parallel)",
        "   RepoInvestigator      DocAnalyst     VisionInspector",
        "Entry -> (repo_detective || doc_detective) -> hub",
        "Entry\n├── RepoInvestigator\n└── DocAnalyst",
        "entry -> repo_investigator\nentry -> doc_analyst",
    ] {
        let lines: Vec<&str> = drawing.lines().collect();
        assert!(side_by_side(&lines, Bench::Detectives), "{drawing}");
        assert!(!side_by_side(&lines, Bench::Judges), "{drawing}");
    }
}

#[test]
fn one_after_the_other_is_not_side_by_side() {
    for drawing in [
        "Prosecutor → Defense → Tech Lead → Chief",
        "Prosecutor\n    ↓\nDefense",
        "a -> Prosecutor\nb -> Defense",
        "│   (Prosecutor, Defense, │",
    ] {
        let lines: Vec<&str> = drawing.lines().collect();
        assert!(!side_by_side(&lines, Bench::Judges), "{drawing}");
    }
}

#[test]
fn names_with_one_space_between_them_stand_side_by_side() {
    for row in [
        "| Prosecutor Defense TechLead",
        "   Prosecutor  Defense Tech Lead   |",
    ] {
        assert!(side_by_side(&[row], Bench::Judges), "{row}");
    }
    for row in ["| Prosecutor and Defense argue", "Prosecutor Node", "Tech Lead"] {
        assert!(!side_by_side(&[row], Bench::Judges), "{row}");
    }
}
