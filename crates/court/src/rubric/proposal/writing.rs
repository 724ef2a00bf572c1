//! A proposal as YAML that can be read again, every word of the rubric in quotes or in a comment.

use super::{Asked, Proposed};
use crate::protocol::own::{Look, Own};
use crate::protocol::{Demand, Grading, Kind, Outcome, Span, Want};
use crate::rubric::Rubric;
use crate::score::percent;
use crate::text::word;
use serde_json::Value;
use std::fmt::Write as _;

/// Longest line of a comment, in characters.
const COMMENT_CHARS_MAX: usize = 200;

/// The whole proposal.
pub(super) fn protocol(rubric: &Rubric, probes: &[Own], proposed: &[Proposed<'_>]) -> String {
    let mut out = String::new();
    let first = format!(
        "A protocol proposed from the words of the rubric \"{}\".",
        rubric.name
    );
    let head = [
        first.as_str(),
        "Nothing of it counts until it is given: look through it, strike what is wrong, then",
        "name it in the rubric (`protocol: file.yaml`) or give it with `--protocol`.",
    ];
    head.iter().for_each(|line| comment(&mut out, 0, line));
    match probes.is_empty() {
        true => comment(&mut out, 0, "No probe of its own could be made of the text."),
        false => out.push_str("probes:\n"),
    }
    probes.iter().for_each(|own| probe(&mut out, own));
    let is_silent = |one: &&Proposed<'_>| one.own.is_empty() && one.built_in.is_empty();
    let (silent, asking): (Vec<_>, Vec<_>) = proposed.iter().partition(is_silent);
    out.push_str(if asking.is_empty() {
        "protocols: []\n"
    } else {
        "protocols:\n"
    });
    for one in asking {
        dimension(&mut out, one);
    }
    for one in silent {
        let id = &one.dimension.id;
        comment(
            &mut out,
            0,
            &format!("`{id}`: nothing of its text could be turned into a probe."),
        );
        left(&mut out, 0, one);
    }
    out
}

fn probe(out: &mut String, own: &Own) {
    let _ = writeln!(out, "  - id: {}", text(&own.id));
    let (key, value) = match &own.look {
        Look::Pattern { language, patterns } => {
            let _ = writeln!(out, "    language: {}", text(language));
            ("pattern", list(patterns))
        }
        Look::Rules(rules) => ("rule", Value::Array(rules.clone()).to_string()),
        Look::Files(globs) => ("files", list(globs)),
        Look::Terms(terms) => ("terms", list(terms)),
        // Nothing else is proposed.
        other => return comment(out, 4, &other.to_string()),
    };
    let _ = writeln!(out, "    {key}: {value}");
}

fn proof(asked: &Demand) -> String {
    let Some(proof) = asked.proof else {
        return String::new();
    };
    format!(", proof: {{of: {}, share: {}}}", proof.of, proof.share)
}

fn dimension(out: &mut String, one: &Proposed<'_>) {
    let id = &one.dimension.id;
    let (name, id) = (text(&format!("proposed {id}")), text(&id.0));
    let kind = word(&Kind::WORDS, &one.kind);
    let _ = writeln!(
        out,
        "  - name: {name}\n    dimensions: [{id}]\n    kind: {kind}\n    demands:"
    );
    for asked in &one.built_in {
        let essential = if asked.is_essential {
            ", essential: true"
        } else {
            ""
        };
        let violation = if asked.is_violation {
            ", violation: true"
        } else {
            ""
        };
        let quiet = if asked.is_quiet { ", quiet: true" } else { "" };
        demand(
            out,
            &asked.probe,
            &asked.want,
            asked.weight,
            &[essential, violation, &proof(asked), quiet].concat(),
        );
    }
    for Asked {
        id,
        want,
        weight,
        from,
    } in &one.own
    {
        comment(out, 6, &format!("from: {from}"));
        demand(out, id, want, *weight, "");
    }
    left(out, 4, one);
}

fn demand(out: &mut String, probe: &str, wanted: &Want, weight: i64, marks: &str) {
    let (probe, want) = (text(probe), want(wanted));
    let _ = writeln!(
        out,
        "      - {{probe: {probe}, want: {want}, weight: {weight}{marks}}}"
    );
}

fn left(out: &mut String, indent: usize, one: &Proposed<'_>) {
    if !one.left.is_empty() {
        comment(out, indent, "Not looked at by any probe:");
    }
    for sentence in &one.left {
        comment(out, indent, &format!("  - {sentence}"));
    }
}

fn want(want: &Want) -> String {
    match want {
        Want::Holds(true) => "present".to_owned(),
        Want::Holds(false) => "absent".to_owned(),
        Want::AtLeast(least) => format!("{{at_least: {least}}}"),
        Want::AtMost(most) => format!("{{at_most: {most}}}"),
        Want::Share(Span { none, full, few }) => {
            let few = if *few == 0 {
                String::new()
            } else {
                format!(", few: {few}")
            };
            format!("{{share: {{none: {none}, full: {full}{few}}}}}")
        }
        Want::Finding(outcome) => format!("{{finding: {}}}", word(&Outcome::WORDS, outcome)),
        Want::ShareAtLeast(share) => format!("{{share_at_least: {}}}", percent(*share)),
        Want::ShareAtMost(share) => format!("{{share_at_most: {}}}", percent(*share)),
        Want::Graded(Grading::Between { none, full }) => {
            format!("{{graded: {{none: {none}, full: {full}}}}}")
        }
        Want::Graded(grading) => format!("{{graded: {}}}", word(&Grading::WORDS, grading)),
    }
}

fn text(text: &str) -> String {
    Value::from(text).to_string()
}

fn list(texts: &[String]) -> String {
    Value::from(texts.to_vec()).to_string()
}

/// One line of a comment; nothing in it can end the line.
fn comment(out: &mut String, indent: usize, said: &str) {
    let is_break =
        |letter: char| letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{feff}');
    let line: String = said
        .chars()
        .map(|letter| if is_break(letter) { ' ' } else { letter })
        .take(COMMENT_CHARS_MAX)
        .collect();
    let _ = writeln!(out, "{:indent$}# {}", "", line.trim_end());
}
