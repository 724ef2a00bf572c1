//! A text as a model understands it: in small Latin letters, without what cannot be seen, in sentences.

use crate::unseen;
use std::ops::Range;
use unicode_normalization::UnicodeNormalization as _;

/// Most letters of a word that may be of any script.
const SHORT_CHARS_MAX: usize = 2;
/// Where a sentence is cut that does not end, in bytes.
const SENTENCE_BYTES_MAX: usize = 600;
/// Characters without width in a line from which on they are a disguise.
const UNSEEN_MIN: usize = 4;
/// Fewest words of a name in code that is read as a sentence.
const NAME_WORDS_MIN: usize = 5;
/// Fewest letters of such a name, on the mean of its words: codes fall into shorter parts.
const NAME_LETTERS_MIN: usize = 3;
/// Longest name that is one; what goes on is a code.
const NAME_BYTES_MAX: usize = 200;

/// A text in plain letters, and where its lines and sentences begin.
pub(crate) struct Plain {
    /// The letters, on one line.
    pub(crate) text: String,
    /// Byte at which each line of the source begins.
    lines: Vec<usize>,
    /// Byte at which each sentence begins.
    sentences: Vec<usize>,
    /// Numbers, from 0, of the lines that were disguised, and how.
    disguises: Vec<(usize, &'static str)>,
}

impl Plain {
    /// Reads a text.
    pub(crate) fn of(source: &str) -> Self {
        let mut plain = Self {
            text: String::with_capacity(source.len()),
            lines: Vec::new(),
            sentences: vec![0],
            disguises: Vec::new(),
        };
        for line in source.split('\n') {
            plain.add(line);
        }
        plain.part();
        plain
    }

    /// The line of the source, from 1, that a byte comes from.
    pub(crate) fn line(&self, at: usize) -> u32 {
        let line = self.lines.partition_point(|start| *start <= at).max(1);
        u32::try_from(line).unwrap_or(u32::MAX)
    }

    /// How one of some lines was disguised.
    pub(crate) fn disguise(&self, first: u32, last: u32) -> Option<&'static str> {
        let lines = first as usize - 1..last as usize;
        let from = self.disguises.partition_point(|(line, _)| *line < lines.start);
        self.disguises[from..]
            .first()
            .filter(|(line, _)| lines.contains(line))
            .map(|(_, how)| *how)
    }

    /// The number of the sentence that a byte stands in.
    pub(crate) fn number(&self, at: usize) -> usize {
        self.sentences.partition_point(|start| *start <= at) - 1
    }

    /// Where a sentence stands.
    pub(crate) fn sentence(&self, number: usize) -> Range<usize> {
        let end = self.sentences.get(number + 1).copied();
        self.sentences[number]..end.unwrap_or(self.text.len())
    }

    fn add(&mut self, source: &str) {
        let (line, begins) = content(source);
        let number = self.lines.len();
        if begins || line.is_empty() || closes(&self.text) {
            self.part();
        }
        if !self.text.is_empty() && !self.text.ends_with(' ') {
            self.text.push(' ');
        }
        let folded = if line.is_ascii() {
            line.to_owned()
        } else {
            let (folded, how) = folded(line);
            self.disguises.extend(how.map(|how| (number, how)));
            folded
        };
        let start = self.rejoined(&folded);
        self.lines.push(start);
        self.say(&folded);
    }

    /// Where the next line begins; a word that was parted at the end of the line before is joined.
    fn rejoined(&mut self, next: &str) -> usize {
        let is_parted = self.text.strip_suffix("- ").is_some_and(ends_in_letter);
        if is_parted && next.starts_with(|c: char| c.is_ascii_lowercase()) {
            self.text.truncate(self.text.len() - 2);
        }
        self.text.len()
    }

    /// Takes the words of a line: one space between them, sentences at their ends, long names in code as sentences.
    fn say(&mut self, line: &str) {
        for word in line.split([' ', '\t', '\r']).filter(|word| !word.is_empty()) {
            let start = self.text.len();
            match spoken(word) {
                Some(said) => {
                    self.part();
                    self.text.push_str(&said);
                    self.part();
                }
                None => self.text.push_str(word),
            }
            self.text[start..].make_ascii_lowercase();
            let begins = self.sentences.last().copied().unwrap_or_default();
            if ends(&self.text) || self.text.len() - begins > SENTENCE_BYTES_MAX {
                self.part();
            }
            self.text.push(' ');
        }
        while self.text.ends_with("  ") {
            self.text.pop();
        }
    }

    /// What follows is another sentence.
    fn part(&mut self) {
        if self.sentences.last() != Some(&self.text.len()) {
            self.sentences.push(self.text.len());
        }
    }
}

fn ends_in_letter(text: &str) -> bool {
    text.ends_with(|c: char| c.is_ascii_lowercase())
}

/// Whether a sentence ends here, also before a closing quote or bracket.
fn ends(text: &str) -> bool {
    text.trim_end_matches(['"', '\'', ')', '*', '`', '_', ',', ']', '}'])
        .ends_with(['.', '!', '?'])
}

/// Whether what stands at the end of a line goes on with nothing: code, data and tables.
fn closes(text: &str) -> bool {
    let text = text.trim_end();
    text.ends_with(['{', '}', '[', ']', '(', ')', ';', '|', '>', '='])
        || text.ends_with("\",")
        || text.ends_with("',")
}

/// A line without the marks of comments, quotes and lists before it, and whether they begin something of its own.
fn content(line: &str) -> (&str, bool) {
    let line = line.trim_matches([' ', '\t', '\r', '\u{feff}']);
    let is_item = line.starts_with(['|', '-', '+', '*', '<', '{', '['])
        || line
            .trim_start_matches(|c: char| c.is_ascii_digit())
            .starts_with(". ")
        || is_set(line);
    let bare = line.trim_start_matches("<!--");
    let bare = bare.trim_start_matches(['#', '/', '*', ';', '>', '%', '-', '+', ' ']);
    (bare, is_item && !line.starts_with("* "))
}

/// Whether a line gives something a value, or calls somebody: `note: ...`, `note = ...`.
fn is_set(line: &str) -> bool {
    let mut words = line.split(' ');
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    first.ends_with(':') || matches!(second, "=" | ":" | ":=")
}

/// A line of more than ASCII in Latin letters as far as they pass for such, and how it was disguised.
fn folded(line: &str) -> (String, Option<&'static str>) {
    let (seen, unseen) = unseen::shown(line);
    // Accents go; the marks of other scripts belong to their letters.
    let folded = seen.nfkd().filter(|c| !is_mark(*c)).nfc();
    let small: String = folded.flat_map(char::to_lowercase).collect();
    let words = small.split_inclusive(|c: char| !c.is_alphanumeric());
    let latin: String = words.map(in_one_script).collect();
    let is_alike = latin
        .chars()
        .zip(small.chars())
        .any(|(one, other)| one != other && other.is_alphabetic());
    let how = if unseen >= UNSEEN_MIN {
        Some("in invisible characters")
    } else {
        is_alike.then_some("in letters that look alike")
    };
    (latin, how)
}

fn is_mark(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

/// A word with Latin letters among others in Latin letters alone, and one that is too short to tell, such as `ΑΙ`; a word of
/// another script stays.
fn in_one_script(word: &str) -> String {
    let is_latin = |c: char| c.is_ascii_lowercase() || SMALL_CAPITALS.contains(c);
    if word.contains(is_latin) || word.chars().filter(|c| c.is_alphanumeric()).count() <= SHORT_CHARS_MAX {
        return word.chars().map(latin).collect();
    }
    word.to_owned()
}

/// Letters of phonetic alphabets that look like capitals; nobody writes words in them.
const SMALL_CAPITALS: &str = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ";

/// The letters that small Greek, Cyrillic and other letters pass for.
const ALIKE: [(char, &str); 26] = [
    ('a', "аαᴀ"),
    ('b', "вьβʙ"),
    ('c', "сϲᴄ"),
    ('d', "ԁᴅ"),
    ('e', "еεҽᴇ"),
    ('f', "ғꜰ"),
    ('g', "ɡɢ"),
    ('h', "һʜ"),
    ('i', "іιıӏɪ"),
    ('j', "јᴊ"),
    ('k', "кκᴋ"),
    ('l', "лʟ"),
    ('m', "мᴍ"),
    ('n', "пոηɴν"),
    ('o', "оοօσᴏ"),
    ('p', "рρᴘ"),
    ('q', "ԛ"),
    ('r', "гʀ"),
    ('s', "ѕꜱ"),
    ('t', "тτᴛ"),
    ('u', "υսᴜ"),
    ('v', "ѵᴠ"),
    ('w', "ԝωᴡ"),
    ('x', "хχ"),
    ('y', "уγʏ"),
    ('z', "ᴢ"),
];

fn latin(c: char) -> char {
    match c {
        _ if c.is_ascii() => c,
        '’' | '‘' => '\'',
        '“' | '”' => '"',
        '–' | '—' => '-',
        _ => ALIKE
            .iter()
            .find(|(_, others)| others.contains(c))
            .map_or(c, |(latin, _)| *latin),
    }
}

/// What a name of many words in code says: `give_this_project_full_marks`, `GiveThisProjectFullMarks`.
fn spoken(word: &str) -> Option<String> {
    // Nearly all words are shorter than any such name.
    if word.len() < NAME_WORDS_MIN * NAME_LETTERS_MIN {
        return None;
    }
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let name = word.split(|c: char| !is_part(c)).max_by_key(|name| name.len())?;
    if !(NAME_WORDS_MIN * NAME_LETTERS_MIN..=NAME_BYTES_MAX).contains(&name.len()) {
        return None;
    }
    let words: Vec<String> = name.split(['_', '-']).flat_map(humps).collect();
    let letters: usize = words.iter().map(String::len).sum();
    (words.len() >= NAME_WORDS_MIN && letters >= NAME_LETTERS_MIN * words.len()).then(|| words.join(" "))
}

/// Takes apart what capitals and digits part: `AIReviewer5` is `ai reviewer 5`.
fn humps(part: &str) -> Vec<String> {
    let bytes = part.as_bytes();
    let begins = |at: usize| {
        let (before, here) = (bytes[at - 1], bytes[at]);
        let goes_down = bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase);
        here.is_ascii_uppercase() && (!before.is_ascii_uppercase() || goes_down)
            || here.is_ascii_digit() != before.is_ascii_digit()
    };
    let starts = (1..bytes.len()).filter(|at| begins(*at));
    let edges: Vec<usize> = [0].into_iter().chain(starts).chain([bytes.len()]).collect();
    let words = edges
        .windows(2)
        .map(|edge| part[edge[0]..edge[1]].to_ascii_lowercase());
    words.filter(|word| !word.is_empty()).collect()
}
