//! Untrusted text in HTML: content and quoted attributes alike.

use court::visible::visible;
use maud::{Markup, Render, html};

/// Text with everything that a reader would obey or overlook made visible; the template escapes the rest.
pub struct Seen<'a>(pub &'a str);

impl Render for Seen<'_> {
    fn render_to(&self, buffer: &mut String) {
        // What HTML calls a noncharacter is no text in any form.
        let shown = visible(self.0).replace(['\u{FFFE}', '\u{FFFF}'], "\u{FFFD}");
        shown.as_str().render_to(buffer);
    }
}

/// Running text, with what stands between backticks as code.
pub(crate) fn prose(text: &str) -> Markup {
    let mut parts: Vec<&str> = text.split('`').collect();
    // A last backtick without its partner is only a mark.
    let odd = parts
        .len()
        .is_multiple_of(2)
        .then(|| parts.pop().unwrap_or_default());
    html! {
        @for (index, part) in parts.iter().enumerate() {
            @if index % 2 == 1 && !part.trim().is_empty() {
                code { (Seen(part)) }
            } @else {
                (Seen(part))
            }
        }
        @if let Some(rest) = odd { "`" (Seen(rest)) }
    }
}
