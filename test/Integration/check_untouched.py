#!/usr/bin/env python3
"""Checks that npuprof-fuse leaves models without norms alone.

  check_untouched.py directory model.mlir ...

What the pass prints, on stderr and as a model, must be what parsing and
printing gives, byte for byte, locations included; lowering the npu dialect of
such a model changes nothing either.
"""

import os
import subprocess
import sys


def run(model, output, *options):
    result = subprocess.run(
        ["npuprof-opt", model, "--allow-unregistered-dialect",
         "--mlir-print-debuginfo", *options, "-o", output],
        capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"error: {model}: exit code {result.returncode}\n"
                 f"{result.stderr[:2000]}")
    with open(output, "rb") as file:
        return file.read(), result.stderr


def main():
    directory, models = sys.argv[1], sys.argv[2:]
    output = os.path.join(directory, "out.mlir")
    for model in models:
        plain, _ = run(model, output)
        tuned, report = run(model, output, "--npuprof-fuse=disable=kernel",
                            "--npuprof-lower-to-linalg")
        if tuned != plain:
            sys.exit(f"error: {model} changed")
        if "fused       nothing" not in report:
            sys.exit(f"error: {model}: the report is\n{report}")
    print(f"{len(models)} models as they were")


if __name__ == "__main__":
    main()
