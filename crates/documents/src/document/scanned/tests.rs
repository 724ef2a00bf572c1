use super::*;
use crate::document::{Area, Format};
use crate::picture::Wanted;
use crate::picture::lettering::Lettering;

const WHOLE: Area = Area {
    left: 0,
    top: 0,
    right: 600,
    bottom: 800,
};

fn piece(text: &str, left: i32, top: i32) -> Lettered {
    let area = Area {
        left,
        top,
        right: left + 200,
        bottom: top + 20,
    };
    Lettered {
        text: text.to_owned(),
        area,
        confidence: 97,
    }
}

/// As many pages as there are texts; an empty one is a picture, of which the words are read if `pieces` has some.
fn document(texts: &[&str], pieces: Vec<Lettered>) -> Document {
    let pages = (1_u32..).zip(texts).map(|(number, text)| Page {
        number,
        width: 600,
        height: 800,
        lines: vec![Line {
            text: (*text).to_owned(),
            ..Line::default()
        }],
        images: vec![Figure {
            width: 600,
            height: 800,
            area: WHOLE,
        }],
        ..Page::default()
    });
    Document {
        name: "r.pdf".to_owned(),
        format: Format::Pdf,
        origin: Default::default(),
        reading: Ok(pages.collect()),
        notes: Vec::new(),
        letterings: vec![Lettering {
            wanted: Wanted {
                page: 1,
                area: WHOLE,
                is_drawn: false,
            },
            lines: Ok(pieces),
            is_cut: false,
        }],
    }
}

#[test]
fn the_words_of_a_scan_are_its_text_row_by_row_and_say_so() {
    let pieces = vec![
        piece("judges", 300, 98),
        piece("The three", 10, 100),
        piece("rule.", 10, 130),
    ];
    let mut scan = document(&["", ""], pieces);
    assert!(
        scan.gap()
            .unwrap()
            .contains("2 of 2 pages are pictures without text")
    );
    scan.read_scans();
    let page = &scan.pages()[0];
    assert_eq!(
        (page.text().as_str(), page.read),
        ("The three judges\nrule.", Some(97))
    );
    assert_eq!(page.lines[1].top, 130);
    assert!(scan.gap().unwrap().contains("of which 1 were read"));
}

#[test]
fn a_page_that_is_all_picture_between_pages_of_text_is_a_figure() {
    let text = "a page of text that is longer than a caption";
    let mut report = document(&["", text, text], vec![piece("START", 10, 10)]);
    report.read_scans();
    assert_eq!((report.pages()[0].read, report.gap()), (None, None));
}

#[test]
fn a_scan_of_which_nothing_could_be_read_stays_one() {
    let mut scan = document(&["", ""], Vec::new());
    scan.read_scans();
    assert!(scan.gap().unwrap().contains("without text"));
}
