//! What the files of Nx, Turborepo and Wireit say of the tasks of a workspace: what runs with them, and what they are.

use super::scripts::Runner;
use std::collections::BTreeSet;
use subject::data::{Node, Value, json};
use wordlist::array;

/// Most tasks that run with others.
const TASKS_MAX: usize = 200;
/// Parts of the names of executors that build or serve: what else they are for is nothing that is asked.
const BUILDERS: [&str; 12] =
    array("build package webpack rollup rspack esbuild serve server publish storybook prune copy-workspace");
/// Executors of Nx by parts of their names, with the commands that they come to.
const EXECUTORS: [(&str, &str); 13] = [
    ("run-script", ""),
    ("eslint:lint", "eslint ."),
    ("linter:eslint", "eslint ."),
    ("builder:lint", "eslint ."),
    ("jest:jest", "jest"),
    ("vite:test", "vitest run"),
    ("vitest:", "vitest run"),
    ("cypress:", "cypress run"),
    ("playwright:", "playwright test"),
    ("karma", "ng test"),
    ("js:tsc", "tsc"),
    ("js:swc", "true"),
    (":noop", "true"),
];
/// Plugins of Nx that give projects a target: their beginning, the option with its name, the usual name, the command.
const PLUGINS: [(&str, &[&str], &str, &str); 8] = [
    ("@nx/eslint/plugin", &["targetName"], "lint", "eslint ."),
    ("@nx/jest/plugin", &["targetName"], "test", "jest"),
    ("@nx/vite/plugin", &["testTargetName"], "test", "vitest run"),
    ("@nx/vitest", &["testTargetName"], "test", "vitest run"),
    ("@nx/playwright/plugin", &["targetName"], "e2e", "playwright test"),
    ("@nx/cypress/plugin", &["targetName"], "e2e", "cypress run"),
    (
        "@nx/js/typescript",
        &["typecheck", "targetName"],
        "typecheck",
        "tsc",
    ),
    ("@nx/vite/plugin", &["typecheckTargetName"], "typecheck", "tsc"),
];

/// A command behind the name of a task.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Task {
    pub(super) line: u32,
    pub(super) command: String,
    /// Where it runs, seen from its project or the root; empty where nothing is said.
    pub(super) folder: String,
}

/// The file of a runner at the root, in which it is told what runs with what.
pub(super) fn settings(runner: Runner) -> Option<&'static str> {
    match runner {
        Runner::Nx => Some("nx.json"),
        Runner::Turbo => Some("turbo.json"),
        Runner::Plain => None,
    }
}

/// The names of tasks and of all that runs with them: `dependsOn` of the settings.
pub(super) fn with_needs(names: &[String], settings: &Node) -> Vec<String> {
    let tables = ["tasks", "pipeline", "targetDefaults"];
    let mut found: BTreeSet<String> = BTreeSet::new();
    let mut open = names.to_vec();
    while let Some(name) = open.pop() {
        if found.len() >= TASKS_MAX || !found.insert(name.clone()) {
            continue;
        }
        for table in tables {
            let entries = settings.entries_at(&[table]).iter();
            let own = entries.filter(|entry| entry.key.rsplit('#').next() == Some(&name));
            open.extend(own.flat_map(|entry| needs(&entry.node)));
        }
    }
    found.into_iter().collect()
}

/// The tasks that one depends on: `build`, `^build`, `web#build`; `$X` is a variable of the environment.
fn needs(task: &Node) -> Vec<String> {
    let listed = task.items_at(&["dependsOn"]).iter();
    let names = listed.filter_map(|one| one.text().or_else(|| one.text_at(&["target"])));
    let names = names.filter(|name| !name.starts_with('$'));
    let bare = names.map(|name| name.rsplit(['#', '^']).next().unwrap_or(name));
    bare.map(str::to_owned).collect()
}

/// The targets of Nx under `targets` of a file, by a name; `usual` is what the settings say of all of that name.
pub(super) fn targets(table: Option<&Node>, name: &str, usual: Option<&Node>) -> Result<Vec<Task>, String> {
    let Some(target) = table.and_then(|table| table.get(name)) else {
        return Ok(Vec::new());
    };
    let of = |key: &str| target.get(key).or_else(|| usual.and_then(|usual| usual.get(key)));
    let task = |command: &str, line| Task {
        line,
        command: command.to_owned(),
        folder: of("options")
            .and_then(|one| one.text_at(&["cwd"]))
            .unwrap_or_default()
            .to_owned(),
    };
    if let Some(command) = of("command").and_then(Node::text) {
        return Ok(vec![task(command, target.line)]);
    }
    let Some(executor) = of("executor").and_then(Node::text) else {
        // What has no executor is the script of that name, or only runs others.
        return Ok(vec![task("true", target.line)]);
    };
    if executor.ends_with("run-commands") {
        let listed = ["command", "commands"];
        let nodes = listed.iter().filter_map(|key| of("options")?.get(key));
        let items = nodes.flat_map(|node| match &node.value {
            Value::List(items) => items.iter().collect(),
            _ => vec![node],
        });
        let texts =
            items.filter_map(|one| Some((one.text().or_else(|| one.text_at(&["command"]))?, one.line)));
        return Ok(texts.map(|(text, line)| task(text, line)).collect());
    }
    match EXECUTORS.iter().find(|(part, _)| executor.contains(part)) {
        Some((_, "")) => {
            let script = of("options")
                .and_then(|one| one.text_at(&["script"]))
                .unwrap_or(name);
            Ok(vec![task(&format!("npm run {script}"), target.line)])
        }
        Some((_, command)) => Ok(vec![task(command, target.line)]),
        None if BUILDERS.iter().any(|part| executor.contains(part)) => Ok(vec![task("true", target.line)]),
        None => Err(format!(
            "what the executor {executor} of `{name}` runs is not known"
        )),
    }
}

/// What plugins make of a name in every project, by the settings of Nx.
pub(super) fn by_plugins(name: &str, settings: &Node) -> Vec<Task> {
    let mut found = Vec::new();
    for plugin in settings.items_at(&["plugins"]) {
        let called = plugin
            .text()
            .or_else(|| plugin.text_at(&["plugin"]))
            .unwrap_or_default();
        let own = PLUGINS.iter().filter(|(start, ..)| called.starts_with(start));
        for (_, keys, usual, command) in own {
            let options = plugin.get("options").and_then(|options| options.at(keys));
            let given = options.and_then(Node::text).unwrap_or(usual);
            if given == name {
                found.push(Task {
                    line: plugin.line,
                    command: (*command).to_owned(),
                    folder: String::new(),
                });
            }
        }
    }
    found
}

/// What Wireit runs for a script of a package: its command, and the scripts that it depends on.
pub(super) fn wireit(package: &str, script: &str) -> Option<(Option<Task>, Vec<String>)> {
    let root = json::read(package).ok()?;
    let entry = root.at(&["wireit", script])?;
    let command = entry
        .get("command")
        .and_then(|node| Some((node.text()?, node.line)));
    let task = command.map(|(command, line)| Task {
        line,
        command: command.to_owned(),
        folder: String::new(),
    });
    let listed = entry.items_at(&["dependencies"]).iter();
    let names = listed.filter_map(|one| one.text().or_else(|| one.text_at(&["script"])));
    Some((task, names.map(str::to_owned).collect()))
}
