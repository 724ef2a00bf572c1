//! Files that tools and frameworks load by where they lie and what they are called.

use super::{Family, Group};
use crate::census::{Kind, folder, is_inside};
use crate::modules::atlas::{Atlas, join, stem};
use crate::modules::entries::started_by_tools;
use subject::data::json;
use wordlist::Words;

/// Folders whose files are run or loaded one by one, in any language.
static LOADED: Words = Words::new(|| wordlist::words(include_str!("../../../words/conventions_loaded.txt")));

/// Frameworks of scripts that load files by their places.
static FILE_ROUTERS: Words =
    Words::new(|| wordlist::words(include_str!("../../../words/conventions_file_routers.txt")));

/// Names that frameworks of Python look for in every package.
static DJANGO: Words = Words::new(|| wordlist::words(include_str!("../../../words/conventions_django.txt")));
/// Names that tools of Python start.
static PYTHON: Words = Words::new(|| wordlist::words(include_str!("../../../words/conventions_python.txt")));
/// Names of scripts that browsers and platforms start.
static SCRIPT: Words = Words::new(|| wordlist::words(include_str!("../../../words/conventions_script.txt")));

/// By which convention a file may be loaded.
pub(super) fn loaded(
    atlas: &Atlas<'_>,
    path: &str,
    (root, family): Group<'_>,
    has_rails: bool,
    has_django: bool,
) -> Option<String> {
    let mut folders: Vec<&str> = path.split('/').collect();
    folders.pop();
    // The modules of Rust and the packages of Go and Java are in no such folder by chance: the compiler needs them named.
    let is_free = !matches!(family, Family::Rust | Family::Go | Family::Java | Family::Native);
    let by_folder = folders
        .iter()
        .find(|one| LOADED.contains(one) || one.starts_with('.'));
    if let Some(folder) = by_folder.filter(|_| is_free) {
        return Some(format!("files in {folder}/ are often loaded or run one by one"));
    }
    let name = stem(path);
    let by_name = match family {
        Family::Python => PYTHON.contains(&name) || has_django && DJANGO.contains(&name),
        Family::Script => {
            SCRIPT.contains(&name) && !is_bundled(atlas, path, root)
                || path.contains(".worker.")
                || path.contains(".entity.")
        }
        _ => false,
    };
    if by_name {
        return Some(format!("tools start {name} by its name"));
    }
    match family {
        Family::Ruby if has_rails => Some("Rails loads files by the names of their constants".to_owned()),
        Family::Script => {
            router(atlas, root).map(|router| format!("{router} may load files by their places"))
        }
        _ => None,
    }
}

/// Whether the tool that builds a package starts other files of it by their places, and this one is below those.
fn is_bundled(atlas: &Atlas<'_>, path: &str, root: &str) -> bool {
    let mut projects = atlas.projects(Kind::Npm).filter(|one| one.root == root);
    projects.any(|project| {
        let started = started_by_tools(atlas, project);
        let mut homes = started.iter().filter_map(|file| join(root, folder(file)));
        homes.any(|home| !home.is_empty() && is_inside(folder(path), &home))
    })
}

/// A framework that a package needs, or one above it.
fn router(atlas: &Atlas<'_>, root: &str) -> Option<String> {
    let manifests = atlas
        .projects(Kind::Npm)
        .filter(|one| is_inside(root, &one.root) || one.root == root);
    let manifests = manifests
        .map(|one| one.manifest.clone())
        .chain(join(root, "package.json"));
    for manifest in manifests {
        let Some(json) = atlas
            .snapshot
            .text(&manifest)
            .and_then(|text| json::read(text).ok())
        else {
            continue;
        };
        let keys = ["dependencies", "devDependencies", "peerDependencies"];
        let needs = keys.iter().flat_map(|key| json.entries_at(&[*key]));
        let mut names = needs.map(|entry| &entry.key);
        if let Some(found) = names.find(|name| FILE_ROUTERS.contains(&name.as_str())) {
            return Some(found.clone());
        }
    }
    None
}
