#!/usr/bin/env python3
"""Runs random graphs before and after fusing and compares every result.

  run_random.py --opt npuprof-opt [--count 100] [--seed 1] [--keep FOLDER]

Function @g<n> of seed n is made by random_graph.py. Many functions share a
module, which is tuned, lowered and run as run_both.py does it. A result may
differ by the tolerance of its type (see run_both.py) relative to the largest
magnitude in it. Where it differs by more, the same function in doubles says
what rounding does to it: the tuned model may be off that by the tolerance or by
4 times what the model as written is off, whichever is larger. (A norm that was
written in f16 throughout is less exact than the operator that replaces it.)
Where the model as written has NaN or infinities that the doubles do not have,
it overflowed, and nothing is compared. Where the doubles have NaN there is no
right value (0/0: a softmax that subtracts no maximum, of a row that is masked
throughout), and an operator may have one.

Prints what was fused, and exits with 1 if a function differs, or if the tool
crashes or makes an invalid model; each such function is written to the folder
of --keep, for reduce.py.
"""

import argparse
import collections
import math
import os
import re
import shlex
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "Integration"))

import run_both
from concurrent.futures import ThreadPoolExecutor
from model_text import functions_of
from random_graph import module_of
from tensors import Failure, TOLERANCE

SLACK = 4

# Half the time of run_both's: fewer loops, and what is allocated stays.
LOWERING = [
    step for passes in run_both.LOWERING
    for step in ([passes, "func.func(linalg-fuse-elementwise-ops)"] if
                 "elementwise" in passes else [passes])
    if step not in ("buffer-deallocation-pipeline",
                    "convert-bufferization-to-memref")
]


def tuned_text(text, options):
    """The model as the tool leaves it, with its npu operations."""
    return run_both.run([options.opt] + shlex.split(options.passes) +
                        ["--mlir-print-local-scope"], text, "tuning")


def lowered_text(text, options):
    return run_both.run([options.opt] + shlex.split(options.lower) +
                        ["--mlir-print-local-scope"], text,
                        "lowering the npu dialect")


def errors(a, b):
    """Largest difference, and whether NaNs or infinities stand differently."""
    error, _, _, broken = run_both.difference(a, b, 0.0, 0.0)
    return error, broken


def finite(tensor):
    return all(map(math.isfinite, tensor.data))


def check(seeds, options, lowering=LOWERING):
    """Problems by seed, counts of npu operations, results not compared."""
    text, options.shape = module_of(seeds)
    local = ["--mlir-print-local-scope"]
    original = run_both.run([options.mlir_opt] + local, text, "reading")
    try:
        tuned = tuned_text(text, options)
        fused = collections.Counter(
            re.findall(r"(?<![\w.#!@%])npu\.(\w+) ", tuned))
        del fused["yield"]  # of kernels
        if fused:
            tuned = lowered_text(tuned, options)
        functions, _ = functions_of(original)
        after = {f.name: f.signature for f in functions_of(tuned)[0]}
        for function in functions:
            if after.get(function.name) != function.signature:
                raise Failure(f"@{function.name} changed its type or is gone")
        calls = run_both.inputs_of(functions, options)
        with ThreadPoolExecutor(2) as pool:
            sides = [pool.submit(run_both.execute, t, calls, options, what, lowering)
                     for t, what in ((original, "original"), (tuned, "tuned"))]
            before, now = [side.result() for side in sides]
    except Failure as failure:
        # Upstream's expand-strided-metadata crashes on some of what
        # linalg-fuse-elementwise-ops leaves.
        if lowering is LOWERING:
            return check(seeds, options, run_both.LOWERING)
        # Halve until it is one function.
        if len(seeds) == 1:
            return {seeds[0]: str(failure)}, collections.Counter(), 0
        half = len(seeds) // 2
        parts = [check(part, options, lowering) for part in (seeds[:half], seeds[half:])]
        problems = {**parts[0][0], **parts[1][0]}
        if not problems:
            problems[seeds[0]] = f"only with its neighbours: {failure}"
        return problems, parts[0][1] + parts[1][1], parts[0][2] + parts[1][2]

    suspects, cursor = {}, 0
    for seed, (function, _, _) in zip(seeds, calls):
        for i, type in enumerate(function.results):
            a, b = before[cursor], now[cursor]
            cursor += 1
            if a.shape != b.shape:
                suspects.setdefault(seed, []).append((i, a, b))
                continue
            limit = TOLERANCE[type.dtype] * max(
                (abs(v) for v in a.data if math.isfinite(v)), default=0.0)
            error, broken = errors(a, b)
            if broken or error > limit or not finite(a):
                suspects.setdefault(seed, []).append((i, a, b))
    if not suspects:
        return {}, fused, 0
    problems, skipped = judge(suspects, calls, options)
    return problems, fused, skipped


def judge(suspects, calls, options):
    """Compares what looks different with the same functions in doubles."""
    seeds = list(suspects)
    text = run_both.run([options.mlir_opt, "--mlir-print-local-scope"],
                        module_of(seeds, exact=True)[0], "reading the doubles")
    given = {call[0].name: call for call in calls}
    exact_calls = []
    for function in functions_of(text)[0]:
        _, shapes, inputs = given[function.name]
        exact_calls.append((function, shapes, inputs))
    results = run_both.execute(text, exact_calls, options, "double",
                               LOWERING)
    problems, skipped, cursor = {}, 0, 0
    for seed, (function, _, _) in zip(seeds, exact_calls):
        exact = results[cursor:cursor + len(function.results)]
        cursor += len(function.results)
        for i, a, b in suspects[seed]:
            type = given[function.name][0].results[i]
            if a.shape != b.shape:
                problems[seed] = f"result {i}: {a.shape} became {b.shape}"
                continue
            if not finite(a) and finite(exact[i]):
                skipped += 1
                continue
            for at, value in enumerate(exact[i].data):
                if math.isnan(value):
                    exact[i].data[at] = a.data[at] = b.data[at] = 0.0
            own, own_broken = errors(exact[i], a)
            error, broken = errors(exact[i], b)
            limit = TOLERANCE[type.dtype] * max(
                (abs(v) for v in exact[i].data if math.isfinite(v)),
                default=0.0)
            if own_broken:
                skipped += 1
            elif broken or error > max(SLACK * own, limit):
                problems[seed] = (
                    f"result {i} ({type.text}): off by {error:.3g} from the "
                    f"exact value, {own:.3g} as written; limit {limit:.3g}")
    return problems, skipped


def save(seed, problem, folder):
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, f"g{seed}.mlir")
    lines = "".join(f"// {line}\n" for line in problem.splitlines()[:3])
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"// Seed {seed}.\n{lines}{module_of([seed])[0]}")
    return path


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--opt", default="npuprof-opt")
    parser.add_argument("--passes", action="append",
                        help="its arguments that tune (default: all that is "
                        "legal on the host; may be repeated)")
    parser.add_argument("--lower", default="--npuprof-lower-to-linalg")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="of the first")
    parser.add_argument("--batch", type=int, default=50,
                        help="functions in a module")
    parser.add_argument("--keep", metavar="FOLDER", default="random-failures",
                        help="where functions that fail are written")
    parser.add_argument("--expect", nargs="+", default=[], metavar="OP=N",
                        help="npu operations that must come out at least N "
                        "times")
    parser.add_argument("--mlir-opt")
    options = parser.parse_args()
    options.dim = []
    try:
        run_both.find_tools(options)
    except Failure as failure:
        sys.exit(f"error: {failure}")

    first, options.seed = options.seed, 1
    failed, fused, skipped = {}, collections.Counter(), 0
    for passes in options.passes or ['--npuprof-fuse="target=host quiet"']:
        options.passes = passes
        for start in range(first, first + options.count, options.batch):
            seeds = list(range(start, min(start + options.batch,
                                          first + options.count)))
            problems, counts, left = check(seeds, options)
            fused += counts
            skipped += left
            for seed, problem in problems.items():
                failed[seed] = problem
                path = save(seed, f"{passes}\n{problem}", options.keep)
                print(f"seed {seed}: {problem.splitlines()[0]}\n"
                      f"  written to {path}",
                      file=sys.stderr)
    names = ", ".join(f"{n} {name}" for name, n in sorted(fused.items()))
    print(f"{options.count} graphs, {len(failed)} differ, {skipped} results "
          "overflowed")
    print(f"fused: {names or 'nothing'}")
    for text in options.expect:
        name, _, least = text.partition("=")
        if fused[name] < int(least):
            print(f"error: {fused[name]} npu.{name}, expected {least} or more",
                  file=sys.stderr)
            failed[name] = text
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
