//! Progress on standard error: a line a stage, a fold over the case's events.

use crate::output::terminal::notify;
use court::visible::{on_one_line, visible};
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use journal::{CaseHandle, Event, StageCount, Step};
use std::collections::BTreeMap;
use tokio::sync::broadcast::{Receiver, error::RecvError};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// Watches a case until told to stop.
pub(crate) struct Progress {
    stop: oneshot::Sender<()>,
    watching: JoinHandle<()>,
}

impl Progress {
    /// Watches `case`. Bars are drawn only where `wants_bars` and standard error is a terminal.
    pub(crate) fn watch(case: &CaseHandle, wants_bars: bool, is_verbose: bool) -> Self {
        let target = if wants_bars && !is_verbose {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bars = Bars {
            multi: MultiProgress::with_draw_target(target),
            stages: BTreeMap::new(),
        };
        let (stop, stopped) = oneshot::channel();
        // Listening begins here: the task may start later than the first job.
        let events = case.watch();
        let watching = tokio::spawn(follow(case.clone(), events, bars, is_verbose, stopped));
        Self { stop, watching }
    }

    /// Stops watching and clears the bars.
    pub(crate) async fn finish(self) {
        // Either may have ended already, and progress is safe to lose.
        let _ = self.stop.send(());
        let _ = self.watching.await;
    }
}

async fn follow(
    case: CaseHandle,
    mut events: Receiver<Event>,
    mut bars: Bars,
    is_verbose: bool,
    mut stopped: oneshot::Receiver<()>,
) {
    loop {
        tokio::select! {
            biased;
            event = events.recv() => match event {
                Ok(event) => {
                    if is_verbose { print_event(&event); }
                    bars.show(&case.progress().stages());
                }
                // What was missed is in the case's own progress.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => break,
            },
            _ = &mut stopped => break,
        }
    }
    bars.clear();
}

fn print_event(event: &Event) {
    let Event::Job { job, step } = event else { return };
    let word = match step {
        Step::Started => "started",
        Step::Retried { .. } => "trying again",
        Step::Finished => "done",
        Step::Reused => "remembered",
        Step::Failed { .. } => "failed",
        Step::Abandoned => "given up",
    };
    notify(&on_one_line(&format!("{:<12} {}", word, job.label)));
}

struct Bars {
    multi: MultiProgress,
    stages: BTreeMap<String, ProgressBar>,
}

impl Bars {
    fn show(&mut self, stages: &BTreeMap<String, StageCount>) {
        for (stage, count) in stages {
            let bar = self
                .stages
                .entry(stage.clone())
                .or_insert_with(|| self.multi.add(new_bar(stage)));
            bar.set_length(count.total() as u64);
            bar.set_position((count.total() - count.running) as u64);
        }
    }

    fn clear(&self) {
        // A terminal that cannot be cleared keeps the bars, which is all that happens.
        let _ = self.multi.clear();
    }
}

fn new_bar(stage: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix:>12} [{bar:30}] {pos}/{len}");
    let bar = ProgressBar::no_length().with_prefix(visible(stage));
    style.map_or_else(|_| bar.clone(), |style| bar.clone().with_style(style))
}
