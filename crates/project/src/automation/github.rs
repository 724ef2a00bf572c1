//! Workflows of GitHub Actions, Gitea and Forgejo, and the actions that a repository defines for itself.

use super::{Image, Pipeline, STEPS_MAX, Step, Trigger, Waiting, Work, powershell};
use std::collections::BTreeMap;
use subject::data::Node;
use wordlist::Table;

/// Most forms that one text takes by the values of a matrix.
const FORMS_MAX: usize = 24;
/// Longest text that values are put into, in bytes.
const TEXT_BYTES_MAX: usize = 64 << 10;

/// Events that come with a change of code.
const CHANGES: [&str; 4] = ["push", "pull_request", "pull_request_target", "merge_group"];

/// Runners of sessions, and the variables that tell them which.
pub(super) const SESSIONS: [(&str, &str); 2] = [("tox", "TOXENV"), ("nox", "NOXSESSION")];

/// Values of an expression such as `matrix.os` or `env.CARGO`.
type Values = BTreeMap<String, Vec<String>>;

pub(super) fn workflow(path: &str, root: &Node) -> Pipeline {
    let mut pipeline = Pipeline {
        path: path.to_owned(),
        system: "GitHub Actions",
        trigger: trigger(root),
        steps: Vec::new(),
        images: Vec::new(),
        limits_rights: root.get("permissions").is_some(),
        jobs_limited: (0, 0),
        waiting: Vec::new(),
    };
    let mut values = Values::new();
    environment(root, &mut values);
    let usual = Usual::default().of(root);
    let jobs = root.entries_at(&["jobs"]);
    let limited = jobs.iter().filter(|job| job.node.get("permissions").is_some());
    pipeline.jobs_limited = (limited.count(), jobs.len());
    pipeline.limits_rights |= !jobs.is_empty() && pipeline.jobs_limited.0 == jobs.len();
    for job in jobs {
        read_job(&mut pipeline, &job.node, &values, usual);
    }
    pipeline.steps.truncate(STEPS_MAX);
    pipeline
}

/// Where the commands of steps run, and in which shell, unless a step says otherwise.
#[derive(Clone, Copy, Default)]
struct Usual<'a> {
    folder: &'a str,
    shell: &'a str,
}

impl<'a> Usual<'a> {
    /// As a workflow or a job sets it.
    fn of(self, node: &'a Node) -> Self {
        let set = |key| node.text_at(&["defaults", "run", key]);
        Self {
            folder: set("working-directory").unwrap_or(self.folder),
            shell: set("shell").unwrap_or(self.shell),
        }
    }
}

/// The steps of an action that the repository defines (`action.yml`); none for one that is a program.
pub(super) fn composite(root: &Node) -> Vec<Step> {
    let mut steps = Vec::new();
    for step in root.items_at(&["runs", "steps"]) {
        read_step(&mut steps, step, &Values::new(), Usual::default());
    }
    steps
}

fn trigger(root: &Node) -> Trigger {
    let Some(on) = root.get("on").or_else(|| root.get("true")) else {
        return Trigger::Other;
    };
    let listed = on.texts().into_iter().map(|(text, _)| text);
    let events: Vec<&str> = listed
        .chain(on.entries().iter().map(|entry| entry.key.as_str()))
        .collect();
    if events
        .iter()
        .any(|event| CHANGES.contains(event) && !is_only_tags(on, event))
    {
        Trigger::Change
    } else if events.contains(&"schedule") {
        Trigger::Clock
    } else if events.contains(&"workflow_call") {
        Trigger::Called
    } else {
        Trigger::Other
    }
}

/// A push of tags alone is a release.
fn is_only_tags(on: &Node, event: &str) -> bool {
    let Some(filters) = on.get(event) else {
        return false;
    };
    event == "push" && filters.get("tags").is_some() && filters.get("branches").is_none()
}

fn environment(node: &Node, values: &mut Values) {
    for entry in node.entries_at(&["env"]) {
        let value = entry.node.scalar().unwrap_or_default().to_owned();
        values.insert(format!("env.{}", entry.key), vec![value]);
    }
    // The whole of it may be a part of a matrix.
    let whole = node
        .text_at(&["env"])
        .and_then(|text| text.strip_prefix("${{")?.strip_suffix("}}"));
    let Some(start) = whole.map(|name| format!("{}.", name.trim())) else {
        return;
    };
    let own = values
        .iter()
        .filter_map(|(key, values)| Some((key.strip_prefix(&start)?.to_owned(), values.clone())));
    for (name, values_of) in own.collect::<Vec<_>>() {
        values.insert(format!("env.{name}"), values_of);
    }
}

fn matrix(job: &Node, values: &mut Values) {
    let matrix = job.at(&["strategy", "matrix"]);
    let own = matrix.map_or(&[][..], Node::entries).iter();
    for entry in own.filter(|entry| !matches!(entry.key.as_str(), "include" | "exclude")) {
        let slot = values.entry(format!("matrix.{}", entry.key)).or_default();
        for item in entry.node.items() {
            slot.extend(item.scalar().map(str::to_owned));
        }
        slot.truncate(FORMS_MAX);
        for inner in entry.node.items().iter().flat_map(Node::entries) {
            let value = inner.node.scalar().unwrap_or_default().to_owned();
            add(values, format!("matrix.{}.{}", entry.key, inner.key), value);
        }
    }
    let included = matrix
        .map_or(&[][..], |matrix| matrix.items_at(&["include"]))
        .iter();
    for entry in included.flat_map(Node::entries) {
        for inner in entry.node.entries() {
            let value = inner.node.scalar().unwrap_or_default().to_owned();
            add(values, format!("matrix.{}.{}", entry.key, inner.key), value);
        }
        let value = entry.node.scalar().unwrap_or_default().to_owned();
        add(values, format!("matrix.{}", entry.key), value);
    }
}

fn add(values: &mut Values, key: String, value: String) {
    let slot = values.entry(key).or_default();
    if slot.len() < FORMS_MAX && !slot.contains(&value) {
        slot.push(value);
    }
}

fn read_job(pipeline: &mut Pipeline, job: &Node, values: &Values, usual: Usual<'_>) {
    let mut values = values.clone();
    environment(job, &mut values);
    matrix(job, &mut values);
    let usual = usual.of(job);
    images(pipeline, job, &values);
    let is_job_forgiven = job.is_true(&["continue-on-error"]);
    let before = pipeline.steps.len();
    if let Some(called) = job.get("uses") {
        pipeline.steps.push(Step {
            line: called.line,
            what: Work::Action {
                name: called.text().unwrap_or_default().to_owned(),
                inputs: inputs(job, &values),
            },
            folder: String::new(),
            is_forgiven: false,
        });
    }
    for step in job.items_at(&["steps"]) {
        read_step(&mut pipeline.steps, step, &values, usual);
    }
    for step in &mut pipeline.steps[before..] {
        step.is_forgiven |= is_job_forgiven;
    }
    if let Some((line, (image, since))) = retired(job, &values).filter(|_| pipeline.path.starts_with(HOSTED))
    {
        pipeline.waiting.push(Waiting {
            line,
            image,
            since,
            steps: before..pipeline.steps.len(),
        });
    }
}

/// Where the workflows lie whose labels are those of GitHub.
const HOSTED: &str = ".github/";
/// Images of machines that were retired, with the days.
static RETIRED: Table = Table::new(|| wordlist::table(include_str!("../../words/runners_retired.txt")));

/// The image that a job asks for where every form of its label is of one that was retired, with the line and the day.
fn retired(job: &Node, values: &Values) -> Option<(u32, (&'static str, &'static str))> {
    let node = job.get("runs-on")?;
    let texts = node.texts();
    let mut labels = texts
        .iter()
        .flat_map(|(text, _)| forms(text, values))
        .map(|label| {
            let row = RETIRED.iter().find(|(image, _)| *image == label)?;
            Some((row.0, *row.1.first()?))
        });
    // Machines of one's own carry more labels than one.
    let first = labels.next().filter(|_| texts.len() == 1)??;
    labels.all(|label| label.is_some()).then_some((node.line, first))
}

fn images(pipeline: &mut Pipeline, job: &Node, values: &Values) {
    let services = job.entries_at(&["services"]).iter();
    let services = services.map(|entry| (&entry.node, true));
    let own = job.get("container").into_iter().map(|node| (node, false));
    for (node, is_beside) in own.chain(services) {
        let image = node.text().map(|text| (text, node.line));
        let image = image.or_else(|| {
            node.get("image")
                .and_then(|image| Some((image.text()?, image.line)))
        });
        let images = image
            .into_iter()
            .flat_map(|(name, line)| forms(name, values).into_iter().map(move |name| (name, line)));
        pipeline.images.extend(images.map(|(name, line)| Image {
            name,
            line,
            is_beside,
        }));
    }
}

fn read_step(steps: &mut Vec<Step>, step: &Node, values: &Values, usual: Usual<'_>) {
    let mut values = values.clone();
    environment(step, &mut values);
    let folder = step.text_at(&["working-directory"]).unwrap_or(usual.folder);
    let shell = step.text_at(&["shell"]).unwrap_or(usual.shell);
    let is_powershell = ["pwsh", "powershell"].iter().any(|name| shell.starts_with(name));
    // A step with an id may be asked for its outcome by another.
    let is_forgiven = step.is_true(&["continue-on-error"]) && step.get("id").is_none();
    let mut push = |line: u32, what: Work| {
        for folder in forms(folder, &values) {
            steps.push(Step {
                line,
                what: what.clone(),
                folder,
                is_forgiven,
            });
        }
    };
    if let Some(run) = step.get("run")
        && let Some(text) = run.text()
    {
        for text in with_session(text, &values)
            .iter()
            .flat_map(|text| forms(text, &values))
        {
            let text = if is_powershell {
                powershell::plain(&text)
            } else {
                text
            };
            push(run.line, Work::Command(text));
        }
    }
    if let Some(uses) = step.get("uses")
        && let Some(name) = uses.text()
    {
        let inputs = inputs(step, &values);
        push(
            uses.line,
            Work::Action {
                name: name.to_owned(),
                inputs,
            },
        );
    }
}

/// The text with the environment or session that a runner of sessions is told by a variable, one text for each value.
fn with_session(text: &str, values: &Values) -> Vec<String> {
    let chosen = SESSIONS.iter().find_map(|(program, name)| {
        Some((name, values.get(&format!("env.{name}"))?)).filter(|_| text.contains(program))
    });
    match chosen {
        Some((name, values)) => values
            .iter()
            .map(|value| format!("export {name}=\"{value}\" ; {text}"))
            .collect(),
        None => vec![text.to_owned()],
    }
}

fn inputs(node: &Node, values: &Values) -> Vec<(String, String)> {
    // Some take them from the environment.
    let entries = node.entries_at(&["with"]).iter().chain(node.entries_at(&["env"]));
    let each = entries.filter_map(|entry| Some((entry.key.clone(), entry.node.scalar()?)));
    let each = each.flat_map(|(key, text)| {
        forms(text, values)
            .into_iter()
            .map(move |form| (key.clone(), form))
    });
    each.collect()
}

/// The text with every known value put in for its expression, one text for each value.
fn forms(text: &str, values: &Values) -> Vec<String> {
    let mut forms = vec![text.to_owned()];
    if text.len() > TEXT_BYTES_MAX || !text.contains('$') {
        return forms;
    }
    for (key, choices) in values.iter().filter(|(_, choices)| !choices.is_empty()) {
        let written = expressions(text, key);
        if written.is_empty() {
            continue;
        }
        let put = |form: &String| {
            let each = choices.iter().map(|choice| {
                let fold = |text: String, one: &String| text.replace(one.as_str(), choice);
                written.iter().fold(form.clone(), fold)
            });
            each.collect::<Vec<_>>()
        };
        forms = forms.iter().flat_map(put).take(FORMS_MAX).collect();
    }
    forms
}

/// How a value is written in a text: `${{ matrix.x }}` with any spaces, and `$X`, `${X}` for the environment.
fn expressions(text: &str, key: &str) -> Vec<String> {
    let mut found = Vec::new();
    for part in text.split("${{").skip(1) {
        let Some((inner, _)) = part.split_once("}}") else {
            continue;
        };
        if inner.trim() == key {
            found.push(format!("${{{{{inner}}}}}"));
        }
    }
    if let Some(name) = key.strip_prefix("env.") {
        let braced = format!("${{{name}}}");
        found.extend(text.contains(&braced).then_some(braced));
        let bare = format!("${name}");
        let is_whole = text
            .split_once(&bare)
            .is_some_and(|(_, rest)| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'));
        found.extend(is_whole.then_some(bare));
    }
    found
}
