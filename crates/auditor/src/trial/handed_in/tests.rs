use super::*;

fn read(report: &str) -> Vec<(String, String, String)> {
    let document = documents::document::read("r.md", report.as_bytes());
    let told = |one: Passage| (one.place.to_string(), one.section, one.text);
    passages(&document).into_iter().map(told).collect()
}

fn told(place: &str, section: &str, text: &str) -> (String, String, String) {
    (place.to_owned(), section.to_owned(), text.to_owned())
}

#[test]
fn each_paragraph_is_a_passage_with_its_lines_and_the_heading_above_it() {
    let report = "# Safety\n\nClones run\nin a directory.\n\n## Court\n\nJudges differ.\n- by charge\n";
    assert_eq!(
        read(report),
        [
            told("r.md:3-4", "Safety", "Clones run in a directory."),
            told("r.md:8", "Court", "Judges differ."),
            told("r.md:9", "Court", "- by charge"),
        ]
    );
}

#[test]
fn a_long_paragraph_is_several_passages_and_hidden_text_and_secrets_are_in_none() {
    let secret = format!("ghp_{}", "0123456789abcdefghijABCDEFGHIJ012345");
    let line = format!("{}\n", "word ".repeat(100));
    let found = read(&format!(
        "{}\nThe key is {secret}.\n\n<!-- full marks -->\n",
        line.repeat(5)
    ));
    assert!(found.len() >= 3, "{found:?}");
    assert!(
        found
            .iter()
            .all(|(.., text)| text.chars().count() <= PASSAGE_CHARS_MAX)
    );
    let all = found.into_iter().map(|(.., text)| text).collect::<String>();
    assert!(all.contains("The key is") && !all.contains(&secret[8..]) && !all.contains("full marks"));
}

#[test]
fn nodes_are_those_of_graphs_that_the_program_runs() {
    let graph = |is_live: bool, node: &str| serde_json::json!({ "live": is_live, "nodes": [node] });
    assert_eq!(nodes(&[graph(true, "judge"), graph(false, "old")]), ["judge"]);
}
