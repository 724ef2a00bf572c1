//! Untrusted text in XML 1.0: as content and as an attribute alike.

use court::visible::visible;

/// The text with everything that XML would obey as references, and everything it forbids made visible.
pub(crate) fn escaped(text: &str) -> String {
    visible(text)
        .chars()
        .fold(String::with_capacity(text.len() + 16), |mut out, character| {
            match character {
                '&' => out.push_str("&amp;"),
                '<' => out.push_str("&lt;"),
                '>' => out.push_str("&gt;"),
                '"' => out.push_str("&quot;"),
                '\'' => out.push_str("&#39;"),
                // A reader would turn it into a space where it stands in an attribute.
                '\n' => out.push_str("&#10;"),
                // Not characters, so no document may have them in any form.
                '\u{FFFE}' | '\u{FFFF}' => out.push_str(&format!("&lt;U+{:04X}&gt;", u32::from(character))),
                _ => out.push(character),
            }
            out
        })
}
