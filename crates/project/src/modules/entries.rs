//! Where a program is started or used from outside.

use super::atlas::{Atlas, join, stem};
use super::linking::Rules;
use super::{FileId, Modules, mentions};
use crate::census::{Kind, Project, folder};
use ::syntax::Language;
use std::collections::BTreeSet;
use subject::data::json;
use subject::{Part, part};
use wordlist::{Table, Words, array};

/// Largest file of commands or settings that is searched for names of files, in bytes.
const COMMANDS_BYTES_MAX: usize = 1 << 20;

/// Endings of files that hold commands or settings which start programs.
static COMMANDS: Words = Words::new(|| wordlist::words(include_str!("../../words/entries_commands.txt")));

/// Names of files that hold commands or settings.
static NAMES: Words = Words::new(|| wordlist::words(include_str!("../../words/entries_names.txt")));

/// Tools that start files by their places, with these.
static STARTED: Table = Table::new(|| wordlist::table(include_str!("../../words/entries_started.txt")));

/// The entries of a tree.
pub(super) fn find(atlas: &Atlas<'_>, rules: &Rules<'_>, modules: &Modules) -> BTreeSet<FileId> {
    let offered = rules.script.named().into_iter().map(|(id, _)| id);
    let started = atlas
        .files()
        .filter(|(id, path)| is_started(atlas, *id) || is_known_by_name(path) || is_script(atlas, path));
    let mut found: BTreeSet<FileId> = rules.rust.roots().chain(offered).collect();
    found.extend(started.map(|(id, _)| id));
    found.extend(published(atlas));
    found.extend(by_tools(atlas, rules));
    found.extend(named(atlas, rules));
    found.retain(|id| is_own(atlas, modules.path(*id)));
    found
}

/// Code of others starts nothing here.
fn is_own(atlas: &Atlas<'_>, path: &str) -> bool {
    atlas
        .census
        .files
        .get(path)
        .is_some_and(|file| file.part != Part::Vendored)
}

/// Whether it is started by itself; what starts crates of Rust is said by their manifests.
fn is_started(atlas: &Atlas<'_>, id: FileId) -> bool {
    atlas
        .facts(id)
        .is_some_and(|facts| facts.is_entry && facts.language != Language::Rust)
}

/// Whether it is a script of Ruby.
fn is_script(atlas: &Atlas<'_>, path: &str) -> bool {
    let text = atlas.snapshot.text(path).filter(|_| path.ends_with(".rb"));
    text.is_some_and(super::ruby::is_script)
}

/// Whether a tool of its language starts a file by its name.
fn is_known_by_name(path: &str) -> bool {
    const NAMES: [&str; 9] =
        array("setup.py noxfile.py fabfile.py manage.py wsgi.py asgi.py __main__.py Rakefile Gemfile");
    let name = path.rsplit('/').next().unwrap_or(path);
    let is_ruby = name.ends_with(".gemspec") || name.ends_with(".rake");
    NAMES.contains(&name) || is_ruby || is_script_setting(name)
}

/// `vite.config.ts`, `.eslintrc.cjs`, `gulpfile.js`.
fn is_script_setting(name: &str) -> bool {
    let Some((stem, ending)) = name.rsplit_once('.') else {
        return false;
    };
    let is_script = matches!(ending, "js" | "cjs" | "mjs" | "ts" | "mts" | "cts");
    let is_setting = stem.ends_with(".config")
        || stem.ends_with(".conf")
        || stem.ends_with("rc") && stem.starts_with('.')
        || matches!(stem, "gulpfile" | "Gruntfile" | "Gulpfile");
    is_script && is_setting
}

/// What libraries give to others.
fn published(atlas: &Atlas<'_>) -> Vec<FileId> {
    let mut found = Vec::new();
    for project in &atlas.census.projects {
        let name = project.name.as_deref().unwrap_or_default();
        let files = match project.kind {
            Kind::Python if !name.is_empty() => python_package(&name.replace(['-', '.'], "_")),
            Kind::Bundler => vec![
                format!("lib/{}.rb", name.replace('-', "/")),
                format!("lib/{name}.rb"),
            ],
            _ => Vec::new(),
        };
        let ids = files
            .iter()
            .filter_map(|file| join(&project.root, file).and_then(|path| atlas.id(&path)));
        found.extend(ids);
    }
    found.extend(go_packages(atlas));
    let headers = atlas.files().filter(|(_, path)| is_public_header(path));
    found.extend(headers.map(|(id, _)| id));
    found
}

/// What the tools start, by its place, that the scripts of a package of JavaScript call.
fn by_tools(atlas: &Atlas<'_>, rules: &Rules<'_>) -> Vec<FileId> {
    let mut found = Vec::new();
    for project in atlas.projects(Kind::Npm) {
        let files = started_by_tools(atlas, project).into_iter();
        let bases = files.filter_map(|file| join(&project.root, file));
        found.extend(bases.filter_map(|base| rules.script.file(&base)).flatten());
    }
    found
}

/// The files without their endings that the tools start which the scripts of a package call; none where there is no such tool.
pub(super) fn started_by_tools(atlas: &Atlas<'_>, project: &Project) -> Vec<&'static str> {
    let root = atlas.snapshot.text(&project.manifest).map(json::read);
    let Some(Ok(root)) = root else { return Vec::new() };
    let scripts = root.entries_at(&["scripts"]).iter();
    let texts: Vec<&str> = scripts.filter_map(|script| script.node.text()).collect();
    let is_called = |tool: &str| {
        let mut words = texts.iter().flat_map(|text| text.split_whitespace());
        words.any(|word| word == tool)
    };
    let tools = STARTED.iter().filter(|(tool, _)| is_called(tool));
    tools.flat_map(|(_, files)| files.iter().copied()).collect()
}

fn python_package(name: &str) -> Vec<String> {
    let lower = name.to_lowercase();
    let names = [name, lower.as_str()];
    let folders = ["", "src/", "lib/", "python/"];
    let each = folders.iter().flat_map(|folder| {
        names.iter().flat_map(move |name| {
            [
                format!("{folder}{name}/__init__.py"),
                format!("{folder}{name}.py"),
            ]
        })
    });
    each.collect()
}

/// The packages of a Go module without a program: others import them, unless they lie in `internal/`.
fn go_packages(atlas: &Atlas<'_>) -> Vec<FileId> {
    let mut found = Vec::new();
    for project in atlas.projects(Kind::Go) {
        let files: Vec<(FileId, &str)> = atlas
            .files()
            .filter(|(_, path)| path.ends_with(".go") && project.contains(path))
            .filter(|(_, path)| atlas.census.files[*path].part == Part::Product)
            .collect();
        let starts = |id: FileId| atlas.facts(id).is_some_and(|facts| facts.is_entry);
        if files.iter().any(|(id, _)| starts(*id)) {
            continue;
        }
        let open = files
            .iter()
            .filter(|(_, path)| !path.split('/').any(|one| one == "internal"));
        found.extend(open.map(|(id, _)| *id));
    }
    found
}

fn is_public_header(path: &str) -> bool {
    super::native::is_header(path) && folder(path).split('/').any(|one| one == "include")
}

/// Source files that commands and settings name.
fn named(atlas: &Atlas<'_>, rules: &Rules<'_>) -> BTreeSet<FileId> {
    let mut found = BTreeSet::new();
    for (path, file) in &atlas.snapshot.files {
        // What tests record names files as often as what starts them does.
        let is_aside = matches!(part::by_path(path), Part::Test | Part::Vendored | Part::Generated);
        let is_wanted = !is_aside && atlas.id(path).is_none();
        let Some(text) = file
            .text()
            .filter(|text| is_wanted && text.len() <= COMMANDS_BYTES_MAX)
        else {
            continue;
        };
        let is_program = !path.rsplit('/').next().unwrap_or(path).contains('.') && text.starts_with("#!");
        if !(is_program || is_command_file(path)) {
            continue;
        }
        let projects = atlas.census.projects.iter().filter(|one| one.contains(path));
        let bases: BTreeSet<&str> = projects
            .map(|one| one.root.as_str())
            .chain([folder(path), ""])
            .collect();
        let tokens: BTreeSet<&str> = mentions::tokens(text).collect();
        for token in tokens {
            found.extend(meant(atlas, rules, (path, &bases), token));
        }
    }
    found
}

fn is_command_file(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let is_lock = name.contains("lock") || name.contains("-lock.");
    !is_lock
        && (NAMES.contains(&name)
            || COMMANDS.contains(&ending)
            || name.starts_with("Dockerfile")
            || name.starts_with("Makefile"))
}

/// The files that a word in a command or a setting means.
fn meant(
    atlas: &Atlas<'_>,
    rules: &Rules<'_>,
    (at, bases): (&str, &BTreeSet<&str>),
    token: &str,
) -> Vec<FileId> {
    if let Some(id) = by_path(atlas, bases, token) {
        return vec![id];
    }
    if token.contains('/') {
        let ruby = rules.ruby.on_load_path(at, token);
        return ruby.unwrap_or_default();
    }
    let dotted = token.split(':').next().unwrap_or(token);
    let is_dotted = dotted
        .split('.')
        .all(|part| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || c == '_'));
    if !is_dotted || !(token.contains('.') || token.contains(':')) {
        return Vec::new();
    }
    // `package.module.Class`: what is no module is cut off, but not down to the package.
    let cuts = dotted.match_indices('.').map(|(cut, _)| &dotted[..cut]).skip(1);
    let names: Vec<&str> = std::iter::once(dotted)
        .chain(cuts.collect::<Vec<_>>().into_iter().rev())
        .collect();
    let python = names
        .iter()
        .map(|name| rules.python.named(at, name))
        .find(|files| !files.is_empty());
    python.or_else(|| rules.java.named(dotted)).unwrap_or_default()
}

/// The file of a path as it is written; the innermost folder that it may start from comes first.
fn by_path(atlas: &Atlas<'_>, bases: &BTreeSet<&str>, token: &str) -> Option<FileId> {
    let path = token.split(':').next().unwrap_or(token).trim_start_matches('/');
    let (_, ending) = path.rsplit('/').next()?.rsplit_once('.')?;
    let bases = bases.iter().rev().filter_map(|folder| join(folder, path));
    for base in bases {
        if let Some(id) = atlas.id(&base) {
            return Some(id);
        }
        if matches!(ending, "o" | "lo" | "obj") {
            let stem = base.rsplit_once('.').map_or(base.as_str(), |(stem, _)| stem);
            let sources = ["c", "cc", "cpp", "cxx"];
            let found = sources
                .iter()
                .find_map(|source| atlas.id(&format!("{stem}.{source}")));
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// Whether a file is named as what others are called by, a folder's index.
pub(super) fn is_index(path: &str) -> bool {
    matches!(stem(path), "index" | "__init__" | "mod")
}
