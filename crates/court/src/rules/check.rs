//! Tries a rule set on every setting it can tell apart, and shows a case for every hole.

use super::engine::settle_quietly;
use super::evaluate::Scene;
use super::expression::{Expr, Fold, Quantity, State};
use super::lattice::{Lattice, met};
use super::setting::{Setting, seat};
use super::vocabulary::short;
use super::{Absent, Action, Outcome, Rule, RuleSet, Settled};
use crate::opinion::Persona;
use crate::protocol::Kind;
use crate::score::{Fraction, Score};
use crate::text::word;
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
        let phases = rules.phases().into_iter();
        let ids = phases.flat_map(|(_, rules)| rules).map(|rule| rule.id.clone());
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
        found(&mut self.holes, key, text, case);
    }

    fn note(&mut self, key: &str, text: impl FnOnce() -> String, case: impl FnOnce() -> String) {
        found(&mut self.notes, key, text, case);
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
        let mut later = settled.steps[spoke..].iter().filter(|step| step.rule != ROUNDING);
        let breaker = later.rfind(|step| step.after > step.before);
        let (id, by) = (&rule.id, breaker.map_or(ROUNDING, |step| step.rule.as_str()));
        let text = || {
            let (ceiling, fix) = (Score(ceiling), "put it under `caps`, where nothing can undo it");
            format!("the ceiling of `{id}` at {ceiling} is undone by `{by}`; {fix}")
        };
        self.hole(&format!("undone {id}"), text, || shown(setting, score));
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
        let after = settle_quietly(self.rules, &more).outcome;
        if matches!(after, Outcome::Score(after) if after < score) {
            let text = || "what nobody could look at lowers a score".to_owned();
            let case = || {
                format!(
                    "{}; with one more unobserved demand it is lower",
                    shown(setting, score)
                )
            };
            self.hole("unobserved", text, case);
        }
    }

    fn look_at_votes(&mut self, lattice: &Lattice, setting: &Setting, score: Fraction) {
        for persona in Persona::ALL {
            let vote = setting.votes[seat(persona)];
            let Some(above) = vote.and_then(|vote| lattice.above(vote)) else {
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
                    let (case, short) = (shown(setting, score), short(persona));
                    format!("{case}; with {short} {} it is {}", Score(above), Score(after))
                });
            }
        }
    }

    fn look_at_order(&mut self, setting: &Setting, settled: &Settled, score: Fraction) {
        let rules = self.rules;
        let has_fired = |index: &usize| {
            settled
                .steps
                .iter()
                .any(|step| step.rule == rules.rules[*index].id)
        };
        let fired: Vec<usize> = (0..rules.rules.len()).filter(has_fired).collect();
        for pair in fired.windows(2).take(PAIRS_MAX) {
            let (left, right) = (pair[0], pair[1]);
            let (a, b) = (&rules.rules[left].id, &rules.rules[right].id);
            let key = format!("order {a} {b}");
            if self.notes.contains_key(&key) {
                continue;
            }
            let mut swapped = rules.clone();
            swapped.rules.swap(left, right);
            if let Outcome::Score(other) = settle_quietly(&swapped, setting).outcome
                && other != score
            {
                let text = || format!("`{a}` and `{b}` meet, and their order in the file decides");
                let case = || format!("{}; the other way round {}", shown(setting, score), Score(other));
                self.note(&key, text, case);
            }
        }
    }

    fn look_at_nothing(&mut self, setting: &Setting, settled: &Settled) {
        let present = settled.votes.iter().flatten().count();
        let is_lost = present < settled.votes.len() && self.rules.missing.one == Absent::Incomplete;
        if present > 0 && !is_lost {
            let text = || "no base holds although a judge voted".to_owned();
            self.hole("nothing", text, || described(setting));
        }
    }

    /// What no single setting shows.
    fn sum_up(&mut self, is_whole: bool) {
        for (id, deeds) in self.deeds.iter().filter(|(_, deeds)| deeds.changed == 0) {
            let is_base = self.rules.base.iter().any(|rule| rule.id == *id);
            let (findings, key, what) = match deeds.fired {
                0 if is_whole => (
                    &mut self.holes,
                    "never",
                    "never speaks, whatever the votes and the facts",
                ),
                0 => (
                    &mut self.notes,
                    "never",
                    "did not speak in the settings that were tried",
                ),
                _ if is_base => continue,
                _ => (&mut self.notes, "idle", "speaks and never changes a score"),
            };
            findings.insert(format!("{key} {id}"), (format!("`{id}` {what}"), None));
        }
    }

    fn text(&self, tried: usize, count: usize) -> Checked {
        let is_sound = self.holes.is_empty();
        let mut text = format!("{}: {}\n", self.rules.name, self.rules.description);
        let how = if tried == count {
            "all".to_owned()
        } else {
            format!("{tried} of")
        };
        let _ = writeln!(
            text,
            "tried on {how} {count} settings that the rules can tell apart"
        );
        let _ = match self.bound {
            0 => writeln!(text, "no cap bound"),
            bound => writeln!(text, "caps bound in {bound} of them, and no score was above one"),
        };
        for (id, Deeds { fired, changed }) in &self.deeds {
            let _ = writeln!(
                text,
                "  {id:<28} spoke {fired:>7} times, changed {changed:>7} scores"
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

/// Keeps what was found, with the first case that shows it.
fn found(
    findings: &mut BTreeMap<String, Finding>,
    key: &str,
    text: impl FnOnce() -> String,
    case: impl FnOnce() -> String,
) {
    if !findings.contains_key(key) {
        findings.insert(key.to_owned(), (text(), Some(case())));
    }
}

fn shown(setting: &Setting, score: Fraction) -> String {
    format!("{} → {}", described(setting), Score(score))
}

/// A setting in one line.
fn described(setting: &Setting) -> String {
    let votes = Persona::ALL.map(|persona| {
        let vote = setting.votes[seat(persona)].map(|vote| Score(vote).to_string());
        format!("{} {}", short(persona), vote.unwrap_or_else(|| "-".to_owned()))
    });
    let mut parts = vec![votes.join(", ")];
    if setting.dimension != "d" {
        parts.push(format!("dimension {}", setting.dimension));
    }
    if setting.kind != Kind::Plain {
        parts.push(word(&Kind::WORDS, &setting.kind).to_owned());
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
            .map(|state| state.word())
            .collect();
        if !cited.is_empty() {
            parts.push(format!("{} cites {}", short(persona), cited.join(" and ")));
        }
    }
    parts.join("; ")
}
