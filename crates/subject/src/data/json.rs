//! JSON with lines; comments and trailing commas are let pass, as the tools do that read these files.

use super::{DEPTH_MAX, Entry, Node, Unreadable, VALUES_MAX, Value, admit};

/// Reads a text.
pub fn read(text: &str) -> Result<Node, Unreadable> {
    let mut reader = Reader {
        bytes: admit(text)?.as_bytes(),
        at: 0,
        line: 1,
        values: 0,
    };
    let node = reader.value(0)?;
    reader.blank();
    match reader.peek() {
        None => Ok(node),
        Some(_) => Err(reader.wrong("more text after the end")),
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u32,
    values: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        self.line += u32::from(byte == b'\n');
        Some(byte)
    }

    fn wrong(&self, why: &str) -> Unreadable {
        Unreadable::new(self.line, why)
    }

    /// Passes over white space and comments.
    fn blank(&mut self) {
        while let Some(byte) = self.peek() {
            let rest = &self.bytes[self.at..];
            if rest.starts_with(b"//") {
                while self.peek().is_some_and(|byte| byte != b'\n') {
                    self.next();
                }
            } else if rest.starts_with(b"/*") {
                let end = rest.windows(2).skip(2).position(|two| two == b"*/");
                for _ in 0..end.map_or(rest.len(), |end| end + 4) {
                    self.next();
                }
            } else if byte.is_ascii_whitespace() {
                self.next();
            } else {
                break;
            }
        }
    }

    fn value(&mut self, depth: usize) -> Result<Node, Unreadable> {
        self.values += 1;
        if depth > DEPTH_MAX || self.values > VALUES_MAX {
            return Err(self.wrong("nested too deep or too many values"));
        }
        self.blank();
        let line = self.line;
        let value = match self.peek() {
            Some(b'{') => self.map(depth)?,
            Some(b'[') => self.list(depth)?,
            Some(b'"') => Value::Text(self.text()?),
            Some(_) => self.word()?,
            None => return Err(self.wrong("a value is missing")),
        };
        Ok(Node { line, value })
    }

    fn map(&mut self, depth: usize) -> Result<Value, Unreadable> {
        self.next();
        let mut entries = Vec::new();
        while !self.closes(b'}')? {
            let line = self.line;
            if self.peek() != Some(b'"') {
                return Err(self.wrong("a key is missing"));
            }
            let key = self.text()?;
            self.blank();
            if self.next() != Some(b':') {
                return Err(self.wrong("a colon is missing"));
            }
            let node = self.value(depth + 1)?;
            entries.push(Entry { key, line, node });
        }
        Ok(Value::Map(entries))
    }

    fn list(&mut self, depth: usize) -> Result<Value, Unreadable> {
        self.next();
        let mut items = Vec::new();
        while !self.closes(b']')? {
            items.push(self.value(depth + 1)?);
        }
        Ok(Value::List(items))
    }

    /// Whether the list or map ends here; passes over the comma before the next member.
    fn closes(&mut self, end: u8) -> Result<bool, Unreadable> {
        self.blank();
        if self.peek() == Some(b',') {
            self.next();
            self.blank();
        }
        match self.peek() {
            None => Err(self.wrong("it does not end")),
            Some(byte) if byte == end => {
                self.next();
                Ok(true)
            }
            Some(_) => Ok(false),
        }
    }

    fn word(&mut self) -> Result<Value, Unreadable> {
        let start = self.at;
        while self
            .peek()
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.'))
        {
            self.at += 1;
        }
        match &self.bytes[start..self.at] {
            b"null" => Ok(Value::Null),
            b"true" => Ok(Value::Bool(true)),
            b"false" => Ok(Value::Bool(false)),
            word if word
                .first()
                .is_some_and(|byte| byte.is_ascii_digit() || *byte == b'-') =>
            {
                Ok(Value::Number(String::from_utf8_lossy(word).into_owned()))
            }
            _ => Err(self.wrong("not a value")),
        }
    }

    fn text(&mut self) -> Result<String, Unreadable> {
        self.next();
        let mut bytes = Vec::new();
        loop {
            match self.next() {
                None => return Err(self.wrong("a text does not end")),
                Some(b'"') => break,
                Some(b'\\') => self.escape(&mut bytes),
                Some(byte) => bytes.push(byte),
            }
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn escape(&mut self, bytes: &mut Vec<u8>) {
        match self.next() {
            Some(b'n') => bytes.push(b'\n'),
            Some(b't') => bytes.push(b'\t'),
            Some(b'r') => bytes.push(b'\r'),
            Some(b'b' | b'f') => bytes.push(b' '),
            Some(b'u') => {
                let digits = self.bytes.get(self.at..self.at + 4).unwrap_or_default();
                let digits = std::str::from_utf8(digits).unwrap_or_default();
                let code = u32::from_str_radix(digits, 16).ok();
                // Halves of surrogate pairs stand in no name that is compared here.
                let letter = code.and_then(char::from_u32).unwrap_or('\u{fffd}');
                bytes.extend(letter.to_string().as_bytes());
                self.at += digits.len();
            }
            Some(byte) => bytes.push(byte),
            None => {}
        }
    }
}
