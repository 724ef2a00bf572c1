//! Where on this machine an agent may have something read.

use custody::{Subject, Transport};
use std::path::{Path, PathBuf};

/// Directories; what lies in none of them is not read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Roots(Vec<PathBuf>);

impl Roots {
    /// Those that are there.
    pub(crate) fn of(directories: impl IntoIterator<Item = PathBuf>) -> Self {
        let real = directories
            .into_iter()
            .filter_map(|directory| directory.canonicalize().ok());
        Self(real.collect())
    }

    /// Those of the two that lie in one another.
    pub(crate) fn within(&self, others: &Self) -> Self {
        let inner = self.0.iter().filter(|root| others.holds(root));
        let outer = others.0.iter().filter(|root| self.holds(root));
        Self(inner.chain(outer).cloned().collect())
    }

    fn holds(&self, path: &Path) -> bool {
        self.0.iter().any(|root| path.starts_with(root))
    }

    /// The subject as it is to be named; one of this machine is named by where it really is.
    pub(crate) fn subject(&self, text: &str) -> Result<String, String> {
        let subject = Subject::parse(text).map_err(|error| error.to_string())?;
        if subject.transport() != Transport::File {
            return Ok(text.to_owned());
        }
        let path = subject.directory().or(subject.files()).unwrap_or(Path::new(text));
        let real = self.path(path)?;
        let is_plain = subject.files().is_some() && real.is_dir();
        Ok(format!(
            "{}{}",
            if is_plain { "folder:" } else { "" },
            real.display()
        ))
    }

    /// Where a file or directory really is, links followed.
    pub(crate) fn path(&self, path: &Path) -> Result<PathBuf, String> {
        let shown = path.display();
        let real = path.canonicalize().map_err(|error| format!("{shown}: {error}"))?;
        if self.holds(&real) {
            return Ok(real);
        }
        Err(format!(
            "{shown} lies outside of the directories that may be read; start the program with a `--root` that holds it, \
             or open the directory in the client"
        ))
    }

    /// A name as it is, or a file that may be read.
    pub(crate) fn name_or_path(&self, text: &str) -> Result<String, String> {
        let path = Path::new(text);
        if path.components().count() == 1 && !path.exists() {
            return Ok(text.to_owned());
        }
        self.path(path).map(|path| path.display().to_string())
    }
}

/// The directory of a `file:` URI.
pub(crate) fn directory(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = &rest[rest.find('/')?..];
    let mut bytes = Vec::new();
    let mut letters = path.bytes();
    while let Some(byte) = letters.next() {
        bytes.push(match byte {
            b'%' => {
                let digits = [letters.next()?, letters.next()?];
                u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok().map(PathBuf::from)
}

#[cfg(test)]
mod tests;
