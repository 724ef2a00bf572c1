use super::*;
use documents::document::read;

fn drawn(report: &str) -> Vec<(Option<bool>, Option<bool>)> {
    let document = read("r.md", report.as_bytes());
    let diagrams = diagrams(&document, &Passages::of(&document), &[]);
    diagrams
        .iter()
        .map(|diagram| (diagram.detectives_parallel, diagram.judges_parallel))
        .collect()
}

#[test]
fn a_flow_of_words_and_arrows_is_a_diagram() {
    let flow = "start → [RepoInvestigator | DocAnalyst] (parallel)\n  → hub\n  → [Prosecutor | Defense]\n  → chief\n";
    assert_eq!(drawn(flow), [(Some(true), Some(true))]);
}

#[test]
fn lines_between_bars_are_drawn_and_no_rows_of_a_table() {
    let forked = "START\n  |\n  |---> RepoInvestigator ---\\  |\n  |---> DocAnalyst -----+---> Hub\n  |          |         |\n  |    |-----+-----|\n  |    v           v\n  | Prosecutor Defense\n  |    |           |\n  |    |-----+-----|\n  |          v\n  |       Chief\n";
    assert_eq!(drawn(forked), [(Some(true), Some(true))]);
}

#[test]
fn folders_tables_titles_and_sentences_are_none() {
    for report in [
        "├── src/prosecutor.py\n├── src/defense.py\n└── src/graph.py\n",
        "| a | b |\n|---|---|\n| Prosecutor | Defense |\n",
        "┌────────┐\n│ Report │\n└────────┘\n",
        "The state goes from A → B in this long sentence, which nobody would ever have called a drawing of anything.\n",
    ] {
        assert_eq!(drawn(report), [], "{report}");
    }
}
