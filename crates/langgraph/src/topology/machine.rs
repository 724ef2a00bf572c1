//! The evaluator: frames, heap, modules, and the limits that make it end.

mod attributes;
mod builtins;
mod calls;
mod expressions;
mod files;
mod loops;
mod names;
mod statements;

pub(super) use calls::is_graph_class;

use super::builder::Builder;
use super::value::{FrameId, Item, Object, ObjectId, Value};
use court::evidence::Place;
use python::ast::{Class, Span};
use python::program::Program;
use std::collections::{BTreeMap, BTreeSet};

/// Most expressions and statements that one evaluation looks at; building a graph takes a few thousand.
pub(super) const FUEL: u32 = 60_000;
/// Fuel for all questions to the routers and nodes of one graph together; a graph of a hundred takes a tenth.
const ASKING_FUEL: u32 = 400_000;
/// Deepest nesting of calls.
pub(super) const CALLS_MAX: usize = 24;
/// Deepest nesting of expressions and blocks within calls, which bounds the stack.
const NESTING_MAX: usize = 220;
/// Most objects on the heap.
const OBJECTS_MAX: usize = 20_000;
/// Most elements of one list or dict.
const ELEMENTS_MAX: usize = 2_000;
/// Most rounds of one loop.
const ROUNDS_MAX: usize = 500;
/// How many things are copied for one unit of fuel.
const COPIES_PER_FUEL: usize = 8;

/// One evaluation.
#[derive(Clone)]
pub(super) struct Machine<'a> {
    pub(super) program: &'a Program,
    pub(super) frames: Vec<Frame<'a>>,
    pub(super) heap: Vec<Object<'a>>,
    pub(super) builders: Vec<Builder<'a>>,
    modules: BTreeMap<&'a str, ModuleState>,
    class_values: BTreeMap<(String, u32, String), Value<'a>>,
    /// The file whose main guard holds.
    main: Option<&'a str>,
    /// Where evaluation is.
    place: (&'a str, Span),
    /// How many undecided conditions it is within.
    pub(super) maybe: usize,
    /// Whether it is where a parameter differs from its default.
    pub(super) is_alternative: bool,
    fuel: u32,
    /// What is left for further questions.
    asking: u32,
    /// How many loops of unknown length it is within.
    pub(super) unknown_rounds: usize,
    /// The loops it is within.
    loops: Vec<Loop<'a>>,
    /// The functions being called, by file and line.
    calls: Vec<(&'a str, u32)>,
    nesting: usize,
    /// Whether a limit was met, so that something may be missing.
    pub(super) is_cut: bool,
    /// Whether there was too little fuel for all questions.
    pub(super) is_asked_out: bool,
}

/// Variables by name.
type Vars<'a> = BTreeMap<&'a str, Value<'a>>;

/// What is bound where rounds of a loop are left under conditions that are not known.
#[derive(Clone, Default)]
struct Loop<'a> {
    broken: Vec<Vars<'a>>,
    continued: Vec<Vars<'a>>,
}

/// The module's variables, and whether its statements were run.
#[derive(Clone, Copy)]
struct ModuleState {
    frame: FrameId,
    is_run: bool,
}

/// Variables of one call or module.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame<'a> {
    pub(super) path: &'a str,
    pub(super) vars: Vars<'a>,
    pub(super) parent: Option<FrameId>,
    /// Parameters that have their default because nothing else is known.
    pub(super) defaulted: BTreeSet<&'a str>,
    /// Names that belong to the module.
    globals: BTreeSet<String>,
    returns: Vec<Value<'a>>,
    yields: Vec<Item<'a>>,
    is_generator: bool,
    /// The object and class that a method runs for.
    this: Option<(ObjectId, &'a str, &'a Class)>,
    is_module: bool,
}

impl<'a> Machine<'a> {
    pub(super) fn new(program: &'a Program, main: Option<&'a str>) -> Self {
        Self {
            program,
            frames: Vec::new(),
            heap: Vec::new(),
            builders: Vec::new(),
            modules: BTreeMap::new(),
            class_values: BTreeMap::new(),
            main,
            place: ("", Span::default()),
            maybe: 0,
            is_alternative: false,
            fuel: FUEL,
            asking: 0,
            unknown_rounds: 0,
            loops: Vec::new(),
            calls: Vec::new(),
            nesting: 0,
            is_cut: false,
            is_asked_out: false,
        }
    }

    /// Takes one unit of fuel; without it everything is unknown.
    fn burn(&mut self) -> bool {
        if self.fuel == 0 {
            self.is_cut = true;
            return false;
        }
        self.fuel -= 1;
        true
    }

    /// With no more than this fuel, where that is less than an evaluation has.
    pub(super) fn with_fuel(mut self, fuel: u32) -> Self {
        self.fuel = self.fuel.min(fuel);
        self
    }

    /// The fuel that is left.
    pub(super) fn fuel(&self) -> u32 {
        self.fuel
    }

    /// Takes fuel for copying `size` things.
    fn spend(&mut self, size: usize) {
        let cost = u32::try_from(size / COPIES_PER_FUEL).unwrap_or(u32::MAX);
        self.is_cut |= cost > self.fuel;
        self.fuel = self.fuel.saturating_sub(cost);
    }

    /// Ends the evaluation: from here on only questions to routers and nodes take fuel, no more than this.
    pub(super) fn with_questions(mut self, fuel: u32) -> Self {
        self.asking = fuel.min(ASKING_FUEL);
        self.fuel = self.fuel.min(fuel);
        self
    }

    /// Starts with fuel again, for a further question; what the question before it left goes back.
    pub(super) fn refuel(&mut self, fuel: u32) {
        let left = self.left_to_ask();
        self.fuel = fuel.min(left);
        self.is_asked_out |= self.fuel < fuel;
        self.asking = left - self.fuel;
    }

    /// Takes fuel of what is left for all questions: what one of them touches first is no part of its answer.
    fn on_all_fuel<T>(&mut self, go: impl FnOnce(&mut Self) -> T) -> T {
        let own = self.fuel;
        self.fuel = self.left_to_ask();
        self.asking = 0;
        let result = go(self);
        let left = self.fuel;
        self.fuel = own.min(left);
        self.asking = left - self.fuel;
        result
    }

    /// The fuel that is left for questions.
    pub(super) fn left_to_ask(&self) -> u32 {
        self.asking + self.fuel
    }

    /// Goes one level deeper, unless that is too deep.
    fn deeper<T>(&mut self, go: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.nesting >= NESTING_MAX {
            self.is_cut = true;
            return None;
        }
        self.nesting += 1;
        let result = go(self);
        self.nesting -= 1;
        Some(result)
    }

    /// Where evaluation is.
    pub(super) fn here(&self) -> Place {
        Place::lines(self.place.0, self.place.1.first, self.place.1.last)
    }

    fn allocate(&mut self, mut object: Object<'a>) -> ObjectId {
        self.is_cut |= object.shorten(ELEMENTS_MAX);
        self.spend(object.weight());
        if self.heap.len() >= OBJECTS_MAX {
            self.is_cut = true;
            self.fuel = 0;
        }
        self.heap.push(object);
        self.heap.len() - 1
    }

    pub(super) fn list(&mut self, items: Vec<Item<'a>>) -> Value<'a> {
        Value::List(self.allocate(Object::List(items)))
    }

    fn list_of(&mut self, values: impl IntoIterator<Item = Value<'a>>) -> Value<'a> {
        let items = values.into_iter().map(Item::sure);
        let items = items.take(ELEMENTS_MAX + 1).collect();
        self.list(items)
    }

    fn push_frame(&mut self, frame: Frame<'a>) -> FrameId {
        self.frames.push(frame);
        self.frames.len() - 1
    }

    /// The elements of something that can be run over; `None`: not known.
    pub(super) fn items(&mut self, value: &Value<'a>) -> Option<Vec<Item<'a>>> {
        self.spend(match value {
            Value::List(id) | Value::Dict(id) => self.heap[*id].weight(),
            value => value.weight(),
        });
        let plain = |values: Vec<Value<'a>>| {
            let items = values.into_iter().map(Item::sure);
            items.collect()
        };
        match value {
            Value::Tuple(values) => Some(plain(values.clone())),
            Value::List(id) => match &self.heap[*id] {
                Object::List(items) => Some(items.clone()),
                _ => None,
            },
            Value::Dict(id) => match &self.heap[*id] {
                Object::Dict(pairs) => {
                    let keys = pairs.iter().map(|(key, item)| Item::of(key.clone(), item.maybe));
                    Some(keys.collect())
                }
                _ => None,
            },
            Value::Str(text) => Some(plain(text.chars().map(|c| Value::str(c.to_string())).collect())),
            Value::Class(path, class) => self.members(path, class).map(plain),
            Value::OneOf(values) => self.items_of_any(values),
            _ => None,
        }
    }

    /// What is in one of several lists may be there.
    fn items_of_any(&mut self, values: &[Value<'a>]) -> Option<Vec<Item<'a>>> {
        let mut found: Vec<Item<'a>> = Vec::new();
        for value in values.iter().filter(|value| **value != Value::None) {
            for item in self.items(value)? {
                if !found.iter().any(|known| known.value == item.value) {
                    found.push(Item { maybe: true, ..item });
                }
            }
        }
        Some(found)
    }

    /// Whether something holds; `None`: not known.
    pub(super) fn truth(&self, value: &Value<'a>) -> Option<bool> {
        match value {
            Value::None => Some(false),
            Value::Bool(value) => Some(*value),
            Value::Int(value) => Some(*value != 0),
            Value::Str(text) => Some(!text.is_empty()),
            Value::Tuple(values) => Some(!values.is_empty()),
            Value::List(id) => match &self.heap[*id] {
                Object::List(items) if items.iter().any(|item| !item.maybe) => Some(true),
                Object::List(items) if items.is_empty() => Some(false),
                _ => None,
            },
            Value::Dict(id) => match &self.heap[*id] {
                Object::Dict(pairs) if pairs.iter().any(|(_, item)| !item.maybe) => Some(true),
                Object::Dict(pairs) if pairs.is_empty() => Some(false),
                _ => None,
            },
            Value::OneOf(values) => {
                let truths: BTreeSet<Option<bool>> = values.iter().map(|value| self.truth(value)).collect();
                match (truths.len(), truths.first()) {
                    (1, Some(truth)) => *truth,
                    _ => None,
                }
            }
            Value::Unknown | Value::Method(..) | Value::External(_) => None,
            _ => Some(true),
        }
    }
}
