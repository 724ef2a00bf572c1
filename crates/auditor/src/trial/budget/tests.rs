use super::*;

#[tokio::test]
async fn dimensions_are_let_in_in_their_order_until_the_money_does_not_reach() {
    let budget = Budget::new(Some(Money(10)));
    let spent = || Money(0);
    let first = budget.enter(0, Money(6), spent).await;
    assert!(first.is_some());
    // The second waits for what the first gives back, and the third for its turn.
    let (second, third) = tokio::join!(
        async {
            let place = budget.enter(1, Money(6), spent).await;
            place.is_some()
        },
        async {
            drop(first);
            budget.enter(2, Money(11), spent).await.is_some()
        }
    );
    assert_eq!((second, third, budget.has_refused()), (true, false, true));
}

#[test]
fn pictures_are_let_in_from_the_first_as_far_as_the_money_reaches() {
    let budget = Budget::new(Some(Money(10)));
    let amounts = [4, 4, 4, 1].map(Money);
    assert_eq!(
        (budget.reach(&amounts[..2], Money(2)), budget.has_refused()),
        (2, false)
    );
    assert_eq!(
        (budget.reach(&amounts, Money(0)), budget.has_refused()),
        (2, true)
    );
    assert_eq!(Budget::new(None).reach(&amounts, Money(u64::MAX)), 4);
}

#[tokio::test]
async fn a_budget_without_an_end_lets_everybody_in_at_once() {
    let budget = Budget::new(None);
    assert!(
        budget
            .enter(7, Money(u64::MAX), || Money(u64::MAX))
            .await
            .is_some()
    );
    assert!(!budget.has_refused());
}
