use super::lettering::{Lettering, UNASKED};
use super::png::Pixels;
use super::*;
use crate::document;
use crate::document::Line;
use crate::document::figures::to_read;
use crate::fixture::{drawing, four_boxes, pdf, pixels, taken, unpacked};

#[test]
fn what_is_packed_is_unpacked_the_same_and_is_known_as_a_picture() {
    for channels in [1, 3] {
        let picture = pixels(61, 47, channels, |x, y| (x * 3 + y * 5) as u8);
        let png = picture.to_png();
        assert_eq!(unpacked(&png), (61, 47, picture.data.clone()));
        assert_eq!(kind(&png), Some(Kind::Png));
    }
}

#[test]
fn a_large_picture_becomes_the_mean_of_its_parts() {
    let board = pixels(4_000, 1_000, 1, |x, _| if x < 2_000 { 0 } else { 200 });
    let small = board.within(100);
    assert_eq!((small.width, small.height), (100, 25));
    assert_eq!((small.data[10], small.data[90]), (0, 200));
    assert_eq!(pixels(7, 3, 3, |_, _| 9).within(2).data, vec![9; 6]);
    assert_eq!(Pixels::new(2, 2, 3, vec![0; 11]), None);
}

/// A JPEG as far as its size goes.
fn jpeg(width: u16, height: u16) -> Vec<u8> {
    let mut bytes = b"\xff\xd8\xff\xe0\x00\x04\x00\x00\xff\xff\xc4\x00\x03\x00\xff\xc2\x00\x11\x08".to_vec();
    bytes.extend(height.to_be_bytes());
    bytes.extend(width.to_be_bytes());
    bytes.extend([3; 12]);
    bytes
}

#[test]
fn a_picture_file_is_known_by_its_bytes_and_refused_by_its_size() {
    assert_eq!(kind(&jpeg(640, 480)), Some(Kind::Jpeg));
    for bytes in [
        jpeg(640, 20),
        jpeg(9_000, 480),
        b"\xff\xd8\xff\xe0\x00".to_vec(),
        b"\x89PNG\r\n\x1a\n\0\0\0\x0dIDAT".to_vec(),
        b"GIF89a".to_vec(),
        b"<svg/>".to_vec(),
        [pixels(50, 50, 1, |_, _| 0).to_png(), vec![0; BYTES_MAX]].concat(),
    ] {
        assert_eq!(kind(&bytes), None, "{:?}", &bytes[..bytes.len().min(12)]);
    }
}

#[test]
fn a_page_that_cannot_be_drawn_as_it_says_costs_no_more_than_a_picture() {
    let area = |right: i32, bottom: i32| Area {
        left: 0,
        top: 0,
        right,
        bottom,
    };
    let wanted = |page: u32, area| Wanted {
        page,
        area,
        is_drawn: true,
    };
    let vast = drawing("9000000 9000000", &four_boxes());
    for png in taken(
        &vast,
        &[wanted(1, area(i32::MAX, i32::MAX)), wanted(1, area(50_000, 3))],
    ) {
        let (width, height, _) = unpacked(&png);
        assert!(width <= SIDE_MAX && height <= SIDE_MAX, "{width} {height}");
    }
    let bytes = drawing("600 400", &four_boxes());
    let nothing = [
        wanted(0, area(9, 9)),
        wanted(7, area(9, 9)),
        wanted(1, area(-5, -5)),
        wanted(1, area(0, 0)),
    ];
    assert_eq!(taken(&bytes, &nothing).len(), 0);
}

#[test]
fn what_pictures_there_are_is_chosen_within_the_budget_and_the_rest_is_named() {
    let pictures: Vec<Pixels> = (0..3)
        .map(|shade| Pixels::new(90, 60, 1, vec![shade; 90 * 60]).unwrap())
        .collect();
    let report = document::read("r.pdf", &pdf(&pictures));
    // Words are looked for in a picture of 90 by 60 at twice its size, in steps of 32: 192 by 128.
    const ONE: u64 = 192 * 128;
    for (pixels, chosen, beyond) in [
        (u64::MAX, &[1, 2, 3][..], &[][..]),
        (3 * ONE, &[1, 2, 3], &[]),
        (3 * ONE - 1, &[1, 2], &[3]),
        (0, &[], &[1, 2, 3]),
    ] {
        let (wanted, rest) = to_read(&report, pixels);
        assert_eq!(pages(&wanted, &rest), (chosen.to_vec(), beyond.to_vec()));
    }
    let text = document::read("r.md", b"![a](a.png)");
    assert_eq!(to_read(&text, u64::MAX), (vec![], vec![]));
}

/// The pages of the pictures that are read, and of those that are not.
fn pages(wanted: &[Wanted], unread: &[Lettering]) -> (Vec<u32>, Vec<u32>) {
    let chosen = wanted.iter().map(|one| one.page).collect();
    (chosen, unread.iter().map(|one| one.wanted.page).collect())
}

#[test]
fn a_document_that_nobody_handed_in_is_read_in_pages_that_are_all_picture_and_in_figures_where_all_is_read() {
    let shade = |shade| Pixels::new(90, 60, 1, vec![shade; 90 * 60]).unwrap();
    let mut report = document::read("r.pdf", &pdf(&[shade(1), shade(2)]));
    let text = |text: String| Line {
        text,
        ..Line::default()
    };
    report.reading.as_mut().unwrap()[0]
        .lines
        .push(text("word ".repeat(200)));
    let found = report.clone().found_at("docs/r.pdf");
    for (document, pixels, read, unread) in [
        (&report, 1 << 30, &[1, 2][..], &[][..]),
        (&found, 1 << 30, &[2], &[1]),
        (&found, u64::MAX, &[1, 2], &[]),
    ] {
        let (wanted, rest) = to_read(document, pixels);
        assert_eq!(pages(&wanted, &rest), (read.to_vec(), unread.to_vec()));
        assert!(rest.iter().all(|one| one.lines == Err(UNASKED.to_owned())));
    }
}
