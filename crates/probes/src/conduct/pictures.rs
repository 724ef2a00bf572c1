//! What picture files say beside their pixels: the text chunks of PNG, packed ones too, and the comments of JPEG.

use super::files::runs;
use flate2::read::ZlibDecoder;
use std::io::Read as _;

/// Most chunks or segments of a picture that are looked at; long pictures have some thousands.
const PARTS_MAX: usize = 20_000;
/// Most bytes that one text unpacks to; a profile of colours, which is no text, has as many.
const TEXT_BYTES_MAX: u64 = 256 << 10;
/// Most bytes that all texts of a picture unpack to.
const TEXTS_BYTES_MAX: usize = 1 << 20;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
const JPEG: &[u8] = b"\xff\xd8\xff";

/// The texts of a picture, and the runs of text in the rest of it, and whether it has more texts than are unpacked;
/// `None` for other files.
pub(super) fn said(bytes: &[u8]) -> Option<(String, bool)> {
    let picture = if bytes.starts_with(PNG) {
        png(bytes)
    } else if bytes.starts_with(JPEG) {
        jpeg(bytes)
    } else {
        return None;
    };
    let has_more = picture.is_full();
    let mut all = picture.texts;
    all.push(runs(&picture.rest));
    Some((all.join("\n\n"), has_more))
}

#[derive(Default)]
struct Picture {
    texts: Vec<String>,
    /// All but the texts.
    rest: Vec<u8>,
    /// Bytes of the texts.
    bytes: usize,
}

impl Picture {
    fn add(&mut self, text: String) {
        self.bytes += text.len();
        self.texts.push(text);
    }

    /// Whether no further text is taken.
    fn is_full(&self) -> bool {
        self.bytes >= TEXTS_BYTES_MAX
    }
}

/// A length, four letters, the content and a sum, again and again.
fn png(bytes: &[u8]) -> Picture {
    let mut picture = Picture::default();
    let mut rest = &bytes[PNG.len()..];
    for _ in 0..PARTS_MAX {
        let next = chunk(rest).filter(|_| !picture.is_full());
        let Some((name, content, after)) = next else {
            break;
        };
        match text_of(name, content) {
            Some(text) => picture.add(text),
            None => picture.rest.extend_from_slice(content),
        }
        rest = after;
    }
    picture.rest.extend_from_slice(rest);
    picture
}

fn chunk(bytes: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
    let (name, rest) = rest.split_at_checked(4)?;
    let (content, rest) = rest.split_at_checked(length)?;
    Some((name, content, rest.get(4..)?))
}

/// What a chunk of text says below its keyword.
fn text_of(name: &[u8], content: &[u8]) -> Option<String> {
    match name {
        b"tEXt" => Some(latin(cut(content)?.1)),
        b"zTXt" => Some(latin(&unpacked(cut(content)?.1.get(1..)?)?)),
        b"iTXt" => {
            let (is_packed, rest) = cut(content)?.1.split_first()?;
            let text = cut(cut(rest.get(1..)?)?.1)?.1;
            let unpacked = if *is_packed == 1 {
                unpacked(text)?
            } else {
                text.to_owned()
            };
            Some(String::from_utf8_lossy(&unpacked).into_owned())
        }
        _ => None,
    }
}

/// What stands before and behind the first zero.
fn cut(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = bytes.iter().position(|byte| *byte == 0)?;
    Some((&bytes[..at], &bytes[at + 1..]))
}

/// As far as it can be unpacked.
fn unpacked(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    // What was unpacked before it broke off was said.
    let _ = ZlibDecoder::new(bytes)
        .take(TEXT_BYTES_MAX)
        .read_to_end(&mut text);
    (!text.is_empty()).then_some(text)
}

fn latin(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

/// A mark and a length before each segment, until the picture begins.
fn jpeg(bytes: &[u8]) -> Picture {
    const COMMENT: u8 = 0xfe;
    const PIXELS: u8 = 0xda;
    let mut picture = Picture::default();
    let mut rest = &bytes[2..];
    for _ in 0..PARTS_MAX {
        let next = segment(rest).filter(|_| !picture.is_full());
        let Some((marker, content, after)) = next else {
            break;
        };
        match marker {
            PIXELS => break,
            COMMENT => picture.add(latin(content)),
            _ => {
                picture.rest.extend_from_slice(content);
                picture.rest.push(0);
            }
        }
        rest = after;
    }
    picture.rest.extend_from_slice(rest);
    picture
}

fn segment(bytes: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let [0xff, marker, high, low, rest @ ..] = bytes else {
        return None;
    };
    let length = usize::from(u16::from_be_bytes([*high, *low])).checked_sub(2)?;
    let (content, rest) = rest.split_at_checked(length)?;
    Some((*marker, content, rest))
}
