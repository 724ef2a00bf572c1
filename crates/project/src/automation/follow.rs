//! From the steps of pipelines to what they do in the end.

mod named;
mod on_commit;
mod packages;
mod targets;

use super::shell::{self, Command};
use super::wrappers::{self, Inner};
use super::{Act, Automation, Link, Opaque, Pipeline, Purpose, Step, Trigger, Work};
use super::{actions, github, harmless, hooks, rewrites, tools};
use crate::manifest::{Manifests, join};
use std::collections::{BTreeMap, BTreeSet};
use subject::Snapshot;
use subject::data::yaml;
use subject::part::{self, Part};
use wordlist::array;

/// Longest chain of files that a command is followed through.
const DEPTH_MAX: usize = 8;
/// Most commands that are followed in all.
const COMMANDS_MAX: usize = 20_000;
/// Most acts that are kept.
const ACTS_MAX: usize = 2_000;

/// Most places that are kept where following ends; one is enough to deny nothing.
const OPAQUE_MAX: usize = 200;

/// Follows every pipeline.
pub(super) fn all(snapshot: &Snapshot, manifests: &Manifests, automation: &mut Automation) {
    let mut follower = Follower {
        snapshot,
        manifests,
        acts: Vec::new(),
        opaque: Vec::new(),
        commands: 0,
        entered: 0,
        is_hooked: false,
        seen: BTreeSet::new(),
        unread: BTreeMap::new(),
    };
    // What is only called is followed from where it is called.
    let own = automation
        .pipelines
        .iter()
        .filter(|one| one.trigger != Trigger::Called);
    for pipeline in own {
        follower.pipeline(pipeline, pipeline.trigger, &[]);
    }
    follower.hooks_elsewhere();
    automation.acts = in_order(std::mem::take(&mut follower.acts));
    follower.is_hooked = true;
    follower.on_commit();
    automation.hooked = in_order(std::mem::take(&mut follower.acts));
    automation.opaque.extend(follower.opaque);
    automation.unread.extend(follower.unread);
}

/// The best proved first within each purpose, each once in a folder.
fn in_order(mut acts: Vec<Act>) -> Vec<Act> {
    acts.sort_by(|a, b| {
        let key = |act: &Act| {
            let first = (act.purpose, act.trigger, act.is_aside);
            (first, act.is_named, act.chain.len())
        };
        key(a).cmp(&key(b)).then_with(|| a.chain.cmp(&b.chain))
    });
    acts.dedup_by(|a, b| {
        (a.purpose, a.tool, &a.folder, a.chain.first()) == (b.purpose, b.tool, &b.folder, b.chain.first())
    });
    acts
}

/// Words of pipelines and commands that measure or publish: what else they run is told better by another.
const ASIDE: [&str; 9] = array("bench codspeed cov codecov tarpaulin release publish deploy nightly");

/// Endings of files that a runner of tests is given one by one.
const SINGLE: [&str; 8] = array(".py .rb .js .ts .tsx .mjs .exs .php");

/// Whether something runs only beside a measurement or a release, or tests single files.
fn is_aside(purpose: Purpose, chain: &[Link]) -> bool {
    let is_word = |text: &str| {
        let mut words = text.split(|c: char| !c.is_alphanumeric());
        words.any(|word| {
            let word = word.to_ascii_lowercase();
            ASIDE.contains(&word.as_str()) || word.starts_with("bench") || word.starts_with("coverage")
        })
    };
    let pipeline = chain.first().map_or("", |link| link.path.as_str());
    let name = pipeline.rsplit('/').next().unwrap_or(pipeline);
    let command = chain.last().map_or("", |link| link.text.as_str());
    let words = command.split_whitespace();
    let mut words = words.filter(|word| !word.starts_with(['-', '+']));
    let is_file = |word: &str| !word.contains('*') && SINGLE.iter().any(|end| word.ends_with(end));
    let is_single = |word: &str| word.contains("::") || is_file(word) && part::by_path(word) == Part::Test;
    let is_measure = words.clone().take(2).any(is_word);
    is_word(name) || is_measure || purpose == Purpose::Test && words.any(is_single)
}

pub(super) struct Follower<'a> {
    snapshot: &'a Snapshot,
    manifests: &'a Manifests,
    acts: Vec<Act>,
    opaque: Vec<Opaque>,
    commands: usize,
    /// How often something was followed, or found followed.
    entered: usize,
    /// Whether it is hooks on commits that are followed.
    is_hooked: bool,
    /// What was followed from where, so that circles end.
    seen: BTreeSet<(String, String)>,
    /// The files whose commands were not followed to the end, with the reason.
    unread: BTreeMap<String, String>,
}

/// Where a command stands.
#[derive(Clone)]
pub(super) struct Context {
    trigger: Trigger,
    /// The folder that it runs in.
    folder: String,
    chain: Vec<Link>,
    is_named: bool,
    is_forgiven: bool,
    /// What a variable tells a runner of sessions to run.
    session: Option<String>,
}

impl Context {
    fn with(&self, link: Link) -> Self {
        let mut context = self.clone();
        context.chain.push(link);
        context
    }
}

impl<'a> Follower<'a> {
    fn pipeline(&mut self, pipeline: &Pipeline, trigger: Trigger, chain: &[Link]) {
        for step in pipeline.taken() {
            let context = Context {
                trigger,
                folder: step.folder.trim_start_matches("./").trim_matches('/').to_owned(),
                chain: chain.to_vec(),
                is_named: false,
                is_forgiven: step.is_forgiven,
                session: None,
            };
            self.step(&pipeline.path, step, &context);
        }
    }

    fn step(&mut self, path: &str, step: &Step, context: &Context) {
        match &step.what {
            Work::Command(text) => self.text(path, step.line, text, context),
            Work::Action { name, inputs } => self.action(path, step.line, name, inputs, context),
        }
    }

    /// The commands of a text that starts at a line of a file.
    fn text(&mut self, path: &str, line: u32, text: &str, context: &Context) {
        let mut context = context.clone();
        let commands = shell::commands(text);
        let own = shell::functions(text);
        if shell::is_cut(text, &commands) {
            self.overrun(path);
        }
        for (at, command) in commands.iter().enumerate() {
            self.commands += 1;
            if self.commands > COMMANDS_MAX || context.chain.len() > DEPTH_MAX {
                self.overrun(path);
                return;
            }
            let mut told = command.sets.iter();
            if let Some((_, session)) =
                told.find(|(name, _)| github::SESSIONS.iter().any(|(_, known)| name == known))
            {
                context.session = Some(session.clone());
            }
            if let [verb, to, ..] = command.words.as_slice()
                && matches!(verb.as_str(), "cd" | "pushd")
            {
                context.folder = join(&context.folder, to).unwrap_or_default();
                continue;
            }
            // What a function of the script does stands in the script, and is followed there.
            if command
                .words
                .first()
                .is_some_and(|word| own.contains(word.as_str()))
            {
                continue;
            }
            let link = Link::new(path, line + command.offset, &command.words.join(" "));
            let mut context = context.with(link);
            context.is_forgiven |= command.is_forgiven;
            if let Some(source) = fed(&commands, at) {
                if !harmless::installs(&source) {
                    self.lose(&context, format!("a shell runs what `{source}` fetches"));
                }
                continue;
            }
            self.command(command, &context);
        }
    }

    fn overrun(&mut self, path: &str) {
        let why = "it leads to more commands than are followed".to_owned();
        self.unread.insert(path.to_owned(), why);
    }

    /// Notes that nobody knows what is done here.
    pub(super) fn lose(&mut self, context: &Context, why: String) {
        self.end(context, why, (false, false));
    }

    /// Notes that something of others is called.
    fn lose_action(&mut self, context: &Context, name: &str) {
        let why = Opaque::beyond("", 1, name).why;
        self.end(context, why, (false, harmless::is_other(name)));
    }

    /// Notes a command of which nobody knows what it starts.
    fn lose_command(&mut self, context: &Context, words: &[String]) {
        let why = format!("what `{}` runs is not known", words.join(" "));
        self.end(context, why, (harmless::is_plain(words), false));
    }

    fn end(&mut self, context: &Context, why: String, (is_plain, is_other): (bool, bool)) {
        let Some(link) = context.chain.last() else { return };
        let counts = context.trigger <= Trigger::Clock && self.opaque.len() < OPAQUE_MAX;
        let (path, line) = (link.path.clone(), link.line);
        if counts
            && !self
                .opaque
                .iter()
                .any(|one| (&one.path, one.line) == (&path, line))
        {
            self.opaque.push(Opaque {
                path,
                line,
                why,
                is_plain,
                is_other,
            });
        }
    }

    /// The text of a file, if it was read; what was not is an end of the trail.
    pub(super) fn read(&mut self, path: &str) -> Option<&'a str> {
        if let Some(skipped) = self.snapshot.skipped.iter().find(|skipped| skipped.path == path) {
            self.unread.insert(path.to_owned(), skipped.why.clone());
        }
        self.snapshot.text(path)
    }

    fn command(&mut self, command: &Command, context: &Context) {
        let flags = command.sets.iter().map(|(_, value)| value);
        if flags.chain(&command.words).any(|word| makes_errors(word)) {
            self.act(
                Purpose::Lint,
                "the compiler with warnings as errors",
                &["C", "C++"],
                context,
            );
        }
        self.words(&command.words, context, 0);
    }

    /// What a command comes to. Each wrapper takes at least a word off, and `depth` bounds texts in texts.
    fn words(&mut self, words: &[String], context: &Context, depth: usize) {
        if depth > DEPTH_MAX || words.is_empty() || harmless::asks(words) {
            return;
        }
        let before = (self.acts.len(), self.entered, self.opaque.len());
        if self.is_target(words, context) {
            if before == (self.acts.len(), self.entered, self.opaque.len()) {
                self.lose_command(context, words);
            }
            return;
        }
        match wrappers::unwrap(words) {
            Some(Inner::Words(inner)) => return self.words(&inner, context, depth + 1),
            Some(Inner::Text(text)) => {
                let is_fetched = text.trim_start().starts_with(['$', '`']);
                let fetches = ["curl", "wget"].iter().any(|word| text.contains(word));
                if is_fetched && fetches && !harmless::installs(&text) {
                    self.lose(context, format!("a shell runs what `{text}` fetches"));
                }
                for command in shell::commands(&text) {
                    self.words(&command.words, context, depth + 1);
                }
                return;
            }
            None => {}
        }
        let tools = tools::of(words);
        let is_known = !tools.is_empty() || self.script(words, context) || harmless::command(words);
        if !is_known && !self.is_autoconf(words, context) {
            match self.missing_script(words, context) {
                Some(missing) => self.lose(context, missing),
                None => self.lose_command(context, words),
            }
        }
        let is_lost = rewrites::writes(words) && !self.is_kept(context);
        for tool in tools {
            let mut context = context.clone();
            context.is_forgiven |= is_lost && tool.purpose == Purpose::Format;
            context.is_forgiven |=
                tool.purpose == Purpose::Test && tool.program == "mvn" && self.ignores_tests(&context);
            self.act(tool.purpose, tool.program, &tool.languages, &context);
        }
    }

    /// Whether the build of a folder says that Maven goes on where tests fail.
    fn ignores_tests(&mut self, context: &Context) -> bool {
        let build = join(&context.folder, "pom.xml").and_then(|path| self.read(&path));
        build.is_some_and(|text| text.contains("<testFailureIgnore>true</testFailureIgnore>"))
    }

    /// Whether a command is the script that Autoconf makes: it looks at the system, and writes Makefiles.
    fn is_autoconf(&mut self, words: &[String], context: &Context) -> bool {
        let folder = words[0]
            .strip_suffix("configure")
            .and_then(|to| join(&context.folder, to));
        folder.is_some_and(|folder| {
            let mut sources = ["configure.ac", "configure.in"].iter();
            sources.any(|name| join(&folder, name).is_some_and(|path| self.read(&path).is_some()))
        })
    }

    /// Whether what a command writes is compared or kept: by a file on the way, or because a hook writes for a commit.
    fn is_kept(&self, context: &Context) -> bool {
        let mut texts = context
            .chain
            .iter()
            .map(|link| self.snapshot.text(&link.path).unwrap_or_default());
        self.is_hooked
            || context.chain.iter().any(|link| link.path.contains("pre-commit"))
            || texts.any(rewrites::keeps)
    }

    pub(super) fn act(
        &mut self,
        purpose: Purpose,
        tool: &'static str,
        languages: &'static [&'static str],
        context: &Context,
    ) {
        if self.acts.len() >= ACTS_MAX {
            if let Some(pipeline) = context.chain.first() {
                self.overrun(&pipeline.path);
            }
        } else {
            self.acts.push(Act {
                purpose,
                tool,
                languages,
                trigger: context.trigger,
                folder: context.folder.clone(),
                chain: context.chain.clone(),
                is_named: context.is_named,
                is_forgiven: context.is_forgiven,
                is_aside: is_aside(purpose, &context.chain),
            });
        }
    }

    fn action(&mut self, path: &str, line: u32, name: &str, inputs: &[(String, String)], context: &Context) {
        let context = &context.with(Link::new(path, line, name));
        if context.chain.len() > DEPTH_MAX {
            return;
        }
        if let Some(local) = name.strip_prefix("./") {
            return self.local(local.trim_end_matches('/'), context);
        }
        let mut is_known = harmless::action(name);
        if name.starts_with("docker/build-push-action") {
            self.dockerfile(&actions::build_of(inputs), context);
        }
        for command in actions::commands(name, inputs) {
            is_known = true;
            for command in shell::commands(&command) {
                self.command(&command, context);
            }
        }
        for tool in actions::of(name) {
            is_known = true;
            if !actions::is_of_prose(inputs) {
                self.act(tool.purpose, tool.program, &tool.languages, context);
            }
        }
        if name.contains("/.github/workflows/") || !is_known {
            self.lose_action(context, name);
        }
    }

    /// A workflow or an action of the repository itself.
    fn local(&mut self, name: &str, context: &Context) {
        let files = [
            name.to_owned(),
            format!("{name}/action.yml"),
            format!("{name}/action.yaml"),
        ];
        let Some((path, text)) = files.iter().find_map(|path| Some((path, self.read(path)?))) else {
            return self.lose(
                context,
                format!("{name} is not part of the repository, or was not read"),
            );
        };
        let Ok(root) = yaml::read(text) else {
            return self.lose(context, format!("{path} could not be read"));
        };
        if root.get("jobs").is_some() {
            let called = github::workflow(path, &root);
            return self.pipeline(&called, context.trigger, &context.chain);
        }
        let steps = github::composite(&root);
        if steps.is_empty() && !harmless::action(name) {
            self.lose(context, format!("{path} is a program, which is not followed"));
        }
        for step in steps {
            self.step(path, &step, context);
        }
    }

    /// pre-commit.ci runs the hooks without any pipeline of the repository.
    fn hooks_elsewhere(&mut self) {
        let path = ".pre-commit-config.yaml";
        let Some(text) = self.snapshot.text(path) else {
            return;
        };
        let Some(line) = hooks::runs_elsewhere(text) else {
            return;
        };
        let context = Context {
            trigger: Trigger::Change,
            folder: String::new(),
            chain: vec![Link::new(path, line, "ci: pre-commit.ci")],
            is_named: true,
            is_forgiven: false,
            session: None,
        };
        for (line, command) in hooks::commands(text).unwrap_or_default() {
            self.text(path, line, &command, &context);
        }
    }

    /// Marks a place as followed from a folder; `false` where it was on this way before.
    pub(super) fn enter(&mut self, path: &str, name: &str, context: &Context) -> bool {
        let first = context
            .chain
            .first()
            .map(|link| format!("{}:{}", link.path, link.line));
        let key = (
            format!("{path} {name}"),
            format!("{} {:?}", first.unwrap_or_default(), context.is_named),
        );
        self.entered += 1;
        self.seen.insert(key)
    }
}

/// What a bare shell is fed by the command before it, or by one that it is given the output of, where that fetches.
fn fed(commands: &[Command], at: usize) -> Option<String> {
    let words = &commands[at].words;
    let is_bare = words
        .iter()
        .skip(1)
        .all(|word| word.starts_with('-') && word != "-c")
        || words.get(1).is_some_and(|word| word == "-s");
    let is_shell = matches!(
        tools::program(words.first()?),
        "sh" | "bash" | "zsh" | "dash" | "source" | "iex" | "."
    );
    if !is_bare || !is_shell {
        return None;
    }
    let fetches = |command: &&Command| {
        let name = command.words.first().map(|word| tools::program(word));
        matches!(name, Some("curl" | "wget"))
    };
    let before = at.checked_sub(1).and_then(|at| commands.get(at));
    let source = before
        .filter(fetches)
        .or_else(|| commands.get(at + 1).filter(fetches));
    source.map(|command| command.words.join(" "))
}

/// Options of compilers that make a mistake of what is only a warning.
fn makes_errors(word: &str) -> bool {
    let flags =
        const { array::<6>("-Werror COMPILE_WARNING_AS_ERROR=ON /WX WERROR=1 werror=true PEDANTIC=ON") };
    flags.iter().any(|flag| word.contains(flag))
}
