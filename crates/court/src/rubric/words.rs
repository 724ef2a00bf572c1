//! Prose cut into sentences, and these into words, numbers and signs, all in lower case.

use std::iter::Peekable;
use std::str::Chars;

/// Longest text cut, in characters: a rule for synthesis is a few sentences.
const TEXT_LIMIT: usize = 4096;

/// The sentences of a text. Commas and parentheses stay as words: what stands behind them belongs elsewhere.
pub(super) fn sentences(text: &str) -> Vec<Vec<String>> {
    let start: String = text.chars().take(TEXT_LIMIT).collect();
    // The stops of these two abbreviations end no sentence.
    let text = start.to_lowercase().replace("e.g.", "eg").replace("i.e.", "ie");
    let mut cutter = Cutter::default();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        cutter.read(letter, &mut letters);
    }
    cutter.end_sentence();
    cutter.sentences
}

#[derive(Default)]
struct Cutter {
    sentences: Vec<Vec<String>>,
    words: Vec<String>,
    word: String,
}

impl Cutter {
    fn read(&mut self, letter: char, ahead: &mut Peekable<Chars<'_>>) {
        let goes_on = !self.word.is_empty() && ahead.peek().is_some_and(|next| next.is_alphanumeric());
        match letter {
            '-' | '.' | '\'' | '’' if goes_on => self.word.push(letter),
            '.' | '!' | '?' | ';' => self.end_sentence(),
            '\n' if ahead.peek() == Some(&'\n') => self.end_sentence(),
            '>' if ahead.next_if_eq(&'=').is_some() => self.sign(">="),
            '>' | '<' | '≥' | '≤' | '%' | '/' | '(' | ')' | ',' => {
                self.sign(letter.encode_utf8(&mut [0; 4]))
            }
            _ if letter.is_alphanumeric() || letter == '_' => self.word.push(letter),
            _ => self.end_word(),
        }
    }

    fn sign(&mut self, sign: &str) {
        self.end_word();
        self.words.push(sign.to_owned());
    }

    fn end_word(&mut self) {
        if !self.word.is_empty() {
            let word = std::mem::take(&mut self.word);
            let owner = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s"));
            self.words.push(owner.map_or(word.clone(), str::to_owned));
        }
    }

    fn end_sentence(&mut self) {
        self.end_word();
        if !self.words.is_empty() {
            self.sentences.push(std::mem::take(&mut self.words));
        }
    }
}
