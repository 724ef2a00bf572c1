//! Expressions, patterns and annotations.

use super::{Reader, by_field, child_by, children, kind_of};
use crate::ast::{Arg, Clause, Comprehension, ComprehensionKind, Expr, ExprKind, Star};
use tree_sitter::Node;

impl Reader<'_> {
    pub(super) fn expr(&mut self, node: Node<'_>) -> Expr {
        let kind = self.deeper(node, |reader| reader.expr_kind(node));
        Expr {
            span: self.span(node),
            kind: kind.unwrap_or(ExprKind::Unknown),
        }
    }

    pub(super) fn exprs(&mut self, nodes: &[Node<'_>]) -> Vec<Expr> {
        nodes.iter().map(|node| self.expr(*node)).collect()
    }

    pub(super) fn field(&mut self, node: Node<'_>, field: &str) -> Expr {
        let child = child_by(node, field);
        match child {
            Some(child) => self.expr(child),
            None => self.unknown(node),
        }
    }

    fn boxed(&mut self, node: Node<'_>, field: &str) -> Box<Expr> {
        Box::new(self.field(node, field))
    }

    fn elements(&mut self, node: Node<'_>) -> Vec<Expr> {
        self.exprs(&children(node))
    }

    /// What stands inside a node that only wraps.
    fn inner(&mut self, node: Node<'_>) -> ExprKind {
        let inner = children(node).first().copied();
        inner.map_or(ExprKind::Unknown, |inner| self.expr(inner).kind)
    }

    fn inner_box(&mut self, node: Node<'_>) -> Box<Expr> {
        let inner = children(node).first().copied();
        Box::new(match inner {
            Some(inner) => self.expr(inner),
            None => self.unknown(node),
        })
    }

    fn expr_kind(&mut self, node: Node<'_>) -> ExprKind {
        match kind_of(node) {
            "identifier" | "keyword_identifier" => ExprKind::Name(self.name(node)),
            "attribute" => ExprKind::Attribute {
                value: self.boxed(node, "object"),
                attribute: self.field_text(node, "attribute"),
            },
            "call" => self.call(node),
            "string" | "concatenated_string" => self.string(node),
            "integer" | "float" => ExprKind::Number(self.text(node)),
            "true" => ExprKind::Bool(true),
            "false" => ExprKind::Bool(false),
            "none" => ExprKind::None,
            "ellipsis" => ExprKind::Ellipsis,
            "subscript" => self.subscript(node),
            "parenthesized_expression" | "type" | "as_pattern_target" | "as_pattern" => self.inner(node),
            _ => self.collection(node),
        }
    }

    fn collection(&mut self, node: Node<'_>) -> ExprKind {
        match kind_of(node) {
            "list" | "list_pattern" => ExprKind::List(self.elements(node)),
            "tuple" | "tuple_pattern" | "expression_list" | "pattern_list" => {
                ExprKind::Tuple(self.elements(node))
            }
            "set" => ExprKind::Set(self.elements(node)),
            "dictionary" => self.dictionary(node),
            "list_comprehension" => self.comprehension(node, ComprehensionKind::List),
            "set_comprehension" => self.comprehension(node, ComprehensionKind::Set),
            "dictionary_comprehension" => self.comprehension(node, ComprehensionKind::Dict),
            "generator_expression" => self.comprehension(node, ComprehensionKind::Generator),
            "list_splat" | "list_splat_pattern" | "dictionary_splat_pattern" | "splat_type" => {
                ExprKind::Starred(self.inner_box(node))
            }
            _ => self.operation(node),
        }
    }

    fn operation(&mut self, node: Node<'_>) -> ExprKind {
        match kind_of(node) {
            "binary_operator" => ExprKind::Binary(
                self.boxed(node, "left"),
                self.field_text(node, "operator"),
                self.boxed(node, "right"),
            ),
            "boolean_operator" => ExprKind::Logic(
                self.boxed(node, "left"),
                self.field_text(node, "operator"),
                self.boxed(node, "right"),
            ),
            "unary_operator" => {
                ExprKind::Unary(self.field_text(node, "operator"), self.boxed(node, "argument"))
            }
            "not_operator" => ExprKind::Unary("not".to_owned(), self.boxed(node, "argument")),
            "comparison_operator" => self.comparison(node),
            "conditional_expression" => self.conditional(node),
            "lambda" => ExprKind::Lambda {
                params: self.params(child_by(node, "parameters")),
                body: self.boxed(node, "body"),
            },
            "await" => ExprKind::Await(self.inner_box(node)),
            "yield" => ExprKind::Yield(children(node).first().map(|value| Box::new(self.expr(*value)))),
            "named_expression" => ExprKind::Walrus {
                name: self.field_text(node, "name"),
                value: self.boxed(node, "value"),
            },
            "slice" => self.slice(node),
            _ => self.annotation(node),
        }
    }

    /// The forms that only annotations have.
    fn annotation(&mut self, node: Node<'_>) -> ExprKind {
        let parts = children(node);
        match (kind_of(node), parts.as_slice()) {
            ("generic_type", [value, params]) => ExprKind::Subscript(
                Box::new(self.expr(*value)),
                Box::new(self.index(*params, &children(*params))),
            ),
            ("union_type", [left, right]) => ExprKind::Binary(
                Box::new(self.expr(*left)),
                "|".to_owned(),
                Box::new(self.expr(*right)),
            ),
            ("member_type", [value, name]) => ExprKind::Attribute {
                value: Box::new(self.expr(*value)),
                attribute: self.name(*name),
            },
            _ => ExprKind::Unknown,
        }
    }

    fn subscript(&mut self, node: Node<'_>) -> ExprKind {
        let indices = by_field(node, "subscript");
        ExprKind::Subscript(self.boxed(node, "value"), Box::new(self.index(node, &indices)))
    }

    fn slice(&mut self, node: Node<'_>) -> ExprKind {
        let mut cursor = node.walk();
        let parts: Vec<Node<'_>> = node
            .children(&mut cursor)
            .filter(|part| !part.is_extra())
            .collect();
        let mut bounds = [None, None, None];
        let mut at = 0;
        for part in parts {
            if part.is_named() && at < bounds.len() {
                bounds[at] = Some(Box::new(self.expr(part)));
            } else {
                at += 1;
            }
        }
        let [lower, upper, step] = bounds;
        ExprKind::Slice { lower, upper, step }
    }

    fn index(&mut self, node: Node<'_>, indices: &[Node<'_>]) -> Expr {
        match indices {
            [only] => self.expr(*only),
            several => Expr {
                span: self.span(node),
                kind: ExprKind::Tuple(self.exprs(several)),
            },
        }
    }

    fn call(&mut self, node: Node<'_>) -> ExprKind {
        let callee = self.boxed(node, "function");
        let args = match child_by(node, "arguments") {
            Some(args) if kind_of(args) == "argument_list" => self.args(args),
            Some(generator) => vec![Arg {
                name: None,
                star: Star::None,
                value: self.expr(generator),
            }],
            None => Vec::new(),
        };
        ExprKind::Call { callee, args }
    }

    pub(super) fn args(&mut self, node: Node<'_>) -> Vec<Arg> {
        let args = children(node);
        args.into_iter().map(|arg| self.arg(arg)).collect()
    }

    fn arg(&mut self, node: Node<'_>) -> Arg {
        let (star, value) = match kind_of(node) {
            "keyword_argument" => (Star::None, self.field(node, "value")),
            "list_splat" => (Star::One, *self.inner_box(node)),
            "dictionary_splat" => (Star::Two, *self.inner_box(node)),
            _ => (Star::None, self.expr(node)),
        };
        let is_named = kind_of(node) == "keyword_argument";
        Arg {
            name: is_named.then(|| self.field_text(node, "name")),
            star,
            value,
        }
    }

    fn dictionary(&mut self, node: Node<'_>) -> ExprKind {
        let pairs = children(node);
        let pairs = pairs.into_iter().map(|pair| match kind_of(pair) {
            "pair" => (Some(self.field(pair, "key")), self.field(pair, "value")),
            _ => (None, *self.inner_box(pair)),
        });
        ExprKind::Dict(pairs.collect())
    }

    fn comparison(&mut self, node: Node<'_>) -> ExprKind {
        let mut cursor = node.walk();
        let parts: Vec<Node<'_>> = node
            .children(&mut cursor)
            .filter(|part| !part.is_extra())
            .collect();
        let mut operands = Vec::new();
        let mut operators = Vec::new();
        for part in parts {
            if part.is_named() {
                operands.push(self.expr(part));
            } else {
                operators.push(kind_of(part).to_owned());
            }
        }
        let mut operands = operands.into_iter();
        let Some(left) = operands.next() else {
            return ExprKind::Unknown;
        };
        ExprKind::Compare {
            left: Box::new(left),
            rest: operators.into_iter().zip(operands).collect(),
        }
    }

    fn conditional(&mut self, node: Node<'_>) -> ExprKind {
        let parts = children(node);
        let [body, test, orelse] = parts.as_slice() else {
            return ExprKind::Unknown;
        };
        ExprKind::Conditional {
            test: Box::new(self.expr(*test)),
            body: Box::new(self.expr(*body)),
            orelse: Box::new(self.expr(*orelse)),
        }
    }

    fn comprehension(&mut self, node: Node<'_>, kind: ComprehensionKind) -> ExprKind {
        let body = child_by(node, "body");
        let (element, value) = match body {
            Some(pair) if kind_of(pair) == "pair" => {
                (self.field(pair, "key"), Some(self.field(pair, "value")))
            }
            Some(body) => (self.expr(body), None),
            None => (self.unknown(node), None),
        };
        let mut clauses: Vec<Clause> = Vec::new();
        for clause in children(node) {
            match (kind_of(clause), clauses.last_mut()) {
                ("for_in_clause", _) => clauses.push(Clause {
                    target: self.field(clause, "left"),
                    iter: self.index(clause, &by_field(clause, "right")),
                    conditions: Vec::new(),
                }),
                ("if_clause", Some(last)) => last.conditions.push(*self.inner_box(clause)),
                _ => {}
            }
        }
        ExprKind::Comprehension(Box::new(Comprehension {
            kind,
            element,
            value,
            clauses,
        }))
    }
}
