//! Pages, parts and streams that are not there, or cannot be unpacked: what was lost is told, and nothing is made of it.

use super::super::packed::flaw;
use super::*;

/// A page that says `TEXT`, and a second one whose content is the object `second`.
fn two(second: &str) -> Document {
    let other = format!("<</Type/Page/Parent 2 0 R/Contents 7 0 R{PAGE}>>");
    let tree = "/Kids[3 0 R 6 0 R]/Count 2";
    open("r.pdf", &paged(tree, PAGE, TEXT, &[other, second.to_owned()]))
}

#[test]
fn a_page_whose_content_cannot_be_unpacked_is_told() {
    for (second, cause) in [
        (
            stream("/Filter/FlateDecode", TEXT),
            "page 2 could not be read: its content is no drawing",
        ),
        (
            stream("/Filter/ASCIIHexDecode", TEXT),
            "page 2 could not be read: its content cannot be unpacked",
        ),
        (
            stream("/Filter/DCTDecode", TEXT),
            "page 2 could not be read: its content cannot be unpacked",
        ),
        (
            stream("/Filter/Foo", TEXT),
            "page 2 could not be read: its content is packed in a way that is not known",
        ),
        (
            stream("/Filter 7", TEXT),
            "page 2 could not be read: its content is packed in a way that is not known",
        ),
        (
            stream("/F(other)", TEXT),
            "page 2 could not be read: its content lies in another file",
        ),
        (
            "null".to_owned(),
            "page 2 could not be read: its content is missing",
        ),
        (
            stream("", "BT (((( Tj"),
            "page 2 could be read only in part: its content breaks off",
        ),
        (
            stream("", "/X Do"),
            "page 2 could be read only in part: a part that it draws is missing",
        ),
    ] {
        let document = two(&second);
        let told = document.notes.join("; ");
        assert!(told.contains(cause), "{cause}: {told}");
        assert!(document.pages()[1].hidden.is_empty(), "{cause}");
        assert_eq!(
            document.pages()[0].text(),
            "The graph is in src/graph.py",
            "{cause}"
        );
    }
}

#[test]
fn an_empty_page_is_no_loss() {
    for second in [
        stream("", ""),
        stream("", " \n"),
        stream("", "q Q"),
        stream("", TEXT),
    ] {
        assert_eq!(two(&second).notes, Vec::<String>::new(), "{second}");
    }
}

#[test]
fn packed_content_that_is_cut_or_changed_is_told() {
    use std::io::Write as _;
    let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(TEXT.as_bytes()).unwrap();
    let packed = packer.finish().unwrap();
    assert_eq!(flaw(&packed), None);
    assert_eq!(
        flaw(&packed[..packed.len() - 4]),
        None,
        "a checksum that is left out"
    );
    assert_eq!(flaw(&packed[2..]), None, "a header that is left out");
    assert!(flaw(&packed[..packed.len() / 2]).is_some_and(|told| told.contains("breaks off")));
    let mut changed = packed.clone();
    changed[packed.len() - 1] ^= 1;
    assert!(flaw(&changed).is_some_and(|told| told.contains("damaged")));
}

#[test]
fn a_page_that_the_file_does_not_hold_is_told() {
    for second in ["null", "[1 2 3]"] {
        let tree = "/Kids[3 0 R 6 0 R 9 0 R]/Count 3";
        let document = open("r.pdf", &paged(tree, PAGE, TEXT, &[second.to_owned()]));
        assert_eq!(document.pages().len(), 1);
        assert!(
            document.notes[0].starts_with("pages 2, 3 could not be read"),
            "{:?}",
            document.notes
        );
    }
}

#[test]
fn parts_within_parts_deeper_than_they_are_followed_are_told() {
    let nested = |depth: usize| {
        let form = |next: usize| {
            format!(
                "/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</Font<</F1 5 0 R>>/XObject<</X {next} 0 R>>>>"
            )
        };
        let mut more: Vec<String> = (1..depth).map(|at| stream(&form(6 + at), "/X Do")).collect();
        more.push(stream(&form(5), TEXT));
        let page = PAGE.replace("<</Font", "<</XObject<</X 6 0 R>>/Font");
        open("r.pdf", &paged(TREE, &page, "/X Do", &more))
    };
    assert_eq!(text(&nested(50)), "The graph is in src/graph.py");
    assert_eq!(nested(50).notes, Vec::<String>::new());
    let beyond = nested(51);
    assert_eq!(text(&beyond), "");
    assert!(
        beyond.notes[0].contains("deeper than is followed"),
        "{:?}",
        beyond.notes
    );
}

#[test]
fn pictures_that_cannot_be_any_are_told() {
    let deep = format!("{}/DeviceRGB{}", "[/Indexed ".repeat(500), " 1 <00>]".repeat(500));
    let inline = |entries: &str| format!("{TEXT} BI {entries} ID xxx EI");
    for (content, entries, is_told) in [
        (
            "/X Do".to_owned(),
            "/Width 9/Height 9/ColorSpace/DeviceGray",
            false,
        ),
        (
            "/X Do".to_owned(),
            "/Width 9/Height 9/ColorSpace[/Indexed[/ICCBased 4 0 R]1<00>]",
            false,
        ),
        (
            "/X Do".to_owned(),
            "/Width -5/Height 0/ColorSpace/DeviceRGB",
            true,
        ),
        (
            "/X Do".to_owned(),
            &*format!("/Width 9/Height 9/ColorSpace {deep}"),
            true,
        ),
        (inline("/W 1 /H 1 /BPC 8 /CS /RGB"), "", false),
        (inline("/W 2147483647 /H 2147483647 /BPC 8 /CS /RGB"), "", true),
    ] {
        let image = stream(
            &format!("/Type/XObject/Subtype/Image/BitsPerComponent 8{entries}"),
            "x",
        );
        let page = PAGE.replace("<</Font", "<</XObject<</X 6 0 R>>/Font");
        let document = open("r.pdf", &paged(TREE, &page, &content, &[image]));
        let told = document
            .notes
            .join("; ")
            .contains("a picture on it cannot be unpacked");
        assert_eq!(told, is_told, "{content} {:?}", document.notes);
    }
}
