//! Calls: functions of numbers, and questions to the case.

use super::{Parser, Type, Typed, type_of};
use crate::opinion::Persona;
use crate::rules::error::RulesError;
use crate::rules::expression::{Expr, Predicate, Quantity, STATE_WORDS, States, written};
use crate::rules::names::{self, Context, FUNCTIONS};
use crate::rules::token::Token;
use crate::score::Fraction;

/// Most arguments of one call: more can be read by nobody.
const ARGUMENTS_MAX: usize = 40;

impl Parser<'_> {
    /// A call of `name`; the next word is the name itself.
    pub(super) fn call(&mut self, name: &str) -> Result<Typed, RulesError> {
        if !FUNCTIONS.iter().any(|(known, ..)| *known == name) {
            return Err(self.unknown(name));
        }
        if self.context == Context::Overall && is_of_one_dimension(name) {
            return self.fail(&format!(
                "`{name}` belongs to one dimension and means nothing for the overall score"
            ));
        }
        self.next += 1;
        self.expect("(")?;
        let expr = self.called(name)?;
        self.expect(")")?;
        let found = type_of(&expr);
        Ok((self.node(expr)?, found))
    }

    fn called(&mut self, name: &str) -> Result<Expr, RulesError> {
        if let Some(fold) = names::fold(name) {
            let parts = self.numbers()?;
            if parts.is_empty() && self.context == Context::Overall {
                return self.fail("the overall score has no votes: numbers are missing");
            }
            return Ok(Expr::Fold(fold, parts));
        }
        if let Some(mapping) = names::mapping(name) {
            return Ok(Expr::Map(mapping, Box::new(self.number()?)));
        }
        match name {
            "weighted" => self.weighted(),
            "clamp" => {
                let [a, b, c] = self.exactly::<3>()?;
                Ok(Expr::Clamp(Box::new(a), Box::new(b), Box::new(c)))
            }
            "if" => self.choice(),
            "first" => self.first(),
            "final" => Ok(Expr::Quantity(Quantity::Final(self.overall_text()?))),
            "vote_in" => self.vote_in(),
            "count" => self
                .states_and_gate()
                .map(|(states, gate)| Expr::Quantity(Quantity::Count(states, gate))),
            "confidence" => Ok(Expr::Quantity(Quantity::Confidence(self.judge()?))),
            "citations" => {
                let judge = self.judge()?;
                let states = self.more_states()?;
                Ok(Expr::Quantity(Quantity::Citations(judge, states)))
            }
            _ => self.question(name).map(Expr::Truth),
        }
    }

    fn question(&mut self, name: &str) -> Result<Predicate, RulesError> {
        Ok(match name {
            "present" => Predicate::Present(self.judge()?),
            "dimension" => Predicate::Dimension(self.texts()?),
            "kind" => {
                let word = self.word()?;
                match names::kind(&word) {
                    Some(kind) => Predicate::Kind(kind),
                    None => return self.fail("kinds are plain, architecture and security;"),
                }
            }
            "target" => {
                let word = self.word()?;
                match names::TARGETS.into_iter().find(|target| *target == word) {
                    Some(target) => Predicate::Target(target),
                    None => return self.fail("targets are repository, report and diagrams;"),
                }
            }
            "any" => {
                let (states, gate) = self.states_and_gate()?;
                Predicate::Any(states, gate)
            }
            "all" => {
                let (states, gate) = self.states_and_gate()?;
                Predicate::All(states, gate)
            }
            "cites" => {
                let judge = self.judge()?;
                Predicate::Cites(judge, self.more_states()?)
            }
            "cites_nothing" => Predicate::CitesNothing(self.judge()?),
            "says" => self.says()?,
            _ => return self.fail(&format!("`{name}` cannot be called; write it without brackets")),
        })
    }

    fn number(&mut self) -> Result<Expr, RulesError> {
        let part = self.disjunction()?;
        self.typed(part, Type::Number)
    }

    fn numbers(&mut self) -> Result<Vec<Expr>, RulesError> {
        let mut parts = Vec::new();
        if matches!(self.tokens.get(self.next), Some((_, Token::Sign(")")))) {
            return Ok(parts);
        }
        loop {
            parts.push(self.number()?);
            if parts.len() > ARGUMENTS_MAX {
                return self.fail(&format!("more than {ARGUMENTS_MAX} arguments"));
            }
            if self.take_sign(&[","]).is_none() {
                return Ok(parts);
            }
        }
    }

    fn exactly<const N: usize>(&mut self) -> Result<[Expr; N], RulesError> {
        let parts = self.numbers()?;
        let count = parts.len();
        parts
            .try_into()
            .or_else(|_| self.fail(&format!("{count} arguments where {N} are needed")))
    }

    fn weighted(&mut self) -> Result<Expr, RulesError> {
        let weights = self.exactly::<3>()?;
        let zero = Fraction::from_integer(0);
        let literals: Vec<Fraction> = weights
            .iter()
            .filter_map(|weight| match weight {
                Expr::Literal(number) => Some(*number),
                _ => None,
            })
            .collect();
        if literals.len() < 3 {
            return self.fail("weights are plain numbers of 0 or more, and one of them is not;");
        }
        if literals.iter().all(|weight| *weight == zero) {
            return self.fail("all weights are 0: no vote would count");
        }
        let one = Fraction::from_integer(1);
        let sum: Fraction = literals.iter().sum();
        let are_shares = literals.iter().all(|w| *w <= one) && literals.iter().any(|w| !w.is_integer());
        if are_shares && sum != one {
            let sum = written(sum);
            return self.fail(&format!(
                "the weights add up to {sum}, not 1 (write shares of 1, or whole numbers for a ratio),"
            ));
        }
        Ok(Expr::Weighted(weights.to_vec()))
    }

    fn choice(&mut self) -> Result<Expr, RulesError> {
        let condition = self.disjunction()?;
        let condition = self.typed(condition, Type::Truth)?;
        self.expect(",")?;
        let (then, found) = self.disjunction()?;
        self.expect(",")?;
        let other = self.disjunction()?;
        let other = self.typed(other, found)?;
        Ok(Expr::If(Box::new(condition), Box::new(then), Box::new(other)))
    }

    fn first(&mut self) -> Result<Expr, RulesError> {
        let (first, found) = self.disjunction()?;
        let mut parts = vec![first];
        while self.take_sign(&[","]).is_some() {
            let next = self.disjunction()?;
            parts.push(self.typed(next, found)?);
            if parts.len() > ARGUMENTS_MAX {
                return self.fail(&format!("more than {ARGUMENTS_MAX} arguments"));
            }
        }
        Ok(Expr::First(parts))
    }

    fn vote_in(&mut self) -> Result<Expr, RulesError> {
        let judge = self.judge()?;
        self.expect(",")?;
        let id = self.overall_text()?;
        Ok(Expr::Quantity(Quantity::VoteIn(judge, id)))
    }

    fn overall_text(&mut self) -> Result<String, RulesError> {
        if self.context != Context::Overall {
            return self.fail("a dimension knows no other one; it can stand under `overall` only,");
        }
        self.text()
    }

    fn word(&mut self) -> Result<String, RulesError> {
        match self.tokens.get(self.next) {
            Some((_, Token::Name(name))) => {
                let name = name.clone();
                self.next += 1;
                Ok(name)
            }
            _ => self.fail("a name is missing"),
        }
    }

    fn judge(&mut self) -> Result<Persona, RulesError> {
        let name = self.word()?;
        match names::judge(&name) {
            Some(persona) => Ok(persona),
            None => self.fail(&format!("`{name}` is no judge; judges are P, D and TL,")),
        }
    }

    fn text(&mut self) -> Result<String, RulesError> {
        match self.tokens.get(self.next) {
            Some((_, Token::Text(text))) => {
                let text = text.clone();
                self.next += 1;
                Ok(text)
            }
            _ => self.fail("a text in \"marks\" is missing"),
        }
    }

    fn texts(&mut self) -> Result<Vec<String>, RulesError> {
        let mut texts = vec![self.text()?];
        while self.take_sign(&[","]).is_some() {
            texts.push(self.text()?);
            if texts.len() > ARGUMENTS_MAX {
                return self.fail(&format!("more than {ARGUMENTS_MAX} arguments"));
            }
        }
        Ok(texts)
    }

    fn state(&mut self) -> Result<States, RulesError> {
        let name = self.word()?;
        match STATE_WORDS.into_iter().find(|(word, _)| *word == name) {
            Some((_, states)) => Ok(states),
            None => {
                let known: Vec<&str> = STATE_WORDS.iter().map(|(word, _)| *word).collect();
                let fix = format!("states are {}", known.join(", "));
                self.fail(&format!("`{name}` is no state of the evidence; {fix};"))
            }
        }
    }

    /// `state, state, .8`: states, and how sure the detective must be.
    fn states_and_gate(&mut self) -> Result<(States, u8), RulesError> {
        let mut states = self.state()?;
        while self.take_sign(&[","]).is_some() {
            if let Some((_, Token::Number(number))) = self.tokens.get(self.next) {
                let percent = (*number * Fraction::from_integer(100)).to_integer();
                let gate = u8::try_from(percent).ok().filter(|percent| *percent <= 100);
                let Some(gate) = gate else {
                    return self.fail("a confidence is between 0 and 1; it is not");
                };
                self.next += 1;
                return Ok((states, gate));
            }
            states = states.with(self.state()?);
        }
        Ok((states, 0))
    }

    /// `, state, state`: all states where none is named.
    fn more_states(&mut self) -> Result<States, RulesError> {
        let mut states = States::default();
        while self.take_sign(&[","]).is_some() {
            states = states.with(self.state()?);
        }
        Ok(if states == States::default() {
            States(u8::MAX)
        } else {
            states
        })
    }

    fn says(&mut self) -> Result<Predicate, RulesError> {
        let who = self.word()?;
        let judge = names::judge(&who);
        if judge.is_none() && who != "any" {
            return self.fail(&format!("`{who}` is no judge; write P, D, TL or any,"));
        }
        self.expect(",")?;
        let name = self.word()?;
        match self.glossary.words.get(&name) {
            Some(phrases) => Ok(Predicate::Says(judge, name, phrases.clone())),
            None => self.fail(&format!("there is no list `{name}` under `words`;")),
        }
    }
}

/// Functions that ask for something of a single dimension.
fn is_of_one_dimension(name: &str) -> bool {
    matches!(
        name,
        "weighted"
            | "at"
            | "on_five"
            | "down"
            | "up"
            | "present"
            | "confidence"
            | "dimension"
            | "kind"
            | "target"
            | "any"
            | "all"
            | "count"
            | "cites"
            | "cites_nothing"
            | "citations"
            | "says"
    )
}
