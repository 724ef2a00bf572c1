//! The pictures of documents: which there are, their pixels, the words in them.

mod decoded;
pub mod described;
mod file;
pub mod lettering;
pub mod misread;
mod photograph;
pub mod png;

pub use file::{Kind, kind};

use crate::area::Area;
use serde::{Deserialize, Serialize};

/// Most pictures of one subject that anybody is asked to look at: each costs money, and reports have a handful.
pub const PICTURES_MAX: usize = 12;
/// Largest picture that is shown, in bytes: providers take five million, written in base 64.
pub const BYTES_MAX: usize = 3_500_000;
/// Longest side of a picture that is taken out of a page, in pixels: models see no more.
pub const SIDE_MAX: u32 = 1_568;
/// Longest side of a picture file that is shown as it is, in pixels: providers refuse larger ones.
pub const FILE_SIDE_MAX: u32 = 8_000;
/// Shortest side of a picture that can show a diagram, in pixels.
pub const SIDE_MIN: u32 = 40;

/// A picture on a page of a PDF.
///
/// An image is had as it lies in the file, whatever the page does to it. Where lines and words are drawn, that part
/// of the page is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Wanted {
    /// The page, from 1.
    pub page: u32,
    /// Where it is drawn.
    pub area: Area,
    /// Whether it is made of lines and words and not of pixels.
    pub is_drawn: bool,
}

/// A picture taken out of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    pub wanted: Wanted,
    /// The picture as PNG, in base 64.
    pub png: String,
}

#[cfg(test)]
pub mod tests;
