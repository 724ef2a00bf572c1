//! What a reader of pictures takes for what: two texts that differ only so may be the same.

/// Pairs of letters that look like one, written small, with what they look like.
const TOUCHING: [(&str, &str); 4] = [("rn", "m"), ("vv", "w"), ("cl", "d"), ("ii", "u")];

/// A text without everything that is confused: the case of letters, spaces and punctuation, and letters that look alike.
/// Slashes stay, as levels of a path do not come from the shape of one sign.
#[must_use]
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
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_for_each_other_is_the_same_and_other_words_are_not() {
        for (one, other) in [
            ("src/config·Py", "src/config.py"),
            ("pdf_parser-py", "pdf_parser.py"),
            ("init.py", "__init__.py"),
            ("READMEmd", "README.md"),
            ("Visionlnspector", "VisionInspector"),
            ("uti1s/", "utils/"),
            ("c0rner.ts", "comer.ts"),
            ("my file..txt", "my_file.txt"),
            ("src/modules,rs", "src/modules.rs"),
        ] {
            assert_eq!(folded(one), folded(other), "{one} {other}");
        }
        for (one, other) in [
            ("reports/", "report/"),
            ("src/a.py", "srca.py"),
            ("parser.py", "parser.rs"),
            ("test_a.py", "test_e.py"),
        ] {
            assert_ne!(folded(one), folded(other), "{one} {other}");
        }
    }
}
