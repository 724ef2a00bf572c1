use super::*;
use court::evidence::Confidence;

fn opinion(score: i64, argument: &str) -> Opinion {
    Opinion {
        score: Score::whole(score),
        argument: argument.to_owned(),
        cited: Vec::new(),
        confidence: Confidence::percent(50),
    }
}

#[test]
fn an_argument_that_names_another_score_contradicts_its_own() {
    let scale = Scale::one_to_five();
    for (score, argument, expected) in [
        (4, "I would give a score of 4 for this.", false),
        (4, "This is worth 2/5 and no more.", true),
        (4, "A score of 2 is right, for E1 is unsafe.", true),
        (4, "Two of the 3/4 tests fail.", false),
        (4, "The score is 4, not 2/5.", false),
    ] {
        let told = contradicts(&opinion(score, argument), &Record::default(), &scale);
        assert_eq!(told, expected, "{argument}");
    }
}

#[test]
fn judges_that_write_the_same_are_found_and_leniency_is_measured() {
    let text =
        "the clone is made in a temporary directory and every command has a list of arguments and a timeout";
    assert_eq!(
        echo(&[
            (Persona::Prosecutor, text),
            (Persona::Defense, "quite another reading"),
            (Persona::TechLead, text)
        ]),
        Some(Persona::TechLead)
    );
    let charged = |what: &str| format!("{text} Charges: {what}.");
    let (left, right) = (
        charged(&"no lock anywhere ".repeat(9)),
        charged(&"E3 swallows errors ".repeat(9)),
    );
    assert!(are_alike(&left, &right), "other charges are no other reading");
    let (scale, record) = (Scale::one_to_five(), Record::default());
    let (low, high) = (opinion(1, text), opinion(5, "no"));
    let said = |persona, opinion| Said {
        dimension: "d",
        scale: &scale,
        persona,
        opinion,
        record: &record,
    };
    let first = [
        said(Persona::Prosecutor, &high),
        said(Persona::Defense, &low),
        said(Persona::TechLead, &low),
    ];
    assert_eq!(leniency_percent(Persona::Prosecutor, &first), Some(100));
    assert_eq!(leniency_percent(Persona::Defense, &first), Some(-50));
    let found = collapse(&first, 0, false);
    assert_eq!((found.alike.len(), found.inverted.len()), (1, 1));
}
