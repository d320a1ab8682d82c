"""Random functions over tensors, with nearly everything that can be fused.

A function starts with a few arguments; each step takes values that are there
and makes another. Plain random operations never make a norm or an attention, so
that two thirds of the steps write such a part, in one of its spellings, over
values from around it. Up to half of these parts get a twist: another axis,
constant or operand, an operation exchanged, a value inside that is also a
result. A wrong match shows as a numeric difference.

The formulas are drawn from one source of random numbers and their spellings
from another, so that the same seed makes the same function in doubles.
"""

import math
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "models"))

import layers
from graph import Dynamic, Graph, SPELLINGS, is_one, is_static, same, same_shape

STATIC = (1, 2, 3, 4, 5, 7, 8, 16)
# No static size, so that equal sizes are the same size.
DYNAMIC = (6, 9)
LARGEST = 600  # elements of a tensor

# What an operation may be exchanged for.
ALIKE = [("add", "sub"), ("add", "mul"), ("mul", "max"), ("max", "min"),
         ("sub", "max"), ("tanh", "erf"), ("neg", "abs"), ("sigmoid", "tanh"),
         ("rsqrt", "sqrt")]


class RandomGraph(Graph):

    def __init__(self, seed, exact=False):
        super().__init__(exact=exact)
        self.rng = random.Random(2 * seed)
        self.spelling_rng = random.Random(2 * seed + 1)
        # Most functions keep to few spellings, as frontends do.
        self.spellings = self.spelling_rng.sample(
            SPELLINGS, self.spelling_rng.choice((1, 1, 2, 4)))
        self.pool, self.used, self.escapes = [], set(), []
        self.magnitudes = {}
        self.depth = 0  # of operations that are written with others
        self.strike = None  # operations until the twist
        self.dtype_of_all = self.rng.choice(("f32", "f32", "f32", "f16",
                                             "bf16"))

    def pick(self, spellings):
        allowed = [s for s in spellings if s in self.spellings]
        rng = self.spelling_rng
        if not allowed or rng.random() < 0.05:
            return rng.choice(spellings)
        return rng.choice(allowed)

    def choose(self, what, options):
        # The first is the usual one.
        return options[0] if self.rng.random() < 0.4 else self.rng.choice(
            options)

    # -- operations, with twists ----------------------------------------------

    def top(self, write, operands):
        """Writes an operation of the formula and notes its value."""
        self.depth += 1
        value = write()
        self.depth -= 1
        if not self.depth:
            self.used.update(x.name for x in operands if hasattr(x, "name"))
            self.pool.append(value)
        return value

    def struck(self):
        if self.depth or self.strike is None:
            return False
        self.strike -= 1
        if self.strike >= 0:
            return False
        self.strike = None
        return True

    def elementwise(self, kind, *operands):
        if self.struck():
            kind, operands = self.twisted(kind, list(operands))
        value = self.top(lambda: super(RandomGraph, self).elementwise(
            kind, *operands), operands)
        if not self.depth:
            self.magnitudes[value.name] = magnitude(
                kind, [self.magnitude_of(x) for x in operands])
        return value

    def twisted(self, kind, operands):
        rng = self.rng
        what = rng.choice(("number", "operand", "kind", "order", "escape"))
        if what == "number":
            numbers = [i for i, x in enumerate(operands)
                       if isinstance(x, float)]
            if numbers:
                i = rng.choice(numbers)
                operands[i] = rng.choice((operands[i] * 1.25, operands[i] + 0.5,
                                          -operands[i], 1.0))
                return kind, operands
        if what == "operand":
            i = rng.randrange(len(operands))
            if hasattr(operands[i], "name"):
                others = [
                    x for x in self.pool
                    if x.dtype == operands[i].dtype and
                    same_shape(x.shape, operands[i].shape)
                ]
                if others:
                    operands[i] = rng.choice(others)
                    return kind, operands
        if what == "kind":
            others = [b if kind == a else a for a, b in ALIKE if kind in (a, b)]
            if others:
                return rng.choice(others), operands
        if what == "order" and len(operands) == 2:
            return kind, operands[::-1]
        values = [x for x in operands if hasattr(x, "name")]
        self.escapes.append(rng.choice(values))
        return kind, operands

    def reduce(self, kind, x, axis, keep=True):
        if self.struck():
            if self.rng.random() < 0.7 and keep:
                axis = self.rng.randrange(x.rank)
            else:
                kind = self.rng.choice(("sum", "max", "min"))
        value = self.top(lambda: super(RandomGraph, self).reduce(
            kind, x, axis, keep), [x])
        if not self.depth:
            self.magnitudes[value.name] = self.magnitude_of(x) * (
                x.shape[axis] if kind == "sum" else 1)
        return value

    def matmul(self, a, b, accumulate=None):
        value = self.top(lambda: super(RandomGraph, self).matmul(
            a, b, accumulate), [a, b])
        if not self.depth:
            self.magnitudes[value.name] = (self.magnitude_of(a) *
                                           self.magnitude_of(b) *
                                           math.sqrt(a.shape[-1]))
        return value

    def view(self, write, x):
        value = self.top(write, [x])
        if not self.depth:
            self.magnitudes[value.name] = self.magnitude_of(x)
        return value

    def broadcast(self, x, shape):
        return self.view(lambda: super(RandomGraph, self).broadcast(x, shape),
                         x)

    def transpose(self, x, perm):
        return self.view(lambda: super(RandomGraph, self).transpose(x, perm), x)

    def reshape(self, x, shape):
        return self.view(lambda: super(RandomGraph, self).reshape(x, shape), x)

    def slice(self, x, axis, start, size):
        if self.struck() and not isinstance(x.shape[axis], Dynamic):
            start = self.rng.randint(0, x.shape[axis] - size)
        return self.view(lambda: super(RandomGraph, self).slice(
            x, axis, start, size), x)

    def cast(self, x, dtype):
        if x.dtype == dtype:
            return x
        return self.view(lambda: super(RandomGraph, self).cast(x, dtype), x)

    def concat(self, values, axis):
        value = self.top(lambda: super(RandomGraph, self).concat(values, axis),
                         values)
        if not self.depth:
            self.magnitudes[value.name] = max(map(self.magnitude_of, values))
        return value

    def magnitude_of(self, x):
        if isinstance(x, float):
            return abs(x)
        return self.magnitudes.get(x.name, 2.0)

    # -- values ---------------------------------------------------------------

    def weight(self, shape):
        return self.argument(shape, self.dtype_of_all)

    def some(self, accept=lambda x: True):
        """A value, rather a late one; a new argument if none will do."""
        usable = [
            x for x in self.pool
            if x.dtype == self.dtype_of_all and x.rank > 0 and accept(x)
        ]
        if not usable:
            for _ in range(20):
                shape = [self.rng.choice(STATIC) for _ in range(
                    self.rng.choice((2, 2, 3)))]
                new = self.weight(shape) if math.prod(shape) <= LARGEST else None
                if new and accept(new):
                    self.pool.append(new)
                    return new
                if new:
                    self.arguments.pop()
            return None
        x = usable[int(len(usable) * (1 - self.rng.random()**2))
                   if len(usable) > 1 else 0]
        return self.tame(x)

    def tame(self, x, limit=20.0):
        """x, or x made small where it may have grown."""
        if self.magnitude_of(x) <= limit:
            return x
        return self.elementwise("tanh", self.elementwise(
            "mul", x, 1.0 / 2**math.ceil(math.log2(self.magnitude_of(x)))))

    # -- plain operations -----------------------------------------------------

    def step_unary(self):
        x = self.some()
        kind = self.rng.choice(("neg", "exp", "tanh", "erf", "abs", "sigmoid",
                                "sin", "cos", "reciprocal", "rsqrt", "sqrt",
                                "log"))
        if kind in ("reciprocal", "rsqrt", "sqrt", "log"):
            x = self.elementwise("add", self.elementwise("mul", x, x), 0.5)
        if kind == "exp":
            x = self.tame(x, 4.0)
        self.elementwise(kind, x)

    def step_number(self):
        kind = self.rng.choice(("add", "sub", "mul", "div", "max", "min"))
        number = self.rng.choice((0.0, 1.0, 0.5, 2.0, 1e-5, -1.25, 0.044715))
        if kind == "div" and number < 0.1:
            number = 3.0
        self.elementwise(kind, self.some(), number)

    def step_binary(self):
        x = self.some()
        kind = self.rng.choice(("add", "add", "sub", "mul", "mul", "max",
                                "min", "div", "select"))
        fitting = [
            y for y in self.pool if y.dtype == x.dtype and y.rank <= x.rank and
            all(is_one(d) or same(d, e) for d, e in zip(
                y.shape[::-1], x.shape[::-1]))
        ]
        if self.rng.random() < 0.3 or not fitting:
            y = self.weight(x.shape[self.rng.randrange(x.rank):])
        else:
            y = self.tame(self.rng.choice(fitting))
        if kind == "div":
            y = self.elementwise("add", self.elementwise("abs", y), 0.5)
        if kind == "select":
            truth = self.elementwise("greater", x, y)
            y = self.broadcast(y, x.shape)
            self.elementwise("select", truth, x, y)
            return
        if self.rng.random() < 0.5:
            x, y = y, x
        self.elementwise(kind, x, y)

    def step_reduce(self):
        x = self.some()
        y = self.reduce(self.rng.choice(("sum", "sum", "max", "min")), x,
                        self.rng.randrange(x.rank))
        if self.rng.random() < 0.6:
            self.elementwise(self.rng.choice(("add", "sub", "mul")), x,
                             self.tame(y))

    def step_matmul(self):
        x = self.some(may_be_projected)
        if x is None:
            return
        n = self.rng.choice(STATIC)
        if math.prod(x.shape[:-1]) * n > LARGEST:
            return
        if x.rank == 3 and self.rng.random() < 0.5:
            weight = self.weight(x.shape[:1] + (x.shape[-1], n))
            self.matmul(x, weight)
        else:
            layers.linear(self, x, self.weight((x.shape[-1], n)))

    def step_transpose(self):
        x = self.some(lambda x: x.rank > 1)
        perm = list(range(x.rank))
        self.rng.shuffle(perm)
        self.transpose(x, perm)

    def step_reshape(self):
        x = self.some()
        shape = list(x.shape)
        what = self.rng.choice(("one", "merge", "split", "drop"))
        axis = self.rng.randrange(len(shape))
        if what == "one" and len(shape) < 4:
            shape.insert(axis, 1)
        elif what == "merge" and axis and is_static(shape[axis - 1:axis + 1]):
            shape[axis - 1:axis + 1] = [shape[axis - 1] * shape[axis]]
        elif what == "split" and is_static(
                shape[axis:axis + 1]) and shape[axis] % 2 == 0:
            shape[axis:axis + 1] = [2, shape[axis] // 2]
        elif what == "drop":
            shape = [d for d in shape if not is_one(d)]
        if shape:
            self.reshape(x, shape)

    def step_slice(self):
        x = self.some()
        axes = [i for i, d in enumerate(x.shape)
                if not isinstance(d, Dynamic) and d > 1]
        if axes:
            axis = self.rng.choice(axes)
            size = self.rng.randint(1, x.shape[axis])
            self.slice(x, axis, self.rng.randint(0, x.shape[axis] - size), size)

    def step_concat(self):
        x = self.some()
        axes = [i for i, d in enumerate(x.shape) if not isinstance(d, Dynamic)]
        if axes and math.prod(x.shape) * 2 <= LARGEST:
            axis = self.rng.choice(axes)
            self.concat([x, self.rng.choice((x, self.weight(x.shape)))], axis)

    def step_cast(self):
        x = self.some()
        wide = self.cast(x, self.rng.choice(("f32", "f32", "f16", "bf16")))
        if wide.dtype != x.dtype:
            y = self.elementwise("mul", wide, wide)
            self.cast(y, x.dtype)

    # -- parts that are fused -------------------------------------------------

    def row_value(self):
        return self.some(lambda x: x.rank > 1 and x.shape[-1] > 1 and
                         not isinstance(x.shape[-1], Dynamic))

    def norm(self, x):
        """A norm of x, over its last axis for the most part."""
        axis = -1 if self.rng.random() < 0.85 else self.rng.randrange(-x.rank,
                                                                     0)
        size = x.shape[axis]
        shape = (size,) + (1,) * (-1 - axis)
        gamma = self.weight(shape) if self.rng.random() < 0.8 else None
        eps = self.rng.choice((1e-5, 1e-6, 1e-3))
        if self.rng.random() < 0.5:
            return layers.rms_norm(self, x, gamma, eps, axis)
        beta = self.weight(shape) if self.rng.random() < 0.8 else None
        return layers.layer_norm(self, x, gamma, beta, eps, axis)

    def part_norm(self):
        x = self.row_value()
        if x is None:
            return
        if self.rng.random() < 0.5:
            other = self.weight(x.shape)
            x = self.elementwise("add", *self.rng.sample([x, other], 2))
            if self.rng.random() < 0.5:
                self.escapes.append(x)
        self.norm(x)

    def part_softmax(self):
        x = self.tame(self.row_value() or self.weight((4, 8)), 8.0)
        layers.softmax(self, x, self.rng.choice((-1, -1, -1, 0)))

    def part_attention(self):
        rng = self.rng
        b, n = rng.choice((1, 2)), rng.choice((1, 2, 3))
        s, t = rng.choice((1, 4, 5)), rng.choice((4, 5, 7))
        d, e = rng.choice((4, 8)), rng.choice((4, 8))
        if rng.random() < 0.5:
            e, t = d, max(s, 2)
        if self.sizes_used and rng.random() < 0.5:
            b = self.sizes_used[0]
        groups = rng.choice((1, 1, 2)) if is_static((b,)) else 1
        if rng.random() < 0.5:
            x = self.weight((b, s, n * groups * d))
            q = layers.split_heads(self, x, n * groups)
        else:
            q = self.weight((b, n * groups, s, d))
        k = layers.repeat_heads(self, self.weight((b, n, t, d)), groups)
        v = layers.repeat_heads(self, self.weight((b, n, t, e)), groups)
        mask = rng.choice((None, "additive", "select"))
        if mask:
            shape = rng.choice(((s, t), (1, 1, s, t), (b, 1, 1, t)))
            value = self.weight(shape)
            if mask == "select":
                value = self.elementwise("greater", self.broadcast(
                    value, shape), 0.0)
            mask = (mask, value)
        y = layers.attention(self, q, k, v, 1 / math.sqrt(d), mask)
        if rng.random() < 0.7:
            y = layers.merge_heads(self, y)
            if rng.random() < 0.5:
                y = layers.linear(self, y, self.weight((y.shape[-1], 8)))

    def part_gelu(self):
        x = self.tame(self.some(), 6.0)
        layers_of = self.rng.choice((layers.gelu_tanh, layers.gelu_erf,
                                     layers.silu))
        layers_of(self, x)

    def part_swiglu(self):
        x = self.tame(self.row_value() or self.weight((4, 8)), 6.0)
        how = self.rng.choice(("two", "halves", "projections"))
        act = self.rng.choice((layers.silu, layers.silu, layers.gelu_tanh,
                               layers.gelu_erf))
        if how == "halves" and x.shape[-1] % 2 == 0:
            half = x.shape[-1] // 2
            gate = self.slice(x, x.rank - 1, 0, half)
            up = self.slice(x, x.rank - 1, half, half)
        elif how == "projections" and may_be_projected(x):
            n = self.rng.choice((4, 8))
            gate = self.tame(layers.linear(
                self, x, self.weight((x.shape[-1], n))), 6.0)
            up = layers.linear(self, x, self.weight((x.shape[-1], n)))
        else:
            gate, up = x, self.weight(x.shape)
        self.elementwise("mul", *self.rng.sample([act(self, gate), up], 2))

    def part_rotary(self):
        b, n, s = (self.rng.choice(c) for c in ((1, 2), (1, 2, 3), (1, 4, 5)))
        d = self.rng.choice((4, 8))
        x = self.weight((b, s, n * d))
        x = layers.split_heads(self, x, n)
        shape = self.rng.choice(((s, d), (1, 1, s, d), (b, 1, s, d)))
        layers.rotary(self, x, self.weight(shape), self.weight(shape))

    def part_linear(self):
        x = self.some(may_be_projected)
        if x is None:
            return
        n = self.rng.choice((4, 5, 8))
        bias = self.weight((n,)) if self.rng.random() < 0.7 else None
        y = layers.linear(self, x, self.weight((x.shape[-1], n)), bias)
        act = self.rng.choice(("none", "gelu", "silu", "relu", "tanh"))
        y = self.tame(y, 6.0)
        if act == "gelu":
            y = layers.gelu_tanh(self, y)
        elif act == "silu":
            y = layers.silu(self, y)
        elif act == "relu":
            y = self.elementwise("max", y, 0.0)
        elif act == "tanh":
            y = self.elementwise("tanh", y)
        if self.rng.random() < 0.5:
            y = self.elementwise("add", self.weight(y.shape), y)
            if self.rng.random() < 0.5:
                self.norm(y)

    def part_router(self):
        t, e = self.rng.choice((1, 4, 5)), self.rng.choice((4, 8))
        if self.rng.random() < 0.5:
            logits = layers.linear(self, self.weight((t, 4)),
                                   self.weight((4, e)))
        else:
            logits = self.weight((t, e))
        layers.route(self, logits, self.rng.choice((1, 2, 3)),
                     self.rng.choice(("softmax", "sigmoid")))

    # -- the whole ------------------------------------------------------------

    def build(self, name):
        rng = self.rng
        first = [rng.choice(STATIC) for _ in range(rng.choice((2, 3)))]
        while math.prod(first) > LARGEST:
            first[rng.randrange(len(first))] = 2
        if rng.random() < 0.3:
            first[0] = self.dynamic(DYNAMIC[0])
            if len(first) == 3 and rng.random() < 0.4:
                first[1] = self.dynamic(DYNAMIC[1])
        self.pool.append(self.weight(first))
        if rng.random() < 0.5:
            self.pool.append(self.weight(first))

        def named(prefix):
            return [
                getattr(self, method) for method in sorted(dir(RandomGraph))
                if method.startswith(prefix)
            ]

        steps, parts = named("step_"), named("part_")
        for _ in range(rng.randint(3, 6)):
            if rng.random() < 0.65:
                self.strike = None
                if rng.random() < 0.5:
                    self.strike = rng.randrange(14)
                rng.choice(parts)()
                self.strike = None
            else:
                rng.choice(steps)()
            self.pool = [x for x in self.pool
                         if x.dtype in ("f32", "f16", "bf16")]
        return self.function(name, self.results())

    def results(self):
        """What nothing reads, the escapes, and a few others."""
        made = [x for x in self.pool if not x.name.startswith("%arg")]
        sinks = [x for x in made if x.name not in self.used]
        rng = self.rng
        found = sinks[-5:] + self.escapes[-4:]
        if made and rng.random() < 0.4:
            found.append(rng.choice(made))
        unique = []
        for x in found:
            if x.dtype != "i1" and x.name not in [y.name for y in unique]:
                unique.append(x)
        return unique or made[-1:] or self.pool[-1:]


def may_be_projected(x):
    """By a matmul. mlir-opt 22 crashes where one dimension is expanded to two
    dynamic ones (expand-strided-metadata), so that there must be but one."""
    dynamic = sum(isinstance(dim, Dynamic) for dim in x.shape[:-1])
    return x.rank in (2, 3) and is_static(x.shape[-1:]) and dynamic < 2


def magnitude(kind, given):
    """Roughly how large an operation's result may be."""
    if kind in ("tanh", "erf", "sigmoid", "sin", "cos", "greater"):
        return 1.0
    if kind == "exp":
        return math.exp(min(given[0], 20.0))
    if kind in ("mul",):
        return given[0] * given[1]
    if kind in ("add", "sub"):
        return given[0] + given[1]
    if kind == "pow":
        return given[0]**3
    return max(given + [1.0])


def build(seed, exact, maps):
    """The graph of a seed and its text."""
    attempt = 0
    while True:
        graph = RandomGraph(seed + attempt * 1000003, exact)
        graph.maps = maps
        try:
            return graph, graph.build(f"g{seed}")
        except ValueError:  # after a twist, shapes do not fit
            attempt += 1


def module_of(seeds, exact=False):
    """The text of functions @g<seed>, and the shapes of their arguments."""
    functions, maps, shapes = [], {}, {}
    for seed in seeds:
        graph, text = build(seed, exact, maps)
        functions.append(text)
        for i, (value, _) in enumerate(graph.arguments):
            shapes[f"g{seed}", i] = [int(dim) for dim in value.shape]
    head = [f"{alias} = {text}" for text, alias in maps.items()]
    return "\n".join(head + ["module {"] + functions + ["}", ""]), shapes
