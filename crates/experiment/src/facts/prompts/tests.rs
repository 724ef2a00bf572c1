use super::*;

#[test]
fn prompts_that_differ_in_the_name_alone_have_no_words_of_their_own() {
    let of = |name: &str| {
        sentences(&format!(
            "You are the {name}. Weigh all of the evidence with care."
        ))
    };
    assert_eq!(of("Prosecutor"), of("Defense"));
    assert_ne!(of("Prosecutor"), sentences("You are a cat."));
}

#[test]
fn a_share_is_that_of_the_shorter() {
    let threes = |text: &str| threes(text).into_iter().collect::<BTreeSet<_>>();
    let (long, short) = (threes("a b c d e f"), threes("a b c x"));
    assert_eq!(share(&long, &short), Some(50));
    assert_eq!(share(&long, &BTreeSet::new()), None);
}
