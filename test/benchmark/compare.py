#!/usr/bin/python3
"""Times npuprof-opt against stock mlir-opt, in turns, in one run.

    compare.py --build build/release startup
    compare.py --build build/release pipeline model.mlir --profile op_summary.csv

startup   --version of both: what every run pays.
pipeline  the whole way from a profile to a tuned model, against parsing and
          printing the same file.

Prints for both the median and the middle half of the runs (25th to 75th
percentile), in milliseconds, and the ratio of the medians: wall clock, and user
and system CPU time. Fails when a ratio of CPU times is above --limit.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import time


def run_once(command):
    """Wall and CPU milliseconds of a command."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"compare.py: exit code {process.returncode} of: {' '.join(command)}")
    return wall * 1e3, (usage.ru_utime + usage.ru_stime) * 1e3


def describe(values):
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return f"{middle:8.1f} ms ({low:.1f} to {high:.1f})", middle


def compare(ours, peer, runs):
    """Prints both; the ratio of CPU times."""
    for command in (ours, peer):
        run_once(command)
    samples = {"npuprof-opt": [], "mlir-opt": []}
    for _ in range(runs):
        samples["npuprof-opt"].append(run_once(ours))
        samples["mlir-opt"].append(run_once(peer))
    ratio = 0.0
    for index, what in enumerate(("wall", "cpu")):
        medians = []
        for name, values in samples.items():
            text, median = describe([value[index] for value in values])
            medians.append(median)
            print(f"{what:5} {name:12} {text}")
        ratio = medians[0] / medians[1]
        print(f"{what:5} {'ratio':12} {ratio:8.2f}")
    return ratio


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", required=True, type=pathlib.Path, help="build folder")
    parser.add_argument("--mlir-opt", default="/usr/lib/llvm-22/bin/mlir-opt")
    parser.add_argument("--runs", type=int, default=20, help="runs of each (default 20)")
    parser.add_argument("--limit", type=float, help="largest ratio (default 1.2 for startup, 1.5 for pipeline)")
    commands = parser.add_subparsers(dest="what", required=True)
    commands.add_parser("startup")
    pipeline = commands.add_parser("pipeline")
    pipeline.add_argument("model")
    pipeline.add_argument("--profile", required=True)
    arguments = parser.parse_args()

    npuprof_opt = str(arguments.build / "bin" / "npuprof-opt")
    if arguments.what == "startup":
        ratio = compare([npuprof_opt, "--version"], [arguments.mlir_opt, "--version"], arguments.runs)
        limit = arguments.limit or 1.2
    else:
        # As users run it: the model is printed.
        ours = [npuprof_opt, f"--fuse-from-profile={arguments.profile}", arguments.model, "-o", os.devnull]
        ratio = compare(ours, [arguments.mlir_opt, arguments.model, "-o", os.devnull], arguments.runs)
        limit = arguments.limit or 1.5
    return 0 if ratio <= limit else 1


sys.exit(main())
