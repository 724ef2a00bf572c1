use super::*;

#[test]
fn results_stand_in_the_order_of_the_items() {
    let items: Vec<u32> = (0..1_000).collect();
    let squares: Vec<u32> = items.iter().map(|item| item * item).collect();
    assert_eq!(map(&items, |item| item * item), squares);
    assert!(map(&[], |item: &u32| *item).is_empty());
}

#[test]
fn a_panic_of_the_work_is_a_panic_of_the_whole() {
    let done = std::panic::catch_unwind(|| map(&[1, 2, 3], |item| assert_ne!(*item, 2)));
    assert!(done.is_err());
}
