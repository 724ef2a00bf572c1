//! Grades that a subject gives itself, and orders to its judges, are withheld from them: a judge that reads
//! "5/5" tends to give it.
//!
//! Of a grade only itself goes, the rest of the line stays. A line that orders a judge about goes as a whole, by
//! the same patterns that tell of it. What looks like a grade is a number out of a maximum, or a
//! phrase of full praise, on a line that also speaks of grading. Code that computes scores keeps its numbers.

use wordlist::{Words, phrases};

/// Words that make a line speak of grading.
static GRADING: Words = Words::new(|| wordlist::words(include_str!("../../words/withhold_grading.txt")));
/// The maxima that grades are given out of.
const MAXIMA: &[&str] = &["5", "5.0", "10", "10.0", "100"];
/// Phrases that name the best grade, in lower case, words separated by one space.
const PRAISE: [&str; 9] = phrases(
    "full marks | full score | full points | perfect score | maximum score | highest score | top score | top \
     marks | maximum points",
);
/// The text without self-awarded grades and orders to judges; `mark` tells the court's words from the subject's.
pub(super) fn withhold(text: &str, mark: &str) -> String {
    each_line(text, mark, |line| line_without(line, mark))
}

/// The court's own words, which may quote the subject's: without orders to judges. What they say of grades stays.
pub(super) fn withhold_orders(text: &str, mark: &str) -> String {
    each_line(text, mark, str::to_owned)
}

fn each_line(text: &str, mark: &str, shown: impl Fn(&str) -> String) -> String {
    let orders = injection::passages(text);
    let is_order = |number| {
        orders
            .iter()
            .any(|order| (order.first..=order.last).contains(&number))
    };
    let lines = (1u32..).zip(text.split('\n'));
    let all = lines.map(|(number, line)| match is_order(number) {
        true => without_order(line, mark),
        false => shown(line),
    });
    all.collect::<Vec<_>>().join("\n")
}

fn without_order(line: &str, mark: &str) -> String {
    let count = line.chars().count();
    format!("[{mark}: withheld, {count} characters that address a judge]")
}

fn line_without(line: &str, mark: &str) -> String {
    let words = words(line);
    let speaks_of_grades = words.iter().any(|word| GRADING.contains(&word.folded.as_str()));
    let mut spans = spans_of(&words, &PRAISE);
    if speaks_of_grades {
        spans.extend(ratios(line, &words));
    }
    spans.sort_unstable();
    without(line, &spans, mark)
}

fn without(line: &str, spans: &[(usize, usize)], mark: &str) -> String {
    let (mut out, mut done) = (String::new(), 0);
    for (from, to) in spans.iter().filter(|(from, _)| *from < line.len()) {
        if *from < done {
            continue;
        }
        out.push_str(&line[done..*from]);
        out.push_str(&format!("[{mark}: grade withheld]"));
        done = *to;
    }
    out.push_str(&line[done..]);
    out
}

/// A word of a line: where it stands, and itself in lower case.
struct Word {
    from: usize,
    to: usize,
    folded: String,
}

/// Letters, digits and decimal points; everything else separates.
fn words(line: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    for (at, letter) in line.char_indices() {
        let is_point = letter == '.'
            && line[at + 1..].starts_with(|c: char| c.is_ascii_digit())
            && line[..at].ends_with(|c: char| c.is_ascii_digit());
        if !letter.is_alphanumeric() && !is_point {
            continue;
        }
        let to = at + letter.len_utf8();
        match words.last_mut().filter(|word| word.to == at) {
            Some(word) => {
                word.to = to;
                word.folded.extend(letter.to_lowercase());
            }
            None => words.push(Word {
                from: at,
                to,
                folded: letter.to_lowercase().collect(),
            }),
        }
    }
    words
}

fn spans_of(words: &[Word], known: &[&str]) -> Vec<(usize, usize)> {
    let found = known.iter().flat_map(|phrase| {
        let parts: Vec<&str> = phrase.split(' ').collect();
        let count = parts.len();
        words
            .windows(count)
            .filter(move |window| window.iter().zip(&parts).all(|(word, part)| word.folded == *part))
            .filter_map(|window| Some((window.first()?.from, window.last()?.to)))
            .collect::<Vec<_>>()
    });
    found.collect()
}

/// `4/5`, `4.5 / 5`, `9 out of 10`, `9 of 10`.
fn ratios(line: &str, words: &[Word]) -> Vec<(usize, usize)> {
    let is_number = |word: &Word| word.folded.parse::<f32>().is_ok_and(f32::is_finite);
    let mut found = Vec::new();
    for (index, word) in words.iter().enumerate().filter(|(_, word)| is_number(word)) {
        let slash = words
            .get(index + 1)
            .filter(|next| line[word.to..next.from].trim() == "/");
        let out_of = ["out of", "of"].into_iter().find_map(|joint| {
            let count = joint.split(' ').count();
            let between = words.get(index + 1..index + 1 + count)?;
            let said: Vec<&str> = between.iter().map(|word| word.folded.as_str()).collect();
            (said.join(" ") == joint)
                .then(|| words.get(index + 1 + count))
                .flatten()
        });
        if let Some(maximum) = slash
            .or(out_of)
            .filter(|word| MAXIMA.contains(&word.folded.as_str()))
        {
            found.push((word.from, maximum.to));
        }
    }
    found
}

#[cfg(test)]
mod tests;
