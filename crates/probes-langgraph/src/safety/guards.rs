//! Tests of a value that stop the run: what stands between the input and where it is used.

use super::declared::{by_argument, takes_only_urls};
use super::git_calls::GitCall;
use super::spelled::{derived, key, label, mention_args, mentions};
use court::evidence::Place;
use python::ast::{Arg, Expr, ExprKind, Stmt, StmtKind};
use python::classes::{self, Kind};
use python::code::Code;
use python::flow::{Along, Step, sources};
use python::forms::results;
use python::program::Thing;
use python::scopes::ScopeId;
use python::walk;
use std::collections::BTreeSet;
use subject::names;
use wordlist::array;

/// Deepest chain of helpers that check for one another.
const HELPERS_MAX: u8 = 3;

/// A place where a value is checked.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    pub(super) place: Place,
    pub(super) what: String,
    /// Whether a bad value ends in an exception.
    raises: bool,
}

/// The checks that an address passes on its way to git, the nearest first, and the places that may be such.
pub(super) fn of<'a>(
    code: &Code<'a>,
    scope: ScopeId,
    url: &'a Expr,
    clone: &GitCall<'a>,
) -> (Vec<Guard>, Vec<Place>) {
    let steps = sources(code, scope, url, Along::Text);
    let way: BTreeSet<ScopeId> = steps.iter().map(|step| step.scope).collect();
    let (mut found, mut open) = (Vec::new(), Vec::new());
    for (scope, carried) in by_scope(&steps) {
        let before = (scope == clone.scope).then_some(clone.call.span.first);
        let mut used = carried.lines;
        used.extend(before);
        let carrier = Carrier {
            code,
            scope,
            names: derived(code, scope, carried.names),
            used,
            way: &way,
        };
        found.extend(carrier.guards(before, HELPERS_MAX));
        open.extend(carrier.doubts());
    }
    found.extend(steps.iter().filter_map(|step| by_model(code, step, &way)));
    for step in &steps {
        if let ExprKind::Call { callee, .. } = &step.expr.kind
            && takes_only_urls(callee)
        {
            found.push(Guard {
                place: Place::line(code.scopes[step.scope].path, step.expr.span.first),
                what: "it is made a URL".to_owned(),
                raises: true,
            });
        }
        for (place, is_check) in by_argument(code, step) {
            match is_check {
                true => found.push(Guard {
                    place,
                    what: "the command line takes no other".to_owned(),
                    raises: true,
                }),
                false => open.push(place),
            }
        }
    }
    if found.is_empty() {
        open.extend(elsewhere(code, &steps, &way));
    }
    let mut places = BTreeSet::new();
    found.retain(|guard| places.insert(guard.place.clone()));
    (found, open)
}

/// Checks of the same key in functions that the value does not pass: a node of its own may check it first.
fn elsewhere<'a>(code: &Code<'a>, steps: &[Step<'a>], way: &BTreeSet<ScopeId>) -> Vec<Place> {
    let keys: BTreeSet<&str> = steps.iter().filter_map(|step| key(step.expr)).collect();
    let mut found = Vec::new();
    for (id, scope) in code.scopes.iter().enumerate() {
        if !scope.is_reached || way.contains(&id) || keys.is_empty() {
            continue;
        }
        let mut names = BTreeSet::new();
        scope.expressions(&mut |expr| {
            if key(expr).is_some_and(|key| keys.contains(key)) {
                names.extend(label(expr));
            }
        });
        if names.is_empty() {
            continue;
        }
        let carrier = Carrier {
            code,
            scope: id,
            names: derived(code, id, names),
            used: BTreeSet::new(),
            way,
        };
        found.extend(carrier.tests());
    }
    found
}

/// The names by which a scope holds a value, and the lines where it passes it on.
#[derive(Default)]
struct Carried {
    names: BTreeSet<String>,
    lines: BTreeSet<u32>,
}

/// The scopes that a value passes, the nearest first.
fn by_scope(steps: &[Step<'_>]) -> Vec<(ScopeId, Carried)> {
    let mut found: Vec<(ScopeId, Carried)> = Vec::new();
    for step in steps {
        let at = found.iter().position(|(scope, _)| *scope == step.scope);
        let at = at.unwrap_or_else(|| {
            found.push((step.scope, Carried::default()));
            found.len() - 1
        });
        let carried = &mut found[at].1;
        carried
            .lines
            .extend(step.is_passed.then_some(step.expr.span.first));
        carried.names.extend(label(step.expr).filter(|_| step.is_whole));
    }
    found
}

/// A value within one scope.
struct Carrier<'c, 'a> {
    code: &'c Code<'a>,
    scope: ScopeId,
    names: BTreeSet<String>,
    /// The lines where the value is passed on.
    used: BTreeSet<u32>,
    /// The functions that pass it on to where it is used: that they were left is no check of it.
    way: &'c BTreeSet<ScopeId>,
}

impl<'a> Carrier<'_, 'a> {
    /// The checks of it in its scope, before a line where one is given.
    fn guards(&self, before: Option<u32>, helpers: u8) -> Vec<Guard> {
        let mut found = Vec::new();
        self.code.scopes[self.scope].statements(&mut |stmt| {
            if before.is_none_or(|line| stmt.span.first < line) {
                found.extend(self.guard(stmt, helpers));
            }
        });
        found
    }

    /// Where it is tested, whatever follows: a node may note what it finds, and an edge of the graph heed that.
    fn tests(&self) -> Vec<Place> {
        let mut found = Vec::new();
        self.code.scopes[self.scope].statements(&mut |stmt| match &stmt.kind {
            StmtKind::If { test, .. } if self.checks(test, HELPERS_MAX) => {
                found.push(self.found(test, "it is tested", false).place);
            }
            _ => found.extend(self.guard(stmt, HELPERS_MAX).map(|guard| guard.place)),
        });
        found
    }

    fn guard(&self, stmt: &'a Stmt, helpers: u8) -> Option<Guard> {
        match &stmt.kind {
            StmtKind::If { test, body, orelse } => {
                let stops = stops(body) || stops(orelse);
                let holds = body.first().zip(body.last()).is_some_and(|(first, last)| {
                    self.used
                        .range(first.span.first..=last.span.last)
                        .next()
                        .is_some()
                });
                let checks = (stops || holds) && self.checks(test, helpers);
                let raises = raises(body) || raises(orelse);
                checks.then(|| self.found(test, "a failed test stops the run", raises))
            }
            StmtKind::Assert(test) => self
                .checks(test, helpers)
                .then(|| self.found(test, "it is asserted", true)),
            StmtKind::While { test, .. } => self
                .checks(test, helpers)
                .then(|| self.found(test, "a failed test is asked again", false)),
            StmtKind::Match { subject, cases } => {
                let stops = cases.iter().any(|case| stops(&case.body)) && self.speaks(subject);
                let raises = cases.iter().any(|case| raises(&case.body));
                stops.then(|| self.found(subject, "what does not match stops the run", raises))
            }
            StmtKind::Expr(value) | StmtKind::Assign { value, .. } | StmtKind::Return(Some(value)) => {
                self.by_helper(value, helpers)
            }
            StmtKind::Annotated(_, _, Some(value)) => self.by_helper(value, helpers),
            _ => None,
        }
    }

    fn found(&self, at: &Expr, what: &str, raises: bool) -> Guard {
        let place = Place::lines(self.code.scopes[self.scope].path, at.span.first, at.span.last);
        Guard {
            place,
            what: format!("{} in {}", what, self.code.scopes[self.scope].name()),
            raises,
        }
    }

    /// Calls that are handed the value, are named after checking, and are not of this repository.
    fn doubts(&self) -> Vec<Place> {
        const CHECKING: [&str; 11] =
            array("valid check sanit verif allow enforce ensure safe normal clean guard");
        let calls = self.code.scopes[self.scope].calls.iter();
        let strange = calls.filter(|call| {
            let ExprKind::Call { callee, args } = &call.kind else {
                return false;
            };
            let words = names::words(walk::last_name(callee).unwrap_or_default());
            let checks = words
                .iter()
                .any(|word| CHECKING.iter().any(|known| word.starts_with(known)));
            checks && mention_args(args, &self.names) && self.code.targets(self.scope, callee).is_empty()
        });
        let path = self.code.scopes[self.scope].path;
        strange.map(|call| Place::line(path, call.span.first)).collect()
    }

    /// A call of a function of this repository that raises where the value is bad.
    fn by_helper(&self, value: &'a Expr, helpers: u8) -> Option<Guard> {
        let mut found = None;
        walk::expression(value, &mut |expr| {
            if let ExprKind::Call { callee, args } = &expr.kind
                && found.is_none()
                && mention_args(args, &self.names)
            {
                let is_url = takes_only_urls(callee);
                found = match is_url {
                    true => Some(self.found(expr, "it is made a URL", true)),
                    false => self.raising(callee, args, helpers),
                };
            }
        });
        found
    }

    fn raising(&self, callee: &'a Expr, args: &'a [Arg], helpers: u8) -> Option<Guard> {
        let helpers = helpers.checked_sub(1)?;
        let entered = self.entered(callee, args).into_iter();
        let mut guards = entered.flat_map(|helper| helper.guards(None, helpers));
        guards.find(|guard| guard.raises)
    }

    /// The value as the parameter of the functions that a call enters.
    fn entered(&self, callee: &'a Expr, args: &'a [Arg]) -> Vec<Carrier<'_, 'a>> {
        let mut targets = self.code.targets(self.scope, callee);
        targets.retain(|target| !self.way.contains(target));
        let carriers = targets.into_iter().filter_map(|target| {
            let function = self.code.scopes[target].function?;
            let skipped = usize::from(self.code.scopes[target].binds_self());
            let params = function.params.get(skipped..)?;
            let is_it = |arg: &Expr| mentions(arg, &self.names);
            let names = params.iter().map(|param| &param.name);
            let passed = names.filter(|name| python::scopes::argument(params, args, name).is_some_and(is_it));
            let names = derived(self.code, target, passed.cloned().collect());
            Some(Carrier {
                code: self.code,
                scope: target,
                names,
                used: BTreeSet::new(),
                way: self.way,
            })
        });
        carriers.collect()
    }

    /// Whether an expression looks at what the value says, not only whether there is one.
    fn checks(&self, test: &'a Expr, helpers: u8) -> bool {
        let (mut checks, mut is_open) = (false, false);
        walk::expression(test, &mut |expr| {
            checks |= self.check(expr, helpers);
            is_open |= self.ending_suffices(expr);
        });
        checks && !is_open
    }

    /// `… or url.endswith(".git")`: whatever comes before that ending goes through.
    fn ending_suffices(&self, expr: &Expr) -> bool {
        let ExprKind::Logic(left, operator, right) = &expr.kind else {
            return false;
        };
        let is_ending = |side: &Expr| match side.callee().map(|callee| &callee.kind) {
            Some(ExprKind::Attribute { value, attribute }) => attribute == "endswith" && self.speaks(value),
            _ => false,
        };
        operator == "or" && (is_ending(left) || is_ending(right))
    }

    fn check(&self, expr: &'a Expr, helpers: u8) -> bool {
        match &expr.kind {
            ExprKind::Call { callee, args } => self.call_checks(callee, args, helpers),
            ExprKind::Compare { left, rest } => {
                let (operators, sides): (Vec<&str>, Vec<&Expr>) = rest
                    .iter()
                    .map(|(operator, side)| (operator.as_str(), side))
                    .unzip();
                let compares = operators
                    .iter()
                    .any(|op| matches!(*op, "in" | "not in" | "==" | "!="));
                let all = sides.into_iter().chain([&**left]);
                let (ours, theirs): (Vec<&Expr>, Vec<&Expr>) = all.partition(|side| self.speaks(side));
                compares && !ours.is_empty() && theirs.iter().all(|side| !is_nothing(side))
            }
            ExprKind::Name(name) => self.stands_for_check(name, helpers),
            _ => false,
        }
    }

    /// Whether an expression is the value, or a part of it.
    fn speaks(&self, expr: &Expr) -> bool {
        let mut is_measured = false;
        walk::expression(expr, &mut |part| {
            if let ExprKind::Call { callee, .. } = &part.kind {
                is_measured |=
                    matches!(&callee.kind, ExprKind::Name(name) if name == "len" || name == "type");
            }
        });
        !is_measured && mentions(expr, &self.names)
    }

    /// `m = PATTERN.match(url)` before `if not m`.
    fn stands_for_check(&self, name: &str, helpers: u8) -> bool {
        let Some(helpers) = helpers.checked_sub(1) else {
            return false;
        };
        if self.is_noted(name, helpers) {
            return true;
        }
        let bindings = self.code.scopes[self.scope].bindings.get(name);
        let is_check =
            |value: &'a Expr| !matches!(value.kind, ExprKind::Name(_)) && self.checks(value, helpers);
        bindings
            .into_iter()
            .flatten()
            .any(|binding| is_check(binding.value))
    }

    /// `if not ok(url): errors.append(…)` before `if errors`.
    fn is_noted(&self, name: &str, helpers: u8) -> bool {
        let is_name = |expr: &Expr| walk::dotted(expr).as_deref() == Some(name);
        let mut is_noted = false;
        self.code.scopes[self.scope].statements(&mut |stmt| {
            let StmtKind::If { test, body, .. } = &stmt.kind else {
                return;
            };
            let mut changes = false;
            walk::scope(body, &mut |inner| {
                changes |= match &inner.kind {
                    StmtKind::Assign { targets, .. } => targets.iter().any(is_name),
                    StmtKind::Expr(expr) => matches!(&expr.kind, ExprKind::Call { callee, .. }
                        if matches!(&callee.kind, ExprKind::Attribute { value, .. } if is_name(value))),
                    _ => false,
                };
            });
            is_noted |=
                changes && !mentions(test, &BTreeSet::from([name.to_owned()])) && self.checks(test, helpers);
        });
        is_noted
    }

    fn call_checks(&self, callee: &'a Expr, args: &'a [Arg], helpers: u8) -> bool {
        if let ExprKind::Attribute { value, attribute } = &callee.kind {
            let of_value = matches!(
                attribute.as_str(),
                "startswith" | "endswith" | "isalnum" | "isprintable" | "isascii"
            );
            let of_pattern = matches!(attribute.as_str(), "match" | "fullmatch" | "search" | "findall");
            if (of_value && self.speaks(value)) || (of_pattern && mention_args(args, &self.names)) {
                return true;
            }
        }
        if !mention_args(args, &self.names) {
            return false;
        }
        let external = match self.code.thing(self.scope, callee) {
            Some(Thing::External(name)) => name,
            _ => String::new(),
        };
        let known = external.starts_with("re.")
            || external.starts_with("regex.")
            || external.starts_with("validators.");
        known || self.is_predicate(callee, args, helpers)
    }

    /// A function of this repository that returns what a check of the value says.
    fn is_predicate(&self, callee: &'a Expr, args: &'a [Arg], helpers: u8) -> bool {
        let Some(helpers) = helpers.checked_sub(1) else {
            return false;
        };
        self.entered(callee, args).into_iter().any(|helper| {
            let body = self.code.scopes[helper.scope]
                .function
                .map_or(&[][..], |function| &function.body);
            let returned = results(body)
                .into_iter()
                .any(|value| helper.checks(value, helpers));
            returned || !helper.guards(None, helpers).is_empty()
        })
    }
}

/// Whether an expression is nothing to compare with: `None`, an empty text, a truth.
fn is_nothing(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::None | ExprKind::Bool(_) | ExprKind::Number(_) => true,
        ExprKind::Str(text) => text.is_empty(),
        _ => false,
    }
}

/// Whether a block ends the run or the function.
fn stops(body: &[Stmt]) -> bool {
    let mut stops = false;
    walk::scope(body, &mut |stmt| {
        stops |= matches!(stmt.kind, StmtKind::Raise(_) | StmtKind::Return(_))
    });
    walk::scope_expressions(body, &mut |expr| {
        if let ExprKind::Call { callee, .. } = &expr.kind
            && let Some(name) = walk::dotted(callee)
        {
            stops |= matches!(
                name.rsplit('.').next(),
                Some("exit" | "abort" | "fail" | "stop" | "_exit")
            ) || name.ends_with("parser.error");
        }
    });
    stops
}

fn raises(body: &[Stmt]) -> bool {
    let mut raises = false;
    walk::statements(body, &mut |stmt| {
        raises |= matches!(stmt.kind, StmtKind::Raise(_) | StmtKind::Assert(_))
    });
    raises
}

/// A checked field of a model through which the value passes, or a class that checks what it is made of.
fn by_model<'a>(code: &Code<'a>, step: &Step<'a>, way: &BTreeSet<ScopeId>) -> Option<Guard> {
    let ExprKind::Attribute { value, attribute } = &step.expr.kind else {
        return None;
    };
    let Some(Thing::Instance(path, class)) = code.thing(step.scope, value) else {
        return None;
    };
    if let Some(Thing::Function(path, _, function)) = code.program.declared(path, class, "__post_init__")
        && let Some(scope) = code.function(path, function)
    {
        let carrier = Carrier {
            code,
            scope,
            names: derived(code, scope, BTreeSet::from([format!("self.{attribute}")])),
            used: BTreeSet::new(),
            way,
        };
        return carrier
            .guards(None, HELPERS_MAX)
            .into_iter()
            .find(|guard| guard.raises);
    }
    if classes::kind(code.program, path, class) != Kind::Pydantic {
        return None;
    }
    let fields = classes::fields(code.program, path, class);
    let field = fields.into_iter().find(|field| field.name == attribute)?;
    classes::is_text_checked(code.program, path, class, &field).then(|| Guard {
        place: Place::lines(field.path, field.span.first, field.span.last),
        what: format!("{}.{} is checked when it is made", class.name, field.name),
        raises: true,
    })
}
