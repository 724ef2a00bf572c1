//! What calls cost: a table of list prices as data, and sums in billionths of a dollar, exact.

use crate::chat::Usage;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Tokens that a price is for.
const PER: u64 = 1_000_000;

static TABLE: LazyLock<BTreeMap<String, Price>> = LazyLock::new(|| {
    let table: Table =
        toml::from_str(include_str!("../data/prices.toml")).expect("a test reads the table of prices");
    table
        .price
        .into_iter()
        .map(|row| (row.model, row.price))
        .collect()
});

#[derive(Deserialize)]
struct Table {
    price: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    model: String,
    #[serde(flatten)]
    price: Price,
}

/// Dollars for a million tokens.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Price {
    /// Read.
    pub input: f64,
    /// Read from the provider's cache; as `input` where nothing is said.
    pub cached: Option<f64>,
    /// Written.
    pub output: f64,
}

/// Billionths of a dollar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Money(pub u64);

impl Money {
    /// An amount in dollars, as it is typed; `None` where it is negative, endless or beyond all sums.
    #[must_use]
    pub fn dollars(amount: f64) -> Option<Self> {
        let nano = amount * 1e9;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "checked to be in range"
        )]
        (nano.is_finite() && (0.0..9e18).contains(&nano)).then(|| Self(nano.round() as u64))
    }

    /// The amount in dollars, for people and JSON.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "cents of a panel")]
    pub fn as_dollars(self) -> f64 {
        self.0 as f64 / 1e9
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Price {
    /// What a call with this usage costs.
    #[must_use]
    pub fn of(&self, usage: Usage) -> Money {
        let fresh = usage.input.saturating_sub(usage.cached);
        let parts = [
            (fresh, self.input),
            (usage.cached, self.cached.unwrap_or(self.input)),
            (usage.output, self.output),
        ];
        let part = |(tokens, dollars): (u64, f64)| {
            let price = Money::dollars(dollars).unwrap_or_default().0;
            Money((u128::from(tokens) * u128::from(price) / u128::from(PER)).min(u128::from(u64::MAX)) as u64)
        };
        parts.into_iter().map(part).fold(Money::default(), Money::plus)
    }
}

/// The price of `provider:model`: the panel's own, else the one of the longest name in the table that it begins
/// with, up to a border, so that a dated version costs what its family costs.
#[must_use]
pub fn of(model: &str, own: &BTreeMap<String, Price>) -> Option<Price> {
    own.get(model).copied().or_else(|| {
        let begins = |name: &str| {
            let rest = model.strip_prefix(name);
            rest.is_some_and(|rest| {
                rest.is_empty() || name.ends_with(':') || rest.starts_with(['-', '@', ':'])
            })
        };
        let mut fitting: Vec<_> = TABLE.iter().filter(|(name, _)| begins(name)).collect();
        fitting.sort_by_key(|(name, _)| name.len());
        fitting.last().map(|(_, price)| **price)
    })
}

#[cfg(test)]
mod tests {
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
        let table: toml::Table = toml::from_str(include_str!("../data/prices.toml")).unwrap();
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
}
