//! Circles of imports: files that need each other before either is loaded.

use super::atlas::Atlas;
use super::{FileId, Link, Modules, Target};
use ::syntax::Language;
use ::syntax::facts::Via;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use subject::Part;

/// Most files of one circle from which its shortest way round is sought.
const STARTS_MAX: usize = 400;

/// Files that import each other in a circle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// All files that hang together so, sorted.
    pub files: Vec<FileId>,
    /// A shortest way round among them.
    pub edges: Vec<Edge>,
}

/// One import of a circle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// The file that imports.
    pub from: FileId,
    /// The line on which it does.
    pub line: u32,
    /// The file that is imported.
    pub to: FileId,
}

/// Who imports whom, with the first line.
type Graph = BTreeMap<u32, BTreeMap<u32, u32>>;

/// Finds the circles of a tree, the smallest first.
pub(super) fn find(atlas: &Atlas<'_>, modules: &mut Modules) {
    let graph = loading(atlas, modules);
    let mut cycles: Vec<Cycle> = components(&graph)
        .into_iter()
        .filter_map(|files| cycle(&graph, files))
        .collect();
    cycles.sort_by_key(|cycle| (cycle.edges.len(), cycle.files.len(), cycle.files.clone()));
    modules.cycles = cycles;
    modules.loaded = atlas
        .files()
        .filter(|(id, path)| counted(atlas, *id, path).is_some())
        .count();
}

/// The imports of the program that run while a file is loaded.
fn loading(atlas: &Atlas<'_>, modules: &Modules) -> Graph {
    let mut graph = Graph::new();
    let keeps_types = keeps_types(atlas);
    for (id, path) in atlas.files() {
        let Some(language) = counted(atlas, id, path) else {
            continue;
        };
        for link in &modules.links[id as usize] {
            let Target::Files(targets) = &link.target else {
                continue;
            };
            let runs_at_once = match link.how {
                Via::Use | Via::Offer => true,
                // What may be missing may also be sought late.
                Via::Optional => !is_in_function(atlas, id, link.line),
                Via::Declare | Via::Late | Via::TypeOnly => false,
            };
            if link.line == 0 || !runs_at_once {
                continue;
            }
            let others = targets.iter().filter(|to| {
                let path = atlas.paths[**to as usize];
                **to != id
                    && counted(atlas, **to, path).is_some()
                    && !is_only_types(atlas, language, path, (id, keeps_types), link)
                    && !is_own_package(atlas, path, id, link)
            });
            let edges = graph.entry(id).or_default();
            for to in others {
                edges.entry(*to).or_insert(link.line);
            }
        }
    }
    graph
}

fn is_in_function(atlas: &Atlas<'_>, id: FileId, line: u32) -> bool {
    let functions = atlas.facts(id).map_or(&[][..], |facts| &facts.functions);
    functions.iter().any(|one| one.first < line && line <= one.last)
}

/// The language of a file whose circles count: where files run while they are loaded, one of a circle runs before what it
/// needs. Elsewhere a compiler sees all at once, or (Go) forbids circles; headers of C are guarded.
fn counted(atlas: &Atlas<'_>, id: FileId, path: &str) -> Option<Language> {
    let file = atlas.census.files.get(path)?;
    let counts = match file.facts.language {
        Language::Python => path.ends_with(".py"),
        Language::JavaScript | Language::TypeScript | Language::Tsx => !path.ends_with(".d.ts"),
        Language::Ruby => true,
        Language::C | Language::Cpp | Language::Go | Language::Java | Language::Rust => false,
    };
    (counts && file.part == Part::Product && atlas.facts(id).is_some()).then_some(file.facts.language)
}

/// The names that an import takes.
fn taken<'a>(atlas: &'a Atlas<'_>, from: FileId, link: &Link) -> &'a [String] {
    let facts = atlas.facts(from);
    let import = facts.and_then(|facts| {
        let mut imports = facts.imports.iter();
        imports.find(|import| import.line == link.line && import.what == link.what)
    });
    import.map_or(&[][..], |import| &import.names)
}

/// Whether a module of Python brings in the package that it lies in, and takes no name of it. The package is being loaded already,
/// and is asked for nothing yet.
fn is_own_package(atlas: &Atlas<'_>, target: &str, from: FileId, link: &Link) -> bool {
    let folder = target.strip_suffix("__init__.py");
    folder.is_some_and(|folder| atlas.paths[from as usize].starts_with(folder))
        && taken(atlas, from, link).is_empty()
}

/// Whether all that TypeScript takes from a file are types: the compiler drops such an import.
fn is_only_types(
    atlas: &Atlas<'_>,
    language: Language,
    target: &str,
    (from, keeps_types): (FileId, bool),
    link: &Link,
) -> bool {
    if !matches!(language, Language::TypeScript | Language::Tsx) {
        return false;
    }
    let names = taken(atlas, from, link);
    let text = atlas.snapshot.text(target).unwrap_or_default();
    let declares = |word: &str, name: &str| {
        let start = format!("{word} {name}");
        text.match_indices(&start).any(|(at, _)| {
            let next = text[at + start.len()..].chars().next();
            next.is_none_or(|c| !(c.is_alphanumeric() || c == '_'))
        })
    };
    let own = atlas.snapshot.text(atlas.paths[from as usize]);
    let own = own.filter(|text| text.len() <= TYPED_BYTES_MAX && link.how == Via::Use);
    let own = own.filter(|text| !keeps_types || !is_decorated(text));
    let is_typed = |name: &str| own.is_some_and(|text| is_used_as_type(text, link.line, name));
    let is_type = |name: &String| declares("interface", name) || declares("type", name) || is_typed(name);
    !names.is_empty() && names.iter().all(is_type)
}

/// Whether a file has decorators.
fn is_decorated(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with('@'))
}

/// Whether the compiler is told to keep the types beside decorators, so that what only names a type is loaded all the same.
fn keeps_types(atlas: &Atlas<'_>) -> bool {
    let mut settings = atlas.snapshot.files.keys().filter(|path| {
        let name = path.rsplit('/').next().unwrap_or(path);
        name.starts_with("tsconfig") && name.ends_with(".json")
    });
    settings.any(|path| {
        let text = atlas.snapshot.text(path).unwrap_or_default();
        let text: String = text.split_whitespace().collect();
        text.contains(r#""emitDecoratorMetadata":true"#)
    })
}

/// Longest file that is looked through for each name that it imports.
const TYPED_BYTES_MAX: usize = 200_000;

/// Whether a file names what it imports only where a type stands, or within a function that is called later: `a: Name`, `Name[]`,
/// `() => Name`. What stands behind a colon may also be a value, so that a circle is missed rather than invented.
fn is_used_as_type(text: &str, import: u32, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let import = (import as usize).saturating_sub(1);
    let mut brought = text.lines().skip(import);
    let end = import + brought.position(|line| line.contains("from")).unwrap_or(0);
    let mut lines = text
        .lines()
        .enumerate()
        .filter(|(at, _)| !(import..=end).contains(at));
    lines.all(|(_, line)| {
        line.match_indices(name).all(|(at, _)| {
            let (before, after) = (&line[..at], &line[at + name.len()..]);
            if before.ends_with(is_word) || after.starts_with(is_word) {
                return true;
            }
            let before = before.trim_end();
            let is_typed = [":", "<", "|", "&", "=>", " as", " implements"]
                .iter()
                .any(|sign| before.ends_with(sign));
            let is_remark = ["//", "*"]
                .iter()
                .any(|sign| before.trim_start().starts_with(sign));
            is_remark || is_typed && !after.starts_with(['(', '.'])
        })
    })
}

/// The parts of a graph in which everything leads to everything, of two nodes or more.
///
/// Kosaraju's two passes: in the order in which a first pass leaves nodes, a second one against the edges.
fn components(graph: &Graph) -> Vec<Vec<u32>> {
    let order = left_last(graph);
    let mut back: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (from, edges) in graph {
        for to in edges.keys() {
            back.entry(*to).or_default().push(*from);
        }
    }
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for node in order.into_iter().rev() {
        let mut stack = vec![node];
        let mut members = Vec::new();
        while let Some(node) = stack.pop() {
            if seen.insert(node) {
                members.push(node);
                stack.extend(back.get(&node).into_iter().flatten());
            }
        }
        if members.len() > 1 {
            members.sort_unstable();
            found.push(members);
        }
    }
    found
}

/// The nodes in the order in which a search depth first leaves them.
fn left_last(graph: &Graph) -> Vec<u32> {
    let mut seen = BTreeSet::new();
    let mut order = Vec::new();
    for start in graph.keys() {
        let mut stack = vec![(*start, false)];
        while let Some((node, is_left)) = stack.pop() {
            if is_left {
                order.push(node);
            } else if seen.insert(node) {
                stack.push((node, true));
                let next = graph.get(&node).into_iter().flatten().map(|(to, _)| *to);
                stack.extend(next.filter(|to| !seen.contains(to)).map(|to| (to, false)));
            }
        }
    }
    order
}

fn cycle(graph: &Graph, files: Vec<u32>) -> Option<Cycle> {
    let members: BTreeSet<u32> = files.iter().copied().collect();
    let rounds = files
        .iter()
        .take(STARTS_MAX)
        .filter_map(|start| round(graph, &members, *start));
    let edges = rounds.min_by_key(Vec::len)?;
    Some(Cycle { files, edges })
}

/// A shortest way from a node back to it.
fn round(graph: &Graph, members: &BTreeSet<u32>, start: u32) -> Option<Vec<Edge>> {
    let mut from: BTreeMap<u32, Edge> = BTreeMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(node) = queue.pop_front() {
        for (to, line) in graph.get(&node).into_iter().flatten() {
            if !members.contains(to) || from.contains_key(to) {
                continue;
            }
            let edge = Edge {
                from: node,
                line: *line,
                to: *to,
            };
            from.insert(*to, edge);
            if *to == start {
                return Some(back(&from, start));
            }
            queue.push_back(*to);
        }
    }
    None
}

fn back(from: &BTreeMap<u32, Edge>, start: u32) -> Vec<Edge> {
    let mut edges = Vec::new();
    let mut at = start;
    while let Some(edge) = from.get(&at) {
        edges.push(*edge);
        at = edge.from;
        if at == start {
            break;
        }
    }
    edges.reverse();
    edges
}

#[cfg(test)]
mod tests;
