//! The words of an expression, with their columns.

use crate::input::InputError;
use crate::input::number::{DECIMALS, decimal_within};
use crate::score::Fraction;
use wordlist::array;

/// Highest number that a rule may name. With four decimals it keeps exact arithmetic far inside 64 bits.
const NUMBER_LIMIT: i64 = 1_000_000;

/// One word of an expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Number(Fraction),
    Text(String),
    Name(String),
    /// One of `( ) , + - * / < <= > >= == !=`.
    Sign(&'static str),
}

const SIGNS: [&str; 14] = array("<= >= == != < > ( ) , + - * / =");

/// The words of `text` with the column, from 1, at which each starts.
pub(super) fn tokens(text: &str) -> Result<Vec<(usize, Token)>, InputError> {
    let mut found = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else {
            return Ok(found);
        };
        let column = text[..text.len() - rest.len()].chars().count() + 1;
        let (token, length) = token(rest, first).map_err(|problem| refused(column, text, &problem))?;
        found.push((column, token));
        rest = &rest[length..];
    }
}

/// A mistake at a column of an expression.
pub(super) fn refused(column: usize, text: &str, problem: &str) -> InputError {
    InputError::new(
        format!("column {column}"),
        format!("{problem} in `{}`", text.trim()),
    )
}

fn token(rest: &str, first: char) -> Result<(Token, usize), String> {
    if first.is_ascii_digit() {
        return number(rest);
    }
    if first == '"' || first == '\'' {
        let inner = &rest[1..];
        let end = inner.find(first).ok_or("a text without its closing mark")?;
        return Ok((Token::Text(inner[..end].to_owned()), end + 2));
    }
    if first.is_ascii_alphabetic() || first == '_' {
        let is_end = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
        let end = rest.find(is_end).unwrap_or(rest.len());
        return Ok((Token::Name(rest[..end].to_owned()), end));
    }
    let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
    match sign {
        Some("=") => Err("`=` compares nothing; write `==`".to_owned()),
        Some(sign) => Ok((Token::Sign(sign), sign.len())),
        None => Err(format!("`{}` means nothing", first.escape_debug())),
    }
}

fn number(rest: &str) -> Result<(Token, usize), String> {
    let end = rest
        .find(|c: char| !(c.is_ascii_digit() || c == '.'))
        .unwrap_or(rest.len());
    let text = &rest[..end];
    let number = decimal(text);
    let number = number.ok_or_else(|| {
        format!("`{text}` is not a number up to {NUMBER_LIMIT} with at most {DECIMALS} decimals")
    })?;
    Ok((Token::Number(number), end))
}

/// A plain decimal number without a sign.
pub(super) fn decimal(text: &str) -> Option<Fraction> {
    let is_exact = text
        .split_once('.')
        .is_none_or(|(_, part)| part.len() <= DECIMALS);
    decimal_within(text, NUMBER_LIMIT).filter(|_| is_exact && !text.starts_with('-'))
}
