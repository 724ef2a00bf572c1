//! Seats that stay empty and judges that are one: no score gets better by it, and no gate is passed.

use crate::fake::{Call, Deed, Fake, agreeing, opinion, told};
use crate::world::{Run, World};
use serde_json::Value;

fn world(fake: &Fake) -> World {
    let world = World::new();
    let panel = format!(
        "model = \"house:m\"\n[providers.house]\ndialect = \"openai\"\nbase_url = \"{}\"\nkey_env = \"FAKE_KEY\"\n",
        fake.base("/v1/")
    );
    world.write("work/panel.toml", panel);
    world
}

fn judged(world: &World, out: &str, more: &[&str]) -> Run {
    let arguments = [
        "audit",
        "swarm",
        "--report",
        "report.md",
        "--panel",
        "panel.toml",
        "--out",
        out,
    ];
    let mut command = world.command(arguments.iter().chain(more));
    Run::of(command.env("FAKE_KEY", "sk-very-secret-key"))
}

fn is_prosecutor(call: &Call) -> bool {
    told(call).contains("You are the Prosecutor")
}

#[test]
fn a_lost_prosecutor_leaves_no_score_unless_the_rules_say_how_it_is_settled_without() {
    let fake = Fake::new(|call| match is_prosecutor(call) {
        true => Deed::Say("I would rather not.".to_owned()),
        false => Deed::Say(opinion(call, 4)),
    });
    let world = world(&fake);
    assert_eq!(judged(&world, "out", &["--require-complete"]).code, Some(11));
    let report = world.json("work/out/report.json");
    assert_eq!(
        (&report["complete"], &report["overall_score"]),
        (&false.into(), &Value::Null)
    );
    let text = world.read("work/out/report.md");
    assert!(
        text.contains("a judge recused itself (Prosecutor: house:m gave no usable answer"),
        "{text}"
    );
    let run = judged(&world, "out", &["--min-score", "1"]);
    assert_eq!(run.code, Some(11));
    assert!(
        run.err.contains("no score to hold against the minimum"),
        "{}",
        run.err
    );
    world.write(
        "work/two.toml",
        "[missing]\none = \"drop\"\n[[base]]\nid = \"mean\"\ndo = \"mean()\"\nreason = \"the mean\"\n",
    );
    let run = judged(
        &world,
        "two",
        &["--rules", "two.toml", "--require-complete", "--min-score", "4"],
    );
    assert_eq!(run.code, Some(0), "{run:?}");
    let text = world.read("work/two/report.md");
    assert!(text.contains("(without the Prosecutor)"), "{text}");
    // What could not be used was paid once for both.
    assert_eq!(fake.calls().iter().filter(|call| call.before > 0).count(), 0);
}

#[test]
fn no_trouble_with_a_provider_passes_a_minimum() {
    let deeds: [fn() -> Deed; 5] = [
        || Deed::Refuse(500, "", "{}"),
        || Deed::Refuse(401, "", "{\"error\":{\"message\":\"no such key\"}}"),
        || Deed::Drop,
        || Deed::Raw("{\"choices\":".to_owned()),
        || Deed::Say("5/5".to_owned()),
    ];
    for deed in deeds {
        let fake = Fake::new(move |_| deed());
        let run = judged(&world(&fake), "out", &["--min-score", "1"]);
        assert_eq!(run.code, Some(11), "{run:?}");
    }
}

#[test]
fn a_refused_key_is_told_before_anything_is_fetched_or_asked() {
    let fake = Fake::new(|call| Deed::Say(opinion(call, 4))).refusing_keys();
    let world = world(&fake);
    let run = judged(&world, "out", &[]);
    assert_eq!((run.code, fake.calls().len()), (Some(2), 0), "{run:?}");
    assert!(
        run.err.contains("the key of the provider `house` is refused"),
        "{}",
        run.err
    );
    assert!(!run.err.contains("sk-very-secret-key") && !world.path("work/out").exists());
}

#[test]
fn judges_that_agree_everywhere_are_reminded_once_of_who_they_are() {
    let fake = Fake::new(|call| {
        let is_reminded = told(call).contains("no other: read the exhibits again");
        Deed::Say(agreeing(
            call,
            if is_reminded && is_prosecutor(call) { 2 } else { 3 },
        ))
    });
    let first = world(&fake);
    assert_eq!(judged(&first, "out", &[]).code, Some(0));
    let report = first.json("work/out/report.json");
    let collapse = &report["panel"]["quality"]["collapse"];
    assert_eq!(
        (&collapse["reminded"], &collapse["no_spread_anywhere"]),
        (&true.into(), &false.into())
    );
    assert!(
        first
            .read("work/out/report.md")
            .contains("were reminded of who they are")
    );
    let calls = fake.calls().len();
    assert_eq!(calls % 5, 0, "three judges, and two of them again");
    // All of it is remembered.
    judged(&first, "again", &[]);
    assert_eq!(
        (fake.calls().len(), first.reports("out")),
        (calls, first.reports("again"))
    );

    let stubborn = Fake::new(|call| Deed::Say(agreeing(call, 3)));
    let second = world(&stubborn);
    judged(&second, "out", &[]);
    let report = second.json("work/out/report.json");
    let collapse = &report["panel"]["quality"]["collapse"];
    assert_eq!(
        (&collapse["reminded"], &collapse["no_spread_anywhere"]),
        (&true.into(), &true.into())
    );
    assert_eq!(stubborn.calls().len(), calls);
}
