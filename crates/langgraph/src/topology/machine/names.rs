//! What names stand for: frames, modules, imports.

use super::{Frame, Machine, ModuleState};
use crate::topology::value::{Closure, FrameId, Value};
use python::ast::{Class, Stmt};
use python::program::{FunctionRef, Thing};
use std::rc::Rc;
use wordlist::Words;

impl<'a> Machine<'a> {
    pub(super) fn lookup(&mut self, frame: FrameId, name: &'a str) -> Value<'a> {
        let mut at = Some(frame);
        while let Some(id) = at {
            let here = &self.frames[id];
            if let Some(value) = here.vars.get(name) {
                return value.clone();
            }
            if here.is_module {
                let path = here.path;
                return self.global(path, name);
            }
            at = here.parent;
        }
        Value::Unknown
    }

    /// A name of a module, whose statements are run only when a variable of it is asked for.
    pub(crate) fn global(&mut self, path: &'a str, name: &str) -> Value<'a> {
        let frame = self.module_frame(path);
        if let Some(value) = self.frames[frame].vars.get(name) {
            return value.clone();
        }
        match self.program.exported(path, name) {
            Some(Thing::Value(scope, expr)) if scope.path == path => {
                self.run_module(path);
                let known = self.program.name_of_value(path, name, expr);
                let known = known.as_deref().unwrap_or(name);
                let value = self.frames[frame]
                    .vars
                    .get(known)
                    .or_else(|| self.frames[frame].vars.get(name));
                value.cloned().unwrap_or(Value::Unknown)
            }
            Some(thing) => self.value_of(thing, name),
            None if name == "__name__" => self.module_name(path),
            None if name == "__file__" => Value::Path(path.to_owned()),
            None => builtin(name),
        }
    }

    fn module_name(&self, path: &str) -> Value<'a> {
        if self.main == Some(path) {
            return Value::str("__main__");
        }
        Value::str(path.trim_end_matches(".py").replace('/', "."))
    }

    pub(super) fn value_of(&mut self, thing: Thing<'a>, likely: &str) -> Value<'a> {
        match thing {
            Thing::Function(path, class, function) => Value::Function(Rc::new(Closure {
                path,
                class,
                function,
                frame: self.module_frame(path),
                this: None,
            })),
            Thing::Class(path, class) => Value::Class(path, class),
            Thing::Module(path) => Value::Module(path),
            Thing::External(name) => self.outside(name),
            Thing::Value(scope, expr) => match self.program.name_of_value(scope.path, likely, expr) {
                Some(name) => self.global(scope.path, &name),
                None => Value::Unknown,
            },
            Thing::Instance(..) => Value::Unknown,
        }
    }

    /// A function as its module sees it.
    pub(crate) fn function(&mut self, function: FunctionRef<'a>) -> Value<'a> {
        let thing = Thing::Function(function.path, function.class, function.function);
        self.value_of(thing, &function.function.name)
    }

    pub(crate) fn module_frame(&mut self, path: &'a str) -> FrameId {
        if let Some(module) = self.modules.get(path) {
            return module.frame;
        }
        let frame = self.push_frame(Frame {
            path,
            is_module: true,
            ..Frame::default()
        });
        self.modules.insert(path, ModuleState { frame, is_run: false });
        frame
    }

    /// Runs the statements of a module, once; under no condition, whoever asks.
    pub(crate) fn run_module(&mut self, path: &'a str) {
        let frame = self.module_frame(path);
        let Some(state) = self.modules.get_mut(path).filter(|state| !state.is_run) else {
            return;
        };
        state.is_run = true;
        let Some(module) = self.program.module(path) else {
            return;
        };
        let (maybe, place) = (std::mem::take(&mut self.maybe), self.place);
        let is_alternative = std::mem::take(&mut self.is_alternative);
        self.on_all_fuel(|machine| machine.deeper(|machine| machine.block(frame, &module.body)));
        (self.maybe, self.place, self.is_alternative) = (maybe, place, is_alternative);
    }

    pub(super) fn import(&mut self, frame: FrameId, stmt: &'a Stmt) {
        let path = self.frames[frame].path;
        for (name, thing) in self.program.imports_of(path, stmt) {
            let value = thing.map(|thing| self.value_of(thing, name));
            // What is imported only where another import failed does not replace it.
            let is_known =
                matches!(self.frames[frame].vars.get(name), Some(known) if *known != Value::Unknown);
            if !(is_known && self.maybe > 0) {
                self.frames[frame]
                    .vars
                    .insert(name, value.unwrap_or(Value::Unknown));
            }
        }
    }

    /// The members of an enumeration, in order.
    pub(super) fn members(&mut self, path: &'a str, class: &'a Class) -> Option<Vec<Value<'a>>> {
        if !self.is_enum(path, class) {
            return None;
        }
        let names: Vec<&'a str> = class.body.iter().flat_map(assigned_name).collect();
        Some(
            names
                .into_iter()
                .map(|name| self.class_attribute(path, class, name))
                .collect(),
        )
    }

    pub(super) fn is_enum(&self, path: &str, class: &'a Class) -> bool {
        let bases = self.program.bases_of(path, class);
        bases.iter().any(|base| match base {
            Thing::External(name) => name.starts_with("enum.") || name.ends_with(".StrEnum"),
            _ => false,
        })
    }
}

fn assigned_name(stmt: &Stmt) -> Option<&str> {
    use python::ast::{ExprKind, StmtKind};
    let StmtKind::Assign { targets, .. } = &stmt.kind else {
        return None;
    };
    match &targets.first()?.kind {
        ExprKind::Name(name) if !name.starts_with('_') => Some(name),
        _ => None,
    }
}

static BUILTINS: Words = Words::new(|| wordlist::words(include_str!("../../../words/names_builtins.txt")));

fn builtin<'a>(name: &str) -> Value<'a> {
    let known = BUILTINS.iter().find(|known| **known == name);
    known.map_or(Value::Unknown, |known| Value::Builtin(known))
}
