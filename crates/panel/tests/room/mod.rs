//! A dimension, a brief with five exhibits, and a model that says what it is told to.

use court::evidence::ExhibitId;
use court::opinion::Persona;
use court::rubric::{self, Dimension};
use court::score::Scale;
use panel::brief::Brief;
use panel::chat::{Chat, End, Reply, Request, Scripted, Trouble, Usage};
use panel::client::ModelClient;
use panel::judge::{self, Outcome, Question};
use panel::spec::Spec;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

/// What the judges are told of the dimension.
pub(crate) const DIMENSION: &str = "Every clone is made in a temporary directory that goes away with the audit, no command is \
put together as text and given to a shell, addresses are checked before git sees them, failures of git are caught and \
become evidence, and nothing that git prints is shown to readers without a look at what it may hold.";

const EXHIBITS: [(u32, &str); 5] = [
    (
        1,
        "asked by: safety.sandbox\nfinding: present\nplace: src/tools/repo.py:14\nwhy: A temporary directory is opened \
         around the clone.\ntext of the subject:\nwith tempfile.TemporaryDirectory() as room:\n    run([\"git\", \
         \"clone\", \"--depth\", \"1\", url, room], timeout=60)",
    ),
    (
        2,
        "asked by: safety.shell\nfinding: absent\nwhy: No command is given to a shell.",
    ),
    (
        3,
        "asked by: safety.errors\nfinding: present\ntext of the subject:\nexcept subprocess.CalledProcessError as \
         error:\n    return Evidence(found=False, content=error.stderr)",
    ),
    (
        5,
        "asked by: safety.address\nfinding: present\ntext of the subject:\nif not url.startswith(\"https://\"):\n    \
         raise ValueError(\"not an https address\")",
    ),
    (
        12,
        "asked by: docs.claims\nfinding: present\nplace: README.md:40\ntext of the subject:\nEvery clone lives in a \
         temporary directory, and nothing else touches the disk.",
    ),
];

static SPEC: LazyLock<Spec> = LazyLock::new(|| Spec::of_model("openai:gpt-4o").expect("a known model"));

static HEARD: LazyLock<Dimension> = LazyLock::new(|| {
    let text = r#"{"dimensions":[{"id":"safe_tools","name":"Safe Tool Engineering","target_artifact":"github_repo",
        "levels":[{"id":"l1","name":"Poor","score":1,"description":"a"},{"id":"l2","name":"Weak","score":2,"description":"b"},
        {"id":"l3","name":"Fair","score":3,"description":"c"},{"id":"l4","name":"Proficient","score":4,"description":"d"},
        {"id":"l5","name":"Exemplary","score":5,"description":"e"}]}]}"#;
    rubric::parse(text, "r.json")
        .expect("a rubric")
        .dimensions
        .remove(0)
});

/// One judge, and all that it is asked with.
pub(crate) struct Room {
    pub(crate) chat: Arc<Scripted>,
    pub(crate) brief: Brief,
    client: ModelClient,
}

impl Room {
    pub(crate) fn new(
        script: impl Fn(&Request, usize) -> Result<Reply, Trouble> + Send + Sync + 'static,
    ) -> Self {
        let chat = Arc::new(Scripted::new(script));
        let line: Arc<dyn Chat> = chat.clone();
        let client = ModelClient::new(&SPEC, BTreeMap::from([("openai".to_owned(), line)]), None, false);
        Self {
            chat,
            brief: Brief {
                rules: "rules".to_owned(),
                matter: DIMENSION.to_owned(),
                charge: "charge".to_owned(),
                exhibits: EXHIBITS
                    .map(|(id, text)| (ExhibitId::new(id), text.to_owned()))
                    .into(),
            },
            client,
        }
    }

    pub(crate) fn scale(&self) -> &Scale {
        &HEARD.scale
    }

    /// What comes of asking the Tech Lead.
    pub(crate) async fn heard(&self) -> Outcome {
        let seat = SPEC.seat(Persona::TechLead);
        let question = Question {
            brief: &self.brief,
            dimension: &HEARD,
            model: &seat.models[0],
            settings: &seat.settings,
        };
        judge::opine(question, &self.client)
            .await
            .expect("an answer or a recusal")
    }
}

pub(crate) fn reply(text: &str, end: End) -> Reply {
    Reply {
        text: text.to_owned(),
        model: None,
        end,
        usage: Usage::default(),
    }
}
