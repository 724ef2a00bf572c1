//! Quotes of the subject with their line numbers, and the ways to them.

use super::{Context, highlight};
use crate::line::{citation, place_in_html};
use crate::text::english::sentence;
use crate::text::html::{Seen, prose};
use court::evidence::{Exhibit, ExhibitId, Place};
use maud::{Markup, html};

/// Lines of an excerpt that are shown unfolded.
const LINES_MAX: usize = 12;

/// A piece of running text.
enum Piece {
    Text(String),
    Exhibit(ExhibitId),
}

/// Running text in which the numbers of exhibits are links to them.
pub(super) fn with_citations(argument: &str) -> Markup {
    html! {
        @for piece in pieces(argument) {
            @match piece {
                Piece::Text(text) => (prose(&text)),
                Piece::Exhibit(id) => (citation(id)),
            }
        }
    }
}

fn pieces(argument: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut plain = String::new();
    for word in argument.split_inclusive(|c: char| !c.is_alphanumeric()) {
        let name = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        if let Ok(id) = name.parse::<ExhibitId>() {
            pieces.extend([Piece::Text(std::mem::take(&mut plain)), Piece::Exhibit(id)]);
            plain.push_str(&word[name.len()..]);
        } else {
            plain.push_str(word);
        }
    }
    pieces.push(Piece::Text(plain));
    pieces
}

/// Why a check came out as it did: what was seen, and the lines, folded under their place.
pub(super) fn proof(context: &Context<'_>, exhibit: &Exhibit) -> Markup {
    let quote = exhibit.excerpt.as_ref().map(|excerpt| excerpt.text.as_str());
    let quote = quote.filter(|text| !text.trim().is_empty());
    let place = exhibit.place.as_ref();
    html! {
        details .excerpt {
            summary { @match place { Some(place) => (place_in_html(place, &context.links)), None => "Why" } }
            p .note { (prose(&sentence(&exhibit.rationale))) }
            @if let Some(text) = quote { (lines(text, place.and_then(first_line), place.is_some_and(is_code))) }
        }
    }
}

/// What stands at the exhibit's place, under a link to the place.
pub(super) fn excerpt(context: &Context<'_>, exhibit: &Exhibit) -> Markup {
    let quote = exhibit.excerpt.as_ref().map(|excerpt| excerpt.text.as_str());
    let quote = quote.filter(|text| !text.trim().is_empty());
    html! {
        @match (&exhibit.place, quote) {
            (Some(place), Some(text)) => {
                figure .excerpt {
                    figcaption { (place_in_html(place, &context.links)) }
                    (lines(text, first_line(place), is_code(place)))
                }
            }
            (Some(place), None) => { " " (place_in_html(place, &context.links)) }
            (None, Some(text)) => figure .excerpt { (lines(text, None, false)) },
            (None, None) => {}
        }
    }
}

fn first_line(place: &Place) -> Option<u32> {
    match place {
        Place::Lines { first, .. } | Place::Passage { first, .. } => Some(*first),
        Place::Commit(_) | Place::Ref(_) | Place::File(_) | Place::Page { .. } => None,
    }
}

fn is_code(place: &Place) -> bool {
    matches!(place, Place::Lines { .. })
}

fn lines(text: &str, first: Option<u32>, is_code: bool) -> Markup {
    html! {
        pre.words[!is_code] tabindex="0" {
            code {
                @for (number, line) in (first.unwrap_or(1)..).zip(text.trim_end_matches('\n').lines().take(LINES_MAX)) {
                    span .line {
                        @if first.is_some() { span .n aria-hidden="true" { (number) } }
                        @if is_code { (highlight::line(line)) } @else { (Seen(line)) }
                    }
                    "\n"
                }
            }
        }
    }
}
