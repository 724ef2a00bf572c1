//! Statements.

use super::{Reader, by_field, child_by, child_of_kind, children, kind_of};
use crate::ast::{Alias, Arg, Case, Expr, ExprKind, Handler, Star, Stmt, StmtKind};
use tree_sitter::Node;

/// Longest statement kept as text, in characters.
const OTHER_CHARS_MAX: usize = 200;

impl Reader<'_> {
    /// The statements of a module, a block, or what is left of one around an error.
    pub(super) fn block(&mut self, node: Node<'_>) -> Vec<Stmt> {
        let mut body = Vec::new();
        for child in children(node) {
            if child.is_error() || kind_of(child) == "block" {
                body.extend(
                    self.deeper(child, |reader| reader.block(child))
                        .unwrap_or_default(),
                );
            } else {
                body.extend(self.deeper(child, |reader| reader.statement(child)).flatten());
            }
        }
        // Trees are kept for the whole audit, and most blocks have a statement or two.
        body.shrink_to_fit();
        body
    }

    fn field_block(&mut self, node: Node<'_>, field: &str) -> Vec<Stmt> {
        let block = child_by(node, field);
        block.map(|block| self.block(block)).unwrap_or_default()
    }

    fn child_block(&mut self, node: Node<'_>) -> Vec<Stmt> {
        let block = child_of_kind(node, "block");
        block.map(|block| self.block(block)).unwrap_or_default()
    }

    fn statement(&mut self, node: Node<'_>) -> Option<Stmt> {
        let kind = match kind_of(node) {
            "expression_statement" => self.expression_statement(node),
            "decorated_definition" => return self.decorated(node),
            "function_definition" => StmtKind::Function(self.function(node, Vec::new())),
            "class_definition" => StmtKind::Class(self.class(node, Vec::new())),
            "import_statement" => StmtKind::Import(self.aliases(node)),
            "import_from_statement" | "future_import_statement" => self.import_from(node),
            "print_statement" | "exec_statement" => self.old_call(node),
            kind if kind.ends_with("_statement") => self.control(node),
            _ => return None,
        };
        Some(Stmt {
            span: self.span(node),
            kind,
        })
    }

    fn control(&mut self, node: Node<'_>) -> StmtKind {
        match kind_of(node) {
            "return_statement" => StmtKind::Return(self.only(node)),
            "if_statement" => self.branch(node),
            "for_statement" => self.for_loop(node),
            "while_statement" => StmtKind::While {
                test: self.field(node, "condition"),
                body: self.field_block(node, "body"),
                orelse: self.else_of(node),
            },
            "with_statement" => self.with(node),
            "try_statement" => self.attempt(node),
            "raise_statement" => StmtKind::Raise(self.only(node)),
            "assert_statement" => self.only(node).map_or_else(|| self.other(node), StmtKind::Assert),
            "match_statement" => self.matching(node),
            "type_alias_statement" => StmtKind::Assign {
                targets: vec![self.field(node, "left")],
                value: self.field(node, "right"),
            },
            _ => self.other(node),
        }
    }

    fn other(&self, node: Node<'_>) -> StmtKind {
        StmtKind::Other(self.text(node).chars().take(OTHER_CHARS_MAX).collect())
    }

    /// The first expression of a statement that has at most one that matters.
    fn only(&mut self, node: Node<'_>) -> Option<Expr> {
        children(node).first().map(|child| self.expr(*child))
    }

    fn expression_statement(&mut self, node: Node<'_>) -> StmtKind {
        let parts = children(node);
        match parts.as_slice() {
            [only] if kind_of(*only) == "assignment" => self.assignment(*only),
            [only] if kind_of(*only) == "augmented_assignment" => StmtKind::Augmented(
                self.field(*only, "left"),
                self.field_text(*only, "operator")
                    .trim_end_matches('=')
                    .to_owned(),
                self.field(*only, "right"),
            ),
            [only] => StmtKind::Expr(self.expr(*only)),
            several => StmtKind::Expr(Expr {
                span: self.span(node),
                kind: ExprKind::Tuple(self.exprs(several)),
            }),
        }
    }

    fn assignment(&mut self, node: Node<'_>) -> StmtKind {
        if child_by(node, "type").is_some() {
            return StmtKind::Annotated(
                self.field(node, "left"),
                self.field(node, "type"),
                child_by(node, "right").map(|value| self.expr(value)),
            );
        }
        let mut targets = vec![self.field(node, "left")];
        let mut right = child_by(node, "right");
        while let Some(next) = right.filter(|next| kind_of(*next) == "assignment") {
            targets.push(self.field(next, "left"));
            right = child_by(next, "right");
        }
        let value = match right {
            Some(value) => self.expr(value),
            None => self.unknown(node),
        };
        StmtKind::Assign { targets, value }
    }

    /// `print x` and `exec x` of Python 2, as calls.
    fn old_call(&mut self, node: Node<'_>) -> StmtKind {
        let name = if kind_of(node) == "print_statement" {
            "print"
        } else {
            "exec"
        };
        let parts = children(node);
        let args = parts
            .iter()
            .filter(|part| kind_of(**part) != "chevron")
            .map(|part| Arg {
                name: None,
                star: Star::None,
                value: self.expr(*part),
            });
        let args = args.collect();
        let callee = Expr {
            span: self.span(node),
            kind: ExprKind::Name(name.to_owned()),
        };
        StmtKind::Expr(Expr {
            span: self.span(node),
            kind: ExprKind::Call {
                callee: Box::new(callee),
                args,
            },
        })
    }

    fn aliases(&self, node: Node<'_>) -> Vec<Alias> {
        let names = by_field(node, "name");
        names.into_iter().map(|name| self.alias(name)).collect()
    }

    fn alias(&self, node: Node<'_>) -> Alias {
        if kind_of(node) == "aliased_import" {
            return Alias {
                name: compact(&self.field_text(node, "name")),
                alias: Some(self.field_text(node, "alias")),
            };
        }
        Alias {
            name: compact(&self.name(node)),
            alias: None,
        }
    }

    fn import_from(&self, node: Node<'_>) -> StmtKind {
        let module = if kind_of(node) == "future_import_statement" {
            "__future__".to_owned()
        } else {
            compact(&self.field_text(node, "module_name"))
        };
        let name = module.trim_start_matches('.');
        StmtKind::ImportFrom {
            level: u32::try_from(module.len() - name.len()).unwrap_or(u32::MAX),
            module: name.to_owned(),
            names: self.aliases(node),
            is_star: child_of_kind(node, "wildcard_import").is_some(),
        }
    }

    fn branch(&mut self, node: Node<'_>) -> StmtKind {
        let alternatives = by_field(node, "alternative");
        StmtKind::If {
            test: self.field(node, "condition"),
            body: self.field_block(node, "consequence"),
            orelse: self.alternatives(&alternatives),
        }
    }

    /// `elif` nests, so each counts as a level, down to a limit from where on they stand in a row.
    fn alternatives(&mut self, clauses: &[Node<'_>]) -> Vec<Stmt> {
        if self.depth >= super::ELIF_DEPTH_MAX {
            return self.row(clauses);
        }
        let Some((first, rest)) = clauses.split_first() else {
            return Vec::new();
        };
        if kind_of(*first) == "else_clause" {
            return self.field_block(*first, "body");
        }
        let branch = self.deeper(*first, |reader| reader.elif(*first, rest));
        branch.into_iter().collect()
    }

    fn row(&mut self, clauses: &[Node<'_>]) -> Vec<Stmt> {
        let mut row = Vec::with_capacity(clauses.len());
        for clause in clauses {
            if kind_of(*clause) == "else_clause" {
                row.extend(self.field_block(*clause, "body"));
            } else {
                row.extend(self.deeper(*clause, |reader| reader.elif(*clause, &[])));
            }
        }
        row
    }

    fn elif(&mut self, clause: Node<'_>, rest: &[Node<'_>]) -> Stmt {
        Stmt {
            span: self.span(clause),
            kind: StmtKind::If {
                test: self.field(clause, "condition"),
                body: self.field_block(clause, "consequence"),
                orelse: self.alternatives(rest),
            },
        }
    }

    fn else_of(&mut self, node: Node<'_>) -> Vec<Stmt> {
        let clause = child_of_kind(node, "else_clause");
        clause
            .map(|clause| self.field_block(clause, "body"))
            .unwrap_or_default()
    }

    fn for_loop(&mut self, node: Node<'_>) -> StmtKind {
        StmtKind::For {
            target: self.field(node, "left"),
            iter: self.field(node, "right"),
            body: self.field_block(node, "body"),
            orelse: self.else_of(node),
        }
    }

    fn with(&mut self, node: Node<'_>) -> StmtKind {
        let clause = child_of_kind(node, "with_clause");
        let items = clause.map(children).unwrap_or_default();
        let contexts: Vec<Node<'_>> = items.iter().filter_map(|item| child_by(*item, "value")).collect();
        // `with (a as b, c as d):` may be read as one tuple.
        let contexts = match contexts.as_slice() {
            [tuple] if kind_of(*tuple) == "tuple" => children(*tuple),
            _ => contexts,
        };
        let items = contexts
            .into_iter()
            .map(|context| self.context(context))
            .collect();
        StmtKind::With {
            items,
            body: self.field_block(node, "body"),
        }
    }

    fn context(&mut self, node: Node<'_>) -> (Expr, Option<Expr>) {
        if kind_of(node) != "as_pattern" {
            return (self.expr(node), None);
        }
        let value = children(node).first().map(|value| self.expr(*value));
        let target = child_by(node, "alias").and_then(|alias| self.only(alias));
        (value.unwrap_or_else(|| self.unknown(node)), target)
    }

    fn attempt(&mut self, node: Node<'_>) -> StmtKind {
        let clauses = children(node);
        let handlers = clauses
            .iter()
            .filter(|clause| kind_of(**clause).starts_with("except"));
        let handlers = handlers.map(|clause| self.handler(*clause)).collect();
        let finally = clauses
            .iter()
            .find(|clause| kind_of(**clause) == "finally_clause");
        StmtKind::Try {
            body: self.field_block(node, "body"),
            handlers,
            orelse: self.else_of(node),
            finally: finally
                .map(|clause| self.child_block(*clause))
                .unwrap_or_default(),
        }
    }

    fn handler(&mut self, node: Node<'_>) -> Handler {
        let values = by_field(node, "value");
        let mut name = child_by(node, "alias").map(|alias| self.name(alias));
        let catches = match values.as_slice() {
            [] => None,
            [only] if kind_of(*only) == "as_pattern" => {
                name = child_by(*only, "alias").map(|alias| self.name(alias));
                self.only(*only)
            }
            [only] => Some(self.expr(*only)),
            several => Some(Expr {
                span: self.span(node),
                kind: ExprKind::Tuple(self.exprs(several)),
            }),
        };
        Handler {
            span: self.span(node),
            catches,
            name,
            body: self.child_block(node),
        }
    }

    fn matching(&mut self, node: Node<'_>) -> StmtKind {
        let cases = child_by(node, "body").map(children).unwrap_or_default();
        let cases = cases.into_iter().filter(|case| kind_of(*case) == "case_clause");
        StmtKind::Match {
            subject: self.field(node, "subject"),
            cases: cases.map(|case| self.case(case)).collect(),
        }
    }

    fn case(&mut self, node: Node<'_>) -> Case {
        let patterns = children(node)
            .into_iter()
            .filter(|part| kind_of(*part) == "case_pattern");
        let patterns: Vec<String> = patterns.map(|pattern| self.text(pattern)).collect();
        let guard = child_by(node, "guard");
        Case {
            pattern: patterns.join(", ").chars().take(OTHER_CHARS_MAX).collect(),
            guard: guard.and_then(|guard| self.only(guard)),
            body: self.field_block(node, "consequence"),
        }
    }
}

/// A dotted name without the blanks that are allowed in it.
fn compact(name: &str) -> String {
    name.chars()
        .filter(|c| !c.is_whitespace() && *c != '\\')
        .collect()
}
