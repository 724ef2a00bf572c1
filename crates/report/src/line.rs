//! A line of a report, put together once and written in every form that people read.

use crate::links::{Links, shown, written};
use crate::text::html::{Seen, prose as prose_in_html};
use crate::text::markdown::{self, Setting};
use court::evidence::{ExhibitId, Place};
use court::score::Score;
use maud::{Markup, html};
use std::borrow::Cow;

/// A part of a line.
pub(crate) enum Piece<'a> {
    /// Words of ours, which mean nothing in any form.
    Ours(Cow<'a, str>),
    /// Running text of anybody; what stands between backticks is code.
    Prose(Cow<'a, str>),
    /// The same set off.
    Strong(Cow<'a, str>),
    /// The same in the background, where a form has one.
    Note(Cow<'a, str>),
    /// Words of ours that say that something is wrong.
    Bad(&'static str),
    Code(Cow<'a, str>),
    Place(Cow<'a, Place>),
    Exhibit(ExhibitId),
    /// What an open demand would add to its dimension if it alone were met.
    Gain(Score),
}

pub(crate) type Line<'a> = Vec<Piece<'a>>;

pub(crate) fn ours<'a>(text: impl Into<Cow<'a, str>>) -> Piece<'a> {
    Piece::Ours(text.into())
}

pub(crate) fn prose<'a>(text: impl Into<Cow<'a, str>>) -> Piece<'a> {
    Piece::Prose(text.into())
}

pub(crate) fn strong<'a>(text: impl Into<Cow<'a, str>>) -> Piece<'a> {
    Piece::Strong(text.into())
}

pub(crate) fn note<'a>(text: impl Into<Cow<'a, str>>) -> Piece<'a> {
    Piece::Note(text.into())
}

pub(crate) fn code<'a>(text: impl Into<Cow<'a, str>>) -> Piece<'a> {
    Piece::Code(text.into())
}

pub(crate) fn place(place: &Place) -> Piece<'_> {
    Piece::Place(Cow::Borrowed(place))
}

/// A place that is written `path:line` or `path:line-line`; other text as it is.
pub(crate) fn place_written(text: &str) -> Piece<'_> {
    written(text).map_or_else(|| code(text), |place| Piece::Place(Cow::Owned(place)))
}

/// The items with what stands between them.
pub(crate) fn joined<'a>(items: impl IntoIterator<Item = Line<'a>>, between: &'static str) -> Line<'a> {
    let mut line = Line::new();
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            line.push(ours(between));
        }
        line.extend(item);
    }
    line
}

/// `a`, `a and b`, `a, b and c`; of more than `max`, the first and how many more there are.
pub(crate) fn listed<'a>(items: impl IntoIterator<Item = Line<'a>>, max: usize) -> Line<'a> {
    let mut first: Vec<Line<'a>> = items.into_iter().collect();
    let rest = first.split_off(max.min(first.len()));
    let last = if rest.is_empty() {
        first.pop().unwrap_or_default()
    } else {
        vec![ours(format!("{} more", rest.len()))]
    };
    let mut line = joined(first, ", ");
    if !line.is_empty() {
        line.push(ours(" and "));
    }
    line.extend(last);
    line
}

/// The line in Markdown, in a paragraph, a heading or an item of a list.
pub(crate) fn in_markdown(line: &[Piece<'_>], links: &Links) -> String {
    line.iter()
        .map(|piece| piece.in_markdown(links, Setting::Open))
        .collect()
}

/// The same in a cell of a table.
pub(crate) fn in_cell(line: &[Piece<'_>], links: &Links) -> String {
    line.iter()
        .map(|piece| piece.in_markdown(links, Setting::Cell))
        .collect()
}

/// The line on a page.
pub(crate) fn in_html(line: &[Piece<'_>], links: &Links) -> Markup {
    html! { @for piece in line { (piece.in_html(links)) } }
}

/// A place on a page.
pub(crate) fn place_in_html(place: &Place, links: &Links) -> Markup {
    let label = html! { code .place { (Seen(&shown(place))) } };
    html! {
        @match links.address(place) {
            Some(address) => a href=(address) rel="noopener noreferrer" { (label) },
            None => (label),
        }
    }
}

/// A link to an exhibit of the page.
pub(crate) fn citation(id: ExhibitId) -> Markup {
    let id = id.to_string();
    html! { a .cite href={ "#" (id) } { (id) } }
}

impl Piece<'_> {
    fn in_markdown(&self, links: &Links, setting: Setting) -> String {
        match self {
            Self::Ours(text) => text.clone().into_owned(),
            Self::Prose(text) | Self::Note(text) => markdown::running(text, setting),
            Self::Strong(text) => format!("**{}**", markdown::running(text, setting)),
            Self::Bad(text) => (*text).to_owned(),
            Self::Code(text) => markdown::span(text, setting),
            Self::Place(place) => {
                let label = markdown::span(&shown(place), setting);
                let linked = links
                    .address(place)
                    .map(|address| format!("[{label}]({address})"));
                linked.unwrap_or(label)
            }
            Self::Exhibit(id) => id.to_string(),
            Self::Gain(gain) => format!("+{gain}{}", alone(*gain)),
        }
    }

    fn in_html(&self, links: &Links) -> Markup {
        match self {
            Self::Ours(text) => html! { (text) },
            Self::Prose(text) => prose_in_html(text),
            Self::Strong(text) => html! { strong { (prose_in_html(text)) } },
            Self::Note(text) => html! { span .note { (prose_in_html(text)) } },
            Self::Bad(text) => html! { strong .bad { (text) } },
            Self::Code(text) => html! { code { (Seen(text)) } },
            Self::Place(place) => place_in_html(place, links),
            Self::Exhibit(id) => citation(*id),
            Self::Gain(gain) => {
                let is_nothing = *gain <= Score::whole(0);
                html! { span .gain.nothing[is_nothing] { "+" (gain) (alone(*gain)) } }
            }
        }
    }
}

/// What raises no score by itself may do so together with something else.
fn alone(gain: Score) -> &'static str {
    if gain > Score::whole(0) { "" } else { " alone" }
}

#[cfg(test)]
mod tests;
