//! The cell that an experiment runs in: what is shown, what it may use, and an environment made from nothing.

use crate::lab::Lab;
use crate::problem::Problem;
use custody::cell::{CellFile, CellLimits, Order};
use custody::sandbox::ResourceLimits;
use std::time::Duration;
use wordlist::array;

/// Where our own Python lies in a cell.
pub const HARNESS: &str = "/harness";
/// Where the files of the subject lie, read only.
pub const SUBJECT: &str = "/subject";

/// What an experiment may use in all.
pub const LIMITS: CellLimits = CellLimits {
    wall: Duration::from_secs(60),
    output: 32 << 20,
    disk: 256 << 20,
    memory: 1 << 30,
    each: ResourceLimits {
        // Libraries map much more than they touch.
        memory: Some(4 << 30),
        data: Some(1 << 30),
        cpu_seconds: Some(40),
        file_bytes: Some(64 << 20),
        files: Some(256),
        // Threads count. A pool of the graph library has as many as there are processors, and four.
        processes: Some(192),
    },
};

/// What every Python in a cell begins with.
const START: &str = "start.py";

/// Keys that open nothing: programs that look for one before they start find one.
const FAKE_KEYS: [&str; 14] = array(
    "OPENAI_API_KEY ANTHROPIC_API_KEY GOOGLE_API_KEY GEMINI_API_KEY GROQ_API_KEY MISTRAL_API_KEY \
     COHERE_API_KEY DEEPSEEK_API_KEY OPENROUTER_API_KEY AZURE_OPENAI_API_KEY TOGETHER_API_KEY \
     HUGGINGFACEHUB_API_TOKEN GITHUB_TOKEN TAVILY_API_KEY",
);
const FAKE_KEY: &str = "sk-fake-0000000000000000000000000000000000000000";

/// The order of a cell in which the Python of the lab runs a file with these arguments.
///
/// # Errors
/// Where the Python cannot be shown.
pub fn order(
    lab: &Lab,
    script: &str,
    arguments: &[String],
    mut files: Vec<CellFile>,
) -> Result<Order, Problem> {
    files.push(ours(START, include_str!("../harness/start.py")));
    let keys = FAKE_KEYS.iter().map(|name| (*name, FAKE_KEY));
    let variables = wordlist::lines(include_str!("../data/variables.txt")).into_iter();
    let variables = variables.filter_map(|line| line.split_once('='));
    let environment = variables.chain(keys);
    // Neither the variables nor the folders of a user, and no site: what is looked for in packages is said by the harness.
    let start = format!("{HARNESS}/{START}");
    let mut all: Vec<String> = ["-I", "-S", "-B", &start, script].map(str::to_owned).into();
    all.extend(arguments.iter().cloned());
    Ok(Order {
        shown: lab.shown(),
        files,
        program: lab.interpreter.program()?,
        arguments: all,
        environment: environment
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
        limits: LIMITS,
    })
}

/// A file of ours in a cell.
#[must_use]
pub fn ours(name: &str, text: &str) -> CellFile {
    CellFile {
        path: format!("{HARNESS}/{name}"),
        bytes: text.as_bytes().to_vec(),
        is_program: false,
    }
}
