//! Attributes of objects, classes, modules and of what comes from outside.

use super::Machine;
use crate::topology::value::{Closure, EnumMember, Given, Object, ObjectId, Value};
use python::ast::{Class, Function};
use python::program::Thing;
use python::walk;
use std::rc::Rc;

impl<'a> Machine<'a> {
    pub(crate) fn attribute(&mut self, owner: &Value<'a>, name: &str) -> Value<'a> {
        match owner {
            Value::Module(path) => self.module_attribute(path, name),
            Value::Class(path, class) => self.class_attribute(path, class, name),
            Value::Instance(id) => self.instance_attribute(*id, name),
            Value::Super(id, path, class) => self.super_attribute(*id, path, class, name),
            Value::External(outer) => self.outside(format!("{outer}.{name}")),
            Value::Member(member) => match name {
                "value" | "_value_" => member.value.clone(),
                "name" | "_name_" => Value::str(member.name.as_str()),
                _ => Value::Method(Rc::new(owner.clone()), name.to_owned()).kept(),
            },
            Value::Path(path) if matches!(name, "parent" | "parents") => self.parents(path, name),
            Value::Function(closure) if name == "__name__" => Value::str(closure.function.name.as_str()),
            Value::OneOf(values) => {
                let values: Vec<Value<'a>> = values
                    .iter()
                    .filter(|value| **value != Value::None)
                    .map(|value| self.attribute(value, name))
                    .collect();
                Value::one_of(values)
            }
            Value::Unknown | Value::None => Value::Unknown,
            _ => Value::Method(Rc::new(owner.clone()), name.to_owned()).kept(),
        }
    }

    pub(super) fn outside(&self, name: String) -> Value<'a> {
        let last = name.rsplit('.').next().unwrap_or_default();
        match last {
            "START" if name.starts_with("langgraph.") => Value::str(crate::topology::builder::START),
            "END" if name.starts_with("langgraph.") => Value::str(crate::topology::builder::END),
            _ => Value::External(name).kept(),
        }
    }

    fn module_attribute(&mut self, path: &str, name: &str) -> Value<'a> {
        match self.program.exported(path, name) {
            Some(Thing::Value(scope, expr)) => {
                let named = self.program.name_of_value(scope.path, name, expr);
                let named = named.unwrap_or_else(|| name.to_owned());
                self.global(scope.path, &named)
            }
            Some(thing) => self.value_of(thing, name),
            None => Value::Unknown,
        }
    }

    pub(super) fn class_attribute(&mut self, path: &'a str, class: &'a Class, name: &str) -> Value<'a> {
        match self.program.declared(path, class, name) {
            Some(Thing::Function(path, class, function)) => {
                let is_bound = decorated(function, "classmethod");
                let this = class.filter(|_| is_bound).map(|class| Value::Class(path, class));
                self.method(path, class, function, this)
            }
            Some(Thing::Class(path, class)) => Value::Class(path, class),
            Some(Thing::Value(scope, expr)) => {
                let key = (scope.path.to_owned(), expr.span.first, name.to_owned());
                if let Some(known) = self.class_values.get(&key) {
                    return known.clone();
                }
                let frame = self.module_frame(scope.path);
                let value = self.eval(frame, expr);
                let value = if self.is_enum(path, class) {
                    member(name, value)
                } else {
                    value
                };
                self.class_values.insert(key, value.clone());
                value
            }
            _ => Value::Unknown,
        }
    }

    fn method(
        &mut self,
        path: &'a str,
        class: Option<&'a Class>,
        function: &'a Function,
        this: Option<Value<'a>>,
    ) -> Value<'a> {
        Value::Function(Rc::new(Closure {
            path,
            class,
            function,
            frame: self.module_frame(path),
            this,
        }))
    }

    fn instance_attribute(&mut self, id: ObjectId, name: &str) -> Value<'a> {
        let Object::Instance {
            path,
            class,
            attributes,
        } = &self.heap[id]
        else {
            return Value::Unknown;
        };
        if let Some(value) = attributes.get(name) {
            return value.clone();
        }
        let (path, class) = (*path, *class);
        self.bound_member(id, path, class, name)
    }

    fn super_attribute(&mut self, id: ObjectId, path: &'a str, class: &'a Class, name: &str) -> Value<'a> {
        for base in self.program.bases_of(path, class) {
            if let Thing::Class(path, base) = base {
                let found = self.bound_member(id, path, base, name);
                if found != Value::Unknown {
                    return found;
                }
            }
        }
        Value::Unknown
    }

    /// A member of a class as an object of it sees it.
    fn bound_member(&mut self, id: ObjectId, path: &'a str, class: &'a Class, name: &str) -> Value<'a> {
        let Some(Thing::Function(at, owner, function)) = self.program.declared(path, class, name) else {
            if self.is_configured(path, class) {
                return Value::Unknown;
            }
            return self.class_attribute(path, class, name);
        };
        let this = if decorated(function, "staticmethod") {
            None
        } else if decorated(function, "classmethod") {
            Some(Value::Class(path, class))
        } else {
            Some(Value::Instance(id))
        };
        let method = self.method(at, owner, function, this);
        let is_property = function.decorators.iter().any(|decorator| {
            let name = walk::dotted(decorator).unwrap_or_default();
            name.ends_with("property")
        });
        if is_property {
            self.call(&method, Given::default())
        } else {
            method
        }
    }

    /// Whether the attributes of a class come from the environment.
    fn is_configured(&self, path: &str, class: &'a Class) -> bool {
        let bases = self.program.bases_of(path, class);
        bases
            .iter()
            .any(|base| matches!(base, Thing::External(name) if name.ends_with("BaseSettings")))
    }

    pub(super) fn set_attribute(&mut self, owner: &Value<'a>, name: &str, value: Value<'a>) {
        let maybe = self.maybe > 0;
        match owner {
            Value::Instance(id) => {
                if let Object::Instance { attributes, .. } = &mut self.heap[*id] {
                    let joined = match attributes.get(name) {
                        Some(old) if maybe => Value::one_of([old.clone(), value]),
                        _ => value,
                    };
                    attributes.insert(name.to_owned(), joined);
                }
            }
            Value::OneOf(values) => {
                for owner in values {
                    self.set_attribute(owner, name, value.clone());
                }
            }
            _ => {}
        }
    }

    /// What `with` gives of a context manager: of an object of the repository what its class says, else the thing itself.
    pub(super) fn entered(&mut self, context: Value<'a>) -> Value<'a> {
        for name in ["__enter__", "__aenter__"] {
            if let Value::Instance(id) = context
                && let method @ Value::Function(_) = self.instance_attribute(id, name)
            {
                return self.call(&method, Given::default());
            }
        }
        context
    }

    /// The constructor of a class, if the repository has it.
    pub(super) fn constructor(&mut self, path: &'a str, class: &'a Class, id: ObjectId) -> Option<Value<'a>> {
        match self.program.declared(path, class, "__init__")? {
            Thing::Function(at, owner, function) => {
                Some(self.method(at, owner, function, Some(Value::Instance(id))))
            }
            _ => None,
        }
    }

    /// The names that a class without a constructor takes, in order.
    pub(super) fn fields(class: &'a Class) -> Vec<&'a str> {
        use python::ast::{ExprKind, StmtKind};
        let fields = class.body.iter().filter_map(|stmt| match &stmt.kind {
            StmtKind::Annotated(target, ..) => match &target.kind {
                ExprKind::Name(name) => Some(name.as_str()),
                _ => None,
            },
            _ => None,
        });
        fields.collect()
    }
}

fn decorated(function: &Function, name: &str) -> bool {
    let mut names = function.decorators.iter().filter_map(walk::dotted);
    names.any(|decorator| decorator == name)
}

fn member<'a>(name: &str, value: Value<'a>) -> Value<'a> {
    let name = name.to_owned();
    Value::Member(Rc::new(EnumMember { name, value }))
}
