//! What happens in a case, told to as many as want to know, from the journal: also of a case that another process works on.
//!
//! A case has one list of frames in memory while anybody reads, and one task that makes it grow. A reader is a place in that list,
//! so a slow one costs nothing and one that comes back goes on where it was.

use super::House;
use court::evidence::Exhibit;
use court::justice::Ruling;
use court::opinion::Seat;
use court::verdict::Verdict;
use journal::{CaseId, CaseState, Event, JobRef, Step};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock, Weak};
use std::time::Duration;
use tokio::sync::watch;

/// How often the journal is looked at for a case that somebody watches.
const BEAT: Duration = Duration::from_millis(75);
/// Beats between two looks whether a case is over that was not asked for here.
const LOOK_BEATS: u32 = 20;
/// After which silence a reader is told that all is well, so that what stands between does not hang up.
const SILENCE: Duration = Duration::from_secs(15);
/// Exhibits that are told of one detective.
const EXHIBITS_MAX: usize = 120;

/// The frames of a case.
#[derive(Debug)]
pub(super) struct Feed {
    frames: RwLock<Vec<(u64, Arc<str>)>>,
    /// How many there are, and whether there will be more.
    grown: watch::Sender<(usize, bool)>,
}

/// The feeds that somebody reads.
#[derive(Debug, Default)]
pub(super) struct Feeds(Mutex<BTreeMap<CaseId, Weak<Feed>>>);

impl Feeds {
    /// The feed of a case.
    pub(super) fn of(&self, house: &Arc<House>, id: &CaseId) -> Arc<Feed> {
        let mut feeds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        feeds.retain(|_, feed| feed.strong_count() > 0);
        if let Some(feed) = feeds
            .get(id)
            .and_then(Weak::upgrade)
            .filter(|feed| !feed.grown.borrow().1)
        {
            return feed;
        }
        let feed = Arc::new(Feed {
            frames: RwLock::default(),
            grown: watch::channel((0, false)).0,
        });
        feeds.insert(id.clone(), Arc::downgrade(&feed));
        tokio::spawn(follow(Arc::clone(house), id.clone(), Arc::downgrade(&feed)));
        feed
    }
}

/// Where a reader is.
pub(super) struct Reader {
    feed: Arc<Feed>,
    grown: watch::Receiver<(usize, bool)>,
    /// Nothing up to this number is wanted.
    after: u64,
    at: usize,
    is_over: bool,
}

impl Reader {
    pub(super) fn of(feed: Arc<Feed>, after: u64) -> Self {
        let grown = feed.grown.subscribe();
        Self {
            feed,
            grown,
            after,
            at: 0,
            is_over: false,
        }
    }

    /// The next piece of the stream; nothing at its end.
    pub(super) async fn next(&mut self) -> Option<String> {
        loop {
            if self.is_over {
                return None;
            }
            let text = self.ready();
            let (count, is_whole) = *self.grown.borrow_and_update();
            if !text.is_empty() {
                return Some(text);
            }
            if self.at < count {
                continue;
            }
            if is_whole {
                self.is_over = true;
                return Some("event: end\ndata: {}\n\n".to_owned());
            }
            match tokio::time::timeout(SILENCE, self.grown.changed()).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) => return None,
                Err(_) => return Some(": all is well\n\n".to_owned()),
            }
        }
    }

    fn ready(&mut self) -> String {
        let frames = self.feed.frames.read().unwrap_or_else(PoisonError::into_inner);
        let new = &frames[self.at.min(frames.len())..];
        let wanted = new.iter().filter(|(number, _)| *number > self.after);
        let text = wanted.map(|(_, frame)| frame.as_ref()).collect();
        self.at = frames.len();
        text
    }
}

async fn follow(house: Arc<House>, id: CaseId, feed: Weak<Feed>) {
    let (mut last, mut beats) = (0, 0_u32);
    while let Some(feed) = feed.upgrade() {
        // First whether it is over, then what happened: so nothing is missed at the end.
        let is_over = is_over(&house, &id, beats).await;
        let events = house.journal.events(&id, last).await.unwrap_or_default();
        let mut frames = Vec::new();
        for (number, event) in events {
            last = number;
            frames.push((number, frame(&house, &id, number, &event).await));
        }
        if !frames.is_empty() || is_over {
            let mut all = feed.frames.write().unwrap_or_else(PoisonError::into_inner);
            all.extend(frames);
            feed.grown.send_replace((all.len(), is_over));
        }
        if is_over {
            return;
        }
        drop(feed);
        beats = beats.wrapping_add(1);
        tokio::time::sleep(BEAT).await;
    }
}

async fn is_over(house: &House, id: &CaseId, beats: u32) -> bool {
    if let Some(entry) = house.docket.entry(id) {
        return entry.stand.is_over();
    }
    if !beats.is_multiple_of(LOOK_BEATS) {
        return false;
    }
    let cases = house.journal.cases().await.unwrap_or_default();
    let found = cases.iter().find(|case| case.id == *id);
    found.is_none_or(|case| case.state != CaseState::Running)
}

async fn frame(house: &House, id: &CaseId, number: u64, event: &Event) -> Arc<str> {
    let told = match event {
        Event::Opened { .. } => json!({"kind": "opened"}),
        Event::Forgotten => json!({"kind": "forgotten"}),
        Event::Closed { summary } => {
            json!({"kind": "closed", "overall": summary["overall"], "out_of": summary["out_of"]})
        }
        Event::Job { job, step } => {
            let mut told =
                json!({"kind": "job", "stage": job.stage(), "label": job.label, "step": word(step)});
            if matches!(step, Step::Finished | Step::Reused) {
                told["seen"] = seen(house, id, job).await;
            }
            if let Step::Failed { failure } = step {
                told["trouble"] = failure.message().into();
            }
            told
        }
    };
    format!("id: {number}\ndata: {told}\n\n").into()
}

fn word(step: &Step) -> &'static str {
    match step {
        Step::Started => "started",
        Step::Retried { .. } => "retried",
        Step::Finished => "finished",
        Step::Reused => "reused",
        Step::Failed { .. } => "failed",
        Step::Abandoned => "abandoned",
    }
}

/// What a job came to, in short, where people want to see it.
async fn seen(house: &House, id: &CaseId, job: &JobRef) -> Value {
    if !["investigate", "opine", "rehear", "rule", "pronounce"].contains(&job.stage()) {
        return Value::Null;
    }
    let Ok(Some(output)) = house.journal.output(id, job).await else {
        return Value::Null;
    };
    match job.stage() {
        "investigate" => exhibits(&output["exhibits"]),
        "rule" => serde_json::from_value(output).map_or(Value::Null, |ruling| ruled(&ruling)),
        "pronounce" => serde_json::from_value::<Verdict>(output).map_or(Value::Null, |verdict| {
            let overall = verdict.overall.map(|score| score.to_string());
            json!({"overall": overall, "out_of": verdict.scale.max.to_string(), "complete": verdict.is_complete})
        }),
        _ => opinion(&output),
    }
}

fn exhibits(list: &Value) -> Value {
    let list = list.as_array().map_or(&[][..], Vec::as_slice).iter();
    let read = list.filter_map(|one| serde_json::from_value::<Exhibit>(one.clone()).ok());
    let told = read.filter(|exhibit| exhibit.rank == 0).take(EXHIBITS_MAX).map(|exhibit| {
        let place = exhibit.place.as_ref().map(ToString::to_string);
        json!({"probe": exhibit.probe, "finding": exhibit.finding.word(), "place": place, "told": exhibit.rationale})
    });
    told.collect()
}

/// An opinion, of the built-in panel or of a model, whose answer holds it further down.
fn opinion(output: &Value) -> Value {
    let seat = [output, &output["seat"]].into_iter();
    let mut seats = seat.filter_map(|seat| serde_json::from_value::<Seat>(seat.clone()).ok());
    match seats.next() {
        Some(Seat::Opined(opinion)) => {
            let cited: Vec<String> = opinion.cited.iter().map(ToString::to_string).collect();
            json!({"score": opinion.score.to_string(), "argument": opinion.argument, "cited": cited})
        }
        Some(Seat::Recused(recusal)) => json!({"recused": recusal.cause}),
        None => Value::Null,
    }
}

fn ruled(ruling: &Ruling) -> Value {
    let steps = ruling.trace.iter().map(|step| {
        let score = step.after.map(|score| score.to_string());
        json!({"rule": step.rule, "why": step.why, "after": score})
    });
    let why = match &ruling.status {
        court::justice::Status::Judged => None,
        court::justice::Status::NotAssessable(why) | court::justice::Status::Incomplete(why) => Some(why),
    };
    let score = ruling.final_score.map(|score| score.to_string());
    json!({"score": score, "why": why, "rules": steps.collect::<Vec<_>>(), "dissent": ruling.dissent})
}
