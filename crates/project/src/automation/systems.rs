//! Which files are pipelines, and of which system.

use super::{Automation, Opaque, PIPELINES_MAX, Pipeline, Step, Trigger, Work, generic, github, jenkins};
use crate::census::folder;
use crate::manifest::join;
use std::collections::BTreeSet;
use std::sync::LazyLock;
use subject::Snapshot;
use subject::data::{toml, yaml};
use wordlist::Table;

/// A system whose pipelines are YAML with commands under known keys.
pub(super) struct Dialect {
    /// What it is called.
    pub(super) name: &'static str,
    /// Its files, those that lie anywhere after two stars, and folders of such, which end with a slash.
    files: Vec<&'static str>,
    /// Keys whose texts are commands.
    pub(super) commands: Vec<&'static str>,
    /// Endings of further such keys.
    pub(super) endings: Vec<&'static str>,
    /// Keys that take in files or jobs from elsewhere.
    pub(super) imports: Vec<&'static str>,
    /// The key that takes in files by their paths.
    pub(super) includes: Option<&'static str>,
}

static DIALECTS: LazyLock<Vec<Dialect>> = LazyLock::new(|| {
    let rows = wordlist::rows(include_str!("../../words/systems.txt"));
    rows.into_iter().map(dialect).collect()
});

fn dialect([name, files, commands, endings, imports, includes]: [&'static str; 6]) -> Dialect {
    let words = |text: &'static str| text.split_whitespace().collect();
    Dialect {
        name,
        files: words(files),
        commands: words(commands),
        endings: words(endings),
        imports: words(imports),
        includes: Some(includes).filter(|key| !key.is_empty()),
    }
}

/// Files and folders of systems that are known and whose form is not read.
static UNREADABLE: Table = Table::new(|| wordlist::table(include_str!("../../words/systems_unreadable.txt")));

/// Services that ended, or ended what public projects had of them. Their files stay behind where a project has moved on.
const ENDED: [&str; 5] = ["Travis CI", "Shippable", "LGTM", "Wercker", "Hound"];

/// Whether a file is left of a service that ended, beside a pipeline that runs on changes.
fn is_left(automation: &Automation, path: &str) -> bool {
    let is_ended = matches!(form(path), Some(Form::Unknown(name)) if ENDED.contains(&name));
    let mut pipelines = automation.pipelines.iter();
    is_ended && pipelines.any(|one| one.trigger == Trigger::Change)
}

/// Reads every pipeline of a snapshot.
pub(super) fn read(snapshot: &Snapshot, automation: &mut Automation) {
    let mut open: Vec<(String, Form)> = snapshot
        .files
        .keys()
        .filter_map(|path| Some((path.clone(), form(path)?)))
        .collect();
    open.reverse();
    let mut known: BTreeSet<String> = open.iter().map(|(path, _)| path.clone()).collect();
    while let Some((path, form)) = open.pop() {
        let outcome = match snapshot.text(&path) {
            _ if automation.pipelines.len() >= PIPELINES_MAX => {
                Err(format!("only {PIPELINES_MAX} pipelines are read"))
            }
            None => Err("it is not UTF-8".to_owned()),
            Some(text) => take(automation, &path, text, &form),
        };
        let taken = match outcome {
            Ok(taken) => taken,
            Err(why) => {
                automation.unread.push((path, why));
                continue;
            }
        };
        for (name, line) in taken {
            let home = folder(&path);
            let found = [join("", name.trim_start_matches('/')), join(home, &name)];
            match found
                .into_iter()
                .flatten()
                .find(|path| snapshot.text(path).is_some())
            {
                None => automation.opaque.push(Opaque::beyond(&path, line, &name)),
                Some(path) if known.insert(path.clone()) => open.push((path, form)),
                Some(_) => {}
            }
        }
    }
    let unread = std::mem::take(&mut automation.unread);
    automation.unread = unread
        .into_iter()
        .filter(|(path, _)| !is_left(automation, path))
        .collect();
    for skipped in snapshot
        .skipped
        .iter()
        .filter(|skipped| form(&skipped.path).is_some())
    {
        automation
            .unread
            .push((skipped.path.clone(), skipped.why.clone()));
    }
}

#[derive(Clone, Copy)]
enum Form {
    GitHub,
    Jenkins,
    Netlify,
    Yaml(&'static Dialect),
    Unknown(&'static str),
}

fn form(path: &str) -> Option<Form> {
    let is_yaml = path.ends_with(".yml") || path.ends_with(".yaml");
    let workflows = [".github/workflows/", ".gitea/workflows/", ".forgejo/workflows/"];
    let direct = |folder: &str| path.strip_prefix(folder).is_some_and(|rest| !rest.contains('/'));
    if is_yaml && workflows.iter().any(|folder| direct(folder)) {
        return Some(Form::GitHub);
    }
    let name = path.rsplit('/').next().unwrap_or(path);
    if name == "Jenkinsfile" || name.starts_with("Jenkinsfile.") || name.ends_with(".jenkinsfile") {
        return Some(Form::Jenkins);
    }
    if name == "netlify.toml" {
        return Some(Form::Netlify);
    }
    let is = |known: &str| {
        path == known
            || known.ends_with('/') && path.starts_with(known)
            || known.strip_prefix("**/") == Some(name)
    };
    let in_form = |known: &str| is(known) && (is_yaml || !known.ends_with('/'));
    // Pipelines of Azure lie anywhere under such names.
    let is_azure = is_yaml
        && name
            .strip_prefix('.')
            .unwrap_or(name)
            .starts_with("azure-pipeline");
    let mut dialects = DIALECTS.iter();
    let yaml = dialects.find(|one| one.files.iter().any(|known| in_form(known)));
    let azure = || {
        DIALECTS
            .iter()
            .find(|one| is_azure && one.name == "Azure Pipelines")
    };
    if let Some(dialect) = yaml.or_else(azure) {
        return Some(Form::Yaml(dialect));
    }
    let mut unread = UNREADABLE.iter();
    let row = unread.find(|(_, known)| known.iter().any(|one| is(one)));
    row.map(|(name, _)| Form::Unknown(name))
}

/// The commands with which a site is built for Netlify: what comes of them is published, and stops no change.
fn netlify(path: &str, text: &str) -> Result<Pipeline, String> {
    let root = toml::read(text).map_err(|wrong| format!("line {}: {}", wrong.line, wrong.why))?;
    let contexts = root.entries_at(&["context"]).iter();
    let builds = root
        .get("build")
        .into_iter()
        .chain(contexts.map(|entry| &entry.node));
    let commands = builds.filter_map(|build| build.get("command"));
    let steps = commands.filter_map(|command| {
        Some(Step {
            line: command.line,
            what: Work::Command(command.text()?.to_owned()),
            folder: root.text_at(&["build", "base"]).unwrap_or_default().to_owned(),
            is_forgiven: false,
        })
    });
    Ok(Pipeline {
        path: path.to_owned(),
        system: "Netlify",
        trigger: Trigger::Other,
        steps: steps.collect(),
        images: Vec::new(),
        limits_rights: false,
        jobs_limited: (0, 0),
        waiting: Vec::new(),
    })
}

/// Reads a pipeline, and says which files of the repository it takes in where.
fn take(
    automation: &mut Automation,
    path: &str,
    text: &str,
    form: &Form,
) -> Result<Vec<(String, u32)>, String> {
    let parse = || yaml::read(text).map_err(|wrong| format!("line {}: {}", wrong.line, wrong.why));
    let (pipeline, taken) = match form {
        Form::GitHub => (github::workflow(path, &parse()?), Vec::new()),
        Form::Jenkins => (jenkins::pipeline(path, text, &mut automation.opaque), Vec::new()),
        Form::Yaml(dialect) => generic::pipeline(path, &parse()?, dialect, &mut automation.opaque),
        Form::Netlify => (netlify(path, text)?, Vec::new()),
        Form::Unknown(name) => {
            return Err(format!(
                "a pipeline of {name}, which is not followed: its form, or whether anything still starts it"
            ));
        }
    };
    automation.pipelines.push(pipeline);
    Ok(taken)
}
