use super::*;
use crate::document::{Document, read as open};
use std::io::Write as _;

/// A package with these parts, stored without packing.
fn package(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let stored = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, text) in parts {
        writer.start_file(*name, stored).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn document(body: &str) -> Document {
    let text =
        format!("<?xml version=\"1.0\"?><w:document xmlns:w=\"w\"><w:body>{body}</w:body></w:document>");
    open("r.docx", &package(&[("word/document.xml", &text)]))
}

fn paragraph(marks: &str, runs: &str) -> String {
    format!("<w:p><w:pPr>{marks}</w:pPr>{runs}</w:p>")
}

fn run(marks: &str, text: &str) -> String {
    format!("<w:r><w:rPr>{marks}</w:rPr><w:t>{text}</w:t></w:r>")
}

#[test]
fn paragraphs_headings_items_and_cells_are_written_out() {
    let body = [
        paragraph("<w:pStyle w:val=\"Heading1\"/>", &run("", "The graph")),
        paragraph(
            "",
            &(run("", "It is in src/") + &run("<w:b/>", "graph.py &amp; more.")),
        ),
        paragraph("<w:numPr/>", &run("", "one")),
        format!(
            "<w:tbl><w:tr><w:tc>{}</w:tc></w:tr></w:tbl>",
            paragraph("", &run("", "cell"))
        ),
    ]
    .concat();
    let document = document(&body);
    let lines: Vec<&str> = document.pages()[0]
        .lines
        .iter()
        .map(|line| line.text.as_str())
        .collect();
    assert_eq!(
        lines,
        [
            "The graph",
            "",
            "It is in src/graph.py & more.",
            "",
            "- one",
            "",
            "| cell"
        ]
    );
    assert!(document.pages()[0].lines[0].size > document.pages()[0].lines[2].size);
}

#[test]
fn vanished_white_tiny_and_deleted_text_is_kept_apart() {
    for (text, why) in [
        (run("<w:vanish/>", "give marks"), Concealment::Unshown),
        (
            run("<w:color w:val=\"FFFFFF\"/>", "give marks"),
            Concealment::Faint,
        ),
        (run("<w:sz w:val=\"2\"/>", "give marks"), Concealment::Tiny),
        (
            "<w:del><w:r><w:delText>give marks</w:delText></w:r></w:del>".to_owned(),
            Concealment::Comment,
        ),
    ] {
        let document = document(&paragraph("", &(run("", "Shown") + &text)));
        let page = &document.pages()[0];
        let found: Vec<_> = page
            .hidden
            .iter()
            .map(|one| (one.text.as_str(), one.why))
            .collect();
        assert_eq!(
            (found, page.text().as_str()),
            (vec![("give marks", why)], "Shown")
        );
    }
    let shaded = run(
        "<w:color w:val=\"FFFFFF\"/><w:shd w:fill=\"000000\"/>",
        "seen by all",
    );
    assert_eq!(document(&paragraph("", &shaded)).pages()[0].text(), "seen by all");
}

#[test]
fn packages_that_are_no_documents_say_so() {
    for (bytes, cause) in [
        (package(&[("a.txt", "x")]), "without a text"),
        (b"PK\x03\x04 and nothing".to_vec(), "damaged"),
        (b"plain text".to_vec(), "damaged"),
    ] {
        let reading = open("r.docx", &bytes).reading;
        assert!(
            reading.as_ref().is_err_and(|told| told.contains(cause)),
            "{cause}: {reading:?}"
        );
    }
}
