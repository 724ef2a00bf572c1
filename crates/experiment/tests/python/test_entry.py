import argparse
import unittest

import harness  # noqa: F401
from experiment_harness import entry

GIVEN = entry.Given({"url": "https://github.com/owner/name", "pdf": "/room/report.pdf", "out": "/room/out", "rubric": None})


class Entry(unittest.TestCase):
    def test_options_are_answered_by_what_their_names_ask_for(self):
        parser = argparse.ArgumentParser()
        parser.add_argument("--repo-url", required=True)
        parser.add_argument("--pdf")
        parser.add_argument("--output-dir", default="audit")
        parser.add_argument("--verbose", action="store_true")
        self.assertEqual(entry.typed(parser, GIVEN), ["--repo-url", GIVEN.url, "--pdf", GIVEN.pdf, "--output-dir", "/room/out"])

    def test_what_may_be_said_in_two_ways_is_said_once_and_services_are_no_repositories(self):
        parser = argparse.ArgumentParser()
        parser.add_argument("--pdf-url")
        parser.add_argument("--pdf-path")
        parser.add_argument("--report")
        parser.add_argument("--repo-url", required=True)
        parser.add_argument("--github-api-url")
        self.assertEqual(entry.typed(parser, GIVEN), ["--pdf-path", GIVEN.pdf, "--repo-url", GIVEN.url])
        # What is no address is given as one all the same: that is what is tried.
        parser = argparse.ArgumentParser()
        parser.add_argument("--repo-url")
        junk = entry.Given({"url": "no address; touch /room/x"})
        self.assertEqual(entry.typed(parser, junk), ["--repo-url", "no address; touch /room/x"])

    def test_a_program_that_pretends_by_default_is_asked_to_run_in_earnest(self):
        parser = argparse.ArgumentParser()
        parser.add_argument("--mode", choices=["mock", "real"], default="mock")
        parser.add_argument("--format", choices=["md", "json"], default="md")
        self.assertEqual(entry.typed(parser, GIVEN), ["--mode", "real"])

    def test_a_file_to_be_written_is_no_report_to_be_read(self):
        self.assertEqual(GIVEN.for_name("report", about="where the report is written to"), "/room/out")
        self.assertEqual(GIVEN.for_name("report"), GIVEN.pdf)
        self.assertIsNone(GIVEN.for_name("branch"))


if __name__ == "__main__":
    unittest.main()
