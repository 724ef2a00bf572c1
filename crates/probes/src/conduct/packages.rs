//! Office documents that lie in the subject: packed folders of XML, of which every text is taken without its tags.

use std::io::{Cursor, Read as _};
use zip::ZipArchive;

/// Most files of a package; long presentations have some thousands.
const FILES_MAX: usize = 10_000;
/// Most of them that are read.
const PARTS_MAX: usize = 2_000;
/// Most bytes that one of them unpacks to.
const PART_BYTES_MAX: u64 = 4 << 20;
/// Most bytes that all of them unpack to.
const PARTS_BYTES_MAX: u64 = 32 << 20;
/// Most bytes of text that are taken of all of them.
const TEXT_BYTES_MAX: usize = 2 << 20;
/// Longest name of a character; what goes on is text.
const ENTITY_BYTES_MAX: usize = 12;

/// The texts of a package, and whether there are more than are read.
pub(super) fn said(bytes: &[u8]) -> (String, bool) {
    let Ok(mut package) = ZipArchive::new(Cursor::new(bytes)) else {
        return (String::new(), false);
    };
    if package.len() > FILES_MAX {
        return (String::new(), true);
    }
    let names: Vec<String> = package
        .file_names()
        .filter_map(|name| Some(name.ok()?.into_owned()))
        .filter(|name| has_text(name))
        .collect();
    let mut said = String::new();
    let mut has_more = names.len() > PARTS_MAX;
    let mut left = PARTS_BYTES_MAX;
    for name in names.iter().take(PARTS_MAX) {
        if said.len() >= TEXT_BYTES_MAX || left == 0 {
            return (said, true);
        }
        let Ok(part) = package.by_name(name) else {
            continue;
        };
        let mut xml = Vec::new();
        // What was unpacked before it broke off was said.
        let _ = part.take(PART_BYTES_MAX.min(left)).read_to_end(&mut xml);
        let length = u64::try_from(xml.len()).unwrap_or(u64::MAX);
        left = left.saturating_sub(length);
        has_more |= length >= PART_BYTES_MAX;
        untagged(&String::from_utf8_lossy(&xml), &mut said);
        said.push_str("\n\n");
    }
    (said, has_more)
}

/// Whether a part of a package is one that says something, and not one that says how it looks.
fn has_text(name: &str) -> bool {
    let in_folder = ["word/", "ppt/", "xl/", "docProps/"]
        .iter()
        .any(|folder| name.starts_with(folder));
    let is_look = ["style", "theme", "font", "setting", "Layout", "Master"]
        .iter()
        .any(|look| name.contains(look));
    let is_open = matches!(name, "content.xml" | "meta.xml" | "styles.xml");
    name.ends_with(".xml") && (is_open || in_folder && !is_look)
}

/// Adds the text between the tags: what ends a paragraph, cell or line ends one here too.
fn untagged(xml: &str, said: &mut String) {
    let mut rest = xml;
    // Where no tag ends any more, none begins.
    let mut tagged = xml.rfind('>').map_or("", |last| &xml[..=last]).len();
    while let Some(at) = rest.find(['<', '&']) {
        said.push_str(&rest[..at]);
        rest = &rest[at..];
        tagged = tagged.saturating_sub(at);
        let end = if rest.starts_with('&') {
            entity_end(rest)
        } else if tagged > 0 {
            rest.find('>')
        } else {
            None
        };
        let after = end.map_or(1, |end| end + 1);
        match end {
            Some(end) if rest.starts_with('<') => said.push_str(parting(&rest[1..end])),
            Some(end) => said.push_str(&letter(&rest[..=end])),
            None => said.push_str(&rest[..1]),
        }
        rest = &rest[after..];
        tagged = tagged.saturating_sub(after);
    }
    said.push_str(rest);
}

fn entity_end(text: &str) -> Option<usize> {
    text.bytes().take(ENTITY_BYTES_MAX).position(|byte| byte == b';')
}

/// What stands in the place of a tag.
fn parting(tag: &str) -> &'static str {
    let name = tag.trim_start_matches('/').split([' ', '/', '\n', '\t']).next();
    let name = name.unwrap_or_default();
    let local = name.rsplit(':').next().unwrap_or_default();
    let is_end = tag.starts_with('/');
    match local {
        "p" | "h" | "si" | "is" | "comment" if is_end => "\n\n",
        "br" | "cr" | "line-break" => "\n",
        "tab" | "s" => " ",
        // Properties stand beside each other.
        _ if is_end && matches!(name.split(':').next(), Some("dc" | "cp" | "meta" | "vt")) => "\n\n",
        _ => "",
    }
}

fn letter(entity: &str) -> String {
    let name = entity.trim_start_matches('&').trim_end_matches(';');
    let code = match name.strip_prefix('#') {
        Some(hex) if hex.starts_with(['x', 'X']) => u32::from_str_radix(&hex[1..], 16).ok(),
        Some(digits) => digits.parse().ok(),
        None => None,
    };
    let named = || quick_xml::escape::resolve_predefined_entity(name).map(str::to_owned);
    let coded = code.and_then(char::from_u32).map(String::from);
    coded.or_else(named).unwrap_or_else(|| entity.to_owned())
}

#[cfg(test)]
mod tests;
