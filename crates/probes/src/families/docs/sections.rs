//! What a document says under its headings. A heading with nothing under it says nothing, nor does one under which a link leads away.

use regex::Regex;
use std::borrow::Cow;
use std::sync::LazyLock;

/// An expression over lines or sections.
macro_rules! words {
    ($($name:ident: $text:literal;)*) => {
        $(static $name: LazyLock<Regex> = LazyLock::new(|| Regex::new($text).expect("it is fixed and tested"));)*
    };
}

words! {
    // Headings under which use is explained.
    USES: r"(?i)\b(?:usage|use|using|examples?|quick ?-?start|getting started|get started|how to|how it works|tutorial|guide|run|running|start|starting|launch|launching|commands?|options|api|synopsis|demo|play|playing|features)\b";
    // Headings under which a link leads to what explains it.
    MANUALS: r"(?i)\b(?:documentation|docs|manual)\b";
    // What explains use in prose.
    SAYS: r"(?i)\b(?:to use (?:it|this)|you can (?:use|run|call|start|open)|(?:just|simply) (?:run|call|use|open|start)|run it|usage:)";
    // A line that brings a project in and does nothing with it.
    INSTALLS: r#"(?i)^\s*(?:[$>%#]\s*)*(?:sudo )?(?:(?:npm|pnpm|yarn|bun) (?:i|install|ci|add)\b|yarn$|(?:python3? -m )?pip[3x]? install|uv (?:add|pip)|poetry add|conda install|go (?:get|install|mod)|cargo (?:add|install)|gem (?:install|['"])|bundle (?:install|add)|brew |apt(?:-get)? |dotnet add|install-package|composer require|git clone|cd |mix deps|export |(?:\./)?(?:bootstrap|autogen|configure)\b|make(?: install| all)?\s*$|\{:\w+, |[\w-]+ = (?:\{|['"]\d)|\[dependencies\]|(?:implementation|api)[ (]|</?(?:dependency|groupId|artifactId|version|scope))"#;
    // Fences of data and of what is printed.
    DATA: r"^\s*(?:```|~~~)\s*(?:json|xml|toml|text|txt|plain\w*|bibtex|console-output|output)\b";
    // A command in a line of prose.
    INLINE: r"`[a-z.$/][^`\n]* [^`\n]+`";
    // Links that lead away, wherever their address stands, and all others.
    AWAY: r"\[[^\]\n]*\]\(\s*(?:https?://[^)\n]*)?\)|\[[^\]\n]+\]\[[^\]\n]*\]|\[[^\]\n]+\]|<?https?://[^\s>)]+>?|`[^`<\n]*<https?://[^>\n]*>`__?";
    NEAR: r"\]\((?:\.{0,2}/)?[\w#][^):\n]*\)";
    MARKUP: r"<!--(?s:.*?)-->|<[^>\n]*>|(?m)^\s*\[[^\]\n]+\]:.*$";
    ADDRESS: r"https?://[^\s)>\]`]+";
    LATER: r"(?i)^\W*(?:todo|tbd|wip|coming soon|to be (?:done|written|added))\W*$";
}

/// Words beside a link that still only introduce it.
const WORDS_PER_LINK: usize = 12;
/// Signs that underline headings, from the highest on.
const UNDERLINES: [char; 8] = ['=', '-', '~', '^', '"', '\'', '*', '+'];

/// A heading with what stands below it, up to the next.
struct Section<'a> {
    /// None before the first heading.
    heading: Option<&'a str>,
    level: usize,
    body: Vec<&'a str>,
    /// Whether it, or a part of it, says something.
    tells: bool,
}

/// Whether a document says how something is used: under a heading, by code or a command that does more than install, or in prose.
pub(super) fn says_use(text: &str) -> bool {
    let sections = sections(text);
    let title = sections.iter().position(|section| section.heading.is_some());
    let mut telling = sections.iter().enumerate().filter(|(_, section)| section.tells);
    telling.any(|(at, section)| {
        // The title of a document says what it is about: `# Shop API`. RDoc and others begin at the second level.
        let is_alone = || {
            sections.iter().filter(|one| one.heading.is_some()).count() == 1 && is_blank(&sections[0].body)
        };
        let is_title = Some(at) == title && (section.level == 1 || is_alone());
        section
            .heading
            .is_some_and(|heading| !is_title && USES.is_match(heading))
            || shows(&section.body)
            || SAYS.is_match(&section.body.join(" "))
    })
}

fn is_blank(body: &[&str]) -> bool {
    body.iter().all(|line| line.trim().is_empty())
}

/// Where a heading of use leads that says nothing itself.
pub(super) fn leads_away(text: &str) -> Option<String> {
    let sections = sections(text);
    let mut hollow = sections.iter().filter(|section| !section.tells);
    hollow.find_map(|section| {
        let leads = |heading: &&str| USES.is_match(heading) || MANUALS.is_match(heading);
        section.heading.filter(leads)?;
        let body = section.body.join("\n");
        Some(ADDRESS.find(&body)?.as_str().to_owned())
    })
}

/// Whether a link to a page elsewhere carries a word of use: `[Getting started](https://…)`.
pub(super) fn links_to_use(text: &str) -> bool {
    let links = text
        .match_indices("](http")
        .filter_map(|(at, _)| text[..at].rsplit('[').next());
    let mut texts = links.map(|words| words.split_whitespace().collect::<Vec<_>>().join(" "));
    texts.any(|words| USES.is_match(&words) || MANUALS.is_match(&words))
}

/// A text without the addresses in it: their words say nothing.
pub(super) fn without_addresses(text: &str) -> Cow<'_, str> {
    ADDRESS.replace_all(text, "")
}

/// Cuts a document at its headings.
fn sections(text: &str) -> Vec<Section<'_>> {
    let mut found = vec![Section {
        heading: None,
        level: 0,
        body: Vec::new(),
        tells: false,
    }];
    let mut fence: Option<&str> = None;
    for line in text.lines() {
        let mark = self::fence(line);
        let was_open = fence.is_some();
        match (fence, mark) {
            (None, Some(mark)) => fence = Some(mark),
            (Some(open), Some(mark)) if open == mark => fence = None,
            _ => {}
        }
        let last = found.last_mut();
        if was_open || fence.is_some() {
            last.into_iter().for_each(|section| section.body.push(line));
        } else if let Some((level, heading)) = heading(line) {
            found.push(opened(level, heading));
        } else if let Some(level) = underline(line)
            && let Some(above) =
                last.and_then(|section| section.body.pop_if(|above| !above.trim().is_empty()))
        {
            found.push(opened(level, above.trim()));
        } else if let Some(section) = found.last_mut() {
            section.body.push(line);
        }
    }
    // From the last on: what is below a heading speaks for it.
    for at in (0..found.len()).rev() {
        let level = found[at].level;
        let below = found[at + 1..].iter().take_while(|one| one.level > level);
        let tells = below.clone().any(|one| one.tells) || says(&found[at].body);
        found[at].tells = tells;
    }
    found
}

/// The mark with which a line opens or closes a block of code; what it opens and closes itself is a command in a line.
fn fence(line: &str) -> Option<&'static str> {
    let start = line.trim_start();
    let mark = ["```", "~~~"].into_iter().find(|mark| start.starts_with(mark))?;
    (!start[mark.len()..].contains(mark)).then_some(mark)
}

fn opened(level: usize, heading: &str) -> Section<'_> {
    Section {
        heading: Some(heading),
        level,
        body: Vec::new(),
        tells: false,
    }
}

/// `## Use` of Markdown, `== Use` of AsciiDoc.
fn heading(line: &str) -> Option<(usize, &str)> {
    let mark = line.chars().next().filter(|c| matches!(c, '#' | '='))?;
    let rest = line.trim_start_matches(mark);
    let level = line.len() - rest.len();
    let heading = rest
        .strip_prefix([' ', '\t'])?
        .trim()
        .trim_end_matches('#')
        .trim();
    (level <= 6 && !heading.is_empty()).then_some((level, heading))
}

/// A line that makes a heading of the one above it.
fn underline(line: &str) -> Option<usize> {
    let line = line.trim_end();
    let mark = line.chars().next()?;
    let level = UNDERLINES.iter().position(|known| *known == mark)? + 1;
    (line.len() >= 3 && line.chars().all(|c| c == mark)).then_some(level)
}

/// Whether lines say something themselves: code, a command, or more words than introduce the links among them.
fn says(body: &[&str]) -> bool {
    if is_code(body) || body.iter().any(|line| INLINE.is_match(line)) {
        return true;
    }
    // An address in angles is a link and no markup.
    let text = body.join("\n").replace("<http", " http");
    let text = MARKUP.replace_all(&text, " ");
    if NEAR.is_match(&text) {
        return true;
    }
    let links = AWAY.find_iter(&text).count();
    let bare = AWAY.replace_all(&text, " ");
    let words = bare
        .split_whitespace()
        .filter(|word| word.contains(char::is_alphabetic))
        .count();
    match links {
        0 => words > 0 && !LATER.is_match(&bare),
        _ => words > WORDS_PER_LINK * (links + 1),
    }
}

/// Whether there is a block of code.
fn is_code(body: &[&str]) -> bool {
    body.iter().any(|line| {
        let start = line.trim_start();
        let is_indented = (line.starts_with("    ") || line.starts_with('\t')) && !start.is_empty();
        // Pages and lists are indented too.
        start.starts_with("```")
            || start.starts_with("~~~")
            || is_indented && !start.starts_with(['<', '-', '*'])
    })
}

/// Whether code or a command is shown that does more than bring the project in, and is no data.
fn shows(body: &[&str]) -> bool {
    let mut is_fenced = false;
    let mut is_data = false;
    let mut may_indent = true;
    for line in body {
        let start = line.trim_start();
        if fence(line).is_some() {
            is_fenced = !is_fenced;
            is_data = is_fenced && DATA.is_match(line);
            continue;
        }
        // What goes on a paragraph, or a page's markup, is no code however far it is set in.
        let is_far = line.starts_with("    ") || line.starts_with('\t');
        let is_indented = is_far && may_indent && !start.starts_with(['<', '-', '*', '!', '[']);
        may_indent = start.is_empty() || is_indented;
        let is_code = is_fenced && !is_data || is_indented && !is_fenced;
        let is_remark = start.is_empty() || start.starts_with("//");
        if is_code && !is_remark && !INSTALLS.is_match(line) {
            return true;
        }
        let mut inline = INLINE.find_iter(line).filter(|_| !is_fenced);
        if inline.any(|found| !INSTALLS.is_match(found.as_str().trim_matches('`'))) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::links_to_use;

    #[test]
    fn a_link_leads_to_use_by_its_words() {
        assert!(links_to_use(
            "Get going with [Getting\nstarted](https://lid.example.org)."
        ));
        assert!(!links_to_use(
            "![lid](https://lid.example.org/a.png) See [Lid](https://lid.example.org)."
        ));
        assert!(!links_to_use("[Getting started](docs/start.md)"));
    }
}
