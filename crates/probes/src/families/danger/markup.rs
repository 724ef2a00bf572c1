//! Templates that put what changes into a page as it is: whoever wrote it writes the page too.

use crate::families::tooling::is_tooling;
use court::evidence::Place;
use probes_core::Subject;
use project::census::is_inside;
use project::manifest::{Audience, Manifest};
use regex::Regex;
use std::sync::LazyLock;
use subject::Part;

/// Most bytes of a template that is read.
const BYTES_MAX: usize = 500_000;

/// A language of templates.
struct Templates {
    endings: &'static [&'static str],
    /// What puts a value into the page unescaped; its only group is the value. Calls and further filters are not in it: they may
    /// have made the value safe.
    raw: LazyLock<Regex>,
}

/// A path of names: `post.body`, `this.rows[0]`, `$item->text`.
macro_rules! templates {
    ($($endings:expr, $before:literal, $after:literal;)*) => {
        [$(Templates {
            endings: &$endings,
            raw: LazyLock::new(|| {
                let form = concat!($before, r"([\w$@][\w$.@\[\]'\x22]*)", $after);
                Regex::new(form).expect("it is fixed and tested")
            }),
        }),*]
    };
}

static TEMPLATES: [Templates; 6] = templates! {
    ["hbs", "handlebars", "mustache"], r"\{\{\{\s*", r"\s*\}\}\}";
    ["ejs"], r"<%-\s*", r"\s*[-_]?%>";
    ["html", "htm", "jinja", "jinja2", "j2", "twig", "njk"], r"\{\{-?\s*", r"\s*\|\s*(?:safe|raw)\s*-?\}\}";
    ["vue"], r#"\bv-html=["']"#, r#"["']"#;
    ["svelte"], r"\{@html\s+", r"\s*\}";
    ["jsx", "tsx"], r"\bdangerouslySetInnerHTML=\{\{\s*__html:\s*", r"\s*,?\s*\}\}";
};

/// Last names of values that the page's own frame is made of, or that say that they were made safe.
const OWN: [&str; 16] = [
    "body",
    "content",
    "children",
    "super",
    "yield",
    "slot",
    "html",
    "json",
    "csrf",
    "safe",
    "sanitized",
    "clean",
    "escaped",
    "svg",
    "icon",
    "script",
];

/// The places, with the value that is put there.
pub(super) fn unescaped(snapshot: &Subject) -> impl Iterator<Item = (Place, &str)> {
    let of_tests = of_tests(snapshot);
    let product = snapshot.files.keys().filter(move |path| {
        let is_of_tests = of_tests.iter().any(|folder| is_inside(path, folder));
        subject::part::by_path(path) == Part::Product && !is_of_tests
    });
    product
        .filter_map(|path| {
            Some((
                path,
                of(path)?,
                snapshot.text(path).filter(|text| text.len() <= BYTES_MAX)?,
            ))
        })
        .flat_map(|(path, templates, text)| {
            templates.raw.captures_iter(text).filter_map(move |found| {
                let value = found.get(1)?;
                let line = 1 + text[..value.start()]
                    .bytes()
                    .filter(|byte| *byte == b'\n')
                    .count();
                let line = u32::try_from(line).unwrap_or(u32::MAX);
                is_foreign(value.as_str()).then(|| (Place::line(path, line), value.as_str()))
            })
        })
}

/// The folders of packages that say that they are not published, and have no code but tests and what builds them.
fn of_tests(snapshot: &Subject) -> Vec<&str> {
    let census = snapshot.census();
    let own = snapshot.manifests().all.iter();
    let own = own.filter(|one| one.audience == Audience::Own && !one.folder().is_empty());
    let holds_only_tests = |folder: &&str| {
        let mut code = census.product();
        let mut tests = census.part(Part::Test);
        tests.any(|(path, _)| is_inside(path, folder))
            && !code.any(|(path, _)| is_inside(path, folder) && !is_tooling(path))
    };
    own.map(Manifest::folder).filter(holds_only_tests).collect()
}

fn of(path: &str) -> Option<&'static Templates> {
    let ending = path.rsplit_once('.')?.1;
    TEMPLATES.iter().find(|one| one.endings.contains(&ending))
}

/// Whether a value may be what somebody wrote: not the frame of the page, and nothing that calls itself safe or a text.
fn is_foreign(value: &str) -> bool {
    let last = value
        .rsplit(['.', '_'])
        .next()
        .unwrap_or(value)
        .to_ascii_lowercase();
    let is_text = value.starts_with(['"', '\'']);
    !is_text && !OWN.iter().any(|own| last.ends_with(own))
}
