//! PowerShell as text for a plain shell: the commands stay on their lines; parameters, values and conditions go.

use wordlist::{Words, array};

/// Longest text that is taken apart, in bytes; a longer one is cut short where its commands are.
const BYTES_MAX: usize = 256 << 10;
/// Words with a condition in parentheses behind them, or with parameters.
const HEADS: [&str; 8] = array("param if elseif while until foreach for switch");
/// Verbs of commands that prepare, ask, tell and move things about, as PowerShell itself names them.
static VERBS: Words = Words::new(|| wordlist::words(include_str!("../../words/powershell_verbs.txt")));

/// Whether a name is that of a command that runs nothing else: `Write-Host`, `Join-Path`.
pub(super) fn is_harmless(name: &str) -> bool {
    let Some((verb, noun)) = name.split_once('-') else {
        return false;
    };
    let is_noun = noun.starts_with(|c: char| c.is_ascii_uppercase());
    is_noun && (VERBS.contains(&verb) || matches!(name, "Test-Path" | "Test-Connection" | "Start-Sleep"))
}

/// The commands of a text of PowerShell, as a plain shell would be given them on the same lines.
pub(super) fn plain(text: &str) -> String {
    if text.len() > BYTES_MAX {
        return text.to_owned();
    }
    let bare = bare(text);
    let lines = bare.lines().map(|line| {
        let statements = parts(line).into_iter().filter_map(|part| statement(&part, 0));
        statements.collect::<Vec<_>>().join(" ; ")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The text without comments, here-strings, parameters and conditions, lines that go on joined; as many lines as before.
fn bare(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut owed = 0;
    // Where one has no end, none that comes later has.
    let mut has_heredocs = true;
    while let Some(c) = rest.chars().next() {
        let before = out.chars().next_back().unwrap_or('\n');
        let gone = if let Some(inner) = rest.strip_prefix("<#") {
            Some(inner.find("#>").map_or(rest.len(), |at| at + 4))
        } else if has_heredocs && (rest.starts_with("@\"") || rest.starts_with("@'")) {
            let end = format!("\n{}@", &rest[1..2]);
            let found = rest.find(&end).map(|at| at + end.len());
            has_heredocs = found.is_some();
            found
        } else if c == '#' && before.is_whitespace() {
            Some(rest.find('\n').unwrap_or(rest.len()))
        } else if before.is_alphanumeric() || matches!(before, '$' | '_' | '-' | '.') {
            None
        } else {
            head(rest)
        };
        if let Some(gone) = gone {
            out.push(' ');
            out.extend(rest[..gone].chars().filter(|c| *c == '\n'));
            rest = &rest[gone..];
            continue;
        }
        let taken = match c {
            '\'' | '"' => quoted(rest),
            '`' => 1 + usize::from(rest[1..].starts_with('\r')),
            _ => c.len_utf8(),
        };
        if c == '`' && rest[taken..].starts_with('\n') {
            owed += 1;
            rest = &rest[taken + 1..];
            continue;
        }
        // A value of several lines is none that a command has to be told from.
        let kept = rest[..taken]
            .chars()
            .filter(|one| c != '`' && (taken == 1 || *one != '\n'));
        out.extend(kept);
        owed += if taken > 1 {
            rest[..taken].matches('\n').count()
        } else {
            0
        };
        if c == '\n' {
            out.extend(std::iter::repeat_n('\n', std::mem::take(&mut owed)));
        }
        rest = &rest[taken..];
    }
    out
}

/// The length of a word with what stands in parentheses behind it.
fn head(text: &str) -> Option<usize> {
    let end = text.find(|c: char| !c.is_ascii_alphabetic())?;
    let word = text[..end].to_ascii_lowercase();
    let open = end + (text[end..].len() - text[end..].trim_start().len());
    let is_head = HEADS.contains(&word.as_str()) && text[open..].starts_with('(');
    is_head.then(|| open + balanced(&text[open..]))
}

/// The length of what stands in parentheses at the beginning of a text, with them.
fn balanced(text: &str) -> usize {
    let mut depth = 0_u32;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += match c {
            '\'' | '"' => quoted(&text[at..]),
            _ => c.len_utf8(),
        };
        if depth == 0 {
            break;
        }
    }
    at
}

/// The length of a text in quotes, with them.
fn quoted(text: &str) -> usize {
    let quote = text.chars().next().unwrap_or('"');
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if c == quote && !is_escaped {
            return at + 1;
        }
        is_escaped = c == '`' && quote == '"' && !is_escaped;
    }
    text.len()
}

/// A line cut at the ends of statements, at pipes and at braces. What stands before a brace is the head of a block and goes, but for
/// the name of a function.
fn parts(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut part = String::new();
    let mut at = 0;
    while let Some(c) = line[at..].chars().next() {
        let taken = match c {
            '\'' | '"' => quoted(&line[at..]),
            '(' => balanced(&line[at..]),
            '$' if line[at..].starts_with("${") => line[at..].find('}').map_or(1, |end| end + 1),
            _ => c.len_utf8(),
        };
        match c {
            ';' | '}' | '|' => found.push(std::mem::take(&mut part)),
            '{' => {
                let head = std::mem::take(&mut part);
                let words: Vec<&str> = head.split_whitespace().take(2).collect();
                if let [word, name] = words.as_slice()
                    && word.eq_ignore_ascii_case("function")
                {
                    found.push(format!("function {name}"));
                }
            }
            _ => part.push_str(&line[at..at + taken]),
        }
        at += taken;
    }
    found.push(part);
    found
}

/// Deepest statement in parentheses and behind assignments that is looked for.
const DEPTH_MAX: usize = 8;

/// The command of a statement; none where it is a value or a word of the language.
fn statement(part: &str, depth: usize) -> Option<String> {
    let part = part.trim().trim_end_matches(')');
    if depth > DEPTH_MAX {
        return None;
    }
    if let Some(called) = part.strip_prefix('&') {
        return Some(flat(called.trim()));
    }
    if part.starts_with('(') {
        return statement(&part[1..balanced(part).min(part.len())], depth + 1);
    }
    if let Some((name, value)) = part.split_once('=')
        && name
            .trim_end_matches(['+', '-', '*', '/', ' '])
            .split(' ')
            .count()
            == 1
    {
        let is_variable = name.starts_with(['$', '[']);
        return statement(value, depth + 1).filter(|_| is_variable);
    }
    let word = part.split(char::is_whitespace).next()?;
    let rest = part[word.len()..].trim();
    match word.to_ascii_lowercase().as_str() {
        "return" => statement(rest, depth + 1),
        "else" | "try" | "finally" | "do" | "catch" | "throw" | "begin" | "process" | "end" | "trap"
        | "break" | "continue" => None,
        _ if part.starts_with(|c: char| c.is_alphabetic() || matches!(c, '.' | '/')) => Some(flat(part)),
        _ => None,
    }
}

/// A command whose values in parentheses are one word each.
fn flat(command: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    while let Some(c) = command[at..].chars().next() {
        let taken = match c {
            '\'' | '"' => quoted(&command[at..]),
            '(' => balanced(&command[at..]),
            _ => c.len_utf8(),
        };
        out.push_str(if c == '(' {
            "value"
        } else {
            &command[at..at + taken]
        });
        at += taken;
    }
    out
}
