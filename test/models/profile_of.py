"""Writes an op_summary as a run of a network, operation by operation, gives.

What is launched, with which shapes, is right by construction; the times come
from a plain roofline and are nobody's measurement.
"""

import csv
import math

TYPES = {
    "add": "Add", "sub": "Sub", "mul": "Mul", "div": "RealDiv",
    "max": "Maximum", "min": "Minimum", "pow": "Pow", "neg": "Neg",
    "exp": "Exp", "exp2": "Exp2", "log": "Log", "sqrt": "Sqrt",
    "rsqrt": "Rsqrt", "tanh": "Tanh", "erf": "Erf", "abs": "Abs",
    "sigmoid": "Sigmoid", "reciprocal": "Reciprocal", "greater": "Greater",
    "select": "SelectV2", "reduce_sum": "ReduceSum", "reduce_max": "ReduceMax",
    "reduce_min": "ReduceMin", "matmul": "MatMulV2",
    "batch_matmul": "BatchMatMulV2", "transpose": "Transpose", "cast": "Cast",
    "concat": "ConcatD", "slice": "Slice",
}
DTYPES = {"f32": "FLOAT", "f16": "DT_FLOAT16", "bf16": "DT_BF16", "i1": "BOOL",
          "i64": "INT64"}
SIZES = {"f32": 4, "f16": 2, "bf16": 2, "i1": 1, "i64": 8}
CUBE = ("matmul", "batch_matmul")
COLUMNS = (
    "Device_id,Model ID,Task ID,Stream ID,Op Name,OP Type,OP State,Task Type,"
    "Task Start Time(us),Task Duration(us),Task Wait Time(us),Block Dim,"
    "Mix Block Dim,HF32 Eligible,Input Shapes,Input Data Types,Input Formats,"
    "Output Shapes,Output Data Types,Output Formats,Context ID,"
    "aicore_time(us),aic_total_cycles,aic_mac_time(us),aic_mac_ratio,"
    "aic_mte2_time(us),aic_mte2_ratio,aiv_time(us),aiv_total_cycles,"
    "aiv_vec_time(us),aiv_vec_ratio,aiv_mte2_time(us),aiv_mte2_ratio,"
    "cube_utilization(%)").split(",")
WAIT_US, BYTES_A_US, FLOP_A_US = 5.0, 1.0e6, 150e6


def shapes_text(shapes):
    return '"' + ";".join(",".join(map(str, s)) for s in shapes) + '"'


def row_of(number, start, kind, scope, inputs, output):
    """The row and the duration of one launch."""
    moved = sum(math.prod(shape) * SIZES[dtype]
                for shape, dtype in inputs + [output])
    flop = 0
    if kind in CUBE:
        flop = 2 * math.prod(output[0]) * inputs[0][0][-1]
    mac, mte = flop / FLOP_A_US, moved / BYTES_A_US
    duration = max(1.5, mac, mte)
    cube = kind in CUBE
    type = TYPES[kind]
    core = duration * 0.95
    ratio = min(1.0, (mac if cube else mte / 4) / core)
    unit = [f"{core:.3f}", int(core * 30000), f"{ratio * core:.3f}",
            f"{ratio:.3f}", f"{min(mte, core):.3f}",
            f"{min(1.0, mte / core):.3f}"]
    idle = [0] * 6
    return [
        0, 4294967295, number % 65536, 2, f"aclnn{type}_{type}AiCore_{type}",
        type, "dynamic", "AI_CORE" if cube else "AI_VECTOR_CORE",
        f"{start:.3f}\t", f"{duration:.3f}", f"{WAIT_US:.3f}",
        20 if cube else 40, 0, "NO", shapes_text(s for s, _ in inputs),
        ";".join(DTYPES[d] for _, d in inputs),
        ";".join("ND" for _ in inputs), shapes_text([output[0]]),
        DTYPES[output[1]], "ND", "N/A"
    ] + (unit + idle if cube else idle + unit) + [
        f"{100 * ratio:.1f}" if cube else 0
    ], duration


def write_profile(path, launches, steps):
    start, number = 1.7e15, 0
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for _ in range(steps):
            for launch in launches:
                start += WAIT_US
                row, duration = row_of(number, start, *launch)
                writer.writerow(row)
                start += duration
                number += 1
