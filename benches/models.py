"""A server of models on loopback, which is asked as a provider is and counts what it was asked."""

import asyncio
import json
import re
import time

# Longer than a process that was killed needs to be gone: who does not listen any more has paid nothing.
THINKS = 0.05


def texts(value):
    """All strings of a message."""
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return [text for part in parts for text in texts(part)]


def opinion(told):
    """An honest one: it cites the first piece of evidence of the brief, and quotes its first line."""
    rest = told.split("<<<exhibit ")[1]
    own = " ".join(told.split("# You are the ")[1].split()[:16])
    exhibit, quote = rest.split(" ")[0], rest.split("\n")[1]
    score = 2 if "You are the Prosecutor" in told else 3
    shown = [{"exhibit": exhibit, "quote": quote, "shows": "who asked"}]
    argument = f"As {own} I hold that {exhibit} decides."
    return {"evidence": shown, "argument": argument, "charges": ["a gap"], "mitigations": ["a start"], "confidence": 70, "score": score}


def summary(told):
    """Of a part of a large repository, with a place that it shows."""
    part = told.split("<<<part ")[1]
    return {"summary": "Small functions that split texts.", "places": [re.search(r"[\w./-]+\.py", part).group() + ":1"]}


class Models:
    """The server, and when it answered each request."""

    def __init__(self):
        self.answered = {}
        self.port = None

    async def start(self):
        server = await asyncio.start_server(self.serve, "127.0.0.1", 0, limit=1 << 24)
        self.port = server.sockets[0].getsockname()[1]
        return self

    def panel(self):
        """The text of a panel that asks it."""
        head = f'model = "house:m"\n[providers.house]\ndialect = "openai"\nbase_url = "http://127.0.0.1:{self.port}/v1/"\n'
        return head + 'key_env = "FAKE_KEY"\n[prices."house:m"]\ninput = 1.0\ncached = 0.5\noutput = 10.0\n'

    async def serve(self, reader, writer):
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            length = next((int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), 0)
            body = await reader.readexactly(length)
            if head.startswith(b"POST"):
                await asyncio.sleep(THINKS)
                # Whoever is gone by now gets nothing, and pays nothing.
                if reader.at_eof():
                    return
                self.answered.setdefault(body, []).append(time.monotonic())
                writer.write(answer(json.loads(body)))
            else:
                writer.write(b"HTTP/1.1 404 X\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    def twice(self, deaths, near=0.3):
        """Requests that were answered more than once: where nobody died as they were answered, and where somebody did."""
        apart, met = 0, 0
        for moments in self.answered.values():
            for moment in moments[:-1]:
                is_met = any(abs(death - moment) < near for death in deaths)
                met, apart = met + is_met, apart + (not is_met)
        return apart, met


def answer(asked):
    told = "\n".join(texts(asked))
    content = summary(told) if "<<<part " in told else opinion(told)
    message = {"role": "assistant", "content": json.dumps(content)}
    usage = {"prompt_tokens": 1000, "completion_tokens": 100, "total_tokens": 1100}
    choices = [{"index": 0, "message": message, "finish_reason": "stop"}]
    told = json.dumps({"id": "c", "object": "chat.completion", "model": "m", "choices": choices, "usage": usage}).encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(told)}\r\nConnection: close\r\n\r\n"
    return head.encode() + told
