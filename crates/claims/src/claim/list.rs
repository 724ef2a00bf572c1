//! Lists of words, in tables that lie beside the code that reads them.

use serde::Deserialize;
use serde::de::DeserializeOwned;

/// Words and phrases between commas; line breaks are spaces.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(from = "String")]
pub(super) struct List(Vec<String>);

impl From<String> for List {
    fn from(text: String) -> Self {
        let words = text
            .split(',')
            .map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
        Self(words.filter(|word| !word.is_empty()).collect())
    }
}

impl List {
    /// In the order of the table.
    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// Whether a word is one of them.
    pub(super) fn has(&self, word: &str) -> bool {
        self.iter().any(|one| one == word)
    }
}

/// What a table says. Tables are a part of the program: one that is not sound shows at the first test that reads it.
pub(super) fn table<T: DeserializeOwned>(text: &str) -> T {
    toml::from_str(text).expect("the tables of the program are sound")
}
