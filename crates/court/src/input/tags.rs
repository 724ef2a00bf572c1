//! Tags of YAML: they ask a reader to make something else of a value, down to running a program. The court makes
//! nothing of any but those of plain values, and says so instead of passing over them.

use super::InputError;
use crate::text::clipped;
use serde_saphyr::granit_parser::{Event, Parser, Tag};

/// Refuses the first tag beyond the core schema, in a text that was read as YAML.
pub(super) fn refuse_strange(text: &str) -> Result<(), InputError> {
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
            return Err(InputError::new(at, problem).with_fix("write the value without a tag"));
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
