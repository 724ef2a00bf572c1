//! How the scores of each dimension are spread.

use super::link;
use crate::class::{BARS, Class, Figures};
use crate::decimal::decimal;
use maud::{Markup, html};
use report::web::Seen;

/// Sizes of a drawing, in its own units.
const BAR_WIDTH: usize = 20;
const GAP: usize = 4;
const HEIGHT: usize = 60;
/// Below this, a dimension tells nobody apart.
const TELLS_LEAST: f64 = 0.2;
/// Most of those far from all others that are named.
const OUTLIERS_MAX: usize = 12;

pub(super) fn write(class: &Class) -> Markup {
    html! {
        div .cards {
            @for one in class.overall.iter().chain(&class.dimensions) { (card(class, one)) }
        }
    }
}

fn card(class: &Class, one: &Figures) -> Markup {
    let [least, low, median, high, most] = one.spread;
    html! {
        article .card {
            h3 { (Seen(&one.name)) }
            @if one.scored == 0 {
                p .note { "No submission has a score." }
            } @else {
                (bars(one))
                dl .facts {
                    div { dt { "Mean" } dd { (decimal(one.mean)) } }
                    div { dt { "Median" } dd { (decimal(median)) } }
                    div { dt { "Middle half" } dd { (decimal(low)) " to " (decimal(high)) } }
                    div { dt { "Deviation" } dd { (decimal(one.deviation)) } }
                    @if one.unscored > 0 { div { dt { "No score" } dd { (one.unscored) } } }
                }
                @if least >= most && one.scored > 1 { p .note { "Never varies: it tells nobody apart." } }
                @if let Some(much) = one.discrimination {
                    p .note {
                        "Correlation with the other dimensions: " (decimal(much))
                        @if much < TELLS_LEAST { ", so little that it may measure something else" }
                        "."
                    }
                }
                @if !one.outliers.is_empty() {
                    p { "Far from all others: "
                        @for (turn, who) in one.outliers.iter().take(OUTLIERS_MAX).enumerate() { @if turn > 0 { ", " } (link(class, *who)) }
                        @if one.outliers.len() > OUTLIERS_MAX { " and " (one.outliers.len() - OUTLIERS_MAX) " more" }
                    }
                }
            }
        }
    }
}

fn bars(one: &Figures) -> Markup {
    let most = one.bars.iter().copied().max().unwrap_or(1).max(1);
    let width = BARS * (BAR_WIDTH + GAP);
    let label = format!(
        "{} submissions from {} to {}",
        one.scored,
        decimal(one.scale[0]),
        decimal(one.scale[1])
    );
    html! {
        svg .bars viewBox={ "0 0 " (width) " " (HEIGHT + 16) } role="img" aria-label=(label) {
            @for (at, count) in one.bars.iter().enumerate() {
                @let height = count * HEIGHT / most;
                @let left = at * (BAR_WIDTH + GAP) + GAP / 2;
                rect .track x=(left) y=(HEIGHT - 1) width=(BAR_WIDTH) height="1" { }
                @if *count > 0 {
                    rect .fill x=(left) y=(HEIGHT - height) width=(BAR_WIDTH) height=(height.max(2)) { title { (count) } }
                }
            }
            text x=(GAP) y=(HEIGHT + 13) { (decimal(one.scale[0])) }
            text .end x=(width - GAP) y=(HEIGHT + 13) { (decimal(one.scale[1])) }
        }
    }
}
