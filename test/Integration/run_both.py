#!/usr/bin/env python3
"""Runs a model before and after tuning and compares every output.

  run_both.py model.mlir --opt npuprof-opt --passes '--npuprof-fuse="quiet"'

Each function of the model that takes and returns ranked tensors or scalars is
called with random inputs, once as written and once tuned. A difference beyond
rounding, a NaN, or an expected operation that the tuned model lacks is an
error (exit code 1).

Inputs are reproducible (--seed, the function's name and the argument's
position) and made so that mistakes show: every row (all elements along the
last axis) has an offset and a scale of its own, the first row a small one, so
that a wrong mean, axis or epsilon moves the result far beyond the tolerance.
Tensors of one element and float scalars (epsilons, mostly) are small positive
numbers; integers lie between 0 and 3.

Dynamic sizes: the sizes of --dim are given to the positions, counted from the
last axis, at which some argument of the function is dynamic, outermost first.
In (tensor<?x?xf32>, tensor<?xf32>) the options --dim 3 --dim 16 make 3x16 and
16. --shape FUNCTION:ARGUMENT=3x16 sets one argument.

Comments in the model say what a function should compute:

  // REFERENCE @f: s = a0 + a1; layer_norm(s, a2, a3, 1e-5); s
  // DIFFERS @g: rms_norm(a0, a1, 1e-5)

a0, a1, ... are the arguments; statements are separated by semicolons, each one
that assigns nothing is one result. The reference is computed in double
precision from the rounded inputs. REFERENCE must agree with the model as
written within the tolerance, DIFFERS must not: look-alikes prove with it that
they are not what they look like. The language: + - * /, layer_norm(x, gamma,
beta, eps, rank), rms_norm(x, gamma, eps, rank), gelu(x), gelu_tanh(x), silu(x),
mean(x), matmul(a, b), transpose(x, p0, p1, ...), reshape(x, d0, d1, ...),
part(x, begin, end) and joined(x, y, ...) (along the last axis), rotary(x, cos,
sin, mode), softmax(x), where(condition, x, number), causal(scores), heads(x,
group), vector(1.0, 2.0, ...), f16(x), bf16(x), f32(x) (rounding), none.

Tolerances are relative to the largest magnitude in the result (a value that
cancels out to nearly zero carries the absolute error of its row):
  f64   1e-12   sums of some hundred elements in another order
  f32   1e-5    the same: about 100 ulp
  f16   2^-9    two roundings of half an ulp each (2^-11), and one flipped by
                another order of summation
  bf16  2^-6    the same with 8 bits of precision
  other 0       integers must be equal
Models that compute in the narrow type throughout are less exact than the fused
operator, which works in f32: give --rtol for these.
"""

import argparse
import math
import os
import re
import shlex
import shutil
import struct
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from model_text import MAIN, functions_of, input_shapes, main_function, random_input, splice
from tensors import Failure, INTEGERS, TOLERANCE, Tensor, evaluate

TOSA = ("func.func(tosa-infer-shapes,tosa-make-broadcastable,"
        "tosa-to-linalg-named,canonicalize,tosa-layerwise-constant-fold,"
        "tosa-to-linalg,tosa-to-arith{include-apply-rescale=true},"
        "tosa-to-tensor,tosa-to-scf)")
LOWERING = [
    "func.func(convert-elementwise-to-linalg)", "canonicalize", "cse",
    "one-shot-bufferize{allow-return-allocs-from-loops=true "
    "bufferize-function-boundaries=true "
    "function-boundary-type-conversion=identity-layout-map}",
    "buffer-deallocation-pipeline", "convert-bufferization-to-memref",
    "func.func(convert-linalg-to-loops)",
    "expand-strided-metadata", "lower-affine", "convert-scf-to-cf",
    "convert-math-to-funcs{convert-ctlz=false}", "convert-scf-to-cf",
    "convert-math-to-llvm", "convert-math-to-libm", "convert-arith-to-llvm",
    "convert-index-to-llvm", "finalize-memref-to-llvm", "convert-func-to-llvm",
    "convert-cf-to-llvm", "reconcile-unrealized-casts"
]


def run(command, text, what):
    result = subprocess.run(command, input=text, capture_output=True, text=True)
    if result.returncode:
        detail = "\n".join(result.stderr.strip().splitlines()[:20])
        how = (f"was ended by signal {-result.returncode}" if result.returncode
               < 0 else f"failed with exit code {result.returncode}")
        raise Failure(
            f"{what}: '{os.path.basename(command[0])}' {how}\n{detail}")
    return result.stdout


def inputs_of(functions, options):
    """Each function with the shapes of its arguments and random numbers."""
    calls = []
    for function in functions:
        shapes = input_shapes(function, options)
        calls.append((function, shapes, [
            random_input(type, shape, function.name, i, options.seed)
            for i, (type, shape) in enumerate(zip(function.inputs, shapes))
        ]))
    return calls


def execute(text, calls, tools, what, lowering=LOWERING):
    """Lowers, runs, and returns one tensor per result of each call."""
    passes = ([TOSA, "canonicalize", "cse"] if "tosa." in text else []) + lowering
    if "linalg.softmax" in text:
        library = os.path.join(os.path.dirname(os.path.realpath(__file__)),
                               "Inputs", "decompose-softmax.mlir")
        passes = [
            f"transform-preload-library{{transform-library-paths={library}}}",
            "transform-interpreter"
        ] + passes
    module = splice(text, main_function(calls))
    lowered = run([
        tools.mlir_opt, f"--pass-pipeline=builtin.module({','.join(passes)})"
    ], module, f"lowering the {what} model")
    printed = run([
        tools.mlir_runner, "-e", MAIN, "--entry-point-result=void",
        "--shared-libs=" + ",".join(tools.libraries)
    ], lowered, f"running the {what} model")

    chunks = re.findall(
        r"sizes = \[([\d, ]*)\][^\n]*data = *\n(.*?)(?=Unranked Memref|\Z)",
        printed, re.DOTALL)
    wanted = [(f, t) for f, _, _ in calls for t in f.results]
    if len(chunks) != len(wanted):
        raise Failure(f"running the {what} model: {len(wanted)} results "
                      f"expected, {len(chunks)} printed")
    tensors = []
    for (sizes, data), (_, type) in zip(chunks, wanted):
        shape = [int(s) for s in re.findall(r"\d+", sizes)]
        # Of an empty tensor something is printed, too.
        values = [int(v) for v in re.findall(r"-?\d+", data)]
        values = values[:math.prod(shape)]
        if type.dtype in TOLERANCE:
            values = [
                struct.unpack("<d", struct.pack("<q", v))[0] for v in values
            ]
        tensors.append(Tensor(shape, values))
    return tensors


def find_tools(options):
    mlir_opt = options.mlir_opt or shutil.which("mlir-opt")
    if not mlir_opt:
        # The newest versioned install, where packages put it.
        for version in range(30, 19, -1):
            mlir_opt = shutil.which(f"mlir-opt-{version}")
            if mlir_opt:
                break
    if not mlir_opt or not os.path.exists(mlir_opt):
        raise Failure("mlir-opt not found: put it on PATH or give --mlir-opt")
    options.mlir_opt = mlir_opt
    where = os.path.dirname(os.path.realpath(mlir_opt))
    options.mlir_runner = os.path.join(where, "mlir-runner")
    library = os.path.join(os.path.dirname(where), "lib")
    suffix = "dylib" if sys.platform == "darwin" else "so"
    options.libraries = [
        path for name in ("c_runner_utils", "runner_utils", "float16_utils")
        for path in [os.path.join(library, f"libmlir_{name}.{suffix}")]
        if os.path.exists(path)
    ]
    return options


def limit_for(type, options):
    if type.dtype in INTEGERS:
        return 0.0, 0.0
    relative = TOLERANCE[type.dtype] if options.rtol is None else options.rtol
    return relative, options.atol


def difference(a, b, relative, absolute):
    """(largest error, limit, its position, whether NaNs stand differently)."""
    finite = [abs(v) for v in a.data if math.isfinite(v)]
    limit = absolute + relative * max(finite, default=0.0)
    worst, where, broken = 0.0, 0, False
    for i, (x, y) in enumerate(zip(a.data, b.data)):
        if x == y or (math.isnan(x) and math.isnan(y)):
            continue
        error = abs(x - y)
        if not math.isfinite(error):
            return error, limit, i, True
        if error > worst:
            worst, where = error, i
    return worst, limit, where, broken


def position(flat, shape):
    index = []
    for dim in reversed(shape):
        index.insert(0, flat % dim)
        flat //= dim
    return index


def notes_of(text, keyword):
    notes = {}
    for match in re.finditer(
            rf"^\s*//\s*{keyword}\s+@([\w$.-]+):[ \t]*(.*)$", text,
            re.MULTILINE):
        notes.setdefault(match[1], []).append(match[2].strip())
    return notes


def compare(options):
    tools = find_tools(options)
    with open(options.model, encoding="utf-8") as file:
        source = file.read()
    local = ["--mlir-print-local-scope"]
    original = run([tools.mlir_opt, options.model] + local, None,
                   "reading the model")
    functions, skipped = functions_of(original)
    if options.function:
        functions = [f for f in functions if f.name in options.function]
    for name, type in skipped:
        print(f"@{name}: not run, type {type}")
    if not functions:
        raise Failure("no function that can be run")

    references = notes_of(source, "REFERENCE")
    others = notes_of(source, "DIFFERS")
    for text in options.reference:
        match = re.match(r"@([\w$.-]+):\s*(.*)", text)
        for name in [match[1]] if match else [f.name for f in functions]:
            references.setdefault(name, []).append(match[2] if match else text)
    names = {f.name for f in functions}
    if not options.function:
        for name in sorted(set(references) | set(others)):
            if name not in names:
                raise Failure(f"a comment speaks of @{name}, which does not "
                              "exist or cannot be run")

    if options.against:
        tuned = run([tools.mlir_opt, options.against] + local, None,
                    "reading the second model")
    else:
        tuned = run([options.opt, options.model] + shlex.split(options.passes) +
                    local, None, "tuning the model")
    # Two problems of one model are reported together where both are known.
    problems = []
    for operation in options.expect_op:
        if not re.search(rf"(?<![\w.]){re.escape(operation)}(?![\w.])", tuned):
            problems.append(f"the tuned model has no {operation}")
    for operation in options.forbid_op:
        if re.search(rf"(?<![\w.]){re.escape(operation)}(?![\w.])", tuned):
            problems.append(f"the tuned model has {operation}")
    if re.search(r"(?<![\w.#!@%])npu\.\w", tuned):
        tuned = run([options.opt] + shlex.split(options.lower) + local, tuned,
                    "lowering the npu dialect")
    after = {f.name: f.signature for f in functions_of(tuned)[0]}
    for function in functions:
        if after.get(function.name) != function.signature:
            raise Failure(f"@{function.name}: the tuned model lacks it or has "
                          "changed its type")

    calls = inputs_of(functions, options)
    with ThreadPoolExecutor(2) as pool:
        sides = [
            pool.submit(execute, text, calls, tools, what)
            for text, what in ((original, "original"), (tuned, "tuned"))
        ]
        before, now = [side.result() for side in sides]

    cursor = 0
    worst = 0.0
    for function, shapes, inputs in calls:
        count = len(function.results)
        first, second = (side[cursor:cursor + count] for side in (before, now))
        cursor += count
        for i, (type, a, b) in enumerate(zip(function.results, first, second)):
            name = f"@{function.name} result {i} ({type.text})"
            if a.shape != b.shape:
                problems.append(f"{name}: shape {list(a.shape)} became "
                                f"{list(b.shape)}")
                continue
            error, limit, where, broken = difference(
                a, b, *limit_for(type, options))
            worst = max(worst, error)
            print(f"{name}: largest error {error:.3g}, limit {limit:.3g}")
            bad = [v for v in a.data + b.data if not math.isfinite(v)]
            if bad and not options.allow_nan:
                problems.append(f"{name}: {len(bad)} values are NaN or "
                                "infinite")
            if broken or error > limit:
                problems.append(
                    f"{name}: differs by {error:.3g} (limit {limit:.3g}) at "
                    f"{position(where, a.shape)}: {a.data[where]:.9g} became "
                    f"{b.data[where]:.9g}")
        arguments = [
            Tensor(() if s is None else s, v) for s, v in zip(shapes, inputs)
        ]
        for text in references.get(function.name, []):
            wanted = evaluate(text, arguments)
            if len(wanted) != count:
                problems.append(f"@{function.name}: the reference gives "
                                f"{len(wanted)} results, the function {count}")
                continue
            for i, (type, a, b) in enumerate(
                    zip(function.results, wanted, first)):
                name = f"@{function.name} result {i} ({type.text})"
                if len(a.data) != len(b.data):
                    problems.append(f"{name}: the reference has shape "
                                    f"{list(a.shape)}, not {list(b.shape)}")
                    continue
                error, limit, where, broken = difference(
                    a, b, *limit_for(type, options))
                print(f"{name}: {error:.3g} from the reference, limit "
                      f"{limit:.3g}")
                if broken or error > limit:
                    problems.append(
                        f"{name}: the model as written is {error:.3g} off its "
                        f"reference (limit {limit:.3g}) at "
                        f"{position(where, b.shape)}: {a.data[where]:.9g} "
                        f"wanted, {b.data[where]:.9g} computed")
        for text in others.get(function.name, []):
            wanted = evaluate(text, arguments)
            same = len(wanted) == count and all(
                len(a.data) == len(b.data) and
                (lambda d: not d[3] and d[0] <= 20 * d[1])(
                    difference(a, b, *limit_for(type, options)))
                for type, a, b in zip(function.results, wanted, first))
            if same:
                problems.append(f"@{function.name}: computes '{text}', but "
                                "is said not to")
            else:
                print(f"@{function.name}: is not {text}")
    if problems:
        raise Failure("\n".join(problems))
    print(f"{len(calls)} functions agree; largest error {worst:.3g}")


def parse_shape(text):
    match = re.fullmatch(r"@?([\w$.-]+):(\d+)=(\d+(?:x\d+)*)", text)
    if not match:
        raise argparse.ArgumentTypeError(
            f"'{text}' is not FUNCTION:ARGUMENT=3x16")
    return (match[1], int(match[2])), [int(d) for d in match[3].split("x")]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("--opt", default="npuprof-opt",
                        help="the tuning tool (default: npuprof-opt)")
    parser.add_argument("--passes",
                        default='--npuprof-fuse="target=ascend910b3 quiet"',
                        help="its arguments that tune, quoted as for a shell "
                        "(default: %(default)s)")
    parser.add_argument("--lower", default="--npuprof-lower-to-linalg",
                        help="its arguments that replace the npu dialect by "
                        "upstream ones (default: %(default)s)")
    parser.add_argument("--against", metavar="FILE",
                        help="compare with this model instead of tuning")
    parser.add_argument("--function", action="append", default=[],
                        metavar="NAME", help="run this function only")
    parser.add_argument("--dim", type=int, action="append", default=[],
                        metavar="N", help="size of a dynamic dim")
    parser.add_argument("--shape", type=parse_shape, action="append",
                        default=[], metavar="FUNCTION:ARGUMENT=AxB")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rtol", type=float, help="relative tolerance, for "
                        "results of any float type")
    parser.add_argument("--atol", type=float, default=0.0)
    parser.add_argument("--allow-nan", action="store_true",
                        help="NaN is right where both models have it")
    parser.add_argument("--expect-op", nargs="+", action="extend", default=[],
                        metavar="OP", help="the tuned model must have it")
    parser.add_argument("--forbid-op", nargs="+", action="extend", default=[],
                        metavar="OP", help="the tuned model must not have it")
    parser.add_argument("--reference", action="append", default=[],
                        metavar="TEXT", help="as in a REFERENCE comment; "
                        "without @function: for every function")
    parser.add_argument("--mlir-opt", metavar="PATH",
                        help="stock mlir-opt; mlir-runner stands beside it")
    options = parser.parse_args()
    options.shape = dict(options.shape)
    try:
        compare(options)
    except Failure as failure:
        for line in str(failure).splitlines():
            print(f"error: {line}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
