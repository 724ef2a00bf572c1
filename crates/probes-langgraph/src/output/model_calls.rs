//! The judges' calls of a chat model, and the schema that is bound to each.

use court::evidence::Place;
use langgraph::audited::{Court, place};
use probes_core::Subject;
use python::ast::{ExprKind, StmtKind};
use python::flow::{Along, sources};
use python::program::{Definition, Program};
use python::symbolic::{Event, EventKind, Node, Term, Terms, has, marks, reachable};
use python::walk;
use subject::names;
use wordlist::array;

/// Methods that bind a schema to a model.
const BINDING_METHODS: [&str; 3] = ["with_structured_output", "bind_tools", "bind_functions"];
/// Keywords that bind a schema to a call or a model.
const BINDING_KEYWORDS: [&str; 9] = array(
    "response_format response_model response_schema text_format output_type result_type format tools \
     functions",
);

/// Deepest settings within settings.
const SETTINGS_DEPTH_MAX: u8 = 4;

/// A call of a chat model by a judge.
pub(super) struct ModelCall<'c> {
    /// The call.
    pub(super) event: &'c Event,
    /// The schema that is bound to the model before it answers.
    pub(super) binding: Option<Binding>,
}

/// A schema bound to a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Binding {
    /// By which method or keyword.
    pub(super) by: String,
    /// The class: its file, where that is known, and its name.
    pub(super) class: Option<(String, String)>,
}

impl ModelCall<'_> {
    pub(super) fn place(&self) -> Place {
        place(self.event)
    }
}

/// Every call of a chat model by a judge, each place once, those with a bound schema first.
pub(super) fn model_calls(court: &Court) -> Vec<ModelCall<'_>> {
    let mut calls: Vec<ModelCall<'_>> = Vec::new();
    for event in court.judges.iter().flat_map(|judge| court.model_calls(judge)) {
        let binding = binding(&court.terms, event.term);
        let is_known = calls.iter().any(|call| {
            call.event.path == event.path && call.event.span == event.span && call.binding == binding
        });
        if !is_known {
            calls.push(ModelCall { event, binding });
        }
    }
    calls.sort_by_key(|call| call.binding.is_none());
    calls
}

fn binding(terms: &Terms, call: Term) -> Option<Binding> {
    let Node::Call(callee, arguments) = terms.node(call) else {
        return None;
    };
    let own = arguments
        .iter()
        .find_map(|(keyword, value)| by_keyword(terms, keyword.as_deref()?, *value));
    let within = || {
        arguments
            .iter()
            .find_map(|(_, value)| in_settings(terms, *value, SETTINGS_DEPTH_MAX))
    };
    own.or_else(within).or_else(|| {
        reachable(terms, [*callee])
            .into_iter()
            .find_map(|term| bound(terms, term))
    })
}

/// A schema in the settings of a call: `config={"response_schema": Schema}`, `config=Config(response_schema=Schema)`.
fn in_settings(terms: &Terms, value: Term, left: u8) -> Option<Binding> {
    let left = left.checked_sub(1)?;
    let pairs: Vec<(Option<&str>, Term)> = match terms.node(value) {
        Node::Dict(pairs) => pairs
            .iter()
            .map(|(key, value)| (terms.text(*key), *value))
            .collect(),
        Node::Call(callee, arguments) if is_settings(terms, *callee) => arguments
            .iter()
            .map(|(keyword, value)| (keyword.as_deref(), *value))
            .collect(),
        _ => return None,
    };
    pairs.into_iter().find_map(|(key, value)| {
        let own = key.and_then(|key| by_keyword(terms, key, value));
        own.or_else(|| in_settings(terms, value, left))
    })
}

/// Whether a call makes an object of a library.
fn is_settings(terms: &Terms, callee: Term) -> bool {
    match terms.node(callee) {
        Node::External(dotted) => {
            let last = dotted.rsplit('.').next().unwrap_or_default();
            last.starts_with(char::is_uppercase)
        }
        _ => false,
    }
}

/// What may ask a model in a judge, where nothing was recognised as a model.
pub(super) fn unknown_asking(court: &Court) -> Option<Place> {
    const ASKING: [&str; 11] =
        array("invoke ainvoke generate complete completion chat predict ask prompt llm query");
    let events = court.judges.iter().flat_map(|judge| court.events_of(judge));
    let asks = events.into_iter().find(|event| {
        let Node::Call(callee, _) = court.terms.node(event.term) else {
            return false;
        };
        let name = match court.terms.node(*callee) {
            Node::Attribute(_, name) | Node::External(name) => name.rsplit('.').next().unwrap_or_default(),
            _ => return false,
        };
        event.kind == EventKind::Called
            && names::words(name)
                .iter()
                .any(|word| ASKING.contains(&word.as_str()))
    })?;
    Some(place(asks))
}

/// Where used code binds a model to the class of an opinion, or to one that is not known.
pub(super) fn bound_elsewhere(snapshot: &Subject) -> Option<Place> {
    let code = snapshot.code();
    let binds = |call: &&&python::ast::Expr| {
        let ExprKind::Call { callee, args } = &call.kind else {
            return false;
        };
        let by_method = walk::last_name(callee).is_some_and(|name| BINDING_METHODS.contains(&name));
        let by_keyword = |arg: &python::ast::Arg| {
            let name = arg.name.as_deref().unwrap_or_default();
            BINDING_KEYWORDS.contains(&name) && !matches!(name, "tools" | "functions" | "format")
        };
        by_method || args.iter().any(by_keyword)
    };
    code.scopes
        .iter()
        .enumerate()
        .filter(|(_, scope)| scope.is_reached)
        .find_map(|(id, scope)| {
            let mut calls = scope.calls.iter().filter(binds);
            let call = calls.find(|call| {
                let ExprKind::Call { args, .. } = &call.kind else {
                    return false;
                };
                let steps = args
                    .iter()
                    .flat_map(|arg| sources(code, id, &arg.value, Along::Text));
                let mut classes = steps
                    .filter_map(|step| code.class(step.scope, step.expr))
                    .peekable();
                let is_open = classes.peek().is_none()
                    && args
                        .iter()
                        .all(|arg| !matches!(arg.value.kind, ExprKind::Dict(_)));
                is_open || classes.any(|(path, class)| is_opinion_class(code.program, path, &class.name))
            })?;
            Some(Place::line(scope.path, call.span.first))
        })
}

/// The schema that a term binds: `model.with_structured_output(Schema)`, `model.bind(response_format=Schema)`.
fn bound(terms: &Terms, term: Term) -> Option<Binding> {
    let Node::Call(callee, arguments) = terms.node(term) else {
        return None;
    };
    if let Node::Attribute(_, method) = terms.node(*callee)
        && BINDING_METHODS.contains(&method.as_str())
    {
        return Some(Binding {
            by: method.clone(),
            class: arguments.iter().find_map(|(_, value)| class_in(terms, *value)),
        });
    }
    arguments
        .iter()
        .find_map(|(keyword, value)| by_keyword(terms, keyword.as_deref()?, *value))
}

/// A keyword binds only a schema: asking for JSON of any shape is not enough.
fn by_keyword(terms: &Terms, keyword: &str, value: Term) -> Option<Binding> {
    if !BINDING_KEYWORDS.contains(&keyword) {
        return None;
    }
    let class = class_in(terms, value);
    let names_schema = reachable(terms, [value]).into_iter().any(|term| {
        terms
            .text(term)
            .is_some_and(|text| matches!(text, "json_schema" | "properties" | "parameters"))
    });
    (class.is_some() || names_schema).then(|| Binding {
        by: keyword.to_owned(),
        class,
    })
}

fn class_in(terms: &Terms, value: Term) -> Option<(String, String)> {
    reachable(terms, [value])
        .into_iter()
        .find_map(|term| match terms.node(term) {
            Node::Class { path, name } => Some((path.clone(), name.clone())),
            Node::External(dotted) => dotted
                .rsplit('.')
                .next()
                .filter(|name| name.starts_with(char::is_uppercase))
                .map(|name| (String::new(), name.to_owned())),
            _ => None,
        })
}

/// Whether a class has a score and an argument of its own.
pub(super) fn is_opinion_class(program: &Program, path: &str, name: &str) -> bool {
    let Some(Definition::Class(_, class)) = program.resolve(path, name) else {
        return false;
    };
    let fields = class.body.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::Annotated(target, ..) => walk::dotted(target),
        _ => None,
    });
    let spoken = fields.fold(0, |spoken, field| spoken | marks::name_marks(&field));
    has(spoken, marks::SCORE | marks::ARGUMENT)
}
