//! Scores as lengths, votes as points on the same length.

use crate::text::english::out_of;
use court::opinion::Persona;
use court::score::{Fraction, Scale, Score};
use maud::{Markup, html};

/// The length of a whole scale, in units of the drawing.
const WIDTH: i64 = 200;
/// Room at both ends, so that points are not cut.
const MARGIN: i64 = 12;

/// The score as a bar, with words for those who do not see it.
pub(super) fn bar(score: Score, scale: &Scale, label: &str) -> Markup {
    let length = at(score, scale) - MARGIN;
    html! {
        svg .bar.(grade(score, scale)) viewBox={ (MARGIN) " 0 " (WIDTH) " 12" } role="img" aria-label=(label) preserveAspectRatio="none" {
            rect .track x=(MARGIN) y="2" width=(WIDTH) height="8" rx="4" {}
            rect .fill x=(MARGIN) y="2" width=(length.max(4)) height="8" rx="4" {}
        }
    }
}

/// Where the three judges stand, the settled score as a line.
pub(super) fn spread(votes: &[(Persona, Option<Score>)], settled: Option<Score>, scale: &Scale) -> Markup {
    let given: Vec<(Persona, Score)> = votes
        .iter()
        .filter_map(|(who, vote)| Some((*who, (*vote)?)))
        .collect();
    let ends = given.iter().map(|(_, score)| at(*score, scale));
    let (low, high) = (ends.clone().min().unwrap_or(MARGIN), ends.max().unwrap_or(MARGIN));
    html! {
        svg .spread viewBox={ "0 0 " (WIDTH + 2 * MARGIN) " 58" } role="img" aria-label=(label(votes, scale)) {
            line .track x1=(MARGIN) x2=(WIDTH + MARGIN) y1="29" y2="29" {}
            line .reach x1=(low) x2=(high) y1="29" y2="29" {}
            @if let Some(score) = settled {
                line .settled x1=(at(score, scale)) x2=(at(score, scale)) y1="4" y2="54" {}
            }
            @for (index, (who, score)) in given.iter().enumerate() {
                (point(*who, at(*score, scale), crowd(&given[..index], *score)))
            }
        }
    }
}

/// How many judges before this one gave the same score.
fn crowd(before: &[(Persona, Score)], score: Score) -> usize {
    before.iter().filter(|(_, other)| *other == score).count()
}

fn point(who: Persona, x: i64, crowd: usize) -> Markup {
    // Equal votes stand above each other.
    let y = [29, 10, 48].get(crowd).copied().unwrap_or(29);
    html! {
        g .point.(class(who)) {
            circle cx=(x) cy=(y) r="9" {}
            text x=(x) y=(y + 4) text-anchor="middle" { (initial(who)) }
        }
    }
}

fn label(votes: &[(Persona, Option<Score>)], scale: &Scale) -> String {
    let told = votes.iter().map(|(who, vote)| match vote {
        Some(score) => format!("{} {}", who.title(), out_of(*score, scale)),
        None => format!("{} without a valid answer", who.title()),
    });
    told.collect::<Vec<_>>().join(", ")
}

/// The place of a score on the drawing.
fn at(score: Score, scale: &Scale) -> i64 {
    let share = scale.share(score);
    let length = (share * Fraction::from_integer(WIDTH)).round();
    MARGIN + length.to_integer().clamp(0, WIDTH)
}

/// How good a score is, as a class of the style sheet.
pub(super) fn grade(score: Score, scale: &Scale) -> &'static str {
    let share = scale.share(score);
    if share >= Fraction::new(3, 4) {
        "good"
    } else if share >= Fraction::new(1, 2) {
        "fair"
    } else {
        "poor"
    }
}

pub(super) fn class(who: Persona) -> &'static str {
    match who {
        Persona::Prosecutor => "prosecutor",
        Persona::Defense => "defense",
        Persona::TechLead => "tech-lead",
    }
}

fn initial(who: Persona) -> &'static str {
    match who {
        Persona::Prosecutor => "P",
        Persona::Defense => "D",
        Persona::TechLead => "T",
    }
}
