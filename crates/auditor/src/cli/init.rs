//! `auditor init`: what a repository needs to be audited in its own CI.

use super::settings;
use crate::error::CommandError;
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
    /// Where the workflow takes the auditor from: owner/name@commit for GitHub, an image for GitLab [default: where
    /// this program was published]
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    from: Option<String>,
}

/// How it is told that a file was made.
const WROTE: &str = "wrote ";
/// What stands in the templates for where the auditor is kept, longest first.
const UNKNOWN: [&str; 2] = ["OWNER/auditor@COMMIT", "REGISTRY/auditor"];
/// Longest address of an action or an image.
const ADDRESS_MAX: usize = 255;

/// Nothing that would end the value in the workflow.
fn address(text: &str) -> Result<String, String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-/@:".contains(c);
    let is_address = !text.is_empty() && text.len() <= ADDRESS_MAX && text.chars().all(is_plain);
    is_address
        .then(|| text.to_owned())
        .ok_or_else(|| "write owner/name@commit, or the name of an image".to_owned())
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

impl Init {
    pub(super) fn run(&self) -> Result<ExitCode, CommandError> {
        let files: Vec<(&str, String)> = files(self.ci)
            .into_iter()
            .map(|(name, text)| (name, self.addressed(&text)))
            .collect();
        let told: Vec<String> = files
            .iter()
            .map(|(name, text)| self.place(name, text))
            .collect::<Result<_, _>>()?;
        print(&told.concat())?;
        let written = files
            .iter()
            .zip(&told)
            .filter(|(_, told)| told.starts_with(WROTE));
        for (name, unknown) in written.filter_map(|((name, text), _)| Some((name, unknown(text)?))) {
            let path = self.directory.join(name);
            notify(&format!(
                "to do: in {}, write where the auditor is kept instead of {unknown} (or --from ADDRESS)",
                path.display()
            ));
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The text with the address of the auditor, as far as that is known.
    fn addressed(&self, text: &str) -> String {
        let published = published().filter(|_| self.ci == Ci::Github);
        match self.from.clone().or(published) {
            Some(address) => UNKNOWN
                .iter()
                .fold(text.to_owned(), |text, unknown| text.replace(unknown, &address)),
            None => text.to_owned(),
        }
    }

    /// Writes the file where there is none.
    fn place(&self, name: &str, text: &str) -> Result<String, CommandError> {
        let path = self.directory.join(name);
        match create(&path, text) {
            Ok(()) => Ok(format!("{WROTE}{}\n", path.display())),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Ok(format!("kept {}, which was there\n", path.display()))
            }
            Err(error) => Err(CommandError::auditor(format!(
                "cannot write {}: {error}",
                path.display()
            ))),
        }
    }
}

/// What is left to be written by hand.
fn unknown(text: &str) -> Option<&'static str> {
    UNKNOWN.into_iter().find(|unknown| text.contains(unknown))
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
