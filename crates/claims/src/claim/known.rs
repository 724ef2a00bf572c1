//! What statements and drawings are held against: handed in, looked up by nobody here.

#[cfg(test)]
pub mod tests;

use court::evidence::{Confidence, Place};
use documents::document::Document;
use documents::document::passages::Passages;
use documents::picture::lettering::Lettering;
use langgraph::audited::Court;
use langgraph::topology::Graph;
use project::manifest::Manifests;
use python::program::Program;
use std::borrow::Cow;
use subject::Snapshot;

/// What is known of a subject.
pub trait Known {
    /// Its files and history.
    fn snapshot(&self) -> &Snapshot;
    /// The reports that were handed in with it.
    fn reports(&self) -> &[Document];
    /// The documents that lie in it.
    fn found(&self) -> &[Document];
    /// The rows of a document.
    fn passages(&self, document: &Document) -> Cow<'_, Passages>;
    /// What is written in a picture file that a document shows.
    fn lettering_of(&self, path: &str) -> Option<&Lettering>;
    /// Its Python.
    fn program(&self) -> &Program;
    /// What it declares.
    fn manifests(&self) -> &Manifests;
    /// The graphs that it builds.
    fn graphs(&self) -> &[Graph];
    /// The one that it runs.
    fn live_graph(&self) -> Option<&Graph>;
    /// Who judges in it, and what following them came to.
    fn court(&self) -> &Court;
    /// What a question about it came to, by the name of the question.
    fn answer(&self, question: &str) -> Told;
}

/// What a question came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Yes or no; `None` where that was not observed.
    pub holds: Option<bool>,
    /// How surely.
    pub confidence: Confidence,
    /// Why, in one sentence.
    pub because: String,
    /// Where that can be seen.
    pub shown_at: Option<Place>,
}
