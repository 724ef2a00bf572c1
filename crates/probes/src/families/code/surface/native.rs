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
pub(super) struct Declared<'a> {
    names: BTreeSet<(Option<&'a str>, &'a str)>,
    offered: Offered<'a>,
}

impl<'a> Declared<'a> {
    pub(super) fn of(snapshot: &'a Subject) -> Self {
        let offered = Offered::of(snapshot);
        let headers = || {
            let files = snapshot.census().product();
            files.filter(|(path, file)| is_native(file) && offered.has(path))
        };
        let parsed = headers().flat_map(|(_, file)| {
            let functions = file.facts.functions.iter();
            functions.filter(|one| one.is_public && one.body == Body::Declared)
        });
        let parsed = parsed.map(|one| (one.owner.as_deref(), one.name.as_str()));
        let texts = headers().filter_map(|(path, _)| snapshot.text(path));
        let commented = texts.flat_map(super::super::documented::commented);
        let names = parsed.chain(commented.map(|name| (None, name))).collect();
        Self { names, offered }
    }

    /// Whether what stands in a file of C or C++ may be for others. A header is, unless it is kept for the program itself; of a source
    /// only functions are that such a header declares.
    pub(super) fn has(&self, path: &str, file: &SourceFile, function: Option<&Function>) -> bool {
        if !is_native(file) {
            return true;
        }
        match function {
            _ if is_header(path) => {
                self.offered.has(path) && !function.is_some_and(|one| is_static(file, one))
            }
            None => false,
            Some(one) => {
                self.names.contains(&(one.owner.as_deref(), one.name.as_str())) && !is_static(file, one)
            }
        }
    }
}

/// Which headers are for others: those in a folder `include`, and those that a build installs. Where no program starts and nothing is
/// installed, others take all of them as they are.
struct Offered<'a> {
    is_taken_whole: bool,
    /// Lines of builds that install headers.
    installs: Vec<&'a str>,
}

impl<'a> Offered<'a> {
    fn of(snapshot: &'a Subject) -> Self {
        let builds = snapshot.files.keys().filter(|path| {
            let name = path.rsplit('/').next().unwrap_or(path);
            matches!(
                name,
                "CMakeLists.txt" | "meson.build" | "Makefile" | "Makefile.am"
            )
        });
        let lines = builds.flat_map(|path| snapshot.text(path).unwrap_or_default().lines());
        let is_install = |line: &&str| line.contains("install") && line.contains(".h");
        let installs: Vec<&str> = lines.filter(is_install).collect();
        let mut files = snapshot.census().product();
        let starts = files.any(|(_, file)| is_native(file) && file.facts.is_entry);
        Self {
            is_taken_whole: !starts,
            installs,
        }
    }

    fn has(&self, path: &str) -> bool {
        let mut folders = path.split('/').rev().skip(1);
        let name = path.rsplit('/').next().unwrap_or(path);
        let is_installed = || self.installs.iter().any(|line| line.contains(name));
        is_header(path)
            && !is_inside(path)
            && (self.is_taken_whole || folders.any(|one| one == "include") || is_installed())
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
