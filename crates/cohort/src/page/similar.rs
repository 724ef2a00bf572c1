//! Pairs that are alike, with what they share side by side.

use super::{id_beside, link};
use crate::class::Class;
use crate::similarity::{Pair, Passage};
use maud::{Markup, html};
use report::web::Seen;

pub(super) fn write(class: &Class) -> Markup {
    html! {
        p .note {
            "Passages that two submissions share, found by winnowing over tokens without names, texts and remarks (Schleimer, Wilkerson "
            "and Aiken 2003), over the words of reports, and over commits and addresses of authors. What more than a tenth of the class "
            "has, and the starter code that was named, is left out. It is a reason to look, never a verdict, and moves no score."
        }
        @if class.similar.is_empty() { p { "No two submissions are alike." } }
        @for pair in &class.similar { (one(class, pair)) }
    }
}

fn one(class: &Class, pair: &Pair) -> Markup {
    let [first, second] = pair.who;
    html! {
        details .pair {
            summary {
                span .what { (Seen(shown(class, first))) " and " (Seen(shown(class, second))) }
                span { (pair.reasons().join(", ")) }
            }
            p { "Reports: " (link(class, first)) (id_beside(class, first)) ", " (link(class, second)) (id_beside(class, second)) }
            @for passage in &pair.passages { (beside(passage)) }
        }
    }
}

fn shown(class: &Class, who: usize) -> &str {
    let entry = &class.submissions[who].entry;
    entry.name.as_ref().unwrap_or(&entry.id)
}

fn beside(passage: &Passage) -> Markup {
    html! {
        div .beside {
            @for place in &passage.places {
                figure {
                    figcaption { (Seen(&place.path)) ":" (place.lines[0]) "–" (place.lines[1]) }
                    pre { code { (Seen(&place.text)) } }
                }
            }
        }
    }
}
