use super::*;

const CLASH: &str = "START>a START>b a>join b>join join>END";

#[test]
fn two_nodes_of_one_superstep_that_write_a_channel_without_reducer_collide() {
    let code = "def a(state):\n    return {\"topic\": 1, \"log\": []}\n\
                def b(state):\n    out = {}\n    if state[\"ok\"]:\n        out[\"topic\"] = 2\n    return out\n";
    let found = told("graph.concurrent_writes", code, CLASH);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        found[0].text,
        "`a` and `b` run in one superstep and may write `topic`, which has no reducer in `State`: LangGraph refuses \
         the second write with InvalidUpdateError"
    );
    assert_eq!(found[0].weight, Weight::Risk);
    let sure = code.replace("    if state[\"ok\"]:\n        out[\"topic\"] = 2\n    return out", "    return helper(2)\ndef helper(x):\n    try:\n        return dict(topic=x)\n    except ValueError:\n        return {\"topic\": 0}");
    assert_eq!(
        told("graph.concurrent_writes", &sure, CLASH)[0].weight,
        Weight::Wrong
    );
}

#[test]
fn channels_with_a_reducer_and_nodes_that_follow_each_other_do_not_collide() {
    let both = "def a(state):\n    return {\"log\": [1]}\ndef b(state):\n    return Command(update={\"log\": [2]}, goto=\"join\")\n";
    assert_eq!(told("graph.concurrent_writes", both, CLASH), []);
    let topic = "def a(state):\n    return {\"topic\": 1}\ndef b(state):\n    return {\"topic\": 2}\n";
    assert_eq!(told("graph.concurrent_writes", topic, "START>a a>b b>END"), []);
    assert_eq!(told("graph.concurrent_writes", topic, CLASH).len(), 1);
    let either = format!("{topic}def route(state) -> str:\n    return \"a\" if state[\"ok\"] else \"b\"\n");
    assert_eq!(
        told("graph.concurrent_writes", &either, "START?route:a,b a>END b>END"),
        []
    );
    let named = module(topic, CLASH)
        .replace("topic: str", "topic: Topic\n")
        .replace(
            "class State",
            "def last(a, b):\n    return b\nTopic = Annotated[str, last]\nclass State",
        );
    assert!(
        of(&named)
            .iter()
            .all(|finding| finding.kind != "graph.concurrent_writes")
    );
}

#[test]
fn what_a_wrapper_may_change_is_not_held_against_a_node() {
    let code = "def a(state):\n    return {\"topic\": 1}\ndef b(state):\n    return {\"topic\": 2}\n\
                def logged(f):\n    def inner(state):\n        out = f(state)\n        print(out)\n        return out\n    return inner\n\
                def only_log(f):\n    def inner(state):\n        return {\"log\": f(state)[\"topic\"]}\n    return inner\n";
    let wrapped = |with: &str| module(code, CLASH).replace("\"a\", a)", &format!("\"a\", {with}(a))"));
    let count = |text: &str| {
        let found = of(text);
        found
            .iter()
            .filter(|finding| finding.kind == "graph.concurrent_writes")
            .count()
    };
    assert_eq!(count(&wrapped("logged")), 1);
    assert_eq!(count(&wrapped("only_log")), 0);
    let decorated = |with: &str| module(&code.replace("def a(", &format!("@{with}\ndef a(")), CLASH);
    assert_eq!(count(&decorated("traceable")), 1);
    assert_eq!(count(&decorated("shaped")), 0);
}

#[test]
fn a_whole_state_given_back_in_parallel_writes_everything_twice() {
    let code = "def a(state):\n    state[\"topic\"] = 1\n    return state\ndef b(state):\n    return {**state, \"ok\": True}\n";
    let found = texts("graph.concurrent_writes", code, CLASH);
    assert_eq!(found.len(), 1);
    assert!(
        found[0].starts_with("`a` and `b` run in one superstep and give back their whole state: "),
        "{found:?}"
    );
    assert_eq!(
        texts(
            "graph.concurrent_writes",
            &code.replace("return state\n", "return {}\n"),
            CLASH
        ),
        [""; 0]
    );
}

#[test]
fn tasks_of_one_node_collide_with_themselves() {
    let code = "def route(state):\n    return [Send(\"judge\", x) for x in state[\"log\"]]\n\
                def judge(task):\n    return {\"verdict\": ask(task), \"log\": [task]}\n";
    let edges = "START?route: judge>END";
    let found = texts("graph.concurrent_writes", code, edges);
    assert_eq!(found.len(), 1);
    assert!(
        found[0].contains("each may write `verdict`, which has no reducer"),
        "{found:?}"
    );
    assert_eq!(
        texts(
            "graph.concurrent_writes",
            &code.replace("\"verdict\": ask(task), ", ""),
            edges
        ),
        [""; 0]
    );
}

#[test]
fn a_whole_state_given_back_doubles_what_is_added_up() {
    let echo = "def b(state):\n    return state\n";
    let edges = "START>a a>b b>END";
    let found = texts("graph.echoes_state", echo, edges);
    assert_eq!(
        found,
        [
            "`b` gives back its whole state, and what is given to `log` is added to what it holds: all of it is there \
          twice afterwards"
        ]
    );
    assert_eq!(texts("graph.echoes_state", echo, "START>b b>END"), [""; 0]);
    let anew = "def b(state):\n    return {**state, \"log\": []}\n";
    assert_eq!(texts("graph.echoes_state", anew, edges), [""; 0]);
    let taken = "def b(state):\n    state.pop(\"log\", None)\n    return state\n";
    assert_eq!(texts("graph.echoes_state", taken, edges), [""; 0]);
    let asked = format!("{echo}def route(state) -> str:\n    return \"bad\" if state[\"log\"] else \"b\"\n");
    assert_eq!(
        texts(
            "graph.echoes_state",
            &asked,
            "START>a a?route:b,bad b>END bad>END"
        ),
        [""; 0]
    );
}

#[test]
fn a_key_that_the_state_does_not_have_is_told_where_its_class_is_known() {
    let code = "def a(state):\n    return {\"topics\": 1}\n";
    assert_eq!(
        texts("graph.unknown_channel", code, "START>a a>END"),
        ["`a` gives back `topics`, which `State` does not have, so it never comes into the state"]
    );
    let inherited = module(code, "START>a a>END")
        .replace("class State(TypedDict)", "class State(Base)")
        .replace(
            "class State",
            "class Base(TypedDict):\n    topics: int\nclass State",
        );
    assert!(
        of(&inherited)
            .iter()
            .all(|finding| finding.kind != "graph.unknown_channel")
    );
    let unknown = module(code, "START>a a>END").replace("class State(TypedDict)", "class State(Elsewhere)");
    assert!(
        of(&unknown)
            .iter()
            .all(|finding| finding.kind != "graph.unknown_channel")
    );
    let private = code.replace(
        "def a(state)",
        "class Own(TypedDict):\n    topics: int\ndef a(state: Own)",
    );
    assert_eq!(texts("graph.unknown_channel", &private, "START>a a>END"), [""; 0]);
    let second =
        module(code, "START>a a>END").replace("StateGraph(State)", "StateGraph(State, output_schema=Other)");
    assert!(
        of(&second)
            .iter()
            .all(|finding| finding.kind != "graph.unknown_channel")
    );
}

#[test]
fn a_router_that_asks_for_what_the_state_does_not_have_is_told_and_not_played() {
    let code = "def route(state) -> str:\n    if state.get(\"error\"):\n        return \"bad\"\n    return \"good\"\n";
    let edges = "START>a a?route:good,bad a>other other>good good>END bad>END";
    let found = of(&module(code, edges));
    let accusing: Vec<&Finding> = found
        .iter()
        .filter(|finding| finding.weight > Weight::Note)
        .collect();
    assert_eq!(accusing.len(), 1, "{accusing:?}");
    assert_eq!(
        accusing[0].text,
        "`route` asks the state for `error`, which `State` does not have: it is never there"
    );
    // Where the state may have more than is known, nothing is told and nothing is played either.
    let open = module(code, edges).replace("class State(TypedDict)", "class State(Elsewhere)");
    assert!(of(&open).iter().all(|finding| finding.weight == Weight::Note));
    assert_eq!(
        texts("graph.asks_unknown_channel", &code.replace("error", "ok"), edges),
        [""; 0]
    );
}

#[test]
fn an_object_of_whose_fields_the_state_has_none_never_arrives() {
    let code = "class Note(BaseModel):\n    text: str\n\
                class Part(BaseModel):\n    topic: str\n    text: str\n\
                def a(state):\n    if state[\"ok\"]:\n        return Note(text=\"x\")\n    return {\"log\": []}\n\
                def b(state):\n    part = Part(topic=\"t\", text=\"x\")\n    return part\n";
    let text = module(code, CLASH).replace("class Note", "from pydantic import BaseModel\nclass Note");
    let found = of(&text);
    let lost: Vec<_> = found
        .iter()
        .filter(|finding| finding.kind == "graph.lost_object")
        .map(|finding| finding.text.as_str())
        .collect();
    assert_eq!(
        lost,
        [
            "`a` gives back a bare object of `Note`, of whose fields `State` has none: nothing of it comes into the state"
        ]
    );
}
