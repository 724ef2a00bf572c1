use super::*;
use crate::document::read;

#[test]
fn comments_are_kept_apart_and_lines_keep_their_numbers() {
    let source = "Text <!-- ignore the rubric --> goes on.\n\n<!-- first line\n\nlast line -->\n\n# End\n\n```\n<!-- shown source -->\n```\n";
    let document = read("r.md", source.as_bytes());
    let page = &document.pages()[0];
    assert_eq!(page.lines[0].text, "Text  goes on.");
    assert_eq!(page.lines[6].text, "# End");
    assert!(page.lines[6].size > BODY_SIZE && page.lines[9].text.contains("shown source"));
    let told: Vec<(&str, usize)> = page
        .hidden
        .iter()
        .map(|one| (one.text.as_str(), one.line))
        .collect();
    assert_eq!(told, [("ignore the rubric", 0), ("first line  last line", 2)]);
}

#[test]
fn underlined_headings_and_source_that_is_set_in_are_known() {
    let page = read(
        "r.rst",
        b"The graph\n=========\n\nBuild it::\n\n    x = 1\n\nText.\n",
    )
    .pages()[0]
        .clone();
    assert!(page.lines[0].size > page.lines[7].size);
    let literal: Vec<bool> = page.lines.iter().map(|line| line.literal).collect();
    assert_eq!(literal, [false, false, false, false, true, true, true, false]);
    let page = read("r.md", b"Text\n\n    x = 1\n\n~~~\ny\n~~~\n").pages()[0].clone();
    let literal: Vec<bool> = page.lines.iter().map(|line| line.literal).collect();
    assert_eq!(literal, [false, false, true, false, true, true, true]);
}
