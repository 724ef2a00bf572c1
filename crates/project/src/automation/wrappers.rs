//! Commands that only start another command.

use super::scripts;
use super::tools::{self, program};
use wordlist::{Words, array, head_of};

/// What a command comes to once its wrappers are off.
pub(super) enum Inner {
    /// The command itself.
    Words(Vec<String>),
    /// Text for a shell.
    Text(String),
}

/// Programs with the word that starts another, as in `poetry run x`.
const RUNNERS: [(&[&str], &str); 5] = [
    (&[], "uvx npx bunx pnpx"),
    (&["run"], "uv pipx poetry pipenv pdm rye pixi hatch"),
    (&["exec"], "bundle composer lerna nx opam"),
    (&["exec", "dlx"], "pnpm yarn"),
    (&["exec", "x"], "npm mise"),
];
/// Programs that start what follows their options.
static STARTERS: Words = Words::new(|| wordlist::words(include_str!("../../words/wrappers_starters.txt")));
/// Programs somewhere behind whose options a command follows.
const FAR: [&str; 12] =
    array("docker podman docker-compose nix nix-shell wsl ssh vagrant conda micromamba guix lima");
/// Options of runners that take a value apart.
static VALUED: Words = Words::new(|| wordlist::words(include_str!("../../words/wrappers_valued.txt")));

/// Takes one wrapper off; `None` where there is none.
pub(super) fn unwrap(words: &[String]) -> Option<Inner> {
    let name = program(words.first()?);
    let rest = &words[1..];
    if let Some(inner) = shell(name, rest) {
        return Some(Inner::Text(inner));
    }
    if let Some(inner) = python(name, rest) {
        return Some(Inner::Words(inner));
    }
    // A manager starts the programs of its packages by their names, where no script has that name.
    let is_known = || name == "bun" && rest.first().is_some_and(|word| tools::is_known(word));
    if is_known() || scripts::is_binary(name, rest) {
        return Some(Inner::Words(rest.to_vec()));
    }
    if let Some(verbs) = head_of(&RUNNERS, name) {
        return runner(verbs, rest).map(Inner::Words);
    }
    if STARTERS.contains(&name) {
        // Options may take values apart: a program that is known is surer than the first word that is no option.
        let known = rest.iter().position(|word| tools::is_program(program(word)));
        let inner = known.map(|at| rest[at..].to_vec());
        return inner.or_else(|| behind_options(rest)).map(Inner::Words);
    }
    if FAR.contains(&name) && !rest.iter().any(|word| word == "build") {
        return far(rest);
    }
    if let Some(inner) = invoked(name, rest) {
        return Some(Inner::Words(inner));
    }
    if name == "cmake" && rest.first().is_some_and(|word| word == "-E") {
        return Some(Inner::Words(rest.get(2..)?.to_vec()))
            .filter(|_| rest.get(1).is_some_and(|word| word == "env"));
    }
    let texts = ["concurrently", "parallel", "wait-on", "start-server-and-test"];
    texts.contains(&name).then(|| Inner::Text(rest.join("\n")))
}

/// `Invoke-Dotnet test`: what a function of PowerShell is called that starts a program.
fn invoked(name: &str, rest: &[String]) -> Option<Vec<String>> {
    let inner = name.strip_prefix("Invoke-")?.to_ascii_lowercase();
    let words = std::iter::once(&inner).chain(rest).cloned();
    tools::is_program(&inner).then(|| words.collect())
}

fn is_shell(name: &str) -> bool {
    matches!(
        name,
        "sh" | "bash" | "zsh" | "dash" | "pwsh" | "powershell" | "cmd" | "eval" | "msys2" | "msys2do"
    )
}

/// `bash -c "…"`.
fn shell(name: &str, rest: &[String]) -> Option<String> {
    if name == "eval" {
        return Some(rest.join(" "));
    }
    if !is_shell(name) {
        return None;
    }
    let is_text = |word: &String| {
        matches!(
            word.to_ascii_lowercase().as_str(),
            "-c" | "-lc" | "-ec" | "-exc" | "-euc" | "-command" | "/c"
        )
    };
    let at = rest.iter().position(is_text)?;
    Some(rest.get(at + 1..)?.join(" "))
}

/// `python -m x`, `coverage run -m x`, `python -W error -m x`.
fn python(name: &str, rest: &[String]) -> Option<Vec<String>> {
    // tox puts its own interpreter in for the name in braces.
    let is_python =
        name.starts_with("python") || name.starts_with("pypy") || matches!(name, "py" | "{envpython}");
    let is_coverage = name == "coverage" && rest.first().is_some_and(|word| word == "run");
    if !is_python && !is_coverage {
        return None;
    }
    if let Some(at) = rest.iter().position(|word| word == "-m") {
        return rest
            .get(at + 1..)
            .map(<[String]>::to_vec)
            .filter(|rest| !rest.is_empty());
    }
    let script = rest
        .iter()
        .skip(usize::from(is_coverage))
        .position(|word| word.ends_with(".py"))?;
    rest.get(script + usize::from(is_coverage)..)
        .map(<[String]>::to_vec)
}

fn runner(verbs: &[&str], rest: &[String]) -> Option<Vec<String>> {
    let rest = match verbs {
        [] => rest,
        _ => {
            let at = rest.iter().position(|word| !word.starts_with('-'))?;
            verbs.contains(&rest[at].as_str()).then_some(&rest[at + 1..])?
        }
    };
    behind_options(rest)
}

/// The first program that is known, where nothing stands before it but options and what they may take apart.
fn known_behind(rest: &[String]) -> Option<usize> {
    let is_option = |at: usize| rest[at].starts_with('-');
    let is_value = |at: usize| at > 0 && VALUED.contains(&rest[at - 1].as_str());
    let is_known = |at: usize| tools::is_program(program(&rest[at])) && !is_value(at);
    (0..rest.len())
        .take_while(|at| is_known(*at) || is_option(*at) || at.checked_sub(1).is_some_and(is_option))
        .find(|at| is_known(*at))
}

fn behind_options(rest: &[String]) -> Option<Vec<String>> {
    if let Some(at) = known_behind(rest) {
        return Some(rest[at..].to_vec());
    }
    let mut at = 0;
    while let Some(word) = rest.get(at) {
        let is_valued = VALUED.contains(&word.as_str());
        // Durations and assignments stand before the command too.
        let is_number = word.trim_end_matches(['s', 'm', 'h']).parse::<f64>().is_ok();
        let is_set = word
            .split_once('=')
            .is_some_and(|(name, _)| name.chars().all(|c| c.is_ascii_uppercase() || c == '_'));
        if !(word.starts_with('-') || is_number || is_set) {
            break;
        }
        at += if is_valued { 2 } else { 1 };
    }
    rest.get(at..)
        .map(<[String]>::to_vec)
        .filter(|rest| !rest.is_empty())
}

/// The first word on from which there is a known command, or a text in quotes that is one.
fn far(rest: &[String]) -> Option<Inner> {
    let is_start = |word: &String| is_shell(program(word)) || tools::is_program(program(word));
    if let Some(at) = rest.iter().position(is_start) {
        return Some(Inner::Words(rest[at..].to_vec()));
    }
    let text = rest.iter().find(|word| word.contains(' '))?;
    Some(Inner::Text(text.clone()))
}
