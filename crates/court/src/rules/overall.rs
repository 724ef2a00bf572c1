//! From the rulings to the score of the case, under a rule set.

use super::evaluate::{Scene, Whole};
use super::setting::{CaseFacts, Facts, RubricNumbers, Setting, seat};
use super::{Action, Formula, RuleSet};
use crate::justice::Status;
use crate::justice::{Ruling, Step};
use crate::protocol::Kind;
use crate::rubric::{Dimension, Rubric};
use crate::score::{Fraction, Scale, Score};
use crate::verdict::{Verdict, is_excluded, mean, overall_scale};

/// The verdict that this rule set makes of the rulings.
pub(crate) fn pronounced(
    rules: &RuleSet,
    case: &CaseFacts,
    rubric: &Rubric,
    rulings: Vec<Ruling>,
) -> Verdict {
    let counted: Vec<(&Dimension, Score)> = rubric
        .dimensions
        .iter()
        .zip(&rulings)
        .filter_map(|(dimension, ruling)| Some((dimension, ruling.final_score?)))
        .filter(|(dimension, score)| !is_excluded(dimension, *score))
        .collect();
    let scale = multiplied(&base_scale(rules, rubric, &counted), rules.overall.times);
    let mut trace = Vec::new();
    let share = share(rules, &counted);
    let overall = share.map(|share| scale.min.0 + (scale.max.0 - scale.min.0) * share);
    let overall = overall.map(|score| settled(rules, case, &rulings, &scale, score, &mut trace));
    let is_complete = !rulings
        .iter()
        .any(|ruling| matches!(ruling.status, Status::Incomplete(_)));
    let grades = &rules.overall.grades;
    let grade = overall.and_then(|score| grades.iter().find(|(least, _)| score >= *least));
    Verdict {
        overall: overall.map(Score),
        scale,
        is_complete,
        rulings,
        trace,
        grade: grade.map(|(_, name)| name.clone()),
    }
}

fn base_scale(rules: &RuleSet, rubric: &Rubric, counted: &[(&Dimension, Score)]) -> Scale {
    if rules.overall.formula != Formula::Sum {
        return overall_scale(rubric);
    }
    let max: Fraction = counted.iter().map(|(dimension, _)| dimension.scale.max.0).sum();
    Scale {
        min: Score::whole(0),
        max: Score(max),
        allowed: None,
    }
}

fn multiplied(scale: &Scale, times: Fraction) -> Scale {
    Scale {
        min: Score(scale.min.0 * times),
        max: Score(scale.max.0 * times),
        allowed: None,
    }
}

/// How far up the scale of the case the dimensions come, 0 to 1.
fn share(rules: &RuleSet, counted: &[(&Dimension, Score)]) -> Option<Fraction> {
    let one = Fraction::from_integer(1);
    let shares = |weight: fn(&Dimension) -> Fraction| -> Vec<(Fraction, Fraction)> {
        counted
            .iter()
            .map(|(dimension, score)| (dimension.scale.share(*score), weight(dimension)))
            .collect()
    };
    match rules.overall.formula {
        Formula::Weighted => mean(&shares(|dimension| dimension.weight)),
        Formula::Mean => mean(&shares(|_| Fraction::from_integer(1))),
        Formula::Sum => {
            let of_max = |(dimension, score): &(&Dimension, Score)| {
                (score.0 / dimension.scale.max.0, dimension.scale.max.0)
            };
            let scored: Vec<_> = counted
                .iter()
                .filter(|(dimension, _)| dimension.scale.max > Score::whole(0))
                .map(of_max)
                .collect();
            mean(&scored)
        }
        Formula::Verdicts { pass, partial } => {
            let of_verdict = |(_, score): &(&Dimension, Score)| {
                let worth = if score.0 >= pass {
                    one
                } else if score.0 >= partial {
                    Fraction::new(1, 2)
                } else {
                    Fraction::from_integer(0)
                };
                (worth, one)
            };
            mean(&counted.iter().map(of_verdict).collect::<Vec<_>>())
        }
    }
}

fn settled(
    rules: &RuleSet,
    case: &CaseFacts,
    rulings: &[Ruling],
    scale: &Scale,
    score: Fraction,
    trace: &mut Vec<Step>,
) -> Fraction {
    let mut score = score;
    if let Some(rounding) = rules.overall.rounding {
        let rounded = rounding.plain(score);
        if rounded != score {
            let why = format!(
                "rounded {} to steps of {}",
                rounding.mode.words(),
                Score(rounding.step)
            );
            trace.push(step("rounding", score, rounded, why));
        }
        score = rounded;
    }
    let setting = whole_setting(case, scale);
    let mut whole = whole(rulings);
    for rule in &rules.overall.caps {
        whole.overall = Some(score);
        let scene = Scene {
            whole: Some(&whole),
            ..Scene::of_votes(&setting, &setting.votes)
        };
        if !rule.holds(&scene) {
            continue;
        }
        let Action::Becomes(formula) = &rule.action else {
            continue;
        };
        let Some(cap) = scene.number(formula) else {
            continue;
        };
        let after = score.min(cap.max(scale.min.0));
        let why = rule.reason.replace("{cap}", &Score(cap).to_string());
        trace.push(step(&rule.id, score, after, why));
        score = after;
    }
    score
}

fn step(rule: &str, before: Fraction, after: Fraction, why: String) -> Step {
    Step {
        rule: rule.to_owned(),
        before: Some(Score(before)),
        after: Some(Score(after)),
        why,
    }
}

fn whole(rulings: &[Ruling]) -> Whole {
    let mut whole = Whole::default();
    for ruling in rulings {
        let id = ruling.dimension.0.clone();
        if let Some(score) = ruling.final_score {
            whole.finals.insert(id.clone(), score.0);
        }
        let mut votes = [None; 3];
        for (persona, given) in ruling
            .hearings
            .last()
            .into_iter()
            .flat_map(|hearing| hearing.seats())
        {
            votes[seat(persona)] = given.score().map(|score| score.0);
        }
        whole.votes.insert(id, votes);
    }
    whole
}

/// A setting that has the scale of the case and no dimension.
fn whole_setting(case: &CaseFacts, scale: &Scale) -> Setting {
    Setting {
        dimension: String::new(),
        kind: Kind::Plain,
        target: "",
        is_critical: false,
        scale: scale.clone(),
        votes: [None; 3],
        first: [None; 3],
        hearings: 0,
        facts: Facts::default(),
        rubric: RubricNumbers::default(),
        case: case.clone(),
    }
}
