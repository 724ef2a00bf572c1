//! A thousand audits of thirty calls through one process: does it grow?
//!
//! `cargo run -p panel --example thousand_audits [AUDITS]`. The journal is a file, the chat answers at once; one in
//! sixteen answers cannot be used, and one in three is no plain JSON. Told are the resident pages of the process, in kilobytes, after each tenth.

use court::evidence::ExhibitId;
use court::opinion::Persona;
use court::rubric;
use futures_util::future::try_join_all;
use journal::Journal;
use panel::brief::Brief;
use panel::chat::{Asking, Chat, End, Reply, Request, Usage};
use panel::client::ModelClient;
use panel::judge::{self, Outcome, Question};
use panel::spec::Spec;
use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write as _;
use std::sync::Arc;

/// Calls of one audit.
const CALLS: usize = 30;
const GOOD: &str = r#"{"evidence":[{"exhibit":"E1","quote":"with tempfile","shows":"a sandbox"}],"argument":"E1 shows that every clone is made in a sandbox.","charges":[],"mitigations":[],"confidence":80,"score":4}"#;

struct Prompt;

/// The good answer in a form that follows from the question.
fn written(request: &Request) -> String {
    match request.key().as_str().bytes().next() {
        Some(b'0') if !request.user.contains("attempt") => "I would rather not.".to_owned(),
        Some(b'1') => format!("```json\n{GOOD}\n```"),
        Some(b'2') => GOOD.replace('"', "'"),
        Some(b'3') => GOOD.replace("}],", "}, {\"exhibit\":\"E9\",\"quote\":\"rm -rf\"}],"),
        Some(b'4') => format!("<tool_call>{{\"name\":\"opinion\",\"arguments\":{GOOD}}}</tool_call>"),
        Some(b'5') => GOOD.replace("\"score\":4", "\"Final Score\":\"4/5\""),
        _ => GOOD.to_owned(),
    }
}

impl Chat for Prompt {
    fn ask<'a>(&'a self, request: &'a Request) -> Asking<'a> {
        let reply = Reply {
            text: written(request),
            model: None,
            end: End::Whole,
            usage: Usage::default(),
        };
        Box::pin(async move { Ok(reply) })
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let audits: usize = std::env::args().nth(1).map_or(Ok(1_000), |text| text.parse())?;
    let directory = std::env::temp_dir().join(format!("thousand-audits-{}", std::process::id()));
    let journal = Journal::open(&directory.join("journal.sqlite"))?;
    let spec = Spec::of_model("ollama:m")?;
    let text =
        r#"{"dimensions":[{"id":"d","name":"D","target_artifact":"github_repo","success_pattern":"s"}]}"#;
    let rubric = rubric::parse(text, "r.json").map_err(|error| error.problem)?;
    let seat = spec.seat(Persona::TechLead);
    let mut out = std::io::stdout().lock();
    for audit in 0..audits {
        let chat: Arc<dyn Chat> = Arc::new(Prompt);
        let client = ModelClient::new(
            &spec,
            BTreeMap::from([("ollama".to_owned(), chat)]),
            Some(journal.clone()),
            false,
        );
        let briefs: Vec<Brief> = (0..CALLS).map(|call| brief(audit, call)).collect();
        let asked = briefs.iter().map(|brief| {
            let question = Question {
                brief,
                dimension: &rubric.dimensions[0],
                model: &seat.models[0],
                settings: &seat.settings,
            };
            judge::opine(question, &client)
        });
        let outcomes = try_join_all(asked).await?;
        let opinions = outcomes
            .iter()
            .filter(|outcome| matches!(outcome, Outcome::Opined(_)));
        assert_eq!(opinions.count(), CALLS);
        if (audit + 1) % (audits / 10).max(1) == 0 {
            writeln!(out, "{:>6} audits: {} kB", audit + 1, resident())?;
        }
    }
    std::fs::remove_dir_all(directory)?;
    Ok(())
}

/// A brief of its own, as long as real ones are.
fn brief(audit: usize, call: usize) -> Brief {
    Brief {
        rules: "rules".to_owned(),
        matter: format!(
            "audit {audit}, call {call}: {}",
            "words of an exhibit ".repeat(900)
        ),
        charge: "charge".to_owned(),
        exhibits: BTreeMap::from([(
            ExhibitId::new(1),
            "with tempfile.TemporaryDirectory():".to_owned(),
        )]),
    }
}

fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse().ok())
        .unwrap_or_default()
}
