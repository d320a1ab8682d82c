"""Tensors in plain Python, and the language that says what a model computes.

For run_both.py, whose help describes the language.
"""

import ast
import math
import struct

TOLERANCE = {"f64": 1e-12, "f32": 1e-5, "f16": 2.0**-9, "bf16": 2.0**-6}
INTEGERS = ("i1", "i8", "i16", "i32", "i64", "index")


class Failure(Exception):
    """What is wrong, in a sentence for the user."""


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


def each(function):
    return lambda x: Tensor(x.shape, [function(v) for v in x.data])


@each
def gelu(v):
    return v / 2 * (1 + math.erf(v / math.sqrt(2)))


@each
def gelu_tanh(v):
    return v / 2 * (1 + math.tanh(math.sqrt(2 / math.pi) *
                                  (v + 0.044715 * v**3)))


@each
def silu(v):
    # Of the half of the range where exp stays in range.
    e = math.exp(-abs(v))
    return v / (1 + e) if v >= 0 else v * e / (1 + e)


def part(x, begin, end):
    """x[..., begin:end]"""
    return Tensor(x.shape[:-1] + (end - begin,),
                  [v for row in rows_of(x, 1) for v in row[begin:end]])


def joined(*parts):
    """Side by side along the last axis."""
    rows = [rows_of(x, 1) for x in parts]
    width = sum(x.shape[-1] for x in parts)
    return Tensor(parts[0].shape[:-1] + (width,),
                  [v for row in zip(*rows) for part in row for v in part])


def rotary(x, cos, sin, mode="half"):
    """x * cos + rotated(x) * sin; a table of half the width is for both of a
    pair."""
    width = x.shape[-1]

    def pair(d):
        if mode == "half":
            return (d + width // 2) % width, d < width // 2, d % (width // 2)
        return d ^ 1, d % 2 == 0, d // 2

    rotated = Tensor(x.shape, [
        -row[pair(d)[0]] if pair(d)[1] else row[pair(d)[0]]
        for row in rows_of(x, 1) for d in range(width)
    ])

    def wide(table):
        if table.shape[-1] == width:
            return table
        return Tensor(table.shape[:-1] + (width,), [
            row[pair(d)[2]] for row in rows_of(table, 1) for d in range(width)
        ])

    return x * wide(cos) + rotated * wide(sin)


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


def softmax(x):
    out = []
    for row in rows_of(x, 1):
        top = max(row)
        weights = [math.exp(v - top) for v in row]
        total = math.fsum(weights)
        out += [w / total for w in weights]
    return Tensor(x.shape, out)


def where(condition, yes, no):
    """Where `condition` is not 0 `yes`, elsewhere the number `no`."""
    no = scalar(no)
    return condition.zip_with(yes, lambda c, v: v if c else no)


def causal(x):
    """Scores with -inf where a key comes behind the query, aligned at the end."""
    rows, keys = x.shape[-2:]
    return Tensor(x.shape, [
        v if i % keys <= i // keys % rows + keys - rows else -math.inf
        for i, v in enumerate(x.data)
    ])


def heads(x, group):
    """Each head of batch x heads x ... `group` times."""
    size = math.prod(x.shape[2:])
    out = []
    for i in range(0, len(x.data), size):
        out += x.data[i:i + size] * group
    return Tensor((x.shape[0], x.shape[1] * group) + x.shape[2:], out)


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
    "gelu": gelu, "gelu_tanh": gelu_tanh, "silu": silu, "part": part,
    "joined": joined, "rotary": rotary,
    "matmul": matmul, "vector": vector, "softmax": softmax, "where": where,
    "causal": causal, "heads": heads,
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
