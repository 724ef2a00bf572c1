//! What the kinds of nodes of C and C++ are.

use crate::grammar::Kind;

macro_rules! with_c {
    ($($more:expr,)*) => {
        &[
            ("comment", Kind::COMMENT),
            ("function_definition", Kind::FUNCTION.and(Kind::SPECIAL)),
            ("declaration", Kind::FUNCTION),
            ("struct_specifier", Kind::CLASS),
            ("union_specifier", Kind::CLASS),
            ("enum_specifier", Kind::CLASS),
            ("type_definition", Kind::CLASS.and(Kind::WRAPPER)),
            ("preproc_include", Kind::IMPORT),
            ("preproc_call", Kind::SPECIAL),
            ("call_expression", Kind::CALL.and(Kind::ASSIGN)),
            ("compound_statement", Kind::BLOCK.and(Kind::FUNCTION)),
            ("expression_statement", Kind::SPECIAL),
            ("if_statement", Kind::BRANCH),
            ("for_statement", Kind::BRANCH),
            ("while_statement", Kind::BRANCH),
            ("do_statement", Kind::BRANCH),
            ("case_statement", Kind::SPECIAL),
            ("conditional_expression", Kind::BRANCH.and(Kind::PIECES)),
            ("&&", Kind::BRANCH),
            ("||", Kind::BRANCH),
            ("init_declarator", Kind::ASSIGN),
            ("assignment_expression", Kind::ASSIGN),
            ("parameter_list", Kind::PARAMETERS),
            ("string_literal", Kind::LITERAL),
            ("char_literal", Kind::LITERAL),
            ("number_literal", Kind::LITERAL),
            ("true", Kind::LITERAL),
            ("false", Kind::LITERAL),
            ("null", Kind::LITERAL),
            ("sizeof_expression", Kind::LITERAL),
            ("type_descriptor", Kind::LITERAL),
            ("concatenated_string", Kind::PIECES),
            ("argument_list", Kind::PIECES),
            ("binary_expression", Kind::PIECES),
            ("unary_expression", Kind::PIECES),
            ("parenthesized_expression", Kind::PIECES),
            ("cast_expression", Kind::PIECES),
            ("initializer_list", Kind::PIECES),
            ("comma_expression", Kind::PIECES),
            ("field_expression", Kind::MEMBER),
            ("subscript_expression", Kind::MEMBER),
            ("pointer_expression", Kind::MEMBER),
            ("identifier", Kind::NAME),
            $($more,)*
        ]
    };
}

pub(super) const C: &[(&str, Kind)] = with_c! {};

pub(super) const CPP: &[(&str, Kind)] = with_c! {
    ("field_declaration", Kind::FUNCTION),
    ("class_specifier", Kind::CLASS),
    ("namespace_definition", Kind::SCOPE),
    ("template_declaration", Kind::WRAPPER),
    ("access_specifier", Kind::SPECIAL),
    ("static_assert_declaration", Kind::SPECIAL),
    ("catch_clause", Kind::SPECIAL.and(Kind::BRANCH)),
    ("for_range_loop", Kind::BRANCH.and(Kind::ASSIGN)),
    ("raw_string_literal", Kind::LITERAL),
    ("qualified_identifier", Kind::MEMBER),
};
