#!/usr/bin/env python3
"""Checks that tuning changed the fused parts of a model and nothing else.

  check_tuned.py model.mlir [--opt npuprof-opt] [option of npuprof-opt ...]

Prints the model as it is and tuned, both in generic form with locations, and
compares operation by operation. A location says which operation is which: what
is not part of a fusion keeps its own, a fused operation names all that it
replaced. An error (exit code 1) is:

  * an operation that is in both and differs in attributes, types or order;
  * an operand of it that is another value than before. Where the value came
    from a fused operation, all users must agree on which of its results it is;
  * an operation that went without being part of a fused one (what it alone used
    may go along, if that is computed from constants or holds no values);
  * an operation that came and is neither fused nor makes its operands;
  * a tuned model that does not parse with stock mlir-opt once
    --npuprof-lower-to-linalg has replaced the npu dialect.

Then prints, for tests to look at, what was fused, how often the second result
of it (the sum) is used again, and what went of each kind of operation.

--allow-unregistered-dialect goes to both tools. The outputs may be kept with
--keep-tuned FILE.
"""

import argparse
import collections
import os
import re
import subprocess
import sys

VALUE = re.compile(r"%[\w$.-]+(?:#\d+)?")
RESULTS = re.compile(r"^(%[\w$.-]+)(?::(\d+))? = ")
ARGUMENT = re.compile(r"(%[\w$.-]+): ")
NAME = re.compile(r'^"([\w.$-]+)"')
PLACE = re.compile(r'"(?:[^"\\]|\\.)*":\d+:\d+')
# What a fused operation may bring along for its operands and results.
HELPERS = {
    "arith.constant", "tensor.empty", "tensor.dim", "tensor.splat",
    "tensor.extract", "tensor.collapse_shape", "tensor.expand_shape"
}
# Tells sizes, whatever the values of its operand.
SIZE = "tensor.dim"


class Op:
    """One operation: its text without value names, and its values as numbers
    that are unique in the model."""

    def __init__(self, name, depth):
        self.name, self.depth = name, depth
        self.text, self.loc = "", ""
        self.operands, self.results = [], []
        self.arguments = []
        self.parent, self.place_in_parent, self.children = None, 0, 0


def parse(text):
    """The operations in order of printing."""
    ops, stack, values, fresh = [], [], {}, 0

    def define(name):
        nonlocal fresh
        fresh += 1
        values[name] = fresh
        return fresh

    def add(op, piece):
        cut = piece.rfind(" loc(")
        if cut >= 0 and not piece.endswith("({") and piece != "}, {":
            op.loc = piece[cut + 5:-1]
            piece = piece[:cut]
        # Names only stand outside of strings, but for a '%' in one there is no
        # value that it could be.
        op.operands += [values[v] for v in VALUE.findall(piece) if v in values]
        op.text += VALUE.sub("%", piece)

    for line in text.splitlines():
        line = line.strip()
        if not line or line.startswith(("{-#", "#-}")) or line == "#-}":
            if line.startswith("{-#"):
                break
            continue
        if line.startswith("^"):
            stack[-1].text += re.sub(r" loc\((?:[^()\"]|\"[^\"]*\")*\)", "",
                                     VALUE.sub("%", line))
            stack[-1].arguments += [
                define(name) for name in ARGUMENT.findall(line)
            ]
            continue
        if line == "}, {":
            stack[-1].text += line
            continue
        if line.startswith("})"):
            add(stack.pop(), line)
            continue
        results = RESULTS.match(line)
        rest = line[results.end():] if results else line
        name = NAME.match(rest)
        if not name:
            if not ops or line.startswith(("#", "!")):
                continue
            sys.exit(f"error: cannot read the printed line '{line[:200]}'")
        op = Op(name[1], len(stack))
        if stack:
            op.parent = stack[-1]
            op.place_in_parent = op.parent.children
            op.parent.children += 1
        add(op, rest)
        if results:
            if results[2]:
                op.results = [
                    define(f"{results[1]}#{i}") for i in range(int(results[2]))
                ]
            else:
                op.results = [define(results[1])]
        ops.append(op)
        if line.endswith("({"):
            stack.append(op)
    return ops


def is_fused(op):
    return op.name.startswith("npu.")


def key(op):
    """What is inside of a linalg operation is known by its place there: the
    bodies of named operations have no locations."""
    if op.parent is not None and op.parent.name.startswith("linalg."):
        return op.name, key(op.parent), op.place_in_parent
    return op.name, op.loc


class Comparison:

    def __init__(self, original, tuned):
        self.original, self.tuned = original, tuned
        self.problems = []
        # Values: tuned -> original.
        self.same = {}
        self.bound_to = {}

    def complain(self, op, what):
        self.problems.append(f"{op.name} at {op.loc}: {what}")

    def bind(self, op, mine, theirs):
        known = self.same.get(mine)
        if known is None:
            # Seen first here: what takes the place of a value that went.
            if mine not in self.from_fused:
                self.complain(op, "reads a new value that no fusion made")
            if self.bound_to.get(theirs, mine) != mine:
                self.complain(op, "two values take the place of one")
            self.same[mine] = theirs
            self.bound_to[theirs] = mine
        elif known != theirs:
            self.complain(op, "reads another value than before")

    def run(self):
        places = collections.defaultdict(list)
        for i, op in enumerate(self.original):
            places[key(op)].append(i)
        fused = [op for op in self.tuned if is_fused(op)]
        fused_places = set()
        for op in fused:
            fused_places.update(PLACE.findall(op.loc))
        # Values that fused operations made, also through reshapes.
        self.from_fused = set()
        survivors, came = {}, []
        last = -1
        for op in self.tuned:
            candidates = places.get(key(op))
            if is_fused(op) or not candidates:
                came.append(op)
                if is_fused(op) or any(v in self.from_fused
                                       for v in op.operands):
                    self.from_fused.update(op.results)
                if not is_fused(op) and op.name not in HELPERS:
                    self.complain(op, "came, and is no part of a fusion")
                continue
            i = candidates.pop(0)
            before = self.original[i]
            survivors[i] = op
            if i < last:
                self.complain(op, "moved")
            last = max(last, i)
            if op.text != before.text:
                self.complain(op, "changed\n    " + before.text[:400] +
                              "\n    " + op.text[:400])
                continue
            for mine, theirs in zip(op.operands, before.operands):
                self.bind(op, mine, theirs)
            for mine, theirs in zip(op.results + op.arguments,
                                    before.results + before.arguments):
                self.same[mine] = theirs
        went = [
            op for i, op in enumerate(self.original) if i not in survivors
        ]
        gone = set(map(id, went))
        constant = set()  # values that no argument reaches
        for op in self.original:
            if op.name == SIZE or all(v in constant for v in op.operands):
                constant.update(op.results)
        for op in went:
            outer = op
            while outer.parent is not None and id(outer.parent) in gone:
                outer = outer.parent
            if outer.loc not in fused_places and not all(
                    v in constant for v in outer.results):
                self.complain(op, "went, and no fused operation names it")
        return fused, came, went


def count(ops):
    return collections.Counter(op.name for op in ops)


def run(command, text=None):
    result = subprocess.run(command, input=text, capture_output=True,
                            text=True)
    if result.returncode:
        sys.exit(f"error: {' '.join(command)} ended with "
                 f"{result.returncode}\n{result.stderr[:2000]}")
    return result.stdout


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("--opt", default="npuprof-opt")
    parser.add_argument("--mlir-opt", default="mlir-opt")
    parser.add_argument("--keep-tuned", metavar="FILE")
    options, passes = parser.parse_known_args()
    common = [a for a in passes if a == "--allow-unregistered-dialect"]
    passes = [a for a in passes if a not in common] or ["--npuprof-fuse=quiet"]
    form = common + [
        "--mlir-print-op-generic", "--mlir-print-local-scope",
        "--mlir-print-debuginfo"
    ]
    original = parse(run([options.opt, options.model] + form))
    text = run([options.opt, options.model] + passes + form)
    if options.keep_tuned:
        with open(options.keep_tuned, "w", encoding="utf-8") as file:
            file.write(text)
    tuned = parse(text)
    # The annotations are what npuprof adds to operations that stay.
    for op in tuned:
        op.text = re.sub(
            r"(?:, )?\bnpu\.profile(?:_summary)? = "
            r"#npu\.profile(?:_summary)?<(?:[^<>\"]|\"[^\"]*\")*>", "",
            op.text)
        op.text = re.sub(r"(?<=\{), ", "", op.text).replace(" {}", "")

    comparison = Comparison(original, tuned)
    fused, came, went = comparison.run()
    if comparison.problems:
        for problem in comparison.problems[:20]:
            print("error: " + problem, file=sys.stderr)
        if len(comparison.problems) > 20:
            print(f"error: and {len(comparison.problems) - 20} more",
                  file=sys.stderr)
        return 1
    lowered = run([options.opt, "--npuprof-lower-to-linalg"] + common, text)
    if re.search(r"(?<![\w.#!@%])npu\.\w", lowered):
        sys.exit("error: --npuprof-lower-to-linalg left operations of the npu "
                 "dialect")
    run([options.mlir_opt, "-o", os.devnull] + common, lowered)

    used = {v for op in tuned for v in op.operands}
    print(f"{len(original)} operations, {len(original) - len(went)} of them "
          "as before")
    for name, number in sorted(count(fused).items()):
        sums = sum(1 for op in fused if op.name == name and
                   len(op.results) > 1 and op.results[1] in used)
        print(f"fused: {number} {name}" +
              (f", second result of {sums} used again" if any(
                  len(op.results) > 1 for op in fused if op.name == name)
               else ""))
    if not fused:
        print("fused: nothing")
    before, after = count(original), count(went)
    new = count(op for op in came if not is_fused(op))
    for name in sorted(after):
        print(f"went: {after[name]} of {before[name]} {name}")
    for name in sorted(new):
        print(f"came: {new[name]} {name}")
    for name in sorted(set(before) - set(after)):
        print(f"untouched: {before[name]} {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
