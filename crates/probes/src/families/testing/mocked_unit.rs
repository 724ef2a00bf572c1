use crate::families::tally::{Tally, lines};
use probes_core::{Answer, Probe, Subject};
use project::census::{Census, SourceFile, folder};
use std::collections::BTreeSet;
use subject::Part;
use syntax::Language;
use syntax::facts::{Function, Mock, Role};

pub(super) const PROBE: Probe = Probe::of_code(
    "tests.mocked_unit",
    "No test mocks the very thing that it tests.",
    examine,
);

/// Endings of the modules that a script names without one.
const SCRIPTS: &[&str] = &["js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts"];

fn examine(snapshot: &Subject) -> Answer {
    let census = snapshot.census();
    let mut tally = Tally::default();
    let parts = [Part::Product, Part::Test];
    for (path, file) in parts.into_iter().flat_map(|part| census.part(part)) {
        if can_mock(file.facts.language) {
            ask(census, path, file, &mut tally);
        }
    }
    let tests = census
        .test_functions()
        .filter_map(|(path, _)| census.files.get(path));
    let languages = tests
        .map(|file| file.facts.language)
        .filter(|language| !can_mock(*language));
    let blind: BTreeSet<&str> = languages.map(Language::name).collect();
    let blind: Vec<&str> = blind.into_iter().collect();
    tally.answer(
        snapshot,
        "tests are not seen to mock what they test",
        "no functions were told to be tests in a language in which mocks of what is tested can be told",
        &blind,
    )
}

const fn can_mock(language: Language) -> bool {
    matches!(
        language,
        Language::Python | Language::Java | Language::JavaScript | Language::TypeScript | Language::Tsx
    )
}

fn ask(census: &Census, path: &str, file: &SourceFile, tally: &mut Tally) {
    for test in file.facts.functions.iter().filter(|one| one.role == Role::Test) {
        let is_of_test = |mock: &&Mock| mock.first == test.first && mock.test == test.name;
        let mock = file.facts.mocks.iter().find(is_of_test);
        match mock.filter(|mock| is_product(census, path, file.facts.language, mock)) {
            Some(mock) => tally.blame(census, lines(path, test.first, test.last), said(test, mock)),
            None => tally.count(census, path, true),
        }
    }
}

fn said(test: &Function, mock: &Mock) -> String {
    format!(
        "`{}` mocks `{}`, which it tests, or parts of it",
        test.name, mock.unit
    )
}

/// Whether what is mocked is the program's own: then a test of it was meant.
fn is_product(census: &Census, path: &str, language: Language, mock: &Mock) -> bool {
    match language {
        Language::Python => is_python(census, &mock.unit),
        Language::Java => census
            .product()
            .any(|(_, file)| file.facts.types.iter().any(|one| one.name == mock.unit)),
        _ => is_script(census, path, &mock.unit),
    }
}

/// Whether a module of the program is named by the first parts of a name.
fn is_python(census: &Census, unit: &str) -> bool {
    let mut module = unit.trim_start_matches('.').replace('.', "/");
    while let Some((outer, _)) = module.rsplit_once('/') {
        module.truncate(outer.len());
        let files = [format!("{module}.py"), format!("{module}/__init__.py")];
        let is_it = |path: &str| {
            files.iter().any(|file| {
                path.strip_suffix(file.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
            })
        };
        if census.product().any(|(path, _)| is_it(path)) {
            return true;
        }
    }
    false
}

/// Whether a module that a script names lies there and is the program's.
fn is_script(census: &Census, path: &str, unit: &str) -> bool {
    let mut parts: Vec<&str> = folder(path).split('/').filter(|part| !part.is_empty()).collect();
    for step in unit.split('/') {
        match step {
            "." | "" => {}
            ".." => {
                if parts.pop().is_none() {
                    return false;
                }
            }
            name => parts.push(name),
        }
    }
    let module = parts.join("/");
    let is_product = |path: &str| {
        census
            .files
            .get(path)
            .is_some_and(|file| file.part == Part::Product)
    };
    is_product(&module)
        || SCRIPTS
            .iter()
            .any(|end| is_product(&format!("{module}.{end}")) || is_product(&format!("{module}/index.{end}")))
}
