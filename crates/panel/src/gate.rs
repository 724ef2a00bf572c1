//! The door to one provider: how many calls at once, how many in a minute, and when to stop knocking.

use crate::chat::{Ailment, Trouble};
use crate::provider::Wish;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::Instant;

/// Calls at once where nothing is said: as many as an audit has, and far below what a process can hold.
const CONCURRENCY: usize = 256;
/// Failures in a row, beyond the calls that are still on their way, after which a provider is not asked any more
/// in this run. Failures come faster than answers, so those on their way have to be waited for. With a third of
/// all calls failing by chance, twelve in a row happen once in a million.
const FAILURES_MAX: u32 = 12;
/// Seconds in which a rate counts.
const MINUTE: f64 = 60.0;

/// The door.
pub(crate) struct Gate {
    name: String,
    seats: Semaphore,
    state: Mutex<State>,
}

struct State {
    requests: Option<Bucket>,
    tokens: Option<Bucket>,
    /// Nobody asks before this: the provider said so.
    quiet_until: Option<Instant>,
    failures: u32,
    on_their_way: u32,
    /// Why nobody asks any more.
    closed: Option<Trouble>,
}

/// A leaky bucket: what may be spent at once, refilled over a minute.
struct Bucket {
    capacity: f64,
    level: f64,
    filled: Instant,
}

impl Bucket {
    fn new(per_minute: u32) -> Self {
        let capacity = f64::from(per_minute.max(1));
        Self {
            capacity,
            level: capacity,
            filled: Instant::now(),
        }
    }

    fn fill(&mut self, now: Instant) {
        let gained = (now - self.filled).as_secs_f64() * self.capacity / MINUTE;
        self.level = (self.level + gained).min(self.capacity);
        self.filled = now;
    }

    /// How long until `amount` is there; one that is larger than the bucket waits for a full one.
    fn wait(&mut self, now: Instant, amount: f64) -> Duration {
        self.fill(now);
        let missing = amount.min(self.capacity) - self.level;
        Duration::from_secs_f64((missing * MINUTE / self.capacity).max(0.0))
    }
}

impl Gate {
    pub(crate) fn new(name: &str, wish: &Wish) -> Self {
        let seats = wish.concurrency.unwrap_or(CONCURRENCY).clamp(1, CONCURRENCY);
        Self {
            name: name.to_owned(),
            seats: Semaphore::new(seats),
            state: Mutex::new(State {
                requests: wish.requests_per_minute.map(Bucket::new),
                tokens: wish.tokens_per_minute.map(Bucket::new),
                quiet_until: None,
                failures: 0,
                on_their_way: 0,
                closed: None,
            }),
        }
    }

    /// Waits until a call with about so many tokens may be made.
    pub(crate) async fn enter(&self, tokens: u64) -> Result<SemaphorePermit<'_>, Trouble> {
        let seat = self.seats.acquire().await;
        // The semaphore is never closed.
        let seat = seat.map_err(|_| Trouble::new(Ailment::GivenUp, "the panel has ended"))?;
        loop {
            match self.admit(tokens) {
                Err(trouble) => return Err(trouble),
                Ok(wait) if wait.is_zero() => return Ok(seat),
                Ok(wait) => tokio::time::sleep(wait).await,
            }
        }
    }

    /// Takes what a call needs, or says how long to wait for it.
    fn admit(&self, tokens: u64) -> Result<Duration, Trouble> {
        let mut state = self.state();
        if let Some(why) = &state.closed {
            return Err(why.clone());
        }
        let now = Instant::now();
        let quiet = state
            .quiet_until
            .map_or(Duration::ZERO, |until| until.saturating_duration_since(now));
        #[expect(clippy::cast_precision_loss, reason = "tokens of one call")]
        let amounts = [1.0, tokens as f64];
        let State {
            requests,
            tokens: spent,
            ..
        } = &mut *state;
        let mut buckets: Vec<(&mut Bucket, f64)> = requests
            .iter_mut()
            .zip([amounts[0]])
            .chain(spent.iter_mut().zip([amounts[1]]))
            .collect();
        let waits = buckets
            .iter_mut()
            .map(|(bucket, amount)| bucket.wait(now, *amount));
        let wait = waits.fold(quiet, Duration::max);
        if wait.is_zero() {
            for (bucket, amount) in buckets {
                bucket.level -= amount;
            }
            state.on_their_way += 1;
        }
        Ok(wait)
    }

    /// The provider answered.
    pub(crate) fn succeeded(&self) {
        let mut state = self.state();
        state.failures = 0;
        state.on_their_way = state.on_their_way.saturating_sub(1);
    }

    /// The provider did not.
    pub(crate) fn failed(&self, trouble: &Trouble) {
        let mut state = self.state();
        state.on_their_way = state.on_their_way.saturating_sub(1);
        if let Some(pause) = trouble.retry_after {
            let until = Instant::now() + pause;
            state.quiet_until = Some(state.quiet_until.map_or(until, |known| known.max(until)));
        }
        // A key that is refused is refused for everybody, and so is a certificate that is not trusted.
        if matches!(trouble.kind, Ailment::Denied | Ailment::Untrusted) {
            state.closed = Some(trouble.clone());
        }
        if trouble.is_passing() {
            state.failures += 1;
        }
        let failures = state.failures;
        if failures >= FAILURES_MAX + state.on_their_way && state.closed.is_none() {
            let why = format!(
                "{} failed {failures} times in a row and is not asked any more in this run; last: {}",
                self.name, trouble.message
            );
            state.closed = Some(Trouble::new(Ailment::GivenUp, &why));
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
