use super::*;

fn usage(input: u64, cached: u64, output: u64) -> Usage {
    Usage {
        input,
        cached,
        output,
    }
}

#[test]
fn a_cost_is_exact_and_cached_tokens_cost_less() {
    let price = of("openai:gpt-4o", &BTreeMap::new()).unwrap();
    assert_eq!(price.of(usage(1_000_000, 0, 0)), Money(2_500_000_000));
    assert_eq!(price.of(usage(1_000_000, 1_000_000, 0)), Money(1_250_000_000));
    assert_eq!(price.of(usage(10, 0, 1)), Money(35_000));
}

#[test]
fn a_dated_version_costs_what_its_family_costs_and_an_unknown_model_has_no_price() {
    let none = BTreeMap::new();
    assert_eq!(of("openai:gpt-4o-2024-08-06", &none), of("openai:gpt-4o", &none));
    assert_ne!(of("openai:gpt-4o-mini-2024", &none), of("openai:gpt-4o", &none));
    assert!(of("anthropic:claude-sonnet-4-6", &none).is_some());
    assert_eq!(of("ollama:qwen3:8b", &none).unwrap().output, 0.0);
    assert_eq!(
        of("anthropic:claude-opus-4-7-20260301", &none).unwrap().output,
        25.0
    );
    assert_eq!(of("anthropic:claude-opus-4-1", &none).unwrap().output, 75.0);
    assert_ne!(of("openai:gpt-5-pro", &none), of("openai:gpt-5", &none));
    assert_eq!(of("anthropic:claude-haiku-5-5", &none), None);
    assert_eq!(of("openai:gpt-4omni", &none), None);
    assert_eq!(of("house:model", &none), None);
}

#[test]
fn every_price_says_where_it_stands_and_when_that_was_checked() {
    let table: toml::Table = toml::from_str(include_str!("../../data/prices.toml")).unwrap();
    for row in table["price"].as_array().unwrap() {
        let is_free = row["output"].as_integer() == Some(0);
        let text = |key: &str| row.get(key).and_then(toml::Value::as_str).unwrap_or_default();
        let is_told = text("source").starts_with("https://") && text("checked").len() == 7;
        assert!(is_free || is_told, "{row}");
    }
}

#[test]
fn amounts_that_are_none_are_refused() {
    for amount in [-1.0, f64::NAN, f64::INFINITY, 1e30] {
        assert_eq!(Money::dollars(amount), None);
    }
    assert_eq!(Money::dollars(0.5), Some(Money(500_000_000)));
}
