//! What keeps a number within bounds when an object is made.

use court::evidence::Place;
use python::ast::{Arg, Class, Expr, ExprKind, Function, Star, Stmt, StmtKind};
use python::classes::{self, Field, Kind};
use python::code::Code;
use python::program::{Definition, Thing};
use python::walk;

/// What was found of a number's bounds.
pub(super) struct Bounds {
    /// Whether it is kept from below.
    pub(super) lower: bool,
    /// Whether it is kept from above.
    pub(super) upper: bool,
    pub(super) by: String,
    pub(super) place: Place,
}

impl Bounds {
    /// Whether it is kept from both sides.
    pub(super) fn is_closed(&self) -> bool {
        self.lower && self.upper
    }

    fn closed(by: impl Into<String>, place: Place) -> Self {
        Self {
            lower: true,
            upper: true,
            by: by.into(),
            place,
        }
    }
}

/// The bounds of a field; `None` where nothing bounds it.
pub(super) fn of<'a>(code: &Code<'a>, path: &'a str, class: &'a Class, field: &Field<'a>) -> Option<Bounds> {
    let declared = declared(code, field);
    if declared.as_ref().is_some_and(Bounds::is_closed) {
        return declared;
    }
    by_type(code, field)
        .or_else(|| by_method(code, path, class, field))
        .or(declared)
}

/// Where something may bound a field that was not followed, and what.
pub(super) fn doubt<'a>(
    code: &Code<'a>,
    path: &'a str,
    class: &'a Class,
    field: &Field<'a>,
) -> Option<(Place, &'static str)> {
    let at = |path: &str, expr: &Expr| Place::line(path, expr.span.first);
    let annotation = classes::annotation(code.program, field.path, field.annotation);
    let is_number = walk::dotted(annotation.base).is_some_and(|name| {
        matches!(
            name.as_str(),
            "int" | "float" | "Any" | "str" | "Decimal" | "bool"
        )
    });
    if !is_number {
        let place = at(annotation.path, annotation.base);
        return Some((place, "what this type allows is not known"));
    }
    let said = annotation.metadata.iter().copied();
    let said = said.chain(field.value.map(|value| (field.path, value)));
    for (path, expr) in said {
        if !is_plain(code, path, expr) {
            return Some((at(path, expr), "what this says of the field is not known"));
        }
    }
    let line = classes::lineage(code.program, path, class);
    let unread = line.classes.iter().find_map(|(path, class)| {
        let functions = class.body.iter().filter_map(|stmt| match &stmt.kind {
            StmtKind::Function(function) => Some(function),
            _ => None,
        });
        let mut decorators = functions.flat_map(|function| &function.decorators);
        let decorator = decorators.find(|decorator| names_no_field(decorator))?;
        Some((at(path, decorator), "which fields this checks is not known"))
    });
    let base = line
        .unknown
        .map(|place| (place, "what the class inherits there was not read"));
    unread.or(base)
}

/// Whether a default, or what is said beside a type, is a constant or a call that is understood.
fn is_plain(code: &Code<'_>, path: &str, expr: &Expr) -> bool {
    let ExprKind::Call { callee, args } = &expr.kind else {
        return !matches!(expr.kind, ExprKind::Name(_) | ExprKind::Attribute { .. });
    };
    let name = walk::last_name(callee).unwrap_or_default();
    let validates = name.ends_with("Validator");
    let is_known = matches!(name, "Field" | "field" | "Ge" | "Le" | "Gt" | "Lt") || validates;
    let is_read = |value: &Expr| {
        let named = walk::dotted(value).and_then(|name| code.program.resolve(path, &name));
        matches!(named, Some(Definition::Function(..)))
    };
    let is_open = |arg: &Arg| arg.star != Star::None || (validates && !is_read(&arg.value));
    is_known && !args.iter().any(is_open)
}

/// A validator of fields that are named by something else than texts.
fn names_no_field(decorator: &Expr) -> bool {
    let ExprKind::Call { callee, args } = &decorator.kind else {
        return false;
    };
    let is_validator =
        walk::last_name(callee).is_some_and(|name| matches!(name, "field_validator" | "validator"));
    let mut fields = args.iter().filter(|arg| arg.name.is_none());
    is_validator && fields.any(|arg| !matches!(arg.value.kind, ExprKind::Str(_)))
}

/// `Field(ge=1, le=5)`, `conint(…)`, `Annotated[int, Ge(1), Le(5)]`.
fn declared<'a>(code: &Code<'a>, field: &Field<'a>) -> Option<Bounds> {
    let mut bounds = Bounds {
        lower: false,
        upper: false,
        by: "the field's own bounds".to_owned(),
        place: Place::lines(field.path, field.span.first, field.span.last),
    };
    for arg in classes::constraints(code.program, field) {
        let is_set = !matches!(arg.value.kind, ExprKind::None);
        match arg.name.as_deref() {
            Some("ge" | "gt" | "min_value") => bounds.lower |= is_set,
            Some("le" | "lt" | "max_value") => bounds.upper |= is_set,
            _ => {}
        }
    }
    for (path, expr) in classes::annotation(code.program, field.path, field.annotation).metadata {
        let callee = match &expr.kind {
            ExprKind::Call { callee, .. } => callee,
            _ => expr,
        };
        if let Some(Thing::External(name)) = classes::thing(code.program, path, callee)
            && name.starts_with("annotated_types.")
        {
            bounds.lower |= name.ends_with(".Ge") || name.ends_with(".Gt");
            bounds.upper |= name.ends_with(".Le") || name.ends_with(".Lt");
        }
    }
    (bounds.lower || bounds.upper).then_some(bounds)
}

/// `Literal[1, 2, 3]`, an enum, or a function in the type's metadata that refuses or clamps.
fn by_type<'a>(code: &Code<'a>, field: &Field<'a>) -> Option<Bounds> {
    let annotation = classes::annotation(code.program, field.path, field.annotation);
    let place = Place::lines(field.path, field.span.first, field.span.last);
    if let ExprKind::Subscript(value, _) = &annotation.base.kind
        && walk::dotted(value).is_some_and(|name| name.rsplit('.').next() == Some("Literal"))
    {
        return Some(Bounds::closed("a Literal of the allowed scores", place));
    }
    if let Some(Thing::Class(path, class)) = classes::thing(code.program, annotation.path, annotation.base)
        && classes::kind(code.program, path, class) == Kind::Enum
    {
        return Some(Bounds::closed(format!("the enum {}", class.name), place));
    }
    annotation.metadata.iter().find_map(|(path, expr)| {
        let ExprKind::Call { args, .. } = &expr.kind else {
            return None;
        };
        let Some(Thing::Function(at, _, function)) = classes::thing(code.program, path, &args.first()?.value)
        else {
            return None;
        };
        let keeps = classes::refuses(function) || clamps(&function.body);
        keeps.then(|| by_function(at, function))
    })
}

/// A validator of the field or of the whole object, or `__post_init__`, that refuses or clamps.
fn by_method<'a>(code: &Code<'a>, path: &'a str, class: &'a Class, field: &Field<'a>) -> Option<Bounds> {
    let own = classes::validators(code.program, path, class, field.name, false);
    let own = own
        .into_iter()
        .find(|(_, function)| classes::refuses(function) || clamps(&function.body));
    let whole = classes::validators(code.program, path, class, field.name, true).into_iter();
    let post = class.body.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::Function(function) if function.name == "__post_init__" => Some((path, function)),
        _ => None,
    });
    let whole = whole.chain(post).find(|(_, function)| {
        speaks_of(&function.body, field.name)
            && (clamps(&function.body) || compares_and_refuses(function, field.name))
    });
    own.or(whole).map(|(path, function)| by_function(path, function))
}

fn by_function(path: &str, function: &Function) -> Bounds {
    let place = Place::lines(path, function.span.first, function.span.last);
    Bounds::closed(
        format!("{}, which refuses or clamps what is out of bounds", function.name),
        place,
    )
}

/// `max(1, min(5, score))`.
fn clamps(body: &[Stmt]) -> bool {
    let mut lower = false;
    let mut upper = false;
    walk::expressions(body, &mut |expr| {
        if let ExprKind::Call { callee, .. } = &expr.kind {
            lower |= matches!(&callee.kind, ExprKind::Name(name) if name == "max");
            upper |= matches!(&callee.kind, ExprKind::Name(name) if name == "min");
        }
    });
    lower && upper
}

fn speaks_of(body: &[Stmt], field: &str) -> bool {
    let mut speaks = false;
    walk::expressions(body, &mut |expr| speaks |= is_field(expr, field));
    speaks
}

fn is_field(expr: &Expr, field: &str) -> bool {
    match &expr.kind {
        ExprKind::Str(text) => text == field,
        ExprKind::Attribute { attribute, .. } => attribute == field,
        _ => false,
    }
}

fn compares_and_refuses(function: &Function, field: &str) -> bool {
    let mut compares = false;
    walk::expressions(&function.body, &mut |expr| {
        if matches!(expr.kind, ExprKind::Compare { .. }) {
            walk::expression(expr, &mut |part| compares |= is_field(part, field));
        }
    });
    compares && classes::refuses(function)
}
