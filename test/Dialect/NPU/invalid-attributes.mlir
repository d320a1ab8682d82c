// RUN: npuprof-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// The lists: keys.

// expected-error @+1 {{expected one of calls, time_us, wait_us, launch_us, mac, vec, scalar, mte1, mte2, mte3, fixpipe, read_bytes, written_bytes, cores, type, match, confidence}}
func.func @f() attributes {a = #npu.profile<calls = 1, speed = 2.0, match = name, confidence = 1.0>} { return }

// -----

// expected-error @+1 {{'calls' is given twice}}
func.func @f() attributes {a = #npu.profile<calls = 1, calls = 1, match = name, confidence = 1.0>} { return }

// -----

// expected-error @+1 {{expected one of calls, time_us, wait_us, launch_us, mac, vec, scalar, mte1, mte2, mte3, fixpipe, read_bytes, written_bytes, cores, type, match, confidence}}
func.func @f() attributes {a = #npu.profile<"calls" = 1>} { return }

// -----

// expected-error @+1 {{expected '='}}
func.func @f() attributes {a = #npu.profile<calls 1, match = name, confidence = 1.0>} { return }

// -----

// expected-error @+1 {{expected 'match = ...' in the list}}
func.func @f() attributes {a = #npu.profile<calls = 1, confidence = 1.0>} { return }

// -----

// expected-error @+1 {{expected 'confidence = ...' in the list}}
func.func @f() attributes {a = #npu.profile<calls = 1, match = name>} { return }

// -----

// expected-error @+1 {{expected '<'}}
func.func @f() attributes {a = #npu.profile} { return }

// -----

// expected-error @+1 {{expected 'tile = ...' in the list}}
func.func @f() attributes {a = #npu.tiling<cores = [1]>} { return }

// -----

// expected-error @+1 {{expected 'files = ...' in the list}}
func.func @f() attributes {a = #npu.profile_summary<device_us = 1.0, attributed_us = 1.0>} { return }

// -----

// The lists: values.

// expected-error @+1 {{expected integer value}}
func.func @f() attributes {a = #npu.profile<calls = 1.5, match = name, confidence = 1.0>} { return }

// -----

// expected-error @+2 {{unexpected decimal integer literal for a floating point value}}
// expected-note @+1 {{add a trailing dot to make the literal a float}}
func.func @f() attributes {a = #npu.profile<time_us = 12, match = name, confidence = 1.0>} { return }

// -----

// expected-error @+1 {{integer value too large}}
func.func @f() attributes {a = #npu.profile<calls = 9223372036854775808, match = name, confidence = 1.0>} { return }

// -----

// expected-error @+1 {{expected string}}
func.func @f() attributes {a = #npu.profile<type = MatMul, match = name, confidence = 1.0>} { return }

// -----

// expected-error @+1 {{expected one of name, normalized-name, sequence, type, parts}}
func.func @f() attributes {a = #npu.profile<match = guess, confidence = 1.0>} { return }

// -----

// expected-error @+1 {{expected valid keyword}}
func.func @f() attributes {a = #npu.profile<match = normalized-, confidence = 1.0>} { return }

// -----

// expected-error @+1 {{expected one of name, normalized-name, sequence, type, parts}}
func.func @f() attributes {a = #npu.profile<match = 3, confidence = 1.0>} { return }

// -----

// expected-error @+1 {{expected integer value}}
func.func @f() attributes {a = #npu.tiling<tile = [8, x]>} { return }

// -----

// expected-error @+1 {{expected '['}}
func.func @f() attributes {a = #npu.tiling<tile = 8>} { return }

// -----

// expected-error @+1 {{expected true or false}}
func.func @f() attributes {a = #npu.tiling<tile = [8], double_buffer = 1>} { return }

// -----

// expected-error @+1 {{expected string}}
func.func @f() attributes {a = #npu.profile_summary<files = [a], device_us = 1.0, attributed_us = 1.0>} { return }

// -----

// Ranges.

// expected-error @+1 {{expected 'calls' to be at least 0, got -1}}
func.func @f() attributes {a = #npu.profile<calls = -1, match = name, confidence = 1.0>} { return }

// -----

// expected-error @+1 {{expected 'read_bytes' to be at least 0, got -1}}
func.func @f() attributes {a = #npu.profile<read_bytes = -1, match = name, confidence = 1.0>} { return }

// -----

// expected-error @+1 {{expected 'time_us' to be finite and at least 0, got -0.5}}
func.func @f() attributes {a = #npu.profile<time_us = -0.5, match = name, confidence = 1.0>} { return }

// -----

// Infinity, by its bits.
// expected-error @+1 {{expected 'wait_us' to be finite, got inf}}
func.func @f() attributes {a = #npu.profile<wait_us = 0x7FF0000000000000, match = name, confidence = 1.0>} { return }

// -----

// expected-error @+1 {{expected 'mac' to be between 0 and 1, got 1.5}}
func.func @f() attributes {a = #npu.profile<mac = 1.5, match = name, confidence = 1.0>} { return }

// -----

// Not a number.
// expected-error @+1 {{expected 'fixpipe' to be between 0 and 1, got nan}}
func.func @f() attributes {a = #npu.profile<fixpipe = 0x7FF8000000000000, match = name, confidence = 1.0>} { return }

// -----

// expected-error @+1 {{expected 'confidence' to be between 0 and 1, got -0.1}}
func.func @f() attributes {a = #npu.profile<match = name, confidence = -0.1>} { return }

// -----

// expected-error @+1 {{expected tile sizes of at least 0, got [8, -1]}}
func.func @f() attributes {a = #npu.tiling<tile = [8, -1]>} { return }

// -----

// expected-error @+1 {{expected at least 1 core along each loop, got [0, 1]}}
func.func @f() attributes {a = #npu.tiling<tile = [8, 1], cores = [0, 1]>} { return }

// -----

// expected-error @+1 {{expected 'cores' for each of the 2 loops of 'tile', got 1}}
func.func @f() attributes {a = #npu.tiling<tile = [8, 1], cores = [20]>} { return }

// -----

// expected-error @+1 {{expected 'steps' to be at least 0, got -1}}
func.func @f() attributes {a = #npu.profile_summary<files = [], device_us = 1.0, attributed_us = 1.0, steps = -1>} { return }

// -----

// expected-error @+1 {{expected 'attributed_us' to be finite and at least 0, got -1.0}}
func.func @f() attributes {a = #npu.profile_summary<files = [], device_us = 1.0, attributed_us = -1.0>} { return }

// -----

// Where they may stand.

// expected-error @+1 {{'func.func' op expects 'npu.profile' to be a #npu.profile, got #npu.tiling<tile = [8]>}}
func.func @f() attributes {npu.profile = #npu.tiling<tile = [8]>} { return }

// -----

// expected-error @+1 {{'func.func' op expects 'npu.tiling' to be a #npu.tiling, got 8 : i64}}
func.func @f() attributes {npu.tiling = 8 : i64} { return }

// -----

// expected-error @+1 {{'builtin.module' op expects 'npu.profile_summary' to be a #npu.profile_summary, got "yes"}}
module attributes {npu.profile_summary = "yes"} {}

// -----

// expected-error @+1 {{'func.func' op has 'npu.profile_summary', which belongs on a module}}
func.func @f() attributes {npu.profile_summary = #npu.profile_summary<files = [], device_us = 1.0, attributed_us = 1.0>} { return }

// -----

// expected-error @+1 {{'func.func' op has the unknown attribute 'npu.profil'; the npu dialect knows 'npu.profile', 'npu.tiling' and 'npu.profile_summary'}}
func.func @f() attributes {npu.profil = #npu.profile<match = name, confidence = 1.0>} { return }

// -----

// expected-error @+1 {{'func.func' op has 'npu.profile' on an argument or result; it belongs on an operation}}
func.func @f(%x: i32 {npu.profile = #npu.profile<match = name, confidence = 1.0>}) { return }

// -----

// expected-error @+1 {{'func.func' op expects 'npu.identity' to be a float, got 1 : i32}}
func.func @f(%x: i32 {npu.identity = 1 : i32}) { return }

// -----

// expected-error @+1 {{'func.func' op has 'npu.profile' on an argument or result; it belongs on an operation}}
func.func private @f() -> (i32 {npu.profile = #npu.profile<match = name, confidence = 1.0>})

// -----

// expected-error @+1 {{unknown attribute `speed` in dialect `npu`}}
func.func @f() attributes {a = #npu.speed<1>} { return }
