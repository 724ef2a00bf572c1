//! What the features of sentences weigh.

use std::sync::LazyLock;

/// What the number of features is increased by, so that short sentences do not weigh too much.
const SMOOTHING: f64 = 60.0;

/// The weights by what stands for a feature: a text of each would be made for millions of pairs.
struct Weights {
    /// In the order of their features.
    all: Vec<(u64, f64)>,
    /// Where those begin whose features begin with the same bits.
    begin: Vec<usize>,
}

/// How many first bits of a feature tell where to look for it: about one feature has the same.
const FIRST_BITS: u32 = 14;

impl Weights {
    fn of(lines: &str) -> Self {
        let each = lines.lines().filter_map(|line| line.split_once('\t'));
        let each = each.filter_map(|(weight, feature)| {
            let thousandths: f64 = weight.parse().ok()?;
            Some((digest(&[feature]), thousandths / 1_000.0))
        });
        let mut all: Vec<(u64, f64)> = each.collect();
        all.sort_unstable_by_key(|(feature, _)| *feature);
        let begin = (0..=1 << FIRST_BITS)
            .map(|bits: u64| all.partition_point(|(feature, _)| first_bits(*feature) < bits));
        let begin = begin.collect();
        Self { all, begin }
    }

    fn of_feature(&self, feature: u64) -> Option<f64> {
        let bits = usize::try_from(first_bits(feature)).ok()?;
        let alike = &self.all[self.begin[bits]..self.begin[bits + 1]];
        let found = alike.iter().find(|(known, _)| *known == feature)?;
        Some(found.1)
    }
}

fn first_bits(feature: u64) -> u64 {
    feature >> (u64::BITS - FIRST_BITS)
}

static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| Weights::of(include_str!("weights.txt")));

/// What every sentence weighs before its words are known.
static AT_REST: LazyLock<f64> = LazyLock::new(|| WEIGHTS.of_feature(digest(&["="])).unwrap_or_default());

/// FNV-1a of the parts in a row (Fowler, Noll, Vo; 64 bits).
pub(super) fn digest(parts: &[&str]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |digest, byte| {
        (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Weights added up, and of how many features.
#[derive(Clone, Copy)]
pub(super) struct Sum {
    weights: f64,
    features: usize,
}

impl Sum {
    pub(super) fn of(features: &[u64]) -> Self {
        Self {
            weights: features
                .iter()
                .filter_map(|feature| WEIGHTS.of_feature(*feature))
                .sum(),
            features: features.len(),
        }
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self {
            weights: self.weights + other.weights,
            features: self.features + other.features,
        }
    }

    pub(super) fn weight(self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a sentence has some hundred features")]
        let count = self.features as f64;
        self.weights / (count + SMOOTHING).sqrt() + *AT_REST
    }
}
