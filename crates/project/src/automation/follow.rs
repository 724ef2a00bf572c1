//! From the steps of pipelines to what they do in the end.

mod named;
mod targets;

use super::shell::{self, Command};
use super::wrappers::{self, Inner};
use super::{Act, Automation, Link, Opaque, Pipeline, Purpose, Step, Trigger, Work};
use super::{actions, github, hooks, tools};
use crate::manifest::{Manifests, join};
use std::collections::BTreeSet;
use subject::Snapshot;
use subject::data::yaml;

/// Longest chain of files that a command is followed through.
const DEPTH_MAX: usize = 8;
/// Most commands that are followed in all.
const COMMANDS_MAX: usize = 20_000;
/// Most acts that are kept.
const ACTS_MAX: usize = 2_000;

/// Follows every pipeline.
pub(super) fn all(snapshot: &Snapshot, manifests: &Manifests, automation: &mut Automation) {
    let mut follower = Follower {
        snapshot,
        manifests,
        acts: Vec::new(),
        opaque: Vec::new(),
        commands: 0,
        seen: BTreeSet::new(),
        unread: BTreeSet::new(),
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
    let mut acts = follower.acts;
    acts.sort_by(|a, b| {
        let key = |act: &Act| (act.purpose, act.trigger, act.is_named, act.chain.len());
        key(a).cmp(&key(b)).then_with(|| a.chain.cmp(&b.chain))
    });
    acts.dedup_by(|a, b| a.purpose == b.purpose && a.tool == b.tool && a.chain.first() == b.chain.first());
    automation.acts = acts;
    automation.opaque.extend(follower.opaque);
    let unread = follower.unread.into_iter();
    let why = |path| (path, "it leads to more commands than are followed".to_owned());
    automation.unread.extend(unread.map(why));
}

pub(super) struct Follower<'a> {
    snapshot: &'a Snapshot,
    manifests: &'a Manifests,
    acts: Vec<Act>,
    opaque: Vec<Opaque>,
    commands: usize,
    /// What was followed from where, so that circles end.
    seen: BTreeSet<(String, String)>,
    /// The files whose commands were not followed to the end.
    unread: BTreeSet<String>,
}

/// Where a command stands.
#[derive(Clone)]
pub(super) struct Context {
    trigger: Trigger,
    /// The folder that it runs in.
    folder: String,
    chain: Vec<Link>,
    is_named: bool,
}

impl Context {
    fn with(&self, link: Link) -> Self {
        let mut context = self.clone();
        context.chain.push(link);
        context
    }
}

impl Follower<'_> {
    fn pipeline(&mut self, pipeline: &Pipeline, trigger: Trigger, chain: &[Link]) {
        for step in &pipeline.steps {
            let context = Context {
                trigger,
                folder: step.folder.trim_start_matches("./").trim_matches('/').to_owned(),
                chain: chain.to_vec(),
                is_named: false,
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
        if shell::is_cut(text, &commands) {
            self.unread.insert(path.to_owned());
        }
        for command in commands {
            self.commands += 1;
            if self.commands > COMMANDS_MAX || context.chain.len() > DEPTH_MAX {
                self.unread.insert(path.to_owned());
                return;
            }
            if let [verb, to, ..] = command.words.as_slice()
                && matches!(verb.as_str(), "cd" | "pushd")
            {
                context.folder = join(&context.folder, to).unwrap_or_default();
                continue;
            }
            let at = line + command.offset;
            let link = Link::new(path, at, &command.words.join(" "));
            self.command(&command, &context.with(link));
        }
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
        if depth > DEPTH_MAX || words.is_empty() {
            return;
        }
        if self.is_target(words, context) {
            return;
        }
        match wrappers::unwrap(words) {
            Some(Inner::Words(inner)) => return self.words(&inner, context, depth + 1),
            Some(Inner::Text(text)) => {
                for command in shell::commands(&text) {
                    self.words(&command.words, context, depth + 1);
                }
                return;
            }
            None => {}
        }
        let tools = tools::of(words);
        if tools.is_empty() {
            self.script(words, context);
        }
        for tool in tools {
            self.act(tool.purpose, tool.program, tool.languages, context);
        }
    }

    pub(super) fn act(
        &mut self,
        purpose: Purpose,
        tool: &'static str,
        languages: &'static [&'static str],
        context: &Context,
    ) {
        if self.acts.len() >= ACTS_MAX {
            let pipeline = context.chain.first().map(|link| link.path.clone());
            self.unread.extend(pipeline);
        } else {
            self.acts.push(Act {
                purpose,
                tool,
                languages,
                trigger: context.trigger,
                chain: context.chain.clone(),
                is_named: context.is_named,
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
        for command in actions::commands(name, inputs) {
            for command in shell::commands(&command) {
                self.command(&command, context);
            }
        }
        for (tool, purpose, languages) in actions::of(name) {
            self.act(purpose, tool, languages, context);
        }
        if name.contains("/.github/workflows/") && context.trigger <= Trigger::Clock {
            self.opaque.push(Opaque {
                path: path.to_owned(),
                line,
                what: name.to_owned(),
            });
        }
    }

    /// A workflow or an action of the repository itself.
    fn local(&mut self, name: &str, context: &Context) {
        let files = [
            name.to_owned(),
            format!("{name}/action.yml"),
            format!("{name}/action.yaml"),
        ];
        let Some((path, text)) = files
            .iter()
            .find_map(|path| Some((path, self.snapshot.text(path)?)))
        else {
            return;
        };
        let Ok(root) = yaml::read(text) else { return };
        if root.get("jobs").is_some() {
            let called = github::workflow(path, &root);
            return self.pipeline(&called, context.trigger, &context.chain);
        }
        for step in github::composite(&root) {
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
        };
        for (line, command) in hooks::commands(text) {
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
        self.seen.insert(key)
    }
}

/// Options of compilers that make a mistake of what is only a warning.
fn makes_errors(word: &str) -> bool {
    let flags = [
        "-Werror",
        "COMPILE_WARNING_AS_ERROR=ON",
        "/WX",
        "WERROR=1",
        "werror=true",
        "PEDANTIC=ON",
    ];
    flags.iter().any(|flag| word.contains(flag))
}
