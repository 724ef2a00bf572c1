use super::*;
use crate::document::read;

fn page(number: u32, texts: &[(&str, i32, i32)]) -> Page {
    let line = |(text, top, size): &(&str, i32, i32)| Line {
        text: (*text).to_owned(),
        top: *top,
        size: *size,
        ..Line::default()
    };
    Page {
        number,
        lines: texts.iter().map(line).collect(),
        ..Page::default()
    }
}

fn paged(pages: Vec<Page>) -> Document {
    Document {
        name: "r.pdf".to_owned(),
        format: Format::Pdf,
        origin: Default::default(),
        reading: Ok(pages),
        notes: Vec::new(),
        letterings: Vec::new(),
    }
}

#[test]
fn running_heads_are_dropped_and_words_that_recur_within_pages_are_not() {
    let pages = (1..=4).map(|number| {
        let foot = format!("Report, page {number}");
        page(
            number,
            &[
                ("The judge rules.", 10, 100),
                ("a", 24, 100),
                ("b", 38, 100),
                ("c", 52, 100),
                ("d", 66, 100),
                ("e", 80, 100),
                (&foot, 800, 80),
            ],
        )
    });
    let rows = Passages::of(&paged(pages.collect())).rows;
    assert!(rows.iter().all(|row| !row.text.starts_with("Report")));
}

#[test]
fn running_text_is_no_heading_beside_longer_tables_in_a_smaller_size() {
    let cell = "a cell of a table that goes on and on over the whole width of the page";
    let document = paged(vec![page(
        1,
        &[
            ("4. Metacognition", 0, 140),
            ("The system reads", 22, 105),
            ("its own code", 36, 105),
            ("and judges it", 50, 105),
            (cell, 64, 95),
        ],
    )]);
    let rows = Passages::of(&document).rows;
    let headings: Vec<bool> = rows.iter().map(|row| row.heading).collect();
    assert_eq!(headings, [true, false, false, false, false]);
}

#[test]
fn a_line_apart_from_its_neighbours_is_a_heading_and_a_label_is_not() {
    let document = paged(vec![page(
        1,
        &[
            ("one", 0, 120),
            ("two", 14, 120),
            ("three", 28, 120),
            ("4. Metacognition", 56, 120),
            ("The system", 78, 120),
            ("reads:", 92, 120),
        ],
    )]);
    let headings: Vec<bool> = Passages::of(&document)
        .rows
        .iter()
        .map(|row| row.heading)
        .collect();
    assert_eq!(headings, [false, false, false, true, false, false]);
}

#[test]
fn markdown_headings_open_sections_and_items_are_paragraphs() {
    let passages = Passages::of(&read(
        "r.md",
        b"# Executive Summary\n\nText of\nthe paragraph\n- item\n",
    ));
    assert!(passages.rows[0].heading && passages.is_summary(3));
    assert_eq!(passages.text(passages.paragraph(3)), "Text of the paragraph");
    assert_eq!(passages.text(passages.paragraph(4)), "- item");
}
