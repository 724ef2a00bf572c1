//! Pipelines that are YAML with commands under known keys, wherever in the tree these stand.

use super::powershell;
use super::systems::Dialect;
use super::{Image, Opaque, Pipeline, STEPS_MAX, Step, Trigger, Work};
use subject::data::Node;

/// A pipeline, and the files of the repository that it takes in, with the lines where it does.
pub(super) type Read = (Pipeline, Vec<(String, u32)>);

/// Keys whose texts are for PowerShell.
const POWERSHELLS: [&str; 3] = ["ps", "pwsh", "powershell"];
/// Systems whose images are machines of theirs, which nobody can pin.
const MACHINES: [&str; 2] = ["AppVeyor", "builds.sr.ht"];
/// The system whose steps are images of programs with their arguments.
const BUILDERS: &str = "Cloud Build";
pub(super) fn pipeline(path: &str, root: &Node, dialect: &'static Dialect, opaque: &mut Vec<Opaque>) -> Read {
    let mut reader = Reader {
        path,
        dialect,
        opaque,
        taken: Vec::new(),
        pipeline: Pipeline {
            path: path.to_owned(),
            system: dialect.name,
            // Who starts these is set on the pages of the service.
            trigger: if dialect.name == BUILDERS {
                Trigger::Other
            } else {
                Trigger::Change
            },
            steps: Vec::new(),
            images: Vec::new(),
            limits_rights: false,
            jobs_limited: (0, 0),
            waiting: Vec::new(),
        },
    };
    reader.walk(root, false);
    (reader.pipeline, reader.taken)
}

struct Reader<'a> {
    path: &'a str,
    dialect: &'static Dialect,
    opaque: &'a mut Vec<Opaque>,
    taken: Vec<(String, u32)>,
    pipeline: Pipeline,
}

impl Reader<'_> {
    /// The tree is at most [`DEPTH_MAX`](subject::data::DEPTH_MAX) deep. What stands under `services` runs beside a job, and so does
    /// each image of CircleCI but the first.
    fn walk(&mut self, node: &Node, is_beside: bool) {
        for entry in node.entries() {
            let key = entry.key.as_str();
            let is_command = self.dialect.commands.contains(&key)
                || self.dialect.endings.iter().any(|end| key.ends_with(end));
            if is_command {
                self.commands(&entry.node, POWERSHELLS.contains(&key));
            } else if key == "image" && !MACHINES.contains(&self.dialect.name) {
                self.image(&entry.node, is_beside);
            } else if self.dialect.imports.contains(&key) {
                self.import(&entry.node);
            } else if self.dialect.includes == Some(key) {
                self.include(&entry.node);
            }
            let is_beside = is_beside || key == "services";
            if key == "docker" {
                for (at, item) in entry.node.items().iter().enumerate() {
                    self.walk(item, is_beside || at > 0);
                }
            } else if key == "machine" || key == "pool" || key.ends_with("_instance") {
                // Its image is one of a machine of the service.
            } else if key == "steps" && self.dialect.name == BUILDERS {
                self.builders(&entry.node);
            } else {
                self.walk(&entry.node, is_beside);
            }
        }
        for item in node.items() {
            self.walk(item, is_beside);
        }
    }

    fn commands(&mut self, node: &Node, is_powershell: bool) {
        for (text, line) in node.texts() {
            match is_powershell {
                true => self.step(&powershell::plain(text), line),
                false => self.step(text, line),
            }
        }
        // Lists of lists, and tasks with names.
        for item in node.items() {
            for (text, line) in item
                .items()
                .iter()
                .filter_map(|one| Some((one.text()?, one.line)))
            {
                self.step(text, line);
            }
            if self.dialect.commands.contains(&"tasks") {
                for entry in item.entries() {
                    self.step(entry.node.text().unwrap_or_default(), entry.node.line);
                }
            }
        }
    }

    /// `name: gcr.io/cloud-builders/npm` with `args: [test]`; what stands under `entrypoint` is started in its place.
    fn builders(&mut self, steps: &Node) {
        for step in steps.items() {
            let image = step.text_at(&["name"]).unwrap_or_default();
            let last = image.rsplit('/').next().unwrap_or(image);
            let own = last.split([':', '@']).next().unwrap_or(last);
            let program = step.text_at(&["entrypoint"]).unwrap_or(own);
            let words = step.items_at(&["args"]).iter().filter_map(Node::scalar);
            let quoted = words.map(|word| {
                if word.contains(' ') {
                    format!("'{word}'")
                } else {
                    word.to_owned()
                }
            });
            let command: Vec<String> = std::iter::once(program.to_owned()).chain(quoted).collect();
            self.step(&command.join(" "), step.line);
        }
    }

    fn step(&mut self, text: &str, line: u32) {
        if self.pipeline.steps.len() < STEPS_MAX {
            self.pipeline.steps.push(Step {
                line,
                what: Work::Command(text.to_owned()),
                folder: String::new(),
                is_forgiven: false,
            });
        }
    }

    fn image(&mut self, node: &Node, is_beside: bool) {
        let name = node.text().or_else(|| node.text_at(&["name"]));
        if let Some(name) = name {
            self.pipeline.images.push(Image {
                name: name.to_owned(),
                line: node.line,
                is_beside,
            });
        }
    }

    /// What is taken in from others.
    fn import(&mut self, node: &Node) {
        let own = node
            .entries()
            .iter()
            .filter_map(|entry| Some((entry.node.text()?, entry.line)));
        for (what, line) in node.texts().into_iter().chain(own) {
            self.take(what, line);
        }
    }

    /// What is taken in by its path; what others have stands under keys of its own.
    fn include(&mut self, node: &Node) {
        let maps = std::iter::once(node).chain(node.items());
        let local = maps.filter_map(|one| one.get("local")).flat_map(Node::texts);
        for (what, line) in node.texts().into_iter().chain(local) {
            self.take(what, line);
        }
    }

    /// Files of the repository are read like the pipeline itself; anything else cannot be.
    fn take(&mut self, what: &str, line: u32) {
        let is_file = [".yml", ".yaml"].iter().any(|end| what.ends_with(end));
        if is_file && !what.contains("://") && !what.contains(['@', '*', '$']) {
            self.taken.push((what.to_owned(), line));
        } else {
            self.opaque.push(Opaque::beyond(self.path, line, what));
        }
    }
}
