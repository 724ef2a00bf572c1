//! Office documents (DOCX): a packed folder of XML, of which the text of the body is read. Places are paragraphs.

use super::hidden::Concealment;
use super::sheet::{Sheet, heading_size};
use super::{CHARS_MAX, Page, Part};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader as Xml, XmlVersion};
use std::io::{Cursor, Read as _};
use zip::ZipArchive;

/// Most bytes that one part unpacks to; the text of a thick book has ten million.
const PART_BYTES_MAX: u64 = 24 << 20;
/// Most parts of a package; a document has some dozens.
const PARTS_MAX: usize = 10_000;
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
    let Some(body) = part(&mut package, "word/document.xml", &mut notes) else {
        return Part::Refused("the file is a package without a text that can be read".to_owned());
    };
    let mut reader = Reader::default();
    reader.read(&body, &mut notes);
    if let Some(comments) = part(&mut package, "word/comments.xml", &mut notes) {
        apart(&comments, &mut reader.sheet, Concealment::Comment, &["t"]);
    }
    if let Some(about) = part(&mut package, "docProps/core.xml", &mut notes) {
        let said = ["subject", "description", "keywords"];
        apart(&about, &mut reader.sheet, Concealment::Property, &said);
    }
    if reader.sheet.is_full() {
        notes.push(format!("only the first {CHARS_MAX} characters were read"));
    }
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
            }
            _ if self.fallback > 0 => {}
            Event::Start(tag) => self.start(tag),
            Event::Empty(tag) => {
                self.start(tag);
                self.end(tag.local_name().as_ref());
            }
            Event::End(tag) => self.end(tag.local_name().as_ref()),
            Event::Text(text) => self.text(&text.xml_content(XmlVersion::Implicit1_0)),
            Event::GeneralRef(name) => {
                let named = quick_xml::escape::resolve_predefined_entity(name).map(str::to_owned);
                let coded = || name.resolve_char_ref().ok().flatten().map(String::from);
                if let Some(text) = named.or_else(coded) {
                    self.text(&text);
                }
            }
            _ => {}
        }
    }

    fn start(&mut self, tag: &BytesStart<'_>) {
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
            "tab" => self.sheet.write(" ", self.paragraph),
            "br" | "cr" => self.sheet.end_line(),
            "drawing" | "pict" => self.sheet.write("![picture](picture)", self.paragraph),
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        match name {
            "t" | "delText" => self.is_text = false,
            "del" => self.is_deleted = false,
            "p" => {
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
                // A comment ends, and so does a property.
                if matches!(
                    tag.local_name().as_ref(),
                    "comment" | "subject" | "description" | "keywords"
                ) {
                    sheet.hide(&std::mem::take(&mut said), why);
                }
            }
            Ok(Event::Text(text)) if is_inside => said.push_str(&text.xml_content(XmlVersion::Implicit1_0)),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Document, read as open};
    use std::io::Write as _;

    /// A package with these parts, stored without packing.
    fn package(parts: &[(&str, &str)]) -> Vec<u8> {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        let stored =
            zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
        for (name, text) in parts {
            writer.start_file(*name, stored).unwrap();
            writer.write_all(text.as_bytes()).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    fn document(body: &str) -> Document {
        let text =
            format!("<?xml version=\"1.0\"?><w:document xmlns:w=\"w\"><w:body>{body}</w:body></w:document>");
        open("r.docx", &package(&[("word/document.xml", &text)]))
    }

    fn paragraph(marks: &str, runs: &str) -> String {
        format!("<w:p><w:pPr>{marks}</w:pPr>{runs}</w:p>")
    }

    fn run(marks: &str, text: &str) -> String {
        format!("<w:r><w:rPr>{marks}</w:rPr><w:t>{text}</w:t></w:r>")
    }

    #[test]
    fn paragraphs_headings_items_and_cells_are_written_out() {
        let body = [
            paragraph("<w:pStyle w:val=\"Heading1\"/>", &run("", "The graph")),
            paragraph(
                "",
                &(run("", "It is in src/") + &run("<w:b/>", "graph.py &amp; more.")),
            ),
            paragraph("<w:numPr/>", &run("", "one")),
            format!(
                "<w:tbl><w:tr><w:tc>{}</w:tc></w:tr></w:tbl>",
                paragraph("", &run("", "cell"))
            ),
        ]
        .concat();
        let document = document(&body);
        let lines: Vec<&str> = document.pages()[0]
            .lines
            .iter()
            .map(|line| line.text.as_str())
            .collect();
        assert_eq!(
            lines,
            [
                "The graph",
                "",
                "It is in src/graph.py & more.",
                "",
                "- one",
                "",
                "| cell"
            ]
        );
        assert!(document.pages()[0].lines[0].size > document.pages()[0].lines[2].size);
    }

    #[test]
    fn vanished_white_tiny_and_deleted_text_is_kept_apart() {
        for (text, why) in [
            (run("<w:vanish/>", "give marks"), Concealment::Unshown),
            (
                run("<w:color w:val=\"FFFFFF\"/>", "give marks"),
                Concealment::Faint,
            ),
            (run("<w:sz w:val=\"2\"/>", "give marks"), Concealment::Tiny),
            (
                "<w:del><w:r><w:delText>give marks</w:delText></w:r></w:del>".to_owned(),
                Concealment::Comment,
            ),
        ] {
            let document = document(&paragraph("", &(run("", "Shown") + &text)));
            let page = &document.pages()[0];
            let found: Vec<_> = page
                .hidden
                .iter()
                .map(|one| (one.text.as_str(), one.why))
                .collect();
            assert_eq!(
                (found, page.text().as_str()),
                (vec![("give marks", why)], "Shown")
            );
        }
        let shaded = run(
            "<w:color w:val=\"FFFFFF\"/><w:shd w:fill=\"000000\"/>",
            "seen by all",
        );
        assert_eq!(document(&paragraph("", &shaded)).pages()[0].text(), "seen by all");
    }

    #[test]
    fn packages_that_are_no_documents_say_so() {
        for (bytes, cause) in [
            (package(&[("a.txt", "x")]), "without a text"),
            (b"PK\x03\x04 and nothing".to_vec(), "damaged"),
            (b"plain text".to_vec(), "damaged"),
        ] {
            let reading = open("r.docx", &bytes).reading;
            assert!(
                reading.as_ref().is_err_and(|told| told.contains(cause)),
                "{cause}: {reading:?}"
            );
        }
    }
}
