//! Numbers as people read them.

/// At most two decimals, and no zeros behind them.
pub(crate) fn decimal(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let text = if text == "-0" { "0" } else { text };
    text.to_owned()
}

/// The same of what may not be there.
pub(crate) fn decimal_or(number: Option<f64>, none: &str) -> String {
    number.map_or_else(|| none.to_owned(), decimal)
}
