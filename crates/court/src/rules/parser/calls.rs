//! Calls: functions of numbers, and questions to the case.

use super::{Parser, Type, Typed, type_of};
use crate::input::InputError;
use crate::opinion::Persona;
use crate::protocol::Kind;
use crate::rules::expression::{Expr, Fold, Mapping, Predicate, Quantity, STATE_WORDS, States, written};
use crate::rules::token::Token;
use crate::rules::vocabulary::{Context, FUNCTIONS, JUDGES, OF_ONE_DIMENSION, TARGETS};
use crate::score::{Fraction, ONE, ZERO};
use crate::text::{has_word, meaning, words_of};

/// Most arguments of one call: more can be read by nobody.
const ARGUMENTS_MAX: usize = 40;

impl Parser<'_> {
    /// A call of `name`; the next word is the name itself.
    pub(super) fn call(&mut self, name: &str) -> Result<Typed, InputError> {
        if !FUNCTIONS.iter().any(|(known, ..)| *known == name) {
            return Err(self.unknown(name));
        }
        if self.context == Context::Overall && has_word(OF_ONE_DIMENSION, name) {
            let problem =
                format!("`{name}` belongs to one dimension and means nothing for the overall score");
            return self.fail(&problem);
        }
        self.next += 1;
        self.expect("(")?;
        let expr = self.called(name)?;
        self.expect(")")?;
        let found = type_of(&expr);
        Ok((self.node(expr)?, found))
    }

    fn called(&mut self, name: &str) -> Result<Expr, InputError> {
        if let Some(fold) = meaning(&Fold::WORDS, name) {
            let parts = self.numbers()?;
            if parts.is_empty() && self.context == Context::Overall {
                return self.fail("the overall score has no votes: numbers are missing");
            }
            return Ok(Expr::Fold(fold, parts));
        }
        if let Some(mapping) = meaning(&Mapping::WORDS, name) {
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
            "count" => {
                let (states, gate) = self.states_and_gate()?;
                Ok(Expr::Quantity(Quantity::Count(states, gate)))
            }
            "confidence" => Ok(Expr::Quantity(Quantity::Confidence(self.judge()?))),
            "citations" => Ok(Expr::Quantity(Quantity::Citations(
                self.judge()?,
                self.more_states()?,
            ))),
            _ => self.question(name).map(Expr::Truth),
        }
    }

    fn question(&mut self, name: &str) -> Result<Predicate, InputError> {
        Ok(match name {
            "present" => Predicate::Present(self.judge()?),
            "dimension" => Predicate::Dimension(self.listed(Self::text)?),
            "kind" => Predicate::Kind(self.one_of(&Kind::WORDS, |_| {
                "kinds are plain, architecture and security;".to_owned()
            })?),
            "target" => Predicate::Target(self.one_of(&TARGETS, |_| {
                "targets are repository, report and diagrams;".to_owned()
            })?),
            "any" => {
                let (states, gate) = self.states_and_gate()?;
                Predicate::Any(states, gate)
            }
            "all" => {
                let (states, gate) = self.states_and_gate()?;
                Predicate::All(states, gate)
            }
            "probe" => Predicate::Probe(self.text()?, self.more_states()?),
            "cites" => Predicate::Cites(self.judge()?, self.more_states()?),
            "cites_nothing" => Predicate::CitesNothing(self.judge()?),
            "says" => self.says()?,
            _ => return self.fail(&format!("`{name}` cannot be called; write it without brackets")),
        })
    }

    fn number(&mut self) -> Result<Expr, InputError> {
        let part = self.disjunction()?;
        self.typed(part, Type::Number)
    }

    fn numbers(&mut self) -> Result<Vec<Expr>, InputError> {
        match self.tokens.get(self.next) {
            Some((_, Token::Sign(")"))) => Ok(Vec::new()),
            _ => self.listed(Self::number),
        }
    }

    /// One or more, with commas between them.
    fn listed<T>(
        &mut self,
        mut part: impl FnMut(&mut Self) -> Result<T, InputError>,
    ) -> Result<Vec<T>, InputError> {
        let mut parts = vec![part(self)?];
        while self.take_sign(&[","]).is_some() {
            parts.push(part(self)?);
            if parts.len() > ARGUMENTS_MAX {
                return self.fail(&format!("more than {ARGUMENTS_MAX} arguments"));
            }
        }
        Ok(parts)
    }

    fn exactly<const N: usize>(&mut self) -> Result<[Expr; N], InputError> {
        let parts = self.numbers()?;
        let count = parts.len();
        parts
            .try_into()
            .or_else(|_| self.fail(&format!("{count} arguments where {N} are needed")))
    }

    fn weighted(&mut self) -> Result<Expr, InputError> {
        let weights = self.exactly::<3>()?;
        let literal = |weight: &Expr| match weight {
            Expr::Literal(number) => Some(*number),
            _ => None,
        };
        let literals: Vec<Fraction> = weights.iter().filter_map(literal).collect();
        if literals.len() < 3 {
            return self.fail("weights are plain numbers of 0 or more, and one of them is not;");
        }
        if literals.iter().all(|weight| *weight == ZERO) {
            return self.fail("all weights are 0: no vote would count");
        }
        let sum: Fraction = literals.iter().sum();
        let are_shares = literals.iter().all(|w| *w <= ONE) && literals.iter().any(|w| !w.is_integer());
        if are_shares && sum != ONE {
            let sum = written(sum);
            return self.fail(&format!(
                "the weights add up to {sum}, not 1 (write shares of 1, or whole numbers for a ratio),"
            ));
        }
        Ok(Expr::Weighted(weights.to_vec()))
    }

    fn choice(&mut self) -> Result<Expr, InputError> {
        let condition = self.disjunction()?;
        let condition = self.typed(condition, Type::Truth)?;
        self.expect(",")?;
        let (then, found) = self.disjunction()?;
        self.expect(",")?;
        let other = self.disjunction()?;
        let other = self.typed(other, found)?;
        Ok(Expr::If(Box::new(condition), Box::new(then), Box::new(other)))
    }

    fn first(&mut self) -> Result<Expr, InputError> {
        let mut wanted = None;
        let parts = self.listed(|parser| {
            let part = parser.disjunction()?;
            let wanted = *wanted.get_or_insert(part.1);
            parser.typed(part, wanted)
        })?;
        Ok(Expr::First(parts))
    }

    fn vote_in(&mut self) -> Result<Expr, InputError> {
        let judge = self.judge()?;
        self.expect(",")?;
        let id = self.overall_text()?;
        Ok(Expr::Quantity(Quantity::VoteIn(judge, id)))
    }

    fn overall_text(&mut self) -> Result<String, InputError> {
        if self.context != Context::Overall {
            return self.fail("a dimension knows no other one; it can stand under `overall` only,");
        }
        self.text()
    }

    fn word(&mut self) -> Result<String, InputError> {
        let Some((_, Token::Name(name))) = self.tokens.get(self.next) else {
            return self.fail("a name is missing");
        };
        let name = name.clone();
        self.next += 1;
        Ok(name)
    }

    /// The meaning of the next word by a table, else the problem that it is.
    fn one_of<T: Clone>(
        &mut self,
        table: &[(&str, T)],
        problem: impl FnOnce(&str) -> String,
    ) -> Result<T, InputError> {
        let word = self.word()?;
        match meaning(table, &word) {
            Some(found) => Ok(found),
            None => self.fail(&problem(&word)),
        }
    }

    fn judge(&mut self) -> Result<Persona, InputError> {
        self.one_of(&JUDGES, |name| {
            format!("`{name}` is no judge; judges are P, D and TL,")
        })
    }

    fn text(&mut self) -> Result<String, InputError> {
        let Some((_, Token::Text(text))) = self.tokens.get(self.next) else {
            return self.fail("a text in \"marks\" is missing");
        };
        let text = text.clone();
        self.next += 1;
        Ok(text)
    }

    fn state(&mut self) -> Result<States, InputError> {
        self.one_of(&STATE_WORDS, |name| {
            let known = words_of(&STATE_WORDS).join(", ");
            format!("`{name}` is no state of the evidence; states are {known};")
        })
    }

    /// `state, state, .8`: states, and how sure the detective must be.
    fn states_and_gate(&mut self) -> Result<(States, u8), InputError> {
        let mut states = self.state()?;
        while self.take_sign(&[","]).is_some() {
            if let Some((_, Token::Number(number))) = self.tokens.get(self.next) {
                let percent = u8::try_from((*number * 100).to_integer());
                let Some(gate) = percent.ok().filter(|percent| *percent <= 100) else {
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
    fn more_states(&mut self) -> Result<States, InputError> {
        let mut states = States::default();
        while self.take_sign(&[","]).is_some() {
            states = states.with(self.state()?);
        }
        let is_any = states == States::default();
        Ok(if is_any { States(u8::MAX) } else { states })
    }

    fn says(&mut self) -> Result<Predicate, InputError> {
        let who = self.word()?;
        let judge = meaning(&JUDGES, &who);
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
