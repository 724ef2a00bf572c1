//! Pixels, and pieces of them in another size.

use super::{Area, PIXELS_MAX};

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    width: u32,
    height: u32,
    channels: usize,
    data: Vec<u8>,
}

impl Image {
    /// Pixels row by row from the top, one byte each for grey and three for red, green and blue. Nothing where there
    /// are not as many bytes as the sides say, no pixel at all, or more than [`PIXELS_MAX`].
    pub fn new(width: u32, height: u32, channels: usize, data: &[u8]) -> Option<Self> {
        let pixels = u64::from(width) * u64::from(height);
        let fits = matches!(channels, 1 | 3) && (1..=PIXELS_MAX).contains(&pixels);
        let count = usize::try_from(pixels).ok()?.checked_mul(channels)?;
        (fits && count == data.len()).then(|| Self {
            width,
            height,
            channels,
            data: data.to_vec(),
        })
    }

    /// Pixels of a row.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> u32 {
        self.height
    }

    pub(super) fn area(&self) -> Area {
        Area {
            top: 0,
            left: 0,
            bottom: self.height,
            right: self.width,
        }
    }

    /// A piece in another size, as the networks want it: a plane for each of blue, green and red, from -1 to 1.
    pub(super) fn planes(&self, piece: Area, width: usize, height: usize) -> Vec<f32> {
        let columns = taps(piece.left, piece.right, self.width, width);
        let rows = taps(piece.top, piece.bottom, self.height, height);
        let mut planes = Vec::with_capacity(3 * width * height);
        for channel in [2, 1, 0] {
            let channel = channel.min(self.channels - 1);
            let narrow = self.across(channel, &rows, &columns);
            planes.extend(down(&narrow, &rows, width));
        }
        planes
    }

    /// One channel of the rows that are needed, in the new width.
    fn across(&self, channel: usize, rows: &[Taps], columns: &[Taps]) -> Vec<f32> {
        let first = rows.first().map_or(0, |taps| taps.first);
        let end = rows.last().map_or(0, |taps| taps.first + taps.weights.len());
        let mut narrow = Vec::with_capacity((end - first) * columns.len());
        for y in first..end {
            let row = &self.data[y * self.width as usize * self.channels..];
            for taps in columns {
                let pixels = row[taps.first * self.channels + channel..]
                    .iter()
                    .step_by(self.channels);
                let pairs = taps.weights.iter().zip(pixels);
                narrow.push(pairs.map(|(weight, pixel)| weight * f32::from(*pixel)).sum());
            }
        }
        narrow
    }
}

/// The rows of the new height, from those of the old one.
fn down(narrow: &[f32], rows: &[Taps], width: usize) -> Vec<f32> {
    /// Half of the brightest.
    const MIDDLE: f32 = 127.5;
    let first = rows.first().map_or(0, |taps| taps.first);
    let mut plane = Vec::with_capacity(rows.len() * width);
    for taps in rows {
        let from = (taps.first - first) * width;
        for x in 0..width {
            let column = narrow[from + x..].iter().step_by(width);
            let sum: f32 = taps
                .weights
                .iter()
                .zip(column)
                .map(|(weight, value)| weight * value)
                .sum();
            plane.push(sum / MIDDLE - 1.0);
        }
    }
    plane
}

/// The pixels that one new pixel is made of, and how much of each.
struct Taps {
    first: usize,
    weights: Vec<f32>,
}

/// How a stretch of a side becomes `count` pixels. Every new one is made of those around its middle, the near ones
/// weighing more, and of no fewer than are pressed into it.
fn taps(from: u32, to: u32, side: u32, count: usize) -> Vec<Taps> {
    #[expect(
        clippy::cast_precision_loss,
        reason = "sides are below the whole numbers of a float"
    )]
    let (count_real, at_real) = (count.max(1) as f64, |at: usize| at as f64);
    let (from, to) = (f64::from(from), f64::from(to));
    let scale = (to - from) / count_real;
    let reach = scale.max(1.0);
    let taps = (0..count).map(|at| {
        let middle = from + (at_real(at) + 0.5) * scale;
        let first = whole((middle - reach).floor().max(0.0)).min(side.saturating_sub(1) as usize);
        let end = whole((middle + reach).ceil()).clamp(first + 1, side.max(1) as usize);
        let near = |pixel: usize| (1.0 - (at_real(pixel) + 0.5 - middle).abs() / reach).max(0.0);
        let weights: Vec<f64> = (first..end).map(near).collect();
        let sum: f64 = weights.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        #[expect(clippy::cast_possible_truncation, reason = "weights between 0 and 1")]
        let weights = weights.iter().map(|weight| (weight / sum) as f32).collect();
        Taps { first, weights }
    });
    taps.collect()
}

/// A length that is no fraction and not negative.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "lengths are whole, not negative, and no longer than a side"
)]
pub(super) fn whole(length: f64) -> usize {
    length as usize
}

/// The nearest pixel edge within a side.
pub(super) fn edge(at: f64, most: u32) -> u32 {
    let at = at.round().clamp(0.0, f64::from(most));
    u32::try_from(whole(at)).unwrap_or(most)
}

#[cfg(test)]
mod tests;
