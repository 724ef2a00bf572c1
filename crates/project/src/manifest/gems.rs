//! The literal parts of `Gemfile` and `*.gemspec`.

use super::{Audience, Dependency, Format, Kind, Manifest, Source, pin};
use wordlist::array;

/// Groups of a Gemfile that the program does not run with.
const DEV_GROUPS: [&str; 8] = array("test development doc docs lint ci release benchmark");

pub(super) fn read(manifest: &mut Manifest, text: &str) {
    // Open blocks: whether each is a group for development.
    let mut blocks: Vec<bool> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let code = line.trim();
        if code.starts_with('#') || code.is_empty() {
            continue;
        }
        let is_dev = blocks.iter().any(|is_dev| *is_dev);
        if manifest.format == Format::Gemfile {
            gemfile(manifest, code, number, is_dev);
        } else {
            gemspec(manifest, code, number);
        }
        if opens(code) {
            blocks.push(
                code.starts_with("group")
                    && words(code).iter().any(|word| DEV_GROUPS.contains(&word.as_str())),
            );
        } else if code == "end" {
            blocks.pop();
        }
    }
    if manifest.format == Format::Gemspec {
        manifest.audience = Audience::Published;
    }
}

fn opens(code: &str) -> bool {
    let starts = ["if ", "unless ", "case ", "begin", "def ", "while "];
    code.ends_with(" do") || code.contains(" do |") || starts.iter().any(|start| code.starts_with(start))
}

/// The symbols and quoted texts of a line.
fn words(code: &str) -> Vec<String> {
    let parts = code.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-')));
    parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

fn gemfile(manifest: &mut Manifest, code: &str, line: u32, is_dev: bool) {
    let call = |name: &str| {
        let rest = code.strip_prefix(name)?;
        rest.starts_with([' ', '('])
            .then(|| rest.trim_start_matches(['(', ' ']))
    };
    if code == "gemspec" || code.starts_with("gemspec ") {
        manifest.includes.push(("*.gemspec".to_owned(), line));
    } else if let Some(rest) = call("eval_gemfile") {
        match literals(rest).first() {
            Some(path) => manifest.includes.push((path.clone(), line)),
            None => manifest.gap(line, "a Gemfile that is named by code"),
        }
    } else if let Some(rest) = call("ruby") {
        manifest.toolchain = literals(rest).first().map(|text| (text.clone(), line));
    } else if let Some(rest) = call("gem") {
        if rest.starts_with(['"', '\'']) {
            let kind = if is_dev || has_dev_group(rest) {
                Kind::Dev
            } else {
                Kind::Runtime
            };
            manifest.needs(gem(rest, line).of_kind(kind));
        } else {
            manifest.gap(line, "a gem that is named by code");
        }
    }
}

fn has_dev_group(rest: &str) -> bool {
    let after = rest.split_once("group").map(|(_, after)| after);
    after.is_some_and(|after| {
        words(after)
            .iter()
            .any(|word| DEV_GROUPS.contains(&word.as_str()))
    })
}

fn gem(rest: &str, line: u32) -> Dependency {
    let is_option = |at: usize| rest[..at].contains(": ") || rest[..at].contains("=>");
    let mut requirements = Vec::new();
    let mut name = String::new();
    for (at, text) in placed(rest) {
        if name.is_empty() {
            name = text;
        } else if !is_option(at) {
            requirements.push(text);
        }
    }
    let is_open = requirements
        .iter()
        .any(|one| one.trim_start_matches(['=', ' ']).starts_with("#{"));
    let written = match worked_out(rest) {
        Some(code) => format!("${{{code}}}"),
        None if is_open => format!("${{{}}}", requirements.join(", ")),
        None => requirements.join(", "),
    };
    let dependency = Dependency::new(name, written, line).pinned(pin::gem(&requirements));
    let has = |key: &str| rest.contains(&format!("{key}:")) || rest.contains(&format!(":{key} =>"));
    if has("path") {
        dependency.sourced(Source::Path)
    } else if has("git") || has("github") {
        let is_fixed = has("ref") || has("tag");
        dependency.sourced(Source::Git { is_fixed })
    } else {
        dependency
    }
}

/// A version that is a variable or another piece of code, among what stands behind the name.
fn worked_out(rest: &str) -> Option<String> {
    let mut bare = String::new();
    let mut quote = None;
    for c in rest.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if c == '#' => break,
            None if matches!(c, '"' | '\'') => {
                quote = Some(c);
                bare.push('"');
            }
            None => bare.push(c),
        }
    }
    let mut parts = bare
        .split(',')
        .skip(1)
        .map(|part| part.trim().trim_end_matches(')'));
    let is_code = |part: &&str| {
        let is_option =
            part.contains("=>") || part.contains(": ") || part.ends_with(':') || part.contains(":\"");
        part.starts_with(|c: char| c.is_alphabetic() || matches!(c, '*' | '@')) && !is_option
    };
    let code = parts.find(is_code)?;
    Some(code.split(" if ").next().unwrap_or(code).to_owned())
}

/// Methods of a specification that add a dependency.
const ADDS: [(&str, Kind); 3] = [
    ("add_development_dependency", Kind::Dev),
    ("add_runtime_dependency", Kind::Runtime),
    ("add_dependency", Kind::Runtime),
];

fn gemspec(manifest: &mut Manifest, code: &str, line: u32) {
    for (method, kind) in ADDS {
        let Some((_, rest)) = code.split_once(&format!(".{method}")) else {
            continue;
        };
        let rest = rest.trim_start_matches(['(', ' ']);
        if rest.starts_with(['"', '\'']) {
            manifest.needs(gem(rest, line).of_kind(kind));
        } else {
            manifest.gap(line, "a gem that is named by code");
        }
        return;
    }
    let value = |key: &str| {
        let (_, rest) = code.split_once(&format!(".{key}"))?;
        let rest = rest.trim_start().strip_prefix('=')?.trim_start();
        rest.starts_with(['"', '\''])
            .then(|| literals(rest).into_iter().next())?
    };
    if let Some(name) = value("name") {
        manifest.name = Some(name);
    } else if let Some(version) = value("version") {
        manifest.version = Some(version);
    } else if let Some(ruby) = value("required_ruby_version") {
        manifest.toolchain = Some((ruby, line));
    }
}

fn literals(text: &str) -> Vec<String> {
    placed(text).into_iter().map(|(_, text)| text).collect()
}

/// The quoted texts of a line, each with the byte where it starts.
fn placed(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut open: Option<(usize, char)> = None;
    for (at, c) in text.char_indices() {
        match open {
            Some((start, quote)) if c == quote => {
                found.push((start, text[start + 1..at].to_owned()));
                open = None;
            }
            None if c == '#' => break,
            None if matches!(c, '"' | '\'') => open = Some((at, c)),
            _ => {}
        }
    }
    found
}
