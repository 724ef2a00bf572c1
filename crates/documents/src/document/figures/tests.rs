use super::*;
use crate::document::read;

#[test]
fn pictures_that_begin_and_never_end_are_looked_through_once() {
    let all = |row: &str| {
        pictures(row)
            .map(|(address, words)| format!("{address} {words}"))
            .collect::<Vec<_>>()
    };
    assert_eq!(all("a ![x](y) ![[b] ![z](w) ![q]("), ["y x", "w z"]);
    let row = format!("{}{}", "![[".repeat(100_000), "]()".repeat(100_000));
    assert_eq!(all(&row), [" ["]);
}

fn page(number: u32, text: &str, areas: &[Area]) -> Page {
    let images = areas.iter().map(|area| Figure {
        width: 900,
        height: 600,
        area: *area,
    });
    let lines = vec![Line {
        text: text.to_owned(),
        ..Line::default()
    }];
    Page {
        number,
        width: 600,
        height: 800,
        lines,
        images: images.collect(),
        ..Page::default()
    }
}

#[test]
fn letterheads_title_pictures_and_icons_are_no_figures() {
    let area = |top: i32, height: i32| Area {
        left: 70,
        top,
        right: 500,
        bottom: top + height,
    };
    let (head, figure, icon) = (area(10, 60), area(200, 300), area(90, 20));
    let pages = vec![
        page(1, "My report", &[head, figure]),
        page(2, "Text", &[head, figure]),
        page(3, "Text", &[head, icon]),
    ];
    let document = Document {
        name: "r.pdf".to_owned(),
        format: Format::Pdf,
        origin: Default::default(),
        reading: Ok(pages),
        notes: Vec::new(),
        letterings: Vec::new(),
    };
    let found: Vec<u32> = drawn(&document).iter().map(|(page, _)| page.number).collect();
    assert_eq!(found, [2]);
}

#[test]
fn linked_pictures_count_and_badges_do_not() {
    let document = read(
        "r.md",
        b"![ci](https://img.shields.io/x.svg)\n\nText ![flow](docs/flow.png)\n",
    );
    let passages = Passages::of(&document);
    let addresses: Vec<&str> = linked(&passages).iter().map(|link| link.address).collect();
    assert_eq!(addresses, ["docs/flow.png"]);
}
