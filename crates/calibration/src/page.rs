//! The figures of a calibration as one page that needs no network: confusion, bias, calibration curve.

use super::licence::Licence;
use super::measure::{Agreement, Pair};
use super::{RULING, of_all};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Pixels of a square of the confusion and of a score of the curve.
const CELL: f64 = 48.0;

pub fn page(licence: &Licence, pairs: &BTreeMap<(String, String), Vec<Pair>>) -> String {
    let all = of_all(pairs, RULING);
    let mut body = format!(
        "<h1>Calibration of {}</h1><p>{} subjects, rubric {}, rules {}.</p>",
        escaped(&licence.panel),
        licence.subjects,
        escaped(&licence.rubric),
        escaped(&licence.rules)
    );
    let _ = write!(body, "<h2>Rulings and people</h2>{}", confusion(&all));
    let _ = write!(body, "<h2>Calibration curve</h2>{}", curve(&all));
    let _ = write!(body, "<h2>Bias</h2>{}", bias(&licence.dimensions));
    let _ = write!(body, "<h2>Figures</h2>{}", table(licence));
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Calibration</title><style>\
         body{{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}}\
         td,th{{padding:.2rem .6rem;text-align:right}}td:first-child,th:first-child{{text-align:left}}\
         </style>{body}</html>\n"
    )
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

/// The scores that are in use, ascending, each once.
fn scores(pairs: &[Pair]) -> Vec<f64> {
    let hundredths = |score: f64| (score * 100.0).round();
    let all = pairs.iter().flat_map(|(left, right)| [*left, *right]);
    // Scores are small, and their hundredths whole.
    #[expect(clippy::cast_possible_truncation, reason = "hundredths of a score")]
    let known: BTreeSet<i64> = all.map(|score| hundredths(score) as i64).collect();
    known.into_iter().map(|score| score as f64 / 100.0).collect()
}

fn confusion(pairs: &[Pair]) -> String {
    let scores = scores(pairs);
    let count = |human: f64, given: f64| pairs.iter().filter(|pair| **pair == (human, given)).count();
    let most = scores
        .iter()
        .flat_map(|human| scores.iter().map(|given| count(*human, *given)))
        .max();
    let most = most.unwrap_or_default().max(1) as f64;
    let side = CELL * (scores.len() + 1) as f64;
    let mut svg = format!(
        "<svg role=\"img\" width=\"{side}\" height=\"{side}\"><title>people down, rulings across</title>"
    );
    for (row, human) in (1..).zip(&scores) {
        let y = CELL * f64::from(row);
        let label = y + CELL / 2.0;
        let _ = write!(
            svg,
            "<text x=\"8\" y=\"{label}\">{human}</text><text x=\"{label}\" y=\"24\">{human}</text>"
        );
        for (column, given) in (1..).zip(&scores) {
            let (x, number) = (CELL * f64::from(column), count(*human, *given));
            let shade = number as f64 / most;
            let _ = write!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"rgb(40 90 160 / {shade:.2})\" stroke=\"#999\"/>\
                 <text x=\"{}\" y=\"{label}\">{number}</text>",
                x + CELL / 3.0
            );
        }
    }
    svg + "</svg><p>People down, rulings across.</p>"
}

/// What people say in the mean where the ruling is this.
fn curve(pairs: &[Pair]) -> String {
    let scores = scores(pairs);
    let most = scores.last().copied().unwrap_or(1.0);
    let side = CELL * (most + 1.0);
    let at = |given: f64, human: f64| (CELL * given, side - CELL * human);
    let (x, y) = at(most, most);
    let mut svg = format!(
        "<svg role=\"img\" width=\"{side}\" height=\"{side}\"><title>the mean of people for each ruling</title>\
         <line x1=\"0\" y1=\"{side}\" x2=\"{x}\" y2=\"{y}\" stroke=\"#999\" stroke-dasharray=\"4\"/>"
    );
    for given in scores {
        let humans: Vec<f64> = pairs
            .iter()
            .filter(|pair| pair.1 == given)
            .map(|pair| pair.0)
            .collect();
        if humans.is_empty() {
            continue;
        }
        let mean = humans.iter().sum::<f64>() / humans.len() as f64;
        let (x, y) = at(given, mean);
        let _ = write!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"#285aa0\"/><text x=\"{:.1}\" y=\"{y:.1}\">{given} → {mean:.1}</text>",
            x + 8.0
        );
    }
    svg + "</svg><p>On the dashed line a ruling is what people say in the mean.</p>"
}

fn bias(dimensions: &BTreeMap<String, BTreeMap<String, Agreement>>) -> String {
    let rows: Vec<(String, f64)> = dimensions
        .iter()
        .flat_map(|(dimension, who)| {
            who.iter()
                .map(move |(who, found)| (format!("{dimension} {who}"), found.bias))
        })
        .collect();
    let height = 22 * rows.len();
    let mut svg =
        format!("<svg role=\"img\" width=\"760\" height=\"{height}\"><title>how far above people</title>");
    for (row, (name, bias)) in rows.iter().enumerate() {
        let y = 22 * row;
        let (from, width) = (540.0 + 60.0 * bias.min(0.0), 60.0 * bias.abs());
        let _ = write!(
            svg,
            "<text x=\"0\" y=\"{}\">{}</text><rect x=\"{from:.1}\" y=\"{y}\" width=\"{width:.1}\" height=\"16\" fill=\"#285aa0\"/>\
             <text x=\"430\" y=\"{}\">{bias:+.2}</text>",
            y + 15,
            escaped(name),
            y + 15
        );
    }
    svg + "</svg>"
}

fn table(licence: &Licence) -> String {
    let heads = [
        "dimension",
        "who",
        "scores",
        "exact",
        "within one",
        "difference",
        "bias",
        "kappa",
        "interval",
    ];
    let mut text = format!("<table><tr><th>{}</th></tr>", heads.join("</th><th>"));
    for (dimension, all) in &licence.dimensions {
        for (who, found) in all {
            let cells = [escaped(dimension), escaped(who)].into_iter().chain(row(found));
            let _ = write!(
                text,
                "<tr><td>{}</td></tr>",
                cells.collect::<Vec<_>>().join("</td><td>")
            );
        }
    }
    text + "</table>"
}

/// The figures as people read them.
pub fn row(found: &Agreement) -> [String; 7] {
    let interval = found
        .interval
        .map_or("–".to_owned(), |[low, high]| format!("{low:.2} to {high:.2}"));
    [
        found.scores.to_string(),
        format!("{:.0} %", found.exact * 100.0),
        format!("{:.0} %", found.within_one * 100.0),
        format!("{:.2}", found.mean_difference),
        format!("{:+.2}", found.bias),
        found.kappa.map_or("–".to_owned(), |kappa| format!("{kappa:.2}")),
        interval,
    ]
}
