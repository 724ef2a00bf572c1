use crate::world::{World, lines, started};
use rustix::process::{Pid, Signal, kill_process};

/// Lines of talk after which the program is killed: before the first job, in the middle of the clone and of the
/// investigation, among the judges, and late.
const MOMENTS: [usize; 10] = [0, 1, 2, 3, 5, 9, 18, 40, 80, 120];
/// More kills than an audit has jobs: it must come to its end before.
const KILLS_MAX: usize = 60;
/// Fewest kills that an audit has to stand.
const KILLS_MIN: usize = 4;
/// Rounds in which an interruption has to come before the end of an audit once.
const ROUNDS: usize = 8;

/// More audits than a git that was left alone takes time.
const SWEEPS_MAX: usize = 10;

const AUDIT: [&str; 7] = ["audit", "swarm", "--report", "report.md", "--out", "out", "-v"];

/// The states of all cases.
fn states(world: &World) -> Vec<String> {
    let state = |case: &serde_json::Value| case["state"].as_str().unwrap().to_owned();
    world.cases().iter().map(state).collect()
}

/// Kills the program after so many lines; whether it was still running.
fn killed(world: &World, after: usize) -> bool {
    let (mut child, mut stderr) = started(&mut world.command(AUDIT));
    lines(&mut stderr, after);
    child.kill().unwrap();
    child.wait().unwrap().code().is_none()
}

/// What stays in custody. A git that outlived its killed auditor may write on for a moment; later runs clear
/// that away.
fn left_in_custody(world: &World) -> Vec<String> {
    let runs = (0..SWEEPS_MAX).take_while(|_| !world.custody().is_empty());
    for _ in runs {
        world.audit("out", &[]);
    }
    world.custody()
}

/// The same case in a new journal: what an undisturbed run writes.
fn undisturbed(world: &World) -> [String; 2] {
    let data = world.path("calm").display().to_string();
    world.audit("calm", &["--data", &data]);
    world.reports("calm")
}

#[test]
fn an_audit_that_is_killed_at_any_moment_goes_on_to_the_same_bytes() {
    let world = World::new();
    let expected = undisturbed(&world);
    for moment in MOMENTS {
        let data = world.path("data");
        let _ = std::fs::remove_dir_all(&data);
        killed(&world, moment);
        let state = states(&world);
        // Before anything is known of a case there is none in the journal; a late kill finds it decided.
        assert!(
            state.is_empty() || state == ["interrupted"] || moment > 50,
            "after {moment} lines: {state:?}"
        );
        world.audit("out", &[]);
        assert_eq!(world.reports("out"), expected, "after {moment} lines");
        assert_eq!(states(&world), ["decided"], "after {moment} lines");
        assert_eq!(
            left_in_custody(&world),
            Vec::<String>::new(),
            "after {moment} lines"
        );
    }
}

#[test]
fn an_audit_that_is_killed_again_and_again_comes_to_its_end() {
    let world = World::new();
    let expected = undisturbed(&world);
    let kills = (1..KILLS_MAX).find(|round| !killed(&world, 6 * round));
    assert!(kills.is_some_and(|kills| kills > KILLS_MIN), "{kills:?}");
    assert_eq!(world.reports("out"), expected);
    assert_eq!(states(&world), ["decided"]);
    assert_eq!(left_in_custody(&world), Vec::<String>::new());
}

#[test]
fn what_is_done_is_not_done_again() {
    let world = World::new();
    world.audit("out", &[]);
    let again = world.audit("out", &["-v"]).err;
    assert!(
        again.contains("remembered   seize") && !again.contains("started"),
        "{again}"
    );
    assert!(
        world
            .audit("out", &["-v", "--fresh"])
            .err
            .contains("started      seize")
    );
}

/// Signals that ask for the end, and the codes that shells know them by.
const SIGNALS: [(Signal, &str, i32); 3] = [
    (Signal::INT, "SIGINT", 130),
    (Signal::TERM, "SIGTERM", 143),
    (Signal::HUP, "SIGHUP", 129),
];

/// How an audit ended that was sent a signal.
struct Stopped {
    world: World,
    /// What it would have said.
    expected: [String; 2],
    code: Option<i32>,
    /// Its last words.
    rest: String,
    process: u32,
}

/// An audit that gets a signal after so many lines.
fn stopped(signal: Signal, after: usize) -> Stopped {
    let world = World::new();
    let expected = undisturbed(&world);
    std::fs::create_dir(world.path("tmp")).unwrap();
    let (mut child, mut stderr) = started(world.command(AUDIT).env("TMPDIR", world.path("tmp")));
    lines(&mut stderr, after);
    kill_process(Pid::from_child(&child), signal).unwrap();
    let rest = lines(&mut stderr, usize::MAX);
    let process = child.id();
    let code = child.wait().unwrap().code();
    Stopped {
        world,
        expected,
        code,
        rest,
        process,
    }
}

/// Whether this process, and so whatever it starts, ignores a signal.
fn is_ignored(signal: Signal) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal.as_raw() - 1) & 1 == 1)
}

/// Processes that work for this one.
fn children_of(process: u32) -> Vec<String> {
    let own = format!("\0{process}\0");
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).into_owned();
        if line.contains("\0__") && line.contains(&own) {
            found.push(line);
        }
    }
    found
}

#[test]
fn a_signal_ends_an_audit_cleanly_and_the_same_command_goes_on() {
    // Who runs the tests behind `nohup` hands on that hangups are ignored.
    for (signal, name, expected_code) in SIGNALS.into_iter().filter(|(signal, ..)| !is_ignored(*signal)) {
        for after in [1, 4] {
            // An audit of so small a subject may come to its end before the signal does.
            let stopped = (0..ROUNDS)
                .map(|_| stopped(signal, after))
                .find(|stopped| stopped.code != Some(0))
                .unwrap();
            let (world, rest) = (&stopped.world, &stopped.rest);
            assert_eq!(stopped.code, Some(expected_code), "{name}: {rest}");
            let last =
                format!("auditor: stopped by {name}; the same command goes on where this one stopped\n");
            assert!(rest.ends_with(&last), "{rest}");
            assert_eq!(rest.matches("auditor:").count(), 1, "{rest}");
            assert_eq!(states(world), ["interrupted"]);
            assert_eq!(world.names("work"), ["calm", "report.md", "swarm"]);
            assert_eq!(world.names("tmp"), Vec::<String>::new());
            assert_eq!(children_of(stopped.process), Vec::<String>::new());
            world.audit("out", &[]);
            assert_eq!(world.reports("out"), stopped.expected);
            assert_eq!(world.custody(), Vec::<String>::new());
        }
    }
}

#[test]
fn a_hangup_that_whoever_started_it_ignores_is_ignored() {
    let world = World::new();
    let program = world.command(AUDIT);
    let mut shell = world.command(["-c", "trap '' HUP; exec \"$0\" \"$@\""]);
    shell = {
        #[expect(
            clippy::disallowed_methods,
            reason = "a shell has a signal ignored, as nohup does"
        )]
        let mut other = std::process::Command::new("/bin/sh");
        other
            .args(shell.get_args())
            .arg(program.get_program())
            .args(program.get_args());
        other.current_dir(world.path("work")).env_clear();
        other.envs(
            program
                .get_envs()
                .filter_map(|(name, value)| Some((name, value?))),
        );
        other
    };
    let (mut child, mut stderr) = started(&mut shell);
    lines(&mut stderr, 2);
    kill_process(Pid::from_child(&child), Signal::HUP).unwrap();
    let rest = lines(&mut stderr, usize::MAX);
    assert_eq!(child.wait().unwrap().code(), Some(0), "{rest}");
}
