// A small program of three commits, its report, and a panel whose models are played.

const GRAPH = `from langgraph.graph import END, START, StateGraph

from src.state import Notebook, Sighting
from src.tools import history


def look_at_history(notebook: Notebook) -> dict:
    told = history(notebook["target"])
    return {"sightings": [Sighting(goal="history", found=len(told) > 3, location="git log", confidence=0.9)]}


def look_at_code(notebook: Notebook) -> dict:
    return {"sightings": [Sighting(goal="code", found=True, location="src", confidence=0.5)]}


def weigh(notebook: Notebook) -> dict:
    return {"sightings": []}


def build():
    graph = StateGraph(Notebook)
    graph.add_node("look_at_history", look_at_history)
    graph.add_node("look_at_code", look_at_code)
    graph.add_node("weigh", weigh)
    graph.add_edge(START, "look_at_history")
    graph.add_edge(START, "look_at_code")
    graph.add_edge(["look_at_history", "look_at_code"], "weigh")
    graph.add_edge("weigh", END)
    return graph.compile()
`;
const STATE = `import operator
from typing import Annotated, TypedDict

from pydantic import BaseModel, Field


class Sighting(BaseModel):
    goal: str
    found: bool
    location: str
    confidence: float = Field(ge=0, le=1)


class Notebook(TypedDict):
    target: str
    sightings: Annotated[list[Sighting], operator.add]
`;
const TOOLS = `import subprocess
import tempfile


def history(target: str) -> list[str]:
    with tempfile.TemporaryDirectory() as room:
        subprocess.run(["git", "clone", "--bare", "--", target, room], check=True, timeout=60)
        told = subprocess.run(["git", "-C", room, "log", "--format=%s"], check=True, capture_output=True, text=True, timeout=60)
    return told.stdout.splitlines()
`;
const MAIN = `import sys

from src.graph import build

if __name__ == "__main__":
    print(build().invoke({"target": sys.argv[1], "sightings": []}))
`;

export const HISTORY = [
  [
    "Set the project up",
    {
      "pyproject.toml": '[project]\nname = "swarm"\nversion = "0.1"\n',
      "README.md": "# Swarm\n\nLooks at a repository. See `src/graph.py`.\n",
      "src/__init__.py": "",
      "src/state.py": STATE,
    },
  ],
  ["Read what a repository tells", { "src/tools.py": TOOLS }],
  ["Wire the graph", { "src/graph.py": GRAPH, "main.py": MAIN }],
];

export const REPORT = "# Report\n\nThe graph in `src/graph.py` fans out to two observers. `src/judges.py` holds the judges.\n";

export const PANEL = (base) => `model = "house:m"
[providers.house]
dialect = "openai"
base_url = "${base}"
key_env = "FAKE_KEY"
[prices."house:m"]
input = 1.0
output = 10.0
`;
