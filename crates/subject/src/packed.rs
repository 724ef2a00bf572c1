//! Which files that are no text may hold text all the same.

use crate::wide;
use wordlist::array;

/// Endings of the packages that are opened; others hold programs and data.
const ENDINGS: [&str; 9] = array("docx docm dotx odt ods odp pptx xlsx xlsm");
/// Largest package that is opened, in bytes.
const PACKAGE_BYTES_MAX: usize = 8 << 20;

/// Whether a file is a package of an office document.
pub fn is_package(path: &str, bytes: &[u8]) -> bool {
    let ending = path
        .rsplit_once('.')
        .map(|(_, ending)| ending.to_ascii_lowercase());
    bytes.starts_with(b"PK\x03\x04")
        && bytes.len() <= PACKAGE_BYTES_MAX
        && ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str()))
}

/// Whether a file that is no text and no picture holds text: of wide characters, or in a package of an office
/// document.
pub fn holds_text(path: &str, bytes: &[u8]) -> bool {
    is_package(path, bytes) || wide::is_text(bytes)
}
