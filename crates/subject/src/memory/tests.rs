use super::*;

/// What a memory learns that somebody keeps.
fn learnt(entries: &[(Kind, &str, &str, Vec<u32>)]) -> Vec<Entry> {
    let memory = Memory::of(Vec::new());
    for (kind, path, about, derived) in entries {
        memory.learn(*kind, path, about, derived);
    }
    memory.take_fresh()
}

#[test]
fn what_was_learnt_is_recalled_of_the_same_file_kind_and_circumstances_alone() {
    let memory = Memory::of(learnt(&[(Kind::Facts, "a.rs", "Rust a.rs", vec![1, 2])]));
    let recall = |kind, path, about| memory.recall::<Vec<u32>>(kind, path, about);
    assert_eq!(recall(Kind::Facts, "a.rs", "Rust a.rs"), Some(vec![1, 2]));
    assert_eq!(recall(Kind::Facts, "a.rs", "Rust tests/a.rs"), None);
    assert_eq!(recall(Kind::Facts, "b.rs", "Rust a.rs"), None);
    assert_eq!(recall(Kind::Module, "a.rs", "Rust a.rs"), None);
}

#[test]
fn what_is_remembered_is_not_derived_again_and_what_is_damaged_is() {
    let whole = learnt(&[(Kind::Facts, "a.rs", "", vec![1, 2])]);
    let derive = || vec![3_u32];
    let memory = Memory::of(whole.clone());
    assert_eq!(memory.recall_or(Kind::Facts, "a.rs", "", derive), [1, 2]);
    assert!(memory.take_fresh().is_empty());
    for end in 0..whole[0].bytes.len() {
        let bytes = whole[0].bytes[..end].to_vec();
        let damaged = Memory::of(vec![Entry {
            bytes,
            ..whole[0].clone()
        }]);
        assert_eq!(
            damaged.recall_or(Kind::Facts, "a.rs", "", derive),
            [3],
            "cut at {end}"
        );
        assert_eq!(damaged.take_fresh().len(), 1);
    }
}

#[test]
fn what_nobody_keeps_or_has_room_for_is_not_learnt() {
    let memory = Memory::default();
    memory.learn(Kind::Facts, "a.rs", "", &1_u32);
    assert!(memory.take_fresh().is_empty());
    let (full, large) = (Memory::of(Vec::new()), "x".repeat(BYTES_MAX));
    full.learn(Kind::Facts, "a.rs", "", &large);
    full.learn(Kind::Facts, "b.rs", "", &1_u32);
    let paths: Vec<String> = full.take_fresh().into_iter().map(|entry| entry.path).collect();
    assert_eq!(paths, ["b.rs"]);
}

#[test]
fn entries_come_back_from_their_bytes_and_nothing_comes_from_others() {
    let entries = learnt(&[
        (Kind::Facts, "a.rs", "Rust", vec![1, 300]),
        (Kind::Silence, "é", "", Vec::new()),
    ]);
    let bytes = encode(&entries.iter().collect::<Vec<_>>());
    assert_eq!(decode(&bytes), Some(entries));
    for end in 0..bytes.len() {
        assert_eq!(decode(&bytes[..end]), None, "cut at {end}");
    }
    assert_eq!(decode(&[bytes, vec![0]].concat()), None);
    assert_eq!(decode(&[255; 64]), None);
}
