//! The program outside its tests: its scopes, what names in them mean, and who calls what with which arguments.

use super::classes;
use super::forms::{BUILTIN_METHODS, asked_tool};
use super::scopes::{self, Scope, ScopeId, argument};
use crate::ast::{Arg, Class, Expr, ExprKind, Function, Module, Span, Star};
use crate::program::{FunctionRef, Program, Thing};
use crate::walk;
use self_cell::self_cell;
use std::collections::BTreeMap;
use std::sync::Arc;
use subject::parallel;

/// Most methods of one name that a call on an unknown object is taken to reach; a name that more classes
/// share says nothing about the object.
const NAMESAKES_MAX: usize = 4;

self_cell!(
    /// A program with its index.
    pub struct Indexed {
        owner: Arc<Program>,
        #[covariant]
        dependent: Code,
    }
    impl {Debug}
);

/// The program outside its tests.
#[derive(Debug)]
pub struct Code<'a> {
    /// The resolved modules.
    pub program: &'a Program,
    /// Every scope, by file and then in the order of the text.
    pub scopes: Vec<Scope<'a>>,
    /// The scope of each file that is in no class and no function.
    levels: BTreeMap<&'a str, ScopeId>,
    functions: BTreeMap<(&'a str, u32), ScopeId>,
    methods: BTreeMap<&'a str, Vec<ScopeId>>,
    sites: BTreeMap<ScopeId, Vec<Site<'a>>>,
    /// Where objects of a class are made, by its file and first line.
    makers: BTreeMap<(&'a str, u32), Vec<Site<'a>>>,
    /// What stands for the callee of each call, by its scope and address: every family of probes asks again.
    callees: BTreeMap<(ScopeId, usize), Option<Thing<'a>>>,
    /// The calls that leave the repository.
    outward: Vec<Outward<'a>>,
    keys: BTreeMap<&'a str, Vec<(ScopeId, &'a Expr)>>,
}

/// A place where a function is called, or handed over to be called.
#[derive(Clone, Copy, Debug)]
pub struct Site<'a> {
    /// Where it is called.
    pub caller: ScopeId,
    pub call: &'a Expr,
    /// What is passed.
    pub args: &'a [Arg],
}

/// A call of something that is not of this repository.
#[derive(Debug)]
pub struct Outward<'a> {
    /// Where it stands.
    pub scope: ScopeId,
    pub call: &'a Expr,
    /// The library function that it calls, as [`Code::external_call`] has it.
    pub function: Option<String>,
    /// What it calls; of an object from outside the method, by the name of what made the object.
    pub called: Option<String>,
}

impl<'a> Code<'a> {
    /// Indexes a program; [`Subject::code`](crate::derived::Subject::code) does it once for all probes.
    pub fn of(program: &'a Program) -> Self {
        let paths = program.paths().filter(|path| !program.is_test(path));
        let modules: Vec<&Module> = paths.filter_map(|path| program.module(path)).collect();
        let scopes = parallel::map(&modules, |module| scopes::of_module(module));
        let mut code = Self {
            program,
            scopes: scopes.into_iter().flatten().collect(),
            levels: BTreeMap::new(),
            functions: BTreeMap::new(),
            methods: BTreeMap::new(),
            sites: BTreeMap::new(),
            makers: BTreeMap::new(),
            callees: BTreeMap::new(),
            outward: Vec::new(),
            keys: BTreeMap::new(),
        };
        code.index_functions();
        code.index_keys();
        code.index_callees();
        code.index_sites();
        code
    }

    fn index_functions(&mut self) {
        for id in 0..self.scopes.len() {
            let is_reached = self.reaches(&self.scopes[id]);
            let scope = &mut self.scopes[id];
            scope.is_reached = is_reached;
            let Some(function) = scope.function else {
                if scope.class.is_none() {
                    self.levels.entry(scope.path).or_insert(id);
                }
                continue;
            };
            self.functions.insert((scope.path, function.span.first), id);
            if scope.class.is_some() {
                self.methods.entry(&function.name).or_default().push(id);
            }
        }
    }

    fn reaches(&self, scope: &Scope<'a>) -> bool {
        match reference(scope) {
            Some(function) => self.program.is_reached(&function),
            None => self.program.is_live(scope.path),
        }
    }

    fn index_keys(&mut self) {
        for (id, scope) in self.scopes.iter().enumerate() {
            let keys = &mut self.keys;
            scope.expressions(&mut |expr| match &expr.kind {
                ExprKind::Dict(pairs) => {
                    for (key, value) in pairs {
                        if let Some(ExprKind::Str(key)) = key.as_ref().map(|key| &key.kind) {
                            keys.entry(key).or_default().push((id, value));
                        }
                    }
                }
                ExprKind::Call { args, .. } => {
                    for arg in args {
                        if let Some(name) = &arg.name {
                            keys.entry(name).or_default().push((id, &arg.value));
                        }
                    }
                }
                _ => {}
            });
        }
    }

    fn index_callees(&mut self) {
        let ids: Vec<ScopeId> = (0..self.scopes.len()).collect();
        let each = parallel::map(&ids, |id| self.callees_in(*id));
        self.callees = each.into_iter().flatten().collect();
        let each = parallel::map(&ids, |id| self.outward_in(*id));
        self.outward = each.into_iter().flatten().collect();
    }

    fn callees_in(&self, scope: ScopeId) -> Vec<((ScopeId, usize), Option<Thing<'a>>)> {
        let callees = self.scopes[scope].calls.iter().filter_map(|call| call.callee());
        let things = callees.map(|callee| ((scope, address(callee)), self.resolved(scope, callee)));
        things.collect()
    }

    fn outward_in(&self, scope: ScopeId) -> Vec<Outward<'a>> {
        let leaving = self.scopes[scope].calls.iter().filter_map(|call| {
            let called = match self.thing(scope, call.callee()?) {
                Some(Thing::External(name)) => Some(name),
                _ => None,
            };
            let function = self.external_call(scope, call);
            (called.is_some() || function.is_some()).then_some(Outward {
                scope,
                call,
                function,
                called,
            })
        });
        leaving.collect()
    }

    /// The calls whose callee is not of this repository, as far as that is known, in the order of the scopes.
    pub fn outward(&self) -> &[Outward<'a>] {
        &self.outward
    }

    fn index_sites(&mut self) {
        let ids: Vec<ScopeId> = (0..self.scopes.len()).collect();
        let found = parallel::map(&ids, |caller| self.sites_in(*caller));
        for (target, site) in found.into_iter().flatten() {
            self.sites.entry(target).or_default().push(site);
        }
        for (caller, scope) in self.scopes.iter().enumerate() {
            for call in &scope.calls {
                if let ExprKind::Call { callee, args } = &call.kind
                    && let Some((path, class)) = self.class(caller, callee)
                {
                    let makers = self.makers.entry((path, class.span.first)).or_default();
                    makers.push(Site { caller, call, args });
                }
            }
        }
    }

    /// Where objects of a class are made by calling it.
    pub fn makers(&self, path: &'a str, class: &Class) -> &[Site<'a>] {
        self.makers
            .get(&(path, class.span.first))
            .map_or(&[], Vec::as_slice)
    }

    /// Whether one of two classes inherits from the other, or is it.
    pub fn are_related(&self, one: (&'a str, &'a Class), other: (&'a str, &'a Class)) -> bool {
        let is = |left: &(&str, &Class), right: &(&str, &Class)| {
            left.0 == right.0 && left.1.span.first == right.1.span.first
        };
        let inherits = |from: (&'a str, &'a Class), to| {
            let line = classes::lineage(self.program, from.0, from.1).classes;
            line.iter().any(|class| is(class, &to))
        };
        is(&one, &other) || inherits(one, other) || inherits(other, one)
    }

    fn sites_in(&self, caller: ScopeId) -> Vec<(ScopeId, Site<'a>)> {
        let mut found = Vec::new();
        for call in &self.scopes[caller].calls {
            let ExprKind::Call { callee, args } = &call.kind else {
                continue;
            };
            let site = |target, args| (target, Site { caller, call, args });
            let targets = self.targets(caller, callee);
            found.extend(targets.into_iter().map(|target| site(target, args.as_slice())));
            for (at, arg) in args.iter().enumerate() {
                let targets = self.handed_over(caller, &arg.value);
                found.extend(targets.into_iter().map(|target| site(target, &args[at + 1..])));
            }
        }
        found
    }

    /// A function that an argument names, so that the callee can call it.
    fn handed_over(&self, scope: ScopeId, value: &'a Expr) -> Vec<ScopeId> {
        if walk::last_name(value).is_none() {
            return Vec::new();
        }
        match self.thing(scope, value) {
            Some(Thing::Function(path, _, function)) if walk::dotted(value).is_some() => {
                self.function(path, function).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// Where a function is called.
    pub fn sites(&self, function: ScopeId) -> &[Site<'a>] {
        self.sites.get(&function).map_or(&[], Vec::as_slice)
    }

    /// The values written under a key anywhere: in dict literals and as keyword arguments.
    pub fn writers(&self, key: &str) -> &[(ScopeId, &'a Expr)] {
        self.keys.get(key).map_or(&[], Vec::as_slice)
    }

    /// The functions of this repository that a call may enter; for a class its `__init__`.
    pub fn targets(&self, scope: ScopeId, callee: &'a Expr) -> Vec<ScopeId> {
        match self.thing(scope, callee) {
            Some(Thing::Function(path, _, function)) => self.function(path, function).into_iter().collect(),
            Some(Thing::Class(path, class)) => {
                let made = self.methods.get("__init__").into_iter().flatten().copied();
                made.filter(|id| self.is_class(*id, path, &class.name)).collect()
            }
            Some(Thing::External(_) | Thing::Module(_) | Thing::Instance(..)) => Vec::new(),
            Some(Thing::Value(..)) | None => match self.as_tool(scope, callee) {
                Some(function) => vec![function],
                None => self.namesakes(callee),
            },
        }
    }

    /// The function behind a tool that is asked as one: `tool.invoke({"name": value})`, where a decorator made the tool of it.
    fn as_tool(&self, scope: ScopeId, callee: &'a Expr) -> Option<ScopeId> {
        let tool = asked_tool(callee)?;
        match self.thing(scope, tool)? {
            Thing::Function(path, _, function) if !function.decorators.is_empty() => {
                self.function(path, function)
            }
            _ => None,
        }
    }

    fn is_class(&self, scope: ScopeId, path: &str, name: &str) -> bool {
        let scope = &self.scopes[scope];
        scope.path == path && scope.class.is_some_and(|class| class.name == name)
    }

    /// The scope of a function.
    pub fn function(&self, path: &'a str, function: &Function) -> Option<ScopeId> {
        self.functions.get(&(path, function.span.first)).copied()
    }

    /// The scope that holds a function, nested or not.
    pub fn scope_around(&self, path: &'a str, span: Span) -> Option<ScopeId> {
        let before = self.functions.range((path, 0)..=(path, span.first));
        let holds = |id: &ScopeId| {
            self.scopes[*id]
                .function
                .is_some_and(|function| function.span.last >= span.last)
        };
        before.rev().map(|(_, id)| *id).find(holds)
    }

    /// The methods that a call on an unknown object may enter: those of that name.
    fn namesakes(&self, callee: &Expr) -> Vec<ScopeId> {
        let ExprKind::Attribute { attribute, .. } = &callee.kind else {
            return Vec::new();
        };
        let named = self
            .methods
            .get(attribute.as_str())
            .map_or(&[][..], Vec::as_slice);
        let is_telling = named.len() <= NAMESAKES_MAX && !BUILTIN_METHODS.contains(&attribute.as_str());
        if is_telling { named.to_vec() } else { Vec::new() }
    }

    /// What an expression stands for, seen from a scope.
    pub fn thing(&self, scope: ScopeId, expr: &'a Expr) -> Option<Thing<'a>> {
        match self.callees.get(&(scope, address(expr))) {
            Some(known) => known.clone(),
            None => self.resolved(scope, expr),
        }
    }

    fn resolved(&self, scope: ScopeId, expr: &'a Expr) -> Option<Thing<'a>> {
        let here = &self.scopes[scope];
        let within = reference(here).and_then(|function| self.program.scope_of(&function));
        self.program
            .thing(within.or_else(|| self.program.scope(here.path))?, expr)
    }

    /// The class of this repository that an expression names.
    pub fn class(&self, scope: ScopeId, expr: &'a Expr) -> Option<(&'a str, &'a Class)> {
        match self.thing(scope, expr)? {
            Thing::Class(path, class) => Some((path, class)),
            _ => None,
        }
    }

    /// The full name of the library function that a call calls, such as `subprocess.run`; a method of an
    /// object has none.
    pub fn external_call(&self, scope: ScopeId, call: &'a Expr) -> Option<String> {
        let ExprKind::Call { callee, .. } = &call.kind else {
            return None;
        };
        if let Some(name) = self.looked_up(scope, callee) {
            return Some(name);
        }
        let Thing::External(name) = self.thing(scope, callee)? else {
            return None;
        };
        let spelled = walk::dotted(callee)?;
        let is_method = spelled
            .split_once('.')
            .is_some_and(|(object, _)| self.is_variable(scope, object));
        (!is_method).then_some(name)
    }

    /// `getattr(os, "system")` and `__import__("os").system`.
    fn looked_up(&self, scope: ScopeId, callee: &'a Expr) -> Option<String> {
        let (object, name) = match &callee.kind {
            ExprKind::Call { callee, args } if is_name(callee, "getattr") => match &args.get(1)?.value.kind {
                ExprKind::Str(name) => (&args.first()?.value, name),
                _ => return None,
            },
            ExprKind::Attribute { value, attribute } => (&**value, attribute),
            _ => return None,
        };
        match &object.kind {
            ExprKind::Call { callee, args } if is_name(callee, "__import__") => {
                match &args.first()?.value.kind {
                    ExprKind::Str(module) => Some(format!("{module}.{name}")),
                    _ => None,
                }
            }
            ExprKind::Name(_) if matches!(callee.kind, ExprKind::Call { .. }) => {
                match self.thing(scope, object)? {
                    Thing::External(module) => Some(format!("{module}.{name}")),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn is_variable(&self, scope: ScopeId, name: &str) -> bool {
        let here = &self.scopes[scope];
        let level = self.levels.get(here.path).map(|level| &self.scopes[*level]);
        here.param(name).is_some()
            || here.bindings.contains_key(name)
            || level.is_some_and(|level| level.bindings.contains_key(name))
    }

    /// What a call at `site` passes for a parameter of `function`, a spread dict literal opened.
    pub fn passed(&self, function: ScopeId, site: &Site<'a>, param: &str) -> Option<&'a Expr> {
        let scope = &self.scopes[function];
        let params = &scope.function?.params;
        let params = if scope.binds_self() {
            params.get(1..)?
        } else {
            params
        };
        let as_tool = match &site.call.kind {
            ExprKind::Call { callee, .. } => self.as_tool(site.caller, callee),
            _ => None,
        };
        if as_tool == Some(function) {
            return dict_item(&site.args.first()?.value, param);
        }
        argument(params, site.args, param).or_else(|| self.spread(site.caller, site.args, param))
    }

    /// A keyword argument, also one that comes out of `**` of a dict that is known.
    pub fn keyword(&self, scope: ScopeId, args: &'a [Arg], name: &str) -> Option<&'a Expr> {
        let named = args.iter().find(|arg| arg.name.as_deref() == Some(name));
        named
            .map(|arg| &arg.value)
            .or_else(|| self.spread(scope, args, name))
    }

    fn spread(&self, scope: ScopeId, args: &'a [Arg], name: &str) -> Option<&'a Expr> {
        let spreads = args.iter().filter(|arg| arg.star == Star::Two);
        spreads.into_iter().find_map(|arg| {
            let bound = walk::dotted(&arg.value).and_then(|bound| self.scopes[scope].bindings.get(&bound));
            let values = bound.into_iter().flatten().map(|binding| binding.value);
            values
                .chain([&arg.value])
                .find_map(|value| dict_item(value, name))
        })
    }
}

/// The value that a dict literal, or `dict(key=value)`, has under a key.
pub fn dict_item<'a>(dict: &'a Expr, key: &str) -> Option<&'a Expr> {
    match &dict.kind {
        ExprKind::Dict(pairs) => {
            let is_key = |expr: &Expr| matches!(&expr.kind, ExprKind::Str(text) if text == key);
            let found = pairs
                .iter()
                .rev()
                .find(|(name, _)| name.as_ref().is_some_and(is_key));
            found.map(|(_, value)| value)
        }
        ExprKind::Call { callee, args } if is_name(callee, "dict") => {
            let found = args.iter().find(|arg| arg.name.as_deref() == Some(key));
            found.map(|arg| &arg.value)
        }
        _ => None,
    }
}

/// What tells an expression from all others of the program.
fn address(expr: &Expr) -> usize {
    std::ptr::from_ref(expr) as usize
}

fn is_name(expr: &Expr, name: &str) -> bool {
    matches!(&expr.kind, ExprKind::Name(text) if text == name)
}

fn reference<'a>(scope: &Scope<'a>) -> Option<FunctionRef<'a>> {
    let function = scope.function?;
    Some(FunctionRef::of(scope.path, scope.class, function))
}

/// Whether an expression is the constant `True` or a number that counts as it.
pub fn is_true(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Bool(truth) => *truth,
        ExprKind::Number(text) => text == "1",
        _ => false,
    }
}
