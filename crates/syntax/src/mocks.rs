//! Tests that put a mock in place of the very thing that they say they test, and then check what the mock was told to
//! give back. Only where the text leaves no doubt; what it means by a name is for others to find out.

mod java;
mod javascript;
mod python;
mod tree;

use crate::facts::{Facts, Function, Mock, Role};
use crate::language::Language;
use tree::Page;
use tree_sitter::Tree;

/// Most of them that are kept of one file.
const MOCKS_MAX: usize = 500;
/// Most calls of what is mocked that are looked at closely, in a file or a test.
const CALLS_MAX: usize = 200;

/// Every test of a file that mocks what it tests, in the order of the text.
pub(crate) fn of(language: Language, path: &str, tree: &Tree, text: &str, facts: &Facts) -> Vec<Mock> {
    let tests: Vec<&Function> = facts
        .functions
        .iter()
        .filter(|function| function.role == Role::Test)
        .collect();
    let has = |words: &[&str]| !tests.is_empty() && words.iter().any(|word| text.contains(word));
    let page = || Page::of(tree, text);
    let mut mocks = match language {
        Language::Python if has(&["patch", "setattr"]) => python::mocks(&page(), &tests),
        Language::JavaScript | Language::TypeScript | Language::Tsx if has(&["jest.mock(", "vi.mock("]) => {
            javascript::mocks(&page(), path, &tests)
        }
        Language::Java if has(&["mock(", "@Mock", "spy(", "@Spy"]) => java::mocks(&page(), &tests),
        _ => Vec::new(),
    };
    mocks.sort();
    mocks.dedup_by(|one, other| one.first == other.first && one.test == other.test);
    mocks.truncate(MOCKS_MAX);
    mocks
}

/// The innermost test that a line is in.
fn test_at<'f>(tests: &[&'f Function], line: u32) -> Option<&'f Function> {
    let around = tests
        .iter()
        .filter(|test| test.first <= line && line <= test.last);
    around.max_by_key(|test| test.first).copied()
}

fn mock(test: &Function, unit: impl Into<String>) -> Mock {
    Mock {
        first: test.first,
        test: test.name.clone(),
        unit: unit.into(),
    }
}
