//! `report.html`: one file that needs no network, for reading in a browser, on paper and by ear.
//!
//! Every text of the subject goes through [`Seen`] or [`crate::text::html::prose`]; the page's own policy forbids any
//! script and style but the two that are written here, by their digests.

mod bars;
mod claims;
mod code;
mod coverage;
mod dimensions;
mod exhibits;
mod experiment;
mod head;
mod highlight;
mod history;
mod injection;
mod panel;
mod plan;
mod policy;
mod projects;
mod scores;
mod topology;

use crate::line::{Line, in_html};
use crate::sections::Context;
use crate::text::html::Seen;
use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// The policy of a page that runs this script and has this style, and loads nothing.
#[must_use]
pub fn policy(style: &str, script: &str) -> String {
    policy::of(style, script)
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
pub(crate) fn render(context: &Context<'_>) -> String {
    page(context, &sections(context)).into_string() + "\n"
}

fn sections(context: &Context<'_>) -> Vec<Section> {
    let blocking = "What blocks a higher score";
    let influence = "Attempts to influence the judges";
    let described = "Pictures, as a model describes them";
    let all = [
        ("scores", "Scores", "Scores", Some(scores::write(context))),
        ("obstacles", "Obstacles", blocking, plan::obstacles(context)),
        ("projects", "Projects", "Projects", projects::write(context)),
        (
            "dimensions",
            "Dimensions",
            "Dimensions",
            Some(dimensions::write(context)),
        ),
        ("conduct", "Conduct", influence, injection::write(context)),
        ("plan", "Plan", "Remediation plan", plan::write(context)),
        ("accepted", "Accepted", "Accepted", plan::lived_with(context)),
        (
            "claims",
            "Claims",
            "Claims of the reports",
            claims::write(context),
        ),
        (
            "graph",
            "Graph",
            "The graph that the code builds",
            topology::write(context),
        ),
        (
            "ran",
            "Run",
            "What happened when it ran",
            experiment::write(context),
        ),
        ("history", "History", "History", history::write(context)),
        ("judges", "Judges", "Judges", panel::judges(context)),
        ("pictures", "Pictures", described, panel::pictures(context)),
        (
            "coverage",
            "Coverage",
            "Coverage and limits",
            Some(coverage::write(context)),
        ),
        ("exhibits", "Evidence", "Evidence", Some(exhibits::write(context))),
    ];
    let section = |(anchor, name, heading, body): (_, _, _, Option<Markup>)| {
        body.map(|body| Section {
            anchor,
            name,
            heading,
            body,
        })
    };
    all.into_iter().filter_map(section).collect()
}

/// The lines as a list.
fn items(context: &Context<'_>, lines: &[Line<'_>]) -> Markup {
    html! { ul { @for line in lines { li { (in_html(line, &context.links)) } } } }
}

/// How many more there are than are shown.
fn more(all: usize, shown: usize) -> Markup {
    let more = all.saturating_sub(shown);
    html! { @if more > 0 { p { (more) " more in " code { "report.json" } "." } } }
}

fn page(context: &Context<'_>, sections: &[Section]) -> Markup {
    let policy = policy(STYLE, SCRIPT);
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
                title { "Audit of " (Seen(&context.dossier.subject.name)) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a .skip href="#scores" { "Skip to the scores" }
                (head::write(context))
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
                footer { p { (footer(context)) } }
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

fn footer(context: &Context<'_>) -> Markup {
    html! {
        "Case " code { (Seen(&context.dossier.case)) } " · rubric digest "
        code .digest { (context.dossier.rubric.sha256.as_str()) }
        " · every score follows from its evidence by published rules; the same evidence gives the same page."
    }
}
