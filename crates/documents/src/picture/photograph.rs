//! Tells photographs from what is drawn or written, by their colours alone: most of a drawing is paper and a few inks, and
//! its neighbours are alike. In doubt a picture is no photograph.

use super::png::Pixels;

/// Rows that are looked at.
const ROWS_MAX: usize = 256;
/// Colours are told apart by so many bits of each channel.
const BITS: u32 = 5;
/// How many of the most frequent colours count as paper and inks.
const INKS: usize = 16;
/// Share of a drawing that is of those, in percent.
const INKS_PERCENT_MIN: usize = 40;
/// Neighbours that differ by no more than this in any channel are alike, of 255.
const ALIKE: u8 = 3;
/// Share of the neighbours of a drawing that are alike, in percent.
const ALIKE_PERCENT_MIN: usize = 50;

/// Whether pixels are those of a photograph.
pub(super) fn is_photograph(pixels: &Pixels) -> bool {
    let length = pixels.width as usize * pixels.channels;
    let step = (pixels.height as usize).div_ceil(ROWS_MAX).max(1);
    let mut colours = vec![0_usize; 1 << (3 * BITS)];
    let (mut count, mut alike) = (0, 0);
    for row in pixels.data.chunks_exact(length.max(1)).step_by(step) {
        let mut last: Option<&[u8]> = None;
        for pixel in row.chunks_exact(pixels.channels) {
            colours[colour(pixel)] += 1;
            count += 1;
            alike += usize::from(last.is_some_and(|last| are_alike(last, pixel)));
            last = Some(pixel);
        }
    }
    colours.sort_unstable_by(|one, other| other.cmp(one));
    let inks: usize = colours.iter().take(INKS).sum();
    inks * 100 < count * INKS_PERCENT_MIN && alike * 100 < count * ALIKE_PERCENT_MIN
}

fn colour(pixel: &[u8]) -> usize {
    let channel = |at: usize| usize::from(pixel[at.min(pixel.len() - 1)]) >> (8 - BITS);
    (0..3).fold(0, |sum, at| sum << BITS | channel(at))
}

fn are_alike(one: &[u8], other: &[u8]) -> bool {
    one.iter()
        .zip(other)
        .all(|(one, other)| one.abs_diff(*other) <= ALIKE)
}

#[cfg(test)]
mod tests;
