//! The literal parts of `build.gradle` and `build.gradle.kts`: lines of blocks `dependencies`.

use super::{Dependency, Kind, Manifest, Pin, Source, pin};
use wordlist::{array, head_of};

/// Configurations and what their dependencies are for; the rest are of plugins and count as build ones.
const CONFIGURATIONS: [(Kind, &str); 3] = [
    (Kind::Runtime, "implementation api compile runtimeOnly runtime"),
    (Kind::Peer, "compileOnly compileOnlyApi providedCompile"),
    (Kind::Build, "annotationProcessor kapt ksp classpath"),
];

pub(super) fn read(manifest: &mut Manifest, text: &str) {
    let mut depth = 0_i32;
    // The depth at which the innermost block of dependencies was opened.
    let mut inside: Option<i32> = None;
    for (number, line) in (1..).zip(text.lines()) {
        let code = line
            .split("//")
            .next()
            .filter(|_| !line.contains("://"))
            .unwrap_or(line)
            .trim();
        if inside.is_none() && code.starts_with("dependencies") && code.contains('{') {
            inside = Some(depth);
        } else if inside.is_some() {
            take(manifest, code, number);
        } else {
            head(manifest, code, number);
        }
        let opened = code.matches('{').count();
        let closed = code.matches('}').count();
        depth += i32::try_from(opened).unwrap_or(0) - i32::try_from(closed).unwrap_or(0);
        if inside.is_some_and(|at| depth <= at) {
            inside = None;
        }
    }
}

fn head(manifest: &mut Manifest, code: &str, line: u32) {
    let value = |key: &str| {
        let rest = code.strip_prefix(key)?.trim_start();
        let rest = rest.strip_prefix('=').unwrap_or(rest).trim();
        literals(rest).into_iter().next()
    };
    if let Some(version) = value("version") {
        manifest.version = Some(version);
    }
    let levels = ["languageVersion", "sourceCompatibility", "JavaLanguageVersion.of"];
    if manifest.toolchain.is_none() && levels.iter().any(|key| code.contains(key)) {
        let digits: String = code.chars().filter(char::is_ascii_digit).collect();
        if !digits.is_empty() {
            manifest.toolchain = Some((digits, line));
        }
    }
}

fn take(manifest: &mut Manifest, code: &str, line: u32) {
    let end = code.find([' ', '(']).unwrap_or(code.len());
    let (configuration, rest) = (&code[..end], code[end..].trim());
    let Some(kind) = kind(configuration) else { return };
    if rest.contains("project(") || rest.contains("projects.") {
        let name = literals(rest).into_iter().next().unwrap_or_default();
        manifest.needs(
            Dependency::new(name, "", line)
                .of_kind(kind)
                .sourced(Source::Workspace),
        );
    } else if rest.contains("files(") || rest.contains("fileTree(") {
        manifest.needs(
            Dependency::new("files", "", line)
                .of_kind(kind)
                .sourced(Source::Path),
        );
    } else if let Some(reference) = catalog_reference(rest) {
        // The catalog names it; until then only its place there is known.
        let mut dependency = Dependency::new(reference, "", line).of_kind(kind);
        dependency.source = Source::Workspace;
        manifest.needs(dependency);
    } else if let Some(dependency) = coordinates(rest, line) {
        manifest.needs(dependency.of_kind(kind));
    } else if !rest.is_empty() && !rest.starts_with('{') {
        manifest.gap(
            line,
            format!("the dependency `{}`", rest.chars().take(60).collect::<String>()),
        );
    }
}

fn kind(configuration: &str) -> Option<Kind> {
    let ends = const { array::<6>("Implementation Api Compile RuntimeOnly CompileOnly Runtime") };
    head_of(&CONFIGURATIONS, configuration).or_else(|| {
        // Source sets have their own configurations: of tests and the like, for those who work on it.
        let is_one = ends.iter().any(|end| configuration.ends_with(end));
        is_one.then_some(Kind::Dev)
    })
}

fn catalog_reference(rest: &str) -> Option<String> {
    let inner = rest.trim_start_matches('(').trim_start_matches("platform(");
    let reference = inner.strip_prefix("libs.")?;
    let end = reference
        .find(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '_')))
        .unwrap_or(reference.len());
    Some(format!("libs.{}", &reference[..end]))
}

/// `'g:a:v'`, `"g:a"`, `group: 'g', name: 'a', version: 'v'`.
fn coordinates(rest: &str, line: u32) -> Option<Dependency> {
    let texts = literals(rest);
    let (name, version) = if rest.contains("group") && texts.len() >= 2 {
        (
            format!("{}:{}", texts[0], texts[1]),
            texts.get(2).cloned().unwrap_or_default(),
        )
    } else {
        let mut parts = texts.first()?.split(':');
        let (group, artifact) = (parts.next()?, parts.next()?);
        let version = parts
            .next()
            .unwrap_or_default()
            .split('@')
            .next()
            .unwrap_or_default();
        (format!("{group}:{artifact}"), version.to_owned())
    };
    // Without a version a platform or a plugin fixes it.
    let is_fixed = version.is_empty() || version.contains('$');
    let pin = if is_fixed {
        Pin::Exact
    } else {
        pin::maven(&version)
    };
    Some(Dependency::new(name, version, line).pinned(pin))
}

/// The quoted texts of a line.
fn literals(text: &str) -> Vec<String> {
    text.split(['"', '\''])
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}
