//! What the scripts that teach the weights and the network ask of the program: how it takes texts, and what it tells of
//! them. A script names a file of JSON lines in a variable; without it nothing is done.

use super::{digest, parts, spelled, voiced, weight};
use crate::conduct::closely::LIGHTEST;
use crate::conduct::plain::Plain;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::path::Path;

/// Writes what is answered to each line of the file that `variable` names beside it, under another ending.
fn answer<A: IntoIterator<Item = Value>>(variable: &str, ending: &str, answers: impl Fn(usize, &Value) -> A) {
    let Some(source) = std::env::var_os(variable) else {
        return;
    };
    let source = Path::new(&source);
    let mut out = BufWriter::new(File::create(source.with_extension(ending)).unwrap());
    let lines = BufReader::new(File::open(source).unwrap()).lines();
    for (number, line) in lines.enumerate() {
        let row: Value = serde_json::from_str(&line.unwrap()).unwrap();
        for answer in answers(number, &row) {
            writeln!(out, "{answer}").unwrap();
        }
    }
}

/// The parts of a row's text that weigh enough.
fn weighed(row: &Value, is_taken: impl Fn(&str, Option<f64>) -> bool) -> Vec<(String, Option<f64>)> {
    let plain = Plain::of(row["text"].as_str().unwrap());
    let each = parts(&plain.text).map(|at| &plain.text[at]);
    let each = each.map(|sentence| (sentence, weight(sentence)));
    let taken = each.filter(|(sentence, weight)| is_taken(sentence, *weight));
    taken
        .map(|(sentence, weight)| (sentence.to_owned(), weight))
        .collect()
}

/// One of so many sentences, by chance of its letters.
fn is_one_in(sentence: &str, many: u64) -> bool {
    (digest(&[sentence]) >> 20).is_multiple_of(many)
}

/// Of honest texts those parts that weigh most are learnt from, and a few others.
fn is_spelled(sentence: &str, weight: f64) -> bool {
    const HARD: f64 = -4.5;
    const ONE_IN: u64 = 250;
    weight > HARD || is_one_in(sentence, ONE_IN)
}

/// Of honest texts the parts that are listened to are learnt from, those that nearly are, and a few others.
fn is_voiced(sentence: &str, weight: f64) -> bool {
    const ONE_IN: u64 = 150;
    weight > LIGHTEST - 3.0 || is_one_in(sentence, ONE_IN)
}

/// Weighs less than anything: of a sentence that is too short to be weighed.
const NOTHING: f64 = i16::MIN as f64;

/// For `benches/hearing.py`.
#[test]
fn sentences_are_voiced_for_whoever_teaches_the_network() {
    answer("AUDITOR_VOICED", "voiced", |number, row| {
        let is_ours = row["from"].is_null();
        let parts = weighed(row, |said, weight| {
            is_ours || is_voiced(said, weight.unwrap_or(NOTHING))
        });
        let voiced = parts.into_iter().map(|(said, weight)| {
            json!({"number": number, "speaks": row["speaks"] == true, "said": voiced(&said), "weight": weight.unwrap_or(NOTHING), "from": row["from"]})
        });
        voiced.collect::<Vec<_>>()
    });
}

/// For `benches/hearing.py`.
#[test]
fn texts_are_judged_for_whoever_measures_the_network() {
    answer("AUDITOR_JUDGED", "judged", |_, row| {
        let attempts = crate::conduct::all(row["text"].as_str().unwrap());
        let lines = attempts.iter().map(|one| (one.line, one.quote.as_str()));
        let lines: Vec<(u32, &str)> = lines.collect();
        [json!({"told": !lines.is_empty(), "lines": lines, "from": row["from"]})]
    });
}

/// For `benches/speech.py`.
#[test]
fn sentences_are_spelled_for_whoever_learns_the_weights() {
    answer("AUDITOR_SPEECH", "spelled", |number, row| {
        let speaks = row["speaks"] == true;
        let parts = weighed(row, |said, weight| {
            weight.is_some_and(|weight| speaks || is_spelled(said, weight))
        });
        let spelled = parts.into_iter().map(|(said, weight)| {
            json!({"number": number, "speaks": speaks, "sentence": said, "weight": weight, "windows": spelled(&said)})
        });
        spelled.collect::<Vec<_>>()
    });
}
