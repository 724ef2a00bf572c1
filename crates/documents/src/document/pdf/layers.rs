//! Layers of a page that are switched off: the interpreter leaves out what stands on them, so the page is drawn again
//! with all of them on. What is then there too is what readers do not see.

use crate::document::assembly::{self, Glyph};
use crate::document::hidden::{self, Concealment, Hidden};
use hayro_syntax::Pdf;
use hayro_syntax::object::{Array, Dict, Name};

/// A file without layers: drawn as if they were its own, all parts of a page are seen.
const PLAIN: &str = "%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n\
    3 0 obj\n<</Type/Page/Parent 2 0 R>>\nendobj\ntrailer\n<</Root 1 0 R/Size 4>>\n%%EOF\n";

/// The file to draw by, where a file has layers that are switched off.
pub(super) fn all_on(pdf: &Pdf) -> Option<Pdf> {
    is_layered(pdf).then(|| Pdf::new(PLAIN.as_bytes().to_vec()).ok())?
}

fn is_layered(pdf: &Pdf) -> bool {
    let root = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id());
    let layers = root.and_then(|root| root.get::<Dict<'_>>(&b"OCProperties"[..]));
    let state = layers.and_then(|layers| layers.get::<Dict<'_>>(&b"D"[..]));
    state.is_some_and(|state| {
        let base = state.get::<Name<'_>>(&b"BaseState"[..]);
        let off = state.get::<Array<'_>>(&b"OFF"[..]);
        base.is_some_and(|base| &*base == b"OFF") || off.is_some_and(|off| off.raw_iter().next().is_some())
    })
}

/// Keeps what stands only where all layers are on.
pub(super) fn keep(shown: &[Glyph], all: Vec<Glyph>, hidden: &mut Vec<Hidden>) {
    let mut rest = shown.iter().peekable();
    let is_shown = |glyph: &Glyph| rest.next_if(|shown| is_same(shown, glyph)).is_some();
    let off: Vec<Glyph> = split_off(all, is_shown);
    let lines = assembly::lines(&off, &mut Vec::new());
    let texts: Vec<&str> = lines.iter().map(|line| line.text.trim()).collect();
    hidden::keep(hidden, &texts.join(" "), Concealment::Layer, 0);
}

fn split_off(all: Vec<Glyph>, mut is_shown: impl FnMut(&Glyph) -> bool) -> Vec<Glyph> {
    all.into_iter().filter(|glyph| !is_shown(glyph)).collect()
}

fn is_same(one: &Glyph, other: &Glyph) -> bool {
    let near = |(x, y): (f64, f64), (other_x, other_y): (f64, f64)| {
        (x - other_x).abs() < 0.01 && (y - other_y).abs() < 0.01
    };
    one.text == other.text && near(one.start, other.start)
}
