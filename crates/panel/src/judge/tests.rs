use super::*;
use crate::chat::{Ailment, Chat, End, Scripted, Setting, Trouble, Usage};
use crate::spec::Spec;
use court::opinion::Persona;
use court::rubric;
use court::score::Score;
use journal::Journal;
use std::collections::BTreeMap;
use std::sync::Arc;

const GOOD: &str = r#"{"evidence":[{"exhibit":"E1","quote":"with tempfile","shows":"a sandbox"}],
"argument":"E1 shows that every clone is made in a sandbox.","charges":[],"mitigations":["it cleans up"],"confidence":80,"score":4}"#;

fn reply(text: &str) -> Reply {
    Reply {
        text: text.to_owned(),
        model: Some("m-1".to_owned()),
        end: End::Whole,
        usage: Usage {
            input: 1_000,
            cached: 100,
            output: 200,
        },
    }
}

fn dimension() -> Dimension {
    let text =
        r#"{"dimensions":[{"id":"d","name":"D","target_artifact":"github_repo","success_pattern":"s"}]}"#;
    rubric::parse(text, "r.json").unwrap().dimensions.remove(0)
}

fn brief() -> Brief {
    Brief {
        rules: "rules".to_owned(),
        matter: "matter".to_owned(),
        charge: "charge".to_owned(),
        exhibits: BTreeMap::from([(
            ExhibitId::new(1),
            "with tempfile.TemporaryDirectory():".to_owned(),
        )]),
    }
}

struct Bench {
    chat: Arc<Scripted>,
    client: ModelClient,
    spec: Spec,
}

fn bench(
    journal: Option<&Journal>,
    script: impl Fn(&Request, usize) -> Result<Reply, Trouble> + Send + Sync + 'static,
) -> Bench {
    let spec = Spec::of_model("openai:gpt-4o").unwrap();
    let chat = Arc::new(Scripted::new(script));
    let line: Arc<dyn Chat> = chat.clone();
    let client = ModelClient::new(
        &spec,
        BTreeMap::from([("openai".to_owned(), line)]),
        journal.cloned(),
        false,
    );
    Bench { chat, client, spec }
}

async fn asked(bench: &Bench) -> Outcome {
    let seat = bench.spec.seat(Persona::TechLead);
    let question = Question {
        brief: &brief(),
        dimension: &dimension(),
        model: &seat.models[0],
        settings: &seat.settings,
    };
    opine(question, &bench.client).await.unwrap()
}

fn testimony(outcome: Outcome) -> Testimony {
    match outcome {
        Outcome::Opined(testimony) => *testimony,
        Outcome::Recused { cause, .. } => panic!("{cause}"),
    }
}

fn recusal(outcome: Outcome) -> (String, Record) {
    match outcome {
        Outcome::Recused { cause, record } => (cause, *record),
        Outcome::Opined(testimony) => panic!("{testimony:?}"),
    }
}

#[tokio::test]
async fn an_answer_that_holds_becomes_an_opinion_with_its_record() {
    let bench = bench(None, |_, _| Ok(reply(GOOD)));
    let told = testimony(asked(&bench).await);
    assert_eq!(told.opinion.score, Score::whole(4));
    assert_eq!(told.opinion.cited, [ExhibitId::new(1)]);
    assert!(told.opinion.argument.ends_with("In its favour: it cleans up."));
    assert_eq!((told.record.calls.len(), told.record.usage.output), (1, 200));
}

#[tokio::test]
async fn a_judge_that_makes_evidence_up_is_told_so_and_may_answer_again() {
    let bench = bench(None, |request, _| {
        let text = if request.user.contains("was refused") {
            GOOD.to_owned()
        } else {
            GOOD.replace(
                "\"E1\",\"quote\":\"with tempfile\"",
                "\"E9\",\"quote\":\"rm -rf\"",
            )
        };
        Ok(reply(&text))
    });
    let record = testimony(asked(&bench).await).record;
    assert_eq!(
        (record.inventions, record.calls.len(), record.usage.input),
        (1, 2, 2_000)
    );
    assert!(
        bench.chat.asked()[1]
            .user
            .contains("\"E9\" is not an exhibit you were shown")
    );
}

#[tokio::test]
async fn three_unusable_answers_are_a_recusal_and_no_score() {
    let bench = bench(None, |_, _| Ok(reply("I would rather not.")));
    let (cause, record) = recusal(asked(&bench).await);
    assert!(cause.contains("no usable answer in 3 attempts"), "{cause}");
    assert_eq!(
        (record.calls.len(), record.refused.len(), bench.chat.asked().len()),
        (3, 3, 3)
    );
}

#[tokio::test(start_paused = true)]
async fn passing_failures_are_tried_again_and_counted_and_a_refusal_is_not() {
    let shaky = bench(None, |_, before| {
        if before < 2 {
            Err(Trouble::new(Ailment::Busy, "slow down"))
        } else {
            Ok(reply(GOOD))
        }
    });
    assert_eq!(testimony(asked(&shaky).await).record.failures, 2);
    let refusing = bench(None, |_, _| Err(Trouble::new(Ailment::Unknown, "no such model")));
    let (cause, _) = recusal(asked(&refusing).await);
    assert_eq!(refusing.chat.asked().len(), 1);
    assert!(cause.contains("openai:gpt-4o: no such model"), "{cause}");
}

#[tokio::test]
async fn a_model_that_takes_no_schema_and_no_temperature_is_asked_without_from_then_on() {
    let bench = bench(None, |request, _| {
        if request.temperature.is_some() {
            Err(Trouble::new(
                Ailment::Unsupported(Setting::Temperature),
                "temperature",
            ))
        } else if request.format != Format::Plain {
            Err(Trouble::new(
                Ailment::Unsupported(Setting::Format),
                "response_format",
            ))
        } else {
            Ok(reply(GOOD))
        }
    });
    let record = testimony(asked(&bench).await).record;
    assert_eq!(
        (record.concessions.len(), record.format),
        (4, Format::Plain),
        "{record:?}"
    );
    asked(&bench).await;
    assert_eq!(bench.chat.asked().len(), 6);
}

#[tokio::test]
async fn no_answer_is_bought_twice_and_an_unusable_one_only_where_that_is_asked_for() {
    let journal = Journal::memory().unwrap();
    let first = bench(Some(&journal), |_, _| Ok(reply(GOOD)));
    let told = testimony(asked(&first).await);
    let second = bench(Some(&journal.reopen().unwrap()), |_, _| {
        panic!("it was paid already")
    });
    assert_eq!(testimony(asked(&second).await), told);
    assert_eq!(second.client.tally().remembered, 1);

    let journal = Journal::memory().unwrap();
    recusal(asked(&bench(Some(&journal), |_, _| Ok(reply("no")))).await);
    let again = bench(Some(&journal), |_, _| panic!("it was paid already"));
    let (cause, record) = recusal(asked(&again).await);
    assert_eq!(
        (record.calls.len(), again.client.tally().remembered),
        (3, 3),
        "{cause}"
    );
    let mut retrying = bench(Some(&journal), |_, _| Ok(reply(GOOD)));
    retrying.client = retrying.client.retrying(true);
    testimony(asked(&retrying).await);
    assert_eq!(retrying.chat.asked().len(), 1);
}

#[tokio::test]
async fn what_is_paid_is_counted_to_the_billionth() {
    let bench = bench(None, |_, _| Ok(reply(GOOD)));
    asked(&bench).await;
    let tally = bench.client.tally();
    assert_eq!((tally.answered, tally.failed), (1, 0));
    assert_eq!(tally.spent.0, 900 * 2_500 + 100 * 1_250 + 200 * 10_000);
}

#[tokio::test]
async fn an_answer_that_was_cut_off_gets_more_room_the_next_time() {
    let bench = bench(None, |request, _| {
        let is_roomy = request.max_tokens > Some(4_000);
        Ok(Reply {
            end: if is_roomy { End::Whole } else { End::Cut },
            ..reply(if is_roomy { GOOD } else { &GOOD[..40] })
        })
    });
    assert_eq!(testimony(asked(&bench).await).record.calls.len(), 2);
    assert_eq!(bench.chat.asked()[1].max_tokens, Some(8_000));
}
