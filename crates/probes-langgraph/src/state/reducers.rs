//! Reducers: what joins the writes that reach one field of the state at the same time.

use super::schema::Schema;
use super::{of_program, schema};
use court::evidence::Place;
use probes_core::{Answer, Probe, Search, Subject};
use python::ast::{Arg, Class, ComprehensionKind, Expr, ExprKind, Function, Star, Stmt, StmtKind};
use python::classes::{self, Annotation, Field, Kind};
use python::code::Code;
use python::program::{Program, Thing};
use python::walk;
use wordlist::array;

pub(super) const OF_LISTS: Probe = Probe::of_code(
    "state.reducer_list",
    "A field of the graph's state has a reducer for lists, so that parallel writers add to one another",
    |snapshot| of_program(snapshot, |code| ask(snapshot, code, Reduction::Concatenates)),
);
pub(super) const OF_DICTS: Probe = Probe::of_code(
    "state.reducer_dict",
    "A field of the graph's state has a reducer for dicts, so that parallel writers do not overwrite one another",
    |snapshot| of_program(snapshot, |code| ask(snapshot, code, Reduction::Merges)),
);

/// What a reducer makes of two writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reduction {
    /// One list after the other.
    Concatenates,
    /// The keys of both.
    Merges,
}

impl Reduction {
    fn describe(self) -> &'static str {
        match self {
            Self::Concatenates => "concatenates lists",
            Self::Merges => "merges dicts",
        }
    }
}

/// What a field holds, as far as its type says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holds {
    List,
    Dict,
    Unknown,
    Other,
}

/// The answer to "does a field of the state have such a reducer".
fn ask<'a>(snapshot: &'a Subject, code: &Code<'a>, wanted: Reduction) -> Answer {
    let Some(schema) = schema::live(code) else {
        return schema::no_graph(
            snapshot,
            "no LangGraph StateGraph is built, so no state has reducers",
        );
    };
    let fields = schema.fields(code);
    let effects: Vec<Effect> = fields
        .iter()
        .map(|field| of_field(code.program, field, wanted))
        .collect();
    let unknown = effects.iter().find_map(|effect| match effect {
        Effect::Unknown(place) => Some(place.clone()),
        _ => None,
    });
    let found = effects.into_iter().filter_map(|effect| match effect {
        Effect::Wanted(place, by) => Some((place, by)),
        _ => None,
    });
    let found: Vec<(Place, String)> = found.collect();
    let inherited = inherits_messages(&schema, code, wanted);
    if found.is_empty() && !inherited {
        return without(code, &schema, wanted, unknown);
    }
    let first = found.first().map(|(_, by)| by.clone());
    let by = first.unwrap_or_else(|| "messages of the library's MessagesState".to_owned());
    let rationale = format!(
        "{} has a field whose reducer {}: {by}",
        schema.name(),
        wanted.describe()
    );
    let answer = Answer::present(rationale);
    if found.is_empty() {
        return answer.at(schema.place(code));
    }
    found
        .into_iter()
        .fold(answer, |answer, (place, by)| answer.at_noting(place, by))
}

fn without<'a>(code: &Code<'a>, schema: &Schema<'a>, wanted: Reduction, unknown: Option<Place>) -> Answer {
    let mut search = Search::at([schema.place(code)]);
    if let Some((place, why)) = schema.doubt(code) {
        search = search.open(place, why);
    }
    if let Some(place) = unknown {
        search = search.open(place, "what this reducer does is not known");
    }
    let elsewhere = code.program.classes().find_map(|(path, class)| {
        let is_state = schema.place(code) == Place::line(path, class.span.first);
        let fields = classes::fields(code.program, path, class);
        let found = fields
            .iter()
            .find_map(|field| match of_field(code.program, field, wanted) {
                Effect::Wanted(place, _) => Some(place),
                _ => None,
            });
        found
            .filter(|_| !is_state && !code.program.is_test(path))
            .map(|place| (class, place))
    });
    let mut rationale = format!(
        "no field of {} has a reducer that {}",
        schema.name(),
        wanted.describe()
    );
    if let Some((class, place)) = elsewhere {
        let other = format!("; {} has one, but it is not the state of the graph", class.name);
        rationale.push_str(&other);
        search = search.looked_at([place]);
    }
    Answer::absent(rationale, search)
}

fn inherits_messages<'a>(schema: &Schema<'a>, code: &Code<'a>, wanted: Reduction) -> bool {
    let is_messages = |name: &String| name.starts_with("langgraph") && name.ends_with("MessagesState");
    wanted == Reduction::Concatenates && schema.libraries(code).iter().any(is_messages)
}

/// What the reducer of a field does.
enum Effect {
    /// What is asked for; where, and how to speak of it.
    Wanted(Place, String),
    /// Something else, or there is none.
    Other,
    /// Something that was not followed.
    Unknown(Place),
}

fn of_field<'a>(program: &'a Program, field: &Field<'a>, wanted: Reduction) -> Effect {
    let annotation = classes::annotation(program, field.path, field.annotation);
    let holds = holds(program, &annotation);
    let place = Place::lines(field.path, field.span.first, field.span.last);
    let possible = match wanted {
        Reduction::Concatenates => holds != Holds::Dict,
        Reduction::Merges => holds != Holds::List,
    };
    // An annotation written as a text is not taken apart.
    if matches!(annotation.base.kind, ExprKind::Str(_)) {
        return Effect::Unknown(place);
    }
    let mut is_followed = true;
    for (path, expr) in annotation.metadata.iter().rev() {
        match reduction(program, path, expr, holds) {
            Some((reduction, by)) if reduction == wanted => {
                return Effect::Wanted(place, format!("{} is joined by {by}", field.name));
            }
            Some(_) => {}
            None => is_followed &= is_known(program, path, expr),
        }
    }
    match is_followed || !possible {
        true => Effect::Other,
        false => Effect::Unknown(place),
    }
}

/// Whether what is said beside a type was read wholly: a constant, or a function that calls nothing that it hands its
/// values to.
fn is_known<'a>(program: &'a Program, path: &'a str, expr: &'a Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(_) | ExprKind::Attribute { .. } => {}
        ExprKind::Lambda { body, .. } => {
            let mut is_known = true;
            walk::expression(body, &mut |part| is_known &= !hands_on(part));
            return is_known;
        }
        ExprKind::Call { callee, .. } => {
            return walk::last_name(callee).is_some_and(|name| matches!(name, "Field" | "Doc"));
        }
        _ => return true,
    }
    match classes::thing(program, path, expr) {
        Some(Thing::Function(_, _, function)) => {
            let mut is_known = true;
            walk::expressions(&function.body, &mut |part| is_known &= !hands_on(part));
            is_known
        }
        Some(Thing::External(name)) => name.starts_with("operator.") || name.starts_with("_operator."),
        _ => false,
    }
}

/// Whether something calls more than what only looks at values or copies them.
fn hands_on(expr: &Expr) -> bool {
    const PLAIN: [&str; 9] = array("list dict len isinstance get max min copy bool");
    match &expr.kind {
        ExprKind::Call { callee, .. } => !walk::last_name(callee).is_some_and(|name| PLAIN.contains(&name)),
        _ => false,
    }
}

fn holds<'a>(program: &'a Program, annotation: &Annotation<'a>) -> Holds {
    let base = match &annotation.base.kind {
        ExprKind::Subscript(value, _) => value,
        _ => annotation.base,
    };
    let name = walk::dotted(base).unwrap_or_default();
    match name.rsplit('.').next().unwrap_or_default() {
        "list" | "List" | "Sequence" | "MutableSequence" | "tuple" | "Tuple" | "Iterable" | "deque" => {
            Holds::List
        }
        "dict" | "Dict" | "Mapping" | "MutableMapping" | "DefaultDict" | "defaultdict" | "OrderedDict" => {
            Holds::Dict
        }
        "Any" | "object" | "" => Holds::Unknown,
        _ => match classes::thing(program, annotation.path, base) {
            Some(Thing::Class(path, class)) if classes::kind(program, path, class) == Kind::TypedDict => {
                Holds::Dict
            }
            _ => Holds::Other,
        },
    }
}

/// What a reducer does, and how to speak of it.
fn reduction<'a>(
    program: &'a Program,
    path: &'a str,
    expr: &'a Expr,
    holds: Holds,
) -> Option<(Reduction, String)> {
    if let ExprKind::Lambda { body, .. } = &expr.kind {
        let signs = Signs::of_expr(body);
        return signs
            .judge(holds)
            .map(|reduction| (reduction, "a lambda".to_owned()));
    }
    if let ExprKind::Call { callee, args } = &expr.kind {
        return of_made(program, path, callee, args, holds);
    }
    match classes::thing(program, path, expr)? {
        Thing::External(name) => of_library(&name, holds).map(|reduction| (reduction, name)),
        Thing::Function(_, _, function) => of_function(function, holds),
        Thing::Value(scope, value) if matches!(value.kind, ExprKind::Lambda { .. }) => {
            reduction(program, scope.path, value, holds)
        }
        Thing::Instance(path, class) => called(program, path, class, holds),
        _ => None,
    }
}

/// An object that is called.
fn called<'a>(
    program: &'a Program,
    path: &'a str,
    class: &'a Class,
    holds: Holds,
) -> Option<(Reduction, String)> {
    match program.declared(path, class, "__call__")? {
        Thing::Function(_, _, function) => of_function(function, holds),
        _ => None,
    }
}

/// `partial(reducer)`, LangGraph's own channel `BinaryOperatorAggregate(list, reducer)`, and a function of the repository
/// that makes a reducer.
fn of_made<'a>(
    program: &'a Program,
    path: &'a str,
    callee: &'a Expr,
    args: &'a [Arg],
    holds: Holds,
) -> Option<(Reduction, String)> {
    let position = |at: usize| args.get(at).filter(|arg| arg.name.is_none());
    let named = |name: &str| args.iter().find(|arg| arg.name.as_deref() == Some(name));
    match classes::thing(program, path, callee)? {
        Thing::External(name) if name.ends_with("partial") => {
            reduction(program, path, &position(0)?.value, holds)
        }
        Thing::External(name) if name.ends_with("BinaryOperatorAggregate") => {
            let operator = named("operator").or_else(|| position(1))?;
            reduction(program, path, &operator.value, holds)
        }
        Thing::Function(_, _, function) => of_function(function, holds),
        Thing::Class(path, class) => called(program, path, class, holds),
        _ => None,
    }
}

fn of_library(name: &str, holds: Holds) -> Option<Reduction> {
    let is_operator = name.starts_with("operator.") || name.starts_with("_operator.");
    match name.rsplit('.').next()? {
        "add" | "concat" | "iadd" | "iconcat"
            if is_operator && holds != Holds::Other && holds != Holds::Dict =>
        {
            Some(Reduction::Concatenates)
        }
        "or_" | "ior" | "__or__" | "__ior__"
            if is_operator && holds != Holds::Other && holds != Holds::List =>
        {
            Some(Reduction::Merges)
        }
        "add_messages" if name.starts_with("langgraph") => Some(Reduction::Concatenates),
        _ => None,
    }
}

fn of_function(function: &Function, holds: Holds) -> Option<(Reduction, String)> {
    let reduction = Signs::of_body(&function.body).judge(holds)?;
    Some((
        reduction,
        format!("its own {}, which {}", function.name, reduction.describe()),
    ))
}

/// What a function does with its two values.
#[derive(Default)]
struct Signs {
    concatenates: bool,
    merges: bool,
}

impl Signs {
    fn of_body(body: &[Stmt]) -> Self {
        let mut signs = Self::default();
        walk::statements(body, &mut |stmt| signs.see_statement(stmt));
        walk::expressions(body, &mut |expr| signs.see(expr));
        signs
    }

    fn of_expr(expr: &Expr) -> Self {
        let mut signs = Self::default();
        walk::expression(expr, &mut |part| signs.see(part));
        signs
    }

    fn see_statement(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Augmented(_, operator, _) => self.see_operator(operator),
            StmtKind::Assign { targets, .. } => {
                self.merges |= targets
                    .iter()
                    .any(|target| matches!(target.kind, ExprKind::Subscript(..)));
            }
            _ => {}
        }
    }

    fn see_operator(&mut self, operator: &str) {
        match operator.trim_end_matches('=') {
            "+" => self.concatenates = true,
            "|" => self.merges = true,
            _ => {}
        }
    }

    fn see(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Binary(_, operator, _) => self.see_operator(operator),
            ExprKind::List(items) | ExprKind::Tuple(items) => {
                let spreads = items
                    .iter()
                    .filter(|item| matches!(item.kind, ExprKind::Starred(_)));
                self.concatenates |= spreads.count() >= 2;
            }
            ExprKind::Dict(pairs) => self.merges |= pairs.iter().any(|(key, _)| key.is_none()),
            ExprKind::Comprehension(made) => self.merges |= made.kind == ComprehensionKind::Dict,
            ExprKind::Call { callee, args } => {
                let is_spread = args.iter().any(|arg| arg.star == Star::Two);
                self.see_call(callee, is_spread);
            }
            _ => {}
        }
    }

    fn see_call(&mut self, callee: &Expr, is_spread: bool) {
        let library = walk::dotted(callee).unwrap_or_default();
        match library.as_str() {
            "operator.add" | "operator.iadd" | "operator.concat" | "operator.iconcat" | "add_messages" => {
                self.concatenates = true;
            }
            "operator.or_" | "operator.ior" | "or_" | "ior" => self.merges = true,
            _ => {}
        }
        match &callee.kind {
            ExprKind::Attribute { attribute, .. } => match attribute.as_str() {
                "extend" | "append" | "chain" | "from_iterable" | "union" => self.concatenates = true,
                "update" | "setdefault" => self.merges = true,
                _ => {}
            },
            ExprKind::Name(name) => match name.as_str() {
                "chain" => self.concatenates = true,
                "dict" => self.merges |= is_spread,
                "ChainMap" => self.merges = true,
                _ => {}
            },
            _ => {}
        }
    }

    /// What the signs mean for what the field holds.
    fn judge(&self, holds: Holds) -> Option<Reduction> {
        match holds {
            Holds::List if self.concatenates => Some(Reduction::Concatenates),
            Holds::Dict if self.merges => Some(Reduction::Merges),
            Holds::Unknown if self.merges => Some(Reduction::Merges),
            Holds::Unknown if self.concatenates => Some(Reduction::Concatenates),
            _ => None,
        }
    }
}
