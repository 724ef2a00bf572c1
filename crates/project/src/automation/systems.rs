//! Which files are pipelines, and of which system.

use super::{Automation, Opaque, PIPELINES_MAX, generic, github, jenkins};
use crate::census::folder;
use crate::manifest::join;
use std::collections::BTreeSet;
use subject::Snapshot;
use subject::data::yaml;
use wordlist::{Table, array};

/// A system whose pipelines are YAML with commands under known keys.
pub(super) struct Dialect {
    /// What it is called.
    pub(super) name: &'static str,
    /// Keys whose texts are commands.
    pub(super) commands: &'static [&'static str],
    /// Endings of further such keys.
    pub(super) endings: &'static [&'static str],
    /// Keys whose text is an image.
    pub(super) images: &'static [&'static str],
    /// Keys that take in files or jobs from elsewhere.
    pub(super) imports: &'static [&'static str],
    /// The key that takes in files by their paths.
    pub(super) includes: Option<&'static str>,
}

const fn dialect(name: &'static str, commands: &'static [&'static str]) -> Dialect {
    Dialect {
        name,
        commands,
        endings: &[],
        images: &["image"],
        imports: &[],
        includes: None,
    }
}

static GITLAB: Dialect = Dialect {
    imports: &["remote", "template", "project", "component"],
    includes: Some("include"),
    ..dialect("GitLab CI", &["script", "before_script", "after_script"])
};
static CIRCLE: Dialect = Dialect {
    imports: &["orbs"],
    ..dialect("CircleCI", &["run", "command"])
};
static AZURE: Dialect = Dialect {
    imports: &["template"],
    ..dialect("Azure Pipelines", &["script", "bash", "powershell", "pwsh"])
};
static TRAVIS: Dialect = Dialect {
    imports: &["import"],
    ..dialect(
        "Travis CI",
        &array::<6>("script install before_install before_script after_script after_success"),
    )
};
static APPVEYOR: Dialect = dialect(
    "AppVeyor",
    &array::<12>(
        "install build_script test_script before_build after_build before_test after_test deploy_script cmd \
         ps sh pwsh",
    ),
);
static CIRRUS: Dialect = Dialect {
    endings: &["_script"],
    ..dialect("Cirrus CI", &["script"])
};
static BUILDKITE: Dialect = Dialect {
    imports: &["plugins"],
    ..dialect("Buildkite", &["command", "commands"])
};
static WOODPECKER: Dialect = dialect("Woodpecker CI", &["commands"]);
static DRONE: Dialect = dialect("Drone", &["commands"]);
static SOURCEHUT: Dialect = dialect("builds.sr.ht", &["tasks"]);
static BITBUCKET: Dialect = Dialect {
    imports: &["pipe"],
    ..dialect("Bitbucket Pipelines", &["script", "after-script"])
};
static SEMAPHORE: Dialect = dialect("Semaphore", &["commands"]);

/// Files and folders of systems that are known and whose form is not read.
static UNREADABLE: Table = Table::new(|| wordlist::table(include_str!("../../words/systems_unreadable.txt")));

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
    let yaml = match path {
        ".gitlab-ci.yml" | ".gitlab-ci.yaml" => &GITLAB,
        ".circleci/config.yml" | ".circleci/config.yaml" => &CIRCLE,
        "azure-pipelines.yml" | "azure-pipelines.yaml" | ".azure-pipelines.yml" => &AZURE,
        ".travis.yml" => &TRAVIS,
        "appveyor.yml" | ".appveyor.yml" => &APPVEYOR,
        ".cirrus.yml" => &CIRRUS,
        ".woodpecker.yml" | ".woodpecker.yaml" => &WOODPECKER,
        ".drone.yml" => &DRONE,
        ".build.yml" => &SOURCEHUT,
        "bitbucket-pipelines.yml" => &BITBUCKET,
        _ if is_yaml && path.starts_with(".buildkite/") => &BUILDKITE,
        _ if is_yaml && path.starts_with(".woodpecker/") => &WOODPECKER,
        _ if is_yaml && path.starts_with(".builds/") => &SOURCEHUT,
        _ if is_yaml && path.starts_with(".semaphore/") => &SEMAPHORE,
        _ if is_yaml && (path.starts_with(".gitlab/ci/") || path.starts_with(".gitlab-ci/")) => &GITLAB,
        _ if is_yaml && (path.starts_with(".azure-pipelines/") || path.starts_with(".azure/")) => &AZURE,
        _ if is_yaml && (name.starts_with("azure-pipeline") || name.starts_with(".azure-pipeline")) => &AZURE,
        _ => {
            let is = |known: &str| path == known || known.ends_with('/') && path.starts_with(known);
            let row = UNREADABLE
                .iter()
                .find(|(_, known)| known.iter().any(|one| is(one)));
            return row.map(|(name, _)| Form::Unknown(name));
        }
    };
    Some(Form::Yaml(yaml))
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
        Form::Unknown(name) => return Err(format!("a pipeline of {name}, whose form is not read")),
    };
    automation.pipelines.push(pipeline);
    Ok(taken)
}
