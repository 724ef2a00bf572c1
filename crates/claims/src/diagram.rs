//! The diagrams of the reports: where they are, and what those show that can be read without looking at pixels.

pub mod candidate;
pub mod compare;
pub mod described;
mod difference;
mod drawing;
mod foreign;
pub mod graph;
mod grid;
pub mod labels;
mod layout;
mod mermaid;
mod raster;
pub mod roles;
mod source;
mod statement;
mod vector;

use crate::claim::known::Known;
use court::evidence::Place;
use documents::document::Document;
use graph::Graph;
use labels::Read;
use roles::Bench;

/// Most diagrams taken from one document.
pub const DIAGRAMS_MAX: usize = 100;

/// One diagram in a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// Where it stands.
    pub place: Place,
    /// Its page, from 1.
    pub page: u32,
    /// What it is made of.
    pub kind: Kind,
    /// Its nodes and edges, as far as they could be read; no edges where only the layout was.
    pub graph: Graph,
    /// What it shows of the detectives; `None` where it could not be read.
    pub detectives_parallel: Option<bool>,
    /// What it shows of the judges; `None` where it could not be read.
    pub judges_parallel: Option<bool>,
    /// Its words, for a quotation; empty for pictures.
    pub text: String,
    /// What can be said of what is not read: size and caption of a picture, the language of a source; else empty.
    pub about: String,
    /// The words of a picture, where they were read.
    pub lettering: Option<Read>,
}

/// What a diagram is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Mermaid source.
    Mermaid,
    /// Source in a language that is not read: Graphviz, PlantUML.
    Foreign,
    /// Lines and boxes made of characters, or arrows between words.
    Characters,
    /// Lines and boxes that are drawn, words that are set.
    Vector,
    /// Lines and boxes that are drawn, and no words in them that could be read.
    Wordless,
    /// A picture made of pixels.
    Raster,
}

impl Kind {
    /// The word in reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Mermaid => "mermaid",
            Self::Foreign => "foreign",
            Self::Characters => "characters",
            Self::Vector => "vector",
            Self::Wordless => "wordless",
            Self::Raster => "raster",
        }
    }
}

impl Diagram {
    fn read(place: Place, page: u32, kind: Kind, graph: Graph, text: String) -> Self {
        let shows = |bench| Some(graph.branches(bench));
        Self {
            detectives_parallel: shows(Bench::Detectives),
            judges_parallel: shows(Bench::Judges),
            place,
            page,
            kind,
            graph,
            text,
            about: String::new(),
            lettering: None,
        }
    }

    /// Whether its nodes and edges are known, not only where it stands and which words are in it.
    #[must_use]
    pub fn is_read(&self) -> bool {
        !matches!(self.kind, Kind::Raster | Kind::Foreign | Kind::Wordless)
    }

    /// Whether somebody who reads the document sees a drawing. The source of one is text where pages are printed, as are words with arrows
    /// between them.
    #[must_use]
    pub fn is_drawn(&self) -> bool {
        match self.kind {
            Kind::Mermaid | Kind::Foreign => !matches!(self.place, Place::Page { .. }),
            Kind::Characters => self.text.lines().any(drawing::has_lines),
            Kind::Vector | Kind::Wordless | Kind::Raster => true,
        }
    }

    /// What it shows of one bench.
    #[must_use]
    pub fn parallel(&self, bench: Bench) -> Option<bool> {
        match bench {
            Bench::Detectives => self.detectives_parallel,
            Bench::Judges => self.judges_parallel,
        }
    }
}

/// Every diagram of the reports that were handed in, in the order of documents, pages and lines.
#[must_use]
pub fn given(known: &dyn Known) -> Vec<Diagram> {
    let reports = known.reports().iter();
    reports
        .flat_map(|document| of_document(known, document))
        .collect()
}

/// Every diagram of the documents that lie in the subject.
#[must_use]
pub fn found(known: &dyn Known) -> Vec<Diagram> {
    let found = known.found().iter();
    found.flat_map(|document| of_document(known, document)).collect()
}

fn of_document(known: &dyn Known, document: &Document) -> Vec<Diagram> {
    let passages = &*known.passages(document);
    let mut sources = mermaid::blocks(document, passages);
    sources.extend(foreign::blocks(document, passages));
    let covered: Vec<_> = sources.iter().map(|block| block.rows.clone()).collect();
    let mut diagrams: Vec<Diagram> = sources.into_iter().map(|block| block.diagram).collect();
    diagrams.extend(drawing::diagrams(document, passages, &covered));
    diagrams.extend(vector::diagrams(document));
    diagrams.extend(raster::diagrams(known, document, passages));
    diagrams.sort_by(|one, other| (one.page, &one.place).cmp(&(other.page, &other.place)));
    diagrams.truncate(DIAGRAMS_MAX);
    diagrams
}
