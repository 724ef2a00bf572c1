//! Functions, classes, parameters and decorators.

use super::{Reader, child_by, children, kind_of};
use crate::ast::{Class, Expr, Function, Param, Star, Stmt, StmtKind};
use tree_sitter::Node;

impl Reader<'_> {
    pub(super) fn decorated(&mut self, node: Node<'_>) -> Option<Stmt> {
        let decorators = children(node)
            .into_iter()
            .filter(|child| kind_of(*child) == "decorator");
        let decorators = decorators.filter_map(|decorator| children(decorator).first().copied());
        let decorators = decorators.map(|decorator| self.expr(decorator));
        let decorators = decorators.collect::<Box<[Expr]>>().into_vec();
        let definition = child_by(node, "definition")?;
        let kind = match kind_of(definition) {
            "class_definition" => StmtKind::Class(self.class(definition, decorators)),
            _ => StmtKind::Function(self.function(definition, decorators)),
        };
        Some(Stmt {
            span: self.span(node),
            kind,
        })
    }

    pub(super) fn function(&mut self, node: Node<'_>, decorators: Vec<Expr>) -> Function {
        Function {
            name: self.field_text(node, "name"),
            params: self.params(child_by(node, "parameters")),
            returns: child_by(node, "return_type").map(|kind| self.expr(kind)),
            body: child_by(node, "body")
                .map(|body| self.block(body))
                .unwrap_or_default(),
            decorators,
            span: self.span(node),
        }
    }

    pub(super) fn class(&mut self, node: Node<'_>, decorators: Vec<Expr>) -> Class {
        let bases = child_by(node, "superclasses");
        Class {
            name: self.field_text(node, "name"),
            bases: bases.map(|bases| self.args(bases)).unwrap_or_default(),
            body: child_by(node, "body")
                .map(|body| self.block(body))
                .unwrap_or_default(),
            decorators,
            span: self.span(node),
        }
    }

    pub(super) fn params(&mut self, node: Option<Node<'_>>) -> Vec<Param> {
        let nodes = node.map(children).unwrap_or_default();
        let params = nodes.into_iter().filter_map(|param| self.param(param));
        params.collect::<Box<[Param]>>().into_vec()
    }

    fn param(&mut self, node: Node<'_>) -> Option<Param> {
        match kind_of(node) {
            "identifier" => Some(plain(self.name(node))),
            "keyword_separator" => Some(Param {
                star: Star::One,
                ..plain(String::new())
            }),
            "list_splat_pattern" => Some(self.starred_param(node, Star::One)),
            "dictionary_splat_pattern" => Some(self.starred_param(node, Star::Two)),
            "default_parameter" | "typed_default_parameter" => Some(Param {
                annotation: child_by(node, "type").map(|kind| self.expr(kind)),
                default: child_by(node, "value").map(|value| self.expr(value)),
                ..plain(self.field_text(node, "name"))
            }),
            "typed_parameter" => {
                let inner = *children(node).first()?;
                let annotation = child_by(node, "type").map(|kind| self.expr(kind));
                Some(Param {
                    annotation,
                    ..self.deeper(node, |reader| reader.param(inner)).flatten()?
                })
            }
            _ => None,
        }
    }

    fn starred_param(&self, node: Node<'_>, star: Star) -> Param {
        let name = self.name(node);
        Param {
            star,
            ..plain(name.trim_start_matches(['*', ' ']).to_owned())
        }
    }
}

fn plain(name: String) -> Param {
    Param {
        name,
        annotation: None,
        default: None,
        star: Star::None,
    }
}
