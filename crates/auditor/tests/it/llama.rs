//! A real server of models: llama.cpp, with random weights. Its text means nothing; everything else is as it is.
//!
//! Needs a Python with `xllamacpp`, `gguf` and `numpy`, named by `AUDITOR_TEST_PYTHON` or found as `python3`. Without
//! one the tests say that they are skipped; a Python that is named has to work.

use crate::world::{Run, World};
use serde_json::Value;
use std::io::{BufRead as _, BufReader, Read as _};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Names the Python with the server.
const VARIABLE: &str = "AUDITOR_TEST_PYTHON";

struct Llama {
    child: Child,
    port: u16,
}

impl Llama {
    /// Starts the server; nothing where there is no Python for it.
    fn start(directory: &Path) -> Option<Self> {
        let named = std::env::var_os(VARIABLE);
        let python = named.clone().unwrap_or_else(|| "python3".into());
        let modules = command(&python, &["-c", "import xllamacpp, gguf, numpy"]).output();
        if !modules.is_ok_and(|output| output.status.success()) {
            assert!(
                named.is_none(),
                "{VARIABLE} names a Python without xllamacpp, gguf and numpy"
            );
            skip(&format!(
                "no Python with xllamacpp, gguf and numpy; name one in {VARIABLE}"
            ));
            return None;
        }
        let port = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let port = port.expect("a port on loopback").port();
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/llama/serve.py");
        let mut child = command(&python, &[script])
            .arg(directory)
            .arg(port.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("Python starts");
        let stdout = child.stdout.take().expect("it is piped");
        let is_listening = BufReader::new(stdout)
            .lines()
            .map_while(Result::ok)
            .any(|line| line.starts_with("listening"));
        // What the server says of itself must not fill the pipe.
        let mut stderr = child.stderr.take().expect("it is piped");
        let told = std::thread::spawn(move || {
            let mut text = String::new();
            let _ = stderr.read_to_string(&mut text);
            text
        });
        assert!(is_listening, "{}", told.join().unwrap_or_default());
        Some(Self { child, port })
    }
}

impl Drop for Llama {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[expect(clippy::print_stdout, reason = "a test that is skipped says so")]
fn skip(why: &str) {
    println!("skipped: {why}");
}

fn command(python: &std::ffi::OsStr, arguments: &[&str]) -> Command {
    #[expect(
        clippy::disallowed_methods,
        reason = "the server under test is a child of the test"
    )]
    let mut command = Command::new(python);
    command.args(arguments);
    command
}

fn world(llama: &Llama, brief_tokens: u64) -> World {
    let world = World::new();
    world.write("work/one.json", r#"{"dimensions":[{"id":"state","name":"State","target_artifact":"github_repo","success_pattern":"Reducers merge what parallel nodes write."}]}"#);
    let panel = format!(
        "model = \"here:tiny\"\nmax_tokens = 200\nseed = 7\nbrief_tokens = {brief_tokens}\n[providers.here]\n\
         dialect = \"openai\"\nbase_url = \"http://127.0.0.1:{}/v1/\"\n",
        llama.port
    );
    world.write("work/panel.toml", panel);
    world
}

fn judged(world: &World) -> (Run, Value) {
    let run = world.auditor([
        "audit",
        "swarm",
        "--rubric",
        "one.json",
        "--panel",
        "panel.toml",
        "--out",
        "out",
    ]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let report = world.json("work/out/report.json");
    (run, report)
}

#[test]
fn a_real_server_keeps_to_the_schema_counts_tokens_and_its_nonsense_is_never_a_score() {
    let room = tempfile::tempdir().unwrap();
    let Some(llama) = Llama::start(room.path()) else {
        return;
    };
    let small = world(&llama, 1);
    let checked = small.auditor(["panel", "check", "panel.toml"]);
    assert_eq!(checked.code, Some(0), "{checked:?}");
    assert!(checked.out.contains("keeps to a schema"), "{}", checked.out);
    assert!(checked.out.contains("takes pictures"), "{}", checked.out);

    let (run, report) = judged(&small);
    let panel = &report["panel"];
    let judges = panel["quality"]["judges"].as_object().unwrap();
    let sum = |key: &str| -> u64 { judges.values().map(|judge| judge[key].as_u64().unwrap()).sum() };
    assert_eq!((sum("opinions"), sum("recusals")), (0, 3), "{run:?}");
    assert_eq!(panel["calls"], sum("answers_refused"));
    assert!(panel["input_tokens"].as_u64().unwrap() > 1_000 && panel["output_tokens"].as_u64().unwrap() > 50);
    assert_eq!(report["overall_score"], Value::Null);

    // Its window is far smaller than this brief in its small vocabulary.
    let (large, report) = judged(&world(&llama, 12_000));
    let opinions = report["criteria"][0]["judge_opinions"].as_array().unwrap();
    for told in opinions {
        let cause = told["recused"].as_str().unwrap();
        assert!(cause.contains("lower `brief_tokens`"), "{cause} {large:?}");
    }
    assert_eq!(report["panel"]["calls"], 0);
}

#[test]
fn a_real_server_takes_pictures_and_whatever_it_says_of_them_is_a_description_or_nothing() {
    let room = tempfile::tempdir().unwrap();
    let Some(llama) = Llama::start(room.path()) else {
        return;
    };
    let world = world(&llama, 1);
    let panel = world.read("work/panel.toml");
    let eyes = "[vision]\nmodel = \"here:tiny\"\n[providers.here]";
    world.write("work/panel.toml", panel.replace("[providers.here]", eyes));
    let data = vec![90; 64 * 48];
    let png = documents::picture::png::Pixels::new(64, 48, 1, data)
        .unwrap()
        .to_png();
    world.write("work/swarm/docs/flow.png", png);
    world.write("work/swarm/README.md", "# Swarm\n\n![the flow](docs/flow.png)\n");
    world.commit("work/swarm", "Draw the flow");
    let checked = world.auditor(["panel", "check", "panel.toml"]);
    assert!(
        checked.out.contains("Vision") && checked.out.contains("takes pictures"),
        "{}",
        checked.out
    );
    let (run, report) = judged(&world);
    let vision = &report["panel"]["vision"];
    let causes = vision["not_described"].as_array().unwrap();
    assert_eq!(vision["pictures"], 1, "{run:?}");
    assert!((vision["described"] == 1) == causes.is_empty(), "{vision}");
    // The picture was read as tokens, not left out.
    let is_read = vision["calls"] == 0 || vision["input_tokens"].as_u64().unwrap() > 100;
    assert!(is_read, "{vision}");
}
