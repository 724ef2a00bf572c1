//! The weights as they lie beside this crate: see `models/README.md`.

/// Marks where text stands.
pub(super) const DETECT: &[u8] = include_bytes!("../models/detect.bin");
/// Where that is cut.
pub(super) const DETECT_CUTS: &str = include_str!("../models/detect.txt");
/// Reads a line.
pub(super) const READ: &[u8] = include_bytes!("../models/read.bin");
/// Where that is cut.
pub(super) const READ_CUTS: &str = include_str!("../models/read.txt");
/// What each class of the reader stands for, a line each; the class before the first is the gap between signs.
const SIGNS: &str = include_str!("../models/characters.txt");

pub(super) fn signs() -> Vec<&'static str> {
    SIGNS.split_terminator('\n').collect()
}
