//! Calls of JavaScript that are dangerous, and where data comes in.

use crate::facts::{Danger, Data, Risk};
use crate::grammar::Call;
use crate::walk::dangers::{Reads, Sink, Source, local, remote, sink};
use crate::walk::{Walk, line_of};
use tree_sitter::Node;

/// Looks at a setting that is a danger by itself.
pub(super) fn look<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    let said = match node.kind() {
        "pair" => (
            walk.field(node, "key").trim_matches(['"', '\'']),
            walk.field(node, "value"),
        ),
        "assignment_expression" => (walk.field(node, "left"), walk.field(node, "right")),
        _ => return,
    };
    let (name, value) = said;
    let name = name.rsplit('.').next().unwrap_or(name);
    let trusts_all = match name {
        "rejectUnauthorized" | "strictSSL" => value == "false",
        "NODE_TLS_REJECT_UNAUTHORIZED" => value.trim_matches(['"', '\'']) == "0",
        _ => false,
    };
    if trusts_all {
        let in_test = walk.is_in_test();
        walk.danger(Danger {
            kind: Risk::Tls,
            line: line_of(node),
            callee: name.to_owned(),
            data: Data::Unknown,
            in_test,
        });
    }
}

/// What a shell gets, where an option starts one.
fn through_shell<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let arguments = walk.arguments(call);
    let starts = |one: &Node<'t>| {
        let text: String = walk.text_of(*one).split_whitespace().collect();
        one.kind() == "object"
            && (text.contains("shell:true") || text.contains("shell:\"") || text.contains("shell:'"))
    };
    arguments
        .iter()
        .any(starts)
        .then(|| arguments.iter().filter(|one| !starts(one)).copied().collect())
}

/// Code that a timer is given as text.
fn timed<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let first = *walk.arguments(call).first()?;
    matches!(first.kind(), "string" | "template_string" | "binary_expression").then(|| vec![first])
}

/// What a broken hash or cipher is asked for by name.
fn broken<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let name = walk
        .text_of(*walk.arguments(call).first()?)
        .trim_matches(['"', '\'', '`'])
        .to_ascii_lowercase();
    let is_broken = matches!(name.as_str(), "md5" | "sha1" | "sha-1" | "md4" | "rc4" | "des")
        || name.starts_with("des-")
        || name.ends_with("-ecb");
    is_broken.then(|| vec![call.callee])
}

pub(super) const SINKS: &[Sink] = &[
    sink("child_process.exec", Risk::Shell, Reads::At(0)),
    sink("child_process.execSync", Risk::Shell, Reads::At(0)),
    sink("child_process.spawn", Risk::Shell, Reads::By(through_shell)),
    sink("child_process.spawnSync", Risk::Shell, Reads::By(through_shell)),
    sink("child_process.execFile", Risk::Shell, Reads::By(through_shell)),
    sink(
        "child_process.execFileSync",
        Risk::Shell,
        Reads::By(through_shell),
    ),
    sink("shelljs.exec", Risk::Shell, Reads::At(0)),
    sink("eval", Risk::Eval, Reads::At(0)),
    sink("Function", Risk::Eval, Reads::All),
    sink("setTimeout", Risk::Eval, Reads::By(timed)),
    sink("setInterval", Risk::Eval, Reads::By(timed)),
    sink("vm.runInThisContext", Risk::Eval, Reads::At(0)),
    sink("vm.runInNewContext", Risk::Eval, Reads::At(0)),
    sink("vm.runInContext", Risk::Eval, Reads::At(0)),
    sink("vm.Script", Risk::Eval, Reads::At(0)),
    sink("node-serialize.unserialize", Risk::Deserialise, Reads::At(0)),
    sink(".query", Risk::Sql, Reads::Sql(0)),
    sink(".execute", Risk::Sql, Reads::Sql(0)),
    sink(".raw", Risk::Sql, Reads::Sql(0)),
    sink(".run", Risk::Sql, Reads::Sql(0)),
    sink(".all", Risk::Sql, Reads::Sql(0)),
    sink(".exec", Risk::Sql, Reads::Sql(0)),
    sink(".prepare", Risk::Sql, Reads::Sql(0)),
    sink(".unsafe", Risk::Sql, Reads::Sql(0)),
    sink(".$queryRawUnsafe", Risk::Sql, Reads::Sql(0)),
    sink(".$executeRawUnsafe", Risk::Sql, Reads::Sql(0)),
    sink("crypto.createHash", Risk::WeakCrypto, Reads::By(broken)),
    sink("crypto.createHmac", Risk::WeakCrypto, Reads::By(broken)),
    sink("crypto.createCipher", Risk::WeakCrypto, Reads::By(broken)),
    sink("crypto.createCipheriv", Risk::WeakCrypto, Reads::By(broken)),
    sink("crypto.createDecipheriv", Risk::WeakCrypto, Reads::By(broken)),
    sink("fs.readFile", Risk::Path, Reads::At(0)),
    sink("fs.readFileSync", Risk::Path, Reads::At(0)),
    sink("fs.createReadStream", Risk::Path, Reads::At(0)),
    sink("fs.createWriteStream", Risk::Path, Reads::At(0)),
    sink("fs.writeFile", Risk::Path, Reads::At(0)),
    sink("fs.writeFileSync", Risk::Path, Reads::At(0)),
    sink("fs.unlink", Risk::Path, Reads::At(0)),
    sink("fs.unlinkSync", Risk::Path, Reads::At(0)),
    sink("fs.rm", Risk::Path, Reads::At(0)),
    sink("fs/promises.readFile", Risk::Path, Reads::At(0)),
    sink("fs/promises.writeFile", Risk::Path, Reads::At(0)),
    sink("fs.promises.readFile", Risk::Path, Reads::At(0)),
    sink("fs.promises.writeFile", Risk::Path, Reads::At(0)),
    sink(".sendFile", Risk::Path, Reads::At(0)),
    sink(".download", Risk::Path, Reads::At(0)),
];

pub(super) const SOURCES: &[Source] = &[
    local("process.argv", "the command line"),
    local("process.env", "the environment"),
    local("process.stdin", "standard input"),
    remote("req.query", ""),
    remote("req.body", ""),
    remote("req.params", ""),
    remote("req.headers", ""),
    remote("req.cookies", ""),
    remote("req.url", ""),
    remote("request.query", ""),
    remote("request.body", ""),
    remote("request.params", ""),
    remote("ctx.query", ""),
    remote("ctx.params", ""),
    remote("ctx.request.body", ""),
    remote("(req.query", ""),
    remote("(req.body", ""),
    remote("(req.params", ""),
    remote("(req.headers", ""),
    remote("(req.cookies", ""),
    remote("(req.url", ""),
    remote("(request.query", ""),
    remote("(request.body", ""),
    remote("(request.params", ""),
    remote("(ctx.query", ""),
    remote("(ctx.params", ""),
    remote("(ctx.request.body", ""),
];

pub(super) const CARRIERS: &[&str] = &[
    "trim",
    "toString",
    "join",
    "concat",
    "replace",
    "replaceAll",
    "split",
    "toLowerCase",
    "toUpperCase",
    "String",
    "resolve",
    "normalize",
    "slice",
    "substring",
    "decodeURIComponent",
    "format",
    "from",
    "parse",
    "padStart",
    "padEnd",
];
