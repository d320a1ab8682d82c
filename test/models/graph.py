"""Writes functions over tensors as MLIR text, in linalg, tosa or arith.

For the generators of random graphs and of whole networks: both say what is
computed (`g.add(x, y)`), and the graph says how it is spelled. Spellings:

  generic  one linalg.generic for each operation, as torch-mlir prints it: unit
           dimensions of an input read at 0, yield-only broadcasts, constants
           in f64 that the body truncates
  named    linalg.add and its like, with explicit linalg.broadcast
  tosa     tosa, with tensor.insert_slice and linalg for what it lacks
  arith    arith and math on tensors

A dynamic size is a `Dynamic`: an int, so that sizes can be computed, that knows
the SSA value it has at run time. Two sizes are the same only if both are static
and equal, or both the same dynamic one.
"""

import math

SPELLINGS = ("generic", "named", "tosa", "arith")
FLOATS = ("f64", "f32", "f16", "bf16")
BITS = {"f64": 64, "f32": 32, "f16": 16, "bf16": 16, "i1": 1, "i32": 32,
        "i64": 64}

# Of each elementwise operation: operands, body, linalg, tosa. What has no named
# operation or none in tosa is written in another way.
ELEMENTWISE = {
    "add": (2, "arith.addf", "linalg.add", "tosa.add"),
    "sub": (2, "arith.subf", "linalg.sub", "tosa.sub"),
    "mul": (2, "arith.mulf", "linalg.mul", "tosa.mul"),
    "div": (2, "arith.divf", "linalg.div", None),
    "max": (2, "arith.maximumf", "linalg.max", "tosa.maximum"),
    "min": (2, "arith.minimumf", "linalg.min", "tosa.minimum"),
    "pow": (2, "math.powf", "linalg.powf", "tosa.pow"),
    "neg": (1, "arith.negf", "linalg.negf", "tosa.negate"),
    "exp": (1, "math.exp", "linalg.exp", "tosa.exp"),
    "exp2": (1, "math.exp2", None, None),
    "log": (1, "math.log", "linalg.log", "tosa.log"),
    "sqrt": (1, "math.sqrt", "linalg.sqrt", None),
    "rsqrt": (1, "math.rsqrt", "linalg.rsqrt", "tosa.rsqrt"),
    "tanh": (1, "math.tanh", "linalg.tanh", "tosa.tanh"),
    "erf": (1, "math.erf", "linalg.erf", "tosa.erf"),
    "abs": (1, "math.absf", "linalg.abs", "tosa.abs"),
    "floor": (1, "math.floor", "linalg.floor", "tosa.floor"),
    "ceil": (1, "math.ceil", "linalg.ceil", "tosa.ceil"),
    "sin": (1, "math.sin", None, "tosa.sin"),
    "cos": (1, "math.cos", None, "tosa.cos"),
    "greater": (2, "arith.cmpf ogt,", None, "tosa.greater"),
    "select": (3, "arith.select", "linalg.select", "tosa.select"),
    # In tosa only; elsewhere written out.
    "sigmoid": (1, None, None, "tosa.sigmoid"),
    "reciprocal": (1, None, "linalg.reciprocal", "tosa.reciprocal"),
}
REDUCTIONS = {
    "sum": ("arith.addf", "0.0", "tosa.reduce_sum"),
    "max": ("arith.maximumf", "lowest", "tosa.reduce_max"),
    "min": ("arith.minimumf", "highest", "tosa.reduce_min"),
}
INFINITY = {  # of lowest and highest: the bits of the infinities
    "f64": ("0xFFF0000000000000", "0x7FF0000000000000"),
    "f32": ("0xFF800000", "0x7F800000"),
    "f16": ("0xFC00", "0x7C00"),
    "bf16": ("0xFF80", "0x7F80"),
}


class Dynamic(int):
    """A size that is known at run time only; `ssa` holds it there."""

    def __new__(cls, size, ssa):
        self = super().__new__(cls, size)
        self.ssa = ssa
        return self


def same(a, b):
    if isinstance(a, Dynamic) or isinstance(b, Dynamic):
        return (isinstance(a, Dynamic) and isinstance(b, Dynamic) and
                a.ssa == b.ssa)
    return a == b


def same_shape(a, b):
    return len(a) == len(b) and all(map(same, a, b))


def is_one(dim):
    return not isinstance(dim, Dynamic) and dim == 1


def is_static(shape):
    return not any(isinstance(dim, Dynamic) for dim in shape)


def dims_text(shape):
    return "".join("?x" if isinstance(dim, Dynamic) else f"{dim}x"
                   for dim in shape)


def number_text(number, dtype):
    """A number as MLIR writes it; floats have a point."""
    if isinstance(number, str):  # lowest, highest
        return INFINITY[dtype][number == "highest"]
    if isinstance(number, int):
        return str(number)
    text = repr(float(number))
    return text if "." in text else text.replace("e", ".0e")


def map_text(rank, results):
    dims = ", ".join(f"d{i}" for i in range(rank))
    return f"affine_map<({dims}) -> ({', '.join(results)})>"


class Value:

    __slots__ = ("name", "shape", "dtype")

    def __init__(self, name, shape, dtype):
        self.name, self.shape, self.dtype = name, tuple(shape), dtype

    @property
    def rank(self):
        return len(self.shape)


class Graph:
    """One function. Subclasses choose spellings by overriding `pick`."""

    def __init__(self, spelling="generic", exact=False):
        self.spelling = spelling
        # All floats are doubles: the reference for what rounding may do.
        self.exact = exact
        self.lines, self.arguments, self.constants = [], [], {}
        self.sizes_used, self.products = [], {}
        self.maps = {}  # text of a map -> its alias
        self.counter = 0
        self.ops = 0
        self.rows = None  # see record()
        self.scope = []  # names of the parts that are being written

    # -- choices --------------------------------------------------------------

    def pick(self, spellings):
        """One of the spellings that an operation has."""
        if self.spelling in spellings:
            return self.spelling
        return "generic" if "generic" in spellings else spellings[0]

    def choose(self, what, options):
        """One of several formulas that are equal: the first, here."""
        return options[0]

    # -- text -----------------------------------------------------------------

    def fresh(self):
        self.counter += 1
        return f"%{self.counter}"

    def dtype(self, dtype):
        return "f64" if self.exact and dtype in FLOATS else dtype

    def type(self, shape, dtype):
        return f"tensor<{dims_text(shape)}{self.dtype(dtype)}>"

    def type_of(self, value):
        return self.type(value.shape, value.dtype)

    def location(self):
        """Appended to every operation; with a leading blank."""
        return ""

    def emit(self, text, shape, dtype, count=1):
        """An operation with one result; `count` with those in its body."""
        name = self.fresh()
        self.lines.append(f"    {name} = {text}{self.location()}")
        self.ops += count
        return Value(name, shape, dtype)

    def scalar(self, number, dtype):
        """A scalar constant; in f64 where dtype is that."""
        dtype = self.dtype(dtype)
        text = number_text(number, dtype)
        key = (text, dtype)
        if key not in self.constants:
            name = f"%c{len(self.constants)}"
            self.constants[key] = name
            self.ops += 1
        return self.constants[key]

    def index(self, number):
        return self.scalar(int(number), "index")

    def alias(self, text):
        return self.maps.setdefault(text, f"#map{len(self.maps)}")

    def affine(self, rank, results):
        return self.alias(map_text(rank, results))

    def sizes(self, shape):
        """The sizes as output_shape and slices take them."""
        return "[" + ", ".join(
            d.ssa if isinstance(d, Dynamic) else str(d) for d in shape) + "]"

    def empty(self, shape, dtype):
        dynamic = ", ".join(d.ssa for d in shape if isinstance(d, Dynamic))
        return self.emit(f"tensor.empty({dynamic}) : {self.type(shape, dtype)}",
                         shape, dtype)

    def filled(self, number, shape, dtype):
        init = self.empty(shape, dtype)
        type = self.type(shape, dtype)
        return self.emit(
            f"linalg.fill ins({self.scalar(number, dtype)} : "
            f"{self.dtype(dtype)}) outs({init.name} : {type}) -> {type}",
            shape, dtype, count=3)

    # -- sources --------------------------------------------------------------

    def argument(self, shape, dtype="f32", attributes=""):
        value = Value(f"%arg{len(self.arguments)}", shape, dtype)
        self.arguments.append((value, attributes))
        return value

    def dynamic(self, size):
        """A new dynamic size; some argument has to have it."""
        self.sizes_used.append(Dynamic(size, f"%size{len(self.sizes_used)}"))
        return self.sizes_used[-1]

    def product(self, dims):
        """The size of several dimensions as one."""
        wide = [dim for dim in dims if not is_one(dim)]
        if len(wide) == 1:
            return wide[0]
        if is_static(wide):
            return math.prod(wide)
        key = tuple(d.ssa if isinstance(d, Dynamic) else int(d) for d in wide)
        if key not in self.products:
            names = [d.ssa if isinstance(d, Dynamic) else self.index(d)
                     for d in wide]
            name = names[0]
            for other in names[1:]:
                name = self.emit(f"arith.muli {name}, {other} : index", (),
                                 "index").name
            self.products[key] = Dynamic(math.prod(wide), name)
        return self.products[key]

    def dense(self, number, shape, dtype):
        """A constant tensor of one number."""
        if not is_static(shape):
            scalar = self.scalar(number, dtype)
            dynamic = ", ".join(d.ssa for d in shape if isinstance(d, Dynamic))
            return self.emit(
                f"tensor.splat {scalar}{f'[{dynamic}]' if dynamic else ''} : "
                f"{self.type(shape, dtype)}", shape, dtype)
        text = number_text(number, self.dtype(dtype))
        type = self.type(shape, dtype)
        if self.pick(("tosa", "generic")) == "tosa":
            return self.emit(f'"tosa.const"() <{{values = dense<{text}> : '
                             f"{type}}}> : () -> {type}", shape, dtype)
        return self.emit(f"arith.constant dense<{text}> : {type}", shape, dtype)

    # -- elementwise ----------------------------------------------------------

    def elementwise(self, kind, *operands):
        """Operands are values or numbers; shapes are broadcast from the right,
        ranks may differ."""
        tensors = [x for x in operands if isinstance(x, Value)]
        shape = broadcast_shape([x.shape for x in tensors])
        dtype = next((x.dtype for x in tensors if x.dtype != "i1"), "f32")
        if kind == "select":
            dtype = next((x.dtype for x in operands[1:]
                          if isinstance(x, Value)), dtype)
        result = "i1" if kind == "greater" else dtype
        _, body, named, tosa = ELEMENTWISE[kind]
        spellings = ["generic", "arith"] if body else ["written"]
        if self.exact:
            del spellings[1:]
        else:
            if named and kind != "select":
                spellings.append("named")
            if tosa:
                spellings.append("tosa")
        how = self.pick(spellings)
        if how == "written":
            return self.written_out(kind, operands[0])
        value = getattr(self, f"_{how}")(kind, operands, shape, dtype, result)
        self.record(kind, tensors, value)
        return value

    def written_out(self, kind, x):
        if kind == "reciprocal":
            return self.elementwise("div", 1.0, x)
        exp = self.elementwise("exp", self.elementwise("neg", x))
        return self.elementwise("div", 1.0, self.elementwise("add", exp, 1.0))

    def _generic(self, kind, operands, shape, dtype, result):
        rank, body = len(shape), []
        maps, inputs, names, words = [], [], [], []
        for operand in operands:
            if not isinstance(operand, Value):
                words.append(self.body_constant(operand, dtype, body))
                continue
            word = f"%in{len(inputs)}"
            words.append(word)
            names.append(f"{word}: {self.dtype(operand.dtype)}")
            inputs.append(operand)
            skipped = rank - operand.rank
            maps.append(self.affine(rank, [
                "0" if is_one(dim) else f"d{i + skipped}"
                for i, dim in enumerate(operand.shape)
            ]))
        maps.append(self.affine(rank, [f"d{i}" for i in range(rank)]))
        # A comparison and a select name the type of their operands.
        type = dtype if result == "i1" else result
        body.append(f"%r = {ELEMENTWISE[kind][1]} {', '.join(words)} : "
                    f"{self.dtype(type)}")
        return self.generic(maps, ["parallel"] * rank, inputs, names,
                            self.empty(shape, result), body, "%r")

    def body_constant(self, number, dtype, body):
        """The number inside of a body; a double that is truncated there
        unless it is a simple one."""
        dtype = self.dtype(dtype)
        if dtype == "f64" or number * 256 == int(number * 256):
            return self.scalar(float(number), dtype)
        word = f"%k{len(body)}"
        body.append(f"{word} = arith.truncf {self.scalar(number, 'f64')} : "
                    f"f64 to {dtype}")
        return word

    def generic(self, maps, iterators, inputs, names, init, body, result):
        """names: of the block's arguments but the last, with their types."""
        iterators = ", ".join(f'"{i}"' for i in iterators)
        given = ""
        if inputs:
            given = (f"ins({', '.join(x.name for x in inputs)} : "
                     f"{', '.join(self.type_of(x) for x in inputs)}) ")
        type = self.dtype(init.dtype)
        block = ", ".join(list(names) + [f"%out: {type}"])
        lines = "".join(f"      {line}\n" for line in body)
        return self.emit(
            f"linalg.generic {{indexing_maps = [{', '.join(maps)}], "
            f"iterator_types = [{iterators}]}} {given}outs({init.name} : "
            f"{self.type_of(init)}) {{\n    ^bb0({block}):\n{lines}"
            f"      linalg.yield {result} : {type}\n    }} -> "
            f"{self.type_of(init)}", init.shape, init.dtype,
            count=2 + len(body))

    def same_shapes(self, operands, shape, dtype):
        """Every operand as a tensor of the whole shape."""
        return [
            self.broadcast(x, shape) if isinstance(x, Value) else
            self.dense(x, shape, dtype) for x in operands
        ]

    def _named(self, kind, operands, shape, dtype, result):
        inputs = self.same_shapes(operands, shape, dtype)
        init = self.empty(shape, result)
        return self.emit(
            f"{ELEMENTWISE[kind][2]} ins({', '.join(x.name for x in inputs)} : "
            f"{', '.join(self.type_of(x) for x in inputs)}) outs({init.name} : "
            f"{self.type_of(init)}) -> {self.type_of(init)}", shape, result,
            count=3)

    def _arith(self, kind, operands, shape, dtype, result):
        inputs = self.same_shapes(operands, shape, dtype)
        types = self.type(shape, dtype)
        if kind == "select":
            types = f"{self.type(shape, 'i1')}, {types}"
        return self.emit(
            f"{ELEMENTWISE[kind][1]} {', '.join(x.name for x in inputs)} : "
            f"{types}", shape, result)

    def _tosa(self, kind, operands, shape, dtype, result):
        rank, inputs = len(shape), []
        for operand in operands:
            if not isinstance(operand, Value):
                operand = self.dense(operand, (1,) * rank, dtype)
            # Ranks must be equal.
            missing = rank - operand.rank
            if missing:
                operand = self.reshape(operand, (1,) * missing + operand.shape)
            inputs.append(operand)
        words = [x.name for x in inputs]
        types = [self.type_of(x) for x in inputs]
        if kind == "mul":
            shift = self.emit('"tosa.const"() <{values = dense<0> : '
                              "tensor<1xi8>}> : () -> tensor<1xi8>", (1,), "i8")
            words.append(shift.name)
            types.append("tensor<1xi8>")
        if kind == "neg":
            zero = self.zero_point(dtype)
            words += [zero.name] * 2
            types += [self.type_of(zero)] * 2
        return self.emit(
            f"{ELEMENTWISE[kind][3]} {', '.join(words)} : "
            f"({', '.join(types)}) -> {self.type(shape, result)}", shape,
            result)

    def zero_point(self, dtype):
        type = self.type((1,), dtype)
        return self.emit(f'"tosa.const"() <{{values = dense<0.0> : {type}}}> : '
                         f"() -> {type}", (1,), dtype)

    # -- views ----------------------------------------------------------------

    def broadcast(self, x, shape):
        """x repeated along its unit dimensions and new leading ones."""
        if same_shape(x.shape, shape):
            return x
        rank, skipped = len(shape), len(shape) - x.rank
        if self.pick(("generic", "named")) == "named":
            # linalg.broadcast adds dimensions: drop those that are one first.
            kept = [
                i for i, dim in enumerate(x.shape)
                if not is_one(dim) or is_one(shape[i + skipped])
            ]
            narrow = self.reshape(x, [x.shape[i] for i in kept])
            added = [
                i for i in range(rank)
                if i < skipped or (i - skipped) not in kept
            ]
            init = self.empty(shape, x.dtype)
            return self.emit(
                f"linalg.broadcast ins({narrow.name} : {self.type_of(narrow)}) "
                f"outs({init.name} : {self.type_of(init)}) dimensions = "
                f"{added}", shape, x.dtype, count=2)
        maps = [
            self.affine(rank, [
                "0" if is_one(dim) and not is_one(shape[i + skipped]) else
                f"d{i + skipped}" for i, dim in enumerate(x.shape)
            ]),
            self.affine(rank, [f"d{i}" for i in range(rank)])
        ]
        return self.generic(maps, ["parallel"] * rank, [x],
                            [f"%in0: {self.dtype(x.dtype)}"],
                            self.empty(shape, x.dtype), [], "%in0")

    def transpose(self, x, perm):
        shape = [x.shape[p] for p in perm]
        how = self.pick(("generic", "named", "tosa"))
        self.record("transpose", [x], Value("", shape, x.dtype))
        if how == "tosa":
            perms = ", ".join(map(str, perm))
            return self.emit(
                f"tosa.transpose {x.name} {{perms = array<i32: {perms}>}} : "
                f"({self.type_of(x)}) -> {self.type(shape, x.dtype)}", shape,
                x.dtype)
        init = self.empty(shape, x.dtype)
        if how == "named":
            return self.emit(
                f"linalg.transpose ins({x.name} : {self.type_of(x)}) "
                f"outs({init.name} : {self.type_of(init)}) permutation = "
                f"{list(perm)}", shape, x.dtype, count=2)
        # Loops over x, as torch-mlir writes it.
        rank = x.rank
        maps = [
            self.affine(rank, [f"d{i}" for i in range(rank)]),
            self.affine(rank, [f"d{p}" for p in perm])
        ]
        return self.generic(maps, ["parallel"] * rank, [x],
                            [f"%in0: {self.dtype(x.dtype)}"], init, [], "%in0")

    def reshape(self, x, shape):
        shape = tuple(shape)
        if same_shape(x.shape, shape):
            return x
        if (is_static(x.shape) and is_static(shape) and x.rank and shape and
                self.pick(("generic", "tosa")) == "tosa"):
            sizes = ", ".join(map(str, shape))
            to = self.emit(
                f"tosa.const_shape {{values = dense<[{sizes}]> : "
                f"tensor<{len(shape)}xindex>}} : () -> "
                f"!tosa.shape<{len(shape)}>", (), "index")
            return self.emit(
                f"tosa.reshape {x.name}, {to.name} : ({self.type_of(x)}, "
                f"!tosa.shape<{len(shape)}>) -> {self.type(shape, x.dtype)}",
                shape, x.dtype)
        # Groups of dimensions that hold the same elements on both sides.
        coarse, left, right = [], [], []
        for a, b in groups_of(x.shape, shape):
            left.append(a)
            right.append(b)
            coarse.append(self.product([x.shape[i] for i in a]))
        if any(len(a) > 1 for a in left) or len(left) < x.rank:
            x = self.emit(
                f"tensor.collapse_shape {x.name} {left if coarse else []} : "
                f"{self.type_of(x)} into {self.type(coarse, x.dtype)}", coarse,
                x.dtype)
        if any(len(b) > 1 for b in right) or len(right) < len(shape):
            x = self.emit(
                f"tensor.expand_shape {x.name} {right if coarse else []} "
                f"output_shape {self.sizes(shape)} : {self.type_of(x)} into "
                f"{self.type(shape, x.dtype)}", shape, x.dtype)
        return x

    def slice(self, x, axis, start, size):
        shape = list(x.shape)
        shape[axis] = size
        self.record("slice", [x], Value("", shape, x.dtype))
        if is_static(x.shape) and self.pick(("generic", "tosa")) == "tosa":
            offsets = [0] * x.rank
            offsets[axis] = start
            texts = []
            for sizes in (offsets, shape):
                texts.append(self.emit(
                    f"tosa.const_shape {{values = dense<{list(sizes)}> : "
                    f"tensor<{x.rank}xindex>}} : () -> !tosa.shape<{x.rank}>",
                    (), "index").name)
            return self.emit(
                f"tosa.slice {x.name}, {', '.join(texts)} : ({self.type_of(x)}"
                f", !tosa.shape<{x.rank}>, !tosa.shape<{x.rank}>) -> "
                f"{self.type(shape, x.dtype)}", shape, x.dtype)
        offsets = ["0"] * x.rank
        offsets[axis] = str(start)
        return self.emit(
            f"tensor.extract_slice {x.name}[{', '.join(offsets)}] "
            f"{self.sizes(shape)} [{', '.join('1' * x.rank)}] : "
            f"{self.type_of(x)} to {self.type(shape, x.dtype)}", shape, x.dtype)

    def concat(self, values, axis):
        shape = list(values[0].shape)
        shape[axis] = sum(x.shape[axis] for x in values)
        dtype, rank = values[0].dtype, len(shape)
        for x in values:
            if not same_shape(x.shape[:axis] + x.shape[axis + 1:],
                              shape[:axis] + shape[axis + 1:]):
                raise ValueError("shapes do not fit")
        self.record("concat", values, Value("", shape, dtype))
        # The halves of a rotation come as inserted slices from most frontends.
        how = self.pick(("generic", "named", "tosa"))
        names = ", ".join(x.name for x in values)
        types = ", ".join(self.type_of(x) for x in values)
        if how == "tosa":
            return self.emit(f"tosa.concat {names} {{axis = {axis} : i32}} : "
                             f"({types}) -> {self.type(shape, dtype)}", shape,
                             dtype)
        if how == "named":
            return self.emit(f"tensor.concat dim({axis}) {names} : ({types}) -> "
                             f"{self.type(shape, dtype)}", shape, dtype)
        whole, start = self.empty(shape, dtype), 0
        for x in values:
            offsets = ["0"] * rank
            offsets[axis] = str(start)
            start += x.shape[axis]
            whole = self.emit(
                f"tensor.insert_slice {x.name} into {whole.name}"
                f"[{', '.join(offsets)}] {self.sizes(x.shape)} "
                f"[{', '.join('1' * rank)}] : {self.type_of(x)} into "
                f"{self.type_of(whole)}", shape, dtype)
        return whole

    def cast(self, x, dtype):
        if x.dtype == dtype:
            return x
        if self.exact:  # a copy
            same_map = self.affine(x.rank, [f"d{i}" for i in range(x.rank)])
            return self.generic([same_map] * 2, ["parallel"] * x.rank, [x],
                                ["%in0: f64"], self.empty(x.shape, dtype), [],
                                "%in0")
        self.record("cast", [x], Value("", x.shape, dtype))
        same_width = BITS[x.dtype] == BITS[dtype]
        if same_width:  # f16 and bf16 go through f32
            return self.cast(self.cast(x, "f32"), dtype)
        how = self.pick(("generic", "tosa", "arith"))
        if how == "tosa":
            return self.emit(f"tosa.cast {x.name} : ({self.type_of(x)}) -> "
                             f"{self.type(x.shape, dtype)}", x.shape, dtype)
        op = "arith.extf" if BITS[x.dtype] < BITS[dtype] else "arith.truncf"
        if how == "arith":
            return self.emit(f"{op} {x.name} : {self.type_of(x)} to "
                             f"{self.type(x.shape, dtype)}", x.shape, dtype)
        same_map = self.affine(x.rank, [f"d{i}" for i in range(x.rank)])
        return self.generic([same_map] * 2, ["parallel"] * x.rank, [x],
                            [f"%in0: {x.dtype}"], self.empty(x.shape, dtype),
                            [f"%r = {op} %in0 : {x.dtype} to {dtype}"], "%r")

    # -- reductions and contractions ------------------------------------------

    def reduce(self, kind, x, axis, keep=True):
        body, start, tosa = REDUCTIONS[kind]
        axis %= x.rank
        start = float(start) if start == "0.0" else start
        narrow = [d for i, d in enumerate(x.shape) if i != axis]
        kept = [1 if i == axis else d for i, d in enumerate(x.shape)]
        how = self.pick(("generic", "named", "tosa"))
        self.record("reduce_" + kind, [x], Value("", kept, x.dtype))
        if how == "tosa":
            y = self.emit(f"{tosa} {x.name} {{axis = {axis} : i32}} : "
                          f"({self.type_of(x)}) -> {self.type(kept, x.dtype)}",
                          kept, x.dtype)
            return y if keep else self.reshape(y, narrow)
        if how == "named":
            init = self.filled(start, narrow, x.dtype)
            y = self.emit(
                f"linalg.reduce {{{body}}} ins({x.name} : {self.type_of(x)}) "
                f"outs({init.name} : {self.type_of(init)}) dimensions = "
                f"[{axis}]", narrow, x.dtype, count=3)
            return self.reshape(y, kept) if keep else y
        init = self.filled(start, kept if keep else narrow, x.dtype)
        results = [
            "0" if i == axis else f"d{i}" for i in range(x.rank)
            if keep or i != axis
        ]
        maps = [
            self.affine(x.rank, [f"d{i}" for i in range(x.rank)]),
            self.affine(x.rank, results)
        ]
        iterators = [
            "reduction" if i == axis else "parallel" for i in range(x.rank)
        ]
        type = self.dtype(x.dtype)
        return self.generic(maps, iterators, [x], [f"%in0: {type}"], init,
                            [f"%r = {body} %in0, %out : {type}"], "%r")

    def matmul(self, a, b, accumulate=None):
        """Of matrices or of equally many of them; see contract_batches."""
        if a.rank > 3:
            return self.contract_batches(a, b, accumulate)
        dtype = accumulate or a.dtype
        shape = a.shape[:-1] + b.shape[-1:]
        spellings = ("generic", "tosa") if dtype == a.dtype else ("generic",)
        how = self.pick(spellings)
        self.record("matmul" if a.rank == 2 else "batch_matmul", [a, b],
                    Value("", shape, dtype))
        if how == "tosa" and a.rank == 3:
            zero = self.zero_point(a.dtype)
            zero_type = self.type_of(zero)
            return self.emit(
                f"tosa.matmul {a.name}, {b.name}, {zero.name}, {zero.name} : "
                f"({self.type_of(a)}, {self.type_of(b)}, {zero_type}, "
                f"{zero_type}) -> {self.type(shape, dtype)}", shape, dtype)
        if how == "tosa" and is_static(shape):
            init = self.emit(f"arith.constant dense<0.0> : "
                             f"{self.type(shape, dtype)}", shape, dtype)
        else:
            init = self.filled(0.0, shape, dtype)
        name = "linalg.matmul" if a.rank == 2 else "linalg.batch_matmul"
        return self.emit(
            f"{name} ins({a.name}, {b.name} : {self.type_of(a)}, "
            f"{self.type_of(b)}) outs({init.name} : {self.type_of(init)}) -> "
            f"{self.type_of(init)}", shape, dtype, count=4)

    def contract_batches(self, a, b, accumulate):
        """batch x heads x m x k by batch x heads x k x n, as torch-mlir does:
        in one batch dimension."""
        lead = a.shape[:-2]
        whole = self.product(lead)
        y = self.matmul(self.reshape(a, (whole,) + a.shape[-2:]),
                        self.reshape(b, (whole,) + b.shape[-2:]), accumulate)
        return self.reshape(y, lead + y.shape[-2:])

    # -- for profiles ---------------------------------------------------------

    def record(self, kind, inputs, output):
        """Notes what an eager framework would launch; see make_profile.py."""
        if self.rows is not None and output is not None:
            self.rows.append((kind, tuple(self.scope),
                              [(x.shape, x.dtype) for x in inputs],
                              (output.shape, output.dtype)))

    # -- the whole ------------------------------------------------------------

    def function(self, name, results):
        """The text of the function; maps() goes in front of the module."""
        sizes = []
        for size in self.sizes_used:
            value, axis = next(
                (value, axis) for value, _ in self.arguments
                for axis, dim in enumerate(value.shape) if same(dim, size))
            sizes.append(f"    {size.ssa} = tensor.dim {value.name}, "
                         f"{self.index(axis)} : {self.type_of(value)}")
        self.ops += len(sizes) + 2
        head = [
            f"    {ssa} = arith.constant {text} : {dtype}"
            for (text, dtype), ssa in self.constants.items()
        ] + sizes
        arguments = ", ".join(
            f"{value.name}: {self.type_of(value)}{attributes}"
            for value, attributes in self.arguments)
        types = ", ".join(self.type_of(x) for x in results)
        names = ", ".join(x.name for x in results)
        return "\n".join(
            [f"  func.func @{name}({arguments}) -> ({types}) {{"] + head +
            self.lines + [f"    return {names} : {types}", "  }"])

    def map_lines(self):
        return [f"{alias} = {text}" for text, alias in self.maps.items()]


def broadcast_shape(shapes):
    rank = max(map(len, shapes))
    shape = []
    for axis in range(rank):
        dims = [s[axis - rank + len(s)] for s in shapes
                if axis - rank + len(s) >= 0]
        wide = next((d for d in dims if not is_one(d)), 1)
        for dim in dims:
            if not is_one(dim) and not same(dim, wide):
                raise ValueError(f"shapes {shapes} do not fit")
        shape.append(wide)
    return tuple(shape)


def groups_of(a, b):
    """Pairs of index lists with equally many elements, finest first."""
    groups, i, j = [], 0, 0
    while i < len(a) and j < len(b):
        left, right = [i], [j]
        x, y = int(a[i]), int(b[j])
        i, j = i + 1, j + 1
        while x != y:
            if x < y:
                x *= a[i]
                left.append(i)
                i += 1
            else:
                y *= b[j]
                right.append(j)
                j += 1
        groups.append((left, right))
    # Ones at the end belong to the last group.
    if groups:
        groups[-1][0].extend(range(i, len(a)))
        groups[-1][1].extend(range(j, len(b)))
    return groups
