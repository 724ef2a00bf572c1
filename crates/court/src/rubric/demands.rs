//! What a rubric demands of probes itself: which, with which answer, and how much each weighs.

use super::beside::{Named, Protocols};
use super::error::{RubricError, clipped};
use super::fields::{Fields, number_at};
use super::probes::is_list_of_objects;
use crate::protocol::own::{Own, PREFIX};
use crate::protocol::{self, Demand, Grading, Kind, Outcome, Reading, Span, Want, fold};
use crate::score::Fraction;
use serde_json::Value;

/// Most demands of one dimension: judges read them all.
const DEMANDS_MAX: usize = 100;
/// Highest weight of a demand; sums over a dimension stay far inside 64 bits.
const WEIGHT_MAX: i64 = 1_000;
/// Longest sentence about a demand, in characters.
const SENTENCE_CHARS_MAX: usize = 1_000;
/// Everything a demand may say.
const KEYS: &[&str] = &[
    "probe",
    "want",
    "weight",
    "essential",
    "violation",
    "met",
    "unmet",
    "remedy",
];
/// The kinds of dimensions.
const KINDS: &[(&str, Kind)] = &[
    ("plain", Kind::Plain),
    ("architecture", Kind::Architecture),
    ("security", Kind::Security),
];

/// A demand before it is known what its probe looks for.
#[derive(Clone)]
pub(super) struct Draft {
    path: String,
    probe: String,
    want: Want,
    weight: i64,
    is_essential: bool,
    is_violation: bool,
    met: Option<String>,
    unmet: Option<String>,
    remedy: Option<String>,
}

/// Takes `demands` where it is a list of objects; anything else under this key is the rubric's own affair.
pub(super) fn read(fields: &mut Fields) -> Result<Option<Vec<Draft>>, RubricError> {
    let Some((path, value)) = fields.take_if(&["demands"], is_list_of_objects) else {
        return Ok(None);
    };
    let items = value.as_array().cloned().unwrap_or_default();
    if items.len() > DEMANDS_MAX {
        return Err(RubricError::new(path, format!("more than {DEMANDS_MAX} demands")));
    }
    let maps = items
        .into_iter()
        .enumerate()
        .filter_map(|(index, item)| match item {
            Value::Object(map) => Some((index, map)),
            _ => None,
        });
    let drafts: Result<Vec<Draft>, RubricError> = maps
        .map(|(index, map)| draft(Fields::new(format!("{path}[{index}]"), map)))
        .collect();
    let drafts = drafts?;
    refuse_doubles(&drafts)?;
    Ok(Some(drafts))
}

/// The kind of dimension that is named.
pub(super) fn kind(fields: &mut Fields) -> Result<Option<Kind>, RubricError> {
    fields.choice("kind", KINDS)
}

fn refuse_doubles(drafts: &[Draft]) -> Result<(), RubricError> {
    for (index, draft) in drafts.iter().enumerate() {
        if drafts[..index].iter().any(|other| other.probe == draft.probe) {
            let problem = format!("`{}` is demanded twice", clipped(&draft.probe));
            let fix = "one demand a probe; define an own probe that asks it again for another answer";
            return Err(RubricError::new(format!("{}.probe", draft.path), problem).with_fix(fix));
        }
    }
    Ok(())
}

fn draft(mut fields: Fields) -> Result<Draft, RubricError> {
    let path = fields.path().to_owned();
    let probe = fields.name(&["probe"]).ok_or_else(|| {
        RubricError::new(&path, "the demand names no probe")
            .with_fix("give it a `probe`, such as `git.commits`")
    })?;
    let draft = Draft {
        want: want(&mut fields)?,
        weight: weight(&mut fields)?,
        is_essential: fields.truth("essential")?,
        is_violation: fields.truth("violation")?,
        met: sentence(&mut fields, "met"),
        unmet: sentence(&mut fields, "unmet"),
        remedy: sentence(&mut fields, "remedy"),
        probe,
        path,
    };
    fields.refuse_rest(KEYS)?;
    Ok(draft)
}

fn sentence(fields: &mut Fields, key: &str) -> Option<String> {
    let text = fields.name(&[key])?;
    Some(text.chars().take(SENTENCE_CHARS_MAX).collect())
}

fn weight(fields: &mut Fields) -> Result<i64, RubricError> {
    let at = fields.at("weight");
    let fix = format!("give a whole number from 1 to {WEIGHT_MAX}, relative to the other demands");
    let Some(weight) = fields.number(&["weight"])? else {
        return Err(RubricError::new(fields.path(), "the demand has no weight").with_fix(fix));
    };
    let whole = weight.is_integer().then(|| weight.to_integer());
    let valid = whole.filter(|weight| (1..=WEIGHT_MAX).contains(weight));
    valid.ok_or_else(|| RubricError::new(at, "this weight cannot be used").with_fix(fix))
}

fn want(fields: &mut Fields) -> Result<Want, RubricError> {
    let fix = "write `present`, `absent`, or one of `{at_least: 3}`, `{at_most: 0}`, `{share_at_least: 50 %}`, \
               `{share_at_most: 80 %}`, `{graded: terms}`, `{graded: {none: 0, full: 5}}`, `{share: {none: 50, full: 90}}`";
    let Some((at, value)) = fields.take(&["want"]) else {
        let problem = "the demand does not say which answer is wanted";
        return Err(RubricError::new(fields.path(), problem).with_fix(fix));
    };
    let unknown = || {
        RubricError::new(
            &at,
            format!("{} is no answer to want", clipped(&value.to_string())),
        )
    };
    let found = match &value {
        Value::Bool(holds) => Some(Want::Holds(*holds)),
        Value::String(word) => match word.trim() {
            "present" => Some(Want::Holds(true)),
            "absent" => Some(Want::Holds(false)),
            _ => None,
        },
        Value::Object(map) if map.len() == 1 => map
            .iter()
            .next()
            .map(|(key, of)| compared(&at, key, of))
            .transpose()?
            .flatten(),
        _ => None,
    };
    found.ok_or_else(|| unknown().with_fix(fix))
}

fn compared(at: &str, key: &str, of: &Value) -> Result<Option<Want>, RubricError> {
    let path = format!("{at}.{key}");
    let number = || number_at(&path, of);
    let whole = || {
        let number = number()?;
        let problem = "only whole numbers are counted";
        number
            .is_integer()
            .then(|| number.to_integer())
            .ok_or_else(|| RubricError::new(&path, problem))
    };
    let share = || {
        let share = number()?;
        let is_share = (Fraction::from_integer(0)..=Fraction::from_integer(1)).contains(&share);
        let refusal = || RubricError::new(&path, "a share is 0 to 1").with_fix("write 0.5 or 50 %");
        is_share.then_some(share).ok_or_else(refusal)
    };
    Ok(match key {
        "holds" => of.as_bool().map(Want::Holds),
        "at_least" => Some(Want::AtLeast(whole()?)),
        "at_most" => Some(Want::AtMost(whole()?)),
        "share_at_least" => Some(Want::ShareAtLeast(share()?)),
        "share_at_most" => Some(Want::ShareAtMost(share()?)),
        "graded" => graded(of),
        "share" => span(of),
        "finding" => outcome(of),
        _ => None,
    })
}

/// From which part on nothing, and from which everything is met, in percent.
fn span(of: &Value) -> Option<Want> {
    let ends = of.as_object().filter(|ends| ends.len() == 2)?;
    let end = |key: &str| {
        let percent = ends
            .get(key)
            .and_then(Value::as_u64)
            .filter(|percent| *percent <= 100);
        percent.and_then(|percent| u8::try_from(percent).ok())
    };
    let (none, full) = (end("none")?, end("full")?);
    (none < full).then_some(Want::Share(Span { none, full }))
}

fn outcome(of: &Value) -> Option<Want> {
    let outcome = match of.as_str()? {
        "present" => Outcome::Present,
        "absent" => Outcome::Absent,
        "contradicted" => Outcome::Contradicted,
        _ => return None,
    };
    Some(Want::Finding(outcome))
}

fn graded(of: &Value) -> Option<Want> {
    let grading = match of {
        Value::String(word) => match word.trim() {
            "terms" => Grading::Terms,
            "paths" => Grading::Paths,
            "claims" => Grading::Claims,
            _ => return None,
        },
        Value::Object(ends) => {
            let end = |key: &str| ends.get(key).and_then(Value::as_i64);
            let (none, full) = (end("none")?, end("full")?);
            if none == full || ends.len() != 2 {
                return None;
            }
            Grading::Between { none, full }
        }
        _ => return None,
    };
    Some(Want::Graded(grading))
}

/// How a dimension is read by what the rubric itself, or a protocol that came with it, demands.
pub(super) fn reading(
    own: Option<Vec<Draft>>,
    kind: Option<Kind>,
    dimension: (&str, Option<&str>),
    protocols: &Protocols,
) -> Result<Option<Reading>, RubricError> {
    let probes = &protocols.probes;
    let (id, name) = dimension;
    let came = protocols
        .named
        .iter()
        .find(|named| name == Some(named.name.as_str()))
        .or_else(|| protocols.named.iter().find(|named| means(named, id)));
    let Some(own) = own else {
        return came.map(|named| of_file(named, probes)).transpose();
    };
    let mut demands = settled(&own, probes)?;
    let mut because = "the rubric demands it itself".to_owned();
    let built_in = name.and_then(protocol::built_in);
    let (base, base_kind) = match (came, built_in) {
        (Some(named), _) => (settled(&named.demands, probes)?, Some(named.kind)),
        (None, Some(protocol)) => (protocol.demands.clone(), Some(protocol.kind)),
        (None, None) => (Vec::new(), None),
    };
    if let Some(name) = name.filter(|_| !base.is_empty()) {
        because = format!("the rubric demands it itself, beside the protocol `{name}`");
    }
    let others = base
        .into_iter()
        .filter(|demand| demands.iter().all(|own| own.probe != demand.probe));
    demands.extend(others.collect::<Vec<_>>());
    let guarded = demands.iter().any(|demand| demand.is_violation);
    let usual = if guarded { Kind::Security } else { Kind::Plain };
    Ok(Some(Reading {
        demands,
        kind: kind.or(base_kind).unwrap_or(usual),
        because,
    }))
}

fn means(named: &Named, id: &str) -> bool {
    named.dimensions.iter().any(|known| fold(known) == fold(id))
}

fn of_file(named: &Named, probes: &[Own]) -> Result<Reading, RubricError> {
    Ok(Reading {
        demands: settled(&named.demands, probes)?,
        kind: named.kind,
        because: format!("`{}` in {} means it", named.name, named.file),
    })
}

fn settled(drafts: &[Draft], probes: &[Own]) -> Result<Vec<Demand>, RubricError> {
    drafts.iter().map(|draft| demand(draft, probes)).collect()
}

fn demand(draft: &Draft, probes: &[Own]) -> Result<Demand, RubricError> {
    let own = probes.iter().find(|probe| probe.id == draft.probe);
    if own.is_none() && draft.probe.starts_with(PREFIX) {
        let ids = probes.iter().map(|probe| probe.id.as_str());
        let fix = super::error::nearest(&draft.probe, ids).map_or_else(
            || "define it in `probes`".to_owned(),
            |id| format!("did you mean `{id}`?"),
        );
        let problem = format!("no probe `{}` is defined", clipped(&draft.probe));
        return Err(RubricError::new(format!("{}.probe", draft.path), problem).with_fix(fix));
    }
    let usual = match own {
        Some(own) => sentences(&own.goal, &draft.want),
        None => known(&draft.probe, &draft.want),
    };
    let [met, unmet, remedy] = usual;
    Ok(Demand {
        probe: draft.probe.clone(),
        want: draft.want.clone(),
        weight: draft.weight,
        is_essential: draft.is_essential,
        is_violation: draft.is_violation,
        met: draft.met.clone().unwrap_or(met),
        unmet: draft.unmet.clone().unwrap_or(unmet),
        remedy: draft.remedy.clone().unwrap_or(remedy),
        asks: Vec::new(),
    })
}

/// What the built-in protocols say of a probe; where they want the contrary, the other way round.
fn known(probe: &str, want: &Want) -> [String; 3] {
    let Some(demand) = protocol::built_in_demand(probe, want) else {
        return sentences(&format!("what `{probe}` looks for"), want);
    };
    let (met, unmet) = (demand.met.clone(), demand.unmet.clone());
    match (&demand.want, want) {
        (ours, theirs) if ours == theirs => [met, unmet, demand.remedy.clone()],
        (Want::Holds(_), Want::Holds(_)) => {
            let [.., remedy] = sentences(&format!("what `{probe}` looks for"), want);
            [unmet, met, remedy]
        }
        _ => sentences(&format!("what `{probe}` looks for"), want),
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
