//! Which function a node or router really runs: through wrappers, factories, partial applications, lambdas.

use super::NodeFunction;
use super::machine::Machine;
use super::value::{Closure, Given, Lambda, Object, Value};
use python::ast::{Expr, ExprKind, Star};
use python::walk;
use std::collections::BTreeSet;

/// Most layers that are seen through.
const LAYERS_MAX: usize = 8;
/// Most texts kept of what is bound to a function, and their longest.
const TEXTS_MAX: usize = 8;
const TEXT_CHARS_MAX: usize = 80;

impl<'a> Machine<'a> {
    pub(super) fn describe(&mut self, value: &Value<'a>) -> Option<NodeFunction> {
        let mut bound = BTreeSet::new();
        let mut function = self.describe_layer(value, LAYERS_MAX, &mut bound)?;
        bound.retain(|text| !text.is_empty() && text.chars().count() <= TEXT_CHARS_MAX);
        function.bound = bound.into_iter().take(TEXTS_MAX).collect();
        Some(function)
    }

    fn describe_layer(
        &mut self,
        value: &Value<'a>,
        layers: usize,
        bound: &mut BTreeSet<String>,
    ) -> Option<NodeFunction> {
        let layers = layers.checked_sub(1)?;
        match value {
            Value::Function(closure) => {
                self.note_owner(closure, bound);
                if let Some(inner) = self.passed_on(closure) {
                    self.note_captured(closure, bound);
                    return self.describe_layer(&inner, layers, bound);
                }
                self.note_captured(closure, bound);
                Some(named(closure))
            }
            Value::Lambda(lambda) => self.describe_lambda(lambda, layers, bound),
            Value::Partial(function, given) => {
                bound.extend(given.all().filter_map(Value::text).map(str::to_owned));
                self.describe_layer(function, layers, bound)
            }
            Value::Wrapped(function) => self.describe_layer(function, layers, bound),
            Value::Instance(_) => {
                let call = ["__call__", "invoke", "run"].into_iter().find_map(|name| {
                    let method = self.attribute(value, name);
                    matches!(method, Value::Function(_)).then_some(method)
                })?;
                self.describe_layer(&call, layers, bound)
            }
            Value::OneOf(values) => values
                .iter()
                .find_map(|value| self.describe_layer(value, layers, bound)),
            _ => None,
        }
    }

    /// The texts of the object that a method belongs to.
    fn note_owner(&self, closure: &Closure<'a>, bound: &mut BTreeSet<String>) {
        if let Some(Value::Instance(id)) = &closure.this
            && let Object::Instance { attributes, .. } = &self.heap[*id]
        {
            bound.extend(attributes.values().filter_map(Value::text).map(str::to_owned));
        }
    }

    /// The texts that an inner function uses of the call that made it.
    fn note_captured(&self, closure: &Closure<'a>, bound: &mut BTreeSet<String>) {
        let frame = &self.frames[closure.frame];
        if frame.parent.is_none() {
            return;
        }
        let used = names(&closure.function.body);
        let texts = frame.vars.iter().filter(|(name, _)| used.contains(**name));
        bound.extend(texts.filter_map(|(_, value)| value.text()).map(str::to_owned));
    }

    /// The function that an inner function hands its own arguments on to.
    fn passed_on(&self, closure: &Closure<'a>) -> Option<Value<'a>> {
        let frame = &self.frames[closure.frame];
        frame.parent?;
        let own: BTreeSet<&str> = closure
            .function
            .params
            .iter()
            .map(|param| param.name.as_str())
            .collect();
        let mut found = None;
        walk::expressions(&closure.function.body, &mut |expr| {
            if let ExprKind::Call { callee, args } = &expr.kind {
                let hands_on =
                    |arg: &Expr| matches!(&arg.kind, ExprKind::Name(name) if own.contains(name.as_str()));
                let mut handed = args
                    .iter()
                    .filter(|arg| arg.star != Star::None || hands_on(&arg.value));
                if handed.next().is_some() {
                    let callees = std::iter::once(callee.as_ref()).chain(args.iter().map(|arg| &arg.value));
                    let captured = callees.filter_map(|callee| match &callee.kind {
                        ExprKind::Name(name) => frame.vars.get(name.as_str()),
                        _ => None,
                    });
                    let mut captured = captured;
                    let function =
                        captured.find(|value| value.is_function() || matches!(value, Value::Instance(_)));
                    found = found.take().or_else(|| function.cloned());
                }
            }
        });
        found
    }

    /// A lambda that calls something is that, with the texts that it gives it.
    fn describe_lambda(
        &mut self,
        lambda: &Lambda<'a>,
        layers: usize,
        bound: &mut BTreeSet<String>,
    ) -> Option<NodeFunction> {
        let body = match &lambda.body.kind {
            ExprKind::Await(inner) => inner,
            _ => lambda.body,
        };
        if let ExprKind::Call { callee, args } = &body.kind {
            let callee = self.eval(lambda.frame, callee);
            for arg in args {
                if !lambda
                    .params
                    .iter()
                    .any(|param| walk::dotted(&arg.value).as_ref() == Some(&param.name))
                {
                    let value = self.eval(lambda.frame, &arg.value);
                    bound.extend(value.text().map(str::to_owned));
                }
            }
            let seen = self.describe_layer(&callee, layers, bound);
            if seen.is_some() {
                return seen;
            }
        }
        Some(NodeFunction {
            path: lambda.path.to_owned(),
            name: "<lambda>".to_owned(),
            first: lambda.span.first,
            last: lambda.span.last,
            bound: Vec::new(),
        })
    }

    /// The function behind wrappers, for its annotations.
    pub(super) fn closure_of(&mut self, value: &Value<'a>) -> Option<std::rc::Rc<Closure<'a>>> {
        let mut value = value.clone();
        for _ in 0..LAYERS_MAX {
            value = match &value {
                Value::Function(closure) => match self.passed_on(closure) {
                    Some(inner) => inner,
                    None => return Some(closure.clone()),
                },
                Value::Partial(function, _) | Value::Wrapped(function) => function.as_ref().clone(),
                Value::Instance(_) => self.attribute(&value, "__call__"),
                Value::OneOf(values) => values.first()?.clone(),
                _ => return None,
            };
        }
        None
    }

    /// The name that LangGraph gives a node that is added without one.
    pub(super) fn own_name(&mut self, action: &Value<'a>) -> Value<'a> {
        match action {
            Value::Function(closure) => Value::str(closure.function.name.as_str()),
            Value::Class(_, class) => Value::str(class.name.as_str()),
            Value::Instance(id) => match &self.heap[*id] {
                Object::Instance { class, .. } => Value::str(class.name.as_str()),
                _ => Value::Unknown,
            },
            Value::Partial(function, _) | Value::Wrapped(function) => self.own_name(function),
            Value::Made(class) if class.starts_with("langgraph.") && class.ends_with(".ToolNode") => {
                Value::str("tools")
            }
            _ => Value::Unknown,
        }
    }

    /// Calls a function with arguments of which nothing is known.
    pub(super) fn call_blind(&mut self, value: &Value<'a>) -> Value<'a> {
        let given = Given {
            has_more: true,
            ..Given::of(vec![Value::Unknown])
        };
        self.call(value, given)
    }
}

fn named(closure: &Closure<'_>) -> NodeFunction {
    let function = closure.function;
    let name = match closure.class {
        Some(class) => format!("{}.{}", class.name, function.name),
        None => function.name.clone(),
    };
    NodeFunction {
        path: closure.path.to_owned(),
        name,
        first: function.span.first,
        last: function.span.last,
        bound: Vec::new(),
    }
}

fn names(body: &[python::ast::Stmt]) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    walk::expressions(body, &mut |expr| {
        if let ExprKind::Name(name) = &expr.kind {
            found.insert(name.as_str());
        }
    });
    found
}
