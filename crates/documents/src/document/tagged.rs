//! The words of XML whose tags are of no further interest: what its paragraphs say, and which of its attributes are prose.

use super::apart::is_prose;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use wordlist::Words;

/// Most bytes of one passage; a longer one is given in parts.
const PASSAGE_BYTES_MAX: usize = 100_000;
/// Most attributes of one tag that are looked at.
const ATTRIBUTES_MAX: usize = 64;
/// Elements that end within a sentence; every other end is that of a passage.
static INLINE: Words = Words::new(|| wordlist::words(include_str!("../../words/tagged_inline.txt")));
/// Elements between two words.
const GAPS: [&str; 4] = ["br", "cr", "tab", "noBreakHyphen"];

/// What a passage was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The text of a paragraph or an element.
    Text,
    /// The value of an attribute.
    Attribute,
}

/// Gives the passages in order, but those of the elements named in `skipped`. Whether all of it could be read.
pub(super) fn words(xml: &str, skipped: &[&str], give: &mut dyn FnMut(Kind, &str)) -> bool {
    let mut source = Reader::from_str(xml);
    source.config_mut().check_end_names = false;
    let mut said = String::new();
    let mut is_skipped = false;
    loop {
        match source.read_event() {
            Ok(Event::Start(tag)) => {
                is_skipped = skipped.contains(&tag.local_name().as_ref());
                attributes(&tag, give);
            }
            Ok(Event::Empty(tag)) => {
                attributes(&tag, give);
                if GAPS.contains(&tag.local_name().as_ref()) {
                    said.push(' ');
                }
            }
            Ok(Event::End(tag)) => {
                is_skipped = false;
                if !INLINE.contains(&tag.local_name().as_ref()) {
                    end(&mut said, give);
                }
            }
            Ok(Event::Text(text)) if !is_skipped => {
                said.push_str(&text.xml_content(XmlVersion::Implicit1_0));
            }
            Ok(Event::CData(text)) if !is_skipped => said.push_str(&text),
            Ok(Event::Comment(text)) => give(Kind::Text, &text),
            Ok(Event::GeneralRef(name)) if !is_skipped => {
                said.extend(referred(&name));
            }
            Ok(Event::Eof) => {
                end(&mut said, give);
                return true;
            }
            Ok(_) => {}
            Err(_) => {
                end(&mut said, give);
                return false;
            }
        }
        if said.len() > PASSAGE_BYTES_MAX {
            end(&mut said, give);
        }
    }
}

/// The sign that a reference stands for.
pub(super) fn referred(name: &BytesRef<'_>) -> Option<String> {
    let named = quick_xml::escape::resolve_predefined_entity(name).map(str::to_owned);
    named.or_else(|| name.resolve_char_ref().ok().flatten().map(String::from))
}

fn end(said: &mut String, give: &mut dyn FnMut(Kind, &str)) {
    if !said.trim().is_empty() {
        give(Kind::Text, said.trim());
    }
    said.clear();
}

/// Gives the attributes of a tag that are prose.
pub(super) fn attributes(tag: &BytesStart<'_>, give: &mut dyn FnMut(Kind, &str)) {
    let mut all = tag.attributes();
    for attribute in all.with_checks(false).flatten().take(ATTRIBUTES_MAX) {
        let is_name = attribute.key.as_ref().starts_with("xmlns");
        if !is_name && is_prose(&attribute.value) {
            let value = quick_xml::escape::unescape(&attribute.value);
            give(Kind::Attribute, value.as_deref().unwrap_or(&attribute.value));
        }
    }
}

#[cfg(test)]
mod tests;
