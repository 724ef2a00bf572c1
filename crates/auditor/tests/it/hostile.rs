use crate::world::{Run, World, files};
use pulldown_cmark::{Event, Options, Parser, Tag};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;

/// Everything that a terminal, a page or a reader could be made to obey, in one line.
const BAIT: &str = "\u{1b}[31mred\u{1b}]0;title\u{7}\u{202e}tpircs\u{2066}\u{200b}`|**b** <script>alert(1)</script> \
<img src=x onerror=alert(1)> [click](javascript:alert(1)) ![i](https://evil.example/i.png) https://evil.example/ \
@everyone #1 $x$ ::set-env name=A::b";

/// A subject that has the bait in every place a subject can have text.
fn baited() -> World {
    let world = World::new();
    let name = BAIT.replace('/', "%");
    world.write(
        &format!("work/swarm/src/{name}.py"),
        format!("\"\"\"{BAIT}\"\"\"\nimport os\nos.system(f'rm {{x}}')\n"),
    );
    world.write("work/swarm/src/a\nb.py", "eval(input())\n");
    let text = BAIT.replace('"', "'").replace('\\', "");
    world.write(
        "work/swarm/src/hostile.py",
        format!(
            "from langgraph.graph import StateGraph, START, END\n\n\ndef act(state):\n    \"\"\"{text}\"\"\"\n    \
             os.system(\"git clone \" + state[\"{text}\"])\n\n\ngraph = StateGraph(dict)\ngraph.add_node(\"{text}\", act)\n\
             graph.add_edge(START, \"{text}\")\ngraph.add_edge(\"{text}\", END)\ngraph.compile().invoke({{}})\n"
        ),
    );
    world.commit("work/swarm", &format!("{BAIT}\n\n{BAIT}"));
    world.write(
        "work/report.md",
        format!("# {BAIT}\n\n{BAIT}: see `src/{BAIT}.py` and src/no{BAIT}.py\n"),
    );
    world
}

/// Characters that act by being shown.
fn acts(character: char) -> bool {
    (character.is_control() && character != '\n')
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[test]
fn text_of_the_subject_acts_in_no_output() {
    let world = baited();
    let audit = world.audit("out", &["-v"]);
    let [markdown, json] = world.reports("out");
    assert!(
        markdown.contains("<U+001B>") || markdown.contains("U+001B"),
        "the bait is shown"
    );
    let case = world.json("work/out/report.json")["journal"]["case"]
        .as_str()
        .unwrap()
        .to_owned();
    let runs = [
        audit,
        world.auditor(["inspect", "swarm", "--report", "report.md"]),
        world.auditor(["inspect", "swarm", "--format", "json"]),
        world.auditor(["cases"]),
        world.auditor(["graph", "--of-audit", &case]),
        world.auditor(["graph", "swarm"]),
    ];
    for run in &runs {
        assert_eq!(run.code, Some(0), "{run:?}");
    }
    let printed = runs.iter().flat_map(|run| [&run.out, &run.err]);
    for text in printed.chain([&markdown, &json]) {
        let alive: Vec<char> = text.chars().filter(|c| acts(*c)).collect();
        assert!(alive.is_empty(), "{alive:?} in {text}");
    }
}

#[test]
fn nothing_in_the_markdown_report_is_alive() {
    let world = baited();
    world.audit("out", &[]);
    let [markdown, _] = world.reports("out");
    for event in Parser::new_ext(&markdown, Options::all()) {
        match event {
            Event::Html(html) | Event::InlineHtml(html) => panic!("HTML: {html}"),
            Event::Start(Tag::Link { dest_url, .. }) => panic!("a link to {dest_url}"),
            Event::Start(Tag::Image { dest_url, .. }) => panic!("an image from {dest_url}"),
            Event::InlineMath(text) | Event::DisplayMath(text) => panic!("a formula: {text}"),
            // A forge makes links of addresses and mentions in running text, never of those in code.
            Event::Text(text) if !is_in_fence(&markdown, &text) => {
                for live in ["https://", "@everyone", "#1 "] {
                    assert!(!text.contains(live), "{live} in {text}");
                }
            }
            _ => {}
        }
    }
}

/// Whether the text stands in a fenced block, whose lines the parser hands out as text.
fn is_in_fence(markdown: &str, text: &str) -> bool {
    let mut in_fence = false;
    let mut fenced = String::new();
    for line in markdown.lines() {
        if line.trim_start().starts_with("```") {
            in_fence = !in_fence;
        } else if in_fence {
            fenced.push_str(line);
            fenced.push('\n');
        }
    }
    fenced.contains(text)
}

/// A program that leaves a mark when it is run.
fn trap(world: &World, name: &str) -> String {
    let path = world.path(name);
    let mark = world.path("sprung");
    world.write(
        name,
        format!("#!/bin/sh\necho {name} >> '{}'\ncat\n", mark.display()),
    );
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.display().to_string()
}

/// Settings by which a repository makes git run programs.
fn traps(world: &World) {
    let trap = trap(world, "trap");
    let keys = [
        "core.fsmonitor",
        "core.pager",
        "core.sshCommand",
        "core.editor",
        "core.askPass",
        "core.gitProxy",
        "core.alternateRefsCommand",
        "diff.external",
        "diff.trap.textconv",
        "filter.trap.clean",
        "filter.trap.smudge",
        "filter.trap.process",
        "gpg.program",
        "credential.helper",
        "uploadpack.packObjectsHook",
        "pager.log",
        "remote.origin.uploadpack",
    ];
    for key in keys {
        world.git("work/swarm", &["config", key, &trap]);
    }
    for command in [
        "clone",
        "log",
        "status",
        "ls-tree",
        "cat-file",
        "rev-parse",
        "ls-remote",
    ] {
        world.git(
            "work/swarm",
            &["config", &format!("alias.{command}"), &format!("!{trap}")],
        );
    }
    world.git(
        "work/swarm",
        &[
            "config",
            "core.hooksPath",
            &world.path("hooks").display().to_string(),
        ],
    );
    let hooks = [
        "post-checkout",
        "pre-auto-gc",
        "reference-transaction",
        "post-index-change",
        "pre-receive",
        "fsmonitor-watchman",
    ];
    for hook in hooks {
        for place in ["hooks", "work/swarm/.git/hooks"] {
            world.write(&format!("{place}/{hook}"), world.read("trap"));
            fs::set_permissions(
                world.path(&format!("{place}/{hook}")),
                fs::Permissions::from_mode(0o755),
            )
            .unwrap();
        }
    }
}

#[test]
fn a_hostile_configuration_executes_nothing() {
    let world = World::new();
    world.write("work/swarm/.gitattributes", "* filter=trap diff=trap\n");
    world.commit("work/swarm", "Filter everything");
    world.write("work/swarm/main.py", "changed, so that git would filter it\n");
    traps(&world);
    for arguments in [
        vec!["audit", "swarm", "--out", "out", "--report", "report.md"],
        vec!["audit", "swarm", "--out", "out", "--rev", "main"],
        vec!["inspect", "swarm"],
    ] {
        let mut command = world.command(&arguments);
        let run = Run::of(&mut command);
        assert_eq!(run.code, Some(0), "{run:?}");
        let inside = Run::of(
            world
                .command(["inspect", "."])
                .current_dir(world.path("work/swarm")),
        );
        assert_eq!(inside.code, Some(0), "{inside:?}");
        assert!(
            !world.path("sprung").exists(),
            "{arguments:?}: {}",
            world.read("sprung")
        );
    }
    // The trap is a real one: git itself springs it.
    world.git("work/swarm", &["-c", "alias.status=", "status", "--short"]);
    assert!(world.path("sprung").exists());
}

/// Scores and statuses, dimension by dimension.
fn outcome(world: &World, out: &str) -> Vec<(Value, Value)> {
    let report = world.json(&format!("work/{out}/report.json"));
    let criteria = report["criteria"].as_array().unwrap();
    let outcome = criteria
        .iter()
        .map(|one| (one["status"].clone(), one["final_score"].clone()));
    outcome
        .chain([(
            report["rubric"]["sha256"].clone(),
            report["overall_score"].clone(),
        )])
        .collect()
}

const SETTINGS: [(&str, &str); 6] = [
    (
        ".env",
        "AUDITOR_RUBRIC=rubric.yaml\nAUDITOR_MIN_SCORE=5\nAUDITOR_OUT=stolen\n",
    ),
    (
        "auditor.toml",
        "rubric = \"rubric.yaml\"\nmin_score = 5\nout = \"stolen\"\n",
    ),
    (".auditor.toml", "rubric = \"rubric.yaml\"\n"),
    (
        "rubric.yaml",
        "dimensions: [{id: all_is_well, name: All is well}]\n",
    ),
    (
        "automaton-auditor",
        "dimensions: [{id: all_is_well, name: All is well}]\n",
    ),
    (
        "rubric/rubric.json",
        "{\"dimensions\": [{\"id\": \"all_is_well\", \"name\": \"Fine\"}]}\n",
    ),
];

/// An audit from within the subject, which has these files.
fn outcome_with(files: &[(&str, &str)]) -> Vec<(Value, Value)> {
    let world = World::new();
    for (name, text) in files {
        world.write(&format!("work/swarm/{name}"), text);
    }
    world.commit("work/swarm", "Add files");
    let mut command = world.command(["audit", ".", "--report", "../report.md", "--out", "../out"]);
    let run = Run::of(command.current_dir(world.path("work/swarm")));
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(!world.path("work/swarm/stolen").exists());
    outcome(&world, "out")
}

#[test]
fn settings_in_the_subject_change_nothing() {
    let harmless = SETTINGS.map(|(name, _)| (name, "nothing\n"));
    assert_eq!(outcome_with(&SETTINGS), outcome_with(&harmless));
}

#[test]
fn links_that_lead_out_of_the_subject_are_not_followed() {
    let world = World::new();
    world.write("secret", "SECRET-CONTENT = 1\n");
    for name in ["src/secret.py", "README.md", "docs"] {
        let path = world.path(&format!("work/swarm/{name}"));
        let _ = fs::remove_file(&path);
        std::os::unix::fs::symlink(world.path("secret"), path).unwrap();
    }
    world.commit("work/swarm", "Link");
    world.audit("out", &[]);
    for (path, bytes) in files(&world.path("work/out")) {
        assert!(
            !String::from_utf8(bytes).unwrap().contains("SECRET-CONTENT"),
            "{path:?}"
        );
    }
}
