use super::Sight;
use panel::price::Money;
use std::time::Duration;

fn sight(heard: usize, flying: u64, most: Option<f64>) -> Sight {
    Sight {
        heard,
        admitted: 10,
        flying,
        answered: 3 * heard as u64,
        ahead: 3 * (10 - heard as u64),
        spent: Money::dollars(0.0123).unwrap(),
        most: most.and_then(Money::dollars),
        is_unpriced: false,
        elapsed: Duration::from_secs(60),
    }
}

#[test]
fn the_line_about_a_panel_tells_dimensions_calls_dollars_and_the_time_left() {
    assert_eq!(
        sight(4, 1, Some(0.5)).line(),
        "4 of 10 dimensions heard, 1 call in flight, $0.0123 of $0.50 spent, about 90 s left"
    );
    assert_eq!(
        sight(1, 30, None).line(),
        "1 of 10 dimensions heard, 30 calls in flight, $0.0123 spent, about 9 min left"
    );
    let unpriced = Sight {
        is_unpriced: true,
        ..sight(0, 3, Some(0.5))
    };
    assert_eq!(
        unpriced.line(),
        "0 of 10 dimensions heard, 3 calls in flight, a price is not known"
    );
    assert!(!sight(10, 0, None).line().contains("left"));
    // Forty columns, of which the name of the line takes six.
    assert_eq!(
        sight(4, 30, Some(50.0)).figures(),
        "4/10 30 calls $0.01/50.00 90 s"
    );
    assert!(sight(1, 30, Some(50.0)).figures().len() <= 34);
    assert_eq!(unpriced.figures(), "0/10 3 calls $?");
}
