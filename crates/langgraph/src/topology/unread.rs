//! Graphs that are there and are not read, and graphs that nothing starts but that are used.

use super::{Framework, Graph, Note};
use court::evidence::Place;
use python::ast::{Expr, ExprKind};
use python::program::{Declared, Definition, Program, Scope, declared_graphs};
use python::walk;
use subject::Snapshot;
use wordlist::array;

/// Most graphs that are not read of which is told.
const UNREAD_MAX: usize = 20;

/// Packages that make whole graphs, and what they call what does.
const PACKAGES: &[&str] = &array::<5>("langgraph langgraph_supervisor langgraph_swarm langchain deepagents");
const MAKERS: &[&str] = &array::<8>(
    "create_react_agent create_agent create_supervisor create_swarm create_deep_agent \
     async_create_deep_agent entrypoint task",
);
/// Endings of files in the other language that graphs are written in, its package, and what makes them there.
const SCRIPTS: &[&str] = &[".ts", ".tsx", ".mts", ".js", ".mjs", ".cjs"];
const SCRIPT_PACKAGE: &str = "@langchain/langgraph";
/// Endings of files that tell people how a program is used.
const DOCUMENTS: &[&str] = &[".md", ".rst", ".txt", ".ipynb"];

/// What makes graphs and is not read. Agents and supervisors that come ready made, functional ones, those in
/// TypeScript, and those declared to a server under names that lead to no file.
pub fn unread(program: &Program, snapshot: &Snapshot) -> Vec<Note> {
    let mut found = Vec::new();
    for module in program.modules().filter(|module| !program.is_test(&module.path)) {
        let Some(scope) = program.scope(&module.path) else {
            continue;
        };
        let mut look = |expr: &Expr| {
            let callee = match &expr.kind {
                ExprKind::Call { callee, .. } => callee,
                _ => expr,
            };
            if let Some(name) = maker(program, scope, callee) {
                let place = Place::lines(&module.path, expr.span.first, expr.span.last);
                let what = format!("`{name}` makes a graph, which is not read");
                found.push(Note { place, what });
            }
        };
        walk::expressions(&module.body, &mut |expr| {
            if matches!(expr.kind, ExprKind::Call { .. }) {
                look(expr);
            }
        });
        walk::functions(&module.body, &mut |function| {
            function.decorators.iter().for_each(&mut look)
        });
    }
    found.extend(in_scripts(snapshot));
    found.extend(declared(program, snapshot));
    found.sort();
    found.dedup_by(|one, other| one.place == other.place);
    found.truncate(UNREAD_MAX);
    found
}

fn maker(program: &Program, scope: Scope<'_>, callee: &Expr) -> Option<String> {
    let dotted = walk::dotted(callee)?;
    if !dotted
        .rsplit('.')
        .next()
        .is_some_and(|last| MAKERS.contains(&last) || !dotted.contains('.'))
    {
        return None;
    }
    let Some(Definition::External(name)) = program.resolve_in(scope, &dotted) else {
        return None;
    };
    let (package, last) = (name.split('.').next()?, name.rsplit('.').next()?);
    (PACKAGES.contains(&package) && MAKERS.contains(&last)).then(|| last.to_owned())
}

fn in_scripts(snapshot: &Snapshot) -> impl Iterator<Item = Note> {
    let scripts = snapshot.files.iter().filter(|(path, _)| {
        SCRIPTS.iter().any(|ending| path.ends_with(ending)) && !subject::part::is_test_path(path)
    });
    scripts.filter_map(|(path, file)| {
        let lines = (1..).zip(file.text()?.lines());
        let (line, _) = { lines }.find(|(_, line)| line.contains(SCRIPT_PACKAGE))?;
        Some(Note {
            place: Place::line(path, line),
            what: "a graph in TypeScript or JavaScript is not read".to_owned(),
        })
    })
}

/// Graphs declared to a server whose file is none that was read as Python.
fn declared(program: &Program, snapshot: &Snapshot) -> Vec<Note> {
    let configs = snapshot
        .files
        .iter()
        .filter(|(path, _)| path.rsplit('/').next() == Some("langgraph.json"));
    let mut found = Vec::new();
    for (path, text) in configs.filter_map(|(path, file)| Some((path, file.text()?))) {
        for Declared { name, target, line } in declared_graphs(text) {
            let variable = target.split_once(':').map(|(_, variable)| variable);
            let is_read = program.entry_points().iter().any(|entry| {
                let is_here = matches!(&entry.place, Place::Lines { path: known, .. } if known == path);
                is_here && entry.function.as_deref() == variable
            });
            if !is_read {
                found.push(Note {
                    place: Place::line(path, line),
                    what: format!("the graph `{name}`, declared as `{target}`, is not read"),
                });
            }
        }
    }
    found
}

/// Where nothing that is started comes to a graph, the one that documents, tests or packages use is the program's.
pub fn adopt(graphs: &mut [Graph], program: &Program, snapshot: &Snapshot) {
    if super::live(graphs).is_some() {
        return;
    }
    let own = graphs.iter().position(|graph| {
        graph.framework == Framework::LangGraph && !graph.is_subgraph && !graph.nodes.is_empty()
    });
    let Some(at) = own else { return };
    let Place::Lines { path, .. } = &graphs[at].defined_at else {
        return;
    };
    let Some(place) = used(program, snapshot, path) else {
        return;
    };
    let graph = &mut graphs[at];
    graph.why_live = format!("it is defined and started by nothing in the repository; used as in {place}");
    (graph.live, graph.is_started) = (true, false);
    graphs[..=at].rotate_right(1);
}

/// Where a document, test or package imports a module.
fn used(program: &Program, snapshot: &Snapshot, path: &str) -> Option<Place> {
    let module = path
        .trim_end_matches(".py")
        .trim_end_matches("/__init__")
        .replace('/', ".");
    let module = module.strip_prefix("src.").map_or(vec![module.clone()], |short| {
        vec![module.clone(), short.to_owned()]
    });
    let tells = |other: &str| {
        DOCUMENTS.iter().any(|ending| other.ends_with(ending))
            || program.is_test(other)
            || other.ends_with("__init__.py")
    };
    let files = snapshot
        .files
        .iter()
        .filter(|(other, _)| *other != path && tells(other));
    files
        .filter_map(|(other, file)| {
            let mut lines = (1..).zip(file.text()?.lines());
            let (line, _) = lines.find(|(_, line)| module.iter().any(|module| imports(line, module)))?;
            Some(Place::line(other, line))
        })
        .next()
}

/// `from a.b import c`, `import a.b`, `python -m a.b` in a line of any text.
fn imports(line: &str, module: &str) -> bool {
    let words = line.split(|c: char| !(c.is_alphanumeric() || "._-".contains(c)));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words
        .windows(2)
        .any(|pair| matches!(pair[0], "from" | "import" | "-m") && pair[1] == module)
}
