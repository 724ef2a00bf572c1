//! Text of the subject never becomes part of the report's own structure.

use super::case::{self, at, decided, fact, mixed, rubric, unobserved};
use super::rich::experiment;
use crate::dossier::{Claim, Dossier, Skip};
use crate::format::Format;
use crate::text::markdown as escape;
use court::rubric::Artifact;
use court::visible::is_unseen;
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag};
use serde_json::{Value, json as value};

/// Everything that readers of Markdown know; typographic quotes would only change the text.
fn options() -> Options {
    Options::all() - Options::ENABLE_SMART_PUNCTUATION
}

fn events(markdown: &str) -> Vec<Event<'_>> {
    Parser::new_ext(markdown, options()).collect()
}

/// What is seen of running text, without spaces and backticks, which escaping may move or drop.
fn seen(markdown: &str) -> String {
    let shown: String = events(markdown)
        .into_iter()
        .filter_map(|event| match event {
            Event::Text(text) | Event::Code(text) => Some(text.to_string()),
            _ => None,
        })
        .collect();
    bare(&shown)
}

fn bare(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '`').collect()
}

fn is_plain(event: &Event<'_>) -> bool {
    use pulldown_cmark::TagEnd;
    matches!(
        event,
        Event::Text(_)
            | Event::Code(_)
            | Event::Start(
                Tag::Paragraph
                    | Tag::Heading { .. }
                    | Tag::Table(_)
                    | Tag::TableHead
                    | Tag::TableRow
                    | Tag::TableCell
            )
            | Event::End(
                TagEnd::Paragraph
                    | TagEnd::Heading(_)
                    | TagEnd::Table
                    | TagEnd::TableHead
                    | TagEnd::TableRow
                    | TagEnd::TableCell
            )
    )
}

/// Syntax of Markdown, forges, terminals and Mermaid.
const SYNTAX: &[&str] = &[
    "<script>alert(1)</script>",
    "<!--",
    "-->",
    "![x](http://evil.example/a.png)",
    "[x](javascript:1)",
    "[x]: http://y",
    "# ",
    "## ",
    "\n",
    "\n\n",
    "\r\n",
    "---",
    "===",
    "* ",
    "- ",
    "+ ",
    "1. ",
    "2) ",
    "> ",
    "    ",
    "\t",
    "|",
    "\\|",
    "\\",
    "`",
    "``",
    "```",
    "\n```\n# x\n",
    "\n`````\n\nx\n",
    "~~~",
    "~~",
    "**",
    "_",
    "__",
    "@someone",
    "#12",
    "GH-3",
    "!5",
    "https://evil.example/a|b",
    "www.evil.example",
    "a@b.example",
    "$x^2$",
    "$$",
    "&lt;",
    "&",
    "{{ x }}",
    "[^1]",
    "[^1]: x",
    "[[x]]",
    ": ",
    "- [x] ",
    "\u{202E}",
    "\u{200B}",
    "\u{1b}[31m",
    "\0",
    "%%{init: {}}%%",
    "\"]",
    "E12",
    ":::",
    "+++",
    "^x^",
    "http://",
    "x",
];

/// Pieces of syntax between pieces of ordinary text, so that constructs really form.
pub(super) fn hostile() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        prop::sample::select(SYNTAX).prop_map(str::to_owned),
        "\\PC{0,12}",
        any::<String>(),
    ];
    prop::collection::vec(pieces, 0..8).prop_map(|pieces| pieces.concat())
}

/// A case in which the text stands wherever text of the subject or of the rubric can stand.
pub(super) fn infested(text: &str) -> Dossier {
    let shell = at(fact("safety.shell_true", true, text), text, 42, text);
    let exhibits = [
        shell,
        fact("safety.no_shell", false, text),
        fact("safety.tempdir_clone", true, text),
        fact("safety.os_system", false, text),
        fact("safety.url_validated", false, text),
        unobserved("safety.clone_errors", text),
        unobserved("docs.diagram", text),
        fact("docs.diagram_parallel", true, text),
    ];
    let mut rubric = rubric(&[
        ("safe_tool_engineering", "Tools", "github_repo"),
        ("swarm_visual", "Diagrams", "pdf_images"),
        ("theoretical_depth", "Depth", "video"),
    ]);
    for dimension in &mut rubric.dimensions {
        dimension.name = text.to_owned();
        if let Artifact::External(word) = &mut dimension.artifact {
            *word = text.to_owned();
        }
    }
    rubric.name = text.to_owned();
    let mut dossier = decided(rubric, exhibits.into_iter().collect(), true);
    let own = |text: &str| text.to_owned();
    dossier.subject.name = own(text);
    dossier.rubric.version = Some(own(text));
    dossier.rubric.understood = vec![own(text)];
    dossier.rubric.ignored = vec![own(text)];
    dossier.history.note = Some(own(text));
    for tick in &mut dossier.history.timeline {
        (tick.id, tick.subject) = (own(text), own(text));
    }
    dossier.experiment = Some(experiment(text));
    dossier.coverage.uncommitted = Some(own(text));
    dossier.coverage.files_skipped = vec![Skip {
        path: own(text),
        why: own(text),
    }];
    let mut claims = mixed().claims;
    for claim in &mut claims {
        *claim = Claim {
            text: own(text),
            place: own(text),
            kind: claim.kind.clone(),
            state: claim.state.clone(),
            because: Some(own(text)),
            shown_at: None,
            exhibits: vec![own(text)],
            near: Some(own(text)),
            lies_in_subject: false,
        };
    }
    dossier.claims = claims;
    dossier.topology = vec![value!({
        "framework": text, "defined_at": text, "live": true, "nodes": [text],
        "edges": [["START", text, true]], "supersteps": [[text]], "findings": [text],
        "behaviour": [{"kind": text, "weight": "wrong", "text": text, "innocent": text, "places": [text], "counter_example": [text]}]
    })];
    dossier
}

/// The report's own structure: headings with their levels, tables with their columns, kinds of everything
/// else that is not running text.
fn skeleton(markdown: &str) -> Vec<String> {
    let structure = events(markdown).into_iter().filter_map(|event| match event {
        Event::Start(Tag::Link { dest_url, .. }) => {
            assert!(
                dest_url.starts_with("https://github.com/someone/subject/"),
                "{dest_url}"
            );
            None
        }
        Event::Text(_) | Event::Code(_) | Event::End(_) | Event::SoftBreak => None,
        Event::Start(tag) => match tag {
            Tag::Paragraph | Tag::Strong => None,
            Tag::Heading { level, .. } => Some(format!("{level}")),
            Tag::Table(columns) => Some(format!("table of {}", columns.len())),
            other => Some(format!("{other:?}")),
        },
        other => Some(format!("{other:?}")),
    });
    structure.collect()
}

proptest! {
    #[test]
    fn running_text_shows_itself_and_does_nothing(text in hostile()) {
        for shown in [escape::inline(&text), format!("# {}", escape::inline(&text))] {
            let events = events(&shown);
            prop_assert!(events.iter().all(is_plain), "{shown:?} gives {events:?}");
        }
        let visible = court::visible::visible(&text);
        prop_assert_eq!(seen(&escape::inline(&text)), bare(&visible));
    }

    #[test]
    fn code_shows_itself_and_does_nothing(text in hostile()) {
        let shown = format!("x {} y", escape::code(&text));
        let events = events(&shown);
        prop_assert!(events.iter().all(is_plain), "{shown:?} gives {events:?}");
        let codes = events.iter().filter(|event| matches!(event, Event::Code(_))).count();
        prop_assert_eq!(codes, 1, "{} gives {:?}", shown, events);
        let visible = court::visible::visible(&text);
        prop_assert_eq!(seen(&shown), format!("x{}y", bare(&visible)));
    }

    #[test]
    fn a_row_keeps_its_cells(left in hostile(), right in hostile()) {
        let table = format!(
            "| a | b | c |\n|---|---|---|\n| {} | {} | end |\n",
            escape::cell(&left),
            escape::cell_code(&right)
        );
        let events = events(&table);
        prop_assert!(events.iter().all(is_plain), "{table:?} gives {events:?}");
        let cells = events.iter().filter(|event| matches!(event, Event::Start(Tag::TableCell))).count();
        prop_assert_eq!(cells, 6);
        let visible = |text: &str| bare(&court::visible::visible(text));
        prop_assert_eq!(seen(&table), format!("abc{}{}end", visible(&left), visible(&right)));
    }

    #[test]
    fn a_block_ends_where_we_end_it(text in hostile()) {
        let shown = format!("{}\n\nafter", escape::fence("text", &text));
        let events = events(&shown);
        let blocks = events.iter().filter(|event| matches!(event, Event::Start(Tag::CodeBlock(_)))).count();
        prop_assert_eq!(blocks, 1);
        prop_assert!(matches!(&events[events.len() - 2], Event::Text(text) if text.as_ref() == "after"), "{:?}", events);
    }
}

proptest! {
    // Each of these renders whole reports.
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_text_changes_the_structure_of_a_report(text in hostile()) {
        // Text without any line or mark is the yardstick; it has no first line to quote when it is blank.
        prop_assume!(!text.trim().is_empty());
        let shown = case::text(Format::Md, &infested(&text));
        prop_assert_eq!(skeleton(&shown), skeleton(&case::text(Format::Md, &infested("plain"))), "{}", shown);
        prop_assert!(!shown.chars().any(|c| c != '\n' && is_unseen(c)), "{:?}", shown);
    }

    #[test]
    fn json_says_the_same_and_hides_nothing(text in hostile()) {
        let shown = case::text(Format::Json, &infested(&text));
        prop_assert!(!shown.chars().any(|c| c != '\n' && is_unseen(c)), "{:?}", shown);
        let report: Value = serde_json::from_str(&shown).unwrap();
        prop_assert_eq!(report["claims"][0]["because"].as_str(), Some(text.as_str()));
    }
}

#[test]
fn a_number_alone_begins_no_list() {
    let shown = |text: &str| skeleton(&case::text(Format::Md, &infested(text)));
    assert_eq!(shown("0"), shown("plain"));
}

#[test]
fn mentions_references_and_addresses_become_code() {
    for (text, shown) in [
        (
            "ask @someone (or a@b.example).",
            "ask `@someone` (or `a@b.example`).",
        ),
        (
            "see #12, GH-3 and https://x.example/a!",
            "see `#12`, `GH-3` and `https://x.example/a`!",
        ),
        ("costs $5 & <b>C# code</b>", "costs `$5` & \\<b\\>C# code\\</b\\>"),
        (
            "call `os.system` in snake_case _now_",
            "call `os.system` in snake_case \\_now\\_",
        ),
        ("@a`b`", "`@a` `b`"),
        (":tada: a::b", "`:tada:` a::b"),
        ("- 1. item", "\\- 1. item"),
        ("1. item", "1\\. item"),
        ("a ` b", "a &#96; b"),
        ("one\n\n# two", "one # two"),
    ] {
        assert_eq!(escape::inline(text), shown);
    }
    assert_eq!(escape::cell_code("a|b\\|c"), "`a`\\|`b\\`\\|`c`");
}
