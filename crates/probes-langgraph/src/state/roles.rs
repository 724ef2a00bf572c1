//! Which class is the evidence and which the opinion: judged by what its fields say and by who makes it.

use super::{of_program, schema};
use court::evidence::Place;
use court::pack::{Names, pack};
use probes_core::{Answer, Probe, Search, Subject};
use python::ast::{Class, Expr, ExprKind};
use python::classes::{self, Field, Kind};
use python::code::Code;
use python::emission::{self, Emission, Emissions};
use python::walk;
use subject::names::words;
use wordlist::array;

pub(super) const EVIDENCE_MODEL: Probe = Probe::of_code(
    "state.evidence_model",
    "A validated model (pydantic) for what detectives find exists and is what detectives really emit",
    |snapshot| of_program(snapshot, |_| answer(snapshot, Role::Evidence)),
);
pub(super) const OPINION_MODEL: Probe = Probe::of_code(
    "state.opinion_model",
    "A validated model (pydantic) for what judges think exists and is what judges really emit",
    |snapshot| of_program(snapshot, |_| answer(snapshot, Role::Opinion)),
);

/// Most places shown where objects are made.
const EMISSIONS_SHOWN_MAX: usize = 4;

/// Fewest fields by which a class named after evidence says what was found.
const FIELDS_MIN: usize = 2;

/// What a class stands for in a court.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// What a detective found: whether something is there, where, and how sure that is.
    Evidence,
    /// What a judge thinks: a score with an argument.
    Opinion,
}

impl Role {
    fn noun(self) -> &'static str {
        match self {
            Self::Evidence => "evidence",
            Self::Opinion => "opinions",
        }
    }

    /// Whether a class is named as one is.
    fn is_named(self, class: &str) -> bool {
        let (field, words) = (pack(), words(class));
        let may_be = |names: &Names| words.iter().any(|word| names.may_be(word));
        match self {
            Self::Evidence => may_be(&field.evidence),
            Self::Opinion => may_be(&field.opinion),
        }
    }

    fn makers(self) -> &'static str {
        match self {
            Self::Evidence => "detectives",
            Self::Opinion => "judges",
        }
    }
}

/// A class that has the fields of a role.
pub(super) struct Candidate<'a> {
    /// Its file.
    pub(super) path: &'a str,
    pub(super) class: &'a Class,
    /// What kind of data it describes.
    pub(super) kind: Kind,
    pub(super) fields: Vec<Field<'a>>,
    /// Where objects of it are made.
    pub(super) emissions: Vec<Emission>,
    /// The nodes of the graph that make them.
    pub(super) nodes: Vec<String>,
    /// Whether the program really makes such objects.
    pub(super) is_emitted: bool,
    fit: i32,
}

impl Candidate<'_> {
    fn place(&self) -> Place {
        Place::line(self.path, self.class.span.first)
    }
}

/// The class that fills a role best: one that is really made before one that is only defined.
pub(super) fn best<'a>(snapshot: &'a Subject, role: Role) -> Option<Candidate<'a>> {
    let (code, emissions) = (snapshot.code(), snapshot.emissions());
    let channels = channels(code);
    let classes = code
        .program
        .classes()
        .filter(|(path, _)| !code.program.is_test(path));
    let candidates =
        classes.filter_map(|(path, class)| candidate(code, emissions, &channels, (path, class), role));
    candidates.reduce(|best, next| {
        let rank = |candidate: &Candidate<'_>| (candidate.is_emitted, candidate.fit);
        if rank(&next) > rank(&best) { next } else { best }
    })
}

/// The names in the types of the state's fields.
fn channels(code: &Code<'_>) -> Vec<String> {
    let mut names = Vec::new();
    let fields = schema::live(code).map_or(Vec::new(), |schema| schema.fields(code));
    for field in fields {
        walk::expression(field.annotation, &mut |expr| names.extend(last_name(expr)));
    }
    names
}

fn last_name(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Str(text) => Some(text.clone()),
        _ => walk::dotted(expr).and_then(|name| name.rsplit('.').next().map(str::to_owned)),
    }
}

fn candidate<'a>(
    code: &Code<'a>,
    emissions: &Emissions<'a>,
    channels: &[String],
    (path, class): (&'a str, &'a Class),
    role: Role,
) -> Option<Candidate<'a>> {
    let kind = classes::kind(code.program, path, class);
    let fields = classes::fields(code.program, path, class);
    let mut fit = match role {
        Role::Evidence => evidence_fit(class, &fields).or_else(|| {
            let is_channel = channels.contains(&class.name) && kind == Kind::Pydantic;
            is_channel.then(|| named_evidence(class, &fields)).flatten()
        })?,
        Role::Opinion => opinion_fit(code, class, &fields)?,
    };
    let made = emissions.of_class(path, class).to_vec();
    let reached: Vec<Emission> = made
        .iter()
        .filter(|emission| emission.is_reached)
        .cloned()
        .collect();
    let nodes: Vec<String> = emissions
        .emitters(&reached)
        .into_iter()
        .map(str::to_owned)
        .collect();
    // What the top of a module makes, its nodes have.
    let is_top = |emission: &Emission| code.scopes[emission.scope].function.is_none();
    let is_emitted =
        !reached.is_empty() && (!nodes.is_empty() || !emissions.knows_nodes() || reached.iter().any(is_top));
    fit += 3 * i32::from(channels.contains(&class.name));
    fit += i32::from(kind == Kind::Pydantic);
    let within: Vec<Emission> = reached
        .iter()
        .filter(|emission| emissions.is_in_node(emission))
        .cloned()
        .collect();
    let emissions = [within, reached, made]
        .into_iter()
        .find(|found| !found.is_empty())
        .unwrap_or_default();
    Some(Candidate {
        path,
        class,
        kind,
        fields,
        emissions,
        nodes,
        is_emitted,
        fit,
    })
}

fn has_word(name: &str, wanted: &[&str]) -> bool {
    words(name).iter().any(|word| wanted.contains(&word.as_str()))
}

fn has_field(fields: &[Field<'_>], wanted: &[&str]) -> bool {
    fields.iter().any(|field| has_word(field.name, wanted))
}

/// How well a class fits evidence: it says what was looked for, whether it is there, where, what it says, why,
/// and how sure that is. At least three of these, one of them whether or how sure.
fn evidence_fit(class: &Class, fields: &[Field<'_>]) -> Option<i32> {
    let whether = has_field(
        fields,
        &[
            "found", "exists", "present", "status", "verified", "detected", "supports",
        ],
    );
    let sure = has_field(fields, &["confidence", "certainty", "probability", "reliability"]);
    let groups = [
        whether,
        sure,
        has_field(
            fields,
            &[
                "location", "path", "file", "source", "line", "where", "url", "artifact",
            ],
        ),
        has_field(
            fields,
            &[
                "content", "snippet", "excerpt", "detail", "details", "text", "data", "value", "quote",
            ],
        ),
        has_field(
            fields,
            &["goal", "claim", "criterion", "dimension", "question", "check"],
        ),
        has_field(
            fields,
            &const { array::<6>("rationale reason reasoning explanation description summary") },
        ),
    ];
    let count = groups.iter().filter(|group| **group).count();
    let judges = has_field(fields, &["score", "scores", "verdict", "judge"]);
    if count < 3 || !(whether || sure) || judges {
        return None;
    }
    let named = has_word(
        &class.name,
        &["evidence", "exhibit", "finding", "fact", "observation"],
    );
    i32::try_from(count)
        .ok()
        .map(|count| count + 2 * i32::from(named))
}

/// How well a validated class fits evidence that the state holds and that is named so, by whatever words its fields say what
/// was found. Less than any that says it in words that are known.
fn named_evidence(class: &Class, fields: &[Field<'_>]) -> Option<i32> {
    let is_named = Role::Evidence.is_named(&class.name);
    let judges = has_field(fields, &["score", "scores", "verdict", "judge"]);
    (is_named && !judges && fields.len() >= FIELDS_MIN).then_some(0)
}

/// How well a class fits an opinion: a score with an argument; whose it is, on what, and what it cites.
fn opinion_fit<'a>(code: &Code<'a>, class: &Class, fields: &[Field<'a>]) -> Option<i32> {
    score_field(fields)?;
    let argues = const {
        array::<10>(
            "argument arguments reasoning rationale justification explanation analysis opinion comment critique",
        )
    };
    if !has_field(fields, &argues) {
        return None;
    }
    let signs = [
        (
            3,
            has_field(
                fields,
                &["judge", "persona", "role", "agent", "author", "perspective"],
            ),
        ),
        (1, has_field(fields, &["criterion", "dimension"])),
        (
            2,
            has_field(
                fields,
                &["cited", "citations", "citation", "evidence", "exhibits"],
            ),
        ),
        (
            2,
            has_word(
                &class.name,
                &["opinion", "judicial", "judge", "judgment", "judgement"],
            ),
        ),
        (-4, holds_models(code, fields)),
        (
            -3,
            has_word(
                &class.name,
                &["final", "report", "audit", "evidence", "result", "summary"],
            ),
        ),
        (-2, has_field(fields, &["final", "overall", "dissent"])),
    ];
    Some(
        signs
            .iter()
            .filter(|(_, holds)| *holds)
            .map(|(points, _)| points)
            .sum(),
    )
}

/// The field that holds the score.
pub(super) fn score_field<'s, 'a>(fields: &'s [Field<'a>]) -> Option<&'s Field<'a>> {
    let exact = fields.iter().find(|field| field.name == "score");
    exact.or_else(|| {
        fields
            .iter()
            .find(|field| has_word(field.name, &["score", "rating", "grade", "points", "mark"]))
    })
}

/// Whether a class holds others of the repository, as a result holds opinions.
fn holds_models<'a>(code: &Code<'a>, fields: &[Field<'a>]) -> bool {
    fields.iter().any(|field| {
        let mut holds = false;
        walk::expression(field.annotation, &mut |expr| {
            let class = match classes::thing(code.program, field.path, expr) {
                Some(python::program::Thing::Class(path, class)) => Some((path, class)),
                _ => None,
            };
            holds |= class.is_some_and(|(path, class)| emission::is_validated(code, path, class));
        });
        holds
    })
}

/// No class has the fields of a role, where none is made while the program runs or named so and of other fields.
pub(super) fn nobody(snapshot: &Subject, role: Role, rationale: &str) -> Answer {
    let code = snapshot.code();
    let mut search = Search::of_program(snapshot);
    for call in code.outward() {
        let makes = call
            .function
            .as_deref()
            .is_some_and(|name| matches!(classes::kind_of_external(name), Kind::Pydantic | Kind::Dataclass));
        if makes {
            let place = Place::line(code.scopes[call.scope].path, call.call.span.first);
            search = search.open(place, "what fields the class has that is made there was not read");
        }
    }
    for (path, class) in code.program.classes() {
        let is_used = code.program.is_live(path) && !code.program.is_test(path);
        if is_used && role.is_named(&class.name) {
            let place = Place::line(path, class.span.first);
            let why = format!("{} may be one, by other words than are known", class.name);
            search = search.looked_at([place.clone()]).open(place, why);
        }
    }
    Answer::absent(rationale, search)
}

/// What was looked at before it is said that nodes make no objects of a class that is a validated model.
pub(super) fn unmade(snapshot: &Subject, candidate: &Candidate<'_>) -> Search {
    let emissions = snapshot.emissions();
    let name = &candidate.class.name;
    let mut search = Search::of_program(snapshot);
    for place in emissions.named_at(candidate.path, candidate.class) {
        search = search.open(place.clone(), format!("what is done with `{name}` is not known"));
    }
    if let Some(reached) = candidate.emissions.iter().find(|emission| emission.is_reached) {
        let why = "which node it is made for could not be followed";
        search = search.open(reached.place.clone(), why);
    } else if let Some(made) = candidate.emissions.first().filter(|_| !emissions.knows_nodes()) {
        search = search.open(
            made.place.clone(),
            "no graph is known whose nodes could come there",
        );
    } else if let (Some(node), false) = (emissions.unknown_node(), candidate.emissions.is_empty()) {
        search = search.open(node.clone(), "what this node runs could not be followed");
    }
    search
}

/// The answer to "is there a validated model of this role that is really made".
fn answer(snapshot: &Subject, role: Role) -> Answer {
    let Some(candidate) = best(snapshot, role) else {
        return nobody(
            snapshot,
            role,
            &format!("no class has the fields of {}", role.noun()),
        );
    };
    let name = &candidate.class.name;
    let answer = if candidate.kind == Kind::Pydantic && candidate.is_emitted {
        let by = by_nodes(&candidate);
        Answer::present(format!("{} emit {name}, a pydantic model{by}", role.makers()))
    } else if candidate.is_emitted {
        let what = candidate.kind.name();
        let rationale = format!(
            "{} emit {name}, a {what}: nothing checks it when it is made",
            role.makers()
        );
        Answer::absent(rationale, of_kind(snapshot, &candidate))
    } else {
        let made = match candidate.emissions.is_empty() {
            true => "no object of it is ever made",
            false => "nothing that the program uses makes one",
        };
        let rationale = format!("{name} is defined for {}, but {made}", role.noun());
        Answer::absent(rationale, unmade(snapshot, &candidate))
    };
    if !answer.finding.is_observed() {
        return answer;
    }
    let answer = answer.at_noting(candidate.place(), "defined here");
    let mut emissions = candidate.emissions.clone();
    emissions.sort_by_key(|emission| emission.how);
    let shown = emissions.into_iter().take(EMISSIONS_SHOWN_MAX);
    shown.fold(answer, |answer, emission| {
        let how = match emission.how {
            emission::How::Bound => "the model is told to answer with it here",
            emission::How::Made => "made here",
            emission::How::Checked => "made from checked data here",
        };
        answer.at_noting(emission.place, how)
    })
}

/// What was looked at before it is said that a class checks nothing.
fn of_kind(snapshot: &Subject, candidate: &Candidate<'_>) -> Search {
    let line = classes::lineage(snapshot.program(), candidate.path, candidate.class);
    match line.unknown {
        Some(place) => Search::default().open(place, "what it inherits there was not read"),
        None => Search::default(),
    }
}

fn by_nodes(candidate: &Candidate<'_>) -> String {
    if candidate.nodes.is_empty() {
        return String::new();
    }
    format!(" (made by way of the nodes {})", candidate.nodes.join(", "))
}
