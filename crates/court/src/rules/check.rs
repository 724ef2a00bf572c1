//! Tries a rule set on every setting it can tell apart, and shows a case for every hole.

use super::engine::settle_quietly;
use super::evaluate::Scene;
use super::expression::{Expr, Fold, Quantity, State};
use super::lattice::{Lattice, met};
use super::names::short;
use super::setting::{Setting, seat};
use super::show::kind_word;
use super::{Action, Outcome, Rule, RuleSet, Settled};
use crate::opinion::Persona;
use crate::score::{Fraction, Score};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Most pairs of rules whose order is tried on one setting.
const PAIRS_MAX: usize = 40;

/// The step that the engine writes when it rounds.
const ROUNDING: &str = "rounding";

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// For the author of the rules.
    pub text: String,
    /// Whether no hole was found.
    pub is_sound: bool,
}

/// Tries the rule set on every setting it can tell apart.
#[must_use]
pub fn check(rules: &RuleSet) -> Checked {
    let lattice = Lattice::of(rules);
    tried_on(rules, &lattice, lattice.settings())
}

/// Tries it on these settings of the lattice.
pub(super) fn tried_on(
    rules: &RuleSet,
    lattice: &Lattice,
    settings: impl Iterator<Item = Setting>,
) -> Checked {
    let mut audit = Audit::new(rules);
    let mut tried = 0_usize;
    for setting in settings {
        tried += 1;
        audit.look(lattice, &setting);
    }
    audit.sum_up(tried == lattice.count());
    audit.text(tried, lattice.count())
}

/// What a rule did over all settings.
#[derive(Clone, Copy, Debug, Default)]
struct Deeds {
    fired: usize,
    changed: usize,
}

/// A kind of hole, with what is said of it and the first case that shows it.
type Finding = (String, Option<String>);

struct Audit<'a> {
    rules: &'a RuleSet,
    deeds: BTreeMap<String, Deeds>,
    holes: BTreeMap<String, Finding>,
    notes: BTreeMap<String, Finding>,
    /// Settings in which a cap bound.
    bound: usize,
}

impl<'a> Audit<'a> {
    fn new(rules: &'a RuleSet) -> Self {
        let phases = [&rules.edits, &rules.base, &rules.rules, &rules.caps];
        let ids = phases.into_iter().flatten().map(|rule| rule.id.clone());
        Self {
            rules,
            deeds: ids.map(|id| (id, Deeds::default())).collect(),
            holes: BTreeMap::new(),
            notes: BTreeMap::new(),
            bound: 0,
        }
    }

    fn look(&mut self, lattice: &Lattice, setting: &Setting) {
        let settled = settle_quietly(self.rules, setting);
        for step in &settled.steps {
            if let Some(deeds) = self.deeds.get_mut(&step.rule) {
                deeds.fired += 1;
                deeds.changed += usize::from(step.before != step.after);
            }
        }
        match settled.outcome {
            Outcome::Score(score) => {
                self.look_at_caps(setting, &settled, score);
                self.look_at_height(setting, &settled, score);
                self.look_at_unobserved(setting, score);
                self.look_at_votes(lattice, setting, score);
                self.look_at_order(setting, &settled, score);
            }
            Outcome::Incomplete(_) => self.look_at_nothing(setting, &settled),
            Outcome::Skipped(_) => {}
        }
    }

    fn hole(&mut self, key: &str, text: impl FnOnce() -> String, case: impl FnOnce() -> String) {
        if !self.holes.contains_key(key) {
            self.holes.insert(key.to_owned(), (text(), Some(case())));
        }
    }

    fn note(&mut self, key: &str, text: impl FnOnce() -> String, case: impl FnOnce() -> String) {
        if !self.notes.contains_key(key) {
            self.notes.insert(key.to_owned(), (text(), Some(case())));
        }
    }

    fn look_at_caps(&mut self, setting: &Setting, settled: &Settled, score: Fraction) {
        if let Some(cap) = settled.cap {
            self.bound += 1;
            if score > cap {
                let text = || format!("a cap at {} is exceeded", Score(cap));
                self.hole("cap", text, || shown(setting, score));
            }
        }
        for rule in &self.rules.rules {
            self.look_at_ceiling(rule, setting, settled, score);
        }
    }

    /// A rule that only lowers, after which another one raised.
    fn look_at_ceiling(&mut self, rule: &Rule, setting: &Setting, settled: &Settled, score: Fraction) {
        let Some(spoke) = settled.steps.iter().position(|step| step.rule == rule.id) else {
            return;
        };
        let Some(ceiling) = ceiling_of(rule, setting, settled).filter(|ceiling| score > *ceiling) else {
            return;
        };
        let later = settled.steps[spoke..].iter();
        let breaker = later
            .filter(|step| step.rule != ROUNDING)
            .rfind(|step| step.after > step.before);
        let by = breaker.map_or(ROUNDING, |step| step.rule.as_str());
        let text = || {
            format!(
                "the ceiling of `{}` at {} is undone by `{by}`; put it under `caps`, where nothing can undo it",
                rule.id,
                Score(ceiling)
            )
        };
        self.hole(&format!("undone {}", rule.id), text, || shown(setting, score));
    }

    fn look_at_height(&mut self, setting: &Setting, settled: &Settled, score: Fraction) {
        let Some(highest) = settled.votes.iter().copied().flatten().max() else {
            return;
        };
        if score <= self.rules.rounding.snap(&setting.scale, highest).max(highest) {
            return;
        }
        let mut steps = settled.steps.iter();
        let raising = steps.find(|step| step.after > Some(Score(highest)));
        let rule = raising.map_or(ROUNDING, |step| step.rule.as_str());
        let text = || format!("`{rule}` gives more than any judge");
        self.hole(&format!("height {rule}"), text, || shown(setting, score));
    }

    fn look_at_unobserved(&mut self, setting: &Setting, score: Fraction) {
        let mut more = setting.clone();
        more.facts.demands.push((State::Unobserved, 100));
        more.facts.met = met(&more.facts.demands);
        let lowered = match settle_quietly(self.rules, &more).outcome {
            Outcome::Score(after) => after < score,
            Outcome::Skipped(_) | Outcome::Incomplete(_) => false,
        };
        if lowered {
            let text = || "what nobody could look at lowers a score".to_owned();
            self.hole("unobserved", text, || {
                format!(
                    "{}; with one more unobserved demand it is lower",
                    shown(setting, score)
                )
            });
        }
    }

    fn look_at_votes(&mut self, lattice: &Lattice, setting: &Setting, score: Fraction) {
        for persona in Persona::ALL {
            let Some(vote) = setting.votes[seat(persona)] else {
                continue;
            };
            let Some(above) = lattice.above(vote) else {
                continue;
            };
            let mut higher = setting.clone();
            higher.votes[seat(persona)] = Some(above);
            let Outcome::Score(after) = settle_quietly(self.rules, &higher).outcome else {
                continue;
            };
            if after < score {
                let text = || "a higher vote can lower the score".to_owned();
                self.note("monotone", text, || {
                    let (short, above) = (short(persona), Score(above));
                    format!(
                        "{}; with {short} {above} it is {}",
                        shown(setting, score),
                        Score(after)
                    )
                });
            }
        }
    }

    fn look_at_order(&mut self, setting: &Setting, settled: &Settled, score: Fraction) {
        let fired: Vec<usize> = (0..self.rules.rules.len())
            .filter(|index| {
                settled
                    .steps
                    .iter()
                    .any(|step| step.rule == self.rules.rules[*index].id)
            })
            .collect();
        let pairs = fired.windows(2).take(PAIRS_MAX);
        for pair in pairs {
            let (left, right) = (pair[0], pair[1]);
            let (a, b) = (&self.rules.rules[left].id, &self.rules.rules[right].id);
            let key = format!("order {a} {b}");
            if self.notes.contains_key(&key) {
                continue;
            }
            let mut swapped = self.rules.clone();
            swapped.rules.swap(left, right);
            let Outcome::Score(other) = settle_quietly(&swapped, setting).outcome else {
                continue;
            };
            if other != score {
                let text = format!("`{a}` and `{b}` meet, and their order in the file decides");
                let case = format!("{}; the other way round {}", shown(setting, score), Score(other));
                self.notes.insert(key, (text, Some(case)));
            }
        }
    }

    fn look_at_nothing(&mut self, setting: &Setting, settled: &Settled) {
        let present = settled.votes.iter().flatten().count();
        let is_lost = present < settled.votes.len() && self.rules.missing.one == super::Absent::Incomplete;
        let is_meant = present == 0 || is_lost;
        if !is_meant {
            let text = || "no base holds although a judge voted".to_owned();
            self.hole("nothing", text, || described(setting));
        }
    }

    /// What no single setting shows.
    fn sum_up(&mut self, is_whole: bool) {
        let idle: Vec<(String, Deeds)> = self
            .deeds
            .iter()
            .filter(|(_, deeds)| deeds.changed == 0)
            .map(|(id, deeds)| (id.clone(), *deeds))
            .collect();
        for (id, deeds) in idle {
            let is_base = self.rules.base.iter().any(|rule| rule.id == id);
            if deeds.fired == 0 && is_whole {
                let text = format!("`{id}` never speaks, whatever the votes and the facts");
                self.holes.insert(format!("never {id}"), (text, None));
            } else if deeds.fired == 0 {
                let text = format!("`{id}` did not speak in the settings that were tried");
                self.notes.insert(format!("never {id}"), (text, None));
            } else if !is_base {
                let text = format!("`{id}` speaks and never changes a score");
                self.notes.insert(format!("idle {id}"), (text, None));
            }
        }
    }

    fn text(&self, tried: usize, count: usize) -> Checked {
        let is_sound = self.holes.is_empty();
        let mut text = format!("{}: {}\n", self.rules.name, self.rules.description);
        let how = if tried == count {
            format!("all {tried} settings that the rules can tell apart")
        } else {
            format!("{tried} of {count} settings that the rules can tell apart")
        };
        let _ = writeln!(text, "tried on {how}");
        let _ = match self.bound {
            0 => writeln!(text, "no cap bound"),
            bound => writeln!(text, "caps bound in {bound} of them, and no score was above one"),
        };
        for (id, deeds) in &self.deeds {
            let _ = writeln!(
                text,
                "  {id:<28} spoke {:>7} times, changed {:>7} scores",
                deeds.fired, deeds.changed
            );
        }
        for (kind, findings) in [("hole", &self.holes), ("note", &self.notes)] {
            for (said, case) in findings.values() {
                let _ = writeln!(text, "{kind}: {said}");
                if let Some(case) = case {
                    let _ = writeln!(text, "      {case}");
                }
            }
        }
        text.push_str(match (is_sound, self.rules.is_historic) {
            (true, _) => "sound: no hole was found\n",
            (false, true) => "the holes are kept: the rules reproduce others as they were\n",
            (false, false) => "not sound\n",
        });
        Checked { text, is_sound }
    }
}

/// The lowest of the other parts of a rule that only ever lowers, `min(score, ...)`.
fn ceiling_of(rule: &Rule, setting: &Setting, settled: &Settled) -> Option<Fraction> {
    let score = Expr::Quantity(Quantity::Score);
    let Action::Becomes(Expr::Fold(Fold::Min, parts)) = &rule.action else {
        return None;
    };
    if !parts.contains(&score) {
        return None;
    }
    let scene = Scene::of_votes(setting, &settled.votes);
    let others = parts.iter().filter(|part| **part != score);
    others.filter_map(|part| scene.number(part)).min()
}

fn shown(setting: &Setting, score: Fraction) -> String {
    format!("{} → {}", described(setting), Score(score))
}

/// A setting in one line.
fn described(setting: &Setting) -> String {
    let votes = Persona::ALL.map(|persona| {
        let vote =
            setting.votes[seat(persona)].map_or_else(|| "-".to_owned(), |vote| Score(vote).to_string());
        format!("{} {vote}", short(persona))
    });
    let mut parts = vec![votes.join(", ")];
    if setting.dimension != "d" {
        parts.push(format!("dimension {}", setting.dimension));
    }
    if setting.kind != crate::protocol::Kind::Plain {
        parts.push(kind_word(setting.kind).to_owned());
    }
    let states: Vec<&str> = setting
        .facts
        .demands
        .iter()
        .map(|(state, _)| state.word())
        .collect();
    if !states.is_empty() {
        parts.push(format!("evidence {}", states.join(" and ")));
    }
    if setting.facts.flaw.is_some() {
        parts.push("a confirmed flaw".to_owned());
    } else if setting.case.flaws > 0 {
        parts.push("a confirmed flaw elsewhere".to_owned());
    }
    for persona in Persona::ALL {
        let said = setting.facts.said[seat(persona)].trim();
        if !said.is_empty() {
            parts.push(format!("{} says \"{said}\"", short(persona)));
        }
        let cited: Vec<&str> = setting.facts.cited[seat(persona)]
            .iter()
            .map(|s| s.word())
            .collect();
        if !cited.is_empty() {
            parts.push(format!("{} cites {}", short(persona), cited.join(" and ")));
        }
    }
    parts.join("; ")
}
