use super::*;

#[test]
fn the_same_words_in_another_order_are_not_alike() {
    let left = "the reducer keeps what parallel nodes write and the graph joins them";
    let right = "parallel nodes and the graph: what the reducer keeps, them the joins write";
    assert_eq!(alike_percent(left, left), 100);
    assert!(alike_percent(left, right) < 20);
    assert_eq!(alike_percent("", ""), 0);
}
