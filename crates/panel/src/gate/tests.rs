use super::*;

fn gate(wish: &Wish) -> Gate {
    Gate::new("p", wish)
}

fn trouble(kind: Ailment) -> Trouble {
    Trouble::new(kind, "no")
}

#[tokio::test(start_paused = true)]
async fn calls_beyond_the_rate_wait_for_it() {
    let gate = gate(&Wish {
        requests_per_minute: Some(2),
        ..Wish::default()
    });
    let start = Instant::now();
    for _ in 0..4 {
        drop(gate.enter(1).await.unwrap());
    }
    let waited = start.elapsed();
    assert!((59..=61).contains(&waited.as_secs()), "{waited:?}");
}

#[tokio::test(start_paused = true)]
async fn a_pause_that_the_provider_asks_for_holds_everybody() {
    let gate = gate(&Wish::default());
    gate.failed(&Trouble {
        retry_after: Some(Duration::from_secs(7)),
        ..trouble(Ailment::Busy)
    });
    let start = Instant::now();
    drop(gate.enter(1).await.unwrap());
    assert_eq!(start.elapsed().as_secs(), 7);
}

#[tokio::test]
async fn a_provider_that_only_fails_is_given_up_and_one_that_answers_between_is_not() {
    let broken = gate(&Wish::default());
    let shaky = gate(&Wish::default());
    for _ in 0..FAILURES_MAX {
        broken.failed(&trouble(Ailment::Down));
        shaky.failed(&trouble(Ailment::Down));
        shaky.succeeded();
    }
    assert_eq!(
        broken.enter(1).await.err().map(|t| t.kind),
        Some(Ailment::GivenUp)
    );
    assert!(shaky.enter(1).await.is_ok());
}

#[tokio::test]
async fn a_refused_key_ends_everything_at_once() {
    let gate = gate(&Wish::default());
    gate.failed(&trouble(Ailment::Denied));
    assert!(gate.enter(1).await.is_err());
}
