//! Calls of Java that are dangerous, and where data comes in.

use crate::walk::{Call, Reader, Walk, line_of};
use tree_sitter::Node;
use wordlist::array;

/// How far around a call its method is looked for.
const ABOVE_MAX: usize = 64;

fn tls<'t>(node: Node<'t>, callee: &str, walk: &mut Walk<'t>) {
    walk.unverified(line_of(super::head(node)), callee);
}

/// A manager of trust that trusts every server.
pub(super) fn trusting<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    let is_empty = walk
        .child(node, "body")
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
    let on = walk.on(call);
    on.rsplit('.').next().unwrap_or(on)
}

/// A command that is started through the runtime.
fn runtime<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let on = walk.on(call);
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
                || name.contains("/ECB/") && !name.starts_with("RSA/")
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

/// Annotations by which a parameter is filled from a request.
pub(super) const ASKED: [&str; 11] = array(
    "RequestParam PathVariable RequestBody RequestHeader CookieValue QueryParam PathParam FormParam \
     HeaderParam CookieParam MatrixParam",
);

/// Who says which data of a call matter, by the names that the words give them.
pub(super) const READERS: &[(&str, Reader)] = &[
    ("broken", broken),
    ("digest", digest),
    ("object", object),
    ("runtime", runtime),
    ("script", script),
    ("shell", shell),
];
