//! The pixels of picture files, unpacked by the readers that the reader of PDF brings along.

use super::png::Pixels;
use super::{Kind, kind};
use png::{ColorType, Decoder, Limits, Transformations};
use std::io::Cursor;
use std::panic::catch_unwind;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

/// Largest picture file that is unpacked, in pixels.
const PIXELS_MAX: usize = 25_000_000;
/// Most memory that its reader may take, in bytes.
const BYTES_MAX: usize = 4 * PIXELS_MAX;

/// The pixels of a file that says it is a PNG or a JPEG, where it is one.
pub(super) fn pixels(bytes: &[u8]) -> Option<Pixels> {
    let kind = kind(bytes)?;
    // The readers are strangers' parsers of hostile bytes: a fault of one costs this picture, not the audit.
    let unpacked = catch_unwind(|| match kind {
        Kind::Png => png(bytes),
        Kind::Jpeg => jpeg(bytes),
    });
    unpacked.ok().flatten()
}

fn png(bytes: &[u8]) -> Option<Pixels> {
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: BYTES_MAX });
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().ok()?;
    let size = reader.output_buffer_size().filter(|size| *size <= BYTES_MAX)?;
    let mut data = vec![0; size];
    let frame = reader.next_frame(&mut data).ok()?;
    data.truncate(frame.buffer_size());
    let (channels, has_alpha) = match frame.color_type {
        ColorType::Grayscale => (1, false),
        ColorType::GrayscaleAlpha => (1, true),
        ColorType::Rgb => (3, false),
        ColorType::Rgba => (3, true),
        ColorType::Indexed => return None,
    };
    let data = if has_alpha {
        on_paper(&data, channels)
    } else {
        data
    };
    Pixels::new(frame.width, frame.height, channels, data)
}

/// What shines through shows white paper.
fn on_paper(data: &[u8], channels: usize) -> Vec<u8> {
    let pixels = data.chunks_exact(channels + 1);
    let mixed = pixels.flat_map(|pixel| {
        let opacity = u32::from(pixel[channels]);
        let over = move |value: &u8| (u32::from(*value) * opacity + 255 * (255 - opacity)) / 255;
        let values = pixel[..channels].iter().map(over);
        values.map(|value| u8::try_from(value).unwrap_or(u8::MAX))
    });
    mixed.collect()
}

fn jpeg(bytes: &[u8]) -> Option<Pixels> {
    let options = DecoderOptions::new_safe().jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().ok()?;
    let info = decoder.info()?;
    let (width, height) = (usize::from(info.width), usize::from(info.height));
    if width * height > PIXELS_MAX {
        return None;
    }
    let data = decoder.decode().ok()?;
    Pixels::new(info.width.into(), info.height.into(), 3, data)
}

#[cfg(test)]
mod tests;
