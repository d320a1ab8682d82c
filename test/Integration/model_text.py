"""Reads functions off the text of a model and writes calls of them.

For run_both.py.
"""

import math
import random
import re
import zlib

from tensors import Failure, INTEGERS, TOLERANCE, rounded, scalar, to_bits

DEFAULT_DIMS = [3, 5, 7, 2]
MAIN = "run_both_main"


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
    """Text that calls each function and prints the bits of its results: one
    function for each call, as compiling one large one takes long."""
    lines = ["func.func private @printMemrefI64(tensor<*xi64>)"]
    counter = 0

    def fresh():
        nonlocal counter
        counter += 1
        return f"%v{counter}"

    for number, (function, shapes, inputs) in enumerate(calls):
        lines.append(f"func.func private @{MAIN}_{number}() {{")
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
        for result, type in enumerate(function.results):
            value, current = f"{bundle}#{result}", type.text

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
        lines += ["  return", "}"]
    lines.append(f"func.func @{MAIN}() {{")
    for number in range(len(calls)):
        lines.append(f"  func.call @{MAIN}_{number}() : () -> ()")
    return "\n".join(lines + ["  return", "}", ""])
