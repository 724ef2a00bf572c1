use super::*;

fn text(xml: &str) -> String {
    let mut said = String::new();
    untagged(xml, &mut said);
    said
}

#[test]
fn tags_go_and_what_they_part_stays_apart() {
    assert_eq!(
        text(
            "<w:p><w:r><w:t>Give f</w:t></w:r><w:r><w:t>ull</w:t></w:r></w:p><w:p>m<w:tab/>a &lt;&#38;&#x41;</w:p>"
        ),
        "Give full\n\nm a <&A\n\n"
    );
    for odd in [
        "<",
        "&",
        "a < b",
        "a & b",
        "<é",
        "&é;",
        "<a",
        "&#xffffffff;",
        "é<b>é</b>é",
        "<b>é<",
        "&amp <b>",
    ] {
        let plain = odd.replace("<b>", "").replace("</b>", "");
        assert_eq!(text(odd), plain, "{odd}");
    }
}

#[test]
fn a_package_of_tags_alone_is_read_to_a_limit_and_that_is_told() {
    use std::io::Write as _;
    use zip::{ZipWriter, write::SimpleFileOptions};
    let mut package = ZipWriter::new(Cursor::new(Vec::new()));
    let tags = "<w:b/>".repeat(600_000);
    for number in 0..12 {
        let name = format!("word/{number}.xml");
        package.start_file(name, SimpleFileOptions::default()).unwrap();
        package.write_all(tags.as_bytes()).unwrap();
    }
    package
        .start_file("word/z.xml", SimpleFileOptions::default())
        .unwrap();
    package.write_all(b"<w:t>behind</w:t>").unwrap();
    let bytes = package.finish().unwrap().into_inner();
    let (text, has_more) = said(&bytes);
    assert!(has_more && !text.contains("behind"), "{}", text.len());
}

#[test]
fn what_is_no_package_says_nothing() {
    for bytes in [b"PK\x03\x04".as_slice(), b"PK\x03\x04 and nothing", b"", b"text"] {
        assert_eq!(said(bytes), (String::new(), false));
    }
}
