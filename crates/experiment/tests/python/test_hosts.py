import json
import pathlib
import tempfile
import unittest

import harness  # noqa: F401
from experiment_harness import hosts
from experiment_harness import models

API = "https://api.github.com/repos/owner/name"


class Hosts(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        source = pathlib.Path(self.folder.name) / "src"
        source.mkdir()
        (source / "graph.py").write_text("StateGraph\n")
        hosts.FIXTURE = self.folder.name
        hosts.commits = [{"sha": "ab" * 20, "date": "2026-02-01T10:00:00Z", "message": "Wire the graph"}]
        models.scenario = {"url": "https://github.com/owner/name"}

    def get(self, address):
        return hosts.respond("GET", address, None, None)

    def test_a_host_serves_the_fixture_in_each_of_its_forms(self):
        self.assertEqual(json.loads(self.get(f"{API}/commits").body)[0]["commit"]["message"], "Wire the graph")
        self.assertEqual([one["path"] for one in json.loads(self.get(f"{API}/git/trees/main?recursive=1").body)["tree"]], ["src", "src/graph.py"])
        self.assertEqual(json.loads(self.get(f"{API}/contents/src").body)[0]["name"], "graph.py")
        self.assertEqual(self.get("https://raw.githubusercontent.com/owner/name/main/src/graph.py").body, b"StateGraph\n")
        self.assertEqual(self.get("https://github.com/owner/name/archive/refs/heads/main.zip").body[:2], b"PK")

    def test_nothing_beside_it_is_served(self):
        for address in (f"{API}/contents/../../etc/passwd", f"{API}/contents/%2e%2e/%2e%2e/etc/passwd", "https://api.github.com/repos/other/one", f"{API}/secrets"):
            self.assertEqual(self.get(address).status, 404, address)
        self.assertIsNone(self.get("https://example.org/"))

    def test_a_host_that_refuses_has_nothing(self):
        models.scenario = {**models.scenario, "git": "refused"}
        self.assertEqual(self.get(f"{API}/commits").status, 404)

    def test_a_host_that_hangs_is_late_where_there_is_a_limit(self):
        models.scenario = {**models.scenario, "git": "hangs"}
        with self.assertRaises(hosts.Unanswered) as raised:
            hosts.respond("GET", f"{API}/commits", None, 0.1)
        self.assertTrue(raised.exception.is_late)

    def test_a_provider_answers_in_the_form_that_is_asked(self):
        body = {"messages": [{"role": "user", "content": 'You are the Prosecutor. JSON: {"score": 1}'}]}
        said = json.loads(hosts.respond("POST", "https://any.example/v1/chat/completions", json.dumps(body).encode(), 9).body)
        self.assertEqual(json.loads(said["choices"][0]["message"]["content"]), {"score": 3})
        models.scenario = {**models.scenario, "model": "down"}
        with self.assertRaises(hosts.Unanswered):
            hosts.respond("POST", "https://any.example/v1/chat/completions", json.dumps(body).encode(), 9)


if __name__ == "__main__":
    unittest.main()
