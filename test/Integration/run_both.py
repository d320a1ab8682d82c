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
beta, eps, rank), rms_norm(x, gamma, eps, rank), mean(x), matmul(a, b),
transpose(x, p0, p1, ...), reshape(x, d0, d1, ...), vector(1.0, 2.0, ...),
f16(x), bf16(x), f32(x) (rounding), none.

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
import ast
import math
import os
import random
import re
import shlex
import shutil
import struct
import subprocess
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor

TOLERANCE = {"f64": 1e-12, "f32": 1e-5, "f16": 2.0**-9, "bf16": 2.0**-6}
INTEGERS = ("i1", "i8", "i16", "i32", "i64", "index")
DEFAULT_DIMS = [3, 5, 7, 2]
MAIN = "run_both_main"

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


class Failure(Exception):
    """What is wrong, in a sentence for the user."""


# ---------------------------------------------------------------------------
# Numbers
# ---------------------------------------------------------------------------


def to_bits(value, dtype):
    if dtype == "f64":
        return struct.pack("<d", value)
    if dtype == "f32":
        return struct.pack("<f", value)
    if dtype == "f16":
        return struct.pack("<e", value)
    assert dtype == "bf16"
    bits = struct.unpack("<I", struct.pack("<f", value))[0]
    bits += 0x7FFF + ((bits >> 16) & 1)
    return struct.pack("<H", bits >> 16)


def from_bits(raw, dtype):
    if dtype == "bf16":
        return struct.unpack("<f", b"\0\0" + raw)[0]
    return struct.unpack({"f64": "<d", "f32": "<f", "f16": "<e"}[dtype], raw)[0]


def rounded(value, dtype):
    return value if dtype in INTEGERS else from_bits(to_bits(value, dtype),
                                                     dtype)


class Tensor:
    """A shape and a flat list, with the arithmetic of the reference."""

    def __init__(self, shape, data):
        self.shape, self.data = tuple(shape), data

    @staticmethod
    def of(value):
        return value if isinstance(value, Tensor) else Tensor((), [value])

    def zip_with(self, other, function):
        other = Tensor.of(other)
        rank = max(len(self.shape), len(other.shape))
        shapes = [(1,) * (rank - len(t.shape)) + t.shape for t in (self, other)]
        shape = []
        for a, b in zip(*shapes):
            if a != b and 1 not in (a, b):
                raise Failure(f"reference: shapes {self.shape} and "
                              f"{other.shape} do not fit")
            shape.append(b if a == 1 else a)
        strides = []
        for dims in shapes:
            step, row = 1, []
            for dim in reversed(dims):
                row.insert(0, 0 if dim == 1 else step)
                step *= dim
            strides.append(row)
        out, index = [], [0] * rank
        for _ in range(math.prod(shape)):
            i, j = (sum(x * y for x, y in zip(index, row)) for row in strides)
            out.append(function(self.data[i], other.data[j]))
            for axis in reversed(range(rank)):
                index[axis] += 1
                if index[axis] < shape[axis]:
                    break
                index[axis] = 0
        return Tensor(shape, out)

    def __add__(self, other):
        return self.zip_with(other, lambda a, b: a + b)

    def __sub__(self, other):
        return self.zip_with(other, lambda a, b: a - b)

    def __mul__(self, other):
        return self.zip_with(other, lambda a, b: a * b)

    def __truediv__(self, other):
        return self.zip_with(other, lambda a, b: a / b)

    def __radd__(self, other):
        return Tensor.of(other) + self

    def __rsub__(self, other):
        return Tensor.of(other) - self

    def __rmul__(self, other):
        return Tensor.of(other) * self

    def __neg__(self):
        return self * -1.0


def scalar(value):
    if isinstance(value, Tensor):
        if len(value.data) != 1:
            raise Failure("reference: epsilon must be one number")
        return value.data[0]
    return value


def rows_of(x, rank):
    size = math.prod(x.shape[len(x.shape) - rank:])
    return [x.data[i:i + size] for i in range(0, len(x.data), size)]


def normalised(x, gamma, beta, eps, rank, centre):
    eps, out = scalar(eps), []
    for row in rows_of(x, rank):
        mean = math.fsum(row) / len(row) if centre else 0.0
        var = math.fsum((v - mean)**2 for v in row) / len(row)
        out += [(v - mean) / math.sqrt(var + eps) for v in row]
    result = Tensor(x.shape, out)
    # Scale and offset have the shape of the row, or that with leading ones.
    if gamma is not None:
        result = result * gamma
    if beta is not None:
        result = result + beta
    return result


def layer_norm(x, gamma=None, beta=None, eps=1e-5, rank=1):
    return normalised(x, gamma, beta, eps, rank, centre=True)


def rms_norm(x, gamma=None, eps=1e-5, rank=1):
    return normalised(x, gamma, None, eps, rank, centre=False)


def mean(x):
    return Tensor(x.shape[:-1],
                  [math.fsum(r) / len(r) for r in rows_of(x, 1)])


def matmul(a, b):
    m, k = a.shape[-2:]
    n = b.shape[-1]
    batch = a.shape[:-2]
    out = []
    for i in range(math.prod(batch)):
        left = a.data[i * m * k:(i + 1) * m * k]
        start = i * k * n if len(b.shape) > 2 else 0
        right = b.data[start:start + k * n]
        out += [
            math.fsum(left[r * k + j] * right[j * n + c] for j in range(k))
            for r in range(m) for c in range(n)
        ]
    return Tensor(batch + (m, n), out)


def transpose(x, *perm):
    shape = [x.shape[p] for p in perm]
    steps = [math.prod(x.shape[p + 1:]) for p in perm]
    out, index = [], [0] * len(shape)
    for _ in x.data:
        out.append(x.data[sum(i * s for i, s in zip(index, steps))])
        for axis in reversed(range(len(shape))):
            index[axis] += 1
            if index[axis] < shape[axis]:
                break
            index[axis] = 0
    return Tensor(shape, out)


def reshape(x, *shape):
    return Tensor(shape, x.data)


def vector(*values):
    return Tensor((len(values),), list(values))


def rounding(dtype):
    return lambda x: Tensor(x.shape, [rounded(v, dtype) for v in x.data])


LANGUAGE = {
    "layer_norm": layer_norm, "rms_norm": rms_norm, "mean": mean,
    "matmul": matmul, "vector": vector,
    "transpose": transpose, "reshape": reshape, "f32": rounding("f32"),
    "f16": rounding("f16"), "bf16": rounding("bf16"), "none": None,
    "__builtins__": {},
}


def evaluate(text, arguments):
    scope = dict(LANGUAGE)
    scope.update({f"a{i}": value for i, value in enumerate(arguments)})
    results = []
    try:
        for statement in ast.parse(text.replace(";", "\n").replace(
                "\n ", "\n")).body:
            if isinstance(statement, ast.Assign):
                exec(compile(ast.Module([statement], []), "reference", "exec"),
                     scope)
            else:
                value = eval(
                    compile(ast.Expression(statement.value), "reference",
                            "eval"), scope)
                results.append(Tensor.of(value))
    except Failure:
        raise
    except Exception as error:
        raise Failure(f"reference '{text}': {error}")
    return results


# ---------------------------------------------------------------------------
# The model as text
# ---------------------------------------------------------------------------


class Type:
    """A ranked tensor or a scalar; shape None means scalar."""

    def __init__(self, text):
        self.text, self.shape, self.dtype = text, None, text
        match = re.fullmatch(r"tensor<((?:(?:\d+|\?)x)*)([a-z]+\d*)>", text)
        if match:
            self.shape = [
                -1 if d == "?" else int(d) for d in match[1].split("x")[:-1]
            ]
            self.dtype = match[2]
        if self.dtype not in TOLERANCE and self.dtype not in INTEGERS:
            raise ValueError(text)


class Function:

    def __init__(self, name, inputs, results):
        self.name, self.inputs, self.results = name, inputs, results
        self.signature = (tuple(t.text for t in inputs),
                          tuple(t.text for t in results))


def closing(text, start):
    """The position after the bracket that closes the one at `start`."""
    pairs = {"(": ")", "{": "}", "[": "]", "<": ">"}
    stack, i = [], start
    while i < len(text):
        c = text[i]
        if c == '"':
            i = text.index('"', i + 1)
        elif text.startswith("->", i):
            i += 1
        elif c in pairs:
            stack.append(pairs[c])
        elif stack and c == stack[-1]:
            stack.pop()
            if not stack:
                return i + 1
        i += 1
    raise Failure("unbalanced brackets in a function's signature")


def split_types(text):
    """The types of `a: T {attr}, b: U` or of `T {attr}, U`."""
    parts, depth, start, i = [], 0, 0, 0
    while i < len(text):
        if text.startswith("->", i):
            i += 2
            continue
        if text[i] == '"':
            i = text.index('"', i + 1)
        elif text[i] in "({[<":
            depth += 1
        elif text[i] in ")}]>":
            depth -= 1
        elif text[i] == "," and not depth:
            parts.append(text[start:i])
            start = i + 1
        i += 1
    parts.append(text[start:])
    types = []
    for part in (p.strip() for p in parts):
        if not part:
            continue
        part = re.sub(r"^%[\w$.-]+\s*:\s*", "", part)
        types.append(re.sub(r"\s*\{.*$", "", part, flags=re.DOTALL).strip())
    return types


def functions_of(text):
    """The functions with a body at the top level, and those passed over."""
    found, skipped = [], []
    for match in re.finditer(
            r"^  func\.func (?:(?:public|private|nested) )?@([\w$.-]+)\(", text,
            re.MULTILINE):
        end = closing(text, match.end() - 1)
        inputs = split_types(text[match.end():end - 1])
        results = []
        arrow = re.match(r"\s*->\s*", text[end:])
        if arrow:
            end += arrow.end()
            if text[end] == "(":
                stop = closing(text, end)
                results = split_types(text[end + 1:stop - 1])
            else:
                stop = re.compile(r"\s+(?=\{|attributes)|\n|$").search(
                    text, end).start()
                results = [text[end:stop].strip()]
            end = stop
        attributes = re.match(r"\s*attributes\s*", text[end:])
        if attributes:
            end = closing(text, end + attributes.end())
        if not re.match(r"[ \t]*(loc\(.*\))?[ \t]*\{", text[end:]):
            continue  # a declaration
        try:
            found.append(
                Function(match[1], [Type(t) for t in inputs],
                         [Type(t) for t in results]))
        except ValueError as error:
            skipped.append((match[1], str(error)))
    return found, skipped


def splice(text, addition):
    """Puts functions at the end of the module."""
    resources = text.rfind("\n{-#")
    end = text.rindex("}", 0, resources if resources >= 0 else len(text))
    return text[:end] + addition + text[end:]


# ---------------------------------------------------------------------------
# Inputs and the main function
# ---------------------------------------------------------------------------


def input_shapes(function, options):
    positions = sorted({
        len(t.shape) - i for t in function.inputs if t.shape
        for i, dim in enumerate(t.shape) if dim < 0
    }, reverse=True)
    sizes = list(options.dim) + DEFAULT_DIMS[len(options.dim):]
    if len(positions) > len(sizes):
        raise Failure(f"@{function.name}: give more sizes with --dim")
    size_at = dict(zip(positions, sizes))
    shapes = []
    for number, type in enumerate(function.inputs):
        if type.shape is None:
            shapes.append(None)
            continue
        rank = len(type.shape)
        shape = [
            size_at[rank - i] if dim < 0 else dim
            for i, dim in enumerate(type.shape)
        ]
        shapes.append(options.shape.get((function.name, number), shape))
    return shapes


def random_input(type, shape, function, number, seed):
    rng = random.Random(zlib.crc32(f"{seed}/{function}/{number}".encode()))
    count = 1 if shape is None else math.prod(shape)
    if type.dtype in INTEGERS:
        high = 1 if type.dtype == "i1" else 3
        return [rng.randint(0, high) for _ in range(count)]
    if count == 1:
        data = [10**rng.uniform(-4, -2)]
    else:
        width = shape[-1] if shape[-1] > 1 else count
        data = []
        for row in range(count // width if width else 0):
            scale = 10**rng.uniform(-1.7, -0.3)
            if row == 0:
                scale = 10**rng.uniform(-1.7, -1.3)
            offset = scale * rng.choice((-1, 1)) * rng.uniform(0.5, 2)
            # One row that is not the model's input is a weight: near one.
            if count == width and number > 0:
                scale, offset = 0.5, rng.choice((-1, 1)) * rng.uniform(0.5, 1.5)
            data += [rng.gauss(offset, scale) for _ in range(width)]
    return [rounded(v, type.dtype) for v in data]


def literal(values, type):
    if type.shape is None:
        value = values[0]
        if type.dtype == "i1":
            return "true" if value else "false"
        if type.dtype in INTEGERS:
            return f"{value} : {type.dtype}"
        bits = int.from_bytes(to_bits(value, type.dtype), "little")
        width = int(type.dtype.strip("bf"))
        return f"0x{bits:0{width // 4}X} : {type.dtype}"
    if type.dtype in INTEGERS:
        words = [("true" if v else "false") if type.dtype == "i1" else str(v)
                 for v in values]

        def nest(dims, start):
            if not dims:
                return words[start]
            step = math.prod(dims[1:])
            return "[" + ", ".join(
                nest(dims[1:], start + i * step) for i in range(dims[0])) + "]"

        return nest
    if not values:
        return ""
    return '"0x' + b"".join(to_bits(v, type.dtype)
                            for v in values).hex().upper() + '"'


def main_function(calls):
    """Text that calls each function and prints the bits of its results."""
    lines = [
        "func.func private @printMemrefI64(tensor<*xi64>)",
        f"func.func @{MAIN}() {{"
    ]
    counter = 0

    def fresh():
        nonlocal counter
        counter += 1
        return f"%v{counter}"

    for function, shapes, inputs in calls:
        operands = []
        for type, shape, values in zip(function.inputs, shapes, inputs):
            value, text = fresh(), literal(values, type)
            if shape is None:
                lines.append(f"  {value} = arith.constant {text}")
                operands.append(value)
                continue
            if callable(text):
                text = text(shape, 0)
            dims = "".join(f"{d}x" for d in shape)
            given = f"tensor<{dims}{type.dtype}>"
            lines.append(f"  {value} = arith.constant dense<{text}> : {given}")
            if given != type.text:
                cast = fresh()
                lines.append(
                    f"  {cast} = tensor.cast {value} : {given} to {type.text}")
                value = cast
            operands.append(value)
        bundle = fresh()
        results = [t.text for t in function.results]
        prefix = f"{bundle}:{len(results)} = " if results else ""
        lines.append(f"  {prefix}func.call @{function.name}("
                     f"{', '.join(operands)}) : ("
                     f"{', '.join(t.text for t in function.inputs)}) -> ("
                     f"{', '.join(results)})")
        for number, type in enumerate(function.results):
            value, current = f"{bundle}#{number}", type.text

            def step(operation, to):
                nonlocal value, current
                after = fresh()
                new = current.replace(type.dtype + ">", to + ">")
                lines.append(
                    f"  {after} = {operation} {value} : {current} to {new}")
                value, current = after, new

            if type.shape is None:
                after = fresh()
                current = f"tensor<{type.dtype}>"
                lines.append(
                    f"  {after} = tensor.from_elements {value} : {current}")
                value = after
            dtype = type.dtype
            if dtype in TOLERANCE:
                if dtype != "f64":
                    step("arith.extf", "f64")
                current_type, type = type, Type(current)
                step("arith.bitcast", "i64")
                type = current_type
            elif dtype == "index":
                step("arith.index_cast", "i64")
            elif dtype == "i1":
                step("arith.extui", "i64")
            elif dtype != "i64":
                step("arith.extsi", "i64")
            after = fresh()
            lines.append(f"  {after} = tensor.cast {value} : {current} to "
                         "tensor<*xi64>")
            lines.append(
                f"  func.call @printMemrefI64({after}) : (tensor<*xi64>) -> ()")
    return "\n".join(lines + ["  return", "}", ""])


# ---------------------------------------------------------------------------
# Running
# ---------------------------------------------------------------------------


def run(command, text, what):
    result = subprocess.run(command, input=text, capture_output=True, text=True)
    if result.returncode:
        detail = "\n".join(result.stderr.strip().splitlines()[:20])
        how = (f"was ended by signal {-result.returncode}" if result.returncode
               < 0 else f"failed with exit code {result.returncode}")
        raise Failure(
            f"{what}: '{os.path.basename(command[0])}' {how}\n{detail}")
    return result.stdout


def execute(text, calls, tools, what):
    """Lowers, runs, and returns one tensor per result of each call."""
    passes = ([TOSA, "canonicalize", "cse"] if "tosa." in text else []) + LOWERING
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

    calls = []
    for function in functions:
        shapes = input_shapes(function, options)
        calls.append((function, shapes, [
            random_input(type, shape, function.name, i, options.seed)
            for i, (type, shape) in enumerate(zip(function.inputs, shapes))
        ]))
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
