use super::*;
use documents::document::read;

fn depth(term: &str, text: &str) -> Depth {
    let document = read("report.md", text.as_bytes());
    let passages = Passages::of(&document);
    treatment(&document, &passages, &Words::of(&passages), term).depth
}

const HOW: &str =
    "The aggregator node waits until all branches have ended; the reducer `operator.ior` merges them.";

#[test]
fn spelling_order_case_and_line_breaks_do_not_matter() {
    for text in [
        "Fan-Out/Fan-In",
        "fan out and fan in",
        "FanIn, FanOut",
        "fan_in, fan_out",
        "fan-\nout, fan-\nin",
    ] {
        assert_eq!(
            depth("Fan-In / Fan-Out", &format!("{text}.\n")),
            Depth::Mentioned,
            "{text}"
        );
        let told = format!("The {text} works so. {HOW}\n");
        assert_eq!(depth("Fan-In / Fan-Out", &told), Depth::Substantive, "{text}");
    }
}

#[test]
fn one_half_of_a_pair_is_not_the_pair() {
    assert_eq!(
        depth("Fan-In / Fan-Out", &format!("The fan-out works so. {HOW}")),
        Depth::Mentioned
    );
}

#[test]
fn words_of_two_sentences_are_not_a_term() {
    assert_eq!(
        depth("State Synchronization", "We keep state. Synchronization is hard."),
        Depth::Absent
    );
    assert_eq!(
        depth(
            "State Synchronization",
            "A synchronization node; synchronized state."
        ),
        Depth::Absent
    );
    assert_eq!(
        depth("State Synchronization", "state synchronisation"),
        Depth::Mentioned
    );
}

#[test]
fn praise_headings_contents_and_lists_of_words_explain_nothing() {
    for text in [
        "Our visionary platform embraces metacognition to delight every stakeholder.",
        "# Metacognition\n\n# Next\n\nThe node merges by a reducer and a rule in parallel.",
        "4. Metacognition ........ 12\n",
        "- [Metacognition](#metacognition)\n",
        &format!("The parser looks for the words \"Metacognition\" and \"Fan-In\". {HOW}"),
        &format!("Claims of \u{201c}deep metacognition\u{201d} are overruled. {HOW}"),
        &format!("It searches for the terms 'Metacognition' and 'Fan-In'. {HOW}"),
        &format!("- A chapter on Metacognition\n- {HOW}"),
        &format!("```\nMetacognition. {HOW}\n```"),
        &format!("if defense_claims_metacognition: {HOW}"),
        &format!("# Executive Summary\n\nMetacognition. {HOW}"),
    ] {
        assert!(depth("Metacognition", text) < Depth::Substantive, "{text}");
    }
}

#[test]
fn a_heading_is_explained_by_what_stands_below_it() {
    assert_eq!(
        depth("Metacognition", &format!("## Metacognition\n\n{HOW}\n")),
        Depth::Substantive
    );
}

#[test]
fn what_stands_further_down_explains_a_heading_and_not_a_sentence() {
    let praise = "Every team that has seen it was delighted by how well it thinks about itself.\n";
    let before = praise.repeat(20);
    let under_heading = format!("## Metacognition\n\n{before}\n{HOW}\n");
    assert_eq!(depth("Metacognition", &under_heading), Depth::Substantive);
    let in_sentence = format!("It has Metacognition.\n\n{before}\n{HOW}\n");
    assert_eq!(depth("Metacognition", &in_sentence), Depth::Mentioned);
    let too_far = format!("## Metacognition\n\n{}\n{HOW}\n", praise.repeat(60));
    assert_eq!(depth("Metacognition", &too_far), Depth::Mentioned);
}
