//! Names, in the words that they are made of.

use heck::ToSnakeCase as _;

/// The words of a name or a text in lower case, in their order: `TechLead`, `tech_lead` and `tech-lead` are `tech`, `lead`;
/// `PDFParser` is `pdf`, `parser`.
#[must_use]
pub fn words(text: &str) -> Vec<String> {
    let snake = text.to_snake_case();
    snake
        .split('_')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn a_name_has_the_same_words_in_every_spelling() {
        for name in [
            "RepoInvestigator",
            "repo_investigator",
            "repo-investigator",
            "repo investigator",
            "REPO_INVESTIGATOR",
        ] {
            assert_eq!(words(name), ["repo", "investigator"], "{name}");
        }
    }

    #[test]
    fn an_abbreviation_ends_where_a_word_begins() {
        assert_eq!(words("PDFParser"), ["pdf", "parser"]);
        assert_eq!(words("__init__"), ["init"]);
        assert_eq!(words(""), Vec::<String>::new());
    }
}
