//! What becomes of a function once a call within it has failed and a handler went on. It goes on with what the call was to
//! give, which is still `None` or was never bound.

use python::ast::{Expr, ExprKind, FPart, Function, Handler, Span, Stmt, StmtKind};
use python::code::Code;
use python::walk;

/// Deepest blocks around a call that are followed.
const BLOCKS_MAX: usize = 40;

/// How statements end that are run with a name that holds nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// What is nothing is read: it raises.
    Raises(Span),
    /// It goes on after them.
    GoesOn,
    /// It leaves the round of the loop or the loop.
    Leaves,
    /// It returns, raises by will, binds the name anew, or what it does was not followed.
    Other,
}

/// A name and what it holds after the failure.
struct Lost<'n> {
    name: &'n str,
    /// Whether it was never bound: then every reading raises, not only that of a part.
    is_unbound: bool,
}

/// Where the answer of a call is read that failed for good. The call stands in a `try` whose handler goes on, and what
/// comes then takes a part of `None` or of a name that was never bound. `None` where it does not, or was not followed.
pub(super) fn read_all_the_same(code: &Code<'_>, path: &str, call: Span) -> Option<Span> {
    let function = function_around(code, path, call)?;
    let blocks = blocks_around(&function.body, call);
    let at = blocks.iter().rposition(|block| is_try(block.stmt, call))?;
    // An outer handler may catch what is raised then.
    let is_alone = blocks[..at]
        .iter()
        .all(|block| !is_try(block.stmt, call) && !is_with(block.stmt));
    let StmtKind::Try {
        body: tried,
        handlers,
        finally,
        ..
    } = &blocks[at].stmt.kind
    else {
        return None;
    };
    let name = bound_by(tried, call).filter(|_| is_alone && finally.is_empty())?;
    let before: Vec<&Stmt> = blocks[..=at].iter().flat_map(|block| block.before).collect();
    let is_unbound = matches!(held(&before, name)?, Held::Unbound);
    if is_unbound && function.params.iter().any(|param| param.name == name) {
        return None;
    }
    let lost = Lost { name, is_unbound };
    handlers
        .iter()
        .find_map(|handler| lost.after(handler, &blocks[..=at]))
}

/// The innermost function around a line.
pub(super) fn function_around<'a>(code: &Code<'a>, path: &str, call: Span) -> Option<&'a Function> {
    let scopes = code.scopes.iter().filter(|scope| scope.path == path);
    let functions = scopes.filter_map(|scope| scope.function);
    functions
        .filter(|function| contains(function.span, call))
        .max_by_key(|function| function.span.first)
}

pub(super) fn contains(outer: Span, inner: Span) -> bool {
    outer.first <= inner.first && inner.last <= outer.last
}

/// A statement around the call, with what stands before and after it in its block.
#[derive(Clone, Copy)]
pub(super) struct Block<'a> {
    before: &'a [Stmt],
    pub(super) stmt: &'a Stmt,
    after: &'a [Stmt],
}

/// The statements around the call, the outermost first.
pub(super) fn blocks_around(body: &[Stmt], call: Span) -> Vec<Block<'_>> {
    let (mut found, mut within) = (Vec::new(), body);
    while found.len() < BLOCKS_MAX {
        let Some(at) = within.iter().position(|stmt| contains(stmt.span, call)) else {
            break;
        };
        let stmt = &within[at];
        found.push(Block {
            before: &within[..at],
            stmt,
            after: &within[at + 1..],
        });
        let blocks = walk::blocks(stmt).into_iter();
        let mut inner = blocks.filter(|block| block.iter().any(|stmt| contains(stmt.span, call)));
        let Some(next) = inner.next_back() else { break };
        within = next;
    }
    found
}

/// Whether the call stands in what this tries, and not in a handler of it.
fn is_try(stmt: &Stmt, call: Span) -> bool {
    match &stmt.kind {
        StmtKind::Try { body, .. } => body.iter().any(|stmt| contains(stmt.span, call)),
        _ => false,
    }
}

fn is_with(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::With { .. })
}

/// The name that a call's value is bound to.
fn bound_by(tried: &[Stmt], call: Span) -> Option<&str> {
    let stmt = tried.iter().find(|stmt| contains(stmt.span, call))?;
    match &stmt.kind {
        StmtKind::Assign { targets, .. } => match targets.as_slice() {
            [target] => name_of(target),
            _ => None,
        },
        StmtKind::Annotated(target, ..) => name_of(target),
        _ => None,
    }
}

fn name_of(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name),
        _ => None,
    }
}

enum Held {
    Nothing,
    Unbound,
}

/// What a name holds after these statements, where that is nothing.
fn held(before: &[&Stmt], name: &str) -> Option<Held> {
    let Some(last) = before.iter().rev().find(|stmt| binds(stmt, name)) else {
        return Some(Held::Unbound);
    };
    match &last.kind {
        StmtKind::Assign { targets, value } => {
            let is_it = matches!(targets.as_slice(), [target] if name_of(target) == Some(name));
            (is_it && matches!(value.kind, ExprKind::None)).then_some(Held::Nothing)
        }
        StmtKind::Annotated(_, _, Some(value)) => {
            matches!(value.kind, ExprKind::None).then_some(Held::Nothing)
        }
        _ => None,
    }
}

/// Whether a statement, or one within it, may bind a name.
fn binds(stmt: &Stmt, name: &str) -> bool {
    let mut binds = false;
    walk::scope(std::slice::from_ref(stmt), &mut |stmt| {
        let targets: Vec<&Expr> = match &stmt.kind {
            StmtKind::Assign { targets, .. } => targets.iter().collect(),
            StmtKind::Annotated(target, ..) | StmtKind::Augmented(target, ..) => vec![target],
            StmtKind::For { target, .. } => vec![target],
            StmtKind::With { items, .. } => items.iter().filter_map(|(_, name)| name.as_ref()).collect(),
            StmtKind::Other(text) => {
                binds |= text.contains(name);
                Vec::new()
            }
            StmtKind::Function(function) => {
                binds |= function.name == name;
                Vec::new()
            }
            _ => Vec::new(),
        };
        for target in targets {
            walk::expression(target, &mut |part| binds |= name_of(part) == Some(name));
        }
    });
    walk::scope_expressions(std::slice::from_ref(stmt), &mut |expr| {
        binds |= matches!(&expr.kind, ExprKind::Walrus { name: walrus, .. } if walrus == name);
    });
    binds
}

/// `sys.exit()` and its kin.
fn exits(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Expr(Expr {
            kind: ExprKind::Call { callee, .. },
            ..
        }) => matches!(walk::last_name(callee), Some("exit" | "_exit" | "abort" | "fail")),
        _ => false,
    }
}

impl Lost<'_> {
    /// What comes after a handler, block by block outwards.
    fn after(&self, handler: &Handler, blocks: &[Block<'_>]) -> Option<Span> {
        let mut end = self.run(&handler.body);
        for block in blocks.iter().rev() {
            if let StmtKind::For { orelse, .. } | StmtKind::While { orelse, .. } = &block.stmt.kind {
                // What a loop does that was not left is not followed.
                if !orelse.is_empty() {
                    return None;
                }
                end = if end == End::Leaves { End::GoesOn } else { end };
            }
            if end == End::GoesOn {
                end = self.run(block.after);
            }
        }
        match end {
            End::Raises(span) => Some(span),
            _ => None,
        }
    }

    fn run(&self, body: &[Stmt]) -> End {
        for stmt in body {
            match self.step(stmt) {
                End::GoesOn => {}
                end => return end,
            }
        }
        End::GoesOn
    }

    fn step(&self, stmt: &Stmt) -> End {
        if let StmtKind::If { test, body, orelse } = &stmt.kind {
            return self.decide(test, body, orelse);
        }
        if let StmtKind::Other(text) = &stmt.kind {
            return match text.trim() {
                "pass" => End::GoesOn,
                "break" | "continue" => End::Leaves,
                _ => End::Other,
            };
        }
        let is_bound = |expr: &&Expr| self.is_it(expr) && binds(stmt, self.name);
        let read = walk::heads(stmt).into_iter().filter(|expr| !is_bound(expr));
        if let Some(span) = read.into_iter().find_map(|expr| self.read_in(expr)) {
            return End::Raises(span);
        }
        let is_plain = matches!(
            stmt.kind,
            StmtKind::Assign { .. } | StmtKind::Annotated(..) | StmtKind::Augmented(..) | StmtKind::Expr(_)
        );
        match is_plain && !binds(stmt, self.name) && !exits(stmt) {
            true => End::GoesOn,
            false => End::Other,
        }
    }

    fn decide(&self, test: &Expr, body: &[Stmt], orelse: &[Stmt]) -> End {
        if let Some(span) = self.read_in(test) {
            return End::Raises(span);
        }
        match self.holds(test) {
            Some(true) => self.run(body),
            Some(false) => self.run(orelse),
            // Only what comes of both ways is known.
            None => match (self.run(body), self.run(orelse)) {
                (End::Raises(span), End::Raises(_)) => End::Raises(span),
                (one, other) if one == other => one,
                _ => End::Other,
            },
        }
    }

    /// What a test comes to, where that follows from the name being `None`.
    fn holds(&self, test: &Expr) -> Option<bool> {
        match &test.kind {
            _ if self.is_it(test) => Some(false),
            ExprKind::Bool(value) => Some(*value),
            ExprKind::Unary(operator, operand) if operator == "not" => {
                self.holds(operand).map(|holds| !holds)
            }
            ExprKind::Logic(left, operator, right) => {
                let decides = operator == "or";
                match (self.holds(left), self.holds(right)) {
                    (Some(left), _) if left == decides => Some(decides),
                    (_, Some(right)) if right == decides => Some(decides),
                    (Some(_), Some(_)) => Some(!decides),
                    _ => None,
                }
            }
            ExprKind::Compare { left, rest } if self.is_it(left) => match rest.as_slice() {
                [(operator, side)] if matches!(side.kind, ExprKind::None) => {
                    Some(matches!(operator.as_str(), "is" | "=="))
                }
                _ => None,
            },
            ExprKind::Call { callee, args } => {
                let asks = matches!(walk::last_name(callee), Some("isinstance" | "hasattr" | "bool"));
                let of_it = args.first().is_some_and(|arg| self.is_it(&arg.value));
                (asks && of_it).then_some(false)
            }
            _ => None,
        }
    }

    fn is_it(&self, expr: &Expr) -> bool {
        name_of(expr) == Some(self.name)
    }

    /// Where a part of the name is taken, in the order of evaluation as far as it surely comes there.
    fn read_in(&self, expr: &Expr) -> Option<Span> {
        let all = |parts: Vec<&Expr>| parts.into_iter().find_map(|part| self.read_in(part));
        match &expr.kind {
            _ if self.is_unbound && self.is_it(expr) => Some(expr.span),
            ExprKind::Attribute { value, .. } | ExprKind::Subscript(value, _) if self.is_it(value) => {
                Some(expr.span)
            }
            ExprKind::Logic(left, operator, right) => self.read_in(left).or_else(|| {
                let goes_on = self.holds(left) == Some(operator == "and");
                goes_on.then(|| self.read_in(right)).flatten()
            }),
            ExprKind::Conditional { test, body, orelse } => {
                self.read_in(test).or_else(|| match self.holds(test) {
                    Some(true) => self.read_in(body),
                    Some(false) => self.read_in(orelse),
                    None => None,
                })
            }
            ExprKind::FString(parts) => parts.iter().find_map(|part| match part {
                FPart::Value(value) | FPart::Formatted(value) => self.read_in(value),
                FPart::Text(_) | FPart::Raises(_) => None,
            }),
            ExprKind::Lambda { .. } | ExprKind::Comprehension(_) => None,
            _ => all(walk::parts(expr)),
        }
    }
}
