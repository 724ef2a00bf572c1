//! What people say against the court: it stands beside what the court said, and goes before it.

use crate::justice::{Ruling, Status};
use crate::rubric::Rubric;
use crate::rules::{CaseFacts, RuleSet, Step};
use crate::verdict::{Overruling, Verdict, pronounce_under};

/// The name of the step that people take.
pub const RULE: &str = "overruled";

/// The verdict with these scores in the place of the court's, by the same rules. What the court had said is kept with each,
/// and its own overall score with the verdict.
pub fn overruled(
    verdict: &Verdict,
    rules: &RuleSet,
    facts: &CaseFacts,
    rubric: &Rubric,
    words: &[Overruling],
) -> Verdict {
    let mut rulings = verdict.rulings.clone();
    let mut overrulings = Vec::new();
    for word in words {
        let Some(ruling) = rulings
            .iter_mut()
            .find(|ruling| ruling.dimension == word.dimension)
        else {
            continue;
        };
        overrulings.push(Overruling {
            court: ruling.final_score,
            ..word.clone()
        });
        overrule(ruling, word);
    }
    if overrulings.is_empty() {
        return verdict.clone();
    }
    Verdict {
        overrulings,
        court_overall: verdict.overall,
        ..pronounce_under(rules, facts, rubric, rulings)
    }
}

fn overrule(ruling: &mut Ruling, word: &Overruling) {
    ruling.trace.push(Step {
        rule: RULE.to_owned(),
        before: ruling.final_score,
        after: Some(word.score),
        why: format!("{} says so: {}", word.by, word.why),
    });
    ruling.final_score = Some(word.score);
    ruling.status = Status::Judged;
    // Somebody has looked.
    ruling.review = None;
}

#[cfg(test)]
mod tests;
