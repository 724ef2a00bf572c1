//! The same work for each of many things, several at once, the results in the order of the things.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Most threads at work at once; beyond it they only wait for what they share.
const WORKERS_MAX: usize = 8;
/// Stack of a worker, in bytes: several times what the depth limits of parser and evaluators add up to.
pub const STACK_BYTES: usize = 16 << 20;

/// Does `work` for every item. What no worker took, because none could be started, the caller does.
///
/// # Panics
/// When `work` panics; with its panic.
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let take = || {
        let taken = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
        let mine = taken.map_while(|at| Some((at, work(items.get(at)?))));
        mine.collect::<Vec<_>>()
    };
    let mut done = std::thread::scope(|scope| {
        let start = |_| {
            std::thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, take)
                .ok()
        };
        let started: Vec<_> = (0..workers(items.len())).filter_map(start).collect();
        let mut done = Vec::with_capacity(items.len());
        for worker in started {
            done.extend(worker.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done.extend(take());
        done
    });
    done.sort_unstable_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

fn workers(items: usize) -> usize {
    most_workers().min(items)
}

/// Most threads that one piece of work starts on this machine.
pub fn most_workers() -> usize {
    std::thread::available_parallelism()
        .map_or(1, usize::from)
        .min(WORKERS_MAX)
}

#[cfg(test)]
mod tests;
