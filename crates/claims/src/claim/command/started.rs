//! Whether the file is there that a script of a package starts, as it lies or as the compiler of TypeScript makes it.

use super::super::sides::Sides;
use project::manifest::{Manifest, Script, join};
use subject::data::json;
use wordlist::array;

/// Programs that start a file of sources as it lies, and nothing that is built.
const OF_SOURCES: [&str; 3] = array("tsx ts-node ts-node-dev");
/// Endings of files of TypeScript, of which each makes a file of JavaScript.
const SOURCES: [&str; 4] = array("ts tsx mts cts");

/// What a script starts that is not there, in a sentence; nothing where it is, or where who makes it is not told.
pub(super) fn missing(manifest: &Manifest, script: &Script, sides: &Sides<'_>) -> Option<String> {
    let commands = script.target.split("&&").flat_map(|part| part.split(';'));
    commands
        .map(|command| command.split_whitespace().collect::<Vec<_>>())
        .find_map(|words| match words.as_slice() {
            ["node", file] => unbuilt(manifest, file, sides),
            [program, "watch", file] | [program, file] if OF_SOURCES.contains(program) => {
                unwritten(manifest, file, sides)
            }
            _ => None,
        })
}

/// A path that a manifest gives from its folder, where it is written out.
fn below(manifest: &Manifest, path: &str) -> Option<String> {
    let is_plain = path
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '_' | '-'));
    let is_relative = is_plain && !path.starts_with(['/', '-']);
    is_relative.then(|| join(manifest.folder(), path)).flatten()
}

/// Whether everything was read that could hold the path.
fn is_known(path: &str, sides: &Sides<'_>) -> bool {
    !sides.snapshot.has_path(path) && sides.snapshot.unentered().next().is_none()
}

fn unwritten(manifest: &Manifest, file: &str, sides: &Sides<'_>) -> Option<String> {
    let path = below(manifest, file)?;
    let is_source = path
        .rsplit_once('.')
        .is_some_and(|(_, ending)| SOURCES.contains(&ending));
    (is_source && is_known(&path, sides)).then(|| format!("which starts `{path}`, and there is no such file"))
}

/// A file that only the compiler can make, of a source that is not where its settings have it.
fn unbuilt(manifest: &Manifest, file: &str, sides: &Sides<'_>) -> Option<String> {
    let path = below(manifest, file)?;
    let is_built_plainly = manifest
        .scripts
        .iter()
        .any(|script| script.target.trim() == "tsc");
    let settings = below(manifest, "tsconfig.json")?;
    let settings = json::read(sides.snapshot.text(&settings)?).ok()?;
    if !is_built_plainly || !is_known(&path, sides) || settings.get("extends").is_some() {
        return None;
    }
    let folder = |key: &str| {
        let named = settings.text_at(&["compilerOptions", key])?;
        below(manifest, named)
    };
    let (made_in, from) = (folder("outDir")?, folder("rootDir")?);
    let (stem, _) = path.strip_prefix(&made_in)?.strip_prefix('/')?.rsplit_once('.')?;
    let mut sources = SOURCES.iter().map(|ending| format!("{from}/{stem}.{ending}"));
    sources
        .all(|source| is_known(&source, sides))
        .then(|| format!("which starts `{path}`, and {from}/ has no `{stem}` that it could be built of"))
}
