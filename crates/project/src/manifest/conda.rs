//! `environment.yml`.

use super::{Audience, Dependency, Manifest, Pin, pin, requirement};
use subject::data::{Node, Unreadable, yaml};

pub(super) fn read(manifest: &mut Manifest, text: &str) -> Result<(), Unreadable> {
    let root = yaml::read(text)?;
    manifest.name = root.text_at(&["name"]).map(str::to_owned);
    manifest.audience = Audience::Own;
    for item in root.items_at(&["dependencies"]) {
        if let Some(text) = item.text() {
            package(manifest, text, item.line);
        }
        let pip = item.get("pip").into_iter().flat_map(Node::texts);
        let pip = pip.filter_map(|(text, line)| requirement::read(text, line));
        manifest.dependencies.extend(pip);
    }
    Ok(())
}

/// `channel::name=1.2=build`, `name>=1`, `name 1.2.*`.
fn package(manifest: &mut Manifest, text: &str, line: u32) {
    let text = text.rsplit("::").next().unwrap_or(text).trim();
    let end = text
        .find(['=', '<', '>', '~', '!', ' ', '['])
        .unwrap_or(text.len());
    let (name, rest) = (&text[..end], text[end..].trim());
    if name == "python" {
        manifest.toolchain = Some((rest.trim_start_matches('=').to_owned(), line));
        return;
    }
    let is_bare = rest.starts_with(|c: char| c.is_ascii_digit());
    let pin = match rest {
        "" => Pin::Any,
        _ if is_bare && rest.contains('*') => Pin::Range,
        _ if is_bare => Pin::Exact,
        _ => pin::conda(rest),
    };
    if !name.is_empty() {
        manifest.needs(Dependency::new(name, rest, line).pinned(pin));
    }
}
