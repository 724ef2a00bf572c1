//! Where the program runs git: through `subprocess` and its kin, or through a library.

use super::command::{Command, Word, commands};
use super::shells::{self, Asks};
use court::evidence::Place;
use python::ast::{Arg, Expr, ExprKind};
use python::code::{Code, Outward};
use python::given::given;
use python::scopes::ScopeId;
use wordlist::Words;

/// One way in which git is run.
#[derive(Clone, Debug)]
pub(crate) struct GitCall<'a> {
    /// The function in which it is run.
    pub scope: ScopeId,
    /// The call that runs it.
    pub call: &'a Expr,
    pub means: Means,
    /// What it does: `clone`, `log`; `None` where that is not known.
    pub action: Option<String>,
    /// The address it is given.
    pub url: Option<(ScopeId, &'a Expr)>,
    /// The directory it is given, each that it may be.
    pub targets: Vec<(ScopeId, &'a Expr)>,
    /// What may give it one and could not be followed.
    pub open: Vec<(ScopeId, &'a Expr)>,
    /// The words of the command before git, such as `timeout 60`.
    pub before: Vec<String>,
    /// The functions it passes through, from the one that runs it to the one that wrote it.
    pub through: Vec<ScopeId>,
    /// Whether the program that is started gets here.
    pub is_reached: bool,
}

/// What runs git.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Means {
    /// A process, started without a shell; by this function.
    Process(String),
    /// A shell; by this function.
    Shell(String),
    /// A library; this function of it.
    Library(String),
}

impl<'a> GitCall<'a> {
    /// Whether it clones.
    pub(crate) fn is_clone(&self) -> bool {
        self.action.as_deref() == Some("clone")
    }

    /// Where it is run.
    pub(crate) fn place(&self, code: &Code<'_>) -> Place {
        place(code, self.scope, self.call)
    }

    /// Where its words were written.
    pub(crate) fn origin(&self) -> ScopeId {
        self.through.last().copied().unwrap_or(self.scope)
    }

    /// The call's arguments.
    pub(crate) fn args(&self) -> &'a [Arg] {
        match &self.call.kind {
            ExprKind::Call { args, .. } => args,
            _ => &[],
        }
    }
}

/// The place of an expression.
pub(crate) fn place(code: &Code<'_>, scope: ScopeId, expr: &Expr) -> Place {
    Place::lines(code.scopes[scope].path, expr.span.first, expr.span.last)
}

/// Every way in which the program outside its tests runs git.
pub(crate) fn git_calls<'a>(code: &Code<'a>) -> Vec<GitCall<'a>> {
    let calls = code.outward().iter();
    calls.flat_map(|call| of_call(code, call)).collect()
}

/// The clones that the program uses: those it reaches, or all where it reaches none.
pub(crate) fn clones<'a>(code: &Code<'a>) -> Vec<GitCall<'a>> {
    let clones: Vec<GitCall<'a>> = git_calls(code).into_iter().filter(GitCall::is_clone).collect();
    let reached: Vec<GitCall<'a>> = clones.iter().filter(|clone| clone.is_reached).cloned().collect();
    if reached.is_empty() { clones } else { reached }
}

fn of_call<'a>(code: &Code<'a>, outward: &Outward<'a>) -> Vec<GitCall<'a>> {
    let (scope, call) = (outward.scope, outward.call);
    // A method of a library's object, such as `git.Git.clone`, is no function that runs a process.
    let method = outward.called.as_ref().filter(|name| runner(name).is_none());
    let Some(name) = outward.function.as_ref().or(method) else {
        return Vec::new();
    };
    let ExprKind::Call { args, .. } = &call.kind else {
        return Vec::new();
    };
    match runner(name) {
        Some(runner) => of_process(code, scope, call, args, name, runner),
        None => of_library(code, scope, call, args, name).into_iter().collect(),
    }
}

/// How a function of the standard library takes the command it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Runner {
    /// A list, or a text with `shell=True`.
    Subprocess,
    /// One word an argument.
    Words,
    /// A text for a shell.
    Shell,
}

fn runner(name: &str) -> Option<Runner> {
    match name {
        "subprocess.run"
        | "subprocess.call"
        | "subprocess.check_call"
        | "subprocess.check_output"
        | "subprocess.Popen"
        | "anyio.run_process"
        | "trio.run_process"
        | "anyio.open_process" => Some(Runner::Subprocess),
        "asyncio.create_subprocess_exec" | "asyncio.subprocess.create_subprocess_exec" => Some(Runner::Words),
        "pexpect.run" | "pexpect.spawn" | "pty.spawn" => Some(Runner::Subprocess),
        "invoke.run" | "fabric.run" => Some(Runner::Shell),
        _ if shells::is_os_system(name) || shells::is_implied(name) => Some(Runner::Shell),
        _ => None,
    }
}

fn of_process<'a>(
    code: &Code<'a>,
    scope: ScopeId,
    call: &'a Expr,
    args: &'a [Arg],
    name: &str,
    runner: Runner,
) -> Vec<GitCall<'a>> {
    let commands = match runner {
        Runner::Words => vec![in_words(scope, args)],
        Runner::Subprocess | Runner::Shell => {
            let named = ["args", "command", "cmd"]
                .iter()
                .find_map(|name| code.keyword(scope, args, name));
            let first = args
                .first()
                .filter(|arg| arg.name.is_none())
                .map(|arg| &arg.value);
            first
                .or(named)
                .map_or(Vec::new(), |command| commands(code, scope, command))
        }
    };
    let is_shell = runner == Runner::Shell || shells::asks_for_shell(code, scope, args) == Asks::Yes;
    let calls = commands.iter().filter_map(|command| {
        let means = if is_shell {
            Means::Shell(name.to_owned())
        } else {
            Means::Process(name.to_owned())
        };
        of_command(code, scope, call, command, means)
    });
    calls.collect()
}

fn in_words<'a>(scope: ScopeId, args: &'a [Arg]) -> Command<'a> {
    let words = args
        .iter()
        .filter(|arg| arg.name.is_none())
        .map(|arg| match &arg.value.kind {
            ExprKind::Str(text) => Word::Known(text.clone()),
            _ => Word::Computed(scope, &arg.value),
        });
    Command {
        words: words.collect(),
        is_text: false,
        through: vec![scope],
    }
}

fn of_command<'a>(
    code: &Code<'a>,
    scope: ScopeId,
    call: &'a Expr,
    command: &Command<'a>,
    means: Means,
) -> Option<GitCall<'a>> {
    let at = command
        .words
        .iter()
        .position(|word| word.text().is_some_and(is_git))?;
    let before: Option<Vec<String>> = command.words[..at]
        .iter()
        .map(|word| word.text().map(str::to_owned))
        .collect();
    let line = read_line(&command.words[at + 1..]);
    let mut cwd = given(code, scope, arguments(call), "cwd");
    let said = line.target.or(line.directory);
    if said.is_none() && cwd.values.is_empty() {
        let scopes = command.through.iter().chain([&scope]);
        cwd.values
            .extend(scopes.filter_map(|id| Some((*id, entered(code, *id)?))));
    }
    let is_reached = command
        .through
        .iter()
        .chain([&scope])
        .all(|id| code.scopes[*id].is_reached);
    Some(GitCall {
        scope,
        call,
        means,
        action: line.action,
        url: line.url,
        targets: said.map_or(cwd.values, |said| vec![said]),
        open: cwd.open,
        before: before?,
        through: command.through.clone(),
        is_reached,
    })
}

/// The directory that a function makes the working directory.
fn entered<'a>(code: &Code<'a>, scope: ScopeId) -> Option<&'a Expr> {
    code.scopes[scope].calls.iter().find_map(|call| {
        let is_change = matches!(
            code.external_call(scope, call)?.as_str(),
            "os.chdir" | "contextlib.chdir"
        );
        arguments(call)
            .first()
            .map(|arg| &arg.value)
            .filter(|_| is_change)
    })
}

fn arguments(call: &Expr) -> &[Arg] {
    match &call.kind {
        ExprKind::Call { args, .. } => args,
        _ => &[],
    }
}

fn is_git(word: &str) -> bool {
    matches!(word.rsplit(['/', '\\']).next(), Some("git" | "git.exe"))
}

/// A git command line, taken apart.
#[derive(Default)]
struct Line<'a> {
    action: Option<String>,
    url: Option<(ScopeId, &'a Expr)>,
    target: Option<(ScopeId, &'a Expr)>,
    /// The value of `-C`.
    directory: Option<(ScopeId, &'a Expr)>,
}

/// Options of `git` and `git clone` whose value is the next word.
static VALUED: Words = Words::new(|| wordlist::words(include_str!("../../words/git_calls_valued.txt")));

fn read_line<'a>(words: &[Word<'a>]) -> Line<'a> {
    let mut line = Line::default();
    let mut operands = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.text() {
            Some(option) if VALUED.contains(&option) => {
                let value = words.next();
                if let (Some(Word::Computed(scope, expr)), "-C") = (value, option) {
                    line.directory = Some((*scope, expr));
                }
            }
            Some(option) if option.starts_with('-') => {}
            Some(text) if line.action.is_none() => line.action = Some(text.to_owned()),
            _ if line.action.is_none() => return line,
            _ => operands.push(word),
        }
    }
    let computed = |word: &&Word<'a>| match word {
        Word::Computed(scope, expr) => Some((*scope, *expr)),
        Word::Known(_) => None,
    };
    line.url = operands.first().and_then(computed);
    line.target = operands.get(1).and_then(computed);
    line
}

fn of_library<'a>(
    code: &Code<'a>,
    scope: ScopeId,
    call: &'a Expr,
    args: &'a [Arg],
    name: &str,
) -> Option<GitCall<'a>> {
    let library = name.split('.').next()?;
    let last = name.rsplit('.').next()?;
    let action = match (library, last) {
        ("git", "clone_from" | "clone") | ("pygit2", "clone_repository") | ("dulwich", "clone") => "clone",
        ("sh", "clone") => "clone",
        (_, "GitLoader") if library.starts_with("langchain") => "clone",
        ("git", "Repo" | "Git") | ("pygit2", "Repository" | "discover_repository") | ("dulwich", "Repo") => {
            "open"
        }
        _ => return None,
    };
    let argument = |names: &[&str], at: usize| {
        let named = names.iter().find_map(|name| code.keyword(scope, args, name));
        let plain = args.iter().filter(|arg| arg.name.is_none()).nth(at);
        named.or(plain.map(|arg| &arg.value)).map(|value| (scope, value))
    };
    Some(GitCall {
        scope,
        call,
        means: Means::Library(name.to_owned()),
        action: Some(action.to_owned()),
        url: argument(&["url", "clone_url", "source", "path_to_repo"], 0),
        targets: argument(&["to_path", "path", "target", "repo_path", "clone_repo_to"], 1)
            .into_iter()
            .collect(),
        open: Vec::new(),
        before: Vec::new(),
        through: vec![scope],
        is_reached: code.scopes[scope].is_reached,
    })
}
