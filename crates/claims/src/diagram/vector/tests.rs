use super::*;
use documents::document::Format;

/// A page of boxes of 80 by 30 points, each with its words in the middle.
fn page(boxes: &[(i32, i32, &str)], path_count: u32) -> Document {
    let area = |left: i32, top: i32, width: i32, height: i32| Area {
        left,
        top,
        right: left + width,
        bottom: top + height,
    };
    let shapes = boxes
        .iter()
        .map(|(left, top, _)| area(*left, *top, 80, 30))
        .collect();
    let words = boxes.iter().map(|(left, top, text)| Word {
        text: (*text).to_owned(),
        area: area(left + 10, top + 10, 60, 10),
    });
    let page = Page {
        number: 3,
        width: 600,
        height: 800,
        path_count,
        shapes,
        words: words.collect(),
        ..Page::default()
    };
    Document {
        name: "r.pdf".to_owned(),
        format: Format::Pdf,
        origin: Default::default(),
        reading: Ok(vec![page]),
        notes: Vec::new(),
        letterings: Vec::new(),
    }
}

fn shows(document: &Document) -> Vec<(Option<bool>, Option<bool>)> {
    diagrams(document)
        .iter()
        .map(|diagram| (diagram.detectives_parallel, diagram.judges_parallel))
        .collect()
}

#[test]
fn members_in_one_row_stand_side_by_side_and_in_one_column_they_follow() {
    let row = [
        (200, 0, "START"),
        (0, 100, "Prosecutor"),
        (100, 100, "Defense"),
        (200, 100, "TechLead"),
        (200, 200, "Chief"),
    ];
    assert_eq!(shows(&page(&row, 20)), [(Some(false), Some(true))]);
    let column = [
        (0, 0, "START"),
        (0, 100, "Prosecutor"),
        (0, 200, "Defense"),
        (0, 300, "Chief"),
    ];
    assert_eq!(shows(&page(&column, 20)), [(Some(false), None)]);
}

#[test]
fn boxes_and_lines_without_words_are_a_drawing_of_which_nothing_is_known() {
    let mut drawn = page(&[(0, 0, "a"), (200, 0, "b"), (0, 100, "c"), (200, 100, "d")], 20);
    for page in drawn.reading.iter_mut().flatten() {
        page.words.clear();
    }
    let found = diagrams(&drawn);
    assert_eq!(
        found.iter().map(|one| one.kind).collect::<Vec<_>>(),
        [Kind::Wordless]
    );
    assert_eq!(shows(&drawn), [(None, None)]);
}

#[test]
fn cells_of_a_table_and_boxes_without_lines_are_no_diagram() {
    let cells = [
        (0, 0, "Prosecutor"),
        (80, 0, "Defense"),
        (0, 30, "strict"),
        (80, 30, "mild"),
        (160, 0, "Chief"),
    ];
    assert_eq!(shows(&page(&cells, 40)), []);
    let boxes = [
        (0, 0, "Prosecutor"),
        (100, 0, "Defense"),
        (200, 0, "TechLead"),
        (300, 0, "Chief"),
    ];
    assert_eq!(shows(&page(&boxes, 4)), []);
}

#[test]
fn a_box_with_its_shadow_is_one_box() {
    let drawn = [
        (0, 0, "START"),
        (150, 0, "Prosecutor"),
        (150, 100, "Defense"),
        (150, 200, "TechLead"),
        (300, 100, "Chief"),
    ];
    let mut shadowed = page(&drawn, 40);
    for page in shadowed.reading.iter_mut().flatten() {
        let shadows: Vec<Area> = page
            .shapes
            .iter()
            .map(|area| Area {
                left: area.left + 2,
                top: area.top + 2,
                right: area.right + 2,
                bottom: area.bottom + 2,
            })
            .collect();
        page.shapes.extend(shadows);
    }
    let nodes: Vec<usize> = drawn_boxes(&shadowed);
    assert_eq!(nodes, [5]);
}

fn drawn_boxes(document: &Document) -> Vec<usize> {
    drawn(document).map(|(_, boxes, _)| boxes).collect()
}
