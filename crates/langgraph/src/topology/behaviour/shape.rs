//! What is known of a dict, and the statements that make one or write into it.

use court::evidence::Place;
use python::ast::{Expr, ExprKind, Stmt, StmtKind};
use python::walk;
use std::collections::{BTreeMap, BTreeSet};

/// What is known of a dict.
#[derive(Clone, Debug, Default)]
pub(super) struct Shape {
    pub(super) may: BTreeMap<String, Place>,
    pub(super) sure: BTreeSet<String>,
    /// Whether it may be the whole state, and whether it surely is.
    pub(super) is_whole: bool,
    pub(super) is_surely_whole: bool,
    pub(super) lost: BTreeSet<String>,
    /// It may be an object of this class of which the state has no field, and where it is made.
    pub(super) stranger: Option<(String, Place)>,
}

impl Shape {
    pub(super) fn stranger(class: &str, place: Place) -> Self {
        Self {
            stranger: Some((class.to_owned(), place)),
            ..Self::default()
        }
    }

    pub(super) fn key(name: &str, place: Place) -> Self {
        Self {
            may: BTreeMap::from([(name.to_owned(), place)]),
            sure: BTreeSet::from([name.to_owned()]),
            ..Self::default()
        }
    }

    pub(super) fn lost(name: &str) -> Self {
        Self {
            lost: BTreeSet::from([name.to_owned()]),
            ..Self::default()
        }
    }

    /// This with the keys of the other written over it.
    pub(super) fn and(mut self, other: Self) -> Self {
        self.may.extend(other.may);
        self.sure.extend(other.sure);
        self.is_whole |= other.is_whole;
        self.is_surely_whole |= other.is_surely_whole;
        self.lost.extend(other.lost);
        self
    }

    /// This and what may be written over it.
    pub(super) fn perhaps(mut self, other: Self) -> Self {
        self.may.extend(other.may);
        self.lost.extend(other.lost);
        self
    }

    /// One of the two.
    pub(super) fn or(mut self, other: Self) -> Self {
        self.may.extend(other.may);
        self.sure = &self.sure & &other.sure;
        self.stranger = self.stranger.or(other.stranger);
        self.is_whole |= other.is_whole;
        self.is_surely_whole &= other.is_surely_whole;
        self.lost.extend(other.lost);
        self
    }
}

/// The key of `name["key"]`.
pub(super) fn item<'e>(target: &'e Expr, is_it: &impl Fn(&Expr) -> bool) -> Option<&'e str> {
    match &target.kind {
        ExprKind::Subscript(value, index) if is_it(value) => match &index.kind {
            ExprKind::Str(key) => Some(key),
            _ => None,
        },
        _ => None,
    }
}

/// The key of `del name["key"]`.
pub(super) fn deleted<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let target = text.strip_prefix("del ")?.trim();
    let index = target
        .strip_prefix(name)?
        .trim()
        .strip_prefix('[')?
        .strip_suffix(']')?;
    Some(index.trim().trim_matches(['"', '\'']))
}

pub(super) fn assigned_to<'a>(stmt: &'a Stmt, name: &str) -> Option<&'a Expr> {
    let is_it = |target: &Expr| matches!(&target.kind, ExprKind::Name(known) if known == name);
    match &stmt.kind {
        StmtKind::Assign { targets, value } if targets.iter().any(is_it) => Some(value),
        StmtKind::Annotated(target, _, Some(value)) if is_it(target) => Some(value),
        _ => None,
    }
}

/// Whether a statement binds a name to something that is not followed.
pub(super) fn binds_otherwise(stmt: &Stmt, name: &str) -> bool {
    let within = |target: &Expr| {
        let mut found = false;
        walk::expression(target, &mut |part| {
            found |= matches!(&part.kind, ExprKind::Name(known) if known == name)
        });
        found
    };
    let is_pattern = |target: &Expr| matches!(target.kind, ExprKind::Tuple(_) | ExprKind::List(_));
    match &stmt.kind {
        StmtKind::Assign { targets, .. } => targets.iter().any(|target| is_pattern(target) && within(target)),
        StmtKind::For { target, .. } => within(target),
        StmtKind::With { items, .. } => items
            .iter()
            .any(|(_, target)| target.as_ref().is_some_and(within)),
        StmtKind::Other(text) => {
            text.starts_with("del ") && text[4..].split(',').any(|part| part.trim() == name)
        }
        _ => false,
    }
}
