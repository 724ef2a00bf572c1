//! What may be spent: dimensions are let in, in their order, as long as the worst that they may cost is there.

use panel::price::Money;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// The money of a trial.
pub(crate) struct Budget {
    most: Option<Money>,
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Default)]
struct State {
    /// Set aside for dimensions that are being heard.
    reserved: u64,
    /// Whose turn it is.
    turn: usize,
    has_refused: bool,
}

/// Money set aside for one dimension; what is left of it goes back when it is dropped.
pub(super) struct Place<'a> {
    budget: &'a Budget,
    amount: u64,
}

impl Budget {
    /// At most this; nothing means there is no end.
    pub(crate) fn new(most: Option<Money>) -> Self {
        Self {
            most,
            state: Mutex::default(),
            changed: Notify::new(),
        }
    }

    /// The end, where there is one.
    pub(crate) fn most(&self) -> Option<Money> {
        self.most
    }

    /// Whether a dimension was turned away.
    pub(crate) fn has_refused(&self) -> bool {
        self.state().has_refused
    }

    /// How many of these, from the first, the money reaches for beside what was spent, before anything else is
    /// let in.
    pub(crate) fn reach(&self, amounts: &[Money], spent: Money) -> usize {
        let Some(most) = self.most else {
            return amounts.len();
        };
        let left = most.0.saturating_sub(spent.0);
        let sums = amounts.iter().scan(0_u64, |sum, amount| {
            *sum = sum.saturating_add(amount.0);
            Some(*sum)
        });
        let reached = sums.take_while(|sum| *sum <= left).count();
        self.state().has_refused |= reached < amounts.len();
        reached
    }

    /// Whether the money reaches for so much more, once nobody is on the way.
    pub(super) fn has_room(&self, amount: Money, spent: Money) -> bool {
        self.most
            .is_none_or(|most| amount.0 <= most.0.saturating_sub(spent.0))
    }

    /// Whether there is an end at all.
    pub(crate) fn is_limited(&self) -> bool {
        self.most.is_some()
    }

    /// Lets the next of its turn in. `amount` is the worst that it may cost, `spent` what was spent so far;
    /// `None` says that the money does not reach.
    pub(super) async fn enter(
        &self,
        turn: usize,
        amount: Money,
        spent: impl Fn() -> Money,
    ) -> Option<Place<'_>> {
        let Some(most) = self.most else {
            return Some(self.place(0));
        };
        loop {
            let changed = self.changed.notified();
            let decided = self.decide(turn, amount.0, most.0.saturating_sub(spent().0));
            if let Some(is_let_in) = decided {
                self.changed.notify_waiters();
                return is_let_in.then(|| self.place(amount.0));
            }
            changed.await;
        }
    }

    /// Gives up a turn that needs no money.
    pub(super) async fn pass(&self, turn: usize) {
        // A place that costs nothing is always there.
        let _ = self.enter(turn, Money(0), Money::default).await;
    }

    /// Whether this turn is let in; nothing while that has to wait.
    fn decide(&self, turn: usize, amount: u64, left: u64) -> Option<bool> {
        let mut state = self.state();
        if state.turn != turn {
            return None;
        }
        if amount <= left.saturating_sub(state.reserved) {
            state.reserved += amount;
            state.turn += 1;
            return Some(true);
        }
        // What others give back may be enough.
        if state.reserved > 0 {
            return None;
        }
        state.turn += 1;
        state.has_refused = true;
        Some(false)
    }

    fn place(&self, amount: u64) -> Place<'_> {
        Place { budget: self, amount }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut state = self.budget.state();
        state.reserved = state.reserved.saturating_sub(self.amount);
        drop(state);
        self.budget.changed.notify_waiters();
    }
}

#[cfg(test)]
mod tests;
