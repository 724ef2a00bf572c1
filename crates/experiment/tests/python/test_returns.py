import unittest

import harness  # noqa: F401
from experiment_harness import returns

JUDGES = ["prosecutor", "defense"]
END = "__end__"
NODES = {"prosecutor", "defense", "retry", "last"}


class Send:
    def __init__(self, node, state):
        self.node, self.state = node, state


def either(state):
    if state.get("error"):
        return END
    return "last"


def all_of(state):
    return [Send(name, state) for name in JUDGES] if state else [Send("retry", state)]


def named(state):
    return JUDGES


def computed(state):
    return state["next"]


def half(state):
    if state:
        return "last"
    return state["next"]


def unknown(state):
    return "nowhere"


def outer(state):
    def inner():
        return "retry"

    inner()
    return "last"


class Returns(unittest.TestCase):
    def test_what_is_written_out_is_all_that_a_router_can_return(self):
        self.assertEqual(returns.ends(either, NODES), {END, "last"})
        self.assertEqual(returns.ends(all_of, NODES), {"prosecutor", "defense", "retry"})
        self.assertEqual(returns.ends(named, NODES), set(JUDGES))
        self.assertEqual(returns.ends(outer, NODES), {"last"})

    def test_what_is_computed_is_not_guessed(self):
        for router in (computed, half, unknown, lambda state: "last", len, None):
            self.assertIsNone(returns.ends(router, NODES), router)


if __name__ == "__main__":
    unittest.main()
