//! How much of the program a kind of tool looks at: as a pipeline runs it, or as it is only configured.

use super::types_checked::checks;
use super::{followed_checks, no_code, proved, sureness, told_first, waiting, way, when, with_room};
use court::evidence::{Finding, Place};
use probes_core::{Answer, Probe, Search, Subject};
use project::automation::named::{self, Named};
use project::automation::{Act, Automation, Configured, OWN_COMMAND, Purpose, Trigger, tools, usual};
use project::census::is_inside;
use project::manifest::{Ecosystem, Manifest};

pub(super) const LINT: Probe = Probe::of_code(
    "automation.lint",
    "A linter looks at most of the code: 2 where something runs it, 1 where it is only set up",
    |snapshot| answer(snapshot, Purpose::Lint, &lines(snapshot)),
);
pub(super) const FORMAT: Probe = Probe::of_code(
    "automation.format",
    "A formatter keeps the layout of most of the code: 2 where something runs it, 1 where it is only set up",
    |snapshot| answer(snapshot, Purpose::Format, &lines(snapshot)),
);

/// What the answer is worth: nothing is there, a tool is set up, a tool runs.
const SET_UP: i64 = 1;
const RUNS: i64 = 2;

/// What the compiler is called where it stops on warnings.
const COMPILER: &str = "the compiler";

/// Half of the lines make "the program is looked at"; what is less is an aside.
const SHARE_MIN: (u64, u64) = (1, 2);

/// A language with its lines.
type Lines = Vec<(&'static str, u64)>;

/// The lines of the program in each language.
pub(super) fn lines(snapshot: &Subject) -> Lines {
    let languages = snapshot.census().languages();
    // A language whose lines were not counted is there all the same.
    let read = languages
        .into_iter()
        .map(|(language, lines)| (language.name(), lines.max(1)));
    let others = snapshot.census().unread_languages().into_iter();
    let mut lines: Lines = read
        .chain(others.map(|(name, other)| (within(name), other.lines)))
        .collect();
    lines.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
    lines
}

/// The language that the tools for a file of components look at.
fn within(name: &'static str) -> &'static str {
    match name {
        "Vue" | "Svelte" | "Astro" => "JavaScript",
        "notebooks" => "Python",
        other => other,
    }
}

/// The languages, two at most, that a tenth of the lines or more is written in.
pub(super) fn main_languages(lines: &Lines) -> Vec<&'static str> {
    let all: u64 = lines.iter().map(|(_, count)| count).sum();
    let main = lines.iter().filter(|(_, count)| count * 10 >= all);
    main.map(|(language, _)| *language).take(2).collect()
}

/// Whether a tool looks at a language.
fn looks_at(languages: &[&str], language: &str) -> bool {
    languages.is_empty() || languages.contains(&language)
}

/// Whether tools look at most of the lines.
fn is_most(lines: &Lines, tools: &[&[&str]]) -> bool {
    let all: u64 = lines.iter().map(|(_, count)| count).sum();
    let seen = lines
        .iter()
        .filter(|(language, _)| tools.iter().any(|tool| looks_at(tool, language)));
    let seen: u64 = seen.map(|(_, count)| count).sum();
    all > 0 && seen * SHARE_MIN.1 >= all * SHARE_MIN.0
}

/// Whether a file is the project's own: at the root, in a folder of settings, or beside code of the program.
pub(super) fn is_own(snapshot: &Subject, path: &str) -> bool {
    let Some((folder, _)) = path.rsplit_once('/') else {
        return true;
    };
    let start = format!("{folder}/");
    folder.starts_with('.')
        || snapshot
            .census()
            .product()
            .any(|(path, _)| path.starts_with(&start))
}

/// Whether a tool of this purpose looks at most of these lines.
pub(super) fn answer(snapshot: &Subject, purpose: Purpose, lines: &Lines) -> Answer {
    if let Some(answer) = no_code(snapshot) {
        return answer;
    }
    let is_told = |languages: &[&str]| lines.iter().any(|(language, _)| looks_at(languages, language));
    let automation = snapshot.automation();
    let acts: Vec<&Act> = automation
        .acts_for(purpose)
        .filter(|act| is_told(act.languages) && checks(snapshot, purpose, act.tool, &act.folder))
        .collect();
    let of_acts: Vec<&[&str]> = acts.iter().map(|act| act.languages).collect();
    if is_most(lines, &of_acts) {
        return enforced(snapshot, &acts, lines);
    }
    let configured: Vec<&Configured> = automation
        .configured
        .iter()
        .filter(|one| one.purpose == purpose && is_told(one.languages))
        .filter(|one| one.within.is_some() || is_own(snapshot, &one.path))
        .collect();
    let of_both: Vec<&[&str]> = of_acts
        .iter()
        .copied()
        .chain(configured.iter().map(|one| one.languages))
        .collect();
    let by_build = configured.iter().any(|one| by_build(snapshot, one).is_some());
    let hooked: Vec<&Act> = automation
        .hooked_for(purpose)
        .filter(|act| is_told(act.languages) && checks(snapshot, purpose, act.tool, &act.folder))
        .collect();
    let with_hooks = acts.iter().chain(&hooked).map(|act| act.languages);
    if !by_build && is_most(lines, &with_hooks.collect::<Vec<_>>()) {
        return by_hooks(snapshot, &hooked, &acts, lines);
    }
    let idle = automation
        .forgiven(purpose)
        .filter(|act| is_told(act.languages) && checks(snapshot, purpose, act.tool, &act.folder));
    let idle: Vec<&Act> = acts.iter().copied().chain(idle).collect();
    let of_idle: Vec<&[&str]> = idle.iter().map(|act| act.languages).collect();
    if !by_build && is_most(lines, &of_idle) {
        return without_effect(&idle, lines);
    }
    if let Some(answer) = of_linter(snapshot, purpose, &configured).filter(|_| acts.is_empty()) {
        return answer;
    }
    if is_most(lines, &of_both) {
        return by_configuration(snapshot, &acts, &configured, lines);
    }
    unlooked(snapshot, purpose, lines, (&acts, &configured))
}

/// The linters and formatters that manifests of Node declare.
fn brought(snapshot: &Subject, purpose: Purpose, is_asked: impl Fn(&str, &[&str]) -> bool) -> Vec<Named> {
    let is_one = |one: &&Manifest| one.ecosystem() == Ecosystem::Node && is_own(snapshot, &one.path);
    let rows = || {
        tools::table()
            .iter()
            .filter(|tool| tool.purpose == purpose && is_asked(tool.program, &tool.languages))
    };
    let manifests = snapshot.manifests().all.iter().filter(is_one);
    let packages = manifests.flat_map(|one| one.dependencies.iter().map(move |package| (one, package)));
    let found = packages.filter_map(|(one, package)| {
        let tool = rows().find(|tool| tool.program == tools::program(&package.name))?;
        Some(Named {
            path: one.path.clone(),
            line: package.line,
            tool: tool.program,
            languages: &tool.languages,
        })
    });
    found
        .filter(|_| matches!(purpose, Purpose::Lint | Purpose::Format))
        .collect()
}

/// The answer where all that could keep the layout is the file of a linter that says nothing of it: its probe tells of that file.
fn of_linter(snapshot: &Subject, purpose: Purpose, configured: &[&Configured]) -> Option<Answer> {
    let first = configured.first().filter(|_| purpose == Purpose::Format)?;
    let is_same = |a: &Configured, b: &Configured| (a.tool, &a.path, a.line) == (b.tool, &b.path, b.line);
    let is_of_linter = |one: &&Configured| {
        let mut linters = snapshot.automation().configured.iter();
        let text = snapshot.text(&one.path).unwrap_or_default();
        !text.contains("Layout")
            && linters.any(|other| other.purpose == Purpose::Lint && is_same(other, one))
            && by_build(snapshot, one).is_none()
    };
    configured.iter().all(is_of_linter).then(|| {
        let Configured { tool, path, .. } = first;
        Answer::not_applicable(format!(
            "{path} sets `{tool}` up as a linter, and no layout in it"
        ))
    })
}

/// The answer where no tool that runs or is configured looks at most of the lines.
fn unlooked(
    snapshot: &Subject,
    purpose: Purpose,
    lines: &Lines,
    (acts, configured): (&[&Act], &[&Configured]),
) -> Answer {
    let automation = snapshot.automation();
    let is_asked = |tool: &str, languages: &[&str]| {
        lines.iter().any(|(language, _)| looks_at(languages, language))
            && !acts.iter().any(|act| act.tool == tool)
            && !configured.iter().any(|one| one.tool == tool)
    };
    let folder = |path: &str| path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
    let mut named = named::all(snapshot, purpose, is_asked);
    named.retain(|one| checks(snapshot, purpose, one.tool, &folder(&one.path)));
    named.extend(brought(snapshot, purpose, is_asked));
    let of_all = acts.iter().map(|act| act.languages);
    let of_all = of_all.chain(configured.iter().map(|one| one.languages));
    let of_all = of_all.chain(named.iter().map(|one| one.languages));
    // What is set up nowhere and named nowhere is not what a command runs of which nothing else is known.
    let may_run = is_most(lines, &of_all.collect::<Vec<_>>());
    let search = automation.unread_settings.iter().fold(
        followed_checks(automation, may_run),
        |search, (path, why)| {
            search.open(
                Place::File(path.clone()),
                format!("it may configure one and could not be read: {why}"),
            )
        },
    );
    let named = named.first().filter(|_| may_run).map(|first| {
        let is_idle = automation.pipelines.is_empty() || named.iter().all(Named::is_followed);
        (first, is_idle && search.end().is_none())
    });
    let set_up = named.map(|(first, _)| (first.tool, Place::line(first.path.as_str(), first.line)));
    let search = match named {
        Some((first, false)) => search.open(
            Place::line(first.path.as_str(), first.line),
            format!(
                "`{}` is named there, and what runs it was not seen{}",
                first.tool,
                waiting(automation)
            ),
        ),
        _ => search,
    };
    let missing = missing(automation, acts, configured, (lines, purpose), search);
    match named {
        Some((first, true)) => by_hand(snapshot, first, missing),
        _ => with_set_up(missing, set_up),
    }
}

/// An answer that could not be decided tells what is set up all the same.
fn with_set_up(answer: Answer, set_up: Option<(&str, Place)>) -> Answer {
    match (&answer.finding, set_up) {
        (Finding::Unobserved { cause }, Some((tool, at))) if !cause.contains(&at.to_string()) => Answer {
            proofs: answer.proofs.clone(),
            ..Answer::unobserved(format!("{cause}; `{tool}` is set up at {at}"))
        },
        _ => answer,
    }
}

/// What somebody can start who has it is set up. A manifest that names a package which nothing declares starts nothing.
fn by_hand(snapshot: &Subject, named: &Named, missing: Answer) -> Answer {
    let (tool, at) = (named.tool, Place::line(named.path.as_str(), named.line));
    let mut dependencies = snapshot.manifests().all.iter().flat_map(|one| &one.dependencies);
    let is_manifest = snapshot.manifests().all.iter().any(|one| one.path == named.path);
    if is_manifest
        && !dependencies
            .any(|one| tools::program(&one.name) == tool || one.name.rsplit('/').next() == Some(tool))
    {
        return Answer {
            rationale: format!(
                "{}; `{tool}` at {at} is declared by no manifest",
                missing.rationale
            ),
            ..missing
        };
    }
    let why = format!("to be started by hand, not enforced: `{tool}` ({at})");
    Answer::present(why).valued(SET_UP).sure(60).at(at)
}

fn enforced(snapshot: &Subject, acts: &[&Act], lines: &Lines) -> Answer {
    // The act that looks at most comes first; of equals the one that is proved best.
    let weight = |act: &Act| -> u64 {
        let seen = lines
            .iter()
            .filter(|(language, _)| looks_at(act.languages, language));
        seen.map(|(_, count)| count).sum()
    };
    let best = acts.iter().max_by_key(|act| {
        (
            act.trigger == Trigger::Change,
            !act.is_aside,
            weight(act),
            !act.is_named && act.tool != OWN_COMMAND,
            reach(snapshot, act),
            std::cmp::Reverse(act.chain.len()),
        )
    });
    let Some(best) = best else {
        return Answer::unobserved("nothing that runs was found");
    };
    let tool = match best.tool {
        tool if tool.starts_with(COMPILER) => tool.to_owned(),
        tool => format!("`{tool}`"),
    };
    let why = format!(
        "{tool} is run by {}{}{}",
        way(best),
        when(best.trigger),
        rest(acts, lines)
    );
    proved(Answer::present(why).valued(RUNS).sure(sureness(best)), best)
}

/// Lines of the program below the folder that something runs in: what runs at the root looks at more than what runs for a page beside it.
fn reach(snapshot: &Subject, act: &Act) -> u64 {
    let product = snapshot.census().product();
    let below = product.filter(|(path, _)| is_inside(path, &act.folder));
    below.map(|(_, file)| u64::from(file.facts.code_lines)).sum()
}

/// Languages that none of the tools looks at, where there are any.
fn rest(acts: &[&Act], lines: &Lines) -> String {
    let open = lines
        .iter()
        .filter(|(language, count)| *count > 0 && !acts.iter().any(|act| looks_at(act.languages, language)));
    let open: Vec<&str> = open.map(|(language, _)| *language).collect();
    if open.is_empty() {
        String::new()
    } else {
        format!("; none is run for {}", open.join(", "))
    }
}

/// A plugin of the build runs with the build.
fn by_build<'a>(snapshot: &'a Subject, configured: &Configured) -> Option<&'a Act> {
    let name = configured.path.rsplit('/').next().unwrap_or_default();
    let whole = configured.within.as_slice();
    let tools: &[&str] = match name {
        _ if !whole.is_empty() => whole,
        "pom.xml" => &["mvn"],
        "build.gradle" | "build.gradle.kts" => &["gradle"],
        // Told to lay out what it finds, it says nothing of it.
        _ if name.starts_with(".golangci.") && !fixes(snapshot.text(&configured.path)) => {
            &["golangci-lint", "golangci/golangci-lint-action"]
        }
        _ => return None,
    };
    let acts = &snapshot.automation().acts;
    acts.iter()
        .find(|act| tools.contains(&act.tool) && act.trigger == Trigger::Change)
}

/// Whether a file of settings tells its program to mend what it finds.
fn fixes(text: Option<&str>) -> bool {
    let words = |line: &str| line.split_whitespace().collect::<String>();
    text.is_some_and(|text| text.lines().any(|line| words(line) == "fix:true"))
}

fn by_configuration(snapshot: &Subject, acts: &[&Act], configured: &[&Configured], lines: &Lines) -> Answer {
    let place = |one: &Configured| Place::line(one.path.as_str(), one.line);
    for one in configured {
        if let Some(act) = by_build(snapshot, one) {
            return of_build(one, act);
        }
    }
    let names = configured
        .iter()
        .map(|one| format!("{} ({})", one.tool, one.path));
    let mut names: Vec<String> = names.collect();
    names.dedup();
    names.truncate(3);
    let rest = if acts.is_empty() {
        String::new()
    } else {
        rest(acts, lines)
    };
    let why = format!(
        "{}: {}{rest}",
        unenforced(snapshot, "configured"),
        names.join(", ")
    );
    // What stands behind a step that could not be followed may run it.
    let answer = match followed_checks(snapshot.automation(), true).end() {
        None => Answer::present(why).valued(SET_UP).sure(60),
        Some(_) => Answer::unobserved(why),
    };
    answer.at_all(configured.iter().map(|one| place(one)))
}

/// What a build does beside. Of a compiler no single step is told: which of its branches one takes is not known.
fn of_build(one: &Configured, act: &Act) -> Answer {
    let at = Place::line(one.path.as_str(), one.line);
    let is_compiler = one.tool == COMPILER;
    let why = match act.chain.first() {
        Some(first) if is_compiler => format!(
            "enforced: the compiler stops on warnings ({at}) in what {} builds",
            first.path
        ),
        _ => format!("`{}` is part of what {} runs", one.tool, way(act)),
    };
    let answer = Answer::present(why).valued(RUNS).sure(85).at(at);
    if is_compiler { answer } else { proved(answer, act) }
}

/// What is said of a tool that no pipeline was seen to run. Somebody who cannot follow a pipeline to its end says nothing of what it does
/// not do.
fn unenforced(snapshot: &Subject, how: &str) -> String {
    match followed_checks(snapshot.automation(), true).end() {
        None => format!("{how}, not enforced"),
        Some((place, end)) => {
            format!("{how}; whether a pipeline runs it was not seen, for at {place}: {end}")
        }
    }
}

/// A hook stops only the commits of those who have installed it.
fn by_hooks(snapshot: &Subject, hooked: &[&Act], acts: &[&Act], lines: &Lines) -> Answer {
    let all: Vec<&Act> = hooked.iter().chain(acts).copied().collect();
    let Some(first) = hooked.first() else {
        return Answer::unobserved("nothing that runs was found");
    };
    let why = format!(
        "{}: `{}` ({}){}",
        unenforced(snapshot, "run by a commit hook alone"),
        first.tool,
        way(first),
        rest(&all, lines)
    );
    proved(Answer::present(why).valued(RUNS).sure(60), first)
}

/// What runs and can stop nothing is set up, no more.
fn without_effect(idle: &[&Act], lines: &Lines) -> Answer {
    let Some(first) = idle.iter().find(|act| act.is_forgiven) else {
        return Answer::unobserved("nothing that runs was found");
    };
    let why = format!(
        "`{}` is run by {}, and whatever it finds stops nothing{}",
        first.tool,
        way(first),
        rest(idle, lines)
    );
    proved(Answer::present(why).valued(SET_UP).sure(80), first)
}

/// Whether a build may be all that looks at languages for which no tool is known here: some compilers stop on what others leave to one.
fn may_be_of_build(automation: &Automation, purpose: Purpose, languages: &[&str]) -> bool {
    let is_known = |language: &&str| {
        let mut tools = tools::table().iter();
        tools.any(|tool| tool.purpose == purpose && tool.languages.contains(language))
    };
    automation.acts_for(Purpose::Build).next().is_some() && !languages.iter().any(is_known)
}

/// Says that nothing is run and set up for most of the code, and what is for a smaller part of it.
fn not_run(acts: &[&Act], configured: &[&Configured], purpose: Purpose, main: &str) -> String {
    let tool = purpose.name();
    match (acts.first(), configured.first()) {
        (None, None) => format!("no pipeline runs {tool} for {main}, and none is configured"),
        (None, Some(one)) => format!(
            "no pipeline runs {tool} for {main}; one is set up for less than half of the code only: `{}` ({})",
            one.tool, one.path
        ),
        (Some(act), None) => format!(
            "no pipeline runs {tool} for most of {main}, and none is configured for it; `{}` looks at less than half of the code",
            act.tool
        ),
        (Some(act), Some(one)) => format!(
            "no pipeline runs {tool} for most of {main}; `{}` and what is set up (`{}` in {}) look at less than half of the code",
            act.tool, one.tool, one.path
        ),
    }
}

fn missing(
    automation: &Automation,
    acts: &[&Act],
    configured: &[&Configured],
    (lines, purpose): (&Lines, Purpose),
    search: Search,
) -> Answer {
    let main = main_languages(lines);
    let mut why = not_run(acts, configured, purpose, &main.join(" and "));
    if acts.is_empty() && configured.is_empty() && may_be_of_build(automation, purpose, &main) {
        return Answer::unobserved(format!(
            "no pipeline is seen to run {} for {}; what its build looks at besides is not known",
            purpose.name(),
            main.join(" and ")
        ));
    }
    why.push_str(&waiting(automation));
    why.push_str(&usual::commands(purpose, &main));
    let answer = Answer::absent(why, search).valued(0);
    match acts.first() {
        _ if answer.finding != Finding::Absent => answer,
        Some(act) => told_first(answer.sure(85), |answer| proved(answer, act)),
        None => with_room(answer.sure(85), automation),
    }
}
