//! What was seen of each demand, with its places; contradicted claims with both sides.

use super::rules::{Rules, claim_id, contradicted, demand_id, level};
use super::{Kinds, text};
use crate::dossier::Claim;
use crate::sections::Context;
use crate::sections::entry::Entry;
use crate::text::english::sentence;
use court::digest::Digest;
use court::evidence::{Evidence, Exhibit, ExhibitId, LOOKED_AT, Place};
use court::protocol::Standing;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Code scanning keeps this many of a run.
const RESULTS_MAX: usize = 5_000;
/// Digits of a fingerprint.
const FINGERPRINT_CHARS: usize = 16;

pub(super) fn results(context: &Context<'_>, rules: &Rules, kinds: Kinds) -> Vec<Value> {
    let evidence = &context.dossier.evidence;
    let demands = context.entries.iter().flat_map(|entry| {
        let standings = entry.standings().iter();
        standings.flat_map(|standing| demand(evidence, entry, standing, kinds))
    });
    let claims = contradicted(context).map(|claim| claimed(evidence, claim));
    let mut results: Vec<Value> = demands.chain(claims).take(RESULTS_MAX).collect();
    number(&mut results, rules);
    results
}

/// Gives each result the number of its rule, and tells fingerprints of equal content apart by their order.
fn number(results: &mut [Value], rules: &Rules) {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for result in results {
        let id = result["ruleId"].as_str().unwrap_or_default();
        if let Some(index) = rules.number(id) {
            result["ruleIndex"] = Value::from(index);
        }
        let print = result["fingerprint"].take();
        let print = print.as_str().unwrap_or_default().to_owned();
        let times = seen.entry(print.clone()).or_default();
        *times += 1;
        result["partialFingerprints"] = json!({"primaryLocationLineHash": format!("{print}:{times}")});
        if let Some(result) = result.as_object_mut() {
            result.remove("fingerprint");
        }
    }
}

/// A result for each place that is at fault; one alone for what is met, open or nowhere.
fn demand(evidence: &Evidence, entry: &Entry<'_>, standing: &Standing, kinds: Kinds) -> Vec<Value> {
    let Some((kind, level, what)) = seen(standing, kinds) else {
        return Vec::new();
    };
    let id = demand_id(entry, &standing.demand);
    let exhibit = standing.exhibit.and_then(|id| evidence.get(id));
    let result = |place: Option<&Place>, exhibit: Option<&Exhibit>| {
        let mut result = json!({
            "ruleId": id,
            "kind": kind,
            "level": level,
            "message": text::message(&message(&what, exhibit, standing)),
            "locations": [location(place, exhibit)],
            "fingerprint": fingerprint(&id, exhibit),
        });
        let accepted = entry.acceptance(&standing.demand.probe, place);
        if let Some(accepted) = accepted.filter(|_| standing.is_unmet()) {
            let why = court::visible::visible(&accepted.said());
            result["suppressions"] =
                json!([{"kind": "external", "status": "accepted", "justification": why}]);
        }
        result
    };
    let mut first = result(standing.place.as_ref(), exhibit);
    if !standing.is_unmet() {
        return vec![first];
    }
    let (others, proof) = further(evidence, standing);
    if !proof.is_empty() {
        first["relatedLocations"] = Value::from(proof);
    }
    let others = others
        .into_iter()
        .map(|one| result(one.place.as_ref(), Some(one)));
    std::iter::once(first).chain(others).collect()
}

/// The kind and the level of a result, and what it says of a demand; nothing where it is not wanted.
fn seen(standing: &Standing, kinds: Kinds) -> Option<(&'static str, &'static str, String)> {
    let demand = &standing.demand;
    if standing.is_unmet() {
        let (kind, level) = match standing.place {
            Some(_) => ("fail", level(demand)),
            None => ("review", "none"),
        };
        return Some((kind, level, sentence(&standing.said())));
    }
    if kinds == Kinds::Problems {
        return None;
    }
    if standing.is_met() {
        return Some(("pass", "none", sentence(&demand.met)));
    }
    let kind = if standing.is_unobserved {
        "open"
    } else {
        "notApplicable"
    };
    let cause = standing.cause.as_deref().unwrap_or("it does not arise");
    Some((kind, "none", sentence(cause)))
}

/// The exhibits beside the first that have a fault of their own, and the places that only belong to its proof.
fn further<'e>(evidence: &'e Evidence, standing: &'e Standing) -> (Vec<&'e Exhibit>, Vec<Value>) {
    let mut first = None;
    let (mut others, mut proof) = (Vec::new(), Vec::new());
    for (id, exhibit) in evidence.of_probe(&standing.demand.probe) {
        let said = *first.get_or_insert(exhibit.rationale.as_str());
        if standing.exhibit == Some(id) || !matches!(exhibit.place, Some(Place::Lines { .. })) {
            continue;
        }
        if exhibit.rationale == said || exhibit.rationale == LOOKED_AT {
            let mut place = location(exhibit.place.as_ref(), Some(exhibit));
            place["message"] = text::message(&format!("{id}: {}", exhibit.rationale));
            proof.push(place);
        } else {
            others.push(exhibit);
        }
    }
    (others, proof)
}

fn message(what: &str, exhibit: Option<&Exhibit>, standing: &Standing) -> String {
    let seen = exhibit.map_or_else(String::new, |exhibit| {
        format!(" {}", sentence(&exhibit.rationale))
    });
    let fix = if standing.is_unmet() {
        format!(" {}", sentence(&standing.demand.remedy))
    } else {
        String::new()
    };
    format!("{what}{seen}{fix}")
}

fn location(place: Option<&Place>, exhibit: Option<&Exhibit>) -> Value {
    let physical = match place {
        Some(Place::Lines { path, first, last }) => {
            json!({"artifactLocation": text::file(path), "region": region(*first, *last, exhibit)})
        }
        Some(Place::Passage {
            document,
            first,
            last,
        }) => {
            json!({"artifactLocation": text::document(document), "region": region(*first, *last, exhibit)})
        }
        Some(Place::File(path)) => json!({"artifactLocation": text::file(path)}),
        Some(Place::Page { document, .. }) => json!({"artifactLocation": text::document(document)}),
        Some(Place::Commit(_) | Place::Ref(_)) | None => {
            json!({"artifactLocation": text::nowhere(), "region": {"startLine": 1}})
        }
    };
    let mut location = json!({"physicalLocation": physical});
    if let Some(place @ (Place::Page { .. } | Place::Commit(_) | Place::Ref(_))) = place {
        let name = court::visible::visible(&place.to_string());
        location["logicalLocations"] = json!([{"fullyQualifiedName": name}]);
    }
    location
}

fn region(first: u32, last: u32, exhibit: Option<&Exhibit>) -> Value {
    let mut region = json!({"startLine": first.max(1), "endLine": last.max(first).max(1)});
    let excerpt = exhibit.and_then(|exhibit| exhibit.excerpt.as_ref());
    if let Some(excerpt) = excerpt.filter(|excerpt| !excerpt.text.is_empty()) {
        region["snippet"] = json!({"text": court::visible::visible(&excerpt.text)});
    }
    region
}

/// From the rule and what is quoted, without the number of the line, so that it stays when lines move.
fn fingerprint(id: &str, exhibit: Option<&Exhibit>) -> String {
    let excerpt = exhibit.and_then(|exhibit| exhibit.excerpt.as_ref());
    let quoted = excerpt.map_or("", |excerpt| excerpt.text.trim());
    let path = match exhibit.and_then(|exhibit| exhibit.place.as_ref()) {
        Some(Place::Lines { path, .. } | Place::Passage { document: path, .. }) => path,
        _ => "",
    };
    short(&format!("{id}\n{path}\n{quoted}"))
}

fn short(text: &str) -> String {
    let digest = Digest::of(text.as_bytes());
    digest.as_str().chars().take(FINGERPRINT_CHARS).collect()
}

fn claimed(evidence: &Evidence, claim: &Claim) -> Value {
    let exhibits: Vec<&Exhibit> = claim
        .exhibits
        .iter()
        .filter_map(|id| evidence.get(id.parse::<ExhibitId>().ok()?))
        .collect();
    let against = exhibits
        .iter()
        .find(|exhibit| matches!(exhibit.place, Some(Place::Lines { .. })));
    let place = against.and_then(|exhibit| exhibit.place.as_ref());
    let id = claim_id(&claim.kind);
    let document = claim.place.split(['#', ':']).next().unwrap_or_default();
    json!({
        "ruleId": id,
        "kind": "fail",
        "level": "warning",
        "message": text::message(&format!("A report says at {}: “{}”", claim.place, claim.text)),
        "locations": [location(place, against.copied())],
        "relatedLocations": [{
            "id": 1,
            "physicalLocation": {"artifactLocation": text::document(document)},
            "message": text::message(&claim.place),
        }],
        "fingerprint": short(&format!("{id}\n{}\n{}", claim.place, claim.text)),
    })
}
