use super::*;

#[tokio::test]
async fn a_snapshot_arrives_as_it_was_sent() {
    let mut sent = Subject::from_fixture(
        "//- main.py\nprint(1)\n//- report:r.md\n# Title\n\nsrc/a.py\n//- terms:A|B\n//- history\n\
             2024-03-01T08:00:00Z Ann <ann@example.org> | Begin | A main.py\n",
    );
    sent.files.insert(
        "raw".to_owned(),
        File {
            bytes: vec![0, 255, 10, 13],
        },
    );
    sent.aside.insert(
        "wide.txt".to_owned(),
        File {
            bytes: vec![255, 254],
        },
    );
    sent.refs.names.push("refs/tags/v1".to_owned());
    sent.refs
        .tags
        .insert("refs/tags/v1".to_owned(), "First".to_owned());
    sent.history.versions.insert("ab".repeat(20), vec![1, 0, 2]);
    sent.history.incomplete = Some("shallow".to_owned());
    sent.skipped.push(Skipped {
        path: "big".to_owned(),
        why: "too long".to_owned(),
    });
    let (path, bytes) = ("main.py".to_owned(), vec![7]);
    let known = memory::Entry {
        kind: memory::Kind::Facts,
        path,
        file: "digest".to_owned(),
        about: "Python main.py".to_owned(),
        bytes,
    };
    sent.memory = Memory::of(vec![known.clone()]);
    let mut bytes = Vec::new();
    send(&sent, true, &mut bytes).await.unwrap();
    let mut input = bytes.as_slice();
    let arrived = take(&mut input).unwrap();
    assert!(input.is_empty());
    assert_eq!(arrived.history, sent.history);
    assert_eq!(arrived.memory.known().collect::<Vec<_>>(), [&known]);
    let files = |snapshot: &Snapshot| format!("{:?} {:?}", snapshot.files, snapshot.aside);
    assert_eq!((files(&arrived), &arrived.refs), (files(&sent), &sent.refs));
    assert_eq!(
        (&arrived.skipped, &arrived.documents),
        (&sent.skipped, &sent.documents)
    );
    assert_eq!((&arrived.commit, &arrived.terms), (&sent.commit, &sent.terms));
    for end in 0..bytes.len() {
        assert!(take(&mut &bytes[..end]).is_err(), "cut at {end}");
    }
}
