//! What a probe of the court needs first: a court, or the answer that there is none.

use court::evidence::Place;
use court::pack::{Names, pack};
use langgraph::audited::{Court, Sitting};
use probes_core::{Answer, Search, Subject};
use python::ast::{ExprKind, StmtKind};
use python::program::FunctionRef;
use python::symbolic::{has, marks};
use python::walk;
use wordlist::Words;

/// Calls that tell, keep or look up, and decide nothing.
pub(crate) static PLAIN: Words = Words::new(|| wordlist::words(include_str!("../../words/seats_plain.txt")));

/// Asks `examine` about the court. Where there is none of what `has` asks for, says so with `nothing`, unless something is
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
    Search::of_program(snapshot).open_all(ends(court, false))
}

/// A search for a seat that was not found: nodes whose function is not known may be it.
pub(crate) fn search_of_seats(snapshot: &Subject, court: &Court) -> Search {
    search(snapshot, court).open_all(ends(court, true))
}

fn ends(court: &Court, are_nodes: bool) -> impl Iterator<Item = (Place, &str)> {
    let ends = court.ends.iter().filter(move |end| end.is_node == are_nodes);
    ends.map(|end| (end.place(), end.why.as_str()))
}

/// The same for a denial about those who sit there, which were followed.
pub(crate) fn search_of(snapshot: &Subject, court: &Court, seats: &[Sitting]) -> Search {
    search(snapshot, court).looked_at(seats.iter().map(Sitting::place))
}

/// Leaves open what asks a model: who asks may judge.
pub(crate) fn unless_asked(snapshot: &Subject, search: Search) -> Search {
    let program = snapshot.program();
    let mut found = None;
    for module in program.used() {
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
    let why = "what the model that is brought in there is asked is not known";
    search.open_all(found.map(|place| (place, why)))
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
    for module in program.used() {
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
