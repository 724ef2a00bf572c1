use super::*;
use crate::serve::purse::Limits;
use court::digest::Digest;

fn docket(folder: &tempfile::TempDir) -> Docket {
    let purse = Purse::open(folder.path().join("paid.json"), Limits::default(), 1);
    Docket::open(folder.path().join("courthouse"), Program::default(), purse).unwrap()
}

fn id(client: &str, turn: usize) -> CaseId {
    CaseId::of(&Digest::of(format!("{client} {turn}").as_bytes()))
}

fn file(docket: &Docket, client: &str, turn: usize) -> Answered<bool> {
    let filed = Filed {
        client: client.to_owned(),
        ..Filed::default()
    };
    docket.file(&id(client, turn), filed, docket.draft().unwrap())
}

#[test]
fn clients_take_turns_also_after_a_new_start_and_each_hears_how_many_come_before() {
    let folder = tempfile::tempdir().unwrap();
    let first = docket(&folder);
    for (client, turn) in [("ann", 0), ("ann", 1), ("ann", 2), ("bob", 0), ("eve", 0)] {
        assert!(file(&first, client, turn).unwrap());
    }
    assert!(!file(&first, "ann", 0).unwrap(), "posting twice is one case");
    assert_eq!(first.position(&id("eve", 0)), Some(3));
    drop(first);
    let again = docket(&folder);
    let order: Vec<CaseId> = std::iter::from_fn(|| again.next().map(|(id, _)| id)).collect();
    let turns = [("ann", 0), ("bob", 0), ("eve", 0), ("ann", 1), ("ann", 2)];
    assert_eq!(order, turns.map(|(client, turn)| id(client, turn)));
}

#[test]
fn who_has_too_much_waiting_is_told_when_to_come_back_and_others_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let docket = docket(&folder);
    for turn in 0..WAITING_EACH_MAX {
        assert!(file(&docket, "ann", turn).unwrap());
    }
    let refused = file(&docket, "ann", WAITING_EACH_MAX).unwrap_err();
    assert_eq!(
        (refused.status, refused.retry_after),
        (StatusCode::TOO_MANY_REQUESTS, Some(RETRY_SECONDS))
    );
    assert!(file(&docket, "bob", 0).unwrap());
    assert!(docket.next().is_some());
    assert!(
        file(&docket, "ann", WAITING_EACH_MAX).unwrap(),
        "once one of them runs"
    );
}

#[test]
fn there_is_an_end_to_what_all_together_have_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let docket = docket(&folder);
    let clients = WAITING_MAX / WAITING_EACH_MAX;
    for (client, turn) in
        (0..clients).flat_map(|client| (0..WAITING_EACH_MAX).map(move |turn| (client, turn)))
    {
        assert!(file(&docket, &client.to_string(), turn).unwrap());
    }
    let refused = file(&docket, "late", 0).unwrap_err();
    assert_eq!(
        (refused.status, refused.retry_after),
        (StatusCode::SERVICE_UNAVAILABLE, Some(RETRY_SECONDS))
    );
}

#[test]
fn what_is_called_off_does_not_wait_and_may_be_asked_for_again() {
    let folder = tempfile::tempdir().unwrap();
    let docket = docket(&folder);
    assert!(file(&docket, "ann", 0).unwrap());
    docket.cancel(&id("ann", 0)).unwrap();
    assert!(docket.next().is_none());
    assert_eq!(
        docket.cancel(&id("ann", 0)).unwrap_err().status,
        StatusCode::CONFLICT
    );
    assert!(file(&docket, "ann", 0).unwrap());
    assert!(docket.next().is_some());
}
