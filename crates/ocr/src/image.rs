//! Pixels, and pieces of them in another size.

use super::{Area, PIXELS_MAX};

/// Blue, green and red, as they stand in a pixel.
const CHANNELS: [usize; 3] = [2, 1, 0];

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
        /// Half of the brightest.
        const MIDDLE: f32 = 127.5;
        let columns = taps(piece.left, piece.right, self.width, width);
        let rows = taps(piece.top, piece.bottom, self.height, height);
        let first = rows.first().map_or(0, |taps| taps.first);
        let end = rows.last().map_or(0, |taps| taps.first + taps.weights.len());
        let across = match self.channels {
            1 => Self::across::<1>,
            _ => Self::across::<3>,
        };
        let narrow: Vec<Vec<f32>> = (first..end).map(|y| across(self, y, &columns)).collect();
        let narrow = narrow.concat();
        let mut planes = Vec::with_capacity(CHANNELS.len() * width * height);
        for (channel, taps) in
            (0..CHANNELS.len()).flat_map(|channel| rows.iter().map(move |taps| (channel, taps)))
        {
            let start = (taps.first - first) * CHANNELS.len() + channel;
            let lines = narrow.chunks_exact(width).skip(start).step_by(CHANNELS.len());
            let mut sums = vec![0.0; width];
            for (weight, line) in taps.weights.iter().zip(lines) {
                sums.iter_mut()
                    .zip(line)
                    .for_each(|(sum, value)| *sum += weight * value);
            }
            planes.extend(sums.iter().map(|sum| sum / MIDDLE - 1.0));
        }
        planes
    }

    /// A row in the new width, channel by channel.
    fn across<const COUNT: usize>(&self, y: usize, columns: &[Taps]) -> Vec<f32> {
        let width = self.width as usize;
        let (pixels, _) = self.data[y * width * COUNT..].as_chunks::<COUNT>();
        let mut narrow = vec![0.0; CHANNELS.len() * columns.len()];
        for (x, taps) in columns.iter().enumerate() {
            let mut sums = [0.0; CHANNELS.len()];
            for (weight, pixel) in taps.weights.iter().zip(&pixels[taps.first..]) {
                for (sum, channel) in sums.iter_mut().zip(CHANNELS) {
                    *sum += weight * f32::from(pixel[channel.min(COUNT - 1)]);
                }
            }
            let places = narrow.iter_mut().skip(x).step_by(columns.len());
            places.zip(sums).for_each(|(place, sum)| *place = sum);
        }
        narrow
    }
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
