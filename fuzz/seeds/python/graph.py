import operator
from typing import Annotated, TypedDict
from langgraph.graph import END, START, StateGraph
from langgraph.checkpoint.memory import MemorySaver


class State(TypedDict):
    notes: Annotated[list[str], operator.add]


def look(state: State) -> dict:
    return {"notes": ["seen"]}


def judge(state: State) -> dict:
    scores = [note.score for note in state["notes"]]
    final = sum(scores) / len(scores)
    if max(scores) - min(scores) > 2:
        final = min(final, 3)
    return {"notes": [f"{final:.1f}"]}


def route(state: State) -> str:
    return "judge" if state["notes"] else END


def build():
    graph = StateGraph(State)
    for name in ["a", "b"]:
        graph.add_node(name, look)
        graph.add_edge(START, name)
    graph.add_node("judge", judge)
    graph.add_conditional_edges("a", route, {"judge": "judge", END: END})
    graph.add_edge(["a", "b"], "judge")
    graph.add_edge("judge", END)
    return graph.compile(checkpointer=MemorySaver())


if __name__ == "__main__":
    build().invoke({"notes": []})
