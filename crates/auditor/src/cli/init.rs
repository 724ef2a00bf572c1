//! `auditor init`: what a repository needs to be audited in its own CI.

use super::{print, settings};
use crate::complaint::Complaint;
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
    pub(super) fn run(&self) -> Result<ExitCode, Complaint> {
        let told: Vec<String> = files(self.ci)
            .into_iter()
            .map(|(name, text)| self.place(name, &text))
            .collect::<Result<_, _>>()?;
        print(&told.concat()).map(|()| ExitCode::SUCCESS)
    }

    /// Writes the file where there is none.
    fn place(&self, name: &str, text: &str) -> Result<String, Complaint> {
        let path = self.directory.join(name);
        match create(&path, text) {
            Ok(()) => Ok(format!("wrote {}\n", path.display())),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Ok(format!("kept {}, which was there\n", path.display()))
            }
            Err(error) => Err(Complaint::auditor(format!(
                "cannot write {}: {error}",
                path.display()
            ))),
        }
    }
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
    match (arg.get_action(), default, name.as_deref().unwrap_or_default()) {
        (ArgAction::SetTrue, _, _) => "true".to_owned(),
        (ArgAction::Append, None, "[DIMENSION=]X") => "[\"3.5\", \"safe_tool_engineering=4\"]".to_owned(),
        (ArgAction::Append, None, name) => format!("[\"{}\"]", name.to_ascii_lowercase()),
        (_, Some(default), _) => format!("\"{default}\""),
        (_, None, "N") => "2".to_owned(),
        (_, None, name) => format!("\"{}\"", name.to_ascii_lowercase()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_can_be_put_in_force_by_removing_its_mark() {
        let config = config();
        let in_force: String = config
            .lines()
            .filter_map(|line| line.strip_prefix("# "))
            .filter(|line| {
                line.split_once(" = ")
                    .is_some_and(|(name, _)| settings::known().contains_key(name))
            })
            .map(|line| format!("{line}\n"))
            .collect();
        assert_eq!(in_force.lines().count(), settings::known().len(), "{config}");
        assert!(
            settings::parse(&in_force).is_ok(),
            "{:?}",
            settings::parse(&in_force)
        );
    }

    #[test]
    fn the_rubric_to_start_from_is_understood_wholly() {
        let rubric = court::rubric::parse(RUBRIC, "rubric").unwrap();
        assert_eq!(rubric.ignored, Vec::<String>::new());
        let unread: Vec<&str> = rubric
            .dimensions
            .iter()
            .filter(|dimension| court::protocol::read(dimension).is_none())
            .map(|dimension| dimension.id.0.as_str())
            .collect();
        assert_eq!(unread, Vec::<&str>::new());
    }
}
