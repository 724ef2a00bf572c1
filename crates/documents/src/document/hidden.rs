//! Text that a document holds and does not show: kept apart from what it says to its readers, and never a part of it.

use serde::{Deserialize, Serialize};

/// Most hidden passages kept of one page.
pub const HIDDEN_MAX: usize = 50;
/// Most characters of one passage; a longer one is kept as several.
pub const HIDDEN_CHARS_MAX: usize = 2_000;
/// What is kept in the place of what there is no room for.
const FURTHER: &str = "further passages";
/// The same, where nobody looked at all of it.
const UNREAD: &str = "further passages, not all of them read";
/// Most bytes of one page that are heard and not kept, so that what is many is not what is unheard.
pub const LEFT_OUT_BYTES_MAX: usize = 200_000;
/// Most passages of one page that are heard and not kept.
pub const LEFT_OUT_MAX: usize = 2_000;
/// A passage of fewer letters and digits says nothing.
const LETTERS_MIN: usize = 4;
/// Characters without width in a row from which on they carry something.
const RUN_MIN: usize = 8;

/// A passage that readers of the document do not see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hidden {
    /// What it says.
    pub text: String,
    /// Why nobody sees it.
    pub why: Concealment,
    /// Line of the page where it stands, from 0; 0 where the page has no lines.
    pub line: usize,
    /// What the passages say that it stands for, where it stands for further ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
}

impl Hidden {
    /// Whether it stands for passages of which not all were read.
    pub fn is_unread(&self) -> bool {
        self.why == Concealment::Further && self.text == UNREAD
    }

    fn further(line: usize) -> Self {
        Self {
            text: FURTHER.to_owned(),
            why: Concealment::Further,
            line,
            left_out: Vec::new(),
        }
    }
}

/// What keeps text from being seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Concealment {
    /// It is set to be drawn without ink.
    Inkless,
    /// It has the colour of what lies behind it.
    Faint,
    /// It is too small to be read.
    Tiny,
    /// It stands outside of what the page shows.
    Outside,
    /// A picture or an area was drawn over it.
    Covered,
    /// Its markup says that it is not shown.
    Unshown,
    /// It stands in a layer of the page that is switched off.
    Layer,
    /// It is written in characters that have no shape.
    Shapeless,
    /// It is a comment in the source.
    Comment,
    /// It is a note pinned to the page.
    Annotation,
    /// It stands in the properties of the file.
    Property,
    /// It stands in the markup and is no text of the page.
    Aside,
    /// It is the value of a field of a form.
    Field,
    /// It is given to machines in the place of what is seen.
    Replacement,
    /// It would act when the file is opened or touched; nothing of it is run.
    Active,
    /// There are more of such passages than are kept.
    Further,
}

impl Concealment {
    /// In words, to follow "text that".
    pub fn words(self) -> &'static str {
        match self {
            Self::Inkless => "is drawn without ink",
            Self::Faint => "has the colour of its background",
            Self::Tiny => "is too small to be read",
            Self::Outside => "stands outside of what the page shows",
            Self::Covered => "lies behind something drawn over it",
            Self::Unshown => "is marked as not to be shown",
            Self::Layer => "stands in a layer that is switched off",
            Self::Shapeless => "is written in invisible characters",
            Self::Comment => "is a comment in the source",
            Self::Annotation => "is a note pinned to the page",
            Self::Property => "stands in the properties of the file",
            Self::Aside => "stands in the markup and is no text of the page",
            Self::Field => "is the value of a field of a form",
            Self::Replacement => "is given to machines in the place of what is seen",
            Self::Active => "is no text but an action of the file, which was not run",
            Self::Further => {
                "readers do not see either and that was not looked at, because there is too much of it"
            }
        }
    }

    /// Whether it hides from readers what is meant for machines; comments, notes and properties have their uses.
    pub fn is_deceptive(self) -> bool {
        !matches!(
            self,
            Self::Comment
                | Self::Annotation
                | Self::Property
                | Self::Aside
                | Self::Field
                | Self::Replacement
                | Self::Active
                | Self::Further
        )
    }
}

/// Keeps a passage if it says something, as far as there is room.
pub(super) fn keep(hidden: &mut Vec<Hidden>, text: &str, why: Concealment, line: usize) {
    let text = super::assembly::tidy(&text.replace(['\n', '\r'], " "));
    let letters = text.chars().filter(|c| c.is_alphanumeric()).count();
    let mut rest = text.trim();
    while letters >= LETTERS_MIN && !rest.is_empty() {
        let end = rest.char_indices().nth(HIDDEN_CHARS_MAX);
        let (part, behind) = rest.split_at(end.map_or(rest.len(), |(at, _)| at));
        put(
            hidden,
            Hidden {
                text: part.to_owned(),
                why,
                line,
                left_out: Vec::new(),
            },
        );
        rest = behind;
    }
}

/// Says that there is more than was looked at.
pub(super) fn keep_further(hidden: &mut Vec<Hidden>) {
    UNREAD.clone_into(&mut further(hidden).text);
}

/// Says that there is more than is kept, which somebody else hears.
pub(super) fn keep_told_elsewhere(hidden: &mut Vec<Hidden>) {
    further(hidden);
}

/// What stands for further passages, put in where there is none.
fn further(hidden: &mut Vec<Hidden>) -> &mut Hidden {
    let at = hidden.iter().rposition(|one| one.why == Concealment::Further);
    let at = at.unwrap_or_else(|| {
        hidden.push(Hidden::further(hidden.last().map_or(0, |last| last.line)));
        hidden.len() - 1
    });
    &mut hidden[at]
}

/// Where there is no room, what deceives takes the place of what has its uses.
fn put(hidden: &mut Vec<Hidden>, mut passage: Hidden) {
    let is_further = |one: &Hidden| one.why == Concealment::Further;
    let has_further = hidden.last().is_some_and(is_further);
    if hidden.len() - usize::from(has_further) < HIDDEN_MAX {
        let at = hidden.len() - usize::from(has_further);
        hidden.insert(at, passage);
        return;
    }
    let is_useful = |one: &Hidden| !one.why.is_deceptive() && !is_further(one);
    if passage.why.is_deceptive()
        && let Some(place) = hidden.iter_mut().rfind(|one| is_useful(one))
    {
        std::mem::swap(place, &mut passage);
    }
    leave_out(further(hidden), passage.text);
}

fn leave_out(further: &mut Hidden, text: String) {
    if further.is_unread() {
        return;
    }
    let bytes: usize = further.left_out.iter().map(String::len).sum();
    if bytes + text.len() <= LEFT_OUT_BYTES_MAX && further.left_out.len() < LEFT_OUT_MAX {
        further.left_out.push(text);
    } else {
        UNREAD.clone_into(&mut further.text);
    }
}

/// What a line says in characters without a shape. Tags that stand for letters, selectors that stand for bytes, and
/// long runs without width, of which only the length can be told.
pub(super) fn shapeless(line: &str) -> Option<String> {
    if line.is_ascii() {
        return None;
    }
    let tags: String = line.chars().filter_map(tag).collect();
    let bytes: Vec<u8> = line.chars().filter_map(selector).collect();
    let runs = line
        .split(|c| !is_weightless(c))
        .map(|run| run.chars().count())
        .filter(|run| *run >= RUN_MIN);
    let run: usize = runs.sum();
    if tags.chars().filter(|c| c.is_alphanumeric()).count() >= LETTERS_MIN {
        Some(tags)
    } else if bytes.len() >= LETTERS_MIN {
        Some(String::from_utf8_lossy(&bytes).into_owned())
    } else {
        (run > 0).then(|| format!("{run} characters without width in a row"))
    }
}

/// The letter that a tag character stands for.
fn tag(c: char) -> Option<char> {
    let code = u32::from(c).checked_sub(0xe_0000)?;
    char::from_u32(code).filter(|c| (' '..='~').contains(c))
}

/// The byte that one of the rarer variation selectors stands for where they are misused; the first sixteen are in
/// common use after signs and count only with them.
fn selector(c: char) -> Option<u8> {
    let code = u32::from(c).checked_sub(0xe_0100)?;
    u8::try_from(code)
        .ok()
        .filter(|byte| *byte < 240)?
        .checked_add(16)
}

fn is_weightless(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{180e}')
}

/// Whether a character has no shape and no place in text as it is read.
pub(super) fn is_invisible(c: char) -> bool {
    c.is_control()
        || is_weightless(c)
        || matches!(
            c,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'
                | '\u{1160}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2065}'..='\u{206f}'
                | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e01ef}'
        )
}

#[cfg(test)]
mod tests;
