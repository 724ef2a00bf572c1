//! Small pictures, and PDF files around them, for tests.
#![expect(
    clippy::unwrap_used,
    reason = "tests alone make pictures, and these are whole"
)]

use crate::document;
use crate::picture::Wanted;
use crate::picture::png::Pixels;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::read::ZlibDecoder;
use std::io::Read as _;

pub fn pixels(width: u32, height: u32, channels: usize, at: impl Fn(u32, u32) -> u8) -> Pixels {
    let mut data = Vec::new();
    for y in 0..height {
        for x in 0..width {
            data.extend(std::iter::repeat_n(at(x, y), channels));
        }
    }
    Pixels::new(width, height, channels, data).unwrap()
}

/// The pixels of a picture that this program wrote, read as the format has it.
pub fn unpacked(png: &[u8]) -> (u32, u32, Vec<u8>) {
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

/// A PDF of one page for each of these pictures, drawn over the whole page.
pub fn pdf(pictures: &[Pixels]) -> Vec<u8> {
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
pub fn drawing(size: &str, content: &str) -> Vec<u8> {
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
pub fn four_boxes() -> String {
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

pub fn taken(bytes: &[u8], wanted: &[Wanted]) -> Vec<Vec<u8>> {
    let mut taken = Vec::new();
    document::take_pictures(bytes, wanted, &mut |picture| taken.push(picture));
    let pngs = taken.iter().map(|one| STANDARD.decode(&one.png).unwrap());
    pngs.collect()
}
