//! What a router may answer, as far as it is certain that it may.
//!
//! Evaluation puts all that a list may hold into one answer, also what two branches of one condition add. Such an
//! answer is taken only where the function shows that its parts can be there together.

use super::super::{End, RouteSource, Router};
use super::Study;
use crate::topology::routes::answers_one;
use python::ast::{Expr, ExprKind, Stmt, StmtKind};
use python::program::{Definition, FunctionRef, Scope};
use python::walk;
use std::collections::{BTreeMap, BTreeSet};

/// Deepest expression that is looked into.
const DEPTH_MAX: usize = 60;
/// Most occurrences of the words of one answer that are compared.
const OCCURRENCES_MAX: usize = 200;

/// What a router may answer.
#[derive(Debug, Default)]
pub(super) struct Options {
    /// Targets that are taken together, one set for each answer that is certain to be possible; ways back are
    /// left out.
    pub(super) answers: Vec<BTreeSet<End>>,
    /// Whether there is no other answer.
    pub(super) is_whole: bool,
}

pub(super) fn all(study: &Study<'_>) -> Vec<Options> {
    let routers = study.graph.routers.iter();
    routers.map(|router| of_router(study, router)).collect()
}

fn of_router(study: &Study<'_>, router: &Router) -> Options {
    // Of an answer that hangs on what the state may never have, nobody knows whether it can be given.
    let state = study.state.as_ref();
    if study.is_optional(router) || state.is_some_and(|state| !state.unknown(study, router).is_empty()) {
        return Options::default();
    }
    let function = study.function(router.function.as_ref());
    let certain = |answer: &&BTreeSet<End>| {
        let nodes: Vec<&End> = answer.iter().filter(|end| **end != End::Finish).collect();
        nodes.len() < 2 || function.is_some_and(|function| are_together(study, router, function, &nodes))
    };
    let mut answers: Vec<BTreeSet<End>> = router.answers.iter().filter(certain).cloned().collect();
    let mut is_whole = !router.is_open && answers.len() == router.answers.len();
    if router.is_open
        && router.source != RouteSource::Returns
        && function.is_some_and(|function| function.function.returns.as_ref().is_some_and(answers_one))
    {
        let seen: BTreeSet<End> = answers.iter().flatten().cloned().collect();
        let unseen = router.targets.difference(&seen);
        answers.extend(unseen.map(|target| BTreeSet::from([target.clone()])));
        is_whole = true;
    }
    let forward = answers
        .into_iter()
        .map(|answer| without_back(study, router, answer));
    Options {
        answers: forward.filter(|answer| !answer.is_empty()).collect(),
        is_whole,
    }
}

fn without_back(study: &Study<'_>, router: &Router, mut answer: BTreeSet<End>) -> BTreeSet<End> {
    answer.retain(|to| !study.is_back(&router.from, to));
    answer
}

/// Where a word stands: the arms of the conditions that lead there.
type Arms = BTreeMap<usize, usize>;

struct Search<'s, 'a> {
    study: &'s Study<'a>,
    scope: Option<Scope<'a>>,
    /// The number of the target that each word stands for.
    words: BTreeMap<String, usize>,
    found: Vec<(usize, Arms)>,
}

fn are_together<'a>(study: &Study<'a>, router: &Router, function: FunctionRef<'a>, targets: &[&End]) -> bool {
    let words = words(study, router, targets);
    study.with_callees(function).into_iter().any(|function| {
        let mut search = Search {
            study,
            scope: study.program.scope_of(&function),
            words: words.clone(),
            found: Vec::new(),
        };
        search.block(&function.function.body, &Arms::new());
        search.shows_all(targets.len())
    })
}

/// The names of the targets and the labels that stand for them.
fn words(study: &Study<'_>, router: &Router, targets: &[&End]) -> BTreeMap<String, usize> {
    let mut words = BTreeMap::new();
    for (number, target) in targets.iter().enumerate() {
        words.extend(target.node().map(|name| (name.to_owned(), number)));
        let edges = study.graph.edges_from(&router.from);
        let own = edges.filter(|edge| edge.place == router.place && edge.to == **target);
        words.extend(own.filter_map(|edge| Some((edge.label.clone()?, number))));
    }
    words
}

impl<'a> Search<'_, 'a> {
    /// Whether some occurrences, one of each target, stand in no two arms of one condition.
    fn shows_all(&self, targets: usize) -> bool {
        let meet = |one: &Arms, other: &Arms| {
            one.iter()
                .all(|(at, arm)| other.get(at).is_none_or(|known| known == arm))
        };
        let of = |number: usize| self.found.iter().filter(move |(found, _)| *found == number);
        (0..targets).all(|one| {
            (0..one).all(|other| of(one).any(|(_, arms)| of(other).any(|(_, others)| meet(arms, others))))
        })
    }

    fn block(&mut self, body: &'a [Stmt], arms: &Arms) {
        let mut arms = arms.clone();
        for stmt in body {
            if matches!(stmt.kind, StmtKind::Function(_) | StmtKind::Class(_)) {
                continue;
            }
            let key = std::ptr::from_ref(stmt).addr();
            for head in walk::heads(stmt) {
                self.expression(head, &arms, DEPTH_MAX);
            }
            if let StmtKind::For { iter, .. } = &stmt.kind {
                self.constant(iter, &arms);
            }
            let is_choice = matches!(
                stmt.kind,
                StmtKind::If { .. } | StmtKind::Match { .. } | StmtKind::Try { .. }
            );
            for (arm, block) in walk::blocks(stmt).into_iter().enumerate() {
                let mut within = arms.clone();
                if is_choice {
                    within.insert(key, arm);
                }
                self.block(block, &within);
            }
            if let StmtKind::If { body, orelse, .. } = &stmt.kind {
                if leaves(body) {
                    arms.insert(key, 1);
                } else if leaves(orelse) {
                    arms.insert(key, 0);
                }
            }
        }
    }

    fn expression(&mut self, expr: &'a Expr, arms: &Arms, depth: usize) {
        let Some(depth) = depth.checked_sub(1) else {
            return;
        };
        match &expr.kind {
            ExprKind::Str(text) => self.word(text, arms),
            ExprKind::Conditional { test, body, orelse } => {
                let key = std::ptr::from_ref(expr).addr();
                self.expression(test, arms, depth);
                for (arm, part) in [body, orelse].into_iter().enumerate() {
                    let mut within = arms.clone();
                    within.insert(key, arm);
                    self.expression(part, &within, depth);
                }
            }
            ExprKind::Comprehension(comprehension) => {
                for clause in &comprehension.clauses {
                    self.constant(&clause.iter, arms);
                }
                self.parts(expr, arms, depth);
            }
            _ => self.parts(expr, arms, depth),
        }
    }

    fn parts(&mut self, expr: &'a Expr, arms: &Arms, depth: usize) {
        for part in walk::parts(expr) {
            self.expression(part, arms, depth);
        }
    }

    /// The texts of a list that has a name and is gone through.
    fn constant(&mut self, iter: &Expr, arms: &Arms) {
        let named = walk::dotted(iter).zip(self.scope);
        let definition = named.and_then(|(name, scope)| self.study.program.resolve_in(scope, &name));
        if let Some(Definition::Value(_, expr)) = definition
            && let ExprKind::List(items) | ExprKind::Tuple(items) = &expr.kind
        {
            for item in items {
                if let ExprKind::Str(text) = &item.kind {
                    self.word(text, arms);
                }
            }
        }
    }

    fn word(&mut self, text: &str, arms: &Arms) {
        if let Some(number) = self.words.get(text)
            && self.found.len() < OCCURRENCES_MAX
        {
            self.found.push((*number, arms.clone()));
        }
    }
}

/// Whether nothing after this block runs once it has.
pub(super) fn leaves(body: &[Stmt]) -> bool {
    body.last().is_some_and(|stmt| match &stmt.kind {
        StmtKind::Return(_) | StmtKind::Raise(_) => true,
        StmtKind::Other(text) => matches!(text.trim(), "continue" | "break"),
        StmtKind::If { body, orelse, .. } => leaves(body) && leaves(orelse),
        StmtKind::With { body, .. } => leaves(body),
        StmtKind::Try {
            body,
            handlers,
            orelse,
            finally,
        } => {
            let is_done = leaves(body) || leaves(orelse);
            leaves(finally) || is_done && handlers.iter().all(|handler| leaves(&handler.body))
        }
        _ => false,
    })
}
