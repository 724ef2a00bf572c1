//! Whether a service asks who calls.

use crate::families::tally::line;
use crate::families::unread;
use court::evidence::{Finding, Place};
use court::text::counted;
use probes_core::{Answer, Probe, Search, Subject};
use regex::{Captures, Regex, RegexBuilder};
use std::sync::LazyLock;
use wordlist::array;

pub(super) const PROBE: Probe = Probe::of_code(
    "danger.callers",
    "A service asks who calls before it changes data.",
    examine,
);

/// A proxy or a network that is not in the repository may ask.
const SURE: u8 = 75;
/// So many routes that only add are more than a form that is meant for everybody.
const ADDING_MIN: usize = 3;

/// Most routes of one file and kind that are told; nobody looks at more.
const ROUTES_MAX: usize = 50;

fn routes(verbs: &str) -> Regex {
    let forms = wordlist::lines(include_str!("../../../words/open_routes.txt"));
    let forms = forms.join("|").replace("VERB", &format!("(?i:{verbs})"));
    let forms = RegexBuilder::new(&forms).multi_line(true).build();
    forms.expect("the forms are fixed and tested")
}

/// Routes that change or delete what is there.
static CHANGING: LazyLock<Regex> = LazyLock::new(|| routes("put|patch|delete"));
/// Routes that add something.
static ADDING: LazyLock<Regex> = LazyLock::new(|| routes("post"));
/// What makes a file one of a server.
static SERVER: LazyLock<Regex> = LazyLock::new(|| {
    let names = r"(?i)\b(?:express|fastify|hono|koa|restify|polka|router|flask|fastapi|starlette|sanic|litestar|springframework|nestjs|gin|echo|chi|mux|fiber|axum|actix_web|rocket|poem|salvo|sinatra)\b|javax\.ws|jakarta\.ws|net/http";
    Regex::new(names).expect("it is fixed and tested")
});
/// What may have to do with who calls.
static CALLERS: LazyLock<Regex> = LazyLock::new(|| {
    let forms = wordlist::lines(include_str!("../../../words/open_callers.txt"));
    Regex::new(&format!("(?i){}", forms.join("|"))).expect("the forms are fixed and tested")
});
/// What documents say of a network that asks.
static AROUND: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)authenticat|\bproxy\b|trusted|\bVPN\b").expect("it is fixed and tested")
});
/// Names of what sends requests rather than answering them.
const CLIENTS: [&str; 12] =
    array("axios http https client request requests api ky got session superagent fetcher");
/// Endings of documents.
const PROSE: [&str; 4] = array("md rst txt adoc");
/// Files whose words are those of others: of licences, of tools that build, of forges.
const OTHERS: [&str; 11] = array(
    "license licence copying notice mvnw .mvn gradlew .github .gitlab-ci.yml package-lock.json pnpm-lock.yaml",
);

fn examine(snapshot: &Subject) -> Answer {
    let census = snapshot.census();
    let texts: Vec<(&str, &str)> = census
        .product()
        .filter_map(|(path, _)| Some((path, snapshot.text(path)?)))
        .filter(|(_, text)| SERVER.is_match(text))
        .collect();
    let found = |forms: &Regex| -> Vec<Place> {
        let all = texts.iter();
        all.flat_map(|(path, text)| places(forms, path, text)).collect()
    };
    let (changing, adding) = (found(&CHANGING), found(&ADDING));
    if changing.is_empty() && adding.len() < ADDING_MIN {
        return unread::nothing(snapshot, "no routes were found by which data is changed");
    }
    let all: Vec<Place> = changing.into_iter().chain(adding).collect();
    let told = format!(
        "{} change data, and no word of the program or its settings has to do with who calls them",
        counted(all.len(), "route")
    );
    let answer = Answer::absent(told, asks(snapshot)).sure(SURE);
    match answer.finding {
        Finding::Absent => all.into_iter().fold(answer, Answer::at),
        _ => answer,
    }
}

/// Where each route is given to a server.
fn places(forms: &Regex, path: &str, text: &str) -> Vec<Place> {
    let is_served = |found: &Captures<'_>| {
        let who = found.name("who").map(|who| who.as_str().to_ascii_lowercase());
        !who.is_some_and(|who| CLIENTS.contains(&who.as_str()))
    };
    let routes = forms.captures_iter(text).filter(is_served);
    let routes = routes.filter_map(|found| found.get(0)).take(ROUTES_MAX);
    routes
        .map(|route| {
            let blank = route.len() - route.as_str().trim_start().len();
            line(path, number(&text[..route.start() + blank]))
        })
        .collect()
}

/// All that may have to do with who calls is an open end.
fn asks(snapshot: &Subject) -> Search {
    let search = unread::search(snapshot);
    let files = snapshot.files.iter().filter(|(path, _)| !is_of_others(path));
    let texts = files.filter_map(|(path, file)| Some((path, file.text()?)));
    let found = texts.filter_map(|(path, text)| {
        let ending = path.rsplit('.').next().unwrap_or_default();
        let words: &Regex = if PROSE.contains(&ending) {
            &AROUND
        } else {
            &CALLERS
        };
        let place = line(path, number(&text[..words.find(text)?.start()]));
        Some(place)
    });
    found.fold(search, |search, place| {
        search.open(
            place,
            "may ask who calls, and whether it does so for each route was not followed",
        )
    })
}

fn is_of_others(path: &str) -> bool {
    let path = path.to_ascii_lowercase();
    let is_other = |part: &str| OTHERS.iter().any(|other| part.starts_with(other));
    path.split('/').any(is_other) || path.ends_with(".lock")
}

/// The number of the line that follows a text.
fn number(before: &str) -> u32 {
    before.matches('\n').count() as u32 + 1
}
