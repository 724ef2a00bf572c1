//! In each crate, arrows between top-level modules go one way.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Module by module, the other modules of the crate that it names.
type Arrows = BTreeMap<String, BTreeSet<String>>;

fn entries(folder: &Path) -> Vec<PathBuf> {
    let all = fs::read_dir(folder).expect("a folder of sources");
    let mut found: Vec<PathBuf> = all.map(|entry| entry.expect("an entry of it").path()).collect();
    found.sort();
    found
}

/// The modules that a text names as `crate::name` or `crate::{name, other}`.
fn named(text: &str) -> BTreeSet<String> {
    let is_sign = |sign: char| !sign.is_alphanumeric() && sign != '_';
    let names = |path: &str| match path.strip_prefix('{') {
        Some(list) => list.split('}').next().unwrap_or_default().to_owned(),
        None => path.split(is_sign).next().unwrap_or_default().to_owned(),
    };
    let all: Vec<String> = text.split("crate::").skip(1).map(names).collect();
    all.iter()
        .flat_map(|names| names.split(is_sign))
        .map(str::to_owned)
        .collect()
}

/// What a file or folder names, without its comments and tests.
fn names(path: &Path) -> BTreeSet<String> {
    if path.file_stem().is_some_and(|stem| stem == "tests") {
        return BTreeSet::new();
    }
    if path.is_dir() {
        return entries(path).iter().flat_map(|path| names(path)).collect();
    }
    let text = fs::read_to_string(path).unwrap_or_default();
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    named(&code.collect::<Vec<_>>().join("\n"))
}

fn arrows(root: &Path) -> Arrows {
    let mut arrows = Arrows::new();
    for path in entries(&root.join("src")) {
        let module = path.file_stem().expect("a name").to_string_lossy().into_owned();
        if module != "lib" && module != "main" {
            arrows.entry(module).or_default().extend(names(&path));
        }
    }
    let modules: BTreeSet<String> = arrows.keys().cloned().collect();
    for (module, names) in &mut arrows {
        names.retain(|name| name != module && modules.contains(name));
    }
    arrows
}

/// The modules that name each other in a circle, and those that name such ones: what stays when those that name no
/// other are taken away.
fn circle(mut arrows: Arrows) -> Arrows {
    loop {
        let names: BTreeSet<String> = arrows.keys().cloned().collect();
        arrows.retain(|_, to| to.iter().any(|name| names.contains(name)));
        if arrows.len() == names.len() {
            return arrows;
        }
    }
}

#[test]
fn modules_of_a_crate_name_each_other_one_way() {
    let roots = entries(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    let all = roots.iter().map(|root| (root.file_name(), circle(arrows(root))));
    let found: Vec<_> = all.filter(|(_, circle)| !circle.is_empty()).collect();
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_circle_is_seen_through_any_number_of_modules() {
    let of = |texts: &[(&str, &str)]| {
        let arrow = |(name, text): &(&str, &str)| ((*name).to_owned(), named(text));
        texts.iter().map(arrow).collect::<Arrows>()
    };
    let way = [("a", "use crate::b::c;"), ("b", "crate::d::f()"), ("d", "")];
    assert!(circle(of(&way)).is_empty());
    let round = [
        ("a", "use crate::b::c;"),
        ("b", "crate::d::f()"),
        ("d", "crate::a"),
    ];
    assert_eq!(circle(of(&round)).len(), 3);
}
