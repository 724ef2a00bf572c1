//! How much is kept of documents: of one, and of several together.

use super::{CHARS_MAX, Document, Page};

/// Most lines kept of one document; a 500-page book has some twenty thousand. A line costs far more room than its
/// characters where it has only one.
pub const LINES_MAX: usize = 200_000;
/// How many documents of the largest size the documents of one audit may come to together: all of them are held at
/// once.
const WHOLE_MAX: usize = 2;

/// The sentence for a document whose lines go on.
pub(super) fn only_lines() -> String {
    format!("only the first {LINES_MAX} lines were read")
}

/// What documents may still take up that are read one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    lines: usize,
    chars: usize,
}

impl Default for Allowance {
    fn default() -> Self {
        Self {
            lines: WHOLE_MAX * LINES_MAX,
            chars: WHOLE_MAX * CHARS_MAX,
        }
    }
}

impl Allowance {
    /// Drops what of a document no longer fits behind those before it, and notes in it how much was kept.
    pub fn admit(&mut self, document: &mut Document) {
        let Ok(pages) = &mut document.reading else { return };
        let (mut kept, mut is_cut) = (0, false);
        pages.retain_mut(|page| {
            // Behind a page that did not fit none is kept: nothing is missing from the middle.
            let is_kept = !is_cut;
            is_cut = is_cut || self.cut(page);
            kept += if is_kept { page.lines.len() } else { 0 };
            is_kept
        });
        if is_cut {
            document.notes.push(format!(
                "only the first {kept} lines were read, with which the documents of this audit are as long as they may be together"
            ));
        }
    }

    /// Drops the lines of a page that do not fit; whether there were any.
    fn cut(&mut self, page: &mut Page) -> bool {
        let mut fits = 0;
        for line in &page.lines {
            let (Some(lines), Some(chars)) =
                (self.lines.checked_sub(1), self.chars.checked_sub(line.text.len()))
            else {
                break;
            };
            (self.lines, self.chars) = (lines, chars);
            fits += 1;
        }
        let is_cut = fits < page.lines.len();
        if is_cut {
            page.lines.truncate(fits);
            page.lines.shrink_to_fit();
            page.numbers.truncate(fits);
            let last = fits.saturating_sub(1);
            page.hidden
                .iter_mut()
                .for_each(|one| one.line = one.line.min(last));
            page.apart
                .iter_mut()
                .for_each(|one| one.line = one.line.min(last));
        }
        is_cut
    }
}

#[cfg(test)]
mod tests;
