use super::answer::parse;
use super::*;
use crate::chat::{Chat, End, Reply, Scripted, Usage};
use crate::spec::Spec;
use documents::picture::described::Order;
use std::collections::BTreeMap;
use std::sync::Arc;

const GOOD: &str = r#"{"summary":"A graph.","classification":"langgraph","title":"Flow","nodes":["Load","Check it","Write"],"edges":[{"from":"load","to":"Check It","label":"ok"},{"from":"Check it","to":"Write","label":""}],"order":"serial","confidence":70}"#;

#[test]
fn descriptions_are_understood_in_every_wrapping_and_their_repairs_are_told() {
    let (good, repairs) = parse(GOOD).unwrap();
    assert_eq!(
        (good.edges.len(), good.order, repairs.len()),
        (2, Order::Serial, 0)
    );
    assert_eq!(
        (good.edges[0].from.as_str(), good.edges[0].to.as_str()),
        ("Load", "Check it")
    );
    for text in [
        format!("<think>{{hm}}</think>Here it is:\n```json\n{GOOD}\n```"),
        format!("{{\"description\":{GOOD}}}"),
        GOOD.replace("\"langgraph\"", "\"LangGraph State Machine\""),
        GOOD.replace(
            r#""Load","Check it","Write""#,
            r#"{"label":"Load"},{"name":"Check it"},"Write","Write""#,
        ),
        GOOD.replace(
            r#"{"from":"load","to":"Check It","label":"ok"}"#,
            r#"["load","Check It","ok"]"#,
        ),
        GOOD.replace(
            r#""label":"ok"}"#,
            r#""label":"ok"},{"from":"Load","to":"Moon","label":""}"#,
        ),
    ] {
        assert_eq!(
            parse(&text).map(|(described, _)| described),
            Ok(good.clone()),
            "{text}"
        );
    }
}

#[test]
fn what_is_no_description_is_refused_with_a_reason() {
    let strays = r#"{"from":"a","to":"b","label":""},"#.repeat(6);
    let long = format!("{}{}", GOOD, " ".repeat(crate::answer::ANSWER_BYTES));
    for (text, says) in [
        ("", "empty"),
        ("I see a cat.", "no complete JSON object"),
        (&GOOD[..GOOD.len() - 9], "cut off"),
        (&GOOD.replace("\"A graph.\"", "\"\""), "summary"),
        (&GOOD.replace("\"langgraph\"", "7"), "classification"),
        (
            &GOOD.replace(r#"["Load","Check it","Write"]"#, "\"Load\""),
            "nodes",
        ),
        (
            &GOOD.replace("\"edges\":[", &format!("\"edges\":[{strays}")),
            "arrows between nodes",
        ),
        (&long, "too long"),
    ] {
        let error = parse(text).unwrap_err().to_string();
        assert!(error.contains(says), "{text}: {error}");
    }
    let (hostile, _) = parse(&GOOD.replace("A graph.", "A\\u202egraph\\nwith \\u0007 lines")).unwrap();
    assert!(
        !hostile.summary.contains(['\u{202e}', '\n', '\u{7}']),
        "{}",
        hostile.summary
    );
}

fn reply(text: &str) -> Reply {
    Reply {
        text: text.to_owned(),
        model: None,
        end: End::Whole,
        usage: Usage::default(),
    }
}

async fn seen(chat: Arc<Scripted>) -> Attempted<Described> {
    let spec = Spec::of_vision("p:m").unwrap();
    let line: Arc<dyn Chat> = chat;
    let client = ModelClient::new(&spec, BTreeMap::from([("p".to_owned(), line)]), None, false);
    let seat = spec.vision.as_ref().unwrap();
    let picture = Image {
        media_type: "image/png".to_owned(),
        base64: "AA==".to_owned(),
    };
    let look = Look {
        picture: &picture,
        model: &seat.models[0],
        settings: &seat.settings,
    };
    describe(look, &client).await.unwrap()
}

#[tokio::test]
async fn a_model_that_talks_is_asked_again_with_the_reason_and_given_up_after_three_answers() {
    let chat = Arc::new(Scripted::new(|request, _| {
        let is_told = request.user.contains("no complete JSON object");
        Ok(reply(if is_told { GOOD } else { "A cat." }))
    }));
    let (described, record) = seen(Arc::clone(&chat)).await;
    let described = described.unwrap();
    assert_eq!(
        (described.title.as_str(), record.calls.len(), record.refused.len()),
        ("Flow", 2, 1)
    );
    assert!(
        chat.asked()
            .iter()
            .all(|request| request.images.len() == 1 && request.schema.is_some())
    );

    let chat = Arc::new(Scripted::new(|_, _| Ok(reply("A cat."))));
    let (cause, record) = seen(Arc::clone(&chat)).await;
    let cause = cause.unwrap_err();
    assert_eq!((record.calls.len(), chat.asked().len()), (3, 3));
    assert!(cause.contains("no usable description"), "{cause}");
}
