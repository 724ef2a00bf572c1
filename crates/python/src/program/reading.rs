//! Parsing the Python of a snapshot: each file once, for the program and for the census.

use super::index::Index;
use super::{BYTES_MAX, MODULES_MAX, Source, TOKENS_MAX};
use crate::ast::Module;
use crate::parse::{Unparsed, module, tree};
use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use subject::memory::{Kind, Memory};
use subject::part::{self, Part, is_test_path};
use subject::{File, Snapshot, parallel};
use syntax::{Facts, read_parsed_python};

/// What parsing came to, until it is taken by those who work with it.
#[derive(Debug, Default)]
pub struct Reading {
    modules: Mutex<Modules>,
    facts: Mutex<BTreeMap<String, Facts>>,
}

/// The modules of the program, and the files that have no tree, with the reason.
#[derive(Debug, Default)]
pub(super) struct Modules {
    pub(super) parsed: BTreeMap<String, Source>,
    pub(super) unparsed: BTreeMap<String, String>,
}

impl Reading {
    /// Parses all Python of a snapshot, and takes the facts of each file from the same tree where they are wanted.
    pub fn of(snapshot: &Snapshot, with_facts: bool) -> Self {
        let mut modules = Modules::default();
        let files = modules.choose(snapshot);
        let read = parallel::map(&files, |(path, file)| {
            read(path, &file.bytes, with_facts, &snapshot.memory)
        });
        let mut all_facts = BTreeMap::new();
        for ((path, _), (source, facts)) in files.into_iter().zip(read) {
            all_facts.extend(facts.map(|facts| (path.clone(), facts)));
            match source {
                Ok(source) => {
                    modules.parsed.insert(path.clone(), source);
                }
                Err(why) => {
                    modules.unparsed.insert(path.clone(), why.to_string());
                }
            }
        }
        Self {
            modules: Mutex::new(modules),
            facts: Mutex::new(all_facts),
        }
    }

    /// The modules; none for whoever asks second.
    pub(super) fn take_modules(&self) -> Modules {
        std::mem::take(&mut self.modules.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The facts of each file; none for whoever asks second.
    pub fn take_facts(&self) -> BTreeMap<String, Facts> {
        std::mem::take(&mut self.facts.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The module of a file, and its facts where they are wanted and can be had from the same tree.
fn read(
    path: &str,
    bytes: &[u8],
    with_facts: bool,
    memory: &Memory,
) -> (Result<Source, Unparsed>, Option<Facts>) {
    // Nobody needs it where both are remembered.
    let tree = LazyCell::new(|| tree(bytes));
    let is_wanted = with_facts && part::by_path(path) != Part::Vendored;
    let text = std::str::from_utf8(bytes).ok().filter(|_| is_wanted);
    let facts = text.map(|text| {
        memory.recall_or(Kind::Facts, path, &format!("Python tree {path}"), || {
            read_parsed_python(path, text, tree.as_ref().ok()).squeezed()
        })
    });
    let parsed = memory.recall(Kind::Module, path, "").map_or_else(
        || {
            let module = module(path, bytes, tree.as_ref().map_err(Clone::clone)?);
            memory.learn(Kind::Module, path, "", &module);
            Ok(module)
        },
        Ok,
    );
    let source = parsed.map(|module: Module| {
        let index = Index::new(&module);
        Source { module, index }
    });
    (source, facts)
}

/// Whether a file is a program or module of Python: by its name, or where that says nothing by its first line.
fn runs(path: &str, bytes: &[u8]) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    named_python(path) || !name.contains('.') && syntax::starts_python(bytes)
}

/// Whether a file is called as programs and modules of Python are.
pub(super) fn named_python(path: &str) -> bool {
    [".py", ".pyw", ".PY"].iter().any(|ending| path.ends_with(ending))
}

impl Modules {
    /// What is parsed: the program before its tests, small files before large ones, as the large are data.
    fn choose<'s>(&mut self, snapshot: &'s Snapshot) -> Vec<(&'s String, &'s File)> {
        let all = snapshot
            .files
            .iter()
            .filter(|(path, file)| runs(path, &file.bytes));
        let mut files: Vec<_> = all.collect();
        files.sort_by_cached_key(|(path, file)| (is_test_path(path), file.bytes.len(), *path));
        let (mut bytes, mut tokens) = (0, 0);
        let within = |(_, file): &(&String, &File)| {
            bytes += file.bytes.len();
            if bytes <= BYTES_MAX {
                tokens += syntax::reading::tokens(&file.bytes);
            }
            bytes <= BYTES_MAX && tokens <= TOKENS_MAX
        };
        let by_size = files.iter().copied().take_while(within).count();
        let excess = files.split_off(by_size.min(MODULES_MAX));
        let why = if by_size > MODULES_MAX {
            format!("beyond the limit of {MODULES_MAX} Python files")
        } else if tokens > TOKENS_MAX {
            format!("beyond the limit of {TOKENS_MAX} words and signs of Python")
        } else {
            format!("beyond the limit of {} MiB of Python", BYTES_MAX >> 20)
        };
        let beyond = excess.into_iter().map(|(path, _)| (path.clone(), why.clone()));
        self.unparsed.extend(beyond);
        files
    }
}
