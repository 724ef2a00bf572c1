//! Who names whom: from where the places that make a graph are seen.

use super::{LEVELS_MAX, ROOTS_MAX, Root, Site};
use python::ast::ExprKind;
use python::program::{Definition, FunctionRef, Program};
use python::walk;
use std::collections::{BTreeMap, BTreeSet};
use subject::parallel;

/// A function by its file and first line.
pub(super) type Id<'a> = (&'a str, u32);

/// The functions that are no tests.
pub(super) fn program_functions(program: &Program) -> impl Iterator<Item = FunctionRef<'_>> {
    program
        .functions()
        .filter(|function| !program.is_test(function.path))
}

/// Who names whom.
pub(super) struct Callers<'a> {
    functions: BTreeMap<Id<'a>, Vec<FunctionRef<'a>>>,
    modules: BTreeMap<Id<'a>, Vec<&'a str>>,
    /// The functions that compile something of each file.
    compiling: BTreeMap<&'a str, Vec<FunctionRef<'a>>>,
}

pub(super) fn id<'a>(function: &FunctionRef<'a>) -> Id<'a> {
    (function.path, function.function.span.first)
}

impl<'a> Callers<'a> {
    pub(super) fn new(program: &'a Program) -> Self {
        let mut callers = Self {
            functions: BTreeMap::new(),
            modules: BTreeMap::new(),
            compiling: BTreeMap::new(),
        };
        let functions: Vec<FunctionRef<'a>> = program_functions(program).collect();
        let callees = parallel::map(&functions, |function| program.callees(function));
        for (function, callees) in functions.into_iter().zip(callees) {
            for path in compiles(program, &function) {
                callers.compiling.entry(path).or_default().push(function);
            }
            for callee in callees {
                callers.functions.entry(id(&callee)).or_default().push(function);
            }
        }
        for path in program.paths().filter(|path| !program.is_test(path)) {
            for callee in program.module_callees(path) {
                callers.modules.entry(id(&callee)).or_default().push(path);
            }
        }
        callers
    }

    /// The places from which evaluation sees a site, the nearest first, and whether there are more of them.
    pub(super) fn roots(&self, site: &Site<'a>) -> (Vec<Root<'a>>, bool) {
        let mut roots = Vec::new();
        let mut seen: BTreeSet<Id<'a>> = BTreeSet::new();
        let mut modules: BTreeSet<&'a str> = BTreeSet::new();
        let mut level = match site.function {
            Some(function) => vec![function],
            // What a module makes may be compiled and run by its functions.
            None => {
                roots.push(Root::Module(site.path));
                modules.insert(site.path);
                self.compiling.get(site.path).cloned().unwrap_or_default()
            }
        };
        for _ in 0..LEVELS_MAX {
            let mut next = Vec::new();
            for function in level {
                if !seen.insert(id(&function)) {
                    continue;
                }
                roots.push(Root::Function(function));
                let named_by = self.modules.get(&id(&function)).into_iter().flatten();
                roots.extend(
                    named_by
                        .filter(|path| modules.insert(path))
                        .map(|path| Root::Module(path)),
                );
                next.extend(self.functions.get(&id(&function)).into_iter().flatten().copied());
            }
            level = next;
        }
        let has_more = roots.len() > ROOTS_MAX || level.iter().any(|function| !seen.contains(&id(function)));
        roots.truncate(ROOTS_MAX);
        (roots, has_more && site.function.is_some())
    }
}

/// The files whose graphs a function may compile: its own, and those where what it compiles is defined.
fn compiles<'a>(program: &'a Program, function: &FunctionRef<'a>) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    walk::scope_expressions(&function.function.body, &mut |expr| {
        let ExprKind::Call { callee, .. } = &expr.kind else {
            return;
        };
        let ExprKind::Attribute { value, attribute } = &callee.kind else {
            return;
        };
        if attribute == "compile" {
            let dotted = walk::dotted(value);
            let scope = program.scope_of(function);
            let defined = scope
                .zip(dotted)
                .and_then(|(scope, dotted)| program.resolve_in(scope, &dotted));
            found.insert(match defined {
                Some(Definition::Value(path, _)) => path,
                _ => function.path,
            });
        }
    });
    found
}
