//! Expressions.

use super::{ELEMENTS_MAX, Machine};
use crate::topology::value::{ALTERNATIVES_MAX, FrameId, Item, Lambda, Object, TEXT_MAX, Value};
use python::ast::{Clause, Comprehension, ComprehensionKind, Expr, ExprKind, FPart};
use std::rc::Rc;

impl<'a> Machine<'a> {
    pub(crate) fn eval(&mut self, frame: FrameId, expr: &'a Expr) -> Value<'a> {
        if !self.burn() {
            return Value::Unknown;
        }
        let value = self.deeper(|machine| machine.eval_kind(frame, expr));
        value.unwrap_or(Value::Unknown)
    }

    fn eval_kind(&mut self, frame: FrameId, expr: &'a Expr) -> Value<'a> {
        match &expr.kind {
            ExprKind::Name(name) => self.lookup(frame, name),
            ExprKind::Str(text) => Value::str(text.as_str()),
            ExprKind::Number(number) => number.parse().map_or(Value::Unknown, Value::Int),
            ExprKind::Bool(value) => Value::Bool(*value),
            ExprKind::None => Value::None,
            ExprKind::FString(parts) => self.formatted(frame, parts),
            ExprKind::Attribute { value, attribute } => {
                let value = self.eval(frame, value);
                self.attribute(&value, attribute)
            }
            ExprKind::Call { callee, args } => self.call_expr(frame, expr, callee, args),
            ExprKind::Await(value) => self.eval(frame, value),
            ExprKind::Walrus { name, value } => {
                let value = self.eval(frame, value);
                self.bind(frame, name, value.clone());
                value
            }
            ExprKind::Lambda { params, body } => Value::Lambda(Rc::new(Lambda {
                path: self.frames[frame].path,
                params,
                body,
                frame,
                span: expr.span,
            })),
            ExprKind::Yield(value) => {
                let value = value
                    .as_ref()
                    .map_or(Value::None, |value| self.eval(frame, value));
                let maybe = self.maybe > 0;
                self.frames[frame].yields.push(Item { value, maybe });
                self.frames[frame].is_generator = true;
                Value::Unknown
            }
            _ => self.eval_collection(frame, expr),
        }
    }

    fn eval_collection(&mut self, frame: FrameId, expr: &'a Expr) -> Value<'a> {
        match &expr.kind {
            ExprKind::List(items) | ExprKind::Set(items) => {
                let items = self.elements(frame, items);
                self.list(items)
            }
            ExprKind::Tuple(items) => {
                let items = self.elements(frame, items);
                if items.iter().any(|item| item.maybe) {
                    return self.list(items);
                }
                Value::Tuple(items.into_iter().map(|item| item.value).collect()).kept()
            }
            ExprKind::Dict(pairs) => self.dict(frame, pairs),
            ExprKind::Comprehension(comprehension) => self.comprehension(frame, comprehension),
            ExprKind::Subscript(value, index) => {
                let value = self.eval(frame, value);
                if let ExprKind::Slice { lower, upper, step } = &index.kind {
                    let mut bound = |bound: &'a Option<Box<Expr>>| {
                        let bound = bound.as_ref()?;
                        Some(self.eval(frame, bound))
                    };
                    let bounds = (bound(lower), bound(upper), bound(step));
                    return self.slice(&value, bounds.0, bounds.1, bounds.2.is_some());
                }
                let index = self.eval(frame, index);
                self.item(&value, &index)
            }
            _ => self.eval_operation(frame, expr),
        }
    }

    fn eval_operation(&mut self, frame: FrameId, expr: &'a Expr) -> Value<'a> {
        match &expr.kind {
            ExprKind::Binary(left, operator, right) => {
                let (left, right) = (self.eval(frame, left), self.eval(frame, right));
                self.binary(&left, operator, &right)
            }
            ExprKind::Unary(operator, operand) => {
                let operand = self.eval(frame, operand);
                match (operator.as_str(), &operand) {
                    // Of whatever it is, `not` makes one of two.
                    ("not", value) => match self.truth(value) {
                        Some(truth) => Value::Bool(!truth),
                        None => Value::one_of([true, false].map(Value::Bool)),
                    },
                    ("-", Value::Int(value)) => value.checked_neg().map_or(Value::Unknown, Value::Int),
                    _ => Value::Unknown,
                }
            }
            ExprKind::Logic(left, operator, right) => self.logic(frame, operator, left, right),
            ExprKind::Compare { left, rest } => {
                let left = self.eval(frame, left);
                let [(operator, right)] = rest.as_slice() else {
                    return Value::Unknown;
                };
                let right = self.eval(frame, right);
                self.compare(&left, operator, &right)
                    .map_or(Value::Unknown, Value::Bool)
            }
            ExprKind::Conditional { test, body, orelse } => {
                let test = self.eval(frame, test);
                match self.truth(&test) {
                    Some(true) => self.eval(frame, body),
                    Some(false) => self.eval(frame, orelse),
                    None => {
                        let (body, orelse) = (self.eval(frame, body), self.eval(frame, orelse));
                        Value::one_of([body, orelse])
                    }
                }
            }
            _ => Value::Unknown,
        }
    }

    fn formatted(&mut self, frame: FrameId, parts: &'a [FPart]) -> Value<'a> {
        let mut texts = vec![String::new()];
        for part in parts {
            let values = match part {
                FPart::Text(text) => vec![Value::str(text.as_str())],
                FPart::Value(value) => self.eval(frame, value).alternatives(),
                FPart::Formatted(_) | FPart::Raises(_) => return Value::Unknown,
            };
            let mut longer = Vec::new();
            for text in &texts {
                for value in &values {
                    match value {
                        _ if longer.len() >= ALTERNATIVES_MAX => return Value::Unknown,
                        Value::Str(more) => longer.push(format!("{text}{more}")),
                        Value::Int(more) => longer.push(format!("{text}{more}")),
                        _ => return Value::Unknown,
                    }
                }
            }
            longer
                .iter_mut()
                .for_each(|text| text.truncate(text.floor_char_boundary(TEXT_MAX + 1)));
            texts = longer;
        }
        Value::one_of(texts.into_iter().map(|text| Value::Str(text).kept()))
    }

    /// The elements of a display; a starred part that is not known may be anything.
    fn elements(&mut self, frame: FrameId, exprs: &'a [Expr]) -> Vec<Item<'a>> {
        let mut items = Vec::new();
        for expr in exprs.iter().take(ELEMENTS_MAX) {
            if let ExprKind::Starred(inner) = &expr.kind {
                let inner = self.eval(frame, inner);
                items.extend(self.items(&inner).unwrap_or_else(unknown_round));
            } else {
                let value = self.eval(frame, expr);
                items.push(Item::sure(value));
            }
        }
        items
    }

    fn dict(&mut self, frame: FrameId, pairs: &'a [(Option<Expr>, Expr)]) -> Value<'a> {
        let mut found: Vec<(Value<'a>, Item<'a>)> = Vec::new();
        for (key, value) in pairs.iter().take(ELEMENTS_MAX) {
            let value = self.eval(frame, value);
            match key {
                Some(key) => found.push((self.eval(frame, key), Item::sure(value))),
                None => match value {
                    Value::Dict(id) => {
                        if let Object::Dict(more) = &self.heap[id] {
                            found.extend(more.iter().cloned());
                        }
                    }
                    _ => found.push((Value::Unknown, Item::of(Value::Unknown, true))),
                },
            }
        }
        Value::Dict(self.allocate(Object::Dict(found)))
    }

    fn comprehension(&mut self, frame: FrameId, comprehension: &'a Comprehension) -> Value<'a> {
        let before = self.frames[frame].vars.clone();
        self.spend(before.len());
        let mut found = Vec::new();
        self.clauses(frame, comprehension, &comprehension.clauses, false, &mut found);
        self.frames[frame].vars = before;
        match comprehension.kind {
            ComprehensionKind::Dict => Value::Dict(self.allocate(Object::Dict(found))),
            _ => {
                let items = found.into_iter().map(|(_, item)| item).collect();
                self.list(items)
            }
        }
    }

    /// Goes through the clauses that are left; there are as many levels as the code has clauses.
    fn clauses(
        &mut self,
        frame: FrameId,
        comprehension: &'a Comprehension,
        clauses: &'a [Clause],
        maybe: bool,
        found: &mut Vec<(Value<'a>, Item<'a>)>,
    ) {
        let Some((clause, rest)) = clauses.split_first() else {
            let element = self.eval(frame, &comprehension.element);
            let value = comprehension.value.as_ref().map(|value| self.eval(frame, value));
            let (key, value) = match value {
                Some(value) => (element, value),
                None => (Value::None, element),
            };
            found.push((key, Item { value, maybe }));
            return;
        };
        let over = self.eval(frame, &clause.iter);
        let items = self.items(&over);
        let is_known = items.is_some();
        self.unknown_rounds += usize::from(!is_known);
        for item in items.unwrap_or_else(unknown_round) {
            if found.len() > ELEMENTS_MAX || self.fuel == 0 {
                break;
            }
            self.assign(frame, &clause.target, item.value);
            let truths: Vec<Option<bool>> = clause
                .conditions
                .iter()
                .map(|condition| {
                    let value = self.eval(frame, condition);
                    self.truth(&value)
                })
                .collect();
            if !truths.contains(&Some(false)) {
                let maybe = maybe || item.maybe || truths.contains(&None);
                self.deeper(|machine| machine.clauses(frame, comprehension, rest, maybe, found));
            }
        }
        self.unknown_rounds -= usize::from(!is_known);
    }

    fn logic(&mut self, frame: FrameId, operator: &str, left: &'a Expr, right: &'a Expr) -> Value<'a> {
        let left = self.eval(frame, left);
        match (operator, self.truth(&left)) {
            ("and", Some(false)) | ("or", Some(true)) => left,
            ("and" | "or", Some(_)) => self.eval(frame, right),
            _ => {
                let right = self.eval(frame, right);
                Value::one_of([left, right])
            }
        }
    }

    pub(super) fn binary(&mut self, left: &Value<'a>, operator: &str, right: &Value<'a>) -> Value<'a> {
        match (left, operator, right) {
            (Value::Str(left), "+", Value::Str(right)) => Value::Str(format!("{left}{right}")).kept(),
            (Value::Path(_), "/", _) => self.joined(&[left.clone(), right.clone()]),
            (Value::Int(left), "+", Value::Int(right)) => {
                left.checked_add(*right).map_or(Value::Unknown, Value::Int)
            }
            (Value::Int(left), "-", Value::Int(right)) => {
                left.checked_sub(*right).map_or(Value::Unknown, Value::Int)
            }
            (Value::List(_) | Value::Tuple(_), "+", _) | (Value::List(_), "|", _) => {
                match (self.items(left), self.items(right)) {
                    (Some(mut items), Some(more)) => {
                        items.extend(more);
                        self.list(items)
                    }
                    _ => Value::Unknown,
                }
            }
            (Value::Dict(left), "|", Value::Dict(right)) => {
                let (Object::Dict(left), Object::Dict(right)) = (&self.heap[*left], &self.heap[*right])
                else {
                    return Value::Unknown;
                };
                let pairs = left.iter().chain(right).cloned().collect();
                Value::Dict(self.allocate(Object::Dict(pairs)))
            }
            _ => Value::Unknown,
        }
    }

    fn compare(&mut self, left: &Value<'a>, operator: &str, right: &Value<'a>) -> Option<bool> {
        match operator {
            "==" | "is" => same(left, right),
            "!=" | "<>" | "is not" => same(left, right).map(|same| !same),
            "in" => self.contains(right, left),
            "not in" => self.contains(right, left).map(|found| !found),
            _ => {
                let (Value::Int(left), Value::Int(right)) = (left, right) else {
                    return None;
                };
                match operator {
                    "<" => Some(left < right),
                    "<=" => Some(left <= right),
                    ">" => Some(left > right),
                    ">=" => Some(left >= right),
                    _ => None,
                }
            }
        }
    }

    fn contains(&mut self, holder: &Value<'a>, value: &Value<'a>) -> Option<bool> {
        if let (Value::Str(text), Value::Str(part)) = (holder, value) {
            return Some(text.contains(part));
        }
        let items = self.items(holder)?;
        let answers: Vec<Option<bool>> = items.iter().map(|item| same(&item.value, value)).collect();
        let sure = items
            .iter()
            .zip(&answers)
            .any(|(item, same)| *same == Some(true) && !item.maybe);
        if sure {
            return Some(true);
        }
        answers.iter().all(|same| *same == Some(false)).then_some(false)
    }

    fn item(&mut self, owner: &Value<'a>, index: &Value<'a>) -> Value<'a> {
        match (owner, index) {
            (Value::Dict(id), index) => match &self.heap[*id] {
                Object::Dict(pairs) => {
                    let found = pairs.iter().rev().find(|(key, _)| same(key, index) == Some(true));
                    found.map_or(Value::Unknown, |(_, item)| item.value.clone())
                }
                _ => Value::Unknown,
            },
            (Value::List(_) | Value::Tuple(_), Value::Int(at)) => {
                let items = self.items(owner).unwrap_or_default();
                let at = if *at < 0 {
                    i64::try_from(items.len()).unwrap_or(0) + at
                } else {
                    *at
                };
                // Behind something of unknown length nothing has a place of its own.
                let is_loose = items
                    .iter()
                    .any(|item| item.maybe && item.value == Value::Unknown);
                let item = usize::try_from(at).ok().and_then(|at| items.get(at));
                item.filter(|_| !is_loose)
                    .map_or(Value::Unknown, |item| item.value.clone())
            }
            (Value::Class(path, class), Value::Str(name)) if self.is_enum(path, class) => {
                self.class_attribute(path, class, name)
            }
            // `Generic[T]`: the thing itself.
            (Value::Class(..) | Value::External(_), _) => owner.clone(),
            (Value::OneOf(values), _) => {
                let values: Vec<Value<'a>> = values.iter().map(|value| self.item(value, index)).collect();
                Value::one_of(values)
            }
            _ => Value::Unknown,
        }
    }

    fn slice(
        &mut self,
        owner: &Value<'a>,
        lower: Option<Value<'a>>,
        upper: Option<Value<'a>>,
        has_step: bool,
    ) -> Value<'a> {
        let Some(items) = self.items(owner).filter(|_| !has_step) else {
            return Value::Unknown;
        };
        let bound = |bound: Option<Value<'a>>, otherwise: usize| match bound {
            None | Some(Value::None) => Some(otherwise),
            Some(Value::Int(at)) if at < 0 => {
                let back = usize::try_from(at.unsigned_abs()).ok()?;
                Some(items.len().saturating_sub(back))
            }
            Some(Value::Int(at)) => Some(usize::try_from(at).ok()?.min(items.len())),
            Some(_) => None,
        };
        let (Some(from), Some(to)) = (bound(lower, 0), bound(upper, items.len())) else {
            return Value::Unknown;
        };
        let kept = items.get(from..to).unwrap_or_default().to_vec();
        self.list(kept)
    }
}

fn unknown_round<'a>() -> Vec<Item<'a>> {
    vec![Item::of(Value::Unknown, true)]
}

/// Whether two values are equal; `None`: not known.
fn same(left: &Value<'_>, right: &Value<'_>) -> Option<bool> {
    use Value::{Bool, Int, Member, None as Nothing, Str};
    match (left, right) {
        (Value::Unknown, _) | (_, Value::Unknown) => None,
        (Value::OneOf(values), other) | (other, Value::OneOf(values)) => {
            let mut answers = values.iter().map(|value| same(value, other));
            let first = answers.next()?;
            answers.all(|answer| answer == first).then_some(first)?
        }
        (Member(left), Member(right)) => Some(left == right),
        (Member(member), other) | (other, Member(member)) => same(&member.value, other),
        (Nothing | Bool(_) | Int(_) | Str(_), Nothing | Bool(_) | Int(_) | Str(_)) => Some(left == right),
        (Nothing, Value::External(_) | Value::Method(..))
        | (Value::External(_) | Value::Method(..), Nothing) => None,
        (Nothing, _) | (_, Nothing) => Some(false),
        (Value::Class(..), Value::Class(..)) | (Value::Builder(_), Value::Builder(_)) => Some(left == right),
        _ => None,
    }
}
