//! Following code: frames, budgets, functions and classes.

use super::function::is_static;
use super::scope::{Event, EventKind, Scope, ScopeKind};
use super::term::{Kept, Node, Term, Terms};
use crate::ast::{Class, Expr, ExprKind, Function, Param, Span, Star, Stmt, StmtKind};
use crate::program::{Definition, Program};
use crate::walk;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// Most statements and expressions that one evaluation follows.
const STEPS_MAX: u32 = 120_000;
/// Most of them in all that one evaluator is started with.
const STEPS_ALL_MAX: u32 = 1_500_000;
/// Deepest nesting of statements, expressions and calls that is followed; the stack must hold it.
const NESTING_MAX: u32 = 220;
/// Most events that are kept.
const EVENTS_MAX: usize = 20_000;

/// What a function is given that is run with nothing known of its argument.
pub(super) const STATE: &str = "state";

/// Most names of one function that are followed; the frame is copied at every branch.
pub(super) const NAMES_MAX: usize = 500;

/// What the names of a function stand for.
pub(super) type Env = BTreeMap<String, Term>;

/// A function being followed.
#[derive(Clone, Debug)]
pub(super) struct Frame<'s> {
    pub(super) path: &'s str,
    pub(super) env: Env,
}

/// A function and what it closes over.
#[derive(Clone, Debug)]
pub(super) struct Closure<'s> {
    pub(super) frame: Frame<'s>,
    pub(super) code: Code<'s>,
    /// The instance it was taken from.
    pub(super) me: Option<Term>,
}

/// What a function does.
#[derive(Clone, Copy, Debug)]
pub(super) enum Code<'s> {
    /// `def`.
    Function(&'s Function),
    /// `lambda`.
    Lambda(&'s [Param], &'s Expr),
}

/// A name in a function, or in a module.
pub(super) type Named<'s> = (Option<(&'s str, Span)>, String);

/// Follows code from the functions it is started with.
pub struct Evaluator<'s> {
    pub terms: Terms,
    pub events: Vec<Event>,
    /// Where each test stands, the first place it was met at.
    pub tests: BTreeMap<Term, (String, Span)>,
    /// Where following was given up first since this was last taken, because it took too long.
    pub cut: Option<(String, Span)>,
    /// The keys that the state of the graph being followed can have, where all are known.
    pub declared: Option<BTreeSet<String>>,
    pub(super) program: &'s Program,
    pub(super) scope: Option<Arc<Scope>>,
    pub(super) raised: u32,
    /// Whether the loop that is come to next raises once it has been gone through.
    pub(super) raises_after: bool,
    pub(super) closures: Vec<Closure<'s>>,
    functions: BTreeMap<(&'s str, u32, String), Term>,
    globals: BTreeMap<(String, String), Term>,
    classes: BTreeMap<Term, (&'s str, &'s Class)>,
    pub(super) calls: Vec<(&'s str, Span)>,
    /// Names that stand for an item of a table: the function and the name, the table and the key.
    pub(super) aliases: BTreeMap<Named<'s>, (&'s Expr, Term)>,
    /// The names that each module binds somewhere; nothing where it may bind any.
    pub(super) bound: BTreeMap<&'s str, Option<BTreeSet<String>>>,
    steps: u32,
    all_steps: u32,
    nesting: u32,
}

impl<'s> Evaluator<'s> {
    /// Nothing followed yet.
    pub fn new(program: &'s Program) -> Self {
        Self {
            terms: Terms::default(),
            events: Vec::new(),
            tests: BTreeMap::new(),
            cut: None,
            declared: None,
            program,
            scope: None,
            raised: 0,
            raises_after: false,
            closures: Vec::new(),
            functions: BTreeMap::new(),
            globals: BTreeMap::new(),
            classes: BTreeMap::new(),
            calls: Vec::new(),
            aliases: BTreeMap::new(),
            bound: BTreeMap::new(),
            steps: 0,
            all_steps: 0,
            nesting: 0,
        }
    }

    /// Starts a function with unknown arguments on a fresh budget. What has a default keeps it, unless it `may_differ`: who
    /// starts the function may give something else.
    pub fn start(
        &mut self,
        path: &'s str,
        class: Option<&'s Class>,
        function: &'s Function,
        may_differ: impl Fn(&Param) -> bool,
    ) -> Term {
        self.steps = 0;
        let me = class.map(|class| self.instance(path, class, Vec::new()));
        let callee = self.closure(path, Code::Function(function), Env::new(), me);
        let skipped = usize::from(me.is_some() && !is_static(function));
        let params = function
            .params
            .iter()
            .skip(skipped)
            .filter(|param| param.star == Star::None);
        let unknown =
            params.filter(|param| !param.name.is_empty() && (param.default.is_none() || may_differ(param)));
        let arguments = unknown
            .map(|param| {
                (
                    Some(param.name.clone()),
                    self.terms.intern(Node::Input(param.name.clone())),
                )
            })
            .collect();
        self.call(callee, arguments, path, function.span)
    }

    /// Follows what a module does when it is imported, its definitions apart.
    pub fn start_module(&mut self, path: &str) {
        self.steps = 0;
        let Some(module) = self.program.module(path) else {
            return;
        };
        let mut frame = Frame {
            path: &module.path,
            env: Env::new(),
        };
        for stmt in &module.body {
            if !matches!(stmt.kind, StmtKind::Function(_) | StmtKind::Class(_)) {
                self.block(std::slice::from_ref(stmt), &mut frame);
            }
        }
    }

    /// Calls a function value on a fresh budget, its first parameter given or unknown; what it returns and its events.
    pub fn run(&mut self, function: Term, given: Option<Term>) -> (Term, Range<usize>) {
        self.steps = 0;
        let first = self.events.len();
        let state = given.unwrap_or_else(|| self.terms.intern(Node::Input(STATE.to_owned())));
        let result = self.call(function, vec![(None, state)], "", Span::default());
        (result, first..self.events.len())
    }

    /// What the first parameter of a function stands for where nobody calls it.
    pub fn first_parameter(&mut self, function: &Function) -> Option<Term> {
        let mut named = function
            .params
            .iter()
            .filter(|param| !matches!(param.name.as_str(), "" | "self" | "cls"));
        let name = named.next()?.name.clone();
        Some(self.terms.intern(Node::Input(name)))
    }

    /// A function of the repository as a value.
    pub fn value_of(&mut self, path: &'s str, class: Option<&'s Class>, function: &'s Function) -> Term {
        let me = class.map(|class| self.instance(path, class, Vec::new()));
        self.function(path, function, me)
    }

    /// Whether calling a value is followed into the repository.
    pub fn leads_to_code(&self, term: Term) -> bool {
        match self.terms.node(term) {
            Node::Gate(_, then, other, _) => self.is_callable(*then) || self.is_callable(*other),
            _ => self.is_callable(term),
        }
    }

    /// Whether a function is defined within another.
    pub fn is_nested(&self, path: &str, span: Span) -> bool {
        let body = self
            .program
            .module(path)
            .map(|module| module.body.as_slice())
            .unwrap_or_default();
        let is_it = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Function(function) if function.span == span);
        !body.iter().any(|stmt| match &stmt.kind {
            StmtKind::Class(class) => class.body.iter().any(is_it),
            _ => is_it(stmt),
        })
    }

    /// The name of a function value.
    pub fn function_name(&self, term: Term) -> Option<&'s str> {
        match self.terms.node(term) {
            Node::Closure(index) => match self.closures.get(*index as usize)?.code {
                Code::Function(function) => Some(&function.name),
                Code::Lambda(..) => None,
            },
            Node::Bound(function, _) | Node::Wrapped(_, function) => self.function_name(*function),
            _ => None,
        }
    }

    /// Spends a step one level deeper; `None` when the budget is spent. Pair with [`Self::leave`].
    pub(super) fn enter(&mut self) -> Option<()> {
        if self.steps >= STEPS_MAX || self.all_steps >= STEPS_ALL_MAX || self.nesting >= NESTING_MAX {
            if let (None, Some((path, span))) = (&self.cut, self.calls.last()) {
                self.cut = Some(((*path).to_owned(), *span));
            }
            return None;
        }
        self.steps += 1;
        self.all_steps += 1;
        self.nesting += 1;
        Some(())
    }

    /// Comes back from [`Self::enter`].
    pub(super) fn leave(&mut self) {
        self.nesting -= 1;
    }

    /// Goes on within one more level.
    pub(super) fn push(&mut self, kind: ScopeKind) {
        let outer = self.scope.take();
        self.scope = Some(Arc::new(Scope { kind, outer }));
    }

    /// Notes what happens.
    pub(super) fn note(&mut self, kind: EventKind, term: Term, path: &str, span: Span) {
        if self.events.len() < EVENTS_MAX {
            self.events.push(Event {
                kind,
                term,
                path: path.to_owned(),
                span,
                scope: self.scope.clone(),
            });
        }
    }

    /// Notes that Python raises here, whatever the values are.
    pub(super) fn note_raise(&mut self, why: &str, path: &str, span: Span) {
        let nothing = self.terms.intern(Node::Nothing);
        self.note(EventKind::Raises(why.to_owned()), nothing, path, span);
    }

    /// Notes where a test stands.
    pub(super) fn tested(&mut self, test: Term, path: &str, span: Span) {
        self.tests.entry(test).or_insert_with(|| (path.to_owned(), span));
    }

    /// A function as a value.
    pub(super) fn closure(&mut self, path: &'s str, code: Code<'s>, env: Env, me: Option<Term>) -> Term {
        let index = u32::try_from(self.closures.len()).unwrap_or(u32::MAX);
        self.closures.push(Closure {
            frame: Frame { path, env },
            code,
            me,
        });
        self.terms.intern(Node::Closure(index))
    }

    /// A function of a module, with its decorators.
    pub(super) fn function(&mut self, path: &'s str, function: &'s Function, me: Option<Term>) -> Term {
        let key = (path, function.span.first, function.name.clone());
        if me.is_none()
            && let Some(term) = self.functions.get(&key)
        {
            return *term;
        }
        let plain = self.closure(path, Code::Function(function), Env::new(), me);
        if me.is_none() {
            self.functions.insert(key.clone(), plain);
        }
        let frame = Frame {
            path,
            env: Env::new(),
        };
        let decorated = self.decorated(plain, function, &frame);
        if me.is_none() {
            self.functions.insert(key, decorated);
        }
        decorated
    }

    /// A function with its decorators applied, innermost first.
    pub(super) fn decorated(&mut self, plain: Term, function: &'s Function, frame: &Frame<'s>) -> Term {
        let mut callee = plain;
        for decorator in function.decorators.iter().rev() {
            let mut frame = frame.clone();
            let wrapper = self.eval(decorator, &mut frame);
            if let Node::External(name) = self.terms.node(wrapper)
                && matches!(
                    name.as_str(),
                    "staticmethod" | "classmethod" | "property" | "abstractmethod"
                )
            {
                continue;
            }
            let applied = self.call(wrapper, vec![(None, callee)], frame.path, decorator.span);
            if self.is_callable(applied) {
                callee = applied;
            }
        }
        callee
    }

    /// Whether a value is a function that can be followed.
    pub(super) fn is_callable(&self, term: Term) -> bool {
        match self.terms.node(term) {
            Node::Closure(_) | Node::Wrapped(..) | Node::Bound(..) => true,
            Node::Record { .. } => self.call_method(term).is_some(),
            _ => false,
        }
    }

    /// What calling an instance runs.
    pub(super) fn call_method(&self, instance: Term) -> Option<(&'s str, &'s Function)> {
        let (path, class) = self.class_of(instance)?;
        self.method(path, class, "__call__")
    }

    /// What a module-level name stands for.
    pub(super) fn global(&mut self, path: &'s str, name: &str) -> Option<Term> {
        let key = (path.to_owned(), name.to_owned());
        if let Some(term) = self.globals.get(&key) {
            return Some(*term);
        }
        let definition = self.program.resolve(path, name)?;
        // `HAS_X = True` beside `HAS_X = False` after a failed import: which one holds is not known.
        let is_switch = match &definition {
            Definition::Value(path, expr) => is_plain(expr) && self.is_bound_again(path, name),
            _ => false,
        };
        let unknown = self.terms.intern(Node::Input(name.to_owned()));
        self.globals.insert(key.clone(), unknown);
        if is_switch {
            return Some(unknown);
        }
        let scope = self.scope.take();
        let term = self.defined(definition);
        self.scope = scope;
        self.globals.insert(key, term);
        Some(term)
    }

    /// Whether a module assigns or imports a name more than once.
    fn is_bound_again(&self, path: &str, name: &str) -> bool {
        let mut count = 0;
        let body = self.program.module(path).map(|module| module.body.as_slice());
        walk::scope(body.unwrap_or_default(), &mut |stmt| match &stmt.kind {
            StmtKind::Assign { targets, .. } => {
                count += targets
                    .iter()
                    .filter(|target| walk::dotted(target).as_deref() == Some(name))
                    .count();
            }
            StmtKind::ImportFrom { names, .. } | StmtKind::Import(names) => {
                count += names
                    .iter()
                    .filter(|alias| alias.alias.as_ref().unwrap_or(&alias.name) == name)
                    .count();
            }
            _ => {}
        });
        count > 1
    }

    /// What a definition stands for.
    pub(super) fn defined(&mut self, definition: Definition<'s>) -> Term {
        match definition {
            Definition::Function(path, None, function) => self.function(path, function, None),
            Definition::Function(path, Some(class), function) => {
                let me = self.class(path, class);
                self.function(path, function, Some(me))
            }
            Definition::Class(path, class) => self.class(path, class),
            Definition::Value(path, expr) => {
                let mut frame = Frame {
                    path,
                    env: Env::new(),
                };
                self.eval(expr, &mut frame)
            }
            Definition::Module(path) => self.terms.intern(Node::Module(path.to_owned())),
            Definition::External(dotted) => self.terms.intern(Node::External(dotted)),
        }
    }

    /// A class as a value.
    pub(super) fn class(&mut self, path: &'s str, class: &'s Class) -> Term {
        let term = self.terms.intern(Node::Class {
            path: path.to_owned(),
            name: class.name.clone(),
        });
        self.classes.insert(term, (path, class));
        term
    }

    /// The definition of a class or of an instance's class.
    pub fn class_of(&self, term: Term) -> Option<(&'s str, &'s Class)> {
        if let Node::Record { path, class, .. } = self.terms.node(term) {
            let name = Node::Class {
                path: path.clone(),
                name: class.clone(),
            };
            return self.terms.find(&name).and_then(|term| self.class_of(term));
        }
        self.classes.get(&term).copied()
    }

    /// The outcome of a decision between two values.
    pub(super) fn decide(&mut self, test: Term, then: Term, other: Term) -> Term {
        self.terms.gate(test, then, other, Kept::Neither)
    }
}

/// Whether an expression is a switch: yes, no or nothing.
pub fn is_plain(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Bool(_) | ExprKind::None)
}
