use super::*;

fn key() -> Digest {
    Digest::of(b"a call")
}

async fn begin(journal: &Journal) -> Begun {
    journal.begin_call(&key(), "openai:x", false).await.unwrap()
}

#[tokio::test]
async fn an_answer_that_was_entered_is_given_again_also_to_a_new_process() {
    let journal = Journal::memory().unwrap();
    let nothing = Begun {
        answer: None,
        lost: 0,
    };
    assert_eq!(begin(&journal).await, nothing);
    journal.end_call(&key(), Some("paid".into())).await.unwrap();
    let after = begin(&journal.reopen().unwrap()).await;
    assert_eq!(after.answer.as_deref(), Some("paid"));
}

#[tokio::test]
async fn a_call_without_an_end_is_told_as_lost_and_one_that_failed_is_not() {
    let journal = Journal::memory().unwrap();
    begin(&journal).await;
    assert_eq!(begin(&journal.reopen().unwrap()).await.lost, 1);
    journal.end_call(&key(), None).await.unwrap();
    assert_eq!(begin(&journal).await.lost, 0);
}

#[tokio::test]
async fn discarded_answers_and_answers_asked_for_anew_are_bought_again() {
    let journal = Journal::memory().unwrap();
    begin(&journal).await;
    journal.end_call(&key(), Some("first".into())).await.unwrap();
    let anew = journal.begin_call(&key(), "openai:x", true).await.unwrap();
    assert_eq!(anew.answer, None);
    journal.end_call(&key(), Some("second".into())).await.unwrap();
    journal.discard_calls(&[key()]).await.unwrap();
    assert_eq!(begin(&journal).await.answer, None);
    let kept = journal.call_answer(&key()).await.unwrap();
    assert_eq!(kept.as_deref(), Some("second"));
}

#[tokio::test]
async fn who_makes_a_call_keeps_other_processes_from_it_and_nobody_here() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.sqlite");
    let (here, elsewhere) = (Journal::open(&path).unwrap(), Journal::open(&path).unwrap());
    let (turn, again) = (here.turn(&key()).await.unwrap(), here.turn(&key()).await.unwrap());
    let name = "call-".to_owned() + &key().to_string()[..TURN_DIGITS];
    let is_free = async || elsewhere.holds().share(&name).await.unwrap().is_some();
    assert!(!is_free().await);
    drop(turn);
    assert!(!is_free().await, "a call of the same process is still made");
    drop(again);
    assert!(is_free().await);
}
