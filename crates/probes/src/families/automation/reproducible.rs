//! Whether the build can be repeated on another machine: something fixes what it is built with, and a command is
//! written down.

use super::coverage::{is_own, lines};
use super::{followed, no_code};
use crate::families::deps::{Custom, ecosystem, is_frozen};
use court::evidence::Place;
use probes_core::{Answer, Probe, Search, Subject};
use project::automation::tools::Tool;
use project::automation::{Purpose, Trigger};
use project::manifest::{Audience, Ecosystem, Format};
use regex::Regex;
use std::collections::BTreeSet;
use std::sync::LazyLock;
use subject::Part;
use subject::data::json;
use subject::part::by_path;
use wordlist::{array, head_of};

pub(super) const PROBE: Probe = Probe::of_code(
    "automation.reproducible",
    "A toolchain, a container or a lock fixes what the program is built with, and the command is written down: \
           present is good",
    examine,
).unless(no_code);

/// Files that fix a toolchain, by their names.
const TOOLCHAINS: [(Option<Ecosystem>, &str); 10] = [
    (Some(Ecosystem::Rust), "rust-toolchain rust-toolchain.toml"),
    (Some(Ecosystem::Python), ".python-version"),
    (Some(Ecosystem::Node), ".nvmrc .node-version"),
    (Some(Ecosystem::Ruby), ".ruby-version"),
    (
        Some(Ecosystem::Jvm),
        ".java-version .sdkmanrc gradle-wrapper.properties maven-wrapper.properties",
    ),
    (Some(Ecosystem::Go), ".go-version"),
    (Some(Ecosystem::Native), "CMakePresets.json"),
    (
        None,
        ".tool-versions mise.toml .mise.toml flake.lock .bazelversion pixi.lock",
    ),
    // Locks of package managers whose manifests are not read.
    (
        None,
        "mix.lock rebar.lock composer.lock packages.lock.json paket.lock Podfile.lock Package.resolved pubspec.lock",
    ),
    (None, "stack.yaml.lock cabal.project.freeze global.json"),
];
/// Files of containers.
const CONTAINERS: [&str; 5] = array("Dockerfile Containerfile docker-compose.yml compose.yaml compose.yml");
/// Documents in which people look for the command.
const GUIDES: [&str; 7] = array("README CONTRIBUTING INSTALL BUILDING HACKING DEVELOPMENT BUILD");
/// Longest document that is looked through, in lines.
const GUIDE_LINES_MAX: usize = 5_000;

fn examine(snapshot: &Subject) -> Answer {
    let ground = ground(snapshot);
    let command = command(snapshot);
    match (ground, command) {
        (Some((what, ground)), Some((how, place))) => {
            let why = format!("{what} fixes what the program is built with, and {how} says how");
            Answer::present(why).sure(85).at(ground).at(place)
        }
        (None, _) if let Some(answer) = not_asked(snapshot) => answer,
        (None, _) if let Some(place) = by_module(snapshot).or_else(|| by_pipeline(snapshot)) => {
            Answer::unobserved(format!(
                "{place} names one version of a tool; whether the program is built with it elsewhere is not told"
            ))
        }
        (None, _) => {
            let why = "no toolchain, container or lock fixes what the program is built with";
            Answer::absent(why, grounds(snapshot))
        }
        (Some((what, ground)), None) => {
            let why = format!("{what} is there, and no document or pipeline says how to build");
            Answer::absent(why, commands(snapshot)).at(ground)
        }
    }
}

/// The answer where custom fixes nothing: a library is built with whatever its users have.
fn not_asked(snapshot: &Subject) -> Option<Answer> {
    let composer = snapshot
        .text("composer.json")
        .and_then(|text| json::read(text).ok());
    let is_library = composer.is_some_and(|root| root.text_at(&["type"]) == Some("library"));
    (is_library || Custom::of(snapshot).is_free).then(|| {
        Answer::not_applicable(
            "it is published without a lock as libraries are: whoever builds on it brings the versions",
        )
    })
}

/// What a loose reader takes for something that fixes the surroundings of the build, wherever it lies.
fn grounds(snapshot: &Subject) -> Search {
    const WORDS: [&str; 8] = array("lock toolchain dockerfile containerfile compose vagrantfile nix sdk");
    let fixes = |path: &&String| {
        let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
        let is_named =
            name.split(['.', '-', '_']).any(|part| WORDS.contains(&part)) || name.ends_with("-version");
        let mut known = TOOLCHAINS.iter().flat_map(|(_, names)| names.split(' '));
        let is_known = known.any(|known| known.eq_ignore_ascii_case(&name));
        (is_named || is_known) && by_path(path) == Part::Product && !is_pipeline(snapshot, path)
    };
    paths(snapshot)
        .filter(fixes)
        .fold(Search::default(), |search, path| {
            search.open(
                Place::File(path.clone()),
                "whether it fixes what the program is built with was not seen",
            )
        })
}

/// Whether a file is a pipeline, whatever it is called after: one that locks old threads is no lock.
fn is_pipeline(snapshot: &Subject, path: &str) -> bool {
    let automation = snapshot.automation();
    let read = automation.pipelines.iter().any(|one| one.path == path);
    read || automation.unread.iter().any(|(unread, _)| unread == path)
}

/// Where else a command may be written down.
fn commands(snapshot: &Subject) -> Search {
    const BUILDS: [&str; 8] =
        array("Makefile makefile justfile Justfile Taskfile.yml Rakefile noxfile.py tox.ini");
    let tells = |path: &&String| {
        let name = path.rsplit('/').next().unwrap_or(path);
        let ends = [".md", ".rst", ".adoc", ".txt", ".org", ".html"];
        (ends.iter().any(|end| name.ends_with(end)) && name != "LICENSE.txt" || BUILDS.contains(&name))
            && !matches!(by_path(path), Part::Vendored | Part::Test)
    };
    let search = paths(snapshot)
        .filter(tells)
        .fold(followed(snapshot.automation()), |search, path| {
            let is_read = is_guide(path) && snapshot.text(path).is_some();
            match is_read {
                true => search.looked_at([Place::File(path.clone())]),
                false => search.open(
                    Place::File(path.clone()),
                    "it may say so and was not looked through",
                ),
            }
        });
    let mut named = snapshot
        .manifests()
        .all
        .iter()
        .filter(|one| !one.scripts.is_empty());
    match named.next() {
        Some(one) => search.open(
            Place::File(one.path.clone()),
            "one of its scripts may be how the project is built",
        ),
        None => search,
    }
}

/// All paths of the tree, read or not.
fn paths(snapshot: &Subject) -> impl Iterator<Item = &String> {
    let skipped = snapshot.skipped.iter().map(|skipped| &skipped.path);
    snapshot.files.keys().chain(skipped)
}

/// What fixes the surroundings of the build.
fn ground(snapshot: &Subject) -> Option<(String, Place)> {
    let main = main(snapshot);
    let named = |is_one: &dyn Fn(&str) -> bool| {
        // A file does this by its name, whether it was read or not; settings of .NET may name no SDK.
        let fixes = |path: &str| {
            let is_open = |text: &str| path.ends_with("global.json") && !text.contains("\"sdk\"");
            let is_idle = path.ends_with("-wrapper.properties") && !is_wrapper_called(snapshot);
            !is_idle && !snapshot.text(path).is_some_and(is_open)
        };
        let found = paths(snapshot).find(|path| {
            is_one(path.rsplit('/').next().unwrap_or(path)) && is_own(snapshot, path) && fixes(path)
        });
        found.map(|path| (path.clone(), Place::line(path.as_str(), 1)))
    };
    let is_toolchain = |name: &str| {
        let whose = head_of(&TOOLCHAINS, name);
        whose.is_some_and(|whose| whose.is_none_or(|whose| main.contains(&whose)))
    };
    named(&is_toolchain)
        .or_else(|| lock(snapshot, &main))
        .or_else(|| named(&|name| CONTAINERS.contains(&name)))
        .or_else(|| by_manifest(snapshot))
}

/// Whether a guide, a pipeline or a container builds by the wrapper that fixes the builder's version.
fn is_wrapper_called(snapshot: &Subject) -> bool {
    const WRAPPERS: [&str; 3] = ["mvnw", "gradlew", "gradle/"];
    let mut files = snapshot.files.iter().filter(|(path, _)| {
        let name = path.rsplit('/').next().unwrap_or(path);
        is_guide(path) || is_pipeline(snapshot, path) || CONTAINERS.contains(&name)
    });
    files.any(|(_, file)| {
        let text = file.text().unwrap_or_default();
        WRAPPERS.iter().any(|word| text.contains(word))
    })
}

/// The least version of Go that a module asks for.
fn by_module(snapshot: &Subject) -> Option<Place> {
    let manifests = snapshot.manifests().all.iter();
    let mut go = manifests.filter(|manifest| manifest.ecosystem() == Ecosystem::Go);
    let (path, (_, line)) = go.find_map(|manifest| Some((&manifest.path, manifest.toolchain.as_ref()?)))?;
    Some(Place::line(path.as_str(), *line))
}

/// A version of what builds, as the steps of pipelines that set it up are given it; not `latest`, not `stable`.
static SET_UP: LazyLock<Regex> = LazyLock::new(|| {
    let text = r"(?m)^[\s-]*((?:go|node|python|ruby|java|php|dotnet|deno|bun|ghc|otp|elixir|zig|jdk|rust)[-_]version|toolchain):[ \t]*['\x22]?v?(\d[\w.]*)|uses:\s*\S*(rust-toolchain)@v?(\d+\.[\w.]*)";
    Regex::new(text).expect("it is fixed and tested")
});

/// A pipeline that says with which version of a tool it builds; several are what it is tried with.
fn by_pipeline(snapshot: &Subject) -> Option<Place> {
    let pipelines = snapshot.automation().pipelines.iter();
    let mut found = pipelines.filter_map(|pipeline| {
        let text = snapshot.text(&pipeline.path)?;
        let set: Vec<(&str, regex::Match<'_>)> = SET_UP
            .captures_iter(text)
            .filter_map(|found| {
                let tool = found.get(1).or(found.get(3))?;
                Some((tool.as_str(), found.get(2).or(found.get(4))?))
            })
            .collect();
        let is_one = |tool: &str, version: &str| {
            set.iter()
                .all(|(other, also)| *other != tool || also.as_str() == version)
        };
        let (_, version) = set
            .iter()
            .find(|(tool, version)| is_one(tool, version.as_str()))?;
        let at = version.start();
        let line = text[..at].bytes().filter(|byte| *byte == b'\n').count() + 1;
        Some((&pipeline.path, u32::try_from(line).ok()?))
    });
    let (path, line) = found.next()?;
    Some(Place::line(path.as_str(), line))
}

/// The ecosystems of a tenth of the program and more.
fn main(snapshot: &Subject) -> BTreeSet<Ecosystem> {
    let languages = snapshot.census().languages();
    let all: u64 = languages.iter().map(|(_, lines)| lines).sum();
    let large = languages.into_iter().filter(|(_, lines)| lines * 10 >= all);
    large.map(|(language, _)| ecosystem(language)).collect()
}

fn lock(snapshot: &Subject, main: &BTreeSet<Ecosystem>) -> Option<(String, Place)> {
    // One that is out of step is not what the program is built with.
    if Custom::of(snapshot).is_behind {
        return None;
    }
    let manifests = snapshot.manifests();
    let locks = manifests.locks.iter().map(|lock| (lock.ecosystem, &lock.path));
    let frozen = manifests
        .all
        .iter()
        .filter(|one| one.format == Format::Requirements && is_frozen(snapshot, one));
    let mut all = locks.chain(frozen.map(|one| (Ecosystem::Python, &one.path)));
    let (_, path) = all.find(|(whose, path)| main.contains(whose) && is_own(snapshot, path))?;
    Some((path.clone(), Place::line(path.as_str(), 1)))
}

/// Maven fixes versions; an image of a pipeline is a container.
fn by_manifest(snapshot: &Subject) -> Option<(String, Place)> {
    let manifests = &snapshot.manifests().all;
    let fixed = manifests.iter().find(|manifest| {
        let is_maven =
            manifest.path.ends_with("pom.xml") && manifest.dependencies.iter().all(|one| one.pin.is_held());
        is_maven && manifest.audience == Audience::Open
    });
    if let Some(manifest) = fixed {
        let line = manifest.toolchain.as_ref().map_or(1, |(_, line)| *line);
        return Some((manifest.path.clone(), Place::line(manifest.path.as_str(), line)));
    }
    let mut images = snapshot
        .automation()
        .pipelines
        .iter()
        .flat_map(|one| one.images.iter().map(move |image| (one, image)));
    // What runs beside, as a database does, builds nothing; a version that is put in from elsewhere is not fixed here.
    let is_fixed = |name: &str| name.contains(':') && (!name.contains('$') || name.contains("matrix."));
    let (pipeline, image) = images.find(|(_, image)| is_fixed(&image.name) && !image.is_beside)?;
    Some((
        format!("the image {}", image.name),
        Place::line(pipeline.path.as_str(), image.line),
    ))
}

/// A command that a pipeline runs or a guide shows.
fn command(snapshot: &Subject) -> Option<(String, Place)> {
    let acts = snapshot.automation().acts.iter();
    let mut acts = acts.filter(|act| {
        matches!(act.purpose, Purpose::Build | Purpose::Test) && act.trigger <= Trigger::Called
    });
    let by_pipeline = acts.next().and_then(|act| act.chain.first());
    by_pipeline
        .map(|link| (link.path.clone(), Place::line(link.path.as_str(), link.line)))
        .or_else(|| guide(snapshot))
}

fn guide(snapshot: &Subject) -> Option<(String, Place)> {
    let files = snapshot.files.iter().filter(|(path, _)| is_guide(path));
    let lines = lines(snapshot);
    let all: u64 = lines.iter().map(|(_, count)| count).sum();
    let own = lines.iter().filter(|(_, count)| count * 10 >= all);
    let own: Vec<&str> = own.map(|(language, _)| *language).collect();
    for (path, file) in files {
        let lines = (1..).zip(file.text().unwrap_or_default().lines().take(GUIDE_LINES_MAX));
        for (line, text) in lines {
            if shows_command(snapshot, text, &own) {
                return Some((path.clone(), Place::line(path.as_str(), line)));
            }
        }
    }
    None
}

fn is_guide(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_uppercase();
    path.matches('/').count() <= 1 && GUIDES.iter().any(|guide| name.starts_with(guide))
}

/// A line that is a command, as documents show them: in a block of code, after a prompt, in backquotes. Tools of other languages build
/// another project, of which the document only speaks.
fn shows_command(snapshot: &Subject, text: &str, own: &[&str]) -> bool {
    let whole = text.trim().trim_start_matches(['$', '>', ' ', '-', '*']);
    let quoted = text.split('`').skip(1).step_by(2);
    let mut commands = std::iter::once(whole)
        .chain(quoted)
        .flat_map(project::automation::shell::commands);
    commands.any(|command| {
        let tools = project::automation::tools::of(&command.words);
        let is_own = |tool: &&Tool| {
            tool.languages.is_empty()
                || tool.languages.iter().any(|language| own.contains(language))
                || tool.program == "make" && snapshot.files.contains_key("Makefile")
        };
        let words: Vec<&str> = command.words.iter().map(String::as_str).collect();
        words.len() > 1 && (tools.into_iter().any(|tool| is_own(&tool)) || is_started(&words, own))
    })
}

/// Commands that build what they start.
fn is_started(words: &[&str], own: &[&str]) -> bool {
    match words {
        ["go", "run", ..] => own.contains(&"Go"),
        ["cargo", "run", ..] => own.contains(&"Rust"),
        ["dotnet", "run", ..] => own.contains(&"C#"),
        ["docker", "compose", "up", ..] | ["docker-compose", "up", ..] => true,
        _ => false,
    }
}
