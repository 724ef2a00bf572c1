//! Reading the source files of a snapshot.

use super::attributes::Attributes;
use super::{BYTES_MAX, Census, SourceFile, TOKENS_MAX, cfg_test, flows, others, project, shipped};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use subject::history::foreign;
use subject::memory::{Kind, Memory};
use subject::part::{self, Sorted};
use subject::{Part, Snapshot, licences, parallel};
use syntax::{Facts, Language};

/// How far a NUL is looked for that tells bytes from text; git looks as far.
const BINARY_LOOK_BYTES: usize = 8_000;
/// From here on a text may be minified: below, one long line is only a long line.
const MINIFIED_BYTES_MIN: usize = 2_000;
/// Mean length of a line from which a script was squeezed by a program; hand-written ones stay below 60.
const MINIFIED_LINE_BYTES: usize = 250;

/// Shortest digest in the name of a bundle.
const DIGEST_CHARS_MIN: usize = 8;

/// A source file before it is parsed.
pub(super) struct Source<'a> {
    pub(super) path: &'a str,
    pub(super) text: Cow<'a, str>,
    pub(super) language: Language,
    pub(super) part: Part,
    pub(super) why: Option<String>,
    /// Why it is not parsed.
    unread: Option<String>,
}

impl Census {
    /// Looks at all source files of a snapshot.
    pub fn of(snapshot: &Snapshot) -> Self {
        Self::with(snapshot, BTreeMap::new())
    }

    /// The same with what is known of some files already.
    pub fn with(snapshot: &Snapshot, mut known: BTreeMap<String, Facts>) -> Self {
        let roots = project::roots(snapshot);
        let foreign = licences::of_others(snapshot);
        let mut sources: Vec<Source<'_>> = snapshot
            .files
            .iter()
            .filter_map(|(path, file)| source(path, &file.bytes, &roots))
            .collect();
        shipped::keep(snapshot, &mut sources, &roots);
        let attributes = Attributes::of(snapshot);
        heed_attributes(&mut sources, &attributes);
        heed_licences(&mut sources, &foreign);
        heed_hidden(&mut sources);
        keep_a_product(&mut sources);
        ration(&mut sources, BYTES_MAX, TOKENS_MAX);
        let is_known = |source: &&Source<'_>| {
            source.is_read() && known.contains_key(source.path) && shipped::place(source) == source.path
        };
        let (seen, unseen): (Vec<&Source<'_>>, Vec<_>) = sources.iter().partition(is_known);
        let seen = seen
            .into_iter()
            .filter_map(|source| Some((source, known.remove(source.path)?)));
        let read = parallel::map(&unseen, |source| facts(source, &snapshot.memory));
        let all = seen.chain(unseen.iter().copied().zip(read));
        let mut files: BTreeMap<String, SourceFile> = all
            .map(|(source, facts)| (source.path.to_owned(), source_file(source, facts)))
            .collect();
        cfg_test::set_aside(snapshot, &mut files);
        flows::follow(snapshot, &mut files);
        let (projects, untold) = project::all(snapshot, &files, &roots);
        Self {
            files,
            missing: missing(snapshot, &roots),
            others: others::of(snapshot, &roots, &foreign),
            projects,
            limits: attributes.unheeded.into_iter().chain(untold).collect(),
        }
    }
}

fn source<'a>(path: &'a str, bytes: &'a [u8], roots: &BTreeSet<String>) -> Option<Source<'a>> {
    if bytes.iter().take(BINARY_LOOK_BYTES).any(|byte| *byte == 0) {
        return None;
    }
    let text = String::from_utf8_lossy(bytes);
    let language = Language::of(path, &text)?;
    // The translations of Qt are XML with the ending of TypeScript.
    if language == Language::TypeScript && text.trim_start().starts_with('<') {
        return None;
    }
    let (part, why) = sorted(path, language, &text, roots);
    Some(Source {
        path,
        text,
        language,
        part,
        why,
        unread: None,
    })
}

fn sorted(path: &str, language: Language, text: &str, roots: &BTreeSet<String>) -> Sorted {
    let (part, why) = part::sort(path, roots);
    if part != Part::Vendored && is_script(language) && (is_minified(text) || has_digest(path)) {
        return (Part::Generated, Some("minified".to_owned()));
    }
    if part == Part::Product && is_script(language) && foreign::is_published(path, text) {
        return (Part::Vendored, Some("it says that others publish it".to_owned()));
    }
    (part, why)
}

const fn is_script(language: Language) -> bool {
    matches!(
        language,
        Language::JavaScript | Language::TypeScript | Language::Tsx
    )
}

fn is_minified(text: &str) -> bool {
    let lines = || text.lines().count().max(1);
    text.len() >= MINIFIED_BYTES_MIN && text.len() / lines() >= MINIFIED_LINE_BYTES
}

/// `app.84ebe646.js`, `chart-70f12bd4.js`: bundlers put a digest of what they wrote into its name.
fn has_digest(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    stem.rsplit_once(['.', '-']).is_some_and(|(_, last)| {
        last.len() >= DIGEST_CHARS_MIN
            && last.chars().all(|c| matches!(c, '0'..='9' | 'a'..='f'))
            && last.contains(|c: char| c.is_ascii_digit())
            && last.contains(|c: char| c.is_ascii_alphabetic())
    })
}

/// Sets aside what the attributes say, unless that is most of the program.
fn heed_attributes(sources: &mut [Source<'_>], attributes: &Attributes) {
    let said: Vec<Option<Part>> = sources
        .iter()
        .map(|source| {
            attributes
                .part(source.path)
                .filter(|_| source.part == Part::Product)
        })
        .collect();
    let product = sources
        .iter()
        .filter(|source| source.part == Part::Product)
        .count();
    if said.iter().flatten().count() * 2 > product {
        return;
    }
    for (source, part) in sources.iter_mut().zip(said) {
        if let Some(part) = part {
            source.part = part;
            source.why = Some(format!(".gitattributes says linguist-{part}"));
        }
    }
}

/// Sets aside what others wrote and licensed.
fn heed_licences(sources: &mut [Source<'_>], others: &BTreeSet<String>) {
    let own = |source: &&mut Source<'_>| matches!(source.part, Part::Product | Part::Test);
    for source in sources.iter_mut().filter(own) {
        if licences::is_below(others, source.path) {
            source.part = Part::Vendored;
            source.why = Some("a licence beside it names others".to_owned());
        }
    }
}

/// Sets aside what tools keep for themselves, unless that is all there is.
fn heed_hidden(sources: &mut [Source<'_>]) {
    let is_own = |source: &Source<'_>| source.part == Part::Product && !part::is_hidden(source.path);
    if !sources.iter().any(is_own) {
        return;
    }
    let hidden = |source: &&mut Source<'_>| source.part == Part::Product && part::is_hidden(source.path);
    for source in sources.iter_mut().filter(hidden) {
        source.part = Part::Vendored;
        source.why = Some("a hidden folder, in which tools keep what they need".to_owned());
    }
}

/// Where everything is an example or in a folder of documents, that is the program.
fn keep_a_product(sources: &mut [Source<'_>]) {
    for part in [Part::Example, Part::Docs] {
        if sources.iter().any(|source| source.part == Part::Product) {
            return;
        }
        for source in sources.iter_mut().filter(|source| source.part == part) {
            source.part = Part::Product;
            source.why = None;
        }
    }
}

/// Leaves unparsed what goes beyond `bytes` or `tokens` in all, the least telling parts first.
fn ration(sources: &mut [Source<'_>], bytes: usize, tokens: usize) {
    let (mut left, mut tokens_left) = (bytes, tokens);
    for part in Part::ALL {
        for source in sources.iter_mut().filter(|source| source.part == part) {
            if part == Part::Vendored || source.why.as_deref() == Some("minified") {
                continue;
            }
            let rest = left.checked_sub(source.text.len());
            let count = || syntax::reading::tokens(source.text.as_bytes());
            let rest = rest.map(|rest| (rest, tokens_left.checked_sub(count())));
            match rest {
                Some((rest, Some(rest_of_tokens))) => (left, tokens_left) = (rest, rest_of_tokens),
                Some((_, None)) => {
                    source.unread = Some(format!("more than {tokens} words and signs of source in all"));
                }
                None => {
                    source.unread = Some(format!("more than {} MiB of source in all", bytes >> 20));
                }
            }
        }
    }
}

impl Source<'_> {
    /// Whether it is parsed, and not only counted.
    fn is_read(&self) -> bool {
        let is_aside = self.part == Part::Vendored || self.why.as_deref() == Some("minified");
        !is_aside && self.unread.is_none()
    }
}

fn facts(source: &Source<'_>, memory: &Memory) -> Facts {
    if source.is_read() {
        let (language, place) = (source.language, shipped::place(source));
        let about = format!("{language:?} {place}");
        return memory.recall_or(Kind::Facts, source.path, &about, || {
            syntax::read_at(language, place, &source.text).squeezed()
        });
    }
    Facts {
        code_lines: full_lines(&source.text),
        unread: source.unread.clone(),
        ..Facts::of(source.language)
    }
}

fn source_file(source: &Source<'_>, facts: Facts) -> SourceFile {
    let is_open = source.is_read() && source.part != Part::Generated;
    let says_generated = is_open && (facts.is_generated || foreign::by_text(&source.text).is_some());
    let (part, why) = if says_generated {
        (
            Part::Generated,
            Some("it says that a program wrote it".to_owned()),
        )
    } else {
        (source.part, source.why.clone())
    };
    SourceFile { facts, part, why }
}

fn full_lines(text: &str) -> u32 {
    let full = text.lines().filter(|line| !line.trim().is_empty()).count();
    u32::try_from(full).unwrap_or(u32::MAX)
}

/// Product files that the snapshot left out. A name is all that is known of them.
fn missing(snapshot: &Snapshot, roots: &BTreeSet<String>) -> BTreeMap<String, String> {
    let skipped = snapshot.skipped.iter();
    skipped
        .filter(|skipped| Language::of(&skipped.path, "").is_some())
        .filter(|skipped| part::sort(&skipped.path, roots).0 == Part::Product)
        .map(|skipped| (skipped.path.clone(), skipped.why.clone()))
        .collect()
}

#[cfg(test)]
mod tests;
