//! Whether a program checks the types, where the compiler does not.

use super::{coverage, no_code};
use court::evidence::Finding;
use probes_core::{Answer, Probe, Subject};
use project::automation::Purpose;
use project::census::is_inside;
use project::manifest::Manifest;
use wordlist::{Words, array};

/// Languages that run without anybody having checked a type.
static UNCHECKED: Words =
    Words::new(|| wordlist::words(include_str!("../../../words/types_checked_unchecked.txt")));

/// Those of them that have no types of their own: who checks types there has chosen to add some.
const BARE: [&str; 12] =
    array("JavaScript Ruby Clojure Elixir Erlang Groovy Julia Lua Perl PowerShell R Shell");

pub(super) const PROBE: Probe = Probe::of_code(
    "automation.types_checked",
    "A type checker looks at most of the code that no compiler checks: 2 where something runs it, 1 where it is only set up",
    examine,
)
.unless(no_code);

fn examine(snapshot: &Subject) -> Answer {
    let lines = coverage::lines(snapshot);
    let open: Vec<(&str, u64)> = lines
        .iter()
        .filter(|(language, _)| UNCHECKED.contains(language))
        .copied()
        .collect();
    let all: u64 = lines.iter().map(|(_, count)| count).sum();
    let loose: u64 = open.iter().map(|(_, count)| count).sum();
    // A few scripts beside a compiled program are no program of their own.
    if loose * 2 < all || loose == 0 {
        let checked = lines.iter().find(|(language, _)| !UNCHECKED.contains(language));
        let main = checked.map_or("this language", |(language, _)| *language);
        return Answer::not_applicable(format!("the compiler of {main} checks the types"));
    }
    let answer = coverage::answer(snapshot, Purpose::Types, &open);
    let bare: u64 = open
        .iter()
        .filter(|(language, _)| BARE.contains(language))
        .map(|(_, count)| count)
        .sum();
    if answer.finding != Finding::Present && bare * 2 > loose {
        return Answer::not_applicable("most of the code is in a language that has no types of its own");
    }
    answer
}

/// Builds that check types only where a project has TypeScript.
const TYPED_BUILDS: [&str; 1] = ["next"];

/// Whether a tool that runs in a folder does there what it is for.
pub(super) fn checks(snapshot: &Subject, purpose: Purpose, tool: &str, folder: &str) -> bool {
    let is_typed = |path: &String| {
        let is_source = (path.ends_with(".ts") || path.ends_with(".tsx")) && !path.ends_with(".d.ts");
        is_inside(path, folder) && (is_source || path.rsplit('/').next() == Some("tsconfig.json"))
    };
    let brings = |one: &&Manifest| is_inside(&one.path, folder);
    let mut packages = snapshot
        .manifests()
        .all
        .iter()
        .filter(brings)
        .flat_map(|one| &one.dependencies);
    purpose != Purpose::Types
        || !TYPED_BUILDS.contains(&tool)
        || snapshot.files.keys().any(is_typed)
        || packages.any(|one| one.name == "typescript")
}
