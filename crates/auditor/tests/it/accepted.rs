//! Findings that whoever audits lives with.

use crate::world::{Run, World};

/// The subject has three commits, the last of them of 2024-03-01.
fn settings(until: &str) -> String {
    format!(
        "[[accept]]\ncheck = \"git.commits\"\nuntil = \"{until}\"\nreason = \"the course began with them\"\n"
    )
}

#[test]
fn what_the_users_settings_accept_is_told_with_its_reason_until_its_last_day() {
    let world = World::new();
    let audit = |until: &str| {
        world.write("work/mine.toml", settings(until));
        world.audit("out", &["--config", "mine.toml"]);
        (
            world.reports("out")[0].clone(),
            world.json("work/out/report.json"),
        )
    };
    let (markdown, json) = audit("2024-03-01");
    let said = "accepted until 2024-03-01: the course began with them.";
    assert!(
        markdown.contains("## Accepted") && markdown.contains(said),
        "{markdown}"
    );
    assert!(json["accepted"][0]["ended"].is_null(), "{json}");
    let (markdown, json) = audit("2024-02-29");
    assert!(
        markdown.contains("counts again, for the commit is of a later day"),
        "{markdown}"
    );
    assert_eq!(json["accepted"][0]["ended"], true);
}

#[test]
fn no_settings_of_the_subject_accept_what_is_found_in_it() {
    let world = World::new();
    world.write("work/swarm/auditor.toml", settings("2099-12-31"));
    world.commit("work/swarm", "Accept it");
    let audit = |folder: &str, more: &[&str]| {
        let out = world.path("work/out").display().to_string();
        let subject = world.path("work/swarm").display().to_string();
        let arguments = [&["audit", &subject, "--out", &out], more].concat();
        let run = Run::of(world.command(&arguments).current_dir(world.path(folder)));
        assert_eq!(run.code, Some(0), "{run:?}");
        assert!(
            !world.reports("out").concat().contains("the course began"),
            "{folder} {more:?}"
        );
        run.err
    };
    let unread = audit("work/swarm", &[]);
    assert!(
        unread.contains("is part of the subject and is not read"),
        "{unread}"
    );
    for (folder, named) in [("work/swarm", "auditor.toml"), ("work", "swarm/auditor.toml")] {
        let refused = audit(folder, &["--config", named]);
        assert!(
            refused.contains("`accept` of") && refused.contains("is not heeded"),
            "{refused}"
        );
    }
}
