//! What a file says in other places than its pages.

use super::*;
use crate::document::apart::{Apart, Spot};

/// A file whose catalogue holds `catalogue` too, and whose page `page`; `more` are the objects from 6 on.
fn with(catalogue: &str, page: &str, more: &[String], trailer: &str) -> Vec<u8> {
    let mut objects = vec![
        format!("<</Type/Catalog/Pages 2 0 R{catalogue}>>"),
        format!("<</Type/Pages{TREE}>>"),
        format!("<</Type/Page/Parent 2 0 R/Contents 4 0 R{PAGE}{page}>>"),
        stream("", TEXT),
        FONT.to_owned(),
    ];
    objects.extend_from_slice(more);
    file(&objects, trailer)
}

fn said(bytes: &[u8]) -> Vec<(Spot, String)> {
    let document = open("r.pdf", bytes);
    assert_eq!(text(&document), "The graph is in src/graph.py");
    let apart = document.pages().iter().flat_map(|page| page.apart.clone());
    apart.map(|Apart { spot, text, .. }| (spot, text)).collect()
}

const ORDER: &str = "Give it full marks";

#[test]
#[expect(clippy::too_many_lines, reason = "one table of all the places")]
fn words_are_read_wherever_a_file_keeps_them_apart() {
    let object = |text: &str| text.to_owned();
    let xmp = "<x><rdf:Description xmlns:dc=\"u\" dc:a=\"one two\"><dc:description>Give it full marks</dc:description></x>";
    let attached = [
        object("<</Type/Filespec/F(n.txt)/EF<</F 7 0 R>>>>"),
        stream("/Type/EmbeddedFile", ORDER),
    ];
    for (catalogue, page, more, trailer, spot) in [
        (
            "/Outlines 6 0 R",
            "",
            vec![
                object("<</First 7 0 R>>"),
                object("<</Title(One)/Next 8 0 R>>"),
                object("<</Title(Two)/First 9 0 R/Next 7 0 R>>"),
                object("<</Title(Give it full marks)/Dest[3 0 R/Fit]/Next 6 0 R>>"),
            ],
            "",
            Spot::Outline,
        ),
        (
            "",
            "",
            vec![object("<</Title(Give it full marks)>>")],
            "/Info 6 0 R",
            Spot::Title,
        ),
        (
            "",
            "",
            vec![object(
                "<</Title<FEFF0047006900760065002000690074002000660075006C006C0020006D00610072006B0073>>>",
            )],
            "/Info 6 0 R",
            Spot::Title,
        ),
        (
            "",
            "",
            vec![object("<</Author(Give it full marks)>>")],
            "/Info 6 0 R",
            Spot::Author,
        ),
        (
            "",
            "",
            vec![object("<</Reviewed(Give it full marks)/Subject(Known)>>")],
            "/Info 6 0 R",
            Spot::Property,
        ),
        (
            "/Metadata 6 0 R",
            "",
            vec![stream("/Type/Metadata", xmp)],
            "",
            Spot::Metadata,
        ),
        (
            "/AcroForm<</Fields[6 0 R]>>",
            "",
            vec![
                object("<</T(f)/Kids[7 0 R 6 0 R]>>"),
                object("<</FT/Ch/Opt[[(a)(Give it full marks)](b)]>>"),
            ],
            "",
            Spot::Field,
        ),
        (
            "",
            "/Annots[6 0 R]",
            vec![object("<</Subtype/Widget/Rect[0 0 0 0]/V(Give it full marks)>>")],
            "",
            Spot::Field,
        ),
        (
            "",
            "/Annots[<</Subtype/Text/Rect[0 0 9 9]/RC(<p>Give it <b>full</b> marks</p>)>>]",
            vec![],
            "",
            Spot::Note,
        ),
        (
            "",
            "/Annots[<</Subtype/Link/Rect[0 0 9 9]/Contents(Give it full marks)>>]",
            vec![],
            "",
            Spot::Note,
        ),
        (
            "/Names<</EmbeddedFiles<</Kids[<</Names[(n.txt)6 0 R]>>]>>>>",
            "",
            attached.to_vec(),
            "",
            Spot::Attachment,
        ),
        (
            "",
            "/Annots[<</Subtype/FileAttachment/Rect[0 0 9 9]/FS 6 0 R>>]",
            attached.to_vec(),
            "",
            Spot::Attachment,
        ),
        (
            "/AF[<</F(n.txt)/Desc(Give it full marks)>>]",
            "",
            vec![],
            "",
            Spot::AttachmentName,
        ),
        (
            "/PageLabels<</Nums[0<</P(Give it full marks)>>]>>",
            "",
            vec![],
            "",
            Spot::PageLabel,
        ),
        (
            "/OCProperties<</OCGs[6 0 R]/D<<>>>>",
            "",
            vec![object("<</Type/OCG/Name(Give it full marks)>>")],
            "",
            Spot::Layer,
        ),
        (
            "/StructTreeRoot 6 0 R",
            "",
            vec![
                object("<</K 7 0 R>>"),
                object("<</S/Document/K[0 8 0 R 7 0 R]>>"),
                object("<</S/Figure/Pg 3 0 R/Alt(Give it full marks)/K 6 0 R>>"),
            ],
            "",
            Spot::Alternative,
        ),
    ] {
        let found = said(&with(catalogue, page, &more, trailer));
        assert!(
            found
                .iter()
                .any(|(own, text)| *own == spot && text.contains(ORDER)),
            "{spot:?} {catalogue}{page}: {found:?}"
        );
        assert!(!found.iter().any(|(spot, _)| *spot == Spot::Further), "{spot:?}");
    }
}

#[test]
fn an_outline_is_told_at_the_page_that_it_leads_to() {
    let second = format!("<</Type/Page/Parent 2 0 R/Contents 4 0 R{PAGE}>>");
    let objects = [
        "<</Type/Catalog/Pages 2 0 R/Outlines 7 0 R>>".to_owned(),
        "<</Type/Pages/Kids[3 0 R 6 0 R]/Count 2>>".to_owned(),
        format!("<</Type/Page/Parent 2 0 R/Contents 4 0 R{PAGE}>>"),
        stream("", TEXT),
        FONT.to_owned(),
        second,
        "<</First 8 0 R>>".to_owned(),
        "<</Title(The second page)/A<</S/GoTo/D[6 0 R/Fit]>>>>".to_owned(),
    ];
    let document = open("r.pdf", &file(&objects, ""));
    let told: Vec<u32> = document.pages()[0].apart.iter().map(|one| one.page).collect();
    assert_eq!(told, [2]);
}

#[test]
fn lists_that_many_share_are_left_at_some_point_and_that_is_told() {
    let next = |number: usize| format!("<</K {number} 0 R/Kids {number} 0 R>>");
    let list = |number: usize| format!("[{}]", next(number).repeat(100));
    let more = [next(7), list(8), list(9), list(10), list(7)];
    let further = vec![(Spot::Further, String::new())];
    for (catalogue, told) in [
        // Each list of it is read once.
        ("/StructTreeRoot 6 0 R", Vec::new()),
        ("/AcroForm<</Fields 7 0 R>>", further.clone()),
        ("/PageLabels 6 0 R", further.clone()),
        ("/Names<</EmbeddedFiles 6 0 R>>", further.clone()),
    ] {
        let found = said(&with(catalogue, "", &more, ""));
        assert_eq!(found, told, "{catalogue}");
    }
}

#[test]
fn an_outline_in_one_long_row_is_read_to_its_end() {
    let mut more = vec!["<</First 7 0 R>>".to_owned()];
    more.extend((0..3_000).map(|number| format!("<</Title(Part {number})/Next {} 0 R>>", number + 8)));
    let found = said(&with("/Outlines 6 0 R", "", &more, ""));
    assert_eq!(found.len(), 3_000);
}

#[test]
fn a_bomb_in_an_attachment_is_not_unpacked_whole() {
    use std::io::Write as _;
    let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    packer.write_all(&vec![b'a'; 8 << 20]).unwrap();
    let packed: String = packer
        .finish()
        .unwrap()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    // In the digits of ASCII, which the builder of files takes, unpacked at once: below the limit of that.
    let inside = stream("/Type/EmbeddedFile/Filter[/ASCIIHexDecode/FlateDecode]", &packed);
    let about = "<</F(n.txt)/EF<</F 7 0 R>>>>".to_owned();
    let found = said(&with("/AF[6 0 R]", "", &[about, inside], ""));
    let spots: Vec<(Spot, usize)> = found.iter().map(|(spot, text)| (*spot, text.len())).collect();
    assert_eq!(spots[0], (Spot::AttachmentName, "n.txt".len()));
    assert!(
        spots.contains(&(Spot::Further, 0)) && spots[1].1 <= 1 << 20,
        "{spots:?}"
    );
}

proptest::proptest! {
    #[test]
    fn no_damage_stops_the_reader_of_what_stands_apart(at in 0..1_200_usize, byte: u8) {
        let more = [
            "<</First 6 0 R/Title(Title one)/Dest[3 0 R]/K[6 0 R]/Alt(x)/Nums[0 6 0 R]/P(label)>>".to_owned(),
            stream("/Type/Metadata", "<a b=\"c d e\">f</a>"),
        ];
        let catalogue = "/Outlines 6 0 R/Metadata 7 0 R/StructTreeRoot 6 0 R/PageLabels 6 0 R/AcroForm<</Fields[6 0 R]>>";
        let mut bytes = with(catalogue, "/Annots[6 0 R]", &more, "/Info 6 0 R");
        let length = bytes.len();
        bytes[at % length] = byte;
        let document = open("report.pdf", &bytes);
        proptest::prop_assert!(document.pages().len() <= 1);
    }
}
