"""Parts of networks over a graph.Graph: norms, attention, activations, routing.

Where frontends write one formula in several ways, `g.choose(what, options)`
says which; the first is what torch-mlir writes. `g.part(name)` names what is
being written, for locations and profiles.
"""

import math

from graph import is_one


def expand(g, row, shape):
    """A row's statistic along the whole row; most frontends write this out."""
    if g.choose("broadcast", ("written", "implicit")) == "written":
        return g.broadcast(row, shape)
    return row


def divided(g, x, count):
    """x / count for a number."""
    if g.choose("division", ("division", "product")) == "division":
        return g.elementwise("div", x, float(count))
    return g.elementwise("mul", x, 1.0 / count)


def mean(g, x, axis=-1):
    return divided(g, g.reduce("sum", x, axis), x.shape[axis])


def square(g, x):
    how = g.choose("square", ("product", "power"))
    return g.elementwise("mul", x, x) if how == "product" else g.elementwise(
        "pow", x, 2.0)


def reciprocal_root(g, x):
    how = g.choose("rsqrt", ("rsqrt", "root"))
    if how == "rsqrt":
        return g.elementwise("rsqrt", x)
    return g.elementwise("reciprocal", g.elementwise("sqrt", x))


def widened(g, x):
    """Narrow floats are usually widened for statistics."""
    if x.dtype in ("f16", "bf16") and g.choose("wide", (True, False)):
        return g.cast(x, "f32")
    return x


def layer_norm(g, x, gamma=None, beta=None, eps=1e-5, axis=-1):
    wide = widened(g, x)
    centred = g.elementwise("sub", wide, expand(g, mean(g, wide, axis),
                                                x.shape))
    if g.choose("variance", ("centred", "moments")) == "centred":
        variance = mean(g, square(g, centred), axis)
    else:
        variance = g.elementwise("sub", mean(g, square(g, wide), axis),
                                 square(g, mean(g, wide, axis)))
    root = reciprocal_root(g, g.elementwise("add", variance, eps))
    y = g.elementwise("mul", centred, expand(g, root, x.shape))
    y = g.cast(y, x.dtype)
    if gamma is not None:
        y = g.elementwise("mul", y, gamma)
    if beta is not None:
        y = g.elementwise("add", y, beta)
    return y


def rms_norm(g, x, gamma=None, eps=1e-6, axis=-1):
    wide = widened(g, x)
    power = mean(g, square(g, wide), axis)
    root = reciprocal_root(g, g.elementwise("add", power, eps))
    y = g.elementwise("mul", wide, expand(g, root, x.shape))
    y = g.cast(y, x.dtype)
    if gamma is None:
        return y
    if g.choose("gamma", ("behind", "front")) == "behind":
        return g.elementwise("mul", y, gamma)
    return g.elementwise("mul", gamma, y)


def softmax(g, x, axis=-1):
    how = g.choose("softmax", ("division", "reciprocal", "logarithm",
                               "power of two", "without maximum"))
    y = x
    if how != "without maximum":
        top = g.reduce("max", x, axis)
        y = g.elementwise("sub", x, top)
    if how == "power of two":
        e = g.elementwise("exp2", g.elementwise("mul", y, math.log2(math.e)))
    else:
        e = g.elementwise("exp", y)
    total = g.reduce("sum", e, axis)
    if how == "reciprocal":
        return g.elementwise("mul", e, g.elementwise("reciprocal", total))
    if how == "logarithm":
        total = g.elementwise("add", top, g.elementwise("log", total))
        return g.elementwise("exp", g.elementwise("sub", x, total))
    return g.elementwise("div", e, total)


def repeat_heads(g, x, times):
    """batch x heads x s x d: each head `times` times in a row."""
    if times == 1:
        return x
    b, n, s, d = x.shape
    x = g.broadcast(g.reshape(x, (b, n, 1, s, d)), (b, n, times, s, d))
    return g.reshape(x, (b, n * times, s, d))


def attention(g, q, k, v, scale, mask=None):
    """q, k, v: batch x heads x rows x size. `mask`: None, ("additive", value),
    or ("select", i1 value), which are broadcast to the scores."""
    where = g.choose("scale", ("scores", "query", "none"))
    if where == "query":
        q = g.elementwise("mul", q, scale)
    scores = g.matmul(q, g.transpose(k, (0, 1, 3, 2)))
    if where == "scores":
        if g.choose("division", ("division", "product")) == "division":
            scores = g.elementwise("div", scores, 1.0 / scale)
        else:
            scores = g.elementwise("mul", scores, scale)
    if mask and mask[0] == "additive":
        scores = g.elementwise("add", scores, mask[1])
    if mask and mask[0] == "select":
        lowest = g.dense(-65504.0 if scores.dtype == "f16" else -3.0e38,
                         (1,) * scores.rank, scores.dtype)
        scores = g.elementwise("select", mask[1], scores, lowest)
    return g.matmul(softmax(g, scores), v)


def split_heads(g, x, heads):
    """batch x s x (heads d) to batch x heads x s x d."""
    b, s, h = x.shape
    return g.transpose(g.reshape(x, (b, s, heads, h // heads)), (0, 2, 1, 3))


def merge_heads(g, x):
    b, n, s, d = x.shape
    return g.reshape(g.transpose(x, (0, 2, 1, 3)), (b, s, n * d))


def rotary(g, x, cos, sin):
    """batch x heads x s x d; cos and sin fit the last two."""
    half = x.shape[-1] // 2
    low = g.slice(x, x.rank - 1, 0, half)
    high = g.slice(x, x.rank - 1, half, half)
    turned = g.concat([g.elementwise("neg", high), low], x.rank - 1)
    return g.elementwise("add", g.elementwise("mul", x, cos),
                         g.elementwise("mul", turned, sin))


def gelu_tanh(g, x):
    half = g.elementwise("mul", x, 0.5)
    if g.choose("cube", ("power", "product")) == "power":
        cube = g.elementwise("pow", x, 3.0)
    else:
        cube = g.elementwise("mul", g.elementwise("mul", x, x), x)
    inner = g.elementwise("add", x, g.elementwise("mul", cube, 0.044715))
    inner = g.elementwise("tanh", g.elementwise("mul", inner,
                                                math.sqrt(2 / math.pi)))
    return g.elementwise("mul", half, g.elementwise("add", inner, 1.0))


def gelu_erf(g, x):
    if g.choose("division", ("division", "product")) == "division":
        y = g.elementwise("erf", g.elementwise("div", x, math.sqrt(2)))
    else:
        y = g.elementwise("erf", g.elementwise("mul", x, math.sqrt(0.5)))
    y = g.elementwise("add", y, 1.0)
    if g.choose("half", ("late", "early")) == "late":
        return g.elementwise("mul", x, g.elementwise("mul", y, 0.5))
    return g.elementwise("mul", g.elementwise("mul", x, 0.5), y)


def silu(g, x):
    return g.elementwise("mul", x, g.elementwise("sigmoid", x))


def swiglu(g, gate, up):
    return g.elementwise("mul", silu(g, gate), up)


def linear(g, x, weight, bias=None):
    """x: ... x k; weight: k x n, or n x k if that is how it is stored."""
    lead, k = x.shape[:-1], x.shape[-1]
    flat = g.reshape(x, (g.product(lead), k)) if x.rank != 2 else x
    y = g.matmul(flat, weight)
    if bias is not None:
        y = g.elementwise("add", y, bias)
    return g.reshape(y, lead + y.shape[-1:]) if x.rank != 2 else y


def top_k(g, scores, k):
    """The k largest along the last axis, largest first, each by a maximum and
    a mask of what was taken: (values, selections), selections one-hot. With
    equal scores several experts are taken at once."""
    values, chosen, rest = [], [], scores
    for i in range(k):
        best = g.reduce("max", rest, -1)
        # Where rest is not less than best.
        less = g.elementwise("greater", expand(g, best, rest.shape), rest)
        values.append(best)
        chosen.append(less)
        if i + 1 < k:
            rest = g.elementwise("select", less, rest,
                                 g.dense(-1.0e4, (1,) * rest.rank, rest.dtype))
    return values, chosen


def route(g, logits, k, scoring="softmax"):
    """tokens x experts: the k weights of each token, renormalised, and the
    one-hot selections."""
    scores = (softmax(g, logits) if scoring == "softmax" else
              g.elementwise("sigmoid", logits))
    values, chosen = top_k(g, scores, k)
    weights = g.concat(values, 1)
    total = g.reduce("sum", weights, 1)
    return g.elementwise("div", weights, total), chosen
