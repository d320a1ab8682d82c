#!/usr/bin/env python3
"""Puts random weights where a dump of a model elided them.

  fill_weights.py model.mlir [--seed N] [--resize 30522x128=16x128 ...]

Writes the model with a dense constant for each dense_resource<__elided__>, so
that it can be run. Vectors lie around one (weights of norms, biases), matrices
around zero and the smaller the longer their columns, so that values keep their
size from layer to layer; integers are 0 or 1 (positions, types of tokens).

--resize gives every tensor of one shape another, to keep the text small: a
model that only sees small token numbers needs no whole vocabulary.
"""

import argparse
import array
import math
import random
import re
import sys

ELIDED = re.compile(r"dense_resource<__elided__> : "
                    r"tensor<((?:\d+x)+)(f32|f64|i64|i32)>")
CODES = {"f32": "f", "f64": "d", "i64": "q", "i32": "i"}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--resize", action="append", default=[],
                        metavar="AxB=CxD")
    options = parser.parse_args()
    with open(options.model, encoding="utf-8") as file:
        text = file.read()
    for resize in options.resize:
        old, new = resize.split("=")
        if f"tensor<{old}x" not in text:
            sys.exit(f"error: the model has no tensor of {old}")
        text = text.replace(f"tensor<{old}x", f"tensor<{new}x")
    rng = random.Random(options.seed)

    def fill(match):
        shape = [int(d) for d in match[1].split("x")[:-1]]
        count = math.prod(shape)
        if match[2].startswith("i"):
            values = [rng.randint(0, 1) for _ in range(count)]
        elif len(shape) == 1:
            values = [rng.uniform(0.5, 1.5) for _ in range(count)]
        else:
            spread = 1 / math.sqrt(shape[-2])
            values = [rng.gauss(0, spread) for _ in range(count)]
        raw = array.array(CODES[match[2]], values)
        if sys.byteorder == "big":
            raw.byteswap()
        return (f'dense<"0x{raw.tobytes().hex().upper()}"> : '
                f"tensor<{match[1]}{match[2]}>")

    text, filled = ELIDED.subn(fill, text)
    if not filled:
        sys.exit("error: the model has no elided weight")
    sys.stdout.write(text)


if __name__ == "__main__":
    main()
