use super::*;

#[test]
fn what_two_dimensions_call_for_is_one_thing_to_do() {
    let text = court::rubric::built_in("engineering").expect("it is built in");
    let rubric = court::rubric::parse(text, "engineering").expect("it is a rubric");
    let remedy = |action: &str| Remedy {
        action: action.to_owned(),
        exhibit: None,
        place: None,
        gain: Score::whole(1),
        weight: 1,
    };
    let (tests, lint) = (remedy("Run the tests."), remedy("Run a linter."));
    let task = |index: usize, remedy| Task {
        within: None,
        dimension: &rubric.dimensions[index],
        remedy,
        gain: None,
        complaint: None,
        accepted: None,
        is_ordered: false,
        is_flaw: false,
        is_grave: false,
        is_past: false,
        is_small: false,
        harm: ZERO,
        score: None,
    };
    let plan = [task(0, &tests), task(1, &lint), task(2, &tests)];
    let things = things(&plan);
    let told = |thing: &Thing<'_, '_>| (thing.task.dimension.name.clone(), thing.also.len());
    let name = |index: usize| rubric.dimensions[index].name.clone();
    assert_eq!(
        things.iter().map(told).collect::<Vec<_>>(),
        [(name(0), 1), (name(1), 0)]
    );
}
