//! The Chief Justice at work: one setting, one rule set, one score, and a step for each rule that spoke.

use super::evaluate::{Scene, spread};
use super::setting::{Setting, Votes, seat};
use super::{Absent, Action, Rule, RuleSet};
use crate::opinion::Persona;
use crate::score::{Fraction, Score};
use serde::{Deserialize, Serialize};
use wordlist::array;

/// One rule that spoke, with the score before and after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The rule.
    pub rule: String,
    /// The score before, where there was one.
    pub before: Option<Score>,
    /// The score after.
    pub after: Option<Score>,
    /// What made it speak.
    pub why: String,
}

/// What a dimension came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Score(Fraction),
    /// It leaves the total, for this reason.
    Skipped(String),
    /// It could not be settled, for this reason.
    Incomplete(String),
}

/// A settled dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Settled {
    pub(crate) outcome: Outcome,
    pub(crate) steps: Vec<Step>,
    /// The votes after all edits.
    pub(crate) votes: Votes,
    /// The lowest cap that binds.
    pub(crate) cap: Option<Fraction>,
    /// What the rules that spoke say is to be done.
    pub(crate) orders: Vec<String>,
}

/// Settles one dimension.
pub(crate) fn settle(rules: &RuleSet, setting: &Setting) -> Settled {
    settled(rules, setting, false)
}

/// The same without the reasons, for trying many.
pub(crate) fn settle_quietly(rules: &RuleSet, setting: &Setting) -> Settled {
    settled(rules, setting, true)
}

fn settled(rules: &RuleSet, setting: &Setting, is_quiet: bool) -> Settled {
    let mut bench = Bench {
        rules,
        setting,
        votes: setting.votes,
        score: None,
        steps: Vec::new(),
        cap: None,
        orders: Vec::new(),
        is_quiet,
    };
    let outcome = bench.decide();
    Settled {
        outcome,
        steps: bench.steps,
        votes: bench.votes,
        cap: bench.cap,
        orders: bench.orders,
    }
}

struct Bench<'a> {
    rules: &'a RuleSet,
    setting: &'a Setting,
    votes: Votes,
    score: Option<Fraction>,
    steps: Vec<Step>,
    cap: Option<Fraction>,
    orders: Vec<String>,
    /// Whether reasons are left out.
    is_quiet: bool,
}

impl<'a> Bench<'a> {
    fn decide(&mut self) -> Outcome {
        if let Some(outcome) = self.fill_missing() {
            return outcome;
        }
        for rule in &self.rules.edits {
            self.edit(rule);
        }
        self.note_rehearing();
        let Some(base) = self.base() else {
            return Outcome::Incomplete("no base of the rules holds for these votes".to_owned());
        };
        self.score = Some(base);
        for rule in &self.rules.rules {
            if self.apply(rule) && rule.is_terminal {
                break;
            }
        }
        let rounded = self.round(self.score.unwrap_or(base));
        self.score = Some(rounded);
        for rule in &self.rules.caps {
            self.bind(rule);
        }
        Outcome::Score(self.score.unwrap_or(rounded))
    }

    fn scene(&self) -> Scene<'_> {
        Scene {
            score: self.score,
            ..Scene::of_votes(self.setting, &self.votes)
        }
    }

    fn fill_missing(&mut self) -> Option<Outcome> {
        let present = self.votes.iter().flatten().count();
        let policy = match present {
            3 => return None,
            0 => &self.rules.missing.all,
            _ => &self.rules.missing.one,
        };
        match policy {
            Absent::Drop if present == 0 => Some(Outcome::Incomplete("no judge opined".to_owned())),
            Absent::Drop => {
                self.note_missing();
                None
            }
            Absent::Skip => Some(Outcome::Skipped(
                "a judge is missing, and the rules skip it then".to_owned(),
            )),
            Absent::Incomplete => Some(Outcome::Incomplete("a judge is missing".to_owned())),
            Absent::Counts(votes) => {
                self.count_missing(*votes);
                None
            }
        }
    }

    fn note_missing(&mut self) {
        for persona in Persona::ALL {
            if self.votes[seat(persona)].is_none() {
                let why = format!(
                    "the {} is missing, and these rules decide without",
                    persona.title()
                );
                self.record("missing_judge", None, None, why);
            }
        }
    }

    fn count_missing(&mut self, counted: Votes) {
        for persona in Persona::ALL {
            let at = seat(persona);
            let Some(vote) = counted[at].filter(|_| self.votes[at].is_none()) else {
                continue;
            };
            self.votes[at] = Some(vote);
            let why = format!(
                "the {} is missing and counts as {}, with no confidence",
                persona.title(),
                Score(vote)
            );
            self.record("missing_judge", None, Some(vote), why);
        }
    }

    fn record(&mut self, rule: &str, before: Option<Fraction>, after: Option<Fraction>, why: String) {
        self.steps.push(Step {
            rule: rule.to_owned(),
            before: before.map(Score),
            after: after.map(Score),
            why,
        });
    }

    fn edit(&mut self, rule: &'a Rule) {
        for persona in Persona::ALL {
            if !rule.judges.is_empty() && !rule.judges.contains(&persona) {
                continue;
            }
            let Some(vote) = self.votes[seat(persona)] else {
                continue;
            };
            let scene = Scene {
                vote: Some(vote),
                ..self.scene()
            };
            if !rule.holds(&scene) {
                continue;
            }
            let scale = &self.setting.scale;
            let after = match &rule.action {
                Action::Becomes(formula) => match scene.number(formula) {
                    Some(after) => Some(after.clamp(scale.min.0, scale.max.0)),
                    None => continue,
                },
                Action::Drop | Action::Nothing => None,
            };
            if after != Some(vote) {
                self.votes[seat(persona)] = after;
                let why = self.reason(rule, Some(persona), Some(vote), after);
                self.record(&rule.id, Some(vote), after, why);
            }
        }
    }

    fn note_rehearing(&mut self) {
        let Some(rule) = self.rules.rehear.as_ref().filter(|_| self.setting.hearings > 1) else {
            return;
        };
        let why = self.reason(rule, None, None, None);
        self.record(&rule.id, None, None, why);
    }

    fn base(&mut self) -> Option<Fraction> {
        for rule in &self.rules.base {
            let scene = self.scene();
            let Some(base) = rule.value(&scene) else { continue };
            let before = rule.instead_of.as_ref().and_then(|other| scene.number(other));
            let why = self.reason(rule, None, before, Some(base));
            self.record(&rule.id, before, Some(base), why);
            return Some(base);
        }
        None
    }

    fn apply(&mut self, rule: &'a Rule) -> bool {
        let Some(after) = rule.value(&self.scene()) else {
            return false;
        };
        let before = self.score;
        let why = self.reason(rule, None, before, Some(after)) + already(before == Some(after));
        self.record(&rule.id, before, Some(after), why);
        self.score = Some(after);
        self.orders.extend(rule.remedy.clone());
        true
    }

    fn round(&mut self, score: Fraction) -> Fraction {
        let rounding = self.rules.rounding;
        let rounded = rounding.snap(&self.setting.scale, score);
        if rounded != score {
            let why = format!("{} to a score that the scale allows", rounding.mode.words());
            self.record("rounding", Some(score), Some(rounded), why);
        }
        rounded
    }

    fn bind(&mut self, rule: &'a Rule) {
        let (Some(cap), Some(before)) = (rule.value(&self.scene()), self.score) else {
            return;
        };
        let cap = self.rules.rounding.floor(&self.setting.scale, cap);
        let after = before.min(cap);
        let why = self.reason(rule, None, Some(before), Some(cap)) + already(after == before);
        self.record(&rule.id, Some(before), Some(after), why);
        self.cap = Some(self.cap.map_or(cap, |other| other.min(cap)));
        self.orders.extend(rule.remedy.clone());
        self.score = Some(after);
    }

    /// The rule's reason with what it is about put in.
    fn reason(
        &self,
        rule: &Rule,
        judge: Option<Persona>,
        before: Option<Fraction>,
        after: Option<Fraction>,
    ) -> String {
        if self.is_quiet {
            return String::new();
        }
        let shown = |number: Option<Fraction>| {
            number.map_or_else(|| "nothing".to_owned(), |number| Score(number).to_string())
        };
        let apart = |votes: &Votes| Score(spread(votes).unwrap_or_default()).to_string();
        let value = |name: &str| match name {
            "{judge}" => judge.map_or("judge", Persona::title).to_owned(),
            "{before}" => shown(before),
            "{after}" | "{cap}" => shown(after),
            "{spread}" => apart(&self.setting.votes),
            "{first_spread}" => apart(&self.setting.first),
            _ => self
                .setting
                .facts
                .flaw
                .clone()
                .unwrap_or_else(|| "a fact".to_owned()),
        };
        PLACEHOLDERS
            .iter()
            .fold(rule.reason.clone(), |text, name| match text.contains(name) {
                true => text.replace(name, &value(name)),
                false => text,
            })
    }
}

fn already(is_so: bool) -> &'static str {
    if is_so { ", which it is already" } else { "" }
}

/// What a reason may leave open.
pub(super) const PLACEHOLDERS: [&str; 7] =
    array("{judge} {before} {after} {cap} {flaw} {spread} {first_spread}");
