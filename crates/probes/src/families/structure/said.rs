//! Which lines of a file say something: neither blank, nor a remark, nor a row of a table, nor in the middle of a long text.

use regex::Regex;
use std::sync::LazyLock;
use syntax::Language;

/// How many lines up to each say something. Of a text of several lines, such as a script of a shell in a program of Go, only
/// the first and the last can. What stands between is no code of the function around it.
pub(super) struct Said(Vec<u32>);

impl Said {
    pub(super) fn of(language: Language, text: &str) -> Self {
        Self::counted(
            language,
            text,
            matches!(language, Language::JavaScript | Language::Tsx),
        )
    }

    /// The same, where lines of markup say something too.
    pub(super) fn with_markup(language: Language, text: &str) -> Self {
        Self::counted(language, text, false)
    }

    fn counted(language: Language, text: &str, draws: bool) -> Self {
        let (mut within, mut count) = (None, 0);
        let marks = marks(language);
        let counts = text.lines().map(str::trim).map(|line| {
            count += u32::from(is_said(line, marks, &mut within) && !(draws && is_markup(line)));
            count
        });
        Self(std::iter::once(0).chain(counts).collect())
    }

    /// All lines that say something.
    pub(super) fn all(&self) -> u32 {
        self.0.last().copied().unwrap_or_default()
    }

    /// Those from one line to another, both counted.
    pub(super) fn between(&self, first: u32, last: u32) -> u32 {
        let up_to = |line: u32| {
            let at = usize::try_from(line).unwrap_or(usize::MAX);
            self.0.get(at).copied().unwrap_or(self.all())
        };
        up_to(last).saturating_sub(up_to(first.saturating_sub(1)))
    }
}

/// What a text of several lines begins and ends with.
type Mark = (&'static str, &'static str);
const DOUBLE: Mark = ("\"\"\"", "\"\"\"");
const SINGLE: Mark = ("'''", "'''");
const BACKTICK: Mark = ("`", "`");

const fn marks(language: Language) -> &'static [Mark] {
    match language {
        Language::Python => &[DOUBLE, SINGLE],
        Language::Java => &[DOUBLE],
        Language::Go | Language::JavaScript | Language::TypeScript | Language::Tsx => &[BACKTICK],
        Language::Rust => &[("r#\"", "\"#")],
        Language::Cpp => &[("R\"(", ")\"")],
        Language::C | Language::Ruby => &[],
    }
}

/// `within` is the mark up to which a text goes that began above.
fn is_said(line: &str, marks: &[Mark], within: &mut Option<Mark>) -> bool {
    if let Some((_, end)) = *within {
        if let Some((_, rest)) = line.split_once(end) {
            *within = opened(rest, marks);
            return rest.chars().any(char::is_alphanumeric);
        }
        return false;
    }
    let is_remark = ["//", "#", "*", "/*", "--"]
        .iter()
        .any(|sign| line.starts_with(sign));
    if is_remark || line.is_empty() || is_row(line) {
        return false;
    }
    *within = opened(line, marks);
    // A text that stands alone is a remark, as the docstrings of Python are.
    !marks
        .iter()
        .any(|mark| matches!(*mark, DOUBLE | SINGLE) && line.trim_start_matches('r').starts_with(mark.0))
}

/// A line of markup in a component, which is looked at and not followed: a tag, its end, one of its fixed attributes.
fn is_markup(line: &str) -> bool {
    let fixed = || {
        let (name, value) = line.split_once('=')?;
        let is_name = name
            .chars()
            .all(|sign| sign.is_ascii_alphanumeric() || sign == '-');
        Some(
            is_name
                && value.len() > 1
                && value.starts_with('"')
                && value.trim_end_matches(['>', '/', ' ']).ends_with('"'),
        )
    };
    line.starts_with('<') || matches!(line, ">" | "/>") || fixed() == Some(true)
}

/// A row of a table: numbers and quoted texts, and nothing that is called, named or asked.
fn is_row(line: &str) -> bool {
    let mut quote = None;
    let (mut has_value, mut word) = (false, String::new());
    for sign in line.chars().chain([' ']) {
        if let Some(mark) = quote {
            quote = Some(mark).filter(|mark| *mark != sign);
        } else if sign == '"' || sign == '\'' {
            (quote, has_value) = (Some(sign), true);
        } else if sign.is_alphanumeric() || sign == '_' {
            word.push(sign);
        } else if !word.is_empty() {
            if !word.starts_with(|first: char| first.is_ascii_digit()) {
                return false;
            }
            (has_value, word) = (true, String::new());
        }
    }
    has_value && quote.is_none()
}

/// A pattern of JavaScript, in which a mark is a sign like others.
static PATTERN: LazyLock<Regex> = LazyLock::new(|| {
    let text = r"(?:[=(,:!&|?;]|\breturn)\s*/(?:[^/\\\[]|\\.|\[(?:[^\]\\]|\\.)*\])+/";
    Regex::new(text).expect("it is fixed and tested")
});

/// The mark of a text that a line opens and does not close. One that stands in quotes, `'"""'`, is a text itself and opens none.
fn opened(line: &str, marks: &[Mark]) -> Option<Mark> {
    let has_pattern = line.contains('`') && line.contains('/');
    let line = if has_pattern {
        PATTERN.replace_all(line, "")
    } else {
        line.into()
    };
    let is_open = |(mark, end): Mark| {
        if mark != end {
            let last = line.rsplit_once(mark);
            return last.is_some_and(|(_, rest)| !rest.contains(end));
        }
        let all = line.matches(mark).count();
        let quoted = |quote: char| line.matches(&format!("{quote}{mark}{quote}")).count();
        all > 0 && (all + quoted('\'') + quoted('"')) % 2 == 1
    };
    marks.iter().copied().find(|mark| is_open(*mark))
}

#[cfg(test)]
mod tests {
    use super::{BACKTICK, DOUBLE, SINGLE, Said, is_markup, is_row, opened};
    use syntax::Language;

    #[test]
    fn a_mark_in_quotes_opens_no_text() {
        let marks = [DOUBLE, SINGLE];
        assert_eq!(opened("text = \"\"\"begins", &marks), Some(DOUBLE));
        for line in ["if text == '\"\"\"':", "\"\"\"all of it\"\"\"", "plain = 'a'"] {
            assert_eq!(opened(line, &marks), None, "{line}");
        }
        for line in ["const name = /^[!#'A-Z[\\]^_`a-z]*$/;", "const text = `a/b/c`;"] {
            assert_eq!(opened(line, &[BACKTICK]), None, "{line}");
        }
        assert_eq!(opened("const text = `a / b", &[BACKTICK]), Some(BACKTICK));
    }

    #[test]
    fn lines_of_a_raw_text_are_no_code() {
        let rust = "static A: &str = r#\"\nkind = 1\nstyle = 2\n\"#;\nlet b = 1;\n";
        assert_eq!(Said::of(Language::Rust, rust).all(), 2);
        let cpp = "auto a = R\"(\nkind = 1;\n)\";\nint b = 1;\n";
        assert_eq!(Said::of(Language::Cpp, cpp).all(), 2);
        assert_eq!(
            Said::of(Language::Rust, "let a = r#\"x\"#;\nlet b = 1;\n").all(),
            2
        );
    }

    #[test]
    fn tags_and_fixed_attributes_are_markup_and_what_is_asked_or_called_is_none() {
        for line in [
            "<div className=\"a\">",
            "</div>",
            "/>",
            "className=\"row wide\"",
            "label=\"Next\">",
        ] {
            assert!(is_markup(line), "{line}");
        }
        for line in [
            "onClick={() => save(row)}",
            "{rows.map((row) => (",
            "const a = \"b\";",
            "a=\"b\" + c",
        ] {
            assert!(!is_markup(line), "{line}");
        }
    }

    #[test]
    fn numbers_and_texts_are_rows_and_what_names_something_is_none() {
        for row in ["0x1F, 0x2a, 17,", "{1.5e3, -2},", "\".a\" => 'text/x-a',", "(3)"] {
            assert!(is_row(row), "{row}");
        }
        for line in [
            "return 0;",
            "}",
            "total += 1",
            "\"a\".to_string(),",
            "f(\"x\")",
            "'it goes on",
        ] {
            assert!(!is_row(line), "{line}");
        }
    }
}
