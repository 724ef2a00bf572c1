use crate::world::{Run, World, files, path_variable, started};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use serde_json::Value;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::ExitStatusExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// What a token looks like, and what of it stands in a header.
const TOKEN: &str = "s3cr3t-0f-nob0dy";
const HEADER: &str = "eC1hY2Nlc3MtdG9rZW46czNjcjN0LTBmLW5vYjBkeQ==";

/// Longest time that a child may outlive the auditor.
const AFTERLIFE: Timespec = Timespec {
    tv_sec: 10,
    tv_nsec: 0,
};

#[test]
fn a_report_tells_what_held_every_reader_in() {
    let world = World::new();
    world.audit("out", &[]);
    let [markdown, _] = world.reports("out");
    let report = world.json("work/out/report.json");
    let notes = report["coverage"]["containment"].as_array().unwrap();
    let what: Vec<&str> = notes.iter().map(|note| note["what"].as_str().unwrap()).collect();
    assert_eq!(
        what,
        [
            "documents in the subject",
            "files and history",
            "git objects",
            "reports"
        ]
    );
    for note in notes {
        let texts = |key: &str| note[key].as_array().unwrap().clone();
        assert!(
            texts("in_force").contains(&Value::from("resource limits")),
            "{note}"
        );
        assert_eq!(texts("lost"), Vec::<Value>::new());
        if cfg!(target_os = "linux") {
            // Each of the walls of the kernel stands, or it is told why not.
            let told = texts("in_force").len() + texts("missing").len();
            assert_eq!(told, 4, "{note}");
        }
        // What was held in alike is told together.
        let what = note["what"].as_str().unwrap();
        let is_told = |line: &str| {
            let told = line.strip_prefix("- Contained while reading ");
            told.and_then(|told| told.split_once(": resource limits"))
                .is_some_and(|(names, _)| names.contains(what))
        };
        assert!(markdown.lines().any(is_told), "{what}\n{markdown}");
    }
}

/// A child of this program that waits for its input, once it has told of its walls.
fn waiting(subcommand: &str, parent: u32) -> Child {
    #[expect(clippy::disallowed_methods, reason = "the program under test")]
    let mut command = Command::new(env!("CARGO_BIN_EXE_auditor"));
    command
        .args([subcommand, &parent.to_string()])
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    command.spawn().expect("the program starts")
}

#[test]
#[cfg(target_os = "linux")]
fn the_kernel_knows_of_the_walls_that_a_child_tells_of() {
    for subcommand in ["__read-document", "__rehearse", "__investigate"] {
        let mut child = waiting(subcommand, std::process::id());
        let mut line = String::new();
        let mut told = BufReader::new(child.stdout.take().unwrap());
        told.read_line(&mut line).unwrap();
        let told: Value = serde_json::from_str(&line).unwrap();
        let in_force = told["Contained"]["in_force"].to_string();
        let about = |what: &str| fs::read_to_string(format!("/proc/{}/{what}", child.id())).unwrap();
        let (status, limits) = (about("status"), about("limits"));
        assert_eq!(
            in_force.contains("seccomp"),
            status.contains("Seccomp:\t2"),
            "{status}"
        );
        assert_eq!(
            in_force.contains("no new privileges"),
            status.contains("NoNewPrivs:\t1")
        );
        let fsize = limits
            .lines()
            .find(|line| line.starts_with("Max file size"))
            .unwrap();
        assert!(fsize.split_whitespace().nth(3) == Some("0"), "{fsize}");
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_child_whose_parent_is_gone_already_ends_at_once() {
    for subcommand in ["__read-document", "__rehearse", "__investigate"] {
        // Its input stays open: only the walls end it. The first process of the system is nobody's orphan here.
        let mut child = waiting(subcommand, u32::MAX >> 1);
        assert_eq!(child.wait().unwrap().signal(), Some(9), "{subcommand}");
    }
}

/// A `git` of ours in a place of its own, with what this script does before or instead of the real one.
fn posing(world: &World, script: &str) -> PathBuf {
    let real = std::env::split_paths(&path_variable())
        .map(|directory| directory.join("git"))
        .find(|program| program.is_file())
        .expect("git is installed");
    let prefix = world.path("fake");
    let script = script
        .replace("@REAL@", &real.display().to_string())
        .replace("@FAKE@", &prefix.display().to_string());
    world.write("fake/bin/git", script);
    fs::set_permissions(prefix.join("bin/git"), fs::Permissions::from_mode(0o755)).unwrap();
    prefix.join("bin")
}

#[test]
fn git_and_what_it_started_die_with_an_auditor_that_is_killed() {
    let world = World::new();
    // Opening a pipe by name waits for the other side: no test waits for longer than it has to.
    let bin = posing(
        &world,
        "#!/bin/sh\nfor word in \"$@\"; do\n  if [ \"$word\" = clone ]; then cat '@FAKE@/pipe'; exit 1; fi\ndone\nexec '@REAL@' \"$@\"\n",
    );
    let pipe = world.path("fake/pipe");
    rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, rustix::fs::Mode::from_raw_mode(0o600)).unwrap();
    let (mut auditor, _messages) = started(world.command(["inspect", "swarm"]).env("PATH", bin));
    let held = fs::OpenOptions::new().write(true).open(&pipe).unwrap();
    auditor.kill().unwrap();
    auditor.wait().unwrap();
    let mut readers = [PollFd::new(&held, PollFlags::empty())];
    poll(&mut readers, Some(&AFTERLIFE)).unwrap();
    assert!(
        readers[0].revents().contains(PollFlags::ERR),
        "somebody still reads"
    );
}

/// A git that plays a private repository on a forge, and refuses to work wherever it sees too much.
const PRIVATE: &str = r#"#!/bin/sh
refuse() { echo "fatal: $1" >&2; exit 99; }
case "$*" in *@TOKEN@*|*@HEADER@*) refuse "the token is an argument";; esac
seen=no
case "$(env)" in *@HEADER@*) seen=yes;; esac
case "$(env)" in *@TOKEN@*) refuse "the bare token is in the environment";; esac
fetches=no
for word in "$@"; do
  case "$word" in ls-remote|clone|fetch) fetches=yes;; esac
done
if [ $fetches = no ]; then
  [ $seen = no ] || refuse "the token is shown to a child that does not fetch"
  exec '@REAL@' "$@"
fi
if [ $seen = no ]; then
  echo "fatal: could not read Username for 'https://github.com': terminal prompts disabled" >&2
  exit 128
fi
GIT_ALLOW_PROTOCOL=file exec '@REAL@' -c protocol.file.allow=always \
  -c 'url.file://@FAKE@/private.git.insteadOf=https://github.com/acme/private' "$@"
"#;

/// Audits a private repository with these variables.
fn audit_private(world: &World, variables: &[(&str, &str)]) -> Run {
    let bin = posing(
        world,
        &PRIVATE.replace("@TOKEN@", TOKEN).replace("@HEADER@", HEADER),
    );
    world.git(
        "work",
        &["clone", "--quiet", "--bare", "swarm", "../fake/private.git"],
    );
    for key in ["uploadpack.allowFilter", "uploadpack.allowAnySHA1InWant"] {
        world.git("fake/private.git", &["config", key, "true"]);
    }
    let mut command = world.command(["audit", "acme/private", "--out", "out", "-v"]);
    // A proxy is named so that no name is looked up; nothing is ever asked of it.
    let quiet = [("HTTPS_PROXY", "http://127.0.0.1:9")];
    let path =
        std::env::join_paths([bin].into_iter().chain(std::env::split_paths(&path_variable()))).unwrap();
    command
        .env("PATH", path)
        .envs(quiet)
        .envs(variables.iter().copied());
    Run::of(&mut command)
}

#[test]
fn a_private_repository_is_audited_and_its_token_is_nowhere() {
    for name in ["GITHUB_TOKEN", "AUDITOR_TOKEN"] {
        let world = World::new();
        let run = audit_private(&world, &[(name, TOKEN)]);
        assert_eq!(run.code, Some(0), "{run:?}");
        assert!(world.json("work/out/report.json")["coverage"]["files_read"].as_u64() > Some(3));
        let kept = ["data", "home", "work"].map(|place| files(&world.path(place)));
        let kept = kept
            .into_iter()
            .flatten()
            .map(|(path, bytes)| (path.display().to_string(), bytes));
        let said = [("stdout", run.out), ("stderr", run.err)]
            .map(|(name, text)| (name.to_owned(), text.into_bytes()));
        for (place, bytes) in kept.chain(said) {
            for secret in [TOKEN, HEADER] {
                let found = bytes
                    .windows(secret.len())
                    .any(|window| window == secret.as_bytes());
                assert!(!found, "{secret} in {place}");
            }
        }
    }
}

#[test]
fn a_token_of_another_host_is_not_shown() {
    for variables in [
        &[][..],
        &[("GITLAB_TOKEN", TOKEN)],
        &[
            ("AUDITOR_TOKEN", TOKEN),
            ("AUDITOR_TOKEN_HOST", "git.example.org"),
        ],
    ] {
        let world = World::new();
        let run = audit_private(&world, variables);
        assert_eq!(run.code, Some(3), "{run:?}");
        assert!(
            run.err.contains("could not read Username") && run.err.contains("GITHUB_TOKEN"),
            "{run:?}"
        );
    }
}
