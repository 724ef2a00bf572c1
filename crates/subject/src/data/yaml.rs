//! YAML with lines: aliases are expanded within the limit of values, merge keys are merged, tags are dropped.

use super::{DEPTH_MAX, Entry, Node, Unreadable, VALUES_MAX, Value, admit};
use serde_saphyr::granit_parser::{Event, Parser, ScalarStyle, Span, StrInput};
use std::collections::BTreeMap;

/// Reads the first document of a text.
pub fn read(text: &str) -> Result<Node, Unreadable> {
    let mut reader = Reader {
        parser: Parser::new_from_str(admit(text)?),
        anchors: BTreeMap::new(),
        values: 0,
        line: 1,
    };
    loop {
        match reader.next()? {
            (Event::StreamStart | Event::DocumentStart(..), _) => {}
            (Event::StreamEnd | Event::DocumentEnd, _) => {
                return Ok(Node {
                    line: 1,
                    value: Value::Null,
                });
            }
            (event, span) => return reader.node(event, span, 0),
        }
    }
}

struct Reader<'a> {
    parser: Parser<'a, StrInput<'a>>,
    anchors: BTreeMap<usize, (Node, usize)>,
    values: usize,
    line: u32,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Result<(Event<'a>, Span), Unreadable> {
        match self.parser.next_event() {
            Some(Ok((event, span))) => {
                self.line = line(span);
                if matches!(event, Event::Comment(..)) {
                    return self.past_comments();
                }
                Ok((event, span))
            }
            Some(Err(error)) => {
                let line = u32::try_from(error.marker().line()).unwrap_or(u32::MAX);
                Err(Unreadable::new(line, error.info()))
            }
            None => Err(Unreadable::new(self.line, "it does not end")),
        }
    }

    fn past_comments(&mut self) -> Result<(Event<'a>, Span), Unreadable> {
        loop {
            match self.parser.next_event() {
                Some(Ok((Event::Comment(..), _))) => {}
                Some(Ok(pair)) => return Ok(pair),
                Some(Err(error)) => return Err(Unreadable::new(self.line, error.info())),
                None => return Err(Unreadable::new(self.line, "it does not end")),
            }
        }
    }

    fn node(&mut self, event: Event<'a>, span: Span, depth: usize) -> Result<Node, Unreadable> {
        self.values += 1;
        if depth > DEPTH_MAX || self.values > VALUES_MAX {
            return Err(Unreadable::new(line(span), "nested too deep or too many values"));
        }
        let before = self.values;
        let (anchor, value, line) = match event {
            Event::Scalar(text, style, anchor, _) => (anchor, scalar(&text, style), line(span)),
            Event::SequenceStart(_, anchor, _) => (anchor, self.list(depth)?, line(span)),
            Event::MappingStart(_, anchor, _) => (anchor, self.map(depth)?, line(span)),
            Event::Alias(anchor) => return self.alias(anchor),
            _ => (0, Value::Null, line(span)),
        };
        let node = Node { line, value };
        if anchor != 0 {
            self.anchors
                .insert(anchor, (node.clone(), self.values - before + 1));
        }
        Ok(node)
    }

    /// What the alias stands for, counted as if it stood here.
    fn alias(&mut self, anchor: usize) -> Result<Node, Unreadable> {
        let (node, size) = self
            .anchors
            .get(&anchor)
            .ok_or_else(|| Unreadable::new(self.line, "an alias of itself"))?;
        self.values += size;
        if self.values > VALUES_MAX {
            return Err(Unreadable::new(self.line, "too many values by aliases"));
        }
        Ok(node.clone())
    }

    fn list(&mut self, depth: usize) -> Result<Value, Unreadable> {
        let mut items = Vec::new();
        loop {
            match self.next()? {
                (Event::SequenceEnd, _) => return Ok(Value::List(items)),
                (event, span) => items.push(self.node(event, span, depth + 1)?),
            }
        }
    }

    fn map(&mut self, depth: usize) -> Result<Value, Unreadable> {
        let mut entries = Vec::new();
        let mut merged = Vec::new();
        loop {
            let (event, span) = self.next()?;
            if matches!(event, Event::MappingEnd) {
                break;
            }
            let key = self.node(event, span, depth + 1)?;
            let (event, span) = self.next()?;
            let node = self.node(event, span, depth + 1)?;
            let line = key.line;
            let key = key.scalar().unwrap_or_default().to_owned();
            if key == "<<" {
                merged.push(node);
            } else {
                entries.push(Entry { key, line, node });
            }
        }
        for source in &merged {
            merge(&mut entries, source);
        }
        Ok(Value::Map(entries))
    }
}

/// Adds what the map, or the maps of the list, have and the entries lack.
fn merge(entries: &mut Vec<Entry>, source: &Node) {
    let maps = std::iter::once(source).chain(source.items());
    for entry in maps.flat_map(Node::entries) {
        if entries.iter().all(|own| own.key != entry.key) {
            entries.push(entry.clone());
        }
    }
}

fn line(span: Span) -> u32 {
    u32::try_from(span.start.line()).unwrap_or(u32::MAX)
}

/// Plain scalars are typed as YAML 1.2 says, except that `on` and `yes` stay text.
fn scalar(text: &str, style: ScalarStyle) -> Value {
    if style != ScalarStyle::Plain {
        return Value::Text(text.to_owned());
    }
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        _ if text.parse::<f64>().is_ok() && text.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
            Value::Number(text.to_owned())
        }
        _ => Value::Text(text.to_owned()),
    }
}
