//! Claims that the program uses a product, a package or a technique that leaves its name in code.

use super::mood::Mood;
use super::sides::{Check, Sides};
use super::statement::Statement;
use super::words::{fold, has_word, words};
use super::{Claim, Kind, State};
use crate::document::{Origin, discovery};
use court::evidence::Place;

/// Words before a name that say that it is used here.
const USES: [&str; 24] = [
    "using ",
    "uses ",
    "use ",
    "via ",
    "utilizing ",
    "utilizes ",
    "utilized ",
    "leverages ",
    "leveraging ",
    "employs ",
    "powered by ",
    "built with ",
    "built on ",
    "implemented with ",
    "choice: ",
    "integrated ",
    "engineered ",
    "implemented ",
    "performing ",
    "combined with ",
    "with ",
    "through ",
    "via the ",
    "it via ",
];
/// Furthest that such a word stands before the name, in bytes.
const USE_BYTES_MAX: usize = 28;

/// Who uses it, where the program itself does.
const OWN: [&str; 22] = [
    "i",
    "we",
    "our",
    "my",
    "system",
    "auditor",
    "project",
    "application",
    "app",
    "agent",
    "agents",
    "judge",
    "judges",
    "detective",
    "detectives",
    "pipeline",
    "node",
    "nodes",
    "swarm",
    "choice",
    "decision",
    "repository",
];
/// What is done with a model or a tool by those who write the program, and not by the program.
const WRITTEN: [&str; 14] = [
    "built",
    "written",
    "developed",
    "coded",
    "drafted",
    "assisted",
    "authored",
    "generated",
    "vibe",
    "evaluated",
    "benchmarked",
    "tested",
    "paired",
    "prompted",
];
/// Products that programs are written with as often as programs use them.
const WRITERS: [&str; 3] = ["openai", "anthropic", "gemini"];
/// After a participle, these say by what it was done.
const BY: [&str; 5] = [" via ", " using ", " by ", " with ", " through "];

/// Something that can be used, and what it leaves in the code of whoever uses it.
struct Product {
    /// As reports write it, in lower case.
    names: &'static [&'static str],
    /// Top-level modules and packages.
    packages: &'static [&'static str],
    /// Parts of names in code, folded.
    traces: &'static [&'static str],
}

const fn product(
    names: &'static [&'static str],
    packages: &'static [&'static str],
    traces: &'static [&'static str],
) -> Product {
    Product {
        names,
        packages,
        traces,
    }
}

static PRODUCTS: &[Product] = &[
    product(
        &["openai", "gpt-4o", "gpt-4", "chatopenai"],
        &["openai", "langchain_openai"],
        &["openai", "gpt4", "openrouter", "gpt"],
    ),
    product(
        &["anthropic", "claude"],
        &["anthropic", "langchain_anthropic"],
        &["anthropic", "claude"],
    ),
    product(
        &["gemini", "google generative ai"],
        &["google", "langchain_google_genai"],
        &["gemini", "googlegenai", "generativeai", "vertexai"],
    ),
    product(&["ollama"], &["ollama", "langchain_ollama"], &["ollama"]),
    product(&["groq"], &["groq", "langchain_groq"], &["groq"]),
    product(&["mistral"], &["mistralai", "langchain_mistralai"], &["mistral"]),
    product(&["deepseek"], &["langchain_deepseek"], &["deepseek"]),
    product(
        &["hugging face", "huggingface"],
        &["huggingface_hub", "transformers"],
        &["huggingface", "transformers"],
    ),
    product(&["docling"], &["docling"], &["docling"]),
    product(&["pymupdf"], &["fitz", "pymupdf"], &["pymupdf", "fitz"]),
    product(&["pypdf"], &["pypdf", "PyPDF2"], &["pypdf"]),
    product(&["pdfplumber"], &["pdfplumber"], &["pdfplumber"]),
    product(&["tenacity"], &["tenacity"], &["tenacity"]),
    product(&["fastapi"], &["fastapi"], &["fastapi"]),
    product(&["streamlit"], &["streamlit"], &["streamlit"]),
    product(&["gradio"], &["gradio"], &["gradio"]),
    product(&["chromadb", "chroma"], &["chromadb"], &["chroma"]),
    product(&["faiss"], &["faiss"], &["faiss"]),
    product(&["pinecone"], &["pinecone"], &["pinecone"]),
    product(&["redis"], &["redis"], &["redis"]),
    product(&["celery"], &["celery"], &["celery"]),
    product(&["sqlalchemy"], &["sqlalchemy"], &["sqlalchemy"]),
    product(&["gitpython"], &["git"], &["gitpython"]),
    product(&["tree-sitter"], &["tree_sitter"], &["treesitter"]),
    product(&["jinja2", "jinja"], &["jinja2"], &["jinja"]),
    product(
        &["langsmith"],
        &["langsmith"],
        &["langsmith", "langchaintracing", "langchainapikey"],
    ),
    product(&["pre-commit"], &["pre-commit"], &["precommit"]),
    product(&["sha-256", "sha256"], &[], &["sha256"]),
    product(
        &["aes-256", "aes256"],
        &["cryptography"],
        &["aes", "fernet", "cryptography"],
    ),
    product(&["decimal.decimal"], &["decimal"], &[]),
    product(&["atexit"], &["atexit"], &["atexit"]),
    product(&["asyncio.semaphore"], &[], &["semaphore"]),
    product(
        &["exponential backoff"],
        &["tenacity", "backoff"],
        &[
            "backoff", "tenacity", "expo", "retry", "retries", "attempt", "delay", "sleep", "jitter",
        ],
    ),
    product(&["pytest"], &["pytest"], &["pytest"]),
    product(&["mypy"], &["mypy"], &["mypy"]),
    product(&["ruff"], &["ruff"], &["ruff"]),
];

/// The products that a statement says are used.
pub(super) fn claims(statement: &Statement, sides: &Sides<'_>) -> Vec<Claim> {
    if statement.mood != Mood::Plain || statement.is_literal {
        return Vec::new();
    }
    PRODUCTS
        .iter()
        .filter_map(|product| claim(product, statement, sides))
        .collect()
}

fn claim(product: &Product, statement: &Statement, sides: &Sides<'_>) -> Option<Claim> {
    let (at, name) = product
        .names
        .iter()
        .find_map(|name| Some((whole(&statement.lower, name)?, *name)))?;
    let before = before(&statement.lower, at);
    if !USES.iter().any(|word| before.contains(word)) || before.contains(" or ") {
        return None;
    }
    let after = statement.lower[at + name.len()..].trim_start();
    let is_choice = words(after).take(4).any(|word| word == "or")
        || after.starts_with('/')
        || after.starts_with("and/or");
    let is_choice = is_choice || words(&statement.lower).any(|word| matches!(word, "can" | "allows"));
    let about = format!("{} is used", product.names[0]);
    let is_tool = WRITERS.contains(&product.names[0])
        && words(&statement.lower).any(|word| WRITTEN.contains(&word) || word == "code");
    let is_open = is_choice || is_tool || is_manual(statement) || !is_own(statement, before);
    let check = found(product, sides).unwrap_or_else(|| absent(name, is_open));
    // What is only spoken of need not be used by this program.
    let is_said = !(is_open && check.state == State::Unsupported);
    is_said.then(|| check.of(Kind::Capability, about, statement))
}

/// Whether the statement stands in a manual, which speaks of the programs of its readers too.
fn is_manual(statement: &Statement) -> bool {
    let document = match &statement.place {
        Place::Lines { path, .. } => path,
        Place::Page { document, .. } | Place::Passage { document, .. } => document,
        Place::Commit(_) | Place::Ref(_) | Place::File(_) => return false,
    };
    statement.origin == Origin::Found && document.contains('/') && !discovery::is_report(document)
}

/// Whether the statement speaks of the program itself: `we`, `the system`, `registered via`, `Choice:`.
fn is_own(statement: &Statement, before: &str) -> bool {
    let first = words(&statement.lower).next().unwrap_or_default();
    let is_advice = matches!(
        first,
        "when" | "while" | "to" | "by" | "for" | "you" | "using" | "use" | "with"
    );
    let is_done = BY.iter().any(|by| {
        before
            .split(by)
            .next()
            .is_some_and(|verb| before.contains(by) && verb.ends_with("ed"))
    });
    !is_advice && (is_done || has_word(&statement.lower, &OWN))
}

/// Where a name stands as a whole word.
fn whole(lower: &str, name: &str) -> Option<usize> {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let mut found = lower.match_indices(name);
    found.find_map(|(at, _)| {
        let before = lower[..at].chars().next_back();
        let after = lower[at + name.len()..].chars().next();
        (!is_part(before) && !is_part(after)).then_some(at)
    })
}

fn before(lower: &str, at: usize) -> &str {
    let from = (at.saturating_sub(USE_BYTES_MAX)..=at).find(|from| lower.is_char_boundary(*from));
    &lower[from.unwrap_or(at)..at]
}

fn found(product: &Product, sides: &Sides<'_>) -> Option<Check> {
    if let Some((package, place)) = product
        .packages
        .iter()
        .find_map(|package| Some((package, sides.manifests.imported(package)?)))
    {
        return Some(
            Check::new(State::Supported, format!("`{package}` is imported")).at(Some(place.clone())),
        );
    }
    let trace = product
        .traces
        .iter()
        .find(|trace| sides.vocabulary.has_part(&fold(trace)));
    if let Some(trace) = trace {
        let state = if product
            .packages
            .iter()
            .any(|package| sides.manifests.declares(package))
            || product.packages.is_empty()
        {
            State::Supported
        } else {
            State::Unsupported
        };
        return Some(Check::new(
            state,
            format!("code or configuration speaks of `{trace}`, no module of it is imported"),
        ));
    }
    let declared = product
        .packages
        .iter()
        .find(|package| sides.manifests.declares(package));
    declared.map(|package| {
        Check::new(
            State::Unsupported,
            format!("`{package}` is declared and never imported"),
        )
    })
}

fn absent(name: &str, is_open: bool) -> Check {
    let state = if is_open {
        State::Uncheckable
    } else {
        State::Contradicted
    };
    Check::new(
        state,
        format!("nothing in the code, its imports or its manifests speaks of {name}"),
    )
}
