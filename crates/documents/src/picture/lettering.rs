//! The words of pictures, read from their pixels. They are weaker than what a text layer says. Every one has the
//! confidence it was read with, none is quoted as if it stood in the text, and none overrules what does.

use super::png::Pixels;
use super::{SIDE_MIN, Wanted, decoded, photograph};
use crate::area::Area;
use ocr::{Image, Reader, Reading};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Longest side of a picture that is read, in pixels: small print of a whole page is legible.
pub const READ_SIDE_MAX: u32 = 3_000;
/// Most pixels of the pictures of one document that are read, as they lie in the file.
pub const READ_PIXELS_MAX: u64 = 120_000_000;
/// Most pixels that are looked at for words in one audit where nobody says another number, of pictures brought to the size at
/// which words are found. The pictures of reports that were handed in come first.
pub const LOOKED_AT_PIXELS_MAX: u64 = 8_000_000;
/// Why a picture beyond that is not read.
pub(crate) const BEYOND: &str = "the pictures before it took all that is spent on pictures";
/// Why a figure is not read of a document that nobody handed in: its words are held against nothing.
pub(crate) const UNASKED: &str = "words are read in figures of reports that are handed in";
/// Longest line that is kept, in characters; a longer one is no label and no path.
const LINE_CHARS_MAX: usize = 300;
/// Lines below this confidence are texture, in percent.
const CONFIDENCE_MIN: u8 = 50;

/// A picture that lies on no page.
const WHOLE_FILE: Wanted = Wanted {
    page: 0,
    area: Area {
        left: 0,
        top: 0,
        right: 0,
        bottom: 0,
    },
    is_drawn: false,
};

/// What is written in a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lettering {
    /// Which picture; page 0 where it is a file.
    pub wanted: Wanted,
    /// Its lines from the top, or in a few words why it was not read.
    pub lines: Result<Vec<Lettered>, String>,
    /// Whether there was more than is read of one picture.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_cut: bool,
}

/// A line of a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lettered {
    /// What was read.
    pub text: String,
    /// Where, in pixels of the picture as it was read.
    pub area: Area,
    /// How surely it was read, in percent.
    pub confidence: u8,
}

impl Lettering {
    /// A picture that was not read, and why.
    pub fn unread(wanted: Wanted, cause: &str) -> Self {
        Self {
            wanted,
            lines: Err(cause.to_owned()),
            is_cut: false,
        }
    }

    /// The lines, where it was read.
    pub fn read(&self) -> &[Lettered] {
        self.lines.as_deref().unwrap_or_default()
    }
}

/// Reads pictures with one and the same reader, which is made when the first comes.
pub struct Eyes {
    /// Pixels that may still be looked at.
    left: u64,
    reader: Option<Result<Reader, String>>,
}

impl Eyes {
    /// Eyes that look at so many pixels, and at no picture that has more than are left.
    pub fn for_pixels(left: u64) -> Self {
        Self { left, reader: None }
    }

    /// What is written in a picture file.
    pub fn read_file(&mut self, bytes: &[u8]) -> Lettering {
        if let Some((width, height)) = super::file::sides(bytes) {
            match self.left.checked_sub(ocr::looked_at(width, height)) {
                Some(left) => self.left = left,
                None => return Lettering::unread(WHOLE_FILE, BEYOND),
            }
        }
        let Some(pixels) = decoded::pixels(bytes) else {
            return Lettering::unread(WHOLE_FILE, "it cannot be unpacked");
        };
        let mut read = self.read(vec![(WHOLE_FILE, pixels)]);
        read.pop()
            .unwrap_or_else(|| Lettering::unread(WHOLE_FILE, "it was lost"))
    }

    /// What is written in these pictures, in their order.
    pub fn read(&mut self, pictures: Vec<(Wanted, Pixels)>) -> Vec<Lettering> {
        let (mut images, mut unread) = (Vec::new(), Vec::new());
        let wanted: Vec<Wanted> = pictures.iter().map(|(wanted, _)| *wanted).collect();
        for (wanted, pixels) in pictures {
            match image(pixels) {
                Ok(image) => images.push(image),
                Err(why) => unread.push(Lettering::unread(wanted, why)),
            }
        }
        let refused: BTreeSet<Wanted> = unread.iter().map(|one| one.wanted).collect();
        let told = wanted.into_iter().filter(|wanted| !refused.contains(wanted));
        match self.read_images(&images) {
            Ok(readings) => unread.extend(told.zip(readings).map(|(wanted, reading)| Lettering {
                wanted,
                lines: Ok(reading.lines.iter().filter_map(lettered).collect()),
                is_cut: !reading.is_whole,
            })),
            Err(cause) => unread.extend(told.map(|wanted| Lettering::unread(wanted, &cause))),
        }
        unread.sort_by_key(|one| one.wanted);
        unread
    }

    fn read_images(&mut self, images: &[Image]) -> Result<Vec<Reading>, String> {
        if images.is_empty() {
            return Ok(Vec::new());
        }
        let reader = self
            .reader
            .get_or_insert_with(|| Reader::new().map_err(|fault| fault.to_string()));
        let reader = reader.as_ref().map_err(Clone::clone)?;
        reader.read_all(images).map_err(|fault| fault.to_string())
    }
}

/// Pixels as they are read, or why they are not.
fn image(pixels: Pixels) -> Result<Image, &'static str> {
    if photograph::is_photograph(&pixels) {
        return Err("it is a photograph by its colours");
    }
    let pixels = pixels.within(READ_SIDE_MAX);
    let image = Image::new(pixels.width, pixels.height, pixels.channels, &pixels.data);
    image
        .filter(|image| image.width().min(image.height()) >= SIDE_MIN / 2)
        .ok_or("it is too small or too large")
}

fn lettered(line: &ocr::Line) -> Option<Lettered> {
    let side = |pixels: u32| i32::try_from(pixels).unwrap_or(i32::MAX);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a confidence is between 0 and 1"
    )]
    let confidence = (line.confidence.clamp(0.0, 1.0) * 100.0).floor() as u8;
    let fits = confidence >= CONFIDENCE_MIN && line.text.chars().count() <= LINE_CHARS_MAX;
    fits.then(|| Lettered {
        text: line.text.clone(),
        area: Area {
            left: side(line.area.left),
            top: side(line.area.top),
            right: side(line.area.right),
            bottom: side(line.area.bottom),
        },
        confidence,
    })
}
