//! Commands that a project gives names to in a file of its own: scripts of packages and of Composer,
//! recipes of just.

use super::super::sides::{Check, Sides};
use super::super::statement::Statement;
use super::super::{Claim, Kind, State};
use super::started;
use court::evidence::Place;
use project::manifest::{Ecosystem, Format, Manifest};
use subject::Part;
use subject::data::{Node, json};
use wordlist::array;

/// Options that mean the project of another folder.
const ELSEWHERE: [&str; 12] =
    array("-w --workspace --workspaces -ws --prefix -C --dir --cwd --filter -F -r --recursive");
/// What managers of packages do themselves, of what looks like the name of a script.
const OWN: [&str; 36] = array(
    "install i ci add remove uninstall publish pack audit config cache dlx exec create init link unlink set version info why \
     outdated update upgrade dedupe rebuild x plugin store import fetch prune login whoami global self-update",
);

/// What a command claims of the project's own names.
pub(super) fn claim(words: &[&str], statement: &Statement, sides: &Sides<'_>) -> Option<Claim> {
    let check = match words {
        [program @ ("npm" | "pnpm" | "yarn" | "bun"), rest @ ..] => script(program, rest, statement, sides)?,
        ["just", name] => recipe(name, sides)?,
        ["composer", "run" | "run-script", name, ..] => composer(name, sides)?,
        ["cargo", "run", rest @ ..] => binary(rest, statement, sides)?,
        ["docker-compose", rest @ ..] | ["docker", "compose", rest @ ..] => compose(rest, statement, sides)?,
        _ => return None,
    };
    Some(check.of(Kind::Command, words.join(" "), statement))
}

/// A name that is written out, with nothing to be put in.
fn is_plain(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphanumeric())
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':' | '.' | '/'))
}

fn script(program: &str, rest: &[&str], statement: &Statement, sides: &Sides<'_>) -> Option<Check> {
    let is_elsewhere = rest
        .iter()
        .any(|word| ELSEWHERE.contains(&word.split('=').next().unwrap_or(word)));
    let mut plain = rest.iter().copied().filter(|word| !word.starts_with('-'));
    let first = plain.next()?;
    let (name, is_run) = match (program, first) {
        (_, "run" | "run-script") => (plain.next()?, true),
        ("npm", "t" | "tst") => ("test", true),
        // npm starts `server.js` where nothing is said of it.
        ("npm", "test" | "start" | "stop" | "restart") => (first, first == "test"),
        ("npm", _) => return None,
        (_, own) if OWN.contains(&own) => return None,
        // The others run programs of packages in the same way.
        (_, name) => (name, false),
    };
    let all = sides
        .known
        .manifests()
        .all
        .iter()
        .filter(|one| one.format == Format::Npm && subject::part::by_path(&one.path) != Part::Vendored);
    let all: Vec<&Manifest> = all.collect();
    let found = all
        .iter()
        .find_map(|one| Some((one, one.scripts.iter().find(|script| script.name == name)?)));
    if let Some((manifest, script)) = found {
        let place = Place::line(manifest.path.as_str(), script.line);
        let has = format!("{} has the script `{name}`", manifest.path);
        let check = match started::missing(manifest, script, sides) {
            Some(missing) => Check::new(State::Contradicted, format!("{has}, {missing}")),
            None => Check::new(State::Supported, has),
        };
        return Some(check.at(Some(place)));
    }
    let is_whole = sides
        .known
        .manifests()
        .unread
        .iter()
        .all(|one| one.ecosystem != Ecosystem::Node);
    // `yarn run` and `bun run` find programs too.
    let is_only_script = is_run && matches!(program, "npm" | "pnpm") && is_plain(name) && !is_elsewhere;
    match all.as_slice() {
        [only] if is_only_script && is_whole && !leads_elsewhere(statement, sides) => {
            let because = format!(
                "{} is the only manifest of packages, and has no script `{name}`",
                only.path
            );
            Some(Check::new(State::Contradicted, because).at(Some(Place::line(only.path.as_str(), 1))))
        }
        _ => None,
    }
}

/// Whether the document has its readers go into a folder or fetch another project: what is typed in there is not typed in here.
fn leads_elsewhere(statement: &Statement, sides: &Sides<'_>) -> bool {
    let Place::Lines { path, .. } = &statement.place else {
        return true;
    };
    let Some(text) = sides.snapshot.text(path) else {
        return true;
    };
    let commands = text.lines().flat_map(|line| line.split("&&"));
    let commands = commands.map(|line| line.trim().trim_start_matches(['$', '>', '`', '-', '*', ' ']));
    let (mut cloned, mut entered) = (Vec::new(), Vec::new());
    for command in commands {
        let last = command
            .trim_end_matches('`')
            .split_whitespace()
            .last()
            .unwrap_or_default();
        if command.contains("git clone ") {
            cloned.push(
                last.trim_end_matches('/')
                    .trim_end_matches(".git")
                    .rsplit('/')
                    .next()
                    .unwrap_or(last),
            );
        } else if command.starts_with("cd ") || command.starts_with("pushd ") {
            entered.push(last.trim_end_matches('/').trim_start_matches("./"));
        }
    }
    // The project itself is fetched and entered first.
    cloned.len() > 1 || entered.iter().any(|folder| !cloned.contains(folder))
}

fn recipe(name: &str, sides: &Sides<'_>) -> Option<Check> {
    let (path, text) = ["justfile", "Justfile", ".justfile"]
        .iter()
        .find_map(|path| Some((*path, sides.snapshot.text(path)?)))?;
    let heads = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.starts_with([' ', '\t', '#']));
    let mut heads = heads.filter_map(|(line, text)| Some((line, text.split_once(':')?.0)));
    let named = |head: &str| {
        head.split_whitespace()
            .next()
            .map(|first| first.trim_start_matches('@').to_owned())
    };
    let found = heads.find(|(_, head)| {
        named(head).as_deref() == Some(name) || head.starts_with(&format!("alias {name} "))
    });
    match found {
        Some((line, _)) => {
            let check = Check::new(State::Supported, format!("{path} has the recipe `{name}`"));
            Some(check.at(Some(Place::line(path, line))))
        }
        None if text.contains("import ") || text.contains("mod ") || !is_plain(name) => None,
        None => {
            let check = Check::new(State::Contradicted, format!("{path} has no recipe `{name}`"));
            Some(check.at(Some(Place::line(path, 1))))
        }
    }
}

fn composer(name: &str, sides: &Sides<'_>) -> Option<Check> {
    let root = json::read(sides.snapshot.text("composer.json")?).ok()?;
    let scripts = root.get("scripts").map_or(&[][..], Node::entries);
    if let Some(entry) = scripts.iter().find(|entry| entry.key == name) {
        let check = Check::new(State::Supported, format!("composer.json has the script `{name}`"));
        return Some(check.at(Some(Place::line("composer.json", entry.line))));
    }
    let others = sides
        .snapshot
        .files
        .keys()
        .any(|path| path.ends_with("/composer.json"));
    (is_plain(name) && !others).then(|| {
        let check = Check::new(
            State::Contradicted,
            format!("composer.json has no script `{name}`"),
        );
        check.at(Some(Place::line("composer.json", 1)))
    })
}

/// Options of Cargo that mean another package or folder.
const OTHER_CRATE: [&str; 3] = ["-p", "--package", "--manifest-path"];

/// A program that Cargo builds, by its name: it is declared, or lies where Cargo looks for it.
fn binary(rest: &[&str], statement: &Statement, sides: &Sides<'_>) -> Option<Check> {
    let own = rest.split(|word| *word == "--").next()?;
    let at = own.iter().position(|word| *word == "--bin")?;
    let name = *own.get(at + 1)?;
    let all = &sides.known.manifests().all;
    let mut crates = all.iter().filter(|one| one.format == Format::Cargo);
    let found = crates.clone().find_map(|one| {
        let inside = |path: &str| match one.folder() {
            "" => path.to_owned(),
            folder => format!("{folder}/{path}"),
        };
        let declared = one.entries.iter().find(|entry| entry.name == name);
        let main = [format!("src/bin/{name}.rs"), format!("src/bin/{name}/main.rs")];
        let main = main.iter().map(|path| inside(path));
        let own = (one.name.as_deref() == Some(name)).then(|| inside("src/main.rs"));
        let mut main = main.chain(own).filter(|path| sides.snapshot.has_path(path));
        match declared {
            Some(entry) => Some(Place::line(one.path.as_str(), entry.line)),
            None => main.next().map(Place::File),
        }
    });
    if let Some(place) = found {
        let because = format!("there is a program `{name}`");
        return Some(Check::new(State::Supported, because).at(Some(place)));
    }
    let is_other = own.iter().any(|word| OTHER_CRATE.contains(word)) || leads_elsewhere(statement, sides);
    let first = crates.next().filter(|_| is_plain(name) && !is_other)?;
    let unread = &sides.known.manifests().unread;
    unread
        .iter()
        .all(|one| one.ecosystem != Ecosystem::Rust)
        .then(|| {
            let check = Check::new(State::Contradicted, format!("no crate has a program `{name}`"));
            check.at(Some(Place::line(first.path.as_str(), 1)))
        })
}

/// Files that Compose looks for where it is started.
const COMPOSE: [&str; 4] = array("compose.yaml compose.yml docker-compose.yaml docker-compose.yml");

/// Services are started where the file that describes them lies, or the document names its folder.
fn compose(rest: &[&str], statement: &Statement, sides: &Sides<'_>) -> Option<Check> {
    let (before, _) = rest.split_at(rest.iter().position(|word| *word == "up")?);
    let Place::Lines { path: document, .. } = &statement.place else {
        return None;
    };
    // Whose file it is, and where, may be told by an option.
    if before
        .iter()
        .any(|word| !word.starts_with("--env-file") && word.starts_with('-'))
    {
        return None;
    }
    let folder = document.rsplit_once('/').map_or("", |(folder, _)| folder);
    let is_compose = |path: &&String| COMPOSE.contains(&path.rsplit('/').next().unwrap_or(path));
    let files = sides.snapshot.files.keys().filter(is_compose);
    let own = |path: &&String| {
        let of_file = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        of_file.is_empty() || of_file == folder
    };
    if let Some(path) = files.clone().find(own) {
        let check = Check::new(State::Supported, format!("{path} describes what is started"));
        return Some(check.at(Some(Place::line(path.as_str(), 1))));
    }
    let text = sides.snapshot.text(document)?;
    let is_named = |path: &String| path.split('/').rev().skip(1).any(|part| text.contains(part));
    let elsewhere = files.clone().next()?;
    (folder.is_empty() && !files.clone().any(is_named) && !leads_elsewhere(statement, sides)).then(|| {
        let because = format!("the file that describes what is started lies elsewhere: {elsewhere}");
        Check::new(State::Contradicted, because).at(Some(Place::line(elsewhere.as_str(), 1)))
    })
}
