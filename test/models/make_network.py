#!/usr/bin/env python3
"""Writes a whole network, spelled as frontends spell it.

  make_network.py gpt [--layers 2] [--sequence 5] [--hidden 16] [--heads 2] ...

Networks:
  gpt       GPT-2: LayerNorm in front of each part, tanh GELU, q, k and v from
            one matmul, causal mask by select
  bert      post-norm, erf GELU, no mask, separate q, k and v
  llama     RMSNorm, rotary embedding, additive mask, SwiGLU
  qwen      llama with norms of q and k, grouped heads, bias of q, k and v, gate
            and up from one matmul
  qwen-moe  qwen with a router and experts in place of the feed-forward part;
            every expert computes every token, and the router's weights decide

Spellings (--dialect): linalg as torch-mlir prints it, or tosa. Weights
(--weights) are arguments, or elided constants as in dumps of big models. With
--locations each operation has the name of its part and layer.

The first lines say what there is to fuse, by construction:

  // EXPECT add_layer_norm 4

--ops N makes as many layers as N operations take, those in bodies counted.
"""

import argparse
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import layers
from graph import Graph, Value
from profile_of import write_profile


class Network(Graph):

    def __init__(self, options):
        super().__init__("tosa" if options.dialect == "tosa" else "generic")
        self.options = options
        self.expected = {}
        if options.profile:
            self.rows = []

    def choose(self, what, options):
        # What buddy-mlir's tosa has and torch-mlir's linalg has not.
        if self.spelling == "tosa":
            return {"broadcast": "implicit", "division": "product",
                    "square": "product", "softmax": "reciprocal",
                    "gamma": "front", "cube": "product"}.get(what, options[0])
        return options[0]

    def weight(self, *shape, dtype=None):
        dtype = dtype or self.options.dtype
        if self.options.weights == "arguments":
            return self.argument(shape, dtype)
        return self.emit("arith.constant dense_resource<__elided__> : "
                         f"{self.type(shape, dtype)}", shape, dtype)

    def location(self):
        if not self.options.locations:
            return ""
        return f' loc("{".".join(self.scope)}")'

    def expect(self, name, count=1):
        self.expected[name] = self.expected.get(name, 0) + count

    # -- what networks share --------------------------------------------------

    def norm(self, x, size=None, added=False):
        """`added`: x is a sum that only this and the next residual read."""
        name, write = (("rms_norm", layers.rms_norm) if self.rms else
                       ("layer_norm", layers.layer_norm))
        self.expect("add_" + name if added else name)
        size = size or x.shape[-1]
        given = [self.weight(size) for _ in range(1 if self.rms else 2)]
        return write(self, x, *given)

    def linear(self, x, n, bias):
        k = x.shape[-1]
        if self.spelling == "tosa":  # stored n x k
            weight = self.transpose(self.weight(n, k), (1, 0))
        else:
            weight = self.weight(k, n)
        return layers.linear(self, x, weight, self.weight(n) if bias else None)

    def residual(self, a, b):
        return self.elementwise("add", a, b)

    def within(self, name, write):
        self.scope.append(name)
        value = write()
        self.scope.pop()
        return value

    # -- parts ----------------------------------------------------------------

    def heads(self, x):
        o = self.options
        d = o.hidden // o.heads
        if self.options.network == "gpt":
            qkv = self.linear(x, 3 * o.hidden, bias=True)
            return [layers.split_heads(
                self, self.slice(qkv, 2, i * o.hidden, o.hidden), o.heads)
                for i in range(3)]
        return [layers.split_heads(
            self, self.linear(x, n * d, bias=self.biased), n)
            for n in (o.heads, self.kv_heads, self.kv_heads)]

    def attend(self, x):
        o = self.options
        q, k, v = self.within("qkv", lambda: self.heads(x))
        d = o.hidden // o.heads
        if self.rotated:
            if o.network.startswith("qwen"):
                q = self.within("q_norm", lambda: self.norm(q))
                k = self.within("k_norm", lambda: self.norm(k))
            self.expect("rotary_mul", 2)
            q, k = (self.within("rotary", lambda: layers.rotary(
                self, y, *self.turns)) for y in (q, k))
        times = o.heads // self.kv_heads
        k, v = (layers.repeat_heads(self, y, times) for y in (k, v))
        self.expect("attention")
        y = self.within("attention", lambda: layers.attention(
            self, q, k, v, 1 / math.sqrt(d), self.mask))
        return self.within("out", lambda: self.linear(
            layers.merge_heads(self, y), o.hidden, bias=self.biased and
            not self.rotated))

    def feed_forward(self, x):
        o = self.options
        if not self.rotated:
            y = self.linear(x, o.ffn, bias=True)
            self.expect("gelu")
            act = layers.gelu_erf if o.network == "bert" else layers.gelu_tanh
            y = self.within("gelu", lambda: act(self, y))
            return self.linear(y, o.hidden, bias=True)
        return self.gated(x)

    def gated(self, x):
        o = self.options
        if o.network == "llama":
            gate, up = (self.linear(x, o.ffn, bias=False) for _ in range(2))
        else:
            both = self.linear(x, 2 * o.ffn, bias=False)
            gate, up = (self.slice(both, both.rank - 1, i * o.ffn, o.ffn)
                        for i in range(2))
        self.expect("swiglu")
        y = self.within("swiglu", lambda: layers.swiglu(self, gate, up))
        return self.linear(y, o.hidden, bias=False)

    def experts(self, x):
        o = self.options
        b, s, h = x.shape
        tokens = self.reshape(x, (b * s, h))
        logits = self.within("router", lambda: self.linear(
            tokens, o.experts, bias=False))
        self.expect("moe_gating_top_k")
        weights, chosen = self.within("router", lambda: layers.route(
            self, logits, o.top_k))
        total = None
        for e in range(o.experts):
            # The weight that each token gives this expert.
            share = None
            for i, less in enumerate(chosen):
                w = self.slice(weights, 1, i, 1)
                taken = self.slice(less, 1, e, 1)
                zero = self.dense(0.0, (1, 1), w.dtype)
                w = self.elementwise("select", taken, zero, w)
                share = w if share is None else self.elementwise("add", share,
                                                                 w)
            y = self.within(f"expert{e}", lambda: self.gated(tokens))
            y = self.elementwise("mul", y, share)
            total = y if total is None else self.elementwise("add", total, y)
        return self.reshape(total, (b, s, h))

    # -- the whole ------------------------------------------------------------

    def prepare(self):
        """The input, and what all layers share."""
        o = self.options
        kind = o.network
        self.rms = kind in ("llama", "qwen", "qwen-moe")
        self.rotated = self.rms
        self.biased = kind != "llama"
        self.kv_heads = o.kv_heads if kind.startswith("qwen") else o.heads
        self.mask = None
        self.scope.append(kind)
        x = self.argument((1, o.sequence, o.hidden), o.dtype)
        if kind == "gpt":
            seen = self.argument((1, 1, o.sequence, o.sequence), "i1")
            self.mask = ("select", seen)
        elif kind != "bert":
            hidden = self.argument((1, 1, o.sequence, o.sequence), o.dtype)
            self.mask = ("additive", hidden)
        if self.rotated:
            shape = (1, 1, o.sequence, o.hidden // o.heads)
            self.turns = [self.argument(shape, o.dtype) for _ in range(2)]
        return x

    def layer(self, x, first):
        if self.options.network == "bert":
            y = self.within("attend", lambda: self.attend(x))
            y = self.within("norm1", lambda: self.norm(self.residual(y, x),
                                                       added=True))
            z = self.within("ffn", lambda: self.feed_forward(y))
            return self.within("norm2", lambda: self.norm(
                self.residual(z, y), added=True))
        part = (self.experts if self.options.network == "qwen-moe" else
                self.feed_forward)
        y = self.within("norm1", lambda: self.norm(x, added=not first))
        y = self.within("attend", lambda: self.attend(y))
        x = self.within("add1", lambda: self.residual(y, x))
        y = self.within("norm2", lambda: self.norm(x, added=True))
        y = self.within("ffn", lambda: part(y))
        return self.within("add2", lambda: self.residual(x, y))

    def build(self):
        o = self.options
        x, count = self.prepare(), 0
        while True:
            self.scope.append(f"layer{count}")
            x = self.layer(x, first=count == 0)
            self.scope.pop()
            count += 1
            if self.ops >= o.ops if o.ops else count >= o.layers:
                break
        if o.network != "bert":
            x = self.within("norm", lambda: self.norm(x, added=True))
        text = self.function("forward", [x])
        return count, text


def parse(arguments=None):
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network", choices=("gpt", "bert", "llama", "qwen",
                                            "qwen-moe"))
    parser.add_argument("--dialect", choices=("linalg", "tosa"),
                        default="linalg")
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--ops", type=int, default=0, metavar="N",
                        help="layers until there are N operations")
    parser.add_argument("--sequence", type=int, default=5)
    parser.add_argument("--hidden", type=int, default=16)
    parser.add_argument("--heads", type=int, default=2)
    parser.add_argument("--kv-heads", type=int, default=1,
                        help="of qwen: heads of k and v")
    parser.add_argument("--ffn", type=int, default=32)
    parser.add_argument("--experts", type=int, default=4)
    parser.add_argument("--top-k", type=int, default=2)
    parser.add_argument("--dtype", choices=("f32", "f16", "bf16"),
                        default="f32")
    parser.add_argument("--weights", choices=("arguments", "elided"),
                        default="arguments")
    parser.add_argument("--locations", action="store_true")
    parser.add_argument("--profile", metavar="FILE",
                        help="write an op_summary of running the network "
                        "operation by operation")
    parser.add_argument("--steps", type=int, default=1,
                        help="runs in that profile")
    return parser.parse_args(arguments)


def main():
    options = parse()
    network = Network(options)
    count, text = network.build()
    out = sys.stdout.write
    out(f"// {options.network}, {count} layers, {network.ops} operations\n")
    for name, number in sorted(network.expected.items()):
        out(f"// EXPECT {name} {number}\n")
    for line in network.map_lines():
        out(line + "\n")
    out(f"module {{\n{text}\n}}\n")
    if options.profile:
        write_profile(options.profile, network.rows, options.steps)


if __name__ == "__main__":
    main()
