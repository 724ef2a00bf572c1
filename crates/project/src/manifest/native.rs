//! What C and C++ projects say of their packages: CMake, Meson, Conan, vcpkg.

use super::{Dependency, Format, Manifest, Pin, Source, requirement};
use subject::data::{Node, Unreadable, json, line_of};
use wordlist::array;

/// Longest call of a build language that is read, in bytes.
const CALL_BYTES_MAX: usize = 4_000;

pub(super) fn read(manifest: &mut Manifest, text: &str) -> Result<(), Unreadable> {
    match manifest.format {
        Format::CMake => cmake(manifest, text),
        Format::Meson => meson(manifest, text),
        Format::Conan => conan(manifest, text),
        _ => return vcpkg(manifest, text),
    }
    Ok(())
}

/// The calls of some functions, in order: function, arguments, line. Comments (`#`) are blank.
fn calls<'a>(text: &'a str, functions: &[&'static str]) -> Vec<(&'static str, &'a str, u32)> {
    let mut found = Vec::new();
    for name in functions {
        for (at, _) in text.match_indices(name) {
            let line_start = text[..at].rfind('\n').map_or(0, |at| at + 1);
            let is_whole = !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.');
            let rest = text[at + name.len()..].trim_start();
            if text[line_start..at].contains('#') || !is_whole || !rest.starts_with('(') {
                continue;
            }
            let end = rest.find(')').unwrap_or(rest.len());
            if end < CALL_BYTES_MAX {
                found.push((*name, &rest[1..end.max(1)], line_of(text, at)));
            }
        }
    }
    found.sort_by_key(|(_, _, line)| *line);
    found
}

const CMAKE: [&str; 7] = array(
    "find_package pkg_check_modules FetchContent_Declare fetchcontent_declare ExternalProject_Add \
     CPMAddPackage project",
);

fn cmake(manifest: &mut Manifest, text: &str) {
    for (function, arguments, line) in calls(text, &CMAKE) {
        let words: Vec<&str> = arguments
            .split_whitespace()
            .map(|word| word.trim_matches('"'))
            .collect();
        let after = |key: &str| {
            let at = words.iter().position(|word| *word == key)?;
            words.get(at + 1).copied()
        };
        let Some(first) = words.first() else { continue };
        match function {
            "project" => {
                manifest.name.get_or_insert_with(|| (*first).to_owned());
                manifest.version = after("VERSION")
                    .map(str::to_owned)
                    .or_else(|| manifest.version.take());
            }
            // Parts of the build tool and the system, not packages.
            "find_package" if ["Threads", "PkgConfig", "Python3", "Git", "Doxygen"].contains(first) => {}
            "find_package" => {
                let version = words
                    .get(1)
                    .filter(|word| word.starts_with(|c: char| c.is_ascii_digit()));
                let pin = match version {
                    Some(_) if words.contains(&"EXACT") => Pin::Exact,
                    Some(_) => Pin::Floor,
                    None => Pin::Any,
                };
                let version = version.copied().unwrap_or_default();
                manifest.needs(Dependency::new(*first, version, line).pinned(pin));
            }
            "pkg_check_modules" => {
                let modules = words
                    .iter()
                    .skip(1)
                    .filter(|word| word.chars().any(char::is_lowercase));
                let modules = modules.map(|module| Dependency::new(*module, "", line));
                manifest.dependencies.extend(modules);
            }
            _ => manifest.needs(fetched(first, &words, after, line)),
        }
    }
}

fn fetched<'a>(
    name: &str,
    words: &[&'a str],
    after: impl Fn(&str) -> Option<&'a str>,
    line: u32,
) -> Dependency {
    let tag = after("GIT_TAG").or_else(|| after("VERSION"));
    let dependency = Dependency::new(name, tag.unwrap_or_default(), line);
    if words.contains(&"GIT_REPOSITORY") || words.contains(&"GITHUB_REPOSITORY") {
        let is_fixed =
            tag.is_some_and(|tag| requirement::is_fixed(tag) || tag.contains(|c: char| c.is_ascii_digit()));
        dependency.sourced(Source::Git { is_fixed })
    } else {
        dependency.pinned(if words.contains(&"URL_HASH") {
            Pin::Exact
        } else {
            Pin::Range
        })
    }
}

fn meson(manifest: &mut Manifest, text: &str) {
    for (function, arguments, line) in calls(text, &["dependency", "project"]) {
        let texts: Vec<&str> = arguments.split('\'').skip(1).step_by(2).collect();
        let Some(first) = texts.first() else { continue };
        if function == "project" {
            manifest.name = Some((*first).to_owned());
            continue;
        }
        let version = arguments
            .split_once("version")
            .and_then(|(_, rest)| rest.split('\'').nth(1));
        let version = version.unwrap_or_default();
        let pin = match version.chars().next() {
            None => Pin::Any,
            Some('>') if !version.contains('<') => Pin::Floor,
            Some('<' | '>') => Pin::Range,
            Some(_) => Pin::Exact,
        };
        manifest.needs(Dependency::new(*first, version, line).pinned(pin));
    }
}

/// `name/version` in `[requires]` of the text form, or quoted in the Python form.
fn conan(manifest: &mut Manifest, text: &str) {
    let is_python = manifest.path.ends_with(".py");
    let mut is_inside = false;
    for (number, line) in (1..).zip(text.lines()) {
        let code = line.split('#').next().unwrap_or_default().trim();
        if code.starts_with('[') && !is_python {
            is_inside = code == "[requires]";
        } else if is_python && code.contains("requires") {
            let texts = code.split(['"', '\'']).skip(1).step_by(2);
            manifest
                .dependencies
                .extend(texts.filter_map(|text| reference(text, number)));
        } else if is_inside {
            manifest.dependencies.extend(reference(code, number));
        }
    }
}

fn reference(text: &str, line: u32) -> Option<Dependency> {
    let (name, version) = text.split_once('/')?;
    let version = version.split('@').next().unwrap_or(version);
    let pin = if version.starts_with('[') {
        Pin::Range
    } else {
        Pin::Exact
    };
    Some(Dependency::new(name, version, line).pinned(pin))
}

fn vcpkg(manifest: &mut Manifest, text: &str) -> Result<(), Unreadable> {
    let root = json::read(text)?;
    manifest.name = root.text_at(&["name"]).map(str::to_owned);
    let baseline = root.at(&["builtin-baseline"]).and_then(Node::text);
    // The baseline fixes the version of every port.
    let pin = if baseline.is_some() { Pin::Exact } else { Pin::Any };
    for item in root.items_at(&["dependencies"]) {
        if let Some(name) = item.text().or_else(|| item.text_at(&["name"])) {
            let version = item.text_at(&["version>="]).unwrap_or_default();
            manifest.needs(Dependency::new(name, version, item.line).pinned(pin));
        }
    }
    Ok(())
}
