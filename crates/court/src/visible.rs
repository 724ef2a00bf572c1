//! Untrusted text, with everything that would be obeyed or overlooked made visible.

/// Longest word that is taken for a key.
const KEY_CHARS_MAX: usize = 40;

/// Whether a word may be the key of a setting. What is no such word may be a line of a file that was never meant to be
/// shown to anybody, and is told by its place alone.
pub fn is_key(word: &str) -> bool {
    let is_plain = |character: char| character.is_alphanumeric() || "_-".contains(character);
    !word.is_empty() && word.chars().count() <= KEY_CHARS_MAX && word.chars().all(is_plain)
}

/// The text with every control, bidirectional and invisible character as `<U+…>`; line ends stay, tabs become
/// spaces.
pub fn visible(text: &str) -> String {
    text.chars()
        .fold(String::with_capacity(text.len()), |mut out, character| {
            match character {
                '\n' => out.push('\n'),
                '\t' => out.push(' '),
                _ if is_unseen(character) => out.push_str(&format!("<U+{:04X}>", u32::from(character))),
                _ => out.push(character),
            }
            out
        })
}

/// The text on one line: as [`visible`], with line ends shown too.
pub fn on_one_line(text: &str) -> String {
    visible(text).replace('\n', "<U+000A>")
}

/// Text for a terminal or a log, none of whose lines is a command. Those that watch a log (`::set-env`, `##vso[`,
/// `##[group]`) obey what a line begins with, so such a line begins with a backslash.
pub fn uncommanding(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let start = line.trim_start();
        let after = start.strip_prefix("##").and_then(|rest| rest.chars().next());
        if start.starts_with("::") || after.is_some_and(|next| next == '[' || next.is_ascii_alphabetic()) {
            out.push('\\');
        }
        out.push_str(line);
    }
    out
}

/// Characters that a terminal, a page or a reader would obey or not see.
///
/// The selectors of text and picture form (U+FE0E, U+FE0F) stay: they are part of ordinary emoji.
pub fn is_unseen(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}'
            | '\u{FE00}'..='\u{FE0D}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF9}'..='\u{FFFB}'
            | '\u{E0000}'..='\u{E007F}' | '\u{E0100}'..='\u{E01EF}')
}
