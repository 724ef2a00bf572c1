//! Cases made by hand, and what the court makes of them.

mod admission;
mod evidence;
mod facts;
mod language;
mod proposals;
mod questions;
mod remedies;
mod retrials;
mod scales;
mod scoring_page;
mod statutes;
mod unseen;
mod weighing;
mod wishes;

use court::evidence::ExhibitId;
use court::protocol::{Demand, Standing};
use court::rubric::{self, Rubric};
use court::score::Fraction;
use serde_json::json;

/// The demand `name`, met as far as this, with the exhibit of this number.
fn standing(name: &str, weight: i64, share: Option<(i64, i64)>, exhibit: u32) -> Standing {
    let demand: Demand = serde_json::from_value(json!({
        "probe": name,
        "want": {"holds": true},
        "weight": weight,
        "met": format!("has {name}"),
        "unmet": format!("no {name}"),
        "remedy": format!("Add {name}."),
    }))
    .expect("it is a demand");
    Standing {
        demand,
        share: share.map(|(part, whole)| Fraction::new(part, whole)),
        exhibit: Some(ExhibitId::new(exhibit)),
        place: None,
        cause: None,
        is_unobserved: share.is_none(),
        proves: false,
    }
}

/// The same for a demand without which the dimension cannot be good.
fn essential(name: &str, weight: i64, share: Option<(i64, i64)>, exhibit: u32) -> Standing {
    let mut standing = standing(name, weight, share, exhibit);
    standing.demand.is_essential = true;
    standing
}

/// A question that does not arise.
fn moot(name: &str, cause: &str) -> Standing {
    Standing {
        is_unobserved: false,
        cause: Some(cause.to_owned()),
        ..standing(name, 9, None, 99)
    }
}

fn rubric(text: &str) -> Rubric {
    rubric::parse(text, "case").expect("it parses")
}
