//! A proposal as YAML that can be read again, every word of the rubric in quotes or in a comment.

use super::{Asked, Proposed};
use crate::protocol::own::{Look, Own};
use crate::protocol::{Grading, Kind, Outcome, Want};
use crate::rubric::Rubric;
use crate::score::{Fraction, Score};
use serde_json::Value;
use std::fmt::Write as _;

/// Longest line of a comment, in characters.
const COMMENT_CHARS_MAX: usize = 200;

/// The whole proposal.
pub(super) fn protocol(rubric: &Rubric, probes: &[Own], proposed: &[Proposed<'_>]) -> String {
    let mut out = String::new();
    comment(
        &mut out,
        0,
        &format!(
            "A protocol proposed from the words of the rubric \"{}\".",
            rubric.name
        ),
    );
    comment(
        &mut out,
        0,
        "Nothing of it counts until it is given: look through it, strike what is wrong, then",
    );
    comment(
        &mut out,
        0,
        "name it in the rubric (`protocol: file.yaml`) or give it with `--protocol`.",
    );
    if probes.is_empty() {
        comment(&mut out, 0, "No probe of its own could be made of the text.");
    } else {
        out.push_str("probes:\n");
        for own in probes {
            probe(&mut out, own);
        }
    }
    let asking: Vec<&Proposed<'_>> = proposed
        .iter()
        .filter(|one| !(one.own.is_empty() && one.built_in.is_empty()))
        .collect();
    out.push_str(if asking.is_empty() {
        "protocols: []\n"
    } else {
        "protocols:\n"
    });
    for one in &asking {
        dimension(&mut out, one);
    }
    for one in proposed
        .iter()
        .filter(|one| one.own.is_empty() && one.built_in.is_empty())
    {
        comment(
            &mut out,
            0,
            &format!(
                "`{}`: nothing of its text could be turned into a probe.",
                one.dimension.id
            ),
        );
        left(&mut out, 0, one);
    }
    out
}

fn probe(out: &mut String, own: &Own) {
    let _ = writeln!(out, "  - id: {}", text(&own.id));
    match &own.look {
        Look::Pattern { language, patterns } => {
            let _ = writeln!(
                out,
                "    language: {}\n    pattern: {}",
                text(language),
                list(patterns)
            );
        }
        Look::Rules(rules) => {
            let _ = writeln!(out, "    rule: {}", Value::Array(rules.clone()));
        }
        Look::Files(globs) => {
            let _ = writeln!(out, "    files: {}", list(globs));
        }
        Look::Terms(terms) => {
            let _ = writeln!(out, "    terms: {}", list(terms));
        }
        // Nothing else is proposed.
        other => comment(out, 4, &other.to_string()),
    }
}

fn dimension(out: &mut String, one: &Proposed<'_>) {
    let id = text(&one.dimension.id.0);
    let _ = writeln!(
        out,
        "  - name: {}\n    dimensions: [{id}]",
        text(&format!("proposed {}", one.dimension.id))
    );
    let kind = match one.kind {
        Kind::Plain => "plain",
        Kind::Architecture => "architecture",
        Kind::Security => "security",
    };
    let _ = writeln!(out, "    kind: {kind}\n    demands:");
    for demand in &one.built_in {
        let marks = [
            (demand.is_essential, ", essential: true"),
            (demand.is_violation, ", violation: true"),
        ];
        let marks: String = marks
            .iter()
            .filter(|(is_so, _)| *is_so)
            .map(|(_, mark)| *mark)
            .collect();
        let want = want(&demand.want);
        let _ = writeln!(
            out,
            "      - {{probe: {}, want: {want}, weight: {}{marks}}}",
            text(&demand.probe),
            demand.weight
        );
    }
    for asked in &one.own {
        own_demand(out, asked);
    }
    left(out, 4, one);
}

fn own_demand(out: &mut String, asked: &Asked) {
    comment(out, 6, &format!("from: {}", asked.from));
    let _ = writeln!(
        out,
        "      - {{probe: {}, want: {}, weight: {}}}",
        text(&asked.id),
        want(&asked.want),
        asked.weight
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
        Want::Share(span) => format!("{{share: {{none: {}, full: {}}}}}", span.none, span.full),
        Want::Finding(outcome) => {
            let word = match outcome {
                Outcome::Present => "present",
                Outcome::Absent => "absent",
                Outcome::Contradicted => "contradicted",
            };
            format!("{{finding: {word}}}")
        }
        Want::ShareAtLeast(share) => format!("{{share_at_least: {}}}", percent(*share)),
        Want::ShareAtMost(share) => format!("{{share_at_most: {}}}", percent(*share)),
        Want::Graded(Grading::Terms) => "{graded: terms}".to_owned(),
        Want::Graded(Grading::Paths) => "{graded: paths}".to_owned(),
        Want::Graded(Grading::Claims) => "{graded: claims}".to_owned(),
        Want::Graded(Grading::Between { none, full }) => {
            format!("{{graded: {{none: {none}, full: {full}}}}}")
        }
    }
}

fn percent(share: Fraction) -> String {
    format!("{} %", Score(share * Fraction::from_integer(100)))
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
