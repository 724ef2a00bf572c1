//! What the page may load: nothing; what it may run and how it may look: the two texts with these digests.

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
    let hex = digest.as_str().as_bytes();
    let nibble = |byte: u8| char::from(byte).to_digit(16).unwrap_or_default();
    let bits: Vec<u32> = hex
        .iter()
        .flat_map(|byte| (0..4).rev().map(move |bit| (nibble(*byte) >> bit) & 1))
        .collect();
    let mut text: String = bits.chunks(6).map(sextet).collect();
    while !text.len().is_multiple_of(4) {
        text.push('=');
    }
    text
}

fn sextet(bits: &[u32]) -> char {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let value = (0..6).fold(0, |value, at| {
        value << 1 | bits.get(at).copied().unwrap_or_default()
    });
    char::from(ALPHABET[usize::try_from(value).unwrap_or_default() % ALPHABET.len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_spelled_as_browsers_spell_them() {
        assert_eq!(base64_digest(""), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
    }
}
