"""What of all that detectives found reaches the prompts of judges, and what of a prompt was handed to the judge."""

import functools
import re
import threading

from experiment_harness import changes
from experiment_harness import events

FOUND_MAX = 200
# A text that is shorter may stand anywhere by chance.
TEXT_MIN, LOOKED_AT = 12, 60
# Texts that are taken out of a prompt.
GIVEN_MIN, GIVEN_MAX, DEPTH_MAX = 20, 2_000, 9

# The texts of each piece of evidence with who gave it and when, the givers, and what of it a judge was shown.
found, givers, shown = {}, set(), set()
# The nodes that gave opinions.
opined = set()
# What the node that runs got, by thread; the newest of all where the node asks from a thread of its own.
_state, _newest = threading.local(), [None]


def entered(state):
    _state.value = _newest[0] = state


def quietly(action):
    """What goes wrong here is none of the subject's business."""

    @functools.wraps(action)
    def run(*arguments):
        try:
            return action(*arguments)
        except Exception:
            return arguments[0]

    return run


def plain(text):
    """Without what quoting and laying out changes."""
    return re.sub(r'(\\+[nt"]|[\s"])+', " ", text)


@quietly
def gathered(node, update, step=None):
    """What a node gave of evidence, and in which step."""
    if changes.opinions(update):
        opined.add(node)
    for record in changes.evidence(update):
        texts = tuple(plain(item)[:LOOKED_AT].strip() for _, item in changes.fields(record) if isinstance(item, str) and len(item) >= TEXT_MIN)
        if texts and len(found) < FOUND_MAX and texts not in found:
            found[texts] = (node, step)
            givers.add(node)


@quietly
def note(prompt, node):
    """Which of it stands in a prompt: by a text of its own, for what all say shows nothing."""
    if not found or node in givers:
        return
    prompt, times = plain(prompt), {}
    for texts in found:
        for text in set(texts):
            times[text] = times.get(text, 0) + 1
    for texts in found:
        own = [text for text in texts if times[text] == 1] or texts
        if any(text in prompt for text in own):
            shown.add(texts)


def before_judges(asked):
    """The evidence that was there when the first judge was asked: what judges give themselves, and whoever comes after, reaches none."""
    if not asked:
        return {}
    # Who has a judge's word in its prompt and gives no opinion is none, where others give some.
    heard = [(step, node) for step, node, _ in asked if node in opined] or [(step, node) for step, node, _ in asked]
    judges, first = {node for _, node in heard}, min(step for step, _ in heard)
    return {texts: node for texts, (node, step) in found.items() if node not in judges and (step is None or step < first)}


def tell(asked):
    """`asked`: the steps, nodes and voices in which judges were asked."""
    gave = before_judges(asked)
    if gave:
        reached = {texts: node for texts, node in gave.items() if texts in shown}
        events.tell("reached", found=len(gave), shown=len(reached), without=sorted(set(gave.values()) - set(reached.values()))[:12])


def strings(value, depth=0):
    if isinstance(value, str):
        yield value
    elif depth < DEPTH_MAX:
        for _, item in (changes.fields(value) or [])[:GIVEN_MAX]:
            yield from strings(item, depth + 1)


@quietly
def without_given(prompt):
    """A prompt without the texts that the state holds."""
    state = getattr(_state, "value", None) or _newest[0]
    texts = {text.strip() for _, text in zip(range(GIVEN_MAX), strings(state))} if state is not None else ()
    for text in sorted((text for text in texts if len(text) >= GIVEN_MIN), key=len, reverse=True):
        for form in (text, text.replace("\n", "\\n").replace('"', '\\"')):
            prompt = prompt.replace(form, " ")
    return prompt
