mod files;
mod limits;
mod whole;

use super::meaning::Meaning;
use super::roles::Role;
use super::*;

fn program(fixture: &str) -> Program {
    Program::new(&Snapshot::from_fixture(fixture))
}

fn all(fixture: &str) -> Vec<Graph> {
    graphs(&program(fixture))
}

fn only(fixture: &str) -> Graph {
    let mut found = all(fixture);
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

/// `a>b`, with `?` for a conditional edge, `~` for an optional one, `*` for sent tasks, `&` for a barrier.
fn edges(graph: &Graph) -> Vec<String> {
    let said = |edge: &Edge| {
        let mut text = format!("{}>{}", edge.from, edge.to);
        let marks = [
            (edge.conditional, '?'),
            (edge.optional, '~'),
            (edge.via_send, '*'),
            (edge.barrier.is_some(), '&'),
        ];
        text.extend(
            marks
                .into_iter()
                .filter(|(holds, _)| *holds)
                .map(|(_, mark)| mark),
        );
        text
    };
    graph.edges.iter().map(said).collect()
}

fn functions(graph: &Graph) -> Vec<String> {
    let said = |name: &String| match &graph.nodes[name].function {
        Some(function) if function.bound.is_empty() => format!("{name}={}", function.name),
        Some(function) => format!("{name}={}({})", function.name, function.bound.join(",")),
        None => format!("{name}=?"),
    };
    graph.order.iter().map(said).collect()
}

fn notes(graph: &Graph) -> Vec<&str> {
    graph.notes.iter().map(|note| note.what.as_str()).collect()
}

/// A module that builds and runs `g`, with a few nodes to name.
fn built(body: &str) -> String {
    format!(
        "//- main.py\nimport os\nfrom functools import partial\nfrom langgraph.graph import END, START, StateGraph\n\
         from langgraph.types import Command, Send\nfrom typing import Literal\n{body}\ng.compile().invoke({{}})\n"
    )
}

fn with_nodes(names: &str, body: &str) -> String {
    built(&format!(
        "g = StateGraph(dict)\nfor n in {names:?}.split():\n    pass\n{body}"
    ))
    .replace(
        &format!("for n in {names:?}.split():\n    pass\n"),
        &names
            .split(' ')
            .map(|name| format!("g.add_node({name:?}, print)\n"))
            .collect::<String>(),
    )
}

#[test]
fn a_list_that_grows_under_a_flag_makes_optional_nodes_and_edges() {
    let graph = only(
        "
//- pipeline/assembly.py
from langgraph.graph import StateGraph, START, END
from .settings import load
from .steps import read, look, weigh

def guarded(step):
    def run(state):
        try:
            return step(state)
        except Exception as failure:
            return {'errors': [str(failure)]}
    return run

def assemble():
    config = load()
    eyes = ['reader']
    if config.with_images:
        eyes.append('viewer')
    g = StateGraph(dict)
    steps = {'reader': read, 'viewer': look}
    for eye in eyes:
        g.add_node(eye, guarded(steps[eye]))
    g.add_node('scale', guarded(weigh))
    for eye in eyes:
        g.add_edge(START, eye)
        g.add_edge(eye, 'scale')
    g.add_edge('scale', END)
    return g.compile()
//- pipeline/settings.py
from pydantic_settings import BaseSettings
class Settings(BaseSettings):
    with_images: bool = False
def load():
    return Settings()
//- pipeline/steps.py
def read(state): return {}
def look(state): return {}
def weigh(state): return {}
//- run.py
from pipeline.assembly import assemble
assemble().invoke({})
",
    );
    assert_eq!(functions(&graph), ["reader=read", "viewer=look", "scale=weigh"]);
    assert_eq!(
        edges(&graph),
        [
            "START>reader",
            "reader>scale",
            "START>viewer~",
            "viewer>scale~",
            "scale>END"
        ]
    );
    assert!(graph.nodes["viewer"].optional && !graph.nodes["reader"].optional);
    assert!(graph.live);
}

#[test]
fn a_router_made_by_a_factory_in_a_loop_is_read() {
    let graph = only(&with_nodes(
        "one two join p d",
        "def after(name):
    def route(state):
        return 'bad' if state[name] else 'good'
    return route
for name in ('one', 'two'):
    g.add_edge(START, name)
    g.add_conditional_edges(name, after(name), {'bad': 'join', 'good': 'join'})
def check(state):
    if state.get('fatal'):
        return 'stop'
    return 'go'
g.add_conditional_edges('join', check, {'stop': END, 'go': 'p'})
g.add_edge('join', 'd')",
    ));
    assert_eq!(
        edges(&graph),
        [
            "START>one",
            "one>join?",
            "START>two",
            "two>join?",
            "join>END?",
            "join>p?",
            "join>d"
        ]
    );
    assert_eq!(graph.routers[0].targets.len(), 1);
    assert_eq!(graph.routers[0].function.as_ref().unwrap().bound, ["one"]);
}

#[test]
fn tasks_are_followed_through_helpers_and_switches() {
    let graph = only(&with_nodes(
        "plan left pages far near none",
        "def spread(state):
    tasks = []
    if state.get('l'):
        tasks.append(Send('left', state))
    if state.get('p'):
        tasks.append(Send('pages', state))
    return tasks
def more(state):
    import os
    tasks = [Send('near', state)]
    if os.environ.get('NO_FAR') != '1':
        tasks.append(Send('far', state))
    return tasks
def wire():
    def start(state):
        if not state:
            return 'none'
        tasks = spread(state)
        if not tasks:
            return END
        return tasks
    g.add_conditional_edges('plan', start)
wire()
g.set_entry_point('plan')
g.add_conditional_edges('pages', more)",
    ));
    assert_eq!(
        edges(&graph),
        [
            "plan>END?",
            "plan>left?*",
            "plan>none?",
            "plan>pages?*",
            "START>plan",
            "pages>far?*",
            "pages>near?*"
        ]
    );
    let answers = &graph.routers[0].answers;
    assert!(answers.iter().any(|answer| answer.len() == 2), "{answers:?}");
    assert!(!graph.routers[0].is_open);
}

#[test]
fn decorators_path_lists_and_tasks_of_another_module_are_followed() {
    let graph = only(
        "
//- court/net.py
from langgraph.graph import START, END, StateGraph
from court.bench import weigh, hand_out
from court.limits import within
from court.steps import gather, settle

slow_weigh = within(seconds=9)(weigh)

def after(state):
    if not state.get('rubric'):
        return 'broken'
    return hand_out(state)

def again(state):
    return 'again' if state['round'] < 2 else 'done'

def net():
    g = StateGraph(dict)
    g.add_node('gather', gather)
    g.add_node('weigh', slow_weigh)
    g.add_node('broken', lambda state: {'errors': ['no rubric']})
    g.add_node('settle', settle)
    g.add_edge(START, 'gather')
    g.add_conditional_edges('gather', after, ['weigh', 'broken'])
    g.add_edge('weigh', 'settle')
    g.add_conditional_edges('settle', again, {'again': 'gather', 'done': END})
    g.add_edge('broken', END)
    return g

app = net().compile()
//- court/bench.py
from langgraph.types import Send
def weigh(task): return {'opinions': [1]}
def hand_out(state):
    tasks = []
    for dimension in state['rubric']:
        for persona in ('Prosecutor', 'Defense'):
            tasks.append(Send('weigh', {'p': persona, 'd': dimension}))
    return tasks
//- court/limits.py
import functools
def within(seconds):
    def decorate(step):
        @functools.wraps(step)
        async def timed(state, *rest):
            return await asyncio.wait_for(step(state, *rest), seconds)
        return timed
    return decorate
//- court/steps.py
def gather(state): return {'evidence': [1]}
def settle(state): return {'report': 1}
//- main.py
from court.net import app
app.invoke({})
",
    );
    assert_eq!(
        functions(&graph),
        ["gather=gather", "weigh=weigh", "broken=<lambda>", "settle=settle"]
    );
    assert_eq!(graph.routers[0].sends[&End::Node("weigh".to_owned())], 4);
    assert_eq!(
        edges(&graph),
        [
            "START>gather",
            "gather>weigh?*",
            "gather>broken?",
            "weigh>settle",
            "settle>gather?",
            "settle>END?",
            "broken>END"
        ]
    );
    let steps = supersteps::Supersteps::of(&graph);
    assert_eq!(steps.steps.len(), 3, "{steps:?}");
}

#[test]
fn lambdas_carry_their_persona_and_comments_do_not_count() {
    let graph = only(&built(
        "def weigh(state, who): return {'opinions': [who]}
g = StateGraph(dict)
g.add_node('p', lambda s: weigh(s, 'Prosecutor'))
g.add_node('d', partial(weigh, who='Defense'))
g.add_node('t', (lambda who: lambda s: weigh(s, who))('TechLead'))
g.add_node('sum', print)
def fan(state):
    return [
        Send('p', state),
        # Send('d', state),
        Send('t', state),
    ]
g.add_conditional_edges(START, fan)
g.add_edge(['p', 't'], 'sum')
g.add_edge('d', 'sum')",
    ));
    assert_eq!(
        functions(&graph),
        [
            "p=weigh(Prosecutor)",
            "d=weigh(Defense)",
            "t=weigh(TechLead)",
            "sum=?"
        ]
    );
    assert_eq!(
        edges(&graph),
        ["START>p?*", "START>t?*", "p>sum&", "t>sum&", "d>sum"]
    );
}

#[test]
fn a_node_that_is_named_start_is_not_the_start() {
    let graph = only(&with_nodes(
        "START end",
        "g.set_entry_point('START')
def route(state):
    if state.get('x'):
        if state.get('y'):
            return 'end'
    return '__end__'
g.add_conditional_edges('START', route)",
    ));
    assert_eq!(graph.edges[0].from, End::Start);
    assert_eq!(graph.edges[0].to, End::Node("START".to_owned()));
    assert_eq!(edges(&graph), ["START>START", "START>END?", "START>end?"]);
    assert!(graph.reachable(&End::Node("end".to_owned())).is_empty());
}

#[test]
fn the_default_of_a_parameter_decides_and_the_other_way_is_an_alternative() {
    let fixture = |call: &str| {
        format!(
            "
//- main.py
from langgraph.graph import END, START, StateGraph
def net(parallel: bool = True):
    g = StateGraph(dict)
    for n in ['a', 'b', 'c']:
        g.add_node(n, print)
    if parallel:
        g.add_edge(START, 'a')
        g.add_edge(START, 'b')
        g.add_edge(['a', 'b'], 'c')
    else:
        g.add_edge(START, 'a')
        g.add_edge('a', 'b')
        g.add_edge('b', 'c')
    return g.compile()
{call}.invoke({{}})
"
        )
    };
    let graph = only(&fixture("net()"));
    assert_eq!(edges(&graph), ["START>a", "START>b", "a>c&", "b>c&"]);
    let end = |name: &str| End::Node(name.to_owned());
    assert_eq!(graph.alternative, [(end("a"), end("b"))]);
    let graph = only(&fixture("net(parallel=False)"));
    assert_eq!(edges(&graph), ["START>a", "a>b", "b>c"]);
    let graph = only(&fixture("net(settings.parallel)"));
    assert_eq!(edges(&graph), ["START>a", "START>b", "a>c&", "b>c&"]);
}

#[test]
fn annotations_name_targets_that_returns_do_not() {
    let graph = only(&with_nodes(
        "a b c",
        "Way = Literal['a', 'b']
def choose(state) -> Way:
    return state['way']
def pick(state) -> Literal['c', '__end__']:
    return state['pick']
def blind(state):
    return state['x']
g.add_conditional_edges(START, choose)
g.add_conditional_edges('a', pick)
g.add_conditional_edges('b', blind)",
    ));
    assert_eq!(edges(&graph), ["START>a?", "START>b?", "a>c?", "a>END?"]);
    assert_eq!(graph.routers[0].source, RouteSource::Annotation);
    assert_eq!(notes(&graph), ["the router's answers are not all known"]);
}

#[test]
fn lists_of_names_typed_builders_and_configured_graphs_are_read() {
    let graph = only(
        "
//- main.py
import langgraph.graph as lg
from langgraph.checkpoint.memory import MemorySaver
class State(dict):
    pass
def route(state) -> str | list[str]:
    if state.get('error'):
        return '__end__'
    return ['a', 'b']
builder: lg.StateGraph = lg.StateGraph(State)
builder.add_node('a', print).add_node('b', print).add_edge('a', lg.END)
builder.add_conditional_edges(lg.START, route, ['a', 'b', '__end__'])
app = builder.compile(checkpointer=MemorySaver(), interrupt_before=['b']).with_config({'recursion_limit': 9})
app.stream({})
",
    );
    assert_eq!(edges(&graph), ["a>END", "START>a?", "START>b?", "START>END?"]);
    assert_eq!(graph.checkpointer.unwrap().class.as_deref(), Some("MemorySaver"));
    assert_eq!(graph.state_class.unwrap().name, "State");
    assert_eq!(graph.routers[0].answers.len(), 2);
    assert!(graph.invoked_at.is_some());
}

#[test]
fn an_engine_of_ones_own_is_not_langgraph() {
    let graph = only(
        "
//- engine.py
class StateGraph:
    def __init__(self): self.nodes = {}
    def add_node(self, node, start=False): pass
//- main.py
from engine import StateGraph
from langgraph.graph import END
g = StateGraph()
g.add_node('x', start=True)
",
    );
    assert!(matches!(graph.framework, Framework::Own { .. }));
}

#[test]
fn maps_with_constants_and_truth_values_and_two_routers_of_one_node_are_read() {
    let graph = only(&with_nodes(
        "a b",
        "def ok(state):
    return bool(state.get('ok'))
g.add_conditional_edges(START, ok, {True: 'a', False: END})
g.add_conditional_edges(START, lambda s: 'b')
g.add_edge(START, 'b')
g.add_conditional_edges('a', lambda s: END if s else 'a', {END: END, 'a': 'a'})
g.add_edge('a', END)",
    ));
    assert_eq!(
        edges(&graph),
        [
            "START>a?",
            "START>END?",
            "START>b?",
            "START>b",
            "a>END?",
            "a>a?",
            "a>END"
        ]
    );
}

#[test]
fn of_two_graphs_the_one_that_is_run_is_live() {
    let found = all("
//- graphs.py
from langgraph.graph import START, StateGraph
def early():
    g = StateGraph(dict)
    g.add_node('old', print)
    g.add_edge(START, 'old')
    return g.compile()
def final():
    g = StateGraph(dict)
    g.add_node('new', print)
    g.add_edge(START, 'new')
    return g.compile()
//- main.py
from graphs import early, final
def main():
    final().invoke({})
if __name__ == '__main__':
    main()
");
    let said: Vec<(&str, bool)> = found.iter().map(|g| (g.order[0].as_str(), g.live)).collect();
    assert_eq!(said, [("new", true), ("old", false)]);
    let found = all("
//- langgraph.json
{\"graphs\": {\"b\": \"./flows.py:second\"}}
//- flows.py
from langgraph.graph import StateGraph
first = StateGraph(dict).add_node('x', print).compile()
second = StateGraph(list).add_node('y', print).compile()
");
    assert_eq!(found[0].order, ["y"]);
}

#[test]
fn a_builder_in_a_class_with_bound_methods_is_read() {
    let graph = only(
        "
//- main.py
from langgraph.constants import START, END
from langgraph.graph.state import StateGraph
from langgraph.checkpoint.memory import MemorySaver
class Bench:
    def __init__(self, seat):
        self.seat = seat
    def weigh(self, state):
        return {'opinions': [self.seat]}
    def __call__(self, state):
        return self.weigh(state)
class Court:
    names = ('first', 'second')
    def __init__(self, saver=None):
        self.saver = saver or MemorySaver()
        self.bench = Bench('Prosecutor')
        self.flow = StateGraph(dict)
        self._fill()
        self.app = self.flow.compile(checkpointer=self.saver)
    def _fill(self):
        self.flow.add_node(self.names[0], self.bench.weigh)
        self.flow.add_node('second', Bench('Defense'))
        self._wire(START, *self.names, END)
    def _wire(self, *chain):
        for a, b in zip(chain, chain[1:]):
            self.flow.add_edge(a, b)
    def run(self):
        return self.app.invoke({})
if __name__ == '__main__':
    Court().run()
",
    );
    assert_eq!(
        functions(&graph),
        ["first=Bench.weigh(Prosecutor)", "second=Bench.__call__(Defense)"]
    );
    assert_eq!(edges(&graph), ["START>first", "first>second", "second>END"]);
    assert_eq!(graph.checkpointer.unwrap().class.as_deref(), Some("MemorySaver"));
}

#[test]
fn every_way_to_add_an_edge_is_known() {
    let found = all(&built(
        "def a(s): pass
def b(s): pass
def c(s): return Command(goto=['d', Send('e', s)])
def d(s) -> Command[Literal['e', '__end__']]:
    return Command(goto=s['next'])
def inner():
    i = StateGraph(dict)
    i.add_node('x', print)
    i.set_entry_point('x')
    return i.compile()
g = StateGraph(state_schema=dict)
g.add_sequence([a, ('bee', b)])
g.add_node(c)
g.add_node('d', d, defer=True)
g.add_node('e', inner())
g.add_node('f', print, destinations=('a', 'd'))
g.set_conditional_entry_point(lambda s: 'a', {'a': 'a'})
g.add_edge('bee', 'c')
g.set_finish_point('e')",
    ));
    let graph = &found[0];
    assert!(found[1].is_subgraph);
    assert_eq!(
        edges(graph),
        [
            "f>a?", "f>d?", "a>bee", "START>a?", "bee>c", "e>END", "c>d?", "c>e?*", "d>END?", "d>e?"
        ]
    );
    assert!(graph.nodes["d"].deferred);
    assert!(graph.nodes["e"].subgraph.is_some());
}

#[test]
fn what_is_not_known_is_a_note_and_no_guess() {
    let graph = only(&built(
        "import json
g = StateGraph(dict)
g.add_node('a', print)
for name, target in json.load(open('edges.json')):
    g.add_node(name, print)
    g.add_edge(name, target)
g.add_edge('a', 'ghost')",
    ));
    assert_eq!(graph.order, ["a"]);
    assert_eq!(edges(&graph), [""; 0]);
    assert_eq!(
        notes(&graph),
        [
            "a node whose name is not known",
            "an edge of which an end is not known",
            "an edge from a to ghost, of which one is no node"
        ]
    );
}

#[test]
fn unequal_ways_run_a_plain_join_twice_and_a_barrier_once() {
    let with = |join: &str| {
        let graph = only(&with_nodes(
            "a b c sum",
            &format!(
                "g.add_edge(START, 'a')\ng.add_edge(START, 'b')\ng.add_edge('b', 'c')\n{join}\ng.add_edge('sum', END)"
            ),
        ));
        supersteps::Supersteps::of(&graph).runs["sum"]
    };
    assert_eq!(with("g.add_edge('a', 'sum')\ng.add_edge('c', 'sum')"), 2);
    assert_eq!(with("g.add_edge(['a', 'c'], 'sum')"), 1);
}

#[test]
fn roles_follow_from_what_functions_give() {
    let program = program(&built(
        "def fetch(s): return {'evidences': {'repo': [1]}}
def scan(s):
    out = {}
    out['evidence'] = [1]
    return out
def both(s): return {'evidences': s['evidences']}
def helper(s, who): return {'opinions': [who]}
def hawk(s): return helper(s, 'harsh')
def dove(s): return helper(s, 'mild')
def idle(s): return {}
def final(s): return {'final_report': 'x'}
g = StateGraph(dict)
g.add_node('fetch', fetch)
g.add_node('scan', scan)
g.add_node('both', both)
g.add_node('judge_dispatch', idle)
g.add_node('hawk', hawk)
g.add_node('dove', dove)
g.add_node('supreme_court', final)
for n in ['fetch', 'scan']:
    g.add_edge(START, n)
    g.add_edge(n, 'both')
g.add_edge('both', 'judge_dispatch')
for n in ['hawk', 'dove']:
    g.add_edge('judge_dispatch', n)
    g.add_edge(n, 'supreme_court')",
    ));
    let graphs = graphs(&program);
    let graph = live(&graphs).unwrap();
    let meaning = Meaning::of(&program, graph);
    assert_eq!(meaning.roles.all(Role::Detective), ["fetch", "scan"]);
    assert_eq!(meaning.roles.all(Role::Judge), ["dove", "hawk"]);
    assert_eq!(meaning.roles.all(Role::ChiefJustice), ["supreme_court"]);
    assert_eq!(meaning.roles.idle.iter().collect::<Vec<_>>(), ["judge_dispatch"]);
}

#[test]
fn evaluation_of_hostile_code_ends() {
    for body in [
        "def f(): return f()\nf()\ng = StateGraph(dict)",
        "x = 'a'\nfor i in range(10**9):\n    x = x + x\ng = StateGraph(dict)",
        "x = [1]\nwhile True:\n    x = x + x\ng = StateGraph(dict)",
        "x = (1,)\nwhile True:\n    x = (x, x)\ng = StateGraph(dict)",
        "x = print\nwhile True:\n    x = partial(x, x)\ng = StateGraph(dict)",
        "d = {}\nd['d'] = d\nx = [d]\nx.append(x)\ng = StateGraph(dict)\ng.add_node(x, d)",
        "x = {}\nfor i in range(2000):\n    x = {**x, **x, i: x}\ng = StateGraph(dict)",
        "x = '{}'\nfor i in range(400):\n    x = x.replace('{}', '{}{}')\ng = StateGraph(dict)",
        "x = [[a, b, c] for a in range(2000) for b in range(2000) for c in range(2000)]\ng = StateGraph(dict)",
        "def f(a=1):\n    if a:\n        f(a)\n        f(a)\n    else:\n        f(a)\n    return [f, f]\nf()\ng = StateGraph(dict)",
        "class A:\n    def __getattr__(self, n): return A().x\n    x = property(lambda s: s.x)\nA().x.y\ng = StateGraph(dict)",
        "g = StateGraph(dict)\nwhile True:\n    g = g.add_node(f'{g}', print)",
    ] {
        let graph = only(&built(body));
        assert!(graph.nodes.len() < 5_000, "{body}");
    }
}

proptest::proptest! {
    #[test]
    fn no_program_makes_evaluation_fail(lines in proptest::collection::vec(proptest::sample::select(vec![
        "g = StateGraph(dict)", "g.add_node('a', f)", "g.add_edge('a', x)", "x = [x, g]", "def f(x=g):", "    return x",
        "    if x:", "        x = f(g)", "for x in x:", "    g.add_node(x, x)", "    yield x", "x = lambda y: f(y)",
        "g.add_conditional_edges('a', x)", "class C(C):", "    g = g", "    def m(self): return self.m()", "x = C().m",
        "x = {**x}", "x = [y for y in x if y]", "import main", "from main import *", "x = x[0:x]", "x = f'{x}'",
        "while x:", "    break", "try:", "    raise x", "except x as g:", "    pass", "global g", "g.compile(g)",
        "x = partial(f, x)", "x = Send(x, x)", "x = x or g", "x += x", "x.append(x)", "g.add_sequence(x)",
    ]), 0..30)) {
        let program = program(&built(&lines.join("\n")));
        for graph in &graphs(&program) {
            let meaning = Meaning::of(&program, graph);
            let _ = (meaning.error_route(), meaning.fan_out(Role::Judge));
        }
    }
}

#[test]
fn a_broken_file_still_gives_its_graph_and_says_so() {
    let graph = only(&with_nodes(
        "a",
        "g.add_edge(START, 'a')\nx = = 1\ng.add_edge('a', END)",
    ));
    assert_eq!(edges(&graph), ["START>a", "a>END"]);
    assert_eq!(notes(&graph), ["a part of the file that is no Python"]);
}
