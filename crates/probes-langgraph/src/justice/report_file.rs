//! `justice.report_file`

use court::evidence::Place;
use langgraph::audited::place;
use probes_core::{Answer, Probe, Search, Subject};
use python::ast::{Expr, ExprKind, Param, Stmt, StmtKind};
use python::program::{FunctionRef, Program};
use python::symbolic::{Evaluator, Event, EventKind, Node, Term, Terms, has, is_plain, marks, reachable};
use python::walk;
use std::collections::BTreeSet;
use wordlist::array;

/// Most functions that are followed because they write files, or call one that does.
const WRITERS_MAX: usize = 80;
/// How many calls away from the writing the file may have got its name.
const CALLERS_DEPTH_MAX: usize = 2;

/// What opens files.
const OPENING: [&str; 4] = ["open", "io.open", "codecs.open", "aiofiles.open"];
/// What brings a file to the place that is its second argument.
const COPYING: [&str; 6] = array("shutil.copy shutil.copy2 shutil.copyfile shutil.move os.replace os.rename");
/// What writes data, and no prose.
const DATA: [&str; 6] = ["csv.", "json.", "pickle.", "toml", "yaml.", "orjson."];
/// Endings of files that are not Markdown.
const ENDINGS: [&str; 18] =
    array("bin cfg csv db env html ini json jsonl log pdf pkl png py toml xml yaml yml");

pub(super) const PROBE: Probe = Probe::of_code(
    "justice.report_file",
    "The verdict is written to a Markdown file",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    let program = snapshot.program();
    if program.paths().all(|path| program.is_test(path)) {
        return match program.unparsed().iter().next() {
            Some((path, why)) => Answer::unobserved(format!("{path} could not be read: {why}")),
            None => Answer::not_applicable(crate::NO_PYTHON),
        };
    }
    let (reached, unreached): (Vec<_>, Vec<_>) = program
        .functions()
        .filter(|function| !program.is_test(function.path) && writes(&function.function.body))
        .partition(|function| program.is_reached(function));
    let found = written_or_handed(program, &reached);
    if !found.markdown.is_empty() {
        let rationale = "code that is used writes Markdown to a file";
        return Answer::present(rationale).at_all(found.markdown.iter().map(place));
    }
    let unknown = "what is written there, and to which file, is only known when it runs";
    let missed = "following the program did not come to this writing";
    let search = Search::of_program(snapshot)
        .looked_at(reached.iter().map(FunctionRef::place))
        .open_all(found.unknown.iter().map(|event| (place(event), unknown)))
        .open_all(
            passed_by(&reached, &found)
                .into_iter()
                .map(|place| (place, missed)),
        );
    let dead = written(program, &unreached, false).markdown;
    if dead.is_empty() {
        return Answer::absent("nothing writes Markdown to a file", search);
    }
    let named = unreached.iter().filter(|function| is_named(program, function));
    let why = "its name is used, and whether that comes here is not known";
    let search = search.open_all(named.map(|function| (function.place(), why)));
    let rationale = "Markdown is written only by code that nothing reaches: defined, not reached";
    Answer::absent(rationale, search).at_all(dead.iter().map(place))
}

/// Whether used code names what a function is called.
fn is_named(program: &Program, function: &FunctionRef<'_>) -> bool {
    let name = function.function.name.as_str();
    let mut found = false;
    for module in program.used() {
        walk::expressions(&module.body, &mut |expr| {
            found |= walk::last_name(expr) == Some(name)
        });
    }
    found
}

/// Whether a body calls what writes files.
fn writes(body: &[Stmt]) -> bool {
    let mut found = false;
    walk::scope_expressions(body, &mut |expr| {
        if let ExprKind::Call { callee, .. } = &expr.kind {
            found |= match &callee.kind {
                ExprKind::Name(name) => name == "open",
                ExprKind::Attribute { attribute, .. } => matches!(
                    attribute.as_str(),
                    "write_text"
                        | "open"
                        | "write"
                        | "writelines"
                        | "write_bytes"
                        | "copy"
                        | "copyfile"
                        | "move"
                        | "replace"
                        | "rename"
                ),
                _ => false,
            };
        }
    });
    found
}

/// The writing in some functions that following them did not come to: a branch, or a limit, was in the way.
fn passed_by(writers: &[FunctionRef<'_>], found: &Written) -> Vec<Place> {
    let mut missed = Vec::new();
    for writer in writers {
        walk::scope_expressions(&writer.function.body, &mut |expr| {
            let at = (writer.path.to_owned(), expr.span.first);
            if is_writing(expr) && !found.seen.contains(&at) {
                missed.push(Place::line(writer.path, expr.span.first));
            }
        });
    }
    missed
}

fn is_writing(expr: &Expr) -> bool {
    let ExprKind::Call { callee, .. } = &expr.kind else {
        return false;
    };
    matches!(&callee.kind, ExprKind::Attribute { attribute, .. }
        if matches!(attribute.as_str(), "write_text" | "write" | "writelines" | "write_bytes"))
}

/// What is written to files.
#[derive(Default)]
struct Written {
    markdown: Vec<Event>,
    /// Where it may be.
    unknown: Vec<Event>,
    /// Where it is something else.
    known: BTreeSet<(String, u32)>,
    /// Every line with a call that was come to.
    seen: BTreeSet<(String, u32)>,
}

/// What the writers write by themselves; where that is not known to be Markdown, with what their callers hand them.
fn written_or_handed<'a>(program: &'a Program, writers: &[FunctionRef<'a>]) -> Written {
    let mut inner = writers.to_vec();
    let mut found = written(program, &inner, true);
    for _ in 0..CALLERS_DEPTH_MAX {
        if !found.markdown.is_empty() || inner.is_empty() {
            break;
        }
        inner = callers(program, &inner);
        let more = written(program, &inner, false);
        found.markdown = more.markdown;
        // What is known where it is called with what it is given is not unknown.
        found
            .unknown
            .retain(|event| !more.known.contains(&(event.path.clone(), event.span.first)));
    }
    found
}

fn callers<'a>(program: &'a Program, callees: &[FunctionRef<'a>]) -> Vec<FunctionRef<'a>> {
    let key = |function: &FunctionRef<'a>| (function.path, function.function.span.first);
    let wanted: BTreeSet<(&str, u32)> = callees.iter().map(key).collect();
    let calls = |function: &FunctionRef<'a>| {
        let mut named = program.callees(function).into_iter();
        named.any(|callee| wanted.contains(&key(&callee)))
    };
    let functions = program
        .functions()
        .filter(|function| !program.is_test(function.path));
    let used = functions.filter(|function| program.is_reached(function) && !wanted.contains(&key(function)));
    used.filter(calls).collect()
}

fn written(program: &Program, writers: &[FunctionRef<'_>], with_modules: bool) -> Written {
    let mut evaluator = Evaluator::new(program);
    let is_switch = |param: &Param| param.default.as_ref().is_some_and(is_plain);
    for writer in writers.iter().take(WRITERS_MAX) {
        evaluator.start(writer.path, writer.class, writer.function, is_switch);
    }
    for module in program
        .used()
        .filter(|module| with_modules && runs_writes(&module.body))
    {
        evaluator.start_module(&module.path);
    }
    let mut found = Written::default();
    for event in evaluator
        .events
        .iter()
        .filter(|event| event.kind == EventKind::Called)
    {
        found.seen.insert((event.path.clone(), event.span.first));
        let known = match kind(&evaluator.terms, event) {
            Some(Kind::Markdown) => &mut found.markdown,
            Some(Kind::Unknown) => &mut found.unknown,
            Some(Kind::Other) => {
                found.known.insert((event.path.clone(), event.span.first));
                continue;
            }
            None => continue,
        };
        if !known
            .iter()
            .any(|known| known.path == event.path && known.span == event.span)
        {
            known.push(event.clone());
        }
    }
    found
}

fn runs_writes(body: &[Stmt]) -> bool {
    body.iter()
        .filter(|stmt| !matches!(stmt.kind, StmtKind::Function(_) | StmtKind::Class(_)))
        .any(|stmt| writes(std::slice::from_ref(stmt)))
}

/// What is written.
enum Kind {
    Markdown,
    Other,
    Unknown,
}

/// What a call writes to a file; `None` where it writes none, or where a later call on what it opens tells.
fn kind(terms: &Terms, event: &Event) -> Option<Kind> {
    let Node::Call(callee, arguments) = terms.node(event.term) else {
        return None;
    };
    let value = |index: usize| arguments.get(index).map(|(_, value)| *value);
    if let Some(path) = opened(terms, event.term) {
        return is_markdown(terms, path).then_some(Kind::Markdown);
    }
    match terms.node(*callee) {
        Node::Attribute(owner, method) if matches!(method.as_str(), "write_text" | "write_bytes") => {
            Some(of(terms, *owner, value(0)))
        }
        Node::Attribute(owner, method) if matches!(method.as_str(), "write" | "writelines") => {
            Some(of(terms, opened(terms, *owner)?, value(0)))
        }
        Node::External(name) if COPYING.contains(&name.as_str()) => {
            is_markdown(terms, value(1)?).then_some(Kind::Markdown)
        }
        Node::External(name) => {
            let path = arguments.iter().find_map(|(_, value)| opened(terms, *value))?;
            let is_data = DATA.iter().any(|package| name.starts_with(package));
            Some(if is_data {
                Kind::Other
            } else {
                of(terms, path, value(0))
            })
        }
        _ => None,
    }
}

/// The path of a file that a call opens to write to it.
fn opened(terms: &Terms, call: Term) -> Option<Term> {
    let Node::Call(callee, arguments) = terms.node(call) else {
        return None;
    };
    let is_mode = |(keyword, value): &(Option<String>, Term)| {
        let may_be = keyword.as_deref().is_none_or(|keyword| keyword == "mode");
        let mode = terms.text(*value).filter(|_| may_be);
        mode.is_some_and(|mode| mode.len() <= 3 && mode.starts_with(['w', 'a', 'x']))
    };
    let path = match terms.node(*callee) {
        Node::External(name) if OPENING.contains(&name.as_str()) => {
            arguments.first().map(|(_, value)| *value)
        }
        Node::Attribute(owner, method) if method == "open" => Some(*owner),
        _ => None,
    };
    path.filter(|_| arguments.iter().any(is_mode))
}

/// What kind of text goes to a path.
fn of(terms: &Terms, path: Term, text: Option<Term>) -> Kind {
    let within = |term: Option<Term>| reachable(terms, term).into_iter();
    let texts = |term: Option<Term>| within(term).filter_map(|term| terms.text(term));
    let has_other_ending = texts(Some(path)).any(has_ending);
    // What was read as data may be told in prose.
    let makes_data =
        |name: &str| DATA.iter().any(|package| name.starts_with(package)) && !name.contains("load");
    let is_data = |term: Term| matches!(terms.node(term), Node::External(name) if makes_data(name));
    if is_markdown(terms, path) {
        Kind::Markdown
    } else if has_other_ending || within(text).any(is_data) {
        Kind::Other
    } else if text.is_some_and(|text| is_markdown(terms, text)) || texts(text).any(has_heading) {
        Kind::Markdown
    } else {
        Kind::Unknown
    }
}

fn is_markdown(terms: &Terms, term: Term) -> bool {
    let mut within = reachable(terms, [term]).into_iter();
    within.any(|term| has(terms.marks(term), marks::MARKDOWN))
}

/// Whether a text ends as the name of a file does that is no prose.
fn has_ending(text: &str) -> bool {
    let ending = text.rsplit_once('.').map_or("", |(_, ending)| ending);
    ENDINGS.contains(&ending.to_lowercase().as_str())
}

/// Whether a line of a text is a heading of Markdown.
fn has_heading(text: &str) -> bool {
    let is_heading = |line: &str| line.trim_start_matches('#').starts_with(' ') && line.starts_with('#');
    text.lines().any(is_heading)
}
