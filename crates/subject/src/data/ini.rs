//! Sections of keys with values of one or more lines, as `setup.cfg` and `tox.ini` have them. Total: what is no
//! section and no key is passed over.

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// Its name, without brackets.
    pub name: String,
    pub line: u32,
    /// Its keys, in order.
    pub items: Vec<Item>,
}

/// A key with its value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Item {
    /// The key, trimmed.
    pub key: String,
    /// The lines of its value that are neither blank nor comments, trimmed, each with its number.
    pub lines: Vec<(u32, String)>,
}

impl Section {
    /// The lines of a key's value.
    pub fn lines(&self, key: &str) -> &[(u32, String)] {
        let item = self.items.iter().find(|item| item.key == key);
        item.map_or(&[], |item| &item.lines)
    }

    /// The first line of a key's value.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.lines(key).first().map(|(_, text)| text.as_str())
    }
}

/// Reads a text.
pub fn read(text: &str) -> Vec<Section> {
    let mut sections = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with(['#', ';']) {
            continue;
        }
        let is_indented = line.starts_with([' ', '\t']);
        if let (false, Some(name)) = (is_indented, header(trimmed)) {
            sections.push(Section {
                name: name.to_owned(),
                line: number,
                items: Vec::new(),
            });
        } else if let Some(section) = sections.last_mut() {
            take(section, number, trimmed, is_indented);
        }
    }
    sections
}

fn header(line: &str) -> Option<&str> {
    line.strip_prefix('[')?.strip_suffix(']').map(str::trim)
}

fn take(section: &mut Section, number: u32, line: &str, is_indented: bool) {
    if is_indented && let Some(item) = section.items.last_mut() {
        item.lines.push((number, line.to_owned()));
        return;
    }
    let Some(at) = line.find(['=', ':']) else { return };
    let value = line[at + 1..].trim();
    let lines = (!value.is_empty()).then(|| (number, value.to_owned()));
    section.items.push(Item {
        key: line[..at].trim().to_owned(),
        lines: lines.into_iter().collect(),
    });
}
