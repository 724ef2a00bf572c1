//! Progress on standard error: a line a stage, a fold over the case's events.

use crate::output::terminal::notify;
use crate::trial::models::Window;
use court::visible::{on_one_line, visible};
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use journal::{CaseHandle, Event, StageCount, Step};
use panel::price::Money;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::broadcast::{Receiver, error::RecvError};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::Instant;

/// How often the line about a panel is drawn anew.
const BEAT: Duration = Duration::from_millis(500);
/// Columns from which on a line has room for words; below, it has room for figures.
const WIDE: u16 = 100;
/// Columns from which on bars have their usual length.
const ROOMY: u16 = 60;
/// Calls that a dimension takes where nobody is asked twice.
const CALLS_EACH: u64 = 3;

/// Watches a case until told to stop.
pub(crate) struct Progress {
    stop: oneshot::Sender<()>,
    watching: JoinHandle<()>,
}

impl Progress {
    /// Watches `case`. Bars are drawn only where `wants_bars` and standard error is a terminal.
    pub(crate) fn watch(
        case: &CaseHandle,
        wants_bars: bool,
        is_verbose: bool,
        window: Option<Window>,
    ) -> Self {
        let target = if wants_bars && !is_verbose {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bars = Bars {
            width: columns(),
            multi: MultiProgress::with_draw_target(target),
            stages: BTreeMap::new(),
            panel: window.map(Panel::watched),
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
    let mut beat = tokio::time::interval(BEAT);
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
            _ = beat.tick(), if bars.panel.is_some() => bars.show_panel(),
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
    /// Columns of the terminal.
    width: u16,
    multi: MultiProgress,
    stages: BTreeMap<String, ProgressBar>,
    panel: Option<Panel>,
}

/// The line about a panel of models.
struct Panel {
    window: Window,
    /// When the first dimension was let in, and how many calls were answered by then.
    since: Option<(Instant, u64)>,
    line: Option<ProgressBar>,
}

impl Panel {
    fn watched(window: Window) -> Self {
        Self {
            window,
            since: None,
            line: None,
        }
    }
}

/// What the line about a panel tells.
#[derive(Clone, Copy, Debug)]
struct Sight {
    heard: usize,
    admitted: usize,
    flying: u64,
    /// Answered by models since the first dimension was let in, and how many more are to come.
    answered: u64,
    ahead: u64,
    spent: Money,
    most: Option<Money>,
    /// Whether the price of a model is not known.
    is_unpriced: bool,
    /// Since the first dimension was let in.
    elapsed: Duration,
}

impl Sight {
    /// The same in a narrow terminal.
    fn figures(&self) -> String {
        let most = self.most.map(|most| format!("/{:.2}", most.as_dollars()));
        let dollars = match self.is_unpriced {
            true => "$?".to_owned(),
            false => format!("${:.2}{}", self.spent.as_dollars(), most.unwrap_or_default()),
        };
        let left = self.left().map(|left| format!(" {left}")).unwrap_or_default();
        format!(
            "{}/{} {} calls {dollars}{left}",
            self.heard, self.admitted, self.flying
        )
    }

    /// How long it takes if the other calls come as fast as those that were answered.
    fn left(&self) -> Option<String> {
        let is_known = self.answered > 0 && self.ahead > 0;
        is_known.then(|| lasting(self.elapsed.as_secs() * self.ahead / self.answered))
    }

    /// Dimensions, calls, dollars, and the time that is left.
    fn line(&self) -> String {
        let calls = match self.flying {
            1 => "1 call in flight".to_owned(),
            number => format!("{number} calls in flight"),
        };
        let dollars = match (self.is_unpriced, self.most) {
            (true, _) => "a price is not known".to_owned(),
            (false, None) => format!("${:.4} spent", self.spent.as_dollars()),
            (false, Some(most)) => format!(
                "${:.4} of ${:.2} spent",
                self.spent.as_dollars(),
                most.as_dollars()
            ),
        };
        let left = self.left();
        let left = left.map_or_else(String::new, |left| format!(", about {left} left"));
        format!(
            "{} of {} dimensions heard, {calls}, {dollars}{left}",
            self.heard, self.admitted
        )
    }
}

fn lasting(seconds: u64) -> String {
    match seconds {
        0..=90 => format!("{seconds} s"),
        _ => format!("{} min", seconds.div_ceil(60)),
    }
}

impl Bars {
    fn show(&mut self, stages: &BTreeMap<String, StageCount>) {
        for (stage, count) in stages {
            let bar = self
                .stages
                .entry(stage.clone())
                .or_insert_with(|| self.multi.add(new_bar(stage, self.width)));
            bar.set_length(count.total() as u64);
            bar.set_position((count.total() - count.running) as u64);
        }
    }

    fn show_panel(&mut self) {
        let Some(panel) = &mut self.panel else { return };
        let (tally, hearings) = (panel.window.client.tally(), &panel.window.hearings);
        if tally.flying + tally.answered + tally.remembered == 0 {
            return;
        }
        let (heard, admitted) = (
            hearings.heard.load(Ordering::Relaxed),
            hearings.admitted.load(Ordering::Relaxed),
        );
        if admitted > 0 && panel.since.is_none() {
            panel.since = Some((Instant::now(), tally.answered));
        }
        let answered = panel
            .since
            .map_or(0, |(_, before)| tally.answered.saturating_sub(before));
        let planned = CALLS_EACH * admitted as u64;
        let sight = Sight {
            heard,
            admitted,
            flying: tally.flying,
            answered,
            ahead: planned
                .saturating_sub(answered + tally.remembered)
                .max(tally.flying),
            spent: tally.spent,
            most: panel.window.budget.most(),
            is_unpriced: tally.has_unpriced,
            elapsed: panel.since.map_or(Duration::ZERO, |(since, _)| since.elapsed()),
        };
        let line = panel.line.get_or_insert_with(|| {
            let bar = ProgressBar::no_length().with_prefix("panel");
            let style = match self.width < WIDE {
                true => ProgressStyle::with_template("{prefix} {wide_msg}"),
                false => ProgressStyle::with_template("{prefix:>12} {wide_msg}"),
            };
            self.multi
                .add(style.map_or_else(|_| bar.clone(), |style| bar.clone().with_style(style)))
        });
        line.set_message(match self.width < WIDE {
            true => sight.figures(),
            false => sight.line(),
        });
    }

    fn clear(&self) {
        // A terminal that cannot be cleared keeps the bars, which is all that happens.
        let _ = self.multi.clear();
    }
}

/// Columns of the terminal that standard error is; where it is none, as many as there could be.
fn columns() -> u16 {
    let size = rustix::termios::tcgetwinsize(std::io::stderr());
    size.map_or(WIDE, |size| size.ws_col)
}

/// What a stage does, in a plain word.
fn plain(stage: &str) -> &str {
    match stage {
        "seize" => "clone",
        "investigate" => "detect",
        "admit" => "select",
        "opine" | "depose" => "score",
        "rehear" => "second vote",
        "rule" => "settle",
        "pronounce" => "verdict",
        other => other,
    }
}

fn new_bar(stage: &str, width: u16) -> ProgressBar {
    let style = match width < ROOMY {
        true => ProgressStyle::with_template("{prefix:>12} [{wide_bar}] {pos}/{len}"),
        false => ProgressStyle::with_template("{prefix:>12} [{bar:30}] {pos}/{len}"),
    };
    let bar = ProgressBar::no_length().with_prefix(visible(plain(stage)));
    style.map_or_else(|_| bar.clone(), |style| bar.clone().with_style(style))
}

#[cfg(test)]
mod tests;
