#!/usr/bin/python3
"""Counts the results in a file that `lit --output` wrote, unit tests included.

    count_tests.py results.json

Prints "N passed, N failed", and what was skipped if anything was. Fails when a
test failed, when none ran, and when there is no such file (lit did not end).
"""

import collections
import json
import sys

PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


def main():
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            tests = json.load(file)["tests"]
    except (OSError, ValueError, KeyError) as error:
        print(f"no test results: {error}", file=sys.stderr)
        tests = []
    counts = collections.Counter()
    for test in tests:
        code = test["code"]
        # Whatever else there is (FAIL, XPASS, TIMEOUT, UNRESOLVED) is a failure.
        kind = "passed" if code in PASSED else "skipped" if code in SKIPPED else "failed"
        counts[kind] += 1
    line = f"{counts['passed']} passed, {counts['failed']} failed"
    if counts["skipped"]:
        line += f", {counts['skipped']} skipped"
    print(line)
    return 0 if counts["passed"] and not counts["failed"] else 1


sys.exit(main())
