//! Rubrics by name or file: finding them, and telling their authors what was understood.

use crate::complaint::Complaint;
use crate::visible::visible;
use court::rubric::{self, Rubric, RubricError};
use std::fmt::Write as _;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

/// The built-in rubrics, one a line, with what they grade.
pub(crate) fn list() -> Result<String, Complaint> {
    let mut text = String::new();
    for name in rubric::BUILT_IN {
        let rubric = load(name)?;
        let target = rubric.target.as_deref().unwrap_or_default();
        let _ = writeln!(
            text,
            "{name:<20} {:>2} dimensions  {target}",
            rubric.dimensions.len()
        );
    }
    Ok(visible(&text))
}

/// The text of a built-in rubric or of a file, to start one's own from.
pub(crate) fn source(name: &str) -> Result<String, Complaint> {
    match rubric::built_in(name) {
        Some(text) => Ok(text.to_owned()),
        None => read(name),
    }
}

/// What the court understands of a rubric, built in or in a file.
pub(crate) fn describe(name: &str) -> Result<String, Complaint> {
    load(name).map(|rubric| visible(&rubric::describe(&rubric)))
}

/// The JSON Schema of rubric files.
pub(crate) fn schema() -> &'static str {
    rubric::SCHEMA
}

/// The rubric of this name, else the one in this file.
pub(crate) fn load(name: &str) -> Result<Rubric, Complaint> {
    let text = source(name)?;
    let stem = Path::new(name).file_stem().map(|stem| stem.to_string_lossy());
    rubric::parse(&text, &stem.unwrap_or_default()).map_err(|error| refused(name, &error))
}

fn refused(name: &str, error: &RubricError) -> Complaint {
    let is_path = error.at.starts_with('$');
    let separator = if is_path { ": " } else { ":" };
    let complaint = Complaint::usage(format!("{name}{separator}{}: {}", error.at, error.problem));
    match &error.fix {
        Some(fix) => complaint.hint(fix),
        None => complaint,
    }
}

/// Reads a file no further than a rubric may go; one byte more tells that it is too long.
fn read(name: &str) -> Result<String, Complaint> {
    let mut bytes = Vec::new();
    let limit = rubric::TEXT_LIMIT as u64 + 1;
    let read = File::open(name).and_then(|file| file.take(limit).read_to_end(&mut bytes));
    read.map_err(|error| unreadable(name, &error))?;
    String::from_utf8(bytes).map_err(|error| {
        let line = error.as_bytes()[..error.utf8_error().valid_up_to()]
            .split(|byte| *byte == b'\n')
            .count();
        Complaint::usage(format!("{name}:{line}: not UTF-8 text")).hint("save the rubric as UTF-8")
    })
}

fn unreadable(name: &str, error: &std::io::Error) -> Complaint {
    let complaint = Complaint::usage(format!("the rubric {name} cannot be read: {error}"));
    let known = || format!("built in are: {}", rubric::BUILT_IN.join(", "));
    complaint.hint(rubric::nearest_built_in(name).map_or_else(known, |name| format!("did you mean {name}?")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    fn complaint(bytes: &[u8]) -> String {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(bytes).unwrap();
        let name = file.path().to_str().unwrap();
        describe(name).unwrap_err().to_string().replace(name, "FILE")
    }

    #[test]
    fn a_bad_file_is_refused_with_its_place_and_a_hint() {
        let cases: [(&[u8], &str); 4] = [
            (
                b"",
                "auditor: FILE:1:1: the file is empty\n  hint: give a list `dimensions`",
            ),
            (
                b"dimensions: [{id: a}\n\xff]",
                "auditor: FILE:2: not UTF-8 text\n  hint: save the rubric as UTF-8",
            ),
            (
                b"dimensions: [{id: a}, {name: \"B \\e[31m\"}]",
                "auditor: FILE: $.dimensions[1]: the dimension has no id\n  hint: give it an `id`, such as `b_31m`",
            ),
            (
                b"dimensions: [{id: a, levels: {\"\\e[31m\": x}}]",
                "auditor: FILE: $.dimensions[0].levels[\"\\u001b[31m\"]: \"x\" is not a number the court can count with\n  hint: give a plain number up to 100000, such as 5 or 0.25",
            ),
        ];
        for (bytes, message) in cases {
            assert_eq!(complaint(bytes), message);
        }
        assert!(complaint(&vec![b' '; rubric::TEXT_LIMIT + 9]).contains("longer than"));
    }

    #[test]
    fn a_misspelt_name_is_answered_with_the_right_one() {
        let message = describe("peer-reveiw").unwrap_err().to_string();
        assert!(message.ends_with("hint: did you mean peer-review?"), "{message}");
        let message = describe("nothing-like-it").unwrap_err().to_string();
        assert!(
            message.ends_with("hint: built in are: automaton-auditor, engineering, peer-review"),
            "{message}"
        );
    }

    #[test]
    fn every_built_in_rubric_is_listed_and_can_be_shown_and_copied() {
        let list = list().unwrap();
        for name in rubric::BUILT_IN {
            assert!(list.contains(name));
            assert!(describe(name).unwrap().contains("Rules for synthesis"));
            assert_eq!(source(name).unwrap(), rubric::built_in(name).unwrap());
        }
        assert!(schema().contains("2020-12"));
    }

    #[test]
    fn hidden_characters_of_a_rubric_are_shown() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(br#"{"rubric_metadata":{"rubric_name":"a\u202eb\nc"},"dimensions":[{"id":"x","name":"\u001b[2J"}]}"#).unwrap();
        let text = describe(file.path().to_str().unwrap()).unwrap();
        assert!(text.starts_with("a<U+202E>b c\n"), "{text}");
        assert!(text.contains("x: <U+001B>[2J"), "{text}");
    }
}
