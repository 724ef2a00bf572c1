//! Diagrams made of characters: boxes are found, lines between them followed.

use super::graph::Graph;
use std::collections::{BTreeMap, BTreeSet};

/// Largest drawing that is followed.
const ROWS_MAX: usize = 300;
const COLUMNS_MAX: usize = 300;
/// Tallest box, in rows.
const BOX_ROWS_MAX: usize = 60;
/// Most boxes of one drawing.
const FRAMES_MAX: usize = 300;
/// How far the right edge of a box may be out of line, in columns: letters of odd width push it.
const SLACK: usize = 2;
/// How far a label may stand from the end of a line, in rows and columns.
const REACH: usize = 2;

const ACROSS: &str = "─━═╌-";
const DOWN_LINES: &str = "│┃║┊╎|";
const CORNERS: &str = "┌┐└┘├┤┬┴┼╭╮╰╯┏┓┗┛╔╗╚╝╠╣╦╩╬+";
const HEADS: [(Way, &str); 4] = [
    (Way::Down, "▼↓⬇vV"),
    (Way::Up, "▲↑^"),
    (Way::Right, "►▶→>"),
    (Way::Left, "◄←"),
];

/// Where the head of an arrow points.
fn head(c: char) -> Option<Way> {
    let row = HEADS.iter().find(|(_, heads)| heads.contains(c));
    row.map(|(way, _)| *way)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Up,
    Down,
    Left,
    Right,
}

type Cell = (usize, usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Frame {
    top: usize,
    left: usize,
    bottom: usize,
    right: usize,
}

impl Frame {
    fn area(self) -> usize {
        (self.bottom - self.top) * (self.right - self.left)
    }

    fn holds(self, other: Self) -> bool {
        self != other
            && (self.top..=self.bottom).contains(&other.top)
            && (self.top..=self.bottom).contains(&other.bottom)
            && (self.left..=self.right).contains(&other.left)
            && other.right <= self.right + SLACK
    }
}

/// Follows the lines of a drawing.
pub(super) fn trace(lines: &[&str]) -> Graph {
    let mut grid = Grid::new(lines);
    let frames = grid.frames();
    let mut leaves: Vec<Frame> = frames
        .iter()
        .copied()
        .filter(|frame| !frames.iter().any(|other| frame.holds(*other)))
        .collect();
    leaves.sort_unstable();
    for frame in &leaves {
        grid.add_box(*frame);
    }
    for frame in frames.iter().filter(|frame| !leaves.contains(frame)) {
        grid.wipe_border(*frame);
    }
    grid.add_labels();
    grid.graph()
}

struct Grid {
    cells: Vec<Vec<char>>,
    labels: Vec<String>,
    owner: BTreeMap<Cell, usize>,
    wiped: BTreeSet<Cell>,
}

impl Grid {
    fn new(lines: &[&str]) -> Self {
        let cells = lines
            .iter()
            .take(ROWS_MAX)
            .map(|line| line.chars().take(COLUMNS_MAX).collect())
            .collect();
        Self {
            cells,
            labels: Vec::new(),
            owner: BTreeMap::new(),
            wiped: BTreeSet::new(),
        }
    }

    fn at(&self, row: usize, column: usize) -> char {
        self.cells
            .get(row)
            .and_then(|cells| cells.get(column))
            .copied()
            .unwrap_or(' ')
    }

    fn frames(&self) -> Vec<Frame> {
        let corners =
            (0..self.cells.len()).flat_map(|row| (0..self.cells[row].len()).map(move |column| (row, column)));
        let found = corners.filter_map(|(row, column)| self.frame_at(row, column));
        let mut frames: Vec<Frame> = found.take(FRAMES_MAX).collect();
        frames.sort_by_key(|frame| (frame.area(), *frame));
        frames
    }

    /// The box whose upper left corner is here.
    fn frame_at(&self, top: usize, left: usize) -> Option<Frame> {
        let corner = self.at(top, left);
        if !"┌╭┏╔+".contains(corner) {
            return None;
        }
        let right = (left + 1..COLUMNS_MAX).find(|column| {
            let c = self.at(top, *column);
            !(ACROSS.contains(c) || "┬┴┼╦╩▼v↓".contains(c))
        })?;
        let closes = "┐╮┓╗+".contains(self.at(top, right)) && right - left > 3;
        let bottom = (top + 1..=top + BOX_ROWS_MAX).find(|row| {
            !(DOWN_LINES.contains(self.at(*row, left)) || "├┤┼╠►▶>".contains(self.at(*row, left)))
        })?;
        let foot = "└╰┗╚+".contains(self.at(bottom, left));
        (closes && foot && bottom - top >= 2).then_some(Frame {
            top,
            left,
            bottom,
            right,
        })
    }

    fn add_box(&mut self, frame: Frame) {
        let line = |row: usize| -> String {
            let edge =
                (frame.right..=frame.right + SLACK).find(|column| DOWN_LINES.contains(self.at(row, *column)));
            let inner = frame.left + 1..edge.unwrap_or(frame.right);
            inner
                .map(|column| self.at(row, column))
                .filter(|c| !DOWN_LINES.contains(*c))
                .collect()
        };
        let lines: Vec<String> = (frame.top + 1..frame.bottom)
            .map(|row| line(row).trim().to_owned())
            .filter(|line| !line.is_empty())
            .collect();
        let index = self.labels.len();
        self.labels.push(lines.join("\n"));
        for row in frame.top..=frame.bottom {
            let edge = (frame.right..=frame.right + SLACK)
                .filter(|column| !self.is_line(row, *column))
                .min()
                .unwrap_or(frame.right + 1);
            for column in frame.left..edge {
                self.owner.insert((row, column), index);
            }
        }
    }

    /// The border of a box around boxes is no line between them.
    fn wipe_border(&mut self, frame: Frame) {
        for column in frame.left..=frame.right {
            for row in [frame.top, frame.bottom] {
                if ACROSS.contains(self.at(row, column)) || "┌╭┏╔└╰┗╚┐╮┓╗┘╯┛╝+".contains(self.at(row, column))
                {
                    self.wiped.insert((row, column));
                }
            }
        }
        for row in frame.top..=frame.bottom {
            self.wiped.insert((row, frame.left));
            let right = (frame.right.saturating_sub(1)..=frame.right + SLACK).map(|column| (row, column));
            let right: Vec<Cell> = right
                .filter(|(row, column)| "│┃║|┐┘┤╮╯╗╝".contains(self.at(*row, *column)))
                .collect();
            self.wiped.extend(right);
        }
    }

    /// Words outside of boxes are nodes too.
    fn add_labels(&mut self) {
        for row in 0..self.cells.len() {
            let mut column = 0;
            while column < self.cells[row].len() {
                let start = column;
                while column < self.cells[row].len() && self.is_word(row, column) {
                    column += 1;
                }
                let text: String = self.cells[row][start..column].iter().collect();
                if text.chars().filter(|c| c.is_alphabetic()).count() >= 2 {
                    self.add_label(row, start, text.trim_end());
                }
                column = column.max(start) + 1;
            }
        }
    }

    fn add_label(&mut self, row: usize, start: usize, text: &str) {
        let index = self.labels.len();
        self.labels.push(text.to_owned());
        for column in start..start + text.chars().count() {
            self.owner.insert((row, column), index);
        }
    }

    /// Letters, and single spaces between them.
    fn is_word(&self, row: usize, column: usize) -> bool {
        let free = |column: usize| !self.owner.contains_key(&(row, column));
        let letter =
            |column: usize| free(column) && self.at(row, column) != ' ' && !self.is_line(row, column);
        letter(column)
            || self.at(row, column) == ' ' && column > 0 && letter(column - 1) && letter(column + 1)
    }

    /// Letters that are also used as lines count as lines only beside others.
    fn is_line(&self, row: usize, column: usize) -> bool {
        let c = self.at(row, column);
        let above = row.checked_sub(1).map_or(' ', |row| self.at(row, column));
        let left = column.checked_sub(1).map_or(' ', |column| self.at(row, column));
        let right = self.at(row, column + 1);
        match c {
            '-' => "-+>".contains(left) || "-+>".contains(right),
            'v' | 'V' => DOWN_LINES.contains(above) && !left.is_alphanumeric() && !right.is_alphanumeric(),
            '^' => DOWN_LINES.contains(self.at(row + 1, column)),
            '>' => "-─═".contains(left),
            '+' => "-|".contains(left) || "-|".contains(right) || above == '|',
            '|' => !left.is_alphanumeric() && !right.is_alphanumeric(),
            c => ACROSS.contains(c) || DOWN_LINES.contains(c) || CORNERS.contains(c) || head(c).is_some(),
        }
    }

    fn is_free_line(&self, cell: Cell) -> bool {
        self.is_line(cell.0, cell.1) && !self.owner.contains_key(&cell) && !self.wiped.contains(&cell)
    }

    fn graph(&self) -> Graph {
        let mut graph = Graph::default();
        let name = |index: usize| format!("n{index}");
        for (index, label) in self.labels.iter().enumerate() {
            graph.add_node(&name(index), Some(label.clone()));
        }
        let mut seen = BTreeSet::new();
        for (row, column) in
            (0..self.cells.len()).flat_map(|row| (0..self.cells[row].len()).map(move |column| (row, column)))
        {
            if self.is_free_line((row, column)) && !seen.contains(&(row, column)) {
                let line = self.line_from((row, column), &mut seen);
                let (from, to) = self.ends(&line);
                for (from, to) in from
                    .iter()
                    .flat_map(|from| to.iter().map(move |to| (from, to)))
                    .filter(|(from, to)| from != to)
                {
                    graph.add_edge(&name(*from), &name(*to));
                }
            }
        }
        graph
    }

    /// All cells of one line with its branches.
    fn line_from(&self, start: Cell, seen: &mut BTreeSet<Cell>) -> Vec<Cell> {
        let mut line = Vec::new();
        let mut open = vec![start];
        seen.insert(start);
        while let Some(cell) = open.pop() {
            line.push(cell);
            for next in self.connected(cell) {
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        line
    }

    fn connected(&self, (row, column): Cell) -> Vec<Cell> {
        let beside = |delta: isize| column.checked_add_signed(delta).map(|column| (row, column));
        let stacked = |delta: isize| row.checked_add_signed(delta).map(|row| (row, column));
        let level = [beside(-1), beside(1)]
            .into_iter()
            .flatten()
            .filter(|next| self.runs(*next, true) && self.runs((row, column), true));
        let upright = [stacked(-1), stacked(1)]
            .into_iter()
            .flatten()
            .filter(|next| self.runs(*next, false) && self.runs((row, column), false));
        level
            .chain(upright)
            .filter(|next| self.is_free_line(*next))
            .collect()
    }

    /// Whether a line runs through a cell level, or upright.
    fn runs(&self, (row, column): Cell, level: bool) -> bool {
        let c = self.at(row, column);
        let heads = |ways: [Way; 2]| head(c).is_some_and(|way| ways.contains(&way));
        CORNERS.contains(c)
            || if level {
                ACROSS.contains(c) || heads([Way::Left, Way::Right])
            } else {
                DOWN_LINES.contains(c) || heads([Way::Up, Way::Down])
            }
    }

    /// The nodes that a line leaves and the nodes that it points to. Without heads, lines run down and right.
    fn ends(&self, line: &[Cell]) -> (BTreeSet<usize>, BTreeSet<usize>) {
        let mut pointed = BTreeSet::new();
        let (mut before, mut after) = (BTreeSet::new(), BTreeSet::new());
        for (row, column) in line.iter().copied() {
            if let Some(way) = head(self.at(row, column)) {
                pointed.extend(self.node_towards((row, column), way));
            }
            for way in [Way::Up, Way::Left, Way::Down, Way::Right] {
                let found = self
                    .leads(&(row, column), way)
                    .then(|| self.node_towards((row, column), way))
                    .flatten();
                if matches!(way, Way::Up | Way::Left) {
                    before.extend(found)
                } else {
                    after.extend(found)
                }
            }
        }
        if pointed.is_empty() {
            return (before, after);
        }
        let from: BTreeSet<usize> = before
            .union(&after)
            .copied()
            .filter(|node| !pointed.contains(node))
            .collect();
        (from, pointed)
    }

    /// Whether a line ends at this cell towards that way.
    fn leads(&self, cell: &Cell, way: Way) -> bool {
        let next = step(*cell, way);
        let level = matches!(way, Way::Left | Way::Right);
        self.runs(*cell, level) && next.is_some_and(|next| !self.is_free_line(next))
    }

    /// The nearest node that way, within reach; a label may stand a little aside.
    fn node_towards(&self, cell: Cell, way: Way) -> Option<usize> {
        let mut at = cell;
        for _ in 0..=REACH {
            at = step(at, way)?;
            let aside = if matches!(way, Way::Up | Way::Down) {
                REACH
            } else {
                0
            };
            let columns = at.1.saturating_sub(aside)..=at.1 + aside;
            let exact = self.owner.get(&at).copied();
            let found = exact.or_else(|| {
                columns
                    .filter_map(|column| self.owner.get(&(at.0, column)).copied())
                    .next()
            });
            if found.is_some() {
                return found;
            }
            if self.is_free_line(at) {
                return None;
            }
        }
        None
    }
}

fn step((row, column): Cell, way: Way) -> Option<Cell> {
    match way {
        Way::Up => row.checked_sub(1).map(|row| (row, column)),
        Way::Down => Some((row + 1, column)),
        Way::Left => column.checked_sub(1).map(|column| (row, column)),
        Way::Right => Some((row, column + 1)),
    }
}

#[cfg(test)]
mod tests;
