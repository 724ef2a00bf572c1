use super::*;
use proptest::prelude::*;
use std::collections::BTreeMap;

#[derive(Serialize)]
struct Labelled<const VERSION: u32> {
    #[serde(skip)]
    label: String,
    input: BTreeMap<String, i32>,
}

impl<const VERSION: u32> Job for Labelled<VERSION> {
    const NAME: &'static str = "labelled";
    const VERSION: u32 = VERSION;
    const SCOPE: Scope = Scope::World;
    type Output = ();
    type Tools = ();

    fn label(&self) -> String {
        self.label.clone()
    }

    async fn run(&self, _tools: &()) -> Result<(), Failure> {
        Ok(())
    }
}

fn key<const VERSION: u32>(label: &str, input: &BTreeMap<String, i32>) -> Key {
    Key::of(&Labelled::<VERSION> {
        label: label.into(),
        input: input.clone(),
    })
    .unwrap()
}

fn inputs() -> impl Strategy<Value = BTreeMap<String, i32>> {
    proptest::collection::btree_map("[a-c]", 0..3, 0..3)
}

proptest! {
    #[test]
    fn a_key_depends_on_input_and_version_and_not_on_the_label(
        label in ".*", other in ".*", input in inputs(), another in inputs(),
    ) {
        prop_assert_eq!(key::<1>(&label, &input), key::<1>(&other, &input));
        prop_assert_eq!(key::<1>(&label, &input) == key::<1>(&label, &another), input == another);
        prop_assert_ne!(key::<1>(&label, &input), key::<2>(&label, &input));
    }
}

#[test]
fn a_key_never_changes_from_one_release_to_the_next() {
    let input = BTreeMap::from([("a".to_owned(), 1)]);
    assert_eq!(
        key::<1>("x", &input).0,
        Digest::of(br#"["labelled",1,{"input":{"a":1}}]"#)
    );
}

#[test]
fn pauses_double_up_to_the_longest_and_end_with_the_last_attempt() {
    let seconds = Duration::from_secs;
    let retry = Retry {
        attempts: 5.try_into().unwrap(),
        first_pause: seconds(2),
        longest_pause: seconds(7),
    };
    let pauses: Vec<_> = (1..6).map(|failures| retry.pause(failures)).collect();
    assert_eq!(
        pauses,
        [
            Some(seconds(2)),
            Some(seconds(4)),
            Some(seconds(7)),
            Some(seconds(7)),
            None
        ]
    );
}
