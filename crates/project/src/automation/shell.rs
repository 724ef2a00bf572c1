//! Text for a shell as simple commands: enough to see which programs are run with which words, no more.

use std::collections::BTreeSet;
use wordlist::array;

/// Longest text that is split, in bytes.
const BYTES_MAX: usize = 256 << 10;
/// Most commands of one text.
const COMMANDS_MAX: usize = 2_000;
/// Longest expression of a pipeline in a text, in characters.
const EXPRESSION_CHARS_MAX: usize = 1_000;

/// A simple command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// Lines after the first of the text.
    pub offset: u32,
    /// Its words, without assignments before it and without redirections.
    pub words: Vec<String>,
    /// Values of variables set before it.
    pub sets: Vec<(String, String)>,
    /// Whether its failure is lost: `pytest || true`.
    pub is_forgiven: bool,
}

/// Words that stand before a command and are none.
const PREFIXES: [&str; 16] = array("then do else if elif while until ! { ( time exec sudo nice command &");

/// Whether a text has more than is split into these commands.
pub fn is_cut(text: &str, commands: &[Command]) -> bool {
    text.len() > BYTES_MAX || commands.len() >= COMMANDS_MAX
}

/// The names of the functions that a text defines: `name() {`, `function name`.
pub fn functions(text: &str) -> BTreeSet<&str> {
    let is_name = |name: &&str| {
        !name.is_empty()
            && name
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ':' | '.'))
    };
    let lines = text.lines().map(str::trim_start);
    let names = lines.filter_map(|line| match line.strip_prefix("function ") {
        Some(rest) => rest.trim_start().split([' ', '(', '{']).next(),
        None => {
            let (name, rest) = line.split_once('(')?;
            rest.trim_start().starts_with(')').then(|| name.trim_end())
        }
    });
    names.filter(is_name).collect()
}

/// Splits a text.
pub fn commands(text: &str) -> Vec<Command> {
    let mut splitter = Splitter::default();
    if text.len() > BYTES_MAX {
        return Vec::new();
    }
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        if splitter.found.len() >= COMMANDS_MAX {
            break;
        }
        splitter.take(c, &mut letters);
    }
    splitter.end_command();
    splitter.found
}

type Letters<'a> = std::iter::Peekable<std::str::Chars<'a>>;

#[derive(Default)]
struct Splitter {
    found: Vec<Command>,
    words: Vec<String>,
    word: String,
    is_word: bool,
    line: u32,
    first: u32,
    /// Parentheses and `case`s that are open: a `)` that closes none ends a label.
    parentheses: u32,
    cases: u32,
    /// The command before `||`, whose failure leads to the next.
    asked: Option<usize>,
    /// The command whose failure the last one has lost.
    forgiven: Option<usize>,
    /// The word that ends the lines which the last command is fed, and whether that command is still read.
    feed: Option<String>,
    is_fed: bool,
}

impl Splitter {
    fn take(&mut self, c: char, letters: &mut Letters<'_>) {
        if c == '$'
            && let Some(expression) = expression(letters)
        {
            self.push(c);
            self.line += u32::try_from(expression.matches('\n').count()).unwrap_or_default();
            return self.word.push_str(&expression);
        }
        if c == '<'
            && !self.word.ends_with('<')
            && let Some(end) = fed_up_to(letters)
        {
            self.feed = Some(end);
            self.is_fed = true;
            return self.end_word();
        }
        match c {
            '\'' | '"' => self.quoted(c, letters),
            // A backslash at the end of a line joins it with the next; those of Windows separate folders.
            '\\' if letters.peek() == Some(&'\n') => {
                letters.next();
                self.line += 1;
                self.end_word();
            }
            '\\' => self.push('/'),
            '#' if !self.is_word => {
                while letters.peek().is_some_and(|c| *c != '\n') {
                    letters.next();
                }
            }
            '\n' => {
                self.end_command();
                self.line += 1;
                self.end_feed(letters);
            }
            '|' if letters.peek() == Some(&'|') => {
                letters.next();
                self.end_command();
                while letters.next_if(|c| matches!(c, ' ' | '\t')).is_some() {}
                // What a group ends with is not looked into: `|| { echo "it failed"; exit 1; }`.
                let is_group = matches!(letters.peek(), Some('{' | '('));
                self.asked = self.found.len().checked_sub(1).filter(|_| !is_group);
            }
            '&' if letters.peek() == Some(&'&') => {
                letters.next();
                self.end_command();
                // `|| echo "it failed" && exit 1` fails all the same.
                if let Some(forgiven) = self.forgiven.take() {
                    self.found[forgiven].is_forgiven = false;
                }
            }
            // `>&2` and `&>log` only say where words go.
            '&' if self.word.ends_with(['>', '<']) || letters.peek() == Some(&'>') => self.push(c),
            ';' if self.is_list_of_windows(letters) => self.push(c),
            ';' | '|' | '&' | '`' => self.end_command(),
            '$' if letters.peek() == Some(&'(') => {
                letters.next();
                self.parentheses += 1;
                self.end_command();
            }
            '(' if !self.word.contains('$') => {
                self.parentheses += 1;
                self.end_command();
            }
            ')' if self.parentheses == 0 && self.cases > 0 => self.end_label(),
            ')' if self.parentheses > 0 || !self.word.contains('$') => {
                self.parentheses = self.parentheses.saturating_sub(1);
                self.end_command();
            }
            c if c.is_whitespace() => self.end_word(),
            c => self.push(c),
        }
    }

    fn push(&mut self, c: char) {
        if !self.is_word && self.words.is_empty() {
            self.first = self.line;
        }
        self.is_word = true;
        self.word.push(c);
    }

    /// Whether a `;` parts the folders of a value that Windows is told to set, as its `%` say: `set PATH=C:\tools;%PATH%`.
    fn is_list_of_windows(&self, letters: &Letters<'_>) -> bool {
        let mut words = self.words.iter().chain([&self.word]);
        let is_set = words.next().is_some_and(|word| word.eq_ignore_ascii_case("set"));
        let is_of_windows = || {
            let rest = letters.clone().take_while(|c| *c != '\n');
            self.word.contains('%') || rest.filter(|c| *c == '%').count() > 1
        };
        is_set && words.next().is_some_and(|word| word.contains('=')) && is_of_windows()
    }

    fn quoted(&mut self, quote: char, letters: &mut Letters<'_>) {
        self.push(' ');
        self.word.pop();
        while let Some(c) = letters.next() {
            match c {
                c if c == quote => return,
                '\\' if quote == '"' => self.word.extend(letters.next()),
                '\n' => {
                    self.line += 1;
                    self.word.push(c);
                }
                c => self.word.push(c),
            }
        }
    }

    /// Passes over the word by which lines end that a command was fed.
    fn end_feed(&mut self, letters: &mut Letters<'_>) {
        let Some(end) = &self.feed else { return };
        let line: String = letters.clone().take_while(|c| *c != '\n').collect();
        if line.trim() == end {
            letters.by_ref().take(line.chars().count()).for_each(drop);
            self.feed = None;
        }
    }

    fn end_word(&mut self) {
        if std::mem::take(&mut self.is_word) {
            let word = std::mem::take(&mut self.word);
            self.words.push(word);
        }
    }

    /// Drops a label of a `case` (`a|b)`): what stands on its line so far is no command.
    fn end_label(&mut self) {
        self.end_word();
        let is_case = self.words.first().is_some_and(|word| word == "case");
        self.words.clear();
        let line = self.line;
        while !is_case
            && self
                .found
                .pop_if(|one| one.offset == line && one.words.len() == 1)
                .is_some()
        {}
    }

    fn end_command(&mut self) {
        self.end_word();
        match self.words.first().map(String::as_str) {
            Some("case") => self.cases += 1,
            Some("esac") => self.cases = self.cases.saturating_sub(1),
            _ => {}
        }
        let words = std::mem::take(&mut self.words);
        let (sets, mut words) = strip(words);
        if std::mem::take(&mut self.is_fed) && is_far_shell(&words) {
            words.clear();
        }
        if !words.is_empty() || !sets.is_empty() {
            self.forgiven = self.asked.take().filter(|_| forgives(&words));
            if let Some(asked) = self.forgiven {
                self.found[asked].is_forgiven = true;
            }
            self.found.push(Command {
                offset: self.first,
                is_forgiven: words.iter().any(|word| word == "--exit-zero"),
                words,
                sets,
            });
        }
    }
}

/// Takes what a pipeline puts a value in for before any shell sees it, behind its `$`: `{{ job.id }}` is one word, whatever stands in it.
fn expression(letters: &mut Letters<'_>) -> Option<String> {
    let mut ahead = letters.clone();
    if (ahead.next(), ahead.next()) != (Some('{'), Some('{')) {
        return None;
    }
    let mut text = String::from("{{");
    for c in ahead.take(EXPRESSION_CHARS_MAX) {
        text.push(c);
        if text.ends_with("}}") {
            letters.by_ref().take(text.chars().count()).for_each(drop);
            return Some(text);
        }
    }
    None
}

/// The word up to which a command is fed the next lines, behind a `<`: `EOF` of `<< 'EOF'`.
fn fed_up_to(letters: &mut Letters<'_>) -> Option<String> {
    let mut ahead = letters.clone();
    ahead.next_if_eq(&'<')?;
    ahead.next_if_eq(&'-');
    while ahead.next_if(|c| matches!(c, ' ' | '\t')).is_some() {}
    let is_part = |c: &char| c.is_ascii_alphanumeric() || "_'\"\\".contains(*c);
    let word: String = std::iter::from_fn(|| ahead.next_if(is_part)).collect();
    let word = word.replace(['\'', '"', '\\'], "");
    // A number is an operand: `$((1 << 4))`.
    let is_end = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    is_end.then(|| *letters = ahead)?;
    Some(word)
}

/// Whether a command does on another machine what it is fed, and nothing else: `ssh -p 22 deploy@host`.
fn is_far_shell(words: &[String]) -> bool {
    let mut rest = words.iter().skip(1);
    let mut hosts = 0;
    while let Some(word) = rest.next() {
        match word.strip_prefix('-') {
            None => hosts += 1,
            Some(option) if option.len() == 1 && "BbcDEeFIiJLlmOopQRSWw".contains(option) => {
                rest.next();
            }
            Some(_) => {}
        }
    }
    hosts == 1 && words.first().is_some_and(|name| name == "ssh")
}

/// Whether a command behind `||` always succeeds.
fn forgives(words: &[String]) -> bool {
    match words.first().map(String::as_str) {
        Some("true" | ":" | "echo" | "printf") => true,
        Some("exit") => words.get(1).is_some_and(|code| code == "0"),
        _ => false,
    }
}

/// Takes off what stands before the command itself, and redirections.
fn strip(words: Vec<String>) -> (Vec<(String, String)>, Vec<String>) {
    let mut sets = Vec::new();
    let mut rest = Vec::new();
    for word in words {
        if rest.is_empty() {
            if PREFIXES.contains(&word.as_str()) || word == "env" || word == "export" {
                continue;
            }
            if let Some((name, value)) = assignment(&word) {
                sets.push((name.to_owned(), value.to_owned()));
                continue;
            }
        }
        let is_redirection = word
            .trim_start_matches(|c: char| c.is_ascii_digit() || c == '&')
            .starts_with(['<', '>']);
        if !is_redirection {
            rest.push(word);
        }
    }
    (sets, rest)
}

fn assignment(word: &str) -> Option<(&str, &str)> {
    let (name, value) = word.split_once('=')?;
    let is_name = !name.is_empty()
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !name.starts_with(|c: char| c.is_ascii_digit());
    is_name.then_some((name, value))
}
