use super::lettering::to_read;
use super::png::Pixels;
use super::*;
use crate::document;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::read::ZlibDecoder;
use std::io::Read as _;

pub(crate) fn pixels(width: u32, height: u32, channels: usize, at: impl Fn(u32, u32) -> u8) -> Pixels {
    let mut data = Vec::new();
    for y in 0..height {
        for x in 0..width {
            data.extend(std::iter::repeat_n(at(x, y), channels));
        }
    }
    Pixels::new(width, height, channels, data).unwrap()
}

/// The pixels of a picture that this program wrote, read as the format has it.
pub(crate) fn unpacked(png: &[u8]) -> (u32, u32, Vec<u8>) {
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    let (width, height) = (number(16), number(20));
    let length = number(33) as usize;
    assert_eq!(&png[37..41], b"IDAT");
    let mut rows = Vec::new();
    ZlibDecoder::new(&png[41..41 + length])
        .read_to_end(&mut rows)
        .unwrap();
    let row = rows.len() / height as usize;
    let (mut data, mut above) = (Vec::new(), vec![0_u8; row - 1]);
    for line in rows.chunks_exact(row) {
        assert_eq!(line[0], 2);
        for (above, here) in above.iter_mut().zip(&line[1..]) {
            *above = above.wrapping_add(*here);
        }
        data.extend_from_slice(&above);
    }
    (width, height, data)
}

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

/// A PDF of one page for each of these pictures, drawn over the whole page.
pub(crate) fn pdf(pictures: &[Pixels]) -> Vec<u8> {
    let kids: Vec<String> = (0..pictures.len())
        .map(|at| format!("{} 0 R", 3 + at * 3))
        .collect();
    let mut objects = vec![
        "<</Type/Catalog/Pages 2 0 R>>".to_owned().into_bytes(),
        format!("<</Type/Pages/Kids[{}]/Count {}>>", kids.join(" "), kids.len()).into_bytes(),
    ];
    for (at, picture) in pictures.iter().enumerate() {
        let first = 3 + at * 3;
        objects.push(
            format!(
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 400]/Contents {} 0 R/Resources<</XObject<</I {} 0 R>>>>>>",
                first + 1,
                first + 2
            )
            .into_bytes(),
        );
        let content = "q 500 0 0 300 50 50 cm /I Do Q";
        objects.push(format!("<</Length {}>>stream\n{content}\nendstream", content.len()).into_bytes());
        let space = if picture.channels == 1 {
            "DeviceGray"
        } else {
            "DeviceRGB"
        };
        let head = format!(
            "<</Type/XObject/Subtype/Image/Width {}/Height {}/BitsPerComponent 8/ColorSpace/{space}/Length {}>>stream\n",
            picture.width,
            picture.height,
            picture.data.len()
        );
        objects.push([head.as_bytes(), &picture.data, b"\nendstream"].concat());
    }
    assembled(&objects)
}

/// A PDF of one page of this size with these instructions, which may write in Helvetica.
pub(crate) fn drawing(size: &str, content: &str) -> Vec<u8> {
    let objects = [
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Kids[3 0 R]/Count 1>>".to_owned(),
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 {size}]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>"
        ),
        format!("<</Length {}>>stream\n{content}\nendstream", content.len()),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned(),
    ];
    assembled(&objects.map(String::into_bytes))
}

fn assembled(objects: &[Vec<u8>]) -> Vec<u8> {
    let mut file = b"%PDF-1.7\n".to_vec();
    let mut offsets = Vec::new();
    for (number, object) in (1..).zip(objects) {
        offsets.push(file.len());
        file.extend(format!("{number} 0 obj\n").into_bytes());
        file.extend(object);
        file.extend(b"\nendobj\n");
    }
    let start = file.len();
    file.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).into_bytes());
    for offset in offsets {
        file.extend(format!("{offset:010} 00000 n \n").into_bytes());
    }
    file.extend(
        format!(
            "trailer<</Size {}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF",
            objects.len() + 1
        )
        .into_bytes(),
    );
    file
}

/// Four boxes with names in a column, with lines between them.
pub(crate) fn four_boxes() -> String {
    let box_at = |at: usize, name: &str| {
        let y = 300 - at * 80;
        format!(
            "1 w 200 {y} 120 40 re S BT /F 12 Tf 220 {} Td ({name}) Tj ET 260 {y} m 260 {} l S ",
            y + 15,
            y - 40
        )
    };
    let names = ["load", "check", "weigh", "write"];
    let boxes = names.iter().enumerate().map(|(at, name)| box_at(at, name));
    boxes.collect()
}

pub(crate) fn taken(bytes: &[u8], wanted: &[Wanted]) -> Vec<Vec<u8>> {
    let mut taken = Vec::new();
    document::take_pictures(bytes, wanted, &mut |picture| taken.push(picture));
    let pngs = taken.iter().map(|one| STANDARD.decode(&one.png).unwrap());
    pngs.collect()
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
    let pages = |wanted: &[Wanted]| wanted.iter().map(|one| one.page).collect::<Vec<_>>();
    for (most, chosen, beyond) in [
        (9, &[1, 2, 3][..], &[][..]),
        (2, &[1, 2], &[3]),
        (0, &[], &[1, 2, 3]),
    ] {
        let (wanted, rest) = to_read(&report, most);
        assert_eq!((pages(&wanted), pages(&rest)), (chosen.to_vec(), beyond.to_vec()));
    }
    let text = document::read("r.md", b"![a](a.png)");
    assert_eq!(to_read(&text, 9), (vec![], vec![]));
}
