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
    /// The runner of a workspace, whose own files may say more of these names.
    pub(super) runner: Option<Runner>,
}

/// Programs that run scripts of that name in every project of a workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Runner {
    Nx,
    /// Turborepo.
    Turbo,
    /// One without targets of its own.
    Plain,
}

/// Commands of the package managers that run no script.
const OWN: [&str; 30] = array(
    "install i ci add remove publish pack audit config cache dlx exec create init link set version info why \
     outdated update upgrade dedupe rebuild x plugin store import fetch prune",
);
/// Options that take a value apart.
const VALUED: [&str; 12] =
    array("--filter -F --workspace -w --prefix -C --dir --cwd --scope --include --exclude --from");

/// Runners of workspaces.
const RUNNERS: [&str; 4] = ["nx", "turbo", "lerna", "lage"];

/// The scripts that a command of npm, yarn, pnpm, bun, or of a runner of workspaces runs.
pub(super) fn call(program: &str, words: &[String]) -> Option<Call> {
    match program {
        // A manager starts the programs of its packages by their names.
        "yarn" | "pnpm" if words.first().is_some_and(|word| RUNNERS.contains(&word.as_str())) => {
            call(&words[0], &words[1..])
        }
        "npm" | "yarn" | "pnpm" | "bun" => manager(program, words),
        "run-s" | "run-p" | "npm-run-all" | "npm-run-all2" => Some(Call {
            names: plain(words).into_iter().map(str::to_owned).collect(),
            is_everywhere: false,
            folder: None,
            runner: None,
        }),
        "nx" => nx(words),
        "turbo" => workspace(words, Runner::Turbo),
        "lerna" | "lage" => workspace(words, Runner::Plain),
        _ => None,
    }
}

/// Whether a manager starts a program of a package: a word that is no command of its own, where no script has that name.
pub(super) fn is_binary(program: &str, words: &[String]) -> bool {
    let named =
        |call: Call| !call.is_everywhere && call.folder.is_none() && call.names.first() == words.first();
    let is_own = words.first().is_none_or(|word| word == "test");
    matches!(program, "pnpm" | "yarn") && !is_own && manager(program, words).is_some_and(named)
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
        runner: None,
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

/// `turbo run a b`, `turbo a --filter=x`, `lerna run a`; `project#a` is the task of one project.
fn workspace(words: &[String], runner: Runner) -> Option<Call> {
    let mut words = valued(words).into_iter();
    let first = words.next()?;
    let own = [
        "exec",
        "publish",
        "version",
        "bootstrap",
        "clean",
        "prune",
        "login",
        "link",
    ];
    if own.contains(&first) {
        return None;
    }
    let first = Some(first).filter(|word| *word != "run");
    let names = first.into_iter().chain(words);
    let names = names.map(|word| word.rsplit('#').next().unwrap_or(word).to_owned());
    everywhere(names.collect(), runner)
}

fn everywhere(names: Vec<String>, runner: Runner) -> Option<Call> {
    (!names.is_empty()).then_some(Call {
        names,
        is_everywhere: true,
        folder: None,
        runner: Some(runner),
    })
}

/// The words without options and the values that stand apart from them.
fn valued(words: &[String]) -> Vec<&str> {
    let valued = const {
        array::<12>(
            "--filter -F --scope --ignore --since --concurrency --cache-dir --output-logs --log-order --env-mode --projects -p",
        )
    };
    let mut found = Vec::new();
    let mut iter = words
        .iter()
        .map(String::as_str)
        .take_while(|word| *word != "--")
        .peekable();
    while let Some(word) = iter.next() {
        if valued.contains(&word) {
            iter.next_if(|value| !value.starts_with('-'));
        } else if !word.starts_with('-') {
            found.push(word);
        }
    }
    found
}

/// `nx run-many -t a b`, `nx affected --targets=a,b`, `nx run project:a`, `nx a project`.
fn nx(words: &[String]) -> Option<Call> {
    let plain = valued(words);
    let first = *plain.first()?;
    let names: Vec<String> = match first {
        // It runs a formatter or a command itself.
        "exec" | "format" | "format:check" | "format:write" => return None,
        "affected" | "run-many" => targets(words),
        "run" => plain
            .get(1)?
            .split(':')
            .nth(1)
            .map(str::to_owned)
            .into_iter()
            .collect(),
        _ if super::harmless::command(&["nx".to_owned(), first.to_owned()]) => return None,
        _ => vec![first.trim_start_matches("affected:").to_owned()],
    };
    everywhere(names, Runner::Nx)
}

/// The values of `-t`, `--target` and `--targets`, apart or with `=`, by blanks or commas.
fn targets(words: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_open = false;
    for word in words.iter().take_while(|word| *word != "--") {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let is_target = matches!(name, "-t" | "--target" | "--targets");
        is_open = is_target && value.is_empty() || is_open && !word.starts_with('-');
        let names = match (is_target, is_open) {
            (true, _) => value,
            (false, true) => word,
            (false, false) => continue,
        };
        let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
        found.extend(names.map(str::to_owned));
    }
    found
}

/// Whether a pattern (`lint:*`) means a script.
pub(super) fn means(pattern: &str, script: &str) -> bool {
    pattern.strip_suffix('*').map_or(pattern == script, |start| {
        script.starts_with(start.trim_end_matches('*'))
    })
}
