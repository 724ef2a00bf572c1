//! Text of two or four bytes a character: UTF-16 and UTF-32, with a byte order mark or, where it is mostly ASCII,
//! without one.

/// Longest such text that is read, in bytes; of a text of one byte a character half as many are.
const BYTES_MAX: usize = 4 << 20;
/// How far one looks to tell such a text from other data, in bytes.
const LOOK_BYTES: usize = 4 << 10;
/// Fewest characters that tell it without a mark.
const CHARS_MIN: usize = 12;
/// Of so many characters at most one may be none of ASCII's, where no mark stands.
const OTHERS_PART: usize = 10;

/// How the characters are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Form {
    /// Bytes of a character, or of half of one: 2 or 4.
    width: usize,
    is_big_endian: bool,
}

const FORMS: [Form; 4] = [form(4, false), form(4, true), form(2, false), form(2, true)];

const fn form(width: usize, is_big_endian: bool) -> Form {
    Form { width, is_big_endian }
}

impl Form {
    fn unit(self, bytes: &[u8]) -> u32 {
        let digits = bytes.iter().map(|byte| u32::from(*byte));
        if self.is_big_endian {
            digits.fold(0, |unit, byte| unit << 8 | byte)
        } else {
            digits.rev().fold(0, |unit, byte| unit << 8 | byte)
        }
    }

    fn units(self, bytes: &[u8]) -> impl Iterator<Item = u32> + '_ {
        bytes.chunks_exact(self.width).map(move |unit| self.unit(unit))
    }

    /// Whether nearly all that stands there is ASCII in this form.
    fn fits(self, bytes: &[u8]) -> bool {
        let bytes = &bytes[..bytes.len().min(LOOK_BYTES)];
        let is_plain = |unit: &u32| matches!(unit, 9 | 10 | 13 | 0x20..=0x7e);
        let (mut all, mut plain) = (0, 0);
        for unit in self.units(bytes) {
            all += 1;
            plain += usize::from(is_plain(&unit));
        }
        all >= CHARS_MIN && (all - plain) * OTHERS_PART <= all
    }

    /// Whether nothing stands there that no text has.
    fn may_be(self, bytes: &[u8]) -> bool {
        let bytes = &bytes[..bytes.len().min(LOOK_BYTES)];
        self.units(bytes).all(|unit| unit != 0)
    }

    fn decoded(self, bytes: &[u8]) -> String {
        if self.width == 4 {
            let letter = |unit| char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER);
            return self.units(bytes).map(letter).collect();
        }
        let units: Vec<u16> = self
            .units(bytes)
            .map(|unit| u16::try_from(unit).unwrap_or_default())
            .collect();
        String::from_utf16_lossy(&units)
    }
}

/// The form of a text, and where it begins.
fn form_of(bytes: &[u8]) -> Option<(Form, &[u8])> {
    const MARK: u32 = 0xfeff;
    if bytes.len() > BYTES_MAX {
        return None;
    }
    // The mark of four bytes begins as that of two does.
    let marked = FORMS.into_iter().find_map(|form| {
        let (first, rest) = bytes.split_at_checked(form.width)?;
        (form.unit(first) == MARK && form.may_be(rest)).then_some((form, rest))
    });
    let fitting = || FORMS.into_iter().find(|form| form.fits(bytes));
    marked.or_else(|| fitting().map(|form| (form, bytes)))
}

/// Whether bytes are such a text.
pub fn is_text(bytes: &[u8]) -> bool {
    form_of(bytes).is_some()
}

/// The text that bytes are, where they are one.
pub fn text(bytes: &[u8]) -> Option<String> {
    form_of(bytes).map(|(form, rest)| form.decoded(rest))
}

#[cfg(test)]
mod tests;
