//! `report.md`, in the order in which readers look: the verdict, what blocks a higher score, then the proof.

mod appendix;
mod claims;
mod conduct;
mod coverage;
mod dimensions;
mod graph;
mod head;
mod mermaid;
mod models;
mod obstacles;
mod projects;
mod proof;
mod remediation;
mod scores;

pub use mermaid::draw_steps;

use super::entry::{Entry, entries};
use super::links::Links;
use super::plan::{Task, plan};
use crate::dossier::Dossier;

/// What every section is written from.
struct Desk<'a> {
    dossier: &'a Dossier,
    entries: Vec<Entry<'a>>,
    plan: Vec<Task<'a>>,
    links: Links,
}

impl<'a> Desk<'a> {
    fn of(dossier: &'a Dossier) -> Self {
        let entries = entries(dossier);
        Self {
            dossier,
            plan: plan(&entries),
            entries,
            links: Links::new(&dossier.subject, &dossier.commit),
        }
    }
}

/// The beginning of the report, for a page that has little room: the verdict, the scores, the obstacles.
pub(super) fn render_summary(dossier: &Dossier) -> String {
    let desk = Desk::of(dossier);
    let sections = [
        Some(head::write(&desk)),
        Some(scores::write(&desk)),
        obstacles::write(&desk),
    ];
    let sections: Vec<String> = sections.into_iter().flatten().collect();
    format!("{}\n", sections.join("\n\n"))
}

/// The whole file, with a line end at its end.
pub(crate) fn render(dossier: &Dossier) -> String {
    let desk = Desk::of(dossier);
    let sections = [
        Some(head::write(&desk)),
        Some(scores::write(&desk)),
        obstacles::write(&desk),
        projects::write(&desk),
        Some(dimensions::write(&desk)),
        claims::write(&desk),
        graph::write(&desk),
        conduct::write(&desk),
        remediation::write(&desk),
        models::write(&desk),
        models::pictures(&desk),
        Some(coverage::write(&desk)),
        Some(appendix::write(&desk)),
    ];
    let sections: Vec<String> = sections.into_iter().flatten().collect();
    format!("{}\n", sections.join("\n\n"))
}

/// A heading, an empty line, and the lines.
fn section(heading: &str, lines: &[String]) -> String {
    format!("## {heading}\n\n{}", lines.join("\n"))
}
