use crate::{rubric, standing};
use court::justice::Matter;
use court::law::Law;
use court::protocol::Kind;
use court::remedy::remedies;
use court::score::Score;

#[test]
fn what_raises_the_score_most_is_to_be_done_first() {
    let rubric = rubric("dimensions: [{id: a, max_score: 100}]");
    let dimension = &rubric.dimensions[0];
    let standings = [
        standing("a", 3, Some((1, 1)), 1),
        standing("b", 1, Some((0, 1)), 2),
        standing("c", 3, Some((0, 1)), 3),
        standing("d", 9, None, 4),
    ];
    let matter = Matter {
        dimension,
        law: &Law::of(&rubric, dimension, Kind::Plain),
        standings: &standings,
    };
    let remedies = remedies(&matter);
    let told: Vec<(&str, Score, i64)> = remedies
        .iter()
        .map(|remedy| (remedy.action.as_str(), remedy.gain, remedy.weight))
        .collect();
    // Now: after a rehearing 14, 57 and 43, so 38. With `c` met: 71, 93 and 86, so 83. With `b` met the three are
    // heard again: 36, 68 and 57, so 54.
    assert_eq!(
        told,
        [("Add c.", Score::whole(45), 3), ("Add b.", Score::whole(16), 1)]
    );
}

#[test]
fn what_is_mended_binds_the_opinions_on_it_too() {
    let rubric = rubric("dimensions: [{id: a}]");
    let dimension = &rubric.dimensions[0];
    let standings = [standing("a", 1, Some((0, 1)), 1)];
    let matter = Matter {
        dimension,
        law: &Law::of(&rubric, dimension, Kind::Plain),
        standings: &standings,
    };
    let gains: Vec<Score> = remedies(&matter).iter().map(|remedy| remedy.gain).collect();
    assert_eq!(gains, [Score::whole(4)], "from 1 to 5");
}
