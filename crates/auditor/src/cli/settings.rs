//! `auditor.toml`: every flag of an audit, written down. What is typed goes before the environment, which goes
//! before the file.
//!
//! The file is the one named by `--config`, else the one in the working directory. Where that one lies in the audited
//! subject, or a link leads into it, the file is the subject's own and is not read. It could lower the bar that it is held against.

mod accept;

use super::Cli;
use crate::error::CommandError;
use crate::input::dotenv;
use crate::input::file::InputFile;
use crate::input::symlinks::SubjectDirectory;
use crate::output::terminal::notify;
use clap::builder::FalseyValueParser;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, CommandFactory as _};
use court::visible::{is_key, visible};
use report::json_text;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use toml::de::{DeTable, DeValue};
use wordlist::array;

/// The name of the file in the working directory.
pub(super) const FILE: &str = "auditor.toml";
/// The settings; a written file has a few hundred bytes.
const SETTINGS: InputFile = InputFile {
    what: "settings",
    bytes_max: 256 << 10,
    hint: "give a file such as `auditor init` writes, or --no-config",
};
/// Most values of one setting.
const VALUES_MAX: usize = 1_000;
/// Commands that need no settings, so that a broken file cannot keep them from helping.
const WITHOUT: [&str; 4] = ["init", "schema", "completions", "man"];
/// Flags that are no settings: they say where the settings are, or are meant for one run only.
const NO_SETTINGS: [&str; 7] = array("config no_config fresh retry dry_run help version");

/// Settings that are heeded in a file of the user's own alone: the subject's program is run by them, or its findings are
/// lived with.
const OWN_ONLY: [&str; 4] = [
    "experiment",
    "experiment_python",
    "experiment_trace",
    accept::NAME,
];

/// Where the settings are.
#[derive(Args)]
pub(super) struct Source {
    /// Read settings from this file [default: auditor.toml in the working directory, unless that is audited]
    #[arg(long, value_name = "FILE", global = true, env = "AUDITOR_CONFIG")]
    config: Option<PathBuf>,
    /// Read no settings from a file
    #[arg(long, global = true, env = "AUDITOR_NO_CONFIG", value_parser = FalseyValueParser::new())]
    no_config: bool,
}

/// The flags that may stand in the file, by their names there: those of an audit and those of every command.
pub(super) fn known() -> BTreeMap<String, Arg> {
    let command = Cli::command();
    let audit = command.find_subcommand("audit");
    let all = command
        .get_arguments()
        .chain(audit.into_iter().flat_map(Command::get_arguments));
    all.filter(|arg| arg.get_long().is_some() && arg.get_env().is_some())
        .filter(|arg| !NO_SETTINGS.contains(&arg.get_id().as_str()))
        .map(|arg| (arg.get_id().to_string(), arg.clone()))
        .collect()
}

/// The arguments with the settings of the file behind them.
pub(super) fn join(mut arguments: Vec<OsString>, typed: &ArgMatches) -> Result<Vec<OsString>, CommandError> {
    let command = Cli::command();
    let (command, typed) = innermost(&command, typed);
    let Some(path) = file(typed)? else {
        return Ok(arguments);
    };
    let settings = read(&path)?;
    let folder = path.parent().unwrap_or_else(|| Path::new(""));
    let subject_directory = subject_directory(typed);
    // Also the settings that were named: keys of the subject would be asked for the subject's own account.
    if !subject_directory
        .as_ref()
        .is_some_and(|subject_directory| subject_directory.leads_to(&folder.join(dotenv::FILE)))
    {
        dotenv::load(folder);
    }
    let known = known();
    let is_own = is_own(&path, typed, subject_directory.as_ref());
    let refused = OWN_ONLY
        .into_iter()
        .filter(|name| !is_own && is_open(typed, name));
    let settings = without(settings, refused, &path);
    let open = settings.iter().filter_map(|(name, values)| {
        let arg = known
            .get(name)
            .filter(|arg| is_meant(arg, command) && is_open(typed, name))?;
        Some(flags(arg, values))
    });
    let added: Vec<OsString> = open.flatten().collect();
    // Behind a double hyphen everything is an operand.
    let end = arguments
        .iter()
        .position(|argument| argument == "--")
        .unwrap_or(arguments.len());
    arguments.splice(end..end, added);
    Ok(arguments)
}

/// Whether the file is the user's beyond doubt. It does not lie in the subject, and one that nobody named does not lie in a
/// working copy either, which may be one of the subject.
fn is_own(path: &Path, typed: &ArgMatches, subject: Option<&SubjectDirectory>) -> bool {
    let is_named = given::<PathBuf>(typed, "config").is_some();
    let here = std::env::current_dir().unwrap_or_default();
    let is_copy = || here.ancestors().any(|folder| folder.join(".git").exists());
    !subject.is_some_and(|subject| subject.leads_to(path)) && (is_named || !is_copy())
}

/// The settings without these, of which each that stood there is told.
fn without(
    mut settings: BTreeMap<String, Vec<String>>,
    refused: impl Iterator<Item = &'static str>,
    path: &Path,
) -> BTreeMap<String, Vec<String>> {
    for name in refused
        .filter(|name| settings.remove(*name).is_some())
        .collect::<Vec<_>>()
    {
        notify(&format!(
            "auditor: `{name}` of {} is not heeded: the file lies in a repository, which may be the subject's; type --{}, or \
             name a file of your own with --config",
            visible(&path.display().to_string()),
            name.replace('_', "-")
        ));
    }
    settings
}

fn innermost<'a>(command: &'a Command, typed: &'a ArgMatches) -> (&'a Command, &'a ArgMatches) {
    let mut innermost = (command, typed);
    while let Some((name, typed)) = innermost.1.subcommand() {
        let Some(command) = innermost
            .0
            .find_subcommand(name)
            .filter(|_| !WITHOUT.contains(&name))
        else {
            break;
        };
        innermost = (command, typed);
    }
    innermost
}

/// Whether the command means the same by the flag: one of another kind may have its name.
fn is_meant(arg: &Arg, command: &Command) -> bool {
    let same = |other: &Arg| {
        let (names, others) = (arg.get_value_names(), other.get_value_names());
        other.get_id() == arg.get_id() && other.get_env() == arg.get_env() && names == others
    };
    arg.is_global_set() || command.get_arguments().any(same)
}

/// Which file is to be read, if any.
fn file(typed: &ArgMatches) -> Result<Option<PathBuf>, CommandError> {
    if given::<bool>(typed, "no_config").is_some_and(|no| no) {
        return Ok(None);
    }
    if let Some(path) = given::<PathBuf>(typed, "config") {
        return Ok(Some(path));
    }
    let found = Path::new(FILE);
    // Commands that set things up are not entered, so one of them is still below.
    if !found.is_file() || typed.subcommand().is_some() {
        return Ok(None);
    }
    if subject_directory(typed).is_some_and(|subject_directory| subject_directory.leads_to(found)) {
        notify(&format!(
            "auditor: {FILE} is part of the subject and is not read; `--config {FILE}` reads it all the same"
        ));
        return Ok(None);
    }
    Ok(Some(found.to_owned()))
}

fn given<T: Clone + Send + Sync + 'static>(typed: &ArgMatches, id: &str) -> Option<T> {
    typed.try_get_one::<T>(id).ok().flatten().cloned()
}

/// The subject that was typed, where it is one of this machine.
fn subject_directory(typed: &ArgMatches) -> Option<SubjectDirectory> {
    SubjectDirectory::of(&given::<String>(typed, "subject")?)
}

/// Whether nothing else decides the setting.
fn is_open(typed: &ArgMatches, name: &str) -> bool {
    let is_decided = |id: &str| {
        let source = typed
            .try_contains_id(id)
            .ok()
            .and_then(|_| typed.value_source(id));
        matches!(source, Some(ValueSource::CommandLine | ValueSource::EnvVariable))
    };
    // Who asks for talk does not want the silence of the file, and the other way round.
    let opposite = match name {
        "quiet" => is_decided("verbose"),
        "verbose" => is_decided("quiet"),
        _ => false,
    };
    !is_decided(name) && !opposite
}

fn flags(arg: &Arg, values: &[String]) -> Vec<OsString> {
    let long = arg.get_long().unwrap_or_default();
    if matches!(arg.get_action(), ArgAction::SetTrue) {
        let is_set = values.first().is_some_and(|value| value == "true");
        return is_set.then(|| format!("--{long}").into()).into_iter().collect();
    }
    values
        .iter()
        .map(|value| format!("--{long}={value}").into())
        .collect()
}

fn read(path: &Path) -> Result<BTreeMap<String, Vec<String>>, CommandError> {
    parse(&SETTINGS.text(path)?).map_err(|(line, why, hint)| {
        let error = CommandError::usage(format!("the settings {}:{line}: {why}", path.display()));
        error.hints(hint)
    })
}

/// A line, what is wrong there, and what to do.
pub(super) type Fault = (usize, String, Option<String>);

/// The settings as values of flags.
pub(super) fn parse(text: &str) -> Result<BTreeMap<String, Vec<String>>, Fault> {
    let line_at = |at: usize| text.get(..at).unwrap_or(text).matches('\n').count() + 1;
    let table = DeTable::parse(text).map_err(|error| {
        let line = error.span().map_or(1, |span| line_at(span.start));
        let why = format!("it is no TOML: {}", visible(error.message()));
        (line, why, Some(SETTINGS.hint.to_owned()))
    })?;
    let known = known();
    let mut settings = BTreeMap::new();
    for (name, value) in table.get_ref() {
        let line = line_at(name.span().start);
        let arg = known
            .get(name.get_ref().as_ref())
            .ok_or_else(|| unknown(line, name.get_ref(), &known))?;
        let values = values(value.get_ref()).filter(|values| fits(arg, values, value.get_ref()));
        let values = values.ok_or_else(|| {
            (
                line,
                format!("`{}` cannot be {}", name.get_ref(), kind(value.get_ref())),
                None,
            )
        })?;
        settings.insert(name.get_ref().to_string(), values);
    }
    Ok(settings)
}

fn unknown(line: usize, name: &str, known: &BTreeMap<String, Arg>) -> Fault {
    let near = known
        .keys()
        .map(|known| (strsim::jaro_winkler(known, name), known))
        .max_by(|left, right| left.0.total_cmp(&right.0));
    let hint = near
        .filter(|(likeness, _)| *likeness > 0.8)
        .map(|(_, near)| format!("there is `{near}`"));
    let hint = hint.unwrap_or_else(|| "`auditor schema config` describes all settings".to_owned());
    let why = match is_key(name) {
        true => format!("there is no setting `{name}`"),
        false => "the key there is none of a setting".to_owned(),
    };
    (line, why, Some(hint))
}

/// Values as they would be typed: a table is a list of `name=value`, for minimum scores.
fn values(value: &DeValue<'_>) -> Option<Vec<String>> {
    match value {
        DeValue::Array(items) => items
            .iter()
            .take(VALUES_MAX)
            .map(|item| single(item.get_ref()))
            .collect(),
        DeValue::Table(table) => table
            .iter()
            .take(VALUES_MAX)
            .map(|(name, value)| {
                let value = single(value.get_ref())?;
                Some(if name.get_ref() == "overall" {
                    value
                } else {
                    format!("{}={value}", name.get_ref())
                })
            })
            .collect(),
        other => single(other).map(|value| vec![value]),
    }
}

fn single(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::Table(table) => accept::typed(table),
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(number.to_string()),
        DeValue::Float(number) => Some(number.to_string()),
        DeValue::Boolean(truth) => Some(truth.to_string()),
        DeValue::Datetime(_) | DeValue::Array(_) => None,
    }
}

/// Whether the flag takes this many values of this kind.
fn fits(arg: &Arg, values: &[String], value: &DeValue<'_>) -> bool {
    let is_switch = matches!(arg.get_action(), ArgAction::SetTrue);
    let is_list = matches!(arg.get_action(), ArgAction::Append);
    let is_table = |item: &toml::Spanned<DeValue<'_>>| matches!(item.get_ref(), DeValue::Table(_));
    let is_accept = arg.get_id() == accept::NAME;
    match value {
        DeValue::Array(items) if is_accept || items.iter().any(is_table) => {
            is_accept && items.iter().all(is_table)
        }
        DeValue::Boolean(_) => is_switch,
        DeValue::Table(_) => arg.get_id() == "min_score",
        _ => !is_switch && (is_list || values.len() == 1),
    }
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "a truth value",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list of these values",
        DeValue::Table(_) => "a table",
    }
}

/// The JSON Schema of the file, from the flags themselves.
pub(super) fn schema() -> String {
    let settings: BTreeMap<String, Value> = known()
        .iter()
        .map(|(name, arg)| (name.clone(), described(arg)))
        .collect();
    json_text(&json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": FILE,
        "description": "Settings of the auditor. What is typed goes before the environment, which goes before the file.",
        "type": "object",
        "additionalProperties": false,
        "properties": settings,
    }))
}

fn described(arg: &Arg) -> Value {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let one = json!({"type": ["string", "number"]});
    let list = json!({"type": "array", "items": one});
    match arg.get_action() {
        ArgAction::SetTrue => json!({"description": help, "type": "boolean"}),
        _ if arg.get_id() == accept::NAME => accept::schema(&help),
        _ if arg.get_id() == "min_score" => {
            let table = json!({"type": "object", "additionalProperties": one});
            json!({"description": help, "anyOf": [one, list, table]})
        }
        ArgAction::Append => json!({"description": help, "anyOf": [one, list]}),
        _ => json!({"description": help, "type": ["string", "number"]}),
    }
}

#[cfg(test)]
mod tests;
