//! Finds the lines in the map of where text may stand.

use super::{Area, Image};

/// From this chance on a pixel belongs to text.
const TEXT_MIN: f32 = 0.3;
/// Mean chance that a spot has at least, over the rectangle around it: writing that is aslant fills little of it.
const SPOT_MIN: f32 = 0.5;
/// Sides of the smallest spot, in pixels of the map.
const SIDE_MIN: usize = 3;
/// How far a spot reaches beyond its core, as a share of its area by its circumference: the network was taught to mark
/// cores.
const GROWTH: f64 = 1.6;

/// A piece of the picture with a line of text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Spot {
    pub(super) area: Area,
}

/// A connected piece of the map.
#[derive(Clone, Copy)]
struct Piece {
    left: usize,
    top: usize,
    /// Within.
    right: usize,
    bottom: usize,
}

/// The spots of a map of a picture, from the top, those of one height from the left.
pub(super) fn spots(map: &[f32], width: usize, height: usize, image: &Image) -> Vec<Spot> {
    let mut spots: Vec<Spot> = pieces(map, width, height)
        .into_iter()
        .filter(|piece| piece.is_text(map, width))
        .map(|piece| Spot {
            area: piece.grown(width, height, image),
        })
        .collect();
    spots.sort_by_key(|spot| spot.area);
    spots
}

/// The connected pieces of a map, by their sides and corners.
fn pieces(map: &[f32], width: usize, height: usize) -> Vec<Piece> {
    let count = width * height;
    let mut open: Vec<bool> = map.iter().take(count).map(|chance| *chance > TEXT_MIN).collect();
    let mut pieces = Vec::new();
    let mut queue = Vec::new();
    for start in 0..open.len() {
        if !std::mem::take(&mut open[start]) {
            continue;
        }
        let mut piece = Piece::at(start, width);
        queue.push(start);
        while let Some(at) = queue.pop() {
            piece.take(at, width);
            for near in around(at, width, open.len()) {
                if std::mem::take(&mut open[near]) {
                    queue.push(near);
                }
            }
        }
        pieces.push(piece);
    }
    pieces
}

/// The pixels around one.
fn around(at: usize, width: usize, count: usize) -> impl Iterator<Item = usize> {
    let (x, y) = (at % width, at / width);
    let columns = x.saturating_sub(1)..(x + 2).min(width);
    let rows = y.saturating_sub(1)..y + 2;
    rows.flat_map(move |y| columns.clone().map(move |x| y * width + x))
        .filter(move |near| *near < count)
}

impl Piece {
    fn at(pixel: usize, width: usize) -> Self {
        let (x, y) = (pixel % width, pixel / width);
        Self {
            left: x,
            top: y,
            right: x,
            bottom: y,
        }
    }

    fn take(&mut self, pixel: usize, width: usize) {
        let (x, y) = (pixel % width, pixel / width);
        self.left = self.left.min(x);
        self.right = self.right.max(x);
        self.top = self.top.min(y);
        self.bottom = self.bottom.max(y);
    }

    fn is_text(&self, map: &[f32], width: usize) -> bool {
        let (wide, high) = (self.right + 1 - self.left, self.bottom + 1 - self.top);
        if wide < SIDE_MIN || high < SIDE_MIN {
            return false;
        }
        let rows = (self.top..=self.bottom).map(|y| &map[y * width + self.left..=y * width + self.right]);
        let sum: f32 = rows.flatten().sum();
        // Sides are far below what a float counts exactly.
        #[expect(clippy::cast_precision_loss, reason = "a few thousand pixels either way")]
        let mean = sum / (wide * high) as f32;
        mean >= SPOT_MIN
    }

    /// The whole of what the core stands for, in pixels of the picture.
    fn grown(&self, width: usize, height: usize, image: &Image) -> Area {
        #[expect(
            clippy::cast_precision_loss,
            reason = "pixels of a map are few thousand either way"
        )]
        let real = |pixels: usize| pixels as f64;
        let (wide, high) = (real(self.right + 1 - self.left), real(self.bottom + 1 - self.top));
        let margin = wide * high * GROWTH / (2.0 * (wide + high));
        let (across, down) = (
            f64::from(image.width()) / real(width),
            f64::from(image.height()) / real(height),
        );
        let edge = |at: f64, scale: f64, most: u32| crate::image::edge(at * scale, most);
        Area {
            top: edge(real(self.top) - margin, down, image.height()),
            left: edge(real(self.left) - margin, across, image.width()),
            bottom: edge(real(self.bottom + 1) + margin, down, image.height()),
            right: edge(real(self.right + 1) + margin, across, image.width()),
        }
    }
}

#[cfg(test)]
mod tests;
