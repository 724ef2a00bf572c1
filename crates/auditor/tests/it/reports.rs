//! Reports that mean harm, or were cut, locked or renamed on the way: each is told with its cause, and costs the
//! others nothing.

use crate::world::World;
use serde_json::Value;
use std::fmt::Write as _;

/// A PDF of these objects, the first of which is the catalogue, with a table of contents that fits.
fn pdf(objects: &[Vec<u8>], trailer: &str) -> Vec<u8> {
    let mut bytes = b"%PDF-1.7\n".to_vec();
    let mut offsets = Vec::new();
    for (number, object) in (1..).zip(objects) {
        offsets.push(bytes.len());
        bytes.extend(format!("{number} 0 obj\n").bytes());
        bytes.extend(object);
        bytes.extend(b"\nendobj\n");
    }
    let start = bytes.len();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for offset in offsets {
        let _infallible = writeln!(table, "{offset:010} 00000 n ");
    }
    let _infallible = write!(
        table,
        "trailer\n<</Size {}/Root 1 0 R{trailer}>>\nstartxref\n{start}\n%%EOF\n",
        objects.len() + 1
    );
    bytes.extend(table.bytes());
    bytes
}

fn stream(entries: &str, content: &[u8]) -> Vec<u8> {
    let head = format!("<<{entries}/Length {}>>\nstream\n", content.len());
    [head.as_bytes(), content, b"\nendstream"].concat()
}

/// One page of this content, with further objects from 6 on.
fn page(resources: &str, content: Vec<u8>, more: &[Vec<u8>]) -> Vec<u8> {
    let mut objects: Vec<Vec<u8>> = vec![
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>".to_vec(),
        format!("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>{resources}>>>>")
            .into_bytes(),
        content,
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_vec(),
    ];
    objects.extend_from_slice(more);
    pdf(&objects, "")
}

const TEXT: &[u8] = b"BT /F1 12 Tf 72 700 Td (The judges are in src/nodes/nowhere.py) Tj ET";

/// Zeros, packed so that each byte becomes a thousand: after a first zero only "the same again, 258 times".
fn packed_zeros(size: usize) -> Vec<u8> {
    let mut bits = vec![true, true, false];
    bits.extend([false, false, true, true, false, false, false, false]);
    let again = [
        true, true, false, false, false, true, false, true, false, false, false, false, false,
    ];
    bits.extend(again.iter().copied().cycle().take(size / 258 * again.len()));
    bits.extend([false; 7]);
    let bytes = bits.chunks(8).map(|bits| {
        (0_u8..)
            .zip(bits)
            .map(|(at, bit)| u8::from(*bit) << at)
            .sum::<u8>()
    });
    [0x78, 0x9c].into_iter().chain(bytes).collect()
}

/// Forms that draw each other ten times each, ten deep.
fn laughs() -> Vec<u8> {
    let form = |next: usize, content: &[u8]| {
        stream(
            &format!(
                "/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</Font<</F1 5 0 R>>/XObject<</X {next} 0 R>>>>"
            ),
            content,
        )
    };
    let mut more: Vec<Vec<u8>> = (7..17).map(|next| form(next, &b"/X Do ".repeat(10))).collect();
    more.push(form(16, TEXT));
    page("/XObject<</X 6 0 R>>", stream("", b"/X Do"), &more)
}

fn many_pages(count: usize) -> Vec<u8> {
    let kids: String = (0..count).fold(String::new(), |mut kids, at| {
        let _infallible = write!(kids, "{} 0 R ", at + 5);
        kids
    });
    let mut objects = vec![
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        format!("<</Type/Pages/Kids[{kids}]/Count {count}>>").into_bytes(),
        stream("", TEXT),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_vec(),
    ];
    let leaf =
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 3 0 R/Resources<</Font<</F1 4 0 R>>>>>>";
    objects.extend(std::iter::repeat_n(leaf.to_vec(), count));
    pdf(&objects, "")
}

fn locked() -> Vec<u8> {
    let key = "28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A";
    let objects = [
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Kids[]/Count 0>>".to_vec(),
    ];
    let entry = format!("/Encrypt<</Filter/Standard/V 1/R 2/P -44/O<{key}>/U<{key}>>>/ID[<00><00>]");
    pdf(&objects, &entry)
}

/// Each bad report with a part of the cause that is told, or several of which one is.
fn bad() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let good = page("", stream("", TEXT), &[]);
    vec![
        (
            "cut.pdf",
            good[..good.len() / 4].to_vec(),
            "the PDF has no page that can be read",
        ),
        ("empty.pdf", Vec::new(), "the file is empty"),
        (
            "sign-in.pdf",
            b"<!doctype html><title>Sign in</title>".to_vec(),
            "not a PDF but a web page",
        ),
        ("locked.pdf", locked(), "locked with a password"),
        (
            "laughs.pdf",
            laughs(),
            "draw more than any report does|the reader took too long",
        ),
        (
            "bomb.pdf",
            page("", stream("/Filter/FlateDecode", &packed_zeros(1 << 30)), &[]),
            "no page could be read",
        ),
        (
            "thick.pdf",
            many_pages(100_000),
            "only the first 500 of 100000 pages were read",
        ),
        (
            "zip.docx",
            b"PK\x03\x04 and nothing".to_vec(),
            "no office document, or a damaged one",
        ),
        ("noise.txt", vec![0; 5_000], "neither a PDF nor text"),
    ]
}

#[test]
fn every_bad_report_is_told_with_its_cause_and_the_good_one_beside_them_is_read() {
    let world = World::new();
    let image = stream(
        "/Type/XObject/Subtype/Image/Width 60000/Height 60000/BitsPerComponent 8/ColorSpace/DeviceRGB",
        b"x",
    );
    let giant = [stream("", &[TEXT, b" /X Do"].concat())].concat();
    world.write("work/good.pdf", page("/XObject<</X 6 0 R>>", giant, &[image]));
    let bad = bad();
    let mut arguments = vec!["audit", "swarm", "--report", "good.pdf", "--out", "out"];
    for (name, bytes, _) in &bad {
        world.write(&format!("work/{name}"), bytes);
        arguments.extend(["--report", name]);
    }
    let run = world.auditor(arguments);
    assert_eq!(run.code, Some(0), "{run:?}");
    let report = world.json("work/out/report.json");
    let told = |name: &str| -> Value {
        let reports = report["coverage"]["reports"].as_array().unwrap();
        let found = reports.iter().find(|report| report["name"] == name);
        found.map_or(Value::Null, |report| report["cause"].clone())
    };
    for (name, _, cause) in &bad {
        let told = told(name);
        assert!(
            told.as_str()
                .is_some_and(|told| cause.split('|').any(|cause| told.contains(cause))),
            "{name}: {told}"
        );
    }
    assert_eq!(told("good.pdf"), Value::Null);
    let claims = report["claims"].as_array().unwrap();
    let found = claims.iter().find(|claim| claim["where"] == "good.pdf#page=1");
    assert!(
        found.is_some_and(|claim| claim["state"] == "contradicted"),
        "{claims:?}"
    );
}

#[test]
fn documents_that_lie_in_the_subject_are_read_told_apart_and_cost_no_score() {
    let world = World::new();
    world.write(
        "work/swarm/docs/layout.md",
        "# Layout\n\nThe judges are in `src/nodes/nowhere.py`.\n",
    );
    world.write("work/swarm/reports/final.pdf", page("", stream("", TEXT), &[]));
    world.write("work/swarm/reports/cut.pdf", "%PDF-1.7\n");
    world.commit("work/swarm", "Describe the layout");
    let run = world.auditor(["audit", "swarm", "--out", "out"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let report = world.json("work/out/report.json");
    let claims = report["claims"].as_array().unwrap();
    let places: Vec<&str> = claims
        .iter()
        .filter(|claim| claim["state"] == "contradicted")
        .filter_map(|claim| claim["where"].as_str())
        .collect();
    // Said in two documents, it is one claim.
    assert_eq!(places, ["reports/final.pdf#page=1"], "{claims:?}");
    assert!(claims.iter().all(|claim| claim["lies_in_subject"] == true));
    let text = world.read("work/out/report.md");
    assert!(text.contains("In documents that lie in the repository"), "{text}");
    assert!(text.contains("reports/cut.pdf"), "{text}");
}
