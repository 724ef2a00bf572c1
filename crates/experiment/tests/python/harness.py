"""The harness as it lies in a cell: one package, whatever its folder is called here."""

import importlib.util
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "harness"
sys.dont_write_bytecode = True

if "experiment_harness" not in sys.modules:
    spec = importlib.util.spec_from_file_location("experiment_harness", FOLDER / "__init__.py", submodule_search_locations=[str(FOLDER)])
    package = importlib.util.module_from_spec(spec)
    sys.modules["experiment_harness"] = package
    spec.loader.exec_module(package)
