//! Scripts of the repository, and what names and texts say where nothing can be followed word by word.

use super::super::{Link, Purpose};
use super::super::{harmless, powershell, shell};
use super::{Context, Follower};
use crate::manifest::join;
use subject::data::{Node, toml};
use wordlist::Words;

/// Longest script that is looked through, in bytes.
const SCRIPT_BYTES_MAX: usize = 256 << 10;
/// Endings of scripts of languages other than a shell's.
const PROGRAMS: [&str; 8] = [".py", ".js", ".mjs", ".cjs", ".ts", ".rb", ".pl", ".tcl"];
/// Programs that run a file that they are given.
static INTERPRETERS: Words =
    Words::new(|| wordlist::words(include_str!("../../../words/named_interpreters.txt")));

/// What a name of a target, a script or a task says that it is for.
pub(super) fn purpose(name: &str) -> Option<Purpose> {
    let words: Vec<&str> = name.split(['-', '_', ':', '.', '/']).collect();
    let has = |known: &[&str]| words.iter().any(|word| known.contains(word));
    if has(&["typecheck", "types", "mypy", "pyright", "typing"]) {
        Some(Purpose::Types)
    } else if has(&["lint", "linter", "linting", "eslint", "flake8", "clippy", "vet"]) {
        Some(Purpose::Lint)
    } else if has(&["fmt", "format", "formatting", "prettier"]) {
        Some(Purpose::Format)
    } else if has(&[
        "test", "tests", "check", "unit", "runtest", "runtests", "spec", "e2e",
    ]) {
        Some(Purpose::Test)
    } else {
        None
    }
}

/// The commands of a script of a Hatch environment.
pub(super) fn hatch(text: &str, is_whole: bool, environment: &str, script: &str) -> Vec<(u32, String)> {
    let Ok(root) = toml::read(text) else {
        return Vec::new();
    };
    let home: &[&str] = if is_whole {
        &["envs"]
    } else {
        &["tool", "hatch", "envs"]
    };
    let keys: Vec<&str> = home
        .iter()
        .copied()
        .chain([environment, "scripts", script])
        .collect();
    let texts = root.at(&keys).map_or_else(Vec::new, Node::texts);
    texts
        .into_iter()
        .map(|(text, line)| (line, text.to_owned()))
        .collect()
}

/// What a Dockerfile runs.
pub(super) fn docker_runs(text: &str) -> Vec<(u32, String)> {
    let mut found: Vec<(u32, String)> = Vec::new();
    let mut goes_on = false;
    for (number, line) in (1..).zip(text.lines()) {
        let start = line.trim().strip_prefix("RUN ");
        match (found.last_mut().filter(|_| goes_on), start) {
            (Some((_, row)), _) => *row = format!("{row}\n{line}"),
            (None, Some(rest)) => found.push((number, rest.to_owned())),
            (None, None) => continue,
        }
        goes_on = line.trim_end().ends_with('\\');
    }
    found
}

/// Whether the first line of a script names a shell: `#!/bin/sh -e`, `#!/usr/bin/env bash`.
fn is_shell(line: &str) -> bool {
    line.split(['/', ' ']).any(|word| word.ends_with("sh"))
}

impl Follower<'_> {
    /// A command that is none of the known: perhaps a script of the repository. `false` where it is none.
    pub(super) fn script(&mut self, words: &[String], context: &Context) -> bool {
        let is_interpreter = INTERPRETERS.contains(&words[0].as_str());
        let candidate = words
            .iter()
            .skip(usize::from(is_interpreter))
            .find(|word| !word.starts_with('-'));
        let Some(word) = candidate.filter(|word| !is_document(word)) else {
            return false;
        };
        // What these start is known by their arguments.
        if ["mvnw", "gradlew"].iter().any(|wrapper| word.ends_with(wrapper)) {
            return true;
        }
        let word = word
            .trim_start_matches("$GITHUB_WORKSPACE/")
            .trim_start_matches("${{ github.workspace }}/");
        let folders = [context.folder.as_str(), ""];
        let paths = folders.iter().filter_map(|folder| join(folder, word));
        let found = paths
            .into_iter()
            .find(|path| self.read(path).is_some_and(|text| text.len() <= SCRIPT_BYTES_MAX));
        match found {
            Some(path) => self.file(&path, context),
            // What is named or given in place, or only asked about.
            None if is_interpreter
                && words
                    .iter()
                    .any(|word| ["-c", "-e", "--version", "-V", "-v"].contains(&word.as_str())) => {}
            // It may be built before it runs: `./build/tests/run`.
            None if word.contains('/') || word.starts_with('.') => return self.by_file_name(word, context),
            None => return false,
        }
        true
    }

    fn file(&mut self, path: &str, context: &Context) {
        if !self.enter(path, "", context) {
            return;
        }
        let text = self.snapshot.text(path).unwrap_or_default();
        let before = self.acts.len();
        let is_program = PROGRAMS.iter().any(|end| path.ends_with(end))
            || text.starts_with("#!") && !is_shell(text.lines().next().unwrap_or_default());
        if is_program {
            self.quoted(path, text, context);
            if !harmless::program_text(text) {
                self.lose(context, format!("{path} is a program that may start others"));
            }
        } else if path.ends_with(".ps1") {
            self.text(path, 1, &powershell::plain(text), context);
        } else {
            // A script that changes into its own folder or the root runs from there.
            self.text(path, 1, text, context);
        }
        if !self.acts[before..].iter().any(|act| act.purpose == Purpose::Test) {
            self.by_file_name(path, context);
        }
    }

    /// Commands that a program names in quotes.
    fn quoted(&mut self, path: &str, text: &str, context: &Context) {
        let context = Context {
            is_named: true,
            ..context.clone()
        };
        for (line, code) in (1..).zip(text.lines()) {
            let texts: Vec<&str> = code.split(['"', '\'', '`']).skip(1).step_by(2).collect();
            let whole = texts
                .iter()
                .filter(|text| text.contains(' '))
                .map(|text| (*text).to_owned());
            let apart = (texts.len() > 1).then(|| texts.join(" "));
            for command in whole.chain(apart) {
                for command in shell::commands(&command) {
                    let link = Link::new(path, line, &command.words.join(" "));
                    for tool in super::tools::of(&command.words) {
                        self.act(
                            tool.purpose,
                            tool.program,
                            &tool.languages,
                            &context.with(link.clone()),
                        );
                    }
                }
            }
        }
    }

    /// Takes a file that cannot be followed for what its name says; `false` where that is nothing.
    fn by_file_name(&mut self, path: &str, context: &Context) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path);
        let stem = name.split('.').next().unwrap_or(name);
        let is_test = stem.split(['-', '_']).any(|word| {
            let word = word.to_ascii_lowercase();
            matches!(
                word.as_str(),
                "test" | "tests" | "runtest" | "runtests" | "unittest" | "unittests"
            )
        });
        if is_test {
            let context = Context {
                is_named: true,
                ..context.clone()
            };
            self.act(Purpose::Test, "a program of its own", &[], &context);
        }
        is_test
    }
}

/// Whether a word names what people read, which nobody starts.
fn is_document(word: &str) -> bool {
    [".md", ".rst", ".txt", ".adoc"]
        .iter()
        .any(|end| word.ends_with(end))
}
