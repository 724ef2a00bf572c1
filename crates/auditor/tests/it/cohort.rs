use crate::world::{Run, World};
use serde_json::Value;
use std::io::{Cursor, Write as _};
use zip::write::{SimpleFileOptions, ZipWriter};

const TABLE: &str = "id,name,repository,report,section\ns1,Ada,swarm,report.md,A\ns2,Bo,work.zip,,B\ns3,Cy,,,A\n../s4,Di,none,,B\n";

/// A class of four: a repository, a zip, one who handed nothing in, and one whose repository is not there.
fn class() -> World {
    let world = World::new();
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for name in ["work-main/main.py", "work-main/reports/final_report.md"] {
        writer.start_file(name, SimpleFileOptions::default()).unwrap();
        writer.write_all(b"print('hello')\n").unwrap();
    }
    world.write("work/work.zip", writer.finish().unwrap().into_inner());
    world.write("work/class.csv", TABLE);
    world
}

const COHORT: [&str; 6] = ["cohort", "class.csv", "--out", "grades", "--jobs", "1"];

fn one<'a>(class: &'a Value, id: &str) -> &'a Value {
    let submissions = class["submissions"].as_array().unwrap();
    submissions.iter().find(|one| one["id"] == id).unwrap()
}

#[test]
fn a_class_is_audited_and_those_who_cannot_be_stop_nobody() {
    let world = class();
    let run = world.auditor(COHORT);
    assert_eq!(run.code, Some(15), "{run:?}");
    assert!(
        run.err.contains("[4/4]") && run.err.contains("2 of 4 submissions audited"),
        "{}",
        run.err
    );
    assert!(
        run.err.contains("not audited: s3: nothing was handed in"),
        "{}",
        run.err
    );
    let class = world.json("work/grades/cohort.json");
    assert_eq!(one(&class, "s1")["audit"]["reports"][0], "report.md");
    assert_eq!(
        one(&class, "s2")["audit"]["reports"][0],
        "final_report.md",
        "it lies in the zip"
    );
    assert!(
        one(&class, "../s4")["failed"]
            .as_str()
            .unwrap()
            .contains("directory")
    );
    assert_eq!(
        class["needs_a_human"][0]["reasons"][0]
            .as_str()
            .unwrap()
            .split(':')
            .next(),
        Some("not audited")
    );
    // What asks for a history does not arise where there is none.
    let report = world.json("work/grades/s2/report.json");
    let history = report["criteria"].as_array().unwrap().iter();
    let history = history.filter(|row| row["dimension_id"] == "git_forensic_analysis");
    assert_eq!(
        history
            .map(|row| row["status"].as_str().unwrap())
            .collect::<Vec<_>>(),
        ["not_assessable"]
    );
    assert!(
        world.names("work").iter().all(|name| !name.contains("s4")),
        "no id leads out of the folder"
    );
    assert!(world.custody().is_empty());

    let written = || {
        let names = [
            "cohort.json",
            "cohort.csv",
            "cohort.html",
            "s1/report.json",
            "s2/report.json",
        ];
        names.map(|name| world.read(&format!("work/grades/{name}")))
    };
    let before = written();
    assert_eq!(world.auditor(COHORT).code, Some(15));
    let again = written();
    assert!(before == again, "the same command writes the same bytes");
}

/// A function whose shape follows from its number.
fn function(number: usize) -> String {
    let statements = [
        "value = [item * 2 for item in value if item]",
        "if value > step:\n        return value[step:] or None",
        "for item in value:\n        step += item(step, *value)",
        "try:\n        value.pop()\n    except KeyError as error:\n        raise ValueError(error)",
        "value, step = step, {'a': value, **step}",
        "assert isinstance(value, (int, str)) and not step",
    ];
    let chosen = (0..6).map(|at| statements[(number * number + 5 * at * number + 3 * at) / 2 % 6]);
    let body: Vec<&str> = chosen.collect();
    format!("def step_{number}(value, step):\n    {}\n", body.join("\n    "))
}

#[test]
fn works_that_share_their_code_are_told_side_by_side_and_starter_code_is_left_out() {
    let world = World::new();
    let code: String = (0..60).map(function).collect();
    for (who, text) in [
        ("ada", code.clone()),
        ("bo", code.replace("value", "other").replace("step", "part")),
    ] {
        world.write(&format!("work/class/{who}/{who}.py"), text);
    }
    world.write("work/class/cy/cy.py", "print('mine')\n");
    let run = world.auditor(["cohort", "class", "--out", "grades", "--points", "100"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let class = world.json("work/grades/cohort.json");
    assert_eq!(
        class["similar"][0]["submissions"],
        serde_json::json!(["ada", "bo"])
    );
    assert_eq!(class["similar"].as_array().unwrap().len(), 1);
    let page = world.read("work/grades/cohort.html");
    assert!(page.contains("ada.py") && page.contains("bo.py") && page.contains("other.pop()"));
    assert_eq!(world.names("work/grades/feedback"), ["ada.md", "bo.md", "cy.md"]);
    assert!(
        world
            .read("work/grades/uploads/canvas.csv")
            .starts_with("Student,ID,SIS User ID,SIS Login ID,Section,class\r\n")
    );

    let uploads = ["canvas.csv", "gradescope.zip", "moodle.csv"];
    assert_eq!(world.names("work/grades/uploads"), uploads);
    let study = world.auditor(["replay", "--class", "grades/cohort.json", "--out", "study"]);
    assert_eq!(study.code, Some(0), "{study:?}");
    assert!(
        study.out.contains("3 cases ruled on, 0 move") && study.out.contains("never varies: nobody meets it"),
        "{study:?}"
    );
    assert!(
        world
            .read("work/study/study.csv")
            .starts_with("dimension,check,probe,seen,met,")
    );

    world.write("work/starter/starter.py", code.replace("value", "given"));
    let base = ["cohort", "class", "--out", "grades", "--base", "folder:starter"];
    assert_eq!(world.auditor(base).code, Some(0));
    assert_eq!(
        world.json("work/grades/cohort.json")["similar"],
        serde_json::json!([])
    );
}

#[test]
fn a_check_says_what_is_missing_and_audits_nothing() {
    let world = class();
    let run = world.auditor(COHORT.iter().chain(&["--check"]));
    assert_eq!(run.code, Some(15), "{run:?}");
    let marks: Vec<&str> = run
        .out
        .lines()
        .map(|line| line.split('\t').next().unwrap())
        .collect();
    assert_eq!(marks, ["ok", "ok", "MISSING", "MISSING", "2 of 4 can be audited"]);
    assert!(world.names("work/grades").is_empty());
}

#[test]
fn a_folder_of_outputs_is_never_given_to_another_id() {
    let world = class();
    world.write("work/grades/s1/submission.json", r#"{"id": "s9"}"#);
    let run = world.auditor(COHORT);
    assert!(
        run.err.contains("grades/s1 holds what came of `s9`"),
        "{}",
        run.err
    );
    assert_eq!(world.names("work/grades/s1"), ["submission.json"]);
}

#[test]
fn what_people_say_against_the_court_is_told_in_every_format_and_can_be_taken_back() {
    let world = World::new();
    let formats = "html,csv,sarif,junit,gradescope,badge,github";
    world.audit("court", &["--format", formats]);
    let court = world.json("work/court/report.json");
    let (case, row) = (court["journal"]["case"].as_str().unwrap(), &court["criteria"][1]);
    let (dimension, said) = (row["dimension_id"].as_str().unwrap(), &row["final_score"]);
    let score = if *said == 5 { "1" } else { "5" };
    let word = [
        "override",
        case,
        dimension,
        "--score",
        score,
        "--why",
        "see <page> 3",
        "--by",
        "Ada Byron",
    ];
    assert_eq!(world.auditor(word).code, Some(0));

    world.audit("people", &["--format", formats]);
    let people = world.json("work/people/report.json");
    assert_eq!(people["criteria"][1]["overruled"]["court_score"], *said);
    assert_eq!(people["criteria"][1]["final_score"].to_string(), score);
    assert_eq!(people["court_overall_score"], court["overall_score"]);
    assert_eq!(
        people["criteria"][1]["judge_opinions"], row["judge_opinions"],
        "nothing of the record is lost"
    );
    for name in world.names("work/people") {
        let told = world.read(&format!("work/people/{name}"));
        let is_told = told.contains("Ada Byron") || told.contains("overruled");
        assert!(is_told, "{name} says nothing of it");
        assert!(!told.contains("<page>") || !name.ends_with("html"), "{name}");
    }
    let verified = world.auditor(["verify", "people/report.json", "swarm", "--report", "report.md"]);
    assert_eq!(verified.code, Some(0), "{verified:?}");

    let back = [
        "override",
        case,
        dimension,
        "--take-back",
        "--why",
        "mistaken",
        "--by",
        "Ada Byron",
    ];
    assert_eq!(world.auditor(back).code, Some(0));
    world.audit("again", &["--format", formats]);
    assert_eq!(
        world.read("work/again/report.json"),
        world.read("work/court/report.json")
    );
    let explained = world.auditor(["explain", case, dimension]).out;
    assert!(
        explained.contains("takes it back: mistaken") && explained.contains("see <page> 3"),
        "{explained}"
    );
    assert_eq!(world.cases().len(), 1, "a word on a case is no case");
}

#[test]
fn a_score_beyond_the_scale_and_a_word_without_a_reason_are_refused() {
    let world = World::new();
    world.audit("court", &[]);
    let court = world.json("work/court/report.json");
    let case = court["journal"]["case"].as_str().unwrap();
    for (score, why) in [("6", "x"), ("0", "x"), ("four", "x"), ("4", " ")] {
        let run = world.auditor([
            "override", case, "git", "--score", score, "--why", why, "--by", "Ada",
        ]);
        assert_eq!(run.code, Some(2), "{score} {why}: {run:?}");
    }
    world.write("work/words.csv", "case,dimension,score,why\nnone,git,4,x\n");
    let run = world.auditor(["override", "--csv", "words.csv", "--by", "Ada"]);
    assert!(
        run.err
            .contains("row 2: no case has the id or the subject `none`"),
        "{}",
        run.err
    );
}

/// A class of one, audited with `more` behind the flags that are always there.
fn class_of_one(world: &World, more: &[&str]) -> Run {
    world.write("work/class.csv", "id,repository,report\ns1,swarm,report.md\n");
    let words = ["cohort", "class.csv", "--out", "grades", "--points", "100"];
    let words = [words.as_slice(), more].concat();
    let run = Run::of(world.command(words).env_remove("AUDITOR_RUBRIC"));
    assert_eq!(run.code, Some(0), "{run:?}");
    run
}

/// Ada says 5 on the history of the only submission.
fn overrule(world: &World) -> Run {
    let class = "grades/cohort.json";
    world.auditor([
        "override", "s1", "history", "--class", class, "--score", "5", "--why", "seen", "--by", "Ada",
    ])
}

#[test]
fn a_submission_is_overruled_by_its_id_and_the_command_that_writes_the_class_anew_is_told() {
    let world = World::new();
    class_of_one(&world, &[]);
    let unknown = world.auditor([
        "override", "s1", "git", "--score", "5", "--why", "x", "--by", "Ada",
    ]);
    assert!(
        unknown.err.contains("with --class DIR/cohort.json"),
        "{}",
        unknown.err
    );
    let said = overrule(&world);
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(
        said.err
            .contains("`auditor cohort class.csv --out grades --rewrite --points 100`"),
        "{}",
        said.err
    );
}

#[test]
fn what_people_said_holds_however_the_same_rubric_was_chosen() {
    let world = World::new();
    class_of_one(&world, &[]);
    assert_eq!(overrule(&world).code, Some(0));
    for more in [["--rewrite"].as_slice(), &["--", "--rubric", "engineering"]] {
        class_of_one(&world, more);
        let class = world.json("work/grades/cohort.json");
        let dimensions = one(&class, "s1")["audit"]["dimensions"].as_array().unwrap();
        let history = dimensions
            .iter()
            .find(|row| row["dimension_id"] == "engineering_history");
        let history = history.unwrap();
        assert_eq!(
            (history["score"].as_f64(), history["overruled"]["by"].as_str()),
            (Some(5.0), Some("Ada"))
        );
    }
}

#[test]
fn the_score_of_people_stands_in_the_list_of_cases_and_above_its_explanation() {
    let world = World::new();
    class_of_one(&world, &[]);
    assert_eq!(overrule(&world).code, Some(0));
    let cases = world.auditor(["cases"]).out;
    assert_eq!(cases.matches(" (court ").count(), 1, "{cases}");
    let class = world.json("work/grades/cohort.json");
    let case = one(&class, "s1")["audit"]["case"].as_str().unwrap();
    let explained = world.auditor(["explain", case, "history"]).out;
    let first = explained.lines().next().unwrap();
    assert!(first.contains(" by people; the court said "), "{explained}");
    assert!(
        explained.contains(": 5 of 5, says Ada; the court said "),
        "{explained}"
    );
}
