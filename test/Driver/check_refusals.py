#!/usr/bin/env python3
"""Runs npuprof-opt on bad input, many times in one test.

  check_refusals.py directory

`directory` holds model.mlir, good.csv, and half.csv, of which a quarter of the
time belongs to the model. Each case must end with exit code 1
(not a signal, not an assertion), say what is expected on stderr, name the place
in the file where a file is at fault, leave an existing output file as it was
and no other file behind.
"""

import os
import random
import subprocess
import sys

HEAD = ("Op Name,OP Type,Task Type,Task Start Time(us),Task Duration(us),"
        "Input Shapes,Input Data Types,Output Shapes,Output Data Types\n")
ROW = 'a,Add,AI_VECTOR_CORE,1000.0,5,"4,8;4,8",FLOAT;FLOAT,"4,8",FLOAT\n'
SUMMARY = "op_name,op_type,avg_time(us),call_count,total_time(us)\n"

# File or directory given as the profile -> what is said of it. Cells count from
# one: the duration of ROW starts in column 29.
PROFILES = {
    "empty.csv": (b"", "empty.csv:0:0: error: the file is empty"),
    "header.csv": (HEAD, "header.csv:0:0: error: this op_summary has headings but no rows"),
    "cut.csv": (HEAD + ROW[:40], "cut.csv:0:0: error: this op_summary has headings but no rows"),
    "zero.csv": (b"Op Name,\0\0\0", "zero.csv:1:0: error: column 9: "),
    "binary.csv": (bytes(random.Random(1).randbytes(4000)), "binary.csv"),
    "export.csv": (b"SQLite format 3\0" + b"x" * 200,
                   "export.csv:0:0: error: cannot read the table COMPUTE_TASK_INFO of this "
                   "SQLite database: file is not a database"),
    "other.csv": ("Time,Value\n1,2\n",
                  "other.csv:0:0: error: no known table starts with 'Time,Value'"),
    "prose.csv": ("Dear reader,\nthis is no table.\n",
                  "prose.csv:0:0: error: no known table starts with"),
    "word.csv": (HEAD + ROW.replace(",5,", ",soon,"),
                 "word.csv:2:29: error: expected a number for 'Task Duration(us)', "
                 "found 'soon'"),
    "nan.csv": (HEAD + ROW.replace(",5,", ",nan,"),
                "nan.csv:2:29: error: expected a number for"),
    "inf.csv": (HEAD + ROW.replace(",5,", ",inf,"),
                "inf.csv:2:29: error: expected a number for"),
    "negative.csv": (HEAD + ROW.replace(",5,", ",-5,"),
                     "negative.csv:2:29: error: expected a number from 0"),
    "large.csv": (HEAD + ROW.replace(",5,", ",1e400,"),
                  "large.csv:2:29: error: expected a number for"),
    "shape.csv": (HEAD + ROW.replace("4,8;4,8", "4,99999999999999999999"),
                  "shape.csv:2:31: error: expected shapes such as"),
    "calls.csv": (SUMMARY + "a,Add,5,99999999999999999999,5\n",
                  "calls.csv:2:9: error: expected a number below 10^18"),
    "fewer.csv": (SUMMARY + "a,Add,5,-3,5\n",
                  "fewer.csv:2:9: error: expected a number from 0"),
    # Too long to be quoted.
    "long.csv": (SUMMARY + "a,Add,5,1,5," + "x" * 10_000_000 + "\n",
                 "long.csv:2:0: error: column 13: expected"),
    "memory_only.csv": (HEAD + ROW.replace("AI_VECTOR_CORE", "SDMA_SQE"),
                        "the profile holds no row of a compute operator"),
    "missing.csv": (None, "missing.csv:0:0: error: No such file or directory"),
    "directory": (None, "directory:0:0: error: the directory holds no CSV table and no SQLite export"),
}

MODELS = {
    "syntax.mlir": ("module {\n  func.func @f( }\n", "syntax.mlir:2:16: error: "),
    "invalid.mlir": ("func.func @f() -> i32 {\n  return\n}\n",
                     "invalid.mlir:2:3: error: 'func.return' op has 0 operands"),
    "norm.mlir": ("func.func @f(%x: tensor<4x8xf32>, %e: f32) -> tensor<4xf32> {\n"
                  "  %0 = npu.rms_norm ins(%x : tensor<4x8xf32>) eps(%e : f32) "
                  "outs(%x : tensor<4xf32>)\n  return %0 : tensor<4xf32>\n}\n",
                  "norm.mlir:2:"),
    "words.mlir": ("Dear reader,\n", "words.mlir:1:1: error: "),
    "nothing.mlir": (None, "cannot open input file"),
    "directory": (None, "cannot open input file"),
}

GOOD = "--fuse-from-profile=good.csv"
FLAGS = [
    (["--frobnicate"], "Unknown command line argument '--frobnicate'"),
    ([GOOD, "--min-gain=much"], "'much' value invalid"),
    ([GOOD, "--min-gain=nan"], "min-gain is no number"),
    ([GOOD, "--min-coverage=1.5"], "expected a share from 0 to 1"),
    ([GOOD, "--min-coverage=-0.1"], "expected a share from 0 to 1"),
    ([GOOD, "--min-coverage=nan"], "expected a share from 0 to 1"),
    ([GOOD, "--target=ascend910"], "unknown device 'ascend910'; expected one of"),
    ([GOOD, "--target="], "unknown device ''; expected one of"),
    ([GOOD, "--disable=norm"], "there is no fusion 'norm' to disable; there are"),
    ([GOOD, "--dry-run=perhaps"], "invalid value for boolean argument"),
    ([GOOD, "--pass-pipeline=builtin.module(npuprof-nothing)"], "npuprof-nothing"),
    (["--fuse-from-profile="], "expected a file or a directory, found none"),
    (["--fuse-from-profile=good.csv,missing.csv"], "missing.csv:0:0: error: No such file"),
    (["--fuse-from-profile=half.csv", "--min-coverage=0.3"],
     "error: coverage is 25.0 %, less than the 30.0 % that min-coverage asks for"),
    (["--npuprof-annotate"], "no profile was given"),
    (["--npuprof-annotate=profile=good.csv min-coverage=2"],
     "expected a share from 0 to 1"),
    (["--npuprof-fuse=target=tpu"], "unknown device 'tpu'"),
    (["--pass-pipeline=builtin.module(npuprof-fuse-from-profile)"],
     "no profile was given"),
    (["--pass-pipeline=builtin.module(func.func(npuprof-fuse))"],
     "Can't add pass 'FusePass' restricted to 'builtin.module'"),
    (["--pass-pipeline=builtin.module(npuprof-fuse{gain=3})"],
     "no such option gain"),
] + [([flag], flag.split("=")[0] + " needs --fuse-from-profile")
     for flag in ("--explain", "--dry-run", "--quiet", "--target=host",
                  "--min-gain=1", "--min-coverage=0.5", "--disable=rms-norm")]

KEPT = "what was there before\n"


def main():
    os.chdir(sys.argv[1])
    os.makedirs("directory", exist_ok=True)
    for name, (text, _) in list(PROFILES.items()) + list(MODELS.items()):
        if text is not None:
            with open(name, "wb") as file:
                file.write(text if isinstance(text, bytes) else text.encode())
    with open("kept.mlir", "w", encoding="utf-8") as file:
        file.write(KEPT)
    files = sorted(os.listdir("."))
    problems = []

    def refuse(arguments, words, output="kept.mlir"):
        result = subprocess.run(["npuprof-opt", *arguments, "-o", output],
                                capture_output=True, timeout=120)
        stderr = result.stderr.decode(errors="replace")
        what = " ".join(arguments)
        if result.returncode != 1:
            problems.append(f"{what}: exit code {result.returncode}")
        if words not in stderr:
            problems.append(f"{what}: '{words}' is not in\n{stderr[:500]}")
        if len(stderr) > 4000:
            problems.append(f"{what}: {len(stderr)} characters on stderr")
        if "PLEASE submit a bug report" in stderr or "Assertion" in stderr:
            problems.append(f"{what}: crashed")
        if result.stdout:
            problems.append(f"{what}: something on stdout")
        with open("kept.mlir", encoding="utf-8") as file:
            if file.read() != KEPT:
                problems.append(f"{what}: the output file changed")
                restore()
        if sorted(os.listdir(".")) != files:
            problems.append(f"{what}: left {set(os.listdir('.')) - set(files)}")

    def restore():
        with open("kept.mlir", "w", encoding="utf-8") as file:
            file.write(KEPT)

    count = 0
    for name, (_, words) in PROFILES.items():
        refuse([f"--fuse-from-profile={name}", "model.mlir"], words)
        count += 1
    for name, (_, words) in MODELS.items():
        refuse([GOOD, name], words)
        count += 1
    for arguments, words in FLAGS:
        refuse([*arguments, "model.mlir"], words)
        count += 1
    for output in ("nowhere/out.mlir", "good.csv/out.mlir", "directory"):
        refuse([GOOD, "model.mlir"], f"cannot write '{output}'", output)
        refuse([GOOD, "model.mlir", "--quiet"], "cannot write", output)
        count += 2

    if problems:
        sys.exit("\n".join("error: " + problem for problem in problems))
    print(f"{count} refusals")


if __name__ == "__main__":
    main()
