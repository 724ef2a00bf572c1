//! What a reader of pictures takes for what: two texts that differ only so may be the same.

/// Pairs of letters that look like one, written small, with what they look like.
const TOUCHING: [(&str, &str); 4] = [("rn", "m"), ("vv", "w"), ("cl", "d"), ("ii", "u")];

/// A text without everything that is confused: the case of letters, spaces and punctuation, and letters that look alike.
/// Slashes stay, as levels of a path do not come from the shape of one sign.
pub fn folded(text: &str) -> String {
    let kept = text.chars().flat_map(char::to_lowercase).filter_map(alike);
    let mut folded: String = kept.collect();
    for (pair, one) in TOUCHING {
        folded = folded.replace(pair, one);
    }
    folded
}

/// The sign that stands for all that look like it; nothing for what comes and goes.
fn alike(sign: char) -> Option<char> {
    match sign {
        'l' | '1' | '|' | '!' | 'í' | 'ì' | 'j' => Some('i'),
        'o' | 'ö' | 'ó' => Some('0'),
        's' => Some('5'),
        'b' => Some('8'),
        'z' => Some('2'),
        'g' | 'q' => Some('9'),
        '/' => Some('/'),
        sign if sign.is_alphanumeric() => Some(sign),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
