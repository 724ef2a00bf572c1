//! What a name means in a scope: parameters, local and global bindings, imports.

use super::super::index::{self, Binding, Imported};
use super::super::{FunctionRef, Source};
use super::{Resolver, Scope, Thing};
use crate::ast::{Expr, ExprKind, Param, Stmt, StmtKind};
use crate::walk;
use wordlist::array;

/// Functions of the standard library that are known where a star import brings them in.
const STARRED: [&str; 9] = array(
    "os.system os.popen os.getcwd os.chdir subprocess.run subprocess.call subprocess.check_call \
     subprocess.check_output tempfile.mkdtemp",
);

impl<'a> Resolver<'a, '_> {
    pub(super) fn name(self, scope: Scope<'a>, name: &str) -> Option<Thing<'a>> {
        let (path, source) = self.source(scope.path)?;
        let mut number = scope.function;
        while let Some(at) = number {
            let here = Scope {
                path,
                function: Some(at),
            };
            let function = source.index.entry(path, &source.module, at)?;
            if let Some(thing) = self.local(here, function, name) {
                return Some(thing);
            }
            number = source.index.parent(at);
        }
        self.global(path, source, name)
    }

    /// A parameter, nested definition, local import or local variable.
    pub(super) fn local(self, scope: Scope<'a>, function: FunctionRef<'a>, name: &str) -> Option<Thing<'a>> {
        if let Some(position) = function
            .function
            .params
            .iter()
            .position(|param| param.name == name)
        {
            let param = &function.function.params[position];
            return self.param(scope, function, param, position);
        }
        let (_, source) = self.source(scope.path)?;
        let bindings = source.index.locals(scope.function?, name).iter().rev();
        let mut stmts = bindings.filter_map(|at| at.stmt(&source.module.body));
        stmts.find_map(|stmt| self.bound(scope, stmt, name))
    }

    pub(super) fn param(
        self,
        scope: Scope<'a>,
        function: FunctionRef<'a>,
        param: &'a Param,
        position: usize,
    ) -> Option<Thing<'a>> {
        let is_static = function
            .function
            .decorators
            .iter()
            .any(|d| walk::dotted(d).as_deref() == Some("staticmethod"));
        if let Some(class) = function.class.filter(|_| position == 0 && !is_static) {
            return Some(Thing::Instance(function.path, class));
        }
        let annotation = param.annotation.as_ref()?;
        let outer = Scope {
            function: scope
                .function
                .and_then(|number| self.source(scope.path)?.1.index.parent(number)),
            ..scope
        };
        self.down()?.annotated(outer, annotation)
    }

    /// An object of the class that an annotation names.
    pub(super) fn annotated(self, scope: Scope<'a>, annotation: &'a Expr) -> Option<Thing<'a>> {
        let named = match &annotation.kind {
            ExprKind::Str(text) => self.down()?.name(scope, text),
            ExprKind::Subscript(value, index) => {
                let wrapper = walk::dotted(value)?;
                let last = wrapper.rsplit('.').next().unwrap_or_default();
                if !matches!(last, "Optional" | "Annotated" | "Type" | "type" | "Awaitable") {
                    return None;
                }
                let inner = match &index.kind {
                    ExprKind::Tuple(items) => items.first()?,
                    _ => index,
                };
                return self.down()?.annotated(scope, inner);
            }
            ExprKind::Binary(left, _, _) => return self.down()?.annotated(scope, left),
            _ => self.down()?.of_expr(scope, annotation),
        };
        match named? {
            Thing::Class(path, class) => Some(Thing::Instance(path, class)),
            Thing::External(name) => Some(Thing::External(name)),
            _ => None,
        }
    }

    pub(super) fn bound(self, scope: Scope<'a>, stmt: &'a Stmt, name: &str) -> Option<Thing<'a>> {
        match &stmt.kind {
            StmtKind::Function(function) if function.name == name => {
                Some(Thing::Function(scope.path, None, function))
            }
            StmtKind::Class(class) if class.name == name => Some(Thing::Class(scope.path, class)),
            StmtKind::Import(_) | StmtKind::ImportFrom { .. } => {
                let (_, imported) = index::imported(stmt)
                    .into_iter()
                    .find(|(bound, _)| *bound == name)?;
                self.down()?.import(scope.path, &imported)
            }
            StmtKind::Assign { value, .. } | StmtKind::Annotated(_, _, Some(value)) => {
                let (_, element) = index::assigned(stmt)
                    .into_iter()
                    .find(|(bound, _)| *bound == name)?;
                let value = match (element, &value.kind) {
                    (None, _) => value,
                    (Some(at), ExprKind::Tuple(items)) => items.get(at)?,
                    _ => return None,
                };
                Some(Thing::Value(scope, value))
            }
            StmtKind::With { items, .. } => {
                let bound =
                    |target: &Option<Expr>| target.as_ref().and_then(walk::dotted).as_deref() == Some(name);
                let (context, _) = items.iter().find(|(_, target)| bound(target))?;
                Some(Thing::Value(scope, context))
            }
            _ => None,
        }
    }

    pub(super) fn global(self, path: &'a str, source: &'a Source, name: &str) -> Option<Thing<'a>> {
        let index = &source.index;
        if let Some(bindings) = index.bindings.get(name) {
            return self.binding(path, source, bindings);
        }
        let starred = index
            .stars
            .iter()
            .find_map(|star| match self.down()?.import(path, star)? {
                Thing::Module(module) => {
                    let (module, source) = self.source(module)?;
                    self.down()?.global(module, source, name)
                }
                _ => None,
            });
        if starred.is_some() {
            return starred;
        }
        let local = index.local_imports.get(name).and_then(|local| local.first());
        match local {
            Some(local) => self.down()?.import(path, local),
            None => self.external_star(path, source, name),
        }
    }

    /// A name that nothing else binds comes from the only star import of something outside; builtins apart.
    pub(super) fn external_star(self, path: &'a str, source: &'a Source, name: &str) -> Option<Thing<'a>> {
        let [star] = source.index.stars.as_slice() else {
            return None;
        };
        let is_class = name.starts_with(char::is_uppercase) && !name.ends_with("Error");
        match self.down()?.import(path, star)? {
            Thing::External(module) if is_class || STARRED.contains(&format!("{module}.{name}").as_str()) => {
                Some(Thing::External(format!("{module}.{name}")))
            }
            _ => None,
        }
    }

    /// Of several bindings, a definition beats an assignment, the first import that is in the repository beats
    /// others (`try: … except ImportError: …`), and the last of a kind wins.
    pub(super) fn binding(
        self,
        path: &'a str,
        source: &'a Source,
        bindings: &[Binding],
    ) -> Option<Thing<'a>> {
        let body = &source.module.body;
        let defined = bindings.iter().rev().find_map(|binding| match binding {
            Binding::Function(at) => Some(Thing::Function(path, None, at.function(body)?)),
            Binding::Class(at) => Some(Thing::Class(path, at.class(body)?)),
            _ => None,
        });
        if defined.is_some() {
            return defined;
        }
        let imports: Vec<Thing<'a>> = bindings
            .iter()
            .filter_map(|binding| match binding {
                Binding::Import(imported) => self.down()?.import(path, imported),
                _ => None,
            })
            .collect();
        let inside = imports.iter().find(|thing| !matches!(thing, Thing::External(_)));
        if let Some(thing) = inside.or_else(|| imports.first()) {
            return Some(thing.clone());
        }
        bindings.iter().rev().find_map(|binding| match binding {
            Binding::Value(at, element) => Some(Thing::Value(
                Scope { path, function: None },
                at.value(body, *element)?,
            )),
            _ => None,
        })
    }

    pub(super) fn import(self, importer: &str, imported: &Imported) -> Option<Thing<'a>> {
        let module = if imported.level == 0 {
            self.program.layout.absolute(importer, &imported.module)
        } else {
            self.program
                .layout
                .relative(importer, imported.level, &imported.module)
        };
        let Some(name) = &imported.name else {
            return match module {
                Some(module) => Some(Thing::Module(module)),
                None if imported.level == 0 => Some(Thing::External(imported.module.clone())),
                None => None,
            };
        };
        match module {
            Some(module) => {
                let own = self.down()?.module_member(module, name);
                // A folder that is named like a library does not hide what only the library has.
                let is_guess =
                    imported.level == 0 && self.program.layout.is_guess(importer, &imported.module);
                own.or_else(|| is_guess.then(|| Thing::External(format!("{}.{name}", imported.module))))
            }
            None if imported.level == 0 => Some(Thing::External(format!("{}.{name}", imported.module))),
            None => None,
        }
    }

    pub(super) fn module_member(self, module: &str, name: &str) -> Option<Thing<'a>> {
        let own = self
            .source(module)
            .and_then(|(path, source)| self.down()?.global(path, source, name));
        own.or_else(|| self.program.layout.submodule(module, name).map(Thing::Module))
    }
}
