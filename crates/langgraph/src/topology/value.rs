//! What evaluation knows of a value.

use super::builder::BuilderId;
use python::ast::{Class, Expr, Function, Param, Span};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Most alternatives of one value that are kept apart.
pub(super) const ALTERNATIVES_MAX: usize = 24;

/// Largest value that is kept, in parts; what is larger is not known. It bounds copying, comparing and the
/// stack that either takes.
const PARTS_MAX: usize = 400;
/// Longest text that is kept, in bytes.
pub(super) const TEXT_MAX: usize = 4_000;
/// Bytes of a text that cost as much to copy as one part.
const BYTES_PER_PART: usize = 32;

/// An object on the heap.
pub(super) type ObjectId = usize;
/// A frame of variables.
pub(super) type FrameId = usize;

/// A value, as far as it is known.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value<'a> {
    Unknown,
    None,
    Bool(bool),
    Int(i64),
    Str(String),
    Tuple(Vec<Self>),
    List(ObjectId),
    Dict(ObjectId),
    Instance(ObjectId),
    Function(Rc<Closure<'a>>),
    Lambda(Rc<Lambda<'a>>),
    /// `partial(function, …)`.
    Partial(Rc<Self>, Rc<Given<'a>>),
    /// What something unknown made of a function.
    Wrapped(Rc<Self>),
    Class(&'a str, &'a Class),
    /// A member of an enumeration: its value.
    Member(Rc<EnumMember<'a>>),
    /// `super()` of an object, from a class on.
    Super(ObjectId, &'a str, &'a Class),
    Module(&'a str),
    /// The path of a file or folder, from the root of the repository, or the file opened.
    Path(String),
    /// A name from outside.
    External(String),
    /// What calling such a name made.
    Made(String),
    Builder(BuilderId),
    Compiled(BuilderId),
    /// `Send(target, …)`, and whether it is made once for each of a number that is not known.
    Send(Rc<Self>, bool),
    /// `Command(goto=…)`.
    Goto(Rc<Self>),
    /// A method of a value that is no object of the repository.
    Method(Rc<Self>, String),
    /// A builtin function.
    Builtin(&'static str),
    /// One of these, the likeliest first.
    OneOf(Vec<Self>),
}

/// A member of an enumeration.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct EnumMember<'a> {
    pub(super) name: String,
    pub(super) value: Value<'a>,
}

/// A function with the frame that it was defined in.
#[derive(Clone, Debug)]
pub(super) struct Closure<'a> {
    pub(super) path: &'a str,
    pub(super) class: Option<&'a Class>,
    pub(super) function: &'a Function,
    pub(super) frame: FrameId,
    pub(super) this: Option<Value<'a>>,
}

/// A lambda with the frame that it was written in.
#[derive(Clone, Debug)]
pub(super) struct Lambda<'a> {
    pub(super) path: &'a str,
    pub(super) params: &'a [Param],
    pub(super) body: &'a Expr,
    pub(super) frame: FrameId,
    pub(super) span: Span,
}

/// The same code in the same frame, for the same object.
impl PartialEq for Closure<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.function, other.function) && self.frame == other.frame && self.this == other.this
    }
}

/// The same code in the same frame.
impl PartialEq for Lambda<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.body, other.body) && self.frame == other.frame
    }
}

/// The arguments of a call.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Given<'a> {
    pub(super) positional: Vec<Value<'a>>,
    pub(super) named: BTreeMap<String, Value<'a>>,
    /// Which of the names come from a parameter that has its default.
    pub(super) assumed: Vec<String>,
    /// Whether there are more that are not known.
    pub(super) has_more: bool,
}

impl<'a> Given<'a> {
    pub(super) fn of(positional: Vec<Value<'a>>) -> Self {
        Self {
            positional,
            ..Self::default()
        }
    }

    /// The argument at a position or of a name.
    pub(super) fn get(&self, position: usize, name: &str) -> Option<&Value<'a>> {
        self.named.get(name).or_else(|| self.positional.get(position))
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Value<'a>> {
        self.positional.iter().chain(self.named.values())
    }
}

/// An element that may be there only sometimes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Item<'a> {
    pub(super) value: Value<'a>,
    pub(super) maybe: bool,
}

/// What is on the heap.
#[derive(Clone, Debug)]
pub(super) enum Object<'a> {
    List(Vec<Item<'a>>),
    Dict(Vec<(Value<'a>, Item<'a>)>),
    Instance {
        path: &'a str,
        class: &'a Class,
        attributes: BTreeMap<String, Value<'a>>,
    },
}

impl<'a> Value<'a> {
    /// One of several; what is equal is one.
    pub(super) fn one_of(values: impl IntoIterator<Item = Self>) -> Self {
        let mut kept: Vec<Self> = Vec::new();
        for value in values {
            for alternative in value.alternatives() {
                if kept.contains(&alternative) {
                    continue;
                }
                match kept.get_mut(ALTERNATIVES_MAX - 1) {
                    // One more than are kept apart may be anything.
                    Some(last) => *last = Self::Unknown,
                    None => kept.push(alternative),
                }
            }
        }
        match kept.len() {
            0 => Self::Unknown,
            1 => kept.swap_remove(0),
            _ => Self::OneOf(kept).kept(),
        }
    }

    pub(super) fn alternatives(self) -> Vec<Self> {
        match self {
            Self::OneOf(values) => values,
            value => vec![value],
        }
    }

    /// The value itself, unless it is too large to keep.
    pub(super) fn kept(self) -> Self {
        let mut left = PARTS_MAX;
        if self.fits(&mut left) { self } else { Self::Unknown }
    }

    fn fits(&self, left: &mut usize) -> bool {
        let Some(rest) = left.checked_sub(1) else {
            return false;
        };
        *left = rest;
        match self {
            Self::Str(text) | Self::Path(text) | Self::External(text) | Self::Made(text) => {
                text.len() <= TEXT_MAX
            }
            Self::Tuple(values) | Self::OneOf(values) => values.iter().all(|value| value.fits(left)),
            Self::Partial(function, given) => {
                function.fits(left) && given.all().all(|value| value.fits(left))
            }
            Self::Wrapped(value) | Self::Send(value, _) | Self::Goto(value) | Self::Method(value, _) => {
                value.fits(left)
            }
            Self::Member(member) => member.value.fits(left),
            Self::Function(closure) => closure.this.as_ref().is_none_or(|this| this.fits(left)),
            _ => true,
        }
    }

    /// What copying it costs, in parts. Lists, dicts and objects are on the heap: copying one copies its number.
    pub(super) fn weight(&self) -> usize {
        match self {
            Self::Str(text) | Self::Path(text) | Self::External(text) | Self::Made(text) => {
                1 + text.len() / BYTES_PER_PART
            }
            Self::Tuple(values) | Self::OneOf(values) => 1 + values.iter().map(Self::weight).sum::<usize>(),
            _ => 1,
        }
    }

    /// Whether it can be called and is the repository's.
    pub(super) fn is_function(&self) -> bool {
        match self {
            Self::Function(_) | Self::Lambda(_) | Self::Partial(..) | Self::Wrapped(_) => true,
            Self::OneOf(values) => values.iter().any(Self::is_function),
            _ => false,
        }
    }

    /// The text of a string or of a member of an enumeration whose value is one.
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Str(text) => Some(text),
            Self::Member(member) => member.value.text(),
            _ => None,
        }
    }

    pub(super) fn str(text: impl Into<String>) -> Self {
        Self::Str(text.into())
    }
}

impl<'a> Item<'a> {
    /// An element, and whether it may be missing.
    pub(super) fn of(value: Value<'a>, maybe: bool) -> Self {
        Self { value, maybe }
    }

    /// An element that is there.
    pub(super) fn sure(value: Value<'a>) -> Self {
        Self { value, maybe: false }
    }
}

impl Object<'_> {
    /// Keeps the first elements, where there are more than so many; whether there are.
    pub(super) fn shorten(&mut self, count: usize) -> bool {
        match self {
            Self::List(items) if items.len() > count => items.truncate(count),
            Self::Dict(pairs) if pairs.len() > count => pairs.truncate(count),
            _ => return false,
        }
        true
    }

    /// What copying it costs, in parts; what it shares with others is counted once, as a number.
    pub(super) fn weight(&self) -> usize {
        match self {
            Self::List(items) => items.iter().map(|item| item.value.weight()).sum(),
            Self::Dict(pairs) => {
                let each = pairs.iter().map(|(key, item)| key.weight() + item.value.weight());
                each.sum()
            }
            Self::Instance { attributes, .. } => 1 + attributes.len(),
        }
    }
}
