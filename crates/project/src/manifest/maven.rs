//! `pom.xml`: properties of the file itself are put in; what comes from a parent is filled in later.

use super::{Dependency, Kind, Manifest, Pin, pin};
use std::collections::BTreeMap;
use subject::data::Unreadable;
use subject::data::xml::{self, Element};

/// Longest chain of properties that refer to properties.
const STEPS_MAX: usize = 8;

pub(super) fn read(manifest: &mut Manifest, text: &str) -> Result<(), Unreadable> {
    let root = xml::read(text)?;
    if root.name != "project" {
        return Err(Unreadable::new(root.line, "no element `project`"));
    }
    let properties = properties(&root);
    manifest.name = root.text_of("artifactId").map(str::to_owned);
    let parent = root.child("parent");
    let version = root.text_of("version").or_else(|| parent?.text_of("version"));
    manifest.version = version.map(str::to_owned);
    let release = ["maven.compiler.release", "java.version", "maven.compiler.source"];
    manifest.toolchain = release.iter().find_map(|key| {
        let (value, line) = properties.get(*key)?;
        Some((value.clone(), *line))
    });
    let modules = root.children_at(&["modules"]);
    manifest.members = modules.iter().map(|module| module.text.clone()).collect();
    let listed = root.children_at(&["dependencies"]).iter();
    manifest.dependencies = listed.map(|element| dependency(element, &properties)).collect();
    let managed = root.children_at(&["dependencyManagement", "dependencies"]).iter();
    manifest.offered = managed.map(|element| dependency(element, &properties)).collect();
    Ok(())
}

fn properties(root: &Element) -> BTreeMap<String, (String, u32)> {
    let own = root.children_at(&["properties"]).iter();
    let mut properties: BTreeMap<String, (String, u32)> = own
        .map(|element| (element.name.clone(), (element.text.clone(), element.line)))
        .collect();
    let parent = root.child("parent");
    for key in ["version", "groupId"] {
        let value = root.text_of(key).or_else(|| parent?.text_of(key));
        if let Some(value) = value {
            let value = (value.to_owned(), root.line);
            properties.insert(format!("project.{key}"), value.clone());
            properties.insert(key.to_owned(), value);
        }
    }
    properties
}

/// The text with `${…}` put in, as far as it is known.
fn expand(text: &str, properties: &BTreeMap<String, (String, u32)>) -> String {
    let mut text = text.to_owned();
    for _ in 0..STEPS_MAX {
        let Some((before, rest)) = text.split_once("${") else {
            break;
        };
        let Some((key, after)) = rest.split_once('}') else {
            break;
        };
        let Some((value, _)) = properties.get(key) else {
            break;
        };
        text = format!("{before}{value}{after}");
    }
    text
}

fn dependency(element: &Element, properties: &BTreeMap<String, (String, u32)>) -> Dependency {
    let part = |name: &str| expand(element.text_of(name).unwrap_or_default(), properties);
    let version = part("version");
    let name = format!("{}:{}", part("groupId"), part("artifactId"));
    let kind = match element.text_of("scope") {
        Some("test") => Kind::Dev,
        Some("provided" | "system") => Kind::Peer,
        Some("import") => Kind::Build,
        _ if element.text_of("optional") == Some("true") => Kind::Optional,
        _ => Kind::Runtime,
    };
    // A property of a parent that is not in the repository is fixed all the same.
    let pin = if version.is_empty() {
        Pin::Any
    } else {
        pin::maven(&version)
    };
    Dependency::new(name, version, element.line)
        .of_kind(kind)
        .pinned(pin)
}
