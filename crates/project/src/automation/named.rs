//! Tools that a file of the project names without any configuration or pipeline that was followed: whoever denies that a
//! tool is used must know of these.

use super::Purpose;
use super::tools::{Tool, table};
use subject::{Part, Snapshot, part};
use wordlist::array;

/// Files in which a project writes down how it is built and checked.
const FILES: &str = "Makefile makefile GNUmakefile justfile Justfile .justfile Taskfile.yml package.json tox.ini noxfile.py tasks.py \
    pyproject.toml setup.cfg setup.py Pipfile environment.yml Rakefile Gemfile composer.json mix.exs build.gradle \
    build.gradle.kts pom.xml CMakeLists.txt meson.build lefthook.yml .pre-commit-config.yaml";
/// Endings of further such files.
const ENDINGS: [&str; 5] = [".sh", ".mk", ".cmake", ".gradle", ".ps1"];
/// Folders of further such files.
const FOLDERS: [&str; 5] = [".github/", ".husky/", ".ci/", "ci/", ".config/"];
/// Names of tools that are words of every day.
const WORDS: [&str; 10] = array("standard infer flow ty trunk xo build tap reek indent");
/// Beginnings of files whose commands were followed wherever a pipeline starts them: what stands in them alone, no pipeline runs.
const FOLLOWED: [&str; 12] = array(
    "makefile gnumakefile justfile .justfile package.json tox.ini pyproject.toml setup.cfg pipfile requirements gemfile composer.json",
);

/// Where a tool is named.
pub struct Named {
    pub path: String,
    pub line: u32,
    pub tool: &'static str,
    /// Languages that it looks at.
    pub languages: &'static [&'static str],
}

impl Named {
    /// Whether a pipeline that starts what stands there was followed into it.
    pub fn is_followed(&self) -> bool {
        let lower = self.path.to_ascii_lowercase();
        let name = lower.rsplit('/').next().unwrap_or(&lower);
        let is_beside = FOLDERS.iter().any(|folder| lower.starts_with(folder));
        !is_beside && (name.ends_with(".sh") || FOLLOWED.iter().any(|start| name.starts_with(start)))
    }
}

/// The first place of each tool for a purpose; `is_asked` says of program and languages which tools are meant.
pub fn all(snapshot: &Snapshot, purpose: Purpose, is_asked: impl Fn(&str, &[&str]) -> bool) -> Vec<Named> {
    let tools = table().iter().filter(|tool| {
        tool.purpose == purpose && is_asked(tool.program, &tool.languages) && !WORDS.contains(&tool.program)
    });
    let mut open: Vec<&'static Tool> = tools.collect();
    let mut found = Vec::new();
    for (path, file) in snapshot.files.iter().filter(|(path, _)| is_telling(path)) {
        for (line, text) in (1..).zip(file.text().unwrap_or_default().lines()) {
            let comment = text.trim_start().starts_with(['#', '/']);
            let (text, _) = text.split_once(" # ").unwrap_or((text, ""));
            while let Some(at) = open.iter().position(|tool| !comment && names(text, tool)) {
                let tool = open.remove(at);
                found.push(Named {
                    path: path.clone(),
                    line,
                    tool: tool.program,
                    languages: &tool.languages,
                });
            }
        }
    }
    found
}

fn is_telling(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let is_one = FILES.split(' ').any(|known| known == name)
        || ENDINGS.iter().any(|end| name.ends_with(end))
        || name.starts_with("requirements")
        || FOLDERS.iter().any(|folder| path.starts_with(folder));
    is_one && !matches!(part::by_path(path), Part::Vendored | Part::Generated)
}

/// Whether a line has the program as a word, and a word beside it that makes it the tool.
fn names(line: &str, tool: &Tool) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
    line.match_indices(tool.program).any(|(at, _)| {
        let rest = &line[at + tool.program.len()..];
        let is_whole = !is_part(line[..at].chars().next_back()) && !is_part(rest.chars().next());
        let mut words = rest.split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ','));
        is_whole && (tool.words.is_empty() || words.any(|word| tool.words.contains(&word)))
    })
}
