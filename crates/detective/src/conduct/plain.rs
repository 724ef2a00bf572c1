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
            let start = plain.text.len();
            plain.starts.push(start);
            plain.add(line);
            plain.mend(start);
            if line.trim().is_empty() && plain.text.ends_with(|c: char| c.is_alphanumeric() || c == ' ') {
                // What stands apart is said apart.
                plain.text.push('.');
            }
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
        let start = self.text.len();
        if line.is_ascii() {
            self.text.push_str(line);
            if line.bytes().any(|byte| byte.is_ascii_control()) {
                self.text.truncate(start);
                self.text
                    .extend(line.chars().map(|c| if c.is_ascii_control() { ' ' } else { c }));
            }
            self.text[start..].make_ascii_lowercase();
        } else {
            let folded = self.folded(line);
            self.text.push_str(&folded);
        }
        if let Some(undone) = undisguised(&self.text[start..]) {
            self.text.truncate(start);
            self.text.push_str(&undone);
        }
    }

    /// Joins a word that was parted at the end of the line before, and makes one space of many.
    fn mend(&mut self, start: usize) {
        let is_parted = self.text[..start].strip_suffix("- ").is_some_and(ends_in_letter);
        let (before, line) = self.text.split_at(start);
        if !line.contains("  ") && !is_parted {
            return;
        }
        let mut mended = String::with_capacity(line.len());
        for c in line.chars().filter(|c| *c != '\r') {
            if c != ' ' || !mended.ends_with(' ') {
                mended.push(c);
            }
        }
        let keeps = before.len()
            - if is_parted && starts_with_letter(&mended) {
                2
            } else {
                0
            };
        self.text.truncate(keeps);
        self.text.push_str(&mended);
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

fn ends_in_letter(text: &str) -> bool {
    text.ends_with(|c: char| c.is_ascii_lowercase())
}

fn starts_with_letter(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
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
        // They choose the form of a picture, and say nothing beside letters.
        0xfe00..=0xfe0f => None,
        _ if c.is_control() => Some(' '),
        _ if court::visible::is_unseen(c) => None,
        _ => Some(c),
    }
}

/// A word of Latin letters with others among them in Latin letters alone; a word of another script stays.
fn in_one_script(word: &str) -> String {
    if word.bytes().any(|byte| byte.is_ascii_lowercase()) || word.chars().any(is_small_capital) {
        return word.chars().map(latin).collect();
    }
    word.to_owned()
}

/// Letters of phonetic alphabets that look like capitals; nobody writes words in them.
fn is_small_capital(c: char) -> bool {
    "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ".contains(c)
}

/// The Latin letter that a small Greek, Cyrillic or other letter passes for.
fn latin(c: char) -> char {
    match c {
        'а' | 'α' | 'ᴀ' => 'a',
        'в' | 'ь' | 'β' | 'ʙ' => 'b',
        'с' | 'ϲ' | 'ᴄ' => 'c',
        'ԁ' | 'ᴅ' => 'd',
        'е' | 'ε' | 'ҽ' | 'ᴇ' => 'e',
        'ғ' | 'ꜰ' => 'f',
        'ɡ' | 'ɢ' => 'g',
        'һ' | 'ʜ' => 'h',
        'і' | 'ι' | 'ı' | 'ӏ' | 'ɪ' => 'i',
        'ј' | 'ᴊ' => 'j',
        'к' | 'κ' | 'ᴋ' => 'k',
        'ʟ' => 'l',
        'м' | 'ᴍ' => 'm',
        'п' | 'ո' | 'η' | 'ɴ' => 'n',
        'о' | 'ο' | 'օ' | 'σ' | 'ᴏ' => 'o',
        'р' | 'ρ' | 'ᴘ' => 'p',
        'ԛ' => 'q',
        'г' | 'ʀ' => 'r',
        'ѕ' | 'ꜱ' => 's',
        'т' | 'τ' | 'ᴛ' => 't',
        'υ' | 'ս' | 'ᴜ' => 'u',
        'ѵ' | 'ν' | 'ᴠ' => 'v',
        'ԝ' | 'ω' | 'ᴡ' => 'w',
        'х' | 'χ' => 'x',
        'у' | 'γ' | 'ʏ' => 'y',
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
    if !text
        .split([' ', '.', ','])
        .any(|word| is_leet(word) || sorted(word).is_some())
    {
        return joined;
    }
    let words = text.split_inclusive([' ', '.', ',']);
    let undone = |word: &str| {
        let bare = word.trim_end_matches([' ', '.', ',']);
        if is_leet(bare) {
            return unleet(word);
        }
        sorted(bare).map_or_else(
            || word.to_owned(),
            |right| format!("{right}{}", &word[bare.len()..]),
        )
    };
    Some(words.map(undone).collect())
}

/// Words of attempts that are read as well with their inner letters in another order.
const SCRAMBLED: [&str; 20] = [
    "ignore",
    "disregard",
    "forget",
    "previous",
    "instructions",
    "award",
    "grade",
    "grader",
    "graders",
    "score",
    "marks",
    "highest",
    "maximum",
    "perfect",
    "evaluator",
    "reviewer",
    "repository",
    "project",
    "submission",
    "criteria",
];
/// Letters of the shortest and the longest of them.
const SCRAMBLED_LETTERS: std::ops::RangeInclusive<usize> = 5..=12;

/// The word that this one is with its inner letters in another order, where it is not that word itself.
fn sorted(word: &str) -> Option<&'static str> {
    if !SCRAMBLED_LETTERS.contains(&word.len()) {
        return None;
    }
    let bytes = word.as_bytes();
    let ends = |one: &[u8]| (one[0], one[one.len() - 1]);
    let inner = |one: &[u8]| {
        let mut inner = one[1..one.len() - 1].to_owned();
        inner.sort_unstable();
        inner
    };
    SCRAMBLED.into_iter().find(|known| {
        let known = known.as_bytes();
        known.len() == bytes.len()
            && known != bytes
            && ends(known) == ends(bytes)
            && inner(known) == inner(bytes)
    })
}

/// Digits and signs that look like letters.
const LEET: &[u8] = b"013457@$";

/// Whether a word mixes letters with digits that look like letters: `1gn0re`.
fn is_leet(word: &str) -> bool {
    // `score=5` gives a value; `@name` and `$name` are no words.
    if word.contains(['=', ':', '"']) {
        return false;
    }
    if !word.bytes().any(|byte| LEET.contains(&byte)) {
        return false;
    }
    let word = word.trim_start_matches(['@', '$']);
    let letters = word.bytes().filter(u8::is_ascii_lowercase).count();
    let digits = word.bytes().filter(|byte| LEET.contains(byte)).count();
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
    // Most lines are plain, and nothing in them is set apart.
    if line.is_ascii() && !is_set_apart(line.as_bytes()) {
        return None;
    }
    let chars: Vec<char> = line.chars().collect();
    if !is_set_apart(&chars) {
        return None;
    }
    let mut out = String::with_capacity(line.len());
    let (mut at, mut is_joined) = (0, false);
    while at < chars.len() {
        let run = spaced_run(&chars[at..]);
        // Where one word is set apart, so are the shorter ones beside it.
        if run >= SPACED_MIN / 2 && (at == 0 || !chars[at - 1].is_alphanumeric()) {
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

/// Whether enough letters in a row are set apart to be a word.
fn is_set_apart<C: Copy + PartialEq + Into<char>>(letters: &[C]) -> bool {
    letters.len() >= 2 * SPACED_MIN - 1
        && (0..letters.len()).any(|at| spaced_run(&letters[at..]) >= SPACED_MIN)
}

/// How many single letters in a row are set apart by the same sign.
fn spaced_run<C: Copy + PartialEq + Into<char>>(letters: &[C]) -> usize {
    let letter = |at: usize| letters.get(at).map(|c| (*c).into());
    let Some(sign) = letter(1).filter(|c| " .-_*|".contains(*c)) else {
        return 0;
    };
    let mut run = 0;
    while letter(2 * run).is_some_and(char::is_alphanumeric) {
        match letter(2 * run + 1) {
            Some(next) if next == sign => run += 1,
            // The first letter of a word that stands together.
            Some(next) if next.is_alphanumeric() => break,
            _ => return run + 1,
        }
    }
    run
}
