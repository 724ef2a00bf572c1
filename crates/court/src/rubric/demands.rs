//! What a rubric demands of probes itself: which, with which answer, and how much each weighs.

use super::fields::{Fields, number_at};
use crate::input::InputError;
use crate::protocol::own::{Own, PREFIX};
use crate::protocol::{self, Demand, Grading, Kind, Outcome, Proof, Span, Want};
use crate::score::{Fraction, ONE, ZERO};
use crate::text::{clipped, meaning};
use serde::Deserialize as _;
use serde_json::Value;

/// Most demands of one dimension: judges read them all.
const DEMANDS_MAX: usize = 100;
/// Highest weight of a demand; sums over a dimension stay far inside 64 bits.
const WEIGHT_MAX: i64 = 1_000;
/// Longest sentence about a demand, in characters.
const SENTENCE_CHARS_MAX: usize = 1_000;
/// Everything a demand may say.
const KEYS: &str = "probe want weight essential violation proof quiet met partly unmet remedy";

/// A demand before it is known what its probe looks for.
#[derive(Clone)]
pub(super) struct Draft {
    path: String,
    probe: String,
    want: Want,
    weight: i64,
    is_essential: bool,
    is_violation: bool,
    proof: Option<Proof>,
    is_quiet: bool,
    met: Option<String>,
    partly: Option<String>,
    unmet: Option<String>,
    remedy: Option<String>,
}

/// Takes `demands` where it is a list of objects; anything else under this key is the rubric's own affair.
pub(super) fn read(fields: &mut Fields) -> Result<Option<Vec<Draft>>, InputError> {
    let Some(objects) = fields.objects("demands", DEMANDS_MAX, "demands")? else {
        return Ok(None);
    };
    let drafts: Vec<Draft> = objects.into_iter().map(draft).collect::<Result<_, _>>()?;
    refuse_doubles(&drafts)?;
    Ok(Some(drafts))
}

/// The kind of dimension that is named.
pub(super) fn kind(fields: &mut Fields) -> Result<Option<Kind>, InputError> {
    fields.choice("kind", &Kind::WORDS)
}

fn refuse_doubles(drafts: &[Draft]) -> Result<(), InputError> {
    for (index, draft) in drafts.iter().enumerate() {
        if drafts[..index].iter().any(|other| other.probe == draft.probe) {
            let problem = format!("`{}` is demanded twice", clipped(&draft.probe));
            let fix = "one demand a probe; define an own probe that asks it again for another answer";
            return Err(InputError::new(format!("{}.probe", draft.path), problem).with_fix(fix));
        }
    }
    Ok(())
}

fn draft(mut fields: Fields) -> Result<Draft, InputError> {
    let path = fields.path().to_owned();
    let probe = fields.name(&["probe"]).ok_or_else(|| {
        let error = InputError::new(&path, "the demand names no probe");
        error.with_fix("give it a `probe`, such as `git.commits`")
    })?;
    let draft = Draft {
        want: want(&mut fields)?,
        weight: weight(&mut fields)?,
        is_essential: fields.truth(&["essential"])?,
        is_violation: fields.truth(&["violation"])?,
        proof: proof(&mut fields)?,
        is_quiet: fields.truth(&["quiet"])?,
        met: sentence(&mut fields, "met"),
        partly: sentence(&mut fields, "partly"),
        unmet: sentence(&mut fields, "unmet"),
        remedy: sentence(&mut fields, "remedy"),
        probe,
        path,
    };
    fields.refuse_rest(KEYS)?;
    Ok(draft)
}

fn proof(fields: &mut Fields) -> Result<Option<Proof>, InputError> {
    let Some((at, value)) = fields.take(&["proof"]) else {
        return Ok(None);
    };
    let proof = Proof::deserialize(&value).ok();
    let valid = proof.filter(|proof| proof.of >= 0 && proof.share <= 100);
    let fix = "write `proof: {}`, or from how many and from which percent on: `proof: {of: 30, share: 97}`";
    valid
        .map(Some)
        .ok_or_else(|| InputError::new(at, "this proof cannot be used").with_fix(fix))
}

fn sentence(fields: &mut Fields, key: &str) -> Option<String> {
    let text = fields.name(&[key])?;
    Some(text.chars().take(SENTENCE_CHARS_MAX).collect())
}

fn weight(fields: &mut Fields) -> Result<i64, InputError> {
    let at = fields.at("weight");
    let fix = format!("give a whole number from 1 to {WEIGHT_MAX}, relative to the other demands");
    let Some(weight) = fields.number(&["weight"])? else {
        return Err(InputError::new(fields.path(), "the demand has no weight").with_fix(fix));
    };
    let whole = weight.is_integer().then(|| weight.to_integer());
    let valid = whole.filter(|weight| (1..=WEIGHT_MAX).contains(weight));
    valid.ok_or_else(|| InputError::new(at, "this weight cannot be used").with_fix(fix))
}

fn want(fields: &mut Fields) -> Result<Want, InputError> {
    let fix = "write `present`, `absent`, or one of `{at_least: 3}`, `{at_most: 0}`, `{share_at_least: 50 %}`, \
               `{share_at_most: 80 %}`, `{graded: terms}`, `{graded: {none: 0, full: 5}}`, `{share: {none: 50, full: 90}}`";
    let Some((at, value)) = fields.take(&["want"]) else {
        let problem = "the demand does not say which answer is wanted";
        return Err(InputError::new(fields.path(), problem).with_fix(fix));
    };
    let found = match &value {
        Value::Bool(holds) => Some(Want::Holds(*holds)),
        Value::String(word) => meaning(&[("present", true), ("absent", false)], word.trim()).map(Want::Holds),
        Value::Object(map) if map.len() == 1 => {
            let compared = map.iter().next().map(|(key, of)| compared(&at, key, of));
            compared.transpose()?.flatten()
        }
        _ => None,
    };
    found.ok_or_else(|| {
        let problem = format!("{} is no answer to want", clipped(&value.to_string()));
        InputError::new(&at, problem).with_fix(fix)
    })
}

fn compared(at: &str, key: &str, of: &Value) -> Result<Option<Want>, InputError> {
    let path = format!("{at}.{key}");
    let number = || number_at(&path, of);
    let whole = || {
        let whole = Some(number()?).filter(Fraction::is_integer);
        let refusal = || InputError::new(&path, "only whole numbers are counted");
        whole.map(|number| number.to_integer()).ok_or_else(refusal)
    };
    let share = || {
        let share = Some(number()?).filter(|share| (ZERO..=ONE).contains(share));
        share.ok_or_else(|| InputError::new(&path, "a share is 0 to 1").with_fix("write 0.5 or 50 %"))
    };
    Ok(match key {
        "holds" => of.as_bool().map(Want::Holds),
        "at_least" => Some(Want::AtLeast(whole()?)),
        "at_most" => Some(Want::AtMost(whole()?)),
        "share_at_least" => Some(Want::ShareAtLeast(share()?)),
        "share_at_most" => Some(Want::ShareAtMost(share()?)),
        "graded" => graded(of),
        "share" => span(of),
        "finding" => meaning(&Outcome::WORDS, of.as_str().unwrap_or_default()).map(Want::Finding),
        _ => None,
    })
}

/// From which part on nothing, and from which everything is met, in percent.
fn span(of: &Value) -> Option<Want> {
    let span = Span::deserialize(of).ok()?;
    (span.none < span.full && span.full.max(span.few) <= 100).then_some(Want::Share(span))
}

fn graded(of: &Value) -> Option<Want> {
    let grading = match of {
        Value::String(word) => meaning(&Grading::WORDS, word.trim())?,
        Value::Object(ends) => {
            let end = |key: &str| ends.get(key).and_then(Value::as_i64);
            let (none, full) = (end("none")?, end("full")?);
            (none != full && ends.len() == 2).then_some(Grading::Between { none, full })?
        }
        _ => return None,
    };
    Some(Want::Graded(grading))
}

/// The demands, with what is said of them.
pub(super) fn settled(drafts: &[Draft], probes: &[Own]) -> Result<Vec<Demand>, InputError> {
    drafts.iter().map(|draft| demand(draft, probes)).collect()
}

fn demand(draft: &Draft, probes: &[Own]) -> Result<Demand, InputError> {
    let own = probes.iter().find(|probe| probe.id == draft.probe);
    if own.is_none() && draft.probe.starts_with(PREFIX) {
        let ids = probes.iter().map(|probe| probe.id.as_str());
        let problem = format!("no probe `{}` is defined", clipped(&draft.probe));
        let error = InputError::new(format!("{}.probe", draft.path), problem);
        return Err(error.with_nearest(&draft.probe, ids, || "define it in `probes`".to_owned()));
    }
    let [met, unmet, remedy] = match own {
        Some(own) => sentences(&own.goal, &draft.want),
        None => known(&draft.probe, &draft.want),
    };
    Ok(Demand {
        probe: draft.probe.clone(),
        want: draft.want.clone(),
        weight: draft.weight,
        is_essential: draft.is_essential,
        is_violation: draft.is_violation,
        proof: draft.proof,
        is_quiet: draft.is_quiet,
        is_limit: false,
        within: None,
        partly: draft.partly.clone().or_else(|| {
            let ours = protocol::built_in_demand(&draft.probe, &draft.want);
            let ours = ours.filter(|ours| ours.want == draft.want && draft.met.is_none());
            ours.and_then(|ours| ours.partly.clone())
        }),
        met: draft.met.clone().unwrap_or(met),
        unmet: draft.unmet.clone().unwrap_or(unmet),
        remedy: draft.remedy.clone().unwrap_or(remedy),
        asks: Vec::new(),
    })
}

/// What the built-in protocols say of a probe; where they want the contrary, the other way round.
fn known(probe: &str, want: &Want) -> [String; 3] {
    let usual = sentences(&format!("what `{probe}` looks for"), want);
    let Some(demand) = protocol::built_in_demand(probe, want) else {
        return usual;
    };
    let (met, unmet) = (demand.met.clone(), demand.unmet.clone());
    match (&demand.want, want) {
        (ours, theirs) if ours == theirs => [met, unmet, demand.remedy.clone()],
        (Want::Holds(_), Want::Holds(_)) => {
            let [.., remedy] = usual;
            [unmet, met, remedy]
        }
        _ => usual,
    }
}

/// What is said of a demand that has no sentences of its own.
fn sentences(goal: &str, want: &Want) -> [String; 3] {
    match want {
        Want::Holds(true) => [
            format!("present as the rubric wants it: {goal}"),
            format!("not present, though the rubric wants it: {goal}"),
            format!("Add what the rubric looks for: {goal}."),
        ],
        Want::Holds(false) => [
            format!("absent as the rubric wants it: {goal}"),
            format!("present, though the rubric wants it absent: {goal}"),
            format!("Remove what the rubric forbids: {goal}."),
        ],
        want => [
            format!("{want} as the rubric wants it: {goal}"),
            format!("not {want}, which the rubric wants: {goal}"),
            format!("Bring it to what the rubric wants, {want}: {goal}."),
        ],
    }
}
