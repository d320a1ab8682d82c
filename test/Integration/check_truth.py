#!/usr/bin/env python3
"""Checks that every norm of an annotated model carries its own rows of a profile.

The profile comes from make_profile.py, whose truth says which row belongs to
which layer and part. `mark` gives every row a duration of its own; after
npuprof-annotate, `check` finds the norms of the model (LayerNorm spelled in
linalg, RMSNorm spelled in tosa and linalg, or one npu operation) in program
order and compares the calls and the device time on their operations with those
of the rows that belong there.

  check_truth.py mark in.csv out.csv
  check_truth.py check truth.json out.csv annotated.mlir [--min-right=1.0]

After npuprof-fuse the operations are one, and carry what belongs to the
residual add and the bias add in front as well:

  check_truth.py check-fused truth.json out.csv tuned.mlir
"""

import csv
import json
import re
import sys

DURATION = "Task Duration(us)"


def mark(source, target):
    """Rewrites the durations: no two rows have the same."""
    with open(source, newline="") as f:
        rows = list(csv.reader(f))
    column = rows[0].index(DURATION)
    for i, row in enumerate(rows[1:]):
        row[column] = f"{100 + i * 7919 % 100003}.125"
    with open(target, "w", newline="") as f:
        csv.writer(f).writerows(rows)


def expected_norms(truth_path, profile_path):
    """Calls and device time of each norm, in order; (0, 0.0) if all rows of it
    were dropped is not told apart from a norm that is not there."""
    with open(truth_path) as f:
        truth = json.load(f)["rows"]
    with open(profile_path, newline="") as f:
        durations = [float(row[DURATION]) for row in csv.DictReader(f)]
    if len(truth) != len(durations):
        sys.exit("truth and profile are of two different runs")
    norms = {}
    for (_, layer, part), duration in zip(truth, durations):
        if "norm" in part:
            calls, us = norms.get((layer, part), (0, 0.0))
            norms[layer, part] = (calls + 1, us + duration)
    # The final norm has the number of layers as its layer; embeddings have -1.
    return [(key, *norms[key]) for key in sorted(norms, key=lambda key: (key[0], key[1]))]


def addends_of(arch, layer, part):
    """The layer and part of the residual add in front of a norm, and the part
    whose bias is added in front of that."""
    if arch.startswith("bert"):
        # Of the three embeddings that the model adds up, the profile has two.
        after = {"norm1": ("residual1", "o"), "norm2": ("residual2", "fc2")}
        residual, bias = after.get(part, (None, None))
        return layer, residual, bias
    if part == "norm2":
        return layer, "residual1", "o"
    if layer == 0:
        # Llama's embedding is a lookup; GPT-2 adds that of the position.
        return -1, "embedding", None
    return layer - 1, "residual2", "fc2"


def expected_fused(truth_path, profile_path):
    """As expected_norms, with the adds that go into the fused operator."""
    with open(truth_path) as f:
        truth = json.load(f)
    with open(profile_path, newline="") as f:
        rows = list(csv.DictReader(f))
    adds = {}
    for (_, layer, part), row in zip(truth["rows"], rows):
        if row["OP Type"] == "Add":
            adds.setdefault((layer, part), []).append(float(row[DURATION]))
    result = []
    for key, calls, us in expected_norms(truth_path, profile_path):
        layer, residual, bias = addends_of(truth["arch"], *key)
        for part in (residual, bias):
            us += sum(adds.get((layer, part), []))
        # A norm of several kernels was called as often as each of them.
        result.append((key, truth_steps(truth), us))
    return result


def truth_steps(truth):
    return 1 + max(step for step, _, _ in truth["rows"])


OP = re.compile(r'^ *(?:%[\w#:, %]+ = )?"?([a-z_]\w*\.[\w.]+)"?')
PROFILE = re.compile(r"#npu\.profile<([^>]*)>")
COMPUTES = re.compile(r"linalg\.generic|tosa\.(?!const|reshape|transpose|identity)|npu\.")


def read_ops(path):
    """Name, text and profile of each computing operation, in order. An
    operation's text holds its body."""
    ops, indent = [], None
    with open(path) as f:
        for line in f:
            match = OP.match(line)
            if match and match.group(1) == "func.func":
                indent = len(line) - len(line.lstrip()) + 2
                continue
            if match and len(line) - len(line.lstrip()) == indent:
                ops.append([match.group(1), line])
            elif ops:
                ops[-1][1] += line
    result = []
    for name, text in ops:
        if COMPUTES.match(name):
            profile = PROFILE.search(text)
            result.append((name, text, profile and dict(
                field.split(" = ") for field in profile.group(1).split(", "))))
    return result


def find_norms(ops):
    """The operations of each norm, around its rsqrt."""
    norms = []
    for i, (name, text, _) in enumerate(ops):
        if re.match(r"npu\.(add_)?(layer|rms)_norm$", name):
            norms.append(ops[i:i + 1])
        elif name == "tosa.rsqrt":
            # x², sum, [1/N], * 1/N, + eps, rsqrt, * x, * gamma
            first = max(j for j in range(i) if "math.fpowi" in ops[j][1])
            norms.append(ops[first:i + 3])
        elif name == "linalg.generic" and "math.rsqrt" in text:
            # sum, mean, broadcast, x - mean, square, sum, mean, + eps, rsqrt,
            # broadcast, *, * gamma, + beta
            norms.append(ops[i - 8:i + 5])
    return norms


def check(expected, model_path, min_right):
    norms = find_norms(read_ops(model_path))
    if len(norms) != len(expected):
        sys.exit(f"{len(norms)} norms in the model, {len(expected)} in the truth")
    right = 0
    for (key, calls, us), norm in zip(expected, norms):
        profiles = [profile for _, _, profile in norm if profile]
        found_calls = sum(int(profile["calls"]) for profile in profiles)
        found_us = sum(int(profile["calls"]) * float(profile["time_us"]) for profile in profiles)
        # Means are rounded to the nanosecond, those of up to nine parts.
        if found_calls == calls and abs(found_us - us) <= 0.005 * calls:
            right += 1
        else:
            print(f"layer {key[0]} {key[1]}: {found_calls} calls, {found_us:.3f} us; "
                  f"expected {calls} calls, {us:.3f} us")
    print(f"{right} of {len(norms)} norms carry their own rows")
    return 0 if right >= min_right * len(norms) else 1


def main():
    arguments = [a for a in sys.argv[1:] if not a.startswith("--")]
    min_right = 1.0
    for option in sys.argv[1:]:
        if option.startswith("--min-right="):
            min_right = float(option.split("=")[1])
    if len(arguments) == 3 and arguments[0] == "mark":
        mark(*arguments[1:])
        return 0
    if len(arguments) == 4 and arguments[0] == "check":
        return check(expected_norms(*arguments[1:3]), arguments[3], min_right)
    if len(arguments) == 4 and arguments[0] == "check-fused":
        return check(expected_fused(*arguments[1:3]), arguments[3], 1.0)
    sys.exit(__doc__)


if __name__ == "__main__":
    sys.exit(main())
