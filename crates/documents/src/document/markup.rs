//! Tags within running text: what they hide from readers, and what they say beside the text, by where it stands.

use super::hidden::Concealment;
use super::looks::{Asked, Paint, Rules};
use std::ops::Range;
use wordlist::array;

/// Deepest nesting of tags that is followed; what lies deeper counts as shown.
const DEPTH_MAX: usize = 500;
/// Most attributes of one tag that are looked at.
const ATTRIBUTES_MAX: usize = 64;
/// Elements without an end.
pub(super) const VOID: [&str; 14] =
    array("area base br col embed hr img input link meta param source track wbr");
/// Elements whose content is there for those that do not show pages as others do.
pub(super) const ASIDE: [&str; 2] = ["template", "noscript"];
/// Attributes that hold words beside the text.
pub(super) const WORDED: [&str; 4] = ["aria-label", "title", "aria-description", "placeholder"];
/// Longest words that stand for a picture and are taken as its name, in characters.
pub(super) const NAME_CHARS_MAX: usize = 100;

/// A passage, and why no reader sees it.
pub(super) type Concealed = (Range<usize>, Concealment);

/// An element that is open.
struct Open {
    name: String,
    why: Option<Concealment>,
    /// Where its content begins.
    start: usize,
    paint: Paint,
    /// Whether it ends with the paragraph at the latest.
    is_inline: bool,
}

/// The tags of a text, as they come.
pub(super) struct Markup<'t> {
    text: &'t str,
    rules: Rules,
    open: Vec<Open>,
    found: Vec<Concealed>,
}

/// A tag where it stands.
struct Tag<'t> {
    name: String,
    is_end: bool,
    attributes: Vec<(String, Range<usize>)>,
    text: &'t str,
    end: usize,
}

impl<'t> Markup<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        Self {
            text,
            rules: Rules::of(text),
            open: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Reads the tags and comments of a part of the text.
    pub(super) fn read(&mut self, part: Range<usize>, is_inline: bool) {
        let mut at = part.start;
        while let Some(start) = self.text.get(at..part.end).and_then(|rest| rest.find('<')) {
            let start = at + start;
            let rest = &self.text[start..part.end];
            if rest.starts_with("<!--") {
                let end = rest.find("-->").map_or(part.end, |end| start + end + 3);
                self.found.push((start..end, Concealment::Comment));
                at = end;
                continue;
            }
            let begins = rest[1..].trim_start_matches('/');
            if !begins.starts_with(|c: char| c.is_ascii_alphabetic()) {
                at = start + 1;
                continue;
            }
            // Where one tag does not end, none behind it does.
            let Some(tag) = tag(self.text, start, part.end) else {
                return;
            };
            at = tag.end;
            self.take(&tag, start, is_inline);
        }
    }

    fn take(&mut self, tag: &Tag<'_>, start: usize, is_inline: bool) {
        if tag.is_end {
            if let Some(at) = self.open.iter().rposition(|open| open.name == tag.name) {
                self.close(at, start);
            }
            return;
        }
        self.beside(tag);
        let is_void = VOID.contains(&tag.name.as_str());
        if is_void || self.open.len() >= DEPTH_MAX {
            return;
        }
        let around = self.open.last().map_or_else(Paint::default, |open| open.paint);
        let (why, paint) = self.rules.look(&tag.asked(), around);
        let aside = ASIDE.contains(&tag.name.as_str()).then_some(Concealment::Aside);
        self.open.push(Open {
            name: tag.name.clone(),
            why: why.or(aside),
            start: tag.end,
            paint,
            is_inline,
        });
    }

    /// Words that a tag holds beside the text.
    fn beside(&mut self, tag: &Tag<'_>) {
        let value = |name: &str| tag.range(name);
        let is_long = |range: &Range<usize>| self.text[range.clone()].chars().nth(NAME_CHARS_MAX).is_some();
        let is_hidden = tag.name == "input" && tag.said("type").eq_ignore_ascii_case("hidden");
        let kept = [
            value("alt").filter(is_long),
            value("value").filter(|_| is_hidden),
            value("content").filter(|_| tag.name == "meta"),
        ];
        let words = WORDED.iter().filter_map(|name| value(name));
        let kept: Vec<Range<usize>> = words.chain(kept.into_iter().flatten()).collect();
        self.found
            .extend(kept.into_iter().map(|range| (range, Concealment::Aside)));
    }

    /// Closes an element and all within it. What the outermost of those hides that are hidden is told.
    fn close(&mut self, at: usize, end: usize) {
        let outermost = self.open.iter().position(|open| open.why.is_some());
        if let Some(hidden) = outermost.filter(|outermost| *outermost >= at) {
            let open = &self.open[hidden];
            if let Some(why) = open.why.filter(|_| open.start < end) {
                self.found.push((open.start..end, why));
            }
        }
        self.open.truncate(at);
    }

    /// A paragraph ends, and with it what was opened in it.
    pub(super) fn leave(&mut self, end: usize) {
        let inline = self.open.iter().rev().take_while(|open| open.is_inline).count();
        if inline > 0 {
            self.close(self.open.len() - inline, end);
        }
    }

    /// Keeps a passage apart.
    pub(super) fn keep(&mut self, part: Range<usize>, why: Concealment) {
        self.found.push((part, why));
    }

    /// What is not seen, in order and none of it twice.
    pub(super) fn finish(mut self) -> Vec<Concealed> {
        if !self.open.is_empty() {
            self.close(0, self.text.len());
        }
        self.found
            .sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
        let mut end = 0;
        self.found.retain(|(range, _)| {
            let is_new = range.start >= end;
            end = end.max(range.end);
            is_new
        });
        self.found
    }
}

impl Tag<'_> {
    fn range(&self, name: &str) -> Option<Range<usize>> {
        let mut named = self.attributes.iter().filter(|(own, _)| own == name);
        named.next().map(|(_, range)| range.clone())
    }

    fn said(&self, name: &str) -> &str {
        self.range(name).map_or("", |range| &self.text[range])
    }

    fn asked(&self) -> Asked<'_> {
        let given = |name: &str| self.range(name).map(|range| &self.text[range]);
        Asked {
            tag: &self.name,
            class: self.said("class"),
            id: self.said("id"),
            style: self.said("style"),
            colour: given("color").filter(|_| self.name == "font"),
            ground: given("bgcolor"),
            is_hidden: given("hidden").is_some(),
        }
    }
}

/// The tag that begins at `start`; `None` where it does not end before `limit`.
fn tag(text: &str, start: usize, limit: usize) -> Option<Tag<'_>> {
    let is_end = text[start + 1..].starts_with('/');
    let from = start + 1 + usize::from(is_end);
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let name = text.get(from..limit)?;
    let name = &name[..name.find(|c| !is_name(c)).unwrap_or(name.len())];
    let mut tag = Tag {
        name: name.to_ascii_lowercase(),
        is_end,
        attributes: Vec::new(),
        text,
        end: limit,
    };
    let mut at = from + name.len();
    loop {
        let rest = text.get(at..limit)?;
        let next = rest.find(|c: char| !c.is_whitespace() && c != '/')?;
        at += next;
        if text[at..].starts_with('>') {
            tag.end = at + 1;
            return Some(tag);
        }
        let (name, value, end) = attribute(text, at, limit)?;
        if tag.attributes.len() < ATTRIBUTES_MAX {
            tag.attributes.push((name, value));
        }
        at = end;
    }
}

/// The name and the value of an attribute, and where it ends.
fn attribute(text: &str, at: usize, limit: usize) -> Option<(String, Range<usize>, usize)> {
    let rest = text.get(at..limit)?;
    let is_end = |c: char| c.is_whitespace() || matches!(c, '=' | '>' | '/');
    // A sign that can begin no name is one.
    let first = rest.chars().next()?.len_utf8();
    let end = at + first + rest[first..].find(is_end).unwrap_or(rest.len() - first);
    let name = text[at..end].to_ascii_lowercase();
    let behind = text.get(end..limit)?;
    let gap = behind.len() - behind.trim_start().len();
    let Some(value) = behind.trim_start().strip_prefix('=') else {
        return Some((name, end..end, end));
    };
    let lead = value.len() - value.trim_start().len();
    let (value, start) = (value.trim_start(), end + gap + 1 + lead);
    let Some(mark) = value.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
        let length = value
            .find(|c: char| c.is_whitespace() || c == '>')
            .unwrap_or(value.len());
        return Some((name, start..start + length, start + length));
    };
    let length = value[1..].find(mark)?;
    Some((name, start + 1..start + 1 + length, start + length + 2))
}

#[cfg(test)]
mod tests;
