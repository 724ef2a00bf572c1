import ast
import os
import subprocess
import tempfile

from pydantic import BaseModel, Field


class Evidence(BaseModel):
    goal: str
    found: bool
    confidence: float = Field(ge=0, le=1)


def clone(url: str) -> str:
    with tempfile.TemporaryDirectory() as room:
        subprocess.run(["git", "clone", "--", url, room], check=True, timeout=60)
        tree = ast.parse(open(f"{room}/a.py").read())
        match tree.body:
            case [ast.Import(names=[first, *_]), *rest]:
                return first.name
    os.system("ls " + url)
    return lambda x: [y async for y in x if (z := y)]
