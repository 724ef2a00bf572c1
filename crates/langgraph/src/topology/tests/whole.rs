//! What is tried is taken back whole, what is not known stays open, and what several evaluations see is put together.

use super::super::{End, adopt, live, unread};
use super::{Meaning, Role, Snapshot, all, built, edges, notes, only, program, with_nodes};
use std::collections::BTreeSet;

#[test]
fn a_module_that_a_trial_touches_first_is_read_again_after_it() {
    for (test, use_it) in [
        ("if log:\n        where = PATH", "where"),
        ("if log:\n        tell()", "tell()"),
        ("if log:\n        where = other.PATH", "other.PATH"),
    ] {
        let graph = only(&format!(
            "//- main.py\nfrom langgraph.graph import StateGraph, START, END\nimport other\nfrom other import tell\n\
             PATH = other.PATH\ndef f(s): return {{}}\ndef build(log=None):\n    where = None\n    {test}\n    \
             g = StateGraph(dict)\n    g.add_node('a', f)\n    g.add_edge(START, 'a')\n    \
             def inner(s):\n        return {use_it}\n    g.add_node('b', inner)\n    g.add_edge('a', other.NAME)\n    \
             return g.compile()\nbuild().invoke({{}})\n//- other.py\nPATH = 'x'\nNAME = 'b'\nLOG = []\ndef tell():\n    LOG.append(PATH)\n"
        ));
        assert_eq!(edges(&graph), ["START>a", "a>b"], "{test}: {:?}", graph.notes);
    }
}

#[test]
fn what_is_bound_before_a_loop_is_left_is_known_after_it() {
    for way in ["break", "continue"] {
        let graph = only(&with_nodes(
            "a b c",
            &format!(
                "STEPS = ['a', 'b', 'c']\ndef route(state):\n    found = END\n    for step in STEPS:\n        \
                 if step in state['todo']:\n            found = step\n            {way}\n        print(step)\n    \
                 return found\ng.add_conditional_edges(START, route)"
            ),
        ));
        assert_eq!(graph.routers[0].targets.len(), 4, "{way}: {:?}", edges(&graph));
        assert_eq!(notes(&graph), [""; 0]);
    }
    let graph = only(&with_nodes(
        "a b",
        "def route(state):\n    found = 'a'\n    while True:\n        if state['x']:\n            found = 'b'\n            \
         break\n    return found\ng.add_conditional_edges(START, route)",
    ));
    assert_eq!(edges(&graph), ["START>a?", "START>b?"]);
}

#[test]
fn what_is_behind_a_handler_is_come_to_when_the_try_fails() {
    let graph = only(&with_nodes(
        "a b",
        "def route(state):\n    try:\n        return state.pick() and 'a'\n    except Exception:\n        print('failed')\n    \
         return 'b'\ng.add_conditional_edges(START, route, ['a', 'b'])",
    ));
    assert_eq!(graph.routers[0].targets.len(), 2);
    assert!(graph.routers[0].is_open);
}

#[test]
fn an_unknown_entry_of_a_path_map_leaves_the_ways_open() {
    for (map, is_open) in [
        ("{'a': 'a', 'b': unknown()}", true),
        ("['a', *unknown()]", true),
        ("unknown()", true),
        ("{**unknown(), 'a': 'a'}", true),
        ("{'a': 'a', 'b': STOP}", false),
        ("[*NAMES, END]", false),
    ] {
        let graph = only(&with_nodes(
            "a b",
            &format!(
                "try:\n    from langgraph.graph import END as STOP\nexcept ImportError:\n    STOP = None\nNAMES = ['a', 'b']\n\
                 def route(state):\n    return 'a'\ng.add_conditional_edges(START, route, {map})"
            ),
        ));
        assert_eq!(graph.routers[0].is_open, is_open, "{map}: {:?}", graph.routers);
        assert_eq!(!graph.notes.is_empty(), is_open, "{map}: {:?}", graph.notes);
    }
}

#[test]
fn routers_that_come_with_the_library_lead_where_it_says() {
    let graph = only(&built(
        "from langgraph.prebuilt import ToolNode, tools_condition\ng = StateGraph(dict)\ng.add_node('model', print)\n\
         g.add_node(ToolNode([]))\ng.add_conditional_edges('model', tools_condition)\ng.add_edge('tools', 'model')\n\
         g.add_edge(START, 'model')",
    ));
    assert_eq!(
        edges(&graph),
        ["model>END?", "model>tools?", "tools>model", "START>model"]
    );
    assert_eq!(notes(&graph), [""; 0]);
    let graph = only(&with_nodes(
        "model work",
        "from langgraph.prebuilt import tools_condition\n\
         g.add_conditional_edges('model', tools_condition, {'tools': 'work', END: END})",
    ));
    assert_eq!(edges(&graph), ["model>work?", "model>END?"]);
    assert!(!graph.routers[0].is_open);
}

#[test]
fn commands_made_by_helpers_further_away_are_ways_of_the_node() {
    let helpers = "def third(to):\n    return Command(goto=to)\ndef second(to):\n    return third(to)\n\
                   def first(to):\n    return second(to)\n";
    let graph = only(&built(&format!(
        "{helpers}def a(state):\n    return first('b')\ng = StateGraph(dict)\ng.add_node('a', a)\ng.add_node('b', print)\n\
         g.add_edge(START, 'a')"
    )));
    assert_eq!(edges(&graph), ["START>a", "a>b?"]);
    let graph = only(&built(
        "import agents\ndef a(state) -> Command[Literal['b', '__end__']]:\n    return agents.answer(state)\n\
         g = StateGraph(dict)\ng.add_node('a', a)\ng.add_node('b', print)\ng.add_edge(START, 'a')",
    ));
    assert_eq!(edges(&graph), ["START>a", "a>END?", "a>b?"]);
    let graph = only(&built(
        "def a(state):\n    return Command(goto='elsewhere', graph=Command.PARENT)\ng = StateGraph(dict)\n\
         g.add_node('a', a)\ng.add_edge(START, 'a')",
    ));
    assert_eq!(
        (edges(&graph), notes(&graph)),
        (vec!["START>a".to_owned()], vec![])
    );
}

#[test]
fn every_target_but_the_end_goes_on_to_what_then_names() {
    let graph = only(&with_nodes(
        "a b c",
        "def route(state):\n    return state['x']\ng.add_conditional_edges(START, route, ['a', 'b', END], then='c')",
    ));
    assert_eq!(
        edges(&graph),
        ["START>a?", "START>b?", "START>END?", "a>c", "b>c"]
    );
    assert_eq!(notes(&graph), [""; 0]);
}

#[test]
fn of_several_evaluations_the_one_that_knows_the_names_is_taken() {
    let graph = only(
        "//- main.py\nimport sys\nfrom langgraph.graph import StateGraph, START, END\ndef f(s): return {}\n\
         def build(names=('a', 'b')):\n    g = StateGraph(dict)\n    for name in names:\n        g.add_node(name, f)\n        \
         g.add_edge(START, name)\n    return g.compile()\ndef main():\n    build(sys.argv[1].split(',')).invoke({})\n\
         if __name__ == '__main__':\n    main()\n",
    );
    assert_eq!(edges(&graph), ["START>a", "START>b"], "{:?}", graph.notes);
    assert!(graph.invoked_at.is_some());
}

#[test]
fn one_builder_that_is_called_for_two_graphs_makes_two() {
    let graphs = all(
        "//- main.py\nfrom langgraph.graph import StateGraph, START, END\ndef f(s): return {}\n\
         def build(names):\n    g = StateGraph(dict)\n    for name in names:\n        g.add_node(name, f)\n        \
         g.add_edge(START, name)\n    return g.compile()\nlarge = build(['a', 'b', 'c'])\nsmall = build(['d'])\n\
         again = build(['d'])\nlarge.invoke({})\nsmall.invoke({})\n",
    );
    let sizes: Vec<usize> = graphs.iter().map(|graph| graph.nodes.len()).collect();
    assert_eq!(sizes, [3, 1]);
}

#[test]
fn what_keeps_the_state_is_followed_through_parameters_attributes_and_context_managers() {
    let head = "from langgraph.checkpoint.memory import MemorySaver\nfrom langgraph.checkpoint.sqlite import SqliteSaver\n\
                from contextlib import contextmanager, ExitStack\ng = StateGraph(dict)\ng.add_node('a', print)\n\
                g.add_edge(START, 'a')\ndef make(saver=None):\n    return g.compile(checkpointer=saver)\ngraph = make()\n";
    for (run, class) in [
        ("make(MemorySaver()).invoke({})", "MemorySaver"),
        (
            "with SqliteSaver.from_conn_string('x') as s:\n        make(saver=s).invoke({})",
            "SqliteSaver",
        ),
        (
            "with kept() as s:\n        make(saver=s).invoke({})",
            "MemorySaver",
        ),
        (
            "with Store() as s:\n        make(saver=s.saver).invoke({})",
            "MemorySaver",
        ),
        (
            "with ExitStack() as stack:\n        make(stack.enter_context(MemorySaver())).invoke({})",
            "MemorySaver",
        ),
        ("make(**{'saver': MemorySaver()}).invoke({})", "MemorySaver"),
    ] {
        let graph = only(&format!(
            "//- graph.py\nfrom langgraph.graph import END, START, StateGraph\n{head}@contextmanager\ndef kept():\n    \
             yield MemorySaver()\nclass Store:\n    def __enter__(self):\n        self.saver = MemorySaver()\n        return self\n\
             //- main.py\nfrom graph import *\nfrom graph import make, kept, Store\nfrom langgraph.checkpoint.memory import MemorySaver\n\
             from langgraph.checkpoint.sqlite import SqliteSaver\nfrom contextlib import ExitStack\ndef main():\n    {run}\nmain()\n"
        ));
        let kept = graph
            .checkpointer
            .as_ref()
            .map(|kept| (kept.class.as_deref(), kept.is_seen));
        assert_eq!(kept, Some((Some(class), true)), "{run}: {:?}", graph.notes);
    }
    let graph = only(
        "//- main.py\nfrom langgraph.graph import StateGraph\ng = StateGraph(dict)\ng.add_node('a', print)\n\
         g.compile(**unknown()).invoke({})\n",
    );
    assert!(graph.checkpointer.is_some_and(|kept| !kept.is_seen));
}

#[test]
fn a_builder_that_is_handed_to_unread_code_may_have_more() {
    let graph = only(&with_nodes("a", "import plugins\nplugins.extend(g)"));
    assert!(notes(&graph)[0].contains("handed to code that is not read"));
    let graph = only(&with_nodes("a", "print(g)"));
    assert_eq!(notes(&graph), [""; 0]);
}

#[test]
fn a_folder_named_like_the_library_does_not_hide_it() {
    let graph = only(
        "//- app/core/langgraph/graph.py\nfrom langgraph.graph import StateGraph, START, END\ndef f(s): return {}\n\
         def build():\n    g = StateGraph(dict)\n    g.add_node('a', f)\n    g.add_edge(START, 'a')\n    return g.compile()\n\
         //- app/main.py\nfrom app.core.langgraph.graph import build\nbuild().invoke({})\n//- app/core/langgraph/__init__.py\n\
         //- app/__init__.py\n//- app/core/__init__.py\n",
    );
    assert_eq!(edges(&graph), ["START>a"]);
}

#[test]
fn a_class_of_ones_own_that_is_built_like_the_library_is_read() {
    let graph = only(
        "//- main.py\nfrom flow import StateGraph, Step\ndef f(s): return s\ng = StateGraph()\ng.add_node(Step('look', f), start=True)\n\
         g.add_node(Step('weigh', f))\ng.add_edge('look', 'weigh')\ng.run({})\n//- flow.py\nclass Step:\n    \
         def __init__(self, name, work):\n        self.name = name\n        self.work = work\nclass StateGraph:\n    \
         def add_node(self, node, start=False):\n        pass\n    def add_edge(self, a, b):\n        pass\n",
    );
    assert_eq!(edges(&graph), ["START>look", "look>weigh"]);
    assert!(live(std::slice::from_ref(&graph)).is_some());
    let blind = only(
        "//- main.py\nfrom flow import StateGraph\ng = StateGraph()\ng.add_node(input(), print)\ng.add_edge('a', input())\n\
         //- flow.py\nclass StateGraph:\n    pass\n",
    );
    assert!(live(std::slice::from_ref(&blind)).is_none());
}

#[test]
fn graphs_that_are_not_read_are_said_to_be_there() {
    for (files, what) in [
        (
            "//- main.py\nfrom langgraph.prebuilt import create_react_agent\nagent = create_react_agent(model, tools=[])\n",
            "main.py:2 `create_react_agent` makes a graph, which is not read",
        ),
        (
            "//- main.py\nimport langchain.agents as agents\nagent = agents.create_agent(model)\n",
            "main.py:2 `create_agent` makes a graph, which is not read",
        ),
        (
            "//- main.py\nfrom langgraph.func import entrypoint\n@entrypoint()\ndef flow(x):\n    return x\n",
            "main.py:2 `entrypoint` makes a graph, which is not read",
        ),
        (
            "//- src/graph.ts\nimport { StateGraph } from \"@langchain/langgraph\";\n",
            "src/graph.ts:1 a graph in TypeScript or JavaScript is not read",
        ),
        (
            "//- langgraph.json\n{\"graphs\": {\"a\": \"outside.agents:graph\"}}\n",
            "langgraph.json:1 the graph `a`, declared as `outside.agents:graph`, is not read",
        ),
    ] {
        let found = unread(&program(files), &Snapshot::from_fixture(files));
        let said: Vec<String> = found
            .iter()
            .map(|note| format!("{} {}", note.place, note.what))
            .collect();
        assert_eq!(said, [what], "{files}");
    }
    let files = "//- main.py\nfrom tools import create_agent\nagent = create_agent()\n//- tools.py\ndef create_agent(): pass\n";
    assert_eq!(unread(&program(files), &Snapshot::from_fixture(files)), []);
}

#[test]
fn a_graph_that_nothing_starts_is_the_programs_where_a_document_uses_it() {
    let code = "//- main.py\nprint('hello')\nif __name__ == '__main__':\n    print(1)\n//- flow/graph.py\n\
                from langgraph.graph import StateGraph, START\ng = StateGraph(dict)\ng.add_node('a', print)\ng.add_edge(START, 'a')\n\
                app = g.compile()\n";
    for (more, is_used) in [
        ("", false),
        ("//- README.md\nThe graph is in flow/graph.py.\n", false),
        (
            "//- README.md\n    python -c 'from flow.graph import app'\n",
            true,
        ),
        ("//- tests/test_graph.py\nfrom flow.graph import app\n", true),
    ] {
        let files = format!("{code}{more}");
        let (program, snapshot) = (program(&files), Snapshot::from_fixture(&files));
        let mut graphs = super::graphs(&program);
        adopt(&mut graphs, &program, &snapshot);
        let found = live(&graphs).map(|graph| graph.is_started);
        assert_eq!(found, is_used.then_some(false), "{more}");
    }
}

#[test]
fn open_answers_are_either_or_unless_several_are_given() {
    let route = |body: &str| {
        let graph = only(&with_nodes(
            "prosecutor defense",
            &format!(
                "def route(state){body}\ng.add_conditional_edges(START, route, ['prosecutor', 'defense'])"
            ),
        ));
        let program = program("");
        Meaning::of(&program, &graph)
            .supersteps
            .steps
            .iter()
            .map(BTreeSet::len)
            .max()
            .unwrap_or(0)
    };
    assert_eq!(route(":\n    return state['x']"), 1);
    assert_eq!(route(" -> list[str]:\n    return state['x']"), 2);
}

#[test]
fn who_changes_the_state_in_place_is_not_idle() {
    for work in [
        "state['opinions'].append(ask())",
        "state['opinions'][persona] = ask()",
        "state.opinions.append(ask())",
        "state['opinions'] += [ask()]",
        "state.setdefault('opinions', []).append(ask())",
    ] {
        let files = built(&format!(
            "def weigh(state, persona='x'):\n    {work}\n    return state\ng = StateGraph(dict)\n\
             g.add_node('prosecutor', weigh)\ng.add_edge(START, 'prosecutor')"
        ));
        let program = program(&files);
        let graph = only(&files);
        let meaning = Meaning::of(&program, &graph);
        assert_eq!(
            meaning.roles.at(&End::Node("prosecutor".to_owned())),
            Role::Judge,
            "{work}"
        );
    }
}

#[test]
fn what_a_node_comes_to_may_make_it_one_of_a_role() {
    let unclear = |node: &str| {
        let files = built(&format!(
            "def repo_investigator(s):\n    return []\n{node}\ng = StateGraph(dict)\ng.add_node('work', work)\n\
             g.add_edge(START, 'work')"
        ));
        let program = program(&files);
        let graph = only(&files);
        let roles = Meaning::of(&program, &graph).roles;
        roles.unclear(&program, &graph, Role::Detective).is_some()
    };
    assert!(unclear(
        "def work(state):\n    return {'found': repo_investigator(state)}"
    ));
    assert!(unclear("work = make()"));
    assert!(!unclear("def work(state):\n    return {'found': 1}"));
}

#[test]
fn what_would_be_refused_is_not_what_a_program_is_given() {
    let graph = only(
        "//- main.py\nfrom langgraph.graph import StateGraph, START, END\ndef f(s): return {}\nclass Flow:\n    \
         def __init__(self, mode='all'):\n        self.mode = mode\n    def build(self):\n        g = StateGraph(dict)\n        \
         g.add_node('a', f)\n        g.add_edge(START, 'a')\n        if self.mode == 'text':\n            g.add_node('text', f)\n            \
         g.add_edge('a', 'text')\n            g.add_edge('text', 'z')\n        else:\n            \
         raise ValueError(self.mode)\n        g.add_node('z', f)\n        g.add_edge('z', END)\n        return g.compile()\n\
         Flow().build().invoke({})\n",
    );
    assert_eq!(edges(&graph), ["START>a", "a>text~", "text>z~", "z>END"]);
}

#[test]
fn what_a_router_brings_in_takes_nothing_from_its_answer() {
    let heavy = "TABLE['x'] = ['x'] + ['y']\n".repeat(3_000);
    let graph = only(&format!(
        "//- main.py\nfrom langgraph.graph import StateGraph, START, END\nfrom langgraph.types import Send\n\
         def f(s): return {{}}\ndef route(state):\n    from heavy import pick\n    pick(state)\n    \
         return [Send('b', part) for part in state['parts']]\ng = StateGraph(dict)\ng.add_node('a', f)\ng.add_node('b', f)\n\
         g.add_edge(START, 'a')\ng.add_conditional_edges('a', route)\ng.compile().invoke({{}})\n\
         //- heavy.py\nTABLE = {{}}\n{heavy}def pick(state):\n    return TABLE\n"
    ));
    assert_eq!(edges(&graph), ["START>a", "a>b?*"], "{:?}", graph.notes);
}
