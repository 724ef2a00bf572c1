//! Scripts that `package.json` gives names to: which of them a command runs.

use wordlist::array;

/// A call of a script.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Call {
    /// Names or patterns of the scripts.
    pub(super) names: Vec<String>,
    /// Whether every project of the workspace that has such a script runs it.
    pub(super) is_everywhere: bool,
    /// The folder of the project, where the command names one.
    pub(super) folder: Option<String>,
}

/// Commands of the package managers that run no script.
const OWN: [&str; 30] = array(
    "install i ci add remove publish pack audit config cache dlx exec create init link set version info why \
     outdated update upgrade dedupe rebuild x plugin store import fetch prune",
);
/// Options that take a value apart.
const VALUED: [&str; 9] = array("--filter -F --workspace -w --prefix -C --dir --cwd --scope");

/// The scripts that a command of npm, yarn, pnpm, bun, or of a runner of workspaces runs.
pub(super) fn call(program: &str, words: &[String]) -> Option<Call> {
    match program {
        "npm" | "yarn" | "pnpm" | "bun" => manager(program, words),
        "run-s" | "run-p" | "npm-run-all" | "npm-run-all2" => Some(Call {
            names: plain(words).into_iter().map(str::to_owned).collect(),
            is_everywhere: false,
            folder: None,
        }),
        "turbo" | "lerna" | "nx" | "lage" | "wireit" => workspace(words),
        _ => None,
    }
}

fn plain(words: &[String]) -> Vec<&str> {
    let before = words.iter().take_while(|word| *word != "--");
    before
        .map(String::as_str)
        .filter(|word| !word.starts_with('-'))
        .collect()
}

fn manager(program: &str, words: &[String]) -> Option<Call> {
    let (words, is_everywhere, folder) = options(words);
    let mut rest = words.into_iter();
    let mut first = rest.next()?;
    let mut is_everywhere = is_everywhere;
    if first == "workspaces" || first == "workspace" {
        is_everywhere = true;
        if first == "workspace" {
            rest.next();
        }
        first = rest.find(|word| *word != "foreach")?;
    }
    let name = match first.as_str() {
        "run" | "run-script" | "rum" | "urn" => rest.next()?,
        "t" | "tst" if program == "npm" => "test".to_owned(),
        // The runner of bun itself.
        "test" if program == "bun" => return None,
        name if OWN.contains(&name) => return None,
        // npm runs only these without `run`.
        name if program == "npm" && !matches!(name, "test" | "start" | "stop" | "restart") => return None,
        _ => first,
    };
    Some(Call {
        names: vec![name],
        is_everywhere,
        folder,
    })
}

/// The words without options, whether all projects are meant, and the folder that is named.
fn options(words: &[String]) -> (Vec<String>, bool, Option<String>) {
    let mut rest = Vec::new();
    let (mut is_everywhere, mut folder) = (false, None);
    let mut iter = words.iter().take_while(|word| *word != "--");
    while let Some(word) = iter.next() {
        let (name, value) = word
            .split_once('=')
            .map_or((word.as_str(), None), |(name, value)| {
                (name, Some(value.to_owned()))
            });
        if VALUED.contains(&name) {
            let value = value.or_else(|| iter.next().cloned());
            if matches!(name, "--prefix" | "-C" | "--dir" | "--cwd") {
                folder = value;
            } else {
                is_everywhere = true;
            }
        } else if matches!(
            name,
            "-r" | "--recursive" | "--workspaces" | "-ws" | "--filter-prod"
        ) {
            is_everywhere = true;
        } else if !word.starts_with('-') {
            rest.push(word.clone());
        }
    }
    (rest, is_everywhere, folder)
}

/// `turbo run a b`, `nx run-many -t a b`, `nx run project:a`, `lerna run a`.
fn workspace(words: &[String]) -> Option<Call> {
    let words = plain(words);
    let names = words
        .iter()
        .filter(|word| !matches!(**word, "run" | "run-many" | "affected" | "exec"));
    let names: Vec<String> = names
        .map(|word| word.rsplit(':').next().unwrap_or(word).to_owned())
        .collect();
    (!names.is_empty()).then_some(Call {
        names,
        is_everywhere: true,
        folder: None,
    })
}

/// Whether a pattern (`lint:*`) means a script.
pub(super) fn means(pattern: &str, script: &str) -> bool {
    pattern.strip_suffix('*').map_or(pattern == script, |start| {
        script.starts_with(start.trim_end_matches('*'))
    })
}
