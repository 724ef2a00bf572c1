//! What names stand for where two ways meet.

use super::evaluator::{Env, Evaluator};
use super::term::{Kept, Node, Term};

impl Evaluator<'_> {
    /// What names stand for after a decision.
    pub(super) fn merged(&mut self, test: Term, then: &Env, other: &Env, before: &Env) -> Env {
        let mut env = other.clone();
        for (name, value) in then {
            let merged = match other.get(name) {
                None => *value,
                Some(else_value) if else_value == value => continue,
                Some(else_value) => {
                    let old = before.get(name).copied();
                    self.changed(test, *value, *else_value, old).unwrap_or_else(|| {
                        self.terms
                            .gate(test, *value, *else_value, kept(*value, *else_value, old))
                    })
                }
            };
            env.insert(name.clone(), merged);
        }
        env
    }

    /// An object that both ways changed, or one of them, is still that object, with fields decided one by one.
    fn changed(&mut self, test: Term, then: Term, other: Term, old: Option<Term>) -> Option<Term> {
        let record = |term: Term| match self.terms.node(term) {
            Node::Record { path, class, fields } => Some(((path, class), fields)),
            _ => None,
        };
        let ((class, then), (other_class, other), (old_class, old)) =
            (record(then)?, record(other)?, record(old?)?);
        if class != other_class || class != old_class {
            return None;
        }
        let (path, class) = (class.0.clone(), class.1.clone());
        let (then, other, old) = (then.clone(), other.clone(), old.clone());
        let of = |fields: &[(String, Term)], name: &str| {
            fields
                .iter()
                .find(|(field, _)| field == name)
                .map(|(_, value)| *value)
        };
        let mut fields = other.clone();
        for (name, value) in then {
            match fields.iter_mut().find(|(field, _)| *field == name) {
                Some((_, known)) if *known != value => {
                    let kept = kept(value, *known, of(&old, &name));
                    *known = self.terms.gate(test, value, *known, kept);
                }
                Some(_) => {}
                None => fields.push((name, value)),
            }
        }
        Some(self.terms.intern(Node::Record { path, class, fields }))
    }
}

/// Which of two outcomes is what stood there before.
fn kept(then: Term, other: Term, old: Option<Term>) -> Kept {
    match old {
        Some(old) if old == other => Kept::Other,
        Some(old) if old == then => Kept::Then,
        _ => Kept::Neither,
    }
}
