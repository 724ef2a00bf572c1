//! `auditor init`: what a repository needs to be audited in its own CI.

use super::settings;
use crate::error::CommandError;
use crate::output;
use crate::output::terminal::{notify, print};
use clap::{Arg, ArgAction, Args, ValueEnum};
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const RUBRIC: &str = include_str!("../../templates/rubric.yaml");
const GITHUB: &str = include_str!("../../templates/github.yml");
const GITLAB: &str = include_str!("../../templates/gitlab.yml");

/// Write what an audit in CI needs.
#[derive(Args)]
pub(super) struct Init {
    /// Where to
    #[arg(default_value = ".")]
    directory: PathBuf,
    /// For which CI system a workflow is written
    #[arg(long, value_enum, default_value_t = Ci::Github)]
    ci: Ci,
    /// Where the workflow takes the auditor from: owner/name@commit for GitHub, an image for GitLab. A workflow that was written before gets this address too [default: where this program was published]
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    from: Option<String>,
}

/// How it is told that a file was made.
const WROTE: &str = "wrote ";
/// What stands in the templates for where the auditor is kept, longest first.
const UNKNOWN: [&str; 2] = ["OWNER/auditor@COMMIT", "REGISTRY/auditor"];
/// Longest address of an action or an image.
const ADDRESS_MAX: usize = 255;
/// Most bytes of a workflow that is read again; ours have fewer than two thousand.
const WORKFLOW_BYTES_MAX: u64 = 64 << 10;
/// Digits of a commit.
const COMMIT_DIGITS: usize = 40;

/// Nothing that would end the value in the workflow.
fn address(text: &str) -> Result<String, String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-/@:".contains(c);
    let is_address = !text.is_empty() && text.len() <= ADDRESS_MAX && text.chars().all(is_plain);
    is_address
        .then(|| text.to_owned())
        .ok_or_else(|| "write owner/name@commit, or the name of an image".to_owned())
}

/// What stands behind the `@` of an action; nothing where GitHub would not take the address.
fn version_of(action: &str) -> Option<&str> {
    let (repository, version) = action.split_once('@')?;
    let parts: Vec<&str> = repository.split('/').collect();
    let is_whole = parts.len() >= 2 && parts.iter().all(|part| !part.is_empty());
    (is_whole && !version.is_empty() && !version.contains('@')).then_some(version)
}

fn is_commit(version: &str) -> bool {
    version.len() == COMMIT_DIGITS && version.chars().all(|c| c.is_ascii_hexdigit())
}

/// The action of the release that this program is of, where it was published on GitHub.
fn published() -> Option<String> {
    let repository = env!("CARGO_PKG_REPOSITORY").strip_prefix("https://github.com/")?;
    Some(format!("{repository}@v{}", env!("CARGO_PKG_VERSION")))
}

/// CI systems.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Ci {
    /// .github/workflows/audit.yml
    Github,
    /// .gitlab-ci-audit.yml, to be included
    Gitlab,
    /// No workflow
    None,
}

impl Ci {
    /// How the address of the auditor is written for it.
    const fn form(self) -> &'static str {
        match self {
            Self::Gitlab => "IMAGE",
            Self::Github | Self::None => "owner/name@commit",
        }
    }
}

impl Init {
    pub(super) fn run(&self) -> Result<ExitCode, CommandError> {
        self.check()?;
        let written: Vec<Written> = files(self.ci)
            .into_iter()
            .map(|(name, template)| self.place(name, &template))
            .collect::<Result<_, _>>()?;
        let told: Vec<&str> = written.iter().map(|one| one.told.as_str()).collect();
        print(&told.concat())?;
        for to_do in written.iter().filter_map(|one| one.to_do.as_ref()) {
            notify(to_do);
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Refuses an address that the CI would not take.
    fn check(&self) -> Result<(), CommandError> {
        let Some(from) = self.from.as_deref().filter(|_| self.ci == Ci::Github) else {
            return Ok(());
        };
        let whole = version_of(from).map(drop);
        whole.ok_or_else(|| {
            CommandError::usage(format!("--from: GitHub takes no action from `{from}`")).hint(
                "write owner/name@commit; `git ls-remote https://github.com/owner/name` lists the commits of tags",
            )
        })
    }

    /// Where the auditor is kept, as far as that is known.
    fn known(&self) -> Option<String> {
        let published = published().filter(|_| self.ci == Ci::Github);
        self.from.clone().or(published)
    }

    /// Writes the file where there is none, and the address that was typed into a workflow that is ours but for it.
    fn place(&self, name: &str, template: &str) -> Result<Written, CommandError> {
        let path = self.directory.join(name);
        let unknown = UNKNOWN.into_iter().find(|unknown| template.contains(unknown));
        let known = unknown.and_then(|_| self.known());
        let text = match (unknown, &known) {
            (Some(unknown), Some(known)) => template.replace(unknown, known),
            _ => template.to_owned(),
        };
        let shown = path.display();
        let failed = |error: io::Error| CommandError::auditor(format!("cannot write {shown}: {error}"));
        let is_new = match create(&path, &text) {
            Ok(()) => true,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => false,
            Err(error) => return Err(failed(error)),
        };
        let to_do = |kept: Option<&str>| match kept {
            Some(address) => Some(format!(
                "to do: {shown} names {address}, which stands for where the auditor is kept: type the same with `--from {}`",
                self.ci.form()
            )),
            None => known.as_deref().and_then(|known| self.movable(known)),
        };
        if is_new {
            let to_do = to_do(unknown.filter(|_| known.is_none()));
            return Ok(Written {
                told: format!("{WROTE}{shown}\n"),
                to_do,
            });
        }
        let kept = format!("kept {shown}, which was there\n");
        let (Some(unknown), Some(known), true) = (unknown, &known, self.from.is_some()) else {
            return Ok(Written {
                told: kept,
                to_do: None,
            });
        };
        match addressed(&path, template, unknown, known) {
            Some((before, _)) if before == *known => Ok(Written {
                told: kept,
                to_do: None,
            }),
            Some((before, text)) => {
                output::write(&self.directory, &[(name, text)])?;
                let told = format!("changed {shown}: {known} instead of {before}\n");
                Ok(Written {
                    told,
                    to_do: to_do(None),
                })
            }
            None => Ok(Written {
                told: kept,
                to_do: Some(format!(
                    "to do: {shown} is not as it was written here; write {known} there by hand"
                )),
            }),
        }
    }

    /// What is said of an action whose version may become another one.
    fn movable(&self, from: &str) -> Option<String> {
        let version = version_of(from).filter(|_| self.ci == Ci::Github && self.from.is_some())?;
        (!is_commit(version)).then(|| {
            let (repository, _) = from.split_once('@').unwrap_or((from, ""));
            format!("note: what {version} names may change; `git ls-remote https://github.com/{repository} {version}` tells the commit to write instead")
        })
    }
}

/// What became of a file.
struct Written {
    told: String,
    /// What is left to be done by hand.
    to_do: Option<String>,
}

/// The address in a workflow where none was known yet, or that is the template but for it, and the workflow with another one.
fn addressed(path: &Path, template: &str, unknown: &str, known: &str) -> Option<(String, String)> {
    let about = fs::symlink_metadata(path).ok()?;
    let is_ours = about.is_file() && about.len() <= WORKFLOW_BYTES_MAX;
    let text = is_ours.then(|| fs::read_to_string(path).ok()).flatten()?;
    if text.contains(unknown) {
        return Some((unknown.to_owned(), text.replace(unknown, known)));
    }
    let (before, after) = template.split_once(unknown)?;
    let between = text.strip_prefix(before)?.strip_suffix(after)?;
    Some((address(between).ok()?, template.replace(unknown, known)))
}

fn create(path: &Path, text: &str) -> io::Result<()> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    // Only a file that is not there: neither a link nor a file of the user is written through.
    let mut file = fs::OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())
}

fn files(ci: Ci) -> Vec<(&'static str, String)> {
    let mut files = vec![
        (settings::FILE, config()),
        ("auditor-rubric.yaml", RUBRIC.to_owned()),
        (".auditor/rubric.schema.json", court::rubric::SCHEMA.to_owned()),
        (".auditor/config.schema.json", settings::schema()),
    ];
    match ci {
        Ci::Github => files.push((".github/workflows/audit.yml", GITHUB.to_owned())),
        Ci::Gitlab => files.push((".gitlab-ci-audit.yml", GITLAB.to_owned())),
        Ci::None => {}
    }
    files
}

/// Every setting with its help, out of force.
fn config() -> String {
    let head = "#:schema .auditor/config.schema.json\n#\n\
                # Settings of the auditor. What is typed goes before the environment, which goes before this file.\n\
                # It is read from the working directory, or where --config names it; never from an audited subject.\n";
    let settings: Vec<String> = settings::known()
        .iter()
        .map(|(name, arg)| setting(name, arg))
        .collect();
    format!("{head}{}", settings.concat())
}

fn setting(name: &str, arg: &Arg) -> String {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let variable = arg
        .get_env()
        .map(|variable| variable.to_string_lossy().into_owned())
        .unwrap_or_default();
    format!("\n# {help} ({variable})\n# {name} = {}\n", example(arg))
}

/// The default, else a value of the right kind.
fn example(arg: &Arg) -> String {
    let default = arg.get_default_values().first();
    let default = default.map(|value| value.to_string_lossy().into_owned());
    let name = arg
        .get_value_names()
        .and_then(|names| names.first())
        .map(ToString::to_string);
    let one_of = arg
        .get_possible_values()
        .first()
        .map(|value| value.get_name().to_owned());
    match (
        arg.get_action(),
        default.or(one_of),
        name.as_deref().unwrap_or_default(),
    ) {
        (ArgAction::SetTrue, _, _) => "true".to_owned(),
        (ArgAction::Append, None, "[DIMENSION=]X") => "[\"3.5\", \"engineering_security=4\"]".to_owned(),
        (ArgAction::Append, None, "FINDING") => {
            "[{ check = \"safe.clone_timeout\", until = \"2027-01-31\", reason = \"why\" }]".to_owned()
        }
        (ArgAction::Append, None, name) => format!("[\"{}\"]", name.to_ascii_lowercase()),
        (_, Some(default), _) => format!("\"{default}\""),
        (_, None, "N") => "2".to_owned(),
        (_, None, "USD") => "\"2.50\"".to_owned(),
        (_, None, name) => format!("\"{}\"", name.to_ascii_lowercase()),
    }
}

#[cfg(test)]
mod tests;
