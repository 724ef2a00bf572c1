//! Scripts that packages give names to, in one of them or throughout a workspace, and what its runner adds to them.

use super::super::Link;
use super::super::scripts::{self, Call, Runner};
use super::super::workspaces::{self, Task};
use super::{Context, Follower};
use crate::manifest::{Format, Manifest, Script, join};
use std::collections::BTreeSet;
use subject::Part;
use subject::data::{Node, json};
use subject::glob::{self, GlobSet};

impl Follower<'_> {
    /// Scripts of the project of the folder, or of all; `false` where there is none of that name.
    pub(super) fn package_scripts(&mut self, call: &Call, context: &Context) -> bool {
        let settings = call.runner.and_then(workspaces::settings);
        let settings = settings.and_then(|path| Some((path, json::read(self.read(path)?).ok()?)));
        let names = match &settings {
            Some((_, root)) => workspaces::with_needs(&call.names, root),
            None => call.names.clone(),
        };
        let mut found = self.scripts(call, &names, context);
        if call.runner == Some(Runner::Nx) {
            found.extend(self.targets(&names, settings.as_ref(), context));
            // Nx knows more than files say: what is asked for and was not found may be anything.
            for name in call.names.iter().filter(|name| !found.contains(*name)) {
                self.lose(context, format!("the target `{name}` was found in no project"));
            }
        }
        !found.is_empty()
    }

    /// What is said of a command that asks for a script that its package does not have.
    pub(super) fn missing_script(&self, words: &[String], context: &Context) -> Option<String> {
        let call = scripts::call("npm", words.strip_prefix(&["npm".to_owned()])?)?;
        let path =
            join(&context.folder, "package.json").filter(|_| call.folder.is_none() && !call.is_everywhere)?;
        let is_read = self.manifests.all.iter().any(|one| one.path == path);
        is_read.then(|| format!("{path} has no script `{}`", call.names.join("`, `")))
    }

    /// Follows the scripts of these names or patterns, and says which of the names there are.
    fn scripts(&mut self, call: &Call, names: &[String], context: &Context) -> BTreeSet<String> {
        let folder = call.folder.as_ref().and_then(|to| join(&context.folder, to));
        let folder = folder.unwrap_or_else(|| context.folder.clone());
        let own = join(&folder, "package.json").unwrap_or_default();
        let manifests = self.manifests.all.iter().filter(|one| one.format == Format::Npm);
        let members = self.members(&folder).filter(|_| call.runner != Some(Runner::Nx));
        let is_member = |one: &Manifest| {
            let below = relative(one.folder(), &folder);
            members
                .as_ref()
                .is_none_or(|known| below.is_some_and(|below| below.is_empty() || known.is_match(below)))
        };
        let chosen: Vec<&Manifest> = manifests
            .filter(|one| one.path == own || call.is_everywhere && is_member(one))
            .collect();
        let meant = |script: &Script| {
            let name = script.name.as_str();
            let bare = name.strip_prefix("pre").or_else(|| name.strip_prefix("post"));
            let is_meant = |pattern: &&String| {
                scripts::means(pattern, name) || bare.is_some_and(|bare| scripts::means(pattern, bare))
            };
            names.iter().find(is_meant).cloned()
        };
        let mut found = BTreeSet::new();
        for manifest in chosen {
            for script in &manifest.scripts {
                if let Some(name) = meant(script) {
                    found.insert(name);
                    self.package_script(manifest, script, context);
                }
            }
        }
        found
    }

    /// The folders that a workspace says are its packages; none where nothing is said.
    fn members(&self, folder: &str) -> Option<GlobSet> {
        let is_of_workspace = |one: &&Manifest| {
            matches!(one.format, Format::Npm | Format::PnpmWorkspace) && one.folder() == folder
        };
        let said = self.manifests.all.iter().filter(is_of_workspace);
        let said: Vec<&str> = said.flat_map(|one| &one.members).map(String::as_str).collect();
        let bare = |one: &&str| one.trim_start_matches("./").trim_end_matches('/').to_owned();
        let taken: Vec<String> = said
            .iter()
            .filter(|one| !one.starts_with('!'))
            .map(bare)
            .collect();
        (!taken.is_empty()).then(|| glob::lenient(taken.iter().map(String::as_str)))
    }

    fn package_script(&mut self, manifest: &Manifest, script: &Script, context: &Context) {
        if !self.enter(&manifest.path, &script.name, context) {
            return;
        }
        let context = Context {
            folder: manifest.folder().to_owned(),
            ..context.clone()
        };
        let before = self.acts.len();
        match script.target.trim() {
            "wireit" => self.wireit(&manifest.path, &script.name, &context),
            command => self.text(&manifest.path, script.line, command, &context),
        }
        if self.acts.len() == before {
            self.by_name(
                &script.name,
                &context.with(Link::new(&manifest.path, script.line, &script.target)),
            );
        }
    }

    /// Scripts of `composer.json`: `composer test`, `composer run-script test`; `false` where there is none of that name.
    pub(super) fn composer(&mut self, rest: &[String], context: &Context) -> bool {
        let mut words = rest.iter().filter(|word| !word.starts_with('-'));
        let first = words.next().map_or("", String::as_str);
        let name = match first {
            "run" | "run-script" => words.next().map_or("", String::as_str),
            own => own,
        };
        let path = join(&context.folder, "composer.json").unwrap_or_default();
        let root = self.read(&path).and_then(|text| json::read(text).ok());
        let Some(script) = root.as_ref().and_then(|root| root.at(&["scripts", name])) else {
            return false;
        };
        if !self.enter(&path, name, context) {
            return true;
        }
        let before = self.acts.len();
        for (text, line) in script.texts() {
            // Another script, a program of PHP, or Composer itself; what stands with `::` is called inside of it.
            match text
                .strip_prefix('@')
                .map(|text| text.split_once(' ').unwrap_or((text, "")))
            {
                Some(("php" | "putenv", rest)) => self.text(&path, line, rest, context),
                Some(("composer", rest)) => self.text(&path, line, &format!("composer {rest}"), context),
                Some((other, _)) => self.text(&path, line, &format!("composer run {other}"), context),
                None if text.contains("::") => {}
                None => self.text(&path, line, text, context),
            }
        }
        if self.acts.len() == before {
            self.by_name(name, &context.with(Link::new(&path, script.line, name)));
        }
        true
    }

    /// Follows what Wireit runs for a script, each once.
    fn wireit(&mut self, path: &str, script: &str, context: &Context) {
        let read = self.read(path).and_then(|text| workspaces::wireit(text, script));
        let Some((task, needs)) = read else {
            return self.lose(
                context,
                format!("{path} does not say what Wireit runs for `{script}`"),
            );
        };
        if let Some(task) = task {
            self.text(path, task.line, &task.command, context);
        }
        for need in needs {
            let (folder, name) = need
                .rsplit_once(':')
                .filter(|(to, _)| to.starts_with('.'))
                .unwrap_or(("", &need));
            let Some(path) = join(&context.folder, &format!("{folder}/package.json")) else {
                continue;
            };
            let manifests = self.manifests.all.iter().find(|one| one.path == path);
            let known =
                manifests.and_then(|one| Some((one, one.scripts.iter().find(|one| one.name == name)?)));
            match known {
                Some((manifest, script)) => self.package_script(manifest, script, context),
                // It may stand under `wireit` alone.
                None if folder.is_empty() && self.enter(&path, name, context) => {
                    self.wireit(&path, name, context)
                }
                None => {}
            }
        }
    }

    /// Follows the targets of these names in the files of projects, and says which of the names there are.
    fn targets(
        &mut self,
        names: &[String],
        settings: Option<&(&'static str, Node)>,
        context: &Context,
    ) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let files = self.snapshot.files.iter();
        let files = files.filter(|(path, _)| is_project(path));
        let projects: Vec<(&str, Node)> = files
            .filter_map(|(path, file)| Some((path.as_str(), json::read(file.text()?).ok()?)))
            .collect();
        for name in names {
            let usual = settings.and_then(|(_, root)| root.at(&["targetDefaults", name]));
            for (path, root) in &projects {
                let table = root.get("targets").or_else(|| root.at(&["nx", "targets"]));
                let tasks = workspaces::targets(table, name, usual).unwrap_or_else(|why| {
                    self.lose(context, why);
                    Vec::new()
                });
                if table.is_some_and(|table| table.get(name).is_some()) {
                    found.insert(name.clone());
                }
                self.tasks(path, name, tasks, context);
            }
            if let Some((path, root)) = settings {
                let tasks = workspaces::by_plugins(name, root);
                if !tasks.is_empty() {
                    found.insert(name.clone());
                }
                self.tasks(path, name, tasks, context);
            }
        }
        found
    }

    fn tasks(&mut self, path: &str, name: &str, tasks: Vec<Task>, context: &Context) {
        if tasks.is_empty() || !self.enter(path, &format!("target {name}"), context) {
            return;
        }
        let own = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for task in tasks {
            let folder = match task.folder.as_str() {
                "" => Some(own.to_owned()),
                folder => join(
                    "",
                    &folder
                        .replace("{projectRoot}", own)
                        .replace("{workspaceRoot}", ""),
                ),
            };
            let context = Context {
                folder: folder.unwrap_or_default(),
                ..context.clone()
            };
            self.text(path, task.line, &task.command, &context);
        }
    }
}

/// A folder as it is seen from one above it; none where it lies elsewhere.
fn relative<'a>(folder: &'a str, from: &str) -> Option<&'a str> {
    match folder.strip_prefix(from)? {
        rest if from.is_empty() || rest.is_empty() => Some(rest),
        rest => rest.strip_prefix('/'),
    }
}

/// Whether a file says of a project what its targets are.
fn is_project(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    matches!(name, "project.json" | "package.json") && subject::part::by_path(path) != Part::Vendored
}
