//! `setup.cfg` and the literal parts of `setup.py`.

use super::{Audience, Dependency, Kind, Manifest, requirement};
use python::ast::{Arg, Expr, ExprKind, Stmt, StmtKind};
use python::parse;
use python::walk;
use std::collections::BTreeMap;
use subject::data::{Unreadable, ini};

pub(super) fn read_cfg(manifest: &mut Manifest, text: &str) {
    let sections = ini::read(text);
    for section in &sections {
        match section.name.as_str() {
            "metadata" => {
                manifest.name = section.text("name").map(str::to_owned);
                manifest.version = section.text("version").map(str::to_owned);
                let is_published = ["classifiers", "url", "project_urls"]
                    .iter()
                    .any(|key| !section.lines(key).is_empty());
                if is_published {
                    manifest.audience = Audience::Published;
                }
            }
            "options" => options(manifest, section),
            "options.extras_require" => {
                for item in &section.items {
                    lines(manifest, &item.lines, Kind::Optional);
                }
            }
            "options.entry_points" => entry_points(manifest, section),
            _ => {}
        }
    }
}

fn options(manifest: &mut Manifest, section: &ini::Section) {
    lines(manifest, section.lines("install_requires"), Kind::Runtime);
    lines(manifest, section.lines("setup_requires"), Kind::Build);
    lines(manifest, section.lines("tests_require"), Kind::Dev);
    let python = section.lines("python_requires").first();
    manifest.toolchain = python.map(|(line, text)| (text.clone(), *line));
}

fn entry_points(manifest: &mut Manifest, section: &ini::Section) {
    for (line, text) in section.items.iter().flat_map(|item| &item.lines) {
        if let Some((name, target)) = text.split_once('=') {
            Manifest::script(&mut manifest.entries, name.trim(), target.trim(), *line);
        }
    }
}

fn lines(manifest: &mut Manifest, lines: &[(u32, String)], kind: Kind) {
    for (line, text) in lines {
        if let Some(path) = text.strip_prefix("file:") {
            let paths = path.split(',').map(|path| (path.trim().to_owned(), *line));
            manifest.includes.extend(paths);
        } else if let Some(dependency) = requirement::read(text, *line) {
            manifest.needs(dependency.of_kind(kind));
        } else {
            manifest.gap(*line, format!("the requirement `{text}`"));
        }
    }
}

/// Keywords of `setup()` that list packages.
const LISTS: [(&str, Kind); 4] = [
    ("install_requires", Kind::Runtime),
    ("setup_requires", Kind::Build),
    ("tests_require", Kind::Dev),
    ("extras_require", Kind::Optional),
];

pub(super) fn read_py(manifest: &mut Manifest, text: &str) -> Result<(), Unreadable> {
    let module =
        parse::parse(&manifest.path, text.as_bytes()).map_err(|why| Unreadable::new(1, why.to_string()))?;
    let names = assigned(&module.body);
    let mut calls: Vec<(u32, Vec<Arg>)> = Vec::new();
    walk::expressions(&module.body, &mut |expr| {
        if let ExprKind::Call { callee, args } = &expr.kind
            && walk::last_name(callee) == Some("setup")
        {
            calls.push((expr.span.first, args.clone()));
        }
    });
    let files = text_files(text);
    for (line, args) in calls {
        call(manifest, line, &args, &names, &files);
    }
    Ok(())
}

fn call(manifest: &mut Manifest, line: u32, args: &[Arg], names: &BTreeMap<String, Expr>, files: &[String]) {
    for arg in args {
        let Some(name) = arg.name.as_deref() else {
            manifest.gap(line, "arguments of `setup` that are handed on from elsewhere");
            continue;
        };
        let value = resolve(&arg.value, names);
        match name {
            "name" => manifest.name = value.literal().map(str::to_owned),
            "version" => manifest.version = value.literal().map(str::to_owned),
            "classifiers" | "url" | "project_urls" => manifest.audience = Audience::Published,
            "python_requires" => {
                manifest.toolchain = value.literal().map(|text| (text.to_owned(), value.span.first));
            }
            _ => {
                if let Some((_, kind)) = LISTS.iter().find(|(key, _)| *key == name) {
                    listed(manifest, value, *kind, names, files);
                }
            }
        }
    }
}

fn listed(
    manifest: &mut Manifest,
    value: &Expr,
    kind: Kind,
    names: &BTreeMap<String, Expr>,
    files: &[String],
) {
    let mut texts = Vec::new();
    if gather(value, names, &mut texts, 0).is_some() {
        let read = |(text, line): &(String, u32)| requirement::read(text, *line);
        let found: Vec<Dependency> = texts.iter().filter_map(read).collect();
        manifest
            .dependencies
            .extend(found.into_iter().map(|one| one.of_kind(kind)));
    } else if files.is_empty() {
        manifest.gap(
            value.span.first,
            "a list of packages that `setup.py` works out when it runs",
        );
    } else {
        let files = files.iter().map(|file| (file.clone(), value.span.first));
        manifest.includes.extend(files);
    }
}

/// Deepest nesting of lists that is gathered.
const NESTING_MAX: usize = 8;

/// The texts of a list, of the lists of a dictionary, of a text of several lines; `None` where one is computed.
fn gather(
    value: &Expr,
    names: &BTreeMap<String, Expr>,
    out: &mut Vec<(String, u32)>,
    depth: usize,
) -> Option<()> {
    if depth > NESTING_MAX {
        return None;
    }
    let value = resolve(value, names);
    match &value.kind {
        ExprKind::Str(text) => {
            let rows = (value.span.first..).zip(text.lines());
            out.extend(rows.map(|(line, row)| (row.to_owned(), line)));
            Some(())
        }
        ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items) => items
            .iter()
            .try_for_each(|item| gather(item, names, out, depth + 1)),
        ExprKind::Dict(pairs) => pairs
            .iter()
            .try_for_each(|(key, value)| key.as_ref().and_then(|_| gather(value, names, out, depth + 1))),
        _ => None,
    }
}

fn assigned(body: &[Stmt]) -> BTreeMap<String, Expr> {
    let mut names = BTreeMap::new();
    for stmt in body {
        if let StmtKind::Assign { targets, value } = &stmt.kind {
            for target in targets {
                if let ExprKind::Name(name) = &target.kind {
                    names.insert(name.clone(), value.clone());
                }
            }
        }
    }
    names
}

fn resolve<'a>(value: &'a Expr, names: &'a BTreeMap<String, Expr>) -> &'a Expr {
    match &value.kind {
        ExprKind::Name(name) => names.get(name).unwrap_or(value),
        _ => value,
    }
}

/// Files of requirements that the text names: a list that is read from a file when `setup.py` runs.
fn text_files(text: &str) -> Vec<String> {
    let quoted = text.split(['"', '\'']).skip(1).step_by(2);
    let files = quoted.filter(|part| part.len() < 100 && super::requirements::is_one(part));
    files.map(str::to_owned).collect()
}
