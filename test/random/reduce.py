#!/usr/bin/env python3
"""Makes a model small that the tool rewrites wrongly.

  reduce.py random-failures/g17.mlir --opt npuprof-opt -o small.mlir

A model is interesting while the tool crashes on it, or while original and tuned
model differ by more than 4 times the tolerance of run_both.py. Results go,
values become what they are computed from or arguments, and unused arguments go,
as long as the model stays interesting. Then mlir-reduce, with this script as its test, removes what more
it can. The rest is what to put into a test.
"""

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
INTEGRATION = os.path.join(HERE, "..", "Integration")
sys.path.insert(0, INTEGRATION)

import run_both
from model_text import closing
from tensors import TOLERANCE


def is_interesting(path, options):
    command = [options.opt, path, "-o", os.devnull] + shlex.split(
        options.passes)
    tuned = subprocess.run(command, capture_output=True, text=True)
    if tuned.returncode < 0 or tuned.returncode > 1:
        return True  # ended by a signal
    if tuned.returncode:
        # An invalid model is the tool's fault only if it was valid before.
        read = subprocess.run([options.mlir_opt, path, "-o", os.devnull],
                              capture_output=True)
        return read.returncode == 0
    compared = subprocess.run(
        [sys.executable, os.path.join(INTEGRATION, "run_both.py"), path,
         "--opt", options.opt, f"--passes={options.passes}", "--allow-nan",
         "--rtol", str(options.rtol)], capture_output=True, text=True)
    return compared.returncode == 1 and ("differs by" in compared.stderr or
                                         "shape" in compared.stderr)


def printed(text, options):
    """As mlir-opt prints it, without what is dead; None if it is invalid."""
    result = subprocess.run(
        [options.mlir_opt, "--mlir-print-local-scope", "--cse"], input=text,
        capture_output=True, text=True)
    return result.stdout if result.returncode == 0 else None


def operations(lines):
    """(first, last) line of each operation in a function's body."""
    found, start = [], None
    for i, line in enumerate(lines):
        if re.match(r"    %[\w:]+ = ", line):
            start = i
        if start is not None and (not line.rstrip().endswith("{") and
                                  not line.startswith("     ") and
                                  not line.startswith("    ^")):
            found.append((start, i))
            start = None
    return found


def variants(text):
    """Smaller models, the most promising first."""
    header = re.search(r"func\.func (?:private |public )?@[\w$.-]+\(", text)
    end = closing(text, header.end() - 1)
    lines = text.split("\n")
    # Fewer results.
    last = next(i for i in reversed(range(len(lines)))
                if lines[i].startswith("    return "))
    names, types = (part.split(", ") for part in
                    lines[last].strip()[len("return "):].split(" : "))
    signature = re.compile(r"\) -> [^{]*\{")
    for drop in range(len(names) if len(names) > 1 else 0):
        kept = [i for i in range(len(names)) if i != drop]
        changed = lines[:]
        changed[last] = ("    return " + ", ".join(names[i] for i in kept) +
                         " : " + ", ".join(types[i] for i in kept))
        body = "\n".join(changed)
        results = ", ".join(types[i] for i in kept)
        yield body[:end - 1] + signature.sub(f") -> ({results}) {{",
                                             body[end - 1:], count=1)
    for first, final in reversed(operations(lines)):
        whole = "\n".join(lines[first:final + 1])
        name = whole.split(" = ")[0].strip()
        # A value becomes one that it is computed from...
        for other in sorted(set(re.findall(r"%\w+", whole)) - {name}):
            rest = "\n".join(lines[:first] + lines[final + 1:])
            yield re.sub(re.escape(name) + r"\b", other, rest)
        # ... or an argument.
        found = re.findall(r"tensor<[\w?x]+>", whole)
        if ":" in name or not found:
            continue
        rest = "\n".join(lines[:first] + lines[final + 1:])
        separator = "" if text[end - 2] == "(" else ", "
        yield (rest[:end - 1] + f"{separator}{name}: {found[-1]}" +
               rest[end - 1:])
    # Unused arguments go.
    for match in re.finditer(r"(%arg\d+): [^,)]+(, )?",
                             text[header.end():end]):
        if len(re.findall(re.escape(match[1]) + r"\b", text)) == 1:
            start = header.end() + match.start()
            fewer = text[:start] + text[header.end() + match.end():]
            yield fewer.replace(", )", ")")  # behind the one before


def reduced(text, options, folder):
    path = os.path.join(folder, "variant.mlir")
    progress = True
    while progress:
        progress = False
        for variant in variants(text):
            smaller = printed(variant, options)
            if smaller is None or smaller == text:
                continue
            with open(path, "w", encoding="utf-8") as file:
                file.write(smaller)
            if is_interesting(path, options):
                text, progress = smaller, True
                print(f"{text.count(chr(10))} lines", file=sys.stderr)
                break
    return text


def run_mlir_reduce(text, options, folder):
    """The model after mlir-reduce, with this script as the test."""
    model, small, test = (os.path.join(folder, name) for name in
                          ("model.mlir", "small.mlir", "test.sh"))
    words = [sys.executable, os.path.abspath(__file__), "--opt", options.opt,
             f"--passes={options.passes}", "--mlir-opt", options.mlir_opt,
             "--is-interesting"]
    with open(model, "w", encoding="utf-8") as file:
        file.write(text)
    with open(test, "w", encoding="utf-8") as file:
        # mlir-reduce keeps a model on which its test fails.
        file.write(f'#!/bin/sh\n! {shlex.join(words)} "$1"\n')
    os.chmod(test, 0o755)
    tool = os.path.join(os.path.dirname(os.path.realpath(options.mlir_opt)),
                        "mlir-reduce")
    # It complains of each invalid variant that it makes.
    result = subprocess.run(
        [tool, model, f"--reduction-tree=traversal-mode=0 test={test}", "-o",
         small], capture_output=True)
    if result.returncode:
        return text
    with open(small, encoding="utf-8") as file:
        return printed(file.read(), options)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("-o", dest="output", default="-")
    parser.add_argument("--opt", default="npuprof-opt")
    parser.add_argument("--passes", default='--npuprof-fuse="target=host quiet"')
    parser.add_argument("--rtol", type=float, default=4 * TOLERANCE["f16"],
                        help="relative tolerance (default: of f16)")
    parser.add_argument("--mlir-opt")
    parser.add_argument("--is-interesting", action="store_true",
                        help="say so by the exit code: 0 if it is")
    options = parser.parse_args()
    run_both.find_tools(options)
    if options.is_interesting:
        return 0 if is_interesting(options.model, options) else 1
    if not is_interesting(options.model, options):
        sys.exit(f"error: {options.model} is rewritten well")
    with tempfile.TemporaryDirectory() as folder:
        with open(options.model, encoding="utf-8") as file:
            text = reduced(printed(file.read(), options), options, folder)
        text = run_mlir_reduce(text, options, folder)
    if options.output == "-":
        sys.stdout.write(text)
    else:
        with open(options.output, "w", encoding="utf-8") as file:
            file.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
