#!/usr/bin/python3
"""Counts the results in a file that `lit --xunit-xml-output` wrote.

    count_tests.py results.xml

Prints "N passed, N failed", and what was skipped if anything was; each
GoogleTest case counts as a test. Fails when a test failed, when none ran, and
when there is no such file (lit did not end).
"""

import sys
import xml.etree.ElementTree


def main():
    tests = failed = skipped = 0
    try:
        for suite in xml.etree.ElementTree.parse(sys.argv[1]).iter("testsuite"):
            tests += int(suite.attrib["tests"])
            # Whatever is neither a pass nor skipped: timeouts, unexpected passes.
            failed += int(suite.attrib["failures"])
            skipped += int(suite.attrib["skipped"])
    except (OSError, KeyError, ValueError, xml.etree.ElementTree.ParseError) as error:
        print(f"no test results: {error}", file=sys.stderr)
        tests = failed = skipped = 0
    passed = tests - failed - skipped
    line = f"{passed} passed, {failed} failed"
    if skipped:
        line += f", {skipped} skipped"
    print(line)
    return 0 if passed and not failed else 1


sys.exit(main())
