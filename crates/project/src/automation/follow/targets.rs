//! What a project gives names to: targets of make and just, sessions, tasks, scripts of packages, hooks.

use super::super::makefile::{self, Targets};
use super::super::sessions::{self, Session};
use super::super::tools::program;
use super::super::{Link, OWN_COMMAND, Purpose, hooks, rake, scripts, tasks};
use super::{Context, Follower, named};
use crate::census::folder;
use crate::manifest::join;
use std::collections::BTreeSet;
use subject::data::xml;
use wordlist::array;

/// Most names of one command that are followed.
const NAMES_MAX: usize = 200;

/// How the sessions of a file are read.
type Form = fn(&str) -> Vec<Session>;

impl<'a> Follower<'a> {
    /// Follows a command that runs something by its name; `false` where it is none.
    pub(super) fn is_target(&mut self, words: &[String], context: &Context) -> bool {
        let name = program(&words[0]);
        let rest = &words[1..];
        if tasks::call(name, rest).is_some_and(|call| self.task(call, context)) {
            return true;
        }
        match name {
            "make" => self.make(rest, context),
            "just" => self.just(rest, context),
            "tox" => self.tox(rest, context),
            "nox" => self.nox(rest, context),
            "rake" => self.rake(rest, context),
            "composer" => return self.composer(rest, context),
            "lint-staged" => self.lint_staged(context),
            "mvn" => return self.maven(rest, context),
            "pre-commit" | "prek" if rest.iter().any(|word| word == "run" || word == "-a") => {
                self.hooks(context)
            }
            "hatch" if rest.first().is_some_and(|word| word == "run") => return self.hatch(rest, context),
            "docker" | "podman" if rest.iter().any(|word| word == "build") => {
                self.dockerfile(rest, context);
                return false;
            }
            _ => match scripts::call(name, rest) {
                Some(call) => return self.package_scripts(&call, context),
                None => return false,
            },
        }
        // What the builder itself does is in the table.
        name != "make"
    }

    fn make(&mut self, rest: &[String], context: &Context) {
        let mut folder = context.folder.clone();
        let mut file = None;
        let mut goals = Vec::new();
        let mut iter = rest.iter();
        while let Some(word) = iter.next() {
            match word.as_str() {
                "-C" | "--directory" => {
                    folder = iter.next().and_then(|to| join(&folder, to)).unwrap_or_default();
                }
                "-f" => file = iter.next(),
                "-j" | "-l" | "-o" | "-W" => {}
                _ if word.starts_with("-C") => folder = join(&folder, &word[2..]).unwrap_or_default(),
                _ if word.starts_with('-') || word.contains('=') => {}
                _ if word.chars().all(|c| c.is_ascii_digit()) || word.contains("$(") => {}
                _ => goals.push(word.clone()),
            }
        }
        let names = file.map_or_else(
            || vec!["GNUmakefile", "makefile", "Makefile"],
            |file| vec![file.as_str()],
        );
        let context = &Context {
            folder,
            ..context.clone()
        };
        let Some((path, text)) = self.first(&names, context) else {
            // Autotools and CMake write the Makefile while they build; one that was not read says what it does itself.
            let mut paths = names.iter().filter_map(|name| join(&context.folder, name));
            if !paths.any(|path| self.unread.contains_key(&path)) {
                self.generated(&goals, context);
            }
            return;
        };
        let mut targets = makefile::make(text);
        self.include(&path, &mut targets, context);
        self.goals(&path, &targets, goals, context);
    }

    fn include(&mut self, path: &str, targets: &mut Targets, context: &Context) {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let files = std::mem::take(&mut targets.includes);
        for file in files
            .iter()
            .flat_map(|file| file.split_whitespace())
            .take(NAMES_MAX)
        {
            let text = join(folder, file).and_then(|path| self.read(&path));
            if text.is_none() {
                self.lose(
                    context,
                    format!("{path} takes in `{file}`, which is not part of the repository"),
                );
            }
            let more = text.map(makefile::make).unwrap_or_default();
            for (name, target) in more.all {
                targets.all.entry(name).or_insert(target);
            }
        }
    }

    fn generated(&mut self, goals: &[String], context: &Context) {
        if goals
            .iter()
            .any(|goal| matches!(goal.as_str(), "test" | "check" | "distcheck" | "tests"))
        {
            self.act(Purpose::Test, "make", &["C", "C++"], context);
        }
    }

    fn just(&mut self, rest: &[String], context: &Context) {
        let Some((path, text)) = self.first(&["justfile", "Justfile", ".justfile"], context) else {
            return;
        };
        let targets = makefile::just(text);
        let goals = rest
            .iter()
            .filter(|word| !word.starts_with('-') && !word.contains('='));
        // What follows a recipe with parameters are its arguments.
        let goals = goals
            .filter(|word| targets.all.contains_key(*word))
            .cloned()
            .collect();
        self.goals(&path, &targets, goals, context);
    }

    /// Follows targets and what they need, each once.
    fn goals(&mut self, path: &str, targets: &Targets, goals: Vec<String>, context: &Context) {
        let is_named: BTreeSet<String> = goals.iter().cloned().collect();
        let mut open = goals;
        if open.is_empty() {
            open.extend(targets.first.clone());
        }
        let mut done = 0;
        while let Some(goal) = open.pop() {
            let Some(target) = targets.all.get(&goal) else {
                if is_named.contains(&goal) {
                    self.lose(
                        context,
                        format!("{path} has no rule `{goal}` that can be followed"),
                    );
                }
                continue;
            };
            done += 1;
            if done > NAMES_MAX || !self.enter(path, &goal, context) {
                continue;
            }
            let acts = self.commands(path, &target.commands, context);
            if !target.commands.is_empty() && !acts {
                self.by_name(&goal, &context.with(Link::new(path, target.line, &goal)));
            }
            open.extend(target.needs.iter().cloned());
        }
    }

    /// The first of these files of the folder that was read.
    fn first(&mut self, names: &[&str], context: &Context) -> Option<(String, &'a str)> {
        let mut paths = names.iter().filter_map(|name| join(&context.folder, name));
        paths.find_map(|path| self.read(&path).map(|text| (path, text)))
    }

    /// Follows commands of a file; whether they do something that is known.
    fn commands(&mut self, path: &str, commands: &[(u32, String)], context: &Context) -> bool {
        let before = self.acts.len();
        for (line, command) in commands {
            self.text(path, *line, command, context);
        }
        self.acts.len() > before
    }

    /// Where nothing is known of what a name stands for, the name itself says what for.
    pub(super) fn by_name(&mut self, name: &str, context: &Context) {
        if let Some(purpose) = named::purpose(name) {
            let context = Context {
                is_named: true,
                ..context.clone()
            };
            self.act(purpose, OWN_COMMAND, &[], &context);
        }
    }

    /// Follows a task and what it needs, each once; `false` where no table has one of its name.
    fn task(&mut self, call: tasks::Call, context: &Context) -> bool {
        let table = call.homes.iter().find_map(|(file, keys)| {
            let path = join(&context.folder, file)?;
            let tasks = tasks::read(self.read(&path)?, keys);
            tasks.contains_key(&call.name).then_some((path, tasks))
        });
        let Some((path, tasks)) = table else { return false };
        let mut open = vec![call.name];
        while let Some(name) = open.pop() {
            let Some(task) = tasks.get(&name) else { continue };
            if !self.enter(&path, &name, context) {
                continue;
            }
            if !self.commands(&path, &task.commands, context) && task.needs.is_empty() {
                self.by_name(&name, &context.with(Link::new(&path, task.line, &name)));
            }
            open.extend(task.needs.iter().cloned());
        }
        true
    }

    fn tox(&mut self, rest: &[String], context: &Context) {
        let forms: [(&str, Form); 4] = [
            ("tox.ini", |text| sessions::tox(text, 0)),
            ("setup.cfg", |text| sessions::tox(text, 0)),
            ("pyproject.toml", |text| sessions::tox_tables(text, true)),
            ("tox.toml", |text| sessions::tox_tables(text, false)),
        ];
        let chosen = or_told(choice(rest, &["-e", "--env"]), context);
        let factors = choice(rest, &["-f", "--factors"]);
        for (name, read) in forms {
            let Some(path) = join(&context.folder, name) else {
                continue;
            };
            let mut found = self.read(&path).map(read).unwrap_or_default();
            found.retain(|session| session.name.is_empty() || has_factors(&session.name, &factors));
            if !found.is_empty() {
                return self.sessions(&path, &found, &chosen, context);
            }
        }
    }

    /// Maven without a goal does what the build says; `false` where a goal is named, or none is laid down.
    fn maven(&mut self, rest: &[String], context: &Context) -> bool {
        // The value of an option may stand apart from it.
        let options = const { array::<9>("-f --file -pl --projects -P -s --settings -T -l") };
        let mut words = rest.iter();
        let mut file = "pom.xml";
        while let Some(word) = words.next() {
            if options.contains(&word.as_str()) {
                let value = words.next().map_or("", String::as_str);
                if matches!(word.as_str(), "-f" | "--file") {
                    file = value;
                }
            } else if !word.starts_with('-') {
                return false;
            }
        }
        let Some(path) = join(&context.folder, file) else {
            return false;
        };
        let project = self.read(&path).and_then(|text| xml::read(text).ok());
        let goal = project.as_ref().and_then(|one| one.at(&["build", "defaultGoal"]));
        let Some(goal) = goal.filter(|goal| !goal.text.trim().is_empty()) else {
            return false;
        };
        if self.enter(&path, "", context) {
            self.text(&path, goal.line, &format!("mvn {}", goal.text), context);
        }
        true
    }

    fn nox(&mut self, rest: &[String], context: &Context) {
        let Some((path, text)) = self.first(&["noxfile.py"], context) else {
            return;
        };
        let found = sessions::nox(&path, text);
        let chosen = or_told(choice(rest, &["-s", "--session", "--sessions", "-t"]), context);
        self.sessions(&path, &found, &chosen, context);
    }

    /// Runs the chosen sessions; those that are not named one by one run where nothing is chosen, or where the choice
    /// is worked out by the pipeline. An environment without commands of its own does what all do.
    fn sessions(&mut self, path: &str, all: &[Session], chosen: &[String], context: &Context) {
        // What stands in brackets are the session's own parameters.
        let name_of = |one: &str| one.split('(').next().unwrap_or_default().to_owned();
        let is_open = chosen.iter().any(|one| name_of(one).contains('$'));
        let is_chosen = |name: &str| {
            chosen.is_empty()
                || is_open
                || chosen
                    .iter()
                    .any(|one| one == name || one.split(['-', '(']).next() == Some(name))
        };
        let base = all.iter().find(|session| session.name.is_empty());
        let own = all
            .iter()
            .filter(|session| !session.name.is_empty() && is_chosen(&session.name));
        let own: Vec<&Session> = own.collect();
        let needs_base = chosen.is_empty()
            || is_open
            || own.len() < chosen.len()
            || own.iter().any(|one| one.commands.is_empty());
        for session in base.into_iter().filter(|_| needs_base).chain(own) {
            if self.enter(path, &session.name, context) {
                self.commands(path, &session.commands, context);
            }
        }
    }

    fn rake(&mut self, rest: &[String], context: &Context) {
        let Some((path, text)) = self.first(&["Rakefile", "rakefile", "Rakefile.rb"], context) else {
            return;
        };
        let mut tasks: Vec<(&str, rake::Task)> = Vec::new();
        for path in std::iter::once(path.as_str()).chain(self.imported(&path, text)) {
            let text = self.read(path).unwrap_or_default();
            tasks.extend(rake::tasks(text).into_iter().map(|task| (path, task)));
        }
        let mut open: Vec<String> = rest
            .iter()
            .filter(|word| !word.starts_with('-'))
            .cloned()
            .collect();
        if open.is_empty() {
            open.push("default".to_owned());
        }
        while let Some(name) = open.pop() {
            let wanted = name.rsplit(':').next().unwrap_or(&name).to_owned();
            for (path, task) in tasks
                .iter()
                .filter(|(_, task)| task.name == name || task.name == wanted)
            {
                if !self.enter(path, &format!("{} {}", task.name, task.line), context) {
                    continue;
                }
                let context = &context.with(Link::new(path, task.line, &task.name));
                if let Some((library, purpose)) = task.library {
                    self.act(purpose, library, &["Ruby"], context);
                }
                let acts = self.commands(path, &task.commands, context);
                if !acts && task.library.is_none() && task.needs.is_empty() {
                    self.by_name(&task.name, context);
                }
                open.extend(task.needs.iter().cloned());
            }
        }
    }

    /// The files of tasks that a Rakefile takes in: those of `rakelib/`, and those that it names by a pattern.
    fn imported(&self, rakefile: &str, text: &str) -> Vec<&'a str> {
        let home = folder(rakefile);
        let starts = rake::imports(text).into_iter();
        let starts: Vec<String> = starts.filter_map(|start| join(home, start)).collect();
        let files = self.snapshot.files.keys().map(String::as_str);
        let is_named = |path: &&str| starts.iter().any(|start| path.starts_with(start.as_str()));
        files
            .filter(|path| path.ends_with(".rake"))
            .filter(is_named)
            .collect()
    }

    fn hooks(&mut self, context: &Context) {
        let names = [".pre-commit-config.yaml", ".pre-commit-config.yml"];
        let Some(path) = names.into_iter().find(|path| self.read(path).is_some()) else {
            return;
        };
        if !self.enter(path, "", context) {
            return;
        }
        match hooks::commands(self.read(path).unwrap_or_default()) {
            Ok(commands) => {
                self.commands(path, &commands, context);
            }
            Err(why) => {
                self.unread.insert(path.to_owned(), why);
            }
        }
    }

    /// `hatch run env:script` of `pyproject.toml`; `false` where the word is a command and no script.
    fn hatch(&mut self, rest: &[String], context: &Context) -> bool {
        let Some(word) = rest
            .iter()
            .skip(1)
            .find(|word| !word.starts_with('-') && !word.starts_with('+'))
        else {
            return false;
        };
        let (environment, script) = word.split_once(':').unwrap_or(("default", word));
        let mut found = Vec::new();
        for (name, is_whole) in [("pyproject.toml", false), ("hatch.toml", true)] {
            let Some(path) = join(&context.folder, name) else {
                continue;
            };
            let text = self.read(&path).unwrap_or_default();
            found.extend(
                named::hatch(text, is_whole, environment, script)
                    .into_iter()
                    .map(|(line, text)| (path.clone(), line, text)),
            );
        }
        for (path, line, text) in &found {
            if self.enter(path, &text.clone(), context) {
                self.text(path, *line, text, context);
            }
        }
        !found.is_empty()
    }

    pub(super) fn dockerfile(&mut self, rest: &[String], context: &Context) {
        let at = rest.iter().position(|word| word == "-f" || word == "--file");
        let named = at.and_then(|at| rest.get(at + 1));
        let last = rest.last().map_or(".", String::as_str);
        let path = named.map_or_else(
            || join(&context.folder, &format!("{last}/Dockerfile")),
            |name| join(&context.folder, name),
        );
        let text = path.and_then(|path| Some((self.read(&path)?, path)));
        if let Some((text, path)) = text
            && self.enter(&path, "", context)
        {
            self.commands(&path, &named::docker_runs(text), context);
        }
    }
}

/// What is chosen by options, or else by a variable.
fn or_told(chosen: Vec<String>, context: &Context) -> Vec<String> {
    match &context.session {
        Some(told) if chosen.is_empty() => told.split([',', ' ']).map(str::to_owned).collect(),
        _ => chosen,
    }
}

/// The values of an option: `-e a,b`, `-ea`, `--env=a`, `-s a b`.
/// Whether a name of an environment, `lint-{ruff,pre-commit}`, is made of all these parts among others.
fn has_factors(name: &str, factors: &[String]) -> bool {
    let parts: BTreeSet<&str> = name.split(['-', '{', '}', ',']).collect();
    factors.iter().all(|factor| parts.contains(factor.as_str()))
}

fn choice(rest: &[String], names: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let mut iter = rest.iter().take_while(|word| *word != "--").peekable();
    while let Some(word) = iter.next() {
        if names.contains(&word.as_str()) {
            while let Some(value) = iter.next_if(|word| !word.starts_with('-')) {
                found.extend(value.split(',').map(str::to_owned));
            }
        } else if let Some(value) = names.iter().find_map(|name| word.strip_prefix(name)) {
            found.extend(value.trim_start_matches('=').split(',').map(str::to_owned));
        }
    }
    found
}
