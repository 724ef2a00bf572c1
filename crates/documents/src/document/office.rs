//! Office documents (DOCX): a packed folder of XML, of which the text of the body is read. Places are paragraphs.

use super::apart::Spot;
use super::hidden::Concealment;
use super::sheet::{Sheet, heading_size};
use super::{CHARS_MAX, Page, Part, tagged};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader as Xml, XmlVersion};
use std::io::{Cursor, Read as _};
use wordlist::array;
use zip::ZipArchive;

/// Most bytes that one part unpacks to; the text of a thick book has ten million.
const PART_BYTES_MAX: u64 = 24 << 20;
/// Most parts of a package; a document has some dozens.
const PARTS_MAX: usize = 10_000;
/// The part that holds the text.
const BODY: &str = "word/document.xml";
/// The part that holds what was remarked on it.
const COMMENTS: &str = "word/comments.xml";
/// The part that says what the file is.
const PROPERTIES: &str = "docProps/core.xml";
/// What of that is told with what is hidden.
const TOLD: [&str; 3] = ["subject", "description", "keywords"];
/// Elements so common, and so poor in words, that their attributes are not looked at.
const WORDLESS: [&str; 12] = array("r rPr p pPr t rFonts sz szCs color spacing ind lang");
/// Type of this size and below cannot be read, in half points.
const TINY_MAX: u32 = 2;

pub(super) fn is_package(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04")
}

pub(super) fn read(bytes: &[u8], give: &mut dyn FnMut(Page)) -> Part {
    let package = ZipArchive::new(Cursor::new(bytes));
    let Ok(mut package) = package else {
        return Part::Refused("the file is no office document, or a damaged one".to_owned());
    };
    if package.len() > PARTS_MAX {
        return Part::Refused("the file is a package of more parts than a document has".to_owned());
    }
    let mut notes = Vec::new();
    let Some(body) = part(&mut package, BODY, &mut notes) else {
        return Part::Refused("the file is a package without a text that can be read".to_owned());
    };
    let mut reader = Reader::default();
    reader.read(&body, &mut notes);
    if let Some(comments) = part(&mut package, COMMENTS, &mut notes) {
        apart(&comments, &mut reader.sheet, Concealment::Comment, &["t"]);
    }
    if let Some(about) = part(&mut package, PROPERTIES, &mut notes) {
        apart(&about, &mut reader.sheet, Concealment::Property, &TOLD);
    }
    parts::read(&mut package, &mut reader.sheet);
    notes.extend(reader.sheet.left_out());
    give(reader.sheet.finish(false));
    Part::End { notes }
}

/// The text of a part, as far as it is not larger than any document's.
fn part(package: &mut ZipArchive<Cursor<&[u8]>>, name: &str, notes: &mut Vec<String>) -> Option<String> {
    let file = package.by_name(name).ok()?;
    let mut bytes = Vec::new();
    let read = file.take(PART_BYTES_MAX).read_to_end(&mut bytes);
    if read.is_err() {
        notes.push(format!("{name} is damaged: what follows was not read"));
    } else if u64::try_from(bytes.len()).is_ok_and(|length| length >= PART_BYTES_MAX) {
        notes.push(format!(
            "only the first {} MiB of {name} were read",
            PART_BYTES_MAX >> 20
        ));
    }
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// How the letters of a run look.
#[derive(Clone, Copy, Debug, Default)]
struct Look {
    is_vanished: bool,
    is_white: bool,
    is_shaded: bool,
    is_tiny: bool,
}

impl Look {
    fn why(self) -> Option<Concealment> {
        if self.is_vanished {
            Some(Concealment::Unshown)
        } else if self.is_tiny {
            Some(Concealment::Tiny)
        } else {
            (self.is_white && !self.is_shaded).then_some(Concealment::Faint)
        }
    }
}

#[derive(Default)]
struct Reader {
    sheet: Sheet,
    look: Look,
    /// Paragraphs so far.
    paragraph: u32,
    is_text: bool,
    is_deleted: bool,
    /// Whether the paragraph, cell or table is shaded, so that white letters are seen.
    is_shaded: bool,
    /// Depth of what repeats for old programs what stands before it.
    fallback: usize,
    /// What that says.
    repeated: String,
    /// Whether the code of a field is open.
    is_code: bool,
    /// The code of the fields of the paragraph.
    code: String,
    hidden: Option<(Concealment, String)>,
}

impl Reader {
    fn read(&mut self, xml: &str, notes: &mut Vec<String>) {
        let mut source = Xml::from_str(xml);
        source.config_mut().check_end_names = false;
        while !self.sheet.is_full() {
            match source.read_event() {
                Ok(Event::Eof) => break,
                Ok(event) => self.take(&event),
                Err(_) => {
                    notes.push("the text is damaged: what follows was not read".to_owned());
                    break;
                }
            }
        }
        self.finish_hidden();
    }

    fn take(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(tag) if tag.local_name().as_ref() == "Fallback" => self.fallback += 1,
            Event::End(tag) if tag.local_name().as_ref() == "Fallback" => {
                self.fallback = self.fallback.saturating_sub(1);
                let repeated = std::mem::take(&mut self.repeated);
                self.sheet.set_apart(&repeated, Spot::Part);
            }
            _ if self.fallback > 0 => self.repeat(event),
            Event::Start(tag) => self.start(tag),
            Event::Empty(tag) => {
                self.start(tag);
                self.end(tag.local_name().as_ref());
            }
            Event::End(tag) => self.end(tag.local_name().as_ref()),
            Event::Text(text) => self.text(&text.xml_content(XmlVersion::Implicit1_0)),
            Event::GeneralRef(name) => {
                if let Some(text) = tagged::referred(name) {
                    self.text(&text);
                }
            }
            _ => {}
        }
    }

    /// Keeps apart what is there for old programs.
    fn repeat(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(tag) | Event::Empty(tag) => self.attributes(tag),
            Event::Text(text) if self.repeated.len() <= CHARS_MAX => {
                self.repeated.push_str(&text.xml_content(XmlVersion::Implicit1_0));
            }
            Event::End(tag) if tag.local_name().as_ref() == "p" => self.repeated.push('\n'),
            _ => {}
        }
    }

    /// Keeps apart what attributes say: of pictures, links and fields.
    fn attributes(&mut self, tag: &BytesStart<'_>) {
        let name = tag.local_name();
        let name = name.as_ref();
        if WORDLESS.contains(&name) {
            return;
        }
        let spot = match name {
            "docPr" | "cNvPr" | "shape" | "imagedata" => Spot::Alternative,
            "fldSimple" => Spot::FieldCode,
            _ => Spot::Markup,
        };
        let sheet = &mut self.sheet;
        tagged::attributes(tag, &mut |_, text| sheet.set_apart(text, spot));
    }

    fn start(&mut self, tag: &BytesStart<'_>) {
        self.attributes(tag);
        let is_on = || !matches!(value(tag).as_deref(), Some("0" | "false" | "none"));
        match tag.local_name().as_ref() {
            "p" => {
                self.paragraph += 1;
                self.is_shaded = false;
            }
            "pStyle" => self.style(&value(tag).unwrap_or_default()),
            "numPr" => self.sheet.write("- ", self.paragraph),
            "tr" => self.sheet.end_block(),
            "tc" => self.sheet.write("| ", self.paragraph),
            "r" => {
                self.look = Look {
                    is_shaded: self.is_shaded,
                    ..Look::default()
                }
            }
            "vanish" | "webHidden" => self.look.is_vanished = is_on(),
            "color" => self.look.is_white = is_white(&value(tag).unwrap_or_default()),
            "shd" | "highlight" => {
                self.look.is_shaded = true;
                self.is_shaded = true;
            }
            "sz" => {
                self.look.is_tiny = value(tag)
                    .and_then(|size| size.parse().ok())
                    .is_some_and(|size: u32| size <= TINY_MAX)
            }
            "del" => self.is_deleted = true,
            "t" | "delText" => self.is_text = true,
            "instrText" | "delInstrText" => self.is_code = true,
            "tab" => self.sheet.write(" ", self.paragraph),
            "br" | "cr" => self.sheet.end_line(),
            "drawing" | "pict" => self.sheet.write("![picture](picture)", self.paragraph),
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        match name {
            "t" | "delText" => self.is_text = false,
            "instrText" | "delInstrText" => self.is_code = false,
            "del" => self.is_deleted = false,
            "p" => {
                let code = std::mem::take(&mut self.code);
                self.sheet.set_apart(&code, Spot::FieldCode);
                self.sheet.end_block();
                (self.sheet.size, self.sheet.is_literal) = (0, false);
                self.sheet.is_quoted = false;
            }
            _ => {}
        }
    }

    fn style(&mut self, style: &str) {
        let style = style.to_lowercase();
        let level = style
            .strip_prefix("heading")
            .map(|level| level.parse().unwrap_or(1));
        let level = level
            .or((style == "title").then_some(1))
            .or((style == "subtitle").then_some(2));
        self.sheet.size = level.map_or(0, heading_size);
        self.sheet.is_quoted = style.contains("quot");
        self.sheet.is_literal = ["sourcecode", "code", "htmlpreformatted", "verbatim"]
            .iter()
            .any(|name| style.contains(name));
    }

    fn text(&mut self, text: &str) {
        if self.is_code && self.code.len() <= CHARS_MAX {
            self.code.push_str(text);
        }
        if !self.is_text {
            return;
        }
        let why = if self.is_deleted {
            Some(Concealment::Comment)
        } else {
            self.look.why()
        };
        match (why, &mut self.hidden) {
            (None, _) => {
                self.finish_hidden();
                self.sheet.write(text, self.paragraph);
            }
            (Some(why), Some((last, said))) if *last == why => said.push_str(text),
            (Some(why), _) => {
                self.finish_hidden();
                self.hidden = Some((why, text.to_owned()));
            }
        }
    }

    fn finish_hidden(&mut self) {
        if let Some((why, said)) = self.hidden.take() {
            self.sheet.hide(&said, why);
        }
    }
}

/// What stands in the named elements of another part, kept apart.
fn apart(xml: &str, sheet: &mut Sheet, why: Concealment, names: &[&str]) {
    let mut source = Xml::from_str(xml);
    source.config_mut().check_end_names = false;
    let (mut is_inside, mut said) = (false, String::new());
    loop {
        match source.read_event() {
            Ok(Event::Start(tag)) => is_inside = names.contains(&tag.local_name().as_ref()),
            Ok(Event::End(tag)) => {
                is_inside = false;
                match tag.local_name().as_ref() {
                    // A comment ends, and so does a property.
                    "comment" | "subject" | "description" | "keywords" => {
                        sheet.hide(&std::mem::take(&mut said), why);
                    }
                    "p" => said.push(' '),
                    _ => {}
                }
            }
            Ok(Event::Text(text)) if is_inside => said.push_str(&text.xml_content(XmlVersion::Implicit1_0)),
            Ok(Event::GeneralRef(name)) if is_inside => said.extend(tagged::referred(&name)),
            Ok(Event::Eof) | Err(_) => break,
            Ok(_) => {}
        }
    }
}

/// The attribute that nearly all marks of the format have.
fn value(tag: &BytesStart<'_>) -> Option<String> {
    let mut attributes = tag.attributes();
    let mut all = attributes.with_checks(false).flatten();
    let found = all.find(|attribute| attribute.key.local_name().as_ref() == "val");
    found.map(|attribute| attribute.value.into_owned())
}

fn is_white(colour: &str) -> bool {
    let channels: Option<Vec<u8>> = (0..3)
        .map(|at| u8::from_str_radix(colour.get(2 * at..2 * at + 2)?, 16).ok())
        .collect();
    colour.len() == 6 && channels.is_some_and(|channels| channels.iter().all(|channel| *channel >= 0xf0))
}

mod parts;
#[cfg(test)]
mod tests;
