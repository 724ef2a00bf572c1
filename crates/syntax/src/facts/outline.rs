//! Facts as text, a fact a line.

use super::{Body, Danger, Data, Facts, Function, Import, Lapse, Mock, Type};
use std::fmt::{self, Write as _};

impl Facts {
    /// Everything as text, a fact a line: for tests and for people who wonder.
    #[must_use]
    pub fn outline(&self) -> String {
        let mut out = String::new();
        for line in self.about().into_iter().chain(self.rows()) {
            let _ = writeln!(out, "{line}");
        }
        out
    }

    fn about(&self) -> Vec<String> {
        let unread = self.unread.as_ref().map(|why| format!("unread: {why}"));
        let entry = self.is_entry.then(|| "entry".to_owned());
        let generated = self.is_generated.then(|| "generated".to_owned());
        [generated, unread, entry].into_iter().flatten().collect()
    }

    fn rows(&self) -> Vec<String> {
        let mut rows: Vec<(u32, String)> = Vec::new();
        rows.extend(self.imports.iter().map(|one| (one.line, one.to_string())));
        rows.extend(self.types.iter().map(|one| (one.line, one.to_string())));
        rows.extend(self.functions.iter().map(|one| (one.first, one.to_string())));
        rows.extend(self.dangers.iter().map(|one| (one.line, one.to_string())));
        rows.extend(self.lapses.iter().map(|one| (one.line, one.to_string())));
        rows.extend(self.mocks.iter().map(|one| (one.first, one.to_string())));
        rows.sort_by_key(|(line, _)| *line);
        rows.into_iter()
            .map(|(line, text)| format!("{line} {text}"))
            .collect()
    }
}

/// The word of a variant, as it is stored.
fn word(value: &impl fmt::Debug) -> String {
    format!("{value:?}").to_lowercase()
}

impl fmt::Display for Import {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "import {} {}", word(&self.how), self.what)?;
        if self.names.is_empty() {
            Ok(())
        } else {
            write!(f, " ({})", self.names.join(", "))
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let public = if self.is_public { "public " } else { "" };
        let documented = if self.is_documented { " documented" } else { "" };
        write!(f, "type {public}{}{documented}", self.name)
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let owner = self
            .owner
            .as_ref()
            .map(|owner| format!("{owner}."))
            .unwrap_or_default();
        let public = if self.is_public { "public " } else { "" };
        write!(
            f,
            "function {public}{owner}{} to {} {}",
            self.name,
            self.last,
            word(&self.role)
        )?;
        write!(f, " typed {}/{}", self.typed, self.params)?;
        let marks = [
            (self.returns_type, " returns"),
            (self.is_documented, " documented"),
        ];
        for (_, mark) in marks.into_iter().filter(|(is_so, _)| *is_so) {
            f.write_str(mark)?;
        }
        write!(f, " branches {}", self.branches)?;
        if self.assertions > 0 {
            write!(f, " asserts {}", self.assertions)?;
        }
        match &self.body {
            Body::Real => Ok(()),
            Body::Declared => f.write_str(" declared"),
            Body::Empty => f.write_str(" empty"),
            Body::Unwritten(how) => write!(f, " unwritten: {how}"),
            Body::Constant(what) => write!(f, " constant: {what}"),
        }
    }
}

impl fmt::Display for Danger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "danger {} {} ", word(&self.kind), self.callee)?;
        match &self.data {
            Data::Fixed => f.write_str("fixed"),
            Data::Unknown => f.write_str("unknown"),
            Data::Given { taken, .. } => {
                let names: Vec<&str> = taken.iter().map(|taken| taken.name.as_str()).collect();
                write!(f, "given as {}", names.join(", "))
            }
            Data::Input { line, way, .. } => write!(f, "input from {line}: {way}"),
        }
    }
}

impl fmt::Display for Mock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "mock {} in {}", self.unit, self.test)
    }
}

impl fmt::Display for Lapse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "lapse {}: {}", word(&self.kind), self.text)
    }
}
