//! Calls of Java that are dangerous, and where data comes in.

use crate::facts::{Danger, Data, Risk};
use crate::grammar::Call;
use crate::walk::dangers::{Reads, Sink, Source, local, remote, sink};
use crate::walk::{Walk, line_of};
use tree_sitter::Node;

/// How far around a call its method is looked for.
const ABOVE_MAX: usize = 64;

fn tls<'t>(node: Node<'t>, callee: &str, walk: &mut Walk<'t>) {
    let in_test = walk.is_in_test();
    walk.danger(Danger {
        kind: Risk::Tls,
        line: line_of(super::head(node)),
        callee: callee.to_owned(),
        data: Data::Unknown,
        in_test,
    });
}

/// A manager of trust that trusts every server.
pub(super) fn trusting<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    let is_empty = node
        .child_by_field_name("body")
        .is_some_and(|body| walk.statements(body, 1).is_empty());
    if walk.field(node, "name") == "checkServerTrusted" && is_empty {
        tls(node, "checkServerTrusted", walk);
    }
}

/// A verifier of names that takes every name.
pub(super) fn called<'t>(call: &Call<'t>, walk: &mut Walk<'t>) {
    let sets = matches!(
        call.name,
        "setHostnameVerifier" | "setDefaultHostnameVerifier" | "hostnameVerifier" | "setSSLHostnameVerifier"
    );
    let takes_all = || {
        walk.arguments(call).first().is_some_and(|given| {
            walk.field(*given, "body") == "true" || walk.text_of(*given).contains("NoopHostnameVerifier")
        })
    };
    if sets && takes_all() {
        tls(call.node, call.name, walk);
    }
}

fn text<'t>(node: Node<'t>, walk: &Walk<'t>) -> &'t str {
    walk.text_of(node).trim_matches('"')
}

fn on<'t>(call: &Call<'t>, walk: &Walk<'t>) -> &'t str {
    let on = call.on.map_or("", |on| walk.text_of(on));
    on.rsplit('.').next().unwrap_or(on)
}

/// A command that is started through the runtime.
fn runtime<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let on = call.on.map_or("", |on| walk.text_of(on));
    let is_it = on.ends_with("Runtime.getRuntime()")
        || (on == "rt" || on.to_ascii_lowercase().ends_with("runtime"))
            && walk.text().contains("Runtime.getRuntime()");
    is_it.then(|| walk.arguments(call).into_iter().take(1).collect())
}

/// What a shell gets behind `-c`.
fn shell<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let arguments = walk.arguments(call);
    let program = text(*arguments.first()?, walk).rsplit(['/', '\\']).next()?;
    let is_shell = matches!(
        program,
        "sh" | "bash" | "zsh" | "cmd" | "cmd.exe" | "powershell" | "powershell.exe"
    );
    let flag = text(*arguments.get(1)?, walk);
    let takes = matches!(flag, "-c" | "/c" | "/C" | "-lc" | "-Command");
    (is_shell && takes).then(|| arguments[2..].to_vec())
}

/// Objects that are read from a stream. A class that reads itself is how the platform asks for it.
fn object<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let method = method_of(call.node).map_or("", |method| walk.field(method, "name"));
    let is_own = matches!(method, "readObject" | "readExternal" | "readResolve");
    let knows = walk.text().contains("ObjectInputStream") || walk.text().contains("XMLDecoder");
    (knows && !is_own && walk.arguments(call).is_empty()).then(|| call.on.into_iter().collect())
}

fn method_of(node: Node<'_>) -> Option<Node<'_>> {
    let mut at = node;
    for _ in 0..ABOVE_MAX {
        at = at.parent()?;
        if at.kind() == "method_declaration" {
            return Some(at);
        }
    }
    None
}

/// A broken hash or cipher by its name.
fn broken<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let name = text(*walk.arguments(call).first()?, walk).to_ascii_uppercase();
    let is_broken = match on(call, walk) {
        "MessageDigest" => matches!(name.as_str(), "MD5" | "SHA-1" | "SHA1" | "MD2" | "MD4" | "SHA"),
        "Cipher" | "KeyGenerator" | "SecretKeyFactory" => {
            name == "DES"
                || name.starts_with("DES/")
                || name.starts_with("RC4")
                || name.contains("/ECB/")
                || name == "AES" && on(call, walk) == "Cipher"
        }
        "Mac" => name == "HMACMD5",
        "SSLContext" => matches!(name.as_str(), "SSL" | "SSLV2" | "SSLV3"),
        _ => false,
    };
    is_broken
        .then(Vec::new)
        .map(|_: Vec<Node<'t>>| call.on.into_iter().collect())
}

/// A broken hash by the name of a helper.
fn digest<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    matches!(on(call, walk), "DigestUtils" | "Hashing").then(|| call.on.into_iter().collect())
}

fn script<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    walk.brings("javax.script")
        .then(|| walk.arguments(call).into_iter().take(1).collect())
}

pub(super) const SINKS: &[Sink] = &[
    sink(".exec", Risk::Shell, Reads::By(runtime)),
    sink("ProcessBuilder", Risk::Shell, Reads::By(shell)),
    sink(".eval", Risk::Eval, Reads::By(script)),
    sink(".readObject", Risk::Deserialise, Reads::By(object)),
    sink(".executeQuery", Risk::Sql, Reads::Sql(0)),
    sink(".executeUpdate", Risk::Sql, Reads::Sql(0)),
    sink(".executeLargeUpdate", Risk::Sql, Reads::Sql(0)),
    sink(".execute", Risk::Sql, Reads::Sql(0)),
    sink(".addBatch", Risk::Sql, Reads::Sql(0)),
    sink(".prepareStatement", Risk::Sql, Reads::Sql(0)),
    sink(".prepareCall", Risk::Sql, Reads::Sql(0)),
    sink(".createQuery", Risk::Sql, Reads::Sql(0)),
    sink(".createNativeQuery", Risk::Sql, Reads::Sql(0)),
    sink(".queryForObject", Risk::Sql, Reads::Sql(0)),
    sink(".queryForList", Risk::Sql, Reads::Sql(0)),
    sink(".queryForMap", Risk::Sql, Reads::Sql(0)),
    sink(".query", Risk::Sql, Reads::Sql(0)),
    sink(".update", Risk::Sql, Reads::Sql(0)),
    sink(".getInstance", Risk::WeakCrypto, Reads::By(broken)),
    sink(".md5", Risk::WeakCrypto, Reads::By(digest)),
    sink(".md5Hex", Risk::WeakCrypto, Reads::By(digest)),
    sink(".md5DigestAsHex", Risk::WeakCrypto, Reads::By(digest)),
    sink(".sha1", Risk::WeakCrypto, Reads::By(digest)),
    sink(".sha1Hex", Risk::WeakCrypto, Reads::By(digest)),
    sink("File", Risk::Path, Reads::All),
    sink("FileInputStream", Risk::Path, Reads::At(0)),
    sink("FileOutputStream", Risk::Path, Reads::At(0)),
    sink("FileReader", Risk::Path, Reads::At(0)),
    sink("FileWriter", Risk::Path, Reads::At(0)),
    sink("Paths.get", Risk::Path, Reads::All),
    sink("Path.of", Risk::Path, Reads::All),
    sink("java.io.File", Risk::Path, Reads::All),
    sink("java.io.FileInputStream", Risk::Path, Reads::At(0)),
    sink("java.io.FileOutputStream", Risk::Path, Reads::At(0)),
    sink("java.io.FileReader", Risk::Path, Reads::At(0)),
    sink("java.io.FileWriter", Risk::Path, Reads::At(0)),
    sink("java.nio.file.Paths.get", Risk::Path, Reads::All),
    sink("java.nio.file.Path.of", Risk::Path, Reads::All),
    sink("java.nio.file.Files.readAllBytes", Risk::Path, Reads::At(0)),
    sink("java.nio.file.Files.readString", Risk::Path, Reads::At(0)),
    sink("java.nio.file.Files.delete", Risk::Path, Reads::At(0)),
];

/// What `main` is given.
pub(super) static MAIN: Source = local("args", "the command line");

/// What a request is asked for.
pub(super) static ASKED_FOR: Source = remote("parameter", "");

/// Annotations by which a parameter is filled from a request.
pub(super) const ASKED: &[&str] = &[
    "RequestParam",
    "PathVariable",
    "RequestBody",
    "RequestHeader",
    "CookieValue",
    "QueryParam",
    "PathParam",
    "FormParam",
    "HeaderParam",
    "CookieParam",
    "MatrixParam",
];

pub(super) const SOURCES: &[Source] = &[
    local("System.getenv", "the environment"),
    local("System.in", "standard input"),
    local(".nextLine", "standard input"),
    remote(".getParameter", "javax.servlet"),
    remote(".getParameter", "jakarta.servlet"),
    remote(".getParameterValues", "javax.servlet"),
    remote(".getParameterValues", "jakarta.servlet"),
    remote(".getHeader", "javax.servlet"),
    remote(".getHeader", "jakarta.servlet"),
    remote(".getQueryString", "javax.servlet"),
    remote(".getQueryString", "jakarta.servlet"),
    remote(".getPathInfo", "javax.servlet"),
    remote(".getPathInfo", "jakarta.servlet"),
    remote(".queryParam", "io.javalin"),
    remote(".pathParam", "io.javalin"),
    remote(".queryParams", "spark"),
];

pub(super) const CARRIERS: &[&str] = &[
    "trim",
    "strip",
    "toString",
    "format",
    "formatted",
    "concat",
    "replace",
    "replaceAll",
    "toLowerCase",
    "toUpperCase",
    "substring",
    "valueOf",
    "join",
    "append",
    "StringBuilder",
    "StringBuffer",
    "String",
    "File",
    "get",
    "of",
    "split",
    "getBytes",
    "resolve",
    "normalize",
];
