//! How well the judges did, counted from what they left: nothing here changes a score.

use crate::attempts::Record;
use crate::judge::reasoning;
use crate::likeness;
use court::opinion::{Hearing, Opinion, Persona};
use court::quality::{Collapse, JudgeQuality};
use court::score::{Fraction, Scale, Score};

/// From this share of common phrases on, in percent, two arguments are one.
const ALIKE_PERCENT: u64 = 60;
/// Words from which on two arguments are compared; two short ones may well agree.
const ALIKE_WORDS: usize = 12;
/// Dimensions with an opinion of everybody, from which on no spread anywhere says something.
const SPREAD_DIMENSIONS: usize = 3;
/// Votes this far apart, as a share of their scale, are not the same: half a point on 1 to 5.
const SPREAD_MIN: (i64, i64) = (1, 8);

/// What one judge said of one dimension in its first hearing.
#[derive(Clone, Copy, Debug)]
pub struct Said<'a> {
    /// Which dimension.
    pub dimension: &'a str,
    /// Its scale.
    pub scale: &'a Scale,
    /// Who.
    pub persona: Persona,
    /// What.
    pub opinion: &'a Opinion,
    /// How it came about.
    pub record: &'a Record,
}

/// Whether two arguments are nearly the same, with their charges or without: other charges below the same reasoning
/// are no other reading.
pub fn are_alike(left: &str, right: &str) -> bool {
    let is_long = |text: &str| text.split_whitespace().count() >= ALIKE_WORDS;
    let is_same = |left: &str, right: &str| {
        is_long(left) && is_long(right) && likeness::alike_percent(left, right) >= ALIKE_PERCENT
    };
    is_same(left, right) || is_same(reasoning(left), reasoning(right))
}

/// Whether the votes of all hearings are nearly the same everywhere, where there are enough of them to say so.
pub fn are_uniform(hearings: &[(&Scale, &Hearing)]) -> bool {
    let full = hearings
        .iter()
        .filter(|(_, hearing)| hearing.scores().len() == Persona::ALL.len());
    let spreads: Vec<Fraction> = full
        .filter_map(|(scale, hearing)| spread(scale, &hearing.scores()))
        .collect();
    let least = Fraction::new(SPREAD_MIN.0, SPREAD_MIN.1);
    spreads.len() >= SPREAD_DIMENSIONS && spreads.iter().all(|spread| *spread < least)
}

/// How far apart votes lie, as a share of their scale.
fn spread(scale: &Scale, votes: &[Score]) -> Option<Fraction> {
    let (least, most) = (votes.iter().min()?, votes.iter().max()?);
    Some(scale.share(*most) - scale.share(*least))
}

/// Whether an argument and its score do not go together, as far as that can be read off. Another score is named
/// in it, or the best score is given with charges alone, or the worst without any.
pub fn contradicts(opinion: &Opinion, record: &Record, scale: &Scale) -> bool {
    let (charges, mitigations) = (record.charges.len(), record.mitigations.len());
    let is_best = opinion.score == scale.max && charges > 0 && mitigations == 0;
    let is_worst = opinion.score == scale.min && charges == 0 && mitigations > 0;
    is_best || is_worst || names_another_score(&opinion.argument, opinion.score, scale)
}

/// `score of 3`, `a score: 3`, `3/5` with another number than the score.
fn names_another_score(argument: &str, score: Score, scale: &Scale) -> bool {
    let words: Vec<String> = argument
        .split(|letter: char| !letter.is_alphanumeric() && letter != '/')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let max = scale.max.to_string();
    let fraction = |word: &str| {
        let (number, of) = word.split_once('/')?;
        (of == max).then(|| number.parse::<i64>().ok()).flatten()
    };
    let after_score = |window: &[String]| match window {
        [score, number] if score == "score" => number.parse::<i64>().ok(),
        _ => None,
    };
    let after_score_of = |window: &[String]| match window {
        [score, of, number] if score == "score" && (of == "of" || of == "is") => number.parse::<i64>().ok(),
        _ => None,
    };
    let named: Vec<i64> = words
        .iter()
        .filter_map(|word| fraction(word))
        .chain(words.windows(2).filter_map(after_score))
        .chain(words.windows(3).filter_map(after_score_of))
        .collect();
    !named.is_empty() && named.iter().all(|number| Score::whole(*number) != score)
}

/// The counts that follow from opinions: contradictions, loose citations.
pub fn of_opinion(said: &Said<'_>) -> JudgeQuality {
    let loose = said.record.quotes.iter().filter(|(_, quote)| quote.is_empty());
    JudgeQuality {
        opinions: 1,
        repairs: said.record.repairs.len(),
        unquoted_citations: loose.count(),
        contradictions: usize::from(contradicts(said.opinion, said.record, said.scale)),
        ..of_record(said.record)
    }
}

/// The counts that follow from a record, also of a judge that recused itself.
pub fn of_record(record: &Record) -> JudgeQuality {
    JudgeQuality {
        answers_refused: record.refused.len(),
        calls_failed: u64::from(record.failures),
        invented_citations: u64::from(record.inventions),
        ..JudgeQuality::default()
    }
}

/// How much higher a judge scores than the others in the same dimension, on average, in hundredths of the scale.
pub fn leniency_percent(persona: Persona, first: &[Said<'_>]) -> Option<i64> {
    let own = first.iter().filter(|said| said.persona == persona);
    let differences: Vec<Fraction> = own
        .filter_map(|said| {
            let others: Vec<Fraction> = first
                .iter()
                .filter(|other| other.dimension == said.dimension && other.persona != persona)
                .map(|other| other.scale.share(other.opinion.score))
                .collect();
            let count = i64::try_from(others.len()).ok().filter(|count| *count > 0)?;
            let mean = others.into_iter().sum::<Fraction>() / count;
            Some(said.scale.share(said.opinion.score) - mean)
        })
        .collect();
    let count = i64::try_from(differences.len()).ok().filter(|count| *count > 0)?;
    let mean = differences.into_iter().sum::<Fraction>() / count;
    Some((mean * 100).round().to_integer())
}

/// Whether the three are still three, from the first hearings; `reread` is how often somebody was asked again, and
/// `reminded` whether all were, of who they are.
pub fn collapse(first: &[Said<'_>], reread: usize, reminded: bool) -> Collapse {
    let mut dimensions: Vec<&str> = first.iter().map(|said| said.dimension).collect();
    dimensions.dedup();
    let of = |dimension: &str| -> Vec<&Said<'_>> {
        first.iter().filter(|said| said.dimension == dimension).collect()
    };
    let full: Vec<Vec<&Said<'_>>> = dimensions
        .iter()
        .map(|dimension| of(dimension))
        .filter(|said| said.len() == Persona::ALL.len())
        .collect();
    let least = Fraction::new(SPREAD_MIN.0, SPREAD_MIN.1);
    let same = |said: &Vec<&Said<'_>>| {
        let votes: Vec<Score> = said.iter().map(|one| one.opinion.score).collect();
        spread(said[0].scale, &votes).is_some_and(|spread| spread < least)
    };
    let named = |keep: &dyn Fn(&[&Said<'_>]) -> bool| -> Vec<String> {
        let kept = dimensions.iter().filter(|dimension| keep(&of(dimension)));
        kept.map(|dimension| (*dimension).to_owned()).collect()
    };
    Collapse {
        alike: named(&|said| echoes(said).is_some()),
        reread,
        reminded,
        no_spread_anywhere: full.len() >= SPREAD_DIMENSIONS && full.iter().all(same),
        inverted: named(&is_inverted),
    }
}

fn is_inverted(said: &[&Said<'_>]) -> bool {
    let score = |persona: Persona| {
        said.iter()
            .find(|one| one.persona == persona)
            .map(|one| one.opinion.score)
    };
    score(Persona::Prosecutor)
        .zip(score(Persona::Defense))
        .is_some_and(|(prosecutor, defense)| prosecutor > defense)
}

/// The later of two judges that wrote nearly the same.
fn echoes(said: &[&Said<'_>]) -> Option<Persona> {
    let arguments: Vec<(Persona, &str)> = said
        .iter()
        .map(|one| (one.persona, one.opinion.argument.as_str()))
        .collect();
    echo(&arguments)
}

/// The later of two judges that wrote nearly the same.
pub fn echo(arguments: &[(Persona, &str)]) -> Option<Persona> {
    arguments
        .iter()
        .enumerate()
        .find_map(|(at, (persona, argument))| {
            let is_echo = arguments[..at]
                .iter()
                .any(|(_, before)| are_alike(before, argument));
            is_echo.then_some(*persona)
        })
}

#[cfg(test)]
mod tests;
