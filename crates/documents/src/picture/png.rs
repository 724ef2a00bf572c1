//! Writes pixels as PNG, and makes pictures small enough to be shown.

use png::{BitDepth, ColorType, Encoder, Filter};

/// Pixels, row by row from the top: one byte each for grey, three for colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Pixels of a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Bytes of a pixel, 1 or 3.
    pub channels: usize,
    /// All of them.
    pub data: Vec<u8>,
}

impl Pixels {
    /// Pixels whose bytes are as many as their sides say; nothing else can be written.
    pub fn new(width: u32, height: u32, channels: usize, data: Vec<u8>) -> Option<Self> {
        let count = usize::try_from(u64::from(width) * u64::from(height)).ok()?;
        let fits = matches!(channels, 1 | 3) && count > 0 && count.checked_mul(channels)? == data.len();
        fits.then_some(Self {
            width,
            height,
            channels,
            data,
        })
    }

    /// The picture with neither side longer than `most`: every new pixel is the mean of those it stands for.
    #[must_use]
    pub fn within(self, most: u32) -> Self {
        let longest = self.width.max(self.height);
        if longest <= most.max(1) {
            return self;
        }
        let shrunk = |side: u32| {
            let side = u64::from(side) * u64::from(most.max(1)) / u64::from(longest);
            u32::try_from(side).unwrap_or(most).max(1)
        };
        let (width, height) = (shrunk(self.width), shrunk(self.height));
        let mut data = Vec::with_capacity(width as usize * height as usize * self.channels);
        for y in 0..height {
            let rows = part(y, height, self.height);
            for x in 0..width {
                let columns = part(x, width, self.width);
                data.extend((0..self.channels).map(|channel| self.mean(&rows, &columns, channel)));
            }
        }
        Self {
            width,
            height,
            channels: self.channels,
            data,
        }
    }

    fn mean(&self, rows: &std::ops::Range<u32>, columns: &std::ops::Range<u32>, channel: usize) -> u8 {
        let (mut sum, mut count) = (0_u64, 0_u64);
        for row in rows.clone() {
            let start = row as usize * self.width as usize;
            for column in columns.clone() {
                let at = (start + column as usize) * self.channels + channel;
                sum += self.data.get(at).copied().map_or(0, u64::from);
                count += 1;
            }
        }
        u8::try_from(sum / count.max(1)).unwrap_or(u8::MAX)
    }

    /// The picture as PNG. Each row is written as its difference to the one above, which suits drawings.
    pub fn to_png(&self) -> Vec<u8> {
        let mut png = Vec::new();
        let mut encoder = Encoder::new(&mut png, self.width, self.height);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_color(match self.channels {
            1 => ColorType::Grayscale,
            _ => ColorType::Rgb,
        });
        encoder.set_filter(Filter::Up);
        let written = encoder
            .write_header()
            .and_then(|mut writer| writer.write_image_data(&self.data));
        // Memory takes everything that is written to it, and the sides fit the pixels.
        written.map_or_else(|_| Vec::new(), |()| png)
    }
}

/// The old rows or columns that a new one stands for; at least one.
fn part(at: u32, new: u32, old: u32) -> std::ops::Range<u32> {
    let bound = |at: u32| {
        let bound = u64::from(at) * u64::from(old) / u64::from(new.max(1));
        u32::try_from(bound).unwrap_or(old)
    };
    let first = bound(at);
    first..bound(at + 1).max(first + 1).min(old.max(first + 1))
}
