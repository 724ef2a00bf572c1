//! The page as a browser reads it: its elements, its addresses, its ids; with hostile text and without.

use super::case::{self, mixed, ten_dimensions};
use super::hostile::{hostile, infested};
use crate::dossier::Dossier;
use crate::format::Format;
use html5ever::tendril::TendrilSink as _;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// The page of the largest subjects must stay below this, in bytes.
const PAGE_BYTES_MAX: usize = 1_500_000;

fn page(dossier: &Dossier) -> String {
    case::text(Format::Html, dossier)
}

/// An element: its name, its attributes, and its text where that is obeyed.
#[derive(Debug, PartialEq)]
struct Element {
    name: String,
    attributes: Vec<(String, String)>,
    obeyed: String,
}

impl Element {
    fn get(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }
}

/// All elements in the order of the page, and what a browser had to mend.
fn elements(html: &str) -> (Vec<Element>, Vec<String>) {
    let dom = parse_document(RcDom::default(), ParseOpts::default()).one(html);
    let mut found = Vec::new();
    let mut open: Vec<Handle> = vec![dom.document.clone()];
    while let Some(node) = open.pop() {
        if let NodeData::Element { name, attrs, .. } = &node.data {
            let attributes = attrs
                .borrow()
                .iter()
                .map(|a| (a.name.local.to_string(), a.value.to_string()))
                .collect();
            let name = name.local.to_string();
            let obeyed = if matches!(name.as_str(), "script" | "style") {
                text(&node)
            } else {
                String::new()
            };
            found.push(Element {
                name,
                attributes,
                obeyed,
            });
        }
        open.extend(node.children.borrow().iter().rev().cloned());
    }
    let mended = dom.errors.borrow().iter().map(ToString::to_string).collect();
    (found, mended)
}

fn text(node: &Handle) -> String {
    let children = node.children.borrow();
    children
        .iter()
        .filter_map(|child| match &child.data {
            NodeData::Text { contents } => Some(contents.borrow().to_string()),
            _ => None,
        })
        .collect()
}

/// What is not running text. Places become links and words become code by what they say; both are looked at by
/// themselves.
fn skeleton(html: &str) -> Vec<(String, Vec<String>)> {
    let names = |element: &Element| element.attributes.iter().map(|(name, _)| name.clone()).collect();
    let is_inline = |element: &&Element| matches!(element.name.as_str(), "a" | "code" | "span");
    elements(html)
        .0
        .iter()
        .filter(|element| !is_inline(element))
        .map(|element| (element.name.clone(), names(element)))
        .collect()
}

#[test]
fn a_browser_has_nothing_to_mend_and_every_id_is_its_own() {
    for dossier in [mixed(), ten_dimensions()] {
        let (elements, mended) = elements(&page(&dossier));
        assert_eq!(mended, Vec::<String>::new());
        let ids: Vec<&str> = elements.iter().filter_map(|element| element.get("id")).collect();
        assert_eq!(ids.len(), ids.iter().collect::<BTreeSet<_>>().len(), "{ids:?}");
    }
}

#[test]
fn every_link_leads_to_the_forge_or_to_a_place_on_the_page() {
    for dossier in [mixed(), ten_dimensions()] {
        let (elements, _) = elements(&page(&dossier));
        let ids: BTreeSet<&str> = elements.iter().filter_map(|element| element.get("id")).collect();
        let links: Vec<&str> = elements
            .iter()
            .filter_map(|element| element.get("href"))
            .collect();
        assert!(links.len() > 20);
        for link in links {
            let is_known = link.strip_prefix('#').map_or_else(
                || link.starts_with("https://github.com/someone/subject/"),
                |id| ids.contains(id),
            );
            assert!(is_known, "{link}");
        }
    }
}

#[test]
fn the_page_needs_no_network_and_allows_none() {
    let html = page(&ten_dimensions());
    let (elements, _) = elements(&html);
    let policy = elements
        .iter()
        .find(|element| element.get("http-equiv") == Some("Content-Security-Policy"));
    let policy = policy.and_then(|element| element.get("content")).unwrap();
    assert!(
        policy.starts_with("default-src 'none'; style-src 'sha256-"),
        "{policy}"
    );
    assert!(!policy.contains("unsafe"), "{policy}");
    let loading = [
        "link", "img", "iframe", "object", "embed", "video", "audio", "image", "use", "form", "base",
    ];
    for element in &elements {
        assert!(
            !loading.contains(&element.name.as_str()) && element.get("src").is_none(),
            "{element:?}"
        );
        // The policy would refuse these.
        assert!(
            element.get("style").is_none()
                && !element.attributes.iter().any(|(name, _)| name.starts_with("on")),
            "{element:?}"
        );
    }
}

#[test]
fn what_is_drawn_can_be_heard() {
    let (elements, _) = elements(&page(&ten_dimensions()));
    let drawings: Vec<&Element> = elements.iter().filter(|element| element.name == "svg").collect();
    assert!(drawings.len() > 20);
    assert!(drawings.iter().all(|svg| svg.get("role") == Some("img")
        && (svg.get("aria-label").is_some() || svg.get("aria-labelledby").is_some())));
    let levels: Vec<u8> = elements
        .iter()
        .filter_map(|e| e.name.strip_prefix('h')?.parse().ok())
        .collect();
    assert!(
        levels.windows(2).all(|pair| pair[1] <= pair[0] + 1),
        "no level of headings is left out: {levels:?}"
    );
}

#[test]
fn the_page_of_a_large_case_stays_small() {
    let mut dossier = ten_dimensions();
    let text = "a long line of code that is quoted because it proves something ".repeat(19);
    let exhibits = (0..3_000u32).map(|n| {
        let fact = case::fact(&format!("safety.probe{n}"), true, &text);
        case::at(fact, "src/very/long/path/of/a/file.py", n + 1, &text)
    });
    dossier.evidence = exhibits.collect();
    dossier.claims = std::iter::repeat_n(dossier.claims[0].clone(), 5_000).collect();
    let bytes = page(&dossier).len();
    assert!(bytes < PAGE_BYTES_MAX, "{bytes} bytes");
}

proptest! {
    // Each of these renders and reads whole pages.
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_text_becomes_an_element_an_attribute_or_an_address(text in hostile()) {
        // Text that is blank or the name of a bound of a graph is drawn otherwise.
        prop_assume!(!text.trim().is_empty() && !text.contains('`'));
        let html = page(&infested(&text));
        let plain = page(&infested("plain"));
        prop_assert!(skeleton(&html) == skeleton(&plain), "the page has another structure");
        let obeyed = |html: &str| elements(html).0.into_iter().map(|e| e.obeyed).collect::<String>();
        prop_assert_eq!(obeyed(&html), obeyed(&plain));
    }

    #[test]
    fn code_between_backticks_is_the_only_thing_that_text_can_ask_for(text in hostile()) {
        let (found, mended) = elements(&page(&infested(&text)));
        prop_assert_eq!(mended, Vec::<String>::new());
        for element in &found {
            let address = element.get("href").unwrap_or("#");
            prop_assert!(address.starts_with('#') || address.starts_with("https://github.com/someone/subject/"), "{address}");
            prop_assert!(!element.attributes.iter().any(|(name, _)| name.starts_with("on")), "{element:?}");
        }
        prop_assert_eq!(found.iter().filter(|element| element.name == "script").count(), 1);
        prop_assert_eq!(found.iter().filter(|element| element.name == "style").count(), 1);
    }
}
