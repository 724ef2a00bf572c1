use super::*;
use sha256::Digest;

#[tokio::test]
async fn a_full_disk_fails_one_write_and_loses_nothing() {
    let store = Store::memory(None).unwrap();
    let limit = |pages: u32| {
        let set = format!("pragma max_page_count = {pages}");
        lock(&store.0.connection)
            .query_row(&set, [], |_row| Ok(()))
            .unwrap();
    };
    let put = |number: u8| {
        let bytes = vec![number; 16 << 10];
        store.write(move |connection| tables::put_blob(connection, &Digest::of(&bytes), &bytes))
    };
    let held = async |number: u8| {
        let digest = Digest::of(&vec![number; 16 << 10]);
        let blob = store.read(move |connection| tables::blob(connection, &digest));
        blob.await.unwrap().is_some()
    };
    limit(40);
    let mut kept = 0;
    let error = loop {
        match put(kept).await {
            Ok(()) => kept += 1,
            Err(error) => break error,
        }
    };
    assert!(kept > 2 && error.to_string().contains("full"), "{kept}: {error}");
    for number in 0..kept {
        assert!(held(number).await);
    }
    assert!(!held(kept).await);
    limit(4000);
    put(kept).await.unwrap();
    assert!(held(kept).await);
}

#[tokio::test]
async fn the_disk_is_waited_for_only_by_what_cannot_be_worked_out_again() {
    let room = tempfile::tempdir().unwrap();
    let store = Store::open(&room.path().join("journal.sqlite")).unwrap();
    let waits = || -> u8 {
        let connection = lock(&store.0.connection);
        connection
            .pragma_query_value(None, "synchronous", |row| row.get(0))
            .unwrap()
    };
    let (normal, full) = (1, 2);
    store.keep(|_| Ok(())).await.unwrap();
    assert_eq!(waits(), normal);
    store.write(|_| Ok(())).await.unwrap();
    assert_eq!(waits(), full);
    store.keep(|_| Ok(())).await.unwrap();
    assert_eq!(waits(), normal);
}

#[tokio::test]
async fn a_write_that_fails_leaves_nothing_behind_and_harms_no_other() {
    let store = Store::memory(None).unwrap();
    let put = |bytes: &'static [u8], outcome: Result<(), StoreError>| {
        store.write(move |connection| {
            tables::put_blob(connection, &Digest::of(bytes), bytes)?;
            outcome
        })
    };
    let (good, bad) = tokio::join!(put(b"good", Ok(())), put(b"bad", Err(StoreError::TooLarge(3))));
    assert!(good.is_ok() && matches!(bad, Err(StoreError::TooLarge(3))));
    let held = async |bytes: &'static [u8]| {
        store
            .read(move |connection| tables::blob(connection, &Digest::of(bytes)))
            .await
            .unwrap()
    };
    assert_eq!(
        (held(b"good").await.is_some(), held(b"bad").await.is_some()),
        (true, false)
    );
}
