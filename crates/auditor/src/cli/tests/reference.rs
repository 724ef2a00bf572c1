//! The reference page, made from the program itself and held against the one in the repository.

use crate::cli::{Cli, settings};
use crate::input::rule_sets;
use clap::{Arg, CommandFactory as _};
use report::Format;
use std::fmt::Write as _;
use std::path::Path;

/// Set to anything, it makes the test write the page.
const WRITE: &str = "AUDITOR_WRITE_REFERENCE";

fn page() -> String {
    let head = "# Reference\n\nMade from the program; a test holds this page against it. `auditor COMMAND --help` says the same.";
    let sections = [
        commands(),
        exit_codes(),
        formats(),
        the_settings(),
        the_probes(),
        rubrics(),
        rules(),
    ];
    format!("{head}\n\n{}\n", sections.join("\n\n"))
}

fn table(heading: &str, columns: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut text = format!(
        "## {heading}\n\n| {} |\n|{}",
        columns.join(" | "),
        "---|".repeat(columns.len())
    );
    for row in rows {
        let cells: Vec<String> = row
            .iter()
            .map(|cell| cell.replace('|', "\\|").replace('\n', " "))
            .collect();
        let _ = write!(text, "\n| {} |", cells.join(" | "));
    }
    text
}

fn commands() -> String {
    let command = Cli::command();
    let shown: Vec<&clap::Command> = command
        .get_subcommands()
        .filter(|sub| !sub.is_hide_set())
        .collect();
    let rows = shown
        .iter()
        .map(|sub| vec![format!("`auditor {}`", sub.get_name()), about(sub)]);
    table("Commands", &["Command", "Does"], rows)
}

fn about(command: &clap::Command) -> String {
    command.get_about().map(ToString::to_string).unwrap_or_default()
}

fn exit_codes() -> String {
    let rows = crate::cli::EXIT_CODES
        .iter()
        .map(|(code, what)| vec![code.to_string(), (*what).to_owned()]);
    table("Exit codes", &["Code", "Means"], rows)
}

fn formats() -> String {
    let rows = Format::ALL.into_iter().map(|format| {
        let files: Vec<String> = format.files().map(|file| format!("`{file}`")).collect();
        vec![
            format!("`{}`", format.word()),
            files.join(", "),
            format.purpose().to_owned(),
        ]
    });
    table("Formats of a report", &["`--format`", "Files", "For"], rows)
}

fn the_settings() -> String {
    let known = settings::known();
    let rows = known.iter().map(|(name, arg)| setting(name, arg));
    let text = table(
        "Settings",
        &["In `auditor.toml`", "Flag", "Variable", "Means"],
        rows,
    );
    format!("{text}\n\nFlags go before variables, which go before the file.")
}

fn setting(name: &str, arg: &Arg) -> Vec<String> {
    let variable = arg
        .get_env()
        .map(|variable| variable.to_string_lossy().into_owned())
        .unwrap_or_default();
    let default = arg
        .get_default_values()
        .first()
        .map(|value| format!(" (default `{}`)", value.to_string_lossy()));
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let is_switch = default.as_deref() == Some(" (default `false`)");
    vec![
        format!("`{name}`"),
        format!("`--{}`", arg.get_long().unwrap_or_default()),
        format!("`{variable}`"),
        format!("{help}{}", default.filter(|_| !is_switch).unwrap_or_default()),
    ]
}

fn the_probes() -> String {
    let rows = probes::families::all().map(|probe| {
        let link = format!("[`{0}`](../crates/probes/pages/{0}.md)", probe.id);
        vec![link, probe.detective.name().to_owned(), probe.goal.to_owned()]
    });
    table("Probes", &["Probe", "Asked by", "Looks for"], rows)
}

fn rubrics() -> String {
    let rows = court::rubric::BUILT_IN.iter().map(|name| {
        let text = court::rubric::built_in(name).unwrap();
        let rubric = court::rubric::parse(text, name).unwrap();
        vec![
            format!("`{name}`"),
            rubric.name,
            rubric.dimensions.len().to_string(),
        ]
    });
    table("Built-in rubrics", &["Name", "Title", "Dimensions"], rows)
}

fn rules() -> String {
    let list = rule_sets::list().unwrap();
    let words = court::rules::words();
    format!(
        "## Rule sets\n\n```\n{}\n```\n\n### Words of rule files\n\n```\n{}\n```",
        list.trim_end(),
        words.trim_end()
    )
}

#[test]
fn the_reference_page_says_what_the_program_does() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference.md");
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(&path, page()).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == page(),
        "{WRITE}=1 cargo test -p auditor the_reference_page writes docs/reference.md anew"
    );
}
