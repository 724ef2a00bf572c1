use court::score::{Fraction, Scale, Score};

fn score(part: i64, whole: i64) -> Score {
    Score(Fraction::new(part, whole))
}

#[test]
fn a_score_is_written_with_at_most_two_decimals_rounded_half_up() {
    for (part, whole, written) in [
        (5, 1, "5"),
        (7, 2, "3.5"),
        (10, 3, "3.33"),
        (2, 3, "0.67"),
        (1, 200, "0.01"),
        (1, 201, "0"),
        (1_999, 1_000, "2"),
        (101, 100, "1.01"),
    ] {
        assert_eq!(score(part, whole).to_string(), written, "{part}/{whole}");
    }
    assert!((score(7, 2).as_f64() - 3.5).abs() < f64::EPSILON);
}

#[test]
fn a_score_is_taken_to_one_that_the_scale_allows() {
    let plain = Scale::one_to_five();
    let listed = Scale {
        min: Score::whole(0),
        max: Score::whole(15),
        allowed: Some([0, 7, 12, 15].map(Score::whole).to_vec()),
    };
    // Scale, number times two, not above it, not below it, nearest with ties up.
    for (scale, twice, floor, ceiling, nearest) in [
        (&plain, 7, 3, 4, 4),
        (&plain, 6, 3, 3, 3),
        (&plain, 11, 5, 5, 5),
        (&plain, -1, 1, 1, 1),
        (&listed, 22, 7, 12, 12),
        (&listed, 19, 7, 12, 12),
        (&listed, 18, 7, 12, 7),
        (&listed, 24, 12, 12, 12),
        (&listed, 99, 15, 15, 15),
        (&listed, -9, 0, 0, 0),
    ] {
        let number = score(twice, 2);
        let taken = [scale.floor(number), scale.ceiling(number), scale.snap(number)];
        assert_eq!(taken, [floor, ceiling, nearest].map(Score::whole), "{twice}/2");
    }
}

#[test]
fn no_score_is_rounded_over_the_end_of_its_scale() {
    let scale = Scale {
        min: Score::whole(0),
        max: score(7, 2),
        allowed: None,
    };
    assert_eq!(scale.snap(score(7, 2)), score(7, 2));
    assert_eq!(scale.at(Fraction::from_integer(1)), score(7, 2));
}

#[test]
fn a_score_and_its_share_of_the_scale_belong_together() {
    let scale = Scale {
        min: Score::whole(2),
        max: Score::whole(12),
        allowed: None,
    };
    for (points, share) in [(2, (0, 1)), (7, (1, 2)), (9, (7, 10)), (12, (1, 1))] {
        let share = Fraction::new(share.0, share.1);
        assert_eq!(scale.share(Score::whole(points)), share);
        assert_eq!(scale.at(share), Score::whole(points));
    }
    let point = Scale {
        max: Score::whole(2),
        ..scale
    };
    assert_eq!(point.share(Score::whole(2)), Fraction::from_integer(1));
}
