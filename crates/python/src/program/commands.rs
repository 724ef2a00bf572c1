//! Entry points that other files declare: project scripts, the LangGraph server, containers, commands.

use super::entry::{EntryPoint, Trust};
use super::{Program, layout::Layout};
use court::evidence::Place;
use serde_json::Value;
use subject::Snapshot;

/// Most lines of one file that are searched for commands.
const LINES_MAX: usize = 5_000;
/// Most words of a line that are looked at.
const WORDS_MAX: usize = 60;

/// Where a command stands.
struct Here<'a> {
    layout: &'a Layout,
    path: &'a str,
    line: u32,
    trust: Trust,
}

pub(super) fn find(snapshot: &Snapshot, program: &Program) -> Vec<EntryPoint> {
    let mut found = Vec::new();
    for path in snapshot.files.keys().filter(|path| !program.is_test(path)) {
        let name = path.rsplit('/').next().unwrap_or(path);
        let Some(text) = snapshot.text(path).filter(|_| is_source(path, name)) else {
            continue;
        };
        match name {
            "pyproject.toml" | "setup.cfg" | "Pipfile" => found.extend(scripts(program, path, text)),
            "setup.py" => found.extend(setup(program, path, text)),
            "langgraph.json" => found.extend(server(program, path, text)),
            _ => found.extend(lines(program, path, text, trust(name))),
        }
    }
    found
}

fn is_source(path: &str, name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let is_manifest = matches!(
        name,
        "pyproject.toml" | "setup.cfg" | "Pipfile" | "setup.py" | "langgraph.json"
    );
    let is_workflow = path.starts_with(".github/workflows/");
    let is_command = lower.starts_with("readme")
        || lower == "justfile"
        || lower == "makefile"
        || lower.ends_with(".sh")
        || lower.ends_with(".bat")
        || lower.ends_with(".ps1");
    is_manifest || is_workflow || is_command || trust(name) == Trust::Container
}

fn trust(name: &str) -> Trust {
    let lower = name.to_ascii_lowercase();
    let is_compose = lower.contains("compose") && (lower.ends_with(".yml") || lower.ends_with(".yaml"));
    if lower.contains("dockerfile") || lower == "procfile" || lower == "containerfile" || is_compose {
        Trust::Container
    } else {
        Trust::Command
    }
}

/// `name = "package.module:function"` in a table of scripts.
fn scripts(program: &Program, path: &str, text: &str) -> Vec<EntryPoint> {
    let mut found = Vec::new();
    let mut is_scripts = false;
    for (number, line) in (1..).zip(text.lines().take(LINES_MAX)) {
        let line = line.trim();
        if line.starts_with('[') {
            is_scripts = line.contains("scripts") || line.contains("entry_points");
        } else if is_scripts && let Some((_, value)) = line.split_once('=') {
            let here = Here::of(program, path, number, Trust::Script);
            found.extend(here.target(unquote(value), "declared as a script"));
        }
    }
    found
}

/// `console_scripts` in a `setup.py`: strings of the same form.
fn setup(program: &Program, path: &str, text: &str) -> Vec<EntryPoint> {
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines().take(LINES_MAX)) {
        let here = Here::of(program, path, number, Trust::Script);
        let quoted = line.split(['"', '\'']).skip(1).step_by(2);
        let targets = quoted
            .filter_map(|quoted| quoted.split_once('='))
            .filter(|(_, target)| target.contains(':'));
        found.extend(targets.filter_map(|(_, target)| here.target(target.trim(), "declared as a script")));
    }
    found
}

/// A graph that a `langgraph.json` declares to the server.
pub struct Declared {
    /// What it is called.
    pub name: String,
    /// Where it is, as `./file.py:variable`; nothing where the file does not say.
    pub target: String,
    /// The line that speaks of it.
    pub line: u32,
}

/// `"graphs": {"name": "./file.py:variable"}`.
pub fn declared_graphs(text: &str) -> Vec<Declared> {
    let config: Value = serde_json::from_str(text).unwrap_or_default();
    let graphs = config.get("graphs").and_then(Value::as_object);
    let declared = graphs.into_iter().flatten().map(|(name, value)| {
        let target = value.as_str().or_else(|| value.get("path")?.as_str());
        let target = target.unwrap_or_default();
        let line = (1..).zip(text.lines()).find(|(_, line)| line.contains(target));
        Declared {
            name: name.clone(),
            target: target.to_owned(),
            line: line.map_or(1, |(number, _)| number),
        }
    });
    declared.collect()
}

fn server(program: &Program, path: &str, text: &str) -> Vec<EntryPoint> {
    let targets = declared_graphs(text).into_iter().filter_map(|graph| {
        let here = Here::of(program, path, graph.line, Trust::Server);
        let (file, name) = graph.target.split_once(':')?;
        let why = "declared to the LangGraph server";
        here.file(file, Some(name), why)
            .or_else(|| here.target(&graph.target, why))
    });
    targets.collect()
}

fn lines(program: &Program, path: &str, text: &str, trust: Trust) -> Vec<EntryPoint> {
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines().take(LINES_MAX)) {
        let here = Here::of(program, path, number, trust);
        let words = line.split(|c: char| c.is_whitespace() || "`\"',[]()".contains(c));
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).take(WORDS_MAX).collect();
        found.extend((0..words.len()).filter_map(|at| here.command(&words[at..])));
    }
    found
}

impl<'a> Here<'a> {
    fn of(program: &'a Program, path: &'a str, line: u32, trust: Trust) -> Self {
        let layout = &program.layout;
        Self {
            layout,
            path,
            line,
            trust,
        }
    }

    fn command(&self, words: &[&str]) -> Option<EntryPoint> {
        let (program, rest) = words.split_first()?;
        let program = program.rsplit('/').next().unwrap_or(program);
        match program.trim_end_matches(".exe") {
            "python" | "python3" | "py" | "uv" | "pdm" | "poetry" | "hatch" | "rye" => self.python(rest),
            name if name.starts_with("python3.") => self.python(rest),
            "streamlit" | "chainlit" | "fastapi" | "gradio" | "modal" => {
                let file = rest.iter().find(|word| word.ends_with(".py"))?;
                self.file(file, None, "started by a command")
            }
            "uvicorn" | "gunicorn" | "hypercorn" | "flask" | "celery" => {
                let target = rest
                    .iter()
                    .find(|word| word.contains(':') && !word.contains("://"))?;
                self.target(target, "served by a command")
            }
            _ => None,
        }
    }

    fn python(&self, rest: &[&str]) -> Option<EntryPoint> {
        let mut words = rest.iter().skip_while(|word| **word == "run");
        while let Some(word) = words.next() {
            match *word {
                "-m" => {
                    let module = words.next()?;
                    return self.module(module, None, "run by a command");
                }
                "-c" => return None,
                flag if flag.starts_with('-') => {}
                file if file.ends_with(".py") => return self.file(file, None, "run by a command"),
                _ => return None,
            }
        }
        None
    }

    /// `module:function`.
    fn target(&self, target: &str, why: &str) -> Option<EntryPoint> {
        let (module, name) = target.split_once(':')?;
        let name = name
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .next()
            .unwrap_or_default();
        self.module(module.trim(), (!name.is_empty()).then_some(name), why)
    }

    fn module(&self, module: &str, function: Option<&str>, why: &str) -> Option<EntryPoint> {
        let folder = self
            .path
            .rsplit_once('/')
            .map_or(String::new(), |(folder, _)| format!("{folder}/"));
        let target = self.layout.absolute(&format!("{folder}_.py"), module)?;
        let main = target
            .strip_suffix("__init__.py")
            .map(|package| format!("{package}__main__.py"));
        let main = main.or_else(|| {
            self.layout
                .file(&format!("{target}/__main__.py"))
                .map(str::to_owned)
        });
        let file = match (function, main.as_deref().and_then(|main| self.layout.file(main))) {
            (None, Some(main)) => main,
            _ => self.layout.file(target)?,
        };
        Some(self.entry(file, function, why))
    }

    fn file(&self, file: &str, function: Option<&str>, why: &str) -> Option<EntryPoint> {
        let file = file.trim_start_matches("./").replace('\\', "/");
        let folder = self.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let near = format!("{folder}/{file}");
        let inner = format!("src/{file}");
        let found = [near.as_str(), &file, &inner]
            .into_iter()
            .find_map(|path| self.layout.file(path))?;
        Some(self.entry(found, function, why))
    }

    fn entry(&self, path: &str, function: Option<&str>, why: &str) -> EntryPoint {
        EntryPoint {
            path: path.to_owned(),
            function: function.map(str::to_owned),
            why: why.to_owned(),
            place: Place::line(self.path, self.line),
            trust: self.trust,
        }
    }
}

fn unquote(value: &str) -> &str {
    let value = value.trim();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
    match quote {
        Some(quote) => value[1..].split(quote).next().unwrap_or_default(),
        None => value.split('#').next().unwrap_or_default().trim(),
    }
}
