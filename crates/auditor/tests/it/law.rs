//! Decided cases ruled on again, explained, compared, checked, signed and contested.

use crate::fake::{Deed, Fake, opinion};
use crate::world::{Run, World};
use serde_json::{Value, json};
use std::fs;

/// A world with one decided case; its id.
fn decided() -> (World, String) {
    let world = World::new();
    world.audit("out", &[]);
    let id = world.last_case();
    (world, id)
}

fn assert_says(run: &Run, code: i32, words: &[&str]) {
    assert_eq!(run.code, Some(code), "{run:?}");
    for word in words {
        assert!(run.out.contains(word), "`{word}` is missing in {}", run.out);
    }
}

#[test]
fn a_replayed_case_ends_in_the_same_bytes_and_other_rules_say_whose_scores_move() {
    let (world, id) = decided();
    let run = world.auditor(["replay", &id, "--out", "again"]);
    assert_says(
        &run,
        0,
        &["the same verdict, to the byte", "under the rules `default`"],
    );
    for file in ["report.json", "report.md"] {
        assert_eq!(
            world.read(&format!("work/again/{file}")),
            world.read(&format!("work/out/{file}"))
        );
    }
    world.write("work/low.toml", "base = [{ id = 'lowest', do = 'scale_min' }]");
    assert_says(
        &world.auditor(["replay", &id, "--rules", "low.toml"]),
        0,
        &["with lowest", "→ 1"],
    );
    let all = world.auditor(["replay", "--all", "--rules", "low.toml"]);
    assert_says(&all, 0, &["1 cases ruled on, 1 move"]);
    assert_says(
        &world.auditor(["replay", "--all"]),
        0,
        &["1 cases ruled on, 0 move"],
    );
    assert_says(
        &world.auditor(["replay", &id, "--rubric", "peer-review"]),
        0,
        &["overall"],
    );
}

#[test]
fn an_explanation_leads_from_the_score_to_places_and_to_what_would_move_it() {
    let (world, id) = decided();
    let run = world.auditor(["explain", &id[..6], "safe_tool"]);
    assert_says(
        &run,
        0,
        &[
            "Safe Tool Engineering (safe_tool_engineering)",
            "first vote",
            "Rules that did not speak",
            "The smallest changes that would move the score",
            "src/",
        ],
    );
    let unknown = world.auditor(["explain", &id, "nothing"]);
    assert_eq!(unknown.code, Some(2), "{unknown:?}");
    assert_eq!(world.auditor(["explain", "ffff"]).code, Some(2));
}

#[test]
fn a_true_report_holds_alone_and_against_its_subject() {
    let (world, _) = decided();
    assert_says(
        &world.auditor(["verify", "out/report.json"]),
        0,
        &["the report holds"],
    );
    let run = world.auditor(["verify", "out/report.json", "swarm", "--report", "report.md"]);
    assert_says(
        &run,
        0,
        &["looked at again at", "taken as told", "the report holds"],
    );
}

#[test]
fn without_its_report_the_repository_is_verified_and_what_is_missing_is_named() {
    let (world, _) = decided();
    let run = world.auditor(["verify", "out/report.json", "swarm"]);
    let missing = "what was seen in report.md was not checked: name it with --report";
    assert_says(&run, 0, &["the repository alone", missing, "the report holds"]);
    let mut report = world.json("work/out/report.json");
    report["history"]["commits"] = json!(99);
    world.write("work/changed.json", report.to_string());
    let run = world.auditor(["verify", "changed.json", "swarm"]);
    assert_says(&run, 13, &["NOT TRUE history.commits"]);
}

/// The places of all values below `value` that hold no others, as JSON pointers.
fn leaves(value: &Value, at: &str) -> Vec<String> {
    let inner: Vec<(String, &Value)> = match value {
        Value::Object(map) => map
            .iter()
            .map(|(key, value)| (format!("{at}/{key}"), value))
            .collect(),
        Value::Array(items) => (0..)
            .zip(items)
            .map(|(index, value): (usize, &Value)| (format!("{at}/{index}"), value))
            .collect(),
        _ => return vec![at.to_owned()],
    };
    inner.iter().flat_map(|(at, value)| leaves(value, at)).collect()
}

/// `/criteria/3/name` as the program writes it: `criteria[3].name`.
fn path(pointer: &str) -> String {
    let parts = pointer.trim_start_matches('/').split('/');
    let written = parts.map(|part| match part.parse::<usize>() {
        Ok(index) => format!("[{index}]"),
        Err(_) => format!(".{part}"),
    });
    written.collect::<String>().trim_start_matches('.').to_owned()
}

fn other(value: &Value) -> Value {
    match value {
        Value::String(text) => json!(format!("{text} and more")),
        Value::Number(number) => match number.as_u64() {
            Some(whole) => json!(whole + 1),
            None => json!(number.as_f64().unwrap() + 0.5),
        },
        Value::Bool(yes) => json!(!yes),
        _ => json!("something"),
    }
}

/// Changes these fields at once; every one must be named.
fn assert_named(world: &World, report: &Value, pointers: &[String], subject: &[&str]) {
    let mut changed = report.clone();
    for pointer in pointers {
        let field = changed
            .pointer_mut(pointer)
            .unwrap_or_else(|| panic!("{pointer}"));
        *field = other(field);
    }
    world.write("work/changed.json", changed.to_string());
    let run = world.auditor([&["verify", "changed.json"], subject].concat());
    assert_eq!(run.code, Some(13), "{run:?}");
    for pointer in pointers {
        let named = format!("NOT TRUE {}: ", path(pointer));
        // A quote is named with its digest, whichever of the two was changed.
        let quote = named.replace(".sha256: ", ".content: ");
        assert!(
            run.out.contains(&named) || run.out.contains(&quote),
            "{pointer} is not named in {}",
            run.out
        );
    }
}

#[test]
fn every_changed_field_that_follows_from_others_is_named() {
    let (world, _) = decided();
    let report = world.json("work/out/report.json");
    let judged = (0_usize..)
        .find(|index| report["criteria"][*index]["final_score"].is_number())
        .unwrap();
    let pointers = leaves(&report["criteria"][judged], &format!("/criteria/{judged}"));
    assert!(pointers.len() > 30, "{pointers:?}");
    assert_named(&world, &report, &pointers, &[]);
    for key in [
        "overall_score",
        "complete",
        "grade",
        "scale",
        "remediation_plan",
        "rules",
    ] {
        let pointers = leaves(&report[key], &format!("/{key}"));
        let some: Vec<String> = pointers
            .into_iter()
            .filter(|at| !at.ends_with("sha256"))
            .take(60)
            .collect();
        assert_named(&world, &report, &some, &[]);
    }
}

#[test]
fn every_changed_field_is_named_without_the_subject_even_one_that_nothing_else_shows() {
    let (world, _) = decided();
    let report = world.json("work/out/report.json");
    for (field, named) in [
        ("/repo_url", "repo_url"),
        ("/journal/case", "journal.case"),
        ("/coverage/uncommitted", "coverage.uncommitted"),
        ("/coverage/containment/0/what", "coverage.containment"),
        ("/coverage/files_read", "coverage.files_read"),
        ("/history/commits", "history.commits"),
        ("/commit", "commit"),
        ("/topology/0", "topology"),
        ("/panel/judges/0/model", "panel.judges"),
    ] {
        let mut changed = report.clone();
        let value = changed.pointer_mut(field).unwrap_or_else(|| panic!("{field}"));
        *value = other(value);
        world.write("work/changed.json", changed.to_string());
        let run = world.auditor(["verify", "changed.json"]);
        assert_says(&run, 13, &[&format!("NOT TRUE {named}")]);
    }
    for key in report.as_object().unwrap().keys().filter(|key| *key != "schema") {
        let mut without = report.clone();
        without.as_object_mut().unwrap().remove(key);
        world.write("work/changed.json", without.to_string());
        let run = world.auditor(["verify", "changed.json"]);
        assert!(matches!(run.code, Some(2 | 13)), "{key}: {run:?}");
        assert!((run.out + &run.err).contains(key.as_str()), "{key} is not named");
    }
}

#[test]
fn opinions_by_statute_are_not_passed_off_as_those_of_models() {
    let (world, _) = decided();
    let report = world.json("work/out/report.json");
    assert_named(&world, &report, &["/panel/name".to_owned()], &[]);
}

#[test]
fn every_changed_field_that_is_only_told_is_named_once_the_subject_is_at_hand() {
    let (world, _) = decided();
    let report = world.json("work/out/report.json");
    // An exhibit of several dimensions has to be changed in each, or the report is none.
    let groups = report["evidences"].as_object().unwrap().values();
    let ids: Vec<&Value> = groups
        .flat_map(|group| group.as_array().unwrap())
        .map(|one| &one["id"])
        .collect();
    let stands_once = |at: &String| {
        let exhibit = at.rsplit_once('/').map(|(exhibit, _)| exhibit).unwrap();
        let id = &report.pointer(exhibit).unwrap()["id"];
        ids.iter().filter(|one| **one == id).count() == 1
    };
    let is_told = |at: &String| [".goal", ".rationale"].iter().any(|end| path(at).ends_with(end));
    let told = |at: &String| is_told(at) && stands_once(at);
    let exhibits = leaves(&report["evidences"], "/evidences")
        .into_iter()
        .filter(told)
        .take(40);
    let graphs = leaves(&report["topology"], "/topology").into_iter().take(40);
    let history = ["/history/commits", "/coverage/files_read", "/coverage/pages"].map(str::to_owned);
    let pointers: Vec<String> = exhibits.chain(graphs).chain(history).collect();
    assert_named(&world, &report, &pointers, &["swarm", "--report", "report.md"]);
}

#[test]
fn a_report_of_another_commit_or_rubric_is_not_taken_for_true() {
    let (world, _) = decided();
    let mut report = world.json("work/out/report.json");
    report["commit"] = json!("0".repeat(40));
    world.write("work/changed.json", report.to_string());
    let run = world.auditor(["verify", "changed.json", "swarm"]);
    assert_eq!(
        run.code,
        Some(3),
        "a commit that does not exist cannot be looked at: {run:?}"
    );
    assert!(run.err.contains("there is no branch, tag or commit"), "{run:?}");
    report["rubric"]["sha256"] = json!("0".repeat(64));
    world.write("work/changed.json", report.to_string());
    assert_eq!(world.auditor(["verify", "changed.json"]).code, Some(2));
}

#[test]
fn a_signed_statement_is_about_one_report_and_its_key_is_its_makers_alone() {
    let (world, _) = decided();
    let run = world.auditor(["attest", "keygen", "me.key"]);
    assert_eq!(run.out, "me.key\nme.key.pub\n", "{run:?}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = fs::metadata(world.path("work/me.key"))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    assert_eq!(
        world.auditor(["attest", "keygen", "me.key"]).code,
        Some(2),
        "no key is overwritten"
    );
    let run = world.auditor(["attest", "out/report.json", "--key", "me.key"]);
    assert_eq!(run.out, "out/attestation.json\n", "{run:?}");
    let check = |report: &str, key: &str| {
        world.auditor(["attest", "check", "out/attestation.json", "--key", key, report])
    };
    assert_says(
        &check("out/report.json", "me.key.pub"),
        0,
        &["the statement is about this report"],
    );
    let mut report = world.json("work/out/report.json");
    report["overall_score"] = json!(5);
    world.write("work/better.json", report.to_string());
    assert_says(
        &check("better.json", "me.key.pub"),
        13,
        &["NOT TRUE predicate.verdict.overall_score"],
    );
    world.auditor(["attest", "keygen", "other.key"]);
    assert_says(
        &check("out/report.json", "other.key.pub"),
        13,
        &["none is by this key"],
    );
    let envelope = world.json("work/out/attestation.json");
    assert_eq!(envelope["payloadType"], "application/vnd.in-toto+json");
}

#[test]
fn a_later_case_is_compared_by_what_moved() {
    let (world, before) = decided();
    world.write(
        "work/swarm/src/tools/extra.py",
        "import os\n\ndef run(url):\n    os.system('git clone ' + url)\n",
    );
    world.commit("work/swarm", "Clone in a hurry");
    world.audit("later", &[]);
    let after = world.last_case();
    assert_ne!(before, after);
    assert_says(
        &world.auditor(["diff", &before, &after]),
        0,
        &["overall", "worse", "facts"],
    );
    assert_says(&world.auditor(["diff", &before, &before]), 0, &["0 worse"]);
}

#[test]
fn an_appeal_looks_again_and_keeps_both_records() {
    let (world, id) = decided();
    let explained = world.auditor(["explain", &id, "safe_tool"]).out;
    let at = explained.find("src/").unwrap();
    let point: String = explained[at..]
        .chars()
        .take_while(|c| !"]-".contains(*c))
        .collect();
    let appeal = |point: &str, why: &str| {
        world.auditor([
            "appeal",
            &id,
            "--dimension",
            "safe_tool",
            "--point",
            point,
            "--why",
            why,
        ])
    };
    let run = appeal(&point, "It was misread.");
    assert_says(
        &run,
        0,
        &[
            "both are kept",
            "the evidence is the same, byte for byte",
            "the score stays at",
        ],
    );
    assert_eq!(world.cases().len(), 2);
    assert_eq!(appeal("E9999", "There is more.").code, Some(2));
    assert_eq!(appeal("nowhere", "There is more.").code, Some(2));
    assert_eq!(appeal(&point, " ").code, Some(2));
    for nothing in ["src/none.py:1", "README.md:1"] {
        let run = appeal(nothing, "There is more.");
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(run.err.contains("the appeal is refused"), "{run:?}");
    }
    assert_eq!(world.cases().len(), 2);
}

#[test]
fn an_appeal_wants_the_reports_that_the_case_judged() {
    let (world, id) = decided();
    let appeal = |more: &[&str]| {
        let point = [
            "appeal",
            &id,
            "--dimension",
            "theor",
            "--point",
            "E1",
            "--why",
            "Read on.",
        ];
        world.auditor([point.as_slice(), more].concat())
    };
    let report = world.read("work/report.md");
    world.write("work/report.md", "something else");
    world.write("work/elsewhere.md", &report);
    for run in [appeal(&[]), appeal(&["--report", "report.md"])] {
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(run.err.contains("the case judged report.md too"), "{run:?}");
    }
    let run = appeal(&["--report", "elsewhere.md"]);
    assert!(!run.err.contains("the case judged"), "{run:?}");
}

#[test]
fn rules_are_listed_shown_checked_and_refused_with_a_place_and_a_fix() {
    let world = World::new();
    assert_says(
        &world.auditor(["rules", "list"]),
        0,
        &["default", "seed-points-35", "example-verdicts"],
    );
    let shown = world.auditor(["rules", "show", "seed-weighted"]).out;
    world.write("work/mine.toml", &shown);
    assert_says(
        &world.auditor(["rules", "check", "mine.toml"]),
        0,
        &["tried on all"],
    );
    world.write(
        "work/hole.toml",
        "base = [{ id = 'mean', do = 'mean()' }]\n\
         [[rules]]\nid = 'cap'\nwhen = 'P <= 2'\ndo = 'min(score, 3)'\n\
         [[rules]]\nid = 'lift'\nwhen = 'TL >= 4'\ndo = 'TL'\n",
    );
    let run = world.auditor(["rules", "check", "hole.toml"]);
    assert_says(
        &run,
        2,
        &[
            "the ceiling of `cap` at 3 is undone by `lift`",
            "P 1, D 1, TL 4",
            "not sound",
        ],
    );
    world.write("work/bad.toml", "base = [{ id = 'm', do = 'maen()' }]");
    let run = world.auditor(["audit", "swarm", "--rules", "bad.toml"]);
    assert_eq!(run.code, Some(2));
    assert_eq!(
        run.err,
        "auditor: bad.toml: base[0].do, column 1: `maen` is not known in `maen()`\n  hint: did you mean `mean`?\n"
    );
    assert_eq!(world.auditor(["rules", "show", "seed-interum"]).code, Some(2));
}

#[test]
fn a_case_that_models_judged_is_replayed_and_checked_without_asking_them_again() {
    let fake = Fake::new(|call| Deed::Say(opinion(call, 4)));
    let world = World::new();
    let panel = format!(
        "model = \"house:m\"\n[providers.house]\ndialect = \"openai\"\nbase_url = \"{}\"\nkey_env = \"FAKE_KEY\"\n",
        fake.base("/v1/")
    );
    world.write("work/panel.toml", panel);
    let mut command = world.command(["audit", "swarm", "--panel", "panel.toml", "--out", "out"]);
    let run = Run::of(command.env("FAKE_KEY", "sk-very-secret-key"));
    assert_eq!(run.code, Some(0), "{run:?}");
    let asked = fake.calls().len();
    let id = world.last_case();
    let run = world.auditor(["replay", &id, "--out", "again"]);
    assert_says(&run, 0, &["the same verdict, to the byte"]);
    assert_eq!(
        world.read("work/again/report.json"),
        world.read("work/out/report.json")
    );
    assert_says(
        &world.auditor(["verify", "out/report.json"]),
        0,
        &["the report holds"],
    );
    assert_says(
        &world.auditor(["verify", "out/report.json", "swarm"]),
        0,
        &["the report holds"],
    );
    let report = world.json("work/out/report.json");
    let judged = (0_usize..)
        .find(|index| report["criteria"][*index]["final_score"].is_number())
        .unwrap();
    let scores = [
        format!("/criteria/{judged}/final_score"),
        "/overall_score".to_owned(),
    ];
    assert_named(&world, &report, &scores, &[]);
    let mut changed = report.clone();
    changed["criteria"][judged]["judge_opinions"][2]["argument"] = json!("It is all well.");
    world.write("work/changed.json", changed.to_string());
    let named = format!("NOT TRUE criteria[{judged}].judge_opinions[2]: ");
    assert_says(&world.auditor(["verify", "changed.json"]), 13, &[&named]);
    let mut changed = report.clone();
    changed["criteria"][judged]["judge_opinions"][0]["score"] = json!(1);
    changed["criteria"][judged]["judge_opinions"][1]["score"] = json!(1);
    world.write("work/changed.json", changed.to_string());
    let named = format!("NOT TRUE criteria[{judged}].");
    assert_says(&world.auditor(["verify", "changed.json"]), 13, &[&named]);
    assert_eq!(fake.calls().len(), asked, "nothing of it asks a model");
}
