//! Web pages: their tags are followed as far as they decide what a reader sees.

use super::apart::{Spot, is_prose};
use super::hidden::Concealment;
use super::looks::{Asked, Paint, Rules};
use super::markup::{ASIDE, NAME_CHARS_MAX, VOID, WORDED};
use super::sheet::{Sheet, heading_size};
use super::{Page, Part, prose};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, EndTag, StartTag, Tag, TagToken, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use std::cell::RefCell;
use wordlist::Words;

/// Deepest nesting of tags that is followed; what lies deeper counts as shown.
const DEPTH_MAX: usize = 500;
/// Most attributes of one tag that are looked at.
const ATTRIBUTES_MAX: usize = 64;
/// Elements that begin and end a paragraph.
static BLOCKS: Words = Words::new(|| wordlist::words(include_str!("../../words/web_blocks.txt")));
/// Elements whose content no page shows.
const UNSEEN: [&str; 4] = ["head", "script", "style", "iframe"];
/// Attributes that are no words although they may look like some.
const WORDLESS: [&str; 6] = ["class", "style", "d", "points", "srcset", "sizes"];
/// Most bytes of one unseen element that are heard.
const UNSEEN_BYTES_MAX: usize = 500_000;

pub(super) fn read(bytes: &[u8], give: &mut dyn FnMut(Page)) -> Part {
    let Some(text) = prose::decode(bytes) else {
        return Part::Refused("the file is neither a web page nor text".to_owned());
    };
    let reader = Reader {
        rules: Rules::of(&text),
        ..Reader::default()
    };
    let tokenizer = Tokenizer::new(Sink(RefCell::new(reader)), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(&text));
    // The sink never asks to stop for a script, so one call reads all.
    let _done = tokenizer.feed(&input);
    tokenizer.end();
    let mut reader = tokenizer.sink.0.into_inner();
    let notes = reader.sheet.left_out().into_iter().collect();
    let open = reader.open.last().map(|element| element.name.clone());
    reader.end_unseen(&open.unwrap_or_default());
    give(reader.sheet.finish(true));
    Part::End { notes }
}

struct Sink(RefCell<Reader>);

/// An element that is open.
struct Element {
    name: String,
    /// Why what is in it is not shown.
    why: Option<Concealment>,
    is_unseen: bool,
    paint: Paint,
}

#[derive(Default)]
struct Reader {
    sheet: Sheet,
    open: Vec<Element>,
    /// What the hidden element says that is open now.
    concealed: String,
    /// What the element says that no page shows and that is open now.
    unseen: String,
    rules: Rules,
}

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<()> {
        let line = u32::try_from(line).unwrap_or(u32::MAX);
        let mut reader = self.0.borrow_mut();
        match token {
            Token::CharacterTokens(text) => reader.text(&text, line),
            TagToken(tag) if tag.kind == StartTag => return reader.start(&tag, line),
            TagToken(tag) if tag.kind == EndTag => reader.end(&tag.name, line),
            Token::CommentToken(text) => reader.sheet.hide(&text, Concealment::Comment),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

impl Reader {
    fn text(&mut self, text: &str, line: u32) {
        let breaks = u32::try_from(text.matches('\n').count()).unwrap_or(u32::MAX);
        if self.open.iter().any(|element| element.is_unseen) {
            if self.unseen.len() + text.len() <= UNSEEN_BYTES_MAX {
                self.unseen.push_str(text);
            } else {
                self.sheet.apart.further();
            }
            return;
        }
        if self.open.iter().any(|element| element.why.is_some()) {
            self.concealed.push_str(text);
            return;
        }
        self.sheet.write(text, line.saturating_sub(breaks));
    }

    fn start(&mut self, tag: &Tag, line: u32) -> TokenSinkResult<()> {
        let name: &str = &tag.name;
        if BLOCKS.contains(&name) || level(name).is_some() || name == "tr" {
            self.sheet.end_block();
        }
        match name {
            "blockquote" => self.sheet.is_quoted = true,
            "br" => self.sheet.end_line(),
            "li" => self.sheet.write("- ", line),
            "td" | "th" => self.sheet.write("| ", line),
            "code" if !self.sheet.is_literal => self.sheet.write("`", line),
            "img" => self.picture(tag, line),
            "link" => self.rules.has_others |= attribute(tag, "rel").is_some_and(is_sheet),
            _ => {}
        }
        self.beside(tag);
        self.attributes(tag);
        if let Some(level) = level(name) {
            self.sheet.size = heading_size(level);
        }
        if self.is_source(tag) {
            self.sheet.is_literal = true;
            self.sheet.line(&format!("```{}", language(tag)), line);
        }
        if !VOID.contains(&name) && !tag.self_closing && self.open.len() < DEPTH_MAX {
            let element = self.element(tag);
            self.open.push(element);
        }
        raw(name)
    }

    /// Keeps apart the words that markup holds beside the text.
    fn beside(&mut self, tag: &Tag) {
        for words in WORDED.iter().filter_map(|name| attribute(tag, name)) {
            self.sheet.hide(words, Concealment::Aside);
        }
        let is_field = &*tag.name == "input"
            && attribute(tag, "type").is_some_and(|kind| kind.eq_ignore_ascii_case("hidden"));
        let is_about = &*tag.name == "meta" && attribute(tag, "name").is_some_and(is_said_about);
        if is_field {
            self.sheet
                .hide(attribute(tag, "value").unwrap_or_default(), Concealment::Aside);
        }
        if is_about {
            self.sheet
                .hide(attribute(tag, "content").unwrap_or_default(), Concealment::Aside);
        }
    }

    /// Keeps apart the other attributes that are words.
    fn attributes(&mut self, tag: &Tag) {
        for attribute in tag.attrs.iter().take(ATTRIBUTES_MAX) {
            let name = &*attribute.name.local;
            let is_told = WORDED.contains(&name) || WORDLESS.contains(&name);
            let is_data = attribute.value.starts_with("data:");
            if !is_told && !is_data && is_prose(&attribute.value) {
                self.sheet.set_apart(&attribute.value, Spot::Markup);
            }
        }
        if tag.attrs.len() > ATTRIBUTES_MAX {
            self.sheet.apart.further();
        }
    }

    /// What an element says that no page shows, where it ends.
    fn end_unseen(&mut self, name: &str) {
        let said = std::mem::take(&mut self.unseen);
        let spot = match name {
            "title" => Spot::Title,
            "script" | "style" => Spot::Script,
            _ => Spot::Markup,
        };
        self.sheet.set_apart(&said, spot);
    }

    fn element(&self, tag: &Tag) -> Element {
        let around = self
            .open
            .last()
            .map_or_else(Paint::default, |element| element.paint);
        let (why, paint) = self.rules.look(&asked(tag), around);
        Element {
            name: tag.name.to_string(),
            why: why.or(ASIDE.contains(&&*tag.name).then_some(Concealment::Aside)),
            is_unseen: UNSEEN.contains(&&*tag.name),
            paint,
        }
    }

    /// An end closes everything that was opened since; an end without a start closes nothing.
    fn end(&mut self, name: &str, line: u32) {
        if name == "code" && !self.sheet.is_literal {
            self.sheet.write("`", line);
        }
        if !self.unseen.is_empty() {
            self.end_unseen(name);
        }
        if let Some(at) = self.open.iter().rposition(|element| element.name == name) {
            let was = self.open.iter().find_map(|element| element.why);
            self.open.truncate(at);
            if let (Some(why), None) = (was, self.open.iter().find_map(|element| element.why)) {
                let said = std::mem::take(&mut self.concealed);
                self.sheet.hide(&said, why);
            }
        }
        if self.sheet.is_literal && !self.open.iter().any(|element| is_frame(&element.name)) {
            self.sheet.line("```", line);
            self.sheet.is_literal = false;
        }
        if BLOCKS.contains(&name) || level(name).is_some() || name == "tr" {
            self.sheet.end_block();
        }
        if level(name).is_some() {
            self.sheet.size = 0;
        }
        self.sheet.is_quoted = self.open.iter().any(|element| element.name == "blockquote");
    }

    fn is_source(&self, tag: &Tag) -> bool {
        let is_mermaid =
            attribute(tag, "class").is_some_and(|class| class.split(' ').any(|one| one == "mermaid"));
        !self.sheet.is_literal && (&*tag.name == "pre" || is_mermaid && is_frame(&tag.name))
    }

    fn picture(&mut self, tag: &Tag, line: u32) {
        let words = attribute(tag, "alt").unwrap_or_default();
        let from = attribute(tag, "src").unwrap_or_default();
        let is_name = words.chars().nth(NAME_CHARS_MAX).is_none();
        if !is_name {
            self.sheet.hide(words, Concealment::Aside);
        }
        let words = if is_name { words } else { "" };
        self.sheet.write(&format!("![{words}]({from})"), line);
    }
}

/// Elements that can hold source.
fn is_frame(name: &str) -> bool {
    matches!(name, "pre" | "div")
}

fn attribute<'a>(tag: &'a Tag, name: &str) -> Option<&'a str> {
    let mut found = tag
        .attrs
        .iter()
        .filter(|attribute| &*attribute.name.local == name);
    found.next().map(|attribute| &*attribute.value)
}

fn language(tag: &Tag) -> &str {
    let classes = attribute(tag, "class").unwrap_or_default().split(' ');
    let mut known = classes.filter_map(|class| {
        class
            .strip_prefix("language-")
            .or((class == "mermaid").then_some(class))
    });
    known.next().unwrap_or_default()
}

fn level(name: &str) -> Option<i32> {
    let digit = name.strip_prefix('h')?.parse().ok()?;
    (1..=6).contains(&digit).then_some(digit)
}

/// What decides over the looks of an element.
fn asked(tag: &Tag) -> Asked<'_> {
    let said = |name: &str| attribute(tag, name);
    Asked {
        tag: &tag.name,
        class: said("class").unwrap_or_default(),
        id: said("id").unwrap_or_default(),
        style: said("style").unwrap_or_default(),
        colour: said("color").filter(|_| &*tag.name == "font"),
        ground: said("bgcolor"),
        is_hidden: said("hidden").is_some(),
    }
}

/// Whether a link is to rules that lie elsewhere.
fn is_sheet(rel: &str) -> bool {
    rel.to_ascii_lowercase().contains("stylesheet")
}

/// Whether a property of the page holds words about it.
fn is_said_about(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["description", "keywords", "abstract", "subject"].contains(&name.as_str())
}

/// How the content of an element is to be split: that of scripts and the like has no tags.
fn raw(name: &str) -> TokenSinkResult<()> {
    match name {
        "script" => TokenSinkResult::RawData(RawKind::ScriptData),
        "style" | "xmp" | "iframe" | "noembed" | "noframes" => TokenSinkResult::RawData(RawKind::Rawtext),
        "title" | "textarea" => TokenSinkResult::RawData(RawKind::Rcdata),
        "plaintext" => TokenSinkResult::Plaintext,
        _ => TokenSinkResult::Continue,
    }
}

#[cfg(test)]
mod tests;
