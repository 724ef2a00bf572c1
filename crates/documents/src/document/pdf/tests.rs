//! Files that mean harm, or were cut, renamed or locked on the way: each ends as a document that says so.

use super::*;
use crate::document::{Document, read as open};
use std::fmt::Write as _;

mod apart;
mod hidden;
mod lost;

/// A file of numbered objects, the first of which is the catalogue, with a table of contents that fits.
fn file(objects: &[String], trailer: &str) -> Vec<u8> {
    let mut text = String::from("%PDF-1.7\n");
    let mut offsets = Vec::new();
    for (number, object) in (1..).zip(objects) {
        offsets.push(text.len());
        let _infallible = write!(text, "{number} 0 obj\n{object}\nendobj\n");
    }
    let start = text.len();
    let _infallible = write!(text, "xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for offset in offsets {
        let _infallible = writeln!(text, "{offset:010} 00000 n ");
    }
    let _infallible = write!(
        text,
        "trailer\n<</Size {}/Root 1 0 R{trailer}>>\nstartxref\n{start}\n%%EOF\n",
        objects.len() + 1
    );
    text.into_bytes()
}

fn stream(entries: &str, content: &str) -> String {
    format!(
        "<<{entries}/Length {}>>\nstream\n{content}\nendstream",
        content.len()
    )
}

const TEXT: &str = "BT /F1 12 Tf 72 700 Td (The graph is in src/graph.py) Tj ET";
const FONT: &str = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";

/// One page with `content`, its page object holding `page` too, the page tree `tree`, and further objects from 6 on.
fn paged(tree: &str, page: &str, content: &str, more: &[String]) -> Vec<u8> {
    let mut objects = vec![
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        format!("<</Type/Pages{tree}>>"),
        format!("<</Type/Page/Parent 2 0 R/Contents 4 0 R{page}>>"),
        stream("", content),
        FONT.to_owned(),
    ];
    objects.extend_from_slice(more);
    file(&objects, "")
}

const TREE: &str = "/Kids[3 0 R]/Count 1";
const PAGE: &str = "/MediaBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>>>";

fn good() -> Vec<u8> {
    paged(TREE, PAGE, TEXT, &[])
}

fn text(document: &Document) -> String {
    document.pages().iter().map(Page::text).collect()
}

#[test]
fn a_sound_file_is_read() {
    let document = open("dir/report.pdf", &good());
    assert_eq!(
        (document.name.as_str(), text(&document).as_str()),
        ("report.pdf", "The graph is in src/graph.py")
    );
    assert_eq!(document.notes, Vec::<String>::new());
}

#[test]
fn drawings_beyond_the_limits_are_told() {
    let boxes = |count: usize| {
        let each = (0..count).map(|at| format!("{} {} 30 9 re S ", at % 19 * 32, at / 19 * 10));
        let bytes = paged(TREE, PAGE, &each.collect::<String>(), &[]);
        open("r.pdf", &bytes).notes
    };
    assert_eq!(boxes(SHAPES_MAX - 1), Vec::<String>::new());
    assert!(boxes(SHAPES_MAX + 1)[0].starts_with("of what is drawn on page 1 no more than 600 shapes"));
}

#[test]
fn lies_loops_and_absurd_sizes_do_not_keep_the_text_from_being_read() {
    let absurd = PAGE.replace("612 792", "1000000000 1000000000");
    let itself = PAGE.replace("<</Font", "<</XObject<</X 6 0 R>>/Font");
    let form = stream(
        "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 6 0 R>>>>",
        "/X Do",
    );
    let image = stream(
        "/Type/XObject/Subtype/Image/Width 2000000000/Height 2000000000/BitsPerComponent 8/ColorSpace/DeviceRGB",
        "x",
    );
    let drawn = format!("{TEXT} /X Do");
    for (what, bytes) in [
        (
            "a page tree that holds itself",
            paged("/Kids[3 0 R 2 0 R]/Count 2", PAGE, TEXT, &[]),
        ),
        (
            "a count that lies",
            paged("/Kids[3 0 R]/Count 2147483647", PAGE, TEXT, &[]),
        ),
        ("a page as large as a country", paged(TREE, &absurd, TEXT, &[])),
        ("a form that draws itself", paged(TREE, &itself, &drawn, &[form])),
        (
            "an image of two thousand million pixels square",
            paged(TREE, &itself, &drawn, &[image]),
        ),
        (
            "a hundred thousand saved states",
            paged(TREE, PAGE, &format!("{}{TEXT}", "q ".repeat(100_000)), &[]),
        ),
        (
            "a lost table of contents",
            good().iter().copied().take(good().len() - 60).collect(),
        ),
    ] {
        assert!(text(&open("r.pdf", &bytes)).contains("src/graph.py"), "{what}");
    }
}

#[test]
fn what_cannot_be_read_says_why() {
    let key = "28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A";
    let locked = format!("/Encrypt<</Filter/Standard/V 1/R 2/P -44/O<{key}>/U<{key}>>>/ID[<00><00>]");
    let objects = [
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Kids[]/Count 0>>".to_owned(),
    ];
    for (bytes, cause) in [
        (Vec::new(), "the file is empty"),
        (
            b"<!doctype html><title>Sign in</title>".to_vec(),
            "not a PDF but a web page",
        ),
        (
            b"version https://git-lfs.github.com/spec/v1\n".to_vec(),
            "Git LFS",
        ),
        (
            b"PK\x03\x04word/document.xml".to_vec(),
            "not a PDF but an archive",
        ),
        (b"%PDF-1.7\n".to_vec(), "damaged"),
        (good()[..good().len() / 4].to_vec(), "no page"),
        (file(&objects, ""), "no page"),
        (file(&objects, &locked), "locked with a password"),
    ] {
        let reading = open("report.pdf", &bytes).reading;
        assert!(
            reading.as_ref().is_err_and(|told| told.contains(cause)),
            "{cause}: {reading:?}"
        );
    }
}

#[test]
fn forms_that_draw_each_other_without_end_are_stopped_and_the_pages_before_are_kept() {
    let resources = |next: usize| {
        format!(
            "/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</Font<</F1 5 0 R>>/XObject<</X {next} 0 R>>>>"
        )
    };
    let mut more: Vec<String> = (7..17)
        .map(|next| stream(&resources(next), &"/X Do ".repeat(10)))
        .collect();
    more.push(stream(&resources(16), TEXT));
    let laughing = PAGE.replace("<</Font", "<</XObject<</X 6 0 R>>/Font");
    more.push(stream("", "/X Do"));
    more.push(format!("<</Type/Page/Parent 2 0 R/Contents 17 0 R{laughing}>>"));
    let bytes = paged("/Kids[3 0 R 18 0 R]/Count 2", PAGE, TEXT, &more);
    let mut pages = Vec::new();
    let budget = Budget {
        glyphs: 1_000,
        draws: 1_000,
    };
    let end = read_within(budget, &bytes, &mut |page| pages.push(page));
    assert_eq!(pages[0].text(), "The graph is in src/graph.py");
    assert!(
        matches!(&end, Part::End { notes } if notes[0].starts_with("page 2 and later were not read")),
        "{end:?}"
    );
}

proptest::proptest! {
    #[test]
    fn no_damage_stops_the_reader(at in 0..600_usize, byte: u8, cut in 0..600_usize) {
        let mut bytes = good();
        let length = bytes.len();
        bytes[at % length] = byte;
        bytes.truncate(length - cut % length);
        let document = open("report.pdf", &bytes);
        proptest::prop_assert!(document.pages().len() <= 1);
    }
}
