//! Thousands of answers, good and bad in substance, in forms that are mixed by chance. The good ones stand, the bad ones
//! never do, and no form makes the reader slow or fail.

mod room;

use futures_util::future::join_all;
use panel::chat::End;
use panel::judge::Outcome;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use room::{Room, reply};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Answers of each kind.
const ROUNDS: u32 = 1_500;
/// Longest that texts made to be slow may take together, on a busy machine in a debug build: it is seconds.
const PATIENCE: Duration = Duration::from_secs(120);
/// From this share on the reader is good, in percent.
const GOOD_PERCENT: u32 = 98;

/// What a judge means.
#[derive(Clone, Debug)]
struct Substance {
    cited: Vec<(&'static str, &'static str)>,
    invented: Vec<(&'static str, &'static str)>,
    argument: String,
    score: Value,
}

/// How it writes that.
#[derive(Clone, Debug)]
struct Form {
    keys: usize,
    citations: usize,
    syntax: usize,
    around: usize,
    wrapping: usize,
    score: usize,
    confidence: usize,
}

const SHOWN: [(&str, &str); 5] = [
    ("E1", "with tempfile.TemporaryDirectory() as room:"),
    ("E2", "No command is given to a shell."),
    ("E3", "except subprocess.CalledProcessError as error:"),
    ("E5", "raise ValueError(\"not an https address\")"),
    ("E12", ""),
];
const INVENTED: [(&str, &str); 4] = [
    ("E9", "rm -rf"),
    ("E1", "os.system(url)"),
    ("E404", ""),
    ("src/tools/repo.py", ""),
];
const WORDS: [&str; 12] = [
    "clone",
    "shell",
    "address",
    "isn't",
    "checked",
    "\"safe\"",
    "E1",
    "directory",
    "timeout",
    "credentials",
    "shown",
    "E3",
];

fn argument() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&WORDS[..]), 6..40).prop_map(|words| words.join(" "))
}

fn good() -> impl Strategy<Value = Substance> {
    let cited = prop::sample::subsequence(SHOWN.to_vec(), 1..=5);
    (
        cited,
        prop::sample::subsequence(INVENTED.to_vec(), 0..=4),
        argument(),
        1i64..=5,
    )
        .prop_map(|(cited, mut invented, argument, score)| {
            invented.truncate(cited.len());
            Substance {
                cited,
                invented,
                argument,
                score: json!(score),
            }
        })
}

/// Bad in one way at least: everything is made up, more is made up than not, the score is none, or nothing is said.
fn bad() -> impl Strategy<Value = Substance> {
    (
        good(),
        0usize..5,
        prop::sample::select(vec![0i64, 6, 7, 10, 100, -4]),
    )
        .prop_map(|(good, way, off)| match way {
            0 => Substance {
                cited: Vec::new(),
                invented: INVENTED[..2].to_vec(),
                ..good
            },
            1 => Substance {
                cited: vec![SHOWN[0]],
                invented: INVENTED.to_vec(),
                ..good
            },
            2 => Substance {
                score: json!(off),
                ..good
            },
            3 => Substance {
                score: json!(["excellent", "4.5", "8/10", "3-4", ""][off.unsigned_abs() as usize % 5]),
                ..good
            },
            _ => Substance {
                argument: "Good.".to_owned(),
                ..good
            },
        })
}

fn form() -> impl Strategy<Value = Form> {
    (
        0usize..4,
        0usize..5,
        0usize..7,
        0usize..8,
        0usize..6,
        0usize..4,
        0usize..4,
    )
        .prop_map(
            |(keys, citations, syntax, around, wrapping, score, confidence)| Form {
                keys,
                citations,
                syntax,
                around,
                wrapping,
                score,
                confidence,
            },
        )
}

fn citation((exhibit, quote): (&str, &str), form: &Form) -> Value {
    let number = exhibit.trim_start_matches('E');
    let name = match form.citations {
        1 => format!("[{exhibit}]"),
        2 => format!("Exhibit {number}"),
        3 => format!("{exhibit}:"),
        _ => exhibit.to_owned(),
    };
    json!({ "exhibit": name, "quote": quote, "shows": "what it shows" })
}

fn written(substance: &Substance, form: &Form) -> String {
    let all = substance.cited.iter().chain(&substance.invented);
    let evidence: Vec<Value> = all.map(|one| citation(*one, form)).collect();
    let [cited, reasoning, sure, final_score] = [
        ["evidence", "argument", "confidence", "score"],
        ["citedEvidence", "Argument", "Confidence", "finalScore"],
        ["cited-evidence", "reasoning", "confidence-level", "final-score"],
        ["Evidences", "arguement", "confidance", "rating"],
    ][form.keys];
    let score = match (form.score, substance.score.as_i64()) {
        (1, Some(score)) => json!(score.to_string()),
        (2, Some(score)) => json!(format!("{score}/5")),
        (3, Some(score)) => json!(format!("{score}.0")),
        _ => substance.score.clone(),
    };
    let confidence = [json!(80), json!("80%"), json!(0.8), json!("high")][form.confidence].clone();
    let answer = json!({
        cited: evidence, reasoning: substance.argument, "charges": [], "mitigations": ["it's a start"],
        sure: confidence, final_score: score
    });
    let wrapped = match form.wrapping {
        1 => json!({ "opinion": answer }),
        2 => json!([answer]),
        3 => json!({ "name": "opinion", "arguments": answer }),
        4 => json!({ "name": "opinion", "arguments": answer.to_string() }),
        5 => json!({ "dimension": "safe_tools", "answer": answer }),
        _ => answer,
    };
    around(&syntax(&wrapped, form), form)
}

fn syntax(value: &Value, form: &Form) -> String {
    let plain = value.to_string();
    let pretty = serde_json::to_string_pretty(value).expect("a value");
    match form.syntax {
        1 => pretty,
        2 => format!("{},}}", &plain[..plain.len() - 1])
            .replace("},}", "},\n}")
            .replace("],}", "],\n]"),
        3 => python(value),
        4 => pretty
            .replace("\"charges\"", "charges")
            .replace("\"mitigations\"", "mitigations"),
        5 => pretty.replace("\"mitigations\"", "// in its favour\n\"mitigations\""),
        _ => plain,
    }
}

/// As Python prints it.
fn python(value: &Value) -> String {
    match value {
        Value::String(text) => format!(
            "'{}'",
            text.replace('\\', "\\\\")
                .replace('\'', "\\'")
                .replace('\n', "\\n")
        ),
        Value::Array(items) => format!("[{}]", items.iter().map(python).collect::<Vec<_>>().join(", ")),
        Value::Object(map) => {
            let pairs = map
                .iter()
                .map(|(key, value)| format!("'{key}': {}", python(value)));
            format!("{{{}}}", pairs.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

fn around(text: &str, form: &Form) -> String {
    match form.around {
        1 => format!("```json\n{text}\n```"),
        2 => format!("Here is my opinion on {{E1}}:\n{text}"),
        3 => format!("{text}\n\nThat is all."),
        4 => format!("<think>E1? {{\"score\": 1}} no.</think>\n{text}"),
        5 => format!("<tool_call>\n{text}\n</tool_call>"),
        6 => format!("\u{feff}{text}\n```"),
        7 => format!("Draft: {{\"argument\": \"not this one\", \"score\": 1}}\nFinal:\n{text}"),
        _ => text.to_owned(),
    }
}

/// How many of these are accepted, each held to its scale and its exhibits.
async fn accepted(texts: Vec<String>) -> Vec<bool> {
    let rounds = texts.into_iter().map(async |text| {
        let room = Room::new(move |_, _| Ok(reply(&text, End::Whole)));
        let Outcome::Opined(told) = room.heard().await else {
            return false;
        };
        let scale = room.scale();
        assert!((scale.min..=scale.max).contains(&told.opinion.score), "{told:?}");
        assert!(room.chat.asked().len() == 1 && !told.opinion.cited.is_empty());
        assert!(
            told.opinion
                .cited
                .iter()
                .all(|id| room.brief.exhibits.contains_key(id)),
            "{told:?}"
        );
        for (id, quote) in &told.record.quotes {
            let shown = &room.brief.exhibits[id];
            let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(shown.contains(quote.as_str()), "{quote}");
        }
        true
    });
    join_all(rounds).await
}

fn drawn(substance: impl Strategy<Value = Substance>) -> Vec<String> {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let both = (substance, form());
    let draw = |_| {
        let (substance, form) = both
            .new_tree(&mut runner)
            .expect("a strategy that rejects nothing")
            .current();
        written(&substance, &form)
    };
    (0..ROUNDS).map(draw).collect()
}

#[tokio::test]
async fn good_answers_stand_in_any_form_and_bad_ones_in_none() {
    let texts = drawn(good());
    let stand = accepted(texts.clone()).await;
    let lost: Vec<&String> = texts
        .iter()
        .zip(&stand)
        .filter(|(_, stands)| !**stands)
        .map(|(text, _)| text)
        .collect();
    let most = ROUNDS * (100 - GOOD_PERCENT) / 100;
    assert!(
        lost.len() <= most as usize,
        "{} of {ROUNDS} are lost:\n{:#?}",
        lost.len(),
        lost.iter().take(5).collect::<Vec<_>>()
    );
    let texts = drawn(bad());
    let stand = accepted(texts.clone()).await;
    let taken: Vec<&String> = texts
        .iter()
        .zip(&stand)
        .filter(|(_, stands)| **stands)
        .map(|(text, _)| text)
        .collect();
    assert!(
        taken.is_empty(),
        "{} are taken:\n{:#?}",
        taken.len(),
        taken.first()
    );
}

proptest! {
    #![proptest_config(Config { cases: 300, failure_persistence: None, rng_algorithm: RngAlgorithm::ChaCha, ..Config::default() })]
    #[test]
    fn an_answer_with_a_piece_cut_out_or_put_in_is_never_worse_than_asked_again(
        substance in good(),
        form in form(),
        at in 0usize..2_000,
        cut in 0usize..60,
        put in "[\\[\\]{}\"'\\\\,:`<>a-z0-9 \n]{0,12}",
    ) {
        let text: Vec<char> = written(&substance, &form).chars().collect();
        let (at, end) = (at.min(text.len()), (at + cut).min(text.len()));
        let broken: String = text[..at].iter().copied().chain(put.chars()).chain(text[end.max(at)..].iter().copied()).collect();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        // What is accepted is on the scale and cites what was shown: `accepted` asserts it.
        let _ = runtime.block_on(accepted(vec![broken]));
    }
}

#[tokio::test]
async fn texts_made_to_be_slow_are_refused_at_once() {
    let began = Instant::now();
    let filled = |part: &str| part.repeat((1 << 16) / part.len());
    let parts = [
        "{",
        "[",
        "{\"",
        "{\"a\":",
        "[1,",
        "{'a':'",
        "</think>",
        "<think>",
        "{/*",
        "\"",
        "{\"a\":\"\\",
        "{\"a\" ",
    ];
    let texts = parts.into_iter().map(filled).collect();
    let stand = accepted(texts).await;
    assert!(!stand.contains(&true));
    assert!(began.elapsed() < PATIENCE, "{:?}", began.elapsed());
}
