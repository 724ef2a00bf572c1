use super::*;
use crate::grammar::rules;

#[test]
fn every_word_of_a_language_is_one_that_its_grammar_or_its_rules_know() {
    for language in Language::ALL {
        let grammar = rules(language);
        let parser = language.tree_sitter();
        let known: Vec<&str> = (0..parser.node_kind_count())
            .filter_map(|id| parser.node_kind_for_id(u16::try_from(id).unwrap()))
            .collect();
        for text in grammar.words().iter().map(|text| parsed(text)) {
            for (name, nodes) in text.kinds {
                assert!(Kind::named(&name).is_some(), "{}: {name}", language.name());
                let strange = nodes.iter().find(|node| !known.contains(&node.as_str()));
                assert_eq!(strange, None, "{}", language.name());
            }
            for row in text.sinks {
                assert!(
                    row.reads(grammar).is_some(),
                    "{}: {:?}",
                    language.name(),
                    row.callees
                );
            }
        }
    }
}
