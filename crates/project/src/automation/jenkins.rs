//! Pipelines of Jenkins: the literal texts that are given to `sh`, `bat`, `powershell` and `pwsh`.

use super::{Image, Opaque, Pipeline, STEPS_MAX, Step, Trigger, Work};
use subject::data::line_of;

const SHELLS: [&str; 4] = ["sh", "bat", "powershell", "pwsh"];

pub(super) fn pipeline(path: &str, text: &str, opaque: &mut Vec<Opaque>) -> Pipeline {
    let mut steps = Vec::new();
    for (at, _) in text.match_indices(['"', '\'']) {
        let head = text[..at].trim_end_matches(['(', ' ', '\t']);
        let head = head
            .strip_suffix("script:")
            .unwrap_or(head)
            .trim_end_matches(['(', ' ', '\t']);
        let word = head
            .rsplit(|c: char| !c.is_ascii_alphanumeric())
            .next()
            .unwrap_or_default();
        if SHELLS.contains(&word) && steps.len() < STEPS_MAX {
            steps.push(step(text, at));
        }
    }
    opaque.extend(opaque_parts(path, text));
    if steps.is_empty() {
        opaque.push(Opaque {
            path: path.to_owned(),
            line: 1,
            why: "its steps are no texts for a shell, and Groovy is not followed".to_owned(),
            is_plain: false,
            is_other: false,
        });
    }
    Pipeline {
        path: path.to_owned(),
        system: "Jenkins",
        trigger: Trigger::Change,
        steps,
        images: images(text),
        limits_rights: false,
        jobs_limited: (0, 0),
        waiting: Vec::new(),
    }
}

fn step(text: &str, at: usize) -> Step {
    let rest = &text[at..];
    let quote = ["'''", "\"\"\"", "'", "\""]
        .into_iter()
        .find(|quote| rest.starts_with(quote))
        .unwrap_or("'");
    let inner = &rest[quote.len()..];
    let end = inner.find(quote).unwrap_or(inner.len());
    let body = &inner[..end];
    let skipped = body.len() - body.trim_start_matches(['\n', '\r']).len();
    Step {
        line: line_of(text, at + quote.len() + skipped),
        what: Work::Command(body[skipped..].to_owned()),
        folder: String::new(),
        is_forgiven: false,
    }
}

/// Libraries and scripts that are loaded hold steps that are not here.
fn opaque_parts(path: &str, text: &str) -> Vec<Opaque> {
    let lines = (1..).zip(text.lines());
    let is_brought = |line: &str| {
        ["@Library", "library ", "library(", "load "]
            .iter()
            .any(|word| line.starts_with(word))
    };
    let brought = lines.filter(|(_, line)| is_brought(line.trim_start()));
    brought
        .map(|(line, text)| Opaque::beyond(path, line, text.trim()))
        .collect()
}

fn images(text: &str) -> Vec<Image> {
    let lines = (1..).zip(text.lines());
    let found = lines.filter_map(|(line, text)| {
        let rest = text.trim().strip_prefix("image ")?;
        let name = rest.trim().trim_matches(['"', '\'']);
        Some(Image {
            name: name.to_owned(),
            line,
            is_beside: false,
        })
    });
    found.collect()
}
