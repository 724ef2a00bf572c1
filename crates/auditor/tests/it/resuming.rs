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
    let cases = world.auditor(["cases"]).out;
    let state = |line: &str| line.split('\t').nth(1).unwrap().to_owned();
    cases.lines().map(state).collect()
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

/// An audit that is interrupted at its first words: its world, what it would have said, how it ended, its last words.
fn interrupted() -> (World, [String; 2], Option<i32>, String) {
    let world = World::new();
    let expected = undisturbed(&world);
    let (mut child, mut stderr) = started(&mut world.command(AUDIT));
    lines(&mut stderr, 1);
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let rest = lines(&mut stderr, usize::MAX);
    let code = child.wait().unwrap().code();
    (world, expected, code, rest)
}

#[test]
fn an_interruption_is_told_once_and_the_same_command_goes_on() {
    // An audit of so small a subject may come to its end before the signal does.
    let (world, expected, code, rest) = (0..ROUNDS)
        .map(|_| interrupted())
        .find(|(_, _, code, _)| *code != Some(0))
        .unwrap();
    assert_eq!(code, Some(1), "{rest}");
    assert!(
        rest.ends_with(
            "auditor: stopped before the verdict\n  hint: the same command goes on where this one stopped\n"
        ),
        "{rest}"
    );
    assert_eq!(rest.matches("auditor:").count(), 1, "{rest}");
    assert_eq!(states(&world), ["interrupted"]);
    assert_eq!(world.names("work"), ["calm", "report.md", "swarm"]);
    world.audit("out", &[]);
    assert_eq!(world.reports("out"), expected);
    assert_eq!(world.custody(), Vec::<String>::new());
}
