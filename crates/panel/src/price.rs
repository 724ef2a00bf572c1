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
/// with, up to a border. So a dated version costs what its family costs.
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
mod tests;
