//! XML as elements with lines; only what project files use: names without prefixes, text, no attributes.

use super::{DEPTH_MAX, Unreadable, VALUES_MAX, admit, line_of};
use quick_xml::events::Event;
use quick_xml::{Reader, XmlVersion};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Element {
    /// Its name without a prefix.
    pub name: String,
    /// The line where it starts.
    pub line: u32,
    /// Its own text, trimmed.
    pub text: String,
    /// The elements in it.
    pub children: Vec<Self>,
}

impl Element {
    /// The first child of a name.
    pub fn child(&self, name: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.name == name)
    }

    /// The element at the end of a row of names.
    pub fn at(&self, names: &[&str]) -> Option<&Self> {
        names.iter().try_fold(self, |element, name| element.child(name))
    }

    /// The children of the element at the end of a row of names.
    pub fn children_at(&self, names: &[&str]) -> &[Self] {
        self.at(names).map_or(&[], |element| &element.children)
    }

    /// The text of a child; `None` where it is empty.
    pub fn text_of(&self, name: &str) -> Option<&str> {
        let text = self.child(name)?.text.as_str();
        (!text.is_empty()).then_some(text)
    }
}

/// Reads the root element.
pub fn read(text: &str) -> Result<Element, Unreadable> {
    let text = admit(text)?;
    let mut reader = Reader::from_str(text);
    // The element at the bottom holds the root.
    let mut open = vec![Element::default()];
    let mut count = 0;
    let mut line = 1;
    let mut counted = 0;
    loop {
        let at = usize::try_from(reader.buffer_position())
            .unwrap_or(usize::MAX)
            .min(text.len());
        line += line_of(&text[counted..at], at - counted) - 1;
        counted = at;
        match reader.read_event() {
            Ok(Event::Eof) => break,
            Ok(event) => take(&event, &mut open, line),
            Err(error) => return Err(Unreadable::new(line, error.to_string())),
        }
        count += 1;
        if count > VALUES_MAX || open.len() > DEPTH_MAX {
            return Err(Unreadable::new(line, "nested too deep or too many elements"));
        }
    }
    while open.len() > 1 {
        close(&mut open);
    }
    let root = open.pop().and_then(|bottom| bottom.children.into_iter().next());
    root.ok_or_else(|| Unreadable::new(1, "no element"))
}

fn take(event: &Event<'_>, open: &mut Vec<Element>, line: u32) {
    match event {
        Event::Start(tag) => open.push(element(tag.local_name().as_ref(), line)),
        Event::Empty(tag) => {
            open.push(element(tag.local_name().as_ref(), line));
            close(open);
        }
        Event::End(_) => close(open),
        Event::Text(text) => add(open, &text.xml_content(XmlVersion::Implicit1_0)),
        Event::CData(text) => add(open, text.as_ref()),
        _ => {}
    }
}

fn element(name: &str, line: u32) -> Element {
    Element {
        name: name.to_owned(),
        line,
        ..Element::default()
    }
}

fn add(open: &mut [Element], text: &str) {
    if let Some(top) = open.last_mut() {
        top.text.push_str(text.trim());
    }
}

fn close(open: &mut Vec<Element>) {
    if open.len() < 2 {
        return;
    }
    if let Some(done) = open.pop()
        && let Some(parent) = open.last_mut()
    {
        parent.children.push(done);
    }
}
