#!/usr/bin/python3
"""Times npuprof-opt against stock mlir-opt, in turns, in one run.

    compare.py --build build/release startup
    compare.py --build build/release pipeline model.mlir --profile op_summary.csv
    compare.py --build build/release growth gpt --ops 1000 10000 100000 1000000

startup   --version of both: what every run pays.
pipeline  the whole way from a profile to a tuned model, against parsing and
          printing the same file.
growth    the same with generated networks of growing size (test/models), with a
          profile of each and without: CPU time and peak memory against mlir-opt,
          and by how much both grow when the network doubles.

The first two print for both the median and the middle half of the runs (25th to
75th percentile), in milliseconds, and the ratio of the medians: wall clock, and
user and system CPU time. They fail when a ratio of CPU times is above --limit.
growth takes the fastest of its runs, and fails when time or memory grow more than
--limit times when the network doubles, from the second size on (the first is
start-up, mostly).
"""

import argparse
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

MAKE_NETWORK = pathlib.Path(__file__).parent.parent / "models" / "make_network.py"


def run_once(command):
    """Wall and CPU milliseconds of a command, and its peak memory in MB."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"compare.py: exit code {process.returncode} of: {' '.join(command)}")
    return wall * 1e3, (usage.ru_utime + usage.ru_stime) * 1e3, usage.ru_maxrss / 1024


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


def grow(options, npuprof_opt):
    """Prints time and memory for each size; the largest growth of npuprof-opt."""
    print("operations  tool                cpu ms   peak MB   to mlir-opt: time  memory   doubling: time  memory")
    previous, largest = {}, 0.0
    with tempfile.TemporaryDirectory() as folder:
        model, profile = f"{folder}/model.mlir", f"{folder}/op_summary.csv"
        for size in options.ops:
            make = [sys.executable, str(MAKE_NETWORK), options.network, "--dialect", options.dialect, "--ops", str(size)]
            make += ["--weights", "elided", "--hidden", "768", "--heads", "12", "--kv-heads", "4", "--ffn", "3072"]
            with open(model, "w", encoding="utf-8") as file:
                subprocess.run(make + ["--sequence", "64", "--profile", profile], stdout=file, check=True)
            with open(model, encoding="utf-8") as file:
                count = int(file.readline().split()[-2])
            commands = {
                "mlir-opt": [options.mlir_opt, model, "-o", os.devnull],
                "fuse": [npuprof_opt, "--npuprof-fuse=quiet", model, "-o", os.devnull],
                "fuse-from-profile": [npuprof_opt, f"--fuse-from-profile={profile}", "--quiet", model, "-o", os.devnull],
            }
            peer = None
            for name, command in commands.items():
                runs = [run_once(command) for _ in range(options.runs or 1)]
                figures = [min(run[i] for run in runs) for i in (1, 2)]
                peer = peer or figures
                line = f"{count:10}  {name:17} {figures[0]:8.0f}  {figures[1]:8.0f}"
                line += "".join(f"{a / b:18.2f}" if i == 0 else f"{a / b:8.2f}" for i, (a, b) in enumerate(zip(figures, peer)))
                if name in previous:
                    doublings = math.log2(count / previous[name][0])
                    growth = [(a / b) ** (1 / doublings) for a, b in zip(figures, previous[name][1])]
                    line += f"{growth[0]:17.2f}{growth[1]:8.2f}"
                    if name != "mlir-opt" and previous[name][2]:
                        largest = max(largest, *growth)
                print(line, flush=True)
                previous[name] = (count, figures, name in previous)
    return largest


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", required=True, type=pathlib.Path, help="build folder")
    parser.add_argument("--mlir-opt", default="/usr/lib/llvm-22/bin/mlir-opt")
    parser.add_argument("--runs", type=int, help="runs of each (default 20, for growth 1)")
    parser.add_argument("--limit", type=float, help="largest ratio (default 1.2 for startup, 1.5 for pipeline, 2.15 for growth)")
    commands = parser.add_subparsers(dest="what", required=True)
    commands.add_parser("startup")
    pipeline = commands.add_parser("pipeline")
    pipeline.add_argument("model")
    pipeline.add_argument("--profile", required=True)
    growth = commands.add_parser("growth")
    growth.add_argument("network", choices=("gpt", "bert", "llama", "qwen", "qwen-moe"))
    growth.add_argument("--dialect", choices=("linalg", "tosa"), default="linalg")
    growth.add_argument("--ops", type=int, nargs="+", default=[1000, 10000, 100000, 1000000], help="sizes, ascending")
    arguments = parser.parse_args()
    runs = arguments.runs or 20

    npuprof_opt = str(arguments.build / "bin" / "npuprof-opt")
    if arguments.what == "startup":
        ratio = compare([npuprof_opt, "--version"], [arguments.mlir_opt, "--version"], runs)
        limit = arguments.limit or 1.2
    elif arguments.what == "growth":
        ratio = grow(arguments, npuprof_opt)
        limit = arguments.limit or 2.15
    else:
        # As users run it: the model is printed.
        ours = [npuprof_opt, f"--fuse-from-profile={arguments.profile}", arguments.model, "-o", os.devnull]
        ratio = compare(ours, [arguments.mlir_opt, arguments.model, "-o", os.devnull], runs)
        limit = arguments.limit or 1.5
    return 0 if ratio <= limit else 1


sys.exit(main())
