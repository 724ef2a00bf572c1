//! The immutable, bounded view of a subject that the detectives read.

use crate::automation::Automation;
use crate::census::Census;
use crate::claim::Claim;
use crate::diagram::Diagram;
use crate::document::listing::Tree;
use crate::document::passages::Passages;
use crate::document::{self, Document, paths};
use crate::history::History;
use crate::history::refs::Refs;
use crate::manifest::Manifests;
use crate::modules::Modules;
use crate::picture::lettering::{self, Lettering};
use crate::probes::judges::court::Court;
use crate::probes::safety::code::{Code, Indexed};
use crate::probes::state::emission::{Emissions, Emitted};
use crate::python::program::{Program, Reading};
use crate::topology::Graph;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// The audited commit, its history and the reports that came with it.
#[derive(Debug, Default)]
pub struct Snapshot {
    /// Full id of the audited commit.
    pub commit: String,
    /// Every commit reachable from it.
    pub history: History,
    /// The files of its tree that were read, by path.
    pub files: BTreeMap<String, File>,
    /// The files of its tree that were not read.
    pub skipped: Vec<Skipped>,
    /// What the repository says beside its commits.
    pub refs: Refs,
    /// Files that were not read and in which somebody may speak all the same; each is among the skipped ones too.
    pub aside: BTreeMap<String, File>,
    /// The reports that were handed in with it.
    pub documents: Vec<Document>,
    /// The terms that the rubric names, for the documents.
    pub terms: Vec<String>,
    /// What was worked out from the files, which do not change once it is asked for.
    pub derived: Derived,
}

/// What several probes ask for, worked out once.
#[derive(Debug, Default)]
pub struct Derived {
    /// Set where the census is going to be asked for.
    census_expected: OnceLock<()>,
    reading: OnceLock<Reading>,
    census: OnceLock<Census>,
    modules: OnceLock<Modules>,
    program: OnceLock<Arc<Program>>,
    code: OnceLock<Arc<Indexed>>,
    emissions: OnceLock<Emitted>,
    manifests: OnceLock<Manifests>,
    automation: OnceLock<Automation>,
    court: OnceLock<Court>,
    pub(crate) graphs: OnceLock<Vec<Graph>>,
    pub(crate) claims: OnceLock<Vec<Claim>>,
    found: OnceLock<Vec<Document>>,
    passages: OnceLock<Vec<Passages>>,
    found_passages: OnceLock<Vec<Passages>>,
    pub(crate) diagrams: OnceLock<Vec<Diagram>>,
    letterings: OnceLock<BTreeMap<String, Lettering>>,
    pub(crate) path_claims: OnceLock<Vec<paths::Claim>>,
    given_paths: OnceLock<Vec<Vec<paths::Claim>>>,
}

/// One file of the tree.
#[derive(Debug, Default)]
pub struct File {
    /// Its whole content.
    pub bytes: Vec<u8>,
}

impl File {
    /// The content as text, where it is UTF-8.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.bytes).ok()
    }
}

/// How the reason begins where a directory was not entered: what is in it is not known at all.
pub const NOT_ENTERED: &str = "not entered: ";

/// A file that was left out, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// Its path.
    pub path: String,
    /// Why, in a few words.
    pub why: String,
}

impl Snapshot {
    /// The Python of the tree as one program, parsed at the first call.
    #[must_use]
    pub fn program(&self) -> &Program {
        self.shared_program()
    }

    fn shared_program(&self) -> &Arc<Program> {
        let program = || Program::of(self, self.reading());
        self.derived.program.get_or_init(|| Arc::new(program()))
    }

    fn reading(&self) -> &Reading {
        let with_facts = self.derived.census_expected.get().is_some();
        self.derived.reading.get_or_init(|| Reading::of(self, with_facts))
    }

    /// Says that the census is going to be asked for, so that files of Python are parsed once for it and for the
    /// program.
    pub fn expect_census(&self) {
        self.derived.census_expected.get_or_init(|| ());
    }

    /// The program outside its tests: who calls what with which arguments, indexed at the first call.
    pub(crate) fn code(&self) -> &Code<'_> {
        self.shared_code().borrow_dependent()
    }

    fn shared_code(&self) -> &Arc<Indexed> {
        let index = || Indexed::new(Arc::clone(self.shared_program()), |program| Code::of(program));
        self.derived.code.get_or_init(|| Arc::new(index()))
    }

    /// Where the program makes objects of its classes, looked up at the first call.
    pub(crate) fn emissions(&self) -> &Emissions<'_> {
        let emitted = || {
            Emitted::new(Arc::clone(self.shared_code()), |code| {
                Emissions::of(code.borrow_dependent())
            })
        };
        self.derived.emissions.get_or_init(emitted).borrow_dependent()
    }

    /// All source files in the languages that are read, and the projects they belong to, looked at at the first call.
    #[must_use]
    pub fn census(&self) -> &Census {
        let facts = || match self.derived.census_expected.get() {
            Some(()) => self.reading().take_facts(),
            None => BTreeMap::new(),
        };
        self.derived.census.get_or_init(|| Census::with(self, facts()))
    }

    /// The manifests and lock files, read at the first call.
    #[must_use]
    pub fn manifests(&self) -> &Manifests {
        self.derived.manifests.get_or_init(|| Manifests::of(self))
    }

    /// What runs when the subject changes, followed at the first call.
    #[must_use]
    pub fn automation(&self) -> &Automation {
        self.derived.automation.get_or_init(|| Automation::of(self))
    }

    /// How the source files hang together, resolved at the first call.
    #[must_use]
    pub fn modules(&self) -> &Modules {
        self.derived.modules.get_or_init(|| Modules::of(self))
    }

    /// The judges and the chief justice of the subject, followed at the first call.
    pub(crate) fn court(&self) -> &Court {
        self.derived.court.get_or_init(|| Court::new(self))
    }

    /// The documents that lie in the subject; none until they were read.
    #[must_use]
    pub fn found(&self) -> &[Document] {
        self.derived.found.get().map_or(&[], Vec::as_slice)
    }

    /// Takes the documents that lie in the subject, which somebody read who has a process to lose. They do not
    /// change once they are there.
    pub fn take_found(&self, documents: &[Document]) {
        self.derived.found.get_or_init(|| documents.to_vec());
    }

    /// What is written in a picture file that a document shows; all of them are read at the first call.
    pub(crate) fn lettering_of(&self, path: &str) -> Option<&Lettering> {
        let letterings = self.derived.letterings.get_or_init(|| lettering::of_files(self));
        letterings.get(path)
    }

    /// The rows of a document, put together at the first call for one that belongs to the snapshot.
    pub(crate) fn passages(&self, document: &Document) -> Cow<'_, Passages> {
        let all = |documents: &[Document]| documents.iter().map(Passages::of).collect::<Vec<_>>();
        let at = |documents: &[Document]| documents.iter().position(|one| std::ptr::eq(one, document));
        if let Some(at) = at(&self.documents) {
            let given = self.derived.passages.get_or_init(|| all(&self.documents));
            return given.get(at).map_or_else(Cow::default, Cow::Borrowed);
        }
        if let Some(at) = at(self.found()) {
            let found = self.derived.found_passages.get_or_init(|| all(self.found()));
            return found.get(at).map_or_else(Cow::default, Cow::Borrowed);
        }
        Cow::Owned(Passages::of(document))
    }

    /// The paths that a document claims, held against `tree`, which is that of this snapshot; worked out once for
    /// what was handed in.
    pub(crate) fn claimed_paths(&self, document: &Document, tree: &Tree) -> Cow<'_, [paths::Claim]> {
        let read = |document: &Document| paths::claims(document, &self.passages(document), tree);
        let at = self.documents.iter().position(|one| std::ptr::eq(one, document));
        let given = || {
            self.derived
                .given_paths
                .get_or_init(|| self.documents.iter().map(read).collect())
        };
        match at.and_then(|at| given().get(at)) {
            Some(claims) => Cow::Borrowed(claims),
            None => Cow::Owned(read(document)),
        }
    }

    /// The text of a file, where it was read and is UTF-8.
    #[must_use]
    pub fn text(&self, path: &str) -> Option<&str> {
        self.files.get(path).and_then(File::text)
    }

    /// Whether the tree has this path, read or not.
    #[must_use]
    pub fn has_path(&self, path: &str) -> bool {
        self.files.contains_key(path) || self.skipped.iter().any(|skipped| skipped.path == path)
    }

    /// A directory that was not entered, where there is one: what is not in the files may be there.
    #[must_use]
    pub fn unentered(&self) -> Option<&Skipped> {
        self.skipped
            .iter()
            .find(|skipped| skipped.why.starts_with(NOT_ENTERED))
    }

    /// Lines `first` to `last` of a file, 1-based and inclusive, without the last line break.
    #[must_use]
    pub fn lines(&self, path: &str, first: u32, last: u32) -> Option<String> {
        let text = self.text(path)?;
        let count = (last.max(first) - first + 1) as usize;
        let lines: Vec<&str> = text
            .lines()
            .skip(first.saturating_sub(1) as usize)
            .take(count)
            .collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// A snapshot for tests, from a text in which `//- path` starts a file, `//- report:NAME` a report,
    /// `//- history` the commits (as [`History::from_fixture`] reads them), after it `//- version:2:path` the
    /// content that the second commit gave to a file, and `//- terms:A|B` names the terms of the rubric. `//- found`
    /// reads the documents that lie among the files before it. `//- unread:path` names a file that was left out for
    /// the reason in its text.
    #[must_use]
    pub fn from_fixture(fixture: &str) -> Self {
        let mut snapshot = Self {
            commit: "0".repeat(40),
            ..Self::default()
        };
        let fixture = fixture.strip_suffix('\n').unwrap_or(fixture);
        for section in format!("\n{fixture}").split("\n//- ").skip(1) {
            let (head, body) = section
                .split_once('\n')
                .map_or((section, String::new()), |(head, body)| {
                    (head, format!("{body}\n"))
                });
            snapshot.add_fixture(head.trim(), body);
        }
        snapshot
    }

    fn add_fixture(&mut self, head: &str, body: String) {
        if let Some(name) = head.strip_prefix("report:") {
            self.documents.push(document::read(name, body.as_bytes()));
        } else if let Some(terms) = head.strip_prefix("terms:") {
            self.terms = terms.split('|').map(|term| term.trim().to_owned()).collect();
        } else if let Some(name) = head.strip_prefix("version:") {
            // A version of no commit belongs to nothing.
            let _ = self.history.add_fixture_version(name, body);
        } else if let Some(path) = head.strip_prefix("unread:") {
            let (path, why) = (path.to_owned(), body.trim().to_owned());
            self.skipped.push(Skipped { path, why });
        } else if head == "found" {
            let paths = document::discovery::candidates(self);
            let read = |path: &&str| document::read(path, &self.files[*path].bytes).found_at(path);
            let found: Vec<Document> = paths.iter().map(read).collect();
            self.take_found(&found);
        } else if head == "history" {
            self.history = History::from_fixture(&body);
        } else {
            let bytes = body.into_bytes();
            self.files.insert(head.to_owned(), File { bytes });
        }
    }
}
