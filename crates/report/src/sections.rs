//! What the forms tell, made ready once for all of them.

pub(crate) mod accepted;
pub(crate) mod claims;
pub(crate) mod coverage;
pub(crate) mod entry;
pub(crate) mod exhibits;
pub(crate) mod experiment;
pub(crate) mod found_by;
pub(crate) mod graph;
pub(crate) mod head;
pub(crate) mod injection;
pub(crate) mod overview;
pub(crate) mod panel;
pub(crate) mod plan;
pub(crate) mod projects;
pub(crate) mod summary;

use crate::dossier::Dossier;
use crate::links::Links;
use entry::Entry;
use exhibits::Group;
use plan::Task;

/// A dossier with what every form takes from it.
pub(crate) struct Context<'a> {
    pub(crate) dossier: &'a Dossier,
    /// One for each dimension of the rubric, in its order.
    pub(crate) entries: Vec<Entry<'a>>,
    /// What to do, what gains most first.
    pub(crate) plan: Vec<Task<'a>>,
    /// The exhibits by dimension.
    pub(crate) groups: Vec<Group<'a>>,
    pub(crate) links: Links,
    pub(crate) headings: Headings,
}

/// What the sections of `report.md` are called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Headings {
    /// By this program's own names.
    #[default]
    Own,
    /// By the names that parsers of the field look for: Executive Summary, Criterion Breakdown, Dissent Summary,
    /// Remediation Plan.
    Seeds,
}

impl<'a> Context<'a> {
    pub(crate) fn of(dossier: &'a Dossier) -> Self {
        let entries = entry::entries(dossier);
        Self {
            dossier,
            plan: plan::plan(&entries),
            groups: exhibits::by_dimension(&entries, &dossier.evidence),
            entries,
            links: Links::new(&dossier.subject, &dossier.commit),
            headings: Headings::Own,
        }
    }

    pub(crate) fn under(self, headings: Headings) -> Self {
        Self { headings, ..self }
    }
}
