//! `report.html`: one file that needs no network, for reading in a browser, on paper and by ear.
//!
//! Every text of the subject goes through [`text::Seen`] or [`text::prose`]; the page's own policy forbids any
//! script and style but the two that are written here, by their digests.

mod bars;
mod claims;
mod code;
mod conduct;
mod coverage;
mod dimensions;
mod exhibits;
mod head;
mod highlight;
mod history;
mod models;
mod plan;
mod policy;
mod projects;
mod scores;
mod text;
mod topology;

use super::entry::{Entry, entries};
use super::links::Links;
use super::plan::{Task, plan as plan_of};
use crate::dossier::Dossier;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use text::Seen;

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// What every section is written from.
struct Desk<'a> {
    dossier: &'a Dossier,
    entries: Vec<Entry<'a>>,
    plan: Vec<Task<'a>>,
    links: Links,
}

/// A part of the page: its anchor, its heading and its content.
struct Section {
    anchor: &'static str,
    /// Its name in the contents.
    name: &'static str,
    heading: &'static str,
    body: Markup,
}

/// The whole file, with a line end at its end.
pub(super) fn render(dossier: &Dossier) -> String {
    let entries = entries(dossier);
    let desk = Desk {
        dossier,
        plan: plan_of(&entries),
        entries,
        links: Links::new(&dossier.subject, &dossier.commit),
    };
    let sections: Vec<Section> = sections(&desk).into_iter().flatten().collect();
    page(&desk, &sections).into_string() + "\n"
}

fn sections(desk: &Desk<'_>) -> [Option<Section>; 13] {
    let section = |anchor, name, heading, body: Option<Markup>| {
        body.map(|body| Section {
            anchor,
            name,
            heading,
            body,
        })
    };
    [
        section("scores", "Scores", "Scores", Some(scores::write(desk))),
        section(
            "obstacles",
            "Obstacles",
            "What blocks a higher score",
            plan::obstacles(desk),
        ),
        section("projects", "Projects", "Projects", projects::write(desk)),
        section(
            "dimensions",
            "Dimensions",
            "Dimensions",
            Some(dimensions::write(desk)),
        ),
        section(
            "conduct",
            "Conduct",
            "Attempts to influence the judges",
            conduct::write(desk),
        ),
        section("claims", "Claims", "Claims of the reports", claims::write(desk)),
        section(
            "graph",
            "Graph",
            "The graph that the code builds",
            topology::write(desk),
        ),
        section("history", "History", "History", history::write(desk)),
        section("plan", "Plan", "Remediation plan", plan::write(desk)),
        section("judges", "Judges", "Judges", models::write(desk)),
        section(
            "pictures",
            "Pictures",
            "Pictures, as a model describes them",
            models::pictures(desk),
        ),
        section(
            "coverage",
            "Coverage",
            "Coverage and limits",
            Some(coverage::write(desk)),
        ),
        section("exhibits", "Exhibits", "Exhibits", Some(exhibits::write(desk))),
    ]
}

fn page(desk: &Desk<'_>, sections: &[Section]) -> Markup {
    let policy = policy::of(STYLE, SCRIPT);
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="referrer" content="no-referrer";
                meta name="color-scheme" content="light dark";
                meta name="generator" content=(concat!("auditor ", env!("CARGO_PKG_VERSION")));
                title { "Audit of " (Seen(&desk.dossier.subject.name)) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a .skip href="#scores" { "Skip to the scores" }
                (head::write(desk))
                (contents(sections))
                main {
                    @for section in sections {
                        section id=(section.anchor) aria-labelledby={ (section.anchor) "-heading" } {
                            h2 id={ (section.anchor) "-heading" } {
                                (section.heading) " "
                                a .anchor href={ "#" (section.anchor) } aria-label={ "Link to " (section.heading) } { "#" }
                            }
                            (section.body)
                        }
                    }
                }
                footer { p { (footer(desk)) } }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
}

fn contents(sections: &[Section]) -> Markup {
    html! {
        nav .contents aria-label="Contents" {
            ul {
                @for section in sections {
                    li { a href={ "#" (section.anchor) } { (section.name) } }
                }
            }
        }
    }
}

fn footer(desk: &Desk<'_>) -> Markup {
    html! {
        "Case " code { (Seen(&desk.dossier.case)) } " · rubric digest "
        code .digest { (desk.dossier.rubric.sha256.as_str()) }
        " · every score follows from its exhibits by published rules; the same evidence gives the same page."
    }
}
