//! The page that explains the built-in scoring, held against the scoring.

use crate::{essential, standing};
use court::opinion::Round;
use court::protocol::Standing;
use court::score::{Scale, Score};
use court::statutes::hear;

const PAGE: &str = include_str!("../../../../docs/scoring.md");
const HEAD: &str = "| m | Prosecutor | Defense | Tech Lead |\n|---|---|---|---|\n";

/// The rows of each table of votes: a share in percent, then the votes of the three.
fn tables() -> Vec<Vec<[i64; 4]>> {
    let number = |cell: &str| cell.trim().trim_end_matches(" %").parse().expect("a number");
    let row = |line: &str| -> [i64; 4] {
        let cells = line.trim_matches('|').split('|').map(number);
        cells.collect::<Vec<i64>>().try_into().expect("four cells")
    };
    let rows = |text: &str| {
        text.lines()
            .take_while(|line| line.starts_with('|'))
            .map(row)
            .collect()
    };
    PAGE.split(HEAD).skip(1).map(rows).collect()
}

/// What passes with a weight of so many of a hundred, and what fails with the rest.
fn met(percent: i64, is_essential: bool) -> Vec<Standing> {
    let fails = if is_essential { essential } else { standing };
    let passed = standing("passes", percent.max(1), Some((1, 1)), 1);
    let failed = fails("fails", (100 - percent).max(1), Some((0, 1)), 2);
    let all = [(percent > 0, passed), (percent < 100, failed)];
    all.into_iter()
        .filter(|(is_there, _)| *is_there)
        .map(|(_, one)| one)
        .collect()
}

#[test]
fn every_number_of_the_page_is_what_the_judges_give() {
    let scale = Scale {
        min: Score::whole(1),
        max: Score::whole(5),
        allowed: None,
    };
    let kinds = [
        (Round::First, false),
        (Round::First, true),
        (Round::Rehearing, false),
    ];
    let tables = tables();
    assert_eq!(tables.len(), kinds.len());
    for (table, (round, is_essential)) in tables.iter().zip(kinds) {
        assert!(table.len() > 1, "{tables:?}");
        for [percent, votes @ ..] in table {
            let hearing = hear(&met(*percent, is_essential), &scale, round);
            assert_eq!(hearing.scores(), votes.map(Score::whole), "{percent} % {round:?}");
        }
    }
}
