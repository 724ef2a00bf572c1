//! From the definitions of a rubric to matchers, and what is wrong with a definition.

use super::needs::{self, Needs};
use super::scope::Paths;
use super::tongue::Tongue;
use ast_grep_config::{GlobalRules, RuleConfig, SerializableRuleConfig};
use ast_grep_core::matcher::{Pattern, PatternNode};
use ast_grep_core::meta_var::MetaVarEnv;
use ast_grep_core::{Doc, Matcher as _, Node};
use bit_set::BitSet;
use court::protocol::own::{Look, Own, rule_name};
use regex::RegexBuilder;
use serde_json::Value;
use std::borrow::Cow;
use std::error::Error;
use syntax::Language;
use wordlist::array;

/// Largest regular expression of a rule, in bytes once it is compiled; a hundred times what rules in use need.
const REGEX_BYTES_MAX: usize = 1 << 18;
/// Most errors told below one another.
const CAUSES_MAX: usize = 8;
/// What of a rule decides nothing about what it finds.
const IDLE_KEYS: [&str; 9] = array("fix labels message metadata note rewriters severity transform url");

/// What is wrong with the definition of a probe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// Where, as [`Own::at`] with the key below it.
    pub at: String,
    /// What is wrong there.
    pub problem: String,
    /// The nearest fix.
    pub fix: Option<String>,
}

/// A rule or a pattern, ready to match.
pub(super) struct Compiled {
    pub(super) tongue: Tongue,
    pub(super) finder: Finder,
    pub(super) kinds: BitSet,
    pub(super) needs: Needs,
    /// Paths that the rule itself names.
    pub(super) paths: Option<Paths>,
}

/// What finds.
pub(super) enum Finder {
    Pattern(Pattern),
    Rule(Box<RuleConfig<Tongue>>),
}

impl Finder {
    /// Whether it matches at a node.
    pub(super) fn is_at<D: Doc>(&self, node: Node<'_, D>) -> bool {
        let mut found = Cow::Owned(MetaVarEnv::new());
        match self {
            Self::Pattern(pattern) => pattern.match_node_with_env(node, &mut found).is_some(),
            Self::Rule(rule) => rule.matcher.match_node_with_env(node, &mut found).is_some(),
        }
    }
}

/// What a probe of code looks for; nothing for probes of anything else.
pub(super) fn code(own: &Own) -> Result<Vec<Compiled>, Flaw> {
    match &own.look {
        Look::Pattern { language, patterns } => {
            let tongue = tongue(&format!("{}.language", own.at), language)?;
            let compile = |text: &String| pattern(tongue, text).map_err(|problem| flaw(own, problem));
            let plain: Vec<Compiled> = patterns.iter().map(compile).collect::<Result<_, _>>()?;
            let calls = patterns.iter().filter_map(|text| call(tongue, text));
            Ok(plain.into_iter().chain(calls).collect())
        }
        Look::Rules(rules) => rules.iter().map(|each| rule(own, each)).collect(),
        _ => Ok(Vec::new()),
    }
}

fn flaw(own: &Own, problem: impl Into<String>) -> Flaw {
    Flaw {
        at: format!("{}.{}", own.at, own.look.key()),
        problem: problem.into(),
        fix: None,
    }
}

fn tongue(at: &str, name: &str) -> Result<Tongue, Flaw> {
    Tongue::named(name).ok_or_else(|| {
        let near = Tongue::names().find(|known| strsim::osa_distance(&name.to_lowercase(), known) <= 1);
        let known = || format!("known are {}", Tongue::names().collect::<Vec<_>>().join(", "));
        Flaw {
            at: at.to_owned(),
            problem: format!("`{name}` is no language whose syntax is read here"),
            fix: Some(near.map_or_else(known, |near| format!("did you mean `{near}`?"))),
        }
    })
}

fn pattern(tongue: Tongue, text: &str) -> Result<Compiled, String> {
    let pattern = Pattern::try_new(text, tongue).map_err(|error| told(&error))?;
    if matches!(pattern.node, PatternNode::MetaVar { .. }) {
        return Err(format!("the pattern `{text}` matches everything"));
    }
    let (true, Some(kinds)) = (!pattern.has_error(), pattern.potential_kinds()) else {
        return Err(format!("the pattern `{text}` is no code of {}", tongue.0.name()));
    };
    Ok(Compiled {
        tongue,
        needs: needs::of_pattern(&pattern),
        kinds,
        finder: Finder::Pattern(pattern),
        paths: None,
    })
}

/// In C and Go a call that stands alone is read as a declaration or a conversion. There it is read within a function
/// too, as whoever writes it means it.
fn call(tongue: Tongue, text: &str) -> Option<Compiled> {
    let context = match tongue.0 {
        Language::C => format!("void f() {{ {text}; }}"),
        Language::Go => format!("func f() {{ {text} }}"),
        _ => return None,
    };
    let pattern = is_call(text).then(|| Pattern::contextual(&context, "call_expression", tongue));
    let pattern = pattern?.ok().filter(|pattern| !pattern.has_error())?;
    Some(Compiled {
        tongue,
        needs: needs::of_pattern(&pattern),
        kinds: pattern.potential_kinds()?,
        finder: Finder::Pattern(pattern),
        paths: None,
    })
}

/// A name, perhaps in parts, and one pair of parentheses to the end.
fn is_call(text: &str) -> bool {
    let text = text.trim();
    let Some((name, rest)) = text.split_once('(') else {
        return false;
    };
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "_.$".contains(letter);
    let mut depth = 1_usize;
    let closes_early = rest.strip_suffix(')').is_none_or(|inner| {
        inner.chars().any(|letter| {
            match letter {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        })
    });
    !name.is_empty() && name.chars().all(is_letter) && !closes_early
}

fn rule(own: &Own, rule: &Value) -> Result<Compiled, Flaw> {
    let named = |problem: String| flaw(own, format!("the rule `{}`: {problem}", rule_name(rule)));
    let Some(language) = rule.get("language").and_then(Value::as_str) else {
        let missing = named("it names no language".to_owned());
        return Err(Flaw {
            fix: Some("give it a `language`, such as `python`".to_owned()),
            ..missing
        });
    };
    let tongue = tongue(&format!("{}.{}.language", own.at, own.look.key()), language)?;
    let mut whole = rule.clone();
    if let Some(object) = whole.as_object_mut() {
        object.retain(|key, _| !IDLE_KEYS.contains(&key.as_str()));
    }
    refuse_large_regex(&whole).map_err(named)?;
    let read: SerializableRuleConfig<Tongue> =
        serde_json::from_value(whole).map_err(|error| named(error.to_string()))?;
    let config = RuleConfig::try_from(read, &GlobalRules::default()).map_err(|error| named(told(&error)))?;
    let Some(kinds) = config.matcher.potential_kinds() else {
        return Err(named(
            "it may match any node; add a `kind` or a `pattern`".to_owned(),
        ));
    };
    Ok(Compiled {
        tongue,
        kinds,
        needs: rule.get("rule").and_then(|body| needs::of_rule(body, tongue)),
        finder: Finder::Rule(Box::new(config)),
        paths: paths(rule).map_err(named)?,
    })
}

/// The paths of a rule: those of `files` without those of `ignores`.
fn paths(rule: &Value) -> Result<Option<Paths>, String> {
    let globs = |key: &str| -> Vec<String> {
        let items = rule.get(key).and_then(Value::as_array).into_iter().flatten();
        let glob = |item: &Value| {
            item.as_str()
                .or_else(|| item.get("glob")?.as_str())
                .map(str::to_owned)
        };
        items.filter_map(glob).collect()
    };
    let ignored = globs("ignores").into_iter().map(|glob| format!("!{glob}"));
    let globs: Vec<String> = globs("files").into_iter().chain(ignored).collect();
    (!globs.is_empty()).then(|| Paths::of(&globs)).transpose()
}

/// Every regular expression of a rule is small; the depth of values was bounded by whoever read them.
fn refuse_large_regex(rule: &Value) -> Result<(), String> {
    let mut left = vec![rule];
    while let Some(value) = left.pop() {
        match value {
            Value::Array(items) => left.extend(items),
            Value::Object(map) => {
                if let Some(text) = map.get("regex").and_then(Value::as_str) {
                    regex(text)?;
                }
                left.extend(map.values());
            }
            _ => {}
        }
    }
    Ok(())
}

/// A regular expression of a rubric.
pub(super) fn regex(text: &str) -> Result<regex::Regex, String> {
    let built = RegexBuilder::new(text).size_limit(REGEX_BYTES_MAX).build();
    built.map_err(|error| match error {
        regex::Error::CompiledTooBig(_) => {
            format!("the regular expression takes more than {REGEX_BYTES_MAX} bytes")
        }
        other => {
            let last = other.to_string();
            let last = last.lines().last().unwrap_or_default();
            format!(
                "the regular expression cannot be used: {}",
                last.trim_start_matches("error: ")
            )
        }
    })
}

/// An error with all its causes, in one line.
fn told(error: &dyn Error) -> String {
    let mut parts = vec![error.to_string()];
    let mut cause = error.source();
    while let Some(error) = cause.filter(|_| parts.len() < CAUSES_MAX) {
        let part = error.to_string();
        if parts.last() != Some(&part) {
            parts.push(part);
        }
        cause = error.source();
    }
    let trimmed: Vec<&str> = parts.iter().map(|part| part.trim_end_matches('.')).collect();
    trimmed.join(": ")
}
