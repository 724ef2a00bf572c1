use super::*;
use Status::{Abandoned, Failed, Finished, Reused, Running};
use sha256::Digest;

fn steps() -> [Step; 6] {
    [
        Step::Started,
        Step::Retried {
            message: "busy".into(),
        },
        Step::Finished,
        Step::Reused,
        Step::Failed {
            failure: Failure::Final("no".into()),
        },
        Step::Abandoned,
    ]
}

fn event(label: &str, step: Step) -> Event {
    let key = serde_json::from_value(serde_json::json!(Digest::of(label.as_bytes()))).unwrap();
    Event::Job {
        job: JobRef {
            label: label.into(),
            name: "test".into(),
            key,
        },
        step,
    }
}

fn opened() -> Event {
    Event::Opened { name: "case".into() }
}

#[test]
fn every_pair_of_status_and_step_has_one_outcome() {
    let before = [None].into_iter().chain(Status::ALL.map(Some));
    let table: Vec<Vec<Option<Status>>> = before
        .map(|before| {
            steps()
                .iter()
                .map(|step| Status::next(before, step).ok())
                .collect()
        })
        .collect();
    let expected = [
        // started, retried, finished, reused, failed, abandoned
        [Some(Running), None, None, Some(Reused), None, None],
        [
            None,
            Some(Running),
            Some(Finished),
            None,
            Some(Failed),
            Some(Abandoned),
        ],
        [None, None, None, Some(Finished), None, None],
        [None, None, None, Some(Reused), None, None],
        [Some(Running), None, None, Some(Reused), None, None],
        [Some(Running), None, None, Some(Reused), None, None],
    ];
    assert_eq!(table, expected);
}

#[test]
fn progress_counts_each_stage_and_names_what_runs() {
    let events = [
        opened(),
        event("seize", Step::Reused),
        event("opine/defense/x", Step::Started),
        event("opine/prosecutor/x", Step::Started),
        event(
            "opine/defense/x",
            Step::Retried {
                message: "rate limit".into(),
            },
        ),
        event("opine/prosecutor/x", Step::Finished),
    ];
    let progress = Progress::of(&events);
    let stages = progress.stages();
    assert_eq!(
        stages["seize"],
        StageCount {
            reused: 1,
            ..StageCount::default()
        }
    );
    assert_eq!(
        stages["opine"],
        StageCount {
            running: 1,
            finished: 1,
            ..StageCount::default()
        }
    );
    let labels: Vec<_> = progress
        .jobs()
        .iter()
        .map(|record| record.job.label.as_str())
        .collect();
    assert_eq!(labels, ["opine/defense/x", "opine/prosecutor/x", "seize"]);
    assert_eq!(progress.jobs()[0].status, Running);
}

#[test]
fn a_case_is_neither_closed_nor_forgotten_while_a_job_runs() {
    let closed = Event::Closed { summary: Value::Null };
    let mut progress = Progress::of(&[opened(), event("a", Step::Started)]);
    let before = progress.clone();
    assert!(progress.add(&closed).is_err());
    assert!(progress.add(&Event::Forgotten).is_err());
    assert_eq!(progress, before);
    progress.add(&event("a", Step::Abandoned)).unwrap();
    progress.add(&closed).unwrap();
    assert!(progress.add(&event("b", Step::Started)).is_err());
    progress.add(&opened()).unwrap();
    assert!(progress.jobs().is_empty());
}

#[test]
fn events_stored_by_the_first_version_still_decode() {
    let key = Digest::of(b"a");
    let stored = format!(
        r#"[{{"opened":{{"name":"case"}}}},
        {{"job":{{"job":{{"label":"a","name":"test","key":"{key}"}},"step":"started"}}}},
        {{"job":{{"job":{{"label":"a","name":"test","key":"{key}"}},"step":{{"retried":{{"message":"busy"}}}}}}}},
        {{"job":{{"job":{{"label":"a","name":"test","key":"{key}"}},"step":{{"failed":{{"failure":{{"Final":"no"}}}}}}}}}},
        {{"job":{{"job":{{"label":"a","name":"test","key":"{key}"}},"step":"reused"}}}},
        "forgotten",{{"closed":{{"summary":{{"score":3}}}}}}]"#
    );
    let events: Vec<Event> = serde_json::from_str(&stored).unwrap();
    assert_eq!(
        events[3],
        event(
            "a",
            Step::Failed {
                failure: Failure::Final("no".into())
            }
        )
    );
    assert_eq!(
        serde_json::to_value(&events).unwrap(),
        serde_json::from_str::<Value>(&stored).unwrap()
    );
}

#[test]
fn an_event_that_cannot_follow_is_left_out_of_a_stored_log() {
    let log = [
        opened(),
        event("a", Step::Abandoned),
        event("a", Step::Started),
        event("a", Step::Started),
    ];
    let lost = Progress::of(
        log.iter()
            .chain(&[event("a", Step::Finished), event("a", Step::Abandoned)]),
    );
    assert_eq!(lost.jobs()[0].status, Finished);
}
