use super::render;
use crate::class::Class;
use crate::list::Entry;
use crate::submission::{Audited, Dimension, Outcome, Overruled, Submission};
use html5ever::tendril::TendrilSink as _;
use markup5ever_rcdom::{Handle, NodeData, RcDom};

const HOSTILE: &str = "</style><script>alert(1)</script>\"' onload=alert(2) x=\u{202E}<img src=x>";

fn hostile() -> Class {
    let dimension = Dimension {
        id: HOSTILE.to_owned(),
        name: HOSTILE.to_owned(),
        scale: [1.0, 5.0],
        score: Some(3.0),
        reason: Some(HOSTILE.to_owned()),
        review: Some(HOSTILE.to_owned()),
        overruled: Some(Overruled {
            court: Some(2.0),
            by: HOSTILE.to_owned(),
            why: HOSTILE.to_owned(),
        }),
        apart: Some(1.0),
        missing: vec![HOSTILE.to_owned()],
    };
    let entry = |folder: &str| Entry {
        id: format!("{HOSTILE}{folder}"),
        name: Some(HOSTILE.to_owned()),
        others: vec![(HOSTILE.to_owned(), HOSTILE.to_owned())],
        folder: folder.to_owned(),
        ..Entry::default()
    };
    let audited = Audited {
        scale: [1.0, 5.0],
        overall: Some(3.0),
        judged_by: [HOSTILE, HOSTILE, HOSTILE].map(str::to_owned),
        dimensions: vec![dimension],
        ..Audited::default()
    };
    let submissions = vec![
        Submission {
            entry: entry("a"),
            outcome: Outcome::Audited(Box::new(audited)),
        },
        Submission {
            entry: entry("b"),
            outcome: Outcome::Failed(HOSTILE.to_owned()),
        },
    ];
    Class::of(HOSTILE, submissions)
}

fn elements(handle: &Handle, found: &mut Vec<(String, Vec<(String, String)>)>) {
    if let NodeData::Element { name, attrs, .. } = &handle.data {
        let attributes = attrs.borrow();
        let attributes = attributes
            .iter()
            .map(|one| (one.name.local.to_string(), one.value.to_string()));
        found.push((name.local.to_string(), attributes.collect()));
    }
    handle
        .children
        .borrow()
        .iter()
        .for_each(|child| elements(child, found));
}

#[test]
fn names_and_texts_are_shown_and_do_nothing() {
    let page = render(&hostile());
    let dom = html5ever::parse_document(RcDom::default(), html5ever::ParseOpts::default()).one(page.as_str());
    let mut found = Vec::new();
    elements(&dom.document, &mut found);
    let count = |name: &str| found.iter().filter(|(known, _)| known == name).count();
    assert_eq!(
        (count("script"), count("style"), count("img"), count("iframe")),
        (1, 1, 0, 0)
    );
    for (element, attributes) in &found {
        for (name, value) in attributes {
            assert!(!name.starts_with("on"), "{element} has {name}");
            let leads_out = value.contains(':') || value.starts_with("//");
            assert!(
                !(matches!(name.as_str(), "href" | "src") && leads_out),
                "{element} leads to {value}"
            );
        }
    }
    assert!(
        !page.contains('\u{202E}'),
        "marks that turn text round are made visible"
    );
}

#[test]
fn the_policy_of_the_page_forbids_all_but_its_own_script_and_style() {
    let page = render(&hostile());
    assert!(page.contains("default-src 'none'; style-src 'sha256-"));
    assert!(!page.contains("unsafe-inline") && !page.contains(" style=\""));
}

#[test]
fn a_page_of_a_thousand_stays_below_five_megabytes() {
    let mut submissions = Vec::new();
    for at in 0..1_000 {
        let dimensions = (0..10).map(|number| Dimension {
            id: format!("d{number}"),
            name: format!("Dimension number {number}"),
            scale: [1.0, 5.0],
            score: Some(f64::from(1 + (at + number) % 5)),
            missing: vec![
                format!("Set a time limit in place {number}."),
                format!("Read the history {number}."),
            ],
            apart: Some(0.75),
            ..Dimension::default()
        });
        submissions.push(Submission {
            entry: Entry {
                id: format!("student-{at}"),
                name: Some(format!("Student Number {at}")),
                folder: format!("student-{at}"),
                ..Entry::default()
            },
            outcome: Outcome::Audited(Box::new(Audited {
                overall: Some(3.0),
                scale: [1.0, 5.0],
                dimensions: dimensions.collect(),
                ..Audited::default()
            })),
        });
    }
    let page = render(&Class::of("large", submissions));
    assert!(page.len() < 5 << 20, "{} bytes", page.len());
}

#[test]
fn a_page_of_several_rubrics_says_that_its_means_mix_them() {
    let judged = |rubric: &str| Submission {
        entry: Entry {
            id: rubric.to_owned(),
            folder: rubric.to_owned(),
            ..Entry::default()
        },
        outcome: Outcome::Audited(Box::new(Audited {
            scale: [1.0, 5.0],
            overall: Some(3.0),
            judged_by: [rubric, "default", "statutes"].map(str::to_owned),
            ..Audited::default()
        })),
    };
    let said = "one and two: means and grades mix them";
    let mixed = render(&Class::of("c", vec![judged("one"), judged("two")]));
    let alike = render(&Class::of("c", vec![judged("one"), judged("one")]));
    assert!(mixed.contains(said), "{mixed}");
    assert!(!alike.contains("mix them"));
}
