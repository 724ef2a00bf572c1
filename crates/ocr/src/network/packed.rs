//! How networks are packed. First comes the length of the model in four bytes. Then come, by zlib, the first bytes of all its words,
//! the second ones and so on, since those of rounded numbers are alike.

use super::Fault;
use flate2::read::ZlibDecoder;
use std::io::Read as _;

/// Most bytes that a network unpacks to: somewhat more than the largest has.
const PLAIN_BYTES_MAX: u64 = 20 << 20;
/// Bytes of a word.
const WORD: usize = 4;

/// The model of a packed file.
pub(super) fn plain(packed: &[u8]) -> Result<Vec<u8>, Fault> {
    let damaged = |what: &str| Fault::Weights(what.to_owned());
    let (length, content) = packed
        .split_first_chunk::<WORD>()
        .ok_or_else(|| damaged("too short"))?;
    let mut planes = Vec::new();
    ZlibDecoder::new(content)
        .take(PLAIN_BYTES_MAX)
        .read_to_end(&mut planes)
        .map_err(|error| damaged(&error.to_string()))?;
    let length = u32::from_le_bytes(*length) as usize;
    let words = planes.len() / WORD;
    if planes.len() % WORD != 0 || length.div_ceil(WORD) != words {
        return Err(damaged("of another length"));
    }
    let bytes = (0..length).map(|at| planes[at % WORD * words + at / WORD]);
    Ok(bytes.collect())
}

#[cfg(test)]
mod tests;
