//! A text as a model would understand it: in small Latin letters, without what cannot be seen, on one line.

use unicode_normalization::UnicodeNormalization as _;

/// Characters without width in a text from which on they count as a disguise.
const UNSEEN_MIN: usize = 4;
/// Letters set apart from each other in a row that are taken for a word.
const SPACED_MIN: usize = 6;

/// A text in plain letters, and where its lines begin.
pub(super) struct Plain {
    /// The letters.
    pub(super) text: String,
    /// Byte of `text` at which each line of the source begins.
    starts: Vec<usize>,
    /// How it was disguised, where it was.
    pub(super) disguise: Option<&'static str>,
}

impl Plain {
    /// Reads a text.
    pub(super) fn of(source: &str) -> Self {
        let mut plain = Self {
            text: String::with_capacity(source.len()),
            starts: Vec::new(),
            disguise: None,
        };
        for line in source.split('\n') {
            plain.starts.push(plain.text.len());
            plain.add(line);
            plain.text.push(' ');
        }
        plain
    }

    /// The line of the source, from 1, that a byte of the text comes from.
    pub(super) fn line(&self, at: usize) -> u32 {
        let line = self.starts.partition_point(|start| *start <= at);
        u32::try_from(line.max(1)).unwrap_or(u32::MAX)
    }

    fn add(&mut self, line: &str) {
        let line = content(line);
        if line.is_ascii() {
            let lower = line.bytes().map(|byte| char::from(byte.to_ascii_lowercase()));
            self.text
                .extend(lower.map(|c| if c.is_ascii_control() { ' ' } else { c }));
        } else {
            let folded = self.folded(line);
            self.text.push_str(&folded);
        }
        let start = self.starts.last().copied().unwrap_or_default();
        if let Some(undone) = undisguised(&self.text[start..]) {
            self.text.truncate(start);
            self.text.push_str(&undone);
        }
    }

    fn folded(&mut self, line: &str) -> String {
        let unseen = line.chars().filter(|c| court::visible::is_unseen(*c)).count();
        if unseen >= UNSEEN_MIN {
            self.disguise = Some("in invisible characters");
        }
        let seen = line.chars().filter_map(shown);
        // Accents go; the marks of other scripts belong to their letters.
        let folded = seen.nfkd().filter(|c| !('\u{300}'..='\u{36f}').contains(c)).nfc();
        let small: String = folded.flat_map(char::to_lowercase).collect();
        let words = small.split_inclusive(|c: char| !c.is_alphanumeric());
        words.map(in_one_script).collect()
    }
}

/// A line without the marks of comments, quotes and lists before it.
fn content(line: &str) -> &str {
    let line = line.trim_start_matches([' ', '\t', '\u{feff}']);
    line.trim_start_matches("<!--")
        .trim_start_matches(['#', '/', '*', ';', '>', '%', '-', ' '])
}

/// What a character shows; tag characters spell ASCII, the rest of the unseen nothing.
fn shown(c: char) -> Option<char> {
    match u32::from(c) {
        tag @ 0xe0020..=0xe007e => char::from_u32(tag - 0xe0000),
        _ if c.is_control() => Some(' '),
        _ if court::visible::is_unseen(c) => None,
        _ => Some(c),
    }
}

/// A word of Latin letters with others among them in Latin letters alone; a word of another script stays.
fn in_one_script(word: &str) -> String {
    if word.bytes().any(|byte| byte.is_ascii_lowercase()) {
        return word.chars().map(latin).collect();
    }
    word.to_owned()
}

/// The Latin letter that a small Greek, Cyrillic or other letter passes for.
fn latin(c: char) -> char {
    match c {
        'а' | 'α' => 'a',
        'в' | 'ь' | 'β' => 'b',
        'с' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'е' | 'ε' | 'ҽ' => 'e',
        'ɡ' => 'g',
        'һ' => 'h',
        'і' | 'ι' | 'ı' | 'ӏ' => 'i',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'м' => 'm',
        'п' | 'ո' | 'η' => 'n',
        'о' | 'ο' | 'օ' | 'σ' => 'o',
        'р' | 'ρ' => 'p',
        'ԛ' => 'q',
        'г' => 'r',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'υ' | 'ս' => 'u',
        'ѵ' | 'ν' => 'v',
        'ԝ' | 'ω' => 'w',
        'х' | 'χ' => 'x',
        'у' | 'γ' => 'y',
        'ᴢ' => 'z',
        '’' | '‘' => '\'',
        '“' | '”' => '"',
        _ => c,
    }
}

/// A line with letters joined that were set apart, and digits read as the letters they stand for; `None` where
/// nothing of that kind is in it.
fn undisguised(line: &str) -> Option<String> {
    let joined = joined(line);
    let text = joined.as_deref().unwrap_or(line);
    if !text.split([' ', '.', ',']).any(is_leet) {
        return joined;
    }
    let words = text.split_inclusive([' ', '.', ',']);
    Some(
        words
            .map(|word| {
                if is_leet(word.trim_end_matches([' ', '.', ','])) {
                    unleet(word)
                } else {
                    word.to_owned()
                }
            })
            .collect(),
    )
}

/// Whether a word mixes letters with digits that look like letters: `1gn0re`.
fn is_leet(word: &str) -> bool {
    // `@name` and `$name` are no words.
    let word = word.trim_start_matches(['@', '$']);
    let letters = word.bytes().filter(u8::is_ascii_lowercase).count();
    let digits = word.bytes().filter(|byte| b"013457@$".contains(byte)).count();
    let others = word.len() - letters - digits;
    letters >= 2 && digits >= 1 && others <= 1 && (3..=20).contains(&word.len())
}

fn unleet(word: &str) -> String {
    let letter = |c| match c {
        '0' => 'o',
        '1' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        other => other,
    };
    word.chars().map(letter).collect()
}

/// `i g n o r e   a l l` joined to words.
fn joined(line: &str) -> Option<String> {
    let chars: Vec<char> = line.chars().collect();
    let mut out = String::with_capacity(line.len());
    let (mut at, mut is_joined) = (0, false);
    while at < chars.len() {
        let run = spaced_run(&chars[at..]);
        if run >= SPACED_MIN && (at == 0 || !chars[at - 1].is_alphanumeric()) {
            out.extend((0..run).map(|number| chars[at + 2 * number]));
            at += 2 * run - 1;
            is_joined = true;
        } else {
            out.push(chars[at]);
            at += 1;
        }
    }
    is_joined.then_some(out)
}

/// How many single letters in a row are set apart by the same sign.
fn spaced_run(chars: &[char]) -> usize {
    let Some(sign) = chars.get(1).filter(|c| " .-_*|".contains(**c)) else {
        return 0;
    };
    let mut run = 0;
    while chars.get(2 * run).is_some_and(|c| c.is_alphanumeric())
        && chars.get(2 * run + 1).is_none_or(|c| c == sign)
    {
        run += 1;
        if chars.get(2 * run - 1).is_none() {
            break;
        }
    }
    run
}
