mod channels;

use super::*;
use crate::topology::graphs;
use subject::Snapshot;

/// A module that builds and runs a graph. Its nodes are the names that edges speak of; each runs the function of
/// its name where `code` defines one, else one that writes to the state. An edge is `a>b`, a true join `a,b>c`, a
/// conditional edge `a?router:b,c`.
fn module(code: &str, edges: &str) -> String {
    let mut nodes: BTreeSet<&str> = BTreeSet::new();
    let mut calls = String::new();
    for edge in edges.split_whitespace() {
        let names = edge.split(['>', ',', ':', '?']);
        let router = edge.split_once('?').and_then(|(_, rest)| rest.split(':').next());
        nodes.extend(names.filter(|name| !matches!(*name, "START" | "END" | "") && Some(*name) != router));
        let end = |name: &str| match name {
            "START" | "END" => name.to_owned(),
            name => format!("\"{name}\""),
        };
        if let Some((from, rest)) = edge.split_once('?') {
            let (router, targets) = rest.split_once(':').unwrap_or((rest, ""));
            let pairs = targets.split(',').filter(|target| !target.is_empty());
            let pairs: Vec<String> = pairs
                .map(|target| format!("\"{target}\": {}", end(target)))
                .collect();
            let map = if pairs.is_empty() {
                String::new()
            } else {
                format!(", {{{}}}", pairs.join(", "))
            };
            calls.push_str(&format!(
                "g.add_conditional_edges({}, {router}{map})\n",
                end(from)
            ));
        } else if let Some((from, to)) = edge.split_once('>') {
            let sources: Vec<String> = from.split(',').map(end).collect();
            let from = if sources.len() > 1 {
                format!("[{}]", sources.join(", "))
            } else {
                sources[0].clone()
            };
            calls.push_str(&format!("g.add_edge({from}, {})\n", end(to)));
        } else {
            nodes.insert(edge);
        }
    }
    let mut added = String::new();
    for node in nodes {
        let function = if code.contains(&format!("def {node}(")) {
            node
        } else {
            "work"
        };
        added.push_str(&format!("g.add_node(\"{node}\", {function})\n"));
    }
    format!(
        "//- main.py\nimport operator\nfrom typing import Annotated, Literal, TypedDict\n\
         from langgraph.graph import END, START, StateGraph\nfrom langgraph.types import Command, Send\n\
         class State(TypedDict):\n    log: Annotated[list, operator.add]\n    topic: str\n    tries: int\n    verdict: str\n    ok: bool\n\
         def work(state):\n    return {{\"log\": [ask(state)]}}\n{code}\n\
         g = StateGraph(State)\n{added}{calls}g.compile().invoke({{}})\n"
    )
}

fn of(text: &str) -> Vec<Finding> {
    let program = Program::new(&Snapshot::from_fixture(text));
    let graphs = graphs(&program);
    assert_eq!(graphs.len(), 1, "{text}");
    findings(&program, &graphs[0])
}

/// The findings of one kind.
fn told(kind: &str, code: &str, edges: &str) -> Vec<Finding> {
    let mut found = of(&module(code, edges));
    found.retain(|finding| finding.kind == kind);
    found
}

fn texts(kind: &str, code: &str, edges: &str) -> Vec<String> {
    told(kind, code, edges)
        .into_iter()
        .map(|finding| finding.text)
        .collect()
}

/// Kinds that accuse.
fn accusations(code: &str, edges: &str) -> Vec<&'static str> {
    let found = of(&module(code, edges)).into_iter();
    let found = found.filter(|finding| finding.weight > Weight::Note);
    found.map(|finding| finding.kind).collect()
}

const STR: &str =
    "def route(state) -> str:\n    if state[\"ok\"]:\n        return \"good\"\n    return \"bad\"\n";

#[test]
fn ways_of_unequal_length_run_a_node_twice_and_all_that_follows_it() {
    let found = told(
        "graph.runs_twice",
        "",
        "START>a START>b b>late a>join late>join join>judge judge>END",
    );
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        found[0].text,
        "`join` runs twice in one run: after `a`, and again after `late` at the end of a longer way, because plain \
         edges do not wait; so `judge` after it run again too"
    );
    assert_eq!(
        found[0].counter_example,
        [
            "superstep 2: `START` → `a` → `join`",
            "superstep 3: `START` → `b` → `late` → `join`"
        ]
    );
}

#[test]
fn equal_ways_a_true_join_and_a_deferred_node_run_once() {
    let none: [&str; 0] = [];
    assert_eq!(accusations("", "START>a START>b a>join b>join join>END"), none);
    assert_eq!(
        accusations("", "START>a START>b b>late a,late>join join>END"),
        none
    );
    let deferred = module("", "START>a START>b b>late a>join late>join join>END").replace(
        "g.add_node(\"join\", work)",
        "g.add_node(\"join\", work, defer=True)",
    );
    assert!(of(&deferred).iter().all(|finding| finding.weight == Weight::Note));
}

#[test]
fn answers_that_exclude_each_other_run_nothing_twice() {
    let either = "def route(state):\n    sends = []\n    if state[\"ok\"]:\n        sends.append(Send(\"a\", state))\n\
                  \x20   else:\n        sends.append(Send(\"b\", state))\n    return sends\n";
    let edges = "START?route: a>join b>late late>join join>END";
    assert_eq!(told("graph.runs_twice", either, edges), []);
    let both = either.replace("    else:\n", "    if state[\"topic\"]:\n");
    let found = told("graph.runs_twice", &both, edges);
    assert!(
        found[0]
            .text
            .starts_with("`join` runs twice in one run when `route` answers `a` and `b`: "),
        "{found:?}"
    );
    let one_name = "def route(state) -> str:\n    return \"a\" if state[\"ok\"] else \"b\"\n";
    assert_eq!(
        told(
            "graph.runs_twice",
            one_name,
            "START?route:a,b a>join b>late late>join join>END"
        ),
        []
    );
    let unread = "def route(state):\n    return state[\"next\"]\n";
    assert_eq!(
        told(
            "graph.runs_twice",
            unread,
            "START?route:a,b a>join b>late late>join join>END"
        ),
        []
    );
    let early = "def route(state):\n    sends = []\n    if state[\"ok\"]:\n        sends.append(Send(\"a\", state))\n\
                 \x20       return sends\n    sends.append(Send(\"b\", state))\n    return sends\n";
    assert_eq!(told("graph.runs_twice", early, edges), []);
}

#[test]
fn an_edge_that_may_be_missing_proves_nothing() {
    let text = module("", "START>a START>b b>late a>join late>join join>END").replace(
        "g.add_edge(\"a\", \"join\")\n",
        "if flag():\n    g.add_edge(\"a\", \"join\")\n",
    );
    assert!(of(&text).iter().all(|finding| finding.kind != "graph.runs_twice"));
}

#[test]
fn a_join_that_a_guard_lets_wait_for_ever_is_found_with_the_answer() {
    let code = "def route(state) -> str:\n    if state[\"ok\"]:\n        return \"b\"\n    return \"END\"\n";
    let found = texts(
        "graph.join_starves",
        code,
        "START>a START>gate gate?route:b,END a>later b,later>join join>END",
    );
    assert_eq!(
        found,
        [
            "`join` waits for all of `b` and `later`, but when `route` answers `END`, `b` never comes, so `join` does not run"
        ]
    );
    let fine = texts(
        "graph.join_starves",
        code,
        "START>gate gate?route:b,END b>c b>d c,d>join join>END",
    );
    assert_eq!(fine, [""; 0]);
}

#[test]
fn a_plain_edge_beside_a_guard_leaks() {
    let edges = "START>gate gate?route:good,bad gate>other good>join other>join join>END bad>END";
    let found = told("graph.leaky_guard", STR, edges);
    assert_eq!(found.len(), 1);
    assert_eq!(
        found[0].text,
        "when `route` answers `bad`, `other` still runs after `gate`, by an edge beside the conditional edge, \
         and so does `join`"
    );
    let tight = "START>gate gate?route:good,bad good>join join>END bad>END";
    assert_eq!(accusations(STR, tight), [""; 0]);
    // Work of its own that is not guarded.
    let aside = "START>gate gate?route:good,bad gate>log log>END good>END bad>END";
    assert_eq!(told("graph.leaky_guard", STR, aside), []);
}

#[test]
fn a_conditional_edge_with_one_target_decides_nothing() {
    let always = "def route(state):\n    return \"next\"\n";
    let found = texts("graph.decorative", always, "START>a a?route:next next>END");
    assert_eq!(
        found,
        ["the conditional edge after `a` decides nothing: whatever `route` answers, it leads to `next`"]
    );
    let may_stop = "def route(state):\n    if state[\"ok\"]:\n        return \"next\"\n    return []\n";
    assert_eq!(
        texts("graph.decorative", may_stop, "START>a a?route:next next>END"),
        [""; 0]
    );
    let tasks = "def route(state):\n    return [Send(\"next\", x) for x in state[\"log\"]]\n";
    assert_eq!(
        texts("graph.decorative", tasks, "START>a a?route: next>END"),
        [""; 0]
    );
    let falls = "def route(state):\n    if state[\"ok\"]:\n        return \"next\"\n";
    assert_eq!(
        texts("graph.decorative", falls, "START>a a?route:next next>END"),
        [""; 0]
    );
    let two_labels = module(STR, "START>a a?route:good good>END")
        .replace("{\"good\": \"good\"}", "{\"good\": \"good\", \"bad\": \"good\"}");
    assert!(
        of(&two_labels)
            .iter()
            .any(|finding| finding.kind == "graph.decorative")
    );
}

#[test]
fn an_answer_that_no_return_gives_is_told_with_what_it_loses() {
    let always = "def route(state):\n    if state[\"ok\"]:\n        return \"a\"\n    try:\n        return ask(\"a\")\n    except ValueError:\n        return \"b\"\n";
    assert_eq!(
        texts(
            "graph.answer_never_given",
            always,
            "START?route:a,b,c a>END b>END c>END"
        ),
        [""; 0]
    );
    let closed = always.replace("ask(\"a\")", "\"a\"");
    assert_eq!(
        texts(
            "graph.answer_never_given",
            &closed,
            "START?route:a,b,c a>END b>END c>END"
        ),
        ["`route` never answers what leads to `c`: it can only lead to `a` and `b`, so `c` never runs"]
    );
}

#[test]
fn a_detour_that_changes_nothing_is_no_decision() {
    let idle = format!("{STR}def bad(state):\n    print(\"bad\")\n    return {{}}\n");
    let found = texts(
        "graph.rejoins",
        &idle,
        "START>a a?route:good,bad bad>good good>END",
    );
    assert_eq!(
        found,
        [
            "all answers of `route` come to `good`: they differ only by `bad`, which gives nothing to the state"
        ]
    );
    assert_eq!(
        texts("graph.rejoins", STR, "START>a a?route:good,bad bad>good good>END"),
        [""; 0]
    );
}

#[test]
fn orphans_and_dead_ends_are_told_only_where_every_edge_is_known() {
    let edges = "START>a a>END lost>behind behind>END";
    assert_eq!(
        texts("graph.orphan", "", edges),
        ["no way leads from START to `lost`, nor to `behind` behind"]
    );
    let command = "def a(state):\n    return Command(goto=state[\"topic\"])\n";
    assert_eq!(texts("graph.orphan", command, edges), [""; 0]);
    let found = texts("graph.dead_end", STR, "START?route:good,bad good>END");
    assert_eq!(found, ["`bad` has no edge out, not even to END"]);
    let unknown = module("", edges).replace("g.compile()", "g.add_edge(\"a\", ask())\ng.compile()");
    assert!(of(&unknown).iter().all(|finding| finding.kind != "graph.orphan"));
}

#[test]
fn a_counter_that_the_router_compares_bounds_a_way_back() {
    let again = "def judge(state):\n    return {\"tries\": state.get(\"tries\", 0) + 1}\n\
                 def route(state) -> Literal[\"judge\", \"done\"]:\n    tries = state.get(\"tries\", 0)\n\
                 \x20   if not state[\"ok\"] and tries < 3:\n        return \"judge\"\n    return \"done\"\n";
    let edges = "START>judge judge?route:judge,done done>END";
    assert_eq!(
        texts("graph.cycle_bounded", again, edges),
        [
            "`judge` may lead back to `judge`; `route` compares `tries`, which `judge` raises, so it is bounded"
        ]
    );
    let unread = again.replace(" and tries < 3", "");
    assert_eq!(
        texts("graph.counter_unused", &unread, edges),
        [
            "`judge` may lead back to `judge`; `judge` counts `tries`, but neither `route` nor any node on that way \
          compares it, so it ends nothing"
        ]
    );
    let uncounted = unread.replace("{\"tries\": state.get(\"tries\", 0) + 1}", "{\"ok\": ask()}");
    assert_eq!(told("graph.cycle_unbounded", &uncounted, edges).len(), 1);
    let collected = "def judge(state):\n    return {\"log\": [ask()]}\n\
                     def route(state) -> str:\n    return \"judge\" if len(state[\"log\"]) < 3 else \"done\"\n";
    assert_eq!(told("graph.cycle_unbounded", collected, edges), []);
    // The node compares its counter and tells the router by a flag.
    let flagged = "def judge(state):\n    tries = state[\"tries\"]\n    more = tries < 2\n\
                   \x20   return {\"ok\": not more, \"tries\": tries + 1}\n\
                   def route(state) -> str:\n    return \"done\" if state[\"ok\"] else \"judge\"\n";
    assert_eq!(accusations(flagged, edges), [""; 0]);
}

#[test]
fn plain_edges_in_a_ring_never_end() {
    let found = told("graph.endless", "", "START>a a>b b>a b>END");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].counter_example, ["`a` → `b` → `a`"]);
}

#[test]
fn joins_tasks_and_width_are_noted() {
    let tasks = "def route(state):\n    return [Send(\"judge\", x) for x in state[\"log\"]]\n";
    let found = of(&module(tasks, "START>a START>b a,b>join join?route: judge>END"));
    let kinds: Vec<&str> = found.iter().map(|finding| finding.kind).collect();
    assert_eq!(
        kinds,
        ["graph.barrier", "graph.width", "graph.tasks"],
        "{found:?}"
    );
}

#[test]
fn routers_that_ask_the_same_unchanged_thing_are_not_played_against_each_other() {
    let code = |key: &str| {
        format!(
            "def first(state) -> str:\n    return \"a\" if state[\"topic\"] else \"END\"\n\
             def second(state) -> str:\n    return \"END\" if state[\"{key}\"] else \"late\"\n"
        )
    };
    let edges = "START>x START>y x?first:a,END y?second:late,END late>b a>join b>join join>END";
    assert_eq!(told("graph.runs_twice", &code("topic"), edges), []);
    assert_eq!(told("graph.runs_twice", &code("ok"), edges).len(), 1);
    let changed = format!(
        "{}def y(state):\n    return {{\"topic\": ask()}}\n",
        code("topic")
    );
    assert_eq!(told("graph.runs_twice", &changed, edges).len(), 1);
}

#[test]
fn a_true_join_behind_a_leaky_guard_does_not_run() {
    let edges = "START>gate gate?route:good,bad gate>other good,other>join join>END bad>END";
    let code = format!("{STR}def good(state):\n    return {{\"log\": [1]}}\n");
    assert_eq!(told("graph.leaky_guard", &code, edges), []);
    assert_eq!(told("graph.join_starves", &code, edges).len(), 1);
}

#[test]
fn a_graph_of_hostile_size_is_left_alone_and_a_dense_one_ends() {
    let many: Vec<String> = (0..250).map(|at| format!("START>n{at}")).collect();
    let kinds: Vec<&str> = of(&module("", &many.join(" ")))
        .iter()
        .map(|finding| finding.kind)
        .collect();
    assert_eq!(kinds, ["graph.too_large"]);
    let routes: Vec<String> = (0..30)
        .map(|at| format!("a{at}?route:a{},b{at},END a{at}>b{at} b{at}>a{}", at + 1, at + 1))
        .collect();
    let code = "def route(state) -> str:\n    return state[\"topic\"]\n";
    assert!(!of(&module(code, &format!("START>a0 {}", routes.join(" ")))).is_empty());
}
