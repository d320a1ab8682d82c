#!/usr/bin/env python3
"""Checks that a generated network is fused as it was made.

  check_counts.py network.mlir --opt npuprof-opt

Its comments say what is there (// EXPECT add_rms_norm 4). Of each fusion that
the tool knows there must be exactly so many, on the host, whose operators take
all that their formula does; of those with no comment, none.
"""

import argparse
import collections
import re
import subprocess
import sys


def known_fusions(opt):
    """The tool names them where it is asked to disable what it does not know."""
    result = subprocess.run([opt, "--npuprof-fuse=disable=none-such"],
                            input="module {}", capture_output=True, text=True)
    match = re.search(r"there are (.*)", result.stderr)
    if not match:
        sys.exit(f"error: no list of fusions: {result.stderr}")
    return [name.strip() for name in match[1].split(",")]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("--opt", default="npuprof-opt")
    options = parser.parse_args()
    with open(options.model, encoding="utf-8") as file:
        expected = dict(re.findall(r"^// EXPECT (\w+) (\d+)$", file.read(),
                                   re.MULTILINE))
    result = subprocess.run(
        [options.opt, "--npuprof-fuse=target=host quiet", options.model],
        capture_output=True, text=True)
    if result.returncode:
        sys.exit(result.stderr)
    found = collections.Counter(
        re.findall(r"(?<![\w.#!@%])npu\.(\w+) ins", result.stdout))
    wrong = False
    for name in sorted(set(known_fusions(options.opt)) | set(found)):
        wanted = int(expected.pop(name, 0))
        if wanted or found[name]:
            print(f"{name}: {found[name]} of {wanted}")
        if found[name] != wanted:
            print(f"error: {found[name]} npu.{name}, {wanted} in the network",
                  file=sys.stderr)
            wrong = True
    for name, wanted in sorted(expected.items()):
        print(f"{name}: {wanted}, not known to the tool")
    return 1 if wrong else 0


sys.exit(main())
