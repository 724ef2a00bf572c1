//! JSON as models write it: also with single quotes, bare words, comments, tuples, line breaks in texts, and commas
//! too many or too few. What is cut off is never closed, and nothing is made up.

use serde_json::{Map, Number, Value};

/// How deep values may stand in each other.
const DEPTH: usize = 24;
/// Characters that a word without quotes may have.
const WORD: usize = 200;

/// A place in a text. `fuel` is what may still be looked at, in characters, so that no text takes long.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) fuel: usize,
}

impl Reader<'_> {
    /// The value that begins here.
    pub(super) fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > DEPTH {
            return None;
        }
        self.skip()?;
        match self.peek()? {
            '{' => self.object(depth),
            '[' => self.list(']', depth),
            '(' => self.list(')', depth),
            quote if closing(quote).is_some() => self.quoted(false).map(Value::String),
            _ => self.bare(),
        }
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        let mut map = Map::new();
        self.next()?;
        loop {
            self.skip()?;
            if self.eat('}') {
                return Some(Value::Object(map));
            }
            let key = self.key()?;
            self.skip()?;
            if !self.eat(':') && !self.eat('=') {
                return None;
            }
            map.insert(key, self.value(depth + 1)?);
            self.border('}')?;
        }
    }

    fn list(&mut self, end: char, depth: usize) -> Option<Value> {
        let mut items = Vec::new();
        self.next()?;
        loop {
            self.skip()?;
            if self.eat(end) {
                return Some(Value::Array(items));
            }
            items.push(self.value(depth + 1)?);
            self.border(end)?;
        }
    }

    /// What stands between two members: a comma, an end, or at least the end of a line.
    fn border(&mut self, end: char) -> Option<()> {
        let before = self.at;
        self.skip()?;
        let is_line = self.text.get(before..self.at)?.contains('\n');
        (self.eat(',') || self.peek() == Some(end) || is_line).then_some(())
    }

    fn key(&mut self) -> Option<String> {
        if closing(self.peek()?).is_some() {
            return self.quoted(true);
        }
        let key = self.while_(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '\\'))?;
        (!key.is_empty()).then_some(key)
    }

    /// A text in quotes. A quote within it that is not escaped is one that nothing follows which could follow a text.
    fn quoted(&mut self, is_key: bool) -> Option<String> {
        let (open, mut out) = (self.next()?, String::new());
        let close = closing(open)?;
        loop {
            match self.next()? {
                '\\' => self.escaped(&mut out)?,
                letter if letter == close || letter == open && open != '“' => {
                    if self.ends(is_key) {
                        return Some(out);
                    }
                    out.push(letter);
                }
                letter => out.push(letter),
            }
        }
    }

    fn ends(&self, is_key: bool) -> bool {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let next = rest.trim_start();
        let is_line = rest.len() > next.len() && rest[..rest.len() - next.len()].contains('\n');
        match next.chars().next() {
            Some(':' | '=') => is_key,
            Some(',' | '}' | ']' | ')') => !is_key,
            Some('"' | '\'' | '“') => !is_key && is_line,
            Some('/' | '#') => !is_key,
            _ => false,
        }
    }

    fn escaped(&mut self, out: &mut String) -> Option<()> {
        match self.next()? {
            'n' => out.push('\n'),
            't' => out.push('\t'),
            'r' => out.push('\r'),
            letter @ ('"' | '\'' | '\\' | '/') => out.push(letter),
            'u' => {
                let digits = self.text.get(self.at..self.at + 4)?;
                let unit = u32::from_str_radix(digits, 16).ok()?;
                self.at += 4;
                // Halves of a pair stand for nothing alone.
                out.push(char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            letter => out.extend(['\\', letter]),
        }
        Some(())
    }

    /// A number, a truth value, nothing, or a word that lost its quotes.
    fn bare(&mut self) -> Option<Value> {
        let word =
            self.while_(|letter| !matches!(letter, ',' | '}' | ']' | ')' | '\n' | '{' | '[' | '"' | ':'))?;
        let word = word.split(['#', '\t']).next().unwrap_or_default();
        let word = word.split("//").next().unwrap_or_default().trim();
        let number = || {
            let number: Option<Number> = serde_json::from_str(word.trim_start_matches('+')).ok();
            number.map(Value::Number)
        };
        match word {
            "" => None,
            "true" | "True" => Some(Value::Bool(true)),
            "false" | "False" => Some(Value::Bool(false)),
            "null" | "None" => Some(Value::Null),
            _ => number().or_else(|| (word.len() <= WORD).then(|| Value::from(word))),
        }
    }

    /// Blanks and comments.
    fn skip(&mut self) -> Option<()> {
        loop {
            self.while_(char::is_whitespace)?;
            let rest = self.text.get(self.at..)?;
            if rest.starts_with("//") || rest.starts_with('#') {
                self.while_(|letter| letter != '\n')?;
            } else if rest.starts_with("/*") {
                let length = rest.find("*/").map_or(rest.len(), |end| end + 2);
                self.fuel = self.fuel.saturating_sub(length);
                self.at += length;
            } else {
                return Some(());
            }
        }
    }

    fn while_(&mut self, belongs: impl Fn(char) -> bool) -> Option<String> {
        let mut out = String::new();
        while let Some(letter) = self.peek().filter(|letter| belongs(*letter)) {
            out.push(letter);
            self.next()?;
        }
        Some(out)
    }

    fn peek(&self) -> Option<char> {
        self.text.get(self.at..)?.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.fuel = self.fuel.checked_sub(1)?;
        self.at += letter.len_utf8();
        Some(letter)
    }

    fn eat(&mut self, wanted: char) -> bool {
        let is_there = self.peek() == Some(wanted);
        if is_there {
            self.at += wanted.len_utf8();
        }
        is_there
    }
}

fn closing(open: char) -> Option<char> {
    match open {
        '"' | '\'' | '`' => Some(open),
        '“' => Some('”'),
        _ => None,
    }
}
