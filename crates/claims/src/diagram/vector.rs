//! Drawn diagrams: boxes with words in them, read by their place on the page. Where their lines lead is not followed, so
//! that they show branches or leave it open.

use super::graph::Graph;
use super::roles::{Bench, role};
use super::{Diagram, Kind};
use documents::document::{Area, Document, Page, Word};
use std::collections::BTreeSet;

/// Smallest box that holds a node, in points; smaller ones are chips behind words and labels on arrows.
const BOX_WIDTH_MIN: i32 = 30;
const BOX_HEIGHT_MIN: i32 = 18;
/// Boxes that make a diagram.
const BOXES_MIN: usize = 4;
/// Most words in the box of a node.
const WORDS_MAX: usize = 14;
/// Boxes closer than this touch, as the cells of a table do, in points.
const APART_MIN: i32 = 4;
/// Furthest that a shadow lies from its box, in points; cells of a table are higher and wider than that.
const SHADOW_MAX: i32 = 8;
/// Words closer to the side of a box than this go on from it, as in running text, in points.
const CLEAR_MIN: i32 = 12;
/// Lines go around boxes and words stand beside them, this far, in points.
const MARGIN: i32 = 36;
/// Middles within this distance are in one row or column, in points.
const IN_LINE: i32 = 12;

/// The drawn diagrams of a document, at most one a page.
pub(super) fn diagrams(document: &Document) -> Vec<Diagram> {
    let pages = document.pages().iter();
    let drawn = pages.filter_map(|page| diagram(document, page).or_else(|| wordless(document, page)));
    drawn.collect()
}

/// The pages with a drawn diagram, how many boxes it has, and where it stands with what may be drawn around them.
pub(super) fn drawn(document: &Document) -> impl Iterator<Item = (&Page, usize, Area)> {
    document.pages().iter().filter_map(|page| {
        let nodes = boxed(page)?;
        Some((page, nodes.len(), around(page, &nodes)))
    })
}

fn around(page: &Page, nodes: &[Node]) -> Area {
    let areas = || nodes.iter().map(|node| node.area);
    let least = |side: fn(Area) -> i32| areas().map(side).min().unwrap_or_default() - MARGIN;
    let most = |side: fn(Area) -> i32| areas().map(side).max().unwrap_or_default() + MARGIN;
    Area {
        left: least(|area| area.left).max(0),
        top: least(|area| area.top).max(0),
        right: most(|area| area.right).min(page.width),
        bottom: most(|area| area.bottom).min(page.height),
    }
}

struct Node {
    area: Area,
    label: String,
}

/// The boxes of a diagram, where the page has one.
fn boxed(page: &Page) -> Option<Vec<Node>> {
    let nodes = nodes(page);
    is_joined(page, nodes.len()).then_some(nodes)
}

/// Whoever draws boxes for a diagram also draws lines between them.
fn is_joined(page: &Page, boxes: usize) -> bool {
    let lines = (page.path_count as usize).saturating_sub(page.shapes.len());
    boxes >= BOXES_MIN && lines >= boxes
}

/// Boxes and lines whose words are drawn as well, or lie elsewhere: that something is drawn, and nothing of what.
fn wordless(document: &Document, page: &Page) -> Option<Diagram> {
    let is_empty = |area: &&Area| {
        let is_large = area.width() >= BOX_WIDTH_MIN && area.height() >= BOX_HEIGHT_MIN;
        let is_page = area.width() * 2 > page.width && area.height() * 2 > page.height;
        let holds = |word: &Word| area.holds(word.area.centre(), 1);
        is_large && !is_page && is_alone(**area, page) && !page.words.iter().any(holds)
    };
    let boxes = page.shapes.iter().filter(is_empty).count();
    is_joined(page, boxes).then(|| Diagram {
        detectives_parallel: None,
        judges_parallel: None,
        about: format!("a drawing of {boxes} boxes in which no words were found"),
        ..Diagram::read(
            document.place(page.number, 0, 0),
            page.number,
            Kind::Wordless,
            Graph::default(),
            String::new(),
        )
    })
}

/// What a page shows of a bench: members side by side, no two of them, or what only following its lines could tell.
fn shown(page: &Page, nodes: &[Node], bench: Bench) -> Option<bool> {
    let alone = page.words.iter().map(|word| word.text.clone());
    let pairs = page
        .words
        .windows(2)
        .map(|pair| format!("{} {}", pair[0].text, pair[1].text));
    let named = alone.chain(pairs).filter_map(|label| role(&label));
    let named: BTreeSet<String> = named
        .filter(|role| role.bench == bench)
        .map(|role| role.who)
        .collect();
    match (in_line(nodes, bench), named.len()) {
        (true, _) => Some(true),
        (false, 0 | 1) => Some(false),
        _ => None,
    }
}

fn diagram(document: &Document, page: &Page) -> Option<Diagram> {
    let nodes = boxed(page)?;
    let mut graph = Graph::default();
    for (index, node) in nodes.iter().enumerate() {
        graph.add_node(&format!("n{index}"), Some(node.label.clone()));
    }
    let labels: Vec<&str> = nodes.iter().map(|node| node.label.as_str()).collect();
    let text = labels.join(" | ").replace('\n', " ");
    let place = document.place(page.number, 0, 0);
    let mut diagram = Diagram::read(place, page.number, Kind::Vector, graph, text);
    diagram.detectives_parallel = shown(page, &nodes, Bench::Detectives);
    diagram.judges_parallel = shown(page, &nodes, Bench::Judges);
    Some(diagram)
}

fn nodes(page: &Page) -> Vec<Node> {
    let boxes = page
        .shapes
        .iter()
        .filter(|area| area.width() >= BOX_WIDTH_MIN && area.height() >= BOX_HEIGHT_MIN);
    let alone = boxes.filter(|area| is_alone(**area, page));
    let mut found: Vec<Node> = Vec::new();
    for area in alone {
        if !found.iter().any(|node| is_shadow(node.area, *area)) {
            found.extend(node(*area, page));
        }
    }
    found
}

/// Whether one box is drawn once more behind the other, a little aside.
fn is_shadow(one: Area, other: Area) -> bool {
    let close = |a: i32, b: i32| (a - b).abs() <= SHADOW_MAX;
    one != other
        && close(one.width(), other.width())
        && close(one.height(), other.height())
        && close(one.left, other.left)
        && close(one.top, other.top)
}

fn node(area: Area, page: &Page) -> Option<Node> {
    let words: Vec<&Word> = page
        .words
        .iter()
        .filter(|word| area.holds(word.area.centre(), 1))
        .collect();
    let label = label(&words);
    let read = words.len() <= WORDS_MAX && label.chars().any(char::is_alphabetic);
    read.then_some(Node { area, label })
}

/// Words in lines, as they stand in a box.
fn label(words: &[&Word]) -> String {
    let mut label = String::new();
    let mut before: Option<&Word> = None;
    for word in words {
        if let Some(before) = before {
            let lower = word.area.centre().1 > before.area.bottom;
            label.push(if lower { '\n' } else { ' ' });
        }
        label.push_str(&word.text);
        before = Some(word);
    }
    label
}

/// Neither a cell among cells nor a chip among words.
fn is_alone(area: Area, page: &Page) -> bool {
    let around = |other: &Area| {
        other.left <= area.left
            && other.top <= area.top
            && other.right >= area.right
            && other.bottom >= area.bottom
    };
    let inside = |other: &Area| {
        area.left <= other.left
            && area.top <= other.top
            && area.right >= other.right
            && area.bottom >= other.bottom
    };
    let touches = page.shapes.iter().any(|other| {
        !around(other) && !inside(other) && !is_shadow(area, *other) && distance(area, *other) < APART_MIN
    });
    let level = |word: &&Word| (area.top..=area.bottom).contains(&word.area.centre().1);
    let beside =
        page.words.iter().filter(level).any(|word| {
            !area.holds(word.area.centre(), 1) && (0..CLEAR_MIN).contains(&aside(area, word.area))
        });
    !touches && !beside
}

/// Between the nearest sides, in points; 0 where they overlap.
fn distance(one: Area, other: Area) -> i32 {
    let across = aside(one, other);
    let down = (other.top - one.bottom).max(one.top - other.bottom);
    across.max(down).max(0)
}

fn aside(one: Area, other: Area) -> i32 {
    (other.left - one.right).max(one.left - other.right)
}

/// Whether two members of a bench stand in one row, or in one column of a drawing that runs to the right.
fn in_line(nodes: &[Node], bench: Bench) -> bool {
    let members: Vec<(&Node, String)> = nodes
        .iter()
        .filter_map(|node| Some((node, role(&node.label).filter(|role| role.bench == bench)?.who)))
        .collect();
    let wide = extent(nodes, |area| (area.left, area.right)) > extent(nodes, |area| (area.top, area.bottom));
    members.iter().any(|(node, _)| {
        let (x, y) = node.area.centre();
        let near = |other: &Node| {
            let (to_x, to_y) = other.area.centre();
            (to_y - y).abs() <= IN_LINE || wide && (to_x - x).abs() <= IN_LINE
        };
        let row: BTreeSet<&str> = members
            .iter()
            .filter(|(other, _)| near(other))
            .map(|(_, who)| who.as_str())
            .collect();
        row.len() >= 2
    })
}

fn extent(nodes: &[Node], side: fn(Area) -> (i32, i32)) -> i32 {
    let sides = || nodes.iter().map(|node| side(node.area));
    sides().map(|(_, end)| end).max().unwrap_or(0) - sides().map(|(start, _)| start).min().unwrap_or(0)
}

#[cfg(test)]
mod tests;
