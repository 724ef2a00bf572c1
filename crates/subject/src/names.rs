//! Names, in the words that they are made of.

use heck::ToSnakeCase as _;

/// The words of a name or a text in lower case, in their order: `TechLead`, `tech_lead` and `tech-lead` are `tech`, `lead`;
/// `PDFParser` is `pdf`, `parser`.
pub fn words(text: &str) -> Vec<String> {
    let snake = text.to_snake_case();
    snake
        .split('_')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests;
