//! Ids of git objects, in hexadecimal digits.

use std::fmt::Write as _;

/// Whether this is a whole id: 40 digits, or 64 in repositories that use SHA-256.
pub(crate) fn is_full_id(text: &str) -> bool {
    matches!(text.len(), 40 | 64) && may_be_id(text)
}

/// Whether this may be an id or the beginning of one.
pub(crate) fn may_be_id(text: &str) -> bool {
    text.len() >= 4 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The bytes of an id in lower-case digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}
