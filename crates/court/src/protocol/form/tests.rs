use super::*;

#[test]
fn each_built_in_demand_can_be_met_by_the_form_of_its_probe() {
    for demand in protocols().flat_map(|protocol| &protocol.demands) {
        let form = Form::of(&demand.probe, &[]);
        assert!(
            form.is_none_or(|form| form.takes(&demand.want)),
            "{} {}",
            demand.probe,
            demand.want
        );
    }
}

#[test]
fn a_share_is_neither_there_nor_not_and_a_number_is() {
    let share = Form::of("tests.many", &[]).unwrap();
    assert_eq!(share, Form::Share);
    assert!(!share.takes(&Want::Holds(true)) && !share.takes(&Want::AtLeast(3)));
    assert!(
        share.takes(&Want::ShareAtLeast(crate::score::ONE))
            && share.takes(&Want::Finding(super::super::Outcome::Present))
    );
    let number = Form::of("git.commits", &[]).unwrap();
    assert!(number.takes(&Want::Holds(true)) && !number.takes(&Want::ShareAtMost(crate::score::ONE)));
    assert_eq!(Form::of("docs.hidden_text", &[]), None, "no protocol asks it");
}
