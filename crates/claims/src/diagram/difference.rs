//! What a comparison came to, in words.

use super::compare::{Comparison, Way};

/// Most differences of one kind that are named.
const NAMED_MAX: usize = 6;

impl Comparison {
    /// In what a drawing and the code agree or differ, in a sentence.
    #[must_use]
    pub fn in_words(&self) -> String {
        let nodes = self.matches.len();
        match self.differences().join("; ").as_str() {
            "" => format!("it agrees with the code in {nodes} nodes"),
            what => format!("it differs in {what} ({nodes} nodes matched)"),
        }
    }

    /// What differs, the false before the incomplete.
    #[must_use]
    pub fn differences(&self) -> Vec<String> {
        let undrawn: Vec<&str> = self
            .only_built
            .iter()
            .take(NAMED_MAX)
            .map(String::as_str)
            .collect();
        let all = [
            ways(
                "drawn one after the other, while neither leads to the other in the code:",
                &self.drawn_serial,
            ),
            ways(
                "drawn side by side, run one after the other:",
                &self.drawn_parallel,
            ),
            ways("drawn and not built:", &self.ways_only_drawn),
            ways("built and not drawn:", &self.edges_only_built),
            (!undrawn.is_empty()).then(|| format!("not drawn: {}", undrawn.join(", "))),
        ];
        all.into_iter().flatten().collect()
    }
}

fn ways(what: &str, ways: &[Way]) -> Option<String> {
    let named = ways.iter().take(NAMED_MAX);
    let named: Vec<String> = named.map(|(from, to)| format!("{from} → {to}")).collect();
    let more = match ways.len().saturating_sub(NAMED_MAX) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!ways.is_empty()).then(|| format!("{what} {}{more}", named.join(", ")))
}
