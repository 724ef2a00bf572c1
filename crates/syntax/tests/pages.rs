//! Every page under `pages/` shows texts and what is read from them.
//!
//! A ` ```fixture ` block holds a text; its first line `//- path` (or `#- path`) says where it lies. The ` ```expect `
//! block behind it holds the whole outline. ` ```expect some ` holds lines that must be in it, in this order, and
//! lines with a leading `!` that no line of it may begin with.

mod outline;

use outline::outline;
use std::path::{Path, PathBuf};
use syntax::{Language, read_at};

struct Case {
    page: PathBuf,
    path: String,
    text: String,
    expected: String,
    is_whole: bool,
}

#[test]
fn every_page_shows_what_is_read() {
    let mut pages = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("pages"), &mut pages);
    assert!(!pages.is_empty());
    let wrong: Vec<String> = pages
        .iter()
        .flat_map(|page| cases(page))
        .filter_map(|case| case.wrong())
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn collect(folder: &Path, pages: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("pages can be read")
        .map(|entry| entry.expect("pages can be read").path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            collect(&path, pages);
        } else if path.extension().is_some_and(|ending| ending == "md") {
            pages.push(path);
        }
    }
}

fn cases(page: &Path) -> Vec<Case> {
    let text = std::fs::read_to_string(page).expect("pages can be read");
    let mut cases = Vec::new();
    let mut fixture: Option<(String, String)> = None;
    for (info, body) in blocks(&text) {
        match info.as_str() {
            "fixture" => {
                let (head, rest) = body.split_once('\n').expect("a fixture has a first line");
                let path = head.trim_start_matches(['/', '#']).trim_start_matches("- ");
                fixture = Some((path.to_owned(), rest.to_owned()));
            }
            "expect" | "expect some" => {
                let (path, text) = fixture.take().expect("a fixture stands before what is expected");
                let page = page.to_owned();
                let is_whole = info == "expect";
                cases.push(Case {
                    page,
                    path,
                    text,
                    expected: body,
                    is_whole,
                });
            }
            _ => {}
        }
    }
    assert!(!cases.is_empty(), "{} shows nothing", page.display());
    cases
}

fn blocks(text: &str) -> Vec<(String, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in text.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => open = Some((info.trim().to_owned(), String::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some((_, body)), None) => {
                body.push_str(line);
                body.push('\n');
            }
            (None, None) => {}
        }
    }
    blocks
}

impl Case {
    fn wrong(&self) -> Option<String> {
        let language = Language::of(&self.path, &self.text).expect("a fixture is in a known language");
        let outline = outline(&read_at(language, &self.path, &self.text));
        let is_right = if self.is_whole {
            outline == self.expected
        } else {
            self.holds(&outline)
        };
        let told = || {
            format!(
                "{} {}:\n{outline}--- expected\n{}",
                self.page.display(),
                self.path,
                self.expected
            )
        };
        (!is_right).then(told)
    }

    fn holds(&self, outline: &str) -> bool {
        let mut lines = outline.lines();
        self.expected.lines().all(|line| match line.strip_prefix('!') {
            Some(forbidden) => !outline.lines().any(|found| found.starts_with(forbidden)),
            None => lines.any(|found| found == line),
        })
    }
}
