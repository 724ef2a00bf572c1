//! What probes work with: a snapshot, the documents that came with it, and what is derived from both, each thing once.

use crate::shares::Shares;
use claims::claim::{self, Ledger};
use claims::diagram::Diagram;
use documents::document::passages::Passages;
use documents::document::{self, Document};
use documents::picture::lettering::{LOOKED_AT_PIXELS_MAX, Lettering};
use langgraph::audited::Court;
use langgraph::topology::{self, Graph};
use project::automation::Automation;
use project::census::Census;
use project::manifest::Manifests;
use project::modules::Modules;
use python::code::{Code, Indexed};
use python::emission::{Emissions, Emitted};
use python::program::{Program, Reading};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, OnceLock};
use subject::{Snapshot, fixture};

/// A snapshot and all that is known of it. What is derived does not change once it was asked for.
#[derive(Debug, Default)]
pub struct Subject {
    snapshot: Snapshot,
    /// The reports that were handed in with it.
    pub documents: Vec<Document>,
    /// The terms that the rubric names, for the documents.
    pub terms: Vec<String>,
    /// Among how many pixels words of pictures are looked for, those of its documents counted in.
    pub looked_at: u64,
    found: OnceLock<Vec<Document>>,
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
    shares: OnceLock<Shares>,
    court: OnceLock<Court>,
    graphs: OnceLock<Vec<Graph>>,
    claims: OnceLock<Ledger>,
    passages: OnceLock<Vec<Passages>>,
    found_passages: OnceLock<Vec<Passages>>,
    diagrams: OnceLock<Vec<Diagram>>,
    letterings: OnceLock<BTreeMap<String, Lettering>>,
}

impl Deref for Subject {
    type Target = Snapshot;

    fn deref(&self) -> &Snapshot {
        &self.snapshot
    }
}

/// For who puts a subject together: what was derived before does not follow.
impl DerefMut for Subject {
    fn deref_mut(&mut self) -> &mut Snapshot {
        &mut self.snapshot
    }
}

impl From<Snapshot> for Subject {
    fn from(snapshot: Snapshot) -> Self {
        Self {
            snapshot,
            looked_at: LOOKED_AT_PIXELS_MAX,
            ..Self::default()
        }
    }
}

impl Subject {
    /// The same with the reports that were handed in, and the terms that are looked for in them.
    #[must_use]
    pub fn with_reports(self, documents: Vec<Document>, terms: Vec<String>) -> Self {
        Self {
            documents,
            terms,
            ..self
        }
    }

    /// The Python of the tree as one program, parsed at the first call.
    pub fn program(&self) -> &Program {
        self.shared_program()
    }

    fn shared_program(&self) -> &Arc<Program> {
        let program = || Program::of(self, self.reading());
        self.program.get_or_init(|| Arc::new(program()))
    }

    fn reading(&self) -> &Reading {
        let with_facts = self.census_expected.get().is_some();
        self.reading.get_or_init(|| Reading::of(self, with_facts))
    }

    /// Says that the census is going to be asked for, so that files of Python are parsed once for it and for the
    /// program.
    pub fn expect_census(&self) {
        self.census_expected.get_or_init(|| ());
    }

    /// The program outside its tests: who calls what with which arguments, indexed at the first call.
    pub fn code(&self) -> &Code<'_> {
        self.shared_code().borrow_dependent()
    }

    fn shared_code(&self) -> &Arc<Indexed> {
        let index = || Indexed::new(Arc::clone(self.shared_program()), |program| Code::of(program));
        self.code.get_or_init(|| Arc::new(index()))
    }

    /// Where the program makes objects of its classes, looked up at the first call.
    pub fn emissions(&self) -> &Emissions<'_> {
        let emitted = || {
            Emitted::new(Arc::clone(self.shared_code()), |code| {
                Emissions::of(code.borrow_dependent())
            })
        };
        self.emissions.get_or_init(emitted).borrow_dependent()
    }

    /// All source files in the languages that are read, and the projects they belong to, looked at at the first call.
    pub fn census(&self) -> &Census {
        let facts = || match self.census_expected.get() {
            Some(()) => self.reading().take_facts(),
            None => BTreeMap::new(),
        };
        self.census.get_or_init(|| Census::with(self, facts()))
    }

    /// The manifests and lock files, read at the first call.
    pub fn manifests(&self) -> &Manifests {
        self.manifests.get_or_init(|| Manifests::of(self))
    }

    /// What runs when the subject changes, followed at the first call.
    pub fn automation(&self) -> &Automation {
        self.automation
            .get_or_init(|| Automation::of(self, self.manifests()))
    }

    /// How the source files hang together, resolved at the first call.
    pub fn modules(&self) -> &Modules {
        self.modules
            .get_or_init(|| Modules::of(self, self.census(), self.program()))
    }

    /// All graphs that the program builds, evaluated at the first call.
    pub fn graphs(&self) -> &[Graph] {
        self.graphs.get_or_init(|| {
            if !topology::may_build(self) {
                return Vec::new();
            }
            let mut graphs = topology::graphs(self.program());
            topology::adopt(&mut graphs, self.program(), self);
            graphs
        })
    }

    /// The LangGraph graph that running the program runs.
    pub fn live_graph(&self) -> Option<&Graph> {
        topology::live(self.graphs())
    }

    /// Who brought the lines that stand, traced at the first call.
    pub fn shares(&self) -> &Shares {
        self.shares.get_or_init(|| Shares::of(self))
    }

    /// The judges and the chief justice of the subject, followed at the first call.
    pub fn court(&self) -> &Court {
        self.court
            .get_or_init(|| Court::new(self.program(), self.live_graph()))
    }

    /// The documents that lie in the subject; none until they were read.
    pub fn found(&self) -> &[Document] {
        self.found.get().map_or(&[], Vec::as_slice)
    }

    /// Takes the documents that lie in the subject, which somebody read who has a process to lose. They do not
    /// change once they are there.
    pub fn take_found(&self, documents: &[Document]) {
        self.found.get_or_init(|| documents.to_vec());
    }

    /// What is written in the picture files that documents show; read by `read` at the first call.
    pub fn letterings_or(
        &self,
        read: impl FnOnce() -> BTreeMap<String, Lettering>,
    ) -> &BTreeMap<String, Lettering> {
        self.letterings.get_or_init(read)
    }

    /// The rows of a document, put together at the first call for one that belongs to the subject.
    pub fn passages(&self, document: &Document) -> Cow<'_, Passages> {
        let all = |documents: &[Document]| documents.iter().map(Passages::of).collect::<Vec<_>>();
        let at = |documents: &[Document]| documents.iter().position(|one| std::ptr::eq(one, document));
        if let Some(at) = at(&self.documents) {
            let given = self.passages.get_or_init(|| all(&self.documents));
            return given.get(at).map_or_else(Cow::default, Cow::Borrowed);
        }
        if let Some(at) = at(self.found()) {
            let found = self.found_passages.get_or_init(|| all(self.found()));
            return found.get(at).map_or_else(Cow::default, Cow::Borrowed);
        }
        Cow::Owned(Passages::of(document))
    }

    /// What the documents state, held against all else, by `hold` at the first call.
    pub fn ledger_or(&self, hold: impl FnOnce() -> Ledger) -> &Ledger {
        self.claims.get_or_init(hold)
    }

    /// The diagrams of the reports that were handed in, looked for by `look` at the first call.
    pub fn diagrams_or(&self, look: impl FnOnce() -> Vec<Diagram>) -> &[Diagram] {
        self.diagrams.get_or_init(look)
    }

    /// Subject for tests, from a fixture as [`Snapshot::from_fixture`] reads it. In it, `//- report:NAME` starts a
    /// report besides, `//- terms:A|B` names the terms of the rubric, and `//- found` reads the documents that lie
    /// among the files before it.
    pub fn from_fixture(text: &str) -> Self {
        let mut subject = Self::from(Snapshot::fixture());
        for (head, body) in fixture::sections(text) {
            subject.add_fixture(&head, body);
        }
        subject
    }

    fn add_fixture(&mut self, head: &str, body: String) {
        if let Some(name) = head.strip_prefix("report:") {
            self.documents.push(document::read(name, body.as_bytes()));
        } else if let Some(terms) = head.strip_prefix("terms:") {
            self.terms = terms.split('|').map(|term| term.trim().to_owned()).collect();
        } else if head == "found" {
            let paths = claim::discovery::candidates(self);
            let read = |path: &&str| document::read(path, &self.files[*path].bytes).found_at(path);
            let found: Vec<Document> = paths.iter().map(read).collect();
            self.take_found(&found);
        } else {
            self.snapshot.add_fixture(head, body);
        }
    }
}
