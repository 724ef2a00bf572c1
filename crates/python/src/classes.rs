//! Classes that describe data: what kind they are, their fields, and what checks them.

use crate::ast::{Arg, Class, Expr, ExprKind, Function, Span, StmtKind};
use crate::program::{Definition, Program, Thing};
use crate::walk;
use court::evidence::Place;
use std::collections::BTreeMap;
use wordlist::array;

/// Most classes of one line of inheritance.
const LINEAGE_MAX: usize = 24;
/// Deepest chain of aliases and wrappers of an annotation.
const ANNOTATION_DEPTH_MAX: u8 = 8;

/// What kind of data a class describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Checked when it is made.
    Pydantic,
    /// A dict whose keys have types for the type checker.
    TypedDict,
    /// Generated methods, types for the type checker.
    Dataclass,
    /// A fixed set of values.
    Enum,
    /// None of these.
    Plain,
}

impl Kind {
    /// How it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pydantic => "pydantic model",
            Self::TypedDict => "TypedDict",
            Self::Dataclass => "dataclass",
            Self::Enum => "enum",
            Self::Plain => "plain class",
        }
    }
}

/// A field of a class.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// The file of the class that declares it.
    pub path: &'a str,
    pub name: &'a str,
    /// Its type.
    pub annotation: &'a Expr,
    /// Its default.
    pub value: Option<&'a Expr>,
    pub span: Span,
}

/// A class with the classes of this repository that it inherits from, itself first, and the names of those
/// from outside.
pub struct Lineage<'a> {
    /// Classes of this repository.
    pub classes: Vec<(&'a str, &'a Class)>,
    /// Bases from outside, by their full names.
    pub external: Vec<String>,
    /// Where a base stands of which nothing is known.
    pub unknown: Option<Place>,
}

/// The line of inheritance of a class.
pub fn lineage<'a>(program: &'a Program, path: &'a str, class: &'a Class) -> Lineage<'a> {
    let mut found = Lineage {
        classes: vec![(path, class)],
        external: Vec::new(),
        unknown: None,
    };
    let mut at = 0;
    while at < found.classes.len() && found.classes.len() < LINEAGE_MAX {
        let (path, class) = found.classes[at];
        for base in class.bases.iter().filter(|base| base.name.is_none()) {
            match thing(program, path, base.value.unsubscripted()) {
                Some(Thing::Class(path, base)) if !found.classes.contains(&(path, base)) => {
                    found.classes.push((path, base));
                }
                Some(Thing::Class(..)) => {}
                Some(Thing::External(name)) => {
                    if kind_of_external(&name) == Kind::Plain && !is_plain(&name) {
                        found
                            .unknown
                            .get_or_insert(Place::line(path, base.value.span.first));
                    }
                    found.external.push(name);
                }
                _ if walk::dotted(base.value.unsubscripted()).is_some_and(|name| is_plain(&name)) => {}
                _ => {
                    found
                        .unknown
                        .get_or_insert(Place::line(path, base.value.span.first));
                }
            }
        }
        at += 1;
    }
    found
}

/// What a name stands for at the top of a module.
pub fn thing<'a>(program: &'a Program, path: &str, expr: &'a Expr) -> Option<Thing<'a>> {
    program.thing(program.scope(path)?, expr)
}

/// What kind of data a class describes.
pub fn kind<'a>(program: &'a Program, path: &'a str, class: &'a Class) -> Kind {
    let lineage = lineage(program, path, class);
    let kinds = lineage.external.iter().map(|name| kind_of_external(name));
    let decorated = lineage
        .classes
        .iter()
        .map(|(path, class)| kind_of_decorators(program, path, class));
    kinds.chain(decorated).min().unwrap_or(Kind::Plain)
}

/// What kind of data a class of another library describes.
pub fn kind_of_external(name: &str) -> Kind {
    let root = name.split('.').next().unwrap_or_default();
    let last = name.rsplit('.').next().unwrap_or_default();
    match last {
        "TypedDict" => Kind::TypedDict,
        "MessagesState" if root == "langgraph" => Kind::TypedDict,
        "BaseModel" | "RootModel" | "GenericModel" | "BaseSettings" | "SQLModel" => Kind::Pydantic,
        "Serializable" if root.starts_with("langchain") => Kind::Pydantic,
        "Enum" | "IntEnum" | "StrEnum" | "Flag" | "IntFlag" => Kind::Enum,
        "create_model" if root == "pydantic" => Kind::Pydantic,
        "NamedTuple" | "namedtuple" | "make_dataclass" => Kind::Dataclass,
        "Struct" if root == "msgspec" => Kind::Dataclass,
        _ => Kind::Plain,
    }
}

/// Whether a base is known to say nothing of the data.
fn is_plain(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or_default();
    let is_builtin = !name.contains('.') && last.starts_with(char::is_lowercase);
    let known =
        const { array::<8>("ABC Protocol Generic Exception UserDict UserList Mapping MutableMapping") };
    is_builtin || last.ends_with("Error") || known.contains(&last)
}

fn kind_of_decorators<'a>(program: &'a Program, path: &str, class: &'a Class) -> Kind {
    let kinds = class
        .decorators
        .iter()
        .map(|decorator| match thing(program, path, callee(decorator)) {
            Some(Thing::External(name)) if name.starts_with("pydantic") && name.ends_with("dataclass") => {
                Kind::Pydantic
            }
            Some(Thing::External(name)) if name.ends_with("dataclass") => Kind::Dataclass,
            Some(Thing::External(name)) if name.starts_with("attr") => Kind::Dataclass,
            _ => Kind::Plain,
        });
    kinds.min().unwrap_or(Kind::Plain)
}

fn callee(decorator: &Expr) -> &Expr {
    match &decorator.kind {
        ExprKind::Call { callee, .. } => callee,
        _ => decorator,
    }
}

/// The fields of a class, inherited ones too; where a class declares a field anew, its own counts.
pub fn fields<'a>(program: &'a Program, path: &'a str, class: &'a Class) -> Vec<Field<'a>> {
    let mut found: BTreeMap<&str, Field<'a>> = BTreeMap::new();
    for (path, class) in lineage(program, path, class).classes {
        for stmt in &class.body {
            if let StmtKind::Annotated(target, annotation, value) = &stmt.kind
                && let ExprKind::Name(name) = &target.kind
            {
                let value = value.as_ref();
                found.entry(name).or_insert(Field {
                    path,
                    name,
                    annotation,
                    value,
                    span: stmt.span,
                });
            }
        }
    }
    let mut fields: Vec<Field<'a>> = found.into_values().collect();
    fields.sort_by_key(|field| field.span);
    fields
}

/// An annotation with its aliases opened: the type, and what `Annotated` says of it.
#[derive(Clone, Debug)]
pub struct Annotation<'a> {
    /// The file in which its names are looked up.
    pub path: &'a str,
    /// The type.
    pub base: &'a Expr,
    /// What `Annotated` adds, each with the file of its names.
    pub metadata: Vec<(&'a str, &'a Expr)>,
}

/// Opens an annotation: aliases, `Annotated`, `Optional`, `Required` and their kin.
pub fn annotation<'a>(program: &'a Program, path: &'a str, expr: &'a Expr) -> Annotation<'a> {
    let mut found = Annotation {
        path,
        base: expr,
        metadata: Vec::new(),
    };
    for _ in 0..ANNOTATION_DEPTH_MAX {
        let Some((path, inner)) = opened(program, &mut found) else {
            break;
        };
        found.path = path;
        found.base = inner;
    }
    found
}

fn opened<'a>(program: &'a Program, found: &mut Annotation<'a>) -> Option<(&'a str, &'a Expr)> {
    let path = found.path;
    match &found.base.kind {
        ExprKind::Subscript(value, index) => {
            let items = match &index.kind {
                ExprKind::Tuple(items) => items.as_slice(),
                _ => std::slice::from_ref(&**index),
            };
            let (first, rest) = items.split_first()?;
            match walk::dotted(value)?.rsplit('.').next()? {
                "Annotated" => found.metadata.extend(rest.iter().map(|item| (path, item))),
                "Optional" | "Required" | "NotRequired" | "ReadOnly" | "Final" | "ClassVar" => {}
                "Union" => return Some((path, items.iter().find(|item| !is_none(item))?)),
                _ => return None,
            }
            Some((path, first))
        }
        ExprKind::Binary(left, operator, right) if operator == "|" => {
            Some((path, if is_none(left) { right } else { left }))
        }
        ExprKind::Name(_) | ExprKind::Attribute { .. } => {
            match program.resolve(path, &walk::dotted(found.base)?)? {
                Definition::Value(path, expr) if is_type(expr) => Some((path, expr)),
                _ => None,
            }
        }
        _ => None,
    }
}

fn is_none(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::None)
}

fn is_type(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Subscript(..) | ExprKind::Binary(..) | ExprKind::Call { .. }
    )
}

/// The arguments of `Field(…)`, `conint(…)` and their kin in the default, the type or its metadata.
pub fn constraints<'a>(program: &'a Program, field: &Field<'a>) -> Vec<&'a Arg> {
    let annotation = annotation(program, field.path, field.annotation);
    let value = field.value.into_iter().map(|value| (field.path, value));
    let base = [(annotation.path, annotation.base)];
    let mut found = Vec::new();
    for (path, expr) in value.chain(base).chain(annotation.metadata) {
        let ExprKind::Call { callee, args } = &expr.kind else {
            continue;
        };
        if let Some(Thing::External(name)) = thing(program, path, callee)
            && is_constraint(&name)
        {
            found.extend(args);
        }
    }
    found
}

fn is_constraint(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or_default();
    let known = const {
        array::<10>("Field Query Body Path conint confloat condecimal constr StringConstraints Interval")
    };
    known.contains(&last)
}

/// The methods that check a field when an object is made; with `whole`, those that check the whole object too.
pub fn validators<'a>(
    program: &'a Program,
    path: &'a str,
    class: &'a Class,
    field: &str,
    whole: bool,
) -> Vec<(&'a str, &'a Function)> {
    let mut found = Vec::new();
    for (path, class) in lineage(program, path, class).classes {
        for stmt in &class.body {
            if let StmtKind::Function(function) = &stmt.kind
                && function
                    .decorators
                    .iter()
                    .any(|decorator| checks_field(program, path, decorator, field, whole))
            {
                found.push((path, function));
            }
        }
    }
    found
}

fn checks_field<'a>(program: &'a Program, path: &str, decorator: &'a Expr, field: &str, whole: bool) -> bool {
    let Some(Thing::External(name)) = thing(program, path, callee(decorator)) else {
        return false;
    };
    let args = match &decorator.kind {
        ExprKind::Call { args, .. } => args.as_slice(),
        _ => &[],
    };
    let names_it = |arg: &Arg| matches!(&arg.value.kind, ExprKind::Str(text) if text == field || text == "*");
    match name.rsplit('.').next().unwrap_or_default() {
        "field_validator" | "validator" => args.iter().any(names_it),
        "model_validator" | "root_validator" => whole,
        _ => false,
    }
}

/// Whether a text field is checked when an object is made: by its type, by a pattern, or by a validator.
pub fn is_text_checked<'a>(program: &'a Program, path: &'a str, class: &'a Class, field: &Field<'a>) -> bool {
    let annotation = annotation(program, field.path, field.annotation);
    let is_url = |expr: &Expr| {
        walk::dotted(expr).is_some_and(|name| name.ends_with("Url") || name.ends_with("UrlStr"))
    };
    let has_pattern = constraints(program, field)
        .iter()
        .any(|arg| matches!(arg.name.as_deref(), Some("pattern" | "regex")));
    let has_validator = || {
        let validators = validators(program, path, class, field.name, false);
        validators.into_iter().any(|(_, function)| refuses(function))
    };
    is_url(annotation.base) || has_pattern || has_validator()
}

/// Whether a function raises or asserts.
pub fn refuses(function: &Function) -> bool {
    let mut refuses = false;
    walk::statements(&function.body, &mut |stmt| {
        refuses |= matches!(stmt.kind, StmtKind::Raise(_) | StmtKind::Assert(_));
    });
    refuses
}
