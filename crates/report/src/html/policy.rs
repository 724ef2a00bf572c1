//! What the page may load: nothing; what it may run and how it may look: the two texts with these digests.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use court::digest::Digest;

/// The policy for a page with this style and this script.
pub(super) fn of(style: &str, script: &str) -> String {
    format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        base64_digest(style),
        base64_digest(script)
    )
}

fn base64_digest(text: &str) -> String {
    let digest = Digest::of(text.as_bytes());
    let hex = digest.as_str();
    let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap_or_default();
    let bytes: Vec<u8> = (0..hex.len()).step_by(2).map(byte).collect();
    STANDARD.encode(bytes)
}

#[cfg(test)]
mod tests;
