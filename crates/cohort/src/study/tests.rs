use super::*;

/// Twelve cases whose totals rise, with a demand for each pattern of who meets it.
fn class(patterns: &[(&str, [Option<f64>; 12])]) -> Vec<Judged> {
    let case = |who: usize| {
        let rank = count(who) / 11.0;
        let demands = patterns.iter().map(|(action, shares)| Demand {
            action: (*action).to_owned(),
            probe: "a.probe".to_owned(),
            share: shares[who],
        });
        let dimension = |name: &str, demands| Dimension {
            name: name.to_owned(),
            score: Some(rank),
            demands,
        };
        Judged {
            total: Some(rank),
            dimensions: vec![dimension("One", demands.collect()), dimension("Two", Vec::new())],
        }
    };
    (0..12).map(case).collect()
}

fn shares(of: fn(usize) -> Option<f64>) -> [Option<f64>; 12] {
    std::array::from_fn(of)
}

#[test]
fn what_separates_comes_first_and_what_never_varies_last() {
    let class = class(&[
        ("all", shares(|_| Some(1.0))),
        ("nobody", shares(|_| Some(0.0))),
        ("half", shares(|_| Some(0.5))),
        ("unseen", shares(|_| None)),
        ("upside down", shares(|who| Some(if who < 6 { 1.0 } else { 0.0 }))),
        ("the better", shares(|who| Some(if who < 6 { 0.0 } else { 1.0 }))),
        (
            "by chance",
            shares(|who| Some(if who.is_multiple_of(3) { 1.0 } else { 0.0 })),
        ),
        (
            "few seen",
            shares(|who| (who < 7).then_some(if who < 3 { 0.0 } else { 1.0 })),
        ),
    ]);
    let rows = of(&class);
    let told: Vec<(&str, Says)> = rows.iter().map(|row| (row.of[1].as_str(), row.says)).collect();
    let wanted = [
        ("the better", Says::Separates),
        ("upside down", Says::WrongWay),
        ("by chance", Says::Little),
        ("few seen", Says::TooFew),
        ("all", Says::AllMeet),
        ("nobody", Says::NobodyMeets),
        ("half", Says::NeverVaries),
        ("unseen", Says::NeverSeen),
    ];
    assert_eq!(told, wanted);
    assert_eq!(
        (rows[0].discrimination, rows[1].discrimination),
        (Some(1.0), Some(-1.0))
    );
    assert_eq!((rows[0].met, rows[0].seen), (6, 12));
    assert!(rows[0].correlation.unwrap() > 0.8);
    assert_eq!(rows[4].correlation, None, "what never varies goes with nothing");
}

#[test]
fn those_who_are_level_count_alike_in_whatever_order_they_stand() {
    let pairs = [
        (0.5, 1.0),
        (0.5, 0.0),
        (0.5, 0.0),
        (0.5, 1.0),
        (0.5, 1.0),
        (0.5, 1.0),
        (0.5, 0.0),
        (0.5, 0.0),
    ];
    assert_eq!(discrimination(&pairs), Some(0.0));
    // Two of eight are the best; the second place is shared by three, of whom one meets it.
    let mut pairs = [
        (0.9, 1.0),
        (0.8, 1.0),
        (0.8, 0.0),
        (0.8, 0.0),
        (0.1, 0.0),
        (0.1, 0.0),
        (0.1, 0.0),
        (0.1, 0.0),
    ];
    let before = discrimination(&pairs).unwrap();
    assert!((before - 4.0 / 6.0).abs() < 1e-12, "{before}");
    pairs.reverse();
    assert_eq!(discrimination(&pairs), Some(before));
}

#[test]
fn the_table_is_made_for_eyes_and_for_programs() {
    let class = class(&[
        ("the better", shares(|who| Some(if who < 6 { 0.0 } else { 1.0 }))),
        ("all", shares(|_| Some(1.0))),
    ]);
    let rows = of(&class);
    let text = text(&rows);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[1], "separates");
    assert!(
        lines[2].ends_with("the better (One)") && lines[3] == "never varies: all meet it",
        "{text}"
    );
    let csv = csv(&rows);
    assert!(
        csv.contains("One,the better,a.probe,12,6,0.5,1,0.87,separates\r\n"),
        "{csv}"
    );
}
