//! The proof tree of a score: rules, votes, exhibits, places; then the rules that were silent, and what would move
//! the score.

use crate::decided::DecidedCase;
use crate::error::Error;
use crate::rule_again::score_text;
use court::evidence::{Evidence, ExhibitId};
use court::explain::{self, Alteration, Change};
use court::justice::{Matter, Ruling, Status};
use court::law::Law;
use court::opinion::{Hearing, Opinion, Persona, Round, Seat};
use court::protocol::Standing;
use court::retrial::Matters;
use court::rubric::Dimension;
use court::score::{Fraction, Score};
use court::verdict::{Overruling, Verdict};
use court::visible::on_one_line;
use std::borrow::Cow;
use std::fmt::Write as _;

/// Most exhibits shown below one vote.
const CITED_MAX: usize = 8;
/// Most characters of a quote.
const QUOTE_MAX: usize = 90;

/// The proofs of these dimensions of the case, whose scores are those of people where they overruled the court with `words`.
pub fn text(record: &DecidedCase, chosen: &[usize], words: &[Overruling]) -> Result<String, Error> {
    let rules = record.rules()?;
    let laws = record.laws(&rules);
    let evidence = record.evidence();
    let verdict = &record.verdict;
    let people = record.overruled(words)?;
    let mut text = format!(
        "case {} of {} at {}, rules `{}`: {} of {}{}\n",
        record.case,
        record.subject.name,
        record.commit.chars().take(12).collect::<String>(),
        rules.name,
        score_text(people.overall),
        verdict.scale.max,
        court_said(&people, people.court_overall)
    );
    let understood = record.rubric.synthesis.iter();
    for (key, said) in understood.filter_map(|rule| Some((&rule.key, rule.understood.as_ref()?))) {
        let _ = writeln!(text, "├─ the rubric's `{key}` is understood as: {said}");
    }
    for step in &verdict.trace {
        let _ = writeln!(text, "├─ {}: {}", step.rule, on_one_line(&step.why));
    }
    for index in chosen {
        let proof = Explanation {
            dimension: &record.rubric.dimensions[*index],
            of: &record.matters[*index],
            law: &laws[*index],
            ruling: &verdict.rulings[*index],
            evidence: &evidence,
            is_by_statute: record.is_by_statute(),
            word: people
                .overrulings
                .iter()
                .find(|word| word.dimension == record.rubric.dimensions[*index].id),
        };
        text.push('\n');
        proof.write(&mut text);
    }
    Ok(text)
}

/// What the court itself said, where people overruled it.
fn court_said(people: &Verdict, court: Option<Score>) -> String {
    match people.overrulings.is_empty() {
        true => String::new(),
        false => format!(" by people; the court said {}", score_text(court)),
    }
}

struct Explanation<'a> {
    dimension: &'a Dimension,
    of: &'a Matters,
    law: &'a Law,
    ruling: &'a Ruling,
    evidence: &'a Evidence,
    is_by_statute: bool,
    /// What people said in place of the court.
    word: Option<&'a Overruling>,
}

impl Explanation<'_> {
    fn write(&self, text: &mut String) {
        let (id, name) = (&self.dimension.id, &self.dimension.name);
        let (court, most) = (score_text(self.ruling.final_score), self.dimension.scale.max);
        let _ = match self.word {
            None => writeln!(text, "{name} ({id}): {court} of {most}"),
            Some(word) => {
                let (score, by) = (word.score, on_one_line(&word.by));
                writeln!(
                    text,
                    "{name} ({id}): {score} of {most}, says {by}; the court said {court}, for these reasons"
                )
            }
        };
        if let Status::NotAssessable(why) | Status::Incomplete(why) = &self.ruling.status {
            let _ = writeln!(text, "└─ {}", on_one_line(why));
            return;
        }
        self.steps(text);
        for hearing in &self.ruling.hearings {
            self.hearing(text, hearing);
        }
        self.facts(text);
        self.silent(text);
        self.changes(text);
    }

    /// The last rule first: the way from the score down.
    fn steps(&self, text: &mut String) {
        for step in self.ruling.trace.iter().rev() {
            let scores = match (step.before, step.after) {
                (None, None) => String::new(),
                (None, after) => format!(" gives {}", score_text(after)),
                (before, after) => format!(" {} → {}", score_text(before), score_text(after)),
            };
            let _ = writeln!(text, "├─ {}{scores}: {}", step.rule, on_one_line(&step.why));
        }
    }

    fn hearing(&self, text: &mut String, hearing: &Hearing) {
        let word = match hearing.round {
            Round::First => "first vote",
            Round::Rehearing => "second vote",
        };
        let _ = writeln!(text, "├─ {word}");
        for (persona, seat) in hearing.seats() {
            match seat {
                Seat::Recused(recusal) => {
                    let _ = writeln!(
                        text,
                        "│  ├─ {} gave no valid answer: {}",
                        persona.title(),
                        on_one_line(&recusal.cause)
                    );
                }
                Seat::Opined(opinion) => self.vote(text, persona, opinion),
            }
        }
    }

    fn vote(&self, text: &mut String, persona: Persona, opinion: &Opinion) {
        let cited: Vec<String> = opinion
            .cited
            .iter()
            .take(CITED_MAX)
            .map(ToString::to_string)
            .collect();
        let more = opinion.cited.len().saturating_sub(CITED_MAX);
        let more = if more == 0 {
            String::new()
        } else {
            format!(" and {more} more")
        };
        let _ = writeln!(
            text,
            "│  ├─ {} {}, citing {}{more}",
            persona.title(),
            opinion.score,
            if cited.is_empty() {
                "nothing".to_owned()
            } else {
                cited.join(", ")
            }
        );
    }

    fn facts(&self, text: &mut String) {
        let _ = writeln!(text, "└─ facts");
        for standing in &self.of.standings {
            let words = match standing.share {
                Some(_) => standing.said(),
                None => Cow::Borrowed(standing.demand.unmet.as_str()),
            };
            let state = match standing.share {
                _ if standing.is_met() && standing.demand.proof.is_some() && !standing.proves => {
                    "met, and not enough of it for the highest score".to_owned()
                }
                _ if standing.is_met() => "met".to_owned(),
                Some(share) if share == Fraction::from_integer(0) => "unmet".to_owned(),
                Some(share) => format!("met by {share}"),
                None if standing.is_unobserved => "unobserved".to_owned(),
                None => "does not arise".to_owned(),
            };
            let why = on_one_line(standing.cause.as_deref().unwrap_or(&words));
            let _ = writeln!(
                text,
                "   ├─ {} ({state}, weight {}): {why}{}",
                standing.demand.probe,
                standing.demand.weight,
                standing.exhibit.map_or_else(String::new, |id| self.exhibit(id))
            );
        }
    }

    /// Where it can be checked, and what stands there.
    fn exhibit(&self, id: ExhibitId) -> String {
        let Some(exhibit) = self.evidence.get(id) else {
            return format!(" [{id}]");
        };
        let place = exhibit.place.as_ref().map_or_else(String::new, |place| {
            format!(" {}", on_one_line(&place.to_string()))
        });
        let quote = exhibit
            .excerpt
            .as_ref()
            .and_then(|excerpt| excerpt.text.lines().map(str::trim).find(|line| !line.is_empty()));
        let quote: String = quote.unwrap_or_default().chars().take(QUOTE_MAX).collect();
        let quote = if quote.is_empty() {
            quote
        } else {
            format!(" `{quote}`")
        };
        format!(" [{id}{place}]{quote}")
    }

    fn matter(&self) -> Matter<'_> {
        Matter {
            dimension: self.dimension,
            law: self.law,
            standings: &self.of.standings,
        }
    }

    fn silent(&self, text: &mut String) {
        let silent = explain::silent(&self.matter(), &self.ruling.hearings);
        if silent.is_empty() {
            return;
        }
        text.push_str("Rules that did not speak\n");
        for near in silent {
            let _ = writeln!(text, "   {}", near.text());
        }
    }

    fn changes(&self, text: &mut String) {
        let changes = explain::changes(&self.matter(), &self.ruling.hearings, self.is_by_statute);
        if changes.is_empty() {
            text.push_str("No single change or pair of changes would move the score\n");
            return;
        }
        text.push_str("The smallest changes that would move the score\n");
        for change in changes {
            let _ = writeln!(text, "   {}", self.change(&change));
        }
    }

    fn change(&self, change: &Change) -> String {
        let said: Vec<String> = change
            .alterations
            .iter()
            .map(|one| self.alteration(one))
            .collect();
        let by_facts = change
            .alterations
            .iter()
            .any(|one| matches!(one, Alteration::Fact { .. }));
        let judges = match (by_facts, self.is_by_statute) {
            (true, true) => ", and the judges opine on it",
            (true, false) => ", with the opinions as they are",
            (false, _) => "",
        };
        format!("→ {}: {}{judges}", change.to, said.join(" and "))
    }

    fn alteration(&self, alteration: &Alteration) -> String {
        match alteration {
            Alteration::Vote { judge, from, to } => {
                format!("the {} gives {to} instead of {from}", judge.title())
            }
            Alteration::Fact { index, to } => {
                let standing: &Standing = &self.of.standings[*index];
                let is_met = *to == Fraction::from_integer(1);
                let words = if is_met {
                    &standing.demand.met
                } else {
                    &standing.demand.unmet
                };
                format!("`{}` shows that {words}", standing.demand.probe)
            }
        }
    }
}
