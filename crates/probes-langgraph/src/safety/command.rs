//! The words of a command, as far as they are known without running the program.

use python::ast::{Expr, ExprKind, FPart, Star};
use python::code::Code;
use python::program::Thing;
use python::scopes::ScopeId;
use python::walk;
use std::cell::Cell;

/// Deepest chain of variables, helpers and concatenations that make up a command.
const DEPTH_MAX: u8 = 6;
/// Most commands that one expression is followed to; a helper that runs them all has about a dozen callers.
const COMMANDS_MAX: usize = 64;
/// Most expressions that are read for one command; a variable may be bound to itself over and over.
const READS_MAX: usize = 2_000;

/// A command that may be run.
#[derive(Clone, Debug)]
pub(crate) struct Command<'a> {
    pub words: Vec<Word<'a>>,
    /// Whether it is one text that a shell or a splitter takes apart.
    pub is_text: bool,
    /// The functions it passes through, from the one that runs it to the one that wrote it.
    pub through: Vec<ScopeId>,
}

#[derive(Clone, Debug)]
pub(crate) enum Word<'a> {
    Known(String),
    /// An expression in a scope.
    Computed(ScopeId, &'a Expr),
}

impl Word<'_> {
    /// Its text, where it is known.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Self::Known(text) => Some(text),
            Self::Computed(..) => None,
        }
    }
}

/// The commands that an expression may stand for.
pub(crate) fn commands<'a>(code: &Code<'a>, scope: ScopeId, expr: &'a Expr) -> Vec<Command<'a>> {
    let left = Cell::new(READS_MAX);
    let mut found = Reader { code, left }.read(scope, expr, DEPTH_MAX);
    found.truncate(COMMANDS_MAX);
    found
}

struct Reader<'c, 'a> {
    code: &'c Code<'a>,
    /// How many expressions may still be read.
    left: Cell<usize>,
}

impl<'a> Reader<'_, 'a> {
    fn read(&self, scope: ScopeId, expr: &'a Expr, depth: u8) -> Vec<Command<'a>> {
        let left = self.left.get();
        self.left.set(left.saturating_sub(1));
        let Some(depth) = depth.checked_sub(1).filter(|_| left > 0) else {
            return vec![of_words(scope, vec![Word::Computed(scope, expr)])];
        };
        match &expr.kind {
            ExprKind::List(items) | ExprKind::Tuple(items) => self.sequence(scope, items, depth),
            ExprKind::Str(text) => vec![of_text(scope, split(text))],
            ExprKind::FString(parts) => vec![of_text(scope, formatted(scope, parts))],
            ExprKind::Binary(left, _, right) => self.joined(scope, left, right, depth),
            ExprKind::Name(name) => self.name(scope, expr, name, depth),
            ExprKind::Conditional { body, orelse, .. } => {
                let mut found = self.read(scope, body, depth);
                found.extend(self.read(scope, orelse, depth));
                found
            }
            ExprKind::Starred(inner) => self.read(scope, inner, depth),
            ExprKind::Call { .. } => self.call(scope, expr, depth),
            _ => self.constant(scope, expr, depth),
        }
    }

    fn sequence(&self, scope: ScopeId, items: &'a [Expr], depth: u8) -> Vec<Command<'a>> {
        let mut found = vec![of_words(scope, Vec::new())];
        for item in items {
            let next = match &item.kind {
                ExprKind::Starred(inner) => self.read(scope, inner, depth),
                _ => vec![of_words(scope, vec![self.word(scope, item)])],
            };
            found = product(&found, &next);
        }
        found
    }

    /// One word: its text where it is a constant, or the program that `which` looks for.
    fn word(&self, scope: ScopeId, item: &'a Expr) -> Word<'a> {
        if let Some(text) = self.text(scope, item) {
            return Word::Known(text);
        }
        if self.code.external_call(scope, item).as_deref() == Some("shutil.which")
            && let ExprKind::Call { args, .. } = &item.kind
            && let Some(ExprKind::Str(text)) = args.first().map(|arg| &arg.value.kind)
        {
            return Word::Known(text.clone());
        }
        Word::Computed(scope, item)
    }

    fn text(&self, scope: ScopeId, expr: &'a Expr) -> Option<String> {
        match &expr.kind {
            ExprKind::Str(text) => Some(text.clone()),
            ExprKind::Name(_) | ExprKind::Attribute { .. } => match self.code.thing(scope, expr)? {
                Thing::Value(
                    _,
                    Expr {
                        kind: ExprKind::Str(text),
                        ..
                    },
                ) => Some(text.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    fn joined(&self, scope: ScopeId, left: &'a Expr, right: &'a Expr, depth: u8) -> Vec<Command<'a>> {
        let left = self.read(scope, left, depth);
        let right = self.read(scope, right, depth);
        product(&left, &right)
    }

    fn name(&self, scope: ScopeId, expr: &'a Expr, name: &str, depth: u8) -> Vec<Command<'a>> {
        let here = &self.code.scopes[scope];
        let mut found = Vec::new();
        for binding in here.bindings.get(name).into_iter().flatten() {
            let is_added = self.is_augmented(scope, name, binding.value);
            if !is_added {
                found.extend(self.read(scope, binding.value, depth));
            }
        }
        if here.param(name).is_some() {
            found.extend(self.passed(scope, name, depth));
        }
        if found.is_empty() {
            return self.constant(scope, expr, depth);
        }
        self.change(scope, name, &mut found, depth);
        found
    }

    fn is_augmented(&self, scope: ScopeId, name: &str, value: &Expr) -> bool {
        let mut is_added = false;
        self.code.scopes[scope].statements(&mut |stmt| {
            if let python::ast::StmtKind::Augmented(target, _, added) = &stmt.kind {
                is_added |= walk::dotted(target).as_deref() == Some(name) && std::ptr::eq(added, value);
            }
        });
        is_added
    }

    /// What callers pass for a parameter; for `*args` all that is left.
    fn passed(&self, function: ScopeId, name: &str, depth: u8) -> Vec<Command<'a>> {
        let scope = &self.code.scopes[function];
        let param = scope.param(name);
        let mut found = Vec::new();
        for site in self.code.sites(function) {
            if param.is_some_and(|param| param.star == Star::One) {
                let skipped = scope
                    .function
                    .map_or(0, |f| f.params.iter().position(|p| p.name == name).unwrap_or(0));
                let skipped = skipped - usize::from(scope.binds_self() && skipped > 0);
                let rest = site
                    .args
                    .iter()
                    .filter(|arg| arg.name.is_none() && arg.star != Star::Two)
                    .skip(skipped);
                let words = rest.map(|arg| self.word(site.caller, &arg.value)).collect();
                found.push(of_words(site.caller, words));
            } else if let Some(value) = self.code.passed(function, site, name) {
                found.extend(self.read(site.caller, value, depth));
            }
        }
        let default = param
            .and_then(|param| param.default.as_ref())
            .filter(|_| found.is_empty());
        found.extend(
            default
                .into_iter()
                .flat_map(|default| self.read(function, default, depth)),
        );
        for command in &mut found {
            command.through.insert(0, function);
        }
        found.truncate(COMMANDS_MAX);
        found
    }

    /// `append`, `extend`, `insert` and `+=` on a list that was started before.
    fn change(&self, scope: ScopeId, name: &str, found: &mut Vec<Command<'a>>, depth: u8) {
        let mut added: Vec<(Option<usize>, Vec<Word<'a>>)> = Vec::new();
        for call in &self.code.scopes[scope].calls {
            let ExprKind::Call { callee, args } = &call.kind else {
                continue;
            };
            let ExprKind::Attribute { value, attribute } = &callee.kind else {
                continue;
            };
            if walk::dotted(value).as_deref() != Some(name) {
                continue;
            }
            match (attribute.as_str(), args.as_slice()) {
                ("append", [arg]) => added.push((None, vec![self.word(scope, &arg.value)])),
                ("insert", [at, arg]) => added.push((number(&at.value), vec![self.word(scope, &arg.value)])),
                ("extend", [arg]) => added.push((None, self.first(scope, &arg.value, depth))),
                _ => {}
            }
        }
        self.code.scopes[scope].statements(&mut |stmt| {
            if let python::ast::StmtKind::Augmented(target, _, value) = &stmt.kind
                && walk::dotted(target).as_deref() == Some(name)
            {
                added.push((None, self.first(scope, value, depth)));
            }
        });
        for command in found {
            for (at, words) in &added {
                let at = at.unwrap_or(command.words.len()).min(command.words.len());
                command.words.splice(at..at, words.iter().cloned());
            }
        }
    }

    fn first(&self, scope: ScopeId, expr: &'a Expr, depth: u8) -> Vec<Word<'a>> {
        self.read(scope, expr, depth)
            .into_iter()
            .next()
            .map_or(Vec::new(), |command| command.words)
    }

    fn call(&self, scope: ScopeId, expr: &'a Expr, depth: u8) -> Vec<Command<'a>> {
        let ExprKind::Call { callee, args } = &expr.kind else {
            return Vec::new();
        };
        if let ExprKind::Attribute { value, attribute } = &callee.kind
            && matches!(attribute.as_str(), "split" | "format" | "strip" | "copy")
        {
            let rest = args.iter().filter(|_| attribute == "format");
            let rest: Vec<Word<'a>> = rest.map(|arg| Word::Computed(scope, &arg.value)).collect();
            let mut found = self.read(scope, value, depth);
            for command in &mut found {
                command.words.extend(rest.iter().cloned());
            }
            return found;
        }
        let is_form =
            matches!(&callee.kind, ExprKind::Name(name) if matches!(name.as_str(), "list" | "tuple" | "str"));
        let splits = matches!(
            self.code.external_call(scope, expr).as_deref(),
            Some("shlex.split" | "shlex.join")
        );
        match args.first() {
            Some(first) if is_form || splits => self.read(scope, &first.value, depth),
            _ => self.returned(scope, expr, callee, depth),
        }
    }

    fn returned(&self, scope: ScopeId, expr: &'a Expr, callee: &'a Expr, depth: u8) -> Vec<Command<'a>> {
        let mut found = Vec::new();
        for target in self.code.targets(scope, callee) {
            let Some(function) = self.code.scopes[target].function else {
                continue;
            };
            for value in python::forms::results(&function.body) {
                found.extend(self.read(target, value, depth));
            }
        }
        if found.is_empty() {
            found.push(of_words(scope, vec![Word::Computed(scope, expr)]));
        }
        found
    }

    /// A constant of a module or class, or a word that is not known.
    fn constant(&self, scope: ScopeId, expr: &'a Expr, depth: u8) -> Vec<Command<'a>> {
        match self.code.thing(scope, expr) {
            Some(Thing::Value(_, value)) if !std::ptr::eq(value, expr) => self.read(scope, value, depth),
            _ => vec![of_words(scope, vec![Word::Computed(scope, expr)])],
        }
    }
}

fn of_words(scope: ScopeId, words: Vec<Word<'_>>) -> Command<'_> {
    Command {
        words,
        is_text: false,
        through: vec![scope],
    }
}

fn of_text(scope: ScopeId, words: Vec<Word<'_>>) -> Command<'_> {
    Command {
        words,
        is_text: true,
        through: vec![scope],
    }
}

fn split<'a>(text: &str) -> Vec<Word<'a>> {
    text.split_whitespace()
        .map(|word| Word::Known(word.to_owned()))
        .collect()
}

fn formatted(scope: ScopeId, parts: &[FPart]) -> Vec<Word<'_>> {
    let words = parts.iter().flat_map(|part| match part {
        FPart::Text(text) => split(text),
        FPart::Raises(_) => Vec::new(),
        FPart::Value(value) | FPart::Formatted(value) => {
            vec![Word::Computed(scope, value)]
        }
    });
    words.collect()
}

/// Every first part followed by every second part.
fn product<'a>(left: &[Command<'a>], right: &[Command<'a>]) -> Vec<Command<'a>> {
    let mut found = Vec::new();
    for first in left {
        for second in right {
            if found.len() >= COMMANDS_MAX {
                return found;
            }
            let mut whole = first.clone();
            whole.words.extend(second.words.iter().cloned());
            whole.is_text |= second.is_text && second.words.len() > 1;
            whole.through = longer(&first.through, &second.through);
            found.push(whole);
        }
    }
    found
}

fn longer(left: &[ScopeId], right: &[ScopeId]) -> Vec<ScopeId> {
    if right.len() > left.len() {
        right.to_vec()
    } else {
        left.to_vec()
    }
}

fn number(expr: &Expr) -> Option<usize> {
    match &expr.kind {
        ExprKind::Number(text) => text.parse().ok(),
        _ => None,
    }
}
