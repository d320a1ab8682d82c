#!/usr/bin/env python3
"""Writes the layers of a GPT-2 in linalg, spelled as torch-mlir spells them.

  make_gpt2.py [--layers 2] [--sequence 5] [--hidden 16] [--heads 2] [--ffn 32]

@forward takes the embedded tokens and all weights and returns the last norm's
result, so that the whole network can be run on random numbers. Of its
2 layers + 1 LayerNorms the first has no residual add in front, and the sums in
front of all others but the last are used again.
"""

import argparse

MAPS = """\
#vec = affine_map<(d0, d1, d2) -> (d2)>
#all = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#in = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#keep = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#row = affine_map<(d0, d1, d2) -> (0, d1, 0)>
#vec2 = affine_map<(d0, d1) -> (d1)>
#all2 = affine_map<(d0, d1) -> (d0, d1)>
#all4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#swap4 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>
#last4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>
#row4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
"""


class Writer:

    def __init__(self):
        self.lines, self.arguments, self.next = [], [], 0

    def op(self, text):
        self.next += 1
        self.lines.append(f"    %{self.next} = {text}")
        return f"%{self.next}"

    def weight(self, *shape):
        name = f"%w{len(self.arguments)}"
        self.arguments.append(f"{name}: {tensor(shape)}")
        return name

    def generic(self, maps, inputs, shape, body, out=None, reduction=False):
        """`inputs`: (value, shape); `body`: operations on %a, %b that make
        %r; in a reduction %o is what was accumulated."""
        rank = len(shape)
        kinds = ['"parallel"'] * rank
        if reduction:
            kinds[-1] = '"reduction"'
        out = out or self.op(f"tensor.empty() : {tensor(shape)}")
        values = ", ".join(value for value, _ in inputs)
        types = ", ".join(tensor(s) for _, s in inputs)
        names = ", ".join(f"%{'ab'[i]}: f32" for i in range(len(inputs)))
        body = "".join(f"      {line}\n" for line in body)
        return self.op(
            f"linalg.generic {{indexing_maps = [{', '.join(maps)}], "
            f"iterator_types = [{', '.join(kinds)}]}} ins({values} : {types}) "
            f"outs({out} : {tensor(shape)}) {{\n"
            f"    ^bb0({names}, %o: f32):\n{body}"
            f"      linalg.yield {'%r' if body else '%a'} : f32\n"
            f"    }} -> {tensor(shape)}")

    def filled(self, value, shape):
        empty = self.op(f"tensor.empty() : {tensor(shape)}")
        return self.op(f"linalg.fill ins({value} : f32) outs({empty} : "
                       f"{tensor(shape)}) -> {tensor(shape)}")

    def collapse(self, value, groups, shape, new):
        return self.op(f"tensor.collapse_shape {value} {groups} : "
                       f"{tensor(shape)} into {tensor(new)}")

    def expand(self, value, groups, shape, new):
        return self.op(f"tensor.expand_shape {value} {groups} output_shape "
                       f"{list(new)} : {tensor(shape)} into {tensor(new)}")


def tensor(shape):
    return f"tensor<{''.join(f'{d}x' for d in shape)}f32>"


def layer_norm(w, x, s, h):
    full, row = (1, s, h), (1, s, 1)
    gamma, beta = w.weight(h), w.weight(h)
    mean_body = ["%r = arith.divf %a, %n : f32"]
    add = ["%r = arith.addf %a, %b : f32"]

    def mean_of(value):
        total = w.op(
            "linalg.generic {indexing_maps = [#all, #keep], iterator_types = "
            '["parallel", "parallel", "reduction"]} '
            f"ins({value} : {tensor(full)}) outs({w.filled('%zero', row)} : "
            f"{tensor(row)}) {{\n    ^bb0(%a: f32, %o: f32):\n"
            "      %r = arith.addf %a, %o : f32\n      linalg.yield %r : f32\n"
            f"    }} -> {tensor(row)}")
        return w.generic(["#row", "#all"], [(total, row)], row, mean_body)

    spread = w.generic(["#keep", "#all"], [(mean_of(x), row)], full, [])
    centred = w.generic(["#in", "#in", "#all"], [(x, full), (spread, full)],
                        full, ["%r = arith.subf %a, %b : f32"])
    square = w.generic(["#in", "#in", "#all"], [(centred, full)] * 2, full,
                       ["%r = arith.mulf %a, %b : f32"])
    shifted = w.generic(["#row", "#all"], [(mean_of(square), row)], row, [
        "%e = arith.truncf %eps : f64 to f32", "%r = arith.addf %a, %e : f32"
    ])
    root = w.generic(["#row", "#all"], [(shifted, row)], row,
                     ["%r = math.rsqrt %a : f32"])
    root = w.generic(["#keep", "#all"], [(root, row)], full, [])
    y = w.generic(["#in", "#in", "#all"], [(centred, full), (root, full)],
                  full, ["%r = arith.mulf %a, %b : f32"])
    y = w.generic(["#in", "#vec", "#all"], [(y, full), (gamma, (h,))], full,
                  ["%r = arith.mulf %a, %b : f32"])
    return w.generic(["#in", "#vec", "#all"], [(y, full), (beta, (h,))], full,
                     add)


def linear(w, x, s, k, n):
    """Of a 1 x s x k value."""
    flat = w.collapse(x, "[[0, 1], [2]]", (1, s, k), (s, k))
    y = w.op(f"linalg.matmul ins({flat}, {w.weight(k, n)} : {tensor((s, k))}, "
             f"{tensor((k, n))}) outs({w.filled('%zero', (s, n))} : "
             f"{tensor((s, n))}) -> {tensor((s, n))}")
    y = w.generic(["#vec2", "#all2", "#all2"], [(w.weight(n), (n,)),
                                                 (y, (s, n))], (s, n),
                  ["%r = arith.addf %a, %b : f32"])
    return w.expand(y, "[[0, 1], [2]]", (s, n), (1, s, n))


def attention(w, x, s, h, heads):
    d = h // heads
    qkv, parts = linear(w, x, s, h, 3 * h), []
    by_head = (1, heads, s, d)
    for i in range(3):
        part = w.op(f"tensor.extract_slice {qkv}[0, 0, {i * h}] [1, {s}, {h}] "
                    f"[1, 1, 1] : {tensor((1, s, 3 * h))} to "
                    f"{tensor((1, s, h))}")
        part = w.expand(part, "[[0], [1], [2, 3]]", (1, s, h),
                        (1, s, heads, d))
        parts.append(
            w.generic(["#all4", "#swap4"], [(part, (1, s, heads, d))], by_head,
                      []))
    q, k, v = parts
    k = w.generic(["#all4", "#last4"], [(k, by_head)], (1, heads, d, s), [])

    def batch(a, b, m, inner, n):
        a = w.collapse(a, "[[0, 1], [2], [3]]", (1, heads, m, inner),
                       (heads, m, inner))
        b = w.collapse(b, "[[0, 1], [2], [3]]", (1, heads, inner, n),
                       (heads, inner, n))
        out = (heads, m, n)
        y = w.op(f"linalg.batch_matmul ins({a}, {b} : "
                 f"{tensor((heads, m, inner))}, {tensor((heads, inner, n))}) "
                 f"outs({w.filled('%zero', out)} : {tensor(out)}) -> "
                 f"{tensor(out)}")
        return w.expand(y, "[[0, 1], [2], [3]]", out, (1,) + out)

    scores, kept = (1, heads, s, s), (1, heads, s, 1)
    y = batch(q, k, s, d, s)
    y = w.generic(["#all4", "#all4"], [(y, scores)], scores,
                  ["%r = arith.divf %a, %scale : f32"])

    def reduce(value, start, op):
        return w.op(
            "linalg.generic {indexing_maps = [#all4, #row4], iterator_types = "
            '["parallel", "parallel", "parallel", "reduction"]} '
            f"ins({value} : {tensor(scores)}) outs({w.filled(start, kept)} : "
            f"{tensor(kept)}) {{\n    ^bb0(%a: f32, %o: f32):\n"
            f"      %r = {op} %a, %o : f32\n      linalg.yield %r : f32\n"
            f"    }} -> {tensor(kept)}")

    top = reduce(y, "%lowest", "arith.maximumf")
    y = w.generic(["#all4", "#row4", "#all4"], [(y, scores), (top, kept)],
                  scores, ["%r = arith.subf %a, %b : f32"])
    y = w.generic(["#all4", "#all4"], [(y, scores)], scores,
                  ["%r = math.exp %a : f32"])
    total = reduce(y, "%zero", "arith.addf")
    y = w.generic(["#all4", "#row4", "#all4"], [(y, scores), (total, kept)],
                  scores, ["%r = arith.divf %a, %b : f32"])
    y = batch(y, v, s, s, d)
    y = w.generic(["#all4", "#swap4"], [(y, by_head)], (1, s, heads, d), [])
    y = w.collapse(y, "[[0], [1], [2, 3]]", (1, s, heads, d), (1, s, h))
    return linear(w, y, s, h, h)


def gelu(w, x, shape):
    """x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3)))"""

    def of(values, body):
        return w.generic(["#in"] * len(values) + ["#all"],
                         [(v, shape) for v in values], shape, body)

    half = of([x], ["%r = arith.mulf %a, %half : f32"])
    cube = of([x], ["%r = math.powf %a, %three : f32"])
    cube = of([cube], ["%r = arith.mulf %a, %cubic : f32"])
    inner = of([x, cube], ["%r = arith.addf %a, %b : f32"])
    inner = of([inner], ["%r = arith.mulf %a, %root : f32"])
    inner = of([inner], ["%r = math.tanh %a : f32"])
    inner = of([inner], ["%r = arith.addf %a, %one : f32"])
    return of([half, inner], ["%r = arith.mulf %a, %b : f32"])


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--sequence", type=int, default=5)
    parser.add_argument("--hidden", type=int, default=16)
    parser.add_argument("--heads", type=int, default=2)
    parser.add_argument("--ffn", type=int, default=32)
    a = parser.parse_args()
    s, h = a.sequence, a.hidden
    full = (1, s, h)
    w = Writer()

    def residual(a, b):
        return w.generic(["#in", "#in", "#all"], [(a, full), (b, full)], full,
                         ["%r = arith.addf %a, %b : f32"])

    x = w.weight(*full)
    for _ in range(a.layers):
        y = attention(w, layer_norm(w, x, s, h), s, h, a.heads)
        x = residual(y, x)
        y = linear(w, layer_norm(w, x, s, h), s, h, a.ffn)
        y = linear(w, gelu(w, y, (1, s, a.ffn)), s, a.ffn, h)
        x = residual(y, x)
    x = layer_norm(w, x, s, h)

    print(MAPS, end="")
    print(f"func.func @forward({', '.join(w.arguments)}) -> {tensor(full)} {{")
    for name, value in (("zero", 0.0), ("n", float(h)), ("half", 0.5),
                        ("three", 3.0), ("cubic", 0.044715),
                        ("root", 0.7978845608), ("one", 1.0),
                        ("scale", (h // a.heads)**0.5)):
        print(f"    %{name} = arith.constant {value:.10e} : f32")
    print("    %lowest = arith.constant 0xFF800000 : f32")
    print("    %eps = arith.constant 1.000000e-05 : f64")
    print("\n".join(w.lines))
    print(f"    return {x} : {tensor(full)}\n}}")


if __name__ == "__main__":
    main()
