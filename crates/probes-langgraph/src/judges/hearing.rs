//! What a probe of the court needs first: a court, or the answer that there is none.

use court::evidence::Place;
use court::pack::{Names, pack};
use langgraph::audited::{Court, Sitting, place};
use probes_core::Subject;
use probes_core::probe::Answer;
use probes_core::search::{Search, used};
use python::ast::{ExprKind, StmtKind};
use python::program::FunctionRef;
use python::symbolic::{Event, EventKind, Node, Term, Terms, has, marks, reachable};
use python::walk;
use std::collections::BTreeSet;
use wordlist::Words;

/// Calls that tell, keep or look up, and decide nothing.
static PLAIN: Words = Words::new(|| wordlist::words(include_str!("../../words/hearing_plain.txt")));

/// Packages that hold no rules for judges.
static KNOWN_PACKAGES: Words =
    Words::new(|| wordlist::words(include_str!("../../words/hearing_known_packages.txt")));
/// Functions that Python has without an import.
static BUILTINS: Words = Words::new(|| wordlist::words(include_str!("../../words/hearing_builtins.txt")));

/// Asks `examine` about the court; where there is none of what `has` asks for, says so with `nothing`, unless something is
/// left over that is named by one of `words` or asks a model.
fn ask(
    snapshot: &Subject,
    nothing: &str,
    has: fn(&Court) -> bool,
    words: &[&str],
    examine: impl FnOnce(&Court) -> Answer,
) -> Answer {
    let program = snapshot.program();
    let court = snapshot.court();
    if has(court) {
        return examine(court);
    }
    if program.paths().all(|path| program.is_test(path)) && program.unparsed().is_empty() {
        return Answer::not_applicable(crate::NO_PYTHON);
    }
    let search =
        search_of_seats(snapshot, court).unless_defined(program, words, |place| is_settled(snapshot, place));
    // What the judges ask is theirs.
    let search = match court.judges.is_empty() {
        true => unless_asked(snapshot, search),
        false => search,
    };
    Answer::absent(nothing, search)
}

/// How what judges is named.
fn judge_words() -> Vec<&'static str> {
    let roles = &pack().roles;
    let all = roles.personas().into_iter().chain([&roles.judge]);
    all.flat_map(Names::parts).collect()
}

/// Asks about the judges.
pub(crate) fn of_judges(snapshot: &Subject, examine: impl FnOnce(&Court) -> Answer) -> Answer {
    let nothing = "no function that is used makes opinions, each a score with an argument";
    ask(
        snapshot,
        nothing,
        |court| !court.judges.is_empty(),
        &judge_words(),
        examine,
    )
}

/// Asks about the chief justice.
pub(crate) fn of_justice(snapshot: &Subject, examine: impl FnOnce(&Court) -> Answer) -> Answer {
    let nothing = "no function that is used makes final scores out of judges' opinions";
    ask(
        snapshot,
        nothing,
        |court| !court.chiefs.is_empty(),
        &pack().roles.chief_justice.parts().collect::<Vec<_>>(),
        examine,
    )
}

/// A search through the court: where following it was given up stays open.
pub(crate) fn search(snapshot: &Subject, court: &Court) -> Search {
    let ends = court.ends.iter().filter(|end| !end.is_node);
    ends.fold(Search::of_program(snapshot), |search, end| {
        search.open(end.place(), end.why.clone())
    })
}

/// A search for a seat that was not found: nodes whose function is not known may be it.
pub(crate) fn search_of_seats(snapshot: &Subject, court: &Court) -> Search {
    let nodes = court.ends.iter().filter(|end| end.is_node);
    nodes.fold(search(snapshot, court), |search, end| {
        search.open(end.place(), end.why.clone())
    })
}

/// The same for a denial about those who sit there, which were followed.
pub(crate) fn search_of(snapshot: &Subject, court: &Court, seats: &[Sitting]) -> Search {
    search(snapshot, court).looked_at(seats.iter().map(Sitting::place))
}

/// A search through what the chief justice does with the opinions: calls of what is neither Python's own nor the
/// repository's may hold a rule.
pub(crate) fn search_of_rules(snapshot: &Subject, court: &Court) -> Search {
    opened(search_of_settled(snapshot, court), unread_rules(court))
}

/// The same for what is written of the opinions: such calls may write it, whether or not a score comes of them.
pub(crate) fn search_of_words(snapshot: &Subject, court: &Court) -> Search {
    opened(search_of_settled(snapshot, court), unread(court))
}

fn search_of_settled(snapshot: &Subject, court: &Court) -> Search {
    let search = search_of(snapshot, court, &court.chiefs);
    match (court.settled.is_empty(), court.chiefs.first()) {
        (true, Some(chief)) => search.open(
            chief.place(),
            "what the final score comes to could not be followed",
        ),
        _ => search,
    }
}

fn opened<'c>(search: Search, events: impl Iterator<Item = (&'c Event, &'c str)>) -> Search {
    events.fold(search, |search, (event, name)| {
        search.open(place(event), unknown_of(name))
    })
}

/// Why a call of this name leaves a rule open.
pub(crate) fn unknown_of(name: &str) -> String {
    format!("what `{name}` makes of the opinions is not known")
}

/// Where the chief justice hands votes or opinions to what was not read, and a score may come of it: it is in a score, or
/// it was handed something that it can change.
pub(crate) fn unread_rules(court: &Court) -> impl Iterator<Item = (&Event, &str)> {
    let terms = &court.terms;
    let scores: BTreeSet<Term> = reachable(terms, court.settled.iter().map(|settled| settled.term))
        .into_iter()
        .collect();
    unread(court).filter(move |(event, _)| {
        scores.is_empty() || scores.contains(&event.term) || !is_given_text_only(terms, event.term)
    })
}

fn unread(court: &Court) -> impl Iterator<Item = (&Event, &str)> {
    let events = court.chiefs.iter().flat_map(|chief| court.events_of(chief));
    events.filter_map(|event| Some((event, unread_rule(&court.terms, event)?)))
}

/// Whether a call is handed nothing of the opinions but texts, which nobody can change.
fn is_given_text_only(terms: &Terms, call: Term) -> bool {
    let Node::Call(_, arguments) = terms.node(call) else {
        return false;
    };
    arguments
        .iter()
        .all(|(_, value)| !of_opinions(terms, *value) || is_text(terms, *value))
}

fn is_text(terms: &Terms, term: Term) -> bool {
    match terms.node(term) {
        Node::Text(_) | Node::Number(_) | Node::Format(_) => true,
        Node::Call(callee, _) => match terms.node(*callee) {
            Node::External(name) => matches!(name.as_str(), "json.dumps" | "str" | "repr"),
            Node::Attribute(owner, method) => method == "encode" && is_text(terms, *owner),
            _ => false,
        },
        _ => false,
    }
}

fn of_opinions(terms: &Terms, term: Term) -> bool {
    terms.marks(term) & (marks::OPINION | marks::SCORE) != 0
}

/// What is called with votes or opinions and was not read.
fn unread_rule<'t>(terms: &'t Terms, event: &Event) -> Option<&'t str> {
    let Node::Call(callee, arguments) = terms.node(event.term) else {
        return None;
    };
    let name = match terms.node(*callee) {
        Node::External(name) => name.as_str(),
        Node::Input(name) => name.as_str(),
        _ => return None,
    };
    let (package, last) = (name.split('.').next()?, name.rsplit('.').next()?);
    let is_known = match name.contains('.') {
        true => KNOWN_PACKAGES.contains(&package) || BUILTINS.contains(&package) || PLAIN.contains(&last),
        false => BUILTINS.contains(&name) || name.starts_with(|c: char| c.is_uppercase()),
    };
    let reads = |(_, value): &(Option<String>, Term)| of_opinions(terms, *value);
    let is_model = has(terms.marks(*callee), marks::MODEL) || terms.is_answer(event.term);
    (event.kind == EventKind::Called && !is_known && !is_model && arguments.iter().any(reads)).then_some(name)
}

/// Leaves open what asks a model: who asks may judge.
pub(crate) fn unless_asked(snapshot: &Subject, search: Search) -> Search {
    let program = snapshot.program();
    let mut found = None;
    for module in used(program) {
        walk::statements(&module.body, &mut |stmt| {
            let brings_in = match &stmt.kind {
                StmtKind::ImportFrom { module, .. } => is_model(module),
                StmtKind::Import(names) => names.iter().any(|alias| is_model(&alias.name)),
                _ => false,
            };
            if brings_in && found.is_none() {
                found = Some(Place::line(&module.path, stmt.span.first));
            }
        });
    }
    match found {
        Some(place) => search.open(
            place,
            "what the model that is brought in there is asked is not known",
        ),
        None => search,
    }
}

fn is_model(module: &str) -> bool {
    has(marks::external_marks(module), marks::MODEL)
}

/// Whether it is plain what is defined at a place: a class that no call names, or a function that calls nothing.
fn is_settled(snapshot: &Subject, place: &Place) -> bool {
    let program = snapshot.program();
    let Place::Lines { path, first, .. } = place else {
        return false;
    };
    let function = program
        .function_at(path, *first)
        .filter(|function| function.function.span.first == *first);
    match function {
        Some(function) => calls_nothing(&function),
        None => !is_used(snapshot, path, *first),
    }
}

fn calls_nothing(function: &FunctionRef<'_>) -> bool {
    let mut calls = false;
    walk::scope_expressions(&function.function.body, &mut |expr| {
        if let ExprKind::Call { callee, .. } = &expr.kind {
            calls |= !walk::last_name(callee).is_some_and(|name| PLAIN.contains(&name));
        }
    });
    !calls
}

/// Whether a call of used code names the class that stands there: makes one, or hands it on.
fn is_used(snapshot: &Subject, path: &str, line: u32) -> bool {
    let program = snapshot.program();
    let named = program
        .classes()
        .find(|(at, class)| *at == path && class.span.first == line);
    let Some((_, class)) = named else {
        return false;
    };
    let mut found = false;
    for module in used(program) {
        walk::expressions(&module.body, &mut |expr| {
            if let ExprKind::Call { callee, args } = &expr.kind {
                let is_it = |expr| {
                    walk::dotted(expr).is_some_and(|name| name.split('.').any(|part| part == class.name))
                };
                found |= is_it(callee) || args.iter().any(|arg| is_it(&arg.value));
            }
        });
    }
    found
}
