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
mod tests {
    use super::*;
    use crate::document::read;

    fn lines_of(document: &Document) -> usize {
        document.pages().iter().map(|page| page.lines.len()).sum()
    }

    #[test]
    fn of_a_text_or_page_of_very_many_lines_only_the_first_are_read_and_that_is_told() {
        let text = |lines: usize| "x\n".repeat(lines);
        for (name, body) in [
            ("r.md", text(LINES_MAX + 1)),
            ("r.txt", text(LINES_MAX + 1)),
            ("r.html", format!("<pre>{}</pre>", text(LINES_MAX + 1))),
            ("t.html", "x<br>".repeat(LINES_MAX + 1)),
        ] {
            let document = read(name, body.as_bytes());
            assert_eq!(lines_of(&document), LINES_MAX, "{name}");
            assert_eq!(document.notes, [only_lines()], "{name}");
        }
        for name in ["r.md", "r.txt"] {
            let document = read(name, text(LINES_MAX).as_bytes());
            assert_eq!((lines_of(&document), document.notes.len()), (LINES_MAX, 0));
        }
    }

    #[test]
    fn documents_that_are_too_long_together_are_cut_where_they_are() {
        let long = read("r.md", "x\n".repeat(LINES_MAX).as_bytes());
        let wide = read("w.md", format!("{}\n", "x".repeat(999)).repeat(4_000).as_bytes());
        let mut allowance = Allowance::default();
        let mut admitted = |document: &Document| {
            let mut document = document.clone();
            allowance.admit(&mut document);
            (lines_of(&document), document.notes)
        };
        assert_eq!(admitted(&wide), (4_000, vec![]));
        assert_eq!(admitted(&long), (LINES_MAX, vec![]));
        let (kept, notes) = admitted(&long);
        assert_eq!(kept, LINES_MAX - 4_000);
        assert!(
            notes[0].starts_with("only the first 196000 lines were read, "),
            "{notes:?}"
        );
        let (kept, notes) = admitted(&wide);
        assert_eq!((kept, notes.len()), (0, 1));
    }
}
