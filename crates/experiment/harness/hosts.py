"""What comes back over HTTP, for no request leaves the cell: hosts of repositories serve the fixture, providers of models answer
as fakes of them do. Whoever asks another address finds no network, as before."""

import base64
import functools
import io
import json
import os
import re
import urllib.parse
import zipfile
from time import sleep

from experiment_harness import events
from experiment_harness import models

FIXTURE = "/room/fixture"
BRANCH = "main"
# Commits of the fixture, the newest first: what a host says of each.
commits = []
root = ""
# A program that waits for an answer without a limit waits longer than its scenario has.
FOREVER = 3600.0
ASKS = re.compile(r"(chat/completions|/completions|/messages|/responses|generateContent|/api/chat|/api/generate)$")
HOSTS = {"api.github.com", "github.com", "www.github.com", "raw.githubusercontent.com", "codeload.github.com", "gitlab.com"}
FILE_MAX = 1 << 20


class Answer:
    """What a server says."""

    def __init__(self, body, status=200, kind="application/json"):
        self.status, self.kind = status, kind
        self.body = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.reason = {200: "OK", 401: "Unauthorized", 404: "Not Found"}.get(self.status, "OK")

    def headers(self):
        return {"content-type": self.kind, "content-length": str(len(self.body)), "x-ratelimit-remaining": "4999"}


class Unanswered(Exception):
    """The server cannot be reached, or does not answer in time."""

    def __init__(self, is_late, why):
        super().__init__(why)
        self.is_late = is_late


def respond(method, address, body, limit):
    """What comes of a request; None where nobody here stands for its host."""
    url = urllib.parse.urlsplit(address)
    if method == "POST" and ASKS.search(url.path.split(":")[-1]):
        tell(address)
        return of_model(url.path, body)
    if url.hostname in HOSTS:
        tell(address)
        return of_host(url, limit)
    return None


def tell(address):
    events.tell("connect", address=address[:120], line=events.caller(root, 2))


# Providers of models

def of_model(path, body):
    try:
        asked = json.loads(body or b"{}")
    except ValueError:
        return Answer({"error": {"message": "the request is no JSON"}}, 400)
    schema = schema_of(asked)
    try:
        given, answerer = models.ask(models.text_of([asked.get(name) for name in ("system", "systemInstruction", "messages", "contents", "prompt", "input") if asked.get(name)]),
                                     "json" if schema else "client", model=f"http:{models.named(asked)}")
    except models.ModelDown as error:
        raise Unanswered(False, str(error)) from None
    if isinstance(given, str) or given is None:
        text = given or ""
    else:
        text = json.dumps(answerer.of_json_schema(schema)) if schema else answerer.written()
    return Answer(replies(text, path))


def schema_of(asked):
    """The schema that a request binds the answer to, wherever its provider wants it."""
    for place in (("response_format", "json_schema", "schema"), ("text", "format", "schema"), ("generationConfig", "responseSchema"), ("format",)):
        value = asked
        for name in place:
            value = value.get(name) if isinstance(value, dict) else None
        if isinstance(value, dict) and ("properties" in value or "$ref" in value):
            return value
    return None


def replies(text, path):
    """The forms of the common providers at once: each finds its own."""
    message = {"role": "assistant", "content": text}
    return {
        "id": "1", "object": "chat.completion", "model": "fake", "role": "assistant", "type": "message", "done": True, "stop_reason": "end_turn",
        "choices": [{"index": 0, "message": message, "text": text, "finish_reason": "stop"}],
        "content": [{"type": "text", "text": text}],
        "candidates": [{"content": {"role": "model", "parts": [{"text": text}]}, "finishReason": "STOP"}],
        "output": [{"type": "message", "content": [{"type": "output_text", "text": text}]}],
        "message": message, "response": text, "output_text": text,
        "usage": {**models.SPENT, "prompt_tokens": 100, "completion_tokens": 50},
    }


# Hosts of repositories

def of_host(url, limit):
    mode = models.scenario.get("git", "fixture")
    if mode == "hangs":
        # As everywhere, limits of time pass a hundred times as fast there.
        sleep(min(limit / 100, FOREVER) if limit else FOREVER)
        raise Unanswered(True, "the host does not answer (an experiment)")
    owner = known()
    parts = [urllib.parse.unquote(part) for part in url.path.split("/") if part]
    if mode == "refused" or owner is None:
        return missing()
    if url.hostname == "api.github.com":
        return of_api(parts[3:], url) if parts[:1] == ["repos"] and parts[1:3] == owner else missing()
    if url.hostname == "gitlab.com" or [part.removesuffix(".git") for part in parts[:2]] != owner:
        return missing()
    rest = parts[2:]
    if url.hostname == "raw.githubusercontent.com":
        return of_file("/".join(rest[3:] if rest[:2] == ["refs", "heads"] else rest[1:]))
    if url.hostname == "codeload.github.com" or rest[:1] == ["archive"]:
        return archive()
    if rest[:1] in (["raw"], ["blob"]):
        return of_file("/".join(rest[2:]))
    return Answer(b"<!DOCTYPE html><title>owner/name</title>", kind="text/html")


def missing():
    return Answer({"message": "Not Found", "documentation_url": "https://docs.github.com/rest"}, 404)


def known():
    """The owner and the name of what this scenario audits; None where its address names none."""
    found = re.fullmatch(r"https://github\.com/([\w.-]+)/([\w.-]+?)(?:\.git)?/?", models.scenario.get("url") or "")
    return [found[1], found[2]] if found else None


def files():
    for folder, folders, names in os.walk(FIXTURE):
        folders[:] = sorted(one for one in folders if one != ".git")
        for name in sorted(names):
            yield os.path.relpath(os.path.join(folder, name), FIXTURE)


def content(path):
    full = os.path.normpath(os.path.join(FIXTURE, path))
    if not full.startswith(FIXTURE + "/") or "/.git/" in full or not os.path.isfile(full):
        return None
    descriptor = os.open(full, os.O_RDONLY)
    try:
        return os.read(descriptor, FILE_MAX)
    finally:
        os.close(descriptor)


def of_file(path):
    data = content(path)
    return Answer(b"404: Not Found", 404, "text/plain") if data is None else Answer(data, kind="text/plain; charset=utf-8")


def of_api(rest, url):
    base = f"https://api.github.com/repos/{'/'.join(known())}"
    match rest:
        case []:
            return Answer({"id": 1, "name": known()[1], "full_name": "/".join(known()), "owner": {"login": known()[0]}, "private": False, "fork": False, "size": 12,
                           "default_branch": BRANCH, "description": "", "language": "Python", "stargazers_count": 0, "forks_count": 0, "open_issues_count": 0,
                           "html_url": f"https://github.com/{'/'.join(known())}", "clone_url": f"https://github.com/{'/'.join(known())}.git",
                           "created_at": "2026-02-01T10:00:00Z", "updated_at": "2026-02-06T10:00:00Z", "pushed_at": "2026-02-06T10:00:00Z"})
        case ["commits"]:
            asked = urllib.parse.parse_qs(url.query)
            return Answer([of_commit(one, base) for one in commits] if asked.get("page", ["1"])[0] == "1" else [])
        case ["commits", *name] | ["git", "commits", *name]:
            found = next((one for one in commits if name and one["sha"].startswith(name[0])), commits[0] if commits else None)
            return missing() if found is None else Answer({**of_commit(found, base), "files": [], "stats": {"total": 10, "additions": 10, "deletions": 0}})
        case ["branches"] | ["branches", _] | ["git", "refs", *_] | ["git", "ref", *_]:
            tip = {"name": BRANCH, "ref": f"refs/heads/{BRANCH}", "commit": {"sha": commits[0]["sha"] if commits else ""},
                   "object": {"sha": commits[0]["sha"] if commits else "", "type": "commit"}}
            return Answer([tip] if rest == ["branches"] else tip)
        case ["git", "trees", *_]:
            return Answer({"sha": "1", "truncated": False, "tree": tree()})
        case ["contents", *path]:
            return of_contents("/".join(path), base)
        case ["readme"]:
            return of_contents("README.md", base)
        case ["languages"]:
            return Answer({"Python": 1000})
        case ["zipball", *_] | ["tarball", *_]:
            return archive()
        case ["contributors"] | ["issues"] | ["pulls"] | ["releases"] | ["tags"]:
            return Answer([])
    return missing()


def of_commit(one, base):
    who = {"name": "A", "email": "a@example.org", "date": one["date"]}
    return {"sha": one["sha"], "url": f"{base}/commits/{one['sha']}", "html_url": "", "author": {"login": "a"}, "parents": [],
            "commit": {"message": one["message"], "author": who, "committer": who, "tree": {"sha": one["sha"]}}}


def tree():
    names = list(files())
    folders = sorted({os.path.dirname(name) for name in names} - {""})
    return [{"path": name, "type": "tree", "mode": "040000", "sha": "0" * 40} for name in folders] + [
        {"path": name, "type": "blob", "mode": "100644", "sha": "1" * 40, "size": len(content(name) or b"")} for name in names]


def of_contents(path, base):
    path = path.strip("/")

    def about(name, kind):
        return {"name": os.path.basename(name), "path": name, "type": kind, "size": len(content(name) or b"") if kind == "file" else 0, "sha": "1" * 40,
                "url": f"{base}/contents/{name}", "download_url": f"https://raw.githubusercontent.com/{'/'.join(known())}/{BRANCH}/{name}" if kind == "file" else None}

    data = content(path) if path else None
    if data is not None:
        return Answer({**about(path, "file"), "encoding": "base64", "content": base64.encodebytes(data).decode()})
    inside = [name for name in files() if not path or name.startswith(f"{path}/")]
    if not inside:
        return missing()
    start = len(path) + 1 if path else 0
    heads = {(name[: start] + name[start:].split("/")[0], "dir" if "/" in name[start:] else "file") for name in inside}
    return Answer([about(name, kind) for name, kind in sorted(heads)])


def archive():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for name in files():
            packed.writestr(f"{known()[1]}-{BRANCH}/{name}", content(name) or b"")
    return Answer(out.getvalue(), kind="application/zip")


# The libraries that ask

def install(subject):
    global root
    root = subject
    for put in (into_requests, into_httpx, into_urllib):
        try:
            put()
        except (ImportError, AttributeError):
            # A library that is not there asks for nothing.
            pass


def seconds(limit):
    """The longest part of a limit, in whatever form a library takes it; None where there is none."""
    if isinstance(limit, dict):
        limit = tuple(limit.values())
    parts = [one for one in (limit if isinstance(limit, (tuple, list)) else [limit]) if isinstance(one, (int, float))]
    return max(parts) if parts else None


def into_requests():
    import requests
    from requests import adapters

    plain = adapters.HTTPAdapter.send

    def send(self, request, stream=False, timeout=None, **options):
        body = request.body.encode() if isinstance(request.body, str) else request.body
        try:
            answer = respond(request.method, request.url, body, seconds(timeout))
        except Unanswered as error:
            raise (requests.exceptions.ReadTimeout if error.is_late else requests.exceptions.ConnectionError)(str(error), request=request) from None
        if answer is None:
            return plain(self, request, stream=stream, timeout=timeout, **options)
        given = requests.Response()
        given.status_code, given.reason, given.url, given.request = answer.status, answer.reason, request.url, request
        given.headers.update(answer.headers())
        given.encoding, given._content, given._content_consumed = "utf-8", answer.body, True
        given.raw = io.BytesIO(answer.body)
        return given

    adapters.HTTPAdapter.send = functools.wraps(plain)(send)


def into_httpx():
    import httpx

    def answered(request, body):
        try:
            answer = respond(request.method, str(request.url), body, seconds(request.extensions.get("timeout")))
        except Unanswered as error:
            raise (httpx.ReadTimeout if error.is_late else httpx.ConnectError)(str(error), request=request) from None
        return None if answer is None else httpx.Response(answer.status, headers=answer.headers(), content=answer.body, request=request)

    plain, plain_async = httpx.HTTPTransport.handle_request, httpx.AsyncHTTPTransport.handle_async_request

    def handle_request(self, request):
        given = answered(request, request.read())
        return plain(self, request) if given is None else given

    async def handle_async_request(self, request):
        given = answered(request, await request.aread())
        return await plain_async(self, request) if given is None else given

    httpx.HTTPTransport.handle_request = functools.wraps(plain)(handle_request)
    httpx.AsyncHTTPTransport.handle_async_request = functools.wraps(plain_async)(handle_async_request)


def into_urllib():
    import email.message
    import urllib.error
    import urllib.request
    import urllib.response

    plain = urllib.request.AbstractHTTPHandler.do_open

    def do_open(self, connection, request, **options):
        limit = getattr(request, "timeout", None)
        try:
            answer = respond(request.get_method(), request.full_url, request.data, seconds(limit))
        except Unanswered as error:
            raise urllib.error.URLError(TimeoutError(str(error)) if error.is_late else str(error)) from None
        if answer is None:
            return plain(self, connection, request, **options)
        headers = email.message.Message()
        for name, value in answer.headers().items():
            headers[name] = value
        given = urllib.response.addinfourl(io.BytesIO(answer.body), headers, request.full_url, answer.status)
        given.msg = answer.reason
        return given

    urllib.request.AbstractHTTPHandler.do_open = functools.wraps(plain)(do_open)
