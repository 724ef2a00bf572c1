//! The command line: what can be typed, and which command answers.

mod appeal;
mod attest;
mod audit;
mod calibrate;
mod case_run;
mod cases;
mod cohort;
mod compare;
mod diff;
mod dimension;
mod experience;
mod experiment;
mod experiment_args;
mod explain;
mod fleet;
mod gates;
mod graph;
mod import;
mod init;
mod inspect;
mod lab;
mod mcp;
mod r#override;
mod panel;
mod panel_args;
mod progress;
mod replay;
mod rubric;
mod rules;
mod serve;
mod settings;
mod shell;
mod signals;
mod system_limits;
mod telemetry;
#[cfg(test)]
mod tests;
mod usage;
mod verify;

use crate::error::{CommandError, HELD};
use crate::output::terminal::{notify, print};
use crate::store;
use clap::builder::FalseyValueParser;
use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use std::pin::Pin;
use std::process::ExitCode;

/// Audits a git repository, and its report, against a rubric, as a courtroom.
#[derive(Parser)]
#[command(name = "auditor", version, about, max_term_width = 100, after_help = exit_codes())]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    talk: Talk,
    #[command(flatten)]
    settings: settings::Source,
    /// Where the journal is kept [default: the user's data directory]
    #[arg(long, env = store::VARIABLE, global = true, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// Every exit code with what it means.
const EXIT_CODES: [(u8, &str); 14] = [
    (0, "verdict reached and no gate failed"),
    (1, "the auditor failed"),
    (2, "wrong usage, bad rubric or bad setting"),
    (
        3,
        "nothing to audit (refused, not found, no access, empty, damaged)",
    ),
    (gates::BELOW, "below --min-score or worse than --baseline"),
    (gates::INCOMPLETE, "incomplete and --require-complete"),
    (gates::BUDGET_SPENT, "--max-cost reached, partial verdict written"),
    (verify::NOT_TRUE, "a report or statement does not hold"),
    (HELD, "another process works on the same case"),
    (
        gates::REVIEW,
        "a dimension is for manual review and --fail-on-review",
    ),
    (cohort::NOT_ALL, "submissions of a class could not be audited"),
    signals::CODES[0],
    signals::CODES[1],
    signals::CODES[2],
];

fn exit_codes() -> String {
    let listed = EXIT_CODES.map(|(code, what)| format!("  {code:>3}  {what}"));
    format!("Exit codes:\n{}", listed.join("\n"))
}

/// Most jobs at the same time: each may hold a thread.
const JOBS_MAX: usize = 256;

/// How much is said on standard error.
#[derive(Args, Clone, Copy)]
pub(crate) struct Talk {
    /// Say nothing but the result
    #[arg(short, long, global = true, env = "AUDITOR_QUIET", value_parser = FalseyValueParser::new(), conflicts_with = "verbose")]
    quiet: bool,
    /// Say what each job came to
    #[arg(short, long, global = true, env = "AUDITOR_VERBOSE", value_parser = FalseyValueParser::new())]
    verbose: bool,
    /// Draw no progress bars, also on a terminal
    #[arg(long, global = true, env = "AUDITOR_NO_PROGRESS", value_parser = FalseyValueParser::new())]
    no_progress: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Audit a repository and write the report
    Audit(Box<audit::Audit>),
    /// Look only: what the detectives find, without a rubric
    Inspect(inspect::Inspect),
    /// List, show and check rubrics
    #[command(subcommand)]
    Rubric(rubric::Rubric),
    /// List, show and check the rules of the Chief Justice
    #[command(subcommand)]
    Rules(rules::Rules),
    /// Check a panel of models, and show what its judges read
    #[command(subcommand)]
    Panel(panel::Panel),
    /// Measure how a panel agrees with people on labelled subjects, and write its licence
    Calibrate(Box<calibrate::Calibrate>),
    /// Draw the graph that a repository's program builds, as Mermaid
    Graph(graph::Graph),
    /// From a score down to the places that prove it, and what would move it
    Explain(explain::Explain),
    /// Rule again from stored evidence and opinions, under the same rules or others
    Replay(replay::Replay),
    /// What moved between two cases: facts, claims, opinions, rules, scores
    Diff(diff::Diff),
    /// Set audits of one subject side by side, one's own and those of others, and follow what was done about them
    Compare(compare::Compare),
    /// Check a report: quotes, citations, scores, and the subject itself
    Verify(verify::Verify),
    /// Sign a statement about a report, check one, or make a key
    Attest(attest::Attest),
    /// Contest one point of a case: look again, hear the dimension again, keep both records
    Appeal(appeal::Appeal),
    /// Run the subject's own program against fakes, within walls, and show what happened
    Experiment(experiment::Experiment),
    /// Install, check or remove the Python environment that experiments run in
    #[command(subcommand)]
    Lab(lab::Lab),
    /// Overrule the court on a dimension: both scores are kept, and every report tells both
    Override(r#override::Override),
    /// Audit a whole class, and make the page of it
    Cohort(Box<cohort::Cohort>),
    /// Run workers that do the audits of classes for an engine
    #[command(subcommand)]
    Fleet(fleet::Fleet),
    /// List what was audited, and how it ended
    Cases(cases::Cases),
    /// Serve the page and the API of the court
    Serve(serve::Serve),
    /// Answer agents: the commands as tools of the Model Context Protocol, over standard input and output
    Mcp(mcp::Mcp),
    /// Write a commented configuration, a rubric to start from and a CI workflow; nothing is overwritten
    Init(init::Init),
    /// Read the report of somebody else, Markdown or JSON, and print it in our form
    Import(import::Import),
    /// Print the completions of a shell
    Completions(shell::Completions),
    /// Print the manual page, or write those of all commands to a directory
    Man(shell::Man),
    /// Print the JSON Schema of a file that the auditor reads or writes
    Schema {
        /// Which file
        #[arg(value_enum)]
        name: SchemaName,
    },
}

/// The files that have a schema.
#[derive(Clone, Copy, ValueEnum)]
enum SchemaName {
    /// Rubrics
    Rubric,
    /// Rule sets
    Rules,
    /// `report.json`
    Report,
    /// `auditor.toml`
    Config,
}

impl SchemaName {
    fn text(self) -> String {
        match self {
            Self::Rubric => court::rubric::SCHEMA.to_owned(),
            Self::Rules => court::rules::SCHEMA.to_owned(),
            Self::Report => report::SCHEMA.to_owned(),
            Self::Config => settings::schema(),
        }
    }
}

/// Runs the program as it was called.
pub(crate) fn main() -> ExitCode {
    custody::process::obey_parent();
    let ran = system_limits::check().and_then(|()| parse()).and_then(run);
    ran.unwrap_or_else(|error| {
        notify(&error.to_string());
        error.exit_code()
    })
}

/// Reads what was typed; asking for help or the version ends the program here.
fn parse() -> Result<Cli, CommandError> {
    let command = obeying_full_variables(Cli::command());
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let typed = command
        .clone()
        .try_get_matches_from(&arguments)
        .map_err(|error| mistaken(&error))?;
    // What is set in a file stands behind what is typed and what is in the environment.
    let arguments = settings::join(arguments, &typed)?;
    let typed = command.try_get_matches_from(arguments);
    typed
        .and_then(|typed| Cli::from_arg_matches(&typed))
        .map_err(|error| mistaken(&error))
}

fn mistaken(error: &clap::Error) -> CommandError {
    if error.use_stderr() {
        usage::in_our_words(error)
    } else {
        error.exit()
    }
}

/// A variable that is set to nothing counts as not set: that is how CI systems pass on an input left out.
fn obeying_full_variables(command: clap::Command) -> clap::Command {
    let is_empty = |arg: &clap::Arg| {
        arg.get_env()
            .and_then(std::env::var_os)
            .is_some_and(|value| value.is_empty())
    };
    let without = |arg: clap::Arg| {
        if is_empty(&arg) {
            arg.env(None::<&str>)
        } else {
            arg
        }
    };
    command.mut_args(without).mut_subcommands(obeying_full_variables)
}

/// Runs what was typed.
fn run(cli: Cli) -> Result<ExitCode, CommandError> {
    let data = cli.data.as_deref();
    match cli.command {
        Command::Audit(command) => command.run(data, cli.talk),
        Command::Inspect(command) => command.run(data, cli.talk),
        Command::Rubric(command) => command.run(),
        Command::Rules(command) => command.run(),
        Command::Panel(command) => command.run(data),
        Command::Explain(command) => command.run(data),
        Command::Replay(command) => command.run(data),
        Command::Diff(command) => command.run(data),
        Command::Compare(command) => command.run(data),
        Command::Verify(command) => command.run(data, cli.talk),
        Command::Attest(command) => command.run(),
        Command::Appeal(command) => command.run(data, cli.talk),
        Command::Calibrate(command) => command.run(data, cli.talk),
        Command::Graph(command) => command.run(data, cli.talk),
        Command::Experiment(command) => command.run(data),
        Command::Lab(command) => command.run(data),
        Command::Override(command) => command.run(data),
        Command::Cohort(command) => command.run(data, cli.talk),
        Command::Fleet(command) => command.run(data),
        Command::Cases(command) => command.run(data),
        Command::Mcp(command) => command.run(data),
        Command::Serve(command) => command.run(data),
        Command::Init(command) => command.run(),
        Command::Import(command) => command.run(),
        Command::Completions(command) => command.run(),
        Command::Man(command) => command.run(),
        Command::Schema { name } => print(&name.text()).map(|()| ExitCode::SUCCESS),
    }
}

/// Waits for work on a single job.
fn wait_for<T, E: Into<CommandError>>(work: impl Future<Output = Result<T, E>>) -> Result<T, CommandError> {
    // On the heap, so that the runtime is compiled once for each kind of outcome and not for each piece of work.
    let work: Pin<Box<dyn Future<Output = Result<T, E>> + '_>> = Box::pin(work);
    runtime(Some(1))?.block_on(work).map_err(Into::into)
}

/// A runtime with at most `jobs` jobs at work.
pub(crate) fn runtime(jobs: Option<usize>) -> Result<tokio::runtime::Runtime, CommandError> {
    let available = std::thread::available_parallelism().map_or(2, std::num::NonZeroUsize::get);
    let jobs = jobs.unwrap_or(available).clamp(1, JOBS_MAX);
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(jobs)
        // One more than the jobs, because the journal's writer has a thread of its own.
        .max_blocking_threads(jobs + 1)
        .enable_all()
        .build()
        .map_err(|error| CommandError::auditor(format!("no threads to work with: {error}")))
}
