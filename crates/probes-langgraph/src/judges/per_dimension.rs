//! `judges.per_dimension`

use super::own_rubric::left_out;
use super::seats::{of_judges, search};
use langgraph::audited::{Court, Sitting, is_model_call, is_over_dimensions, place, role_is_opinion};
use probes_core::{Answer, Probe, Subject};
use python::ast::ExprKind;
use python::symbolic::{Event, EventKind, Node, ScopeKind, Term, Terms, has, marks, reachable};
use python::walk;
use std::collections::BTreeSet;

/// That evidence is collected under each dimension is what such programs mean by it.
const SURE_OF_KEYS: u8 = 65;
/// Deepest way from an answer to what was parsed of it.
const ANSWER_DEPTH_MAX: u8 = 6;
/// Fewest names of a written list that are a rubric and not a handful of options.
const WRITTEN_MIN: usize = 3;

pub(super) const PROBE: Probe = Probe::of_code(
    "judges.per_dimension",
    "Each judge opines on every dimension of the rubric",
    |snapshot| of_judges(snapshot, |court| answer(snapshot, court)),
);

fn answer(snapshot: &Subject, court: &Court) -> Answer {
    let mut places = BTreeSet::new();
    let mut never: BTreeSet<String> = BTreeSet::new();
    for judge in &court.judges {
        // A judge may have a way for a rubric without dimensions beside the one for each of them.
        let hears_each = |event: &&Event| {
            judge.is_per_dimension || is_each(&court.terms, event) || gives_list(court, judge, event)
        };
        let mut each: Vec<&Event> = hearings(court, judge).filter(hears_each).collect();
        each.sort_by_key(|event| is_picked(&court.terms, event));
        if let Some(event) = each.first().filter(|event| is_picked(&court.terms, event)) {
            let why = "which dimensions of the rubric the test around it leaves out is not known";
            let search = search(snapshot, court).open(place(event), why);
            return Answer::absent("a judge opines only on dimensions of one kind", search);
        }
        let part = |event: &Event| Some((place(event), left_out(snapshot, court, event)?));
        if let Some((place, left)) = hearings(court, judge).find_map(part) {
            let rationale = format!(
                "a judge goes through dimensions that are written out; {} has more, and no judge names {}",
                left.rubric,
                left.names.join(", ")
            );
            return Answer::absent(rationale, search(snapshot, court).looked_at([place]));
        }
        let Some(event) = each.first() else {
            let rationale = "a judge opines once and not for each dimension: nothing around it goes through the rubric's dimensions";
            let search = search(snapshot, court).looked_at(hearings(court, judge).map(place));
            let doubts =
                hearings(court, judge).filter_map(|event| Some((place(event), doubt(&court.terms, event)?)));
            return Answer::absent(rationale, search.looked_at([judge.place()]).open_all(doubts));
        };
        never.extend(never_judged(snapshot, court, event));
        places.insert(place(event));
    }
    if !never.is_empty() {
        let names: Vec<&str> = never.iter().map(String::as_str).collect();
        let rationale = format!(
            "only dimensions with evidence are judged, and nothing that collects evidence names {}",
            names.join(", ")
        );
        return Answer::absent(rationale, search(snapshot, court).looked_at(places));
    }
    let heard = || court.judges.iter().flat_map(|judge| hearings(court, judge));
    match heard().any(|event| by_evidence(&court.terms, event)) {
        true => Answer::present("each judge goes through all under which evidence was collected")
            .at_all(places)
            .sure(SURE_OF_KEYS),
        false => Answer::present("each judge goes through the rubric's dimensions").at_all(places),
    }
}

/// Whether an opinion is made only where a field of the dimension is one certain text.
fn is_picked(terms: &Terms, event: &Event) -> bool {
    let is_field = |term: Term| {
        matches!(
            terms.node(term),
            Node::Item(..) | Node::Attribute(..) | Node::Call(..)
        ) && has(terms.marks(term), marks::DIMENSION)
    };
    event.levels().any(|level| match level {
        ScopeKind::Guard(test, true) => match terms.node(*test) {
            Node::Operation(operator, sides) if operator == "==" => {
                sides.iter().any(|side| is_field(*side))
                    && sides.iter().any(|side| terms.text(*side).is_some())
            }
            _ => false,
        },
        _ => false,
    })
}

/// What a judge's opinions come from: its calls of the model, or the opinions it makes without one.
fn hearings<'a>(court: &'a Court, judge: &'a Sitting) -> impl Iterator<Item = &'a Event> {
    let events = court.events_of(judge);
    let asks = events.iter().any(|event| is_model_call(&court.terms, event));
    events.iter().filter(move |event| match asks {
        true => is_model_call(&court.terms, event),
        false => event.kind == EventKind::Made && role_is_opinion(&court.terms, event.term),
    })
}

/// Whether a judge hands on a list of opinions that one answer holds. It is named so, or an opinion is made of each element
/// of an answer that was asked for with the dimensions.
fn gives_list(court: &Court, judge: &Sitting, event: &Event) -> bool {
    let terms = &court.terms;
    let is_list = |name: &str| name.ends_with('s') && has(marks::name_marks(name), marks::OPINION);
    let is_given = has(terms.marks(event.term), marks::DIMENSION);
    let names_list = reachable(terms, [judge.result])
        .into_iter()
        .any(|term| match terms.node(term) {
            Node::Attribute(answer, name) => is_list(name) && has(terms.marks(*answer), marks::ANSWER),
            Node::Item(answer, key) => {
                terms.text(*key).is_some_and(is_list) && has(terms.marks(*answer), marks::ANSWER)
            }
            Node::Each(element, iter, _) => {
                is_given && is_whole(terms, *iter, ANSWER_DEPTH_MAX) && names_opinion(terms, *element)
            }
            _ => false,
        });
    let made_of_each = |event: &Event| {
        event.kind == EventKind::Made
            && role_is_opinion(terms, event.term)
            && event.levels().any(|level| match level {
                ScopeKind::Loop { over, .. } => is_whole(terms, *over, ANSWER_DEPTH_MAX),
                _ => false,
            })
    };
    names_list || is_given && court.events_of(judge).iter().any(made_of_each)
}

/// Whether a term is all that a model answered, as it came or parsed.
fn is_whole(terms: &Terms, term: Term, left: u8) -> bool {
    let Some(left) = left.checked_sub(1) else {
        return false;
    };
    match terms.node(term) {
        _ if terms.is_answer(term) => true,
        Node::Attribute(owner, name) => {
            matches!(name.as_str(), "content" | "text" | "output" | "parsed") && is_whole(terms, *owner, left)
        }
        Node::Call(_, arguments) => arguments.iter().any(|(_, value)| is_whole(terms, *value, left)),
        Node::Gate(_, then, other, _) => is_whole(terms, *then, left) || is_whole(terms, *other, left),
        _ => false,
    }
}

/// Whether something is made by a class that is named after opinions.
fn names_opinion(terms: &Terms, made: Term) -> bool {
    let is_named = |name: &str| has(marks::name_marks(name), marks::OPINION);
    reachable(terms, [made])
        .into_iter()
        .any(|term| match terms.node(term) {
            Node::Class { name, .. } | Node::Record { class: name, .. } => is_named(name),
            _ => false,
        })
}

/// Whether an opinion is made for each key of the collected evidence. What has no evidence has no artifact either.
fn by_evidence(terms: &Terms, event: &Event) -> bool {
    let is_evidence = |term: Term| match terms.node(term) {
        Node::Item(_, key) => has(terms.key_marks(*key), marks::EVIDENCE),
        Node::Attribute(_, name) | Node::Input(name) => has(marks::name_marks(name), marks::EVIDENCE),
        _ => false,
    };
    let is_over_keys = |over: Term| match terms.node(over) {
        Node::Call(callee, _) => match terms.node(*callee) {
            Node::Attribute(owner, view) => matches!(view.as_str(), "items" | "keys") && is_evidence(*owner),
            Node::External(name) => name == "sorted" && terms.marks(over) & marks::EVIDENCE != 0,
            _ => false,
        },
        _ => is_evidence(over),
    };
    event
        .levels()
        .any(|level| matches!(level, ScopeKind::Loop { over, is_while: false, .. } if is_over_keys(*over)))
}

/// Why a judge that is heard there may opine on each dimension all the same.
fn doubt(terms: &Terms, event: &Event) -> Option<&'static str> {
    let is_rounds = |over: Term| terms.is_builtin_call(over, "range");
    let is_open = |level: &ScopeKind| match level {
        ScopeKind::Loop {
            over,
            is_while: false,
            ..
        } => !is_rounds(*over) && terms.marks(*over) & marks::PERSONAS == 0,
        _ => false,
    };
    if event.levels().any(is_open) {
        return Some("whether the loop around it goes through the rubric's dimensions is not known");
    }
    let is_given = has(terms.marks(event.term), marks::DIMENSION);
    is_given.then_some("how many of the dimensions that it is given it opines on is not known")
}

/// Whether an opinion is made for each dimension: in a loop over them, or all in one answer.
fn is_each(terms: &Terms, event: &Event) -> bool {
    let batch = reachable(terms, [event.term])
        .into_iter()
        .any(|term| match terms.node(term) {
            Node::Each(_, iter, _) => has(terms.marks(*iter), marks::DIMENSION),
            Node::Class { name, .. } => {
                ["batch", "list", "all"]
                    .iter()
                    .any(|word| name.to_lowercase().contains(word))
                    && has(terms.marks(event.term), marks::DIMENSION)
            }
            _ => false,
        });
    batch
        || event
            .levels()
            .any(|level| is_over_dimensions(terms, level) || written_out(terms, level).is_some())
        || by_evidence(terms, event)
}

/// The dimensions that a loop goes through, where they are written out in the code, with any filter.
fn written_out<'t>(terms: &'t Terms, level: &ScopeKind) -> Option<(&'t [Term], &'t [Term])> {
    let ScopeKind::Loop { over, .. } = level else {
        return None;
    };
    let (list, filters) = match terms.node(*over) {
        Node::Each(_, iter, conditions) => (*iter, conditions.as_slice()),
        _ => (*over, [].as_slice()),
    };
    let Node::List(items) = terms.node(list) else {
        return None;
    };
    let is_name = |item: &Term| {
        terms.text(*item).is_some_and(|text| !text.is_empty()) && terms.marks(*item) & marks::PERSONAS == 0
    };
    (items.len() >= WRITTEN_MIN && items.iter().all(is_name)).then_some((items.as_slice(), filters))
}

/// Dimensions written out in the judge's code that are judged only with evidence, and that nothing else in use
/// names, so that evidence for them never comes.
fn never_judged(snapshot: &Subject, court: &Court, event: &Event) -> Vec<String> {
    let terms = &court.terms;
    let written = event.levels().find_map(|level| written_out(terms, level));
    let Some((items, filters)) = written else {
        return Vec::new();
    };
    if !filters
        .iter()
        .any(|test| has(terms.marks(*test), marks::EVIDENCE))
    {
        return Vec::new();
    }
    let named = named_elsewhere(snapshot, court);
    let written = items.iter().filter_map(|item| terms.text(*item));
    written
        .filter(|id| !named.contains(*id))
        .map(str::to_owned)
        .collect()
}

/// Every text constant of the modules in use that are not the court's own.
fn named_elsewhere<'a>(snapshot: &'a Subject, court: &Court) -> BTreeSet<&'a str> {
    let program = snapshot.program();
    let seats = court.judges.iter().chain(&court.chiefs);
    let own: BTreeSet<&str> = seats
        .flat_map(|seat| court.events_of(seat))
        .filter(|event| matches!(event.kind, EventKind::Returned(_)))
        .map(|event| event.path.as_str())
        .collect();
    let others = program
        .used()
        .filter(|module| !own.contains(module.path.as_str()));
    let mut found = BTreeSet::new();
    for module in others {
        walk::expressions(&module.body, &mut |expr| {
            if let ExprKind::Str(text) = &expr.kind {
                found.insert(text.as_str());
            }
        });
    }
    found
}
