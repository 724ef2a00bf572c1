//! Picture files as far as they are looked into: what they say they are, and how large.

use super::{BYTES_MAX, FILE_SIDE_MAX, SIDE_MIN};

/// Markers of a JPEG that are passed over before its size has to come; cameras write some dozens.
const MARKERS_MAX: usize = 200;

/// The kinds of picture that every model that sees takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Portable network graphics.
    Png,
    /// Photographs.
    Jpeg,
}

impl Kind {
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
        }
    }
}

/// What a file is by its first bytes, if it is a picture of a size that can be shown as it is.
pub fn kind(bytes: &[u8]) -> Option<Kind> {
    let (kind, (width, height)) = size(bytes)?;
    let fits = |side: u32| (SIDE_MIN..=FILE_SIDE_MAX).contains(&side);
    (bytes.len() <= BYTES_MAX && fits(width) && fits(height)).then_some(kind)
}

/// Its sides in pixels, as it says.
pub(super) fn sides(bytes: &[u8]) -> Option<(u32, u32)> {
    size(bytes).map(|(_, sides)| sides)
}

fn size(bytes: &[u8]) -> Option<(Kind, (u32, u32))> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        return Some((Kind::Png, png(bytes)?));
    }
    let is_jpeg = bytes.starts_with(b"\xff\xd8\xff");
    is_jpeg.then(|| Some((Kind::Jpeg, jpeg(bytes)?))).flatten()
}

/// The header is the first chunk.
fn png(bytes: &[u8]) -> Option<(u32, u32)> {
    let side = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    (bytes.get(12..16)? == b"IHDR").then_some((side(16)?, side(20)?))
}

/// The size stands in the first frame header, behind what others wrote.
fn jpeg(bytes: &[u8]) -> Option<(u32, u32)> {
    let pair = |at: usize| {
        let pair = bytes.get(at..at + 2)?;
        Some(u32::from(u16::from_be_bytes([pair[0], pair[1]])))
    };
    let mut at = 2;
    for _ in 0..MARKERS_MAX {
        let [0xff, marker] = *bytes.get(at..at + 2)? else {
            return None;
        };
        // All frames but the tables between them (DHT, JPG, DAC).
        if (0xc0..=0xcf).contains(&marker) && !matches!(marker, 0xc4 | 0xc8 | 0xcc) {
            return Some((pair(at + 7)?, pair(at + 5)?));
        }
        // Fill bytes, and marks that stand alone, have no length.
        at += match marker {
            0xff => 1,
            0x01 | 0xd0..=0xd8 => 2,
            _ => 2 + usize::try_from(pair(at + 2)?).ok()?.max(2),
        };
    }
    None
}
