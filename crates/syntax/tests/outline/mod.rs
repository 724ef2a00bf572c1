//! Facts as text, a fact a line: for tests and for people who wonder.

use std::fmt::{self, Display, Write as _};
use syntax::facts::{Body, Danger, Data, Facts, Function, Import, Lapse, Type};

/// Everything that was read.
pub(crate) fn outline(facts: &Facts) -> String {
    let unread = facts.unread.as_ref().map(|why| format!("unread: {why}"));
    let generated = facts.is_generated.then(|| "generated".to_owned());
    let entry = facts.is_entry.then(|| "entry".to_owned());
    let about = [generated, unread, entry].into_iter().flatten();
    about.chain(rows(facts)).fold(String::new(), |mut out, line| {
        let _ = writeln!(out, "{line}");
        out
    })
}

fn rows(facts: &Facts) -> Vec<String> {
    let mut rows: Vec<(u32, String)> = Vec::new();
    rows.extend(facts.imports.iter().map(|one| (one.line, Told(one).to_string())));
    rows.extend(facts.types.iter().map(|one| (one.line, Told(one).to_string())));
    rows.extend(
        facts
            .functions
            .iter()
            .map(|one| (one.first, Told(one).to_string())),
    );
    rows.extend(facts.dangers.iter().map(|one| (one.line, Told(one).to_string())));
    rows.extend(facts.asides.iter().map(|line| (*line, "aside".to_owned())));
    let unasked = facts.unasked.iter();
    rows.extend(unasked.map(|one| (one.line, format!("unasked {}", one.callee))));
    rows.extend(facts.lapses.iter().map(|one| (one.line, Told(one).to_string())));
    rows.sort_by_key(|(line, _)| *line);
    rows.into_iter()
        .map(|(line, text)| format!("{line} {text}"))
        .collect()
}

/// A fact that is shown.
struct Told<'a, T>(&'a T);

/// The word of a variant, as it is stored.
fn word(value: &impl fmt::Debug) -> String {
    format!("{value:?}").to_lowercase()
}

impl Display for Told<'_, Import> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "import {} {}", word(&self.0.how), self.0.what)?;
        if self.0.names.is_empty() {
            Ok(())
        } else {
            write!(f, " ({})", self.0.names.join(", "))
        }
    }
}

impl Display for Told<'_, Type> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let public = if self.0.is_public { "public " } else { "" };
        let documented = if self.0.is_documented { " documented" } else { "" };
        write!(f, "type {public}{}{documented}", self.0.name)
    }
}

impl Display for Told<'_, Function> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let owner = self
            .0
            .owner
            .as_ref()
            .map(|owner| format!("{owner}."))
            .unwrap_or_default();
        let public = if self.0.is_public { "public " } else { "" };
        write!(
            f,
            "function {public}{owner}{} to {} {}",
            self.0.name,
            self.0.last,
            word(&self.0.role)
        )?;
        write!(f, " typed {}/{}", self.0.typed, self.0.params)?;
        let marks = [
            (self.0.returns_type, " returns"),
            (self.0.is_documented, " documented"),
            (self.0.is_off, " off"),
            (self.0.fails, " fails"),
        ];
        for (_, mark) in marks.into_iter().filter(|(is_so, _)| *is_so) {
            f.write_str(mark)?;
        }
        write!(f, " branches {}", self.0.branches)?;
        if self.0.assertions > 0 {
            write!(f, " asserts {}", self.0.assertions)?;
        }
        match &self.0.body {
            Body::Real => Ok(()),
            Body::Declared => f.write_str(" declared"),
            Body::Empty => f.write_str(" empty"),
            Body::Unwritten(how) => write!(f, " unwritten: {how}"),
            Body::Constant(what) => write!(f, " constant: {what}"),
        }
    }
}

impl Display for Told<'_, Danger> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "danger {} {} ", word(&self.0.kind), self.0.callee)?;
        match &self.0.data {
            Data::Fixed => f.write_str("fixed"),
            Data::Unknown => f.write_str("unknown"),
            Data::Given { taken, .. } => {
                let names: Vec<&str> = taken.iter().map(|taken| taken.name.as_str()).collect();
                write!(f, "given as {}", names.join(", "))
            }
            Data::Input { line, way, .. } => write!(f, "input from {line}: {way}"),
        }?;
        f.write_str(if self.0.is_quoted { ", between quotes" } else { "" })
    }
}

impl Display for Told<'_, Lapse> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "lapse {}: {}", word(&self.0.kind), self.0.text)
    }
}
