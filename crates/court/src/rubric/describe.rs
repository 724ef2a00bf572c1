//! A rubric in plain text: what was read, what was understood, what was ignored.

use super::{Artifact, Dimension, Level, Rubric, SynthesisRule, terms};
use crate::score::{Fraction, Scale, Score, ZERO, percent};
use crate::text::{clipped, counted, has_word, nearest, one_line};
use std::fmt::Write as _;

/// Keys that have a meaning, for offering the one that a misspelt key most probably means.
const KEYS: &str = "rubric_metadata rubric_name grading_target version critical_dimensions total_points_possible \
    dimensions synthesis_rules synthesis_config scoring_guide scale name description target_artifact \
    forensic_protocol forensic_instruction success_pattern failure_pattern judicial_logic prosecutor defense \
    tech_lead levels points exclude_from_total_if_level max_score total weight thresholds critical";

/// Most unknown keys for which a known one is sought.
const GUESS_LIMIT: usize = 200;

/// Everything a rubric's author needs to see that it was understood.
pub fn describe(rubric: &Rubric) -> String {
    let mut text = head(rubric);
    let _ = writeln!(text, "\n{}", counted(rubric.dimensions.len(), "dimension"));
    let whole = rubric.dimensions.iter().map(|dimension| dimension.weight).sum();
    for dimension in &rubric.dimensions {
        text.push_str(&line(dimension, whole));
    }
    let mut understood = rubric.understood.clone();
    let rules = rubric.synthesis.iter();
    let rules: Vec<String> = rules
        .flat_map(|rule| with_meaning(rule, &mut understood))
        .collect();
    let kept = "Kept and shown to the judges, without a meaning to the court";
    section(&mut text, "Rules for synthesis", &rules);
    section(&mut text, "Terms looked for in the report", &terms(rubric));
    section(&mut text, "Understood", &understood);
    section(&mut text, kept, &rubric.ignored);
    section(&mut text, "Problems", &problems(rubric));
    text
}

/// What its author probably did not mean, one sentence each. None of it keeps the rubric from being used.
pub fn problems(rubric: &Rubric) -> Vec<String> {
    let misspelt = rubric.ignored.iter().take(GUESS_LIMIT).filter_map(|path| {
        let key = path
            .rsplit(['.', '['])
            .next()
            .filter(|key| !has_word(KEYS, key))?;
        let near = nearest(key, KEYS.split_whitespace())?;
        Some(format!("{path} has no meaning; did you mean `{near}`?"))
    });
    let mute = rubric.dimensions.iter().filter(|dimension| is_mute(dimension));
    let mute = mute.map(|dimension| format!("`{}` says nothing of what to look for", dimension.id));
    let mut artifacts = rubric.dimensions.iter().map(|dimension| &dimension.artifact);
    let is_blind = artifacts.all(|artifact| !artifact.is_observable());
    let blind = is_blind.then(|| "no dimension looks at anything a detective can see".to_owned());
    misspelt.chain(mute).chain(blind).collect()
}

fn is_mute(dimension: &Dimension) -> bool {
    let texts = [
        &dimension.instruction,
        &dimension.description,
        &dimension.success,
        &dimension.failure,
    ];
    texts.into_iter().all(Option::is_none)
        && dimension.levels.is_empty()
        && dimension.extra.is_empty()
        && dimension.logic.is_empty()
        && dimension.shared_logic.is_none()
        && dimension.reading().is_none()
}

fn head(rubric: &Rubric) -> String {
    let mut text = format!("{}\n", one_line(&rubric.name));
    let mut say = |label: &str, value: Option<&str>| {
        if let Some(value) = value {
            let _ = writeln!(text, "  {label:<8} {}", one_line(value.trim()));
        }
    };
    say("version", rubric.version.as_deref());
    say("grades", rubric.target.as_deref());
    say("about", rubric.description.as_deref());
    say("shape", Some(&rubric.shape));
    say("sha256", Some(rubric.sha256.as_str()));
    text
}

fn line(dimension: &Dimension, whole: Fraction) -> String {
    let mut text = format!("  {}: {}\n", one_line(&dimension.id.0), one_line(&dimension.name));
    let mut facts = vec![
        looks_at(&dimension.artifact),
        scale(&dimension.scale),
        weight(dimension, whole),
    ];
    let protocol = dimension.protocol.as_ref();
    facts.extend(protocol.map(|protocol| format!("protocol {}", one_line(protocol))));
    facts.extend(dimension.is_critical.then(|| "critical".to_owned()));
    let _ = writeln!(text, "      {}", facts.join(", "));
    for level in &dimension.levels {
        let (score, line) = (level.score.to_string(), level_line(dimension, level));
        let _ = writeln!(text, "      {score:>5}  {line}");
    }
    text
}

/// The name of a level; anchors have none but their score, so what they say.
fn level_line(dimension: &Dimension, level: &Level) -> String {
    let is_anchor = level.name == level.score.to_string();
    let text = clipped(if is_anchor {
        &level.description
    } else {
        &level.name
    });
    let is_excluding = dimension.excluding_level.as_ref() == Some(&level.id);
    one_line(&text) + if is_excluding { " (not counted)" } else { "" }
}

fn looks_at(artifact: &Artifact) -> String {
    one_line(&format!("looks at {artifact}"))
}

fn scale(scale: &Scale) -> String {
    match &scale.allowed {
        None => format!("scored {} to {}", scale.min, scale.max),
        Some(allowed) => {
            let allowed: Vec<_> = allowed.iter().map(Score::to_string).collect();
            format!("scored {}", allowed.join(" or "))
        }
    }
}

fn weight(dimension: &Dimension, whole: Fraction) -> String {
    match whole == ZERO {
        true => "weighs nothing".to_owned(),
        false => format!("weighs {}", percent(dimension.weight / whole)),
    }
}

/// The rule as worded, and behind it what was understood of it, which is taken from the other sentences.
fn with_meaning(rule: &SynthesisRule, understood: &mut Vec<String>) -> Vec<String> {
    let about = format!("`{}` ", clipped(&rule.key));
    let mut lines = vec![format!("{}: {}", rule.key, rule.text.trim())];
    understood.retain(|sentence| match sentence.strip_prefix(&about) {
        Some(said) => {
            lines.push(format!("    {said}"));
            false
        }
        None => true,
    });
    lines
}

fn section(text: &mut String, title: &str, lines: &[String]) {
    if !lines.is_empty() {
        let _ = writeln!(text, "\n{title}");
    }
    for line in lines {
        let _ = writeln!(text, "  {}", one_line(line));
    }
}
