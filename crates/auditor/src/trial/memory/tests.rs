use super::*;
use journal::Journal;

fn entry(path: &str, bytes: Vec<u8>) -> Entry {
    Entry {
        kind: Kind::Facts,
        path: path.to_owned(),
        file: "whatever a child says".to_owned(),
        about: String::new(),
        bytes,
    }
}

fn snapshot(text: &str) -> Snapshot {
    Snapshot::from_fixture(&format!("//- a.rs\n{text}\n//- b.rs\n"))
}

async fn paths(snapshot: &Snapshot, subject: &Subject, case: &CaseHandle) -> Vec<String> {
    let memory = of(snapshot, subject, case).await;
    memory.known().map(|entry| entry.path.clone()).collect()
}

#[tokio::test]
async fn what_was_learnt_counts_for_the_same_file_of_the_same_subject_alone() {
    let journal = Journal::memory().unwrap();
    let case = journal.case(&Digest::of(b"one"), "one").await.unwrap();
    let [ours, theirs] = ["owner/ours", "owner/theirs"].map(|address| Subject::parse(address).unwrap());
    let learnt = vec![entry("a.rs", vec![1]), entry("none.rs", vec![1])];
    keep(learnt, &snapshot("one"), &ours, &case);
    assert_eq!(paths(&snapshot("one"), &ours, &case).await, ["a.rs"]);
    assert!(paths(&snapshot("two"), &ours, &case).await.is_empty());
    assert!(paths(&snapshot("one"), &theirs, &case).await.is_empty());
    // Of a program of other sources.
    case.keep_memory(&key(&ours), encode(&[&entry("a.rs", vec![1])]));
    assert!(paths(&snapshot("one"), &ours, &case).await.is_empty());
}

#[tokio::test]
async fn what_has_no_room_is_not_kept_and_what_was_known_stays() {
    let journal = Journal::memory().unwrap();
    let case = journal.case(&Digest::of(b"one"), "one").await.unwrap();
    let subject = Subject::parse("owner/ours").unwrap();
    let mut snapshot = snapshot("one");
    keep(vec![entry("b.rs", vec![1])], &snapshot, &subject, &case);
    snapshot.memory = of(&snapshot, &subject, &case).await;
    let large = entry("a.rs", vec![0; BYTES_MAX + 1]);
    keep(vec![large], &snapshot, &subject, &case);
    assert_eq!(paths(&snapshot, &subject, &case).await, ["b.rs"]);
}
