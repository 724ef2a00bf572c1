#![expect(clippy::disallowed_methods, reason = "the children of these tests are shells")]

use super::*;
use court::evidence::Finding;
use std::sync::atomic::{AtomicUsize, Ordering};
use subject::memory;

const FIXTURE: &str =
    "//- main.py\nimport os\nos.system(input())\n//- report:r.md\n# Title\n\nsee src/none.py\n";

/// What is found in this process, as the journal gives it back: no value and the value null are one there.
fn found_here(detective: Detective, snapshot: &Subject, fields: &BTreeSet<Field>) -> Vec<Exhibit> {
    let asked = fields.iter().flat_map(|field| field.probes());
    let probes = asked.filter(|probe| probe.detective == detective);
    let found: Vec<Exhibit> = probes.flat_map(|probe| probes::ask(probe, snapshot)).collect();
    serde_json::from_value(serde_json::to_value(found).unwrap()).unwrap()
}

/// Everything that a detective is ever sent for.
fn assignment(detective: Detective) -> Assignment {
    Assignment {
        detective,
        fields: all(),
        own: Vec::new(),
        found: None,
        look: None,
    }
}

fn all() -> BTreeSet<Field> {
    Field::ALL.into()
}

fn snapshot() -> Arc<Subject> {
    Arc::new(Subject::from_fixture(FIXTURE))
}

/// This test program itself, as the child: the one test that is the child's body.
fn child() -> Command {
    let mut command = Command::new(std::env::current_exe().expect("a test is a file"));
    command.args(["--exact", "worker::investigation::tests::body_of_the_child"]);
    command.args([
        "--include-ignored",
        "--nocapture",
        "--quiet",
        "--test-threads",
        "1",
    ]);
    command.env_clear();
    command
}

#[test]
#[ignore = "is the child of the tests below; alone it has no input"]
fn body_of_the_child() {
    child_main(None);
}

/// Children that are told apart by their turn: these scripts first, then real ones.
fn after(scripts: Vec<String>) -> ChildInvestigator {
    let turn = AtomicUsize::new(0);
    let start = move || {
        let turn = turn.fetch_add(1, Ordering::Relaxed);
        Ok(scripts.get(turn).map_or_else(child, |script| {
            let mut command = Command::new("/bin/sh");
            command.args(["-c", script]);
            command
        }))
    };
    ChildInvestigator::by(snapshot(), Box::new(start))
}

fn line(heard: &Message) -> String {
    let line = serde_json::to_string(heard).unwrap();
    format!("printf '%s\\n' '{}'\n", line.replace('\'', "'\\''"))
}

/// A child that begins with these tasks of the repository's detective and dies.
fn dying_of(tasks: &[&str], death: &str) -> String {
    let begun = |task: &&str| line(&Message::Begun(Detective::RepoInvestigator, (*task).to_owned()));
    let script: String = tasks.iter().map(begun).collect();
    format!("{script}{death}")
}

fn unobserved(examined: &ChildFindings) -> Vec<(&str, &str)> {
    let exhibits = examined.exhibits.iter().filter(|exhibit| exhibit.rank == 0);
    exhibits
        .filter_map(|exhibit| match &exhibit.finding {
            Finding::Unobserved { cause } => Some((exhibit.probe.as_str(), cause.as_str())),
            _ => None,
        })
        .collect()
}

#[tokio::test]
async fn what_the_child_finds_is_what_is_found_here() {
    let (snapshot, investigation) = (
        snapshot(),
        ChildInvestigator::by(snapshot(), Box::new(|| Ok(child()))),
    );
    let examined = Detective::ALL.map(|detective| investigation.investigate(assignment(detective)));
    let examined = futures_util::future::join_all(examined).await;
    for (detective, examined) in Detective::ALL.into_iter().zip(examined) {
        assert_eq!(
            examined.exhibits,
            found_here(detective, &snapshot, &all()),
            "{detective:?}"
        );
        assert!(
            examined
                .containment
                .in_force
                .contains(&"resource limits".to_owned()),
            "{examined:?}"
        );
        assert_eq!(examined.claims.is_empty(), detective != Detective::DocAnalyst);
    }
}

#[tokio::test]
async fn a_task_that_is_deadly_is_unobserved_and_the_others_answers_stand() {
    let deadly = "safety.os_system";
    let others = "safety.no_shell";
    let investigation = after(vec![
        dying_of(&[deadly, others], "kill -ABRT $$"),
        dying_of(&[deadly], "kill -ABRT $$"),
    ]);
    let examined = investigation
        .investigate(assignment(Detective::RepoInvestigator))
        .await;
    let expected = found_here(Detective::RepoInvestigator, &snapshot(), &all());
    let expected: Vec<Exhibit> = expected.into_iter().filter(|one| one.probe != deadly).collect();
    let cause = "the process that looked for it ran out of memory";
    assert!(
        unobserved(&examined).contains(&(deadly, cause)),
        "{:?}",
        unobserved(&examined)
    );
    assert_eq!(examined.containment.lost, [format!("{deadly}: {cause}")]);
    let stand: Vec<Exhibit> = examined
        .exhibits
        .into_iter()
        .filter(|one| one.probe != deadly)
        .collect();
    assert_eq!(stand, expected);
}

#[tokio::test]
async fn where_every_child_dies_nothing_is_observed_and_no_more_are_started() {
    let started = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&started);
    let start = move || {
        count.fetch_add(1, Ordering::Relaxed);
        let mut command = Command::new("/bin/sh");
        command.args(["-c", "kill -XCPU $$"]);
        Ok(command)
    };
    let investigation = ChildInvestigator::by(snapshot(), Box::new(start));
    let examined = investigation
        .investigate(assignment(Detective::VisionInspector))
        .await;
    let findings = examined
        .exhibits
        .iter()
        .filter(|exhibit| exhibit.rank == 0)
        .count();
    assert_eq!(unobserved(&examined).len(), findings);
    assert!(
        findings > 0
            && unobserved(&examined)
                .iter()
                .all(|(_, cause)| cause.contains("took too long"))
    );
    assert_eq!(started.load(Ordering::Relaxed), 2);
}

const DRAWN: &str = "//- report:r.md\n# Title\n\n![The flow](docs/flow.png)\n";

/// A subject whose report shows a picture: the head of one is all that is looked at.
fn with_picture() -> Arc<Subject> {
    let mut snapshot = Subject::from_fixture(DRAWN);
    let head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0\0\0\x01\0".to_vec();
    snapshot
        .files
        .insert("docs/flow.png".to_owned(), subject::File { bytes: head });
    Arc::new(snapshot)
}

fn looked(candidate: &claims::diagram::candidate::Candidate, told: Result<&str, &str>) -> Looked {
    let described = |summary: &str| documents::picture::described::Described {
        kind: documents::picture::described::Drawing::Generic,
        title: String::new(),
        summary: summary.to_owned(),
        nodes: vec!["a".to_owned(), "b".to_owned()],
        edges: Vec::new(),
        order: documents::picture::described::Order::Serial,
        confidence: 80,
    };
    let told = told.map(|summary| (described(summary), "some:model".to_owned()));
    Looked {
        candidate: candidate.clone(),
        told: told.map_err(str::to_owned),
    }
}

#[tokio::test]
async fn pictures_are_found_and_what_is_told_of_them_is_weighed_in_the_child() {
    let (snapshot, start) = (with_picture(), || Ok(child()));
    let investigation = ChildInvestigator::by(Arc::clone(&snapshot), Box::new(start));
    let found = investigation
        .investigate(Assignment::about_pictures(Look::For, Some(Vec::new())))
        .await;
    assert_eq!(found.pictures, Sighted::among(&snapshot));
    let [candidate] = found.pictures.candidates.as_slice() else {
        panic!("{found:?}")
    };
    let told = vec![
        looked(candidate, Ok("two boxes")),
        looked(candidate, Err("no money")),
    ];
    let back = Look::Back {
        told: told.clone(),
        model: "some:model".to_owned(),
    };
    let back = investigation
        .investigate(Assignment::about_pictures(back, None))
        .await;
    let here = pictures::exhibits(&told, "some:model", &snapshot);
    let here: Vec<Exhibit> = serde_json::from_value(serde_json::to_value(here).unwrap()).unwrap();
    assert_eq!(back.exhibits, here);
    assert!(back.containment.in_force.contains(&"resource limits".to_owned()));
}

#[tokio::test]
async fn where_the_child_dies_of_pictures_what_was_told_stands_and_the_loss_is_told() {
    let dying = || {
        let mut command = Command::new("/bin/sh");
        let begun = line(&Message::Begun(Detective::VisionInspector, "pictures".to_owned()));
        command.args(["-c", &format!("{begun}kill -ABRT $$")]);
        Ok(command)
    };
    let investigation = ChildInvestigator::by(with_picture(), Box::new(dying));
    let found = investigation
        .investigate(Assignment::about_pictures(Look::For, None))
        .await;
    assert_eq!(found.pictures, Sighted::default());
    let lost = "pictures: the process that looked for it ran out of memory";
    assert_eq!(found.containment.lost, [lost]);
    let sighted = Sighted::among(&with_picture());
    let told = vec![looked(&sighted.candidates[0], Ok("two boxes"))];
    let back = Look::Back {
        told,
        model: "some:model".to_owned(),
    };
    let back = investigation
        .investigate(Assignment::about_pictures(back, None))
        .await;
    assert!(
        matches!(&back.exhibits[..], [one] if one.finding == Finding::Present && one.rationale.contains("two boxes"))
    );
    assert_eq!(back.containment.lost, [lost]);
}

#[tokio::test]
async fn what_was_told_cannot_come_back_as_observed() {
    let sighted = Sighted::among(&with_picture());
    let told = vec![looked(&sighted.candidates[0], Ok("two boxes"))];
    let honest = pictures::exhibits(&told, "some:model", &with_picture());
    assert!(pictures::describe_only(&honest, &told));
    let mut observed = honest.clone();
    observed[0].source = court::evidence::Source::Observed;
    let mut another = honest.clone();
    another[0].probe = "safety.os_system".to_owned();
    for forged in [observed, another, Vec::new(), [honest.clone(), honest].concat()] {
        assert!(!pictures::describe_only(&forged, &told), "{forged:?}");
    }
}

#[tokio::test]
async fn a_child_that_cannot_be_started_is_told() {
    let investigation = ChildInvestigator::by(snapshot(), Box::new(|| Ok(Command::new("/nonexistent"))));
    let examined = investigation.investigate(assignment(Detective::DocAnalyst)).await;
    assert!(
        unobserved(&examined)
            .iter()
            .all(|(_, cause)| cause.contains("could not be started"))
    );
}

#[tokio::test]
async fn an_answer_to_another_question_is_not_believed() {
    let forged = Outcome::Exhibits(found_here(Detective::VisionInspector, &snapshot(), &all()));
    let forged = line(&Message::Done(
        Detective::RepoInvestigator,
        "safety.os_system".to_owned(),
        forged,
    ));
    let finished = line(&Message::Finished(Detective::RepoInvestigator));
    let investigation = after(vec![format!("{forged}{finished}cat >/dev/null")]);
    let examined = investigation
        .investigate(assignment(Detective::RepoInvestigator))
        .await;
    assert_eq!(
        examined.exhibits,
        found_here(Detective::RepoInvestigator, &snapshot(), &all())
    );
}

#[tokio::test]
async fn what_a_child_learnt_is_taken_where_it_is_whole_and_passed_over_where_not() {
    let entry = Entry {
        kind: memory::Kind::Facts,
        path: "main.py".to_owned(),
        file: String::new(),
        about: String::new(),
        bytes: vec![0, b'\n', 255],
    };
    let bytes = memory::encode(&[&entry]);
    let octal: String = bytes.iter().map(|byte| format!("\\{byte:03o}")).collect();
    let script = [
        line(&Message::Learnt(3)),
        "printf abc\n".to_owned(),
        line(&Message::Learnt(bytes.len())),
        format!("printf '{octal}'\n"),
        line(&Message::Finished(Detective::RepoInvestigator)),
        "cat >/dev/null".to_owned(),
    ];
    let investigation = after(vec![script.concat()]);
    investigation
        .investigate(assignment(Detective::RepoInvestigator))
        .await;
    assert_eq!(investigation.learnt(), [entry]);
    assert_eq!(investigation.learnt(), []);
}
