// RUN: npuprof-opt %s --split-input-file | npuprof-opt --split-input-file | FileCheck %s
// RUN: npuprof-opt %s --split-input-file --canonicalize --cse | FileCheck %s
// RUN: npuprof-opt %s --split-input-file --verify-roundtrip | FileCheck %s

// Every figure; the order of writing does not matter.
// CHECK-LABEL: func.func @all
// CHECK-SAME: npu.profile = #npu.profile<calls = 30, time_us = 1250.0, wait_us = 3.5, launch_us = 0.25, mac = 0.82, vec = 0.0, scalar = 1.0, mte1 = 0.125, mte2 = 0.5, mte3 = 0.0625, fixpipe = 1.0e-09, read_bytes = 4096, written_bytes = 9223372036854775807, cores = 20, type = "MatMulV3", match = name, confidence = 1.0>
func.func @all() attributes {npu.profile = #npu.profile<
    confidence = 1.0, match = name, type = "MatMulV3", fixpipe = 1.0e-9, mte3 = 0.0625, mte2 = 0.5, mte1 = 0.125,
    scalar = 1.0, vec = 0.0, mac = 0.82, cores = 20, written_bytes = 9223372036854775807, read_bytes = 4096,
    launch_us = 0.25, wait_us = 3.5, time_us = 1250.0, calls = 30>} {
  return
}

// -----

// What is absent stays absent.
// CHECK-LABEL: func.func @absent
// CHECK-SAME: npu.profile = #npu.profile<match = parts, confidence = 0.5>
func.func @absent() attributes {npu.profile = #npu.profile<match = parts, confidence = 0.5>} {
  return
}

// -----

// Doubles: the shortest text that reads back as the same number.
// CHECK-LABEL: func.func @doubles
// CHECK-SAME: time_us = 0.1, wait_us = -0.30000000000000004, launch_us = 1.7976931348623157e+308, mac = 5.0e-324, type = "quote \22", match = normalized-name, confidence = 0.3333333333333333>
func.func @doubles() attributes {npu.profile = #npu.profile<
    time_us = 0.1000, wait_us = -0.30000000000000004, launch_us = 1.7976931348623157e308, mac = 4.9406564584124654e-324,
    type = "quote \"", match = normalized-name, confidence = 0.33333333333333331>} {
  return
}

// -----

// CHECK-LABEL: func.func @words
func.func @words() {
  // CHECK: match = sequence
  "func.call"() <{callee = @words}> {npu.profile = #npu.profile<match = sequence, confidence = 1.0>} : () -> ()
  // CHECK: match = type
  "func.call"() <{callee = @words}> {npu.profile = #npu.profile<match = type, confidence = 1.0>} : () -> ()
  return
}

// -----

// CHECK-LABEL: func.func @tiling
func.func @tiling() {
  // CHECK: npu.tiling = #npu.tiling<tile = [8, 0], cores = [20, 1], double_buffer = true>
  "func.call"() <{callee = @tiling}> {npu.tiling = #npu.tiling<double_buffer = true, cores = [20, 1], tile = [8, 0]>} : () -> ()
  // CHECK: npu.tiling = #npu.tiling<tile = [8]>
  "func.call"() <{callee = @tiling}> {npu.tiling = #npu.tiling<tile = [8], double_buffer = false>} : () -> ()
  // CHECK: npu.tiling = #npu.tiling<tile = []>
  "func.call"() <{callee = @tiling}> {npu.tiling = #npu.tiling<tile = []>} : () -> ()
  return
}

// -----

// CHECK: module attributes {npu.profile_summary = #npu.profile_summary<files = ["a.csv", "b/c.csv"], device_us = 1000.5, attributed_us = 900.0, launches = 12, steps = 3, launch_us = 13.9, bandwidth_gbs = 1228.8, kernel_floor_us = 1.5>}
module attributes {npu.profile_summary = #npu.profile_summary<
    steps = 3, launches = 12, kernel_floor_us = 1.5, bandwidth_gbs = 1228.8, launch_us = 13.9,
    attributed_us = 900.0, device_us = 1000.5, files = ["a.csv", "b/c.csv"]>} {
}

// -----

// CHECK: module attributes {npu.profile_summary = #npu.profile_summary<files = [], device_us = 0.0, attributed_us = 0.0>}
module attributes {npu.profile_summary = #npu.profile_summary<files = [], device_us = 0.0, attributed_us = 0.0>} {
}
