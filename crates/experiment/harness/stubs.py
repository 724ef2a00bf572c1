"""Modules that are not there. Providers of models are always replaced; others only where the subject's own file imports one."""

import importlib.abc
import importlib.machinery
import os
import sys
import types

from experiment_harness import documents
from experiment_harness import events
from experiment_harness import models
from experiment_harness import questions

# Whoever sells or serves models, by the first part of the module's name.
PROVIDERS = {"openai", "anthropic", "groq", "ollama", "litellm", "cohere", "mistralai", "together", "instructor", "huggingface_hub", "transformers",
             "vertexai", "boto3", "replicate", "fireworks", "dashscope", "zhipuai", "google", "langchain"}
PROVIDER_PATHS = ("google.generativeai", "google.genai", "google.ai")
# What joins LangChain to somebody else's service is a package of its own; these are LangChain itself.
NO_PROVIDERS = {"langchain_core", "langchain_text_splitters", "langchain_experimental"}
MARKS = ("/site-packages/", "/packages/")


def is_provider(name):
    top = name.split(".")[0]
    if top == "google":
        return name == top or name.startswith(PROVIDER_PATHS)
    return top in PROVIDERS or top.startswith("langchain_") and top not in NO_PROVIDERS


class Stub(types.ModuleType):
    """A module in which every name is there."""

    def __getattr__(self, name):
        if name.startswith("__") and name != "__version__":
            raise AttributeError(name)
        made = "9.9.9" if name == "__version__" else make(f"{self.__name__}.{name}")
        setattr(self, name, made)
        return made


def make(path):
    """What stands for a name of a module that is not there."""
    document = documents.stand_in(path) or questions.STAND_INS.get(path)
    if document is not None:
        return document
    name = path.split(".")[-1]
    low = name.lower()
    if "error" in low or "exception" in low or name.endswith("Timeout"):
        return type(name, (Exception,), {"__module__": path.rpartition(".")[0]})
    if is_provider(path):
        if "embedding" in low:
            return Kind(name, (Thing,), {"_path": path})
        if name == "init_chat_model":
            return lambda *arguments, **options: models.chat_class("init_chat_model")(*arguments, **{k: v for k, v in options.items() if k != "model_provider"})
        if path.startswith("langchain") and name[:1].isupper() and (low.startswith("chat") or low.endswith(("llm", "chat", "ai")) or "chat" in low):
            return models.chat_class(name)
    if name[:1].isupper():
        return Kind(name, (Thing,), {"_path": path})
    return Thing(_path=path)


class Kind(type):
    """A class that has everything too."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return make(f"{cls._path}.{name}")


class Thing(metaclass=Kind):
    """An object that has everything, can be called, entered and gone through, and asks a model where a client would."""

    _path = ""

    def __init__(self, *arguments, _path=None, **options):
        if _path is not None:
            self._path = _path

    def __getattr__(self, name):
        if name.startswith("__") or name == "_path":
            raise AttributeError(name)
        return Thing(_path=f"{self._path}.{name}")

    def __call__(self, *arguments, **options):
        name = self._path.rpartition(".")[2]
        if is_provider(self._path) and name in models.ASKING:
            return models.answer_of_client(self._path, arguments, options)
        if name == "get_tools":
            # Others are added to these.
            return []
        # A decorator without arguments gives back what it decorates.
        if len(arguments) == 1 and not options and isinstance(arguments[0], (types.FunctionType, type)):
            return arguments[0]
        return Thing(_path=f"{self._path}()")

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False

    def __iter__(self):
        return iter(())

    def __len__(self):
        return 0

    def __bool__(self):
        return True

    def __str__(self):
        return ""

    # In sums it is nothing, so that what a program measures with it stays within its limits.

    def __float__(self):
        return 0.0

    def __int__(self):
        return 0

    __index__ = __int__

    def __add__(self, other):
        return other

    __radd__ = __add__

    def __mul__(self, other):
        return 0

    __rmul__ = __sub__ = __truediv__ = __floordiv__ = __mod__ = __mul__

    def __rsub__(self, other):
        return other

    def __lt__(self, other):
        return True

    __le__ = __lt__

    def __gt__(self, other):
        return False

    __ge__ = __gt__

    def __fspath__(self):
        return "/room/tmp/nothing"

    def __getitem__(self, name):
        return Thing(_path=f"{self._path}[]")

    def __setitem__(self, name, value):
        pass

    def __or__(self, other):
        return self

    __ror__ = __or__


class Loader(importlib.abc.Loader):
    def create_module(self, spec):
        module = Stub(spec.name)
        module.__path__ = []
        return module

    def exec_module(self, module):
        pass


class Finder(importlib.abc.MetaPathFinder):
    """`always`: providers, before anything else is asked. Else: what nobody knows, where the subject asks for it."""

    def __init__(self, root, always):
        self.root, self.always = root, always

    def find_spec(self, name, path=None, target=None):
        if self.always != is_provider(name) or is_own(self.root, name.split(".")[0]):
            return None
        asker = asking()
        if not self.always and not self.is_child_of_stub(name) and not (asker or "").startswith(self.root):
            return None
        if self.always and any(mark in (asker or "") for mark in MARKS):
            # A library that would use it if it were there does without.
            return None
        events.tell("stub", module=name, by=(asker or "")[len(self.root):])
        return importlib.machinery.ModuleSpec(name, Loader(), is_package=True)

    def is_child_of_stub(self, name):
        return isinstance(sys.modules.get(name.rpartition(".")[0]), Stub)


def asking():
    """The file whose import is being answered."""
    frame = sys._getframe(2)
    while frame is not None:
        name = frame.f_code.co_filename
        if not name.startswith("<frozen importlib") and "importlib" not in name and not name.startswith("/harness/"):
            return name
        frame = frame.f_back
    return None


_own = {}


def is_own(root, top):
    """Whether the subject has a module of that name itself: if it is broken, that is the subject's."""
    if top not in _own:
        found = False
        for folder, folders, files in os.walk(root):
            folders[:] = [one for one in folders if not one.startswith(".") and one not in ("node_modules", "venv")]
            if top in folders and any(name.endswith(".py") for name in os.listdir(os.path.join(folder, top))) or f"{top}.py" in files:
                found = True
                break
        _own[top] = found
    return _own[top]


def install(root):
    sys.meta_path.insert(0, Finder(root, True))
    sys.meta_path.append(Finder(root, False))
