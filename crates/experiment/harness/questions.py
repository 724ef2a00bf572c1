"""Fakes of libraries that ask on the terminal: a question is answered after its words, and a menu by its first choice, then by its last."""

import re

ENDS = re.compile(r"\b(exit|quit|done|leave|cancel|back)\b", re.I)
# Answers a question that is typed; entry puts it there.
answer = [lambda text: ""]
menus = {}


class Question:
    """A question of `questionary`."""

    def __init__(self, kind, message="", choices=(), default=None, **options):
        self.kind, self.message, self.choices, self.default = kind, str(message), list(choices or ()), default

    def ask(self, *arguments, **options):
        if self.kind == "confirm":
            return bool(self.default) if self.default is not None else True
        if self.choices:
            chosen = self.choose()
            return [chosen] if self.kind == "checkbox" else chosen
        return answer[0](self.message) or (self.default if isinstance(self.default, str) else "")

    unsafe_ask = execute = ask

    async def ask_async(self, *arguments, **options):
        return self.ask()

    def choose(self):
        """Whoever is asked again leaves, where that is among the choices."""
        values = [getattr(one, "value", one.get("value", one.get("name")) if isinstance(one, dict) else one) for one in self.choices]
        menus[self.message] = menus.get(self.message, 0) + 1
        if menus[self.message] > 1:
            return next((value for value in values if ENDS.search(str(value))), values[-1])
        return next((value for value in values if not ENDS.search(str(value))), values[0])


def kind(name):
    return lambda message="", *arguments, **options: Question(name, message, arguments[0] if arguments and isinstance(arguments[0], (list, tuple)) else options.pop("choices", ()), **options)


def prompted(questions=(), *arguments, **options):
    """What `inquirer.prompt` gives: an answer by the name of each question."""
    return {one.name: one.ask() for one in questions if isinstance(one, Named)}


class Named(Question):
    def __init__(self, name="", message="", choices=(), default=None, **options):
        super().__init__(type(self).__name__.lower(), message or name, choices, default)
        self.name = name


STAND_INS = {f"questionary.{name}": kind(name) for name in ("text", "password", "path", "select", "rawselect", "autocomplete", "checkbox", "confirm")}
STAND_INS.update({f"inquirer.{name}": type(name, (Named,), {}) for name in ("Text", "List", "Confirm", "Checkbox", "Password", "Path")})
STAND_INS["inquirer.prompt"] = prompted
