//! Calls: of functions, classes, and of what comes from outside.

use super::{CALLS_MAX, Frame, Machine};
use crate::topology::Framework;
use crate::topology::builder::END;
use crate::topology::value::{Closure, FrameId, Given, Lambda, Object, Value};
use court::evidence::Place;
use python::ast::{Arg, Class, Expr, ExprKind, Param, Star};
use python::program::Thing;
use python::program::layout::STANDARD;
use python::walk;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How often one function may be within itself.
const RECURSION_MAX: usize = 2;

impl<'a> Machine<'a> {
    pub(super) fn call_expr(
        &mut self,
        frame: FrameId,
        expr: &'a Expr,
        callee: &'a Expr,
        args: &'a [Arg],
    ) -> Value<'a> {
        let callee = self.eval(frame, callee);
        let given = self.given(frame, args);
        let before = self.place;
        self.place = (self.frames[frame].path, expr.span);
        self.hand_over(args, &callee, &given);
        if callee == Value::Builtin("super") {
            let this = self.this_of(frame);
            return this.map_or(Value::Unknown, |(id, path, class)| Value::Super(id, path, class));
        }
        let value = self.call(&callee, given);
        self.place = before;
        value
    }

    /// A builder that is handed to code which is not read may get more there.
    fn hand_over(&mut self, args: &[Arg], callee: &Value<'a>, given: &Given<'a>) {
        let is_unread = match callee {
            Value::External(name) => !STANDARD.contains(&name.split('.').next().unwrap_or_default()),
            Value::Unknown => !args.is_empty(),
            _ => false,
        };
        for value in given.all().filter(|_| is_unread) {
            if let Value::Builder(id) = value {
                self.handed_over(*id);
            }
        }
    }

    fn this_of(&self, frame: FrameId) -> Option<(usize, &'a str, &'a Class)> {
        let mut at = Some(frame);
        while let Some(id) = at {
            if self.frames[id].this.is_some() {
                return self.frames[id].this;
            }
            at = self.frames[id].parent;
        }
        None
    }

    fn given(&mut self, frame: FrameId, args: &'a [Arg]) -> Given<'a> {
        let mut given = Given::default();
        for arg in args {
            let value = self.eval(frame, &arg.value);
            match (arg.star, &arg.name) {
                (Star::None, Some(name)) => {
                    if self.is_defaulted(frame, &arg.value) {
                        given.assumed.push(name.clone());
                    }
                    given.named.insert(name.clone(), value);
                }
                (Star::None, None) => given.positional.push(value),
                (Star::One, _) => match self.items(&value) {
                    Some(items) => given.positional.extend(items.into_iter().map(|item| item.value)),
                    None => given.has_more = true,
                },
                (Star::Two, _) => self.spread(&mut given, &value),
            }
        }
        given
    }

    fn is_defaulted(&self, frame: FrameId, expr: &Expr) -> bool {
        matches!(&expr.kind, ExprKind::Name(name) if self.frames[frame].defaulted.contains(name.as_str()))
    }

    fn spread(&self, given: &mut Given<'a>, value: &Value<'a>) {
        let Value::Dict(id) = value else {
            given.has_more = true;
            return;
        };
        if let Object::Dict(pairs) = &self.heap[*id] {
            for (key, item) in pairs {
                match key {
                    Value::Str(name) => {
                        given.named.insert(name.clone(), item.value.clone());
                    }
                    _ => given.has_more = true,
                }
            }
        }
    }

    pub(crate) fn call(&mut self, callee: &Value<'a>, given: Given<'a>) -> Value<'a> {
        match callee {
            Value::Function(closure) => self.call_function(closure, given),
            Value::Lambda(lambda) => self.call_lambda(lambda, &given),
            Value::Class(path, class) => self.construct(path, class, given),
            Value::Partial(function, bound) => {
                let mut all = bound.as_ref().clone();
                all.positional.extend(given.positional);
                all.named.extend(given.named);
                self.deeper(|machine| machine.call(function, all))
                    .unwrap_or(Value::Unknown)
            }
            Value::Wrapped(function) => self
                .deeper(|machine| machine.call(function, given))
                .unwrap_or(Value::Unknown),
            Value::Instance(_) => {
                let method = self.attribute(callee, "__call__");
                match method {
                    Value::Function(closure) => self.call_function(&closure, given),
                    _ => Value::Unknown,
                }
            }
            Value::Builtin(name) => self.builtin(name, &given),
            Value::Method(owner, name) => self.foreign_method(owner, name, &given),
            Value::External(name) => self.call_external(name, &given),
            Value::OneOf(values) => self.call_any(values, &given),
            _ => wrapped(&given).unwrap_or(Value::Unknown),
        }
    }

    /// Each that it may be is called; what is not known and not there makes no difference to the others.
    fn call_any(&mut self, values: &[Value<'a>], given: &Given<'a>) -> Value<'a> {
        let is_known = |value: &&Value<'a>| !matches!(value, Value::None | Value::Unknown);
        let is_sure = values.iter().filter(is_known).count() == 1;
        self.maybe += usize::from(!is_sure);
        let called = values.iter().filter(|value| **value != Value::None);
        let results: Vec<Value<'a>> = called.map(|value| self.call(value, given.clone())).collect();
        self.maybe -= usize::from(!is_sure);
        Value::one_of(results)
    }

    fn call_function(&mut self, closure: &Closure<'a>, given: Given<'a>) -> Value<'a> {
        let id = (closure.path, closure.function.span.first);
        let within = self.calls.iter().filter(|call| **call == id).count();
        if self.calls.len() >= CALLS_MAX || within >= RECURSION_MAX {
            return Value::Unknown;
        }
        let this = match (&closure.this, closure.class) {
            (Some(Value::Instance(id)), Some(class)) => Some((*id, closure.path, class)),
            _ => None,
        };
        let frame = self.push_frame(Frame {
            path: closure.path,
            parent: Some(closure.frame),
            this,
            ..Frame::default()
        });
        let given = with_this(closure.this.clone(), given);
        self.bind_params(frame, closure.frame, &closure.function.params, &given);
        self.calls.push(id);
        let place = self.place;
        let ended = self.deeper(|machine| machine.block(frame, &closure.function.body));
        self.place = place;
        self.calls.pop();
        let is_context = closure.function.decorators.iter().any(|decorator| {
            matches!(
                walk::last_name(decorator),
                Some("contextmanager" | "asynccontextmanager")
            )
        });
        self.result(frame, ended != Some(super::statements::Flow::Leave), is_context)
    }

    /// What a call gives; of a context manager that is what it yields.
    fn result(&mut self, frame: FrameId, falls_off: bool, is_context: bool) -> Value<'a> {
        let here = &mut self.frames[frame];
        if here.is_generator && is_context {
            let yields = std::mem::take(&mut here.yields);
            return Value::one_of(yields.into_iter().map(|item| item.value));
        }
        if here.is_generator {
            let items = std::mem::take(&mut here.yields);
            return self.list(items);
        }
        let mut returns = std::mem::take(&mut here.returns);
        // The last `return` is the one that a run without failures comes to.
        returns.reverse();
        if falls_off {
            returns.push(Value::None);
        }
        Value::one_of(returns)
    }

    fn call_lambda(&mut self, lambda: &Lambda<'a>, given: &Given<'a>) -> Value<'a> {
        if self.calls.len() >= CALLS_MAX {
            return Value::Unknown;
        }
        let frame = self.push_frame(Frame {
            path: lambda.path,
            parent: Some(lambda.frame),
            ..Frame::default()
        });
        self.bind_params(frame, lambda.frame, lambda.params, given);
        self.calls.push((lambda.path, lambda.span.first));
        let value = self.eval(frame, lambda.body);
        self.calls.pop();
        value
    }

    /// Gives parameters their arguments. What is not known takes the default, and that is remembered.
    fn bind_params(&mut self, frame: FrameId, outer: FrameId, params: &'a [Param], given: &Given<'a>) {
        let mut positional = given.positional.iter();
        let mut is_keyword_only = false;
        let mut taken: BTreeSet<&str> = BTreeSet::new();
        for param in params {
            let value = match param.star {
                Star::One => {
                    is_keyword_only = true;
                    let rest: Vec<Value<'a>> = positional.by_ref().cloned().collect();
                    if given.has_more {
                        Value::Unknown
                    } else {
                        Value::Tuple(rest).kept()
                    }
                }
                Star::Two => self.rest_of(given, &taken),
                Star::None => {
                    let named = given.named.get(&param.name);
                    taken.insert(&param.name);
                    let position = if is_keyword_only || named.is_some() {
                        None
                    } else {
                        positional.next()
                    };
                    if given.assumed.contains(&param.name) {
                        self.frames[frame].defaulted.insert(&param.name);
                    }
                    self.argument(frame, outer, param, named.or(position))
                }
            };
            if !param.name.is_empty() {
                self.frames[frame].vars.insert(&param.name, value);
            }
        }
    }

    fn argument(
        &mut self,
        frame: FrameId,
        outer: FrameId,
        param: &'a Param,
        value: Option<&Value<'a>>,
    ) -> Value<'a> {
        match (value, &param.default) {
            (None | Some(Value::Unknown), Some(default)) => {
                self.frames[frame].defaulted.insert(&param.name);
                self.eval(outer, default)
            }
            (Some(value), _) => value.clone(),
            (None, None) => Value::Unknown,
        }
    }

    fn rest_of(&mut self, given: &Given<'a>, taken: &BTreeSet<&str>) -> Value<'a> {
        if given.has_more {
            return Value::Unknown;
        }
        let rest = given
            .named
            .iter()
            .filter(|(name, _)| !taken.contains(name.as_str()));
        let pairs = rest.map(|(name, value)| {
            let item = crate::topology::value::Item::sure(value.clone());
            (Value::str(name.as_str()), item)
        });
        let pairs = pairs.collect();
        Value::Dict(self.allocate(Object::Dict(pairs)))
    }

    pub(crate) fn construct(&mut self, path: &'a str, class: &'a Class, given: Given<'a>) -> Value<'a> {
        if let Some(framework) = self.framework(path, class) {
            return self.new_builder(framework, &given);
        }
        if self.is_enum(path, class) {
            let wanted = given.positional.first().cloned();
            let members = self.members(path, class).unwrap_or_default();
            let found = members.into_iter().find(|member| match member {
                Value::Member(member) => Some(&member.value) == wanted.as_ref(),
                _ => false,
            });
            return found.unwrap_or(Value::Unknown);
        }
        let attributes = BTreeMap::new();
        let id = self.allocate(Object::Instance {
            path,
            class,
            attributes,
        });
        if let Some(constructor) = self.constructor(path, class, id) {
            self.deeper(|machine| machine.call(&constructor, given));
        } else {
            let fields = Self::fields(class);
            let positional = fields.into_iter().zip(given.positional);
            let named: Vec<(String, Value<'a>)> =
                positional.map(|(name, value)| (name.to_owned(), value)).collect();
            for (name, value) in named.into_iter().chain(given.named) {
                self.set_attribute(&Value::Instance(id), &name, value);
            }
        }
        Value::Instance(id)
    }

    /// A class of the repository that is LangGraph's by inheritance, or only has its name.
    fn framework(&self, path: &'a str, class: &'a Class) -> Option<Framework> {
        let bases = self.program.bases_of(path, class);
        if bases
            .iter()
            .any(|base| matches!(base, Thing::External(name) if is_graph_class(name)))
        {
            return Some(Framework::LangGraph);
        }
        (class.name == "StateGraph").then(|| Framework::Own {
            class: Place::lines(path, class.span.first, class.span.last),
        })
    }

    fn call_external(&mut self, name: &str, given: &Given<'a>) -> Value<'a> {
        if is_graph_class(name) {
            return self.new_builder(Framework::LangGraph, given);
        }
        let last = name.rsplit('.').next().unwrap_or_default();
        let first = given.positional.first();
        match last {
            "Send" if name.starts_with("langgraph.") => {
                let target = given.get(0, "node").cloned().unwrap_or(Value::Unknown);
                Value::Send(Rc::new(target), self.unknown_rounds > 0).kept()
            }
            // Where it goes in another graph is no way of this one.
            "Command" if name.starts_with("langgraph.") => match given.named.get("goto") {
                Some(goto) if matches!(given.named.get("graph"), None | Some(Value::None)) => {
                    Value::Goto(Rc::new(goto.clone())).kept()
                }
                _ => Value::Unknown,
            },
            // The router that comes with LangGraph: the tools where the model asks for one, else the end.
            "tools_condition" if name.starts_with("langgraph.") => {
                Value::one_of([Value::str("tools"), Value::str(END)])
            }
            "partial" | "partialmethod" if name.starts_with("functools.") => match first {
                Some(function) => Value::Partial(
                    Rc::new(function.clone()),
                    Rc::new(Given {
                        positional: given.positional[1..].to_vec(),
                        ..given.clone()
                    }),
                )
                .kept(),
                None => Value::Unknown,
            },
            "run" if name.starts_with("asyncio.") || name.starts_with("anyio.") => {
                first.cloned().unwrap_or(Value::Unknown)
            }
            "cast" if name.starts_with("typing.") => {
                given.positional.get(1).cloned().unwrap_or(Value::Unknown)
            }
            "deepcopy" | "copy" if name.starts_with("copy.") => first.cloned().unwrap_or(Value::Unknown),
            "pairwise" if name.starts_with("itertools.") => self.pairwise(first),
            "chain" if name == "itertools.chain" => self.chain(given),
            "OrderedDict" | "defaultdict" if name.starts_with("collections.") => {
                self.builtin("dict", &Given::of(Vec::new()))
            }
            _ => self
                .of_file(name, given)
                .or_else(|| wrapped(given))
                .unwrap_or_else(|| Value::Made(name.to_owned())),
        }
    }
}

/// LangGraph's classes of graphs.
pub(crate) fn is_graph_class(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or_default();
    name.starts_with("langgraph.") && matches!(last, "StateGraph" | "Graph" | "MessageGraph")
}

fn with_this<'a>(this: Option<Value<'a>>, mut given: Given<'a>) -> Given<'a> {
    if let Some(this) = this {
        given.positional.insert(0, this);
    }
    given
}

/// Something unknown that is given one function gives it back in some other form.
fn wrapped<'a>(given: &Given<'a>) -> Option<Value<'a>> {
    let mut functions = given.all().filter(|value| value.is_function());
    let function = functions.next()?;
    functions
        .next()
        .is_none()
        .then(|| Value::Wrapped(Rc::new(function.clone())).kept())
}
