//! What becomes of answers as models really write them: taken with a warning, asked again with the fault, or recused.
//!
//! `answers.txt` holds them raw: `=== accepted | words of a warning, or - | name` or
//! `=== refused[-cut|-filtered] | words in which it is asked again | name`, then the answer.

mod room;

use panel::chat::End;
use panel::judge::Outcome;
use room::{DIMENSION, Room, reply};

const ANSWERS: &str = include_str!("answers.txt");
/// A loop of words that a model fell into: longer than what is read of an answer.
const ENDLESS: usize = 1_200_000;

struct Case<'a> {
    is_accepted: bool,
    end: End,
    words: &'a str,
    name: &'a str,
    text: String,
}

fn cases() -> Vec<Case<'static>> {
    let brief = DIMENSION.split_whitespace().collect::<Vec<_>>().join(" ");
    let parts = ANSWERS
        .split("\n=== ")
        .map(|part| part.trim_start_matches("=== "));
    let case = |part: &'static str| {
        let (head, text) = part.split_once('\n').expect("a head and a text");
        let fields: Vec<&str> = head.split(" | ").collect();
        let [kind, words, name] = fields.try_into().expect("kind, words and name");
        Case {
            is_accepted: kind == "accepted",
            end: match kind.rsplit('-').next() {
                Some("cut") => End::Cut,
                Some("filtered") => End::Filtered,
                _ => End::Whole,
            },
            words,
            name,
            text: text.trim_end_matches('\n').replace("@BRIEF@", &brief),
        }
    };
    parts.map(case).collect()
}

/// What is wrong with how a case was treated.
async fn wrong(case: &Case<'_>) -> Option<String> {
    let (text, end) = (case.text.clone(), case.end);
    let room = Room::new(move |_, _| Ok(reply(&text, end)));
    match room.heard().await {
        Outcome::Opined(told) if case.is_accepted => {
            let scores = told.opinion.score >= room.scale().min && told.opinion.score <= room.scale().max;
            let told_so =
                case.words == "-" || told.record.repairs.iter().any(|told| told.contains(case.words));
            let is_known = told
                .opinion
                .cited
                .iter()
                .all(|id| room.brief.exhibits.contains_key(id));
            (!scores || !told_so || !is_known || told.opinion.cited.is_empty())
                .then(|| format!("{:?} {:?}", told.opinion.cited, told.record.repairs))
        }
        Outcome::Opined(told) => Some(format!("was accepted as {}", told.opinion.score)),
        Outcome::Recused { cause, .. } if case.is_accepted => Some(cause),
        Outcome::Recused { cause, record } => {
            let again = room.chat.asked().get(1).map(|asked| asked.user.clone());
            let again = again.unwrap_or_default();
            let (_, told) = again.split_once("was refused:").unwrap_or_default();
            (record.calls.len() != 3 || !told.contains(case.words)).then(|| format!("{cause}: {told}"))
        }
    }
}

#[tokio::test]
async fn answers_that_are_good_in_substance_stand_and_no_others() {
    let cases = cases();
    assert!(cases.len() >= 150, "{}", cases.len());
    let mut failed = Vec::new();
    for case in &cases {
        if let Some(why) = wrong(case).await {
            failed.push(format!("{} ({}): {why}", case.name, case.is_accepted));
        }
    }
    assert!(
        failed.is_empty(),
        "{} of {}:\n{}",
        failed.len(),
        cases.len(),
        failed.join("\n")
    );
}

#[tokio::test]
async fn a_model_that_never_stops_is_told_so() {
    let text = format!("{{\"argument\": \"{}", "and so on ".repeat(ENDLESS / 10));
    let endless = Case {
        is_accepted: false,
        end: End::Whole,
        words: "too long",
        name: "endless",
        text,
    };
    assert_eq!(wrong(&endless).await, None);
}
