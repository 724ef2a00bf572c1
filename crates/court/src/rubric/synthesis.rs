//! The rules for synthesis: kept as worded, understood where they leave no doubt.

use super::fields::{Fields, Notes, text_of};
use super::meaning::{Limit, Meaning, Spread, common_scale};
use super::prose::{Prose, Said};
use super::{Dimension, DimensionId, SynthesisRule};
use crate::input::{InputError, number};
use crate::score::{Fraction, Scale, Score, ZERO};
use crate::text::{child_path, clipped};
use serde_json::Value;
use std::mem::discriminant;
use wordlist::array;

/// Most rules of one rubric: each is held against the name of every dimension.
const RULE_LIMIT: usize = 100;

/// Words that mark a rule as one about security.
const SECURITY: &[&str] = &["security", "vulnerab", "injection", "insecure"];

/// Words that ask for another look.
const REHEARING: &[&str] = &array::<7>("re-evaluat reevaluat rehear re-hear reconsider re-examin reexamin");

/// Words that ask for the disagreement to be written down.
const DISSENT: &[&str] = &["dissent"];

/// Takes the rules and settings out of the root.
pub(super) fn read(
    root: &mut Fields,
    dimensions: &[Dimension],
    notes: &mut Notes,
) -> Result<Vec<SynthesisRule>, InputError> {
    let mut rules = Vec::new();
    if let Some((path, value)) = root.take(&["synthesis_rules"]) {
        rules = worded(&path, "synthesis_rules", &value)?;
        for rule in &mut rules {
            understand(rule, dimensions, notes);
        }
    }
    if let Some((path, value)) = root.take(&["synthesis_config"]) {
        refuse_negative(&path, &value)?;
        let mut settings = worded(&path, "synthesis_config", &value)?;
        for setting in &mut settings {
            understand_setting(setting, notes);
        }
        rules.extend(settings);
    }
    say_conflicts(&rules, notes);
    say_scale(&rules, dimensions, notes);
    Ok(rules)
}

/// Refuses a number below nothing: no score and no distance between scores is.
pub(super) fn refuse_negative(path: &str, value: &Value) -> Result<(), InputError> {
    let is_negative =
        |value: &Value| value.is_number() && number::of(value).is_none_or(|number| number < ZERO);
    let mut named = value.as_object().into_iter().flatten();
    match named.find(|(_, value)| is_negative(value)) {
        None => Ok(()),
        Some((key, found)) => {
            let problem = format!("{found} is no number that a score or a distance can have");
            Err(InputError::new(child_path(path, key), problem).with_fix("give 0 or more"))
        }
    }
}

/// The rules as worded: an object of them, a list, or a single text.
pub(super) fn worded(path: &str, key: &str, value: &Value) -> Result<Vec<SynthesisRule>, InputError> {
    let rules: Vec<_> = match value {
        Value::Object(map) => map.iter().map(|(key, value)| rule(key, value)).collect(),
        Value::Array(items) => (1..)
            .zip(items)
            .map(|(number, item)| listed(number, item))
            .collect(),
        other => vec![rule(key, other)],
    };
    if rules.len() > RULE_LIMIT {
        let problem = format!("{} rules are more than the {RULE_LIMIT} allowed", rules.len());
        return Err(InputError::new(path, problem).with_fix("put rules that belong together into one"));
    }
    Ok(rules)
}

fn rule(key: &str, value: &Value) -> SynthesisRule {
    SynthesisRule {
        key: key.to_owned(),
        text: text_of(value).unwrap_or_else(|| value.to_string()),
        understood: None,
        meaning: Vec::new(),
    }
}

/// A rule in a list: a text, or an object with a name and a text.
fn listed(number: usize, item: &Value) -> SynthesisRule {
    let Value::Object(map) = item else {
        return rule(&number.to_string(), item);
    };
    let mut fields = Fields::new("", map.clone());
    let key = fields
        .name(&["id", "key", "name", "rule"])
        .unwrap_or_else(|| number.to_string());
    let text = fields.text(&["text", "description", "rule"]);
    rule(&key, &text.map_or_else(|| item.clone(), Value::String))
}

fn understand(rule: &mut SynthesisRule, dimensions: &[Dimension], notes: &mut Notes) {
    let prose = Prose::of(&rule.text);
    rule.meaning = meanings(&rule.key, &prose, dimensions);
    if rule.meaning.is_empty() {
        let doubt = doubt(&rule.key, &prose, dimensions).map(|doubt| format!(": {doubt}"));
        let (key, doubt) = (clipped(&rule.key), doubt.unwrap_or_default());
        notes.understand(format!("`{key}` is only shown to the judges{doubt}"));
    } else {
        say_meaning(rule, notes);
    }
}

fn meanings(key: &str, prose: &Prose, dimensions: &[Dimension]) -> Vec<Meaning> {
    let mut found = Vec::new();
    if is_about_security(key, prose) {
        found.extend(prose.cap().plainly().map(Meaning::SecurityCap));
    }
    if puts_facts_first(prose) {
        found.push(Meaning::FactsFirst);
    }
    if puts_tech_lead_first(prose) {
        let ids = meant(prose, dimensions);
        found.extend((!ids.is_empty()).then_some(Meaning::TechLeadFirst(ids)));
    }
    found.extend(on_disagreement(prose));
    found
}

/// A distance between judges means something only in a rule that asks for one thing on it.
fn on_disagreement(prose: &Prose) -> Option<Meaning> {
    let spread = prose.spread().plainly()?;
    match (prose.mentions(REHEARING), prose.mentions(DISSENT)) {
        (true, false) => Some(Meaning::Rehear(spread)),
        (false, true) => Some(Meaning::Dissent(spread)),
        _ => None,
    }
}

fn is_about_security(key: &str, prose: &Prose) -> bool {
    SECURITY.iter().any(|word| key.to_lowercase().contains(word)) || prose.mentions(SECURITY)
}

/// "Evidence overrules opinion": facts, before the verb, over what judges say, behind it.
fn puts_facts_first(prose: &Prose) -> bool {
    let verbs = ["overrul", "overrid", "supersed", "outweigh", "trump"];
    let facts = ["evidence", "fact", "facts", "forensic"];
    let judged = const { array::<6>("opinion claim judge judicial interpretation argument") };
    let mut before = prose.words_before(&verbs).flatten();
    before.any(|word| facts.contains(&word)) && prose.mentions(&judged)
}

fn puts_tech_lead_first(prose: &Prose) -> bool {
    let speaks_of_lead =
        prose.has_phrase(&["tech", "lead"]) || prose.mentions(&["tech_lead", "techlead", "tech-lead"]);
    speaks_of_lead && (prose.has_phrase(&["highest", "weight"]) || prose.has_phrase(&["most", "weight"]))
}

/// The dimensions that a rule names: by id or whole name, else by the words before "criterion" or "dimension".
fn meant(prose: &Prose, dimensions: &[Dimension]) -> Vec<DimensionId> {
    let ids = |is_meant: &dyn Fn(&Dimension, Prose) -> bool| -> Vec<DimensionId> {
        let meant = dimensions
            .iter()
            .filter(|dimension| is_meant(dimension, Prose::of(&dimension.name)));
        meant.map(|dimension| dimension.id.clone()).collect()
    };
    let named = ids(&|dimension, name| {
        prose.mentions_word(&dimension.id.0.to_lowercase()) || prose.has_sentence_of(&name)
    });
    if !named.is_empty() {
        return named;
    }
    let before = prose.words_before(&["criteri", "dimension"]);
    let words: Vec<&str> = before.filter_map(|before| before.first().copied()).collect();
    let alike = ids(&|_, name| words.iter().any(|word| name.mentions_word(word)));
    // A word that several names share says too little.
    if alike.len() == 1 { alike } else { Vec::new() }
}

/// Why a rule that speaks of something the court can do is left alone.
fn doubt(key: &str, prose: &Prose, dimensions: &[Dimension]) -> Option<String> {
    match prose.cap() {
        Said::Plainly(limit) => {
            return Some(format!(
                "it caps at {limit} on a condition that only a reader can judge"
            ));
        }
        Said::Unclearly if is_about_security(key, prose) => {
            return Some("it speaks of a cap, but does not say plainly at how much".to_owned());
        }
        Said::Unclearly | Said::Nothing => {}
    }
    if puts_tech_lead_first(prose) && meant(prose, dimensions).is_empty() {
        return Some("it is not plain which dimension it means".to_owned());
    }
    let asks = prose.mentions(REHEARING) || prose.mentions(DISSENT) || prose.mentions(&["disagree"]);
    match prose.spread() {
        Said::Unclearly if asks => Some("it is not plain from which disagreement on it holds".to_owned()),
        Said::Nothing if asks => {
            Some("it names no distance between scores; the court's own holds".to_owned())
        }
        _ => None,
    }
}

/// Settings are numbers under names; those on variance and on security have a meaning.
fn understand_setting(rule: &mut SynthesisRule, notes: &mut Notes) {
    let number = number::decimal(rule.text.trim());
    rule.meaning = number
        .map(|number| setting(&rule.key, number))
        .unwrap_or_default();
    if rule.meaning.is_empty() {
        let (key, text) = (clipped(&rule.key), clipped(&rule.text));
        notes.understand(format!(
            "`{key}` is only shown to the judges: {text} decides no score"
        ));
    } else {
        say_meaning(rule, notes);
    }
}

fn say_meaning(rule: &mut SynthesisRule, notes: &mut Notes) {
    let said: Vec<String> = rule.meaning.iter().map(Meaning::to_string).collect();
    let said = said.join("; ");
    notes.understand(format!("`{}` is understood as: {said}", clipped(&rule.key)));
    rule.understood = Some(said);
}

fn setting(key: &str, number: Fraction) -> Vec<Meaning> {
    let key = key.to_lowercase();
    let names = |word: &str| key.contains(word);
    if names("threshold") && (names("variance") || names("spread")) {
        // A threshold is met when it is reached.
        let (bound, inclusive) = (number, true);
        let spread = Spread { bound, inclusive };
        vec![Meaning::Rehear(spread), Meaning::Dissent(spread)]
    } else if names("security") && names("cap") {
        vec![Meaning::SecurityCap(Limit::Score(Score(number)))]
    } else {
        Vec::new()
    }
}

/// Says where a rule names another number than the first rule that names one for the same thing.
fn say_conflicts<'a>(rules: &'a [SynthesisRule], notes: &mut Notes) {
    let of_rule = |rule: &'a SynthesisRule| rule.meaning.iter().map(|meaning| (&rule.key, meaning));
    let all = || rules.iter().flat_map(of_rule);
    for (key, meaning) in all() {
        let first = all().find(|(_, other)| discriminant(*other) == discriminant(meaning));
        if let Some((first, _)) = first.filter(|(_, other)| contradicts(other, meaning)) {
            let (first, key) = (clipped(first), clipped(key));
            notes.understand(format!(
                "different numbers for the same thing stand in `{first}` and `{key}`; the first counts"
            ));
        }
    }
}

fn contradicts(left: &Meaning, right: &Meaning) -> bool {
    match (left, right) {
        (Meaning::SecurityCap(left), Meaning::SecurityCap(right)) => left != right,
        (Meaning::Rehear(left), Meaning::Rehear(right))
        | (Meaning::Dissent(left), Meaning::Dissent(right)) => !left.is_same_for_whole_scores(*right),
        _ => false,
    }
}

/// Says how the numbers are meant where not every dimension is scored from 1 to 5.
fn say_scale(rules: &[SynthesisRule], dimensions: &[Dimension], notes: &mut Notes) {
    let is_number = |meaning: &Meaning| {
        matches!(
            meaning,
            Meaning::SecurityCap(Limit::Score(_)) | Meaning::Rehear(_) | Meaning::Dissent(_)
        )
    };
    if !rules.iter().flat_map(|rule| &rule.meaning).any(is_number) {
        return;
    }
    let usual = Scale::one_to_five();
    match common_scale(dimensions) {
        Some(scale) if scale.spans_like(&usual) => {}
        Some(scale) => notes.understand(format!(
            "numbers in the rules for synthesis are meant on the scale of all dimensions, from {} to {}",
            scale.min, scale.max
        )),
        None => notes.understand(
            "numbers in the rules for synthesis are meant on the scale from 1 to 5, in proportion on others",
        ),
    }
}
