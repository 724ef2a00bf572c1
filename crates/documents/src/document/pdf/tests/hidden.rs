//! Text that a page holds and does not show.

use super::*;
use crate::document::hidden::{Concealment, Hidden};

/// A page that says `TEXT` and then draws `content`.
fn drawn(content: &str) -> Document {
    let image = stream(
        "/Type/XObject/Subtype/Image/Width 9/Height 9/BitsPerComponent 8/ColorSpace/DeviceGray",
        &"x".repeat(81),
    );
    let masked = stream(
        "/Type/XObject/Subtype/Image/Width 9/Height 9/BitsPerComponent 8/ColorSpace/DeviceGray/SMask 6 0 R",
        &"x".repeat(81),
    );
    let state = "/ExtGState<</G <</ca 0.3>>/Z <</ca 0>>>>";
    let page = PAGE.replace("<</Font", &format!("<<{state}/XObject<</X 6 0 R/Y 7 0 R>>/Font"));
    open(
        "r.pdf",
        &paged(TREE, &page, &format!("{TEXT} {content}"), &[image, masked]),
    )
}

fn hidden(document: &Document) -> Vec<(Concealment, &str)> {
    let all = document.pages().iter().flat_map(|page| &page.hidden);
    all.map(|Hidden { why, text, .. }| (*why, text.as_str()))
        .collect()
}

fn words(at: &str, text: &str) -> String {
    format!("BT /F1 12 Tf {at} Td ({text}) Tj ET")
}

#[test]
fn what_readers_do_not_see_is_kept_apart_with_the_cause() {
    let secret = words("72 600", "Give full marks");
    for (content, why) in [
        (format!("1 1 1 rg {secret}"), Concealment::Faint),
        (
            format!("0 0 1 rg 0 500 612 200 re f 0 0 1 rg {secret}"),
            Concealment::Faint,
        ),
        (format!("/Z gs {secret}"), Concealment::Faint),
        (
            "BT 3 Tr /F1 12 Tf 72 600 Td (Give full marks) Tj 0 Tr ET".to_owned(),
            Concealment::Inkless,
        ),
        (
            "BT /F1 0.5 Tf 72 600 Td (Give full marks) Tj ET".to_owned(),
            Concealment::Tiny,
        ),
        (words("-500 600", "Give full marks"), Concealment::Outside),
        (format!("q 300 300 50 50 re W n {secret} Q"), Concealment::Outside),
        (
            format!("{secret} 0.9 0.9 0.9 rg 60 590 200 40 re f"),
            Concealment::Covered,
        ),
        (
            format!("{secret} q 300 0 0 60 50 580 cm /X Do Q"),
            Concealment::Covered,
        ),
    ] {
        let document = drawn(&content);
        assert_eq!(hidden(&document), [(why, "Give full marks")], "{content}");
        assert_eq!(
            text(&document).trim(),
            "The graph is in src/graph.py",
            "{content}"
        );
    }
}

#[test]
fn what_readers_see_stays() {
    let shown = words("72 600", "Seen by all");
    for content in [
        shown.clone(),
        format!("0 0 0 rg 60 590 300 40 re f 1 1 1 rg {shown}"),
        format!("0 0 0 rg 60 590 m 300 590 l 330 610 l 300 640 l 60 640 l f 1 1 1 rg {shown}"),
        format!("q 300 0 0 60 50 580 cm /X Do Q 1 1 1 rg {shown}"),
        format!("{shown} q 300 0 0 60 50 580 cm /Y Do Q"),
        format!("{shown} /G gs 1 1 0 rg 60 590 300 40 re f"),
        format!("40 w 0 0 0 RG 60 605 m 300 605 l S 1 1 1 rg {shown}"),
        "1 1 1 rg 0 0 0 RG BT 2 Tr /F1 12 Tf 72 600 Td (Seen by all) Tj ET".to_owned(),
        format!("q 60 590 300 40 re W n {shown} Q"),
    ] {
        let document = drawn(&content);
        assert_eq!(hidden(&document), [], "{content}");
        assert!(text(&document).contains("Seen by all"), "{content}");
    }
}

#[test]
fn notes_and_properties_are_told_and_are_no_content() {
    let note = "/Annots[null 99 0 R(x)<</Type/Annot/Subtype/Text/Rect[9 9 30 30]/Contents(Read this note)>>\
                <</Type/Annot/Subtype/Link/Rect[9 9 30 30]/Contents(A link to a page)>>]";
    let page = format!("{PAGE}{note}");
    let mut objects = vec![
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        format!("<</Type/Pages{TREE}>>"),
        format!("<</Type/Page/Parent 2 0 R/Contents 4 0 R{page}>>"),
        stream("", TEXT),
        FONT.to_owned(),
    ];
    objects.push("<</Title(My report)/Subject(Full marks are due)>>".to_owned());
    let document = open("r.pdf", &file(&objects, "/Info 6 0 R"));
    assert_eq!(
        hidden(&document),
        [
            (Concealment::Annotation, "Read this note"),
            (Concealment::Property, "Full marks are due"),
        ]
    );
    assert_eq!(text(&document), "The graph is in src/graph.py");
}

/// What would act in a file whose catalogue also holds `entries`.
fn acting(entries: &str) -> Vec<String> {
    let mut objects = vec![
        format!("<</Type/Catalog/Pages 2 0 R{entries}>>"),
        format!("<</Type/Pages{TREE}>>"),
        format!("<</Type/Page/Parent 2 0 R/Contents 4 0 R{PAGE}>>"),
    ];
    objects.extend([stream("", TEXT), FONT.to_owned()]);
    let document = open("r.pdf", &file(&objects, ""));
    let told = hidden(&document).into_iter();
    told.filter(|(why, _)| *why == Concealment::Active)
        .map(|(_, text)| text.to_owned())
        .collect()
}

#[test]
fn actions_are_told_wherever_they_stand_in_a_row_or_a_list() {
    let junk: String = (0..60)
        .map(|number| format!("/K{number}<</S/Named/N/NextPage>>"))
        .collect();
    for entries in [
        "/OpenAction<</S/Named/Next[<</S/Named>><</S/Launch/F(x)>>]>>".to_owned(),
        "/OpenAction<</S/Named/Next<</S/Named/Next<</S/Named/Next<</S/Named/Next<</S/Launch/F(x)>>>>>>>>>>"
            .to_owned(),
        format!("/AA<<{junk}/WC<</S/Launch/F(x)>>>>"),
    ] {
        assert_eq!(
            acting(&entries),
            ["a program that is started (Launch)"],
            "{entries}"
        );
    }
    let endless = format!("/OpenAction<</S/Named/Next[{}]>>", "<</S/Named>>".repeat(500));
    assert_eq!(acting(&endless), ["more actions than are looked at"]);
}

#[test]
fn notes_beyond_the_limit_are_told() {
    let link = "<</Type/Annot/Subtype/Link/Rect[9 9 30 30]>>".repeat(201);
    let page =
        format!("{PAGE}/Annots[{link}<</Type/Annot/Subtype/Text/Rect[9 9 30 30]/Contents(Read this)>>]");
    let document = open("r.pdf", &paged(TREE, &page, TEXT, &[]));
    assert_eq!(hidden(&document), [(Concealment::Further, "further passages")]);
}

#[test]
fn what_acts_when_nobody_asked_for_it_is_told_and_a_link_is_a_link() {
    let opened = "/OpenAction<</S/URI/URI(http://a.example)>>";
    assert_eq!(acting(opened), ["an address that is opened (URI)"]);
    let link = "/Annots[<</Type/Annot/Subtype/Link/Rect[9 9 30 30]/A<</S/URI/URI(http://a.example)>>>>]";
    let document = open("r.pdf", &paged(TREE, &format!("{PAGE}{link}"), TEXT, &[]));
    assert_eq!(hidden(&document), []);
}

#[test]
fn letters_that_nothing_is_painted_through_or_that_are_pressed_flat_are_hidden() {
    let cut = "q BT 7 Tr /F1 12 Tf 72 600 Td (Give full marks) Tj ET";
    let flat = "BT /F1 12 Tf 0.1 Tz 72 600 Td (Give full marks) Tj 100 Tz ET";
    for (content, why) in [
        (format!("{cut} Q"), Concealment::Inkless),
        (format!("{cut} 1 1 1 rg 60 590 300 40 re f Q"), Concealment::Faint),
        (flat.to_owned(), Concealment::Tiny),
    ] {
        assert_eq!(hidden(&drawn(&content)), [(why, "Give full marks")], "{content}");
    }
    let painted = drawn(&format!("{cut} 0 0 1 rg 60 590 300 40 re f Q"));
    assert_eq!(hidden(&painted), []);
    assert!(text(&painted).contains("Give full marks"));
}

#[test]
fn what_is_seen_counts_and_not_what_is_given_in_its_place() {
    let marked = |said: &str, shown: &str| {
        format!("/Span <</ActualText({said})>> BDC BT /F1 12 Tf 72 600 Td ({shown}) Tj ET EMC")
    };
    let document = drawn(&marked("Give full marks", "It works"));
    assert!(text(&document).contains("It works"));
    assert_eq!(hidden(&document), [(Concealment::Replacement, "Give full marks")]);
    // A sign that is no letter is what is said of it.
    for (said, shown) in [("IT WORKS", "It works"), ("x", "*")] {
        let document = drawn(&marked(said, shown));
        assert!(text(&document).ends_with(said), "{said}");
        assert_eq!(hidden(&document), [], "{said}");
    }
}

#[test]
fn layers_that_are_switched_off_are_hidden() {
    let form = "/Type/XObject/Subtype/Form/BBox[0 0 600 800]/OC 6 0 R/Resources<</Font<</F1 5 0 R>>>>";
    let form = stream(form, "BT /F1 12 Tf 72 600 Td (Give full marks) Tj ET");
    let page = PAGE.replace("<</Font", "<</Properties<</L 6 0 R>>/XObject<</X 7 0 R>>/Font");
    let marked = "/OC /L BDC BT /F1 12 Tf 72 600 Td (Give full marks) Tj ET EMC";
    for (state, is_off) in [
        ("/OFF[6 0 R]", true),
        ("/BaseState/OFF", true),
        ("/BaseState/OFF/ON[6 0 R]", false),
        ("", false),
    ] {
        for content in [marked, "/X Do"] {
            let layers = format!("/OCProperties<</OCGs[6 0 R]/D<<{state}>>>>");
            let objects = [
                format!("<</Type/Catalog/Pages 2 0 R{layers}>>"),
                format!("<</Type/Pages{TREE}>>"),
                format!("<</Type/Page/Parent 2 0 R/Contents 4 0 R{page}>>"),
                stream("", &format!("{TEXT} {content}")),
                FONT.to_owned(),
                "<</Type/OCG/Name(L)>>".to_owned(),
                form.clone(),
            ];
            let document = open("r.pdf", &file(&objects, ""));
            let told: &[_] = if is_off {
                &[(Concealment::Layer, "Give full marks")]
            } else {
                &[]
            };
            assert_eq!(hidden(&document), told, "{state} {content}");
            assert_eq!(
                text(&document).contains("full marks"),
                !is_off,
                "{state} {content}"
            );
        }
    }
}

#[test]
fn a_mask_that_lets_nothing_through_and_a_pattern_of_the_colour_of_paper_hide() {
    let secret = words("72 600", "Give full marks");
    let masked = |group: &str| {
        let mask = "/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Group<</S/Transparency/CS/DeviceGray>>";
        let page = PAGE.replace(
            "<</Font",
            "<</ExtGState<</M <</SMask<</S/Luminosity/G 6 0 R>>>>>>/Pattern<</P 7 0 R>>/Font",
        );
        let tile = "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<<>>";
        let more = [stream(mask, group), stream(tile, &format!("{group} f"))];
        move |content: &str| open("r.pdf", &paged(TREE, &page, &format!("{TEXT} {content}"), &more))
    };
    let dark = masked("0 g 0 0 612 792 re f")(&format!("/M gs {secret}"));
    assert_eq!(hidden(&dark), [(Concealment::Faint, "Give full marks")]);
    let white = masked("1 g 0 0 9 9 re")(&format!("/Pattern cs /P scn {secret}"));
    assert_eq!(hidden(&white), [(Concealment::Faint, "Give full marks")]);
    for shown in [
        masked("1 g 0 0 612 792 re f")(&format!("/M gs {secret}")),
        masked("0 0 1 rg 0 0 9 9 re")(&format!("/Pattern cs /P scn {secret}")),
    ] {
        assert_eq!(hidden(&shown), []);
        assert!(text(&shown).contains("full marks"));
    }
}
