//! A small, owned syntax tree of Python, made from the error-tolerant parser's.
//!
//! It keeps what evaluation and resolution need and the lines that prove it. Layout and comments are gone,
//! so nothing that only stands in a comment can be mistaken for code.

use serde::{Deserialize, Serialize};

/// Where a node stands; lines are 1-based and inclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// First line.
    pub first: u32,
    /// Last line.
    pub last: u32,
}

/// One source file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Module {
    /// Path from the root of the repository.
    pub path: String,
    /// Its statements.
    pub body: Vec<Stmt>,
    /// Places the parser could not make sense of.
    pub errors: Vec<Span>,
    /// Why not all of it is here, where a limit cut something off.
    pub cut: Option<String>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stmt {
    pub span: Span,
    pub kind: StmtKind,
}

/// The kinds of statement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum StmtKind {
    /// `def` and `async def`.
    Function(Function),
    /// `class`.
    Class(Class),
    /// `a = b = value`.
    Assign { targets: Vec<Expr>, value: Expr },
    /// `target: annotation = value`.
    Annotated(Expr, Expr, Option<Expr>),
    /// `target += value`; the operator without `=`.
    Augmented(Expr, String, Expr),
    /// An expression on its own.
    Expr(Expr),
    /// `return`.
    Return(Option<Expr>),
    /// `if`; `elif` is an `If` in `orelse`. In a very long chain the last ones stand there one behind the other.
    If {
        test: Expr,
        body: Vec<Stmt>,
        orelse: Vec<Stmt>,
    },
    /// `for` and `async for`.
    For {
        target: Expr,
        iter: Expr,
        body: Vec<Stmt>,
        orelse: Vec<Stmt>,
    },
    /// `while`.
    While {
        test: Expr,
        body: Vec<Stmt>,
        orelse: Vec<Stmt>,
    },
    /// `with` and `async with`: each context with its `as` target.
    With {
        items: Vec<(Expr, Option<Expr>)>,
        body: Vec<Stmt>,
    },
    /// `try`.
    Try {
        body: Vec<Stmt>,
        handlers: Vec<Handler>,
        orelse: Vec<Stmt>,
        finally: Vec<Stmt>,
    },
    /// `raise`.
    Raise(Option<Expr>),
    /// `import a.b as c`.
    Import(Vec<Alias>),
    /// `from module import names`; `level` counts leading dots.
    ImportFrom {
        module: String,
        level: u32,
        names: Vec<Alias>,
        is_star: bool,
    },
    /// `assert`.
    Assert(Expr),
    /// `match`.
    Match { subject: Expr, cases: Vec<Case> },
    /// `global`, `nonlocal`, `del`, `pass`, `break`, `continue`, `type`, as written.
    Other(String),
}

/// `case`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// Its pattern, as written.
    pub pattern: String,
    /// Its `if`.
    pub guard: Option<Expr>,
    /// What it does.
    pub body: Vec<Stmt>,
}

/// `except`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Handler {
    pub span: Span,
    /// What it catches; `None` is everything.
    pub catches: Option<Expr>,
    /// The name it binds.
    pub name: Option<String>,
    /// What it does.
    pub body: Vec<Stmt>,
}

/// A function or method.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Function {
    pub name: String,
    /// Its parameters, in order.
    pub params: Vec<Param>,
    /// The return annotation.
    pub returns: Option<Expr>,
    /// Its body, docstring first where there is one.
    pub body: Vec<Stmt>,
    /// Its decorators, outermost first.
    pub decorators: Vec<Expr>,
    /// From `def` to the end of the body; the statement's span has the decorators too.
    pub span: Span,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Param {
    /// Its name; empty for the bare `*` after which all are keyword-only.
    pub name: String,
    pub annotation: Option<Expr>,
    pub default: Option<Expr>,
    /// Plain, `*args` or `**kwargs`.
    pub star: Star,
}

/// How an argument or parameter is starred.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Star {
    /// Not at all.
    #[default]
    None,
    /// `*x`.
    One,
    /// `**x`.
    Two,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Class {
    pub name: String,
    /// Bases and class keywords.
    pub bases: Vec<Arg>,
    pub body: Vec<Stmt>,
    pub decorators: Vec<Expr>,
    /// From `class` to the end of the body; the statement's span has the decorators too.
    pub span: Span,
}

/// One name of an import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alias {
    /// The imported name, dotted for `import a.b`.
    pub name: String,
    /// `as` name.
    pub alias: Option<String>,
}

/// An argument of a call or a class header.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Arg {
    /// Its keyword.
    pub name: Option<String>,
    /// `*x` or `**x`.
    pub star: Star,
    pub value: Expr,
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Expr {
    pub span: Span,
    pub kind: ExprKind,
}

/// The kinds of expression.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ExprKind {
    Name(String),
    /// `value.attribute`.
    Attribute {
        value: Box<Expr>,
        attribute: String,
    },
    Call {
        callee: Box<Expr>,
        args: Vec<Arg>,
    },
    /// A string literal, its escapes resolved and neighbours joined.
    Str(String),
    /// A formatted string.
    FString(Vec<FPart>),
    /// A bytes literal.
    Bytes,
    /// A number, as written.
    Number(String),
    /// `True` or `False`.
    Bool(bool),
    /// `None`.
    None,
    /// `...`.
    Ellipsis,
    /// `[a, b]`.
    List(Vec<Expr>),
    /// `(a, b)` and `a, b`.
    Tuple(Vec<Expr>),
    /// `{a, b}`.
    Set(Vec<Expr>),
    /// `{k: v, **more}`; a spread has no key.
    Dict(Vec<(Option<Expr>, Expr)>),
    /// `value[index]`; several indices are a tuple.
    Subscript(Box<Expr>, Box<Expr>),
    /// `a:b:c` in a subscript.
    Slice {
        lower: Option<Box<Expr>>,
        upper: Option<Box<Expr>>,
        step: Option<Box<Expr>>,
    },
    /// `a + b`; the operator as written.
    Binary(Box<Expr>, String, Box<Expr>),
    /// `-a`, `~a`, `not a`.
    Unary(String, Box<Expr>),
    /// `a and b`, `a or b`.
    Logic(Box<Expr>, String, Box<Expr>),
    /// `a < b <= c`: the first operand, then each operator with its right side.
    Compare {
        left: Box<Expr>,
        rest: Vec<(String, Expr)>,
    },
    /// `body if test else orelse`.
    Conditional {
        test: Box<Expr>,
        body: Box<Expr>,
        orelse: Box<Expr>,
    },
    /// `lambda`.
    Lambda {
        params: Vec<Param>,
        body: Box<Expr>,
    },
    Comprehension(Box<Comprehension>),
    /// `await x`.
    Await(Box<Expr>),
    /// `yield x`, `yield from x`.
    Yield(Option<Box<Expr>>),
    /// `*x` outside calls.
    Starred(Box<Expr>),
    /// `name := value`.
    Walrus {
        name: String,
        value: Box<Expr>,
    },
    /// What the parser could not make sense of, or what evaluation has no use for.
    Unknown,
}

impl Expr {
    /// The text of a literal.
    pub fn literal(&self) -> Option<&str> {
        match &self.kind {
            ExprKind::Str(text) => Some(text),
            _ => None,
        }
    }

    /// What a call calls.
    pub fn callee(&self) -> Option<&Self> {
        match &self.kind {
            ExprKind::Call { callee, .. } => Some(callee),
            _ => None,
        }
    }

    /// A generic type without its parameters, anything else itself.
    pub fn unsubscripted(&self) -> &Self {
        match &self.kind {
            ExprKind::Subscript(value, _) => value,
            _ => self,
        }
    }
}

/// A part of a formatted string.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum FPart {
    /// Literal text.
    Text(String),
    /// `{expression}`.
    Value(Expr),
    /// `{expression!r:>10}`: a value whose text depends on its format.
    Formatted(Expr),
    /// `{"key": value}`, meant as text: Python takes what follows the colon for a format, which no string has, and raises.
    Raises(Span),
}

/// A comprehension or generator.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comprehension {
    /// What it makes.
    pub kind: ComprehensionKind,
    /// The element, or the key of a dict comprehension.
    pub element: Expr,
    /// The value of a dict comprehension.
    pub value: Option<Expr>,
    /// Its `for` clauses.
    pub clauses: Vec<Clause>,
}

/// What a comprehension makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ComprehensionKind {
    /// `[…]`.
    List,
    /// `{…}`.
    Set,
    /// `{k: v …}`.
    Dict,
    /// `(…)`.
    Generator,
}

/// `for target in iter if … if …`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Clause {
    /// What it binds.
    pub target: Expr,
    /// What it runs over.
    pub iter: Expr,
    pub conditions: Vec<Expr>,
}
