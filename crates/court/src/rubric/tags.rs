//! Tags of YAML: they ask a reader to make something else of a value, down to running a program. The court makes
//! nothing of any but those of plain values, and says so instead of passing over them.

use super::error::{RubricError, clipped};
use serde_saphyr::granit_parser::{Event, Parser, Tag};

/// Refuses the first tag beyond the core schema, in a text that was read as YAML.
pub(super) fn refuse_strange(text: &str) -> Result<(), RubricError> {
    // Most texts have no such sign at all; it opens every tag.
    if !text.contains('!') {
        return Ok(());
    }
    let mut parser = Parser::new_from_str(text);
    // Each event takes a piece of the text, so there is an end.
    while let Some(Ok((event, span))) = parser.next_event() {
        let tag = match &event {
            Event::Scalar(_, _, _, tag)
            | Event::SequenceStart(_, _, tag)
            | Event::MappingStart(_, _, tag) => tag.as_deref(),
            _ => None,
        };
        if let Some(tag) = tag.filter(|tag| !is_plain(tag)) {
            let at = format!("{}:{}", span.start.line(), span.start.col() + 1);
            let written = format!("{}{}", tag.original_handle(), tag.suffix());
            let problem = format!(
                "not readable as YAML: the tag `{}` means nothing here",
                clipped(&written)
            );
            return Err(RubricError::new(at, problem).with_fix("write the value without a tag"));
        }
    }
    Ok(())
}

/// Whether the tag only says which kind of plain value this is; a lone `!` says that it is a text.
fn is_plain(tag: &Tag) -> bool {
    tag.core_suffix().is_some()
        || (tag.handle() == "!" && tag.suffix().is_empty())
        || (tag.handle().is_empty() && tag.suffix() == "!")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_of_plain_values_pass_and_all_others_are_refused_with_their_place() {
        for tag in [
            "!!str",
            "!!int",
            "!!float",
            "!!bool",
            "!!null",
            "!",
            "!<tag:yaml.org,2002:str>",
        ] {
            assert_eq!(refuse_strange(&format!("a: {tag} \"1\"\n")), Ok(()), "{tag}");
        }
        assert_eq!(
            refuse_strange("a: !!map {b: !!seq [c]}\nd: no tag! at all\n"),
            Ok(())
        );
        for tag in [
            "!include",
            "!env",
            "!!python/name:os.system",
            "!!binary",
            "!<tag:evil>",
            "!!set",
            "!!omap",
        ] {
            let error = refuse_strange(&format!("a: 1\nb:\n  - {tag} x\n")).unwrap_err();
            assert!(error.at.starts_with("3:"), "{tag}: {error}");
            assert!(error.problem.contains("means nothing here"), "{error}");
        }
        let of_list = refuse_strange("a: !!python/object/apply:os.system [touch x]\n").unwrap_err();
        assert_eq!(
            of_list.problem,
            "not readable as YAML: the tag `!!python/object/apply:os.system` means nothing here"
        );
        let renamed = refuse_strange("%TAG ! tag:evil.example,2000:\n---\na: !x 1\n").unwrap_err();
        assert!(renamed.at.starts_with("3:"), "{renamed}");
    }
}
