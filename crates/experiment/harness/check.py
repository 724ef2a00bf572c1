"""What the lab has, told as one line of JSON: started within walls by `auditor lab check`."""

import json
import sys

sys.path[:0] = sys.argv[1:]


def version(name):
    try:
        from importlib import metadata

        __import__(name.replace("-", "_").replace("langgraph_checkpoint_sqlite", "langgraph.checkpoint.sqlite"))
        return metadata.version(name)
    except Exception as error:  # a lab that is broken in any way is told
        return f"missing ({type(error).__name__}: {error})"


NAMES = ["langgraph", "langchain-core", "pydantic", "langgraph-checkpoint-sqlite"]
print(json.dumps({"python": sys.version.split()[0], "packages": {name: version(name) for name in NAMES}}))
