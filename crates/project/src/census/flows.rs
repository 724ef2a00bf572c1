//! Where the data of a dangerous call comes from, when the function around it was given it: from its callers, and theirs.

use super::SourceFile;
use std::collections::{BTreeMap, BTreeSet};
use subject::{Part, Snapshot, parallel};
use syntax::Language;
use syntax::facts::{Danger, Data, Function, Handed, Risk, Role, Taken};

/// How many callers back data is followed.
const CALLERS_MAX: usize = 4;
/// Most files that are asked in one step what they hand to functions.
const FILES_MAX: usize = 200;
/// What data from outside turns against the program.
const GRAVE: [Risk; 4] = [Risk::Shell, Risk::Eval, Risk::Deserialise, Risk::Sql];

/// A function whose parameters reach a dangerous call.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Target {
    path: String,
    first: u32,
    /// The parameters that matter: places and names.
    taken: Vec<(u16, String)>,
    /// The dangerous call: its file, and its number among the dangers there.
    danger: (String, usize),
    /// The names on the way from it to the dangerous call.
    way: String,
}

/// Puts in where the data of dangerous calls comes from, where a caller is seen to hand on what comes from outside.
pub(super) fn follow(snapshot: &Snapshot, files: &mut BTreeMap<String, SourceFile>) {
    let mut open = begun(files);
    let mut seen: BTreeSet<Target> = open.iter().cloned().collect();
    for _ in 0..CALLERS_MAX {
        let (found, more) = step(snapshot, files, &open);
        for ((path, number), data) in found {
            let dangers = files.get_mut(&path).map(|file| &mut file.facts.dangers);
            if let Some(danger) = dangers.and_then(|dangers| dangers.get_mut(number)) {
                danger.data = data;
            }
        }
        open = more
            .into_iter()
            .filter(|target| seen.insert(target.clone()))
            .collect();
        if open.is_empty() {
            return;
        }
    }
}

/// The functions that themselves hand a parameter to a dangerous call.
fn begun(files: &BTreeMap<String, SourceFile>) -> Vec<Target> {
    let product = files.iter().filter(|(_, file)| file.part == Part::Product);
    let dangers =
        product.flat_map(|(path, file)| (0..).zip(&file.facts.dangers).map(move |each| (path, each)));
    dangers
        .filter(|(_, (_, danger))| GRAVE.contains(&danger.kind))
        .filter_map(|(path, (number, danger))| target(path, number, danger))
        .collect()
}

fn target(path: &str, number: usize, danger: &Danger) -> Option<Target> {
    let Data::Given { function, taken } = &danger.data else {
        return None;
    };
    Some(Target {
        path: path.to_owned(),
        first: *function,
        taken: places(taken),
        danger: (path.to_owned(), number),
        way: String::new(),
    })
}

fn places(taken: &[Taken]) -> Vec<(u16, String)> {
    taken
        .iter()
        .map(|taken| (taken.place, taken.name.clone()))
        .collect()
}

/// What one step back finds: dangers whose data comes from outside, and functions that were given it themselves.
type Found = (BTreeMap<(String, usize), Data>, Vec<Target>);

fn step(snapshot: &Snapshot, files: &BTreeMap<String, SourceFile>, open: &[Target]) -> Found {
    let wanted = named(files, open);
    let names: BTreeSet<String> = wanted.iter().map(|(function, _)| function.name.clone()).collect();
    let asked: Vec<&String> = files
        .iter()
        .filter(|(path, file)| file.part == Part::Product && calls_any(snapshot, path, file, &names))
        .map(|(path, _)| path)
        .take(FILES_MAX)
        .collect();
    let handed = parallel::map(&asked, |path| handed(snapshot, files, path, &names));
    let mut found = Found::default();
    for (path, call) in asked
        .iter()
        .zip(handed)
        .flat_map(|(path, calls)| calls.into_iter().map(move |call| (*path, call)))
    {
        for (_, target) in wanted
            .iter()
            .filter(|(function, target)| is_meant(files, path, &call, (function, target)))
        {
            take(&mut found, path, &call, target);
        }
    }
    found
}

/// The functions of the targets; what has no name is called by nobody who could be found.
fn named<'a>(files: &'a BTreeMap<String, SourceFile>, open: &'a [Target]) -> Vec<(&'a Function, &'a Target)> {
    let function = |target: &Target| {
        let facts = &files.get(&target.path)?.facts;
        facts
            .functions
            .iter()
            .find(|function| function.first == target.first)
    };
    open.iter()
        .filter_map(|target| Some((function(target)?, target)))
        .collect()
}

/// Whether a file calls one of these, in a function or, as scripts do, in one that has no name.
fn calls_any(snapshot: &Snapshot, path: &str, file: &SourceFile, names: &BTreeSet<String>) -> bool {
    let mut calls = file.facts.functions.iter().flat_map(|function| &function.calls);
    let is_script = matches!(
        file.facts.language,
        Language::JavaScript | Language::TypeScript | Language::Tsx
    );
    let text = || snapshot.text(path).unwrap_or_default();
    calls.any(|name| names.contains(name))
        || is_script && names.iter().any(|name| text().contains(&format!("{name}(")))
}

fn handed(
    snapshot: &Snapshot,
    files: &BTreeMap<String, SourceFile>,
    path: &str,
    names: &BTreeSet<String>,
) -> Vec<Handed> {
    let (Some(file), Some(source)) = (snapshot.files.get(path), files.get(path)) else {
        return Vec::new();
    };
    let text = String::from_utf8_lossy(&file.bytes);
    syntax::handed(source.facts.language, path, &text, names)
}

/// Whether a call means a function: what stands before its name is the function's owner or file. Or, where nothing of
/// the repository is called so, no other function has the name.
fn is_meant(
    files: &BTreeMap<String, SourceFile>,
    path: &str,
    call: &Handed,
    (function, target): (&Function, &Target),
) -> bool {
    let (before, name) = call.callee.rsplit_once(['.', ':']).unwrap_or(("", &call.callee));
    if name != function.name {
        return false;
    }
    let before = before
        .trim_end_matches(':')
        .rsplit(['.', ':'])
        .next()
        .unwrap_or_default();
    let all = files
        .iter()
        .flat_map(|(path, file)| file.facts.functions.iter().map(move |one| (path.as_str(), one)));
    let same: Vec<(&str, &Function)> = all
        .filter(|(_, one)| one.name == function.name && one.role == Role::Product)
        .collect();
    let is_it = |(path, one): &(&str, &Function)| *path == target.path && one.first == target.first;
    let owned: Vec<_> = same
        .iter()
        .filter(|(path, one)| fits(before, path, one))
        .collect();
    match (owned.as_slice(), same.as_slice()) {
        ([only], _) => is_it(only),
        ([], [only]) => is_it(only),
        ([], _) if before.is_empty() => {
            let here: Vec<_> = same.iter().filter(|(at, _)| *at == path).collect();
            matches!(here.as_slice(), [only] if is_it(only))
        }
        _ => false,
    }
}

/// Whether what stands before a name is what a function belongs to: its type, or the file that it lies in.
fn fits(before: &str, path: &str, function: &Function) -> bool {
    let file = path.rsplit('/').next().unwrap_or(path);
    let stem = file.split('.').next().unwrap_or(file);
    let is = |owner: &str| !before.is_empty() && owner.eq_ignore_ascii_case(before);
    function.owner.as_deref().is_some_and(is) || is(stem)
}

/// Notes what a call hands to the parameters of a target.
fn take(found: &mut Found, path: &str, call: &Handed, target: &Target) {
    for (place, name) in &target.taken {
        let by_name = call
            .arguments
            .iter()
            .find(|(given, _)| given.as_ref() == Some(name));
        let by_place = || {
            call.arguments
                .get(usize::from(*place))
                .filter(|(given, _)| given.is_none())
        };
        let way = format!("{name}{}", target.way);
        match by_name.or_else(by_place).map(|(_, data)| data) {
            Some(Data::Input {
                line, way: before, ..
            }) => {
                let data = Data::Input {
                    file: (path != target.danger.0).then(|| path.to_owned()),
                    line: *line,
                    way: format!("{before} → {way}"),
                };
                found.0.entry(target.danger.clone()).or_insert(data);
            }
            Some(Data::Given { function, taken }) => found.1.push(Target {
                path: path.to_owned(),
                first: *function,
                taken: places(taken),
                danger: target.danger.clone(),
                way: format!(" → {way}"),
            }),
            _ => {}
        }
    }
}
