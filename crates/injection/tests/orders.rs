//! What is told of a labelled corpus: orders to judges in plain words, by family, and honest texts that come close to them.

use std::collections::BTreeMap;

const ORDERS: &str = include_str!("orders.txt");
const HONEST: &str = include_str!("honest.txt");
/// Share of each family that is told, at least.
const TOLD_PERCENT_MIN: usize = 70;

fn is_told(text: &str) -> bool {
    !injection::passages(text).is_empty()
}

#[test]
fn of_every_family_of_plain_orders_at_least_seven_in_ten_are_told() {
    let mut families: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut family = "";
    for line in ORDERS
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("# "))
    {
        match line.strip_prefix("## ") {
            Some(name) => family = name,
            None => families.entry(family).or_default().push(line),
        }
    }
    assert_eq!(families.len(), 10);
    for (family, orders) in families {
        let missed: Vec<&&str> = orders.iter().filter(|order| !is_told(order)).collect();
        let told = orders.len() - missed.len();
        assert!(
            told * 100 >= orders.len() * TOLD_PERCENT_MIN,
            "{family}: {missed:#?}"
        );
    }
}

#[test]
fn what_is_said_in_good_faith_accuses_nobody() {
    let texts = HONEST.split("\n\n").filter(|text| !text.trim().is_empty());
    let accused: Vec<_> = texts.clone().flat_map(injection::passages).collect();
    assert!(texts.count() > 90 && accused.is_empty(), "{accused:#?}");
}
