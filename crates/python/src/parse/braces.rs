//! Braces that were meant as text: `f'{"key": value}'` is a string with a format that no string has.

/// What formats of strings and numbers are made of, but for one character to fill with.
const FORMAT_SIGNS: &[u8] = b"<>^=+-#0123456789_,.bcdeEfFgGnosxX%z";

/// How many lines below its first the formatted literal has a string in braces with a format that no string has, so that
/// Python raises whatever the values are.
pub(super) fn raises(literal: &[u8]) -> Option<u32> {
    let mut at = 0;
    while at < literal.len() {
        match (literal[at], literal.get(at + 1)) {
            (b'{', Some(b'{')) => at += 2,
            (b'{', _) if is_broken(&literal[at + 1..]) => {
                let lines = literal[..at].iter().filter(|byte| **byte == b'\n').count();
                return u32::try_from(lines).ok();
            }
            (b'{', _) => at = end(literal, at + 1),
            _ => at += 1,
        }
    }
    None
}

/// Whether what follows an opening brace is a plain string, a colon, and what is no format of a string.
fn is_broken(inside: &[u8]) -> bool {
    let start = inside.trim_ascii_start();
    let Some((quote, rest)) = start
        .split_first()
        .filter(|(quote, _)| matches!(quote, b'"' | b'\''))
    else {
        return false;
    };
    let text = rest
        .iter()
        .position(|byte| byte == quote || matches!(byte, b'\\' | b'\n'));
    let Some(after) = text.filter(|at| rest[*at] == *quote).map(|at| &rest[at + 1..]) else {
        return false;
    };
    match after.trim_ascii_start().split_first() {
        Some((b':', format)) => strange(format) > 1,
        _ => false,
    }
}

/// How many characters of a format, what it takes from other values apart, are in no format of a string.
fn strange(format: &[u8]) -> usize {
    let (mut depth, mut count) = (0_u32, 0);
    for byte in format {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 0 => return count,
            b'}' => depth -= 1,
            _ if depth == 0 && !FORMAT_SIGNS.contains(byte) => count += 1,
            _ => {}
        }
    }
    // It is never closed: Python would not read it.
    0
}

/// Where the part in braces ends that begins there.
fn end(literal: &[u8], from: usize) -> usize {
    let mut depth = 0_u32;
    for (at, byte) in literal.iter().enumerate().skip(from) {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 0 => return at + 1,
            b'}' => depth -= 1,
            _ => {}
        }
    }
    literal.len()
}
