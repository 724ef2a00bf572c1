//! Whether a pipeline runs the tests.

use super::{coverage, followed, no_code, proved, sureness, waiting, way, when, with_room};
use crate::families::testing::keeps_tests_apart;
use crate::families::unread;
use court::evidence::Finding;
use probes_core::{Answer, Probe, Subject};
use project::automation::{Act, Automation, Purpose, usual};
use project::census::{Kind, is_inside};
use subject::Part;
use subject::part::by_path;
use syntax::facts::Role;

pub(super) const PROBE: Probe = Probe::of_code(
    "automation.tests_run",
    "A pipeline runs the tests: present is good",
    examine,
)
.unless(no_code);

/// Why the question does not arise.
const NO_TESTS: &str = "there are no tests that a pipeline could run";

fn examine(snapshot: &Subject) -> Answer {
    let automation = snapshot.automation();
    if let Some(act) = automation.acts_for(Purpose::Test).next() {
        let why = format!(
            "`{}` is run by {}{}{}{}",
            act.tool,
            way(act),
            when(act.trigger),
            left_out(snapshot),
            waiting(automation)
        );
        return proved(Answer::present(why).sure(sureness(act)), act);
    }
    if let Some(act) = automation.forgiven(Purpose::Test).next() {
        let why = format!(
            "`{}` is run by {}, and its failure stops nothing",
            act.tool,
            way(act)
        );
        return proved(Answer::absent(why, followed(automation, true)).sure(80), act);
    }
    if let Some(act) = automation.hooked_for(Purpose::Test).next() {
        let why = format!(
            "no pipeline is seen to run them; a commit hook does, `{}` by {}, where somebody has installed it",
            act.tool,
            way(act)
        );
        return proved(Answer::absent(why, followed(automation, true)).sure(80), act);
    }
    let answer = unrun(snapshot, automation);
    match answer.finding {
        Finding::Absent if !has_tests(snapshot) => {
            let others = snapshot.census().unread_languages().into_iter();
            let mut paths = others.map(|(_, other)| &other.path);
            match paths.all(|path| keeps_tests_apart(path)) {
                true => Answer::not_applicable(NO_TESTS),
                false => unread::nothing(snapshot, NO_TESTS),
            }
        }
        _ => answer,
    }
}

/// The modules of Go below another whose tests nothing runs: `go test ./...` stays in its own.
fn left_out(snapshot: &Subject) -> String {
    let census = snapshot.census();
    let acts: Vec<&Act> = snapshot.automation().acts_for(Purpose::Test).collect();
    let is_plain = |act: &&Act| {
        let words = act.chain.last().map_or("", |link| link.text.as_str());
        act.tool == "go" && !act.is_named && !words.contains(['$', '*']) && !act.folder.contains(['$', '*'])
    };
    if !acts.iter().all(is_plain) {
        return String::new();
    }
    let modules = census.projects.iter().filter(|one| one.kind == Kind::Go);
    let is_run = |root: &str| {
        acts.iter()
            .any(|act| act.folder == root || is_inside(&act.folder, root) || names(act, root))
    };
    let is_tested = |root: &str| {
        let is_own = |path: &str| census.project_of(path).is_some_and(|one| one.root == root);
        census
            .test_functions()
            .any(|(path, _)| path.ends_with(".go") && is_own(path))
    };
    let roots = modules.map(|one| one.root.as_str());
    let mut open = roots.filter(|root| !root.is_empty() && !is_run(root) && is_tested(root));
    match open.next() {
        Some(root) => format!("; the tests of {root}, a module of its own, are not run by it"),
        None => String::new(),
    }
}

/// Whether a command names a folder: `go test ./wrapper/... -C`.
fn names(act: &Act, root: &str) -> bool {
    act.chain.iter().any(|link| link.text.contains(root))
}

/// The answer where no step is seen to run them.
fn unrun(snapshot: &Subject, automation: &Automation) -> Answer {
    let search = followed(automation, true);
    if automation.pipelines.is_empty() {
        let why = format!("there is no pipeline that could run them{}", usual(snapshot));
        return Answer::absent(why, search);
    }
    let why = format!(
        "no step of any pipeline runs a test, also not through scripts and targets{}{}",
        waiting(automation),
        usual(snapshot)
    );
    with_room(Answer::absent(why, search).sure(85), automation)
}

/// Whether a file stands among tests, or tests among the program, in whatever language.
fn has_tests(snapshot: &Subject) -> bool {
    let mut paths = snapshot.files.keys();
    let census = snapshot.census();
    paths.any(|path| {
        let part = census.files.get(path).map(|one| one.part);
        part.unwrap_or_else(|| by_path(path)) == Part::Test
    }) || census.files.values().any(|file| {
        let mut functions = file.facts.functions.iter();
        functions.any(|function| function.role == Role::Test)
    })
}

fn usual(snapshot: &Subject) -> String {
    usual::commands(
        Purpose::Test,
        &coverage::main_languages(&coverage::lines(snapshot)),
    )
}
