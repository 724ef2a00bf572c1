use super::*;
use crate::claim::known::tests::Fixture;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use documents::document::{self, Area, Line};
use fixture::{drawing, four_boxes, pdf, pixels, taken, unpacked};

#[path = "../../../../documents/tests/fixture/pictures.rs"]
mod fixture;

fn known(files: &[(&str, Vec<u8>)]) -> Fixture {
    let mut known = Fixture::default();
    for (path, bytes) in files {
        let bytes = bytes.clone();
        known
            .snapshot
            .files
            .insert((*path).to_owned(), subject::File { bytes });
    }
    known
}

#[test]
fn pictures_that_documents_link_to_are_found_beside_them_at_the_root_or_by_the_only_path_that_ends_so() {
    let png = pixels(50, 50, 1, |_, _| 0).to_png();
    let mut known = known(&[
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
    known.reports = vec![document::read(
        "report.md",
        b"![the flow](./docs/flow.png)\n![two](twice.png) ![text](docs/text.png) ![web](https://e.org/docs/flow.png)\n![a](a.png)",
    )];
    let found = document::read("docs/guide.md", &known.snapshot.files["docs/guide.md"].bytes);
    known.found = vec![found.found_at("docs/guide.md")];
    let (found, beyond) = candidates(&known);
    let places: Vec<String> = found.iter().map(|one| one.place.to_string()).collect();
    assert_eq!(
        (places, beyond),
        (vec!["docs/flow.png".to_owned(), "docs/img/a.png".to_owned()], 0)
    );
    assert!(found[0].about.contains("the flow"), "{}", found[0].about);
}

#[test]
fn pictures_on_pages_are_taken_out_as_png_whose_pixels_are_those_of_the_page() {
    let grey = pixels(90, 60, 1, |x, y| (x + y) as u8);
    let colour = pixels(80, 50, 3, |x, _| x as u8);
    let bytes = pdf(&[grey.clone(), colour.clone()]);
    let known = Fixture::with_reports(vec![document::read("r.pdf", &bytes)]);
    // Two pages with a picture at the same place are all picture, and are looked at all the same.
    let (found, _) = candidates(&known);
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

#[test]
fn a_drawn_diagram_is_shown_as_the_part_of_the_page_that_it_fills() {
    let bytes = drawing("600 400", &four_boxes());
    let known = Fixture::with_reports(vec![document::read("r.pdf", &bytes)]);
    let (found, _) = candidates(&known);
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
    let known = Fixture::with_reports(vec![document]);
    let places: Vec<String> = candidates(&known)
        .0
        .iter()
        .map(|one| one.place.to_string())
        .collect();
    assert_eq!(places, ["r.pdf#page=1", "r.pdf#page=2"]);
}
