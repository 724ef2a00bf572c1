//! Calls of Python: which check, which are dangerous, where data comes in.

use crate::facts::{Danger, Data, Risk};
use crate::grammar::Call;
use crate::walk::dangers::{Reads, Sink, Source, local, remote, sink};
use crate::walk::{Walk, line_of};
use tree_sitter::Node;

/// Calls that check by other words than `assert`.
const CHECKS: &[&str] = &[
    "raises",
    "warns",
    "deprecated_call",
    "fail",
    "fnmatch_lines",
    "re_match_lines",
    "no_fnmatch_line",
    "raise_for_status",
    "should",
    "match_snapshot",
    "does_not_raise",
];
/// Beginnings of names that say that something is checked.
const CHECKING: &[&str] = &[
    "assert", "check", "verify", "expect", "ensure", "validate", "compare", "should_", "must_", "fail",
];

/// Whether a call in a test checks something.
pub(super) fn is_assertion<'t>(call: &Call<'t>, walk: &Walk<'t>) -> bool {
    let name = call.name.trim_start_matches('_');
    walk.is_in_test()
        && (CHECKS.contains(&name)
            || name.contains("assert")
            || CHECKING.iter().any(|beginning| name.starts_with(beginning)))
}

/// Names by which people ask something of a server.
const REQUESTS: &[&str] = &[
    "get",
    "post",
    "put",
    "patch",
    "delete",
    "head",
    "options",
    "request",
    "send",
    "stream",
    "urlopen",
    "Client",
    "AsyncClient",
    "Session",
];

/// Looks at a call that is a danger whatever it is given.
pub(super) fn called<'t>(call: &Call<'t>, walk: &mut Walk<'t>) {
    let is_unchecked = || keyword(call, "verify", walk).is_some_and(|value| value.kind() == "false");
    let talks = || ["requests", "httpx"].iter().any(|package| walk.brings(package));
    if REQUESTS.contains(&call.name) && talks() && is_unchecked() {
        let in_test = walk.is_in_test();
        walk.danger(Danger {
            kind: Risk::Tls,
            line: line_of(call.node),
            callee: format!("{}(verify=False)", call.name),
            data: Data::Unknown,
            in_test,
        });
    }
}

/// The value of an argument that is given by name.
fn keyword<'t>(call: &Call<'t>, name: &str, walk: &Walk<'t>) -> Option<Node<'t>> {
    let all = walk.arguments(call);
    let found = all
        .into_iter()
        .find(|one| one.kind() == "keyword_argument" && walk.field(*one, "name") == name)?;
    found.child_by_field_name("value")
}

/// The argument at a place, where it is given by place.
fn at<'t>(call: &Call<'t>, place: usize, walk: &Walk<'t>) -> Option<Node<'t>> {
    let found = walk.arguments(call).get(place).copied();
    found.filter(|one| one.kind() != "keyword_argument")
}

/// The first argument, by place or by name.
fn first<'t>(call: &Call<'t>, name: &str, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let found = at(call, 0, walk).or_else(|| keyword(call, name, walk))?;
    Some(vec![found])
}

/// What a shell gets, where `shell=True` starts one.
fn through_shell<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    keyword(call, "shell", walk).filter(|value| value.kind() == "true")?;
    first(call, "args", walk)
}

/// What `yaml.load` makes objects of, unless its loader makes plain data.
fn yaml<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let loader = keyword(call, "Loader", walk)
        .or_else(|| at(call, 1, walk))
        .map_or("", |loader| walk.text_of(loader));
    if loader.contains("Safe") || loader.contains("BaseLoader") {
        return None;
    }
    first(call, "stream", walk)
}

/// What is hashed, unless it says that security does not hang on it.
fn hashed<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let says_not = keyword(call, "usedforsecurity", walk).is_some_and(|value| value.kind() == "false");
    (!says_not).then(|| walk.arguments(call))
}

/// What is hashed by a hash that is named by a text.
fn hashed_by_name<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let name = walk
        .text_of(at(call, 0, walk)?)
        .trim_matches(['"', '\''])
        .to_ascii_lowercase();
    if matches!(name.as_str(), "md5" | "sha1" | "md4") {
        hashed(call, walk)
    } else {
        None
    }
}

pub(super) const SINKS: &[Sink] = &[
    sink("os.system", Risk::Shell, Reads::At(0)),
    sink("os.popen", Risk::Shell, Reads::At(0)),
    sink("commands.getoutput", Risk::Shell, Reads::At(0)),
    sink("subprocess.getoutput", Risk::Shell, Reads::At(0)),
    sink("subprocess.getstatusoutput", Risk::Shell, Reads::At(0)),
    sink("subprocess.run", Risk::Shell, Reads::By(through_shell)),
    sink("subprocess.call", Risk::Shell, Reads::By(through_shell)),
    sink("subprocess.check_call", Risk::Shell, Reads::By(through_shell)),
    sink("subprocess.check_output", Risk::Shell, Reads::By(through_shell)),
    sink("subprocess.Popen", Risk::Shell, Reads::By(through_shell)),
    sink("asyncio.create_subprocess_shell", Risk::Shell, Reads::At(0)),
    sink(
        "asyncio.subprocess.create_subprocess_shell",
        Risk::Shell,
        Reads::At(0),
    ),
    sink("eval", Risk::Eval, Reads::At(0)),
    sink("exec", Risk::Eval, Reads::At(0)),
    sink("builtins.eval", Risk::Eval, Reads::At(0)),
    sink("builtins.exec", Risk::Eval, Reads::At(0)),
    sink("pickle.load", Risk::Deserialise, Reads::At(0)),
    sink("pickle.loads", Risk::Deserialise, Reads::At(0)),
    sink("pickle.Unpickler", Risk::Deserialise, Reads::At(0)),
    sink("cPickle.load", Risk::Deserialise, Reads::At(0)),
    sink("cPickle.loads", Risk::Deserialise, Reads::At(0)),
    sink("dill.load", Risk::Deserialise, Reads::At(0)),
    sink("dill.loads", Risk::Deserialise, Reads::At(0)),
    sink("cloudpickle.load", Risk::Deserialise, Reads::At(0)),
    sink("cloudpickle.loads", Risk::Deserialise, Reads::At(0)),
    sink("joblib.load", Risk::Deserialise, Reads::At(0)),
    sink("marshal.loads", Risk::Deserialise, Reads::At(0)),
    sink("marshal.load", Risk::Deserialise, Reads::At(0)),
    sink("shelve.open", Risk::Deserialise, Reads::At(0)),
    sink("jsonpickle.decode", Risk::Deserialise, Reads::At(0)),
    sink("yaml.load", Risk::Deserialise, Reads::By(yaml)),
    sink("yaml.load_all", Risk::Deserialise, Reads::By(yaml)),
    sink("yaml.unsafe_load", Risk::Deserialise, Reads::At(0)),
    sink("yaml.full_load", Risk::Deserialise, Reads::At(0)),
    sink(".execute", Risk::Sql, Reads::Sql(0)),
    sink(".executemany", Risk::Sql, Reads::Sql(0)),
    sink(".executescript", Risk::Sql, Reads::Sql(0)),
    sink(".raw", Risk::Sql, Reads::Sql(0)),
    sink(".read_sql", Risk::Sql, Reads::Sql(0)),
    sink(".read_sql_query", Risk::Sql, Reads::Sql(0)),
    sink("hashlib.md5", Risk::WeakCrypto, Reads::By(hashed)),
    sink("hashlib.sha1", Risk::WeakCrypto, Reads::By(hashed)),
    sink("hashlib.new", Risk::WeakCrypto, Reads::By(hashed_by_name)),
    sink("Crypto.Cipher.DES.new", Risk::WeakCrypto, Reads::All),
    sink("Crypto.Cipher.ARC4.new", Risk::WeakCrypto, Reads::All),
    sink("ssl._create_unverified_context", Risk::Tls, Reads::Nothing),
    sink("open", Risk::Path, Reads::At(0)),
    sink("pathlib.Path", Risk::Path, Reads::All),
    sink("os.remove", Risk::Path, Reads::At(0)),
    sink("os.unlink", Risk::Path, Reads::At(0)),
    sink("shutil.rmtree", Risk::Path, Reads::At(0)),
    sink("flask.send_file", Risk::Path, Reads::At(0)),
];

pub(super) const SOURCES: &[Source] = &[
    local("sys.argv", "the command line"),
    local(".parse_args", "the command line"),
    local(".parse_known_args", "the command line"),
    local("input", "standard input"),
    local("sys.stdin", "standard input"),
    local("os.environ", "the environment"),
    local("os.getenv", "the environment"),
    remote("flask.request", "flask"),
    remote("quart.request", "quart"),
    remote("bottle.request", "bottle"),
    remote("request.GET", "django"),
    remote(".GET", "django"),
    remote(".POST", "django"),
    remote(".FILES", "django"),
    remote(".COOKIES", "django"),
    remote(".query_params", "rest_framework"),
    remote(".query_params", "fastapi"),
    remote(".path_params", "fastapi"),
    remote(".query_params", "starlette"),
    remote(".path_params", "starlette"),
    remote(".get_argument", "tornado"),
    remote("request.json", "aiohttp"),
    remote(".match_info", "aiohttp"),
];

/// Modules whose functions only carry what they are given.
pub(super) const CARRYING_MODULES: &[&str] = &[
    "os.path",
    "re",
    "textwrap",
    "base64",
    "json",
    "shlex",
    "urllib.parse",
    "posixpath",
];

static ROUTED: Source = remote("parameter", "");

/// What a route fills in from the address: `<name>`, `{name}`.
pub(super) fn routed<'t>(function: Node<'t>, name: &str, walk: &Walk<'t>) -> Option<&'static Source> {
    let around = function
        .parent()
        .filter(|around| around.kind() == "decorated_definition")?;
    let mut cursor = around.walk();
    let mut routes = around
        .named_children(&mut cursor)
        .filter(|child| child.kind() == "decorator");
    let ends = [
        format!("<{name}>"),
        format!("<string:{name}>"),
        format!("<path:{name}>"),
        format!("{{{name}}}"),
        format!("{{{name}:path}}"),
    ];
    let fills = |route: Node<'t>| {
        let text = walk.text_of(route);
        text.contains("(\"/") && ends.iter().any(|end| text.contains(end.as_str()))
    };
    routes.any(fills).then_some(&ROUTED)
}

pub(super) const CARRIERS: &[&str] = &[
    "format",
    "join",
    "strip",
    "lstrip",
    "rstrip",
    "lower",
    "upper",
    "replace",
    "str",
    "bytes",
    "encode",
    "decode",
    "split",
    "format_map",
    "Path",
    "get",
    "read",
    "readline",
    "list",
    "tuple",
    "sorted",
    "dedent",
    "expanduser",
    "text",
    "b64decode",
    "sub",
    "loads",
    "basename",
    "dirname",
    "unquote",
    "abspath",
    "getlist",
    "pop",
];
