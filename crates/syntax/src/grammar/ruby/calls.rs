//! Calls of Ruby that are dangerous, and where data comes in.

use super::{children, test_cases};
use crate::facts::{Danger, Data, Risk};
use crate::grammar::Call;
use crate::walk::dangers::{Reads, Sink, Source, local, remote, sink};
use crate::walk::{Walk, line_of};
use tree_sitter::Node;

/// A bare name that stands as a statement calls something.
pub(super) fn bare<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    let is_statement = walk.above(0).is_some_and(|above| {
        matches!(
            above.kind(),
            "body_statement" | "block_body" | "then" | "do" | "begin"
        )
    });
    if is_statement {
        let name = walk.text_of(node);
        let is_assertion = walk.is_in_test() && test_cases::checks(name, "");
        walk.calls(name, is_assertion);
    }
}

/// What a shell reads between backquotes.
pub(super) fn subshell<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    static SUBSHELL: Sink = sink("", Risk::Shell, Reads::By(put_in));
    walk.suspect(
        &SUBSHELL,
        Call {
            node,
            callee: node,
            name: "`",
            on: None,
            arguments: None,
        },
    );
}

fn put_in<'t>(call: &Call<'t>, _walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    Some(children(call.node))
}

/// `VERIFY_NONE`, where it is set.
pub(super) fn setting<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    let is_set = walk.above(0).is_some_and(|above| {
        above.kind() == "pair"
            || above.child_by_field_name("right") == Some(node) && above.kind() == "assignment"
    });
    let name = walk.field(node, "name");
    if is_set && name == "VERIFY_NONE" {
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

/// What a shell gets: one text alone. Several arguments start the program itself.
fn command<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let given: Vec<Node<'t>> = walk
        .arguments(call)
        .into_iter()
        .filter(|one| {
            !matches!(
                one.kind(),
                "pair" | "hash" | "hash_splat_argument" | "block_argument"
            )
        })
        .collect();
    match given.as_slice() {
        [only] if !matches!(only.kind(), "array" | "splat_argument") => Some(given),
        [environment, _] if walk.text_of(*environment) == "env" => Some(given[1..].to_vec()),
        _ => None,
    }
}

/// A text that is run as code. Methods that are written by a text between marks are how Ruby makes methods.
fn code<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let first = *walk.arguments(call).first()?;
    let is_written = matches!(
        first.kind(),
        "heredoc_beginning" | "block_argument" | "simple_symbol"
    );
    (!is_written).then(|| vec![first])
}

/// A method that is chosen by a request.
fn chosen<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let first = *walk.arguments(call).first()?;
    walk.text_of(first).starts_with("params[").then(|| vec![first])
}

/// Bytes that become objects, unless the program made them a moment ago.
fn bytes<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let first = *walk.arguments(call).first()?;
    (!walk.text_of(first).contains(".dump")).then(|| vec![first])
}

fn yaml<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let arguments = walk.arguments(call);
    let is_limited = arguments
        .iter()
        .any(|one| walk.text_of(*one).starts_with("permitted_classes"));
    (!is_limited).then(|| arguments.into_iter().take(1).collect())
}

/// A condition of a query into which a value is put.
fn condition<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let first = *walk.arguments(call).first()?;
    let parts = if first.kind() == "string" {
        children(first)
    } else {
        Vec::new()
    };
    let is_value = parts.windows(2).any(|pair| {
        let before = walk.text_of(pair[0]).trim_end_matches(' ');
        pair[1].kind() == "interpolation" && before.ends_with(['\'', '=', '%', '<', '>'])
    });
    is_value.then(|| vec![first])
}

/// A broken hash that is asked for by name.
fn broken<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let name = walk
        .text_of(*walk.arguments(call).first()?)
        .trim_matches(['"', '\''])
        .to_ascii_lowercase();
    let is_broken =
        matches!(name.as_str(), "md5" | "sha1") || name.starts_with("des-") || name == "des" || name == "rc4";
    is_broken.then(|| call.on.into_iter().collect())
}

pub(super) const SINKS: &[Sink] = &[
    sink("system", Risk::Shell, Reads::By(command)),
    sink("exec", Risk::Shell, Reads::By(command)),
    sink("spawn", Risk::Shell, Reads::By(command)),
    sink("Kernel.system", Risk::Shell, Reads::By(command)),
    sink("Kernel.exec", Risk::Shell, Reads::By(command)),
    sink("Kernel.spawn", Risk::Shell, Reads::By(command)),
    sink("IO.popen", Risk::Shell, Reads::By(command)),
    sink("Open3.capture2", Risk::Shell, Reads::By(command)),
    sink("Open3.capture2e", Risk::Shell, Reads::By(command)),
    sink("Open3.capture3", Risk::Shell, Reads::By(command)),
    sink("Open3.popen3", Risk::Shell, Reads::By(command)),
    sink("eval", Risk::Eval, Reads::By(code)),
    sink("Kernel.eval", Risk::Eval, Reads::By(code)),
    sink("instance_eval", Risk::Eval, Reads::By(code)),
    sink("class_eval", Risk::Eval, Reads::By(code)),
    sink("module_eval", Risk::Eval, Reads::By(code)),
    sink(".instance_eval", Risk::Eval, Reads::By(code)),
    sink(".class_eval", Risk::Eval, Reads::By(code)),
    sink(".module_eval", Risk::Eval, Reads::By(code)),
    sink("send", Risk::Eval, Reads::By(chosen)),
    sink(".send", Risk::Eval, Reads::By(chosen)),
    sink(".public_send", Risk::Eval, Reads::By(chosen)),
    sink("Marshal.load", Risk::Deserialise, Reads::By(bytes)),
    sink("Marshal.restore", Risk::Deserialise, Reads::By(bytes)),
    sink("YAML.load", Risk::Deserialise, Reads::By(yaml)),
    sink("YAML.unsafe_load", Risk::Deserialise, Reads::At(0)),
    sink("YAML.unsafe_load_file", Risk::Deserialise, Reads::At(0)),
    sink("Psych.unsafe_load", Risk::Deserialise, Reads::At(0)),
    sink(".where", Risk::Sql, Reads::By(condition)),
    sink(".having", Risk::Sql, Reads::By(condition)),
    sink(".exists?", Risk::Sql, Reads::By(condition)),
    sink(".delete_all", Risk::Sql, Reads::By(condition)),
    sink(".update_all", Risk::Sql, Reads::By(condition)),
    sink(".find_by_sql", Risk::Sql, Reads::Sql(0)),
    sink(".execute", Risk::Sql, Reads::Sql(0)),
    sink(".exec_query", Risk::Sql, Reads::Sql(0)),
    sink(".select_all", Risk::Sql, Reads::Sql(0)),
    sink(".select_values", Risk::Sql, Reads::Sql(0)),
    sink(".query", Risk::Sql, Reads::Sql(0)),
    sink("Digest::MD5.hexdigest", Risk::WeakCrypto, Reads::At(0)),
    sink("Digest::MD5.digest", Risk::WeakCrypto, Reads::At(0)),
    sink("Digest::MD5.base64digest", Risk::WeakCrypto, Reads::At(0)),
    sink("Digest::MD5.new", Risk::WeakCrypto, Reads::Nothing),
    sink("Digest::MD5.file", Risk::WeakCrypto, Reads::At(0)),
    sink("Digest::SHA1.hexdigest", Risk::WeakCrypto, Reads::At(0)),
    sink("Digest::SHA1.digest", Risk::WeakCrypto, Reads::At(0)),
    sink("Digest::SHA1.base64digest", Risk::WeakCrypto, Reads::At(0)),
    sink("Digest::SHA1.new", Risk::WeakCrypto, Reads::Nothing),
    sink("OpenSSL::Digest.new", Risk::WeakCrypto, Reads::By(broken)),
    sink("OpenSSL::Cipher.new", Risk::WeakCrypto, Reads::By(broken)),
    sink("OpenSSL::Digest::MD5.new", Risk::WeakCrypto, Reads::Nothing),
    sink("OpenSSL::Digest::SHA1.new", Risk::WeakCrypto, Reads::Nothing),
    sink("File.read", Risk::Path, Reads::At(0)),
    sink("File.open", Risk::Path, Reads::At(0)),
    sink("File.new", Risk::Path, Reads::At(0)),
    sink("File.write", Risk::Path, Reads::At(0)),
    sink("File.delete", Risk::Path, Reads::At(0)),
    sink("IO.read", Risk::Path, Reads::At(0)),
    sink("send_file", Risk::Path, Reads::At(0)),
];

pub(super) const SOURCES: &[Source] = &[
    local("ARGV", "the command line"),
    local("ENV", "the environment"),
    local("gets", "standard input"),
    local("STDIN", "standard input"),
    local("$stdin", "standard input"),
    remote("params", ""),
    remote("request.params", ""),
];

pub(super) const CARRIERS: &[&str] = &[
    "strip",
    "chomp",
    "to_s",
    "to_str",
    "join",
    "downcase",
    "upcase",
    "gsub",
    "sub",
    "format",
    "sprintf",
    "concat",
    "fetch",
    "first",
    "last",
    "shift",
    "pop",
    "split",
    "expand_path",
    "tr",
    "squeeze",
    "dup",
    "freeze",
    "read",
    "permit",
    "require",
];
