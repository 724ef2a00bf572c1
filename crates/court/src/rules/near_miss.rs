//! Rules that did not speak, and what was missing.

use super::evaluate::Scene;
use super::expression::{Expr, Relation, written};
use super::setting::Setting;
use super::{Rule, RuleSet, Settled, Step};
use crate::score::{Fraction, Score};

/// A rule that did not speak.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearMiss {
    /// Which.
    pub rule: String,
    /// What was missing, one for each condition that did not hold.
    pub missing: Vec<String>,
    /// How far the nearest number is from making the only missing condition hold; `None` where it is no number.
    pub short_by: Option<Fraction>,
}

/// The rules that did not speak in this setting, in their order.
pub(crate) fn near_misses(rules: &RuleSet, setting: &Setting, settled: &Settled) -> Vec<NearMiss> {
    let mut all = Vec::new();
    let spoke = |rule: &Rule| settled.steps.iter().any(|step| step.rule == rule.id);
    for (name, phase) in rules.phases() {
        let ends = |rule: &Rule| spoke(rule) && (name == "base" || rule.is_terminal);
        let end = phase.iter().position(ends);
        let votes = if name == "edits" {
            &setting.votes
        } else {
            &settled.votes
        };
        for (index, rule) in phase.iter().enumerate().filter(|(_, rule)| !spoke(rule)) {
            let scene = Scene {
                score: score_before(rules, settled, name, index),
                ..Scene::of_votes(setting, votes)
            };
            let mut missing = missing(rule, &scene);
            if let Some(end) = end.filter(|end| *end < index) {
                missing.push(format!("`{}` came first and ended the {name}", phase[end].id));
            }
            if missing.is_empty() {
                missing.push("it holds, and changes nothing".to_owned());
            }
            let short_by = short_by(rule, &scene).filter(|_| missing.len() == 1);
            all.push(NearMiss {
                rule: rule.id.clone(),
                missing,
                short_by,
            });
        }
    }
    all
}

/// The score that the rule at this place met: what the base and the rules before it made.
fn score_before(rules: &RuleSet, settled: &Settled, phase: &str, index: usize) -> Option<Fraction> {
    let earlier: [&[Rule]; 3] = match phase {
        "rules" => [&rules.base, &rules.rules[..index], &[]],
        "caps" => [&rules.base, &rules.rules, &rules.caps[..index]],
        _ => return None,
    };
    let is_rounding = |step: &Step| phase == "caps" && step.rule == "rounding";
    let is_earlier = |step: &&Step| {
        let mut ids = earlier.into_iter().flatten().map(|rule| &rule.id);
        ids.any(|id| *id == step.rule) || is_rounding(step)
    };
    let last = settled.steps.iter().rfind(is_earlier)?;
    last.after.map(|score| score.0)
}

fn missing(rule: &Rule, scene: &Scene<'_>) -> Vec<String> {
    let mut missing = Vec::new();
    if !rule.is_in_scope(scene.setting) {
        missing.push("it is about other dimensions".to_owned());
    }
    let parts = rule.when.as_ref().map(conditions).unwrap_or_default();
    let failed = parts.into_iter().filter(|part| scene.truth(part) != Some(true));
    missing.extend(failed.map(|part| said(part, scene)));
    missing
}

/// The conditions that must all hold.
fn conditions(when: &Expr) -> Vec<&Expr> {
    match when {
        Expr::And(parts) => parts.iter().collect(),
        other => vec![other],
    }
}

fn said(part: &Expr, scene: &Scene<'_>) -> String {
    let Expr::Compare(_, left, right) = decisive(part, scene) else {
        let is_known = scene.truth(part) == Some(false);
        return format!(
            "{part} {}",
            if is_known { "does not hold" } else { "is not known" }
        );
    };
    let value = |side: &Expr| match (side, scene.number(side)) {
        (Expr::Literal(_), _) => None,
        (_, Some(number)) => Some(format!("{side} is {}", Score(number))),
        (_, None) => Some(format!("{side} is not known")),
    };
    let values: Vec<String> = [value(left), value(right)].into_iter().flatten().collect();
    format!("{part} does not hold: {}", values.join(" and "))
}

/// Of several conditions that stand in for each other the one that is known.
fn decisive<'a>(part: &'a Expr, scene: &Scene<'_>) -> &'a Expr {
    match part {
        Expr::First(parts) => parts
            .iter()
            .find(|part| scene.truth(part).is_some())
            .unwrap_or(part),
        other => other,
    }
}

/// How far apart the sides of the first missing comparison are.
fn short_by(rule: &Rule, scene: &Scene<'_>) -> Option<Fraction> {
    let mut parts = rule.when.as_ref().map(conditions)?.into_iter();
    let failed = parts.find(|part| scene.truth(part) != Some(true))?;
    let Expr::Compare(relation, left, right) = decisive(failed, scene) else {
        return None;
    };
    if *relation == Relation::Unequal {
        return None;
    }
    let distance = scene.number(left)? - scene.number(right)?;
    Some(distance.max(-distance))
}

impl NearMiss {
    /// In one line.
    pub fn text(&self) -> String {
        let short = self.short_by.map(|by| match written(by).as_str() {
            "0" => " (just)".to_owned(),
            by => format!(" (by {by})"),
        });
        format!(
            "`{}`: {}{}",
            self.rule,
            self.missing.join("; "),
            short.unwrap_or_default()
        )
    }
}
