//! What C and C++ offer: what headers declare for others.

use probes_core::Subject;
use project::census::SourceFile;
use std::collections::BTreeSet;
use syntax::Language;
use syntax::facts::{Body, Function};
use wordlist::array;

/// Words in the names of headers and their folders that custom keeps for what is not offered.
const INSIDE: [&str; 6] = array("private internal detail details impl priv");

/// What headers that are for others declare: the name, with the class or namespace around it.
pub(super) struct Declared<'a>(BTreeSet<(Option<&'a str>, &'a str)>);

impl<'a> Declared<'a> {
    pub(super) fn of(snapshot: &'a Subject) -> Self {
        let headers = || {
            let files = snapshot.census().product();
            files.filter(|(path, file)| is_native(file) && is_header(path) && !is_inside(path))
        };
        let parsed = headers().flat_map(|(_, file)| {
            let functions = file.facts.functions.iter();
            functions.filter(|one| one.is_public && one.body == Body::Declared)
        });
        let parsed = parsed.map(|one| (one.owner.as_deref(), one.name.as_str()));
        let texts = headers().filter_map(|(path, _)| snapshot.text(path));
        let commented = texts.flat_map(super::super::documented::commented);
        Self(parsed.chain(commented.map(|name| (None, name))).collect())
    }

    /// Whether what stands in a file of C or C++ may be for others. A header is, unless it is kept for the program itself; of a source
    /// only functions are that such a header declares.
    pub(super) fn has(&self, path: &str, file: &SourceFile, function: Option<&Function>) -> bool {
        if !is_native(file) {
            return true;
        }
        match function {
            _ if is_header(path) => !is_inside(path) && !function.is_some_and(|one| is_static(file, one)),
            None => false,
            Some(one) => self.0.contains(&(one.owner.as_deref(), one.name.as_str())) && !is_static(file, one),
        }
    }
}

/// Whether a prototype in the file says `static`, also for the definition.
fn is_static(file: &SourceFile, function: &Function) -> bool {
    let mut all = file.facts.functions.iter();
    all.any(|one| {
        one.body == Body::Declared
            && !one.is_public
            && one.name == function.name
            && one.owner == function.owner
    })
}

const fn is_native(file: &SourceFile) -> bool {
    matches!(file.facts.language, Language::C | Language::Cpp)
}

/// Whether a file of C or C++ is there to be included: `.h`, `.hpp`, `.ipp`.
fn is_header(path: &str) -> bool {
    let ending = path.rsplit('.').next().unwrap_or(path);
    !ending.starts_with('c')
}

fn is_inside(path: &str) -> bool {
    let mut words = path.split(['/', '_', '-', '.']);
    words.any(|word| INSIDE.contains(&word.to_ascii_lowercase().as_str()))
}
