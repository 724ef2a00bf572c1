//! What the nodes of JavaScript and TypeScript are.

use crate::grammar::Kind;

/// What both have.
pub(super) const COMMON: &[(&str, Kind)] = &[
    ("program", Kind::SPECIAL),
    ("comment", Kind::COMMENT),
    ("html_comment", Kind::COMMENT),
    ("hash_bang_line", Kind::COMMENT.and(Kind::SPECIAL)),
    ("function_declaration", Kind::FUNCTION),
    ("generator_function_declaration", Kind::FUNCTION),
    ("method_definition", Kind::FUNCTION),
    ("arrow_function", Kind::FUNCTION),
    ("function_expression", Kind::FUNCTION),
    ("generator_function", Kind::FUNCTION),
    (
        "call_expression",
        Kind::CALL.and(Kind::FUNCTION).and(Kind::SCOPE).and(Kind::IMPORT),
    ),
    ("new_expression", Kind::CALL),
    ("class_declaration", Kind::CLASS),
    ("class", Kind::CLASS),
    ("object", Kind::SCOPE.and(Kind::PIECES)),
    ("import_statement", Kind::IMPORT),
    ("export_statement", Kind::IMPORT),
    (
        "assignment_expression",
        Kind::ASSIGN.and(Kind::SPECIAL).and(Kind::ADORNMENT),
    ),
    ("decorator", Kind::ADORNMENT),
    ("pair", Kind::PIECES.and(Kind::SPECIAL)),
    ("if_statement", Kind::BRANCH.and(Kind::SPECIAL)),
    ("for_statement", Kind::BRANCH),
    ("for_in_statement", Kind::BRANCH.and(Kind::ASSIGN)),
    ("while_statement", Kind::BRANCH),
    ("do_statement", Kind::BRANCH),
    ("switch_case", Kind::BRANCH),
    ("catch_clause", Kind::BRANCH.and(Kind::SPECIAL)),
    ("ternary_expression", Kind::BRANCH.and(Kind::PIECES)),
    ("&&", Kind::BRANCH),
    ("||", Kind::BRANCH),
    ("??", Kind::BRANCH),
    ("statement_block", Kind::BLOCK),
    ("switch_statement", Kind::BLOCK),
    ("empty_statement", Kind::IDLE),
    ("throw_statement", Kind::SPECIAL),
    ("variable_declarator", Kind::ASSIGN.and(Kind::IMPORT)),
    ("augmented_assignment_expression", Kind::ASSIGN),
    ("formal_parameters", Kind::PARAMETERS),
    ("string", Kind::LITERAL),
    ("string_fragment", Kind::LITERAL),
    ("escape_sequence", Kind::LITERAL),
    ("number", Kind::LITERAL),
    ("regex", Kind::LITERAL),
    ("true", Kind::LITERAL),
    ("false", Kind::LITERAL),
    ("null", Kind::LITERAL),
    ("undefined", Kind::LITERAL),
    ("property_identifier", Kind::LITERAL),
    ("template_string", Kind::PIECES),
    ("template_substitution", Kind::PIECES),
    ("binary_expression", Kind::PIECES),
    ("unary_expression", Kind::PIECES),
    ("parenthesized_expression", Kind::PIECES),
    ("sequence_expression", Kind::PIECES),
    ("arguments", Kind::PIECES),
    ("array", Kind::PIECES),
    ("spread_element", Kind::PIECES),
    ("await_expression", Kind::PIECES),
    ("member_expression", Kind::MEMBER),
    ("subscript_expression", Kind::MEMBER),
    ("identifier", Kind::NAME),
    ("shorthand_property_identifier", Kind::NAME),
    ("shorthand_property_identifier_pattern", Kind::NAME),
];

/// What TypeScript adds.
const ADDED: &[(&str, Kind)] = &[
    ("function_signature", Kind::FUNCTION),
    ("method_signature", Kind::FUNCTION),
    ("abstract_method_signature", Kind::FUNCTION),
    ("abstract_class_declaration", Kind::CLASS),
    ("interface_declaration", Kind::CLASS),
    ("enum_declaration", Kind::CLASS),
    ("type_alias_declaration", Kind::CLASS),
    ("internal_module", Kind::SCOPE),
    ("module", Kind::SCOPE),
    ("predefined_type", Kind::SPECIAL.and(Kind::LITERAL)),
    ("type_identifier", Kind::LITERAL),
    ("generic_type", Kind::LITERAL),
    ("object_type", Kind::LITERAL),
    ("array_type", Kind::LITERAL),
    ("union_type", Kind::LITERAL),
    ("type_arguments", Kind::LITERAL),
    ("as_expression", Kind::PIECES),
    ("satisfies_expression", Kind::PIECES),
    ("non_null_expression", Kind::PIECES),
];

/// What TypeScript has.
pub(super) const TYPED: &[(&str, Kind)] = &JOINED;

const JOINED: [(&str, Kind); COMMON.len() + ADDED.len()] = {
    let mut all = [("", Kind::PLAIN); COMMON.len() + ADDED.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = if at < COMMON.len() {
            COMMON[at]
        } else {
            ADDED[at - COMMON.len()]
        };
        at += 1;
    }
    all
};
