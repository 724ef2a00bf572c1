//! Loops: what is bound on any way through them and out of them.

use super::statements::{Flow, join};
use super::{Loop, Machine, ROUNDS_MAX, Vars};
use crate::topology::value::{FrameId, Value};
use python::ast::{Expr, Stmt};
use std::collections::BTreeMap;

impl<'a> Machine<'a> {
    /// Keeps what is bound where a round of a loop is left under a condition that is not known.
    pub(super) fn leave_round(&mut self, flow: Flow, vars: Vars<'a>) {
        let Some(around) = self.loops.last_mut() else {
            return;
        };
        match flow {
            Flow::Break => around.broken.push(vars),
            Flow::Continue => around.continued.push(vars),
            Flow::Next | Flow::Leave => {}
        }
    }

    /// One round of the innermost loop: after it holds what any way to its end bound.
    fn round(&mut self, frame: FrameId, body: &'a [Stmt], maybe: bool) -> Flow {
        let flow = if maybe {
            self.maybe_block(frame, body)
        } else {
            self.block(frame, body)
        };
        let continued = self
            .loops
            .last_mut()
            .map(|around| std::mem::take(&mut around.continued));
        self.merge(frame, continued.unwrap_or_default());
        flow
    }

    /// After a loop holds what any way out of it bound.
    fn after_loop(&mut self, frame: FrameId) {
        let around = self.loops.pop().unwrap_or_default();
        self.merge(frame, around.broken);
    }

    fn merge(&mut self, frame: FrameId, others: Vec<Vars<'a>>) {
        if !others.is_empty() {
            self.spend(others.iter().map(BTreeMap::len).sum());
            let mut ends = vec![std::mem::take(&mut self.frames[frame].vars)];
            ends.extend(others);
            self.frames[frame].vars = join(&ends);
        }
    }

    pub(super) fn for_loop(
        &mut self,
        frame: FrameId,
        target: &'a Expr,
        iter: &'a Expr,
        body: &'a [Stmt],
    ) -> Flow {
        let over = self.eval(frame, iter);
        let Some(items) = self.items(&over) else {
            self.assign(frame, target, Value::Unknown);
            self.unknown_rounds += 1;
            self.loops.push(Loop::default());
            self.round(frame, body, true);
            self.after_loop(frame);
            self.unknown_rounds -= 1;
            return Flow::Next;
        };
        self.is_cut |= items.len() > ROUNDS_MAX;
        self.loops.push(Loop::default());
        let mut ended = Flow::Next;
        for item in items.into_iter().take(ROUNDS_MAX) {
            self.assign(frame, target, item.value);
            match self.round(frame, body, item.maybe) {
                Flow::Break if !item.maybe => break,
                Flow::Leave if !item.maybe => {
                    ended = Flow::Leave;
                    break;
                }
                _ if self.fuel == 0 => break,
                _ => {}
            }
        }
        self.after_loop(frame);
        ended
    }

    pub(super) fn while_loop(&mut self, frame: FrameId, test: &'a Expr, body: &'a [Stmt]) -> Flow {
        self.loops.push(Loop::default());
        let mut ended = Flow::Next;
        for _ in 0..ROUNDS_MAX {
            let value = self.eval(frame, test);
            let truth = self.truth(&value);
            if truth == Some(false) {
                break;
            }
            match self.round(frame, body, truth.is_none()) {
                _ if truth.is_none() || self.fuel == 0 => break,
                Flow::Leave => {
                    ended = Flow::Leave;
                    break;
                }
                Flow::Break => break,
                _ => {}
            }
        }
        self.after_loop(frame);
        ended
    }
}
