use super::png::Pixels;
use super::*;
use crate::document::{self, Line};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use court::evidence::Source;
use flate2::read::ZlibDecoder;
use std::io::Read as _;

fn pixels(width: u32, height: u32, channels: usize, at: impl Fn(u32, u32) -> u8) -> Pixels {
    let mut data = Vec::new();
    for y in 0..height {
        for x in 0..width {
            data.extend(std::iter::repeat_n(at(x, y), channels));
        }
    }
    Pixels::new(width, height, channels, data).unwrap()
}

/// The pixels of a picture that this program wrote, read as the format has it.
fn unpacked(png: &[u8]) -> (u32, u32, Vec<u8>) {
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

fn snapshot(files: &[(&str, Vec<u8>)]) -> Subject {
    let mut snapshot = Subject::default();
    for (path, bytes) in files {
        let bytes = bytes.clone();
        snapshot.files.insert((*path).to_owned(), subject::File { bytes });
    }
    snapshot
}

#[test]
fn pictures_that_documents_link_to_are_found_beside_them_at_the_root_or_by_the_only_path_that_ends_so() {
    let png = pixels(50, 50, 1, |_, _| 0).to_png();
    let mut snapshot = snapshot(&[
        ("docs/flow.png", png.clone()),
        ("docs/img/a.png", png.clone()),
        ("x/twice.png", png.clone()),
        ("y/twice.png", png.clone()),
        ("docs/text.png", b"no picture".to_vec()),
        (
            "docs/guide.md",
            b"![a](img/a.png) ![up](../docs/flow.png \"t\") ![out](../../etc/passwd)".to_vec(),
        ),
    ]);
    snapshot.documents = vec![document::read(
        "report.md",
        b"![the flow](./docs/flow.png)\n![two](twice.png) ![text](docs/text.png) ![web](https://e.org/docs/flow.png)\n![a](a.png)",
    )];
    let found = document::read("docs/guide.md", &snapshot.files["docs/guide.md"].bytes);
    snapshot.take_found(&[found.found_at("docs/guide.md")]);
    let (found, beyond) = candidates(&snapshot);
    let places: Vec<String> = found.iter().map(|one| one.place.to_string()).collect();
    assert_eq!(
        (places, beyond),
        (vec!["docs/flow.png".to_owned(), "docs/img/a.png".to_owned()], 0)
    );
    assert!(found[0].about.contains("the flow"), "{}", found[0].about);
}

/// A PDF of one page for each of these pictures, drawn over the whole page.
pub(super) fn pdf(pictures: &[Pixels]) -> Vec<u8> {
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
pub(super) fn drawing(size: &str, content: &str) -> Vec<u8> {
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

#[test]
fn pictures_on_pages_are_taken_out_as_png_whose_pixels_are_those_of_the_page() {
    let grey = pixels(90, 60, 1, |x, y| (x + y) as u8);
    let colour = pixels(80, 50, 3, |x, _| x as u8);
    let bytes = pdf(&[grey.clone(), colour.clone()]);
    let snapshot = Subject::default().with_reports(vec![document::read("r.pdf", &bytes)], Vec::new());
    // Two pages with a picture at the same place are all picture, and are looked at all the same.
    let (found, _) = candidates(&snapshot);
    let places: Vec<String> = found.iter().map(|one| one.place.to_string()).collect();
    assert_eq!(places, ["r.pdf#page=1", "r.pdf#page=2"]);
    let wanted: Vec<Wanted> = found
        .iter()
        .filter_map(|one| match one.at {
            At::Page { wanted, .. } => Some(wanted),
            At::File(_) => None,
        })
        .collect();
    let mut taken = Vec::new();
    document::take_pictures(&bytes, &wanted, &mut |picture| taken.push(picture));
    let pngs: Vec<Vec<u8>> = taken
        .iter()
        .map(|one| STANDARD.decode(&one.png).unwrap())
        .collect();
    assert_eq!(unpacked(&pngs[0]), (90, 60, grey.data));
    assert_eq!(unpacked(&pngs[1]).2.len(), colour.data.len());
    let mut none = Vec::new();
    document::take_pictures(&bytes[..bytes.len() / 2], &wanted, &mut |picture| {
        none.push(picture)
    });
    document::take_pictures(b"no PDF", &wanted, &mut |picture| none.push(picture));
    assert!(none.len() <= 2);
}

/// Four boxes with names in a column, with lines between them.
fn four_boxes() -> String {
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

fn taken(bytes: &[u8], wanted: &[Wanted]) -> Vec<Vec<u8>> {
    let mut taken = Vec::new();
    document::take_pictures(bytes, wanted, &mut |picture| taken.push(picture));
    let pngs = taken.iter().map(|one| STANDARD.decode(&one.png).unwrap());
    pngs.collect()
}

#[test]
fn a_drawn_diagram_is_shown_as_the_part_of_the_page_that_it_fills() {
    let bytes = drawing("600 400", &four_boxes());
    let snapshot = Subject::default().with_reports(vec![document::read("r.pdf", &bytes)], Vec::new());
    let (found, _) = candidates(&snapshot);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].about, "a drawing of 4 boxes");
    let At::Page { wanted, .. } = found[0].at else {
        panic!("{found:?}");
    };
    assert!(
        wanted.is_drawn && wanted.area.left > 100 && wanted.area.right < 400,
        "{wanted:?}"
    );
    let pngs = taken(&bytes, &[wanted]);
    let (width, height, data) = unpacked(&pngs[0]);
    let side = |points: i32| (f64::from(points) * 150.0 / 72.0).round() as u32;
    assert_eq!(
        (width, height),
        (side(wanted.area.width()), side(wanted.area.height()))
    );
    let at = |x: i32, y: i32| {
        let (x, y) = (side(x - wanted.area.left), side(y - wanted.area.top));
        data[((y * width + x) * 3) as usize]
    };
    // The left side of the first box, paper inside it, and paper around it.
    assert!(at(200, 80) < 128);
    assert_eq!([at(205, 65), at(190, 80)], [255, 255]);
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
fn a_description_is_told_with_its_model_and_held_against_the_code_without_being_a_finding() {
    let code = "//- src/graph.py\nfrom langgraph.graph import StateGraph, START, END\nclass S(dict): pass\ndef a(s): return s\ndef b(s): return s\ndef c(s): return s\ng = StateGraph(S)\ng.add_node(\"load\", a)\ng.add_node(\"check\", b)\ng.add_node(\"write\", c)\ng.add_edge(START, \"load\")\ng.add_edge(START, \"check\")\ng.add_edge(\"load\", \"write\")\ng.add_edge(\"check\", \"write\")\ng.add_edge(\"write\", END)\napp = g.compile()\napp.invoke({})\n";
    let snapshot = Subject::from_fixture(code);
    let candidate = Candidate {
        place: Place::File("docs/flow.png".to_owned()),
        about: "a picture".to_owned(),
        at: At::File("docs/flow.png".to_owned()),
    };
    let arrow = |from: &str, to: &str| Arrow {
        from: from.to_owned(),
        to: to.to_owned(),
        label: String::new(),
    };
    let described = Described {
        is_flow: true,
        title: String::new(),
        summary: "Three steps in a row.".to_owned(),
        nodes: ["load", "check", "write"].map(str::to_owned).to_vec(),
        edges: vec![arrow("load", "check"), arrow("check", "write")],
        order: Order::Serial,
        confidence: 80,
    };
    let told = exhibit(0, &candidate, &described, "p:m", &snapshot);
    assert_eq!(
        told.source,
        Source::Described {
            model: "p:m".to_owned()
        }
    );
    assert!(
        told.rationale
            .contains("Held against the code, as described: it differs in"),
        "{}",
        told.rationale
    );
    let other = Described {
        is_flow: false,
        ..described
    };
    let told = exhibit(1, &candidate, &other, "p:m", &snapshot);
    assert!(!told.rationale.contains("Held against"), "{}", told.rationale);
}

#[test]
fn a_scanned_page_is_a_candidate_and_an_icon_is_none() {
    let page = |number: u32, width: u32| Page {
        number,
        width: 600,
        height: 800,
        lines: vec![Line::default()],
        images: vec![Figure {
            width,
            height: width,
            area: Area {
                left: 0,
                top: 0,
                right: 600,
                bottom: 800,
            },
        }],
        ..Page::default()
    };
    let mut document = document::read("r.pdf", b"");
    document.reading = Ok(vec![page(1, 900), page(2, 900), page(3, 12)]);
    let snapshot = Subject::default().with_reports(vec![document], Vec::new());
    let places: Vec<String> = candidates(&snapshot)
        .0
        .iter()
        .map(|one| one.place.to_string())
        .collect();
    assert_eq!(places, ["r.pdf#page=1", "r.pdf#page=2"]);
}
