//! JSON text that shows no reader, terminal or page anything it would obey or overlook: such characters are
//! written as escapes, which loses nothing.

use court::visible::is_unseen;
use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter, Serializer};
use std::io::{Result, Write};

struct Guarded<'a>(PrettyFormatter<'a>);

impl Formatter for Guarded<'_> {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> Result<()> {
        let mut units = [0; 2];
        let mut rest = fragment;
        while let Some((at, unseen)) = rest.char_indices().find(|(_, character)| is_unseen(*character)) {
            out.write_all(&rest.as_bytes()[..at])?;
            for unit in unseen.encode_utf16(&mut units) {
                write!(out, "\\u{unit:04x}")?;
            }
            rest = &rest[at + unseen.len_utf8()..];
        }
        out.write_all(rest.as_bytes())
    }

    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        self.0.begin_array(out)
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        self.0.end_array(out)
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> Result<()> {
        self.0.begin_array_value(out, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        self.0.end_array_value(out)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        self.0.begin_object(out)
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        self.0.end_object(out)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> Result<()> {
        self.0.begin_object_key(out, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        self.0.begin_object_value(out)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        self.0.end_object_value(out)
    }
}

/// Indented text with a line end at its end.
#[must_use]
pub fn to_text<T: Serialize>(value: &T) -> String {
    let mut bytes = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut bytes, Guarded(PrettyFormatter::new()));
    value
        .serialize(&mut serializer)
        .expect("structs with text keys are JSON, and writing to memory cannot fail");
    bytes.push(b'\n');
    String::from_utf8(bytes).expect("the serializer writes UTF-8 and escapes are ASCII")
}
